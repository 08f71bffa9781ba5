"""Outside the turn: a vehicle's sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table


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


VEHICLE = (Procedure(VehicleSheet, vehicle_sheet, "A vehicle's sheet, its ram, its body.", "icar.vehicle.damage.where"),)
