"""Reactions: who may cut in before a declared action is carried out. coriolis.ruling.reaction-windows

(a) everybody on overwatch, in turn order; (b) for a move, attacks of opportunity in turn order. Defending is asked by the
melee attack itself. A reaction opens no further window.
"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.scene import Point, along, apart, in_arc, nearest_on
from starfray.engine.table import Table
from starfray.engine.values import Option
from starfray.rulebooks.coriolis.core import FAST, NORMAL, add_skill, skill_test
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, band, engaged, hostile
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, fighter

ARC = 90.0  # coriolis.action.overwatch.arc


@dataclass(slots=True)
class Happening:
    """What is about to be done, for those who may react to it."""

    kind: str
    actor: Fighter
    target: Fighter | None = None


def carried_out(state: Coriolis, table: Table, happening: Happening) -> bool:
    """The action is declared and paid; reactions come first. Can the actor still carry it out?"""
    actor = happening.actor
    end_own_overwatch(state, table, happening)
    for place, watcher in enumerate(in_turn_order(state)):
        table.remember(place)
        offer_overwatch(state, table, watcher, actor)
        table.forget()
    return still_able(table, actor)


def may_react(one: Fighter) -> bool:
    """Nobody in a clinch reacts, from either side of it. coriolis.ruling.grapple.reactions, coriolis.ruling.broken.reactions"""
    return one.able and not one.grapples and not one.grappled_by


def still_able(table: Table, actor: Fighter) -> bool:
    if not actor.able:
        table.emit("coriolis.ruling.ap.declared", actor.id)
    return actor.able


def end_own_overwatch(state: Coriolis, table: Table, happening: Happening) -> None:
    """Any action of yours but a shot into the arc ends it. coriolis.action.overwatch.lost-action"""
    one, target = happening.actor, happening.target
    shoots = happening.kind in ("shot", "aimed-shot", "quick-shot", "full-auto")
    if one.overwatch is not None and not (shoots and target is not None and watched(state, one, target)):
        one.overwatch = None
        table.emit("coriolis.action.overwatch.lost-action", one.id)


def in_turn_order(state: Coriolis) -> list[Fighter]:
    return [state.roster[who] for who in state.order if who in state.roster]


# --- overwatch -------------------------------------------------------------------------------------------------


def watched(state: Coriolis, watcher: Fighter, target: Fighter, at: Point | None = None) -> bool:
    """Is the target (standing, or passing `at`) in the watcher's arc?"""
    aim = watcher.overwatch
    if aim is None:
        return False
    where = at or target.at
    if aim.toward is not None and watcher.at is not None and where is not None:
        return in_arc(watcher.at, aim.toward, where, ARC)
    return target.id in aim.watching


def offer_overwatch(state: Coriolis, table: Table, watcher: Fighter, mover: Fighter) -> None:
    """A normal shot for 2 AP at anyone in the arc, as often as AP last. coriolis.action.overwatch-fire"""
    while watcher is not mover and watcher.overwatch is not None and may_react(watcher) and watcher.ap >= NORMAL:
        gun = loaded_gun(watcher)
        targets = [
            each
            for each in state.roster.values()
            if hostile(watcher, each) and each.conscious and watched(state, watcher, each)
            and gun is not None and in_reach(state, watcher, each, gun)
        ]  # fmt: skip
        if gun is None or not targets:
            return
        options = [Option(each.id, rule="coriolis.action.overwatch-fire.requires") for each in targets]
        options.append(Option("hold", "hold fire"))
        pick = table.choose("coriolis.action.overwatch-fire", watcher.id, options, "Fire from overwatch?",
                            facts={"ap": watcher.ap})
        if pick == "hold":
            return
        target = fighter(state, pick)
        watcher.ap -= NORMAL  # coriolis.action.overwatch-fire
        table.emit("coriolis.action.overwatch-fire.timing", watcher.id, mover.id)
        if target.overwatch is not None and watched(state, target, watcher) and may_react(target) and loaded_gun(target):
            mutual(state, table, watcher, gun, target)
        else:
            watch_shot(state, table, watcher, target, gun)


def watch_shot(state: Coriolis, table: Table, watcher: Fighter, target: Fighter, gun: Weapon) -> None:
    """A plain Shot with all common modifiers. coriolis.ruling.overwatch.shot"""
    from starfray.rulebooks.coriolis.attack import fire, ranged_pool

    table.emit("coriolis.action.overwatch-fire", watcher.id, target.id, note=gun.name)
    tally = ranged_pool(state, table, watcher, target, gun)
    fire(state, table, watcher, target, gun, tally)


def mutual(state: Coriolis, table: Table, one: Fighter, gun: Weapon, other: Fighter) -> None:
    """Both watch each other: an opposed roll, free for both, decides who goes first. coriolis.action.overwatch-fire.mutual

    The declarer has paid; the other pays on firing and may decline. Whoever is hurt first loses overwatch and the shot.
    """
    back = loaded_gun(other)
    assert back is not None
    tallies = []
    for each, weapon in ((one, gun), (other, back)):
        tally = table.tally(each)
        add_skill(tally, each, "ranged-combat")
        tally.add(weapon.bonus, "coriolis.ruling.overwatch.mutual", weapon.name)
        tallies.append(tally)
    ours = skill_test(state, table, one, tallies[0], "coriolis.action.overwatch-fire.mutual")
    theirs = skill_test(state, table, other, tallies[1], "coriolis.action.overwatch-fire.mutual")
    earlier = state.order.index(one.id) < state.order.index(other.id)
    first = ours > theirs or (ours == theirs and earlier)  # coriolis.ruling.overwatch.mutual
    table.emit("coriolis.action.overwatch-fire.mutual", one.id if first else other.id, other.id if first else one.id)
    table.remember((first, one.id, other.id))
    if first:
        watch_shot(state, table, one, other, gun)
        shoot_back(state, table, other, one)
    else:
        shoot_back(state, table, other, one)
        if one.overwatch is not None and one.able:
            watch_shot(state, table, one, other, gun)
    table.forget()


def shoot_back(state: Coriolis, table: Table, one: Fighter, other: Fighter) -> None:
    """The one who did not declare: pays on firing, needs 2 AP, and may decline."""
    gun = loaded_gun(one)
    if one.overwatch is None or not may_react(one) or one.ap < NORMAL or gun is None or not other.conscious:
        return
    if table.confirm("coriolis.ruling.overwatch.mutual", one.id, f"Fire at {other.id}?", facts={"ap": one.ap}):
        one.ap -= NORMAL
        watch_shot(state, table, one, other, gun)


def loaded_gun(one: Fighter) -> Weapon | None:
    return next((each for each in one.weapons if each.in_hand and not each.melee and not each.empty), None)


def in_reach(state: Coriolis, one: Fighter, target: Fighter, gun: Weapon) -> bool:
    return band(state, one, target) - BANDS.index(gun.range) <= 1  # coriolis.ruling.ranged.beyond


# --- a move ----------------------------------------------------------------------------------------------------


def move_interrupted(state: Coriolis, table: Table, mover: Fighter, path: tuple[Point, ...]) -> Point | None:
    """Walk the path, reactions first. Gives where the mover is stopped, or None if she gets through.

    Overwatch looks at the start and once more where the path first enters an arc that did not hold the start;
    attacks of opportunity come before the metres are moved, or at the nearest point. coriolis.ruling.opportunity.timing
    """
    start = mover.at
    assert start is not None
    end = path[-1]
    late = [each for each in in_turn_order(state) if each.overwatch is not None and not watched(state, each, mover, start)]
    for enemy in in_turn_order(state):
        if enemy is not mover and leaves(state, mover, enemy, end):
            table.remember(enemy.id)
            offer_opportunity(state, table, enemy, mover, "coriolis.action.opportunity.leaving")
            table.forget()
            if not mover.able:
                return start
    for point in along(start, path):
        entered = [each for each in late if each is not mover and watched(state, each, mover, point)]
        passed = [each for each in in_turn_order(state) if passes_at(mover, each, start, path, point)]
        if entered or passed:
            mover.at = point
        for watcher in entered:
            late.remove(watcher)
            table.remember((point, watcher.id))
            offer_overwatch(state, table, watcher, mover)
            table.forget()
        for enemy in passed:
            table.remember((point, enemy.id))
            offer_opportunity(state, table, enemy, mover, "coriolis.action.opportunity.passing")
            table.forget()
        if not mover.able:
            return point
    return None


def leaves(state: Coriolis, mover: Fighter, enemy: Fighter, end: Point) -> bool:
    """Trigger 1: engaged at the start, more than 2 m away at the end. coriolis.ruling.opportunity.geometry"""
    return engaged(state, mover, enemy) and enemy.at is not None and apart(enemy.at, end) > CLOSE


def passes_at(mover: Fighter, enemy: Fighter, start: Point, path: tuple[Point, ...], here: Point) -> bool:
    """Trigger 2: start and end further than 2 m away, some point of the path within; at the nearest such point."""
    if enemy is mover or not hostile(mover, enemy) or enemy.at is None or not enemy.able or not enemy.aware:
        return False
    if apart(enemy.at, start) <= CLOSE or apart(enemy.at, path[-1]) <= CLOSE:
        return False
    near = nearest_of_path(start, path, enemy.at)
    if apart(near, enemy.at) > CLOSE:
        return False
    points = along(start, path)
    return here == min(points, key=lambda point: apart(point, near))


def nearest_of_path(start: Point, path: tuple[Point, ...], to: Point) -> Point:
    legs = zip((start, *path), path, strict=False)
    return min((nearest_on(one, other, to) for one, other in legs), key=lambda point: apart(point, to))


def offer_opportunity(state: Coriolis, table: Table, enemy: Fighter, mover: Fighter, trigger: str) -> None:
    """coriolis.action.opportunity: 1 AP, +2, otherwise an ordinary melee attack."""
    from starfray.rulebooks.coriolis.melee import melee_weapon_of, strike

    if not may_react(enemy) or enemy.ap < FAST or enemy.prone:
        return
    if not table.confirm("coriolis.action.opportunity", enemy.id, f"Strike at {mover.id}?", facts={"ap": enemy.ap}):
        return
    enemy.ap -= FAST
    table.emit(trigger, enemy.id, mover.id)
    weapon = melee_weapon_of(enemy)
    strike(state, table, enemy, mover, weapon, 2, "coriolis.action.opportunity.bonus")
