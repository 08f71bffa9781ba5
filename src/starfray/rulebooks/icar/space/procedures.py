"""Outside the turn: a spacecraft's sheet, and what shields do when the fight is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.rulebooks.icar.space.records import ENERGY_WEB

RECHARGE_MINUTES = 10  # icar.ruling.shield-recharge


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


SPACE = (
    Procedure(SpacecraftSheet, spacecraft_sheet, "A spacecraft's sheet and system table.", "icar.space.system.table"),
    Procedure(Recharge, recharge, "A craft's shields some minutes after the fight.", "icar.ruling.shield-recharge"),
)
