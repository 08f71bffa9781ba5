"""Held Actions: what may be held, and what sets it off. What is done then stands in released.py."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.scene import Point, apart
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.compound_x.items import Item
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Held, Trigger, Weapon, hostile, unnoticed

#: any Action but suppression, which must be the last of a turn: cx.ruling.held-content
VERBS = (
    "semi", "burst", "auto", "blind", "aim", "strike", "run", "crouch", "prone", "stand", "hunker", "unhunker", "take-cover",
    "draw", "reload", "rechamber", "clear-jam", "deploy", "flip", "adjust", "throw", "cook", "lob", "set-charge", "detonate",
    "shove", "kick", "trip", "grapple", "disarm", "stabilise", "treat", "skill", "ability", "use-kit", "look-out", "calm",
    "flashlight", "catch",
)  # fmt: skip
COST = {"crouch": 0, "unhunker": 0, "take-cover": 0, "adjust": 2}  # all others begin with 1 Action
TRIGGERS: tuple[Trigger, ...] = ("moves", "enters", "crosses", "attacks", "acts", "gm")


@dataclass(slots=True)
class Happening:
    """What somebody is about to do, for those who may react to it.

    kind 'moves' is the start of a move, 'leaves' and 'passes' one piece of its way (from `before` to `here`), before and
    after it is gone; 'attacks' fire or suppression, 'strikes' a blow or maneuver, 'throws' a throw, 'skill' a skill check,
    'acts' any other Action.
    """

    kind: str
    actor: Fighter
    before: Point | None = None
    here: Point | None = None
    piece: int = 0
    hidden_end: bool = False  # the move ends in complete concealment
    target: Fighter | None = None
    gun: Weapon | None = None
    limbs: bool = False  # a skill check with the hands
    spared: str = ""  # who may not react to it: the one who is shoved
    item: Item | None = None  # what it is done with: struck from the hand, the act is lost


ON_THE_WAY = ("passes", "leaves")
ATTACKS = ("attacks", "strikes", "throws")


def sets_off(state: CompoundX, table: Table, holder: Fighter, held: Held, what: Happening) -> bool:
    """Is this what the holder waits for? The closed list of triggers. cx.held.declare"""
    if unnoticed(state, what.actor, holder):
        return False  # nobody reacts to what he does not see
    if held.foe:
        if what.actor.id != held.foe:
            return False
    elif held.trigger != "gm" and not hostile(holder, what.actor):
        return False
    if held.trigger == "gm":
        return what.kind not in ON_THE_WAY and table.confirm(
            "cx.held.declare", GM, f"{holder.id} waits for: {held.text}. {what.actor.id} {DOES[what.kind]}. Is this it?", "no"
        )
    if held.trigger == "acts":
        return what.kind not in ON_THE_WAY
    if held.trigger == "attacks":
        return what.kind in ATTACKS
    if held.trigger == "moves":
        return what.kind == "moves"
    if what.kind != "passes" or held.at is None or what.before is None or what.here is None:
        return False
    if held.trigger == "enters":
        return apart(held.at, what.here) <= held.radius + 1e-9 < apart(held.at, what.before)
    return holder.at is not None and crosses(what.before, what.here, holder.at, held.at)


def crosses(one: Point, other: Point, start: Point, end: Point) -> bool:
    """Does the step from one to other cut (or end on) the line from start to end? A step along it does not."""
    first, second = turn(start, end, one), turn(start, end, other)
    if first == 0 or first * second > 0:
        return False
    return turn(one, other, start) * turn(one, other, end) <= 0


def turn(start: Point, end: Point, point: Point) -> float:
    """Positive on the left of the line, negative on the right, 0 on it."""
    across = (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
    return 0.0 if abs(across) < 1e-9 else across


DOES = {"moves": "moves", "passes": "moves", "attacks": "attacks", "strikes": "attacks", "throws": "throws",
        "skill": "is busy", "acts": "acts"}  # fmt: skip


def price(plan: list[str]) -> int:
    return sum(COST.get(verb, 1) for verb in plan)


def take_stance(table: Table, one: Fighter, verb: str) -> None:
    if verb == "crouch":
        one.stance = "crouched"
        table.emit("cx.stance.crouch", one.id, note="crouches")
    elif verb == "prone":
        one.stance = "prone"
        table.emit("cx.stance.prone-cost", one.id, note="goes prone")
    else:
        rule = "cx.stance.prone-cost" if one.stance == "prone" else "cx.stance.crouch"
        one.stance = "standing"
        table.emit(rule, one.id, note="stands up")
