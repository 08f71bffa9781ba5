"""Hacking outside a fight: how long a job takes, and a run at it roll by roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.rulebooks.icar.core import DEFAULT_TN, PASS, throw
from starfray.rulebooks.icar.hacking.reach import BARRIERS, RULE_OF


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
        table.same("icar.ruling.hack-rolls", (place, passes))
        if passes >= needed:
            break
        tally = table.tally()
        tally.add(DEFAULT_TN, "icar.ruling.tn-unstated")
        tally.add(-args.wit, "icar.check.core", "wit")
        tally.add(-args.hacking, "icar.check.core" if args.hacking else "icar.check.unskilled", "hacking")
        if args.bonus:
            tally.add(-args.bonus, "icar.check.equipment-bonus", "bonus")
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
    table.emit("icar.hack.daemon.goal", args.actor, note="for sale in the Undergaia")
    rows: list[Plain] = [{"daemon": key, **row} for key, row in table.content.tables["daemons"].items()]
    return {"daemons": rows}


HACKING = (
    Procedure(HackJob, hack_job, "A hacking job, roll by roll.", "icar.ruling.hack-rolls"),
    Procedure(DaemonList, daemon_list, "Daemons for sale.", "icar.hack.daemon.goal"),
)
