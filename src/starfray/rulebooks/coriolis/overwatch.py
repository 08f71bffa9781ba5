"""Overwatch fire: who is in whose arc, the shot before the action, and two who watch each other."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians, sin

from starfray.engine.rules import Option, Table, Tally
from starfray.engine.scene import Point, along, apart, bearing, in_arc
from starfray.engine.walls import wall_between
from starfray.rulebooks.coriolis.aim import guns_of, why_no_shot
from starfray.rulebooks.coriolis.core import NORMAL, add_skill, skill_test
from starfray.rulebooks.coriolis.declare import help_reaction, pay_reaction
from starfray.rulebooks.coriolis.modifiers import ranged_pool
from starfray.rulebooks.coriolis.ranges import hostile, reveal, sees
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, fighter

ARC = 90.0  # coriolis.action.overwatch.arc: 45 degrees either side of the line of aim, the edges included


#: how a shot is fired, registered by the chapter on ranged attacks: a reaction is carried out by rules that open windows for
#: reactions themselves
REACTIONS: list[Callable[[Coriolis, Table, Fighter, Fighter, Weapon, Tally], None]] = []


def may_react(actor: Fighter) -> bool:
    """Nobody in a clinch reacts, from either side of it, nor anybody tied, paralysed from the neck down or unaware.

    coriolis.ruling.grapple.reactions, coriolis.ruling.broken.reactions, coriolis.ruling.immobile
    coriolis.ruling.sneak.noticed
    """
    return actor.aware and not actor.stunned and not actor.immobile and not actor.grapples and not actor.grappled_by


def watched(state: Coriolis, watcher: Fighter, target: Fighter, at: Point | None = None) -> bool:
    """Is the target (standing, or passing `at`) in the watcher's arc? Without a map: is she among those watched?"""
    watch = watcher.overwatch
    if watch is None:
        return False
    where = at or target.at
    if watch.toward is not None and watcher.at is not None and where is not None:
        return in_arc(watcher.at, watch.toward, where, ARC)
    return target.id in watch.watching


def gun_for(state: Coriolis, watcher: Fighter, target: Fighter) -> Weapon | None:
    """The first gun at hand that could fire at this target now."""
    return next((gun for gun in guns_of(state, watcher) if why_no_shot(state, watcher, target, gun) is None), None)


def can_watch_fire(state: Coriolis, watcher: Fighter, target: Fighter) -> bool:
    """On overwatch, free to react, the target seen and in the arc, a loaded gun that reaches.

    coriolis.action.overwatch-fire.requires
    """
    ready = may_react(watcher) and sees(watcher, target) and watched(state, watcher, target)
    return ready and gun_for(state, watcher, target) is not None


def offer_overwatch_fire(state: Coriolis, table: Table, watcher: Fighter, actor: Fighter, aims_at: Fighter | None) -> bool:
    """Before `actor` carries out what she declared: a normal shot for 2 AP at anyone in the arc, as often as AP last.

    Says whether a shot was fired. coriolis.action.overwatch-fire
    """
    fired = False
    while watcher.ap >= NORMAL and watcher.overwatch is not None and may_react(watcher):
        table.merge("coriolis.action.overwatch-fire", watcher.id)
        enemies = [
            each
            for each in state.roster.values()
            if hostile(watcher, each) and (each.conscious or each.wild) and sees(watcher, each)
        ]
        targets = [each for each in enemies if can_watch_fire(state, watcher, each)]
        if not targets:
            break
        options = [Option(each.id, rule="coriolis.action.overwatch-fire.requires") for each in targets]
        options.append(Option("hold", "hold fire", rule="coriolis.ruling.reaction-windows"))
        pick = table.choose(
            "coriolis.action.overwatch-fire", watcher.id, options, "Fire from overwatch?", facts={"ap": watcher.ap}
        )
        if pick == "hold":
            break
        target = fighter(state, pick)
        fired = True
        pay_reaction(table, watcher, NORMAL)  # of the running turn: coriolis.ruling.overwatch.boundary
        table.cite("coriolis.action.overwatch-fire.timing")
        if target is actor and aims_at is watcher:
            table.cite("coriolis.example.overwatch-first")
        if can_watch_fire(state, target, watcher):
            mutual_overwatch(state, table, watcher, target)
        else:
            overwatch_shot(state, table, watcher, target)
    return fired


def overwatch_shot(state: Coriolis, table: Table, watcher: Fighter, target: Fighter) -> None:
    """A plain Shot with all common modifiers, never aimed, quick or full auto. coriolis.ruling.overwatch.shot"""
    gun = gun_for(state, watcher, target)
    if gun is None:  # dropped in an exchange of fire
        return
    reveal(state, table, watcher)
    table.emit("coriolis.action.overwatch-fire", watcher.id, target.id, note=gun.name)
    tally = ranged_pool(state, table, watcher, target, gun)
    help_reaction(tally, watcher, "overwatch-fire", target.id)
    REACTIONS[0](state, table, watcher, target, gun, tally)


def mutual_overwatch(state: Coriolis, table: Table, declarer: Fighter, other: Fighter) -> None:
    """Both watch each other: an opposed roll, free for both, decides who goes first. coriolis.action.overwatch-fire.mutual

    The declarer has paid her 2 AP and loses them if she is hurt first. coriolis.ruling.overwatch.mutual
    """
    ours = quickness(state, table, declarer, other)
    table.merge("coriolis.action.overwatch-fire.mutual", (declarer.id, other.id, ours))
    theirs = quickness(state, table, other, declarer)
    earlier = state.order.index(declarer.id) < state.order.index(other.id)
    declarer_first = ours > theirs or (ours == theirs and earlier)
    winner, loser = (declarer, other) if declarer_first else (other, declarer)
    table.emit("coriolis.action.overwatch-fire.mutual", winner.id, loser.id)
    table.enter((declarer.id, other.id, declarer_first))
    if declarer_first:
        overwatch_shot(state, table, declarer, other)
        fire_back(state, table, other, declarer)
    else:
        fire_back(state, table, other, declarer)
        if can_watch_fire(state, declarer, other):
            overwatch_shot(state, table, declarer, other)
    table.leave()


def quickness(state: Coriolis, table: Table, actor: Fighter, against: Fighter) -> int:
    """Agility + Ranged Combat + weapon bonus, no other modifier. coriolis.ruling.overwatch.mutual"""
    gun = gun_for(state, actor, against)
    assert gun is not None
    tally = table.tally(actor)
    add_skill(tally, actor, "ranged-combat")
    tally.add(gun.bonus, "coriolis.ruling.overwatch.mutual", gun.name)
    return skill_test(state, table, actor, tally, "coriolis.action.overwatch-fire.mutual")


def fire_back(state: Coriolis, table: Table, actor: Fighter, declarer: Fighter) -> None:
    """The one who did not declare needs 2 AP, pays on firing, and may decline; whoever is hurt watches no more."""
    if actor.ap < NORMAL or not declarer.conscious or not can_watch_fire(state, actor, declarer):
        return
    if table.confirm("coriolis.ruling.overwatch.mutual", actor.id, f"Fire at {declarer.id}?", facts={"ap": actor.ap}):
        pay_reaction(table, actor, NORMAL)
        overwatch_shot(state, table, actor, declarer)


# --- a path that comes into an arc -----------------------------------------------------------------------------
def enters_arc(watcher: Fighter, start: Point, path: tuple[Point, ...]) -> tuple[float, Point] | None:
    """How far along the path it first comes into the arc, and where; None if it never does."""
    watch, apex = watcher.overwatch, watcher.at
    if watch is None or watch.toward is None or apex is None:
        return None
    aim = bearing(apex, watch.toward)
    right, left = direction(aim - ARC / 2), direction(aim + ARC / 2)
    walked = 0.0
    for here, there in zip((start, *path), path, strict=False):
        inside = (0.0, 1.0)  # the part of this leg that lies left of the right edge and right of the left edge
        inside = clip(inside, side_of(right, apex, here), side_of(right, apex, there))
        inside = clip(inside, -side_of(left, apex, here), -side_of(left, apex, there))
        if inside[0] <= inside[1]:
            point = (here[0] + inside[0] * (there[0] - here[0]), here[1] + inside[0] * (there[1] - here[1]))
            return walked + inside[0] * apart(here, there), point
        walked += apart(here, there)
    return None


def comes_into_sight(state: Coriolis, watcher: Fighter, start: Point, path: tuple[Point, ...]) -> tuple[float, Point] | None:
    """Among walls: the first point of the path, looked at every half metre, in the arc and in sight. coriolis.ruling.wall"""
    watch, apex = watcher.overwatch, watcher.at
    if watch is None or watch.toward is None or apex is None:
        return None
    walked, here = 0.0, start
    for point in along(start, path):
        walked += apart(here, point)
        here = point
        if in_arc(apex, watch.toward, point, ARC) and in_sight(state, watcher, point):
            return walked, point
    return None


def in_sight(state: Coriolis, watcher: Fighter, point: Point) -> bool:
    return not state.scene.walls or wall_between(state, watcher.at, point) is None


def direction(degrees: float) -> Point:
    return cos(radians(degrees)), sin(radians(degrees))


def side_of(edge: Point, apex: Point, point: Point) -> float:
    """How far left of the edge the point lies, in metres; a millionth of a metre counts as on it."""
    metres = edge[0] * (point[1] - apex[1]) - edge[1] * (point[0] - apex[0])
    return 0.0 if abs(metres) < 1e-9 * (1 + hypot(*point)) else metres


def clip(part: tuple[float, float], at_start: float, at_end: float) -> tuple[float, float]:
    """The part of a leg on which a figure that runs evenly from `at_start` to `at_end` is not negative."""
    first, last = part
    if at_start < 0 and at_end < 0:
        return 1.0, 0.0
    if at_start < 0:
        first = max(first, at_start / (at_start - at_end))
    elif at_end < 0:
        last = min(last, at_start / (at_start - at_end))
    return first, last
