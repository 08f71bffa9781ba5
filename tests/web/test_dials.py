"""The automation dial: ask me, suggest, auto; per combatant, per kind of question; and the time a table waits."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.table import DUEL, Server, act, choose, log_says, roll, unfold


def test_suggest_marks_the_policys_choice_with_its_reason(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    ana, ben, gm = (server.seat(table, table[seat]) for seat in ("ana", "ben", "gm"))
    ana.get_by_test_id("tab-seats").click()
    unfold(ana, "dials")
    ana.get_by_test_id("dial-mira-act").select_option("suggest")
    ana.get_by_test_id("dial-mira-questions").select_option("suggest")
    roll(ana, 6)
    roll(ben, 4)
    roll(gm, 2)
    idea = ana.locator(".suggestion")
    expect(idea).to_contain_text("Suggested: Mira:")
    expect(ana.locator(".kind.suggested")).to_have_count(1)
    ana.get_by_test_id("take-suggestion").click()
    expect(ana.get_by_test_id("undo")).to_be_enabled()
    log_says(ben, "Mira")


def test_the_dial_of_a_kind_of_question_stands_at_the_question(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    ana, ben, gm = (server.seat(table, table[seat]) for seat in ("ana", "ben", "gm"))
    roll(ana, 2)
    roll(ben, 1)
    roll(gm, 6)
    act(gm, "quick-melee", target="tor")
    question = ben.locator(".ask.mine[data-rule='coriolis.action.defend']")
    question.get_by_test_id("ask-more").click()
    question.get_by_test_id("next-time").select_option("suggest")
    expect(question.locator(".option.suggested")).to_have_count(1)
    expect(question.locator(".why")).to_contain_text("Suggested")
    choose(ben, "coriolis.action.defend", "no")
    roll(gm, 1, 1, 1, 1)
    ben.get_by_test_id("tab-seats").click()
    unfold(ben, "dials")
    ben.get_by_test_id("dial-tor-coriolis.action.defend").select_option("auto")
    expect(ben.get_by_test_id("dial-tor-coriolis.action.defend")).to_have_value("auto")
    act(gm, "quick-melee", target="tor")
    expect(gm.get_by_test_id("ask-dice").first).to_be_visible()
    expect(ben.locator(".ask.mine[data-rule='coriolis.action.defend']")).to_have_count(0)


def test_an_enemy_on_auto_plays_by_itself_until_a_person_is_needed(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"])
    gm.get_by_test_id("tab-seats").click()
    unfold(gm, "dials")
    for who in ("mira", "tor", "jarl"):
        for kind in ("act", "questions"):
            gm.get_by_test_id(f"dial-{who}-{kind}").select_option("auto")
    expect(ana.locator("#summary")).to_be_visible(timeout=30_000)
    expect(ana.locator("#summary h2")).to_contain_text("won")


def test_nobody_acts_for_a_person_until_the_gm_sets_a_time(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"])
    gm.get_by_test_id("tab-seats").click()
    unfold(gm, "table")
    expect(gm.get_by_test_id("timeout")).to_have_value("0")
    gm.get_by_test_id("timeout").select_option("60")
    expect(ana.get_by_test_id("clock")).to_contain_text(re.compile(r"\d+ s (each|left)"))
    gm.get_by_test_id("timeout").select_option("0")
    expect(ana.get_by_test_id("clock")).to_be_hidden()
