"""Choices that are no attacks: freeing a weapon, getting up and down, stances, evasion, waiting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, flag, one_of, somebody, something
from starfray.rulebooks.hybrid.attack_options import (
    ALL,
    WEAPON_SPEED,
    begin_simple,
    begin_with,
    check_seen,
    check_unlock,
    end_old_stance,
    foes_of,
    no_free_movement,
    points_field,
    rush_field,
    time_fields,
    unlock_flag,
)
from starfray.rulebooks.hybrid.clock import not_yet, out_of_turn
from starfray.rulebooks.hybrid.closing import back_out, fending_weapon, outreached
from starfray.rulebooks.hybrid.defence import DODGE as DODGE_COUNTS
from starfray.rulebooks.hybrid.defence import DROP as DROP_COUNTS
from starfray.rulebooks.hybrid.defence import give_ground, throw_oneself
from starfray.rulebooks.hybrid.energy import begin_rest
from starfray.rulebooks.hybrid.state import (
    STANCES,
    Fighter,
    Hybrid,
    UnderWay,
    bound,
    fighter,
    in_a_clinch,
    in_melee,
    weapon_of,
)  # fmt: skip

RISING = 30  # hybrid.defence.prone.rise
LONGEST_WAIT = 100  # counts a form offers
STANCE_RULE = {
    "all-out": "hybrid.attack.all-out", "advance": "hybrid.attack.advance", "retreat": "hybrid.defence.retreat",
}  # fmt: skip


# --- bound weapons ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Release(Action):
    """Begin to free a bound weapon."""

    KIND: ClassVar[str] = "release"
    points: int = 0
    rush: int = 0
    rank_points: int = ALL
    unlock: bool = False


def nothing_bound(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if any(lock.defender == actor.id for lock in state.binds):
        return None
    return Refused("hybrid.defence.parry.release", f"no weapon of {actor.id}'s is bound by a parry", ["blow", "wait"])


def release_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    weapons = [weapon_of(actor, lock.defender_weapon) for lock in state.binds if lock.defender == actor.id]
    return [*time_fields(actor, weapons), unlock_flag()]


def release(state: Hybrid, table: Table, action: Release) -> None:
    """The one who parried frees the weapon, an action of its speed. hybrid.defence.parry.release"""
    actor = fighter(state, action.actor)
    lock = next(lock for lock in state.binds if lock.defender == actor.id)
    weapon = weapon_of(actor, lock.defender_weapon)
    under_way = UnderWay(actor=actor.id, kind="release", lands=0, target=lock.attacker, weapon=weapon.key, unlock=action.unlock)
    begin_with(state, table, actor, under_way, weapon, action.points, action.rush, action.rank_points)


RELEASE = ActionKind(
    Release, release, "hybrid.defence.parry.release", WEAPON_SPEED, group="attack", refusal=nothing_bound, fields=release_fields
)


# --- stances ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Stance(Action):
    """all-out, advance (on somebody) or retreat, until the next choice; takes no time and leaves the choice open. Out of a
    clinch a retreat is a fend with the weapon named.
    """

    KIND: ClassVar[str] = "stance"
    how: str
    target: str = ""
    fend_with: str = ""
    unlock: bool = False


def stance_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    people = foes_of(state, actor)
    fields = [one_of("how", STANCES), somebody("target", people, required=bool(people))]
    if in_a_clinch(state, actor):
        ready = [weapon for weapon in in_melee(actor) if not weapon.shield and not bound(state, actor, weapon)]
        fields += [something("fend-with", ready, required=False), unlock_flag()]
    return fields


def stance(state: Hybrid, table: Table, action: Stance) -> None:
    """Declared at a choice, no time taken, in force until the next choice. hybrid.ruling.stance-duration"""
    actor = fighter(state, action.actor)
    check_stance(state, actor, action)
    near = fighter(state, action.target) if action.target else next(iter(foes_of(state, actor)), None)
    if near is not None:
        check_seen(actor, near)
    weapon = fending_weapon(state, actor, action.fend_with)
    if action.how == "retreat":
        refused = no_free_movement(state, actor, table.content)
        if refused is not None:
            raise refused
        if in_a_clinch(state, actor) and actor.backed_off:
            raise Refused("hybrid.ruling.clinch-retreat", f"{actor.id} has just tried that", ["blow club=yes", "draw", "wait"])
        if action.unlock:
            check_unlock(state, actor, weapon)
    elif action.how == "advance" and outreached(actor, fighter(state, action.target)):
        reason = f"{action.target}'s weapon is longer"
        raise Refused("hybrid.attack.advance.length", reason, ["blow", "stance retreat"])
    table.allowed()
    if action.how == "retreat":
        give_ground(state, table, actor, near, answering=out_of_turn(state, actor))
        if in_a_clinch(state, actor):
            back_out(state, table, actor, weapon, action.unlock)
        return
    end_old_stance(state, actor)
    actor.stance.append(action.how)
    actor.stance_since = state.count
    table.emit(STANCE_RULE[action.how], actor.id, action.target, note=action.how)
    if action.how == "all-out":
        table.cite("hybrid.ruling.total-concentration")


def check_stance(state: Hybrid, actor: Fighter, action: Stance) -> None:
    """Which of them go together; who waits may only retreat. hybrid.ruling.wait"""
    if action.how not in STANCES:
        raise Refused("hybrid.ruling.stance-duration", f"{action.how!r} is no stance", STANCES)
    if action.how != "retreat" and out_of_turn(state, actor):
        raise not_yet(state, actor)
    declared = declared_by(state, actor)
    if action.how in declared:
        raise Refused("hybrid.ruling.stance-duration", f"{actor.id} has declared that", ["blow", "wait"])
    if action.how == "retreat" and declared:
        raise Refused("hybrid.ruling.stance-duration", f"no retreat together with {declared[0]}", ["blow", "wait"])
    if action.how != "retreat" and "retreat" in declared:
        raise Refused("hybrid.ruling.stance-duration", f"{action.how} does not go with a retreat", ["blow", "wait"])
    if action.how == "all-out" and (actor.evading or actor.mind_evading):
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack excludes evasion", ["evade stop=yes"])


def declared_by(state: Hybrid, actor: Fighter) -> list[str]:
    """Stances in force: those of this choice; while waiting, those of the last one."""
    return actor.stance if actor.stance_since == state.count or out_of_turn(state, actor) else []


STANCE = ActionKind(Stance, stance, "hybrid.ruling.stance-duration", group="defence", fields=stance_fields)


# --- the body --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Rise(Action):
    """Begin to get up from the ground."""

    KIND: ClassVar[str] = "rise"
    points: int = 0
    rush: int = 0


def on_feet(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if actor.prone:
        return None
    return Refused("hybrid.defence.prone.rise", f"{actor.id} is on their feet", ["blow", "wait"])


def rise_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [*points_field(actor), rush_field(RISING)]


def rise(state: Hybrid, table: Table, action: Rise) -> None:
    actor = fighter(state, action.actor)
    under_way = UnderWay(actor=actor.id, kind="rise", lands=0)
    begin_simple(state, table, actor, under_way, RISING, "hybrid.defence.prone.rise", action.points, action.rush)


RISE = ActionKind(Rise, rise, "hybrid.defence.prone.rise", RISING, refusal=on_feet, fields=rise_fields)


@dataclass(frozen=True, slots=True)
class Evade(Action):
    """Begin or end an evasion of body or mind; takes no time and leaves the choice open."""

    KIND: ClassVar[str] = "evade"
    stop: bool = False
    mind: bool = False


def evade_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("stop", ("no", "yes"), required=False), flag("mind", "of the mind")]


def evade(state: Hybrid, table: Table, action: Evade) -> None:
    """Declared freely, takes no time; the choice stays open, and it ends at a choice. hybrid.defence.evade.start"""
    actor = fighter(state, action.actor)
    if action.stop and out_of_turn(state, actor):  # hybrid.ruling.evade-florentine
        raise not_yet(state, actor)
    now = actor.mind_evading if action.mind else actor.evading
    if action.stop != now:
        words = "is not evading" if action.stop else "is evading already"
        raise Refused("hybrid.defence.evade.start", f"{actor.id} {words}", ["blow", "wait"])
    if not action.stop and not action.mind:
        refused = no_free_movement(state, actor, table.content)
        if refused is not None:
            raise refused
    if "all-out" in declared_by(state, actor) and not action.stop:
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack leaves no room for evasion", ["blow"])
    table.allowed()
    if not out_of_turn(state, actor):
        end_old_stance(state, actor)
    actor.resting = -1
    if action.mind:
        actor.mind_evading = not action.stop
    else:
        actor.evading = not action.stop
    table.emit("hybrid.defence.evade.start", actor.id, note="ends" if action.stop else "begins")


EVADE = ActionKind(Evade, evade, "hybrid.defence.evade.start", group="defence", fields=evade_fields)


@dataclass(frozen=True, slots=True)
class Dodge(Action):
    """Throw oneself out of the way: 20 counts that end in a fall."""

    KIND: ClassVar[str] = "dodge"


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop prone: 5 counts."""

    KIND: ClassVar[str] = "drop"


def no_room(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if "all-out" in actor.stance and actor.stance_since == state.count:
        return Refused("hybrid.ruling.stance-duration", "an all-out attack leaves no room for it", ["blow"])
    return no_free_movement(state, actor, content)


def no_way_down(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    """Dropping prone works in a strong gravity field only. hybrid.defence.prone.drop"""
    if state.weightless:
        return Refused("hybrid.defence.prone.drop", "there is no gravity to drop by", ["dodge", "evade"])
    return no_room(state, actor, content)


def get_out_of_the_way(state: Hybrid, table: Table, action: Dodge | Drop) -> None:
    table.allowed()
    actor = fighter(state, action.actor)
    actor.moved = -1
    throw_oneself(state, table, actor, action.KIND)


DODGE = ActionKind(Dodge, get_out_of_the_way, "hybrid.defence.dodge.phases", DODGE_COUNTS, group="defence", refusal=no_room)
DROP = ActionKind(Drop, get_out_of_the_way, "hybrid.defence.prone.drop", DROP_COUNTS, group="defence", refusal=no_way_down)


# --- waiting ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Hold back until a later count, ready to defend."""

    KIND: ClassVar[str] = "wait"
    until: int


def has_moved(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if actor.moved != state.count:
        return None
    return Refused("hybrid.ruling.accel", "the movement was the choice", ["carry-on"])


def wait_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [
        Field(
            "until", "number", label="until count", low=state.count + 1, high=state.count + LONGEST_WAIT, hint="a later count"
        )
    ]


def wait(state: Hybrid, table: Table, action: Wait) -> None:
    """Name a later count; ready meanwhile, and getting some breath back. hybrid.ruling.wait, hybrid.ruling.restore"""
    actor = fighter(state, action.actor)
    if action.until <= state.count:
        raise Refused("hybrid.ruling.wait", f"it is count {state.count}; wait for a later one", [f"{state.count + 1} or more"])
    table.allowed()
    end_old_stance(state, actor)
    actor.wait_until = action.until
    begin_rest(state, actor)
    table.emit("hybrid.ruling.wait", actor.id, number=action.until)


WAIT = ActionKind(Wait, wait, "hybrid.ruling.wait", cost_words="until the count named", refusal=has_moved, fields=wait_fields)
