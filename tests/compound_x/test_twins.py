"""Odds merged on the way equal odds walked branch by branch."""

from __future__ import annotations

import pytest

from starfray import Fight
from starfray.engine.actions import parse
from starfray.engine.codec import freeze
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from tests.compound_x.helpers import fight
from tests.compound_x.test_melee import duel

pytestmark = pytest.mark.slow

SWORD = 'melee = [{ key = "gs101-sword", in-hand = true }]'


def same_odds(one: Fight, text: str, *, mixed: bool = False) -> tuple[int, int]:
    """Runs merged and walked; fails if any position is not equally likely both ways."""
    action = parse(one.book.all_actions, text)
    policies = Policies(RandomPolicy() if mixed else one.book.policy())
    found, runs = [], []
    for merge in (True, False):
        result = spread(one.book, one.state, action, policies, budget=400_000, merge=merge)
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


def test_a_burst() -> None:
    one = fight('aim = "tor"', 'cover = "partial"\narmour = "light-chest-l1"\nstats = { fortitude = 15 }')
    few, many = same_odds(one, "fire ana tor mode=burst")
    assert few < many


def test_a_blow() -> None:
    same_odds(duel(SWORD, SWORD + '\narmour = "light-chest-l1"'), "strike ana tor")


def test_leaving_two_enemies_with_swords() -> None:
    one = duel(
        'engaged = ["tor", "kit"]\nstats = { fortitude = 15 }',
        f'engaged = ["ana"]\n{SWORD}',
        f'id = "kit"\nside = "dock"\nat = [0, 1]\nengaged = ["ana"]\n{SWORD}',
    )
    few, many = same_odds(one, "run ana -4,-3")
    assert few < many


def test_an_opposed_check_with_skills_drawn() -> None:
    same_odds(duel(), "grapple ana tor", mixed=True)


def test_a_grenade_among_two() -> None:
    arms = 'weapons = []\nskills = { weapons-explosives = 6 }\ngrenades = [{ key = "hiex", in-hand = true }]'
    one = fight(arms, "at = [17, 0]\nweapons = []", 'id = "kit"\nside = "dock"\nat = [17, 3]')
    same_odds(one, "lob ana 17,0")


def test_a_shot_into_a_scrum() -> None:
    row = 'id = "bo"\nside = "crew"\nactions = 4\nat = [20, 0]\nweapons = ["ecsc-mk16"]'
    flat = 'weapons = []\nstance = "prone"'
    one = fight(f'{flat}\nengaged = ["tor"]', f'at = [1, 0]\n{flat}\nengaged = ["ana"]', row, up="bo", order="bo ana tor")
    same_odds(one, "fire bo tor")


def test_a_turn_that_begins_in_flames() -> None:
    one = fight("", 'conditions = [{ kind = "bleeding", stacks = 2 }, { kind = "plasma-burn", stacks = 2, turns = 2 }]')
    one.play("end-turn ana", dice=[])
    few, many = same_odds(one, "turn-start gm tor")
    assert few < many
