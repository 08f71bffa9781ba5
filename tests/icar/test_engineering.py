"""Engineering: power, limits, repairs, several engineers."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.icar.build import fight, last_tally, rules, stand_by, stn

SECOND = '[[combatant]]\nid = "eng2"\narchetype = "john-smith"\naboard = "ship"\nkit = []\n'


def at_engineering(*, ship: str = "", more: str = "") -> Fight:
    return stand_by(fight(ship=ship, more=more), "ops")


@pytest.mark.rule("icar.space.eng.reroute")
def test_rerouting_takes_2_off_the_stn_at_12() -> None:
    board = at_engineering().play("reroute eng", dice=[4])
    assert (stn(board), board.get("space.helps")) == (12, [])
    assert stn(at_engineering().play("reroute eng", dice=[3])) == 14


@pytest.mark.rule("icar.space.eng.shutdown")
def test_shutting_down_takes_3_off_the_stn_at_14() -> None:
    assert stn(at_engineering().play("shutdown eng", dice=[6])) == 11
    assert stn(at_engineering().play("shutdown eng", dice=[5])) == 14


@pytest.mark.rule("icar.ruling.one-use")
@pytest.mark.parametrize("kind", ["shutdown", "dump-web"])
def test_once_per_combat_is_spent_by_a_failure_too(kind: str) -> None:
    board = at_engineering().play(f"{kind} eng", dice=[2])
    stand_by(board, "pil", "gun").step(dice=[2])
    stand_by(board, "ops")
    with pytest.raises(Refused, match="once per combat"):
        board.play(f"{kind} eng", dice=[])


@pytest.mark.rule("icar.space.eng.engines")
def test_power_to_engines_helps_stn_and_pilot() -> None:
    board = at_engineering().play("engines eng", dice=[4])
    assert stn(board) == 13
    board.play("aggressive pil", dice=[3])
    assert (last_tally(board), stn(board)) == (12 - 7 - 2, 12)


@pytest.mark.rule("icar.space.eng.dump-web")
def test_dumping_the_web_takes_4_off_the_pilots_target_number() -> None:
    board = at_engineering().play("dump-web eng", dice=[6])
    assert stn(board) == 14
    board.play("ripping-balls pil", dice=[7])
    assert (last_tally(board), stn(board)) == (18 - 7 - 4, 9)


@pytest.mark.rule("icar.space.eng.technobabble")
def test_technobabble_takes_4_off_the_stn_at_16() -> None:
    assert stn(at_engineering().play("technobabble eng", dice=[8])) == 10
    assert stn(at_engineering().play("technobabble eng", dice=[7])) == 14


@pytest.mark.rule("icar.space.eng.skill")
def test_other_roles_options_are_not_the_engineers() -> None:
    with pytest.raises(Refused, match="is for pilot"):
        at_engineering().play("aggressive eng", dice=[])


@pytest.mark.rule("icar.space.engineers.one-stn")
def test_one_engineer_a_turn_works_on_the_stn_pass_or_fail() -> None:
    board = at_engineering(more=SECOND).play("reroute eng", dice=[2])
    with pytest.raises(Refused, match="another engineer"):
        board.play("technobabble eng2", dice=[])


@pytest.mark.rule("icar.ruling.dice-order")
def test_engineers_roll_in_roster_order() -> None:
    with pytest.raises(Refused, match="eng acts first"):
        at_engineering(more=SECOND).play("reroute eng2", dice=[])


@pytest.mark.rule("icar.space.eng.engies")
def test_power_to_the_engies_comes_first_and_helps_the_others() -> None:
    board = at_engineering(more=SECOND).play("engies eng2", dice=[6])
    board.play("technobabble eng", dice=[5])
    assert (last_tally(board), stn(board)) == (16 - 8 - 3, 10)


@pytest.mark.rule("icar.ruling.engies")
def test_power_to_the_engies_is_too_late_once_another_has_rolled() -> None:
    board = at_engineering(more=SECOND).play("reroute eng", dice=[4])
    with pytest.raises(Refused, match="before the other engineers"):
        board.play("engies eng2", dice=[])


@pytest.mark.rule("icar.space.eng.engies")
def test_a_second_power_to_the_engies_adds_nothing() -> None:
    third = SECOND.replace("eng2", "eng3")
    board = at_engineering(more=SECOND + third).play("engies eng", dice=[6])
    board.play("engies eng2", dice=[3])  # at 14 - 3
    board.play("reroute eng3", dice=[2])
    assert last_tally(board) == 12 - 8 - 3


@pytest.mark.rule("icar.space.eng.engies")
def test_a_lone_engineer_has_nobody_to_help() -> None:
    with pytest.raises(Refused, match="no other engineer"):
        at_engineering().play("engies eng", dice=[])


# --- repairs ---------------------------------------------------------------------------------------------------

BROKEN = 'inoperable = ["grav-engine"]'


@pytest.mark.rule("icar.space.repair.time")
def test_a_repair_takes_a_turn_to_get_there_first() -> None:
    with pytest.raises(Refused, match="a turn to get to"):
        at_engineering(ship=BROKEN).play("repair eng", dice=[])


@pytest.mark.rule("icar.space.eng.travel", "icar.space.eng.repair")
def test_travel_needs_no_die_and_the_repair_one_at_12() -> None:
    board = at_engineering(ship=BROKEN).play("travel eng grav-engine", dice=[])
    stand_by(board, "pil", "gun").step(dice=[2])
    stand_by(board, "ops").play("repair eng", dice=[4])
    assert (last_tally(board), board.get("ship.craft.inoperable"), stn(board)) == (4, [], 14)


def test_a_failed_repair_leaves_the_engineer_at_the_system() -> None:
    board = at_engineering(ship=BROKEN).play("travel eng grav-engine", dice=[])
    stand_by(board, "pil", "gun").step(dice=[2])
    stand_by(board, "ops").play("repair eng", dice=[3])
    stand_by(board, "pil", "gun").step(dice=[2])
    stand_by(board, "ops").play("repair eng", dice=[4])
    assert board.get("ship.craft.inoperable") == []


@pytest.mark.rule("icar.space.eng.travel")
def test_there_is_no_travelling_to_a_system_that_works() -> None:
    with pytest.raises(Refused, match="not an inoperable system"):
        at_engineering(ship=BROKEN).play("travel eng generators", dice=[])
    with pytest.raises(Refused, match="no inoperable system"):
        at_engineering().play("travel eng generators", dice=[])


@pytest.mark.rule("icar.space.system.fix-next-turn")
def test_a_system_lost_this_turn_can_be_fixed_in_the_following_one() -> None:
    board = at_engineering(ship=BROKEN + ', fresh = ["grav-engine"]')
    board.gm("set eng.at-system grav-engine")
    with pytest.raises(Refused, match="following turn"):
        board.play("repair eng", dice=[])


@pytest.mark.rule("icar.space.system.grav-field")
def test_without_gravity_a_repair_is_at_16() -> None:
    board = at_engineering(ship='inoperable = ["grav-field", "light-jump"]')
    board.gm("set eng.at-system light-jump").play("repair eng", dice=[8])
    assert (last_tally(board), board.get("ship.craft.inoperable")) == (8, ["grav-field"])


@pytest.mark.rule("icar.space.repair.temporary", "icar.space.hull.re-expose")
def test_a_repair_under_the_hull_damage_lasts_until_the_next_hit() -> None:
    board = at_engineering(ship='shields = 0, hull-damage = 46, inoperable = ["grav-engine"]')
    board.gm("set eng.at-system grav-engine").play("repair eng", dice=[4])
    assert board.get("ship.craft.inoperable") == []
    stand_by(board, "pil", "gun").step(dice=[9])
    assert "icar.space.hull.re-expose" in rules(board)
    assert "grav-engine" in board.get("ship.craft.inoperable")


@pytest.mark.rule("icar.space.crit.eng")
def test_a_critical_repair_mends_a_second_system_without_travel() -> None:
    board = at_engineering(ship='inoperable = ["grav-engine", "light-jump", "life-support"]')
    board.gm("set eng.at-system grav-engine")
    board.play("repair eng", dice=[10], answers=["Sparks everywhere.", "life-support"])
    assert board.get("ship.craft.inoperable") == ["light-jump"]


def test_a_critical_repair_of_the_only_broken_system_asks_nothing() -> None:
    board = at_engineering(ship=BROKEN)
    board.gm("set eng.at-system grav-engine").play("repair eng", dice=[10])
    assert board.get("ship.craft.inoperable") == []


@pytest.mark.rule("icar.ruling.generators")
def test_without_generators_engineers_only_travel_and_repair() -> None:
    board = at_engineering(ship='inoperable = ["generators"]')
    for kind in ("reroute", "shutdown", "engines", "dump-web", "technobabble"):
        with pytest.raises(Refused, match="main power"):
            board.play(f"{kind} eng", dice=[])
    board.play("travel eng generators", dice=[])


@pytest.mark.rule("icar.space.engineers.many-repairs")
def test_several_engineers_mend_different_systems_in_the_same_turn() -> None:
    board = at_engineering(ship='inoperable = ["generators", "grav-engine"]', more=SECOND)
    board.gm("set eng.at-system generators").gm("set eng2.at-system grav-engine")
    board.play("repair eng", dice=[4]).play("repair eng2", dice=[4])
    assert board.get("ship.craft.inoperable") == []


@pytest.mark.rule("icar.space.eng.dump-web", "icar.space.small-crew.swap")
def test_what_helps_the_pilot_helps_whoever_flies_then_and_nobody_at_another_station() -> None:
    board = fight(more=SECOND, head='[rulings]\nstrict-order = "off"')
    board.play("dump-web eng", dice=[6]).play("take-role eng2 pilot", dice=[], answers=["yes"])
    board.play("reroute pil", dice=[2])  # an engineer now, who has never learned it: 12 less Wit 2
    assert last_tally(board) == 10
    board.play("aggressive eng2", dice=[2])  # 12 - 4 less Shift 3
    assert last_tally(board) == 5
