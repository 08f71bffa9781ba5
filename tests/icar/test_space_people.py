"""People aboard a craft in a fight: they wake, die and are treated by its clock; a crew may come late."""

from __future__ import annotations

import pytest

import starfray
from starfray.fight import Fight
from tests.icar import build
from tests.icar.chase import chase
from tests.icar.scenes import SPY
from tests.icar.street import refused

#: an engineer with Medicine 3 + Wit 4 and a hypo
DOC = """
[[combatant]]
id = "doc"
aboard = "ship"
role = "engineer"
attributes = { wit = 4 }
skills = { medicine = 3 }
kit = ["shakespeare-med-kit"]
"""


def through(board: Fight, *dice: int) -> Fight:
    """Everybody left stands by, the enemies throw these, and the next turn has begun."""
    while board.actors:
        board.play(f"stand-by {board.actors[0]}", dice=[])
    return board.step(dice=list(dice))


@pytest.mark.rule("icar.stun.negative", "icar.ruling.stun-wake")
def test_whoever_sleeps_at_a_station_in_space_wakes_after_as_many_turns_as_on_foot() -> None:
    board = build.fight().begin().gm("stun ops")
    board.gm("stun ops 2")  # Stun -2: two turns, and the rest of this one
    assert through(board, 2).get("ops.asleep") == 2
    assert through(board, 2).get("ops.asleep") == 1
    assert through(board, 2).actors == ["ops"]


@pytest.mark.rule("icar.hp.zero", "icar.ruling.death")
def test_two_minutes_run_out_in_space_too() -> None:
    board = build.fight().begin().gm("hurt ops 10", answers=["whole"])
    assert through(board, 2).get("ops.dying") == 40
    assert through(board, 2).get("ops.dying") == 39
    board.gm("set ops.dying 1")
    assert through(board, 2).get("ops.out") == "dead"


@pytest.mark.rule("icar.hp.stabilise", "icar.combat.free-choice")
def test_a_medic_aboard_gives_up_the_option_for_the_dying() -> None:
    board = build.fight(more=DOC).begin().gm("hurt pil 12", answers=["whole"])
    build.stand_by(board, "ops")
    refused(board, "stabilise doc gun", "icar.hp.stabilise")
    board.play("stabilise doc pil", dice=[5])  # 3 + 4 + 5 reaches 12; the kit's 1 is not needed
    assert (board.get("pil.stable"), board.get("space.acted")) == (True, {"ops": "stand-by", "doc": "stabilise"})
    refused(board, "reroute doc", "icar.space.eng.skill")


@pytest.mark.rule("icar.heal.stun.hypo", "icar.ruling.hypo")
def test_a_hypo_wakes_a_pilot_in_time_for_the_pilots_place() -> None:
    board = build.fight(more=DOC).begin().gm("stun pil")
    build.stand_by(board, "ops", "eng").play("hypo doc pil", dice=[9])
    assert (board.actors[0], board.get("pil.asleep")) == ("pil", 0)
    board.play("aggressive pil", dice=[5])


@pytest.mark.rule("icar.space.roles.assign", "icar.space.enemy.ability")
def test_a_crew_that_comes_late_takes_the_place_of_an_enemys_two_numbers() -> None:
    board = build.fight().begin()
    board.gm("add \"id = 'gale', side = 'pirates', aboard = 'foe', role = 'gunner', skills = { shooting = 3 }\"")
    assert (board.get("foe.gunner"), board.get("foe.stn"), board.get("gale.cluster")) == (0, 0, 1)
    while board.actors[:1] != ["gale"]:
        board.play(f"stand-by {board.actors[0]}", dice=[]) if board.actors else board.step(dice=[])
    board.play("shoot gale ship", dice=[9])  # base STN 16 - 6 less 3 + 2: a 5 is enough
    assert board.get("ship.craft.shield-hit") is True


@pytest.mark.rule("icar.ruling.close-reach")
def test_nobody_is_treated_aboard_another_craft() -> None:
    board = build.fight(more=DOC + '[[combatant]]\nid = "tug"\nside = "crew"\ncraft = "freighter"\n').begin()
    board.gm("add \"id = 'mate', aboard = 'tug', role = 'gunner', hp = -1\"")
    build.stand_by(board, "ops", "eng").gm("hurt pil 12", answers=["whole"])
    refused(board, "stabilise doc mate", "icar.ruling.close-reach")


@pytest.mark.rule("icar.hack.daemon.overloader")
def test_the_clock_of_an_overloader_runs_in_space() -> None:
    now = 'at-work = [{ key = "generator-overloader", by = "spy", target = "foe", turns = 1 }]'
    board = build.fight(more=SPY, now=f"turn = 1\n{now}").step(dice=[])
    while board.actors:
        board.play(f"stand-by {board.actors[0]}", dice=[])
    board.step(dice=[2], answers=["The lights go out."])
    assert board.get("foe.craft.inoperable") == ["generators"]


# --- stations of sleepers --------------------------------------------------------------------------------------
@pytest.mark.rule("icar.space.small-crew.swap")
@pytest.mark.parametrize(
    ("asleep", "role", "taker"), [("pil", "pilot", "eng"), ("gun", "gunner", "pil"), ("ops", "operations", "gun")]
)
def test_whoever_takes_a_sleepers_station_changes_places(asleep: str, role: str, taker: str) -> None:
    second = '[[combatant]]\nid = "gun2"\narchetype = "good-gunner"\naboard = "ship"\n'
    board = build.fight(more=second if taker == "gun" else "").begin().gm(f"stun {asleep}")  # the last gunner stays
    was = board.get(f"{taker}.role")
    while board.refusal(f"take-role {taker} {role}") is not None:
        board.play(f"stand-by {board.actors[0]}", dice=[])
    board.play(f"take-role {taker} {role}", dice=[])
    assert (board.get(f"{taker}.role"), board.get(f"{asleep}.role")) == (role, was)
    through(through(board, 2), 2)
    assert board.get(f"{asleep}.asleep") == 0
    assert starfray.loads(board.to_text()).hash == board.hash  # one at each station there is one of, a cluster for each


@pytest.mark.rule("icar.vehicle.roles")
def test_a_pilot_who_wakes_is_a_passenger_if_another_has_the_controls() -> None:
    board = chase().gm("stun pil").play("take-role hax pilot", dice=[])
    board.gm("set pil.stun 3").gm("set pil.asleep 0")
    assert (board.actors, board.get("pil.role")) == (["hax"], "")
    assert starfray.loads(board.to_text()).hash == board.hash


@pytest.mark.rule("icar.ruling.sleepers-lie")
def test_a_sleeping_pilot_lies_on_the_floor_once_another_has_the_seat() -> None:
    board = chase().gm("stun pil")
    assert board.get("pil.prone") is False  # strapped in
    board.play("take-role hax pilot", dice=[])
    assert board.get("pil.prone") is True
    assert starfray.loads(board.to_text()).hash == board.hash


@pytest.mark.rule("icar.ruling.hold-opposed")
def test_a_hold_ends_when_the_gm_puts_one_of_them_into_another_vehicle() -> None:
    ace = '[[combatant]]\nid = "ace"\nside = "gang"\naboard = "car"\nheld-by = "gun"\n'
    assert chase(van="open = true", more=ace).gm("set ace.aboard van").get("ace.held-by") == ""


#: Medicine 5 + Wit 4, without a station
PASSENGERS = """
[[combatant]]
id = "doc"
aboard = "ship"
attributes = { wit = 4 }
skills = { medicine = 5, shooting = 2 }
[[combatant]]
id = "pat"
aboard = "ship"
hp = 4
"""


@pytest.mark.rule("icar.ruling.passengers", "icar.heal.hp.medic")
def test_a_medic_without_a_station_treats_the_wounded_while_the_crew_acts() -> None:
    board = build.fight(more=PASSENGERS).begin()
    assert board.actors[0] == "ops"
    assert ("doc" in board.actors, "pat" in board.actors) == (True, False)
    board.play("heal doc pat", dice=[4])  # 5 + 4 + 4 reaches 12
    assert board.get("pat.hp") == 9
    refused(board, "heal doc pat", "icar.space.roles.assign")
    refused(board, "spinning-and-skidding pat", "icar.space.roles.assign")
    assert "doc" not in board.actors
    assert through(board, 2).get("turn") == 2  # nobody waits for a passenger


@pytest.mark.rule("icar.ruling.passengers", "icar.space.small-crew.swap")
def test_a_passenger_takes_a_vacant_role_but_none_of_a_ship_that_is_not_hers() -> None:
    captive = PASSENGERS.replace('id = "pat"', 'id = "pat"\nside = "pirates"')
    board = build.fight(more=captive).begin().gm("down pil")
    board.play("take-role doc pilot", dice=[])
    assert (board.get("doc.role"), board.get("pil.role")) == ("pilot", "")
    assert "pat" not in board.actors
    refused(board, "take-role pat gunner", "icar.space.roles.assign")
    assert starfray.loads(board.to_text()).hash == board.hash
