"""Two attacks at once, with two weapons; each lands on its own count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, Tally, counted, somebody
from starfray.rulebooks.hybrid.attack_actions import ALL_WAYS, check_reach, check_target, pay_mind
from starfray.rulebooks.hybrid.attack_options import (
    ALL,
    WEAPON_SPEED,
    add_points,
    add_speed,
    check_rush,
    check_unlock,
    crowded,
    foes_of,
    is_limited,
    points_field,
    rush_field,
    start,
    striking_weapon,
    time_of,
    unlock_flag,
    usable,
    weapon_field,
)
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, at_hand, fighter

#: kinds of the two actions → DF of the primary and the secondary, the rule's last word
PAIRS = {
    (False, False): (-4, -6, "physical-physical"),  # hybrid.mod.florentine.physical-physical
    (True, True): (-8, -10, "mental-mental"),  # hybrid.mod.florentine.mental-mental
    (False, True): (-2, -4, "mental-physical"),  # hybrid.mod.florentine.mental-physical
    (True, False): (-4, -2, "mental-physical"),
}


@dataclass(frozen=True, slots=True)
class Florentine(Action):
    """Two attacks at once, each landing on its own count; the first named is the primary."""

    KIND: ClassVar[str] = "florentine"
    target: str
    weapon: str
    second: str
    second_target: str = ""
    points: int = 0
    second_points: int = 0
    rush: int = 0
    second_rush: int = 0
    rank_points: int = ALL
    second_rank_points: int = ALL
    unlock: bool = False


def florentine_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    people, weapons = foes_of(state, actor), usable(state, actor, ALL_WAYS)
    first, second = weapon_field(state, actor, weapons), weapon_field(state, actor, weapons, "second")
    first.hint, second.label = "the primary", "second weapon"
    fields = [somebody("target", people), first, second, somebody("second-target", people, required=False)]
    slowest = max([weapon.speed for weapon in weapons], default=1)
    fields += [*points_field(actor), *points_field(actor, "second-points")]
    return [*fields, rush_field(slowest), rush_field(slowest, "second-rush"), unlock_flag()]


def check_half(state: Hybrid, actor: Fighter, target: Fighter, weapon: Weapon) -> None:
    check_target(state, actor, target)
    check_reach(state, actor, target, weapon)
    if crowded(state, actor, target, weapon):
        raise Refused("hybrid.close.closed-upon", f"the {weapon.name or weapon.key} is too long here", ["draw", "discard"])
    if weapon.area or weapon.blast:
        raise Refused("hybrid.ruling.florentine-primary", f"not with the {weapon.name or weapon.key}", ["shoot", "mind"])


def florentine(state: Hybrid, table: Table, action: Florentine) -> None:
    """The first named is the primary; only two at a time. hybrid.ruling.florentine-primary"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    other = fighter(state, action.second_target or action.target)
    first = striking_weapon(state, actor, action.weapon, ALL_WAYS)
    second = striking_weapon(state, actor, action.second, ALL_WAYS)
    if first is second:
        raise Refused(
            "hybrid.ruling.florentine-primary", "two actions take two weapons", [weapon.key for weapon in at_hand(actor)]
        )
    check_half(state, actor, target, first)
    check_half(state, actor, other, second)
    if actor.mft + actor.mex < first.cost + second.cost:
        raise Refused("hybrid.energy.pools", f"{actor.id} has not the MFT for both", ["blow", "wait"])
    if action.unlock:
        check_unlock(state, actor, first, second)
    left = actor.speed_points - action.points
    halves = [
        begin_half(state, table, actor, target, first, action.points, actor.speed_points, action.rush, action.rank_points),
        begin_half(
            state, table, actor, other, second, action.second_points, left, action.second_rush, action.second_rank_points
        ),
    ]
    table.allowed()
    actor.speed_points -= action.points + action.second_points
    primary, secondary, name = PAIRS[first.way == "mental", second.way == "mental"]
    for (half, _), weapon, df in ((halves[0], first, primary), (halves[1], second, secondary)):
        half.pair, half.pair_df, half.second = name, df, weapon is second
        half.unlock = action.unlock and is_limited(state, actor, weapon)
        if half.rushed:
            table.emit("hybrid.action.speed-up", actor.id, number=half.rushed, note=f"of {counted(half.needed, 'count')}")
    for weapon in (first, second):
        if weapon.cost:
            pay_mind(table, actor, weapon)
    table.emit("hybrid.ruling.florentine-primary", actor.id, target.id, primary, first.name or first.key)
    start(state, table, actor, *halves)


def begin_half(
    state: Hybrid,
    table: Table,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    points: int,
    left: int,
    rush: int,
    rank_points: int,
) -> tuple[UnderWay, Tally]:
    """Either half has its own time, and may be hurried by itself. hybrid.action.speed-up"""
    time = table.tally()
    add_speed(state, time, actor, weapon, rank_points)
    add_points(time, actor, points, left)
    needed = time_of(time)
    check_rush(rush, needed)
    kind = "mind" if weapon.way == "mental" else "blow" if weapon.way == "melee" else "shot"
    half = UnderWay(actor=actor.id, kind=kind, lands=state.count + (rush or needed), target=target.id, weapon=weapon.key)
    if rush:
        half.rushed, half.needed = rush, needed
    return half, time


FLORENTINE = ActionKind(
    Florentine, florentine, "hybrid.ruling.florentine-primary", WEAPON_SPEED, group="attack", fields=florentine_fields
)
