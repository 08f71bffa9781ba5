"""The nineteen worked examples of the book: its numbers, from the rules that are played with."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, landed, reasons


def done(text: str, dice: list[int] | None = None, answers: list[str] | None = None) -> dict[str, object]:
    return starfray.do("hybrid", text, dice=dice or [], answers=answers or []).result


@pytest.mark.rule(
    "hybrid.example.01", "hybrid.ruling.stat-basis-full", "hybrid.check.df-equation", "hybrid.check.success-table"
)
def test_mental_strength_12_and_memory_10_need_77_or_less() -> None:
    found = done("task memorise 12 rank=10", [77])
    assert (found["df"], found["chance"], found["made"]) == (22, 77, True)
    assert done("task memorise 12 rank=10", [78])["made"] is False


@pytest.mark.rule("hybrid.example.02", "hybrid.skill.related")
def test_slug_pistol_10_is_worth_rank_2_with_a_stun_weapon() -> None:
    assert done("related-skill rank=10 how=dissimilar") == {"rank": 2}
    lends = 'related = [{ wanted = "stun-pistol", skill = "light-slug-pistol", how = "dissimilar" }]'
    fight = duel(a=f'weapons = ["stun-pistol"]\nskills = {{ light-slug-pistol = 10 }}\n{lends}')
    landed(fight, "shoot a b", [100], ["no"])
    assert chance(fight) == 70 - 15  # ACC 15 + 2


@pytest.mark.rule("hybrid.example.03", "hybrid.skill.cost.raise", "hybrid.ruling.skill-cost-table")
def test_the_fist_costs_4_eeps_and_another_4() -> None:
    assert (done("raise-cost base=2 rank=0 to=1")["eep"], done("raise-cost base=2 rank=1 to=2")["eep"]) == (4, 4)


@pytest.mark.rule("hybrid.example.04", "hybrid.skill.filter.cap", "hybrid.skill.filter.unlock")
def test_mounted_combat_5_lets_archery_act_up_to_rank_5_and_beyond_it_after_a_roll() -> None:
    bow = '{ key = "bow", way = "missile", type = "piercing", range = 60, dice = 1, speed = 9, skill = "archery" }'
    rider = f'weapons = [{bow}]\nfilters = ["mounted-combat"]\nskills = {{ mounted-combat = 5, archery = RANK }}'
    chances = []
    for rank, unlock, dice in ((5, "no", [100]), (8, "no", [100]), (8, "yes", [75, 100]), (8, "yes", [76, 100])):
        fight = duel(a=rider.replace("RANK", str(rank)))
        landed(fight, f"shoot a b unlock={unlock}", dice, ["no"])
        chances.append(chance(fight) + 15)
    assert chances == [75, 75, 78, 75]  # ACC 15 + 5, + 5, + 8 once the roll of 15 + 5 is made, + 5 if it is not


@pytest.mark.rule("hybrid.example.05", "hybrid.move.distance", "hybrid.time.storytelling")
def test_joe_daring_runs_60_metres_in_15_seconds_and_dashes_twice_that() -> None:
    assert [done(f"travel dash=8 rate={rate} seconds=15")["metres"] for rate in ("run", "dash")] == [60, 120]


@pytest.mark.rule("hybrid.example.06", "hybrid.move.rates", "hybrid.move.types", "hybrid.move.stat", "hybrid.ruling.move-dash")
def test_the_rates_of_reed_johnson() -> None:
    assert done("rates 10") == {"none": 0, "dash": 10, "run": 5, "jog": 2.5, "walk": 1.3, "crawl": 0.6}


@pytest.mark.rule("hybrid.example.07", "hybrid.action.speed-up")
def test_half_the_time_is_half_the_chance_and_a_quarter_a_quarter() -> None:
    slow = 'weapons = [{ key = "maul", speed = 8, reach = 0.7, dice = 1, skill = "mace" }]\nskills = { mace = 1 }'
    chances = []
    for rush in (0, 4, 2):
        fight = duel(a=slow)
        landed(fight, f"blow a b rush={rush}", [100], ["no"])
        chances.append((fight.get("count"), chance(fight) + 15))
    assert chances == [(108, 69), (104, 34), (102, 17)]  # DF 16


@pytest.mark.rule("hybrid.example.08", "hybrid.skill.cost.common", "hybrid.ruling.complex-tool")
def test_the_nine_common_costs_are_the_sums_of_their_components() -> None:
    printed = {
        "lore": 3, "spoken-language": 3, "written-language": 4, "unarmed-weapon": 2, "primitive-weapon": 3, "complex-weapon": 4,
        "basic-science": 7, "basic-engineering": 7, "basic-technical": 6,
    }  # fmt: skip
    assert {name: done(f"skill-cost {name}")["cost"] for name in printed} == printed


@pytest.mark.rule(
    "hybrid.example.09", "hybrid.skill.sample.lock-picking", "hybrid.skill.elements", "hybrid.skill.cost.composition"
)
def test_lock_picking_is_printed_cheaper_than_its_components() -> None:
    printed = done("skill lock-picking")
    assert (printed["ep"], printed["gen"], printed["basis"]) == (2, 1, "dex")
    assert done("skill-cost type=physical-discipline tool=simple")["cost"] == 3


@pytest.mark.rule("hybrid.example.10", "hybrid.task.sample.pick-locks", "hybrid.task.elements", "hybrid.task.difficulty-range")
def test_picking_a_lock_is_dexterity_at_minus_6_and_takes_a_minute() -> None:
    found = done("task pick-locks 13 rank=5", [60])
    assert (found["df"], found["chance"], found["made"], found["counts"]) == (12, 60, True, 600)


@pytest.mark.rule("hybrid.example.11", "hybrid.task.multiple", "hybrid.task.multiple.when")
def test_the_street_and_the_fence_are_one_task_and_no_roll_unless_something_is_at_stake() -> None:
    assert done("lump 0+-2 df=14", answers=["no"]) == {"difficulty": -2, "rolled": False, "made": True}
    assert done("lump 0+-2 df=14", [60], ["yes"]) == {"difficulty": -2, "rolled": True, "chance": 60, "die": 60, "made": True}


@pytest.mark.rule("hybrid.example.12", "hybrid.skill.support", "hybrid.skill.specific")
def test_a_sword_with_its_own_parry_skill() -> None:
    fight = duel(b='weapons = ["saber"]\nskills = { saber = 8, parry-saber = 5 }')
    landed(fight, "blow a b", [63, 1], ["parry-saber"])
    assert reasons(fight, "hybrid.defence.parry") == {"hybrid.check.success-table": 75, "hybrid.skill.support": 10}


@pytest.mark.rule("hybrid.example.13", "hybrid.skill.general")
def test_throw_object_throws_anything_at_a_percent_per_rank() -> None:
    fight = duel(a='weapons = ["thrown-object"]\nskills = { throw-object = 6 }')
    landed(fight, "shoot a b", [100], ["no"])
    assert chance(fight) == 67 + 6 - 15  # ACC 15, no rank in the DF


@pytest.mark.rule("hybrid.example.14", "hybrid.skill.unfamiliar-tool")
def test_a_gun_of_another_mass_is_unfamiliar_and_the_same_model_is_not() -> None:
    chances = []
    for strange in (2, 0):
        gun = f'weapons = [{{ key = "light-slug-pistol", unfamiliar = {strange} }}]\nskills = {{ light-slug-pistol = 8 }}'
        fight = duel(a=gun)
        landed(fight, "shoot a b", [100], ["no"])
        chances.append(chance(fight) + 15)
    assert chances == [76, 78]  # DF 21, 23
    assert done("unfamiliar stat=14 same-model=yes")["df"] == 0
    assert done("unfamiliar stat=14")["df"] == -2


@pytest.mark.rule(
    "hybrid.example.15",
    "hybrid.initiative.preset.perception",
    "hybrid.initiative.preset.speed",
    "hybrid.initiative.preset.definition",
)
def test_the_gunfighter_waits_for_the_other_to_draw() -> None:
    armed = 'weapons = ["light-slug-pistol"]\nskills = { light-slug-pistol = 8 }'
    waits = f'{armed}\nwait-until = 300\npreset = {{ trigger = "draw", response = "shoot", since = 90 }}'
    for die, initiative in ((69, 100 + 7 + 8 - 2 * 2), (70, 100 + 7 + 8 - 2 + 5)):  # PAW 12 + 4: 69; Speed 4
        fight = duel(a=f"{armed}\narmed = true", b=waits)
        fight.play("draw a light-slug-pistol", dice=[die, 3, 4])
        assert (chance(fight, "hybrid.initiative.preset.perception"), fight.get("b.initiative")) == (69, initiative)


@pytest.mark.rule("hybrid.example.16", "hybrid.oppose.conceal", "hybrid.oppose.sn", "hybrid.oppose.definition")
@pytest.mark.parametrize(("dice", "hidden"), [([47, 40], False), ([47, 41], True), ([90, 60], False), ([90, 61], True)])
def test_whoever_looks_for_a_hider_rolls_minus_the_hiders_margin(dice: list[int], hidden: bool) -> None:
    fight = duel()
    landed(fight, "hide a", dice)  # PAG 15: 67, made by 20 or not at all; PAW 12: 60
    assert fight.get("a.hidden") is hidden


@pytest.mark.rule(
    "hybrid.example.17",
    "hybrid.ruling.energy-double",
    "hybrid.energy.activity.physical",
    "hybrid.energy.activity.mental",
    "hybrid.energy.exhaustion.per-ten",
)
def test_the_printed_exhaustion_of_an_hour_is_the_ten_to_one_rule() -> None:
    for name, fatigue, exhaustion in (
        ("walking", 60, 6),
        ("chopping-wood", 180, 18),
        ("studying", 60, 6),
        ("spell-research", 180, 18),
    ):
        left = done(f"activity {name} 3600 fatigue=200 exhaustion=100")
        assert (left["fatigue"], left["exhaustion"]) == (200 - fatigue, 100 - exhaustion)


@pytest.mark.rule("hybrid.example.18", "hybrid.ruling.time-units", "hybrid.perception.active.time")
def test_perception_takes_eight_counts_which_is_about_a_second() -> None:
    counts = done("perception 12", [50])["counts"]
    assert (counts, done(f"counts {counts}")) == (8, {"seconds": 0.8})


@pytest.mark.rule(
    "hybrid.example.19",
    "hybrid.mod.movement.jog",
    "hybrid.mod.movement.run",
    "hybrid.mod.movement.dash",
    "hybrid.mod.movement.vehicle",
)
def test_the_mental_column_of_movement_is_only_loosely_half() -> None:
    found = {}
    mind = 'weapons = ["short-sword", "mind-lash"]\nskills = { short-sword = 8, mind-lash = 8 }\n'
    paces = {"jog": 'pace = "jog"', "run": 'pace = "run"', "dash": 'pace = "dash"', "vehicle": "riding = true"}
    for name, lines in paces.items():
        chances = []
        for action, defence in (("blow a b", 15), ("mind a b", 12)):
            fight = duel(a=mind + lines)
            landed(fight, action, [100], ["no"])
            chances.append(chance(fight) + defence)
        found[name] = tuple(chances)
    # DF 23 and 20: -3 and -1, -5 and -2, -7 and -4, -10 and -3
    assert found == {"jog": (75, 73), "run": (72, 72), "dash": (69, 69), "vehicle": (63, 70)}
