"""Rules outside the turn: a gun's miss chance, a plain check, a save, a death saving throw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, BadInput, Content, Plain, Procedure, Table, Tally, from_plain, procedures
from starfray.rulebooks.compound_x.dice import CRITICAL, EXTRA, FAIL, check
from starfray.rulebooks.compound_x.miss_chance import line_of
from starfray.rulebooks.compound_x.procedures_sheets import MORE
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Stats, Weapon
from starfray.rulebooks.compound_x.stats import SAVES, SHORT, critical_range, general_modifier
from starfray.rulebooks.compound_x.volley import mode_of, modes_of


@dataclass(frozen=True, slots=True)
class MissChance(Action):
    KIND: ClassVar[str] = "miss-chance"
    weapon: str
    metres: float
    mode: str = "semi"
    fire: str = "aimed"  # aimed, hip or blind
    attachments: tuple[str, ...] = ()
    strength: int = 5
    perception: int = 5
    dexterity: int = 5
    luck: int = 5
    cover: str = "none"
    stance: str = "standing"
    prone: bool = False  # the shooter
    sprinted: bool = False


def miss_chance(table: Table, args: MissChance) -> dict[str, Plain]:
    """The whole sum of cx.order.miss-chance for one gun, distance and mode."""
    row = {"key": args.weapon, **table.content.entry("weapons", args.weapon, "weapon"), "attachments": list(args.attachments)}
    gun = from_plain(Weapon, row, "weapon")
    if args.mode not in modes_of(gun):
        raise BadInput(f"the {gun.name} has no mode {args.mode!r}", field="mode", expected="semi, burst or auto as listed")
    for name, value, known in (
        ("fire", args.fire, ("aimed", "hip", "blind")),
        ("cover", args.cover, ("none", "partial", "full")),
        ("stance", args.stance, ("standing", "crouched", "prone", "hunkered")),
    ):
        if value not in known:
            raise BadInput(f"{value!r}", field=name, expected="one of " + ", ".join(known))
    stats = Stats(strength=args.strength, perception=args.perception, dexterity=args.dexterity, luck=args.luck)
    shooter = Fighter(id="you", at=(0.0, 0.0), stats=stats, winded=int(args.sprinted))
    shooter.stance = "prone" if args.prone else "standing"
    target = Fighter(id="target", at=(args.metres, 0.0), hunkered=args.stance == "hunkered")
    target.stance = "crouched" if args.stance == "crouched" else "prone" if args.stance == "prone" else "standing"
    target.cover = "partial" if args.cover == "partial" else "full" if args.cover == "full" else ""
    state = CompoundX(roster={"you": shooter, "target": target})
    tally, listed, aimed = Tally(table.explains), mode_of(gun, args.mode), args.fire == "aimed"
    line = line_of(state, table.content, tally, shooter, target, gun, listed, aimed=aimed, blind=args.fire == "blind")
    if line.miss is None:
        table.emit("cx.range.max", args.actor, number=int(args.metres))
        return {"miss-chance": None, "hits": "never: out of range"}
    number = line.miss.total
    table.emit("cx.ranged.miss-chance", args.actor, number=number)
    if number <= 0 or number >= 10:
        table.emit("cx.ruling.nat10-nat1", args.actor, number=number)
    hits = "always" if number <= 0 else "never" if number >= 10 else f"on {number + 1} or more"  # cx.ruling.nat10-nat1
    return {"miss-chance": number, "hits": hits, "damage": line.damage, "why": str(line.miss)}


@dataclass(frozen=True, slots=True)
class SkillCheck(Action):
    KIND: ClassVar[str] = "check"
    dc: int
    skill: int = 0
    stat: int = 5
    luck: int = 5
    advantage: int = 0  # 1, or -1 for disadvantage


def skill_check(table: Table, args: SkillCheck) -> dict[str, Plain]:
    """d100 + skill points + stat modifier over the DC; with advantage the better of two rolls.

    cx.presumed.skill-check, cx.ruling.d100, cx.ruling.dc-strict, cx.presumed.advantage
    """
    tally = Tally(table.explains)
    tally.add(args.skill, "cx.presumed.skill-check", "skill")
    tally.add(general_modifier(args.stat), "cx.presumed.stat-mod", f"stat {args.stat}")
    if args.advantage not in (-1, 0, 1):
        raise BadInput(f"{args.advantage}", field="advantage", expected="1, 0 or -1: it does not stack")
    shape = check(tally.total, args.dc, critical_range(args.luck), args.advantage)
    degree = table.roll("cx.presumed.skill-check", args.actor, shape, tally)
    if degree == FAIL and args.dc <= tally.total:
        table.emit("cx.presumed.skill-fumble", args.actor)
    words = {FAIL: "failure", CRITICAL: "critical success", EXTRA: "extra-critical success"}
    if degree >= CRITICAL:
        table.emit("cx.presumed.skill-crit", args.actor, number=20 if degree == EXTRA else 10)
    return {"result": words.get(degree, "success"), "passed": degree != FAIL}


@dataclass(frozen=True, slots=True)
class Save(Action):
    KIND: ClassVar[str] = "save"
    dc: int
    kind: str = "shock"
    first: int = 5
    second: int = 5


def save(table: Table, args: Save) -> dict[str, Plain]:
    """d100 + 2 x (two stats - 6) over the DC; no criticals. cx.presumed.saves, cx.ruling.save-crits"""
    if args.kind not in SAVES:
        raise BadInput(f"no save {args.kind!r}", field="kind", expected="one of " + ", ".join(SAVES))
    tally = Tally(table.explains)
    tally.add(2 * (args.first + args.second - 6), "cx.presumed.saves", ", ".join(SHORT[stat] for stat in SAVES[args.kind]))
    degree = table.roll("cx.presumed.saves", args.actor, check(tally.total, args.dc), tally)
    return {"passed": degree != FAIL, "bonus": tally.total}


@dataclass(frozen=True, slots=True)
class DeathSave(Action):
    KIND: ClassVar[str] = "death-save"
    failures: int = 0
    allowance: int = 3


def death_save(table: Table, args: DeathSave) -> dict[str, Plain]:
    """An unmodified d100 over 50. cx.dst.per-turn"""
    passed = table.roll("cx.dst.per-turn", args.actor, check(0, 50)) != FAIL
    failures = args.failures + (0 if passed else 1)
    if failures >= args.allowance:
        table.emit("cx.dst.fail3", args.actor, number=failures)
    return {"passed": passed, "failures": failures, "dead": failures >= args.allowance}


def write_death_save(table: Table, actor: Fighter, content: Content, args: DeathSave, result: dict[str, Plain]) -> None:
    """cx.dst.success, cx.dst.fail3"""
    if not result["passed"]:
        actor.dst_failures, actor.dst_failed = actor.dst_failures + 1, True
        actor.dead = actor.dst_failures >= actor.dst_allowance


PROCEDURES = procedures(
    Procedure(MissChance, miss_chance, "The miss chance of a gun at a distance, with its reasons.", "cx.order.miss-chance"),
    Procedure(SkillCheck, skill_check, "A plain check: d100 + skill + stat modifier over a DC.", "cx.presumed.skill-check"),
    Procedure(Save, save, "A saving throw: Will, Shock, Reflex or Awareness.", "cx.presumed.saves"),
    *MORE,
    Procedure(DeathSave, death_save, "A death saving throw.", "cx.dst.per-turn", write_death_save),
)
