"""Getting things into the hand and out of it: from the belt, from the ground, from somebody who cannot object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import (
    Action,
    ActionKind,
    Content,
    Field,
    Refused,
    Table,
    apart,
    flag,
    known_distance,
    somebody,
    something,
)
from starfray.engine.walls import wall_between, walled_off
from starfray.rulebooks.hybrid.attack_options import (
    DRAWN,
    TWICE_WEAPON_SPEED,
    add_points,
    can_draw,
    draw_time,
    make_room,
    points_field,
    start,
    time_of,
)
from starfray.rulebooks.hybrid.defence import ARMS_REACH
from starfray.rulebooks.hybrid.state import (
    Fighter,
    Hybrid,
    Thing,
    UnderWay,
    Weapon,
    drop,
    fighter,
    give_away,
    grasp,
    in_hands,
    take_over,
    things_of,
)


# --- drawing ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Begin to get a weapon or tool into the hand; what no longer fits is dropped at once. `fast`: by a roll, in half the
    time.
    """

    KIND: ClassVar[str] = "draw"
    weapon: str
    points: int = 0
    fast: bool = False


def to_draw(actor: Fighter) -> list[Thing]:
    return [thing for thing in things_of(actor) if can_draw(actor, thing)]


def nothing_to_draw(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    return None if to_draw(actor) else Refused("hybrid.draw.time", f"{actor.id} has nothing to draw", ["blow"])


def draw_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", to_draw(actor)), *points_field(actor), flag("fast", "a weapon, by a roll, in half the time")]


def draw(state: Hybrid, table: Table, action: Draw) -> None:
    """Twice the speed of the weapon or tool, once if a fast draw is made; rank alone makes no draw faster. hybrid.draw.time"""
    actor = fighter(state, action.actor)
    thing = next((thing for thing in to_draw(actor) if thing.key == action.weapon), None)
    if thing is None:
        legal = [other.key for other in to_draw(actor)]
        raise Refused("hybrid.draw.time", f"{actor.id} cannot draw {action.weapon!r}", legal)
    if action.fast and not isinstance(thing, Weapon):
        raise Refused("hybrid.draw.fast", "a fast draw takes a weapon and its skill", [f"draw {thing.key}"])
    time = table.tally()
    add_points(time, actor, action.points)
    table.allowed()
    time.add(time_to_draw(state, table, actor, thing, action.fast), "hybrid.draw.time", thing.name or thing.key)
    actor.speed_points -= action.points
    under_way = UnderWay(actor=actor.id, kind="draw", lands=state.count + time_of(time), weapon=thing.key)
    start(state, table, actor, (under_way, time))


def time_to_draw(state: Hybrid, table: Table, actor: Fighter, thing: Thing, fast: bool) -> int:
    if isinstance(thing, Weapon):
        return draw_time(state, table, actor, thing, fast)
    make_room(state, actor, thing)
    return DRAWN * thing.speed


DRAW = ActionKind(Draw, draw, "hybrid.draw.time", TWICE_WEAPON_SPEED, refusal=nothing_to_draw, fields=draw_fields)


# --- letting fall ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Drop what is in hand; takes no time and leaves the choice open."""

    KIND: ClassVar[str] = "discard"
    weapon: str


def nothing_in_hand(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if in_hands(actor):
        return None
    return Refused("hybrid.close.closed-upon", f"{actor.id} has nothing in hand", ["wait"])


def discard_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", in_hands(actor))]


def discard(state: Hybrid, table: Table, action: Discard) -> None:
    """Dropped, no time: one who has been closed upon may want a shorter one. hybrid.close.closed-upon"""
    actor = fighter(state, action.actor)
    thing = next((thing for thing in in_hands(actor) if thing.key == action.weapon), None)
    if thing is None:
        reason = f"{actor.id} has no {action.weapon!r} in hand"
        raise Refused("hybrid.close.closed-upon", reason, [own.key for own in in_hands(actor)])
    table.allowed()
    drop(state, actor, thing)
    table.emit("hybrid.close.closed-upon", actor.id, note=thing.name or thing.key)


DISCARD = ActionKind(Discard, discard, "hybrid.close.closed-upon", refusal=nothing_in_hand, fields=discard_fields)


# --- picking up ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PickUp(Action):
    """Begin to pick up what lies within reach, whosever it was, or to take it from one who is out of it."""

    KIND: ClassVar[str] = "pick-up"
    weapon: str
    owner: str = ""
    points: int = 0


def lying_about(state: Hybrid, actor: Fighter) -> list[tuple[Fighter, Thing]]:
    """Whose, and what: all that lies within reach, and what the helpless there have on them. hybrid.ruling.pick-up"""
    found: list[tuple[Fighter, Thing]] = []
    for owner in state.roster.values():
        unseen = owner.hidden and owner.side != actor.side
        yields = owner is not actor and not owner.able and owner.out in ("", "surrendered")
        for thing in things_of(owner) if not unseen else []:
            natural = isinstance(thing, Weapon) and thing.natural
            in_use = any(each.actor == owner.id and each.weapon == thing.key for each in state.under_way)  # is just drawing it
            loose = (thing.dropped or yields) and not in_use and not natural
            if loose and thing.hands <= actor.hands and beside(state, actor, owner, thing):
                found.append((owner, thing))
    return found


def beside(state: Hybrid, actor: Fighter, owner: Fighter, thing: Thing) -> bool:
    """Within arm's reach of the place where it lies; where no map tells that, of the one it lies with."""
    if thing.lies_at is not None and actor.at is not None:
        return apart(thing.lies_at, actor.at) <= ARMS_REACH and wall_between(state, actor.at, thing.lies_at) is None
    gap = 0.0 if owner is actor else known_distance(state, actor, owner)
    if state.scene.walls and walled_off(state, actor, owner):
        return False
    return gap is None or gap <= ARMS_REACH


def nothing_lies_about(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if lying_about(state, actor):
        return None
    return Refused("hybrid.ruling.pick-up", "nothing lies within reach", ["draw", "wait"])


def pick_up_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    things = lying_about(state, actor)
    owners = [owner for place, (owner, _) in enumerate(things) if owner not in [other for other, _ in things[:place]]]
    return [
        something("weapon", [thing for _, thing in things]),
        somebody("owner", owners, required=False),
        *points_field(actor),
    ]


def pick_up(state: Hybrid, table: Table, action: PickUp) -> None:
    """Getting it into the hand takes as long as drawing it. hybrid.draw.time, hybrid.ruling.pick-up"""
    actor = fighter(state, action.actor)
    things = lying_about(state, actor)
    found = next(((own, thing) for own, thing in things if thing.key == action.weapon and action.owner in ("", own.id)), None)
    if found is None:
        legal = [f"{thing.key} owner={own.id}" for own, thing in things]
        raise Refused("hybrid.ruling.pick-up", f"no {action.weapon!r} lies there", legal)
    owner, thing = found
    time = table.tally()
    time.add(DRAWN * thing.speed, "hybrid.draw.time", thing.name or thing.key)
    add_points(time, actor, action.points)
    table.allowed()
    make_room(state, actor, thing)
    actor.speed_points -= action.points
    under_way = UnderWay(actor=actor.id, kind="pick-up", lands=state.count + time_of(time), target=owner.id, weapon=thing.key)
    start(state, table, actor, (under_way, time))


PICK_UP = ActionKind(
    PickUp, pick_up, "hybrid.ruling.pick-up", TWICE_WEAPON_SPEED, refusal=nothing_lies_about, fields=pick_up_fields
)


def take_up(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """It is the actor's now, if nobody else was faster."""
    found = [
        (owner, thing)
        for owner, thing in lying_about(state, actor)
        if owner.id == under_way.target and thing.key == under_way.weapon
    ]
    if not found:
        table.emit("hybrid.ruling.pick-up", actor.id, under_way.target, note="it is not there any more")
        return
    owner, thing = found[0]
    give_away(owner, thing)
    take_over(actor, thing)
    grasp(thing)
    table.emit("hybrid.ruling.pick-up", actor.id, owner.id, note=f"takes the {thing.name or thing.key}")
