"""Shove, kick, trip, disarm: an opposed maneuver check, then somebody moves, falls or lets go. cx.maneuver.options"""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import Point, apart, bearing, relate
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import Disarm, Kick, Shove, Trip
from starfray.rulebooks.compound_x.attachments import hung_under
from starfray.rulebooks.compound_x.engagement import clear_wards, engage, face, moved, near
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.held import Happening
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.opposed import MANEUVER, opposed
from starfray.rulebooks.compound_x.proficiency import knows, proficient
from starfray.rulebooks.compound_x.shooting import reveal
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


def reach_for(one: Fighter, weapon: str, kind: str) -> float:
    """Melee range, unless a weapon in hand says otherwise. cx.maneuver.exotic"""
    for blade in one.melee:
        if blade.in_hand and kind in blade.maneuvers and weapon in ("", blade.key):
            return blade.reach
    return 1.0


def check_maneuver(state: CompoundX, one: Fighter, target: Fighter, reach: float, rule: str) -> None:
    if target is one or target.dead or target.out:
        raise Refused(rule, f"{target.id} cannot be got hold of", [])
    if not near(state, one, target, reach):
        raise Refused("cx.melee.adjacent", f"{target.id} is out of reach", ["run"])
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])


def attempt(state: CompoundX, table: Table, one: Fighter, target: Fighter, rule: str) -> bool:
    """1 Action; it is an attack, no skill check that provokes. cx.ruling.opportunity-maneuvers"""
    pay(one, 1, "cx.ruling.melee-action-cost")
    table.emit("cx.maneuver.options", one.id, target.id)
    table.emit("cx.ruling.melee-action-cost", one.id, number=1)
    if near(state, one, target):
        engage(table, one, target)
    else:
        table.emit("cx.maneuver.exotic", one.id, target.id)
    face(one, target.at)
    if one.engaged:
        table.emit("cx.ruling.opportunity-maneuvers", one.id)
    if not interrupts(state, table, Happening("strikes", one, target=target)):
        return False
    reveal(table, one)
    return True


# --- moving somebody ----------------------------------------------------------------------------------------------


def shove(state: CompoundX, table: Table, act: Shove) -> None:
    """Declare a direction; on a win both move that way by half the shover's STR. cx.shove.declare, cx.shove.move"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    reach = reach_for(one, act.weapon, "shove")
    check_maneuver(state, one, target, reach, "cx.shove.declare")
    if not attempt(state, table, one, target, "cx.shove.declare"):
        return
    angle = way_of(one, target, act.to)
    table.emit("cx.shove.declare", one.id, target.id)
    if not opposed(state, table, one, target, "cx.maneuver.check"):
        return
    metres = one.stats.strength // 2  # cx.ruling.shove-distance
    table.emit("cx.shove.move", one.id, target.id, metres)
    table.emit("cx.ruling.shove-distance", one.id, number=metres)
    lose_aim(table, target, "cx.ruling.aim-thrown")
    if grapple_of(state, one) is not None and partner_of(state, one) is target:
        table.emit("cx.shove.grapple", one.id, target.id)
    if one.at is None or target.at is None:
        return
    both = [one, target]
    free_way = min(way_free(state, one.at, angle, metres, both), way_free(state, target.at, angle, metres, both))
    before, follow = one.at, moved(one.at, angle, free_way)
    push(table, target, moved(target.at, angle, free_way), "cx.shove.opportunity")
    table.emit("cx.ruling.shove-opportunity", one.id)
    clear_wards(state)
    if interrupts(state, table, Happening("leaves", one, before, follow, spared=target.id)):
        one.at, one.cover = follow, ""
    clear_wards(state)


def kick(state: CompoundX, table: Table, act: Kick) -> None:
    """As a shove, but only the target moves; half as far again straight away. cx.kick.base, cx.kick.distance"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    check_maneuver(state, one, target, 1.0, "cx.kick.base")
    if not attempt(state, table, one, target, "cx.kick.base"):
        return
    angle = way_of(one, target, act.to)
    if not opposed(state, table, one, target, "cx.maneuver.check"):
        return
    straight = act.to is None or straight_away(one, target, angle)
    metres = one.stats.strength * 3 // 4 if straight else one.stats.strength // 2  # cx.ruling.kick-distance
    table.emit("cx.kick.base", one.id, target.id, metres)
    if straight:
        table.emit("cx.kick.distance", one.id, target.id, metres)
    table.emit("cx.ruling.kick-distance", one.id, number=metres)
    lose_aim(table, target, "cx.ruling.aim-thrown")
    if grapple_of(state, target) is not None:
        free(state, table, target, "cx.kick.grapple", by=one)
    if target.at is None:
        relate(state.scene, "distance", one.id, target.id, float(metres + 1))
        table.emit("cx.kick.opportunity", target.id)
    else:
        free_way = way_free(state, target.at, angle, metres, [target])
        push(table, target, moved(target.at, angle, free_way), "cx.kick.opportunity")


def way_of(one: Fighter, target: Fighter, to: Point | None) -> float:
    """The direction: from where the target stands toward the point named, else straight away."""
    if one.at is None or target.at is None:
        return 0.0
    if to is not None and apart(target.at, to) > 1e-6:
        return bearing(target.at, to)
    return bearing(one.at, target.at) if apart(one.at, target.at) > 1e-6 else 0.0


def straight_away(one: Fighter, target: Fighter, angle: float) -> bool:
    if one.at is None or target.at is None:
        return True
    return abs((bearing(one.at, target.at) - angle + 180) % 360 - 180) < 22.5


def way_free(state: CompoundX, start: Point, angle: float, metres: int, moving: list[Fighter]) -> int:
    """How many of the metres are free: a push stops short of anybody in the way. cx.ruling.shove-distance"""
    ids = [each.id for each in moving]
    others = [
        each.at
        for each in state.roster.values()
        if each.id not in ids and each.at is not None and not each.dead and not each.out
    ]
    for step in range(1, metres + 1):
        if any(apart(moved(start, angle, step), at) < 1 - 0.02 for at in others):
            return step - 1
    return metres


def push(table: Table, target: Fighter, there: Point, rule: str) -> None:
    """Moved by somebody else's power: it provokes nobody. cx.melee.forced-move-safe"""
    target.at, target.cover = there, ""
    table.emit(rule, target.id)
    table.emit("cx.melee.forced-move-safe", target.id)


def free(state: CompoundX, table: Table, one: Fighter, rule: str, by: Fighter) -> None:
    """The grapple is over. Whoever ended it by his own Action has what is left of four. cx.ruling.grapple-action-cap"""
    partner = partner_of(state, one)
    state.grapples = [each for each in state.grapples if one.id not in (each.first, each.second)]
    table.emit(rule, one.id, partner.id if partner is not None else "")
    if by is one or by is partner:
        by.actions = max(by.actions, 3)
        table.emit("cx.ruling.grapple-action-cap", by.id, number=by.actions)


# --- off one's feet, out of one's hands ----------------------------------------------------------------------------


def trip(state: CompoundX, table: Table, act: Trip) -> None:
    """Won: the target is prone; a grapple with it is broken. cx.trip.prone, cx.trip.grapple"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    check_maneuver(state, one, target, 1.0, "cx.trip.prone")
    if target.stance == "prone":
        raise Refused("cx.trip.prone", f"{target.id} is down already", [])
    if not attempt(state, table, one, target, "cx.trip.prone"):
        return
    if not opposed(state, table, one, target, "cx.maneuver.check"):
        return
    target.stance, target.hunkered = "prone", False
    table.emit("cx.trip.prone", one.id, target.id)
    lose_aim(table, target, "cx.ruling.aim-thrown")
    if grapple_of(state, target) is not None:
        free(state, table, target, "cx.trip.grapple", by=one)


def disarm(state: CompoundX, table: Table, act: Disarm) -> None:
    """Name what is to fall; both choose their skill. cx.disarm.declare, cx.disarm.check"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    check_maneuver(state, one, target, reach_for(one, act.weapon, "disarm"), "cx.disarm.declare")
    item = next((each for each in held_items(target) if each.key == act.item), None)
    if item is None:
        raise Refused(
            "cx.disarm.declare", f"{target.id} does not wield {act.item!r}", [each.key for each in held_items(target)]
        )
    if act.skill and act.skill not in MANEUVER:
        raise Refused("cx.disarm.check", f"no skill {act.skill!r} for this", list(MANEUVER))
    if not attempt(state, table, one, target, "cx.disarm.declare"):
        return
    table.emit("cx.disarm.declare", one.id, target.id, note=item.name)
    clumsy = not handles(table, target, item)
    if clumsy:
        table.emit("cx.disarm.disadvantage", target.id, note=item.name)
    if not opposed(state, table, one, target, "cx.disarm.check", skill=act.skill or "athletics", clumsy=clumsy):
        return
    item.in_hand, item.dropped, item.lies = False, True, target.at
    if isinstance(item, Weapon):
        for under in hung_under(table.content, target.weapons, item):
            under.in_hand, under.dropped, under.lies, under.reloading = False, True, target.at, 0
        item.reloading = 0
        lose_aim(table, target, "cx.ruling.aim-persistence")
    table.emit("cx.disarm.result", one.id, target.id, note=item.name)
    table.emit("cx.ruling.disarm-drop", target.id, note=item.name)


def handles(table: Table, one: Fighter, item: Item) -> bool:
    """Is the defender proficient with it?"""
    if isinstance(item, Blade):
        return proficient(table.content, one, item)
    if isinstance(item, Weapon):
        return knows(table.content, one, item.group)
    return knows(table.content, one, item.size) if isinstance(item, Dart) else True
