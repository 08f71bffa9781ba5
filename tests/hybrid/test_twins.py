"""Odds merged on the way equal odds walked branch by branch."""

from __future__ import annotations

import pytest

from starfray import Fight
from starfray.engine.actions import parse
from starfray.engine.codec import freeze
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from tests.hybrid.build import duel

pytestmark = pytest.mark.slow

STICK = (
    'weapons = [{ key = "stick", dice = 1, sides = 2, speed = 3, type = "crushing", skill = "mace" }]\nskills = { mace = 4 }'
)
PIN = 'weapons = [{ key = "pin", dice = 1, sides = 2, speed = 3, type = "piercing", skill = "mace" }]\nskills = { mace = 4 }'


def same_odds(fight: Fight, text: str, *, mixed: bool = False) -> tuple[int, int]:
    """Runs merged and walked; fails if any position is not equally likely both ways."""
    action = parse(fight.book.all_actions, text)
    policies = Policies(RandomPolicy() if mixed else fight.book.policy())
    found, runs = [], []
    for merge in (True, False):
        result = spread(fight.book, fight.state, action, policies, budget=300_000, merge=merge)
        assert result.residual == 0
        chances: dict[object, float] = {}
        for leaf in result.leaves:
            name = freeze(leaf.state)
            chances[name] = chances.get(name, 0.0) + leaf.weight
        found.append(chances)
        runs.append(result.runs)
    merged, walked = found
    assert sum(merged.values()) == pytest.approx(1, abs=1e-12)
    assert merged.keys() == walked.keys()
    assert all(merged[name] == pytest.approx(walked[name], abs=1e-12) for name in walked)
    return runs[0], runs[1]


def begun(action: str, *, a: str, b: str = "", now: str = "begun = true\ncount = 100", more: str = "") -> Fight:
    fight = duel(a=a, b=b, now=now, more=more)
    return fight.play(action, dice=[])


def test_a_blow_that_bleeds_and_shocks() -> None:
    tough = STICK + "\npft = 2\ninitiative = 300\nstats = { pst = 15, pen = 30, dex = 15, pag = 15 }"
    few, many = same_odds(begun("blow a b at=chest", a=PIN, b=tough), "land gm a")
    assert few < many


def test_a_shot_with_an_unlock() -> None:
    gun = (
        'weapons = [{ key = "gun", way = "missile", range = 50, dice = 1, sides = 2, speed = 3, type = "projectile", '
        'skill = "crossbow" }]'
    )
    rider = gun + '\nskills = { crossbow = 4 }\nfilters = ["mounted-combat"]'
    fight = begun("shoot a b unlock=yes", a=rider, b="initiative = 300")
    same_odds(fight, "land gm a")


def test_a_feint_before_two_watchers_one_with_a_preset() -> None:
    third = (
        '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 90\nwait-until = 300\n'
        'preset = { trigger = "close", response = "blow" }'
    )
    fight = begun("feint a", a="skills = { short-sword = 0 }", b="initiative = 300", more=third)
    same_odds(fight, "land gm a")


def test_a_throw_and_a_grapple() -> None:
    hands = "weapons = []\nskills = { hth-grapple = 2, hth-throw = 2 }"
    close = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'
    for action in ("grapple a b", "throw a b"):
        same_odds(begun(action, a=hands, b="weapons = []\ninitiative = 300", now=close), "land gm a")


def test_a_scream_at_two() -> None:
    scream = (
        'weapons = [{ key = "moan", way = "mental", type = "mental", natural = true, hands = 0, area = true, dice = 1, '
        'sides = 2, speed = 3, skill = "psychic-scream" }]\nskills = { psychic-scream = 2 }'
    )
    third = '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 300'
    few, many = same_odds(begun("mind a", a=scream, b="initiative = 300", more=third), "land gm a")
    assert few < many


def test_hiding_from_two() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 300'
    few, many = same_odds(begun("hide a", a="skills = {}", b="initiative = 300", more=third), "land gm a")
    assert few < many


def test_a_move_past_a_preset() -> None:
    held = 'initiative = 90\nwait-until = 300\npreset = { trigger = "move", response = "blow", since = 90 }'
    same_odds(duel(b=held), "move a run")


def test_a_blow_whose_answer_is_drawn() -> None:
    few, many = same_odds(begun("blow a b at=chest", a=STICK, b=STICK), "land gm a", mixed=True)
    assert few < many


def test_a_fend_that_is_drawn() -> None:
    dagger = (
        'weapons = [{ key = "pin", dice = 1, sides = 2, speed = 3, type = "crushing", skill = "mace" }]\n'
        'skills = { mace = 1 }\norders = { "hybrid.ruling.defence-declare" = "never" }'
    )
    long = (
        'weapons = [{ key = "pole", dice = 1, sides = 2, speed = 3, reach = 1.0, type = "crushing", skill = "bo" }]\n'
        "skills = { bo = 1 }"
    )
    same_odds(begun("close a b", a=dagger, b=long), "land gm a", mixed=True)
