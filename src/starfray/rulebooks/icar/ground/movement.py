"""Moving about: a Move, doors, getting into a vehicle or spacecraft and out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.barriers import way_blocked
from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, flag, one_of, somebody
from starfray.engine.scene import Point, apart, covers_at, known_distance, relate
from starfray.engine.walls import short_of_walls
from starfray.rulebooks.icar.common.action_economy import MAIN, QUICK_WORDS, spend
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.intrusions import stands_open
from starfray.rulebooks.icar.common.person import REACH, able, known_metres, people, person, within_reach
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.fire import decide_unless_quick
from starfray.rulebooks.icar.ground.phase import is_later, next_shooter


@dataclass(frozen=True, slots=True)
class Move(Action):
    """To a point of the map; or, without one, toward or away from somebody by so many metres. `area`: the next room."""

    KIND: ClassVar[str] = "move"
    to: Point | None = None
    toward: str = ""
    metres: float = 0.0
    area: str = ""
    cover: bool = False


def pace(state: Icar, actor: Actor) -> int:
    """Metres of a Move. icar.combat.metres, icar.turn.move, icar.ruling.move-rate"""
    return int(state.ruling("move-rate")) * attribute_of(actor, "shift")


def next_rooms(state: Icar, actor: Actor) -> list[str]:
    """Where an open door leads from here."""
    doors = [thing for thing in state.things if actor.area in thing.joins and stands_open(state, thing)]
    return [area for door in doors for area in door.joins if area != actor.area]


def others_of(state: Icar, actor: Actor) -> list[Actor]:
    return [other for other in people(state) if other is not actor]


def move_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    fields: list[Field] = []
    rooms = next_rooms(state, actor)
    if actor.at is not None:
        fields.append(Field("to", "point", high=pace(state, actor), centre=actor.at))
        fields += [flag("cover", "behind what stands there")] if state.scene.cover else []
    elif not actor.aboard:
        known = [other for other in others_of(state, actor) if known_metres(state, actor, other) is not None]
        if known:
            fields.append(somebody("toward", known))
            far = pace(state, actor)
            fields.append(Field("metres", "number", low=-far, high=far, default="1", unit="metres", hint="less than 0: away"))
    if rooms:
        fields.append(one_of("area", rooms, required=not fields))
    return fields


def move(state: Icar, table: Table, action: Move) -> None:
    """Up to four times Shift metres. While others shoot it is declared, and made when the shots have landed."""
    actor = state.roster[action.actor]
    refuse_way(state, actor, action)
    table.allowed()
    spend(state, table, actor, action.KIND)
    if state.ruling("move-rate") != "4":
        table.emit("icar.ruling.move-rate", actor.id, number=pace(state, actor))
    actor.moving = True  # icar.ruling.moving
    actor.aim = actor.aimed = ""  # icar.ruling.aim: lost if the shooter moves
    actor.in_cover = action.cover
    actor.inside = ""  # whoever walks off stands on no hull
    if action.area:
        actor.area = action.area
    decide_unless_quick(state, actor)
    if action.to is not None and actor.acted == action.KIND and (others_shoot(state) or is_later(state, actor)):
        actor.plan = action.to
        table.emit("icar.ruling.moving", actor.id)
        return
    go(table, actor, action.to)
    if action.toward:
        walk_relation(state, actor, action)
        table.emit("icar.turn.move", actor.id, action.toward, int(abs(action.metres)))


MOVE = ActionKind(Move, move, "icar.turn.move", MAIN, QUICK_WORDS, "turn", fields=move_fields, hints=("icar.combat.metres",))


def others_shoot(state: Icar) -> bool:
    """Is anybody left who may still shoot at the one who moves, or are shots in the air?"""
    return next_shooter(state) is not None or bool(state.ground.shots)


def go(table: Table, actor: Actor, to: Point | None) -> None:
    if to is not None:
        far = apart(actor.at, to) if actor.at is not None else 0.0
        actor.at = to
        table.emit("icar.turn.move", actor.id, number=round(far))
    elif actor.area:
        table.emit("icar.turn.move", actor.id, note=actor.area)


def refuse_way(state: Icar, actor: Actor, action: Move) -> None:
    """How far, through which door, behind what."""
    refuse_aboard(state, actor, action)
    far = abs(action.metres)
    if action.to is not None and actor.at is not None:
        far = apart(actor.at, action.to)
    if far > pace(state, actor) + 1e-9:
        raise Refused("icar.turn.move", f"{far:.0f} m, and {pace(state, actor)} m are a Move")
    blocked = way_blocked("icar.ruling.wall", state, actor.at, (action.to,)) if action.to is not None else None
    if blocked is not None:
        raise blocked
    if action.to is None and not action.toward and not action.area:
        raise Refused("icar.turn.move", "neither a point nor a direction nor a room")
    if action.to is not None and action.toward:
        raise Refused("icar.turn.move", "a point or a direction, not both")
    if action.toward:
        refuse_direction(state, actor, action.toward)
    if action.area not in ("", actor.area) and action.area not in next_rooms(state, actor):
        raise Refused("icar.hack.door", f"no open door leads to {action.area}", ["hack"])
    if action.cover and not covers_at(state, action.to):
        raise Refused("icar.fire.harder", "there is no cover")


def refuse_direction(state: Icar, actor: Actor, toward: str) -> None:
    """Nearer and further are for those whose distance is told without a map."""
    other = state.roster.get(toward)
    if other is None or other is actor:
        raise Refused("icar.turn.move", f"{toward!r} is nobody")
    if (actor.at is not None and other.at is not None) or known_distance(state, actor, other) is None:
        raise Refused("icar.turn.move", "there is no distance to change", ["move to a point"])


def refuse_aboard(state: Icar, actor: Actor, action: Move) -> None:
    """Nobody walks and stays in the car; from room to room of a spacecraft one may. icar.turn.vehicle"""
    inside = state.roster.get(actor.aboard)
    if inside is not None and (inside.vehicle is not None or not action.area):
        raise Refused("icar.turn.vehicle", f"{actor.id} is in {inside.id}", ["get-out"])


def walk_relation(state: Icar, actor: Actor, action: Move) -> None:
    """Nearer to somebody by so many metres, or further if they are negative."""
    other = state.roster[action.toward]
    far = known_distance(state, actor, other) or 0.0
    relate(state.scene, "distance", actor.id, other.id, max(1.0, far - action.metres))


@dataclass(frozen=True, slots=True)
class CarryOut(Action):
    """A move declared while others shot is made at its place."""

    KIND: ClassVar[str] = "carry-out"
    who: str


def carry_out_move(state: Icar, table: Table, action: CarryOut) -> None:
    """Whoever was put out of action in the meantime loses the move. icar.combat.first-strike"""
    actor = state.roster[action.who]
    to, actor.plan = actor.plan, None
    if able(actor) and not actor.held_by and not actor.prone:
        if to is not None and actor.at is not None:  # a door may have been closed meanwhile
            to = short_of_walls(state, actor.at, to, on_foot=True)
        go(table, actor, to)
    else:
        table.emit("icar.combat.first-strike", actor.id)


STEPS = (ActionKind(CarryOut, carry_out_move),)


@dataclass(frozen=True, slots=True)
class GetIn(Action):
    """Into a vehicle or spacecraft; `hull`: only onto the spacecraft's hull."""

    KIND: ClassVar[str] = "get-in"
    vehicle: str
    hull: bool = False


def already_aboard(state: Icar, actor: Actor, content: Content) -> Refused | None:
    return Refused("icar.turn.vehicle", "already aboard") if actor.aboard else None


def get_in_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    vehicles = [other for other in state.roster.values() if not person(other)]
    return [somebody("vehicle", vehicles), flag("hull", "only onto a spacecraft's hull")]


def get_in(state: Icar, table: Table, action: GetIn) -> None:
    """icar.turn.vehicle"""
    actor = state.roster[action.actor]
    there = [other.id for other in state.roster.values() if not person(other) and not other.out]
    if action.vehicle not in there:
        raise Refused("icar.turn.vehicle", f"no vehicle {action.vehicle!r}", there)
    if action.hull and state.roster[action.vehicle].craft is None:
        raise Refused("icar.hack.spacecraft.place", f"{action.vehicle} has no hull to stand on")
    if not within_reach(state, actor, state.roster[action.vehicle]):
        raise Refused("icar.turn.vehicle", f"{action.vehicle} is out of reach", ["move"])
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide_unless_quick(state, actor)
    if action.hull:
        actor.inside = action.vehicle
    else:
        actor.aboard, actor.inside = action.vehicle, ""
    table.emit("icar.turn.vehicle", actor.id, action.vehicle, note="climbs onto the hull of" if action.hull else "gets into")


GET_IN = ActionKind(GetIn, get_in, "icar.turn.vehicle", MAIN, QUICK_WORDS, "turn", refusal=already_aboard, fields=get_in_fields)


@dataclass(frozen=True, slots=True)
class GetOut(Action):
    KIND: ClassVar[str] = "get-out"


def not_aboard(state: Icar, actor: Actor, content: Content) -> Refused | None:
    return None if actor.aboard or actor.inside else Refused("icar.turn.vehicle", f"{actor.id} is in no vehicle")


def get_out(state: Icar, table: Table, action: GetOut) -> None:
    actor = state.roster[action.actor]
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide_unless_quick(state, actor)
    left = state.roster.get(actor.aboard or actor.inside)
    if left is not None and left.at is not None and (actor.at is None or apart(actor.at, left.at) > REACH):
        actor.at = left.at  # it may have been moved since
    actor.aboard = actor.inside = ""
    table.emit("icar.turn.vehicle", actor.id, note="gets out")


GET_OUT = ActionKind(GetOut, get_out, "icar.turn.vehicle", MAIN, QUICK_WORDS, "turn", refusal=not_aboard)


def placed(state: Icar, actor: Actor) -> None:
    """By the GM's hand: a vehicle takes along who is in it or on its hull; a person is there on foot. icar.turn.vehicle"""
    if person(actor):
        actor.aboard = actor.inside = ""
        actor.dangling = False
        return
    for other in state.roster.values():
        if actor.id in (other.aboard, other.inside):
            other.at = actor.at
