"""What a card shows of a fighter: label, value, the path of the figure, the rule it belongs to."""

from __future__ import annotations

from starfray.engine.rules import Line
from starfray.samplebook.state import Fighter, Skirmish


def describe(state: Skirmish, one: Fighter) -> list[Line]:
    weapons = ", ".join(weapon.name for weapon in one.weapons) or "none"
    return [
        Line("HP", f"{one.hp} of {one.max_hp}", "hp", "samplebook.damage"),
        Line("Aim", str(one.aim), "aim", "samplebook.shoot"),
        Line("Weapons", weapons, "weapons", "samplebook.weapon"),
        Line("Cover", "yes" if one.covered else "no", "covered", "samplebook.cover"),
    ]
