"""Critical injuries: what they do at once, what lasts, and their dice."""

from __future__ import annotations

import pytest

from starfray import BadInput, Fight
from tests.coriolis.build import duel
from tests.coriolis.ward import next_turn, refused, ward

THIRD = '[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]\n'


def wound(number: int, *rest: int, b: str = "", sixes: int = 3) -> Fight:
    """a shoots b with the carbine and buys an injury; `rest` are the dice after the d66."""
    sturdy = b if "attributes" in b else "attributes = { strength = 5, agility = 5 }\n" + b
    fight = duel(b=sturdy, more=THIRD)
    dice = [6] * sixes + [1] * (7 - sixes) + [number // 10, number % 10, *rest]
    return fight.play("shot a b", dice=dice, answers=["critical-injury:2"])


@pytest.mark.rule("coriolis.ruling.crit.severity", "coriolis.ranged.bonus.critical-severity")
def test_further_sixes_roll_more_pairs_and_the_highest_counts() -> None:
    fight = duel(b="attributes = { strength = 5, agility = 5 }")
    fight.play("shot a b", dice=[6] * 5 + [1] * 2 + [2, 1] + [1, 6] + [1, 2] + [4], answers=["critical-injury:4"])
    assert (fight.get("b.injuries.0.number"), fight.get("b.injuries.0.healing-days")) == (21, 4)


@pytest.mark.rule("coriolis.ruling.crit.severity")
def test_a_table_may_add_to_the_tens_die_instead() -> None:
    fight = duel(b="attributes = { strength = 5, agility = 5 }")
    fight.gm("ruling severity tens")
    fight.play("shot a b", dice=[6] * 5 + [1] * 2 + [1, 4] + [1, 1, 1], answers=["critical-injury:4"])
    assert fight.get("b.injuries.0.number") == 34


@pytest.mark.rule("coriolis.ruling.crit.severity")
def test_nine_lives_swap_tens_and_units_once_if_that_is_lower() -> None:
    fight = wound(41, 2, b='talents = ["nine-lives"]')  # 14: a sprained ankle, one die of days
    assert (fight.get("b.injuries.0.number"), fight.get("b.injuries.0.healing-days")) == (14, 2)
    fight.gm("set a.ap 2")
    fight.play("shot a b", dice=[6] * 3 + [1] * 3 + [2, 1] + [5], answers=["critical-injury:2"])  # b is prone now
    assert fight.get("b.injuries.1.number") == 21


@pytest.mark.rule("coriolis.ruling.crit.custom", "coriolis.ruling.crit.stunned")
def test_a_stun_weapon_injures_nobody_but_stuns_for_two_sixes() -> None:
    fight = duel(a='weapons = ["stun-gun"]')
    fight.play("shot a b", dice=[6, 6, 6] + [1] * 4, answers=["stun:2"])
    assert (fight.get("b.stunned"), fight.get("b.ap"), fight.get("b.injuries"), fight.get("b.hp")) == (1, 0, [], 4)
    fight = duel(a='weapons = ["stun-gun"]', b='armour = "combat-armour"')
    fight.play("shot a b", dice=[6, 6, 6] + [1] * 4 + [6, 6] + [1] * 6, answers=["stun:2"])
    assert fight.get("b.stunned") == 0, "nothing got through"


@pytest.mark.parametrize(("number", "dice", "days"), [(11, (), 0), (13, (4,), 4), (22, (3, 4), 7), (32, (1, 2, 3), 6)])
def test_the_dice_of_an_injury_that_does_not_kill_are_its_healing_days(number: int, dice: tuple[int, ...], days: int) -> None:
    fight = wound(number, *dice)
    assert (fight.get("b.injuries.0.healing-days"), fight.get("b.injuries.0.limit")) == (days, 0)


@pytest.mark.rule("coriolis.state.crit-dying", "coriolis.ruling.crit.unconscious", "coriolis.state.crit-recovering")
def test_time_limit_then_unconscious_hours_then_days() -> None:
    fight = wound(54, 2, 5, 3, 4)
    injury = fight.state.roster["b"].injuries[0]
    assert (injury.limit, injury.unit, injury.modifier, injury.healing_days) == (2, "minutes", -1, 7)
    assert (fight.get("b.unconscious"), fight.get("b.prone"), fight.get("b.hp")) == (5, True, 7)


@pytest.mark.rule("coriolis.state.crit-dying")
def test_a_pierced_heart_is_death_at_once() -> None:
    assert wound(65).get("b.dead") is True


@pytest.mark.rule("coriolis.ruling.crit.stunned")
def test_stuns_do_not_add_up_and_the_stunned_still_engage() -> None:
    fight = duel(a='weapons = ["sword"]', b="attributes = { strength = 5, agility = 5 }", gap=1)
    for number in (25, 12):
        fight.gm("set a.ap 2")
        rest = [1, 1] if number == 25 else []
        answers = ["no", "critical-injury:2"] if number == 25 else ["critical-injury:2"]
        fight.play("melee-attack a b", dice=[6] * 3 + [1] * 4 + [number // 10, number % 10, *rest], answers=answers)
    assert fight.get("b.stunned") == 2
    next_turn(fight)
    assert (fight.get("b.stunned"), fight.get("b.ap")) == (1, 0)
    assert refused(fight, "overwatch a 9,9").rule == "coriolis.action.overwatch.not-engaged"
    next_turn(fight)
    assert (fight.get("b.stunned"), fight.get("b.ap")) == (0, 3)


@pytest.mark.rule("coriolis.ruling.crit.stunned")
def test_after_her_slot_the_next_turn_counts() -> None:
    fight = duel(now='turn = 1\nup = "a"\norder = ["b", "a"]\nacted = ["b"]', b="attributes = { strength = 5, agility = 5 }")
    fight.play("shot a b", dice=[6] * 3 + [1] * 4 + [1, 1], answers=["critical-injury:2"])
    assert fight.get("b.stunned") == 2
    fight.play("end-turn a", dice=[])
    fight.step(dice=[])
    assert (fight.actors, fight.get("b.ap")) == (["a"], 0)


@pytest.mark.rule("coriolis.state.crit-recovering")
def test_a_concussion_takes_a_die_off_every_advanced_skill() -> None:
    hurt = '{ number = 15, name = "Concussion", healing-days = 2, skills = { advanced = -1 } }'
    fight = ward(f'gear = ["medkit"]\ninjuries = [{hurt}, {hurt}]')
    fight.play("first-aid m p", dice=[6] + [1] * 5)  # 4 + 2 + 2, less 1 twice


@pytest.mark.rule("coriolis.state.crit-recovering", "coriolis.ruling.disarm.where")
def test_a_sprained_wrist_drops_what_is_held_and_costs_a_die() -> None:
    fight = wound(13, 3)
    assert fight.get("b.weapons.vulcan-pistol.dropped") is True
    next_turn_of(fight, "b")
    fight.play("pick-up b vulcan-pistol", dice=[])
    fight.play("shot b a", dice=[1] * 6)  # Agility 5 + 1 + pistol 1 - 1


def next_turn_of(fight: Fight, who: str) -> None:
    while fight.actors != [who]:
        fight.play(f"end-turn {fight.actors[0]}", dice=[])


@pytest.mark.rule("coriolis.ruling.move.halving")
def test_a_broken_leg_fells_and_halves_the_movement_rate_once() -> None:
    leg = '{ number = 33, name = "Broken leg", half-move = true, healing-days = 9 }'
    fight = duel(a=f"injuries = [{leg}, {leg}]")
    assert refused(fight, "move a 0,5.1").rule == "coriolis.ruling.move.halving"
    fight.play("move a 0,5", dice=[])
    assert wound(33, 1, 1, 1).get("b.prone") is True


@pytest.mark.rule("coriolis.ruling.hands", "coriolis.ruling.disarm.where")
def test_a_crushed_elbow_lets_go_of_a_two_handed_weapon_for_good() -> None:
    fight = wound(43, 6, 1, 1, 1, 1, b='weapons = ["vulcan-carbine", "knife"]')
    assert fight.get("b.weapons.vulcan-carbine.in-hand") is False
    fight.gm("set b.stunned 0")
    fight.gm("set b.ap 3")
    next_turn_of(fight, "b")
    assert refused(fight, "pick-up b vulcan-carbine").rule == "coriolis.ruling.hands"
    fight.play("draw b knife", dice=[])


@pytest.mark.rule("coriolis.ruling.hands")
def test_a_lost_arm_leaves_one_hand() -> None:
    arm = '{ number = 61, name = "Destroyed arm", no-two-handed = true, permanent = ["arm-lost", "no-two-handed"] }'
    fight = duel(a=f'weapons = ["vulcan-carbine", "knife", "vulcan-pistol"]\ninjuries = [{arm}]')
    assert [bool(fight.get(f"a.weapons.{n}.in-hand")) for n in (0, 1, 2)] == [False, True, False]
    fight.play("draw a vulcan-pistol", dice=[])
    assert [bool(fight.get(f"a.weapons.{n}.in-hand")) for n in (0, 1, 2)] == [False, False, True]
    assert refused(fight, "draw a vulcan-carbine").rule == "coriolis.ruling.hands"


@pytest.mark.rule("coriolis.state.crit-recovering")
def test_paralysed_below_the_waist_she_lies_and_shoots() -> None:
    spine = '{ number = 51, name = "Broken spine", paralysed = "waist", healing-days = 9 }'
    fight = duel(a=f"prone = true\ninjuries = [{spine}]")
    for action in ("move a 0,1", "get-up a"):
        assert refused(fight, action).rule == "coriolis.state.crit-recovering"
    fight.play("shot a b", dice=[1] * 8)  # prone: fire support


@pytest.mark.rule("coriolis.ruling.immobile")
def test_paralysed_below_the_neck_she_can_only_shout() -> None:
    neck = '{ number = 52, name = "Broken neck", paralysed = "neck", healing-days = 9 }'
    fight = duel(a=f"prone = true\ninjuries = [{neck}]", more='[[combatant]]\nid = "c"\nside = "red"\nat = [0, 9]\n')
    assert [form.kind for form in fight.legal("a") if form.refused is None] == ["shout", "delay", "end-turn"]
    assert refused(fight, "shot a b").rule == "coriolis.ruling.immobile"
    fight.play("shout a help", dice=[])


@pytest.mark.rule("coriolis.state.crit-recovering", "coriolis.core.hp")
def test_strain_costs_a_point_for_each_melee_test_attacking_or_defending() -> None:
    groin = 'injuries = [{ number = 25, name = "Groin hit", strain = true, healing-days = 3 }]'
    fight = duel(a=f'weapons = ["sword"]\n{groin}', b=f'weapons = ["knife"]\narmour = "exo-shell"\n{groin}', gap=1)
    fight.play("melee-attack a b", dice=[1] * 7 + [1] * 4, answers=["knife"])
    assert (fight.get("a.hp"), fight.get("b.hp")) == (7, 5)


@pytest.mark.rule("coriolis.ruling.crit.needs-damage")
def test_an_injury_needs_a_point_to_get_through_unless_the_table_says_otherwise() -> None:
    fight = duel(b='armour = "combat-armour"')
    fight.play("shot a b", dice=[6] * 3 + [1] * 4 + [6] * 3 + [1] * 5, answers=["critical-injury:2"])
    assert (fight.get("b.injuries"), fight.get("b.hp")) == ([], 6)
    fight = duel(b='armour = "combat-armour"')
    fight.gm("ruling crit-needs-damage no")
    fight.play("shot a b", dice=[6] * 3 + [1] * 4 + [6] * 3 + [1] * 5 + [1, 1], answers=["critical-injury:2"])
    assert fight.get("b.injuries.0.number") == 11


def test_what_cannot_be_carried_slows_by_half() -> None:
    load = 'attributes = { strength = 1, agility = 4 }\nweapons = ["vulcan-pistol", "sword"]\narmour = "protective-clothing"'
    fight = duel(a=load)
    assert refused(fight, "move a 0,6").rule == "coriolis.ruling.move.halving"
    fight.gm("set a.weapons.sword.dropped true")
    fight.play("move a 0,10", dice=[])
    with pytest.raises(BadInput, match="weight"):
        duel(a='armour = { key = "plate", weight = "huge" }')
