"""The pilot: manoeuvres, the critical, running away, the light jump."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.icar.build import fight, last_tally, rules, stand_by, stn

ALONE = """
[[combatant]]
id = "pil"
archetype = "good-pilot"
aboard = "ship"
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
"""


def at_the_helm(*, ship: str = "", foe: str = "") -> Fight:
    return fight(ship=ship, foe=foe, crew=ALONE)


@pytest.mark.parametrize(
    ("kind", "target_number", "effect"),
    [
        pytest.param("aggressive", 12, -1, marks=pytest.mark.rule("icar.space.pilot.aggressive")),
        pytest.param("spinning-and-skidding", 14, -2, marks=pytest.mark.rule("icar.space.pilot.spinning-and-skidding")),
        pytest.param("in-every-axis", 16, -3, marks=pytest.mark.rule("icar.space.pilot.in-every-axis")),
        pytest.param("ripping-balls", 18, -5, marks=pytest.mark.rule("icar.space.pilot.ripping-balls")),
    ],
)
def test_a_manoeuvre_lowers_the_stn_at_its_own_target_number(kind: str, target_number: int, effect: int) -> None:
    need = target_number - 7
    if need < 10:
        assert stn(at_the_helm().play(f"{kind} pil", dice=[need])) == 14 + effect
    else:
        assert stn(at_the_helm().play(f"{kind} pil", dice=[10], answers=[""])) == 14 + effect
    failed = at_the_helm().play(f"{kind} pil", dice=[min(9, need - 1)])
    assert (stn(failed), last_tally(failed)) == (14, need)


@pytest.mark.rule("icar.space.pilot.skill")
def test_a_pilot_does_not_shoot() -> None:
    with pytest.raises(Refused, match="is for gunner"):
        at_the_helm().play("shoot pil foe", dice=[])


@pytest.mark.rule("icar.space.crit.pilot", "icar.space.crit.narrative")
def test_a_critical_pass_keeps_every_enemy_from_shooting_the_craft() -> None:
    board = at_the_helm().play("aggressive pil", dice=[10], answers=["Right under their keel."])
    board.play("shoot gun foe", dice=[2])
    board.step(dice=[])  # no die for the enemy
    assert board.get("ship.craft.shields") == 4
    stand_by(board, "pil", "gun").step(dice=[9])  # the turn after, it shoots again
    assert board.get("ship.craft.shields") == 3


@pytest.mark.rule("icar.space.pilot.run-away", "icar.ruling.run-away")
def test_running_away_costs_the_gunners_6_pass_or_fail() -> None:
    assert stn(at_the_helm().play("run-away pil", dice=[5])) == 20
    failed = at_the_helm().play("run-away pil", dice=[4])
    assert (stn(failed), failed.get("ship.craft.running")) == (20, False)


@pytest.mark.rule("icar.space.end.run-away", "icar.space.end.run-away.respite", "icar.space.end.run-away.no-jump")
def test_a_craft_that_ran_cannot_be_fired_at() -> None:
    board = at_the_helm().play("run-away pil", dice=[5])
    stand_by(board, "gun").step(dice=[])
    assert board.get("ship.craft.away") is True
    stand_by(board, "pil", "gun").step(dice=[])
    assert board.get("ship.craft.shields") == 4


@pytest.mark.rule("icar.space.end.run-away")
def test_the_light_jump_in_the_next_turn_ends_the_fight() -> None:
    board = at_the_helm().play("run-away pil", dice=[5])
    stand_by(board, "gun").step(dice=[])
    board.play("light-jump pil", dice=[])
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == ([], "icar.space.end.run-away")
    assert board.over.reason == "ship: jumped"


@pytest.mark.rule("icar.space.end.run-away")
def test_nobody_jumps_out_of_the_middle_of_a_fight() -> None:
    with pytest.raises(Refused, match="run away first"):
        at_the_helm().play("light-jump pil", dice=[])


@pytest.mark.rule("icar.space.system.light-jump")
def test_without_its_engine_there_is_no_light_jump() -> None:
    with pytest.raises(Refused, match="light jump engine"):
        at_the_helm(ship='away = true, inoperable = ["light-jump"]').play("light-jump pil", dice=[])


@pytest.mark.rule("icar.ruling.run-away", "icar.space.enemy.roll")
def test_a_craft_that_fires_is_in_range_again() -> None:
    board = stand_by(at_the_helm(ship="away = true"), "pil").play("shoot gun foe", dice=[5])
    assert board.get("ship.craft.away") is False
    board.step(dice=[9])
    assert board.get("ship.craft.shields") == 3


@pytest.mark.rule("icar.space.end.run-away.fire")
def test_gunners_may_fire_while_running_at_the_worse_number_and_the_craft_still_gets_away() -> None:
    board = at_the_helm().play("run-away pil", dice=[5]).play("shoot gun foe", dice=[7])
    assert last_tally(board) == 14 + 6 - 6 - 7
    board.step(dice=[])
    assert (board.get("foe.craft.shields"), board.get("ship.craft.away")) == (1, True)


@pytest.mark.rule("icar.space.end.run-away.no-jump")
def test_an_enemy_out_of_range_cannot_be_shot() -> None:
    board = stand_by(at_the_helm(foe="away = true"), "pil")
    with pytest.raises(Refused, match="out of range"):
        board.play("shoot gun foe", dice=[])


@pytest.mark.rule("icar.space.system.grav-engine")
def test_without_a_grav_engine_the_pilot_does_nothing_and_cannot_run() -> None:
    board = at_the_helm(ship='inoperable = ["grav-engine"]')
    for kind in ("aggressive", "run-away"):
        with pytest.raises(Refused, match="grav engine"):
            board.play(f"{kind} pil", dice=[])
    assert "icar.combat.free-choice" in rules(stand_by(board, "pil"))
