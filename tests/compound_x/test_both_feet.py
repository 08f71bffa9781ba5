"""Rules of moving and of mending, with what it takes and without: runs, jumps, pushes, stabilising, figures on paper."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, Refused
from tests.compound_x.helpers import fight

GUARD = 'id = "kit"\nside = "dock"\nat = [33, 9]'


# --- runs -------------------------------------------------------------------------------------------------------------
RUNS = [  # what Ana is like, how many Actions, the metres they carry
    ("movement-speed = 8\nstats = { dexterity = 8 }", 2, 8),
    ("movement-speed = 8\nstats = { dexterity = 8 }", 1, 4),
    ("movement-speed = 7\nstats = { dexterity = 7 }", 1, 3),
    ("movement-speed = 2\nstats = { dexterity = 2 }", 1, 1),
    ('movement-speed = 8\nstats = { dexterity = 8 }\nstance = "crouched"', 2, 6),
    ('movement-speed = 8\nstats = { dexterity = 8 }\nstance = "crouched"', 1, 3),
    ('movement-speed = 3\nstats = { dexterity = 3 }\nstance = "crouched"', 2, 2),
    ('movement-speed = 8\nstats = { dexterity = 8 }\nstance = "prone"', 2, 4),
    ('movement-speed = 5\nstats = { dexterity = 5 }\nstance = "prone"', 2, 3),
    ('movement-speed = 8\nstats = { dexterity = 8 }\nstance = "prone"', 1, 2),
]


def check_runs() -> None:
    for ana, actions, metres in RUNS:
        one = fight(ana)
        one.play(f"run ana 0,{metres} {actions}", dice=[])
        assert (one.get("ana.at"), one.get("ana.actions")) == ([0, metres], 4 - actions), (ana, actions)
        with pytest.raises(Refused, match="further than"):
            fight(ana).play(f"run ana 0,{metres + 1} {actions}")


@pytest.mark.rule("cx.move.run", "cx.ruling.move-single", "cx.presumed.movement-speed", "cx.ruling.move-stances")
def test_a_run_carries_movement_speed_for_two_actions_and_half_for_one() -> None:
    check_runs()


@pytest.mark.rule("cx.stance.crouch", "cx.stance.prone-move", "cx.ruling.move-stances", "cx.ruling.move-single")
def test_crouching_takes_two_metres_and_lying_down_half() -> None:
    check_runs()


# --- pushes -----------------------------------------------------------------------------------------------------------
PUSHES = [  # strength, action, dice, where Tor ends
    (8, "shove ana tor", [60, 10], [5, 0]), (8, "shove ana tor", [10, 60], [1, 0]), (9, "shove ana tor", [60, 10], [5, 0]),
    (8, "kick ana tor", [60, 10], [7, 0]), (8, "kick ana tor to=1,9", [60, 10], [1, 4]), (8, "kick ana tor", [10, 60], [1, 0]),
]  # fmt: skip


def check_pushes() -> None:
    for strength, action, dice, end in PUSHES:
        one = fight(f"stats = {{ strength = {strength} }}\nweapons = []", "at = [1, 0]\nweapons = []")
        one.play(action, dice=dice, answers=["athletics"])
        assert one.get("tor.at") == end, (strength, action, dice)


@pytest.mark.rule("cx.shove.declare", "cx.shove.move", "cx.ruling.shove-distance", "cx.maneuver.check")
def test_a_shove_won_moves_both_by_half_of_strength() -> None:
    check_pushes()


@pytest.mark.rule("cx.kick.base", "cx.kick.distance", "cx.ruling.kick-distance", "cx.maneuver.tie")
def test_a_kick_goes_half_as_far_again_straight_away() -> None:
    check_pushes()


# --- stabilising ------------------------------------------------------------------------------------------------------
def check_stabilising() -> None:
    fallen = 'at = [1, 0]\nhealth = 0\nstance = "prone"\nside = "crew"\nweapons = []'
    kit = "kits = { medkit = 1 }"
    for ana, action, dice, health in (
        ("", "stabilise ana tor", [80], 0), ("", "stabilise ana tor", [81], 1), (kit, "stabilise ana tor self", [61], 1),
        (kit, "stabilise ana tor self", [60], 0), ("skills = { medicine = 30 }", "stabilise ana tor", [51], 1),
    ):  # fmt: skip
        one = fight(ana, fallen, GUARD)
        one.play(action, dice=dice)
        assert (one.get("tor.health"), one.get("ana.actions")) == (health, 3), (ana, dice)
        assert one.get("tor.revivals") == health
    bad = fight("", fallen, GUARD)
    bad.play("stabilise ana tor", dice=[5, 50])
    assert bad.get("tor.dst-failures") == 1


@pytest.mark.rule("cx.stabilize.check", "cx.stabilize.success", "cx.stabilize.failure", "cx.stabilize.kit")
def test_stabilising_takes_more_than_80_and_a_kit_adds_20() -> None:
    check_stabilising()


@pytest.mark.rule("cx.stabilize.action", "cx.stabilize.limit", "cx.stabilize.critfail", "cx.ruling.stabilize-skill")
def test_only_the_downed_within_reach_are_stabilised() -> None:
    check_stabilising()
    for tor in ("at = [1, 0]", 'at = [9, 0]\nhealth = 0\nstance = "prone"'):
        with pytest.raises(Refused):
            fight("", tor, GUARD).play("stabilise ana tor")


@pytest.mark.rule("cx.dst.regain", "cx.dst.max", "cx.ruling.dst-regain")
def test_after_a_fight_without_a_failure_one_comes_back() -> None:
    for allowance, failed, after in ((1, "no", 2), (2, "no", 3), (3, "no", 3), (1, "yes", 1), (3, "yes", 3)):
        done = starfray.do("compound-x", f"after-fight allowance={allowance} failed={failed}")
        assert done.result["allowance"] == after
    for wrong in (0, 4):
        with pytest.raises(BadInput):
            starfray.do("compound-x", f"after-fight allowance={wrong}")
