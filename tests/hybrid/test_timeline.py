"""The worked timeline: two fighters on the pulse count, count by count and die by die."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight

DUEL = Path(__file__).parents[2] / "examples" / "hybrid-duel.toml"


def begun() -> Fight:
    fight = starfray.load(DUEL)
    fight.begin(dice=[64, 3, 2, 50, 4, 5])
    return fight


def rows(fight: Fight) -> list[tuple[str, str, str, str]]:
    return [(each.when, each.who, each.what, each.status) for each in fight.agenda]


@pytest.mark.rule(
    "hybrid.initiative.trigger", "hybrid.initiative.roll", "hybrid.initiative.reaction-speed", "hybrid.perception.active"
)
def test_at_the_start_each_fighter_rolls_perception_then_initiative_in_roster_order() -> None:
    fight = begun()
    assert (fight.get("kesh.initiative"), fight.get("tavi.initiative")) == (11, 15)
    assert (fight.get("count"), fight.actors) == (11, ["kesh"])
    chances = [event.tally.total for event in fight.events if event.rule == "hybrid.initiative.trigger" and event.tally]
    assert chances == [70, 75]


@pytest.mark.rule(
    "hybrid.combat.sequence",
    "hybrid.action.begin",
    "hybrid.action.resolve",
    "hybrid.initiative.rank-speed",
    "hybrid.ruling.usable-initiative",
    "hybrid.ruling.initiative-reroll",
    "hybrid.ruling.wait",
    "hybrid.ruling.defence-declare",
    "hybrid.defence.parry",
    "hybrid.defence.parry.off-balance",
    "hybrid.oppose.sn",
    "hybrid.skill.support",
    "hybrid.energy.exhaustion.per-ten",
    "hybrid.damage.order",
    "hybrid.location.table",
    "hybrid.time.count",
)
def test_the_worked_timeline_count_by_count_and_die_by_die() -> None:
    fight = begun()

    fight.play("blow kesh tavi cudgel", dice=[])  # count 11: 8 - 3 = 5 counts
    blow = {"actor": "kesh", "kind": "blow", "lands": 16, "began": 11, "target": "tavi", "weapon": "cudgel"}
    assert fight.get("under-way") == [blow]
    fight.step(dice=[])
    assert (fight.get("count"), fight.actors) == (15, ["tavi"])
    in_the_air = "blow at tavi with cudgel lands, in the air since 11"
    assert rows(fight) == [("15", "tavi", "chooses", "now"), ("16", "kesh", in_the_air, "next")]

    fight.play("blow tavi kesh saber", dice=[])  # count 15: 7 - 5 = 2 counts
    assert [(each.when, each.who) for each in fight.agenda] == [("16", "kesh"), ("17", "tavi")]

    # count 16: 76 - 16 = 60, 41 is a Success in the chest; I 10 + 6; count 17: 68, 15 is Notable; I 5 + 6
    fight.step(dice=[41, 25, 5, 4, 6, 4, 15, 62, 6, 3, 2, 3], answers=["no", "no"])
    attacks = [event for event in fight.events if event.rule == "hybrid.tohit.chance" and event.tally]
    assert [(event.who, event.tally.total) for event in attacks if event.tally] == [("kesh", 60), ("tavi", 68)]
    degrees = [event.note for event in fight.events if event.rule == "hybrid.check.degree.effect"]
    assert degrees == ["Success", "Notable Success"]
    assert [event.note for event in fight.events if event.rule == "hybrid.location.table"] == ["chest", "right upper leg"]
    assert (fight.get("tavi.pft"), fight.get("tavi.pex"), fight.get("tavi.fatigue-used")) == (25, 61, 15)
    assert (fight.get("kesh.pft"), fight.get("kesh.pex")) == (25, 68)
    assert (fight.get("kesh.initiative"), fight.get("tavi.initiative")) == (32, 28)
    assert (fight.get("count"), fight.actors) == (28, ["tavi"])

    fight.play("wait tavi 45", dice=[])  # ready, I stays 28
    fight.step(dice=[])
    assert (fight.get("count"), fight.actors, fight.get("tavi.initiative")) == (32, ["kesh"], 28)

    fight.play("blow kesh tavi cudgel", dice=[], answers=["no"])  # Tavi could dodge now, and waits for the parry
    fight.step(dice=[40, 30, 3, 3], answers=["parry-saber"])  # count 37: SN 20; 90 - 20 = 70, made by 40; I 6 + 6
    parry = [event.tally for event in fight.events if event.rule == "hybrid.defence.parry" and event.tally]
    assert parry[-1] is not None
    assert parry[-1].total == 70
    assert (fight.get("tavi.initiative"), fight.get("tavi.pft")) == (32, 25)
    assert (fight.get("kesh.off-balance"), fight.get("kesh.initiative")) == (-4, 49)
    assert (fight.get("count"), fight.actors) == (37, ["tavi"])  # having defended he may choose again at once

    fight.play("blow tavi kesh saber", dice=[])
    fight.step(dice=[69, 5, 2], answers=["no"])  # count 39: 69 misses 68; I 7 + 6
    assert (fight.get("kesh.pft"), fight.get("tavi.initiative")) == (25, 52)
    assert (fight.get("count"), fight.actors) == (49, ["kesh"])

    fight.play("blow kesh tavi cudgel", dice=[])  # DF 21 - 4 = 17: 70, less 16
    fight.step(dice=[])
    fight.play("wait tavi 60", dice=[])  # count 52
    fight.step(dice=[100, 1, 1], answers=["no"])  # count 54: Tavi's I is 52, too late for a parry of 4 counts
    last = [event.tally for event in fight.events if event.rule == "hybrid.tohit.chance" and event.tally][-1]
    assert last is not None
    assert last.total == 70 - 16


@pytest.mark.rule("hybrid.time.count")
def test_the_log_says_on_which_count_something_lands() -> None:
    fight = begun()
    fight.play("blow kesh tavi cudgel", dice=[])
    fight.step(dice=[])
    fight.play("wait tavi 40", dice=[])
    fight.step(dice=[100], answers=["no"])
    assert [event.number for event in fight.events if event.rule == "hybrid.time.count"] == [11, 15, 16]
