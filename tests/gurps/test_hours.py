"""Minutes, hours, days: rest, wounds left alone, study, marching; and the same clock inside a fight."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import starfray
from starfray.engine.errors import BadInput
from tests.gurps.fights import combatant, duel, said, total_of


def do(text: str, dice: list[int] | None = None) -> dict[str, Any]:
    return starfray.do("gurps", text, dice=dice or []).result


@pytest.mark.rule("gurps.fp.recovery")
@pytest.mark.parametrize(("text", "fp"), [("rest 29 3 10", 5), ("rest 29 3 10 very-fit=yes", 8), ("rest 600 3 10", 10)])
def test_fatigue_comes_back_by_the_ten_minutes(text: str, fp: int) -> None:
    assert do(text)["fp"] == fp


@pytest.mark.rule("gurps.ruling.stun-recovery")
def test_stun_points_come_back_n_at_a_time_and_wake_the_sleeper() -> None:
    assert do("rest 20 10 10 sp=0 max-sp=50 hp=4") == {"fp": 10, "sp": 10, "awake": True}
    assert do("rest 20 10 10 sp=0 max-sp=50 hp=-1")["awake"] is False


@pytest.mark.rule("gurps.power-points.recovery", "gurps.ruling.power-recovery")
def test_power_points_come_back_by_the_quotient_of_power_and_fatigue() -> None:
    assert do("rest 10 10 12 sp=0 max-sp=75 power=yes")["sp"] == 6
    assert do("rest 10 10 12 sp=0 max-sp=5 power=yes")["sp"] == 1


# --- bleeding --------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.injury.bleeding", "gurps.injury.bleeding.stop")
def test_three_successes_in_a_row_stop_it() -> None:
    result = do("bleeding 12 8 10 minutes=9", [3, 3, 3, 3, 3, 3, 3, 3, 3])
    assert (result["minutes"], result["hp"], result["bleeding"]) == (3, 8, False)


@pytest.mark.rule("gurps.injury.bleeding.failure")
def test_a_failure_costs_1_hp_and_begins_the_run_anew_and_a_critical_failure_3() -> None:
    result = do("bleeding 12 10 10 minutes=3", [3, 3, 3, 5, 5, 5, 6, 6, 6])
    assert (result["hp"], result["bleeding"]) == (6, True)


@pytest.mark.rule("gurps.injury.bleeding.stop")
def test_a_critical_success_stops_it_at_once() -> None:
    assert do("bleeding 12 8 10 minutes=9", [1, 1, 1])["minutes"] == 1


def test_every_5_hp_missing_cost_1() -> None:
    assert do("bleeding 12 -1 10", [3, 3, 4])["hp"] == -1  # 11 missing: 12 - 2 = 10
    assert do("bleeding 12 -1 10", [3, 4, 4])["hp"] == -2


@pytest.mark.rule("gurps.ruling.bleeding")
def test_any_wound_bleeds_from_its_minute_on() -> None:
    fight = duel().play("attack ann bob", dice=[3, 3, 4, 1], answers=["no"])
    assert fight.get("bob.bleeding") == 60
    for _ in range(2):
        fight.play("do-nothing bob", dice=[]).play("do-nothing ann", dice=[])
    assert fight.get("bob.bleeding") == 58  # the clock runs after the last turn of a second


@pytest.mark.rule("gurps.order.clock", "gurps.injury.bleeding", "gurps.hp.death-check")
def test_the_clock_of_a_fight_strikes_after_the_last_turn_of_the_second() -> None:
    more = combatant("cid", "b", "[9, 9]", {})
    fight = duel(None, {"hp": "-9", "bleeding": "1", "unconscious": "true"}, more=more)
    fight.play("do-nothing ann", dice=[]).play("do-nothing cid", dice=[])
    fight.step(dice=[4, 4, 4, 3, 3, 3])  # HT 10 - 3 fails: -10 HP, a death check made
    assert (fight.get("bob.hp"), fight.get("bob.bleeding"), fight.get("bob.dead")) == (-10, 60, False)


def test_machines_and_those_of_a_bloodless_kind_do_not_bleed() -> None:
    for field in ({"nature": '"unliving"'}, {"traits": '["no-blood"]'}):
        fight = duel(None, field).play("attack ann bob", dice=[3, 3, 4, 1], answers=["no"])
        assert fight.get("bob.bleeding") == 0


# --- mortal wounds ---------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.injury.mortal.half-hour", "gurps.injury.mortal.success", "gurps.injury.mortal.failure")
def test_a_mortal_wound_is_rolled_for_every_half_hour() -> None:
    assert do("mortal-wound 11 half-hours=5", [3, 3, 4, 5, 5, 5]) == {"half-hours": 2, "dead": True, "mortally-wounded": False}


@pytest.mark.rule("gurps.injury.mortal.critical")
def test_a_critical_success_ends_the_danger() -> None:
    assert do("mortal-wound 11 half-hours=5", [1, 1, 1]) == {"half-hours": 1, "dead": False, "mortally-wounded": False}


@pytest.mark.rule("gurps.ruling.mortal-rolls", "gurps.injury.mortal.further")
def test_a_bleeding_roll_that_fails_kills_the_mortally_wounded() -> None:
    more = combatant("cid", "b", "[9, 9]", {})
    fight = duel(None, {"hp": "-12", "bleeding": "1", "mortal": "true", "mortal-clock": "900"}, more=more)
    fight.play("do-nothing ann", dice=[]).play("do-nothing cid", dice=[]).step(dice=[5, 5, 5])
    assert fight.get("bob.dead") is True


@pytest.mark.rule("gurps.order.clock", "gurps.injury.mortal.half-hour")
def test_bleeding_comes_before_the_half_hour() -> None:
    more = combatant("cid", "b", "[9, 9]", {})
    fight = duel(None, {"hp": "-5", "bleeding": "1", "mortal": "true", "mortal-clock": "1"}, more=more)
    fight.play("do-nothing ann", dice=[]).play("do-nothing cid", dice=[]).step(dice=[1, 1, 2, 3, 3, 3])
    assert (fight.get("bob.bleeding"), fight.get("bob.mortal-clock")) == (0, 1800)


# --- study -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "gurps.study.job", "gurps.study.self-teaching", "gurps.study.education", "gurps.study.intensive", "gurps.study.point"
)
def test_hours_count_by_how_they_are_spent() -> None:
    result = do("study job=400 self-teaching=100 education=100 intensive=50")
    assert (result["learning-hours"], result["points"]) == (350.0, 1)


@pytest.mark.rule("gurps.study.free-hours")
def test_free_hours_with_and_without_a_job() -> None:
    assert do("study")["free-hours-a-week"] == 50
    assert do("study working=no")["free-hours-a-week"] == 90


@pytest.mark.rule("gurps.study.immersion")
def test_four_hours_a_day_among_strangers() -> None:
    assert do("study foreign-days=50")["culture-points"] == 1


# --- marching --------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.hike.speed", "gurps.hike.terrain")
@pytest.mark.parametrize(("terrain", "miles"), [("very-bad", 10), ("bad", 25), ("average", 50), ("good", 62.5)])
def test_ten_miles_for_each_point_of_move(terrain: str, miles: float) -> None:
    assert do(f"hike 5 terrain={terrain}")["miles-a-day"] == miles


@pytest.mark.rule("gurps.hike.rain", "gurps.ruling.hike-weather")
def test_rain_halves_the_way_off_the_road() -> None:
    assert do("hike 5 rain=yes")["miles-a-day"] == 25
    assert do("hike 5 rain=yes road=yes")["miles-a-day"] == 50
    assert do("hike 5 rain=yes snow=snow")["miles-a-day"] == 12.5


@pytest.mark.rule("gurps.hike.snow")
def test_snow_halves_and_deep_snow_quarters_it() -> None:
    assert do("hike 5 snow=snow road=yes")["miles-a-day"] == 25
    assert do("hike 5 snow=deep")["miles-a-day"] == 12.5


@pytest.mark.rule("gurps.hike.fatigue")
@pytest.mark.parametrize(("load", "fp", "move"), [("none", 4, 5), ("light", 8, 4), ("medium", 12, 3), ("heavy", 16, 2),
                                                  ("extra-heavy", 20, 1)])  # fmt: skip
def test_fatigue_by_the_load(load: str, fp: int, move: int) -> None:
    result = do(f"hike 5 {load} hours=4")
    assert (result["fp"], result["move"]) == (fp, move)


def test_the_hurt_and_the_tired_march_slower_and_nonsense_is_refused() -> None:
    assert do("hike 5 hp=3")["move"] == 3
    assert do("hike 5 hp=3 fp=2")["move"] == 2
    with pytest.raises(BadInput, match="swamp"):
        do("hike 5 terrain=swamp")


@pytest.mark.rule("gurps.hike.fatigue", "gurps.fp.hp-loss")
def test_a_march_below_0_fp_costs_the_sheet_hp_too() -> None:
    fight = duel({"fp": "2"}).gm('call "hike hours=5" who=ann', dice=[])
    assert (fight.get("ann.fp"), fight.get("ann.hp")) == (-3, fight.get("ann.max-hp") - 3)


@pytest.mark.rule("gurps.fp.unconscious", "gurps.fp.overflow")
def test_whoever_marches_to_minus_fp_faints_and_pays_the_rest_in_hp() -> None:
    fight = duel({"fp": "-8", "max-fp": "10"}).gm('call "hike hours=4" who=ann', dice=[])
    assert (fight.get("ann.fp"), fight.get("ann.hp")) == (-10, fight.get("ann.max-hp") - 4)
    assert (fight.get("ann.unconscious"), fight.get("ann.posture")) == (True, "lying")


@pytest.mark.rule("gurps.hp.death-check", "gurps.injury.mortal")
def test_a_march_on_the_last_hit_points_of_a_party_member_rolls_against_death(tmp_path: Path) -> None:
    sheet = tmp_path / "crew.toml"
    sheet.write_text('rulebook = "gurps"\n[[member]]\nid = "ann"\nmax-hp = 10\nhp = -9\nmax-fp = 10\nfp = 0\n')
    starfray.do("gurps", "hike hours=1", party=sheet, who="ann", dice=[4, 4, 4])  # HT 10 missed by 2
    member = tomllib.loads(sheet.read_text())["member"][0]
    assert (member["fp"], member["hp"], member["mortal"], member["unconscious"]) == (-1, -10, True, False)


@pytest.mark.rule("gurps.injury.mortal.failure")
def test_whoever_dies_by_the_half_hour_lies_there_with_empty_hands() -> None:
    fight = duel(bob={"mortal": "true", "hp": "-12"})
    fight.gm('call "mortal-wound" who=bob', dice=[6, 6, 5])
    assert (fight.get("bob.dead"), fight.get("bob.mortal-clock")) == (True, 0)


@pytest.mark.rule("gurps.injury.bleeding.failure", "gurps.hp.death-check")
def test_whoever_bleeds_to_a_mortal_wound_falls_and_has_half_an_hour() -> None:
    fight = duel(bob={"hp": "-9", "max-hp": "10"})
    fight.gm('call "bleeding" who=bob', dice=[5, 5, 5] + [4, 4, 4])  # -3 for 19 HP missing; HT 10 missed by 2
    assert (fight.get("bob.hp"), fight.get("bob.mortal"), fight.get("bob.posture")) == (-10, True, "lying")
    assert (fight.get("bob.weapons.0.dropped"), fight.get("bob.mortal-clock")) == (True, 1800)


# --- fatigue in a fight ----------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.fp.hp-loss", "gurps.ruling.fp-hp")
def test_only_points_below_0_cost_hp() -> None:
    caster = {"skills": "{ thaumatology = 14 }", "fp": "2", "weapons": "[]", "thought": '{ task = "fire-ball" }'}
    fight = duel(caster).play("cast ann fire-ball bob", dice=[3, 3, 3, 2, 3, 3], answers=["dodge"])
    assert (fight.get("ann.fp"), fight.get("ann.hp")) == (-5, 5)  # 7 FP: 2 above zero, 5 below


@pytest.mark.rule("gurps.fp.unconscious", "gurps.fp.overflow")
def test_at_minus_fp_she_faints_and_the_rest_comes_off_hp_alone() -> None:
    caster = {
        "skills": "{ thaumatology = 14 }",
        "max-fp": "4",
        "fp": "-2",
        "weapons": "[]",
        "thought": '{ task = "fire-ball" }',
    }
    fight = duel(caster).play("cast ann fire-ball bob", dice=[3, 3, 4, 3, 3, 3])
    assert (fight.get("ann.fp"), fight.get("ann.hp"), fight.get("ann.unconscious")) == (-4, 3, True)
    assert not said(fight, "gurps.order.magic")


@pytest.mark.rule("gurps.fp.recovery")
def test_whoever_rests_does_so_by_the_own_sheet() -> None:
    fight = duel({"fp": "3", "max-fp": "9", "traits": '["very-fit"]'})
    assert fight.gm('call "rest 20" who=ann').get("ann.fp") == 7  # one in five minutes
    assert fight.gm('call "rest 60" who=ann').get("ann.fp") == 9


@pytest.mark.rule("gurps.hike.speed", "gurps.hike.fatigue")
def test_whoever_marches_does_so_by_the_own_sheet() -> None:
    fight = duel({"encumbrance": "1", "basic-move": "6", "fp": "9"})
    fight.gm('call "hike hours=2" who=ann')
    assert (fight.get("ann.fp"), [event.number for event in fight.events if event.rule == "gurps.hike.speed"]) == (5, [4])


@pytest.mark.rule("gurps.injury.bleeding")
def test_whoever_bleeds_does_so_by_the_own_sheet() -> None:
    fight = duel({"hp": "3", "attributes": "{ ht = 13, dx = 12 }", "bleeding": "60"})
    fight.gm('call "bleeding minutes=1" who=ann', dice=[4, 4, 4])  # 13 - 1 for 7 HP lost
    assert (fight.get("ann.hp"), total_of(fight, "gurps.injury.bleeding")) == (3, 12)
