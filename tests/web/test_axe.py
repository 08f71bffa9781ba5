"""The pages in every state, looked at by axe: no finding of any weight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tools.pages import TOOLS

from tests.web.table import DUEL, LAPTOP, PHONE, SCREEN, Server, map_tap

AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"
FINDINGS = """
axe.run(document, {resultTypes: ['violations']})
  .then(found => found.violations.map(each => [each.id, each.nodes.map(node => node.html)]))
"""
FIRST = DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")
ACROSS = (844, 390)


def checked(page: Page, where: str) -> None:
    if not AXE.exists():
        pytest.fail("axe is not there; python -m tools.pages check brings it", pytrace=False)
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    assert page.evaluate(FINDINGS) == [], where


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_lobby_invitation_and_the_way_in(server: Server, *, dark: bool) -> None:
    lobby = server.open(server.context(LAPTOP, dark=dark), "/")
    expect(lobby.get_by_test_id("demo-dock-9")).to_be_visible()
    checked(lobby, "lobby")
    made = server.post("/rooms", {"from": "text", "text": DUEL})  # nobody has begun
    gm = server.seat({"room": made["room"]}, made["token"], LAPTOP, dark=dark)
    expect(gm.get_by_test_id("table-code")).to_be_visible()
    checked(gm, "invitation")
    code = gm.get_by_test_id("table-code").inner_text()
    joining = server.open(server.context(PHONE, dark=dark), f"/join/{code}")
    expect(joining.get_by_test_id("take-ana")).to_be_visible()
    checked(joining, "join")


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_a_campaign_with_a_sheet_and_an_encounter(server: Server, *, dark: bool) -> None:
    page = server.open(server.context(LAPTOP, dark=dark), "/campaign")
    checked(page, "before a campaign is open")
    page.get_by_test_id("campaign-name").fill("Long haul")
    page.get_by_test_id("campaign-make").click()
    page.get_by_test_id("new-character").click()
    expect(page.get_by_test_id("sheet-card").locator("b").first).to_be_visible()
    page.get_by_test_id("entry-past").click()
    checked(page, "a character")
    page.get_by_test_id("entry-use").click()
    expect(page.get_by_test_id("fighter")).to_have_count(2)
    page.get_by_test_id("build-door").click()
    page.get_by_test_id("fairness-ask").click()
    expect(page.get_by_test_id("fairness").locator("li")).to_have_count(2)
    checked(page, "an encounter")


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("demo", ["carrows-moon", "skyway", "two-wasps", "swords-on-the-count"])
def test_pictures_without_a_map(server: Server, demo: str, *, dark: bool) -> None:
    table = server.room({"from": "demo", "demo": demo}, hand=False)
    for size in (LAPTOP, PHONE):
        page = server.seat(table, table["gm"], size, dark=dark)
        expect(page.get_by_test_id("diagram")).to_be_visible()
        checked(page, f"{demo} {size}")


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_the_table_on_every_device(server: Server, *, dark: bool) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    phone = server.seat(table, table["ana"], PHONE, dark=dark)
    map_tap(phone, "jarl")
    expect(phone.get_by_test_id("offer")).to_contain_text("Jarl")
    checked(phone, "offer")
    phone.get_by_test_id("offer-options").click()
    expect(phone.get_by_test_id("commit")).to_be_visible()
    checked(phone, "form")
    for tab in ("map", "table", "log", "more"):
        phone.get_by_test_id(f"nav-{tab}").tap()
        checked(phone, tab)
    checked(server.seat(table, table["ana"], ACROSS, dark=dark), "across")
    checked(server.seat(table, server.watcher(table, "tv"), SCREEN, dark=dark), "screen")
    gm = server.seat(table, table["gm"], LAPTOP, dark=dark)
    for tab in ("log", "gm", "history", "seats"):
        gm.get_by_test_id(f"tab-{tab}").click()
        checked(gm, tab)
