"""Everything by keyboard, from initiative to a shot and its undo; and what a screen reader is told."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.table import DUEL, Server, log_says, roll


def pressed(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_a_turn_without_touching_the_mouse(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    gm, ben, ana = (server.seat(table, table[seat]) for seat in ("gm", "ben", "ana"))
    expect(ana.get_by_test_id("die-1")).to_be_focused()
    pressed(ana, "6", "Enter")
    roll(ben, 4)
    roll(gm, 2)
    expect(ana.get_by_test_id("turn")).to_contain_text("Your turn")
    pressed(ana, "a")
    expect(ana.get_by_test_id("kind-shot")).to_be_focused()
    pressed(ana, "Enter")
    expect(ana.get_by_test_id("field-target")).to_be_focused()
    expect(ana.get_by_test_id("field-target")).to_have_value("jarl")
    pressed(ana, "Tab", "Tab", "Tab")
    while not ana.get_by_test_id("commit").evaluate("node => node === document.activeElement"):
        pressed(ana, "Tab")
    pressed(ana, "Enter")
    expect(ana.get_by_test_id("die-1")).to_be_focused()
    pressed(ana, *"61111111", "Enter")
    log_says(ana, "6 1 1 1 1 1 1 1")
    gm.locator("body").press("Control+z")
    expect(gm.get_by_test_id("redo")).to_be_enabled()
    gm.locator("body").press("Control+y")
    log_says(gm, "6 1 1 1 1 1 1 1")


def test_the_list_of_keys_opens_with_a_question_mark_and_closes_with_escape(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    gm.keyboard.press("?")
    expect(gm.get_by_test_id("help")).to_contain_text("Ctrl+Z")
    gm.keyboard.press("Escape")
    expect(gm.get_by_test_id("help")).to_be_hidden()
    for key, place in (("l", "log"), ("m", "map")):
        gm.keyboard.press(key)
        expect(gm.get_by_test_id(place)).to_be_focused()


def test_a_way_on_the_map_by_arrows_with_its_length_told(server: Server) -> None:
    text = DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")
    table = server.room({"from": "text", "text": text}, "ana", "ben", hand=False)
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


def test_a_token_is_dragged_to_fill_the_way(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    up = gm.locator(".token.up").first
    expect(up).to_be_visible()
    box = up.locator(".disc").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    gm.mouse.move(x, y)
    gm.mouse.down()
    gm.mouse.move(x + 30, y - 30, steps=4)
    gm.mouse.up()
    expect(gm.get_by_test_id("kind-move")).to_have_attribute("aria-pressed", "true")
    expect(gm.get_by_test_id("field-path")).not_to_have_value("")


def test_the_log_is_announced_and_every_control_has_a_name(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    gm = server.seat(table, table["gm"])
    expect(gm.get_by_role("log")).to_have_count(1)
    expect(gm.locator("[aria-live]").first).to_be_attached()
    for tab in ("log", "gm", "history", "seats"):
        gm.get_by_test_id(f"tab-{tab}").click()
        nameless = gm.evaluate(NAMELESS)
        assert nameless == [], (tab, nameless)


NAMELESS = """() => [...document.querySelectorAll('button, input, select, textarea, a[href]')]
  .filter(node => node.offsetParent)
  .filter(node => !(node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.length || node.title))
  .map(node => node.outerHTML.slice(0, 120))"""
