"""Chances the room could not work out are told as what they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.actions import to_text
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import Spread, Walker
from starfray.engine.values import GM
from starfray.room.odds_workers import FIRST_LOOK, OddsWorkers, Question, answer_question, outcomes, prepare_book
from starfray.room.room_fight import NO_PACKS
from tests.hybrid.build import duel
from tests.hybrid.test_settling import BETWEEN, BLOW


def test_chances_counted_in_plays_say_so() -> None:
    fight = duel(more=BETWEEN)
    told = outcomes(fight.odds(BLOW, budget=200), fight)
    assert (told["exact"], told["sampled"]) == (False, 1000)
    assert outcomes(fight.odds(BLOW), fight)["sampled"] == 0


def question(name: str) -> Question:
    fight = starfray.load(demo_path(name)).begin()
    who = fight.actors[0]
    act = Policies(fight.book.policy()).act(fight.book, fight.state, who, Generator(0))
    assert act is not None
    return Question("odds", fight.book.name, fight.view(GM), to_text(act), up=(who,))


def test_one_walk_is_enough_where_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs already done are not done again when there is time for more."""
    asked = question("dock-9")
    walks: list[int] = []
    walk = Walker.walk

    def noted(walker: Walker, parts: bool = True) -> Spread:
        found = walk(walker, parts)
        walks.append(found.runs)
        return found

    monkeypatch.setattr(Walker, "walk", noted)
    told = answer_question(replace(asked, action="shot mira jarl"))
    assert told["exact"]
    assert walks[0] > FIRST_LOOK, "the whole chart comes from the first walk"
    assert all(runs <= FIRST_LOOK for runs in walks[1:]), "what follows are quick looks at the decision to come"


def test_a_walk_ends_when_it_is_told_that_it_has_gone_far_enough() -> None:
    fight = starfray.load(demo_path("dock-9")).begin()
    found = fight.odds("shot mira jarl", enough=lambda runs: runs >= 100)
    assert found.runs == 100
    assert 0 < found.residual < 1
    assert sum(outcome.p for outcome in found.outcomes) + found.residual == pytest.approx(1)


def test_workers_that_work_ahead_load_a_book_once() -> None:
    workers = OddsWorkers(1, ahead=True)
    try:
        workers.prepare("socs", NO_PACKS)
        first = workers.pool
        workers.prepare("socs", NO_PACKS)
        assert first is not None
        assert workers.pool is first
        assert workers.prepared == {("socs", NO_PACKS)}
    finally:
        workers.close()
    prepare_book("socs", NO_PACKS)


def test_workers_are_not_started_before_anybody_asks_unless_they_are_to_be() -> None:
    workers = OddsWorkers(1)
    workers.prepare("socs", NO_PACKS)
    assert workers.pool is None
