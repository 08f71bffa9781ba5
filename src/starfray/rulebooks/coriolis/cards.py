"""The card of a combatant: pools, what is in hand, conditions."""

from __future__ import annotations

from starfray.engine.values import Line, Ring
from starfray.rulebooks.coriolis.ranges import BANDS, LIMITS
from starfray.rulebooks.coriolis.state import Coriolis, Fighter


def describe(state: Coriolis, one: Fighter) -> list[Line]:
    """The card: pools, what is in hand, conditions."""
    assumed = set(one.assumed)
    lines = [
        Line("HP", f"{one.hp}/{one.max_hp}", "hp", "coriolis.core.hp", "hp" in assumed),
        Line("MP", f"{one.mp}/{one.max_mp}", "mp", "coriolis.core.mp", "mp" in assumed),
        Line("AP", str(one.ap), "ap", "coriolis.ap.pool"),
        Line("armour", f"{one.armour.name} {one.armour.rating}", "armour.rating", "coriolis.core.armour"),
    ]
    if one.craft is not None:
        motor = "running" if one.craft.running else "standing"
        return [lines[0], lines[3], Line("vehicle", f"{one.craft.name}, {motor}", "craft")]
    held = [each.name + (" (empty)" if each.empty else "") for each in one.weapons if each.in_hand]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "coriolis.ruling.hands"))
    words = conditions(one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    if one.gear:
        stuff = [f"{each.name} ×{each.count}" if each.count > 1 else each.name for each in one.gear if each.count > 0]
        lines.append(Line("gear", ", ".join(stuff), "gear"))
    if one.injuries:
        lines.append(Line("injuries", ", ".join(each.name for each in one.injuries), "injuries"))
    return lines


def rings(state: Coriolis, one: Fighter) -> list[Ring]:
    """The range bands around a fighter. coriolis.range.bands"""
    return [Ring(name, limit, f"coriolis.range.{name}") for name, limit in zip(BANDS, LIMITS, strict=True)]


def conditions(one: Fighter) -> list[str]:
    words = []
    if one.out:
        words.append(one.out)
    if one.dead:
        words.append("dead")
    elif one.broken:
        words.append("Broken")
    if one.mp <= 0:
        words.append("broken by stress" + (f" ({one.breakdown})" if one.breakdown else ""))
    if one.unconscious:
        words.append(f"unconscious {one.unconscious} h")
    if one.stunned:
        words.append("stunned")
    if one.prone:
        words.append("prone")
    if one.cover:
        words.append(f"in cover {one.cover}")
    if one.overwatch is not None:
        words.append("on overwatch")
    if one.grapples:
        words.append(f"holds {one.grapples}")
    if one.grappled_by:
        words.append(f"pinned by {one.grappled_by}")
    if one.burning:
        words.append(f"burning {one.burning}")
    if one.aboard:
        words.append(("drives " if one.drives else "aboard ") + one.aboard)
    if not one.aware:
        words.append("unaware")
    if one.dying and not one.dead:
        words.append("dying")
    return words
