"""Two attacks at once, with two weapons; each lands on its own count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, Tally, somebody
from starfray.rulebooks.hybrid.attack_actions import ALL_WAYS, check_reach, check_target, pay_mind
from starfray.rulebooks.hybrid.attack_options import (
    WEAPON_SPEED,
    add_points,
    add_speed,
    crowded,
    foes_of,
    points_field,
    start,
    striking_weapon,
    time_of,
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


def florentine_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    people, weapons = foes_of(state, actor), usable(state, actor, ALL_WAYS)
    first, second = weapon_field(state, actor, weapons), weapon_field(state, actor, weapons, "second")
    first.hint, second.label = "the primary", "second weapon"
    fields = [somebody("target", people), first, second, somebody("second-target", people, required=False)]
    return [*fields, *points_field(actor), *points_field(actor, "second-points")]


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
    times: list[Tally] = []
    for weapon, points in ((first, action.points), (second, action.second_points)):
        time = table.tally()
        add_speed(state, time, actor, weapon)
        add_points(time, actor, points, actor.speed_points - (action.points if weapon is second else 0))
        times.append(time)
    table.allowed()
    actor.speed_points -= action.points + action.second_points
    primary, secondary, name = PAIRS[first.way == "mental", second.way == "mental"]
    halves: list[tuple[UnderWay, Tally]] = []
    for weapon, whom, df, time in ((first, target, primary, times[0]), (second, other, secondary, times[1])):
        kind = "mind" if weapon.way == "mental" else "blow" if weapon.way == "melee" else "shot"
        half = UnderWay(actor=actor.id, kind=kind, lands=state.count + time_of(time), target=whom.id, weapon=weapon.key)
        half.pair, half.pair_df, half.second = name, df, weapon is second
        halves.append((half, time))
    for weapon in (first, second):
        if weapon.cost:
            pay_mind(table, actor, weapon)
    table.emit("hybrid.ruling.florentine-primary", actor.id, target.id, primary, first.name or first.key)
    start(state, table, actor, *halves)


FLORENTINE = ActionKind(
    Florentine, florentine, "hybrid.ruling.florentine-primary", WEAPON_SPEED, group="attack", fields=florentine_fields
)
