"""The sheet on the phone during a fight: opened, rolled from with the GM's leave, written on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.table import DUEL, LAPTOP, PHONE, Server


def test_a_tap_on_a_skill_asks_the_gm_for_the_test_and_the_dice_fall(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", hand=False)
    phone = server.seat(table, table["ana"], PHONE)
    phone.get_by_test_id("my-sheet").click()
    sheet = phone.get_by_test_id("own-sheet")
    expect(sheet.get_by_role("heading", name="Mira")).to_be_visible()
    expect(phone.get_by_test_id("own-test-Ranged Combat")).to_contain_text("%")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_test_id("own-test-Ranged Combat").click()
    phone.get_by_test_id("own-roll").click()
    expect(sheet).to_be_hidden()
    gm = server.seat(table, table["gm"], LAPTOP)
    expect(gm.get_by_test_id("wish")).to_contain_text("Ranged Combat")
    expect(gm.get_by_test_id("wish-values")).to_have_value("attribute=4 skill=3")
    gm.get_by_test_id("wish-yes").click()
    expect(gm.get_by_test_id("wish")).to_have_count(0)
    log = [row["text"] for row in server.view(table, table["ana"])["log"]]
    assert any("Mira" in row for row in log)
    assert (server.faults, server.foreign) == ([], [])


def test_figures_gear_notes_and_counters_stand_on_the_sheet_and_survive_a_reload(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", hand=False)
    phone = server.seat(table, table["ana"], PHONE)
    phone.get_by_test_id("my-sheet").click()
    phone.get_by_test_id("own-figures").click()
    line = phone.get_by_test_id("own-figure-list").locator("li").first
    line.locator("summary").click()
    expect(line.locator(".rule")).to_be_visible()
    phone.get_by_test_id("own-gear").click()
    expect(phone.get_by_test_id("own-gear-list").locator("li").first).to_contain_text("damage")
    phone.get_by_test_id("own-notes").click()
    phone.get_by_test_id("own-note").fill("The crate is empty.")
    phone.get_by_test_id("own-counter-name").fill("favours")
    phone.get_by_test_id("own-counter-add").click()
    favours = phone.get_by_test_id("own-counter-favours")
    favours.get_by_role("button", name="One favours more").click()
    expect(favours.locator("b")).to_have_text("1")
    phone.get_by_test_id("own-close").click()
    phone.reload()
    phone.get_by_test_id("my-sheet").click()
    phone.get_by_test_id("own-notes").click()
    expect(phone.get_by_test_id("own-note")).to_have_value("The crate is empty.")
    expect(phone.get_by_test_id("own-counter-favours").locator("b")).to_have_text("1")
    assert (server.faults, server.foreign) == ([], [])


def test_the_gm_rolls_for_a_foe_from_its_sheet(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, hand=False)
    gm = server.seat(table, table["gm"], LAPTOP)
    gm.get_by_test_id("sheet-jarl").click()
    gm.get_by_test_id("own-test-Force").click()
    gm.get_by_test_id("own-more").fill("modifier=1")
    gm.get_by_test_id("own-roll").click()
    expect(gm.get_by_test_id("own-sheet")).to_be_hidden()
    log = [row["text"] for row in server.view(table, table["gm"])["log"]]
    assert any("modifier=1" in row for row in log)
    assert (server.faults, server.foreign) == ([], [])
