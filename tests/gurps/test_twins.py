"""Odds merged on the way equal odds walked branch by branch, in every loop over hits, victims and targets."""

from __future__ import annotations

import pytest

from starfray.engine.codec import freeze
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.fight import Fight
from starfray.rulebooks.gurps import BOOK
from tests.gurps.fights import combatant, duel

pytestmark = pytest.mark.slow

NO = {"orders": '{ "gurps.core.active-defense" = "no", "gurps.ruling.magic-delivery" = "no" }'}
SPRAY = {
    "weapons": '[{ key = "spray", melee = false, damage = "1d", type = "pi", max-range = 99, rof = 3, rcl = 3 }]',
    "skills": "{ brawling = 10 }",
}
BOMB = {
    "weapons": '[{ key = "bomb", melee = false, damage = "2d+8", type = "burn", max-range = 99, explosive = true }]',
    "skills": "{ brawling = 9 }",
}
MAGE = {"skills": "{ thaumatology = 12 }", "weapons": "[]", "thought": "{}"}
EVE = combatant("eve", "b", "[1, 1]", {"attributes": "{ st = 10, dx = 9 }", **NO})
CLUB = {"group": '"reds"', "weapons": '[{ key = "club", damage = "1d", type = "cr" }]', "skills": "{ brawling = 12 }"}
NO_GROUP = {"orders": '{ "gurps.group-combat.defense" = "no" }'}
PIN = {"weapons": '[{ key = "pin", damage = "0d+2", type = "pi" }]', "skills": "{ brawling = 12 }"}


def same_odds(fight: Fight, text: str) -> None:
    both = []
    for merge in (True, False):
        found = spread(
            BOOK, fight.state, fight.parse(text), Policies(BOOK.policy()), budget=400_000, merge=merge, content=fight.content
        )
        assert found.residual == 0
        weights: dict[object, float] = {}
        for leaf in found.leaves:
            name = freeze(leaf.state)
            weights[name] = weights.get(name, 0.0) + leaf.weight
        both.append(weights)
    merged, walked = both
    assert merged.keys() == walked.keys()
    assert all(merged[name] == pytest.approx(walked[name], abs=1e-12) for name in walked)


def test_a_burst() -> None:
    same_odds(duel(SPRAY, {"all-out-attack": "true"}, gap=3, rulings='bleeding = "off"'), "attack ann bob shots=2")


def test_an_explosion_among_three() -> None:
    same_odds(duel(BOMB, {**NO, "thought": "{}", "dr": "7"}, gap=2, more=EVE), "attack ann bob")


def test_two_pricks_at_one_who_thinks() -> None:
    same_odds(duel(PIN, {"thought": "{}", **NO}), "attack ann bob rapid=yes")


def test_a_feint_and_a_blow() -> None:
    same_odds(duel(PIN, NO), "all-out-attack ann bob feint")


def test_a_spell_on_two_who_resist() -> None:
    same_odds(duel({**MAGE, "skills": "{ thaumatology = 20 }"}, NO, more=EVE), "cast ann charm-people bob+eve")


def test_a_group_at_two() -> None:
    more = EVE + combatant("cid", "a", "[0, 0]", {**PIN, "attributes": "{ dx = 9 }", "group": '"x"'})
    foe = {"orders": '{ "gurps.group-combat.defense" = "dodge" }'}
    same_odds(duel({**PIN, "group": '"x"'}, foe, more=more), "group-attack ann bob+eve")


def test_a_group_of_three_at_three_whose_blows_may_stun() -> None:
    blade = {"weapons": '[{ key = "blade", damage = "1d-2", type = "cut" }]', "skills": "{ brawling = 11 }", "group": '"x"'}
    weak = {"attributes": "{ st = 10, dx = 9, ht = 10 }", "max-hp": "4", **NO}
    more = "".join(
        [
            combatant("eve", "b", "[1, 1]", weak),
            combatant("fay", "b", "[0, 1]", weak),
            combatant("cid", "a", "[0, 0]", {**blade, "attributes": "{ dx = 9 }"}),
        ]
    )
    foe = {"orders": '{ "gurps.group-combat.defense" = "no" }', "max-hp": "4"}
    rulings = 'bleeding = "off"\ncritical-tables = "plain"'
    same_odds(duel(blade, foe, more=more, rulings=rulings), "group-attack ann bob+eve+fay")


def test_a_weapon_struck_out_of_the_hand() -> None:
    armed = {"skills": "{ broadsword = 14 }", **NO}
    same_odds(duel({"skills": "{ broadsword = 16 }"}, armed), "attack ann bob location=weapon disarm=yes")


def test_a_blow_that_is_cut_in_on() -> None:
    guard = {**PIN, **NO, "waiting": '{ trigger = "attacks" }'}
    same_odds(duel({**PIN, "thought": "{}"}, guard), "attack ann bob rapid=yes")


def test_a_way_into_the_reach_of_two_who_wait() -> None:
    guard = {**PIN, **NO, "waiting": '{ trigger = "reach" }'}
    eve = combatant("eve", "b", "[4, 1]", {"attributes": "{ st = 10, dx = 9 }", **guard})
    same_odds(duel(NO, guard, gap=5, more=eve), "move ann path=4,0")


def test_a_group_at_one_who_holds_one_of_them() -> None:
    """Who is down holds nobody any longer, so how the blows went is looked at when they are over."""
    grip = combatant("eve", "a", "[1, 1]", {"grabbed": '"bob"'})
    same_odds(duel(CLUB, NO_GROUP, rulings='bleeding = "off"', more=grip), "group-attack ann bob")


def test_a_group_at_one_who_concentrates() -> None:
    same_odds(duel(CLUB, {"thought": "{}", "dr": "5", **NO_GROUP}), "group-attack ann bob")
