"""Wait, and the way: who may cut in before somebody else's act, or on her way. gurps.maneuver.wait, gurps.ruling.wait-list

Those who wait are looked at in turn order. A Wait is used up by acting, so acts may nest, but never without end. What was held
becomes an ordinary action against whoever set it off, and is refused and played like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starfray.engine import trace
from starfray.engine.barriers import way_blocked
from starfray.engine.rules import GM, Action, Option, Point, Refused, Table, apart, bearing, distance, known_distance, relate
from starfray.engine.scene import along, path_length
from starfray.engine.tables.dry_run import refusal
from starfray.rulebooks.gurps.core import beyond, half_move, hexes, hostile, step_of
from starfray.rulebooks.gurps.state import DERIVED, TRIGGERS, Fighter, Gurps, Waiting, body_of, fighter, named
from starfray.rulebooks.gurps.weapons import bar_to_attack, reaches_of, weapon_of

Path = tuple[Point, ...]
#: what may follow a Wait: the name of a maneuver → (watcher, what she waits with, the foe, the way to him as path or yards):
#: the action it becomes. The chapters of these maneuvers put themselves in
HELD: dict[str, Callable[[Fighter, Waiting, str, Path, float], Action]] = {}


@dataclass(frozen=True, slots=True)
class Declaration:
    """What is about to happen, for those who wait."""

    kind: str  # move, attack, other, sign
    actor: str
    targets: tuple[str, ...] = ()  # of an attack
    before: Point | None = None  # a move on a map: the point before this one; None at its first


def somebody_waits(state: Gurps) -> bool:
    return any(actor.waiting is not None for actor in state.roster.values())


def interrupts(
    state: Gurps, table: Table, actor: Fighter, kind: str, targets: tuple[str, ...] = (), before: Point | None = None
) -> bool:
    """Those who wait for it cut in. Can the actor still go on?"""
    if kind == "attack":
        come_out(table, actor)
    if somebody_waits(state):
        ask_watchers(state, table, actor, Declaration(kind, actor.id, targets, before))
    return actor.able


def come_out(table: Table, attacker: Fighter) -> None:
    """Whoever attacks from hiding is seen from then on. gurps.ruling.hidden-ends"""
    if attacker.hidden:
        attacker.hidden = False
        table.emit("gurps.ruling.hidden-ends", attacker.id)


def ask_watchers(state: Gurps, table: Table, actor: Fighter, what: Declaration) -> None:
    """Everybody whose trigger this is, as long as the actor can go on."""
    asked: list[str] = []  # groups: they wait as one
    for who in state.order:
        watcher = state.roster[who]
        waiting = watcher.waiting
        if waiting is None or watcher is actor or (watcher.group and watcher.group in asked):
            continue
        if not actor.able:
            return
        if not watcher.able or not triggered(state, watcher, waiting, actor, what):
            continue
        acts = held_actions(state, table, watcher, waiting, actor)
        if not acts:
            continue
        asked.append(watcher.group)
        table.merge("gurps.maneuver.wait", (what, who))
        if waiting.trigger == "gm":
            prompt = f"{who} waits for: {waiting.text}. Is this it ({what.kind} of {actor.id})?"
            if not table.confirm("gurps.maneuver.wait", GM, prompt):
                continue
        options = [Option("act", waiting.maneuver, rule="gurps.ruling.wait-list"), Option("hold")]
        if table.choose("gurps.maneuver.wait", who, options, f"{named(actor)}: {what.kind}. Act now?") == "act":
            foe = next(iter(acts))
            if len(acts) > 1:  # a friend's sign names no foe
                prompt = "At whom?"
                foe = table.choose("gurps.maneuver.wait", who, [Option(each) for each in acts], prompt)
            for fellow in body_of(state, watcher):
                fellow.waiting = None
            table.emit("gurps.maneuver.wait", watcher.id, foe, note=waiting.maneuver)
            table.enter((what, who))
            table.book.play(state, table, acts[foe])
            watcher.shock = 0  # gurps.ruling.wait-shock: the blow belongs to the turn she waited in
            table.leave()


def triggered(state: Gurps, watcher: Fighter, waiting: Waiting, actor: Fighter, what: Declaration) -> bool:
    if waiting.watching not in ("", actor.id):
        return False
    if waiting.trigger == "sign":
        return what.kind == "sign" and not hostile(watcher, actor) and waiting.ally in ("", actor.id)
    if what.kind == "sign":
        return False
    if waiting.trigger == "gm":
        return what.kind != "move" or what.before is None
    if not hostile(watcher, actor):
        return False
    if waiting.trigger == "attacks":
        return what.kind == "attack"
    if waiting.trigger == "attacks-ally":
        return what.kind == "attack" and waiting.ally in what.targets
    if what.kind != "move":
        return False
    gap = known_distance(state, watcher, actor)
    if gap is None or not within(watcher, waiting, gap):
        return False
    if what.before is None or watcher.at is None:
        return True
    return not within(watcher, waiting, apart(watcher.at, what.before))  # asked once, on coming in


def check_trigger(state: Gurps, trigger: str, yards: float, text: str, ally: str, watching: str) -> None:
    """Is it one of the closed list, and is everything named? gurps.ruling.wait-list"""
    if trigger not in TRIGGERS:
        raise Refused("gurps.maneuver.wait", f"{trigger!r} is no trigger", TRIGGERS)
    if trigger == "distance" and yards < 0:
        raise Refused("gurps.maneuver.wait", "within how many yards?", ["yards=N"])
    if trigger == "gm" and not text:
        raise Refused("gurps.maneuver.wait", "what is she waiting for?", ['text="…"'])
    if trigger == "attacks-ally" and not ally:
        raise Refused("gurps.maneuver.wait", "an attack on whom?", ["ally=ID"])
    for who in (ally, watching):
        if who:
            fighter(state, who)


def within(watcher: Fighter, waiting: Waiting, gap: float) -> bool:
    if waiting.trigger == "distance":
        return gap <= waiting.yards
    weapon = weapon_of(watcher, waiting.weapon)
    return weapon is not None and weapon.melee and hexes(gap) in reaches_of(weapon)


def possible(state: Gurps, table: Table, action: Action) -> bool:
    """Could she carry it out now? By the same refusals as on her own turn."""
    running = trace.suspend()
    refused = refusal(table.book, state, action)
    trace.resume(running)
    return refused is None


def held_actions(state: Gurps, table: Table, watcher: Fighter, waiting: Waiting, actor: Fighter) -> dict[str, Action]:
    """By foe, what she can do now: at the one she named, else at whoever set it off; where that is a friend, at any foe."""
    foes = [actor]
    if waiting.target:
        foes = [state.roster[waiting.target]] if waiting.target in state.roster else []
    elif waiting.maneuver != "ready" and not hostile(watcher, actor):
        foes = [each for each in state.roster.values() if hostile(watcher, each) and each.conscious and not each.hidden]
    found: dict[str, Action] = {}
    for foe in foes:
        action = held_action(state, watcher, waiting, foe)
        if possible(state, table, action):
            found[foe.id] = action
    return found


def held_action(state: Gurps, watcher: Fighter, waiting: Waiting, foe: Fighter) -> Action:
    """What she waits with, aimed at whoever set it off: from where she stands, else after a step into reach."""
    path: Path = ()
    yards = -1.0
    gap = known_distance(state, watcher, foe)
    place = where_to_strike(watcher, waiting, foe, gap) if gap is not None else -1.0
    if gap is not None and place >= 0 and place != gap:
        if watcher.at is not None and foe.at is not None:
            path = (beyond(foe.at, watcher.at, place - gap),)
        else:
            yards = place
    return HELD[waiting.maneuver](watcher, waiting, foe.id, path, yards)


def where_to_strike(watcher: Fighter, waiting: Waiting, foe: Fighter, gap: float) -> float:
    """How far from the foe she strikes: from here, else after no longer a way than the maneuver allows; -1 if from nowhere.

    gurps.maneuver.wait
    """
    weapon = weapon_of(watcher, waiting.weapon)
    if weapon is None or waiting.maneuver == "ready":
        return -1.0
    if bar_to_attack(watcher, foe, weapon, gap) != "reach":
        return gap
    most = half_move(watcher) if waiting.maneuver == "all-out-attack" else step_of(watcher)
    best = -1.0
    for reach in reaches_of(weapon):
        way = abs(gap - reach)
        if way <= most + 1e-9 and (best < 0 or way < abs(gap - best)):
            best = float(reach)
    return best


# --- on the way ------------------------------------------------------------------------------------------------
GRID = 0.01  # yards: points are written with two decimals, a way may be that much longer


def check_way(state: Gurps, actor: Fighter, path: Path, target: str, yards: float, most: float, rule: str) -> None:
    """Is the way no longer than the maneuver allows? Without a map it is a change of distance to somebody."""
    if target:
        fighter(state, target)
    if actor.grabbed and (path or yards >= 0):
        raise Refused("gurps.ruling.grab", f"{actor.grabbed} holds {actor.id}", ["break-free"])
    check_length(state, actor, path, target, yards, most, rule)


def check_length(state: Gurps, actor: Fighter, path: Path, target: str, yards: float, most: float, rule: str) -> None:
    if path and yards >= 0:
        raise Refused(rule, "a way on the map, or a distance, not both", ["path=X,Y"] if actor.at is not None else ["yards=N"])
    if path:
        if actor.at is None:
            raise Refused(rule, f"{actor.id} has no place on the map", ["target=… yards=…"])
        length = path_length(actor.at, path)
        if length > most + GRID:
            raise Refused(rule, f"{length:.1f} yards is further than {most:g}", [f"{most:g} yards"])
        blocked = way_blocked("gurps.ruling.wall", state, actor.at, path)
        if blocked is not None:
            raise blocked
    elif yards >= 0:
        other = fighter(state, target)
        if actor.at is not None and other.at is not None:
            raise Refused(rule, f"{actor.id} has a place on the map", ["path=X,Y"])
        gap = distance(state, actor, other)
        if abs(gap - yards) > most + 1e-9:
            low, high = max(0.0, gap - most), gap + most
            raise Refused(rule, f"{actor.id} is {gap:g} yards from {other.id}", [f"{low:g} to {high:g} yards"])


def check_goal(target: str, yards: float, rule: str) -> None:
    """Somebody to go to or from is named with the distance, and for nothing else."""
    if target and yards < 0:
        raise Refused(rule, f"how far from {target}?", ["target=ID yards=N"])


def way_length(state: Gurps, actor: Fighter, path: Path, target: str, yards: float) -> float:
    """How far the way goes; without a map the change of distance."""
    if path:
        return path_length(actor.at, path) if actor.at is not None else 0.0
    return abs(distance(state, actor, fighter(state, target)) - yards) if yards >= 0 else 0.0


def gap_after(state: Gurps, actor: Fighter, other: Fighter, path: Path, yards: float) -> float:
    """How far the two will be apart once the way is gone."""
    if path and other.at is not None:
        return apart(path[-1], other.at)
    return yards if yards >= 0 else distance(state, actor, other)


def go(state: Gurps, table: Table, actor: Fighter, path: Path, target: str, yards: float) -> bool:
    """Walk; those who wait for it cut in, and a mover who is down stops there. Can she go on?"""
    if path:
        return walk(state, table, actor, path)
    if yards < 0:
        return True
    relate(state.scene, "distance", actor.id, target, yards)
    return interrupts(state, table, actor, "move")


def walk(state: Gurps, table: Table, actor: Fighter, path: Path) -> bool:
    assert actor.at is not None
    start = path[-2] if len(path) > 1 else actor.at
    if actor.facing != DERIVED and start != path[-1]:  # she looks where she goes
        actor.facing = round(bearing(start, path[-1]), 1)
    posture = actor.posture
    before: Point | None = None
    points = along(actor.at, path)[1:]
    if actor.able and not somebody_waits(state):
        points = points[-1:]  # nothing can happen on the way
    for index, point in enumerate(points):
        actor.at = (round(point[0], 4), round(point[1], 4))
        here = actor.at
        table.enter(index)
        goes_on = interrupts(state, table, actor, "move", (), before)
        table.leave()
        if not goes_on:
            return False
        if actor.posture != posture or actor.at != here:  # thrown down, or driven back: the way ends here
            return actor.able
        before = here
    return True
