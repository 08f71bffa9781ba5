"""Gunners, shields, hull, systems, criticals, the enemy's fire."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.icar.build import fight, last_tally, rules, stand_by, stn

GUNNERS = """
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
[[combatant]]
id = "gil"
archetype = "bad-gunner"
aboard = "ship"
"""
OPEN = "shields = 0"


def at_the_guns(*, foe: str = "", ship: str = "", head: str = "", more: str = "") -> Fight:
    return fight(foe=foe, ship=ship, head=head, crew=GUNNERS, more=more)


@pytest.mark.rule("icar.space.gunner.turns", "icar.space.gunner.hull-or-shield")
@pytest.mark.rule("icar.space.stn.sum", "icar.space.shield.one-hit")
def test_a_shield_is_shot_at_6_less() -> None:
    board = at_the_guns().play("shoot gun foe", dice=[2])
    assert last_tally(board) == 14 - 6 - 7
    assert (board.get("foe.craft.shields"), board.get("foe.craft.shield-hit")) == (2, True)


@pytest.mark.rule("icar.space.gunner.turns")
def test_each_gunner_makes_a_check_of_their_own_in_roster_order() -> None:
    board = at_the_guns(foe=OPEN)
    with pytest.raises(Refused, match="gun shoots first"):
        board.play("shoot gil foe", dice=[])
    board.play("shoot gun foe", dice=[2]).play("shoot gil foe", dice=[4])
    assert last_tally(board) == 14 - 6 - 3
    assert board.get("foe.craft.hull-damage") == 10  # 4 is a miss for the second


@pytest.mark.rule("icar.space.shield.whole-turn", "icar.space.shield.count")
def test_one_shield_is_lost_a_turn_however_many_hit_it() -> None:
    board = at_the_guns().play("shoot gun foe", dice=[2]).play("shoot gil foe", dice=[5])
    board.step(dice=[2])
    assert (board.get("foe.craft.shields"), board.get("foe.craft.hull-damage")) == (1, 0)


def test_a_turn_that_began_with_a_shield_up_does_no_hull_damage() -> None:
    board = at_the_guns(foe="shields = 1").play("shoot gun foe", dice=[2]).play("shoot gil foe", dice=[5])
    board.step(dice=[2])
    assert (board.get("foe.craft.shields"), board.get("foe.craft.hull-damage")) == (0, 0)
    board.play("shoot gun foe", dice=[2])
    assert board.get("foe.craft.hull-damage") == 10


@pytest.mark.rule("icar.space.shields-first")
def test_no_system_can_be_aimed_at_while_a_shield_is_up() -> None:
    with pytest.raises(Refused, match="shields have to go first"):
        at_the_guns(foe="shields = 1").play("shoot gun foe grav-engine", dice=[])


@pytest.mark.rule("icar.space.damage.k", "icar.space.hull.accumulate", "icar.space.system.shield-generator")
def test_hull_damage_adds_up_and_stops_systems_at_their_level() -> None:
    board = at_the_guns(foe=OPEN).play("shoot gun foe", dice=[2])  # 10K: shield generator 8, tractor beam 9
    assert board.get("foe.craft.inoperable") == ["shield-generator", "tractor-beam"]


@pytest.mark.rule("icar.space.hull.accumulate", "icar.space.system.light-jump")
def test_a_level_that_is_just_reached_counts() -> None:
    board = at_the_guns(foe=OPEN + ", hull-damage = 1").play("shoot gun foe", dice=[2])
    assert board.get("foe.craft.inoperable") == ["shield-generator", "tractor-beam", "light-jump"]


@pytest.mark.rule("icar.space.system.energy-web", "icar.space.end.collapse")
def test_at_the_level_of_its_energy_web_a_craft_is_a_wreck() -> None:
    board = at_the_guns(foe=OPEN + ", hull-damage = 6").play("shoot gun foe", dice=[2])
    assert board.get("foe.out") == "wreck"
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == (["crew"], "icar.space.end.collapse")


@pytest.mark.rule("icar.space.system.tractor-beam", "icar.space.system.grav-field", "icar.space.system.grav-engine")
@pytest.mark.rule("icar.space.system.generators", "icar.space.system.life-support")
def test_every_system_goes_at_its_level() -> None:
    board = at_the_guns(foe=OPEN + ", hull-damage = 5").play("shoot gun foe", dice=[2])  # 15K of 16
    assert board.get("foe.craft.inoperable") == [
        "shield-generator",
        "tractor-beam",
        "light-jump",
        "grav-field",
        "grav-engine",
        "generators",
        "life-support",
    ]
    assert board.get("foe.out") == ""


@pytest.mark.rule("icar.space.gunner.system", "icar.space.system.direct", "icar.space.system.grav-engine")
def test_a_system_is_shot_at_its_own_modifier_and_stops_without_hull_damage() -> None:
    board = at_the_guns(foe=OPEN).play("shoot gun foe grav-engine", dice=[9])
    assert last_tally(board) == 14 + 2 - 7
    assert (board.get("foe.craft.inoperable"), board.get("foe.craft.hull-damage")) == (["grav-engine"], 0)


@pytest.mark.rule("icar.space.gunner.system-miss")
def test_who_misses_the_system_misses_the_craft() -> None:
    board = at_the_guns(foe=OPEN).play("shoot gun foe grav-engine", dice=[8])
    assert (board.get("foe.craft.inoperable"), board.get("foe.craft.hull-damage")) == ([], 0)


def test_by_ruling_a_hit_on_a_system_damages_the_hull_too() -> None:
    board = at_the_guns(foe=OPEN, head='[rulings]\nsystem-hull = "yes"').play("shoot gun foe grav-engine", dice=[9])
    assert board.get("foe.craft.hull-damage") == 10
    assert board.get("foe.craft.inoperable") == ["shield-generator", "tractor-beam", "grav-engine"]


@pytest.mark.rule("icar.space.system.energy-web", "icar.space.gunner.system")
def test_the_energy_web_and_what_is_broken_cannot_be_targeted() -> None:
    board = at_the_guns(foe=OPEN + ', inoperable = ["generators"]')
    with pytest.raises(Refused, match="energy web cannot"):
        board.play("shoot gun foe energy-web", dice=[])
    with pytest.raises(Refused, match="no working system"):
        board.play("shoot gun foe generators", dice=[])


@pytest.mark.rule("icar.space.crit.gunner", "icar.space.crit.narrative")
def test_a_critical_hit_takes_a_system_of_the_gunners_choice_as_well() -> None:
    board = at_the_guns(foe=OPEN).play("shoot gun foe", dice=[10], answers=["Through the port!", "generators"])
    assert board.get("foe.craft.hull-damage") == 10
    assert board.get("foe.craft.inoperable") == ["shield-generator", "tractor-beam", "generators"]


@pytest.mark.rule("icar.space.crit.narrative")
def test_a_critical_hit_on_a_system_damages_the_hull_as_well() -> None:
    board = at_the_guns(foe=OPEN).play("shoot gun foe life-support", dice=[10], answers=["Through the port!"])
    assert board.get("foe.craft.hull-damage") == 10
    assert board.get("foe.craft.inoperable")[-1] == "life-support"


def test_a_critical_hit_nobody_describes_is_an_ordinary_one() -> None:
    board = at_the_guns(foe=OPEN).play("shoot gun foe life-support", dice=[10], answers=[""])
    assert (board.get("foe.craft.hull-damage"), board.get("foe.craft.inoperable")) == (0, ["life-support"])


def test_a_critical_hit_on_a_shield_is_just_that() -> None:
    board = at_the_guns().play("shoot gun foe", dice=[10])
    assert board.get("foe.craft.shield-hit") is True


@pytest.mark.rule("icar.crit.fail")
def test_there_is_no_floor_to_the_stn_but_a_natural_one_misses() -> None:
    board = at_the_guns(foe=OPEN).gm("modify gun 30").play("shoot gun foe", dice=[1])
    assert board.get("foe.craft.hull-damage") == 0


@pytest.mark.rule("icar.ruling.gunner-cluster")
def test_a_gunner_without_a_cluster_does_not_shoot() -> None:
    third = '[[combatant]]\nid = "kim"\narchetype = "bad-gunner"\naboard = "ship"\n'
    board = stand_by(at_the_guns(more=third), "gun", "gil")
    with pytest.raises(Refused, match="no weapon cluster"):
        board.play("shoot kim foe", dice=[])


@pytest.mark.rule("icar.space.end.ways")
def test_friends_and_wrecks_are_no_targets() -> None:
    board = at_the_guns(more='[[combatant]]\nid = "hulk"\nside = "pirates"\nout = "wreck"\ncraft = "scout"\n')
    for target in ("ship", "hulk"):
        with pytest.raises(Refused, match=r"same side|out of the fight"):
            board.play(f"shoot gun {target}", dice=[])


@pytest.mark.rule("icar.space.gunner.skill")
def test_a_gunner_takes_one_option_of_the_gunners_list() -> None:
    with pytest.raises(Refused, match="is for pilot"):
        at_the_guns().play("aggressive gun", dice=[])


@pytest.mark.rule("icar.ruling.stn-owner")
def test_by_ruling_the_base_stn_is_the_targets() -> None:
    board = at_the_guns(head='[rulings]\nstn-owner = "target"').begin()
    assert stn(board) == 0
    board.play("shoot gun foe", dice=[3])
    assert last_tally(board) == 16 - 6 - 7  # the Scout's 16


# --- the enemy -------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.space.enemy.turn", "icar.space.enemy.roll", "icar.space.enemy.ability", "icar.space.enemy.stn")
def test_an_enemy_rolls_one_die_with_its_gunner_ability_against_its_stn() -> None:
    assert stand_by(at_the_guns(), "gun", "gil").step(dice=[9]).get("ship.craft.shields") == 3
    missed = stand_by(at_the_guns(), "gun", "gil").step(dice=[8])
    assert (missed.get("ship.craft.shields"), "icar.space.stn.base" in rules(missed)) == (4, True)


@pytest.mark.rule("icar.space.damage.k")
def test_without_shields_the_enemy_hits_the_hull_with_its_first_cluster() -> None:
    board = stand_by(at_the_guns(ship="shields = 0, hull-damage = 25"), "gun", "gil").step(dice=[9])
    assert (board.get("ship.craft.hull-damage"), board.get("ship.craft.inoperable")) == (30, ["shield-generator"])


@pytest.mark.rule("icar.crit.pass")
def test_a_natural_ten_of_an_enemy_hits_without_any_bonus() -> None:
    board = stand_by(at_the_guns(ship=OPEN).gm("set foe.stn 20").gm("set foe.gunner 2"), "gun", "gil").step(dice=[10])
    assert (board.get("ship.craft.hull-damage"), board.get("ship.craft.inoperable")) == (5, [])


SECOND_FOE = '[[combatant]]\nid = "dart"\nside = "pirates"\narchetype = "fighter-pilot"\n'


def test_every_enemy_throws_one_die_in_roster_order() -> None:
    board = stand_by(at_the_guns(more=SECOND_FOE), "gun", "gil")
    board.step(dice=[8, 8])  # the fighter (6 against 14) hits, the scout (6 against 15) does not
    assert board.get("ship.craft.shields") == 3
    assert [event.who for event in board.events if event.rule == "icar.space.enemy.roll" and event.faces] == ["dart", "foe"]


def test_the_last_shield_stops_an_enemys_shot_too() -> None:
    board = stand_by(at_the_guns(ship="shields = 1"), "gun", "gil").step(dice=[9])
    assert (board.get("ship.craft.shields"), board.get("ship.craft.hull-damage")) == (0, 0)


def test_each_gunner_does_the_damage_of_their_own_cluster() -> None:
    board = at_the_guns(foe=OPEN, ship="clusters = [10, 5]").play("shoot gun foe", dice=[2])
    assert board.get("foe.craft.hull-damage") == 10
    assert board.play("shoot gil foe", dice=[5]).get("foe.craft.hull-damage") == 15


def test_two_enemies_take_one_shield_between_them() -> None:
    board = stand_by(at_the_guns(more=SECOND_FOE), "gun", "gil").step(dice=[9, 9])
    assert board.get("ship.craft.shields") == 3


@pytest.mark.rule("icar.space.enemy.turn")
def test_the_gm_picks_the_target_where_there_are_several() -> None:
    second = '[[combatant]]\nid = "tug"\nside = "crew"\ncraft = "freighter"\n'
    second += '[[combatant]]\nid = "ted"\nrole = "gunner"\naboard = "tug"\n'
    board = stand_by(at_the_guns(more=second), "gun", "gil", "ted")
    board.step(dice=[9], answers=["tug"])
    assert (board.get("ship.craft.shields"), board.get("tug.craft.shields")) == (4, 3)


@pytest.mark.rule("icar.space.damage.clusters")
def test_an_enemy_without_weapons_throws_no_die() -> None:
    board = at_the_guns(foe="clusters = []")
    stand_by(board, "gun", "gil").step(dice=[])
    assert board.get("turn") == 2
