"""Rules outside the turn: the plain check, hacking jobs, the lists of space combat, sheets of craft and vehicles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Content, Plain, Procedure, Refused, Table, procedures
from starfray.rulebooks.icar.common.check import (
    CRITICAL,
    DEFAULT_TN,
    EASY,
    FUMBLE,
    HARD,
    IMPOSSIBLE,
    NORMAL,
    PASS,
    chance,
    throw,
)
from starfray.rulebooks.icar.common.records import ENERGY_WEB
from starfray.rulebooks.icar.common.state import Actor
from starfray.rulebooks.icar.ground.builder import BUILDER
from starfray.rulebooks.icar.ground.procedures import GROUND, sheet_tally
from starfray.rulebooks.icar.hacking.targets import BARRIERS, RULE_OF
from starfray.rulebooks.icar.space.crew import ROLES
from starfray.rulebooks.icar.space.role_options import OPTIONS

RECHARGE_MINUTES = 10  # icar.ruling.shield-recharge
GRADES = {FUMBLE: "critical failure", PASS: "pass", CRITICAL: "critical pass"}


@dataclass(frozen=True, slots=True)
class PlainCheck(Action):
    KIND: ClassVar[str] = "check"
    skill: int = 0
    attribute: int = 2
    bonus: int = 0
    tn: int = DEFAULT_TN


def plain_check(table: Table, args: PlainCheck) -> dict[str, Plain]:
    """Skill + attribute + bonus + D10 against a target number. icar.check.core"""
    source = "icar.check.default-tn" if args.tn == DEFAULT_TN else "icar.check.free-tn"
    tally = sheet_tally(table, args.tn, source, {"attribute": args.attribute, "skill": args.skill}, args.bonus)
    if tally.total < 0:
        table.emit("icar.ruling.negative-total", args.actor, number=tally.total)
    result = throw(table, args.actor, tally, "icar.check.core")
    return {"passed": result >= PASS, "result": GRADES.get(result, "failure"), "needed": tally.total}


@dataclass(frozen=True, slots=True)
class TargetNumbers(Action):
    KIND: ClassVar[str] = "target-numbers"


def target_numbers(table: Table, args: TargetNumbers) -> dict[str, Plain]:
    """icar.tn.table"""
    return {"easy": EASY, "normal": NORMAL, "hard": HARD, "impossible": IMPOSSIBLE}


@dataclass(frozen=True, slots=True)
class SpaceOptions(Action):
    """`ability` is skill + attribute + bonuses; `help` what others take off the target number, as 2."""

    KIND: ClassVar[str] = "space-options"
    ability: int
    role: str = ""
    help: int = 0


def space_options(table: Table, args: SpaceOptions) -> dict[str, Plain]:
    """Every option that is a check, with target number, chance and effect. icar.space.stn.options"""
    rows: list[Plain] = []
    for option in OPTIONS.values():
        if option.tn and args.role in ("", option.role):
            tn = option.tn - args.help
            rows.append({
                "option": option.kind, "role": option.role, "tn": tn, "chance": chance(tn - args.ability),
                "stn": option.stn, "pilot": option.pilot, "once": option.once, "rule": option.rule,
            })  # fmt: skip
    return {"ability": args.ability, "options": rows, "roles": list(ROLES)}


@dataclass(frozen=True, slots=True)
class PoolLeftover(Action):
    KIND: ClassVar[str] = "pool-leftover"
    dice: int
    players: int


def pool_leftover(table: Table, args: PoolLeftover) -> dict[str, Plain]:
    """At the end of the game dice become roleplaying points; the rest is told to the GM. icar.ruling.pool-leftover"""
    if args.players < 1 or args.dice < 0:
        raise Refused("icar.pool.leftover", "at least one player and no fewer than 0 dice", ["pool-leftover 5 4"])
    table.emit("icar.pool.leftover", args.actor, number=args.dice // args.players)
    if args.dice % args.players:
        table.emit("icar.ruling.pool-leftover", args.actor, number=args.dice % args.players)
    return {"each": args.dice // args.players, "left": args.dice % args.players}


def write_points(table: Table, actor: Actor, content: Content, args: PoolLeftover, result: dict[str, Plain]) -> None:
    actor.rp += int(result["each"])


@dataclass(frozen=True, slots=True)
class HackJob(Action):
    """`rolls` tries at a job: one success for each barrier."""

    KIND: ClassVar[str] = "hack-job"
    job: str
    hacking: int = 0
    wit: int = 2
    bonus: int = 0
    rolls: int = 1
    altering: bool = False


def hack_job(table: Table, args: HackJob) -> dict[str, Plain]:
    """A failed roll is no progress; successes stand. icar.ruling.hack-rolls, icar.ruling.hack-fail"""
    if args.job not in BARRIERS or not 1 <= args.rolls <= 100:
        raise Refused("icar.ruling.hack-rolls", f"{args.job!r} is no job, or not 1 to 100 rolls", list(BARRIERS))
    needed = BARRIERS[args.job] + (1 if args.altering else 0)
    passes = 0
    for place in range(args.rolls):
        table.merge("icar.ruling.hack-rolls", (place, passes))
        if passes >= needed:
            break
        ability = {"wit": args.wit, "hacking": args.hacking}
        tally = sheet_tally(table, DEFAULT_TN, "icar.ruling.tn-unstated", ability, args.bonus)
        if throw(table, args.actor, tally, RULE_OF[args.job]) >= PASS:
            passes += 1
        else:
            table.emit("icar.ruling.hack-fail", args.actor, note=args.job)
    return {"done": passes >= needed, "passes": passes, "needed": needed}


@dataclass(frozen=True, slots=True)
class DaemonList(Action):
    KIND: ClassVar[str] = "daemons"


def daemon_list(table: Table, args: DaemonList) -> dict[str, Plain]:
    """What is for sale in the Undergaia. icar.hack.daemon.goal"""
    rows: list[Plain] = [{"daemon": key, **row} for key, row in table.content.tables["daemons"].items()]
    return {"daemons": rows}


@dataclass(frozen=True, slots=True)
class SpacecraftSheet(Action):
    KIND: ClassVar[str] = "spacecraft"
    key: str


def spacecraft_sheet(table: Table, args: SpacecraftSheet) -> dict[str, Plain]:
    """The sheet with its system table, beside what fighters have less of. icar.space.system.table"""
    sheet = table.content.entry("spacecraft", args.key, "key")
    table.emit("icar.space.system.table", args.actor, number=sheet["systems"][ENERGY_WEB]["level"], note=ENERGY_WEB)
    if sheet.get("fighter"):
        table.emit("icar.space.fighter.profile", args.actor, number=sheet["base-stn"], note=args.key)
    return {"key": args.key, **sheet}


@dataclass(frozen=True, slots=True)
class Recharge(Action):
    """Shields `minutes` after the fight: `generator` says whether the Shield Generator works."""

    KIND: ClassVar[str] = "recharge"
    key: str
    shields: int
    minutes: int
    generator: bool = True


def recharge(table: Table, args: Recharge) -> dict[str, Plain]:
    """Not during a combat; all back ten minutes after it, if the generator works. icar.ruling.shield-recharge"""
    most = int(table.content.entry("spacecraft", args.key, "key")["max-shields"])
    if not 0 <= args.shields <= most or args.minutes < 0:
        raise Refused("icar.space.shield.count", f"0 to {most} shields and 0 minutes or more", [f"recharge {args.key} 0 10"])
    table.emit("icar.ruling.shield-recharge", args.actor, number=RECHARGE_MINUTES)
    if not args.generator:
        table.emit("icar.space.system.shield-generator", args.actor)
    full = args.generator and args.minutes >= RECHARGE_MINUTES
    return {"shields": most if full else args.shields, "of": most}


@dataclass(frozen=True, slots=True)
class VehicleSheet(Action):
    KIND: ClassVar[str] = "vehicle"
    key: str


def vehicle_sheet(table: Table, args: VehicleSheet) -> dict[str, Plain]:
    """The sheet, with what a ram does and whether people in it can be shot at. icar.vehicle.damage.where"""
    sheet = table.content.entry("vehicles", args.key, "key")
    exposed = bool(sheet.get("open", False))
    words = f"{sheet['name']}: its people can be shot at" if exposed else f"{sheet['name']}: its people cannot be aimed at"
    table.emit("icar.ruling.vehicle-exposed", args.actor, note=words)
    return {"key": args.key, **sheet, "ram": int(sheet["max-hp"]) // 10, "exposed": exposed}  # icar.vehicle.pilot.ram.damage


PROCEDURES = procedures(
    Procedure(PlainCheck, plain_check, "A check: skill, attribute, bonus, target number.", "icar.check.core"),
    Procedure(TargetNumbers, target_numbers, "The table of target numbers.", "icar.tn.table"),
    Procedure(PoolLeftover, pool_leftover, "RP from dice left in the pool.", "icar.pool.leftover", write_points),
    Procedure(SpaceOptions, space_options, "The options of space combat with their chances.", "icar.space.stn.options"),
    *GROUND,
    *BUILDER,
    Procedure(HackJob, hack_job, "A hacking job, roll by roll.", "icar.ruling.hack-rolls"),
    Procedure(DaemonList, daemon_list, "Daemons for sale.", "icar.hack.daemon.goal"),
    Procedure(SpacecraftSheet, spacecraft_sheet, "A spacecraft's sheet and system table.", "icar.space.system.table"),
    Procedure(Recharge, recharge, "A craft's shields some minutes after the fight.", "icar.ruling.shield-recharge"),
    Procedure(VehicleSheet, vehicle_sheet, "A vehicle's sheet, its ram, its body.", "icar.vehicle.damage.where"),
)
