"""Choosing an attack: a blow, a shot or throw, a mental attack, two at once. It lands some counts later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Point, Refused, Table, apart, flag, somebody
from starfray.engine.values import Field, Option, Tally
from starfray.engine.walls import wall_between
from starfray.rulebooks.hybrid.attack_options import (
    ALL,
    WEAPON_SPEED,
    add_points,
    add_speed,
    ask_related,
    can_draw,
    can_pay,
    can_strike,
    check_related,
    check_rush,
    check_seen,
    check_unlock,
    crowded,
    draw_time,
    finish,
    foes,
    foes_of,
    holds_off,
    out_of_range,
    refuse_walled,
    striking_weapon,
    time_fields,
    time_of,
    unlock_flag,
    usable,
    weapon_field,
)
from starfray.rulebooks.hybrid.derived import range_of
from starfray.rulebooks.hybrid.energy import exert
from starfray.rulebooks.hybrid.injury import CALLED
from starfray.rulebooks.hybrid.moves import manner_of, manner_rule, moves_of, slower_by
from starfray.rulebooks.hybrid.skills import filters_on
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, fighter

MELEE = ("melee",)
RANGED = ("missile", "thrown")
MENTAL = ("mental",)
ALL_WAYS = ("melee", "missile", "thrown", "mental")


# --- forms -----------------------------------------------------------------------------------------------------
def condition_hints(state: Hybrid, actor: Fighter) -> tuple[str, ...]:
    hurt = actor.pbd < actor.max_pbd or actor.mbd < actor.max_mbd
    return ("hybrid.mod.condition.principle",) if hurt or actor.pex <= 0 or actor.mex <= 0 else ()


def attack_hints(state: Hybrid, actor: Fighter) -> tuple[str, ...]:
    capped = ("hybrid.skill.filter.definition", "hybrid.skill.filter.list") if filters_on(state, actor) else ()
    return (*condition_hints(state, actor), *capped)


def attack_fields(state: Hybrid, actor: Fighter, ways: tuple[str, ...]) -> list[Field]:
    """What blows and shots share. Where nothing at hand will do, a weapon has to be named and drawn."""
    people = foes_of(state, actor)
    ready = usable(state, actor, ways)
    to_draw = [weapon for weapon in actor.weapons if weapon.way in ways and not weapon.shield and can_draw(actor, weapon)]
    weapons = [*ready, *to_draw]
    drawing = bool(to_draw) and not any(can_strike(state, actor, foe, weapon) for foe in people for weapon in ready)
    fields = [
        somebody("target", people),
        weapon_field(state, actor, weapons, required=drawing),
        Field("draw", "flag", required=drawing, default="yes" if drawing else "", hint="get the weapon into the hand first"),
        flag("fast", "draw it by a roll, in half the time"),
        *time_fields(actor, weapons),
        flag("set-up", "as long again, +20 % and 2 % per rank"),
        Field("at", "choice", [Option(place) for place in CALLED], required=False, label="called place", role="body"),
        Field("how", "choice", manners(actor), required=False, label="way of striking"),
        unlock_flag(),
    ]
    if any(weapon.skill not in actor.skills for weapon in weapons):
        fields.append(
            Field("skill", "choice", [Option(skill) for skill in actor.skills], required=False, label="related skill")
        )
    return fields


def nothing_of(actor: Fighter, ways: tuple[str, ...]) -> Refused | None:
    if any(weapon.way in ways and (weapon.in_hand or weapon.natural or can_draw(actor, weapon)) for weapon in actor.weapons):
        return None
    return Refused("hybrid.draw.time", f"{actor.id} has nothing at hand to strike with", ["draw", "wait"])


def manners(actor: Fighter) -> list[Option]:
    own = {move.key: move for move in actor.moves}
    return [
        Option(key, own[key].name, note=f"DF {own[key].df}, {own[key].damage:g} x damage, {own[key].time:g} x time")
        if key in own
        else Option(key)
        for key in moves_of(actor)
    ]


# --- blows -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Blow(Action):
    """Begin a blow; it lands some counts later. `points`: own speed points spent; `rush`: counts taken, fewer than needed.
    `at`: a called location; `how`: spin or jump; `club`: a long weapon used as a club by one who has been closed upon.
    `rank-points`: how many of the rank's speed points are spent, all if not said.
    `draw`: get the weapon into the hand first (`fast`: by a roll); `set-up`: take time to prepare; `unlock`: roll against
    the filter skill for the full rank; `skill`: a related skill instead of the weapon's.
    """

    KIND: ClassVar[str] = "blow"
    target: str
    weapon: str = ""
    points: int = 0
    rush: int = 0
    at: str = ""
    how: str = ""
    club: bool = False
    draw: bool = False
    fast: bool = False
    set_up: bool = False
    unlock: bool = False
    skill: str = ""
    rank_points: int = ALL


def blow_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [*attack_fields(state, actor, MELEE), flag("club", "a long weapon of one who has been closed upon")]


def blow(state: Hybrid, table: Table, action: Blow) -> None:
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    ready = [
        weapon
        for weapon in usable(state, actor, MELEE)
        if can_strike(state, actor, target, weapon) and crowded(state, actor, target, weapon) is action.club
    ]
    weapon = striking_weapon(state, actor, action.weapon or handy(ready, action.draw), MELEE, action.draw)
    check_target(state, actor, target)
    check_reach(state, actor, target, weapon)
    if crowded(state, actor, target, weapon) is not action.club:
        crowds = f"has been closed upon; the {weapon.name or weapon.key} is too long"
        reason = "has room for a proper blow" if action.club else crowds
        raise Refused("hybrid.close.closed-upon", f"{actor.id} {reason}", ["draw", "blow club=yes", "stance retreat"])
    under_way = UnderWay(actor=actor.id, kind="blow", lands=0, target=target.id, weapon=weapon.key, club=action.club)
    begin_attack(state, table, actor, weapon, action, under_way)


BLOW = ActionKind(
    Blow,
    blow,
    "hybrid.action.begin",
    WEAPON_SPEED,
    group="attack",
    fields=blow_fields,
    hints=("hybrid.damage.type",),
    more_hints=attack_hints,
)


# --- shots and throws ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """Shoot or throw at somebody, or (an explosive) at a point; `lob`: indirect, in a high arc."""

    KIND: ClassVar[str] = "shoot"
    target: str = ""
    weapon: str = ""
    points: int = 0
    rush: int = 0
    at: str = ""
    how: str = ""
    lob: bool = False
    to: Point | None = None
    draw: bool = False
    fast: bool = False
    set_up: bool = False
    unlock: bool = False
    skill: str = ""
    rank_points: int = ALL


def no_gun(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    return nothing_of(actor, RANGED)


def shoot_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    """Where nobody is to be seen, a blast may still be thrown somewhere."""
    target, *fields = attack_fields(state, actor, RANGED)
    fields.append(flag("lob", f"indirect, within {actor.stats.pst} m"))
    blasts = [weapon for weapon in actor.weapons if weapon.blast and weapon.way in RANGED]
    if blasts and actor.at is not None:
        far = max(range_of(actor, weapon) for weapon in blasts)
        fields.append(
            Field(
                "to",
                "point",
                high=far,
                required=not target.options,
                centre=actor.at,
                label="point",
                hint="where the blast is aimed",
            )
        )
    return [target, *fields] if target.options or not blasts else fields


def shoot(state: Hybrid, table: Table, action: Shoot) -> None:
    """Missile and thrown weapons (hybrid.tohit.missile); a lob goes PST metres (hybrid.attack.indirect)."""
    actor = fighter(state, action.actor)
    if action.to is not None and action.target:
        raise Refused("hybrid.tohit.missile", "either somebody or a point", [f"to={action.to[0]:g},{action.to[1]:g}"])
    target = None if action.to is not None else fighter(state, action.target)
    weapon = striking_weapon(state, actor, action.weapon or gun_at_hand(state, actor, target, action), RANGED, action.draw)
    if action.to is not None and not weapon.blast:
        raise Refused("hybrid.tohit.missile", "only a blast is aimed at a point", foes(state, actor))
    if action.lob and weapon.way == "missile" and weapon.type in ("laser", "energy"):
        raise Refused("hybrid.attack.indirect", "a beam goes straight", ["lob=no"])
    under_way = UnderWay(actor=actor.id, kind="shot", lands=0, weapon=weapon.key, lob=action.lob, to=action.to)
    within = range_of(actor, weapon, action.lob)
    if target is not None:
        check_target(state, actor, target)
        refuse_walled(state, actor, target)
        if out_of_range(state, actor, target, weapon, action.lob):
            rule = "hybrid.attack.indirect" if action.lob else "hybrid.tohit.missile"
            raise Refused(rule, f"{target.id} is out of range", [f"within {within} m"])
        under_way.target = target.id
    elif actor.at is None or action.to is None or apart(actor.at, action.to) > within:
        raise Refused("hybrid.attack.indirect", "out of range", [f"within {within} m"])
    elif wall_between(state, actor.at, action.to) is not None:
        raise Refused("hybrid.ruling.wall", "a wall is in the way", ["move"])
    begin_attack(state, table, actor, weapon, action, under_way)


def gun_at_hand(state: Hybrid, actor: Fighter, target: Fighter | None, action: Shoot) -> str:
    """Where no weapon is named: the first at hand that carries so far, or else the first there is."""
    ready = [weapon for weapon in usable(state, actor, RANGED) if weapon.blast or target is not None]
    carry = [weapon for weapon in ready if target is None or not out_of_range(state, actor, target, weapon, action.lob)]
    return handy(carry or ready, action.draw)


SHOOT = ActionKind(
    Shoot,
    shoot,
    "hybrid.tohit.missile",
    WEAPON_SPEED,
    group="attack",
    refusal=no_gun,
    fields=shoot_fields,
    more_hints=attack_hints,
)


# --- mental attacks --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Mind(Action):
    """A mental attack on somebody, on everybody in range (an area attack), or on a thing."""

    KIND: ClassVar[str] = "mind"
    target: str = ""
    weapon: str = ""
    thing: str = ""
    points: int = 0
    rush: int = 0
    set_up: bool = False
    rank_points: int = ALL


def no_power(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    return nothing_of(actor, MENTAL)


def mind_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    people, weapons = foes_of(state, actor), usable(state, actor, MENTAL)
    return [
        somebody("target", people, required=bool(people) and not all(weapon.area for weapon in weapons)),
        weapon_field(state, actor, weapons, required=False),
        Field("thing", "text", required=False, hint="instead of somebody"),
        *time_fields(actor, weapons),
        flag("set-up", "as long again, +20 % and 2 % per rank"),
    ]


def mind(state: Hybrid, table: Table, action: Mind) -> None:
    """MFT is paid when the attack is begun, hit or miss. hybrid.energy.pools"""
    actor = fighter(state, action.actor)
    ready = [weapon for weapon in usable(state, actor, MENTAL) if not action.thing or weapon.type != "mental"]
    affordable = [weapon for weapon in ready if can_pay(actor, weapon)]
    weapon = striking_weapon(state, actor, action.weapon or handy(affordable or ready), MENTAL)
    under_way = UnderWay(actor=actor.id, kind="mind", lands=0, weapon=weapon.key, thing=action.thing)
    if action.target:
        fighter(state, action.target)
    if action.thing and weapon.type == "mental":
        raise Refused("hybrid.tohit.mental-object", f"{weapon.name or weapon.key} does nothing to a thing", foes(state, actor))
    if not action.thing and not weapon.area:
        target = fighter(state, action.target)
        check_target(state, actor, target)
        refuse_walled(state, actor, target)
        if out_of_range(state, actor, target, weapon):
            raise Refused("hybrid.tohit.mental-entity", f"{target.id} is out of range", [f"within {range_of(actor, weapon)} m"])
        under_way.target = target.id
    if not can_pay(actor, weapon):
        raise Refused("hybrid.energy.pools", f"{actor.id} has not the {weapon.cost} MFT for it", ["wait"])
    time = table.tally()
    add_speed(state, time, actor, weapon, action.rank_points)
    add_points(time, actor, action.points)
    needed = time_of(time)
    check_rush(action.rush, needed)
    table.allowed()
    actor.speed_points -= action.points
    pay_mind(table, actor, weapon)
    before = weapon.speed if action.set_up else 0
    if before:
        under_way.set_up = True
        time.add(before, "hybrid.setup.time", "set up")
    finish(state, table, actor, under_way, time, action.rush, needed, before)


def pay_mind(table: Table, actor: Fighter, weapon: Weapon) -> None:
    table.emit("hybrid.energy.pools", actor.id, number=weapon.cost, note="MFT")
    exert(table, actor, weapon.cost, mind=True)


MIND = ActionKind(
    Mind,
    mind,
    "hybrid.tohit.mental-entity",
    WEAPON_SPEED,
    group="attack",
    refusal=no_power,
    fields=mind_fields,
    hints=("hybrid.move.mental", "hybrid.energy.roles"),
    more_hints=condition_hints,
)


# --- what they share -------------------------------------------------------------------------------------------
def handy(ready: list[Weapon], drawing: bool = False) -> str:
    """The first weapon that will do, where none is named and none is drawn."""
    return ready[0].key if ready and not drawing else ""


def check_target(state: Hybrid, actor: Fighter, target: Fighter) -> None:
    if target is actor or target.fallen:
        raise Refused("hybrid.tohit.chance", f"{target.id} cannot be struck", foes(state, actor))
    check_seen(actor, target)


def check_reach(state: Hybrid, actor: Fighter, target: Fighter, weapon: Weapon) -> None:
    refuse_walled(state, actor, target)
    if out_of_range(state, actor, target, weapon):
        raise Refused("hybrid.close.required", f"{target.id} is too far away", ["move"])
    if holds_off(state, actor, target, weapon):
        raise Refused("hybrid.close.required", f"{target.id}'s weapon outreaches the {weapon.name or weapon.key}", ["close"])


def begin_attack(
    state: Hybrid, table: Table, actor: Fighter, weapon: Weapon, action: Blow | Shoot, under_way: UnderWay
) -> None:
    """What blows and shots share: called places, spins, hurry, drawing and setting up first. hybrid.ruling.compound-action"""
    if action.at and (action.at not in CALLED or weapon.blast):
        raise Refused("hybrid.attack.called", f"no place is called {action.at!r}", CALLED)
    if action.how and action.how not in moves_of(actor):
        raise Refused("hybrid.attack.spin", f"{action.how!r} is no way to strike", moves_of(actor))
    if action.fast and not action.draw:
        raise Refused("hybrid.draw.fast", "there is nothing to draw fast", ["draw=yes"])
    if action.unlock:
        check_unlock(state, actor, weapon)
    check_related(actor, weapon, action.skill)
    time = attack_time(state, table, actor, weapon, action)
    check_rush(action.rush, time_of(time))
    table.allowed()
    rush = action.rush
    if action.skill and ask_related(state, table, actor, weapon, action.skill):  # the rank it lends makes the action faster
        time = attack_time(state, table, actor, weapon, action)
        rush = rush if rush < time_of(time) else 0
    actor.speed_points -= action.points
    under_way.at, under_way.how, under_way.unlock = action.at, action.how, action.unlock
    needed = time_of(time)
    before = prepare(state, table, actor, weapon, action, under_way, time)
    finish(state, table, actor, under_way, time, rush, needed, before)


def attack_time(state: Hybrid, table: Table, actor: Fighter, weapon: Weapon, action: Blow | Shoot) -> Tally:
    time = table.tally()
    add_speed(state, time, actor, weapon, action.rank_points)
    if action.how:
        manner = manner_of(table, actor, action.how)
        time.add(slower_by(weapon, manner), manner_rule(action.how), f"{manner.time:g} x as slow")
    add_points(time, actor, action.points)
    return time


def prepare(
    state: Hybrid, table: Table, actor: Fighter, weapon: Weapon, action: Blow | Shoot, under_way: UnderWay, time: Tally
) -> int:
    """Drawing and setting up are part of the choice: times add, there is one landing. hybrid.ruling.compound-action"""
    before = 0
    if action.draw:
        spare = min(action.points, max(0, 1 - time.total))  # what the blow has no use for shortens the draw
        before = max(1, draw_time(state, table, actor, weapon, action.fast) - spare)
        under_way.draws = True
        time.add(before, "hybrid.draw.time", "draw")
    if action.set_up:
        under_way.set_up = True
        full = weapon.speed  # hybrid.ruling.setup: before speed points
        if action.how:
            full += slower_by(weapon, manner_of(table, actor, action.how))
        before += full
        time.add(full, "hybrid.setup.time", "set up")
    if before:
        table.emit("hybrid.ruling.compound-action", actor.id, number=before)
    return before
