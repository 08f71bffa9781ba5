"""The first minute: a fight alone, a table with its code on the first screen, players who pick a character; the GM's hand."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.web.played import Played
from tests.web.table import DUEL, LAPTOP, PHONE, SCREEN, Server


def opened(server: Server) -> tuple[dict[str, str], Page]:
    """A room whose fight has not begun, at the GM's laptop."""
    made = server.post("/rooms", {"from": "text", "text": DUEL})
    table = {"room": made["room"], "gm": made["token"]}
    return table, server.seat(table, made["token"], LAPTOP)


def test_the_gm_is_eight_clicks_from_the_first_page_to_a_fight_with_two_players(server: Server) -> None:
    lobby = server.open(server.context(LAPTOP), "/")
    clicks = 0
    lobby.get_by_test_id("demo-dock-9").click()
    clicks += 1
    code = lobby.get_by_test_id("table-code").inner_text()
    for seat in ("ana", "ben"):
        phone = server.open(server.context(PHONE), f"/join/{code}")
        taps = 0
        phone.get_by_test_id(f"take-{seat}").tap()
        taps += 1
        expect(phone.get_by_test_id("you")).to_contain_text("plays")
        assert taps <= 3
    expect(lobby.get_by_test_id("who-plays").locator(".mark.good")).to_have_count(2)
    lobby.get_by_test_id("go").click()
    clicks += 1
    expect(lobby.locator("#invitation")).to_be_hidden()
    assert clicks <= 8
    assert (server.faults, server.foreign) == ([], [])


def test_the_code_survives_a_reload_and_the_screen_says_where_to_join(server: Server) -> None:
    table, gm = opened(server)
    code = gm.get_by_test_id("table-code").inner_text()
    expect(gm.locator("#invitation .qr")).to_be_visible()
    gm.reload()
    expect(gm.get_by_test_id("table-code")).to_have_text(code)
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    expect(screen.locator("#invitation")).to_contain_text("Mira")
    expect(screen.locator("#invitation")).to_contain_text("127.0.0.1")


def test_alone_the_others_play_themselves_and_every_choice_has_a_suggestion(server: Server) -> None:
    page = server.open(server.context(LAPTOP), "/")
    page.get_by_test_id("alone").click()
    expect(page.get_by_test_id("side-syndicate").locator("[aria-pressed=true]")).to_have_text("Auto")
    expect(page.get_by_test_id("side-crew").locator("[aria-pressed=true]")).to_have_text("Suggest")
    expect(page.locator(".suggestion:visible, .ask.mine:visible").first).to_be_visible(timeout=40_000)  # whoever is up first


def test_demos_say_what_they_are_about_and_for_how_many(server: Server) -> None:
    page = server.open(server.context(LAPTOP), "/")
    card = page.get_by_test_id("demo-dock-9")
    expect(card).to_contain_text("The crew of a freighter")
    expect(card).to_contain_text("2 players")
    expect(card).to_contain_text("min")
    page.get_by_test_id("filters").get_by_role("button", name="1 player").click()
    expect(card).to_have_count(0)
    expect(page.get_by_test_id("demo-boarding-duel")).to_be_visible()


def test_one_switch_sets_a_whole_side(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    gm.get_by_test_id("side-crew").get_by_text("Suggest").click()
    expect(gm.get_by_test_id("side-crew").locator("[aria-pressed=true]")).to_have_text("Suggest")
    for who in ("mira", "tor"):
        assert server.view(table, table["gm"])["cards"][who]["dial"]["act"] == "suggest"
    assert server.view(table, table["gm"])["cards"]["jarl"]["dial"].get("act", "ask") == "ask"


def test_a_wish_to_undo_comes_to_wherever_the_gm_is(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    view = server.view(table, table["gm"])
    gm = Played(server, table, table["gm"], gm={**view["gm"], "requests": [{"seat": "ana", "name": "Ana", "why": ""}]})
    for tab in ("log", "history", "seats"):
        gm.page.get_by_test_id(f"tab-{tab}").click()
        expect(gm.page.get_by_test_id("wish")).to_contain_text("Ana asks to take the last act back")
        expect(gm.page.get_by_test_id("wish-yes")).to_be_in_viewport()
    gm.page.get_by_test_id("wish-no").click()
    gm.page.wait_for_timeout(0)
    assert json.dumps(gm.heard[-1]).count('"refuse": true') == 1
