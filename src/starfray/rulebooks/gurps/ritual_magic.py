"""Magic outside a fight: what a spell costs, casting it, and rites with helpers and onlookers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from starfray.engine.rules import Action, BadInput, Between, Content, Plain, Procedure, Refused, Table, Tally, total
from starfray.rulebooks.gurps.injury import fall_unconscious, lose_fp
from starfray.rulebooks.gurps.spells import (
    CLASSES,
    CROWD,
    DAMAGE,
    KNOCKBACK,
    PARTS,
    ROUNDS,
    YARDS,
    Class,
    add_cost,
    add_difficulty,
)
from starfray.rulebooks.gurps.state import Fighter
from starfray.rulebooks.gurps.tasks import roll_with_margin

EXAMPLES = {
    "easy": "cantrips, see auras, speak languages, burning touch",
    "moderate": "charm people, mystic armor, heal wounds, fire ball, polymorph",
    "very-difficult": "resurrection, group teleport, earthquake, anti-magic zone", "heroic": "wish, miracle",
}  # fmt: skip
ENERGY = ((100, 4), (60, 3), (40, 2), (20, 1))  # percent over the cost. gurps.magic.ceremonial.energy
Does = Literal["", "damage", "heal", "knockback"]
Campaign = Literal["normal", "half", "double"]
MOST_FROM_CROWD = 100  # gurps.magic.ceremonial.spectators


@dataclass(frozen=True, slots=True)
class SpellParts(Action):
    """Each part's class: easy, moderate, very-difficult or heroic."""

    skill: int
    range: Class = "easy"
    duration: Class = "easy"
    target: Class = "easy"
    effect: Class = "easy"
    concentrate: Annotated[int, Between(0, 3600)] = 1


@dataclass(frozen=True, slots=True)
class SpellCost(SpellParts):
    """The same, and what the campaign makes of it."""

    KIND: ClassVar[str] = "spell-cost"
    improvised: bool = False
    campaign: Campaign = "normal"


def parts_of(args: SpellParts) -> dict[str, str]:
    return dict(zip(PARTS, (args.range, args.duration, args.target, args.effect), strict=True))


def skill_for(table: Table, skill: int, parts: dict[str, str], concentrate: int, improvised: bool) -> Tally:
    """Core skill, difficulty, seconds of thought. gurps.magic.core-skill, gurps.ruling.magic-first-second"""
    if not concentrate:
        raise Refused("gurps.magic.casting-time", "a spell takes a second of concentration", ["concentrate=1"])
    tally = table.tally()
    tally.add(skill, "gurps.magic.core-skill")
    add_difficulty(tally, parts)
    tally.add(min(3, concentrate), "gurps.magic.concentrate", f"{concentrate} s")
    if improvised:
        tally.add(-4, "gurps.magic.improvised")
    return tally


def spell_cost(table: Table, args: SpellCost) -> dict[str, Plain]:
    """Effective skill, FP, and what such a spell reaches. gurps.magic.total, gurps.ruling.magic-scales"""
    parts = parts_of(args)
    tally = skill_for(table, args.skill, parts, args.concentrate, args.improvised)
    cost = table.tally()
    add_cost(cost, parts, tally.total, args.campaign)
    for kind in dict.fromkeys(parts.values()):
        table.emit(f"gurps.magic.{kind}.components", args.actor, note=", ".join(p for p, k in parts.items() if k == kind))
        table.emit(f"gurps.magic.{kind}.examples", args.actor, note=EXAMPLES[kind])
    table.emit("gurps.magic.total", args.actor, number=cost.total, tally=cost)
    dice = {"damage-dice": DAMAGE.get(args.effect, 0), "knockback-dice": KNOCKBACK.get(args.effect, 0)}
    return {
        "effective": tally.total,
        "fp": cost.total,
        "yards": YARDS[args.range],
        "rounds": ROUNDS[args.duration],
        "targets": CROWD[args.target],
        **dice,
    }


@dataclass(frozen=True, slots=True)
class CastSpell(SpellParts):
    """`does`: damage, knockback, heal or nothing that is rolled."""

    KIND: ClassVar[str] = "cast-spell"
    does: Does = ""
    improvised: bool = False
    campaign: Campaign = "normal"


def cast_spell(table: Table, args: CastSpell) -> dict[str, Plain]:
    """A second of thought, a second to cast. gurps.magic.casting-time, gurps.ruling.magic-failure-cost"""
    parts = parts_of(args)
    tally = skill_for(table, args.skill, parts, args.concentrate, args.improvised)
    cost = table.tally()
    add_cost(cost, parts, tally.total, args.campaign)
    table.emit("gurps.magic.casting-time", args.actor, number=args.concentrate + 1)
    degree, margin = roll_with_margin(table, args.actor, tally, "gurps.magic.core-skill")
    paid = min(1, cost.total) if degree == "failure" else cost.total
    points = roll_effect(table, args.actor, args.does, args.effect) if margin >= 0 else 0
    seconds = args.concentrate + 1
    return {"effective": tally.total, "degree": degree, "margin": margin, "fp": paid, "seconds": seconds, "points": points}


def roll_effect(table: Table, who: str, does: str, strength: str) -> int:
    known = {"damage": DAMAGE, "heal": DAMAGE, "knockback": KNOCKBACK}.get(does)
    if known is None or strength not in known:
        return 0
    return table.roll(f"gurps.magic.{strength}.effect", who, total(known[strength], 6))


@dataclass(frozen=True, slots=True)
class Ceremony(SpellParts):
    """Energy: `own` the leader's; `mages` what each skilled mage gives (5+12), `skilled` non-mages and `novices` (mages at 14
    or less) up to 3 each, `spectators` 1 each; `maintain`: how many more durations they feed it; `modifier`: all that
    else bears on the roll.
    """

    KIND: ClassVar[str] = "ceremony"
    own: Annotated[int, Between(0)] = 0
    mages: tuple[str, ...] = ()
    skilled: tuple[str, ...] = ()
    novices: tuple[str, ...] = ()
    spectators: Annotated[int, Between(0)] = 0
    does: Does = ""
    maintain: Annotated[int, Between(0)] = 0
    modifier: int = 0


def ceremony(table: Table, args: Ceremony) -> dict[str, Plain]:
    """Ten times as long, the same cost, and everybody gives. gurps.magic.ceremonial, gurps.order.ceremony"""
    parts = parts_of(args)
    plain = args.skill + sum(CLASSES[kind][0] for kind in parts.values())
    if plain < 15:  # after the difficulty, before the rest. gurps.ruling.ceremonial-gate
        raise Refused("gurps.ruling.ceremonial-gate", f"the leader casts it at {plain}", ["15 or more"])
    if not (args.mages or args.skilled or args.novices or args.spectators):
        raise Refused("gurps.magic.ceremonial", "a rite takes willing assistants", ["spectators=N", "mages=N+N"])
    tally = skill_for(table, args.skill, parts, min(3, args.concentrate), False)
    if args.modifier:  # counts for the cost as well: it is part of the effective skill. gurps.magic.cost.fifteen
        tally.add(args.modifier, "gurps.magic.ceremonial.roll", "modifier")
    cost = table.tally()
    add_cost(cost, parts, tally.total, "normal")
    energy = gather(table, args)
    if energy < cost.total:  # gurps.ruling.ceremonial-cost
        raise Refused("gurps.ruling.ceremonial-cost", f"{energy} energy for a cost of {cost.total}", [f"{cost.total}"])
    seconds = 10 * (min(3, args.concentrate) + 1)  # gurps.ruling.ceremonial-concentrate
    table.emit("gurps.magic.ceremonial.time", args.actor, number=seconds)
    table.emit("gurps.magic.ceremonial.cost", args.actor, number=cost.total)
    bonus = energy_bonus(energy, cost.total)
    if bonus:
        more = "-more" if bonus > 4 else ""
        tally.add(bonus, f"gurps.magic.ceremonial.energy{more}", f"{energy} energy")
    degree, margin = roll_with_margin(table, args.actor, tally, "gurps.magic.ceremonial.roll")
    table.emit("gurps.magic.ceremonial.spent", args.actor, number=energy)
    out = margin <= -5  # gurps.ruling.pass-out
    if out:
        table.emit("gurps.magic.ceremonial.pass-out", args.actor, number=margin)
    points = roll_effect(table, args.actor, args.does, args.effect) if margin >= 0 else 0
    if args.maintain and margin >= 0:
        table.emit("gurps.magic.ceremonial.maintain", args.actor, number=args.maintain * cost.total)
    kept = args.maintain * cost.total if margin >= 0 else 0
    return {
        "cost": cost.total,
        "energy": energy,
        "bonus": bonus,
        "seconds": seconds,
        "effective": tally.total,
        "degree": degree,
        "margin": margin,
        "points": points,
        "passes-out": out,
        "spent": energy + kept,
    }


def gather(table: Table, args: Ceremony) -> int:
    """What everybody gives; a non-mage at 14 or less is an onlooker. gurps.ruling.ceremonial-steps"""
    energy = args.own
    for rule, given, most in (("mage-skilled", args.mages, 0), ("nonmage-skilled", args.skilled, 3),
                              ("mage-unskilled", args.novices, 3)):  # fmt: skip
        for word in given:
            if not word.isascii() or not word.isdigit() or (most and int(word) > most):
                expected = f"0 to {most}" if most else "numbers, as 5+12"
                raise BadInput(f"{word!r}", field=f"ceremony.{rule}", expected=expected)
            energy += int(word)
        if given:
            table.emit(f"gurps.magic.ceremonial.{rule}", args.actor, number=sum(int(word) for word in given))
    if args.spectators:
        crowd = min(MOST_FROM_CROWD, args.spectators)
        energy += crowd
        table.emit("gurps.magic.ceremonial.spectators", args.actor, number=crowd)
    return energy


def energy_bonus(energy: int, cost: int) -> int:
    """By percent over the cost: the highest step reached, and one more for each further 100 %. gurps.ruling.ceremonial-steps"""
    if not cost:
        return 0
    extra = 100 * (energy - cost) // cost
    if extra >= 200:
        return 3 + extra // 100
    return next((bonus for least, bonus in ENERGY if extra >= least), 0)


def write_spell(table: Table, actor: Fighter, content: Content, args: CastSpell, result: dict[str, Plain]) -> None:
    """What it cost, and what follows below 0. gurps.fp.hp-loss, gurps.fp.unconscious"""
    lose_fp(table, actor, result["fp"])


def write_rite(table: Table, actor: Fighter, content: Content, args: Ceremony, result: dict[str, Plain]) -> None:
    """The leader's own share, and the price of a bad failure. gurps.magic.ceremonial.spent, gurps.magic.ceremonial.pass-out"""
    lose_fp(table, actor, args.own)
    if result["passes-out"] and actor.able:
        fall_unconscious(table, actor, "gurps.magic.ceremonial.pass-out")


RITES = (
    Procedure(SpellCost, spell_cost, "What a spell costs, by the class of its parts.", "gurps.magic.total"),
    Procedure(CastSpell, cast_spell, "Cast a spell outside a fight.", "gurps.magic.core-skill", write_spell),
    Procedure(Ceremony, ceremony, "A rite with helpers and spectators.", "gurps.magic.ceremonial", write_rite),
)
