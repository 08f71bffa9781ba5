"""What a whole table goes through, on phone, laptop and TV: in by one tap, nobody misses who was hurt, the TV can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.played import Played, effect, loss, told
from tests.web.table import DUEL, LAPTOP, PHONE, SCREEN, Server, told_here

SIZES = {"phone": PHONE, "laptop": LAPTOP, "tv": SCREEN}
MOST_TAPS = 3
READABLE = 19.9  # pixels, as sums of fractions come out
GRAVE = ("wound", "down", "death")
#: every headline that was ever shown as a card
WATCH = """() => {
  window.cards = new Set();
  const look = () => document.querySelectorAll("#stage .headline").forEach((node) => window.cards.add(node.textContent));
  new MutationObserver(look).observe(document.querySelector("#stage"), { childList: true, subtree: true });
  look();
}"""
#: the smallest letters in sight, with what they say
SMALLEST = """() => {
  let found = [1000, ""];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].filter((each) => each.nodeType === 3 && /\\p{L}|\\d/u.test(each.textContent));
    if (!own.length || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = node.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.right < 0 || box.bottom < 0) continue;
    if (box.top > innerHeight || box.left > innerWidth) continue;
    const drawn = node instanceof SVGElement ? Math.abs(node.getScreenCTM()?.a ?? 1) : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * drawn;
    if (size < found[0]) found = [size, node.textContent];
  }
  return found;
}"""


@pytest.mark.parametrize("device", SIZES)
def test_from_the_link_to_the_table_in_at_most_three_taps(server: Server, device: str) -> None:
    made = server.post("/rooms", {"from": "text", "text": DUEL})
    code = server.post(f"/api/rooms/{made['room']}/room", {"do": "board", "on": True}, made["token"])["code"]
    page = server.open(server.context(SIZES[device]), f"/join/{code}")
    taps = 0
    page.get_by_test_id("your-name").fill("Ana")
    taps += 1
    page.get_by_test_id("take-screen" if device == "tv" else "take-ana").click()
    taps += 1
    expect(page.locator("body")).to_have_attribute("data-kind", "tv" if device == "tv" else "player")
    assert taps <= MOST_TAPS
    assert (server.faults, server.foreign) == ([], [])


def test_a_browser_remembers_what_its_owner_is_called(server: Server) -> None:
    made = server.post("/rooms", {"from": "text", "text": DUEL})
    code = server.post(f"/api/rooms/{made['room']}/room", {"do": "board", "on": True}, made["token"])["code"]
    context = server.context(PHONE)
    page = server.open(context, f"/join/{code}")
    page.get_by_test_id("your-name").fill("Ana")
    page.get_by_test_id("take-ana").click()
    expect(page.locator("body")).to_have_attribute("data-kind", "player")
    again = server.open(context, f"/join/{code}")
    expect(again.get_by_test_id("your-name")).to_have_value("Ana")


def shown(page: Page) -> set[str]:
    return set(page.evaluate("[...window.cards]"))


@pytest.mark.parametrize("device", SIZES)
def test_nobody_misses_who_was_hurt_however_much_happens_at_once(server: Server, device: str) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    token = {"phone": table["ana"], "laptop": table["gm"]}.get(device) or server.watcher(table, "tv")
    view = server.view(table, token)
    seat = Played(server, table, token, SIZES[device], log=[], acts=[], room={**view["room"], "pace": "quick"})
    seat.page.evaluate(WATCH)
    acts = [
        told(
            n,
            f"Act {n}.",
            weight=GRAVE[n % 3] if n % 3 == 0 or n > 20 else "act",
            parts=[effect("tor", "Tor", changes=[loss(6, 4)])],
        )
        for n in range(1, 29)  # a view keeps thirty
    ]
    seat.diff(acts=acts)
    grave = {each["headline"] for each in acts if each["weight"] in GRAVE}
    expect(seat.page.locator("#stage .headline").first).to_have_text("Act 28.", timeout=60_000)
    assert grave <= shown(seat.page)
    assert server.faults == []


def test_a_fight_that_plays_itself_is_told_to_every_seat(server: Server) -> None:
    close = DUEL.replace("at = [2, 4]", "at = [6, 9]").replace('"coriolis.initiative.weapon" = "never"\n', "")
    made = server.post("/rooms", {"from": "text", "text": close, "reproducible": True})
    table = {"room": made["room"], "gm": made["token"]}
    code = server.post(f"/api/rooms/{made['room']}/seat", {"do": "link", "seat": "ana"}, made["token"])["code"]
    table["ana"] = server.post("/api/join", {"code": code, "name": "Ana"})["token"]
    table["tv"] = server.watcher(table, "tv")
    for side in ("crew", "syndicate"):
        server.post(f"/api/rooms/{made['room']}/dial", {"side": side, "value": "auto"}, made["token"])
    server.post(f"/api/rooms/{made['room']}/room", {"do": "pace", "pace": "quick"}, made["token"])
    seats = {"gm": LAPTOP, "ana": PHONE, "tv": SCREEN}
    pages = {seat: server.seat(table, table[seat], size) for seat, size in seats.items()}
    for page in pages.values():
        page.evaluate(WATCH)
    pages["gm"].get_by_test_id("go").click()
    for seat, page in pages.items():
        for _ in range(150):  # what happened to oneself is read and put away
            if page.get_by_test_id("got-it").is_visible():
                page.get_by_test_id("got-it").click()
            view = server.view(table, table[seat])
            newest = [told_here(view, each) for each in view["acts"] if each["weight"] != "quiet"][-1:]
            if view["room"]["outcome"] and set(newest) <= shown(page):
                break
            page.wait_for_timeout(300)
        view = server.view(table, table[seat])
        grave = {told_here(view, each) for each in view["acts"] if each["weight"] in GRAVE}
        assert grave, "somebody is hurt in a fight"
        assert grave <= shown(page), seat
        if seat == "ana":
            page.get_by_test_id("nav-log").tap()
        expect(page.get_by_test_id("deed").last).to_be_in_viewport()
    size, words = pages["tv"].evaluate(SMALLEST)
    assert size > READABLE, words
    assert (server.faults, server.foreign) == ([], [])


@pytest.mark.parametrize("demo", ["dock-9", "carrows-moon", "skyway", "two-wasps", "swords-on-the-count"])
def test_the_tv_can_be_read_across_the_room(server: Server, demo: str) -> None:
    table = server.post("/rooms", {"from": "demo", "demo": demo, "reproducible": True})
    token = server.watcher({"room": table["room"], "gm": table["token"]}, "tv")
    page = server.seat({"room": table["room"]}, token, SCREEN)
    expect(page.locator("#invitation")).to_be_visible()
    size, words = page.evaluate(SMALLEST)
    assert size > READABLE, (demo, "invitation", words)
    server.post(f"/api/rooms/{table['room']}/go", {}, table["token"])
    expect(page.locator("#invitation")).to_be_hidden()
    expect(page.get_by_test_id("log")).to_contain_text(re.compile(r"\w"))
    size, words = page.evaluate(SMALLEST)
    assert size > READABLE, (demo, "fight", words)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
