"""Running, jumping, getting into cover; Reactions cut in on the way."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, flag, one_of, somebody
from starfray.engine.scene import Cover, Point, along, apart, bearing, covers_at, distance, known_distance, path_length, relate
from starfray.engine.walls import short_of_walls
from starfray.rulebooks.compound_x.aim import out_of_sight
from starfray.rulebooks.compound_x.engagement import clear_wards, refuse_way, suppressed, why_no_space
from starfray.rulebooks.compound_x.fields import foes_of
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show, undertake
from starfray.rulebooks.compound_x.movement_rates import explain_run, jump_across, jump_up, metres_for, reach_of_run
from starfray.rulebooks.compound_x.sight import come_to_light
from starfray.rulebooks.compound_x.state import ADJACENT, CompoundX, Fighter, Hiding, afford, fighter, fold_legs, pay


@dataclass(frozen=True, slots=True)
class Run(Action):
    """Along a path of points, for 1 or 2 Actions; without a map, to a distance from somebody."""

    KIND: ClassVar[str] = "run"
    path: tuple[Point, ...] = ()
    actions: int = 2
    cover: str = ""  # the cover to end up behind
    sprint: bool = False
    target: str = ""
    metres: float = -1.0


@dataclass(frozen=True, slots=True)
class Jump(Action):
    """Part of a movement Action: across to a point, or up by so many metres."""

    KIND: ClassVar[str] = "jump"
    to: Point | None = None
    up: int = 0


@dataclass(frozen=True, slots=True)
class TakeCover(Action):
    """Use cover that is within reach of where one is."""

    KIND: ClassVar[str] = "take-cover"
    cover: str = ""


def run_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if actor.hunkered:
        return Refused("cx.stance.hunker", f"{actor.id} is hunkered down", ["unhunker"])
    if metres_for(state, actor, 2) == 0:
        return Refused("cx.move.run", f"{actor.id} is too heavily laden to move", [])
    return None


def run_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    most = min(2, max(1, actor.actions))
    actions = Field("actions", "number", low=1, high=most, default=str(most))
    sprint = flag("sprint", "+1 m per Action, +1 miss chance afterwards")
    breath = actor.stance == "standing" and actor.sprinted < actor.stats.fortitude
    reach, furthest = reach_of_run(state, actor, most, False), reach_of_run(state, actor, most, breath)
    if actor.at is not None:
        hint = f"{reach} m, in a sprint {furthest} m" if breath else ""
        path = Field("path", "path", high=furthest, centre=actor.at, hint=hint, unit="metres")
        return [path, actions, one_of("cover", [cover.name for cover in state.scene.cover], required=False), sprint]
    friends = [other for other in state.everyone() if other.side == actor.side and other is not actor and not other.out]
    known = [other for other in [*foes_of(state, actor), *friends] if known_distance(state, actor, other) is not None]
    gaps = [known_distance(state, actor, other) or 0.0 for other in known] or [200.0]
    metres = Field("metres", "number", low=max(1, ceil(min(gaps) - furthest)), high=int(max(gaps) + furthest), unit="metres")
    return [somebody("target", known or foes_of(state, actor)), metres, actions, sprint]


def more_run_hints(state: CompoundX, actor: Fighter) -> tuple[str, ...]:
    suit = ("cx.eva.movement",) if actor.suit else ()
    return (*suit, "cx.suppression.escape") if suppressed(state, actor) else suit


def run(state: CompoundX, table: Table, action: Run) -> None:
    """Movement Speed less penalties for 2 Actions; Reactions cut in on the way. cx.move.run"""
    actor = fighter(state, action.actor)
    reach = check_run(state, actor, action)
    end = cover_at_end(state, action, actor)
    length = check_way(state, actor, action, reach) + actor.ran  # with what was run just before it
    table.allowed()
    half = action.actions == 1 and not actor.half_run
    pay(actor, action.actions, sprint=action.sprint, half_run=half)  # cx.actions.move
    tally = explain_run(state, table, actor, action.actions, action.sprint)
    table.emit("cx.move.run", actor.id, number=reach, note="sprints" if action.sprint else "runs", tally=tally)
    if action.sprint:
        table.emit("cx.move.sprint", actor.id, number=action.actions)
        table.emit("cx.ruling.sprint-window", actor.id, number=actor.winded)
        table.emit("cx.ruling.sprint-consecutive", actor.id, number=actor.sprinted)
    hidden = end is not None and hiding(end) == "concealed"
    stance, at = actor.stance, actor.at
    actor.stirred = True
    clear_wards(state)
    goes = interrupts(state, table, Declaration("moves", actor, hidden_end=hidden))
    if not goes or actor.stance != stance or actor.at != at:  # down, on the floor, or pushed aside
        return
    with_him = action.target if action.metres <= ADJACENT else ""  # without a map: still within reach afterwards
    if not action.path and not interrupts(state, table, Declaration("leaves", actor, spared=with_him)):
        clear_wards(state)
        return
    actor.cover = ""
    come_to_light(state, table, actor)
    fold_legs(actor)
    if not action.path:
        gap = distance(state, actor, fighter(state, action.target))  # that one may have moved away meanwhile
        relate(state.scene, "distance", actor.id, action.target, min(max(action.metres, gap - reach), gap + reach))
    elif not along_the_path(state, table, actor, action.path, hidden):
        clear_wards(state)
        return
    clear_wards(state)
    actor.ran = length
    turn_to(actor, at, action.path)
    if end is not None:
        hide(table, actor, end)
    out_of_sight(state, table, actor, at)


RUN = ActionKind(
    Run, run, "cx.move.run", 1, "1 or 2 Actions", "move", refusal=run_refusal, fields=run_fields, more_hints=more_run_hints
)


def turn_to(actor: Fighter, start: Point | None, path: tuple[Point, ...]) -> None:
    """One faces the way one went. cx.ruling.flank-facing"""
    before = path[-2] if len(path) > 1 else start
    if path and before is not None and apart(before, path[-1]) > 1e-6:
        actor.facing = round(bearing(before, path[-1]), 1)


def check_way(state: CompoundX, actor: Fighter, action: Run, reach: int) -> float:
    """How far it is; refused if too far, or into somebody's space. cx.melee.space"""
    if action.path:
        assert actor.at is not None
        length = path_length(actor.at, action.path)
        if length > reach + 1e-9:
            raise Refused("cx.move.run", f"{length:.1f} m is further than {reach} m", [f"{reach} m"])
        refuse_way(state, actor, action.path)
        fault = why_no_space(state, actor, action.path[-1])
        if fault is not None:
            raise fault
        return length
    gap = distance(state, actor, fighter(state, action.target))
    if action.metres < 0 or abs(gap - action.metres) > reach + 1e-9:
        low, high = max(0.0, gap - reach), gap + reach
        raise Refused("cx.move.run", f"{actor.id} is {gap:g} m from {action.target}", [f"{low:g} to {high:g} m"])
    if action.metres < 1:
        raise Refused("cx.melee.space", f"{action.target} stands there", ["metres=1"])
    return abs(gap - action.metres)


def short_of_others(state: CompoundX, actor: Fighter, start: Point, end: Point) -> Point | None:
    """As near to the end as nobody's space and no wall allows, on the straight line there; None if that is nowhere."""
    end = short_of_walls(state, start, end, on_foot=True)
    whole = apart(start, end)
    for back in range(int(whole * 2) + 1):
        share = (whole - back / 2) / whole if whole else 0.0
        spot = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        if share > 0 and why_no_space(state, actor, spot) is None:
            return spot
    return None


def jump_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if actor.stance != "standing" or actor.hunkered:
        return Refused("cx.stance.crouch", "one jumps upright only", ["stand"])
    return None


def jump_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    up = Field("up", "number", low=0, high=jump_up(actor), required=actor.at is None, unit="metres", hint="metres high")
    if actor.at is None:
        up.low, up.high = 1.0, float(max(1, jump_up(actor)))
        return [up]
    return [Field("to", "point", high=jump_across(actor), centre=actor.at), up]


def jump(state: CompoundX, table: Table, action: Jump) -> None:
    """Part of a movement Action: DEX/2 m across, 1 m more with a run-up of 3 m; STR/3 m up. cx.ruling.jump"""
    actor = fighter(state, action.actor)
    if action.to is None and action.up <= 0:
        raise Refused("cx.ruling.jump", "where to?", ["to=X,Y", "up=METRES"])
    if action.up > jump_up(actor):
        raise Refused("cx.move.jump-v", f"{actor.id} jumps {jump_up(actor)} m high", [f"up={jump_up(actor)}"])
    if action.to is not None:
        if actor.at is None:
            raise Refused("cx.ruling.jump", f"{actor.id} has no place on the map", [])
        if apart(actor.at, action.to) > jump_across(actor) + 1e-9:
            raise Refused("cx.move.jump-h", f"{actor.id} jumps {jump_across(actor)} m", [f"{jump_across(actor)} m"])
        refuse_way(state, actor, (action.to,))
        fault = why_no_space(state, actor, action.to)
        if fault is not None:
            raise fault
    cost = 0 if actor.ran > 0 else 1  # the end of a run
    afford(actor, cost)
    table.allowed()
    pay(actor, cost)
    actor.stirred = True
    table.emit("cx.ruling.jump", actor.id, number=cost)
    clear_wards(state)
    here = actor.at
    if not interrupts(state, table, Declaration("moves", actor)) or actor.at != here or actor.stance != "standing":
        return
    if action.up:
        table.emit("cx.move.jump-v", actor.id, number=action.up)
    if action.to is not None:
        before, far = actor.at, jump_across(actor)
        if interrupts(state, table, Declaration("leaves", actor, before, action.to)) and actor.at == before:
            actor.at, actor.cover, actor.ran = action.to, "", 0.0
            fold_legs(actor)
            table.emit("cx.move.jump-h", actor.id, number=far)
            turn_to(actor, before, (action.to,))
            interrupts(state, table, Declaration("passes", actor, before, action.to, 1))
            out_of_sight(state, table, actor, before)
    clear_wards(state)


JUMP = ActionKind(
    Jump, jump, "cx.ruling.jump", 0, "part of a run, or 1 Action", "move", refusal=jump_refusal, fields=jump_fields
)


def check_run(state: CompoundX, actor: Fighter, action: Run) -> int:
    """Everything that forbids running, and how far it may go."""
    if action.actions not in (1, 2):
        raise Refused("cx.move.run", "a run takes 1 or 2 Actions", ["actions=1", "actions=2"])
    afford(actor, action.actions)
    if action.sprint:
        if actor.stance != "standing":
            raise Refused("cx.stance.crouch", "one sprints upright only", ["stand"])
        if actor.sprinted + action.actions > actor.stats.fortitude:
            raise Refused("cx.move.sprint-limit", f"{actor.id} is out of breath", ["run without sprint"])
    if action.path and actor.at is None:
        raise Refused("cx.move.run", f"{actor.id} has no place on the map", ["target=… metres=…"])
    if action.path and (action.target or action.metres >= 0):
        raise Refused("cx.move.run", "along a path, or to a distance from somebody?", ["path=X,Y", "target=… metres=…"])
    if not action.path and not action.target:
        raise Refused("cx.move.run", "where to?", ["path=X,Y>X,Y"])
    return reach_of_run(state, actor, action.actions, action.sprint)


def along_the_path(state: CompoundX, table: Table, actor: Fighter, path: tuple[Point, ...], hidden: bool) -> bool:
    """Piece by piece; whoever is downed, passes out or hits the dirt on the way stays there."""
    assert actor.at is not None
    stance = actor.stance
    points = along(actor.at, path)
    for piece in range(1, len(points)):
        before, here = points[piece - 1], points[piece]
        table.enter(("path", piece))
        left = interrupts(state, table, Declaration("leaves", actor, before, here, piece))
        table.leave()
        if not left or actor.stance != stance or actor.at != before:
            return False
        actor.at = here
        come_to_light(state, table, actor)
        table.enter(("path", piece))
        able = interrupts(state, table, Declaration("passes", actor, before, here, piece, hidden))
        table.leave()
        if not able or actor.stance != stance or actor.at != here:
            return False
    return True


def cover_at_end(state: CompoundX, action: Run, actor: Fighter) -> Cover | None:
    """The cover the run is to end behind."""
    if not action.cover:
        return None
    near = covers_at(state, action.path[-1] if action.path else None)
    found = next((each for each in near if each.name == action.cover), None)
    if found is None:
        raise Refused("cx.cover.visibility", f"no {action.cover!r} within reach of the end", [each.name for each in near])
    return found


def hiding(cover: Cover) -> Hiding:
    """What a piece of the scene is worth as cover: by its kind, else by its rating."""
    if cover.kind == "concealed":
        return "concealed"
    if cover.kind == "full" or cover.rating >= 4:
        return "full"
    return "partial"


COVER_RULES = {"partial": "cx.cover.partial", "full": "cx.cover.full", "concealed": "cx.suppression.concealed"}


def hide(table: Table, actor: Fighter, cover: Cover) -> None:
    actor.cover = hiding(cover)
    table.emit(COVER_RULES[actor.cover], actor.id, note=cover.name)


def take_cover(state: CompoundX, table: Table, action: TakeCover) -> None:
    """Cover is where one is: using what is within reach takes no Action, getting wholly out of sight one, as lying down does.

    Out of complete concealment into lesser cover is moving out into the open. cx.actions.unlisted, cx.ruling.concealed-fire
    """
    actor = fighter(state, action.actor)
    fault = why_no_cover(state, actor, action.cover)
    if fault is not None:
        raise fault
    cover = best_cover(state, actor, action.cover)
    cost = 1 if hiding(cover) == "concealed" else 0
    afford(actor, cost)
    table.allowed()
    if undertake(state, table, Declaration("acts", actor)) if cost else show(state, table, actor):
        hide(table, actor, cover)


def cover_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("cover", [cover.name for cover in covers_at(state, actor.at)], required=False)]


TAKE_COVER = ActionKind(
    TakeCover, take_cover, "cx.ranged.cover-add", cost_words="free, or 1 Action", fields=cover_fields,
    hints=("cx.cover.visibility",),
)  # fmt: skip


def best_cover(state: CompoundX, actor: Fighter, name: str) -> Cover:
    near = [each for each in covers_at(state, actor.at) if name in ("", each.name)]
    return max(near, key=lambda each: ("partial", "full", "concealed").index(hiding(each)))


def why_no_cover(state: CompoundX, actor: Fighter, name: str) -> Refused | None:
    names = [each.name for each in covers_at(state, actor.at)]
    if not names or (name and name not in names):
        return Refused("cx.cover.visibility", "there is no such cover within reach", names or ["run"])
    if actor.cover == hiding(best_cover(state, actor, name)):
        return Refused("cx.cover.visibility", f"{actor.id} is in {actor.cover} cover already", [])
    return None
