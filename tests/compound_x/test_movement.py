"""Running, stances, cover, aim, reloading."""

from __future__ import annotations

import pytest

from starfray import Refused
from tests.compound_x.helpers import fight


@pytest.mark.rule("cx.move.run")
@pytest.mark.parametrize(
    ("ana", "one_action", "two_actions"),
    [
        ("stats = { dexterity = 7 }", 3, 7),
        ('stats = { dexterity = 7 }\nstance = "crouched"', 2, 5),
        ('stats = { dexterity = 7 }\nstance = "prone"', 2, 4),
        ("stats = { dexterity = 1 }", 0, 1),
        ('stats = { dexterity = 7 }\ncarry = 5\narmour = "medium-heavy-full-l3"', 3, 6),  # 6 less Carry 5
    ],
)
def test_how_far_one_and_two_actions_carry(ana: str, one_action: int, two_actions: int) -> None:
    for actions, metres in ((1, one_action), (2, two_actions)):
        one = fight(ana)
        with pytest.raises(Refused, match="further"):
            one.play(f"run ana 0,{metres + 0.5} actions={actions}", dice=[])
        if metres:
            one.play(f"run ana 0,{metres} actions={actions}", dice=[])
            assert one.get("ana.at") == [0, metres]
            assert one.get("ana.actions") == 4 - actions


@pytest.mark.rule("cx.move.run", "cx.ruling.move-single")
def test_two_single_actions_in_a_row_carry_as_far_as_both_together() -> None:
    one = fight("stats = { dexterity = 7 }")
    one.play("run ana 0,3 actions=1", dice=[])
    one.play("run ana 0,7 actions=1", dice=[])
    with pytest.raises(Refused, match="further"):
        one.play("run ana 0,11 actions=1", dice=[])


@pytest.mark.rule("cx.move.sprint", "cx.move.sprint-limit", "cx.ruling.sprint-consecutive", "cx.ruling.sprint-window")
def test_a_sprint_is_a_metre_more_per_action_and_takes_breath() -> None:
    one = fight("stats = { dexterity = 6, fortitude = 3 }")
    one.play("run ana 0,8 sprint=yes", dice=[])
    with pytest.raises(Refused, match="breath"):
        one.play("run ana 0,16 sprint=yes", dice=[])
    one.play("run ana 0,12 actions=1 sprint=yes", dice=[])
    assert one.get("ana.sprinted") == 3
    one.play("go-prone ana", dice=[])
    assert (one.get("ana.sprinted"), one.get("ana.winded")) == (0, 1)


@pytest.mark.rule("cx.stance.crouch")
def test_crouching_is_free_and_standing_up_costs_an_action() -> None:
    one = fight()
    one.play("crouch ana", dice=[])
    assert one.get("ana.actions") == 4
    one.play("stand ana", dice=[])
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.stance.prone-cost")
def test_going_prone_and_standing_up_cost_an_action_each() -> None:
    one = fight()
    one.play("go-prone ana", dice=[])
    one.play("stand ana", dice=[])
    assert one.get("ana.actions") == 2
    assert one.get("ana.stance") == "standing"


@pytest.mark.rule("cx.stance.hunker", "cx.aim.cease.hunker", "cx.actions.hunker")
def test_hunkering_costs_an_action_and_the_aim_and_is_left_freely() -> None:
    one = fight('aim = "tor"')
    one.play("hunker ana", dice=[])
    assert one.get("ana.aim") == ""
    assert one.get("ana.actions") == 3
    one.play("unhunker ana", dice=[])
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.cover.partial", "cx.cover.full")
def test_cover_within_reach_is_taken_freely_and_left_by_running() -> None:
    scene = '[[cover]]\nname = "crate"\nat = [1, 0]\n[[cover]]\nname = "wall"\nkind = "full"\nat = [0, 5]'
    one = fight(scene=scene)
    one.play("take-cover ana", dice=[])
    assert one.get("ana.cover") == "partial"
    one.play("run ana 0,5 cover=wall", dice=[])
    assert one.get("ana.cover") == "full"
    one.play("run ana 0,1", dice=[])
    assert one.get("ana.cover") == ""


@pytest.mark.rule("cx.cover.visibility")
def test_cover_out_of_reach_is_refused() -> None:
    one = fight(scene='[[cover]]\nname = "crate"\nat = [9, 0]')
    with pytest.raises(Refused, match="within reach"):
        one.play("take-cover ana", dice=[])


@pytest.mark.rule("cx.aim.cost", "cx.aim.effect")
def test_aim_costs_an_action_and_holds_for_one_target() -> None:
    one = fight("", "", 'id = "kit"\nside = "dock"\nat = [30, 5]')
    one.play("aim ana tor", dice=[])
    assert (one.get("ana.actions"), one.get("ana.aim")) == (3, "tor")
    aimed, hip = one.preview("fire ana tor").tally, one.preview("fire ana kit").tally
    assert aimed is not None
    assert hip is not None
    assert hip.total - aimed.total == 3


@pytest.mark.rule("cx.aim.cease-free")
def test_aim_is_dropped_freely() -> None:
    one = fight('aim = "tor"')
    one.play("cease-aim ana", dice=[])
    assert one.get("ana.aim") == ""
    assert one.get("ana.actions") == 4


EMPTY = 'weapons = [{ key = "ecsc-mk16", rounds = 0 }]'


@pytest.mark.rule("cx.reload.check", "cx.reload.success", "cx.actions.reload-mag", "cx.reload.dc")
def test_a_passed_check_reloads_in_two_actions() -> None:
    one = fight(EMPTY)
    one.play("reload ana", dice=[31])
    assert one.get("ana.weapons.0.rounds") == 30
    assert one.get("ana.actions") == 2


@pytest.mark.rule("cx.reload.failure", "cx.reload.success", "cx.actions.reload-mag")
def test_a_failed_check_takes_twice_the_time() -> None:
    one = fight(EMPTY)
    one.play("reload ana", dice=[30])
    assert one.get("ana.actions") == 0
    assert one.get("ana.weapons.0.rounds") == 30


@pytest.mark.rule("cx.reload.crit", "cx.reload.success", "cx.actions.reload-mag")
def test_a_critical_check_halves_the_time() -> None:
    one = fight(EMPTY)
    one.play("reload ana", dice=[91])
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.reload.crit", "cx.ruling.reload-rounding", "cx.ruling.reload-times")
def test_half_of_three_is_one() -> None:
    one = fight('weapons = [{ key = "ecsc-mk249", rounds = 0 }]')
    one.play("reload ana", dice=[91])
    assert one.get("ana.actions") == 3
    assert one.get("ana.weapons.0.rounds") == 100


@pytest.mark.rule("cx.reload.failure", "cx.reload.check", "cx.ruling.reload-check")
def test_a_reload_runs_on_into_the_next_turn_without_another_check() -> None:
    one = fight("actions = 1\n" + EMPTY)
    one.play("reload ana", dice=[1])
    assert one.get("ana.weapons.0.reloading") == 3
    one.gm("set ana.actions 4")
    with pytest.raises(Refused, match="being reloaded"):
        one.play("fire ana tor", dice=[5])
    one.play("reload ana", dice=[])
    assert one.get("ana.actions") == 1
    assert one.get("ana.weapons.0.rounds") == 30


@pytest.mark.rule("cx.reload.need")
def test_without_a_spare_magazine_there_is_no_reload() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", rounds = 0, magazines = 0 }]')
    with pytest.raises(Refused, match="no spare magazine"):
        one.play("reload ana", dice=[])


@pytest.mark.rule("cx.jam.clear", "cx.ruling.jam-clear")
@pytest.mark.parametrize(("face", "jammed"), [(50, True), (51, False)])
def test_clearing_a_jam_is_a_check_of_60(face: int, jammed: bool) -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", jammed = true }]\nskills = { weapons-assault-battle-rifle = 10 }')
    one.play("clear-jam ana", dice=[face])
    assert one.get("ana.weapons.0.jammed") is jammed
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.presumed.general-skill", "cx.jam.clear")
def test_half_the_general_skill_stands_in_for_a_missing_one() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", jammed = true }]\nskills = { weapons-general = 21 }')
    one.play("clear-jam ana", dice=[51])
    assert one.get("ana.weapons.0.jammed") is False


@pytest.mark.rule("cx.actions.draw")
def test_taking_up_a_weapon_costs_an_action() -> None:
    one = fight('weapons = ["ecsc-mk16", "ecsc-mk8-auto"]\naim = "tor"')
    one.play("draw ana ecsc-mk8-auto", dice=[])
    assert one.get("ana.weapons.1.in-hand") is True
    assert one.get("ana.weapons.0.in-hand") is False
    assert (one.get("ana.actions"), one.get("ana.aim")) == (3, "")
