"""Odds of an act that has begun: what has fallen and been said is known, the rest is open."""

from __future__ import annotations

import pytest

from starfray.engine.errors import TapeMismatch
from starfray.engine.policy import Policies
from starfray.engine.tape import Taped
from starfray.odds import Odds, odds
from tests.engine.toys import ACTIONS, BOOK, Meek, two


def fell(rule: str, *faces: int, secret: bool = False) -> Taped:
    return Taped("dice", rule, "ann", "", "app", list(faces), secret=secret)


def said(rule: str, answer: str) -> Taped:
    return Taped("choose", rule, "ann", "", "person", answer=answer)


def chances(kind: str, *known: Taped) -> Odds:
    fight = two().begin()
    return odds(BOOK, fight.state, ACTIONS[kind]("ann"), Policies(Meek()), known=known)


def test_a_die_that_fell_is_no_longer_a_chance() -> None:
    found = chances("double", fell("toy.roll", 4), said("toy.confirm", "no"))
    assert {value: p for each in found.outcomes for value, p in [(each.changes["ann.score"][1], each.p)]} == pytest.approx(
        dict.fromkeys(range(41, 47), 1 / 6)
    )


@pytest.mark.parametrize(("answer", "score"), [("yes", 5), ("no", None)])
def test_an_answer_other_than_the_policys_is_taken_as_given(answer: str, score: int | None) -> None:
    found = chances("greedy", fell("toy.roll", 6), said("toy.greedy", answer))
    assert [each.changes.get("ann.score", (0, None))[1] for each in found.outcomes] == [score]


def test_a_secret_throw_counts_where_it_is_known_and_is_open_where_it_is_not() -> None:
    open_one = chances("draw", said("toy.confirm", "no"))
    known = chances("draw", fell("toy.secret", 3, secret=True), said("toy.confirm", "no"))
    assert open_one.exact
    assert known.exact
    assert len(open_one.outcomes) == len(known.outcomes) == 1000
    assert open_one.runs > known.runs


def test_a_throw_for_after_the_fight_is_on_the_tape_like_any_other() -> None:
    assert [each.changes["ann.said"][1] for each in chances("later", fell("toy.later", 6, 5)).outcomes] == ["11 days"]


def test_a_settled_tie_stays_settled() -> None:
    fight = two().begin()
    fight.play("rank ann")
    first = fight.journal.entries[-1]
    fight.undo()
    found = odds(BOOK, fight.state, first.action, Policies(Meek()), known=tuple(first.tape))
    assert [each.p for each in found.outcomes] == [1.0]


@pytest.mark.parametrize("entry", [fell("toy.fork", 1), said("toy.confirm", "maybe")], ids=["another throw", "no option"])
def test_what_does_not_fit_is_said_and_not_guessed(entry: Taped) -> None:
    with pytest.raises(TapeMismatch):
        chances("confirm", entry)
