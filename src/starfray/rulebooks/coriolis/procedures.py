"""Rules outside the turn: plain and opposed tests, treatment, hours of rest, sneaking, poison, buying and resupplying."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.dice import digits, pool, total
from starfray.engine.rules import Action, BadInput, Content, Plain, Procedure, Table, Tally, from_plain, procedures, suggest
from starfray.rulebooks.coriolis.aftermath import Hours, Tend, hours_pass, tend
from starfray.rulebooks.coriolis.gear import put_with
from starfray.rulebooks.coriolis.movement import free_key
from starfray.rulebooks.coriolis.sneak import GETTING_TO
from starfray.rulebooks.coriolis.state import DERIVED, Armour, Fighter, Gear, Weapon, carried


def roll_test(table: Table, who: str, tally: Tally, rule: str, pray: bool = False) -> int:
    """A pool, or two dice of desperation, prayed over if wanted. coriolis.core.pool, coriolis.core.zero-dice"""
    dice = tally.total
    desperate = dice <= 0
    sixes = table.roll("coriolis.core.zero-dice" if desperate else rule, who, pool(2 if desperate else dice), tally)
    others = (2 if desperate else dice) - sixes
    if others and pray:
        sixes += table.roll("coriolis.core.pray", who, pool(others))
    if desperate:
        return 1 if sixes >= 2 else 0  # coriolis.ruling.desperation-six-count
    return sixes


def grade(table: Table, who: str, sixes: int) -> str:
    """coriolis.core.grades"""
    word = "failure" if sixes == 0 else "limited success" if sixes <= 2 else "critical success"
    table.emit("coriolis.core.grades", who, number=sixes, note=word)
    return word


def test_tally(table: Table, attribute: int, skill: int, modifier: int) -> Tally:
    tally = table.tally()
    tally.add(attribute, "coriolis.core.attributes")
    tally.add(skill, "coriolis.core.skill-attribute")
    if modifier:
        tally.add(modifier, "coriolis.core.pool", "modifier")
    return tally


@dataclass(frozen=True, slots=True)
class PlainTest(Action):
    KIND: ClassVar[str] = "test"
    attribute: int
    skill: int = 0
    modifier: int = 0
    advanced: bool = False
    pray: bool = False


def plain_test(table: Table, args: PlainTest) -> dict[str, Plain]:
    """An advanced skill at level 0 fails without dice, a general one rolls the attribute. coriolis.core.general-skills"""
    if args.advanced and args.skill < 1:
        table.emit("coriolis.core.advanced-skills", args.actor)
        return {"sixes": 0, "grade": grade(table, args.actor, 0)}
    if not args.skill:
        table.emit("coriolis.core.general-skills", args.actor, number=args.attribute)
    tally = test_tally(table, args.attribute, args.skill, args.modifier)
    sixes = roll_test(table, args.actor, tally, "coriolis.core.pool", args.pray)
    return {"sixes": sixes, "grade": grade(table, args.actor, sixes)}


@dataclass(frozen=True, slots=True)
class Opposed(Action):
    KIND: ClassVar[str] = "opposed"
    dice: int
    against: int


def opposed_test(table: Table, args: Opposed) -> dict[str, Plain]:
    """The active side first; it wins only with strictly more sixes. coriolis.core.opposed"""
    first, second = test_tally(table, args.dice, 0, 0), test_tally(table, args.against, 0, 0)
    ours = roll_test(table, args.actor, first, "coriolis.core.opposed")
    theirs = roll_test(table, "them", second, "coriolis.core.opposed")
    table.against(args.actor, theirs, ours, "sixes")
    if ours == theirs:
        table.cite("coriolis.ruling.opposed-tie")
    return {"sixes": ours, "against": theirs, "wins": ours > theirs}


@dataclass(frozen=True, slots=True)
class RollInjury(Action):
    KIND: ClassVar[str] = "injury"
    rolls: int = 1


def roll_injury(table: Table, args: RollInjury) -> dict[str, Plain]:
    """The critical injury table: the highest of several d66, then its own dice. coriolis.ruling.crit.severity"""
    numbers = [table.roll("coriolis.ruling.crit.severity", args.actor, digits(2, 6)) for _ in range(max(1, args.rolls))]
    row = table.content.entry("injuries", str(max(numbers)))
    result: dict[str, Plain] = {"number": max(numbers), **row}
    if row["fatal"]:
        result["time-limit"] = table.roll("coriolis.state.crit-dying", args.actor, total(1, 6))
    if row.get("unconscious"):
        result["hours-unconscious"] = table.roll("coriolis.ruling.crit.unconscious", args.actor, total(1, 6))
    if row["healing"]:
        result["healing-days"] = table.roll("coriolis.state.crit-recovering", args.actor, total(row["healing"], 6))
    return result


@dataclass(frozen=True, slots=True)
class Treat(Action):
    """wits and medicurgy of the helper, the piece of gear, and what is treated."""

    KIND: ClassVar[str] = "first-aid"
    wits: int
    medicurgy: int
    gear: str


def treat_broken(table: Table, args: Treat) -> dict[str, Plain]:
    """coriolis.heal.first-aid: a Broken patient gets up with as many HP as there are sixes."""
    row, tally = treatment(table, args.actor, args.wits, args.medicurgy, args.gear, "broken")
    sixes = roll_test(table, args.actor, tally, "coriolis.action.first-aid")
    extra = int(row.get("heals", 0)) if sixes else 0
    if extra:
        table.emit("coriolis.med.p-dose", args.actor, number=extra)
    return {"sixes": sixes, "hp": sixes + extra, "up": sixes > 0}


def treatment(table: Table, who: str, wits: int, medicurgy: int, gear: str, state: str) -> tuple[dict[str, Plain], Tally]:
    """The pool of a Medicurgy test with one piece of equipment. coriolis.med.table, coriolis.medtech.table"""
    row = table.content.entry("gear", gear, "gear")
    if "bonus" not in row or state in row.get("not-for", []):
        rows = table.content.tables["gear"].items()
        fit = [key for key, each in rows if "bonus" in each and state not in each.get("not-for", [])]
        raise BadInput(f"the {row['name']} is no use for this", field="gear", expected=suggest(gear, fit))
    if medicurgy < 1:
        raise BadInput("Medicurgy is an advanced skill", field="medicurgy", expected="1 or more")
    table.emit("coriolis.action.first-aid.modifier", who, number=row["bonus"], note=row["name"])
    tally = test_tally(table, wits, medicurgy, 0)
    starred = state == "critical" and "bonus-critical" in row
    if starred:
        table.emit("coriolis.med.star", who, number=row["bonus-critical"])
    tally.add(row["bonus-critical"] if starred else row["bonus"], row.get("table-rule") or row["rule"], row["name"])
    return row, tally


@dataclass(frozen=True, slots=True)
class Operate(Action):
    KIND: ClassVar[str] = "surgery"
    wits: int
    medicurgy: int
    gear: str
    modifier: int = 0


def operate(table: Table, args: Operate) -> dict[str, Plain]:
    """The life-saving test, with the injury's own modifier. coriolis.state.crit-dying"""
    _, tally = treatment(table, args.actor, args.wits, args.medicurgy, args.gear, "critical")
    if args.modifier:
        tally.add(args.modifier, "coriolis.ruling.crit.treatment", "fatal injury")
    sixes = roll_test(table, args.actor, tally, "coriolis.state.crit-dying")
    return {"sixes": sixes, "saved": sixes > 0}


@dataclass(frozen=True, slots=True)
class Recover(Action):
    KIND: ClassVar[str] = "recover"
    wits: int
    medicurgy: int
    gear: str
    days: int


def recover(table: Table, args: Recover) -> dict[str, Plain]:
    """Treatment halves the healing time at best, rounded up; it is not repeated. coriolis.state.crit-recovering"""
    _, tally = treatment(table, args.actor, args.wits, args.medicurgy, args.gear, "critical")
    sixes = roll_test(table, args.actor, tally, "coriolis.state.crit-recovering")
    return {"sixes": sixes, "days": -(-args.days // 2) if sixes else args.days}


@dataclass(frozen=True, slots=True)
class Rest(Action):
    KIND: ClassVar[str] = "rest"
    hp: int
    max_hp: int
    hours: int


def rest(table: Table, args: Rest) -> dict[str, Plain]:
    """Broken and alone: 1 HP after D6 hours; then 1 HP at each full hour. coriolis.heal.pushing-on, coriolis.heal.natural"""
    hp, hours = args.hp, args.hours
    if hp <= 0:
        wait = table.roll("coriolis.ruling.pushing-on.timer", args.actor, total(1, 6))
        if hours < wait:
            return {"hp": 0, "up": False, "hours-to-go": wait - hours}
        hp, hours = 1, hours - wait
        table.emit("coriolis.heal.pushing-on", args.actor, number=hp)
    healed = min(args.max_hp, hp + hours)
    if healed > hp:
        table.emit("coriolis.heal.natural", args.actor, number=healed - hp)
    table.emit("coriolis.ruling.heal.hour", args.actor, number=hours)
    table.emit("coriolis.heal.natural.crits-remain", args.actor)
    return {"hp": healed, "up": True}


@dataclass(frozen=True, slots=True)
class Sneak(Action):
    KIND: ClassVar[str] = "sneak"
    agility: int
    infiltration: int
    distance: str
    ambush: bool = False


def sneak(table: Table, args: Sneak) -> dict[str, Plain]:
    """One roll, however far. coriolis.sneak.test"""
    if args.distance not in GETTING_TO:
        raise BadInput(f"{args.distance!r}", field="distance", expected=suggest(args.distance, GETTING_TO))
    tally = test_tally(table, args.agility, args.infiltration, 0)
    tally.add(GETTING_TO[args.distance], f"coriolis.sneak.mod.{args.distance}")
    if args.ambush:
        tally.add(2, "coriolis.ambush.bonus")
    sixes = roll_test(table, args.actor, tally, "coriolis.sneak.test")
    table.emit("coriolis.sneak.success" if sixes else "coriolis.sneak.fail", args.actor)
    return {"sixes": sixes, "unseen": sixes > 0}


@dataclass(frozen=True, slots=True)
class Poison(Action):
    KIND: ClassVar[str] = "poison"
    strength: int
    attribute: int


def poison(table: Table, args: Poison) -> dict[str, Plain]:
    """The poison is active: it needs strictly more sixes. coriolis.medtech.poison.test"""
    if not 1 <= args.strength <= 8:
        raise BadInput(f"strength {args.strength}", field="strength", expected="1 to 8 (coriolis.medtech.poison)")
    venom = table.roll("coriolis.medtech.poison.test", "poison", pool(args.strength))
    resisted = roll_test(table, args.actor, test_tally(table, args.attribute, 0, 0), "coriolis.medtech.poison.test")
    if venom > resisted:
        table.emit("coriolis.medtech.poison.fail", args.actor, number=args.strength)
        return {"poison": venom, "victim": resisted, "damage": args.strength}
    hours = table.roll("coriolis.medtech.poison.win", args.actor, total(1, 6))
    return {"poison": venom, "victim": resisted, "damage": 0, "weakened-hours": hours}


@dataclass(frozen=True, slots=True)
class Drug(Action):
    KIND: ClassVar[str] = "narcotics"
    hp: int


def narcotics(table: Table, args: Drug) -> dict[str, Plain]:
    """+1 for D6 hours, then 2 damage no armour stops and -1 for half a day. coriolis.medtech.narcotics"""
    row = table.content.entry("gear", "narcotics")
    hours = table.roll("coriolis.medtech.narcotics", args.actor, total(1, 6))
    table.emit("coriolis.ruling.med.narcotics", args.actor, number=row["damage-after"])
    return {
        "bonus": row["attribute-bonus"],
        "hours": hours,
        "hp-after": max(0, args.hp - row["damage-after"]),
        "after": row["attribute-after"],
        "hours-after": row["hours-after"],
    }


@dataclass(frozen=True, slots=True)
class Buy(Action):
    KIND: ClassVar[str] = "buy"
    gear: str
    count: int = 1


def buy(table: Table, args: Buy) -> dict[str, Plain]:
    """Prices and tiers of table 6.4 and of the weapon and armour lists. coriolis.medtech.table"""
    if args.count < 1:
        raise BadInput(f"count = {args.count}", field="count", expected="1 or more")
    for name, price in (("gear", "price"), ("weapons", "cost"), ("armour", "cost")):
        row = table.content.tables[name].get(args.gear)
        if row is not None:
            table.emit("coriolis.medtech.table", args.actor, number=args.count * int(row.get(price, 0)), note=row["name"])
            return {
                "name": row["name"],
                "price": args.count * int(row.get(price, 0)),
                "tier": row.get("tier", "O"),
                "weight": row.get("weight", "normal"),
                "restricted": row.get("restricted", False),
            }
    known = [*table.content.tables["gear"], *table.content.tables["weapons"], *table.content.tables["armour"]]
    raise BadInput(f"nothing is called {args.gear!r}", field="gear", expected=suggest(args.gear, known))


@dataclass(frozen=True, slots=True)
class Resupply(Action):
    KIND: ClassVar[str] = "resupply"
    gear: str
    left: int = 0


def resupply(table: Table, args: Resupply) -> dict[str, Plain]:
    """Labs are resupplied for a price; kits are refilled with doses. coriolis.ruling.med.labs"""
    row = table.content.entry("gear", args.gear, "gear")
    charges = int(row.get("charges", 0))
    if charges < 2:
        raise BadInput(f"the {row['name']} holds no charges", field="gear", expected="a kit, bag or lab")
    missing = max(0, charges - args.left)
    if "resupply" in row:
        table.emit(row["rule"], args.actor, number=row["resupply"])
        price = int(row["resupply"])
    elif "dose" in row:
        price = missing * int(table.content.entry("gear", row["dose"])["price"])
    else:
        price = int(row["price"])
    table.emit("coriolis.ruling.med.labs", args.actor, number=missing, note=row["name"])
    return {"charges": charges, "price": price}


@dataclass(frozen=True, slots=True)
class TakeDoses(Action):
    KIND: ClassVar[str] = "take-doses"
    lab: str
    left: int
    count: int = 1


def take_doses(table: Table, args: TakeDoses) -> dict[str, Plain]:
    """Supplies of a lab taken into the field: each charge becomes one dose of its kind. coriolis.ruling.med.labs"""
    row = table.content.entry("gear", args.lab, "lab")
    if not row.get("ship-module"):
        raise BadInput(f"the {row['name']} is no lab", field="lab", expected="medlab or trauma-lab")
    if not 0 <= args.count <= args.left <= row["charges"]:
        full = row["charges"]
        raise BadInput(f"{args.count} of {args.left}", field="count", expected=f"at most what is left, {full} if full")
    table.emit("coriolis.ruling.med.labs", args.actor, number=args.left - args.count, note=row["name"])
    return {"doses": args.count, "dose": row["dose"], "left": args.left - args.count}


# --- on the sheet ----------------------------------------------------------------------------------------------
def on_the_sheet(actor: Fighter, key: str) -> Gear:
    piece = carried(actor, key)
    if piece is None:
        raise BadInput(f"{actor.id} has no {key!r}", field="gear", expected=suggest(key, [each.key for each in actor.gear]))
    return piece


def write_purchase(table: Table, actor: Fighter, content: Content, args: Buy, result: dict[str, Plain]) -> None:
    """What was bought is carried: gear in the bag, a weapon at the belt, armour worn."""
    if args.gear in content.tables["gear"]:
        put_with(actor, from_plain(Gear, {"key": args.gear, "count": args.count, **content.entry("gear", args.gear)}))
    elif args.gear in content.tables["weapons"]:
        for _ in range(args.count):
            row = content.entry("weapons", args.gear)
            weapon = from_plain(Weapon, {"key": free_key(actor, args.gear), "in-hand": False, **row})
            actor.weapons.append(weapon)
    else:
        actor.armour = from_plain(Armour, {"key": args.gear, **content.entry("armour", args.gear)})


def write_supplies(table: Table, actor: Fighter, content: Content, args: Resupply, result: dict[str, Plain]) -> None:
    on_the_sheet(actor, args.gear).left = DERIVED  # full


def write_doses(table: Table, actor: Fighter, content: Content, args: TakeDoses, result: dict[str, Plain]) -> None:
    """Out of the lab, if it is hers, and into the bag."""
    lab = carried(actor, args.lab)
    if lab is not None:
        left = lab.charges if lab.left == DERIVED else lab.left
        if left != args.left:
            raise BadInput(f"{args.left} charges", field="left", expected=f"{left}, what is left in {actor.id}'s lab")
        lab.left = left - args.count
    if args.count:
        key = str(result["dose"])
        put_with(actor, from_plain(Gear, {"key": key, "count": args.count, **content.entry("gear", key)}))


def write_rest(table: Table, actor: Fighter, content: Content, args: Rest, result: dict[str, Plain]) -> None:
    if (args.hp, args.max_hp) != (actor.hp, actor.max_hp):
        raise BadInput(f"{args.hp} of {args.max_hp} HP", field="hp", expected=f"{actor.hp} {actor.max_hp}, as on the sheet")
    actor.hp = int(result["hp"])
    actor.broken_hours = int(result.get("hours-to-go", 0))
    actor.rise()


PROCEDURES = procedures(
    Procedure(PlainTest, plain_test, "A plain test: attribute, skill, modifier.", "coriolis.core.pool"),
    Procedure(Opposed, opposed_test, "An opposed test of two pools.", "coriolis.core.opposed"),
    Procedure(RollInjury, roll_injury, "Roll on the critical injury table.", "coriolis.ruling.crit.severity"),
    Procedure(Treat, treat_broken, "First aid on somebody Broken: wits, medicurgy, gear.", "coriolis.heal.first-aid"),
    Procedure(Operate, operate, "Save somebody dying: wits, medicurgy, gear, modifier.", "coriolis.state.crit-dying"),
    Procedure(Recover, recover, "Halve the healing time: wits, medicurgy, gear, days.", "coriolis.state.crit-recovering"),
    Procedure(Rest, rest, "Hours of rest: HP, maximum, hours.", "coriolis.heal.natural", write_rest),
    Procedure(
        Tend,
        tend,
        "In a fight: medic, patient, first-aid|surgery|recovery|radiation, gear, injury.",
        "coriolis.state.separate-checks",
    ),
    Procedure(Hours, hours_pass, "In a fight: hours go by for everybody, or who=…; days=….", "coriolis.ruling.heal.hour"),
    Procedure(Sneak, sneak, "Sneaking up: agility, infiltration, close|short|long|extreme, ambush=yes.", "coriolis.sneak.test"),
    Procedure(Poison, poison, "Poison of a strength against an attribute.", "coriolis.medtech.poison.test"),
    Procedure(Drug, narcotics, "Mind-enhancing narcotics and what follows.", "coriolis.medtech.narcotics"),
    Procedure(Buy, buy, "What a piece of gear costs, its tier and weight.", "coriolis.medtech.table", write_purchase),
    Procedure(Resupply, resupply, "Refilling a kit or lab.", "coriolis.ruling.med.labs", write_supplies),
    Procedure(
        TakeDoses, take_doses, "Taking doses out of a lab: lab, charges left, count.", "coriolis.ruling.med.labs", write_doses
    ),
)
