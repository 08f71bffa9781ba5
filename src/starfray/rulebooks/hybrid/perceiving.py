"""Perception in a fight: the look about, the glance in passing, hiding, and what each degree tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table
from starfray.engine.walls import walled_off
from starfray.rulebooks.hybrid.attack_options import SIMPLE_ACTION, begin_simple, points_field, rush_field
from starfray.rulebooks.hybrid.derived import action_tally, agility, perception_tally
from starfray.rulebooks.hybrid.skill_check import (
    DEGREES,
    begins,
    chance_of,
    degree_of,
    is_open,
    passed,
    percentile,
    roll_both,
    roll_margin,
    take_share,
    tell_opposed,
)
from starfray.rulebooks.hybrid.skills import add_haste, add_trained
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, fighter, in_a_clinch

LOOKING = 8  # hybrid.perception.active.time

#: hybrid.perception.results: understanding, detail, timing by degree
TELLS = (
    ("total understanding", "300%", "+-0%"),
    ("total identification", "200%", "+-5%"),
    ("total identification", "150%", "+-10%"),
    ("exact identification", "125%", "+-25%"),
    ("basic identification", "100%", "+-50%"),
    ("vague identification", "25%", "+-75%"),
    ("no clue", "0", "0"),
    ("wrong identification", "+-125%", "+-175%"),
    ("wrong identification", "+-150%", "+-200%"),
    ("wildly wrong identification", "+-250%", "+-300%"),
)


def told(degree: int) -> str:
    understanding, detail, timing = TELLS[degree]
    return f"{DEGREES[degree]}: {understanding}, {detail} detail, {timing} timing"


def find_hidden(state: Hybrid, table: Table, actor: Fighter, sn: int) -> None:
    """Who looks rolls minus the hider's SN: made by that much or more, the hider is found. hybrid.oppose.conceal

    Nobody is found behind a wall. hybrid.ruling.wall
    """
    if sn < 0:
        return
    for other in state.roster.values():
        unseen = other.hidden and other.side != actor.side
        if unseen and sn >= other.concealed and not walled_off(state, actor, other):
            reveal(table, other)
            table.emit("hybrid.oppose.conceal", actor.id, other.id, note="found")


def reveal(table: Table, actor: Fighter) -> bool:
    """Whoever strikes or is found shows; was the fighter hidden?"""
    if not actor.hidden:
        return False
    actor.hidden = False
    actor.concealed = 0
    table.emit("hybrid.perception.when", actor.id, note="is seen")
    return True


def see(state: Hybrid, table: Table, actor: Fighter, looking: UnderWay | None = None) -> None:
    """One die; the side of the one who looks hears what it tells. In passing, if that is not what one is doing."""
    passive = looking is None
    df = perception_tally(state, table, actor, passive)
    if looking is not None and looking.florentine and not (actor.evading or actor.mind_evading):  # a ward was taken meanwhile
        df.add(-2, "hybrid.mod.florentine.awareness")
    chance = chance_of(table, df)
    if looking is not None:
        add_haste(chance, looking)
    else:
        take_share(chance, 1, 4, "hybrid.perception.passive", "passive")
    if is_open(table):
        sn, degree = roll_both(table, "hybrid.perception.use", actor.id, chance)
    else:
        sn = chance.total - table.roll("hybrid.perception.use", actor.id, percentile(chance.total), chance)
        degree = degree_of(chance.total, chance.total - sn, begins(table))
    table.emit("hybrid.perception.results", actor.id, note=told(degree), only=actor.side or GM)
    table.cite("hybrid.check.task-results")
    if sn >= 0:
        actor.aware = True  # hybrid.ruling.aware
    find_hidden(state, table, actor, sn)
    table.merge("hybrid.perception.use")


@dataclass(frozen=True, slots=True)
class Look(Action):
    """Begin an active perception roll: 8 counts."""

    KIND: ClassVar[str] = "look"
    points: int = 0
    rush: int = 0


def look_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [*points_field(actor), rush_field(LOOKING)]


def look(state: Hybrid, table: Table, action: Look) -> None:
    actor = fighter(state, action.actor)
    under_way = UnderWay(actor=actor.id, kind="look", lands=0)
    begin_simple(state, table, actor, under_way, LOOKING, "hybrid.perception.active.time", action.points, action.rush)


LOOK = ActionKind(
    Look, look, "hybrid.perception.active", LOOKING, fields=look_fields, hints=("hybrid.perception.self-evident",)
)


@dataclass(frozen=True, slots=True)
class Glance(Action):
    """A passive perception roll: no time, a quarter of the chance, once per count."""

    KIND: ClassVar[str] = "glance"


def has_glanced(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if actor.glanced != state.count:
        return None
    return Refused("hybrid.perception.passive", f"{actor.id} has glanced about on this count", ["look", "wait"])


def glance(state: Hybrid, table: Table, action: Glance) -> None:
    """During any action, no time, no modifiers for doing several things. hybrid.perception.passive.free"""
    table.allowed()
    actor = fighter(state, action.actor)
    actor.glanced = state.count
    see(state, table, actor)


GLANCE = ActionKind(Glance, glance, "hybrid.perception.passive", refusal=has_glanced)


# --- hiding ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Hide(Action):
    KIND: ClassVar[str] = "hide"
    points: int = 0
    rush: int = 0


def cannot_hide(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if actor.hidden:
        return Refused("hybrid.oppose.conceal", f"{actor.id} is hidden", ["wait"])
    if in_a_clinch(state, actor):
        return Refused("hybrid.oppose.conceal", "not within arm's reach of somebody", ["stance retreat"])
    return None


def hide_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [*points_field(actor), rush_field(SIMPLE_ACTION)]


def hide(state: Hybrid, table: Table, action: Hide) -> None:
    actor = fighter(state, action.actor)
    under_way = UnderWay(actor=actor.id, kind="hide", lands=0)
    begin_simple(state, table, actor, under_way, SIMPLE_ACTION, "hybrid.action.standard-speed", action.points, action.rush)


HIDE = ActionKind(Hide, hide, "hybrid.oppose.conceal", SIMPLE_ACTION, refusal=cannot_hide, fields=hide_fields)


def conceal(state: Hybrid, table: Table, actor: Fighter, hiding: UnderWay) -> None:
    """PAG against everybody's perception: who makes it minus the hider's SN (hybrid.oppose.sn) keeps the hider in sight.
    hybrid.oppose.conceal
    """
    if in_a_clinch(state, actor):  # somebody has closed meanwhile
        table.emit("hybrid.oppose.conceal", actor.id, note="stays in sight")
        return
    df = action_tally(state, table, actor)
    df.add(agility(actor), "hybrid.oppose.conceal", "PAG")
    add_trained(state, df, actor, "hiding")
    if hiding.florentine:  # a ward was taken meanwhile
        df.add(-4, "hybrid.mod.florentine.physical-physical")
    hides = chance_of(table, df)
    add_haste(hides, hiding)
    sn = max(0, roll_margin(table, "hybrid.oppose.conceal", actor.id, hides))
    seen = False
    table.merge("hybrid.oppose.conceal", sn)
    for place, other in enumerate(state.roster.values()):
        if other.side == actor.side or not other.able:
            continue
        chance = chance_of(table, perception_tally(state, table, other))
        chance.add(-sn, "hybrid.oppose.sn")
        seen = passed(table, "hybrid.oppose.definition", other.id, chance) or seen
        tell_opposed(table, actor.id, chance, sn)
        table.merge("hybrid.oppose.conceal", (sn, seen, place))
    table.emit("hybrid.oppose.conceal", actor.id, note="stays in sight" if seen else "is gone from sight")
    if not seen:
        actor.hidden = True
        actor.concealed = sn
