"""What actions take: drawing, speed points, haste, tasks; and presets that wait for their trigger."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed, reasons

SHEATHED = 'weapons = [{ key = "short-sword", in-hand = false }]'
POINTS = "speed-points = 3"
DECLINES = 'orders = { "hybrid.ruling.defence-declare" = "never" }'
LATER = f"initiative = 900\nwait-until = 0\n{DECLINES}"
CLOSED = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'


@pytest.mark.rule("hybrid.draw.time")
def test_both_ways_of_drawing_take_twice_the_speed_whatever_the_rank() -> None:
    alone, together = duel(a=SHEATHED), duel(a=SHEATHED)
    alone.play("draw a short-sword", dice=[])
    together.play("blow a b short-sword draw=yes", dice=[])
    assert (alone.get("under-way.0.lands"), together.get("under-way.0.lands")) == (100 + 14, 100 + 14 + 7 - 4)


@pytest.mark.rule("hybrid.action.speed-points", "hybrid.ruling.compound-action")
def test_points_that_the_blow_has_no_use_for_shorten_the_draw() -> None:
    alone, together = duel(a=SHEATHED + "\nspeed-points = 6"), duel(a=SHEATHED + "\nspeed-points = 6")
    alone.play("draw a short-sword points=6", dice=[])
    together.play("blow a b short-sword draw=yes points=6", dice=[])  # 7 - 4 - 2 = 1 for the blow, 4 off the draw
    assert (alone.get("under-way.0.lands"), together.get("under-way.0.lands")) == (100 + 14 - 6, 100 + 14 - 4 + 1)


@pytest.mark.rule("hybrid.ruling.speed-point-value", "hybrid.action.speed-points")
def test_speed_points_serve_several_tasks() -> None:
    fight = duel(a=POINTS, b=LATER)
    landed(fight, "blow a b points=1", [100], [])
    fight.step(dice=[6, 6])
    assert fight.get("a.speed-points") == 2
    fight.play("look a points=2", dice=[])
    assert fight.get("under-way.0.lands") - fight.get("count") == 8 - 2


@pytest.mark.rule("hybrid.initiative.rank-speed")
def test_the_points_of_a_rank_may_be_spent_and_need_not_be() -> None:
    for text, lands in (("blow a b", 103), ("blow a b rank-points=1", 106), ("blow a b rank-points=0", 107)):
        assert duel().play(text, dice=[]).get("under-way.0.lands") == lands
    with pytest.raises(starfray.Refused, match="the rank gives 4 speed points"):
        duel().play("blow a b rank-points=5", dice=[])


@pytest.mark.rule("hybrid.action.speed-points")
def test_both_halves_of_a_pair_may_spend_points_of_the_same_few() -> None:
    two = 'weapons = ["short-sword", "mace"]\nskills = { short-sword = 8, mace = 2 }\n' + POINTS
    fight = duel(a=two)
    fight.play("florentine a b short-sword mace points=1 second-points=2", dice=[])
    assert ([each["lands"] for each in fight.get("under-way")], fight.get("a.speed-points")) == ([102, 103], 0)
    with pytest.raises(starfray.Refused, match="has 1 speed points"):
        duel(a=two).play("florentine a b short-sword mace points=2 second-points=2", dice=[])


@pytest.mark.rule("hybrid.action.speed-up", "hybrid.mod.florentine.physical-physical")
def test_each_half_of_a_pair_may_be_hurried_by_itself() -> None:
    """DF 15 + 8 - 4: 73 in 1 of 3 counts, less 15; the mace, DF 15 + 2 - 6: 58 in 4 of 6 counts without its rank's point."""
    fight = duel(a='weapons = ["short-sword", "mace"]\nskills = { short-sword = 8, mace = 2 }', b="initiative = 200")
    fight.play("florentine a b short-sword mace rush=1 second-rush=4 second-rank-points=0", dice=[])
    assert [each["lands"] for each in fight.get("under-way")] == [101, 104]
    fight.step(dice=[100], answers=["no"], steps=1)
    assert chance(fight) == 73 // 3 - 15
    fight.step(dice=[100], answers=["no"], steps=1)
    assert chance(fight) == 58 * 4 // 6 - 15
    for rush in ("rush=3", "second-rush=6", "second-rush=5"):  # 3 and 5 counts with all of the rank's points
        with pytest.raises(starfray.Refused, match="rush is fewer"):
            duel(a='weapons = ["short-sword", "mace"]\nskills = { short-sword = 8, mace = 2 }').play(
                f"florentine a b short-sword mace {rush}", dice=[]
            )


@pytest.mark.rule("hybrid.action.speed-points", "hybrid.ruling.preset-in-play")
def test_a_preset_may_spend_speed_points() -> None:
    fight = duel(b=POINTS + "\ninitiative = 100\nwait-until = 0", a="initiative = 102")
    fight.play("preset b attack blow 300 points=2", dice=[])
    fight.step(dice=[])
    fight.play("blow a b", dice=[69, 1, 1])
    fight.step(dice=[100], answers=["no"])
    fight.step(dice=[6, 6])
    assert (fight.get("under-way.0.lands") - fight.get("under-way.0.began"), fight.get("b.speed-points")) == (7 - 4 - 2, 1)


@pytest.mark.rule("hybrid.initiative.preset.definition", "hybrid.draw.fast")
def test_a_gunfighter_waits_for_the_other_to_draw() -> None:
    gun = 'weapons = [{ key = "heavy-slug-pistol", in-hand = false }]\nskills = { heavy-slug-pistol = 8 }'
    fight = duel(a=gun, b=SHEATHED + "\ninitiative = 102\nwait-until = 0")
    assert duel(a=gun).play("preset a draw shoot 300", dice=[]).get("a.preset.weapon") == "heavy-slug-pistol"
    fight.play("preset a draw shoot 300 weapon=heavy-slug-pistol fast=yes", dice=[])
    fight.step(dice=[])
    fight.play("draw b short-sword", dice=[1, 1, 1])  # a sees it: 102 + 2 + 8 - 2 x 2 = 108
    fight.step(dice=[1])  # the fast draw
    speed = fight.get("a.weapons.heavy-slug-pistol.speed")
    assert (fight.get("under-way.1.kind"), fight.get("under-way.1.lands")) == ("shot", 108 + speed + max(1, speed - 4))


@pytest.mark.rule("hybrid.draw.time", "hybrid.ruling.preset-in-play")
def test_drawing_may_be_the_whole_response() -> None:
    fight = duel(a=SHEATHED, b="initiative = 102\nwait-until = 0")
    fight.play("preset a attack draw 300 weapon=short-sword", dice=[])
    fight.step(dice=[])
    fight.play("blow b a", dice=[1, 1, 1])
    fight.step(dice=[100], answers=["no"])
    fight.step(dice=[6, 6])
    assert (fight.get("count"), fight.get("a.weapons.short-sword.in-hand")) == (108 + 14, True)
    with pytest.raises(starfray.Refused, match="no drawing"):
        duel().play("preset a attack draw 300 weapon=short-sword", dice=[])


# --- haste -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.action.speed-up")
@pytest.mark.parametrize(
    ("begun", "rule", "full"),
    [
        ("look a rush=4", "hybrid.perception.use", 60),
        ("hide a rush=5", "hybrid.oppose.conceal", 67),
        ("feint a rank-points=3 rush=2", "hybrid.attack.feint.roll", 70),
        ("work a force-door rush=20", "hybrid.check.roll", 55),
        ("work a pick-locks skill=lock-picking rush=300", "hybrid.check.roll", 52),
    ],
)
def test_half_the_time_is_half_the_chance(begun: str, rule: str, full: int) -> None:
    fight = duel(a="skills = { short-sword = 8, lock-picking = 0 }", b=LATER)
    fight.play(begun, dice=[])
    fight.step(dice=[100, 1] if "hide" in begun else [100])
    assert (chance(fight, rule), reasons(fight, rule)["hybrid.action.speed-up"]) == (full // 2, full // 2 - full)


@pytest.mark.rule("hybrid.action.speed-up")
def test_a_disarm_can_be_rushed_and_the_defence_still_comes_off() -> None:
    fight = duel(b=LATER)
    landed(fight, "disarm a b rank-points=3 rush=2", [100])
    assert chance(fight, "hybrid.attack.disarm") == 73 // 2 - 15  # DF 19


@pytest.mark.rule("hybrid.action.speed-up")
@pytest.mark.parametrize(("hand", "full"), [("grapple", 78), ("overbear", 78), ("throw", 72)])
def test_hands_can_be_rushed(hand: str, full: int) -> None:
    skills = "skills = { hth-grapple = 8, hth-overbear = 8, hth-throw = 8 }"
    fight = duel(a=f'{skills}\nweapons = ["close-fist"]', b=LATER, now=CLOSED)
    landed(fight, f"{hand} a b rank-points=0 rush=1", [100])
    needed = {"grapple": 3, "overbear": 3, "throw": 5}[hand]
    assert chance(fight, {"grapple": "hybrid.grapple.grapple"}.get(hand, f"hybrid.grapple.{hand}")) == full // needed - 15


@pytest.mark.rule("hybrid.action.speed-up", "hybrid.ruling.speedup")
def test_getting_up_in_half_the_time_succeeds_half_the_time() -> None:
    for die, prone in ((50, False), (51, True)):
        fight = duel(a="prone = true", b=LATER)
        landed(fight, "rise a rush=15", [die])
        assert (fight.get("count"), fight.get("a.prone")) == (115, prone)


@pytest.mark.rule("hybrid.action.speed-up", "hybrid.ruling.speedup")
def test_closing_in_half_the_time_succeeds_half_the_time() -> None:
    long = 'weapons = ["katana"]\nskills = { katana = 8 }\ninitiative = 900\nwait-until = 0'
    for die, closed in ((50, 1), (51, 0)):
        fight = duel(b=long)
        landed(fight, "close a b rush=5", [die])
        assert (fight.get("count"), len(fight.get("closed"))) == (105, closed)


def test_nobody_rushes_to_take_longer() -> None:
    with pytest.raises(starfray.Refused, match="rush is fewer"):
        duel().play("look a rush=8", dice=[])


# --- tasks -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.task.sample.pick-locks", "hybrid.task.elements")
def test_a_lock_is_picked_in_a_minute_in_the_middle_of_a_fight() -> None:
    fight = duel(a="skills = { lock-picking = 5 }", b=LATER)
    landed(fight, "work a pick-locks", [65])
    assert (fight.get("count"), chance(fight, "hybrid.check.roll")) == (700, 65)  # DEX 15 + 5 - 6


@pytest.mark.rule("hybrid.task.elements")
def test_work_that_is_an_action_does_what_the_action_does() -> None:
    fight = duel(b=LATER)
    landed(fight, "work a hide", [1, 100])
    assert fight.get("a.hidden") is True
    bleeds = duel(a="bleeding = [450]", b=LATER)
    landed(bleeds, "work a first-aid", [1])
    assert bleeds.get("a.bleeding") == []
    strange = duel(a='weapons = [{ key = "short-sword", unfamiliar = 2 }]', b=LATER)
    landed(strange, "work a familiarise", [1])
    assert strange.get("a.weapons.short-sword.unfamiliar") == 1
    with pytest.raises(starfray.Refused, match="its own skill"):
        duel().play("work a hide difficulty=3", dice=[])


@pytest.mark.rule("hybrid.ruling.bleeding")
def test_first_aid_is_given_within_arms_reach() -> None:
    placed = duel(a="at = [0, 0]", b="at = [5, 0]\nbleeding = [450]")
    with pytest.raises(starfray.Refused, match="not within arm's reach"):
        placed.play("aid a b", dice=[])
    near = duel(a="at = [0, 0]", b="at = [1, 0]\nbleeding = [450]\ninitiative = 900\nwait-until = 0")
    near.play("aid a b", dice=[])
    near.gm("place b 9,0")
    near.step(dice=[])
    assert "is out of reach" in heard(near, "hybrid.ruling.bleeding")


# --- moving ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.energy.activity.physical", "hybrid.mod.condition.phys-exhausted")
def test_a_dash_costs_while_it_lasts() -> None:
    fight = duel(a='pace = "dash"\npace-since = 100\npex = 2\nskills = { short-sword = 8 }', b=LATER)
    fight.play("wait a 111", dice=[])
    fight.step(dice=[])
    assert (fight.get("count"), fight.get("a.pex"), fight.get("a.pace")) == (111, 0, "dash")
    landed(fight, "blow a b", [100])
    assert chance(fight) == 55 - 15  # DF 23 - 6 exhausted - 7 dashing


@pytest.mark.rule("hybrid.defence.evade.florentine")
def test_speeding_up_while_evading_is_one_thing_too_many() -> None:
    fight = duel(a="evading = true")
    fight.play("move a jog", dice=[100])
    assert reasons(fight, "hybrid.move.accel.start")["hybrid.check.success-table"] == 58  # PAG 15 + 0 - 4


@pytest.mark.rule("hybrid.ruling.movement-mental")
def test_half_of_a_vehicles_hindrance_is_5() -> None:
    seer = 'weapons = ["mind-lash"]\nskills = { mind-lash = 8 }\nriding = true\nmca = 15\noverridden = { mca = "keen" }'
    for choice, df in (("printed", 23 - 3), ("half", 23 - 5)):
        fight = duel(a=seer, b=LATER, head=f'rulings = {{ movement-mental = "{choice}" }}')
        landed(fight, "mind a b", [100])
        assert chance(fight) == {20: 75, 18: 72}[df] - 12


@pytest.mark.rule("hybrid.ruling.speedup")
def test_what_takes_a_single_count_cannot_be_hurried() -> None:
    fight = duel(a='weapons = ["close-fist"]\nskills = { hth-grapple = 8 }', b=LATER, now=CLOSED)
    with pytest.raises(starfray.Refused, match="it takes 1 count") as refused:
        fight.play("grapple a b rush=1", dice=[])
    assert refused.value.legal == ()
