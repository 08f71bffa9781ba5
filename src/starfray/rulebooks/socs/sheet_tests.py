"""The rolls of a ship's sheet: its pilot's maneuvers."""

from __future__ import annotations

from starfray.engine.rules import Content, SheetTest
from starfray.rulebooks.socs.core import FAILURE, four_degrees
from starfray.rulebooks.socs.state import Ship, pilot_of


def sheet_tests(actor: Ship, content: Content) -> list[SheetTest]:
    """socs.maneuver.roll"""
    pilot = pilot_of(actor)
    if pilot is None or pilot.dead:
        return []
    total = pilot.piloting + actor.mr
    why = f"Piloting {pilot.piloting} {actor.mr:+d} MR"
    text = f"maneuver-roll piloting={pilot.piloting} mr={actor.mr}"
    dice = four_degrees(total)
    passed = sum(p for each, p in zip(dice.classes(), dice.chances(), strict=True) if each.value < FAILURE)
    return [SheetTest("Maneuver", why, text, "socs.maneuver.roll", f"{total} or less", passed, "", True)]
