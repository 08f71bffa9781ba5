"""Everything by keyboard, from initiative to a shot and its undo; and what a screen reader is told."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.table import DUEL, Server, chosen, log_says, roll


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
    expect(ana.locator("button.kind").first).to_be_focused()
    while not ana.get_by_test_id("kind-shot").evaluate("node => node === document.activeElement"):
        pressed(ana, "Tab")
    pressed(ana, "Enter")
    expect(chosen(ana, "target")).to_be_focused()
    expect(chosen(ana, "target")).to_have_attribute("data-key", "jarl")
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
