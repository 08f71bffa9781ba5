"""The duel whose exact chance is known: reckoned from outside, and solved through the rules where both agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import starfray
from starfray.engine.policy import Policies
from starfray.rulebooks.gurps import BOOK
from starfray.sim.solve import solve
from tests.gurps.markov import Distribution, Duellist, win_chance

BLADE = Duellist(skill=14, defence=10, ht=11, hp=12, dr=3, dice=2, adds=0, halves=3)
MACE = Duellist(skill=13, defence=9, ht=12, hp=13, dr=4, dice=2, adds=1, halves=2)
KNOWN = 0.5468376067191989
OTHER = Distribution(max_on_three=True, fumble_stuns=True, halved_defence=True, stun_and_faint=True, flat_collapse=True)


@pytest.mark.slow
def test_the_reckoning_from_outside_gives_the_known_chance() -> None:
    assert win_chance(BLADE, MACE, OTHER) == pytest.approx(KNOWN, abs=1e-12)


@pytest.mark.slow
def test_a_point_on_which_they_differ_is_measured_by_playing_it_as_here() -> None:
    assert win_chance(BLADE, MACE, replace(OTHER, flat_collapse=False)) == pytest.approx(0.55590448, abs=1e-8)


@pytest.mark.slow
def test_where_the_rules_agree_solve_gives_the_same_chance_to_the_last_digit() -> None:
    fight = starfray.load("examples/gurps-plain-duel.toml").begin()
    found = solve(BOOK, fight.content, fight.state, Policies(BOOK.policy()))
    blade = replace(BLADE, hp=2, dice=1, adds=-1, least=1)
    mace = replace(MACE, hp=2, dice=1, adds=-2)
    assert found.endless == pytest.approx(0, abs=1e-9)
    assert found.chances["blade"] == pytest.approx(win_chance(blade, mace, Distribution()), abs=1e-9)


@pytest.mark.slow
def test_the_small_demo_duel_is_solved_as_reckoned_from_outside() -> None:
    fight = starfray.load(Path(starfray.__file__).parent / "demos" / "needle-and-pin.toml").begin()
    found = solve(BOOK, fight.content, fight.state, Policies(BOOK.policy()))
    gremlin = Duellist(skill=13, defence=9, ht=10, hp=2, dr=0, dice=1, adds=-5, halves=3, least=1)
    assert found.endless == pytest.approx(0, abs=1e-9)
    assert found.chances["the bilge"] == pytest.approx(win_chance(gremlin, gremlin, Distribution()), abs=1e-9)
