"""Shove, kick, trip, disarm: an opposed maneuver check, then somebody moves, falls or lets go. cx.maneuver.options"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, one_of
from starfray.engine.scene import Point, apart, bearing, relate
from starfray.engine.walls import wall_in_way
from starfray.rulebooks.compound_x.attachments import hung_under
from starfray.rulebooks.compound_x.engagement import check_reach, clear_wards, engage, face, moved, near
from starfray.rulebooks.compound_x.fields import at_a_foe, foe_field, foes_of
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show
from starfray.rulebooks.compound_x.opposed import MANEUVER, opposed
from starfray.rulebooks.compound_x.state import (
    Blade,
    CompoundX,
    Dart,
    Fighter,
    Item,
    Weapon,
    fighter,
    grapple_of,
    held_items,
    partner_of,
    pay,
)
from starfray.rulebooks.compound_x.stats import knows, proficient
from starfray.rulebooks.compound_x.volley import reveal


@dataclass(frozen=True, slots=True)
class Shove(Action):
    KIND: ClassVar[str] = "shove"
    target: str
    to: Point | None = None  # the direction; straight away if left out
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Kick(Action):
    KIND: ClassVar[str] = "kick"
    target: str
    to: Point | None = None


@dataclass(frozen=True, slots=True)
class Trip(Action):
    KIND: ClassVar[str] = "trip"
    target: str


@dataclass(frozen=True, slots=True)
class Disarm(Action):
    KIND: ClassVar[str] = "disarm"
    target: str
    item: str
    skill: str = ""
    weapon: str = ""


def maneuver_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if actor.hunkered:
        return Refused("cx.stance.hunker", f"{actor.id} is hunkered down", ["unhunker"])
    return None


def push_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    if actor.at is None:
        return [foe_field(state, actor)]
    return [foe_field(state, actor), Field("to", "point", high=10, centre=actor.at, required=False, label="direction")]


def reach_for(actor: Fighter, weapon: str, kind: str) -> float:
    """Melee range, unless a weapon in hand says otherwise. cx.maneuver.exotic"""
    fit = [blade for blade in actor.melee if blade.in_hand and kind in blade.maneuvers]
    for blade in fit:
        if weapon in ("", blade.key):
            return blade.reach
    if weapon:
        raise Refused("cx.maneuver.exotic", f"{actor.id} has no {weapon!r} in hand for this", [blade.key for blade in fit])
    return 1.0


def check_maneuver(state: CompoundX, actor: Fighter, target: Fighter, reach: float, rule: str) -> None:
    if target is actor or target.dead or target.out:
        raise Refused(rule, f"{target.id} cannot be got hold of", [])
    check_within_grapple(state, actor, target)
    check_reach(state, actor, target, reach)


def check_within_grapple(state: CompoundX, actor: Fighter, target: Fighter) -> None:
    """Nobody reaches beyond the one he holds. cx.grapple.limits"""
    partner = partner_of(state, actor)
    if partner is not None and target is not partner:
        raise Refused("cx.grapple.limits", "no outsider can be got at from a grapple", [partner.id])


def attempt(state: CompoundX, table: Table, actor: Fighter, target: Fighter, rule: str) -> bool:
    """1 Action; it is an attack, no skill check that provokes. cx.maneuver.options, cx.ruling.opportunity-maneuvers"""
    table.allowed()
    pay(actor, 1)
    table.emit("cx.ruling.melee-action-cost", actor.id, number=1)
    if near(state, actor, target):
        engage(table, actor, target)
    else:
        table.cite("cx.maneuver.exotic")
    face(actor, target.at)
    if not show(state, table, actor) or not interrupts(state, table, Declaration("strikes", actor, target=target)):
        return False
    reveal(table, actor)
    return True


# --- moving somebody ----------------------------------------------------------------------------------------------
def shove(state: CompoundX, table: Table, action: Shove) -> None:
    """Declare a direction; on a win both move that way by half the shover's STR. cx.shove.declare, cx.shove.move"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    reach = reach_for(actor, action.weapon, "shove")
    check_maneuver(state, actor, target, reach, "cx.shove.declare")
    if not attempt(state, table, actor, target, "cx.shove.declare"):
        return
    angle = way_of(actor, target, action.to)
    table.emit("cx.shove.declare", actor.id, target.id)
    if not opposed(state, table, actor, target, "cx.maneuver.check"):
        return
    metres = actor.stats.strength // 2  # cx.ruling.shove-distance
    table.emit("cx.shove.move", actor.id, target.id, metres)
    table.emit("cx.ruling.shove-distance", actor.id, number=metres)
    lose_aim(table, target, "cx.ruling.aim-thrown")
    if grapple_of(state, actor) is not None and partner_of(state, actor) is target:
        table.cite("cx.shove.grapple")
    if actor.at is None or target.at is None:
        return
    both = [actor, target]
    free_way = min(way_free(state, actor.at, angle, metres, both), way_free(state, target.at, angle, metres, both))
    before, follow = actor.at, moved(actor.at, angle, free_way)
    push(target, moved(target.at, angle, free_way))  # cx.shove.opportunity
    clear_wards(state)  # the shover follows under his own power: cx.ruling.shove-opportunity
    if interrupts(state, table, Declaration("leaves", actor, before, follow, spared=target.id)):
        actor.at, actor.cover = follow, ""
    clear_wards(state)


SHOVE = ActionKind(Shove, shove, "cx.shove.declare", 1, group="melee", refusal=maneuver_refusal, fields=push_fields)


def kick(state: CompoundX, table: Table, action: Kick) -> None:
    """As a shove, but only the target moves; half as far again straight away. cx.kick.base, cx.kick.distance"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    check_maneuver(state, actor, target, 1.0, "cx.kick.base")
    if not attempt(state, table, actor, target, "cx.kick.base"):
        return
    angle = way_of(actor, target, action.to)
    if not opposed(state, table, actor, target, "cx.maneuver.check"):
        return
    straight = action.to is None or straight_away(actor, target, angle)
    metres = actor.stats.strength * 3 // 4 if straight else actor.stats.strength // 2  # cx.ruling.kick-distance
    table.emit("cx.kick.base", actor.id, target.id, metres)
    if straight:
        table.emit("cx.kick.distance", actor.id, target.id, metres)
    table.emit("cx.ruling.kick-distance", actor.id, number=metres)
    lose_aim(table, target, "cx.ruling.aim-thrown")
    if grapple_of(state, target) is not None:
        free(state, table, target, "cx.kick.grapple", by=actor)
    if target.at is None:
        relate(state.scene, "distance", actor.id, target.id, float(metres + 1))
    else:
        free_way = way_free(state, target.at, angle, metres, [target])
        push(target, moved(target.at, angle, free_way))  # cx.kick.opportunity


KICK = ActionKind(Kick, kick, "cx.kick.base", 1, group="melee", refusal=maneuver_refusal, fields=push_fields)


def way_of(actor: Fighter, target: Fighter, to: Point | None) -> float:
    """The direction: from where the target stands toward the point named, else straight away."""
    if actor.at is None or target.at is None:
        return 0.0
    if to is not None and apart(target.at, to) > 1e-6:
        return bearing(target.at, to)
    return bearing(actor.at, target.at) if apart(actor.at, target.at) > 1e-6 else 0.0


def straight_away(actor: Fighter, target: Fighter, angle: float) -> bool:
    if actor.at is None or target.at is None:
        return True
    return abs((bearing(actor.at, target.at) - angle + 180) % 360 - 180) < 22.5


def way_free(state: CompoundX, start: Point, angle: float, metres: int, moving: list[Fighter]) -> int:
    """How many of the metres are free: a push stops short of anybody in the way. cx.ruling.shove-distance"""
    ids = [each.id for each in moving]
    others = [
        each.at
        for each in state.roster.values()
        if each.id not in ids and each.at is not None and not each.dead and not each.out
    ]
    for step in range(1, metres + 1):
        end = moved(start, angle, step)
        if any(apart(end, at) < 1 - 0.02 for at in others) or wall_in_way(state, start, (end,)):  # cx.ruling.wall
            return step - 1
    return metres


def push(target: Fighter, there: Point) -> None:
    """Moved by somebody else's power: it provokes nobody. cx.melee.forced-move-safe"""
    target.at, target.cover = there, ""


def free(state: CompoundX, table: Table, actor: Fighter, rule: str, by: Fighter) -> None:
    """The grapple is over. Whoever ended it by his own Action has what is left of four. cx.ruling.grapple-action-cap"""
    partner = partner_of(state, actor)
    state.grapples = [each for each in state.grapples if actor.id not in (each.first, each.second)]
    table.emit(rule, actor.id, partner.id if partner is not None else "")
    if by is actor or by is partner:
        by.actions = max(by.actions, 3)
        table.emit("cx.ruling.grapple-action-cap", by.id, number=by.actions)


# --- off one's feet, out of one's hands ----------------------------------------------------------------------------
def trip(state: CompoundX, table: Table, action: Trip) -> None:
    """Won: the target is prone; a grapple with it is broken. cx.trip.prone, cx.trip.grapple"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    check_maneuver(state, actor, target, 1.0, "cx.trip.prone")
    if target.stance == "prone":
        raise Refused("cx.trip.prone", f"{target.id} is down already", [])
    if not attempt(state, table, actor, target, "cx.trip.prone"):
        return
    if not opposed(state, table, actor, target, "cx.maneuver.check"):
        return
    target.stance, target.hunkered = "prone", False
    table.emit("cx.trip.prone", actor.id, target.id)
    lose_aim(table, target, "cx.ruling.aim-thrown")
    if grapple_of(state, target) is not None:
        free(state, table, target, "cx.trip.grapple", by=actor)


TRIP = ActionKind(Trip, trip, "cx.trip.prone", 1, group="melee", refusal=maneuver_refusal, fields=at_a_foe)


def disarm(state: CompoundX, table: Table, action: Disarm) -> None:
    """Name what is to fall; both choose their skill. cx.disarm.declare, cx.disarm.check"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    check_maneuver(state, actor, target, reach_for(actor, action.weapon, "disarm"), "cx.disarm.declare")
    item = next((each for each in held_items(target) if each.key == action.item), None)
    if item is None:
        raise Refused(
            "cx.disarm.declare", f"{target.id} does not wield {action.item!r}", [each.key for each in held_items(target)]
        )
    if action.skill and action.skill not in MANEUVER:
        raise Refused("cx.disarm.check", f"no skill {action.skill!r} for this", list(MANEUVER))
    if not attempt(state, table, actor, target, "cx.disarm.declare"):
        return
    table.emit("cx.disarm.declare", actor.id, target.id, note=item.name)
    clumsy = not handles(table, target, item)
    if clumsy:
        table.emit("cx.disarm.disadvantage", target.id, note=item.name)
    if not opposed(state, table, actor, target, "cx.disarm.check", skill=action.skill or "athletics", clumsy=clumsy):
        return
    item.in_hand, item.dropped, item.lies = False, True, target.at  # cx.ruling.disarm-drop
    if isinstance(item, Weapon):
        for under in hung_under(table.content, target.weapons, item):
            under.in_hand, under.dropped, under.lies, under.reloading = False, True, target.at, 0
        item.reloading = 0
        lose_aim(table, target, "cx.ruling.aim-persistence")
    table.emit("cx.disarm.result", actor.id, target.id, note=item.name)


def disarm_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    held = dict.fromkeys(item.key for foe in foes_of(state, actor) for item in held_items(foe))
    skill = one_of("skill", list(MANEUVER), required=False)
    return [foe_field(state, actor), Field("item", "item", [Option(key) for key in held]), skill]


DISARM = ActionKind(Disarm, disarm, "cx.disarm.declare", 1, group="melee", refusal=maneuver_refusal, fields=disarm_fields)


def handles(table: Table, actor: Fighter, item: Item) -> bool:
    """Is the defender proficient with it?"""
    if isinstance(item, Blade):
        return proficient(table.content, actor, item)
    if isinstance(item, Weapon):
        return knows(table.content, actor, item.group)
    return knows(table.content, actor, item.size) if isinstance(item, Dart) else True
