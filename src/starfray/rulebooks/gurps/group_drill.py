"""Groups: what a body of people does besides striking: move, defend, rise, make ready, wait, fall out and in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.barriers import way_blocked
from starfray.engine.rules import Action, ActionKind, Content, Field, Point, Refused, Table, one_of, relate, somebody
from starfray.rulebooks.gurps import form_fields
from starfray.rulebooks.gurps.core import DOWN, move_of
from starfray.rulebooks.gurps.group import GroupAttack, body_for, willing
from starfray.rulebooks.gurps.interrupts import HELD, Path, check_goal, check_length, check_trigger, interrupts, walk
from starfray.rulebooks.gurps.maneuvers import way_fields
from starfray.rulebooks.gurps.ready import Ready, make_ready, posture_fault, ready_fault, take_posture
from starfray.rulebooks.gurps.state import TRIGGERS, Fighter, Gurps, Waiting, body_of, fighter
from starfray.rulebooks.gurps.turn import begin_maneuver
from starfray.rulebooks.gurps.weapons import bodily, held

DEFENCES = ("dodge", "double")


@dataclass(frozen=True, slots=True)
class GroupMove(Action):
    """The whole group by the same way; without a map, all to `yards` from the target and his group."""

    KIND: ClassVar[str] = "group-move"
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


def group_move(state: Gurps, table: Table, action: GroupMove) -> None:
    """All by the same way, as far as the slowest can. gurps.maneuver.move"""
    body = body_for(state, state.roster[action.actor])
    able = [fellow for fellow in body if fellow.able and not fellow.grabbed]  # whoever is held stays. gurps.ruling.grab
    leader = state.roster[action.actor]
    most = min((move_of(fellow) for fellow in able), default=0)
    if not most:
        rule = "gurps.ruling.grab" if any(fellow.grabbed for fellow in body) else "gurps.maneuver.move"
        raise Refused(rule, "nobody can move", ["do-nothing"])
    if not action.path and action.yards < 0:
        raise Refused("gurps.maneuver.move", "a way is needed", ["path=X,Y", "target=ID yards=N"])
    check_goal(action.target, action.yards, "gurps.maneuver.move")
    check_length(state, leader, action.path, action.target, action.yards, most, "gurps.ruling.move-value")
    if action.path and any(fellow.at is None for fellow in able):
        raise Refused("gurps.maneuver.move", "not everybody has a place on the map", [])
    start = leader.at
    refuse_walled(state, able, start, action.path)
    table.allowed()
    fit = willing(state, table, body)
    table.emit("gurps.maneuver.move", leader.id, number=most, note=leader.group)
    for index, fellow in enumerate(fit):
        table.merge("gurps.maneuver.move", (index, start))
        if fellow.grabbed:
            continue
        if action.path and fellow.at is not None and start is not None:
            table.enter((index, start))
            walk(state, table, fellow, shifted(action.path, start, fellow.at))
            table.leave()
        elif action.yards >= 0:
            for foe in body_of(state, fighter(state, action.target)):
                relate(state.scene, "distance", fellow.id, foe.id, action.yards)
            table.enter((index, start))
            interrupts(state, table, fellow, "move")
            table.leave()


def refuse_walled(state: Gurps, able: list[Fighter], start: Point | None, path: tuple[Point, ...]) -> None:
    """Nobody of the group walks into a wall. gurps.ruling.wall"""
    if not state.scene.walls or start is None or not path:
        return
    for fellow in able:
        if fellow.at is not None:
            blocked = way_blocked("gurps.ruling.wall", state, fellow.at, shifted(path, start, fellow.at))
            if blocked is not None:
                raise blocked


def shifted(path: tuple[Point, ...], start: Point, at: Point) -> tuple[Point, ...]:
    """The leader's way, as somebody walks it beside her."""
    east, north = at[0] - start[0], at[1] - start[1]
    return tuple((x + east, y + north) for x, y in path)


def group_move_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return way_fields(state, actor, move_of(actor))


GROUP_MOVE = ActionKind(
    GroupMove, group_move, "gurps.group-combat.size", cost_words="the turn", fields=group_move_fields,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GroupDefense(Action):
    """All-Out Defense of a group: dodge (+2), or double (a second kind against what was not dodged)."""

    KIND: ClassVar[str] = "group-defense"
    option: str


def group_defense(state: Gurps, table: Table, action: GroupDefense) -> None:
    """All-Out Defense of the whole group. gurps.group-combat.all-out-defense"""
    body = body_for(state, state.roster[action.actor])
    if action.option not in DEFENCES:
        raise Refused("gurps.group-combat.all-out-defense", f"{action.option!r} is no option", DEFENCES)
    table.allowed()
    fit = willing(state, table, body)
    table.emit("gurps.group-combat.all-out-defense", action.actor, note=action.option)
    for fellow in fit:
        fellow.all_out_defense = action.option


def group_defense_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("option", DEFENCES)]


GROUP_DEFENSE = ActionKind(
    GroupDefense, group_defense, "gurps.group-combat.all-out-defense", cost_words="the turn", group="defence",
    fields=group_defense_fields,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FallOut(Action):
    """Free: leave the group and act alone from now on."""

    KIND: ClassVar[str] = "fall-out"


def fall_out(state: Gurps, table: Table, action: FallOut) -> None:
    """Free: from now on she acts alone."""
    actor = state.roster[action.actor]
    table.allowed()
    table.emit("gurps.group-combat.size", actor.id, note=f"leaves the {actor.group}")
    actor.group = ""


FALL_OUT = ActionKind(FallOut, fall_out, "gurps.group-combat.size", cost_words="free")


@dataclass(frozen=True, slots=True)
class FallIn(Action):
    """Join a group of the own side: this turn is spent on it, from the next second on she acts with the others."""

    KIND: ClassVar[str] = "fall-in"
    group: str


def fall_in(state: Gurps, table: Table, action: FallIn) -> None:
    """Into the ranks. gurps.group-combat.size"""
    actor = state.roster[action.actor]
    groups = groups_of(state, actor)
    if actor.group or action.group not in groups:
        raise Refused("gurps.group-combat.size", f"{actor.id} cannot join {action.group!r}", groups)
    table.allowed()
    if begin_maneuver(state, table, actor):
        actor.joining = action.group
        table.emit("gurps.group-combat.size", actor.id, note=f"joins the {action.group}")


def groups_of(state: Gurps, actor: Fighter) -> list[str]:
    return list(dict.fromkeys(each.group for each in state.roster.values() if each.side == actor.side and each.group))


def fall_in_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("group", groups_of(state, actor))]


FALL_IN = ActionKind(FallIn, fall_in, "gurps.group-combat.size", cost_words="the turn", fields=fall_in_fields)


@dataclass(frozen=True, slots=True)
class GroupReady(Action):
    """Everybody draws, picks up or reloads: `item`, or whatever each of them needs first."""

    KIND: ClassVar[str] = "group-ready"
    item: str = ""


def group_ready(state: Gurps, table: Table, action: GroupReady) -> None:
    """A Ready maneuver of everybody who has something to make ready. gurps.maneuver.ready"""
    body = body_for(state, state.roster[action.actor])
    if not any(need_of(state, fellow, action.item) for fellow in body if fellow.able):
        raise Refused("gurps.maneuver.ready", "nobody of the group has anything to make ready", ["group-attack"])
    table.allowed()
    for fellow in willing(state, table, body):
        key = need_of(state, fellow, action.item)
        if key:
            make_ready(state, table, fellow, Ready(fellow.id, key))


def need_of(state: Gurps, fellow: Fighter, item: str) -> str:
    """What she would make ready: the thing named, else what is in hand and not ready, else the first there is."""
    own = [each for each in fellow.weapons if item in ("", each.key) and not each.broken]
    wanted = [each for each in own if each.hand or bodily(each)] + ([] if held(fellow) and not item else own)
    keys = [each.key for each in wanted] + (["shield"] if item in ("", "shield") and fellow.shield is not None else [])
    return next((key for key in keys if ready_fault(state, fellow, Ready(fellow.id, key)) is None), "")


def group_ready_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    keys = dict.fromkeys(each.key for fellow in body_of(state, actor) for each in fellow.weapons)
    return [one_of("item", [*keys, "shield"], required=False)]


GROUP_READY = ActionKind(
    GroupReady, group_ready, "gurps.maneuver.ready", cost_words="the turn", fields=group_ready_fields,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GroupRise(Action):
    """Everybody who is not standing gets up, as far as one turn goes."""

    KIND: ClassVar[str] = "group-rise"


def group_rise(state: Gurps, table: Table, action: GroupRise) -> None:
    """A Change Posture of everybody who needs it. gurps.maneuver.change-posture"""
    body = body_for(state, state.roster[action.actor])
    if not any(rises(fellow) for fellow in body if fellow.able):
        raise Refused("gurps.maneuver.change-posture", "nobody of the group can get up", ["group-attack"])
    table.allowed()
    for fellow in willing(state, table, body):
        if rises(fellow):
            take_posture(table, fellow, "standing")


def rises(fellow: Fighter) -> bool:
    low = fellow.posture in (*DOWN, "kneeling", "sitting", "crawling")
    return low and posture_fault(fellow, "standing") is None


GROUP_RISE = ActionKind(GroupRise, group_rise, "gurps.maneuver.change-posture", cost_words="the turn")


@dataclass(frozen=True, slots=True)
class GroupWait(Action):
    """The group holds its blow until the trigger, and then strikes as one at `target`, else at whoever set it off."""

    KIND: ClassVar[str] = "group-wait"
    trigger: str
    watching: str = ""
    ally: str = ""
    yards: float = -1.0
    text: str = ""
    target: str = ""


def group_wait(state: Gurps, table: Table, action: GroupWait) -> None:
    """All wait for the same. gurps.maneuver.wait"""
    body = body_for(state, state.roster[action.actor])
    check_trigger(state, action.trigger, action.yards, action.text, action.ally, action.watching)
    if action.target and fighter(state, action.target).side == body[0].side:
        raise Refused("gurps.group-combat.size", f"{action.target} is no opponent", [])
    table.allowed()
    for fellow in willing(state, table, body):
        fellow.waiting = Waiting(
            trigger=action.trigger, watching=action.watching, ally=action.ally, yards=action.yards, text=action.text,
            maneuver="group-attack", target=action.target,
        )  # fmt: skip
    table.emit("gurps.maneuver.wait", action.actor, action.watching, note=action.text or action.trigger)


def group_wait_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    foes, words = (
        form_fields.foes_of(state, actor),
        Field("text", "text", required=False, label="what they wait for", main=True),
    )
    near = Field("yards", "number", low=1, high=100, required=False, label="within so many yards", unit="yards", main=True)
    friends = [each for each in state.roster.values() if each.side == actor.side and each.conscious]
    common = [one_of("trigger", TRIGGERS, default="reach"), somebody("watching", foes, required=False)]
    return [*common, somebody("ally", friends, required=False), near, words, somebody("target", foes, required=False)]


def held_group_attack(watcher: Fighter, waiting: Waiting, foe: str, path: Path, yards: float) -> Action:
    return GroupAttack(watcher.id, (foe,))


GROUP_WAIT = ActionKind(
    GroupWait, group_wait, "gurps.maneuver.wait", cost_words="the turn", group="attack", fields=group_wait_fields,
)  # fmt: skip
HELD["group-attack"] = held_group_attack
