"""Choices that are no attacks: drawing, freeing a weapon, getting up and down, stances, evasion, waiting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, apart, flag, one_of, somebody, something
from starfray.rulebooks.hybrid.attack_options import (
    ALL,
    TWICE_WEAPON_SPEED,
    WEAPON_SPEED,
    add_points,
    begin_simple,
    begin_with,
    can_draw,
    draw_time,
    drawable,
    end_old_stance,
    foes_of,
    make_room,
    no_free_movement,
    points_field,
    rush_field,
    start,
    time_fields,
    time_of,
)
from starfray.rulebooks.hybrid.clock import not_yet, out_of_turn
from starfray.rulebooks.hybrid.closing import back_out, fending_weapon, outreached
from starfray.rulebooks.hybrid.defence import ARMS_REACH, give_ground, throw_oneself
from starfray.rulebooks.hybrid.defence import DODGE as DODGE_COUNTS
from starfray.rulebooks.hybrid.defence import DROP as DROP_COUNTS
from starfray.rulebooks.hybrid.energy import begin_rest
from starfray.rulebooks.hybrid.state import (
    STANCES,
    Fighter,
    Hybrid,
    UnderWay,
    Weapon,
    bound,
    drop,
    fighter,
    grasp,
    in_a_clinch,
    in_melee,
    weapon_of,
)  # fmt: skip

RISING = 30  # hybrid.defence.prone.rise
LONGEST_WAIT = 100  # counts a form offers
STANCE_RULE = {
    "all-out": "hybrid.attack.all-out", "advance": "hybrid.attack.advance", "retreat": "hybrid.defence.retreat",
}  # fmt: skip


# --- weapons ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Begin to get a weapon into the hand; what no longer fits is dropped at once. `fast`: by a roll, in half the time."""

    KIND: ClassVar[str] = "draw"
    weapon: str
    points: int = 0
    fast: bool = False


def nothing_to_draw(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    return None if drawable(actor) else Refused("hybrid.draw.time", f"{actor.id} has nothing to draw", ["blow"])


def draw_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", drawable(actor)), *points_field(actor), flag("fast", "by a roll, in half the time")]


def draw(state: Hybrid, table: Table, action: Draw) -> None:
    """Twice the weapon's speed, once if a fast draw is made; rank alone makes no draw faster. hybrid.draw.time"""
    actor = fighter(state, action.actor)
    weapon = next((weapon for weapon in actor.weapons if weapon.key == action.weapon), None)
    if weapon is None or not can_draw(actor, weapon):
        raise Refused(
            "hybrid.draw.time", f"{actor.id} cannot draw {action.weapon!r}", [weapon.key for weapon in drawable(actor)]
        )
    time = table.tally()
    add_points(time, actor, action.points)
    table.allowed()
    time.add(draw_time(state, table, actor, weapon, action.fast), "hybrid.draw.time", weapon.name or weapon.key)
    actor.speed_points -= action.points
    under_way = UnderWay(actor=actor.id, kind="draw", lands=state.count + time_of(time), weapon=weapon.key)
    start(state, table, actor, (under_way, time))


DRAW = ActionKind(Draw, draw, "hybrid.draw.time", TWICE_WEAPON_SPEED, refusal=nothing_to_draw, fields=draw_fields)


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Drop a weapon; takes no time and leaves the choice open."""

    KIND: ClassVar[str] = "discard"
    weapon: str


def nothing_in_hand(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if any(weapon.in_hand for weapon in actor.weapons):
        return None
    return Refused("hybrid.close.closed-upon", f"{actor.id} has nothing in hand", ["wait"])


def discard_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", [weapon for weapon in actor.weapons if weapon.in_hand])]


def discard(state: Hybrid, table: Table, action: Discard) -> None:
    """Dropped, no time: one who has been closed upon may want a shorter one. hybrid.close.closed-upon"""
    actor = fighter(state, action.actor)
    in_hand = [weapon for weapon in actor.weapons if weapon.in_hand]
    weapon = next((weapon for weapon in in_hand if weapon.key == action.weapon), None)
    if weapon is None:
        reason = f"{actor.id} has no {action.weapon!r} in hand"
        raise Refused("hybrid.close.closed-upon", reason, [own.key for own in in_hand])
    table.allowed()
    drop(state, actor, weapon)
    table.emit("hybrid.close.closed-upon", actor.id, note=weapon.name or weapon.key)


DISCARD = ActionKind(Discard, discard, "hybrid.close.closed-upon", refusal=nothing_in_hand, fields=discard_fields)


@dataclass(frozen=True, slots=True)
class PickUp(Action):
    """Begin to pick up a weapon that lies within reach, whoever dropped it, or to take it from one who is out of it."""

    KIND: ClassVar[str] = "pick-up"
    weapon: str
    owner: str = ""
    points: int = 0


def lying_about(state: Hybrid, actor: Fighter) -> list[tuple[Fighter, Weapon]]:
    """Whose, and what: all that was dropped within reach, and what the helpless there have on them. hybrid.ruling.pick-up"""
    found: list[tuple[Fighter, Weapon]] = []
    for owner in state.roster.values():
        unseen = owner.hidden and owner.side != actor.side
        yields = owner is not actor and not owner.able and owner.out in ("", "surrendered")
        for weapon in owner.weapons if not unseen else []:
            where = weapon.lies_at if weapon.dropped else owner.at
            near = where is None or actor.at is None or apart(where, actor.at) <= ARMS_REACH
            in_use = any(each.actor == owner.id and each.weapon == weapon.key for each in state.under_way)  # is just drawing it
            if (weapon.dropped or yields) and not in_use and near and not weapon.natural and weapon.hands <= actor.hands:
                found.append((owner, weapon))
    return found


def nothing_lies_about(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if lying_about(state, actor):
        return None
    return Refused("hybrid.ruling.pick-up", "nothing lies within reach", ["draw", "wait"])


def pick_up_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    things = lying_about(state, actor)
    owners = [owner for place, (owner, _) in enumerate(things) if owner not in [other for other, _ in things[:place]]]
    return [
        something("weapon", [thing for _, thing in things]),
        somebody("owner", owners, required=False),
        *points_field(actor),
    ]


def pick_up(state: Hybrid, table: Table, action: PickUp) -> None:
    """Getting it into the hand takes as long as drawing it. hybrid.draw.time, hybrid.ruling.pick-up"""
    actor = fighter(state, action.actor)
    things = lying_about(state, actor)
    found = next(((own, thing) for own, thing in things if thing.key == action.weapon and action.owner in ("", own.id)), None)
    if found is None:
        legal = [f"{thing.key} owner={own.id}" for own, thing in things]
        raise Refused("hybrid.ruling.pick-up", f"no {action.weapon!r} lies there", legal)
    owner, weapon = found
    time = table.tally()
    time.add(2 * weapon.speed, "hybrid.draw.time", weapon.name or weapon.key)
    add_points(time, actor, action.points)
    table.allowed()
    make_room(state, actor, weapon)
    actor.speed_points -= action.points
    lands = state.count + time_of(time)
    start(
        state, table, actor, (UnderWay(actor=actor.id, kind="pick-up", lands=lands, target=owner.id, weapon=weapon.key), time)
    )


PICK_UP = ActionKind(
    PickUp, pick_up, "hybrid.ruling.pick-up", TWICE_WEAPON_SPEED, refusal=nothing_lies_about, fields=pick_up_fields
)


def take_up(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """It is the actor's now, if nobody else was faster."""
    found = [
        (owner, weapon)
        for owner, weapon in lying_about(state, actor)
        if owner.id == under_way.target and weapon.key == under_way.weapon
    ]
    if not found:
        table.emit("hybrid.ruling.pick-up", actor.id, under_way.target, note="it is not there any more")
        return
    owner, weapon = found[0]
    owner.weapons.remove(weapon)
    number = 2
    while weapon.key in [own.key for own in actor.weapons]:
        weapon.key = f"{under_way.weapon}-{number}"
        number += 1
    actor.weapons.append(weapon)
    grasp(weapon)
    table.emit("hybrid.ruling.pick-up", actor.id, owner.id, note=f"takes the {weapon.name or weapon.key}")


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Begin to free a bound weapon."""

    KIND: ClassVar[str] = "release"
    points: int = 0
    rush: int = 0
    rank_points: int = ALL


def nothing_bound(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if any(lock.defender == actor.id for lock in state.binds):
        return None
    return Refused("hybrid.defence.parry.release", f"no weapon of {actor.id}'s is bound by a parry", ["blow", "wait"])


def release_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return time_fields(actor, [weapon_of(actor, lock.defender_weapon) for lock in state.binds if lock.defender == actor.id])


def release(state: Hybrid, table: Table, action: Release) -> None:
    """The one who parried frees the weapon, an action of its speed. hybrid.defence.parry.release"""
    actor = fighter(state, action.actor)
    lock = next(lock for lock in state.binds if lock.defender == actor.id)
    weapon = weapon_of(actor, lock.defender_weapon)
    under_way = UnderWay(actor=actor.id, kind="release", lands=0, target=lock.attacker, weapon=weapon.key)
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


def stance_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    people = foes_of(state, actor)
    fields = [one_of("how", STANCES), somebody("target", people, required=bool(people))]
    if in_a_clinch(state, actor):
        ready = [weapon for weapon in in_melee(actor) if not weapon.shield and not bound(state, actor, weapon)]
        fields.append(something("fend-with", ready, required=False))
    return fields


def stance(state: Hybrid, table: Table, action: Stance) -> None:
    """Declared at a choice, no time taken, in force until the next choice. hybrid.ruling.stance-duration"""
    actor = fighter(state, action.actor)
    check_stance(state, actor, action)
    near = fighter(state, action.target) if action.target else next(iter(foes_of(state, actor)), None)
    weapon = fending_weapon(state, actor, action.fend_with)
    if action.how == "retreat":
        refused = no_free_movement(state, actor, table.content)
        if refused is not None:
            raise refused
    elif action.how == "advance" and outreached(actor, fighter(state, action.target)):
        reason = f"{action.target}'s weapon is longer"
        raise Refused("hybrid.attack.advance.length", reason, ["blow", "stance retreat"])
    table.allowed()
    if action.how == "retreat":
        give_ground(state, table, actor, near, answering=out_of_turn(state, actor))
        if in_a_clinch(state, actor):
            back_out(state, table, actor, weapon)
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
