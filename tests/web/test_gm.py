"""The GM's hand: figures and conditions by picking, people and things that join, rulings, tests, the end of a fight."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.web.table import DUEL, Server, act, gm_says, log_says, roll, unfold, value


def table_of(server: Server, *, hand: bool = False) -> tuple[Page, dict[str, str]]:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=hand)
    return server.seat(table, table["gm"]), table


def test_conditions_and_figures_are_picked_not_typed(server: Server) -> None:
    gm, _ = table_of(server)
    gm.get_by_test_id("hand-mira").click()
    editor = gm.get_by_test_id("editor")
    editor.get_by_label("Why").fill("the floor gives way")
    editor.get_by_test_id("condition-prone").check()
    log_says(gm, "Mira: prone is now yes (the floor gives way)")
    editor.get_by_test_id("figure").select_option("hp")
    expect(editor.get_by_test_id("figure-value")).to_have_value("8")
    editor.get_by_test_id("figure-value").fill("2")
    editor.get_by_test_id("figure-set").click()
    expect(value(gm, "mira-hp")).to_have_text("2/8")
    gm.keyboard.press("Escape")
    expect(editor).to_be_hidden()
    expect(gm.get_by_test_id("card-mira")).to_contain_text("prone")
    gm.get_by_test_id("undo").click()
    gm.get_by_test_id("undo").click()
    expect(gm.get_by_test_id("card-mira")).not_to_contain_text("prone")


def test_a_click_on_a_card_changes_the_figures_behind_its_words(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "two-wasps"}, hand=False)
    gm = server.seat(table, table["gm"])
    editor = gm.get_by_test_id("editor")
    gm.get_by_test_id("unfold-lantern").click()
    value(gm, "lantern-craft.hull-damage").click()
    expect(editor.locator("[name=value]")).to_have_value("24")  # the card says 24/60 K
    editor.locator("[name=value]").fill("30")
    gm.get_by_test_id("editor-save").click()
    expect(value(gm, "lantern-craft.hull-damage")).to_have_text("30/60 K")
    value(gm, "lantern-craft.inoperable").click()
    editor.locator("[name=value]").fill("generators, light-jump")
    gm.get_by_test_id("editor-save").click()
    expect(value(gm, "lantern-craft.inoperable")).to_have_text("generators, light-jump")
    expect(editor).to_be_hidden()
    table = server.room({"from": "text", "text": DUEL}, hand=False)
    gm = server.seat(table, table["gm"])
    value(gm, "jarl-weapons").click()
    expect(gm.get_by_test_id("editor").locator("[name=figure] option[value$='.key']")).to_have_count(0)
    gm.get_by_test_id("editor").locator("[name=figure]").select_option("weapons.knife.damage")
    gm.get_by_test_id("editor").locator("[name=value]").fill("7")
    gm.get_by_test_id("editor-save").click()
    log_says(gm, "Jarl: weapons knife damage is now 7")


def test_what_the_gm_does_while_a_question_is_open_waits_and_can_be_taken_back(server: Server) -> None:
    gm, table = table_of(server, hand=True)
    ana, ben = server.seat(table, table["ana"]), server.seat(table, table["ben"])
    roll(ana, 6)
    roll(ben, 4)
    roll(gm, 2)
    act(ana, "shot", target="jarl")
    expect(gm.get_by_test_id("draft")).to_contain_text("Mira shoots at Jarl")
    gm_says(gm, "set tor.hp 5")
    gm_says(gm, "set tor.hp 1")
    expect(gm.get_by_test_id("queue").locator("li")).to_have_count(2)
    expect(ana.get_by_test_id("queue").locator("li")).to_have_count(0)
    gm.get_by_test_id("queue").locator("li").last.get_by_role("button").click()
    expect(gm.get_by_test_id("queue").locator("li")).to_have_count(1)
    expect(value(gm, "tor-hp")).to_have_text("8/8")
    roll(ana, 1, 1, 1, 1, 1, 1, 1, 2)
    expect(value(ben, "tor-hp")).to_have_text("5/8")
    expect(gm.get_by_test_id("queue").locator("li")).to_have_count(0)


def test_an_act_sent_while_another_is_asked_is_done_next(server: Server) -> None:
    gm, table = table_of(server, hand=True)
    ana, ben = server.seat(table, table["ana"]), server.seat(table, table["ben"])
    roll(ana, 6)
    roll(ben, 4)
    roll(gm, 2)
    ana.get_by_test_id("kind-drop").click()
    gm.get_by_test_id("tab-gm").click()
    gm.get_by_test_id("gm-roll").click()
    expect(gm.get_by_test_id("ask-dice")).to_be_visible()
    ana.get_by_test_id("commit").click()
    expect(ana.get_by_test_id("queue")).to_contain_text("Mira: drop")
    roll(gm, 3, 3)
    log_says(ben, "Mira: drop")


def test_people_from_the_books_data_join_mid_fight_and_leave_again(server: Server) -> None:
    gm, table = table_of(server)
    ana = server.seat(table, table["ana"])
    gm.get_by_test_id("tab-gm").click()
    fold = unfold(gm, "add")
    fold.get_by_test_id("add-archetype").select_option("station-guard")
    expect(fold).to_contain_text("light armour vest")
    fold.get_by_test_id("add-name").fill("Watch")
    fold.get_by_test_id("add-side").fill("syndicate")
    fold.get_by_test_id("add-count").fill("2")
    fold.get_by_test_id("add-at").fill("20,3")
    fold.get_by_test_id("add-send").click()
    expect(ana.get_by_test_id("card-watch-1")).to_be_visible()
    expect(ana.get_by_test_id("token-watch-2")).to_be_visible()
    gm.get_by_test_id("hand-watch-1").click()
    gm.get_by_test_id("editor").get_by_role("button", name="Take out of the fight").click()
    gm.get_by_test_id("editor-save").click()
    expect(ana.get_by_test_id("card-watch-1").locator(".marks")).to_contain_text("removed")


def test_cover_and_zones_are_put_on_the_map_and_taken_away(server: Server) -> None:
    gm, table = table_of(server)
    ana = server.seat(table, table["ana"])
    gm.get_by_test_id("tab-gm").click()
    fold = unfold(gm, "scene")
    for what, name, at in (("cover", "door", "6,6"), ("zone", "smoke", "12,7")):
        fold.get_by_test_id("thing-what").select_option(what)
        fold.get_by_test_id("thing-name").fill(name)
        fold.get_by_test_id("thing-at").fill(at)
        fold.get_by_test_id("thing-add").click()
        expect(fold.get_by_test_id("things")).to_contain_text(name)
    expect(ana.locator(".covers .cover")).to_contain_text("door 4")
    expect(ana.locator(".zones .zone")).to_contain_text("smoke")
    fold.get_by_role("button", name="take smoke away").click()
    expect(ana.locator(".zones .zone")).to_have_count(0)


def test_cover_has_the_rating_of_its_kind_however_late_the_data_of_the_book_arrive(server: Server) -> None:
    gm, _ = table_of(server)
    held: list[Route] = []
    gm.route("**/api/books/*", lambda route: held.append(route))
    with gm.expect_request("**/api/books/*"):
        gm.get_by_test_id("tab-gm").click()
        fold = unfold(gm, "scene")
    fold.get_by_test_id("thing-name").fill("door")
    fold.get_by_test_id("thing-at").fill("6,6")
    fold.get_by_test_id("thing-add").click()
    for each in held:
        each.continue_()
    expect(gm.locator(".covers .cover")).to_contain_text("door 4")


def test_rulings_are_changed_and_tests_called_for_from_the_toolbox(server: Server) -> None:
    gm, _ = table_of(server)
    gm.get_by_test_id("tab-gm").click()
    ruling = unfold(gm, "rulings").locator("select").first
    other = ruling.locator("option").last.get_attribute("value") or ""
    ruling.select_option(other)
    log_says(gm, other)
    tools = unfold(gm, "toolbox")
    tools.get_by_label("Find a procedure").fill("no such thing")
    expect(tools.locator("form:visible")).to_have_count(0)
    tools.get_by_label("Find a procedure").fill("")
    expect(tools.locator("form").first).to_be_visible()


def test_a_player_has_no_way_into_the_gms_panel(server: Server) -> None:
    _, table = table_of(server)
    ana = server.seat(table, table["ana"])
    expect(ana.get_by_test_id("tab-gm")).to_be_hidden()
    expect(ana.get_by_test_id("hand-mira")).to_be_hidden()
    expect(value(ana, "mira-hp")).to_be_disabled()
    ana.keyboard.press("g")
    expect(ana.get_by_test_id("log")).to_be_visible()


def test_the_end_tells_what_people_take_home_and_the_party_comes_to_the_next_fight(server: Server) -> None:
    gm, _ = table_of(server)
    gm_says(gm, "set mira.hp 3")
    unfold(gm, "end").get_by_role("button", name="End the fight").click()
    gm.get_by_role("button", name="Really?").click()
    takings = gm.get_by_test_id("takings")
    expect(takings.locator("li", has_text="Mira")).to_contain_text("HP 8/8 → 3/8")
    takings.get_by_test_id("take-mira").check()
    gm.get_by_test_id("write-back").click()
    expect(gm.get_by_test_id("toast").last).to_contain_text("Mira")
    gm.goto(f"{server.base}/")
    expect(gm.get_by_test_id("parties")).to_contain_text("Dock 9")
    gm.get_by_test_id("parties").locator("summary").first.click()
    expect(gm.get_by_test_id("parties")).to_contain_text("hp 3")
    gm.get_by_test_id("build-party").select_option(label="Dock 9")
    expect(gm.get_by_test_id("fighters").locator("output")).to_have_text("Mira")
    gm.get_by_test_id("build-send").click()
    expect(value(gm, "mira-hp")).to_have_text("3/8")


def test_how_a_fight_would_go_on_is_played_out_from_two_lines_of_it(server: Server) -> None:
    gm, _ = table_of(server)
    gm_says(gm, "set jarl.hp 1")
    gm.get_by_test_id("undo").click()
    gm.get_by_test_id("tab-history").click()
    unfold(gm, "outlook")
    expect(gm.get_by_test_id("place-other")).to_have_value("undone")
    gm.get_by_test_id("look-ahead").click()
    figures = gm.get_by_test_id("prospects").locator("figure")
    expect(figures).to_have_count(2, timeout=60_000)
    expect(figures.first).to_contain_text("crew wins")
    expect(figures.last).to_contain_text("fights played out")


def test_a_folded_card_shows_what_is_in_hand(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "dock-9"}, hand=False)
    gm = server.seat(table, table["gm"])
    card = gm.get_by_test_id("card-jarl")
    expect(card).to_have_class(re.compile("folded"))
    expect(card.get_by_text("Vulcan pistol")).to_be_visible()
    expect(card.get_by_text("initiative", exact=True)).not_to_be_visible()
