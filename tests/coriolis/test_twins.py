"""Odds merged on the way equal odds walked branch by branch."""

from __future__ import annotations

import pytest

from starfray import Fight
from starfray.engine.actions import parse
from starfray.engine.codec import freeze
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from tests.coriolis.build import duel

pytestmark = pytest.mark.slow

#: few dice, so that every branch can be walked
WEAK = "attributes = { strength = 1, agility = 1, wits = 3, empathy = 3 }\nskills = {}\n"


def same_odds(fight: Fight, text: str, *, mixed: bool = False) -> tuple[int, int]:
    """Runs merged and walked; fails if any position is not equally likely both ways."""
    action = parse(fight.book.all_actions, text)
    policies = Policies(RandomPolicy() if mixed else fight.book.policy())
    found, runs = [], []
    for merge in (True, False):
        result = spread(fight.book, fight.state, action, policies, budget=400_000, merge=merge)
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


def test_a_burst_over_a_chain() -> None:
    row = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "blue"\nat = [10, {y}]\narmour = "flight-suit"\n{WEAK}'
        for who, y in (("c", 2), ("d", 4))
    )
    fight = duel(a=WEAK + 'weapons = [{ key = "vulcan-carbine", crit = 2, bonus = 3 }]', b='armour = "flight-suit"', more=row)
    few, many = same_odds(fight, "full-auto a b")
    assert few < many


def test_a_burst_whose_targets_and_shares_are_drawn() -> None:
    row = f'[[combatant]]\nid = "c"\nside = "blue"\nat = [10, 2]\narmour = "flight-suit"\n{WEAK}'
    gun = (
        'weapons = [{ key = "vulcan-carbine", crit = 0, bonus = 2 }]\n'
        'orders = { "coriolis.action.full-auto.extra-dice" = "never" }'
    )
    same_odds(duel(a=WEAK + gun, b=WEAK, more=row), "full-auto a b", mixed=True)


@pytest.mark.parametrize("ruling", ["simultaneous", "after"])
def test_a_blow_with_defence_counterattack_and_injuries(ruling: str) -> None:
    sword = 'weapons = [{ key = "sword", bonus = 1, crit = 1 }]\narmour = "armour-vest"\n'
    hits_back = 'hp = 2\norders = { "coriolis.action.defend.effects" = "counterattack:1" }'
    fight = duel(gap=1, a=WEAK + sword, b=WEAK + sword + hits_back)
    fight.gm(f"ruling counter-timing {ruling}")
    few, many = same_odds(fight, "melee-attack a b")
    assert few < many


def test_a_blow_whose_effects_are_drawn() -> None:
    knife = 'weapons = [{ key = "knife", bonus = 2, crit = 0 }]\narmour = "flight-suit"\n'
    fight = duel(gap=1, a=WEAK + knife, b=WEAK + knife)
    same_odds(fight, "melee-attack a b", mixed=True)


def test_a_poisoned_blow() -> None:
    knife = 'weapons = [{ key = "knife", bonus = 1, crit = 1 }]\n'
    fight = duel(gap=1, a=WEAK + knife + 'poisoned = { knife = "poison-2" }', b=WEAK + knife)
    same_odds(fight, "melee-attack a b")


def test_a_move_through_overwatch_and_past_a_blade() -> None:
    guard = (
        '[[combatant]]\nid = "w"\nside = "blue"\nat = [9, 6]\n'
        + WEAK
        + 'weapons = [{ key = "vulcan-carbine", bonus = 2, crit = 0 }]\noverwatch = { toward = [9, 0] }\n'
    )
    fight = duel(
        a=WEAK + 'weapons = [{ key = "knife", bonus = 2, crit = 0 }]\narmour = "armour-vest"',
        b=WEAK + 'weapons = [{ key = "knife", bonus = 1, crit = 0 }]',
        more=guard,
    )
    fight.gm("place b 4,1")
    few, many = same_odds(fight, "move a 9,0")
    assert few < many


def test_a_shot_into_the_arcs_of_two_watchers_who_may_choose_their_target() -> None:
    guards = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "blue"\nat = [10, {y}]\n'
        + WEAK
        + 'weapons = [{ key = "vulcan-pistol", crit = 0 }]\noverwatch = { toward = [0, 0] }\n'
        for who, y in (("v", 3), ("w", -3))
    )
    friend = '[[combatant]]\nid = "f"\nside = "red"\nat = [0, 1]\n' + WEAK
    fight = duel(a=WEAK + 'weapons = [{ key = "vulcan-pistol", crit = 0 }]', b=WEAK, more=guards + friend)
    same_odds(fight, "go-prone a", mixed=True)


@pytest.mark.parametrize("mixed", [False, True])
def test_mutual_overwatch(mixed: bool) -> None:
    pistol = 'weapons = [{ key = "vulcan-pistol", crit = 0 }]\narmour = "flight-suit"\n'
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [-60, 0]'
    fight = duel(
        a=WEAK + pistol + "overwatch = { toward = [10, 0] }",
        b=WEAK + pistol + "overwatch = { toward = [0, 0] }",
        more=third,
        now='turn = 1\nup = "c"\norder = ["a", "b", "c"]\nacted = ["a", "b"]',
    )
    few, many = same_odds(fight, "go-prone c", mixed=mixed)
    assert few < many
