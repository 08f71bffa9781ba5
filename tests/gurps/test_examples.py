"""The worked examples of the book, to the number."""

from __future__ import annotations

import pytest

import starfray
from tests.gurps.fights import combatant, duel


def effective(text: str) -> object:
    return starfray.do("gurps", text, dice=[3, 3, 4]).result["effective"]


@pytest.mark.rule("gurps.example.01", "gurps.quick.adjectives")
def test_example_01_a_slimy_twisting_smoke_obscured_path_is_at_minus_3() -> None:
    assert effective("task 12 adjectives=slimy+twisting+smoke-obscured") == 9


@pytest.mark.rule("gurps.example.02", "gurps.quick.adjectives")
def test_example_02_a_very_icy_ledge_is_at_minus_2() -> None:
    assert effective("task 12 adjectives=very+icy") == 10


@pytest.mark.rule("gurps.example.03", "gurps.stun-points.total")
def test_example_03_the_incredible_sponge_has_hp_15_and_sp_75() -> None:
    assert starfray.do("gurps", "stun-points 15", dice=[]).result == {"sp": 75, "hp": 15}
    fight = duel({"attributes": "{ st = 15 }"}, rulings='stun-points = "5"')
    assert (fight.get("ann.hp"), fight.get("ann.sp")) == (15, 75)


@pytest.mark.rule("gurps.example.06", "gurps.magic.cost.fifteen", "gurps.magic.cost.twenty")
def test_example_06_skill_15_saves_1_fp_and_skill_20_saves_2() -> None:
    costs = [starfray.do("gurps", f"spell-cost {skill} effect=moderate", dice=[]).result["fp"] for skill in (15, 16, 20, 21)]
    assert costs == [3, 2, 2, 1]


@pytest.mark.rule("gurps.example.07", "gurps.magic.ceremonial.energy")
def test_example_07_20_40_60_and_100_percent_more_energy_give_1_2_3_4() -> None:
    parts = "range=heroic duration=heroic target=heroic effect=heroic"  # 20 FP, 19 at effective skill 16 to 19, 18 from 20
    for energy, bonus in ((19, 0), (22, 0), (23, 1), (27, 2), (31, 3), (38, 4)):
        assert starfray.do("gurps", f"ceremony 35 {parts} own={energy} novices=0", dice=[3, 3, 4]).result["bonus"] == bonus


@pytest.mark.rule("gurps.example.08", "gurps.knockback.no-st")
def test_example_08_a_wall_has_no_st_and_uses_its_hp() -> None:
    assert starfray.do("gurps", "knockback 40 0 hp=22", dice=[]).result == {"yards": 2, "balance": -1}
    wall = combatant("wall", "c", "[1, 1]", {"inanimate": "true", "max-hp": "22", "attributes": "{ st = 0 }"})
    ram = {"weapons": '[{ key = "ram", damage = "0d+40", type = "cr" }]', "skills": "{ brawling = 12 }"}
    fight = duel(ram, gap=5, more=wall).play("attack ann wall", dice=[3, 3, 4])
    assert fight.get("wall.at") != [1.0, 1.0]
