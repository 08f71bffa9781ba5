"""Outside the fight: days of healing, weapon sheets and where to find one, bionics, the price of skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.rulebooks.icar.core import DEFAULT_TN, MEDICAL_AI, PASS, throw

FACILITY = 10  # icar.heal.facility: at least
HALF_HEAL_HOURS = 40  # between two half heals of one patient


@dataclass(frozen=True, slots=True)
class Heal(Action):
    """Days of healing: rest alone, a medic once a day, a facility on top."""

    KIND: ClassVar[str] = "heal"
    hp: int
    maximum: int = 10
    days: int = 1
    resting: bool = True
    medicine: int = 0  # the medic's skill; 0: no medic
    wit: int = 2
    kit: str = ""  # of the medic, as shakespeare-med-kit
    ai: bool = False
    facility: bool = False
    more: int = FACILITY  # what the facility gives a day, 10 or more


def heal(table: Table, args: Heal) -> dict[str, Plain]:
    """1 HP a day while resting; a medic's skill once a day; a facility at least 10 more. icar.heal.hp.rest"""
    if not 1 <= args.days <= 365 or args.more < FACILITY:
        raise Refused("icar.heal.facility", "1 to 365 days, and 10 or more a day in a facility", ["heal 3 10"])
    kit = table.content.entry("kits", args.kit, "kit") if args.kit else {}
    hp = args.hp
    rested = HALF_HEAL_HOURS  # hours since the kit last gave half the maximum
    by_day: list[Plain] = []
    for _ in range(args.days):
        table.same("icar.heal.hp.medic", (hp, rested, tuple(by_day)))
        rested += 24
        gained = 0
        if args.resting:
            gained += 1
            table.emit("icar.heal.hp.rest", args.actor, number=1)
            table.emit("icar.heal.hp.rest-limits", args.actor)
        if args.medicine and treated(table, args, kit):
            if kit.get("half-heal") and rested >= HALF_HEAL_HOURS:
                gained += args.maximum // 2
                rested = 0
                table.emit("icar.heal.kit", args.actor, number=args.maximum // 2, note=kit["name"])
            gained += args.medicine  # icar.ruling.medic-heal: exactly the skill
            table.emit("icar.ruling.medic-heal", args.actor, number=args.medicine)
        if args.facility:
            gained += args.more
            table.emit("icar.heal.facility", args.actor, number=args.more)
            table.emit("icar.ruling.facility", args.actor)
        hp = min(args.maximum, hp + gained)
        by_day.append(hp)
    return {"hp": hp, "by_day": by_day}


def treated(table: Table, args: Heal, kit: dict[str, Plain]) -> bool:
    tally = table.tally()
    tally.add(DEFAULT_TN, "icar.ruling.tn-unstated")
    tally.add(-args.wit, "icar.check.core", "wit")
    tally.add(-args.medicine, "icar.check.core", "medicine")
    if kit:
        tally.add(-kit["skills"].get("medicine", 0), "icar.heal.kit", kit["name"])
    if args.ai:
        tally.add(-MEDICAL_AI, "icar.heal.medical-ai")
    return throw(table, args.actor, tally, "icar.heal.hp.medic") >= PASS


@dataclass(frozen=True, slots=True)
class Sheet(Action):
    KIND: ClassVar[str] = "weapon"
    weapon: str


def sheet(table: Table, args: Sheet) -> dict[str, Plain]:
    """A weapon's sheet. icar.fire.sheet.ownership"""
    row = table.content.entry("weapons", args.weapon)
    table.emit("icar.fire.sheet.ownership", args.actor, note=args.weapon)
    table.emit("icar.fire.sheet.name", args.actor, note=row.get("name", ""))
    table.emit("icar.fire.sheet.type", args.actor, note=row.get("type", ""))
    table.emit("icar.fire.sheet.cost", args.actor, number=row.get("cost", 0))
    for name, rule in (("features", "icar.fire.sheet.features"), ("options", "icar.fire.sheet.options")):
        for each in row.get(name, []):
            table.emit(rule, args.actor, number=each.get("cost", 0), note=each["name"])
    if row.get("note"):
        table.emit("icar.fire.sheet.note", args.actor, note=row["note"])
    for name, rule in (
        ("damage", "icar.fire.stat.damage"),
        ("magazine", "icar.fire.stat.magazine"),
        ("to-hit", "icar.fire.stat.to-hit"),
    ):
        table.emit(rule, args.actor, number=row.get(name, 0))
    return {"weapon": args.weapon, **row}


@dataclass(frozen=True, slots=True)
class Deal(Action):
    KIND: ClassVar[str] = "deal"
    weapon: str
    street_deal: int = 0
    wit: int = 2


def deal(table: Table, args: Deal) -> dict[str, Plain]:
    """Rarity is the target number of a Street Deal check. icar.fire.sheet.rarity"""
    rarity = table.content.entry("weapons", args.weapon).get("rarity", 0)
    if not rarity:
        raise Refused("icar.fire.sheet.rarity", f"{args.weapon} has no rarity: nobody deals in it")
    tally = table.tally()
    tally.add(rarity, "icar.fire.sheet.rarity", args.weapon)
    tally.add(-args.wit, "icar.check.core", "wit")
    tally.add(-args.street_deal, "icar.check.core" if args.street_deal else "icar.check.unskilled", "street deal")
    return {"found": throw(table, args.actor, tally, "icar.fire.sheet.rarity") >= PASS, "needed": tally.total}


@dataclass(frozen=True, slots=True)
class FitSuit(Action):
    KIND: ClassVar[str] = "bionics"
    suit: str
    battle: int = 2
    shift: int = 2
    meat: int = 2
    soul: int = 2


def fit_suit(table: Table, args: FitSuit) -> dict[str, Plain]:
    """What somebody becomes in a bionics suit. icar.close.aug.tougher"""
    row = table.content.entry("suits", args.suit)
    table.emit("icar.close.aug.tougher", args.actor, note=row["name"])
    natural = {"battle": args.battle, "shift": args.shift, "meat": args.meat, "soul": args.soul}
    changed = {name: max(1, value + row.get(name, 0)) for name, value in natural.items()}
    table.emit("icar.ruling.stun-max", args.actor, number=5 + 2 * changed["meat"])
    return {**changed, "hp": row["hp"], "stun": 5 + 2 * changed["meat"], "passes": row["passes"], "link": row["gaia-link"]}


@dataclass(frozen=True, slots=True)
class RaiseSkill(Action):
    """From a level to another."""

    KIND: ClassVar[str] = "raise-skill"
    level: int
    to: int


def raise_skill(table: Table, args: RaiseSkill) -> dict[str, Plain]:
    """Close combat skills are raised like any other: 1 RP a level. icar.close.skill.raise"""
    if not 0 <= args.level < args.to <= 20:
        raise Refused("icar.close.skill.raise", "from a level up to a higher one", ["raise-skill 1 3"])
    table.emit("icar.close.skill.raise", args.actor, number=args.to - args.level)
    return {"rp": args.to - args.level}


GROUND = (
    Procedure(Heal, heal, "Days of healing: rest, medic, facility.", "icar.heal.hp.rest"),
    Procedure(Sheet, sheet, "A weapon's sheet.", "icar.fire.sheet.ownership"),
    Procedure(Deal, deal, "Find a weapon: its rarity against Street Deal.", "icar.fire.sheet.rarity"),
    Procedure(FitSuit, fit_suit, "What a bionics suit makes of somebody.", "icar.close.aug.tougher"),
    Procedure(RaiseSkill, raise_skill, "The price of raising a skill.", "icar.close.skill.raise"),
)
