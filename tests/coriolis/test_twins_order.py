"""Initiative and raises: odds merged on the way equal odds walked branch by branch."""

from __future__ import annotations

import pytest

import starfray
from tests.coriolis.build import duel
from tests.coriolis.test_twins import WEAK, same_odds

pytestmark = pytest.mark.slow


def test_the_first_initiative_with_claims_and_ties() -> None:
    rows = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "{side}"\nat = [{x}, 0]\n'
        for who, side, x in (("a", "red", 0), ("b", "blue", 1), ("c", "blue", 30))
    )
    same_odds(starfray.loads(f'rulebook = "coriolis"\n{rows}'), "begin gm", mixed=True)


def test_the_start_of_a_turn_with_fire_and_claims() -> None:
    blade = 'burning = 2\nweapons = ["knife"]\ninitiative = 3\norders = { "coriolis.initiative.weapon" = "ask" }'
    fight = duel(a=blade, b=blade.replace("= 3", "= 4"), gap=1, now='turn = 1\norder = ["b", "a"]\nacted = ["a", "b"]')
    same_odds(fight, "turn-start gm", mixed=True)


def test_a_defence_that_raises_initiative_into_a_tie() -> None:
    third = '[[combatant]]\nid = "c"\nside = "red"\nat = [50, 0]\ninitiative = 2'
    rises = 'initiative = 0\norders = { "coriolis.action.defend.effects" = "raise-initiative:1" }\n'
    fight = duel(
        a=f'{WEAK}initiative = 2\nweapons = ["knife"]',
        b=f'{rises}weapons = ["knife"]\n{WEAK}',
        gap=1,
        more=third,
        now='turn = 1\nup = "a"\norder = ["a", "c", "b"]',
    )
    same_odds(fight, "melee-attack a b")


def test_a_command_and_the_shot_it_was_given_for() -> None:
    third = '[[combatant]]\nid = "c"\nside = "red"\nat = [0, 3]\nskills = { command = 1 }'
    fight = duel(a="", more=third, now='turn = 1\nup = "c"\norder = ["c", "a", "b"]')
    same_odds(fight, "command c a shot b")
