"""Odds of blasts, wrecks, injuries and sneaking merged on the way equal those walked branch by branch."""

from __future__ import annotations

import pytest

from starfray import Fight
from starfray.engine.actions import parse
from starfray.engine.codec import freeze
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from tests.coriolis.build import duel

pytestmark = pytest.mark.slow

WEAK = "attributes = { strength = 1, agility = 1 }\nskills = {}\n"


def same_odds(fight: Fight, text: str) -> None:
    """No position may be more or less likely merged than walked."""
    action = parse(fight.book.all_actions, text)
    found = []
    for merge in (True, False):
        result = spread(fight.book, fight.state, action, Policies(fight.book.policy()), budget=400_000, merge=merge)
        assert result.residual == 0
        chances: dict[object, float] = {}
        for leaf in result.leaves:
            chances[freeze(leaf.state)] = chances.get(freeze(leaf.state), 0.0) + leaf.weight
        found.append(chances)
    merged, walked = found
    assert merged.keys() == walked.keys()
    assert all(merged[name] == pytest.approx(walked[name], abs=1e-12) for name in walked)


def test_a_grenade_among_three() -> None:
    row = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "blue"\nat = [10, {y}]\narmour = "flight-suit"\n{WEAK}'
        for who, y in (("c", 1), ("d", 2))
    )
    grenade = 'weapons = [{ key = "frag-grenade", in-hand = true, blast = 2, crit = 0, bonus = 1 }]'
    fight = duel(a=WEAK + grenade, b=WEAK + 'armour = "flight-suit"', more=row)
    same_odds(fight, "throw a b frag-grenade")


def test_a_vehicle_wrecked_with_people_inside() -> None:
    van = (
        '[[combatant]]\nid = "van"\nside = "blue"\nat = [10, 0]\nhp = 2\n'
        'craft = { key = "grav-bike", armour = 1 }\n'
        f'[[combatant]]\nid = "c"\nside = "blue"\naboard = "van"\narmour = "light-armour-vest"\n{WEAK}'
    )
    fight = duel(
        a=WEAK + 'weapons = [{ key = "vulcan-pistol", crit = 0 }]', b=WEAK + 'aboard = "van"\narmour = "flight-suit"', more=van
    )
    same_odds(fight, "shot a van")


def test_an_injury_made_worse() -> None:
    fight = duel(
        a=WEAK + 'talents = ["executioner"]\nweapons = [{ key = "vulcan-pistol", crit = 1, bonus = 1 }]',
        b='talents = ["nine-lives"]\narmour = "flight-suit"',
    )
    same_odds(fight, "shot a b")


def test_three_who_sneak_up_under_watchful_eyes() -> None:
    friends = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "red"\nat = [0, {y}]\nsneaks = "short"\n{WEAK}' for who, y in (("c", 1), ("d", 2))
    )
    fight = duel(a=WEAK + 'sneaks = "short"', b=WEAK, now="turn = 0", more=friends)
    fight.gm("ruling sneak opposed")
    same_odds(fight, "sneak-up gm")


def test_a_turn_that_starts_with_fires() -> None:
    fight = duel(a="burning = 2", b="burning = 2\nhp = 2", more='[[combatant]]\nid = "c"\nside = "red"\nburning = 1\n')
    fight.gm('set up ""')
    same_odds(fight, "turn-start gm")
