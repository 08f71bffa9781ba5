"""Rules to the last point: just inside of each, and just outside."""

from __future__ import annotations

import pytest

from tests.icar import build
from tests.icar.chase import chase
from tests.icar.street import FISTS, refused, said, street
from tests.icar.test_hacking import gaia


@pytest.mark.rule("icar.ruling.armour", "icar.space.shield.one-hit")
def test_a_craft_hurt_by_the_gm_loses_a_shield_first_and_hull_directly() -> None:
    board = build.fight().begin().gm("hurt foe 4")
    assert (board.get("foe.craft.shield-hit"), board.get("foe.craft.hull-damage")) == (True, 0)
    assert build.fight().begin().gm("hurt foe 4 direct=yes").get("foe.craft.hull-damage") == 4
    assert street().gm("hurt b 4").get("b.hp") == 6


@pytest.mark.rule("icar.hack.combat.actions")
def test_a_hacker_rolls_as_often_a_turn_as_shift_and_not_once_more() -> None:
    fight = gaia(shift=2)
    fight.play("hack a files", dice=[2])
    assert "a" in fight.actors
    fight.play("hack a files", dice=[2])
    assert "a" not in fight.actors


@pytest.mark.rule("icar.vehicle.damage.zero")
def test_a_falling_car_does_not_begin_to_fall_again() -> None:
    board = chase().gm("hurt van 99 direct=yes")
    falls = board.get("van.vehicle.falling")
    board.gm("set van.vehicle.falling 2").gm("hurt van 5 direct=yes")
    assert (falls > 2, board.get("van.vehicle.falling")) == (True, 2)
    assert said(board).count("icar.vehicle.damage.zero") == 1


@pytest.mark.rule("icar.shield.soaks-all")
@pytest.mark.parametrize(("more", "overloaded"), [(0, 0), (1, 1)])
def test_a_shield_stops_exactly_what_it_can_and_is_overloaded_by_a_point_more(more: int, overloaded: int) -> None:
    shielded = "max-shields = 1, shields = 1, shield-hp = 20"
    board = chase(van=shielded).gm(f"hurt van {20 + more}")
    assert said(board).count("icar.shield.soaks-all") == overloaded
    assert chase(van=shielded).gm("hurt van 30").get("van.vehicle.hp") == 20


@pytest.mark.rule("icar.close.skill.aa-swap-only", "icar.close.swap.grant")
def test_what_may_be_swapped_in_are_swap_moves_one_has_learnt() -> None:
    base = "attributes = { battle = 3, shift = 3, meat = 3 }\nskills = { street-fighting = 3 }\n"
    fight = street(FISTS, base=base)
    legal = refused(fight, 'combo a b fists "so" swap=2:kick', "icar.close.swap.grant").legal
    assert sorted(legal) == ["break-free", "disarm", "hold", "spring-onto-feet"]


@pytest.mark.rule("icar.ruling.battle-change")
def test_a_combo_as_long_as_battle_can_be_used_and_a_longer_one_rests() -> None:
    floor = 'combos = [{ name = "floor", moves = ["punch", "trip", "stamp"] }]\n'
    strong = "attributes = { battle = 3, shift = 3, meat = 3 }\nskills = { street-fighting = 2 }\n"
    street(floor, base=strong).play('combo a b floor "so"', dice=[9])
    weak = street(floor, base=strong).gm("set a.attributes.battle 2")
    refused(weak, 'combo a b floor "so"', "icar.ruling.battle-change")


@pytest.mark.rule("icar.space.strict-order")
@pytest.mark.parametrize(("choice", "told"), [("on", False), ("off", True)])
def test_that_roles_act_in_any_order_is_told_where_they_do(choice: str, told: bool) -> None:
    board = build.fight(head=f'[rulings]\nstrict-order = "{choice}"').begin()
    assert ("icar.space.strict-order" in said(board)) == told
    assert "icar.space.strict-order" in said(build.fight(head='[rulings]\nstrict-order = "off"').begin())


@pytest.mark.rule("icar.vehicle.pilot.ram.damage")
@pytest.mark.parametrize(("hp", "damage"), [(29, 2), (30, 3), (90, 9)])
def test_a_ram_does_a_tenth_of_the_rammers_hit_points_rounded_down(hp: int, damage: int) -> None:
    board = chase(car=f"max-hp = {hp}, hp = {hp}", van="max-hp = 50, hp = 50")
    board.play("declare pil ram van", dice=[]).play("stand-by hax", dice=[]).play("stand-by eng", dice=[])
    board.play("fly pil", dice=[6])
    assert (board.get("van.vehicle.hp"), board.get("car.vehicle.hp")) == (50 - damage, hp - damage)


@pytest.mark.rule("icar.space.repair.temporary", "icar.space.eng.repair")
@pytest.mark.parametrize(("damage", "told"), [(12, False), (13, True)])
def test_a_repair_is_for_a_while_from_the_level_of_the_damage_on(damage: int, told: bool) -> None:
    systems = "tractor-beam = { level = 13, modifier = 2 }, energy-web = { level = 40, modifier = 9 }"
    lost = f"systems = {{ {systems} }}, hull-damage = {damage}"
    board = build.fight(ship=lost + ', inoperable = ["tractor-beam"]').begin()
    board.gm("set eng.at-system tractor-beam").play("stand-by ops", dice=[]).play("repair eng", dice=[6])
    assert ("icar.space.repair.temporary" in said(board)) == told
    if not told:
        again = build.fight(ship=lost.replace("= 12", "= 13") + ', inoperable = ["tractor-beam"]').begin()
        again.gm("set eng.at-system tractor-beam").play("stand-by ops", dice=[]).play("repair eng", dice=[6])


@pytest.mark.rule("icar.close.pinned", "icar.close.prone.stand")
def test_only_who_is_down_and_held_struggles_alone_against_16() -> None:
    pinned = street('prone = true\ntripped-by = "b"\nheld-by = "b"')
    pinned.play("escape a", dice=[9])
    assert [event.tally.reasons[0].amount for event in pinned.events if event.tally is not None][-1] == 16
    tripped = street('prone = true\ntripped-by = "b"').play("escape a", dice=[9, 2])
    assert "icar.close.prone.stand" in said(tripped)


@pytest.mark.rule("icar.ruling.vehicle-exposed", "icar.vehicle.damage.where")
@pytest.mark.parametrize(("hp", "open_to_shots"), [(0, True), (1, False)])
def test_a_closed_car_with_a_point_left_shelters_and_a_wreck_does_not(hp: int, open_to_shots: bool) -> None:
    van = f'[[combatant]]\nid = "van"\nside = "blue"\nat = [9, 0]\nvehicle = {{ key = "kestrel", hp = {hp} }}\n'
    fight = street('weapons = ["arms-5"]', 'aboard = "van"', more=van, gap=9)
    assert (fight.refusal("fire a b") is None) == open_to_shots
    if open_to_shots:
        fight.play("fire a b", dice=[9])
    else:
        refused(fight, "fire a b", "icar.ruling.vehicle-exposed")
