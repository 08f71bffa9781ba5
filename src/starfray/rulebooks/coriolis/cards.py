"""The card of a combatant: pools, what is in hand, conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.values import Line, Ring
from starfray.engine.vitals import worded
from starfray.rulebooks.coriolis.initiative import score
from starfray.rulebooks.coriolis.movement import movement_of
from starfray.rulebooks.coriolis.ranges import BANDS, LIMITS
from starfray.rulebooks.coriolis.state import Coriolis, Fighter
from starfray.rulebooks.coriolis.vitals import conditions


def describe(state: Coriolis, actor: Fighter) -> list[Line]:
    """The card: pools, what is in hand, conditions."""
    assumed = set(actor.assumed)
    lines = [
        Line("HP", f"{actor.hp}/{actor.max_hp}", "hp", "coriolis.core.hp", "hp" in assumed),
        Line("MP", f"{actor.mp}/{actor.max_mp}", "mp", "coriolis.core.mp", "mp" in assumed),
        Line("AP", str(actor.ap), "ap", "coriolis.ap.pool"),
        Line("armour", f"{actor.armour.name} {actor.armour.rating}", "armour.rating", "coriolis.core.armour"),
    ]
    if actor.craft is not None:
        motor = "running" if actor.craft.running else "standing"
        return [lines[0], lines[3], Line("vehicle", f"{actor.craft.name}, {motor}", "craft")]
    held = [each.name + (" (empty)" if each.empty else "") for each in actor.weapons if each.in_hand]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "coriolis.ruling.hands", brief=True))
    words = worded(conditions(actor))
    if words:
        lines.append(Line("condition", words))
    if actor.gear:
        stuff = [
            f"{each.name} ×{each.count}" if each.count > 1 else each.name
            for each in actor.gear
            if each.count > 0 and not each.dropped
        ]
        lines.append(Line("gear", ", ".join(stuff), "gear"))
    if actor.injuries:
        lines.append(Line("injuries", ", ".join(each.name for each in actor.injuries), "injuries"))
    return lines


def move_of(state: Coriolis, actor: Fighter) -> float:
    """Metres per Move, as things stand. coriolis.action.move"""
    return movement_of(state, actor)


def score_of(state: Coriolis, actor: Fighter) -> int:
    """The initiative score, with surprise and a claimed weapon. coriolis.initiative.roll"""
    return score(actor)


def is_broken(state: Coriolis, actor: Fighter) -> bool:
    return actor.broken


#: what `fight.get` reads though it stands in no field
FIGURES: dict[str, Callable[[Any, Any], Plain]] = {"move": move_of, "score": score_of, "broken": is_broken}


def rings(state: Coriolis, actor: Fighter) -> list[Ring]:
    """The range bands around a fighter. coriolis.range.bands"""
    return [Ring(name, limit, f"coriolis.range.{name}") for name, limit in zip(BANDS, LIMITS, strict=True)]
