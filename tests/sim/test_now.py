"""Odds now and branches: a live fight is looked at and left alone."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from starfray.sim.now import branch, compare_branches, fork, odds_now
from tests.sim.test_solve import DUEL


def test_odds_now_start_from_where_the_fight_stands_and_leave_it_alone() -> None:
    fight = starfray.loads(DUEL)
    before = (fight.hash, fight.version, fight.generators.states())
    now = odds_now(fight, 60, seed=1)
    hurt = odds_now(branch(fight, ["gm: set a.hp 1"]), 60, seed=1)
    assert hurt.wins["red"] <= now.wins["red"]
    assert (fight.hash, fight.version, fight.generators.states()) == before


def test_branches_are_compared_side_by_side() -> None:
    fight = starfray.loads(DUEL)
    before = fight.hash
    found = compare_branches([("as it is", fork(fight)), ("a is down", branch(fight, ["gm: set a.hp 0"]))], 20, seed=4)
    assert [row.words for row in found.rows] == ["as it is", "a is down"]
    assert found.rows[1].sides["red"].change == -found.rows[0].sides["red"].share
    assert fight.hash == before


def test_an_act_can_be_tried_in_a_branch() -> None:
    fight = starfray.loads(DUEL)
    assert branch(fight, ["shot a b"], seed=3).get("a.ap") == 1
    assert fight.get("a.ap") == 3


def test_what_cannot_be_compared_is_told() -> None:
    fight = starfray.loads(DUEL)
    with pytest.raises(BadInput, match="1 branches"):
        compare_branches([("one", fight)])
    with pytest.raises(Refused, match="over"):
        odds_now(branch(fight, ["gm: end enough"]))
