"""The start of a conflict, the clock and the four states a fighter can be in."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel

START = """
rulebook = "hybrid"
[[combatant]]
id = "a"
side = "red"
archetype = "kesh-varrow"
{a}
[[combatant]]
id = "b"
side = "blue"
archetype = "tavi-orlon"
"""


@pytest.mark.rule("hybrid.initiative.failed-perception")
def test_a_failed_perception_adds_5_and_leaves_one_unaware() -> None:
    fight = starfray.loads(START.format(a=""))
    fight.begin(dice=[71, 3, 2, 1, 1, 1])  # Kesh's 70 missed: 5 + 8 - 2 + 5
    assert (fight.get("a.initiative"), fight.get("a.aware")) == (16, False)
    assert (fight.get("b.initiative"), fight.get("b.aware")) == (8, True)


@pytest.mark.rule("hybrid.initiative.perception-mods")
def test_alertness_changes_the_perception_roll() -> None:
    fight = starfray.loads(START.format(a='situation = ["not-alert", "poor-light"]'))
    fight.begin(dice=[1, 1, 1, 1, 1, 1])
    first = next(event for event in fight.events if event.rule == "hybrid.initiative.trigger")
    assert first.tally is not None
    assert first.tally.total == 58  # DF 17 - 3 - 3


@pytest.mark.rule("hybrid.ruling.aware")
def test_the_unaware_have_no_defence_at_all() -> None:
    fight = duel(b="aware = false\ninitiative = 120")
    fight.play("blow a b", dice=[])
    fight.step(dice=[100])  # nobody is asked
    assert chance(fight) == 78


@pytest.mark.rule("hybrid.defence.normal")
def test_one_is_aware_once_the_own_count_has_come() -> None:
    fight = duel(b="aware = false\ninitiative = 103")
    fight.play("blow a b", dice=[])  # lands on 100 + 7 - 4 = 103
    fight.step(dice=[100], answers=["no"])
    assert (chance(fight), fight.get("b.aware")) == (78 - 15, True)


@pytest.mark.rule("hybrid.action.resolve", "hybrid.initiative.rank-speed")
def test_half_the_rank_shortens_the_action() -> None:
    fight = duel(a="skills = { short-sword = 9 }")
    fight.play("blow a b", dice=[])
    assert fight.get("under-way.0.lands") == 103


@pytest.mark.rule("hybrid.ruling.unranked")
def test_the_unranked_take_2_counts_more_and_have_half_the_chance() -> None:
    fight = duel(a="skills = {}")
    fight.play("blow a b", dice=[])
    assert fight.get("under-way.0.lands") == 109
    fight.step(dice=[100], answers=["no"])
    assert chance(fight) == 67 // 2 - 15


@pytest.mark.rule("hybrid.action.speed-points")
def test_speed_points_shorten_an_action_and_are_gone() -> None:
    fight = duel(a="speed-points = 3")
    assert "3 speed points" in str(fight.refusal("blow a b points=4"))
    fight.play("blow a b points=2", dice=[])
    assert (fight.get("under-way.0.lands"), fight.get("a.speed-points")) == (101, 1)


def test_no_action_takes_less_than_one_count() -> None:
    fight = duel(a="speed-points = 20")
    fight.play("blow a b points=20", dice=[])
    assert fight.get("under-way.0.lands") == 101


@pytest.mark.rule("hybrid.action.speed-up")
def test_a_third_of_the_time_leaves_a_third_of_the_chance() -> None:
    fight = duel()
    fight.play("blow a b rush=1", dice=[])
    fight.step(dice=[100], answers=["no"])
    assert (fight.get("count"), chance(fight)) == (101, 78 // 3 - 15)


@pytest.mark.rule("hybrid.ruling.speedup")
def test_a_rush_takes_fewer_counts_than_needed() -> None:
    with pytest.raises(starfray.Refused, match="takes 3 counts"):
        duel().play("blow a b rush=3", dice=[])


@pytest.mark.rule("hybrid.initiative.speed-points")
@pytest.mark.parametrize(("ruling", "initiative", "points"), [("one", 101, 3), ("zero", 100, 2)])
def test_an_initiative_below_1_becomes_speed_points(ruling: str, initiative: int, points: int) -> None:
    """Speed 24 is beyond people; 2 + 8 - 12 = -2."""
    fight = duel(
        a='speed = 24\noverridden = { speed = "wired" }\nlanded = true', head=f'[rulings]\ninitiative-floor = "{ruling}"'
    )
    fight.step(dice=[1, 1])
    assert (fight.get("a.initiative"), fight.get("a.speed-points")) == (initiative, points)


@pytest.mark.rule("hybrid.ruling.initiative-reroll")
def test_the_next_initiative_is_a_step_of_its_own_counted_from_the_landing() -> None:
    fight = duel()
    fight.play("blow a b", dice=[])
    fight.step(dice=[100], answers=["no"])
    assert fight.due is not None
    assert fight.due.KIND == "roll-initiative"
    fight.step(dice=[1, 2])
    assert fight.get("a.initiative") == 103 + 3 + 8 - 2


def test_on_one_count_the_faster_chooses_first_then_the_more_agile_then_the_roster() -> None:
    same = "initiative = 100\nwait-until = 0"
    assert duel(b=same).actors == ["a"]
    assert duel(b=same + "\nstats = { pst = 15, pen = 12, dex = 15, pag = 16, paw = 12 }").actors == ["b"]
    assert duel(b=same + "\nstats = { pst = 15, pen = 12, dex = 15, pag = 5, paw = 16 }").actors == ["b"]


def test_landings_come_before_choices_of_the_same_count() -> None:
    fight = duel(b="initiative = 103\nwait-until = 0")
    fight.play("blow a b", dice=[])
    fight.step(dice=[100, 1, 1], answers=["no"])
    assert (fight.get("count"), fight.actors) == (103, ["b"])


@pytest.mark.rule("hybrid.ruling.wait")
def test_one_waits_for_a_later_count_and_stays_ready() -> None:
    fight = duel()
    with pytest.raises(starfray.Refused, match="later"):
        fight.play("wait a 100", dice=[])
    fight.play("wait a 130", dice=[])
    fight.step(dice=[])
    assert (fight.get("count"), fight.actors, fight.get("a.initiative")) == (130, ["a"], 100)


@pytest.mark.rule("hybrid.ruling.initiative-ties")
def test_landings_that_tie_on_speed_and_agility_are_simultaneous() -> None:
    """a's blow takes b out; b's, landing on the same count, is neither stopped nor altered by that."""
    way = [f'{{ actor = "{x}", kind = "blow", lands = 101, target = "{y}", weapon = "short-sword" }}' for x, y in ("ab", "ba")]
    fight = duel(
        b="pft = 0\npbd = 5\ninitiative = 98\nwait-until = 0",
        a="initiative = 98",
        now=f"begun = true\ncount = 100\nunder-way = [{', '.join(way)}]",
    )
    # b: 22 of 27 lost, -8 on DF 23; a: hit 1 = Amazing, chest, damage; bleeding 1, shock 1; a's initiative
    fight.step(dice=[1, 20, 1, 1, 1, 1, 1, 1], answers=["no"])
    assert fight.get("b.pbd") == 0
    assert fight.over is None
    fight.step(dice=[52, 20, 6, 6], answers=["no"])
    assert chance(fight) == 67 - 15  # DF 15 + 8 - 8
    assert fight.get("a.pft") == 39 - (6 + 6 + 1 + 3)
    assert fight.over is not None


@pytest.mark.rule("hybrid.action.speed-points")
@pytest.mark.parametrize(("points", "offered"), [(0, []), (3, [3])])
def test_a_form_asks_for_speed_points_only_where_there_are_some(points: int, offered: list[int]) -> None:
    form = duel(a=f"speed-points = {points}").form("a", "blow")
    assert [int(field.high) for field in form.fields if field.name == "points"] == offered
    fight = duel(a="speed-points = 3")
    fight.play("blow a b points=1", dice=[])
    assert fight.get("a.speed-points") == 2
