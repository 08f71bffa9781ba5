"""The map: ways by arrows, by drag and by tap and tap; bands and distances in words; near and far; the GM's hand."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.table import DUEL, PHONE, Server, log_says, map_tap

FIRST = DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")
SCENE = FIRST.replace(
    "[[combatant]]",
    """[[zone]]
name = "smoke"
at = [14, 8]
radius = 3
[[cover]]
name = "crate"
at = [3, 4]
[[combatant]]""",
    1,
)


def pressed(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, node: Locator, right: float, down: float) -> None:
    x, y = middle(node)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


def test_a_way_on_the_map_by_arrows_with_its_length_told(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    gm.get_by_test_id("kind-move").click()
    field = gm.get_by_test_id("field-path")
    expect(field).to_be_focused()
    gm.get_by_test_id("map").focus()
    pressed(gm, "ArrowRight", "ArrowRight", "ArrowUp", "Enter")
    expect(field).not_to_have_value("")
    expect(gm.locator(".field.path .hint").last).to_contain_text("2.2 m")
    pressed(gm, "Backspace")
    expect(field).to_have_value("")
    pressed(gm, *["ArrowRight"] * 3, "Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    expect(gm.locator(".field.path .hint").last).to_contain_text("too far")
    expect(gm.get_by_test_id("commit")).to_be_disabled()


def test_north_is_up_and_east_is_right(server: Server) -> None:
    """The rules count y to the north: who stands at [5, 9] is seen above and right of whoever stands at [2, 4]."""
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    expect(gm.get_by_test_id("token-jarl")).to_be_visible()
    jarl, mira = (middle(gm.get_by_test_id(f"token-{who}").locator(".disc")) for who in ("jarl", "mira"))
    assert (jarl[0] > mira[0], jarl[1] < mira[1]) == (True, True)  # a page counts downward
    gm.get_by_test_id("kind-move").click()
    gm.get_by_test_id("map").focus()
    pressed(gm, "ArrowUp", "Enter")
    expect(gm.get_by_test_id("field-path")).to_have_value("2,5")


def test_a_token_is_dragged_to_fill_the_way(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    up = gm.locator(".token.up").first
    expect(up).to_be_visible()
    drag(gm, up.locator(".disc"), 30, -30)
    expect(gm.get_by_test_id("kind-move")).to_have_attribute("aria-pressed", "true")
    expect(gm.get_by_test_id("field-path")).not_to_have_value("")


def test_a_tap_on_a_place_shows_the_way_and_a_second_goes_there_on_a_phone(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    ana = server.seat(table, table["ana"], PHONE)
    map_tap(ana, "mira")
    expect(ana.get_by_test_id("map-told")).to_contain_text("Mira: tap where to go, within 10 m")
    expect(ana.locator(".way .reach")).to_be_attached()
    x, y = middle(ana.get_by_test_id("token-mira").locator(".disc"))
    ana.touchscreen.tap(x + 40, y + 12)
    expect(ana.get_by_test_id("offer")).to_contain_text("1 AP")
    expect(ana.get_by_test_id("offer-move")).to_have_attribute("aria-pressed", "true")
    expect(ana.locator(".way .walk")).to_be_attached()
    before = ana.get_by_test_id("token-mira").get_attribute("transform")
    ana.get_by_test_id("offer-commit").tap()
    expect(ana.get_by_test_id("token-mira")).not_to_have_attribute("transform", before or "")


def test_bands_zones_cover_and_distances_are_drawn_and_said(server: Server) -> None:
    table = server.room({"from": "text", "text": SCENE}, "ana", "ben", hand=False)
    ben = server.seat(table, table["ben"])
    expect(ben.locator(".zones")).to_contain_text("smoke")
    expect(ben.locator(".covers")).to_contain_text("crate")
    expect(ben.locator(".rings")).to_contain_text("close 2 m")
    expect(ben.locator(".rings")).to_contain_text("short 20 m")
    expect(ben.get_by_test_id("distances")).to_contain_text("From Mira: Tor 5.4 m (short), Jarl 5.8 m (short).")
    ben.get_by_test_id("token-tor").focus()
    ben.keyboard.press("Enter")
    expect(ben.get_by_test_id("distances")).to_contain_text("From Tor: Jarl 1 m (close)")


def test_the_map_comes_nearer_is_dragged_and_shown_whole_again(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    ben = server.seat(table, table["ben"])
    box = "node => node.getAttribute('viewBox').split(' ').map(Number)"
    whole = ben.get_by_test_id("map").evaluate(box)
    ben.get_by_test_id("zoom-in").click()
    ben.get_by_test_id("zoom-in").click()
    near = ben.get_by_test_id("map").evaluate(box)
    assert near[2] < whole[2] / 2
    x, y = middle(ben.get_by_test_id("map"))
    ben.mouse.move(x, y)
    ben.mouse.down()
    ben.mouse.move(x - 60, y, steps=4)
    ben.mouse.up()
    panned = ben.get_by_test_id("map").evaluate(box)
    assert panned[0] > near[0]
    ben.keyboard.press("m")
    ben.keyboard.press("0")
    assert ben.get_by_test_id("map").evaluate(box) == whole
    ben.keyboard.press("+")
    assert ben.get_by_test_id("map").evaluate(box)[2] < whole[2]


def test_the_gm_places_anybody_by_hand(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"])
    expect(ana.get_by_test_id("map-hand")).to_be_hidden()
    gm.get_by_test_id("map-hand").check()
    drag(gm, gm.get_by_test_id("token-jarl").locator(".disc"), 90, -60)
    log_says(gm, re.compile("stands at"))
    expect(ana.get_by_test_id("token-jarl")).not_to_have_attribute("transform", "translate(5 -9)")


def test_everything_is_playable_without_a_map(server: Server) -> None:
    text = re.sub(r"(?m)^(at|map) = .*$", "", FIRST)
    table = server.room({"from": "text", "text": text}, "ana", "ben", hand=False)
    ana, gm = server.seat(table, table["ana"]), server.seat(table, table["gm"])
    expect(ana.get_by_test_id("map")).to_be_hidden()
    gm.get_by_test_id("hand-mira").click()
    gm.get_by_test_id("editor").get_by_role("button", name="Distance").click()
    gm.get_by_test_id("editor").locator("select[name=other]").select_option("jarl")
    gm.get_by_test_id("editor").locator("input[name=metres]").fill("12")
    gm.get_by_test_id("editor-save").click()
    expect(ana.get_by_test_id("distances")).to_contain_text("Jarl 12 m")
    ana.get_by_test_id("tap-jarl").click()
    row = ana.get_by_test_id("offer-shot")
    if row.get_attribute("aria-pressed") != "true":  # a tap on what is chosen already does it
        row.click()
    ana.get_by_test_id("offer-commit").click()
    log_says(ana, re.compile("Mira (shoots|fires)|shot"))
