"""A GM and two players at three browsers play a fight with real dice."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.table import DUEL, Server, act, choose, fill, gm_says, log_row, log_says, roll, value


def opened(server: Server) -> tuple[Page, Page, Page, dict[str, str]]:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    gm, ana, ben = (server.seat(table, table[seat]) for seat in ("gm", "ana", "ben"))
    return gm, ana, ben, table


def begun(server: Server) -> tuple[Page, Page, Page, dict[str, str]]:
    """Initiative typed by three people: Mira, Tor, Jarl."""
    gm, ana, ben, table = opened(server)
    roll(ana, 6)
    roll(ben, 4)
    roll(gm, 2)
    expect(ana.get_by_test_id("turn")).to_contain_text("Your turn: Mira")
    return gm, ana, ben, table


def test_three_people_play_with_real_dice_from_overwatch_to_undo(server: Server) -> None:
    gm, ana, ben, _ = begun(server)
    assert ana.title().startswith("Your turn")
    act(ana, "overwatch", toward="12,4")
    log_says(ana, re.compile("overwatch", re.IGNORECASE))  # before that, another tap is one too many
    act(ana, "end-turn")
    act(ben, "end-turn")
    expect(ben).to_have_title("Dock 9")

    act(gm, "melee-attack", target="tor")
    expect(gm.get_by_test_id("card-tor").locator(".marks")).to_contain_text("is asked")
    choose(ben, "coriolis.action.defend", "unarmed")
    roll(gm, 6, 1, 1, 1, 1, 1)
    roll(ben, 6, 1, 1, 1)
    ben.get_by_test_id("more-decrease-damage").click()
    ben.get_by_test_id("allocate-send").click()
    log_says(ana, "Tor")

    act(gm, "move", path="12,4")
    choose(ben, "coriolis.action.opportunity", "no")
    choose(ana, "coriolis.action.overwatch-fire", "jarl")
    roll(ana, 6, 1, 1, 1, 1, 1, 1, 1)
    expect(value(ben, "jarl-hp")).to_have_text("4/7")
    log_says(ben, "typed in")

    throw = log_row(gm, "6 1 1 1 1 1 1 1")
    throw.locator("summary").first.click()
    expect(throw).to_contain_text("coriolis.ranged.pool")
    throw.get_by_test_id("correct").click()
    throw.locator(".die").first.fill("2")
    throw.get_by_test_id("correct-send").click()
    expect(value(ana, "jarl-hp")).to_have_text("7/7")
    log_says(ben, "corrected")

    gm.get_by_test_id("undo").click()
    expect(gm.get_by_test_id("redo")).to_be_enabled()
    expect(gm.get_by_test_id("log")).not_to_contain_text("2 1 1 1 1 1 1 1")
    gm.get_by_test_id("redo").click()
    log_says(ana, "2 1 1 1 1 1 1 1")

    value(gm, "tor-hp").click()
    gm.get_by_test_id("editor").locator("input[name=value]").fill("3")
    gm.get_by_test_id("editor").locator("input[name=why]").fill("he slipped")
    gm.get_by_test_id("editor-save").click()
    expect(value(ben, "tor-hp")).to_have_text("3/8")
    log_says(ana, "he slipped")

    ana.reload()
    expect(value(ana, "tor-hp")).to_have_text("3/8")
    expect(ana.get_by_test_id("you")).to_contain_text("plays Mira")
    assert server.faults == []
    assert server.foreign == []


def test_before_committing_the_tally_and_the_chances_are_shown(server: Server) -> None:
    _, ana, _, _ = begun(server)
    ana.get_by_test_id("kind-shot").click()
    fill(ana, "target", "jarl")
    form = ana.get_by_test_id("action-form")
    expect(form.get_by_test_id("chance")).to_contain_text("%", timeout=40_000)
    expect(form.locator(".tally")).to_be_hidden()
    form.get_by_test_id("every").locator("summary").first.click()
    expect(form.locator(".tally")).to_contain_text("coriolis.core.attributes", timeout=40_000)
    expect(form.locator(".tally tfoot")).to_contain_text("8")
    chances = form.get_by_test_id("odds")
    expect(chances).to_contain_text("%", timeout=40_000)
    expect(chances).to_contain_text("Jarl HP")


def test_a_refused_kind_is_grey_and_says_why(server: Server) -> None:
    _, ana, _, _ = begun(server)
    expect(ana.get_by_test_id("kind-melee-attack")).to_be_hidden()
    ana.get_by_test_id("refused").locator("summary").click()
    melee = ana.get_by_test_id("kind-melee-attack")
    expect(melee).to_have_attribute("aria-disabled", "true")
    expect(melee).to_contain_text("within")
    melee.focus()
    ana.keyboard.press("Enter")
    expect(ana.get_by_test_id("toast")).to_contain_text("coriolis.")
    expect(ana.get_by_test_id("action-form")).to_be_hidden()


def test_dice_boxes_advance_refuse_impossible_faces_and_roll_the_blanks(server: Server) -> None:
    _, ana, ben, _ = begun(server)
    act(ana, "shot", target="jarl")
    first = ana.get_by_test_id("die-1")
    expect(first).to_be_focused()
    ana.keyboard.type("7")
    expect(ana.locator(".ask .fault")).to_contain_text("cannot show 7")
    expect(first).to_be_focused()
    ana.get_by_test_id("dice-send").click()
    expect(ana.get_by_test_id("ask-dice")).to_be_visible()
    first.fill("")
    first.press_sequentially("12")
    expect(ana.get_by_test_id("die-2")).to_have_value("2")
    expect(ana.get_by_test_id("die-3")).to_be_focused()
    ana.get_by_test_id("dice-send").click()
    expect(ana.get_by_test_id("ask-dice")).to_have_count(0)
    log_says(ben, "1 2 ")


def test_the_gm_sees_who_is_waited_for_and_may_answer_for_them(server: Server) -> None:
    gm, ana, ben, _ = opened(server)
    waiting = gm.locator(".ask:not(.mine)")
    expect(waiting).to_have_count(2)
    expect(waiting.first).to_contain_text("Waiting for Mira")
    waiting.first.get_by_test_id("answer-for").click()
    waiting.first.locator(".die").fill("5")
    waiting.first.get_by_test_id("dice-send").click()
    expect(waiting).to_have_count(1)
    expect(ana.get_by_test_id("ask-dice")).to_have_count(0)
    expect(ben.get_by_test_id("ask-dice")).to_have_count(1)


def test_a_player_whose_act_cannot_be_undone_asks_the_gm(server: Server) -> None:
    gm, ana, _, _ = begun(server)
    act(ana, "shot", target="jarl")
    roll(ana, 1, 1, 1, 1, 1, 1, 1, 1)
    log_says(gm, "1 1 1 1 1 1 1 1")
    ana.get_by_test_id("undo").click()
    ana.get_by_test_id("undo-ask").click()
    gm.get_by_test_id("tab-gm").click()
    request = gm.locator("#panel-gm .request")
    expect(request).to_contain_text("Ana asks")
    request.get_by_role("button", name="Undo it").click()
    expect(ana.get_by_test_id("log")).not_to_contain_text("1 1 1 1 1 1 1 1")


def test_secret_rolls_hidden_fighters_and_notes_stay_with_the_gm(server: Server) -> None:
    gm, ana, _, _ = begun(server)
    gm.get_by_test_id("tab-gm").click()
    gm.get_by_test_id("gm-secret").check()
    gm.get_by_test_id("gm-roll").click()
    roll(gm, 3, 5)
    gm_says(gm, "hide jarl")
    expect(ana.get_by_test_id("card-jarl")).to_have_count(0)
    expect(gm.get_by_test_id("card-jarl")).to_contain_text("hidden from others")
    gm.get_by_test_id("tab-log").click()
    log_says(gm, "3 5")
    expect(ana.get_by_test_id("log")).not_to_contain_text("3 5")


def test_the_timeline_takes_the_gm_back_to_any_point_and_the_audit_keeps_both_lines(server: Server) -> None:
    gm, ana, ben, _ = begun(server)
    act(ana, "end-turn")
    act(ben, "end-turn")
    gm.get_by_test_id("tab-history").click()
    points = gm.get_by_test_id("timeline").locator("li")
    expect(points.first).to_contain_text("Tor: end turn")
    points.nth(-2).get_by_role("button").click()
    expect(ana.get_by_test_id("turn")).to_contain_text("Your turn")
    gm.get_by_text("Audit: every line").click()
    expect(gm.get_by_test_id("audit")).to_contain_text("Tor: end turn")
