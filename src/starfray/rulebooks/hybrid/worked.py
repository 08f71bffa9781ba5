"""The book's own worked examples, worked by the rules: starfray do hybrid "example 5"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.dice import total
from starfray.engine.errors import BadInput
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.check import success_chance, take_share
from starfray.rulebooks.hybrid.figures import MOVEMENT
from starfray.rulebooks.hybrid.journeys import Activity, Counts, Rates, Travel, activity, counts, rates, travel
from starfray.rulebooks.hybrid.learning import (
    COMMON,
    FilterOf,
    Percent,
    RaiseCost,
    RelatedSkill,
    SkillCost,
    SkillOf,
    Strange,
    filter_skill,
    percent,
    raise_cost,
    related_skill,
    skill,
    skill_cost,
    unfamiliar,
)
from starfray.rulebooks.hybrid.undertakings import Lump, TaskOf, lump, task


@dataclass(frozen=True, slots=True)
class Example(Action):
    """One of the 19, by its number."""

    KIND: ClassVar[str] = "example"
    number: int


def memorise(table: Table, who: str) -> dict[str, Plain]:
    """Mental Strength 12 and rank 10 in Memory: 77 or less."""
    df = table.tally()
    df.add(12, "hybrid.ruling.stat-basis-full", "MST")
    df.add(10, "hybrid.check.df-equation", "rank in memory")
    chance = Tally(table.keeps)
    chance.add(success_chance(df.total), "hybrid.check.success-table")
    die = table.roll("hybrid.check.roll", who, total(1, 100), chance)
    return {"df": df.total, "chance": chance.total, "made": die <= chance.total}


def stun_weapon(table: Table, who: str) -> dict[str, Plain]:
    return related_skill(table, RelatedSkill(who, 10, "dissimilar"))


def fist(table: Table, who: str) -> dict[str, Plain]:
    first, second = raise_cost(table, RaiseCost(who, 2, 0, 1)), raise_cost(table, RaiseCost(who, 2, 1, 2))
    return {"first": first["eep"], "second": second["eep"]}


def mounted_archer(table: Table, who: str) -> dict[str, Plain]:
    """Mounted Combat 5, Archery 8: rank 5 without a roll, all of it after one."""
    return {"as-it-is": filter_skill(table, FilterOf(who, 8, 5)), "at-rank-5": filter_skill(table, FilterOf(who, 5, 5)),
            "rolled": filter_skill(table, FilterOf(who, 8, 5, 12, True))}


def joe_daring(table: Table, who: str) -> dict[str, Plain]:
    return {rate: travel(table, Travel(who, 8, rate, 15))["metres"] for rate in ("run", "dash")}


def reed_johnson(table: Table, who: str) -> dict[str, Plain]:
    return rates(table, Rates(who, 10))


def hurry(table: Table, who: str) -> dict[str, Plain]:
    """A chance of 60 in all, half and a quarter of the time."""
    shares = []
    for below in (1, 2, 4):
        chance = Tally(table.keeps)
        chance.add(60, "hybrid.check.success-table")
        if below > 1:
            take_share(chance, 1, below, "hybrid.action.speed-up", f"1/{below} of the time")
        shares.append(chance.total)
    return {"chances": list(shares)}


def common_costs(table: Table, who: str) -> dict[str, Plain]:
    return {name: skill_cost(table, SkillCost(who, name))["cost"] for name in COMMON}


def lock_picking(table: Table, who: str) -> dict[str, Plain]:
    """Printed: EP 2, Gen 1; its components would give 3."""
    printed = skill(table, SkillOf(who, "lock-picking"))
    summed = skill_cost(table, SkillCost(who, "", "physical-discipline", "unassisted", "simple"))
    return {"ep": printed["ep"], "gen": printed["gen"], "components": summed["cost"]}


def pick_locks(table: Table, who: str) -> dict[str, Plain]:
    """Dexterity 13, Lock Picking 5: DF 13 + 5 - 6, a minute."""
    return task(table, TaskOf(who, "pick-locks", ("13",), 5))


def street_and_fence(table: Table, who: str) -> dict[str, Plain]:
    """Jogging across the street (simple) and leaping a fence (non-trivial)."""
    return lump(table, Lump(who, ("0", "-2"), 14))


def long_sword(table: Table, who: str) -> dict[str, Plain]:
    return percent(table, Percent(who, 8, ("5",)))


def throw_object(table: Table, who: str) -> dict[str, Plain]:
    return percent(table, Percent(who, 0, (), 6))


def other_gun(table: Table, who: str) -> dict[str, Plain]:
    other, same = unfamiliar(table, Strange(who, 14)), unfamiliar(table, Strange(who, 14, 0, True))
    return {"other-mass": other["df"], "same-model": same["df"]}


def gunfighter(table: Table, who: str) -> dict[str, Plain]:
    """PAW 14, Speed 4, waiting for the other to draw: perception at +4; made, reaction 2 counts twice."""
    df = table.tally()
    df.add(14, "hybrid.perception.active", "PAW")
    df.add(4, "hybrid.initiative.preset.perception", "preset")
    chance = Tally(table.keeps)
    chance.add(success_chance(df.total), "hybrid.check.success-table")
    made = table.roll("hybrid.initiative.preset.perception", who, total(1, 100), chance) <= chance.total
    later = table.tally()
    later.add(8, "hybrid.initiative.roll")
    later.add(-4 if made else 3, "hybrid.initiative.preset.speed" if made else "hybrid.initiative.failed-perception")
    dice = table.roll("hybrid.initiative.roll", who, total(2, 6), later)
    return {"chance": chance.total, "noticed": made, "initiative": dice + later.total}


def hiding(table: Table, who: str) -> dict[str, Plain]:
    """Somebody hides at 67, a searcher looks at 70."""
    chance = Tally(table.keeps)
    chance.add(67, "hybrid.oppose.conceal")
    sn = max(0, 67 - table.roll("hybrid.oppose.conceal", who, total(1, 100), chance))
    looks = Tally(table.keeps)
    looks.add(70, "hybrid.oppose.definition")
    looks.add(-sn, "hybrid.oppose.sn")
    found = table.roll("hybrid.oppose.definition", who, total(1, 100), looks) <= looks.total
    return {"sn": sn, "chance": looks.total, "found": found}


def an_hour_of(table: Table, who: str) -> dict[str, Plain]:
    """An hour each, rested: what it costs in exhaustion."""
    found: dict[str, Plain] = {}
    for name in ("walking", "chopping-wood", "studying", "spell-research"):
        after = activity(table, Activity(who, name, 3600, 200, 100))
        found[name] = {"fatigue": 200 - int(after["fatigue"]), "exhaustion": 100 - int(after["exhaustion"])}
    return found


def about_a_second(table: Table, who: str) -> dict[str, Plain]:
    return counts(table, Counts(who, 8))


def half_the_column(table: Table, who: str) -> dict[str, Plain]:
    """Printed mental column beside half of the physical one."""
    table.emit("hybrid.ruling.movement-mental", who, note="the printed column")
    rows: dict[str, Plain] = {name: [physical, mental, physical / 2] for name, (physical, mental, _) in MOVEMENT.items()}
    return {**rows, "vehicle": [-10, -3, -5.0]}


EXAMPLES: tuple[Callable[[Table, str], dict[str, Plain]], ...] = (
    memorise, stun_weapon, fist, mounted_archer, joe_daring, reed_johnson, hurry, common_costs, lock_picking, pick_locks,
    street_and_fence, long_sword, throw_object, other_gun, gunfighter, hiding, an_hour_of, about_a_second, half_the_column,
)  # fmt: skip


def example(table: Table, args: Example) -> dict[str, Plain]:
    if not 1 <= args.number <= len(EXAMPLES):
        raise BadInput(f"example {args.number}", field="example.number", expected=f"1 to {len(EXAMPLES)}")
    found = EXAMPLES[args.number - 1](table, args.actor)
    table.emit(f"hybrid.example.{args.number:02}", args.actor)
    return found


WORKED = (Procedure(Example, example, "A worked example of the book, worked by the rules.", "hybrid.example.01"),)
