"""Things: HP by weight, DR by material, in procedures and as targets; crowds; Stun Points."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from tests.gurps.fights import combatant, duel, gun, said


def do(text: str) -> dict[str, Any]:
    return starfray.do("gurps", text, dice=[]).result


@pytest.mark.rule("gurps.object.hp.unliving", "gurps.ruling.object-hp-rounding")
@pytest.mark.parametrize(("weight", "hp"), [(64, 16), (1, 4), (0.001, 1), (27, 12), (1000, 40), (3, 6), (2744, 56)])
def test_a_machine_has_4_times_the_cube_root_of_its_weight(weight: float, hp: int) -> None:
    assert do(f"object-hp {weight}")["hp"] == hp


@pytest.mark.rule("gurps.object.hp.homogenous")
@pytest.mark.parametrize(("weight", "nature", "hp"), [(64, "homogenous", 32), (64, "diffuse", 32), (125, "homogenous", 40)])
def test_a_solid_thing_has_8_times_the_cube_root(weight: float, nature: str, hp: int) -> None:
    assert do(f"object-hp {weight} {nature}")["hp"] == hp


@pytest.mark.parametrize(("material", "low", "high"), [
    pytest.param(material, low, high, marks=pytest.mark.rule(f"gurps.object.dr.{material}", "gurps.object.dr"))
    for material, low, high in [
        ("aluminum", 20, 30), ("brick", 5, 8), ("concrete", 6, 9), ("concrete-reinforced", 10, 12), ("glass-window", 5, 8),
        ("glass-reinforced", 10, 20), ("iron", 40, 60), ("sandbags", 3, 3), ("steel-mild", 50, 60), ("steel-hard", 60, 70),
        ("stone", 8, 13), ("wood", 0, 1),
    ]
])  # fmt: skip
def test_an_inch_of_every_material(material: str, low: int, high: int) -> None:
    assert do(f"object-dr {material} 1")["dr"] == low
    assert do(f"object-dr {material} 1 high")["dr"] == high


@pytest.mark.rule("gurps.ruling.material-range", "gurps.ruling.material-marks")
def test_the_low_end_counts_unless_said_and_marks_do_nothing() -> None:
    assert do("object-dr wood 3") == {"dr": 1, "mark": "*"}  # 1.5, rounded down
    assert do("object-dr brick 2 middle") == {"dr": 13, "mark": "*"}
    assert do("object-dr sandbags 12") == {"dr": 36, "mark": "n"}


@pytest.mark.rule("gurps.group-roll.succeed", "gurps.ruling.group-rounding")
@pytest.mark.parametrize(("target", "succeed"), [(2, 0), (3, 1), (4, 4), (5, 10), (6, 20), (7, 33), (8, 50),
                                                   (9, 67), (10, 100)])  # fmt: skip
def test_how_many_of_two_hundred_succeed(target: int, succeed: int) -> None:
    assert do(f"group-roll {target} 200")["succeed"] == succeed


@pytest.mark.rule("gurps.group-roll.fail")
@pytest.mark.parametrize(("target", "fail"), [(11, 67), (12, 50), (13, 33), (14, 20), (15, 10), (16, 4), (17, 2),
                                                (18, 1), (25, 1)])  # fmt: skip
def test_how_many_of_two_hundred_fail(target: int, fail: int) -> None:
    assert do(f"group-roll {target} 200")["fail"] == fail


WALL = combatant(
    "wall",
    "c",
    "[3, 0]",
    {
        "inanimate": "true",
        "nature": '"homogenous"',
        "weight": "125",
        "material": '"brick"',
        "inches": "1",
        "attributes": "{ st = 0, dx = 0, iq = 0, ht = 0 }",
    },
)


def test_a_thing_in_a_fight_has_its_figures_and_no_turn() -> None:
    fight = duel(gun("auto-pistol"), more=WALL)
    assert (fight.get("wall.hp"), fight.get("wall.dr"), fight.get("wall.max-fp")) == (40, 5, 0)
    assert "wall" not in fight.get("order")


@pytest.mark.rule("gurps.ruling.weapon-damage", "gurps.hp.death")
def test_a_thing_breaks_at_0_hp_and_is_in_pieces_at_minus_5_times() -> None:
    hammer = {"weapons": '[{ key = "ram", damage = "0d+45", type = "pi", reach = [3] }]', "skills": "{ brawling = 12 }"}
    fight = duel(hammer, more=WALL).play("attack ann wall", dice=[3, 3, 4])
    assert fight.get("wall.hp") == 0
    assert fight.get("wall.marks") == ["broken"]
    fight.gm("set wall.hp -199").play("do-nothing bob", dice=[]).play("attack ann wall", dice=[3, 3, 4])
    assert fight.get("wall.dead") is True


def test_no_side_of_things_wins() -> None:
    fight = duel(more=WALL)
    fight.gm("set bob.unconscious true")
    assert fight.over is not None
    assert fight.over.winners == ["a"]


@pytest.mark.rule("gurps.knockback.no-st", "gurps.ruling.knockback-hp", "gurps.knockback.distance")
def test_a_thing_is_pushed_by_its_hp_less_2() -> None:
    ram = {"weapons": '[{ key = "ram", damage = "0d+80", type = "cr", reach = [3] }]', "skills": "{ brawling = 12 }"}
    fight = duel(ram, more=WALL).play("attack ann wall", dice=[3, 3, 4])
    assert fight.get("wall.at") == [5.0, 0.0]  # 80 / (40 - 2) = 2


def test_whoever_is_unconscious_does_not_resist_either() -> None:
    club = {"weapons": '[{ key = "club", damage = "0d+16", type = "cr" }]', "skills": "{ brawling = 12 }"}
    more = combatant("cid", "b", "[9, 9]", {})
    fight = duel(club, {"unconscious": "true", "max-hp": "10", "attributes": "{ st = 18 }"}, more=more)
    fight.play("attack ann bob", dice=[3, 3, 4])
    assert said(fight, "gurps.knockback.no-st")
    assert fight.get("bob.at") == [3.0, 0.0]  # 16 / (10 - 2)


# --- Stun Points -----------------------------------------------------------------------------------------------

PRICK = {"weapons": '[{ key = "pin", damage = "0d+12", type = "pi" }]', "skills": "{ brawling = 12 }"}
STUN = 'stun-points = "5"\nbleeding = "off"'


@pytest.mark.rule("gurps.stun-points.loss", "gurps.stun-points.thresholds")
def test_injury_comes_off_stun_points_and_a_fifth_of_it_off_hp() -> None:
    fight = duel(PRICK, rulings=STUN)
    assert fight.get("bob.sp") == 50
    fight.play("attack ann bob", dice=[3, 3, 4, 3, 3, 4], answers=["no"])  # 12 of HP 10 is a major wound all the same
    assert (fight.get("bob.sp"), fight.get("bob.hp")) == (38, 8)


@pytest.mark.rule("gurps.stun-points.unconscious", "gurps.stun-points.floor", "gurps.ruling.stun-overflow")
def test_the_blow_that_takes_the_last_stun_point_knocks_out_without_a_roll() -> None:
    fight = duel(PRICK, {"sp": "5"}, rulings=STUN)
    fight.play("attack ann bob", dice=[3, 3, 4], answers=["no"])
    assert (fight.get("bob.sp"), fight.get("bob.hp"), fight.get("bob.unconscious")) == (0, 8, True)


@pytest.mark.rule("gurps.stun-points.after")
def test_after_that_injury_comes_off_hp_in_full() -> None:
    more = combatant("cid", "b", "[9, 9]", {})
    fight = duel(PRICK, {"sp": "0", "unconscious": "true"}, rulings=STUN, more=more)
    fight.play("attack ann bob", dice=[3, 3, 4])
    assert fight.get("bob.hp") == -2


@pytest.mark.rule("gurps.stun-points.total")
def test_stun_points_of_anybody() -> None:
    assert do("stun-points 12 3") == {"sp": 36, "hp": 12}
    assert do("stun-points 10 5 lost=12 sp=12") == {"sp": 0, "hp": 8, "unconscious": True}
