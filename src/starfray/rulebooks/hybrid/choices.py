"""Choices on a count: begin a blow, free a weapon, get up, evade, wait. No dice fall here."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.actions import Blow, Close, Dodge, Draw, Drop, Evade, Release, Rise, Stance, Wait
from starfray.rulebooks.hybrid.defence import throw_oneself
from starfray.rulebooks.hybrid.figures import rank_of
from starfray.rulebooks.hybrid.injury import CALLED
from starfray.rulebooks.hybrid.state import (
    Fighter,
    Hybrid,
    UnderWay,
    Weapon,
    are_closed,
    at_hand,
    bound,
    fighter,
    part,
    weapon_of,
)  # fmt: skip

RISING = 30  # hybrid.defence.prone.rise
SIMPLE_ACTION = 10  # hybrid.action.standard-speed
SPINNING = {"spin": "hybrid.attack.spin", "jump": "hybrid.attack.jump"}
STANCES = ("all-out", "advance", "retreat")
HOLDS_OFF = 0.3  # metres of reach that matter: hybrid.ruling.closing


def blow(state: Hybrid, table: Table, act: Blow) -> None:
    """hybrid.action.begin: the choice is made now, the blow takes effect later. hybrid.action.resolve"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    weapon = striking_weapon(state, one, act.weapon)
    if target is one or target.fallen:
        raise Refused("hybrid.tohit.chance", f"{act.target} cannot be struck", foes(state, one))
    if holds_off(state, one, target, weapon):
        raise Refused("hybrid.close.required", f"{target.id}'s weapon outreaches the {weapon.name or weapon.key}", ["close"])
    if crowded(state, one, target, weapon) is not act.club:
        crowds = f"has been closed upon; the {weapon.name or weapon.key} is too long"
        reason = "has room for a proper blow" if act.club else crowds
        raise Refused("hybrid.close.closed-upon", f"{one.id} {reason}", ["draw", "blow club=yes", "stance retreat"])
    if act.at and act.at not in CALLED:
        raise Refused("hybrid.attack.called", f"no place is called {act.at!r}", CALLED)
    if act.how and act.how not in SPINNING:
        raise Refused("hybrid.attack.spin", f"{act.how!r} is no way to strike", SPINNING)
    time = table.tally()
    add_time(time, one, weapon, act.points)
    if act.how:
        time.add((weapon.speed + 1) // 2, SPINNING[act.how], "half as slow again")
    needed = max(1, time.total)
    if act.rush and not 1 <= act.rush < needed:
        raise Refused("hybrid.ruling.speedup", f"it takes {needed} counts; rush is fewer", [f"rush=1 to {needed - 1}"])
    one.speed_points -= act.points
    taken = act.rush or needed
    if act.rush:
        table.emit("hybrid.action.speed-up", one.id, number=taken, note=f"of {needed} counts")
    mine = UnderWay(actor=one.id, kind="blow", lands=state.count + taken, target=target.id, weapon=weapon.key,
                    club=act.club, at=act.at, how=act.how)
    if act.rush:
        mine.rushed, mine.needed = taken, needed
    start(state, table, one, mine, time)


def striking_weapon(state: Hybrid, one: Fighter, key: str) -> Weapon:
    """The weapon named, or the first at hand that can strike."""
    usable = [each for each in at_hand(one) if not each.shield and not bound(state, one, each)]
    keys = [each.key for each in usable]
    if not key:
        if usable:
            return usable[0]
        if any(bound(state, one, each) for each in one.weapons):
            raise Refused("hybrid.ruling.bound", f"{one.id}'s weapon is bound", ["release", "wait"])
        raise Refused("hybrid.draw.time", f"{one.id} has nothing at hand to strike with", ["wait"])
    named = next((each for each in one.weapons if each.key == key), None)
    if named is None:
        raise Refused("hybrid.tohit.melee", f"{one.id} has no {key!r}", keys)
    if bound(state, one, named):
        raise Refused("hybrid.ruling.bound", f"the {named.name or key} is bound", ["release", "wait"])
    if named not in usable:
        reason = "is not used to strike" if named.shield else "is not in hand"
        raise Refused("hybrid.draw.time", f"the {named.name or key} {reason}", keys)
    return named


def holds_off(state: Hybrid, one: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Does the target's longest weapon keep this one away? hybrid.close.required, hybrid.ruling.closing"""
    if not target.able or are_closed(state, one, target):
        return False
    reaches = [each.reach for each in at_hand(target) if not each.shield and not bound(state, target, each)]
    return bool(reaches) and max(reaches) - weapon.reach > HOLDS_OFF - 1e-9


def crowded(state: Hybrid, one: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Has the target closed with a weapon so much shorter that this one is too long? hybrid.close.closed-upon"""
    if not are_closed(state, one, target):
        return False
    reaches = [each.reach for each in at_hand(target) if not each.shield]
    return bool(reaches) and weapon.reach - min(reaches) > HOLDS_OFF - 1e-9


def add_time(time: Tally, one: Fighter, weapon: Weapon, points: int) -> None:
    """Counts an action with a weapon takes; never under 1. hybrid.ruling.speed-point-value"""
    time.add(weapon.speed, "hybrid.action.resolve", weapon.name or weapon.key)
    rank = rank_of(one, weapon.skill)
    if rank is None:
        time.add(2, "hybrid.ruling.unranked")
    elif rank >= 2:
        time.add(-(rank // 2), "hybrid.initiative.rank-speed", f"rank {rank}")
    add_points(time, one, points)


def add_points(time: Tally, one: Fighter, points: int) -> None:
    if not 0 <= points <= one.speed_points:
        raise Refused("hybrid.action.speed-points", f"{one.id} has {one.speed_points} speed points",
                      [f"points=0 to {one.speed_points}"])
    if points:
        time.add(-points, "hybrid.action.speed-points")


def start(state: Hybrid, table: Table, one: Fighter, mine: UnderWay, time: Tally) -> None:
    end_old_stance(state, one)
    one.wait_until = 0
    state.under_way.append(mine)
    table.emit("hybrid.action.begin", one.id, mine.target, state.count, mine.kind)
    table.emit("hybrid.action.resolve", one.id, mine.target, mine.lands, str(time) if table.keeps else "")


def release(state: Hybrid, table: Table, act: Release) -> None:
    """The one who parried frees the weapon, an action of its speed. hybrid.defence.parry.release"""
    one = fighter(state, act.actor)
    lock = next((each for each in state.binds if each.defender == one.id), None)
    if lock is None:
        raise Refused("hybrid.defence.parry.release", f"no weapon of {one.id}'s is bound by a parry", ["blow", "wait"])
    time = table.tally()
    add_time(time, one, weapon_of(one, lock.defender_weapon), act.points)
    one.speed_points -= act.points
    mine = UnderWay(actor=one.id, kind="release", lands=state.count + max(1, time.total), target=lock.attacker,
                    weapon=lock.defender_weapon)
    start(state, table, one, mine, time)


def rise(state: Hybrid, table: Table, act: Rise) -> None:
    one = fighter(state, act.actor)
    if not one.prone:
        raise Refused("hybrid.defence.prone.rise", f"{one.id} is on their feet", ["blow", "wait"])
    time = table.tally()
    time.add(RISING, "hybrid.defence.prone.rise")
    add_points(time, one, act.points)
    one.speed_points -= act.points
    start(state, table, one, UnderWay(actor=one.id, kind="rise", lands=state.count + max(1, time.total)), time)


def evade(state: Hybrid, table: Table, act: Evade) -> None:
    """Declared freely, takes no time; the choice stays open. hybrid.defence.evade.start"""
    one = fighter(state, act.actor)
    if act.stop != one.evading:
        words = "is not evading" if act.stop else "is evading already"
        raise Refused("hybrid.defence.evade.start", f"{one.id} {words}", ["blow", "wait"])
    if one.prone and not act.stop:
        raise Refused("hybrid.ruling.defence-multiplier", f"{one.id} is on the ground", ["rise"])
    if "all-out" in one.stance and one.stance_since == state.count and not act.stop:
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack leaves no room for evasion", ["blow"])
    end_old_stance(state, one)
    one.evading = not act.stop
    table.emit("hybrid.defence.evade.start", one.id, note="ends" if act.stop else "begins")


def dodge(state: Hybrid, table: Table, act: Dodge) -> None:
    one = fighter(state, act.actor)
    refuse_to_throw_oneself(state, one)
    throw_oneself(state, table, one, "dodge")


def drop(state: Hybrid, table: Table, act: Drop) -> None:
    one = fighter(state, act.actor)
    refuse_to_throw_oneself(state, one)
    throw_oneself(state, table, one, "drop")


def refuse_to_throw_oneself(state: Hybrid, one: Fighter) -> None:
    if one.prone:
        raise Refused("hybrid.ruling.defence-multiplier", f"{one.id} is on the ground", ["rise"])
    if "all-out" in one.stance and one.stance_since == state.count:
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack leaves no room for it", ["blow"])


def wait(state: Hybrid, table: Table, act: Wait) -> None:
    """Name a later count; ready meanwhile. hybrid.ruling.wait"""
    one = fighter(state, act.actor)
    if act.until <= state.count:
        raise Refused("hybrid.ruling.wait", f"it is count {state.count}; wait for a later one", [f"{state.count + 1} or more"])
    end_old_stance(state, one)
    one.wait_until = act.until
    table.emit("hybrid.ruling.wait", one.id, number=act.until)


def close(state: Hybrid, table: Table, act: Close) -> None:
    """A simple action without a roll; the one closed upon may fend when it lands. hybrid.ruling.closing"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    if target is one or not target.able or are_closed(state, one, target):
        raise Refused("hybrid.ruling.closing", f"there is no closing with {act.target}", foes(state, one))
    if one.prone:
        raise Refused("hybrid.ruling.defence-multiplier", f"{one.id} is on the ground", ["rise"])
    time = table.tally()
    time.add(SIMPLE_ACTION, "hybrid.action.standard-speed")
    add_points(time, one, act.points)
    one.speed_points -= act.points
    mine = UnderWay(actor=one.id, kind="close", lands=state.count + max(1, time.total), target=target.id)
    start(state, table, one, mine, time)


def draw(state: Hybrid, table: Table, act: Draw) -> None:
    """Twice the weapon's speed. hybrid.draw.time"""
    one = fighter(state, act.actor)
    weapon = next((each for each in one.weapons if each.key == act.weapon), None)
    if weapon is None or weapon.natural or weapon.in_hand or weapon.hands > one.hands:
        raise Refused("hybrid.draw.time", f"{one.id} cannot draw {act.weapon!r}",
                      [each.key for each in one.weapons if not each.in_hand and not each.natural])
    time = table.tally()
    time.add(2 * weapon.speed, "hybrid.draw.time", weapon.name or weapon.key)
    rank = rank_of(one, weapon.skill) or 0
    if rank >= 2:
        time.add(-(rank // 2), "hybrid.initiative.rank-speed", f"rank {rank}")
    add_points(time, one, act.points)
    one.speed_points -= act.points
    for held in one.weapons:
        if held.in_hand and weapon.hands + sum(each.hands for each in one.weapons if each.in_hand) > one.hands:
            held.in_hand = False
            state.binds = [lock for lock in state.binds if (one.id, held.key) not in (
                (lock.attacker, lock.attacker_weapon), (lock.defender, lock.defender_weapon))]  # hybrid.ruling.bound
    mine = UnderWay(actor=one.id, kind="draw", lands=state.count + max(1, time.total), weapon=weapon.key)
    start(state, table, one, mine, time)


# --- stances ---------------------------------------------------------------------------------------------------


def stance(state: Hybrid, table: Table, act: Stance) -> None:
    """Declared at a choice, no time taken, in force until the next choice. hybrid.ruling.stance-duration"""
    one = fighter(state, act.actor)
    if act.how not in STANCES:
        raise Refused("hybrid.ruling.stance-duration", f"{act.how!r} is no stance", STANCES)
    declared = one.stance if one.stance_since == state.count else []
    if act.how in declared:
        raise Refused("hybrid.ruling.stance-duration", f"{one.id} has declared that", ["blow", "wait"])
    if act.how == "retreat" and declared:
        raise Refused("hybrid.ruling.stance-duration", f"no retreat together with {declared[0]}", ["blow", "wait"])
    if act.how != "retreat" and "retreat" in declared:
        raise Refused("hybrid.ruling.stance-duration", f"{act.how} does not go with a retreat", ["blow", "wait"])
    if act.how == "all-out" and one.evading:
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack excludes evasion", ["evade stop=yes"])
    if act.how == "advance":
        check_advance(state, one, fighter(state, act.target))
    end_old_stance(state, one)
    one.stance.append(act.how)
    one.stance_since = state.count
    if act.how == "retreat":
        part(state, one)
    table.emit(STANCE_RULE[act.how], one.id, act.target, note=act.how)


STANCE_RULE = {
    "all-out": "hybrid.attack.all-out", "advance": "hybrid.attack.advance", "retreat": "hybrid.defence.retreat",
}  # fmt: skip


def check_advance(state: Hybrid, one: Fighter, target: Fighter) -> None:
    mine = max([each.reach for each in at_hand(one) if not each.shield], default=0.0)
    theirs = max([each.reach for each in at_hand(target) if not each.shield], default=0.0)
    if theirs - mine > HOLDS_OFF - 1e-9:
        raise Refused("hybrid.attack.advance.length", f"{target.id}'s weapon is longer", ["blow", "stance retreat"])


def end_old_stance(state: Hybrid, one: Fighter) -> None:
    if one.stance_since != state.count:
        one.stance = []


def foes(state: Hybrid, one: Fighter) -> list[str]:
    return [each.id for each in state.roster.values() if each.side != one.side and not each.fallen]
