"""Movement on the pulse: accelerating, slowing down, getting there, what it costs and hinders."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed

AT = "at = [0, 0]"


@pytest.mark.rule("hybrid.move.accel.start", "hybrid.move.accel.gain", "hybrid.ruling.accel")
def test_a_roll_starts_one_at_the_rate_just_below_the_target() -> None:
    fight = duel(a=AT)
    fight.play("move a run to=30,0", dice=[63])  # jog: PAG 15 - 2
    assert (chance(fight, "hybrid.move.accel.start"), fight.get("a.pace"), fight.actors[0]) == (63, "jog", "a")


@pytest.mark.rule("hybrid.move.accel.next", "hybrid.ruling.accel")
def test_on_the_next_initiative_a_further_roll_reaches_the_target() -> None:
    fight = duel(a=AT + "\nskills = { running = 3 }", b="initiative = 300")
    fight.play("move a run to=90,0", dice=[69])
    fight.play("carry-on a", dice=[])
    fight.step(dice=[1, 1])
    assert (fight.get("count"), fight.get("a.at")) == (108, [1.2, 0])  # 8 counts at a jog of 1.5 m/s
    fight.play("move a run", dice=[67])  # run: 15 + 3 - 3
    assert (chance(fight, "hybrid.move.accel.next"), fight.get("a.pace")) == (67, "run")


@pytest.mark.rule("hybrid.move.accel.fail")
def test_a_failed_roll_drops_one_to_the_next_lower_rate_and_from_standing_leaves_one_standing() -> None:
    moving = duel(a=AT + '\npace = "jog"')
    moving.play("move a run to=30,0", dice=[100])
    assert moving.get("a.pace") == "walk"
    standing = duel(a=AT)
    standing.play("move a run to=30,0", dice=[100])
    assert standing.get("a.pace") == "none"


@pytest.mark.parametrize(
    ("rate", "aim", "needed"),
    [("crawl", "crawl", 70), ("walk", "crawl", 70), ("jog", "walk", 67), ("run", "jog", 63), ("dash", "run", 60)],
)
def test_the_rates_that_are_rolled_for_and_their_chances(rate: str, aim: str, needed: int) -> None:
    fight = duel(a=AT)
    fight.play(f"move a {rate} to=30,0", dice=[needed])
    assert (fight.get("a.pace"), chance(fight, "hybrid.move.accel.start")) == (aim, needed)


@pytest.mark.rule("hybrid.ruling.accel")
def test_slowing_down_needs_no_roll() -> None:
    fight = duel(a=AT + '\npace = "run"\nheading = [60, 0]\npace-since = 100')
    fight.play("move a walk", dice=[])
    assert fight.get("a.pace") == "walk"
    with pytest.raises(starfray.Refused, match="once per initiative"):
        fight.play("move a none", dice=[])


@pytest.mark.rule("hybrid.ruling.accel")
def test_another_action_may_be_begun_on_the_same_count_and_nothing_else_waits() -> None:
    fight = duel(a=AT, b="at = [1, 0]")
    fight.play("move a jog to=5,0", dice=[1])
    with pytest.raises(starfray.Refused, match="movement was the choice"):
        fight.play("wait a 150", dice=[])
    fight.play("blow a b", dice=[])
    assert fight.get("under-way.0.kind") == "blow"
    with pytest.raises(starfray.Refused, match="not moved"):
        duel().play("carry-on a", dice=[])


@pytest.mark.rule("hybrid.move.distance", "hybrid.energy.activity.physical", "hybrid.energy.exhaustion.loss")
def test_a_dash_ends_where_it_was_going_and_costs_its_exhaustion() -> None:
    """6 m/s: 12 m in 20 counts, 2 seconds, 4 PEX."""
    fight = duel(a=AT + '\npace = "dash"\nheading = [12, 0]\npace-since = 100\nmoved = 100')
    fight.play("carry-on a", dice=[])
    fight.step(dice=[6, 6])
    assert (fight.get("count"), fight.get("a.initiative")) == (118, 118)
    fight.play("wait a 130", dice=[])
    fight.step(dice=[])
    assert (fight.get("a.at"), fight.get("a.pace"), fight.get("a.pex")) == ([12, 0], "none", 63 - 4)


@pytest.mark.rule("hybrid.mod.movement.jog")
def test_a_jog_costs_3() -> None:
    assert struck("jog") == 75 - 15


@pytest.mark.rule("hybrid.mod.movement.run")
def test_a_run_costs_5() -> None:
    assert struck("run") == 72 - 15


@pytest.mark.rule("hybrid.mod.movement.dash")
def test_a_dash_costs_7() -> None:
    assert struck("dash") == 69 - 15


def test_a_walk_costs_nothing() -> None:
    assert struck("walk") == 78 - 15


def struck(pace: str) -> int:
    fight = duel(a=f'pace = "{pace}"')
    landed(fight, "blow a b", [100], ["no"])
    return chance(fight)


@pytest.mark.rule("hybrid.mod.movement.vehicle")
def test_a_moving_vehicle_costs_10_and_the_mind_3() -> None:
    fight = duel(a="riding = true")
    landed(fight, "blow a b", [100], ["no"])
    assert chance(fight) == 63 - 15
    lash = duel(a='riding = true\nweapons = ["mind-lash"]\nskills = { mind-lash = 8 }')
    landed(lash, "mind a b", [100], ["no"])
    assert chance(lash) == 70 - 12


@pytest.mark.rule("hybrid.ruling.movement-mental", "hybrid.mod.movement.principle")
@pytest.mark.parametrize(("ruling", "needed"), [("printed", 69), ("half", 69)])
def test_the_mind_takes_the_printed_column_or_half(ruling: str, needed: int) -> None:
    """Dash: -4 printed, half of -7 is -3.5, rounded to the loser."""
    lash = 'weapons = ["mind-lash"]\nskills = { mind-lash = 8 }\npace = "dash"'
    fight = duel(a=lash, head=f'[rulings]\nmovement-mental = "{ruling}"')
    landed(fight, "mind a b", [100], ["no"])
    assert chance(fight) == needed - 12
    jog = duel(a=lash.replace("dash", "jog"), head=f'[rulings]\nmovement-mental = "{ruling}"')
    landed(jog, "mind a b", [100], ["no"])
    assert chance(jog) == (73 if ruling == "printed" else 72) - 12  # -1, or -1.5


@pytest.mark.rule("hybrid.close.required")
def test_a_blow_needs_its_target_within_a_step() -> None:
    fight = duel(a=AT, b="at = [9, 0]")
    with pytest.raises(starfray.Refused, match="too far away"):
        fight.play("blow a b", dice=[])


@pytest.mark.rule("hybrid.move.types")
def test_there_are_five_rates() -> None:
    with pytest.raises(starfray.Refused, match="no rate"):
        duel(a=AT).play("move a sprint", dice=[])


@pytest.mark.rule("hybrid.defence.prone.rise")
def test_on_the_ground_one_only_crawls() -> None:
    fight = duel(a=AT + "\nprone = true")
    with pytest.raises(starfray.Refused, match="crawl"):
        fight.play("move a run to=9,0", dice=[])
    fight.play("move a crawl to=9,0", dice=[1])


def test_somebody_may_be_run_after() -> None:
    fight = duel(a=AT + '\npace = "run"\nchasing = "b"\npace-since = 100\nmoved = 100', b="at = [16, 0]")
    fight.play("carry-on a", dice=[])
    fight.step(dice=[6, 6])
    fight.play("wait a 190", dice=[])
    fight.step(dice=[])
    assert (fight.get("a.at"), fight.get("a.pace"), fight.get("count")) == ([15, 0], "none", 190)


def test_without_a_map_distances_shrink() -> None:
    gap = '[[relation]]\nkind = "distance"\nbetween = ["a", "b"]\nvalue = 7.0'
    fight = duel(a='pace = "run"\nchasing = "b"\npace-since = 100\nmoved = 100', more=gap)
    fight.play("carry-on a", dice=[])
    fight.step(dice=[1, 1])
    assert fight.state.scene.relation[0].value == pytest.approx(7 - 8 * 0.3)


@pytest.mark.shown("hybrid.mod.movement.principle", "hybrid.move.rates", "hybrid.move.stat", "hybrid.move.types")
def test_the_form_shows_the_rates() -> None:
    form = next(form for form in duel(a=AT).legal("a") if form.kind == "move")
    assert [(each.key, each.note) for each in form.fields[0].options][-1] == ("dash", "6.0 m/s")


@pytest.mark.rule("hybrid.defence.retreat")
def test_a_retreat_goes_back_at_a_walk() -> None:
    fight = duel(a="at = [2, 0]", b="at = [1, 0]")
    fight.play("stance a retreat b", dice=[])
    assert (fight.get("a.pace"), fight.get("a.heading")) == ("walk", [12, 0])
    assert heard(fight, "hybrid.defence.retreat") == ["retreat"]


@pytest.mark.rule("hybrid.defence.retreat")
def test_giving_ground_in_answer_to_a_blow_adds_6_to_the_parry() -> None:
    fight = duel()
    landed(fight, "blow a b", [63, 81], ["retreat-parry-short-sword"])
    assert (chance(fight, "hybrid.defence.parry"), fight.get("b.stance")) == (81, ["retreat"])


@pytest.mark.rule("hybrid.mod.condition.phys-50", "hybrid.move.accel.start", "hybrid.mod.environment.gravity-50")
def test_wounds_and_gravity_weigh_on_acceleration_too() -> None:
    fight = duel(a=AT + "\npbd = 13", now="begun = true\ncount = 100\ngravity = 50")
    fight.play("move a run to=30,0", dice=[41])  # jog: PAG 15 - 2 - 4 - 3
    assert chance(fight, "hybrid.move.accel.start") == 41


@pytest.mark.rule("hybrid.defence.retreat")
def test_a_retreat_in_answer_to_a_blow_ends_with_the_choice_that_follows_it() -> None:
    """b parries on 103, giving ground, and chooses at once: his own blow is no retreat any more, and he walks no further."""
    fight = duel(a="at = [0, 0]", b="at = [1, 0]")
    fight.play("blow a b", dice=[])
    fight.step(dice=[63, 70, 6, 6], answers=["retreat-parry-short-sword"])
    assert (fight.get("count"), fight.actors, fight.get("b.pace")) == (103, ["b"], "walk")
    fight.play("stance b advance a", dice=[])
    fight.play("blow b a", dice=[])
    assert (fight.get("b.stance"), fight.get("b.pace"), fight.get("b.heading")) == (["advance"], "none", None)
    fight.step(dice=[100], answers=["no"], steps=1)
    assert chance(fight) == 82 - 15  # DF 23 + 4


@pytest.mark.rule("hybrid.defence.retreat")
def test_whoever_has_retreated_stands_still_at_the_next_choice() -> None:
    """6 m/s at a dash, 0.75 at a walk: 1.5 m in 20 counts."""
    fight = duel(a="at = [0, 0]", b="at = [-1, 0]\ninitiative = 300\nwait-until = 0")
    fight.play("stance a retreat b", dice=[]).play("wait a 120", dice=[]).step(dice=[])
    assert (fight.get("a.at"), fight.get("a.pace"), fight.get("a.stance")) == ([1.5, 0.0], "none", [])
