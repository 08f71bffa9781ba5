"""The maneuvers that do not strike: what else a fighter does with her turn of one second."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, one_of, somebody
from starfray.engine.scene import Point, distance_or
from starfray.rulebooks.gurps import form_fields
from starfray.rulebooks.gurps.attack_maneuvers import check_attack, find_weapon, strike_fields
from starfray.rulebooks.gurps.attack_skill import Swing
from starfray.rulebooks.gurps.barred import behind_wall
from starfray.rulebooks.gurps.core import POSTURE_RULE, half_move, move_of, step_of, turn_to
from starfray.rulebooks.gurps.interrupts import check_goal, check_way, go, way_length
from starfray.rulebooks.gurps.spells import known_spells
from starfray.rulebooks.gurps.state import DERIVED, Aim, Fighter, Gurps, Study, Thought, body_of, fighter
from starfray.rulebooks.gurps.turn import begin_maneuver, forget, others_first

DEFENCES = ("dodge", "parry", "block", "double")


@dataclass(frozen=True, slots=True)
class DoNothing(Action):
    KIND: ClassVar[str] = "do-nothing"


def do_nothing(state: Gurps, table: Table, action: DoNothing) -> None:
    """For a group, all of it."""
    actor = state.roster[action.actor]
    table.allowed()
    state.done = state.idle = True
    for fellow in body_of(state, actor):
        forget(fellow, aim=False)
        state.idlers.append(fellow.id)
    if not actor.group:
        state.idlers = []
    table.emit("gurps.maneuver.do-nothing.stunned" if actor.stunned else "gurps.maneuver.do-nothing", actor.id)


DO_NOTHING = ActionKind(DoNothing, do_nothing, "gurps.maneuver.do-nothing", cost_words="the turn")


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Along a path of points; without a map, to so many yards from somebody."""

    KIND: ClassVar[str] = "move"
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


def move(state: Gurps, table: Table, action: Move) -> None:
    """Own Move, and a yard more after a whole turn of running. gurps.maneuver.move, gurps.ruling.move-value"""
    actor = state.roster[action.actor]
    most = move_of(actor) + (1 if actor.ran else 0)  # gurps.maneuver.move.run
    if not action.path and action.yards < 0:
        raise Refused("gurps.maneuver.move", "a way is needed", ["path=X,Y", "target=ID yards=N"])
    check_goal(action.target, action.yards, "gurps.maneuver.move")
    check_way(state, actor, action.path, action.target, action.yards, most, "gurps.ruling.move-value")
    table.allowed()
    ran, far = actor.ran, way_length(state, actor, action.path, action.target, action.yards)
    if not begin_maneuver(state, table, actor):
        return
    table.emit("gurps.maneuver.move.run" if ran else "gurps.maneuver.move", actor.id, number=most)
    if go(state, table, actor, action.path, action.target, action.yards):
        actor.ran = actor.posture == "standing" and far >= move_of(actor) - 1e-9  # a stroll is no run


def move_refusal(state: Gurps, actor: Fighter, content: Content) -> Refused | None:
    if actor.grabbed:
        return Refused("gurps.ruling.grab", f"{actor.grabbed} holds {actor.id}", ["break-free"])
    if move_of(actor):
        return None
    return Refused(POSTURE_RULE[actor.posture], f"{actor.posture}: no movement", ["change-posture"])


def move_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return way_fields(state, actor, move_of(actor) + (1 if actor.ran else 0))


def way_fields(state: Gurps, actor: Fighter, most: float) -> list[Field]:
    """On a map the way; off it, how far from whom it ends."""
    if actor.at is not None:
        return [Field("path", "path", high=most, centre=actor.at, label="way", unit="yards")]
    foes = form_fields.foes_of(state, actor)
    gaps = [distance_or(state, actor, foe, 1.0) for foe in foes[:1]]
    likely = [Option(f"{max(0, ceil(gap - most))}") for gap in gaps]
    return [somebody("target", foes), Field("yards", "number", likely, 0, 100, label="yards from there", unit="yards")]


MOVE = ActionKind(
    Move, move, "gurps.maneuver.move", cost_words="the turn", refusal=move_refusal, fields=move_fields,
    hints=("gurps.ruling.move-value",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AllOutDefense(Action):
    KIND: ClassVar[str] = "all-out-defense"
    option: str
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


def all_out_defense(state: Gurps, table: Table, action: AllOutDefense) -> None:
    """+2 on one defence, or two defences against one attack, until the next turn. gurps.maneuver.all-out-defense"""
    actor = state.roster[action.actor]
    if action.option not in DEFENCES:
        raise Refused("gurps.maneuver.all-out-defense", f"{action.option!r} is no option", DEFENCES)
    # gurps.maneuver.all-out-defense.increased-dodge-move
    most = half_move(actor) if action.option == "dodge" else step_of(actor)
    rule = "gurps.maneuver.all-out-defense" + (".increased-dodge-move" if action.option == "dodge" else "")
    check_goal(action.target, action.yards, "gurps.maneuver.all-out-defense")
    check_way(state, actor, action.path, action.target, action.yards, most, rule)
    table.allowed()
    if not begin_maneuver(state, table, actor, aim=False):
        return
    if others_first(state, table, actor) and go(state, table, actor, action.path, action.target, action.yards):
        actor.all_out_defense = action.option
        table.emit("gurps.maneuver.all-out-defense", actor.id, note=action.option)


def all_out_defense_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("option", DEFENCES), *form_fields.step(actor, max(step_of(actor), float(half_move(actor))))]


ALL_OUT_DEFENSE = ActionKind(
    AllOutDefense, all_out_defense, "gurps.maneuver.all-out-defense", cost_words="the turn", group="defence",
    fields=all_out_defense_fields, hints=("gurps.ruling.half-move",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TakeAim(Action):
    KIND: ClassVar[str] = "aim"
    target: str
    weapon: str = ""
    braced: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0


def aim(state: Gurps, table: Table, action: TakeAim) -> None:
    """A second spent on one target with one weapon; bracing it gives nothing more.

    gurps.maneuver.aim, gurps.ruling.brace-bonus
    """
    actor, target = state.roster[action.actor], fighter(state, action.target)
    weapon = find_weapon(actor, action.weapon)
    if weapon.melee:
        raise Refused("gurps.maneuver.aim", f"the {weapon.name} is no ranged weapon", ["wait"])
    if action.braced and weapon.hands == 2 and (action.path or action.yards >= 0):
        raise Refused("gurps.maneuver.aim.braced", "a braced two-handed weapon allows no step", ["braced=no"])
    check_attack(state, table.content, actor, target, Swing(weapon, maneuver="aim"), action.path, action.yards, step_of(actor))
    table.allowed()
    old = actor.aim
    if not begin_maneuver(state, table, actor, aim=False):
        return
    if others_first(state, table, actor) and go(state, table, actor, action.path, action.target, action.yards):
        same = old is not None and actor.aim is not None and (old.target, old.weapon) == (target.id, weapon.key)
        seconds = old.seconds + 1 if same and old is not None else 1
        actor.aim = Aim(target=target.id, weapon=weapon.key, seconds=min(3, seconds))
        turn_to(actor, target.at)
        table.emit("gurps.maneuver.aim", actor.id, target.id, seconds)
        if action.braced:
            table.cite("gurps.ruling.brace-bonus")


def aim_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    guns = [weapon for weapon in form_fields.weapons_of(actor) if not weapon.melee]
    return strike_fields(state, actor, guns, step_of(actor), [], [form_fields.option("braced", "braced")])


AIM = ActionKind(
    TakeAim, aim, "gurps.maneuver.aim", cost_words="the turn", group="attack", fields=aim_fields,
    hints=("gurps.ruling.aim-loss",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Evaluate(Action):
    KIND: ClassVar[str] = "evaluate"
    target: str
    path: tuple[Point, ...] = ()
    yards: float = -1.0


def evaluate(state: Gurps, table: Table, action: Evaluate) -> None:
    """A turn of watching one foe; what was learned of another is lost. gurps.maneuver.evaluate, gurps.ruling.evaluate-loss"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    if target is actor or not target.conscious:
        raise Refused("gurps.maneuver.evaluate", f"there is nothing to learn from {target.id}", [])
    check_way(state, actor, action.path, action.target, action.yards, step_of(actor), "gurps.maneuver.evaluate")
    unseen = behind_wall(state, actor, target, action.path)  # gurps.ruling.wall
    if unseen is not None:
        raise unseen
    table.allowed()
    if not begin_maneuver(state, table, actor, aim=False, study=False):
        return
    if others_first(state, table, actor) and go(state, table, actor, action.path, action.target, action.yards):
        if actor.study is not None and actor.study.target != target.id:
            table.emit("gurps.ruling.evaluate-loss", actor.id, actor.study.target)
        turns = actor.study.turns + 1 if actor.study is not None and actor.study.target == target.id else 1
        actor.study = Study(target=target.id, turns=min(3, turns))
        table.emit("gurps.maneuver.evaluate", actor.id, target.id, actor.study.turns)
        turn_to(actor, target.at)


def evaluate_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    foes = form_fields.foes_of(state, actor)
    return [form_fields.target(foes), *form_fields.approach(actor, foes, [], step_of(actor))]


EVALUATE = ActionKind(
    Evaluate, evaluate, "gurps.maneuver.evaluate", cost_words="the turn", group="attack", fields=evaluate_fields,
    hints=("gurps.ruling.evaluate-loss",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Concentrate(Action):
    """On a spell about to be cast, or on any other task of the mind."""

    KIND: ClassVar[str] = "concentrate"
    task: str = ""
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


def concentrate(state: Gurps, table: Table, action: Concentrate) -> None:
    """A second on one task of the mind. gurps.maneuver.concentrate"""
    actor = state.roster[action.actor]
    check_goal(action.target, action.yards, "gurps.maneuver.concentrate")
    check_way(state, actor, action.path, action.target, action.yards, step_of(actor), "gurps.maneuver.concentrate")
    table.allowed()
    if not begin_maneuver(state, table, actor, thought=False):
        return
    if others_first(state, table, actor) and go(state, table, actor, action.path, action.target, action.yards):
        seconds = actor.thought.seconds + 1 if actor.thought is not None and actor.thought.task == action.task else 1
        actor.thought = Thought(task=action.task, seconds=min(seconds, 3600))
        table.emit("gurps.maneuver.concentrate", actor.id, number=actor.thought.seconds, note=action.task)


def concentrate_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    spells = known_spells(actor, content)
    return [
        Field("task", "text", spells, required=False, label="spell or task", main=True),
        *form_fields.step(actor, step_of(actor)),
    ]


CONCENTRATE = ActionKind(
    Concentrate, concentrate, "gurps.maneuver.concentrate", cost_words="the turn", group="magic", fields=concentrate_fields
)


@dataclass(frozen=True, slots=True)
class Face(Action):
    """Free: turn towards somebody."""

    KIND: ClassVar[str] = "face"
    target: str


def face(state: Gurps, table: Table, action: Face) -> None:
    """Free: turn towards somebody, and from now on the back counts. gurps.core.active-defense"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    if actor.at is None or target.at is None or actor.at == target.at:
        raise Refused("gurps.core.active-defense", "facing needs a map", [])
    table.allowed()
    if actor.facing == DERIVED:
        actor.facing = 0.0
    turn_to(actor, target.at)
    table.emit("gurps.core.active-defense", actor.id, target.id, note="turns")


def face_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return [form_fields.target(form_fields.foes_of(state, actor))]


FACE = ActionKind(Face, face, "gurps.core.active-defense", cost_words="free", fields=face_fields)
