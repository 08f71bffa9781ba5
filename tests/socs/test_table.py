"""The live table: three pilots at three seats, sealed answers in any order, undo, the GM's hand, saves in between."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import Refused
from starfray.engine.values import Ask
from starfray.fight import Fight
from starfray.save_format import save
from starfray.saves import restore
from tests.socs.build import big, dogfight, fleet, said, ship

EXAMPLE = Path(__file__).parents[2] / "examples" / "socs-dogfight.toml"
SEATS = ("player:ana", "player:ben", "player:cem")


def ask_of(fight: Fight, who: str) -> Ask:
    return next(ask for ask in fight.asks if ask.who == who)


def begun() -> Fight:
    return starfray.load(EXAMPLE).begin()


def everything_shown(fight: Fight, who: str) -> str:
    """All a seat gets to see: events, questions, the position."""
    events = [event.plain() for event in fight.seen_events(who)]
    asks = [(ask.who, ask.prompt, ask.suggested, [option.key for option in ask.options]) for ask in fight.seen_asks(who)]
    return json.dumps([events, asks]) + repr(fight.view(who)) + fight.transcript() + fight.to_text()


@pytest.mark.rule("socs.fire.roll")
def test_pilots_answer_in_any_order_and_nobody_sees_a_sealed_answer_before_all_are_in() -> None:
    fight = begun()
    assert [ask.who for ask in fight.asks] == ["red", "gold", "black"]
    assert all(ask.sealed for ask in fight.asks)
    assert [ask.who for ask in fight.seen_asks("player:ben")] == ["gold"]
    before = {who: everything_shown(fight, who) for who in ("gm", *SEATS)}
    fight.answer(ask_of(fight, "black"), "heavy-cannon@gold", by="player:cem")
    assert [ask.who for ask in fight.asks] == ["red", "gold"]
    assert {who: everything_shown(fight, who) for who in ("player:ana", "player:ben")} == {
        who: before[who] for who in ("player:ana", "player:ben")
    }
    assert "heavy-cannon@gold" not in everything_shown(fight, "gm")
    fight.answer(ask_of(fight, "red"), "hold", by="player:ana")
    assert not said(fight, "socs.fire.roll")
    fight.answer(ask_of(fight, "gold"), "hold", by="player:ben")
    told = [(event.who, event.note) for event in said(fight, "socs.fire.roll") if event.faces is None]
    assert told == [("red", "hold"), ("gold", "hold"), ("black", "heavy-cannon@gold")], "roster order, not order of arrival"


def test_a_stranger_cannot_answer_for_a_pilot_nor_change_a_sealed_answer() -> None:
    fight = begun()
    with pytest.raises(Refused, match="red's to answer"):
        fight.answer(ask_of(fight, "red"), "hold", by="player:cem")
    red = ask_of(fight, "red")
    fight.answer(red, "hold", by="player:ana")
    with pytest.raises(starfray.BadInput, match="no open question"):
        fight.answer(red, "pulse-cannon@black", by="player:cem")


def test_a_pilot_takes_back_a_sealed_answer_and_the_others_stay() -> None:
    fight = begun()
    fight.answer(ask_of(fight, "black"), "heavy-cannon@gold", by="player:cem")
    fight.answer(ask_of(fight, "red"), "hold", by="player:ana")
    fight.undo(by="player:cem")
    assert [ask.who for ask in fight.asks] == ["gold", "black"]
    fight.answer(ask_of(fight, "gold"), "hold", by="player:ben")
    fight.answer(ask_of(fight, "black"), "hold", by="player:cem")
    assert not [event for event in fight.events if event.rule == "socs.fire.hit"]


def test_undo_after_the_seal_is_broken_asks_one_pilot_again() -> None:
    fight = begun()
    for who, word in (("red", "pulse-cannon@black"), ("gold", "hold"), ("black", "hold")):
        fight.seats.hand = {"red", "gold", "black"}
        fight.answer(ask_of(fight, who), word)
    assert fight.asks[0].kind == "dice"
    fight.undo()
    assert [ask.who for ask in fight.asks] == ["black"]
    fight.answer(ask_of(fight, "black"), "heavy-cannon@red")
    fight.answer(fight.asks[0], [5, 5, 6])
    fight.answer(fight.asks[0], [5, 5, 6])
    assert fight.get("phase") == "maneuver"
    assert fight.get("black.guns.heavy-cannon.target") == "red"


def test_undo_goes_back_one_phase_and_redo_brings_it_again() -> None:
    fight = begun()
    for who in ("red", "gold", "black"):
        fight.answer(ask_of(fight, who), "hold")
    for who in ("red", "gold", "black"):
        fight.answer(ask_of(fight, who), "straight")
    assert (fight.get("turn"), fight.get("phase")) == (2, "fire")
    fight.draft = None
    after = fight.hash
    fight.undo()
    assert (fight.get("turn"), fight.get("phase")) == (1, "maneuver")
    fight.undo()
    assert (fight.get("turn"), fight.get("phase")) == (1, "fire")
    fight.redo().redo()
    assert fight.hash == after


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_a_save_keeps_half_answered_sealed_questions(answered: int) -> None:
    fight = begun()
    words = {"black": "heavy-cannon@gold", "red": "pulse-cannon@black", "gold": "hold"}
    for who in list(words)[:answered]:
        fight.answer(ask_of(fight, who), words[who])
    again = restore(json.loads(json.dumps(save(fight))))
    assert [ask.who for ask in again.asks] == [ask.who for ask in fight.asks]
    for each in (fight, again):
        for who in list(words)[answered:]:
            each.answer(ask_of(each, who), words[who])
    assert again.hash == fight.hash
    assert len(again.events) == len(fight.events)


@pytest.mark.rule("fight.surrender")
def test_a_queued_surrender_comes_as_soon_as_the_phase_is_over() -> None:
    fight = begun()
    fight.queue("surrender black", by="player:cem")
    assert fight.get("black.out") == ""
    for who in ("red", "gold", "black"):
        fight.answer(ask_of(fight, who), "hold")
    assert fight.get("black.out") == "surrendered"
    assert fight.over is not None
    assert fight.over.winners == ["league"]


@pytest.mark.rule("gm.edit")
def test_the_gm_changes_the_range_while_the_pilots_are_thinking() -> None:
    fight = begun()
    fight.answer(ask_of(fight, "red"), "hold")
    fight.gm("set range out")
    assert fight.get("range") == "out"
    assert fight.get("phase") == "maneuver", "nobody can fire any more: on to the maneuvers"
    fight.advance()
    assert [ask.rule for ask in fight.asks] == ["socs.maneuver.choose"] * 3


@pytest.mark.rule("socs.fire.roll")
def test_a_gunner_and_a_pilot_may_sit_at_different_seats_of_one_ship() -> None:
    fight = big(
        "petrel", "brigand", a='seat = "ana"\nstations = { brandt-oku = "ben" }',
        b='orders = { "socs.fire.roll" = "hold", "socs.maneuver.choose" = "straight", "socs.dodge.effect" = "no" }',
    )  # fmt: skip
    fight.begin()
    assert [ask.who for ask in fight.seen_asks("player:ben")] == ["a/brandt-oku"]
    assert [ask.who for ask in fight.seen_asks("player:ana")] == ["a", "a"]
    fight.answer(ask_of(fight, "a/brandt-oku"), "hold", by="player:ben")
    for ask in list(fight.asks):
        fight.answer(ask, "hold", by="player:ana")
    assert [ask.who for ask in fight.asks] == ["a"], "the pilot chooses the maneuver"


def test_a_hidden_ship_is_no_target_anybody_could_name() -> None:
    fight = fleet(
        ship("red", "kestrel", "league"), ship("black", "hammer", "raiders"),
        ship("ghost", "hammer", "raiders", "hidden = true"),
    )  # fmt: skip
    fight.begin()
    assert [option.key for option in ask_of(fight, "red").options] == ["pulse-cannon@black", "hold"]


@pytest.mark.rule("socs.ruling.hidden-ends")
def test_a_hidden_ship_that_fires_is_unseen_in_that_phase_and_seen_after_it() -> None:
    fight = fleet(
        ship("red", "kestrel", "league", 'seat = "ana"'), ship("black", "hammer", "raiders", 'seat = "cem"'),
        ship("ghost", "hammer", "raiders", 'hidden = true\nauto-hit = "red"'),
    )  # fmt: skip
    fight.begin()
    fight.answer(ask_of(fight, "ghost"), "heavy-cannon@red")
    for ask in list(fight.asks):
        fight.answer(ask, "hold")
    dodge = fight.seen_asks("player:ana")[0]
    assert dodge.prompt == "Dodge the shot of somebody unseen?"
    fight.answer(dodge, "no")
    told = [event.rule for event in fight.seen_events("player:ana") if "ghost" in json.dumps(event.plain())]
    assert told == ["socs.ruling.hidden-ends"]
    assert "ghost" in json.dumps([event.plain() for event in fight.seen_events("player:cem")])
    assert (fight.get("red.condition"), fight.get("ghost.hidden")) == ("destroyed", False)


@pytest.mark.rule("socs.ruling.hidden-ends")
def test_a_hidden_ship_that_holds_its_fire_stays_hidden() -> None:
    fight = fleet(
        ship("red", "kestrel", "league"),
        ship("black", "hammer", "raiders"),
        ship("ghost", "hammer", "raiders", "hidden = true"),
    )
    fight.step([], ["hold", "hold", "hold"], steps=1)
    assert fight.get("ghost.hidden") is True


def test_a_standing_order_answers_for_a_pilot() -> None:
    fight = dogfight(black='orders = { "socs.fire.roll" = "hold", "socs.maneuver.choose" = "total-defense" }')
    fight.begin()
    assert [ask.who for ask in fight.asks] == ["red", "gold"]
    for ask in list(fight.asks):
        fight.answer(ask, "hold")
    assert [ask.who for ask in fight.asks] == ["red", "gold"]
    for ask in list(fight.asks):
        fight.answer(ask, "straight")
    assert fight.get("black.no-fire") is True
