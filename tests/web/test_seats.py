"""Coming in: the lobby, links, a phone, a spectator, the shared screen, sealed questions."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.table import DUEL, PHONE, SCREEN, Server, choose, fill, log_says, roll, unfold


def test_from_the_lobby_to_a_table_and_a_player_by_link(server: Server) -> None:
    lobby = server.open(server.context(), "/")
    lobby.get_by_test_id("demo-dock-9").click()
    expect(lobby.get_by_test_id("you")).to_have_text("GM")
    lobby.get_by_test_id("go").click()
    expect(lobby.get_by_test_id("agenda").locator(".moment.now")).to_have_count(1)
    assert "token" not in lobby.url
    lobby.get_by_test_id("tab-seats").click()
    unfold(lobby, "seat")
    lobby.get_by_test_id("seat-name").fill("Cleo <b>")
    lobby.get_by_test_id("seat-plays").select_option("sefa")
    lobby.get_by_test_id("seat-new").click()
    link = lobby.get_by_test_id("join-link").get_attribute("href") or ""
    expect(lobby.get_by_test_id("invite").locator("img.qr")).to_be_visible()

    cleo = server.open(server.context(PHONE), re.sub(r"^https?://[^/]+", "", link))
    cleo.get_by_test_id("your-name").fill("Cleo <b>")
    cleo.get_by_test_id("sit").click()
    expect(cleo.get_by_test_id("you")).to_contain_text("Cleo <b> · plays Sefa")
    assert "/join/" not in cleo.url
    expect(lobby.get_by_test_id("seats").locator("li", has_text="Cleo <b>")).to_contain_text("here")

    again = server.open(server.context(), re.sub(r"^https?://[^/]+", "", link))
    again.get_by_test_id("sit").click()
    expect(again.locator(".fault")).to_contain_text("no seat is open")
    server.faults = [fault for fault in server.faults if "status of 40" not in fault]
    back = server.open(lobby.context, "/")
    expect(back.get_by_test_id("rooms").locator("a")).to_have_text("Dock 9")
    assert (server.faults, server.foreign) == ([], [])


def test_a_fight_from_pasted_text_and_the_fault_of_a_wrong_one(server: Server) -> None:
    page = server.open(server.context(), "/")
    page.get_by_test_id("way-text").click()
    page.get_by_test_id("fight-text").fill(DUEL.replace("convoy-gunner", "convoy-goner", 1))
    page.get_by_test_id("text-send").click()
    expect(page.locator("#way-text .fault")).to_contain_text("convoy-gunner")
    page.get_by_test_id("fight-text").fill(DUEL)
    page.get_by_test_id("text-send").click()
    expect(page.get_by_test_id("card-mira")).to_be_visible()


def test_a_fight_put_together_with_the_builder(server: Server) -> None:
    page = server.open(server.context(), "/")
    expect(page.get_by_test_id("build-archetype")).to_have_count(2)
    page.get_by_test_id("build-title").fill("Hold 3")
    page.get_by_test_id("build-name").first.fill("Vera")
    for place in ("6,4", "9,2"):
        page.get_by_test_id("build-cover").click()
        page.get_by_test_id("cover-at").last.fill(place)
    page.get_by_test_id("build-archetype").last.select_option("station-guard")
    page.get_by_test_id("build-count").last.fill("3")
    page.get_by_test_id("build-seat").first.fill("")  # nobody is invited: the map shows at once
    page.get_by_test_id("build-send").click()
    expect(page.get_by_test_id("card-vera")).to_be_visible()
    expect(page.get_by_test_id("cards").locator(".card")).to_have_count(4)
    expect(page.locator("#title")).to_have_text("Hold 3")
    expect(page.locator(".cover")).to_have_count(2)


def test_the_builder_asks_for_places_where_a_book_has_them_and_in_its_unit(server: Server) -> None:
    page = server.open(server.context(), "/")
    book, where = page.get_by_test_id("build-book"), page.get_by_test_id("build-where")
    at = page.get_by_test_id("build-at").first
    expect(where).to_contain_text("Map in metres")
    book.select_option("gurps")
    expect(where).to_contain_text("Map in yards")
    expect(at).to_be_visible()
    book.select_option("icar")
    expect(where).to_be_visible()
    page.get_by_test_id("build-kind").select_option("space")
    expect(where).to_be_hidden()
    book.select_option("socs")
    expect(where).to_be_hidden()
    expect(at).to_be_hidden()
    page.get_by_test_id("build-send").click()
    expect(page.locator(".mapless").first).to_be_attached()
    assert server.faults == []


def test_a_phone_plays_with_its_bottom_tabs_and_nothing_sticks_out(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    ana, gm, ben = server.seat(table, table["ana"], PHONE), server.seat(table, table["gm"]), server.seat(table, table["ben"])
    roll(ana, 6)
    roll(ben, 3)
    roll(gm, 2)
    ana.get_by_test_id("kind-shot").tap()
    fill(ana, "target", "jarl")
    ana.get_by_test_id("commit").tap()
    roll(ana, 1, 1, 1, 1, 1, 1, 1, 2)
    for tab in ("table", "map", "log", "more", "act"):
        ana.get_by_test_id(f"nav-{tab}").tap()
        assert ana.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
    ana.get_by_test_id("nav-log").tap()
    log_says(ana, "1 1 1 1 1 1 1 2")
    expect(ana.get_by_test_id("log")).to_be_visible()
    expect(ana.get_by_test_id("cards")).to_be_hidden()
    heights = ana.evaluate("[...document.querySelectorAll('#tabs button')].map(tab => tab.getBoundingClientRect().height)")
    assert min(heights) >= 44


def test_a_spectator_and_the_shared_screen_watch_without_controls(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    guest = server.seat(table, server.watcher(table, "spectator"))
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    ana, ben, gm = (server.seat(table, table[seat]) for seat in ("ana", "ben", "gm"))
    roll(ana, 6)
    roll(ben, 3)
    roll(gm, 2)
    for page in (guest, screen):
        log_says(page, "Mira")
        expect(page.locator(".kind:visible, .ask:visible, .die:visible")).to_have_count(0)
    expect(screen.locator("button:visible:enabled:not(#sound)")).to_have_count(1)  # light or dark
    expect(screen.get_by_test_id("agenda").locator(".moment.now")).to_contain_text("Mira")


def test_sealed_choices_say_so_and_show_nothing_until_all_are_in(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "carrows-moon"}, "ana", "ben", hand=False)
    seats = {seat: server.seat(table, table[seat]) for seat in ("gm", "ana", "ben")}
    for page in seats.values():
        expect(page.locator(".ask.mine").first).to_contain_text("sealed")
    choose(seats["ana"], "socs.fire.roll", "hold")
    expect(seats["ana"].locator(".ask")).to_have_count(0)
    expect(seats["gm"].locator(".ask:not(.mine)")).to_have_count(1)
    for page in seats.values():
        expect(page.get_by_test_id("log")).not_to_contain_text("Red One")
    choose(seats["ben"], "socs.fire.roll", "hold")
    expect(seats["gm"].locator(".ask.mine")).to_have_count(1)
    choose(seats["gm"], "socs.fire.roll", "hold")
    for page in seats.values():
        log_says(page, "Red One")


def test_what_goes_under_seal_is_laid_down_and_can_be_changed_until_it_is_sealed(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "carrows-moon"}, "ana", "ben", hand=False)
    ana, ben = server.seat(table, table["ana"], PHONE), server.seat(table, table["ben"])
    seal, options = ana.get_by_test_id("seal"), ana.locator(".ask.mine .option")
    expect(seal).to_be_disabled()
    options.first.tap()
    expect(seal).to_contain_text("Seal: pulse cannon")
    options.last.tap()
    expect(seal).to_contain_text("Seal: hold fire")
    expect(options.last).to_have_attribute("aria-pressed", "true")
    expect(ben.get_by_test_id("seal-red")).to_contain_text("choosing")
    seal.tap()
    expect(ana.locator(".ask.mine")).to_have_count(0)
    expect(ben.get_by_test_id("seal-red")).to_contain_text("sealed")
    ben.keyboard.press("2")  # and the same key again: it is sealed
    expect(ben.get_by_test_id("seal")).to_be_enabled()
    ben.keyboard.press("2")
    expect(ben.locator(".ask.mine")).to_have_count(0)
    assert server.faults == []
