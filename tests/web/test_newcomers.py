"""What people stumbled over in their first minutes at the table, and no longer do."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.web.played import Played
from tests.web.table import DUEL, LAPTOP, PHONE, SCREEN, Server, log_says


def opened(server: Server, text: str = DUEL) -> dict[str, str]:
    """A room whose fight has not begun."""
    made = server.post("/rooms", {"from": "text", "text": text, "reproducible": True})
    return {"room": made["room"], "gm": made["token"]}


def shared(server: Server, table: dict[str, str]) -> str:
    made = server.post(f"/api/rooms/{table['room']}/room", {"do": "board", "on": True}, table["gm"])
    return str(made["code"])


def test_the_groups_link_makes_a_tv_of_the_big_screen_in_one_tap(server: Server) -> None:
    table = opened(server)
    code = shared(server, table)
    page = server.open(server.context(SCREEN), f"/join/{code}")
    expect(page.locator("main")).not_to_contain_text("works once")
    page.get_by_test_id("take-screen").click()
    expect(page.locator("body")).to_have_attribute("data-kind", "tv")
    expect(page.get_by_test_id("table-code")).to_have_text(code)
    expect(page.locator("#invitation .qr")).to_be_in_viewport()
    assert (server.faults, server.foreign) == ([], [])


def test_a_lost_seat_is_asked_for_and_given_back_with_one_tap(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", hand=False)
    gm = server.seat(table, table["gm"])
    phone = server.open(server.context(PHONE), f"/join/{shared(server, table)}")
    phone.get_by_test_id("your-name").fill("Ana's new phone")
    phone.get_by_test_id("lost-seat").locator("summary").tap()
    phone.get_by_test_id("lost-ana").tap()
    expect(phone.get_by_test_id("seat-asked")).to_contain_text("The GM is asked for the seat of Ana")
    expect(gm.get_by_test_id("wish")).to_contain_text("Ana's new phone asks for the seat of Ana")
    gm.get_by_test_id("wish-yes").click()
    expect(phone.get_by_test_id("you")).to_contain_text("plays Mira")
    assert server.faults == []


def test_while_the_table_connects_it_says_so_in_the_middle(server: Server) -> None:
    table = opened(server)
    context = server.context(PHONE)
    context.route_web_socket("**/ws/*", lambda _: None)  # a server that says nothing
    held = json.dumps({table["room"]: [{"token": table["gm"]}]})
    context.add_init_script(f"localStorage.setItem('starfray.seats', {held!r})")
    page = server.open(context, f"/r/{table['room']}")
    expect(page.get_by_test_id("moment")).to_be_in_viewport()
    expect(page.locator("#stage")).not_to_be_visible()
    seated = server.seat(table, table["gm"])
    expect(seated.get_by_test_id("moment")).not_to_be_visible()
    expect(seated.locator("#table")).to_be_visible()


def test_the_first_question_takes_the_place_of_the_invitation(server: Server) -> None:
    table = opened(server, DUEL.replace('"coriolis.initiative.weapon" = "never"\n', ""))
    page = server.seat(table, table["gm"], (1440, 900))
    expect(page.locator("#invitation")).to_be_visible()
    page.get_by_test_id("go").click()
    question = page.locator(".ask").first
    expect(question).to_be_visible()
    expect(page.locator("#invitation")).not_to_be_visible()
    expect(question.locator(".option, button.main").first).to_be_in_viewport()  # nobody else sits there: it is the GM's


def test_a_waiting_players_undo_asks_before_it_asks_the_gm(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    view = server.view(table, table["ben"])
    ben = Played(server, table, table["ben"], LAPTOP, history={**view["history"], "undo": True})
    ben.refuse("undo", "a die has fallen")
    page = ben.page
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("undo-dialog")).to_contain_text("A die has fallen. Only the GM can take it back now.")
    page.get_by_test_id("undo-leave").click()
    assert [each for each in ben.heard if each.get("request")] == []
    page.get_by_test_id("undo").click()
    page.get_by_test_id("undo-dialog").locator("input").fill("wrong target")
    page.get_by_test_id("undo-ask").click()
    expect(page.get_by_test_id("toast")).to_contain_text("The GM is asked")
    assert [each["why"] for each in ben.heard if each.get("request")] == ["wrong target"]


def test_a_tap_on_the_ground_says_why_nobody_goes_there(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")}, "ana", hand=False)
    view = server.view(table, table["ana"])
    ana = Played(server, table, table["ana"], PHONE, forms=view["forms"])
    why = {"rule": "a.b", "reason": "must attack with the knife or do nothing", "legal": ["melee attack"]}
    ana.answers["ground"] = {"text": "", "refused": why, "cost": "", "distance": "", "cover": "", "reacts": []}
    box = ana.page.get_by_test_id("map").bounding_box()
    assert box is not None
    ana.page.touchscreen.tap(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.5)
    expect(ana.page.get_by_test_id("offer-why")).to_have_text(
        "Must attack with the knife or do nothing. Possible: melee attack."
    )
    expect(ana.page.get_by_test_id("offer-why")).to_be_in_viewport()
    expect(ana.page.get_by_test_id("offer-move")).to_have_count(0)
    expect(ana.page.get_by_test_id("offer-commit")).to_be_disabled()


def test_a_tap_on_the_ground_out_of_turn_says_whose_turn_it_is(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")}, "ben", hand=False)
    page = server.seat(table, table["ben"], PHONE)
    box = page.get_by_test_id("map").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.5)
    expect(page.get_by_test_id("toast")).to_contain_text("Mira may act")


def test_what_could_only_hit_a_friend_is_folded_away(server: Server) -> None:
    near = DUEL.replace("at = [2, 4]", "at = [4, 8]\ninitiative = 9").replace("at = [5, 9]", "at = [25, 9]")
    table = server.room({"from": "text", "text": near}, "ana", hand=False)
    page = server.seat(table, table["ana"])
    expect(page.get_by_test_id("kind-shot")).to_be_visible()
    expect(page.get_by_test_id("kind-melee-attack")).not_to_be_visible()
    page.get_by_test_id("refused").locator("summary").click()
    expect(page.get_by_test_id("kind-melee-attack")).to_contain_text("only friends are in reach")
    expect(page.get_by_test_id("kind-melee-attack")).to_have_attribute("aria-disabled", "false")


def test_the_pencil_hurts_and_heals_first_of_all(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, hand=False)
    gm = server.seat(table, table["gm"])
    for amount, way, left in (("-3", "hand", "4"), ("+2", "hand", "6"), ("−1", "rules", "5")):
        gm.get_by_test_id("hand-jarl").click()
        expect(gm.get_by_test_id("harm-amount")).to_be_focused()
        gm.get_by_test_id("harm-amount").fill(amount)
        gm.get_by_test_id("harm-way").select_option(way)
        gm.get_by_test_id("harm-do").click()
        expect(gm.get_by_test_id("value-jarl-hp")).to_contain_text(left)
    expect(gm.get_by_test_id("result").filter(has_text="Jarl loses 3 HP, 4 left.")).to_have_count(1)
    assert server.faults == []


def test_tokens_that_would_cover_each_other_stand_apart(server: Server) -> None:
    text = DUEL.replace("map = [30, 14]", "map = [120, 60]").replace("at = [2, 4]", "at = [4.5, 9]")
    table = server.room({"from": "text", "text": text}, hand=False)
    page = server.seat(table, table["gm"], PHONE)
    page.get_by_test_id("nav-map").tap()
    boxes = [page.get_by_test_id(f"token-{who}").locator(".disc").bounding_box() for who in ("mira", "tor", "jarl")]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    assert len(middles) == 3
    for i, one in enumerate(middles):
        for other in middles[i + 1 :]:
            assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > 20  # each can be seen and tapped


def test_a_player_rolls_for_everybody_for_the_gm_or_blindly(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    ana, ben = server.seat(table, table["ana"], PHONE), server.seat(table, table["ben"])
    ana.get_by_test_id("extras").locator("summary").tap()
    ana.get_by_test_id("roll-note").fill("for luck")
    ana.get_by_test_id("roll-throw").tap()
    log_says(ben, "for luck")
    ana.get_by_test_id("roll-note").fill("a lie")
    ana.get_by_test_id("roll-to").select_option("gm")
    ana.get_by_test_id("roll-throw").tap()
    expect(ana.get_by_test_id("toast")).to_contain_text("Only you and the GM see it")
    ana.get_by_test_id("roll-to").select_option("blind")
    ana.get_by_test_id("roll-throw").tap()
    expect(ana.get_by_test_id("toast").last).to_contain_text("Only the GM sees what it came to")
    expect(ben.get_by_test_id("log")).not_to_contain_text("a lie")
    assert server.faults == []


def test_a_test_is_asked_for_and_thrown_by_a_pick_of_the_gm(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"], PHONE)
    ana.get_by_test_id("extras").locator("summary").tap()
    ana.get_by_test_id("test-why").fill("force the hatch")
    ana.get_by_test_id("test-ask").tap()
    expect(ana.get_by_test_id("my-wishes")).to_contain_text("force the hatch")
    wish = gm.get_by_test_id("wish")
    expect(wish).to_contain_text("Ana asks for a test: force the hatch")
    wish.get_by_test_id("wish-test").select_option(label="test")
    wish.get_by_test_id("wish-values").fill("4")
    wish.get_by_test_id("wish-yes").click()
    expect(wish).to_have_count(0)
    expect(ana.get_by_test_id("wish-answer")).to_have_text("The GM grants the test.")
    log_says(ana, "Mira")


def test_the_gm_sees_how_it_would_go_on_after_an_act(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")}, hand=False)
    gm = Played(server, table, table["gm"])
    gm.answers["outlook"] = {"fights": 240, "sides": [{"side": "crew", "p": 0.75, "low": 0.7, "high": 0.8}], "nobody": 0}
    gm.page.get_by_test_id("tap-jarl").click()
    gm.page.get_by_test_id("outlook-after").click()
    expect(gm.page.get_by_test_id("outlook-told")).to_have_text("After this: crew 75 % (240 fights played out).")
    asked = [each for each in gm.heard if each.get("what") == "outlook"]
    assert [(each["at"], each["action"].split()[1]) for each in asked] == [("now", "mira")]
    view = server.view(table, table["gm"])
    player = Played(server, table, table["gm"], you={**view["you"], "kind": "player"})
    player.page.get_by_test_id("tap-jarl").click()
    expect(player.page.get_by_test_id("offer")).to_be_visible()
    expect(player.page.get_by_test_id("outlook-after")).not_to_be_visible()


def test_a_question_on_a_phone_shows_the_whole_map_and_every_answer(server: Server) -> None:
    text = DUEL.replace('"coriolis.initiative.weapon" = "never"\n', "")
    table = opened(server, text)
    code = server.post(f"/api/rooms/{table['room']}/seat", {"do": "link", "seat": "ben"}, table["gm"])["code"]
    table["ben"] = server.post("/api/join", {"code": code, "name": "Ben"})["token"]
    server.post(f"/api/rooms/{table['room']}/go", {}, table["gm"])
    page = server.seat(table, table["ben"], PHONE)
    question = page.locator(".ask.mine").first
    expect(question).to_contain_text("binds you")
    expect(page.get_by_test_id("map")).to_be_in_viewport(ratio=1)
    expect(question.locator(".option").last).to_be_in_viewport(ratio=1)
