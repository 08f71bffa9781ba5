"""Choosing an attack: a blow, a shot or throw, a mental attack, two at once. It lands some counts later."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import apart
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.actions import Blow, Florentine, Mind, Shoot
from starfray.rulebooks.hybrid.attack import out_of_range
from starfray.rulebooks.hybrid.choosing import (
    add_points,
    add_speed,
    ask_related,
    check_related,
    check_rush,
    crowded,
    draw_time,
    foes,
    holds_off,
    start,
    striking_weapon,
    time_of,
    usable,
)  # fmt: skip
from starfray.rulebooks.hybrid.energy import exert
from starfray.rulebooks.hybrid.figures import range_of
from starfray.rulebooks.hybrid.injury import CALLED
from starfray.rulebooks.hybrid.moves import manner_of, manner_rule, moves_of, slower_by
from starfray.rulebooks.hybrid.skills import capped_by, rank_with
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, at_hand, fighter

#: kinds of the two actions → DF of the primary and the secondary, the rule's last word
PAIRS = {
    (False, False): (-4, -6, "physical-physical"),  # hybrid.mod.florentine.physical-physical
    (True, True): (-8, -10, "mental-mental"),  # hybrid.mod.florentine.mental-mental
    (False, True): (-2, -4, "mental-physical"),  # hybrid.mod.florentine.mental-physical
    (True, False): (-4, -2, "mental-physical"),
}


def blow(state: Hybrid, table: Table, act: Blow) -> None:
    one, target = fighter(state, act.actor), fighter(state, act.target)
    ready = [
        each
        for each in usable(state, one, ("melee",))
        if not out_of_range(state, one, target, each)
        and not holds_off(state, one, target, each)
        and crowded(state, one, target, each) is act.club
    ]
    weapon = striking_weapon(state, one, act.weapon or handy(ready, act.draw), ("melee",), act.draw)
    check_target(state, one, target)
    check_reach(state, one, target, weapon)
    if crowded(state, one, target, weapon) is not act.club:
        crowds = f"has been closed upon; the {weapon.name or weapon.key} is too long"
        reason = "has room for a proper blow" if act.club else crowds
        raise Refused("hybrid.close.closed-upon", f"{one.id} {reason}", ["draw", "blow club=yes", "stance retreat"])
    mine = UnderWay(actor=one.id, kind="blow", lands=0, target=target.id, weapon=weapon.key, club=act.club)
    begin_attack(state, table, one, weapon, act, mine)


def shoot(state: Hybrid, table: Table, act: Shoot) -> None:
    """Missile and thrown weapons; a lob goes PST metres. hybrid.attack.indirect"""
    one = fighter(state, act.actor)
    ready = [each for each in usable(state, one, ("missile", "thrown")) if each.blast or act.to is None]
    weapon = striking_weapon(state, one, act.weapon or handy(ready, act.draw), ("missile", "thrown"), act.draw)
    if act.to is not None and not weapon.blast:
        raise Refused("hybrid.tohit.missile", "only a blast is aimed at a point", foes(state, one))
    if act.lob and weapon.way == "missile" and weapon.type in ("laser", "energy"):
        raise Refused("hybrid.attack.indirect", "a beam goes straight", ["lob=no"])
    mine = UnderWay(actor=one.id, kind="shot", lands=0, weapon=weapon.key, lob=act.lob, to=act.to)
    if act.to is not None:
        if one.at is None or apart(one.at, act.to) > range_of(one, weapon, act.lob):
            raise Refused("hybrid.attack.indirect", "out of range", [f"within {range_of(one, weapon, act.lob)} m"])
    else:
        target = fighter(state, act.target)
        check_target(state, one, target)
        if out_of_range(state, one, target, weapon, act.lob):
            rule = "hybrid.attack.indirect" if act.lob else "hybrid.tohit.missile"
            raise Refused(rule, f"{target.id} is out of range", [f"within {range_of(one, weapon, act.lob)} m"])
        mine.target = target.id
    begin_attack(state, table, one, weapon, act, mine)


def mind(state: Hybrid, table: Table, act: Mind) -> None:
    """MFT is paid when the attack is begun, hit or miss. hybrid.energy.pools"""
    one = fighter(state, act.actor)
    ready = [each for each in usable(state, one, ("mental",)) if not act.thing or each.type != "mental"]
    weapon = striking_weapon(state, one, act.weapon or handy(ready), ("mental",))
    mine = UnderWay(actor=one.id, kind="mind", lands=0, weapon=weapon.key, thing=act.thing)
    if act.thing and weapon.type == "mental":
        raise Refused("hybrid.tohit.mental-object", f"{weapon.name or weapon.key} does nothing to a thing", foes(state, one))
    if not act.thing and not weapon.area:
        target = fighter(state, act.target)
        check_target(state, one, target)
        if out_of_range(state, one, target, weapon):
            raise Refused("hybrid.tohit.mental-entity", f"{target.id} is out of range", [f"within {range_of(one, weapon)} m"])
        mine.target = target.id
    if one.mft + one.mex < weapon.cost:
        raise Refused("hybrid.energy.pools", f"{one.id} has not the {weapon.cost} MFT for it", ["wait"])
    time = table.tally()
    add_speed(state, time, one, weapon)
    add_points(time, one, act.points)
    needed = time_of(time)
    check_rush(act.rush, needed)
    one.speed_points -= act.points
    pay_mind(table, one, weapon)
    before = weapon.speed if act.set_up else 0
    if before:
        mine.set_up = True
        time.add(before, "hybrid.setup.time", "set up")
    finish(state, table, one, mine, time, act.rush, needed, before)


def handy(ready: list[Weapon], drawing: bool = False) -> str:
    """The first weapon that will do, where none is named and none is drawn."""
    return ready[0].key if ready and not drawing else ""


def pay_mind(table: Table, one: Fighter, weapon: Weapon) -> None:
    table.emit("hybrid.energy.pools", one.id, number=weapon.cost, note="MFT")
    exert(table, one, weapon.cost, mind=True)


def check_target(state: Hybrid, one: Fighter, target: Fighter) -> None:
    if target is one or target.fallen:
        raise Refused("hybrid.tohit.chance", f"{target.id} cannot be struck", foes(state, one))


def check_reach(state: Hybrid, one: Fighter, target: Fighter, weapon: Weapon) -> None:
    if out_of_range(state, one, target, weapon):
        raise Refused("hybrid.close.required", f"{target.id} is too far away", ["move"])
    if holds_off(state, one, target, weapon):
        raise Refused("hybrid.close.required", f"{target.id}'s weapon outreaches the {weapon.name or weapon.key}", ["close"])


def begin_attack(state: Hybrid, table: Table, one: Fighter, weapon: Weapon, act: Blow | Shoot, mine: UnderWay) -> None:
    """What blows and shots share: called places, spins, hurry, drawing and setting up first. hybrid.ruling.compound-action"""
    if act.at and (act.at not in CALLED or weapon.blast):
        raise Refused("hybrid.attack.called", f"no place is called {act.at!r}", CALLED)
    if act.how and act.how not in moves_of(one):
        raise Refused("hybrid.attack.spin", f"{act.how!r} is no way to strike", moves_of(one))
    if act.fast and not act.draw:
        raise Refused("hybrid.draw.fast", "there is nothing to draw fast", ["draw=yes"])
    if act.unlock and not capped_by(state, one, rank_with(one, weapon) or 0):
        raise Refused("hybrid.skill.filter.unlock", "nothing limits this skill here", ["unlock=no"])
    check_related(one, weapon, act.skill)
    time = attack_time(state, table, one, weapon, act)
    check_rush(act.rush, time_of(time))
    rush = act.rush
    if act.skill and ask_related(state, table, one, weapon, act.skill):  # the rank it lends makes the action faster
        time = attack_time(state, table, one, weapon, act)
        rush = rush if rush < time_of(time) else 0
    one.speed_points -= act.points
    mine.at, mine.how, mine.unlock = act.at, act.how, act.unlock
    needed = time_of(time)
    before = prepare(state, table, one, weapon, act, mine, time)
    finish(state, table, one, mine, time, rush, needed, before)


def attack_time(state: Hybrid, table: Table, one: Fighter, weapon: Weapon, act: Blow | Shoot) -> Tally:
    time = table.tally()
    add_speed(state, time, one, weapon)
    if act.how:
        manner = manner_of(table, one, act.how)
        time.add(slower_by(weapon, manner), manner_rule(act.how), f"{manner.time:g} x as slow")
    add_points(time, one, act.points)
    return time


def prepare(state: Hybrid, table: Table, one: Fighter, weapon: Weapon, act: Blow | Shoot, mine: UnderWay, time: Tally) -> int:
    """Drawing and setting up are part of the choice: times add, there is one landing. hybrid.ruling.compound-action"""
    before = 0
    if act.draw:
        before = draw_time(state, table, one, weapon, act.fast)
        mine.draws = True
        time.add(before, "hybrid.draw.time", "draw")
    if act.set_up:
        mine.set_up = True
        full = weapon.speed  # hybrid.ruling.setup: before speed points
        if act.how:
            full += slower_by(weapon, manner_of(table, one, act.how))
        before += full
        time.add(full, "hybrid.setup.time", "set up")
    if before:
        table.emit("hybrid.ruling.compound-action", one.id, number=before)
    return before


def finish(state: Hybrid, table: Table, one: Fighter, mine: UnderWay, time: Tally, rush: int, needed: int, before: int) -> None:
    """`before`: counts of drawing and setting up, which cannot be hurried."""
    taken = rush or needed
    if rush:
        mine.rushed, mine.needed = taken, needed
        table.emit("hybrid.action.speed-up", one.id, number=taken, note=f"of {needed} counts")
    mine.lands = state.count + before + taken
    start(state, table, one, mine, time)


# --- two at once -----------------------------------------------------------------------------------------------


def florentine(state: Hybrid, table: Table, act: Florentine) -> None:
    """The first named is the primary; only two at a time. hybrid.ruling.florentine-primary"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    other = fighter(state, act.second_target or act.target)
    first = striking_weapon(state, one, act.weapon, ("melee", "missile", "thrown", "mental"))
    second = striking_weapon(state, one, act.second, ("melee", "missile", "thrown", "mental"))
    if first is second:
        raise Refused("hybrid.ruling.florentine-primary", "two actions take two weapons", [each.key for each in at_hand(one)])
    for weapon, whom in ((first, target), (second, other)):
        check_target(state, one, whom)
        check_reach(state, one, whom, weapon)
        if crowded(state, one, whom, weapon):
            raise Refused("hybrid.close.closed-upon", f"the {weapon.name or weapon.key} is too long here", ["draw", "discard"])
        if weapon.area or weapon.blast:
            raise Refused("hybrid.ruling.florentine-primary", f"not with the {weapon.name or weapon.key}", ["shoot", "mind"])
    if one.mft + one.mex < first.cost + second.cost:
        raise Refused("hybrid.energy.pools", f"{one.id} has not the MFT for both", ["blow", "wait"])
    primary, secondary, name = PAIRS[first.way == "mental", second.way == "mental"]
    halves: list[UnderWay] = []
    times: list[Tally] = []
    for weapon, whom, df in ((first, target, primary), (second, other, secondary)):
        time = table.tally()
        add_speed(state, time, one, weapon)
        times.append(time)
        kind = "mind" if weapon.way == "mental" else "blow" if weapon.way == "melee" else "shot"
        halves.append(
            UnderWay(
                actor=one.id,
                kind=kind,
                lands=state.count + time_of(time),
                target=whom.id,
                weapon=weapon.key,
                pair=name,
                pair_df=df,
                second=weapon is second,
            )
        )
    for weapon in (first, second):
        if weapon.cost:
            pay_mind(table, one, weapon)
    table.emit("hybrid.ruling.florentine-primary", one.id, target.id, primary, first.name or first.key)
    start(state, table, one, halves[0], times[0], halves[1], times[1])
