"""What just happened, on every screen: the log follows, a card for each act, and what happened to you stays until read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Process
from tests.web.played import Played, effect, loss, row, told
from tests.web.table import DUEL, LAPTOP, PHONE, SCREEN, Server, open_log

ACTS = 200
SIZES = {"laptop": LAPTOP, "phone": PHONE, "tv": SCREEN}


@pytest.fixture(scope="module")  # nobody plays on: a test sends its pages what happens
def table(process: Process, browser: Browser) -> dict[str, str]:
    return Server(f"http://127.0.0.1:{process.port}", browser).room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)


def seat_of(server: Server, table: dict[str, str], device: str) -> str:
    return server.watcher(table, "tv") if device == "tv" else table["ana" if device == "phone" else "gm"]


def in_sight(page: Page, words: str) -> None:
    line = page.get_by_test_id("deed").filter(has_text=words)
    expect(line).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("device", SIZES)
def test_the_newest_line_is_in_sight_after_two_hundred_acts(server: Server, table: dict[str, str], device: str) -> None:
    seat = Played(server, table, seat_of(server, table, device), SIZES[device], log=[], acts=[])
    long = " and it goes on for longer than the column is wide"
    for number in range(1, ACTS + 1):
        seat.diff(log=[row(number, f"Act {number}{long * (number % 3)}."), row(number, f"row {number}", i=1)])
    if device == "phone":
        seat.page.get_by_test_id("nav-log").tap()
    in_sight(seat.page, f"Act {ACTS}")
    seat.diff(log=[row(ACTS + 1, "One more")])
    in_sight(seat.page, "One more")
    assert server.faults == []


def scroll_away(page: Page) -> None:
    """By the wheel. A browser that is still drawing may drop a turn of it."""
    page.get_by_test_id("log").hover()
    for _ in range(20):
        page.mouse.wheel(0, -600)
        page.wait_for_timeout(100)
        if page.get_by_test_id("newest").is_visible():
            break
    expect(page.get_by_test_id("newest")).to_be_visible()


def test_whoever_scrolled_away_stays_there_and_has_a_way_back(server: Server, table: dict[str, str]) -> None:
    seat = Played(server, table, table["gm"], log=[row(number) for number in range(1, 61)], acts=[])
    page = seat.page
    in_sight(page, "Act 60 by Mira")
    open_log(page)
    expect(page.get_by_test_id("newest")).to_be_hidden()
    scroll_away(page)
    seat.diff(log=[row(61, "Behind your back")])
    expect(page.get_by_test_id("log")).to_contain_text("Behind your back")
    expect(page.get_by_test_id("deed").filter(has_text="Behind your back")).not_to_be_in_viewport()
    page.get_by_test_id("newest").click()
    in_sight(page, "Behind your back")
    expect(page.get_by_test_id("newest")).to_be_hidden()


def test_a_line_of_the_log_opens_to_its_rows_and_their_reasons(server: Server, table: dict[str, str]) -> None:
    seat = Played(server, table, table["gm"], log=[row(1, "rolls 6"), row(1, "loses 3", i=1)], acts=[told(1, "Jarl hits Tor.")])
    open_log(seat.page)
    deed = seat.page.get_by_test_id("deed")
    expect(deed).to_have_count(1)
    expect(deed.locator("summary").first).to_contain_text("Jarl hits Tor.")
    expect(deed.get_by_test_id("row").first).to_be_hidden()
    deed.locator("summary").first.click()
    deed.get_by_test_id("row").first.locator("summary").first.click()
    expect(deed.get_by_test_id("row").first).to_contain_text("because")


def test_the_log_is_its_newest_line_until_it_is_opened(server: Server, table: dict[str, str]) -> None:
    seat = Played(server, table, table["gm"], log=[row(1), row(2)], acts=[told(1, "The first."), told(2, "The second.")])
    page = seat.page
    deeds = page.get_by_test_id("deed")
    expect(deeds.filter(has_text="The second.")).to_be_in_viewport(ratio=0.9)
    expect(deeds.filter(has_text="The first.")).to_be_hidden()
    seat.diff(log=[row(3)], acts=[told(3, "The third.")])
    expect(deeds.filter(has_text="The third.")).to_be_in_viewport(ratio=0.9)
    deeds.last.click()
    expect(deeds.filter(has_text="The first.")).to_be_visible()
    page.get_by_test_id("log-open").click()
    expect(deeds.filter(has_text="The first.")).to_be_hidden()


HIT = told(
    2,
    "Jarl hits Tor: 2 damage, broken leg. Tor falls.",
    weight="down",
    dice=[{"who": "jarl", "faces": [6, 2, 6, 1], "sides": 6, "counted": [6, 6]}],
    parts=[effect("tor", "Tor", changes=[loss(6, 4)], gained=["prone"], status="down")],
)


@pytest.mark.parametrize("device", SIZES)
def test_every_seat_sees_an_act_as_a_card(server: Server, table: dict[str, str], device: str) -> None:
    seat = Played(server, table, seat_of(server, table, device), SIZES[device], log=[], acts=[told(1, "Nothing much.")])
    seat.diff(acts=[HIT])
    card = seat.page.locator(".result.newest-card")
    expect(card).to_contain_text("Jarl hits Tor: 2 damage, broken leg. Tor falls.")
    expect(card).to_be_in_viewport()
    expect(card.locator(".loss")).to_contain_text("−2")
    expect(card.locator(".pips.counted")).to_have_count(2)
    expect(card.locator(".effects")).to_contain_text("6 → 4 HP")
    expect(card.locator(".effects")).to_contain_text("prone")
    if device == "tv":
        size = card.locator(".headline").evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
        sizes = "nodes => Math.max(...nodes.map(node => parseFloat(getComputedStyle(node).fontSize)))"
        others = seat.page.locator("h1, .moment .name, .deed").evaluate_all(sizes)
        assert size >= 46 > others
    assert server.faults == []


def test_what_happened_to_you_stays_until_it_was_read_and_others_wait(server: Server, table: dict[str, str]) -> None:
    seat = Played(server, table, table["ben"], PHONE, log=[], acts=[])
    page = seat.page
    seat.diff(acts=[HIT, told(3, "Jarl ends the turn.")])
    card = page.locator(".result.to-you")
    expect(card).to_contain_text("What happened to you")
    expect(card).to_contain_text("was 6 of 8")
    expect(card).to_contain_text("4 of 8 HP")
    expect(page.get_by_test_id("coming")).to_contain_text("1 more")
    page.get_by_test_id("got-it").tap()
    expect(page.locator(".result.newest-card")).to_contain_text("Jarl ends the turn.")
    expect(page.locator(".result.to-you")).to_have_count(0)


def test_a_player_is_spoken_to_and_the_others_are_spoken_about(server: Server, table: dict[str, str]) -> None:
    words = {"mira": "You hit Jarl.", "tor": "Somebody near you hits Jarl."}
    for token, headline in ((table["ana"], "You hit Jarl."), (table["gm"], "Mira hits Jarl.")):
        seat = Played(server, table, token, LAPTOP, log=[], acts=[])
        seat.diff(log=[row(1)], acts=[told(1, "Mira hits Jarl.", who="mira", name="Mira", you=words)])
        expect(seat.page.locator(".result.newest-card .headline")).to_have_text(headline)
        expect(seat.page.get_by_test_id("deed").locator("summary").first).to_contain_text(headline)


def paced(server: Server, table: dict[str, str], pace: str) -> tuple[Page, Any]:
    view = server.view(table, table["gm"])
    seat = Played(server, table, table["gm"], log=[], acts=[], room={**view["room"], "pace": pace})
    seat.diff(acts=[told(number, f"Card {number}") for number in range(1, 4)])
    return seat.page, seat.page.locator(".result.newest-card .headline")


def test_cards_come_one_after_another_and_space_or_a_tap_skips(server: Server, table: dict[str, str]) -> None:
    page, newest = paced(server, table, "slow")
    expect(newest).to_have_text("Card 1")
    page.locator("body").press("Space")
    expect(newest).to_have_text("Card 2")
    page.locator(".result.newest-card .headline").click()
    expect(newest).to_have_text("Card 3")


def held_back(server: Server, table: dict[str, str]) -> Played:
    """Two acts of a policy that have happened already, behind a card that still stands."""
    view = server.view(table, table["gm"])
    room = {**view["room"], "pace": "slow"}
    seat = Played(server, table, table["gm"], log=[], acts=[], room=room)
    seat.diff(acts=[told(1, "Card 1", auto=True)])
    expect(seat.page.locator(".result.newest-card .headline")).to_have_text("Card 1")
    seat.diff(set={"cards/jarl/at": [11, 3]}, acts=[told(2, "Card 2", auto=True)])
    seat.diff(set={"cards/jarl/at": [12, 3]}, acts=[told(3, "Card 3", auto=True)])
    expect(seat.page.get_by_test_id("coming")).to_contain_text("2 more")
    return seat


def test_the_map_waits_for_the_card_of_an_automatic_act(server: Server, table: dict[str, str]) -> None:
    page = held_back(server, table).page
    jarl = page.get_by_test_id("token-jarl")
    expect(jarl).to_have_attribute("aria-label", re.compile("at 5, 9$"))
    for number, place in ((2, "at 11, 3$"), (3, "at 12, 3$")):
        page.locator("body").press("Space")
        expect(page.locator(".result.newest-card .headline")).to_have_text(f"Card {number}")
        expect(jarl).to_have_attribute("aria-label", re.compile(place))


def test_whoever_acts_is_brought_up_to_date(server: Server, table: dict[str, str]) -> None:
    page = held_back(server, table).page
    page.get_by_test_id("tap-jarl").click()
    expect(page.get_by_test_id("token-jarl")).to_have_attribute("aria-label", re.compile("at 12, 3$"))
    expect(page.get_by_test_id("coming")).to_be_hidden()


def test_an_undone_act_takes_its_card_away(server: Server, table: dict[str, str]) -> None:
    seat = Played(server, table, table["gm"], log=[], acts=[told(1, "Card 1"), told(2, "Card 2")])
    expect(seat.page.locator(".result.newest-card")).to_contain_text("Card 2")
    seat.diff(set={"acts": [told(1, "Card 1")]})
    expect(seat.page.locator(".result.newest-card")).to_contain_text("Card 1")
    expect(seat.page.get_by_test_id("result")).to_have_count(1)


def test_the_fallen_the_acting_and_the_asked_look_the_same_on_rail_map_and_card(server: Server, table: dict[str, str]) -> None:
    view = server.view(table, table["gm"])
    view["cards"]["tor"]["status"] = {"state": "down", "word": "broken"}
    view["cards"]["jarl"]["status"] = {"state": "dead", "word": "dead"}
    view["turn"]["waiting"] = [{"who": "mira", "name": "Mira", "rule": "", "sealed": False}]
    page = Played(server, table, table["gm"], LAPTOP, cards=view["cards"], turn=view["turn"]).page
    for who, state in (("tor", "down"), ("jarl", "dead"), ("mira", "asked")):
        name = view["cards"][who]["name"]
        for face in (
            page.get_by_test_id(f"card-{who}").locator(".face"),
            page.get_by_test_id("agenda").locator(".moment", has_text=name).locator(".face"),
            page.get_by_test_id(f"token-{who}"),
        ):
            assert state in (face.get_attribute("class") or "").split(), (who, state)
    struck = "node => getComputedStyle(node).textDecorationLine"
    for name in page.locator(".moment .name, .card h3").all():
        assert name.evaluate(struck) == "none"
    expect(page.get_by_test_id("token-tor")).to_have_attribute("aria-label", "Tor, crew, HP 8 of 8, broken, at 4, 9")


def test_names_on_the_map_do_not_cover_each_other(server: Server) -> None:
    crowd = DUEL.replace("at = [4, 9]", "at = [5, 8]").replace("at = [2, 4]", "at = [4, 9]")
    table = server.room({"from": "text", "text": crowd}, "ana", "ben", hand=False)
    page = server.seat(table, table["gm"])
    expect(page.locator(".token .name")).to_have_count(3)
    boxes = [box for name in page.locator(".token .name").all() if (box := name.bounding_box())]
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            assert wide <= 1 or high <= 3, (one, other)


def test_a_phone_that_was_scrolled_down_shows_the_new_card(server: Server, table: dict[str, str]) -> None:
    seat = Played(server, table, table["ana"], PHONE)
    seat.page.locator("main").evaluate("node => node.scrollTo({ top: 400 })")
    seat.diff(log=[row(100)], acts=[told(100, "Jarl misses Tor.", whom=["tor"])])
    expect(seat.page.locator(".result.newest-card .headline")).to_have_text("Jarl misses Tor.")
    expect(seat.page.locator(".result.newest-card .headline")).to_be_in_viewport()


HUDDLE = (
    DUEL.replace("at = [2, 4]", "at = [26, 7]")
    .replace('"Tor"', '"Tor of the long name"')
    .replace("at = [4, 9]", "at = [28, 7]")
).replace("at = [5, 9]", "at = [29, 7]")


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_whoever_stands_at_the_edge_is_named_within_the_map(server: Server, size: tuple[int, int]) -> None:
    table = server.room({"from": "text", "text": HUDDLE}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"], size)
    expect(page.locator(".token .name")).to_have_count(3)
    frame = page.get_by_test_id("map").bounding_box()
    assert frame is not None
    for drawn in page.locator(".token .name, .token .disc").all():
        box = drawn.bounding_box()
        assert box is not None
        assert box["x"] >= frame["x"] - 1, box
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1, box


NEAR = 0.2  # metres: faces move a little when the map gets another size


def test_a_shot_is_drawn_from_and_to_where_people_are_drawn(server: Server) -> None:
    table = server.room({"from": "text", "text": HUDDLE}, "ana", "ben", hand=False)
    seat = Played(server, table, table["gm"], PHONE)
    seat.page.get_by_test_id("nav-map").tap()
    hurt = effect("tor", "Tor", changes=[loss(8, 5)])
    seat.diff(log=[row(100)], acts=[told(100, "Jarl hits Tor.", who="mira", whom=["tor"], parts=[hurt])])
    line = seat.page.locator(".fx .shot")
    line.wait_for(state="attached")
    ends = line.evaluate("node => [node.x1, node.y1, node.x2, node.y2].map((each) => each.baseVal.value)")
    places = [
        seat.page.get_by_test_id(f"token-{who}").evaluate(
            "node => { const m = node.transform.baseVal[0].matrix; return [m.e, m.f] }"
        )
        for who in ("mira", "tor")
    ]
    (x1, y1), (x2, y2) = places
    assert abs((x2 - x1) * (ends[3] - ends[1]) - (y2 - y1) * (ends[2] - ends[0])) < NEAR  # the line lies between the two faces
    for x, y in (ends[:2], ends[2:]):
        assert min(x1, x2) - NEAR <= x <= max(x1, x2) + NEAR, (places, ends)
        assert min(y1, y2) - NEAR <= y <= max(y1, y2) + NEAR, (places, ends)


def clear_of_each_other(page: Page, where: str) -> None:
    words = [each for each in page.locator(where).all() if each.text_content()]
    boxes = [(each.text_content(), box) for each in words if (box := each.bounding_box())]
    assert len(boxes) > 5
    for place, (one, a) in enumerate(boxes):
        for other, b in boxes[place + 1 :]:
            wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            assert wide <= 1 or high <= 4, (one, a, other, b)


def test_the_words_of_distances_stand_clear_of_the_figures_of_the_grid_and_of_a_way(server: Server) -> None:
    yard = DUEL.replace('rulebook = "coriolis"', 'rulebook = "gurps"').split("[orders]")[0] + "".join(
        f'[[combatant]]\nid = "{who}"\narchetype = "marine"\nside = "{side}"\nat = [{at}]\n'
        for who, side, at in (("mira", "crew", "5, 9"), ("tor", "crew", "5, 5"), ("jarl", "others", "26, 7"))
    )
    table = server.room({"from": "text", "text": yard}, hand=False)
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    expect(screen.locator(".rings text").first).to_be_attached()
    clear_of_each_other(screen, ".rings text, .grid text")
    page = server.seat(table, table["gm"])
    page.get_by_test_id("token-jarl").locator(".disc").click(force=True)
    expect(page.locator(".way .long")).to_be_visible()
    clear_of_each_other(page, ".rings text, .grid text, .way .long")


def test_who_felled_somebody_does_not_look_fallen_on_the_card(server: Server, table: dict[str, str]) -> None:
    seat = Played(server, table, table["gm"])
    fell = effect("tor", "Tor", changes=[loss(5, 0)], status="down")
    seat.diff(log=[row(100)], acts=[told(100, "Jarl shoots Tor down.", weight="down", whom=["tor"], parts=[fell])])
    actor = seat.page.locator(".result.newest-card .face").first
    expect(actor.locator(".portrait")).to_have_css("filter", "none")
    expect(actor.locator(".lying")).to_have_css("display", "none")
