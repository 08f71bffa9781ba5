"""Things on the ground, and on those who lie there."""

from __future__ import annotations

import pytest

from starfray import Fight
from tests.coriolis.build import duel
from tests.coriolis.ward import refused, ward

WHOSE = "coriolis.ruling.pick-up.whose"


def armed(state: str) -> Fight:
    """b, 1 m from a, with a pistol in hand and a medkit; c fights on further off."""
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [40, 0]\n'
    b = f'weapons = ["vulcan-pistol"]\ngear = [{{ key = "medkit", left = 4 }}, "bio-monitor"]\n{state}'
    return duel(a='weapons = ["knife"]', b=b, gap=1, more=third)


@pytest.mark.rule("coriolis.action.pick-up", WHOSE)
def test_a_fallen_enemys_gun_and_gear_can_be_taken() -> None:
    fight = armed("hp = 0")
    fight.play("pick-up a medkit", dice=[]).play("pick-up a vulcan-pistol", dice=[])
    assert (fight.get("a.gear.medkit.left"), fight.get("a.weapons.vulcan-pistol.in-hand"), fight.get("a.ap")) == (4, True, 1)
    assert ([each.key for each in fight.state.roster["b"].gear], fight.get("b.weapons")) == (["bio-monitor"], [])


@pytest.mark.rule(WHOSE)
def test_whose_machine_gun_is_taken_is_no_longer_bound_to_it() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [40, 0]\n'
    gunner = 'weapons = ["vulcan-machine-gun"]\nset-up = true\nhp = 0'
    fight = duel(a='weapons = ["knife"]', b=gunner, gap=1, more=third)
    fight.play("pick-up a vulcan-machine-gun", dice=[])
    fight.gm("heal b 3").play("end-turn a", dice=[])
    fight.play("move b 5,5", dice=[], answers=["no"])
    assert fight.get("b.at") == [5.0, 5.0]


@pytest.mark.rule(WHOSE)
def test_somebody_on_her_feet_keeps_what_she_has_and_who_has_given_up_does_not() -> None:
    assert "vulcan-pistol" not in refused(armed(""), "pick-up a vulcan-pistol").legal
    fight = armed("")
    fight.play("surrender b", dice=[])
    fight.play("pick-up a vulcan-pistol owner=b", dice=[])
    assert fight.get("a.weapons.vulcan-pistol.in-hand") is True


@pytest.mark.rule(WHOSE, "coriolis.ruling.hands")
def test_gear_let_fall_lies_there_for_anybody() -> None:
    fight = ward('gear = ["medkit"]', patient="", gap=1)
    fight.play("drop m medkit", dice=[])
    assert (fight.get("m.gear.medkit.dropped"), fight.get("m.ap")) == (True, 3)
    fight.play("end-turn m", dice=[])
    fight.play("pick-up p medkit", dice=[])
    assert ([each.key for each in fight.state.roster["p"].gear], fight.get("m.gear")) == (["medkit"], [])


@pytest.mark.rule(WHOSE)
def test_a_fallen_medics_kit_saves_a_comrade() -> None:
    medic = '[[combatant]]\nid = "n"\nside = "red"\nat = [1, 1]\nhp = 0\ngear = ["medkit"]\n'
    fight = ward("gear = []", more=medic)
    fight.play("pick-up m medkit", dice=[])
    fight.gm("set m.ap 3")
    fight.play("first-aid m p", dice=[6] + [1] * 7)
    assert (fight.get("p.hp"), fight.get("m.gear.medkit.left")) == (1, 9)


@pytest.mark.rule(WHOSE)
def test_two_kits_become_one_bag_and_no_dose_is_lost() -> None:
    fight = duel(a='gear = [{ key = "medkit", left = 3 }]', b='hp = 0\ngear = [{ key = "medkit", left = 9 }]', gap=1, more=FAR)
    fight.play("pick-up a medkit", dice=[])
    assert (fight.get("a.gear.medkit.count"), fight.get("a.gear.medkit.left")) == (2, 2)


FAR = '[[combatant]]\nid = "c"\nside = "blue"\nat = [40, 0]\n'


@pytest.mark.rule("coriolis.ruling.hands")
def test_only_what_one_has_can_be_dropped() -> None:
    fight = duel(a='weapons = ["vulcan-carbine", "knife"]')
    assert refused(fight, "drop a knife").legal == ("vulcan-carbine",)
    fight.play("drop a vulcan-carbine", dice=[])
    assert (fight.get("a.weapons.vulcan-carbine.dropped"), fight.get("a.ap")) == (True, 3)
