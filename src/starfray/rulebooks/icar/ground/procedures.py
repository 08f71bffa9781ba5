"""Outside the fight: days of healing, weapon sheets and where to find one, bionics, the price of skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Content, Plain, Procedure, Refused, Table, Tally, from_plain
from starfray.rulebooks.icar.common.check import DEFAULT_TN, MEDICAL_AI, PASS, SKILL_ATTRIBUTE, attribute_of, throw
from starfray.rulebooks.icar.common.records import Suit, Weapon
from starfray.rulebooks.icar.common.state import Actor

FACILITY = 10  # icar.heal.facility: at least
HALF_HEAL_HOURS = 40  # between two half heals of one patient


def sheet_tally(table: Table, tn: int, source: str, ability: dict[str, int], bonus: int = 0) -> Tally:
    """The target number less figures of a sheet; a skill one has not adds nothing. icar.check.core, icar.check.unskilled"""
    tally = table.tally()
    tally.add(tn, source, "target number")
    for name, value in ability.items():
        tally.add(-value, "icar.check.core", name)
    if bonus:
        tally.add(-bonus, "icar.check.equipment-bonus", "bonus")
    return tally


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
        table.merge("icar.heal.hp.medic", (hp, rested, tuple(by_day)))
        rested += 24
        gained = 0
        if args.resting:
            gained += 1
            table.emit("icar.heal.hp.rest", args.actor, number=1)
            table.cite("icar.heal.hp.rest-limits")
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
            table.cite("icar.ruling.facility")
        hp = min(args.maximum, hp + gained)
        by_day.append(hp)
    return {"hp": hp, "by-day": by_day}


def treated(table: Table, args: Heal, kit: dict[str, Plain]) -> bool:
    tally = sheet_tally(table, DEFAULT_TN, "icar.ruling.tn-unstated", {"wit": args.wit, "medicine": args.medicine})
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
    """A weapon's sheet. icar.fire.sheet.ownership, .name, .type, .cost, .features, .options, .note

    icar.fire.stat.damage, icar.fire.stat.magazine, icar.fire.stat.to-hit
    """
    row = table.content.entry("weapons", args.weapon)
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
    tally = sheet_tally(table, rarity, "icar.fire.sheet.rarity", {"wit": args.wit, "street deal": args.street_deal})
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
    natural = {"battle": args.battle, "shift": args.shift, "meat": args.meat, "soul": args.soul}
    changed = {name: max(1, value + row.get(name, 0)) for name, value in natural.items()}
    table.emit("icar.ruling.stun-max", args.actor, number=5 + 2 * changed["meat"])
    return {**changed, "hp": row["hp"], "stun": 5 + 2 * changed["meat"], "passes": row["passes"], "link": row["gaia-link"]}


@dataclass(frozen=True, slots=True)
class RaiseSkill(Action):
    """From a level to another; `skill` names it where the sheet is to be written."""

    KIND: ClassVar[str] = "raise-skill"
    level: int
    to: int
    skill: str = ""


def raise_skill(table: Table, args: RaiseSkill) -> dict[str, Plain]:
    """Close combat skills are raised like any other: 1 RP a level. icar.close.skill.raise"""
    if not 0 <= args.level < args.to <= 20:
        raise Refused("icar.close.skill.raise", "from a level up to a higher one", ["raise-skill 1 3"])
    if args.skill and args.skill not in SKILL_ATTRIBUTE:
        raise Refused("icar.close.skill.raise", f"no skill {args.skill!r}", sorted(SKILL_ATTRIBUTE))
    table.emit("icar.close.skill.raise", args.actor, number=args.to - args.level)
    return {"rp": args.to - args.level}


def wounds_of(actor: Actor) -> dict[str, Plain]:
    return {"hp": actor.hp, "maximum": actor.max_hp}


def dealing_of(actor: Actor) -> dict[str, Plain]:
    return {"street_deal": actor.skills.get("street-deal", 0), "wit": attribute_of(actor, "wit")}


def nature_of(actor: Actor) -> dict[str, Plain]:
    """As it is with the bionics worn so far: another suit adds to it."""
    return {name: attribute_of(actor, name) for name in ("battle", "shift", "meat", "soul")}


def write_heal(table: Table, actor: Actor, content: Content, args: Heal, result: dict[str, Plain]) -> None:
    """Hit points as they are after these days, and every day a medic may treat the wounds anew. icar.ruling.medic-heal"""
    if args.hp != actor.hp or args.maximum != actor.max_hp:
        words = f"{actor.id} has {actor.hp} of {actor.max_hp} hit points, not {args.hp} of {args.maximum}"
        raise Refused("icar.heal.hp.rest", words, [f"heal {actor.hp} maximum={actor.max_hp}"])
    actor.hp = int(result["hp"])
    actor.stun, actor.asleep, actor.healed = actor.max_stun, 0, False
    if actor.hp > 0:
        actor.stable, actor.dying, actor.tries = False, 0, 0


def write_skill(table: Table, actor: Actor, content: Content, args: RaiseSkill, result: dict[str, Plain]) -> None:
    """The level on the sheet, paid for. icar.close.skill.raise"""
    if args.skill not in SKILL_ATTRIBUTE or actor.skills.get(args.skill, 0) != args.level:
        words = f"{actor.id} has {args.skill or 'no skill named'} at {actor.skills.get(args.skill, 0)}"
        raise Refused("icar.close.skill.raise", words, ["raise-skill 1 3 street-fighting"])
    pay(actor, args.to - args.level, "icar.close.skill.raise")
    actor.skills[args.skill] = args.to


def pay(actor: Actor, price: int, rule: str) -> None:
    if actor.rp < price:
        raise Refused(rule, f"it costs {price} RP, and {actor.rp} are there")
    actor.rp -= price


def write_suit(table: Table, actor: Actor, content: Content, args: FitSuit, result: dict[str, Plain]) -> None:
    """The suit is on the sheet, with the hit points and Stun that come of it. icar.close.aug.tougher"""
    actor.suits.append(from_plain(Suit, {"key": args.suit, **content.entry("suits", args.suit)}))
    actor.max_hp = actor.hp = max(suit.hp for suit in actor.suits)
    actor.max_stun = actor.stun = 5 + 2 * attribute_of(actor, "meat")  # icar.ruling.stun-max


def write_deal(table: Table, actor: Actor, content: Content, args: Deal, result: dict[str, Plain]) -> None:
    """What was found is owned: no sheet, no weapon. icar.fire.sheet.ownership"""
    if result["found"]:
        weapon = from_plain(Weapon, {"key": args.weapon, **content.entry("weapons", args.weapon)})
        weapon.rounds = weapon.magazine
        actor.weapons.append(weapon)


GROUND = (
    Procedure(Heal, heal, "Days of healing: rest, medic, facility.", "icar.heal.hp.rest", write_heal, wounds_of),
    Procedure(Sheet, sheet, "A weapon's sheet.", "icar.fire.sheet.ownership"),
    Procedure(Deal, deal, "Find a weapon: its rarity against Street Deal.", "icar.fire.sheet.rarity", write_deal, dealing_of),
    Procedure(FitSuit, fit_suit, "What a bionics suit makes of somebody.", "icar.close.aug.tougher", write_suit, nature_of),
    Procedure(RaiseSkill, raise_skill, "The price of raising a skill.", "icar.close.skill.raise", write_skill),
)
