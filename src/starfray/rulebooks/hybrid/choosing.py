"""What all choices share: which weapon, how long it takes, who stands in the way, and beginning an action."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Option, Tally
from starfray.rulebooks.hybrid.check import passed
from starfray.rulebooks.hybrid.clock import end_stance
from starfray.rulebooks.hybrid.defence import ARMS_LENGTH, DODGE, DROP, can_throw, throw_oneself
from starfray.rulebooks.hybrid.energy import exert
from starfray.rulebooks.hybrid.figures import action_tally, basis
from starfray.rulebooks.hybrid.initiative import interrupts
from starfray.rulebooks.hybrid.skills import Use, rank_with, skill_chance
from starfray.rulebooks.hybrid.state import (
    ATTACKS,
    Fighter,
    Hybrid,
    Related,
    UnderWay,
    Weapon,
    are_closed,
    at_hand,
    bound,
    held,
    in_melee,
    unbind,
)  # fmt: skip

SIMPLE_ACTION = 10  # hybrid.action.standard-speed
HOLDS_OFF = 0.3  # metres of reach that matter: hybrid.ruling.closing


def foes(state: Hybrid, one: Fighter) -> list[str]:
    return [each.id for each in state.roster.values() if each.side != one.side and not each.fallen and not each.hidden]


def usable(state: Hybrid, one: Fighter, ways: tuple[str, ...]) -> list[Weapon]:
    """Weapons at hand of these ways that can strike now."""
    fast = held(state, one)
    return [
        each
        for each in one.weapons
        if (each.in_hand or each.natural)
        and each.way in ways
        and not each.shield
        and not bound(state, one, each)
        and not (fast and too_long_when_held(each))
    ]


def too_long_when_held(weapon: Weapon) -> bool:
    """A held fighter uses what works at arm's length: no long blades, no long guns. hybrid.ruling.hold-effects"""
    return weapon.reach > ARMS_LENGTH or (weapon.way in ("missile", "thrown") and weapon.hands > 1)


def striking_weapon(state: Hybrid, one: Fighter, key: str, ways: tuple[str, ...], drawing: bool = False) -> Weapon:
    """The weapon named, or the first at hand that can strike."""
    fit = usable(state, one, ways)
    keys = [each.key for each in fit]
    other = "hybrid.tohit.mental-entity" if "mental" in ways else "hybrid.tohit.missile"
    rule = "hybrid.tohit.melee" if "melee" in ways else other
    if not key:
        if fit and not drawing:
            return fit[0]
        if any(bound(state, one, each) for each in one.weapons):
            raise Refused("hybrid.ruling.bound", f"{one.id}'s weapon is bound", ["release", "wait"])
        if held(state, one) and any(each.way in ways for each in at_hand(one)):
            raise Refused("hybrid.ruling.hold-effects", f"{one.id} is held and has no room for it", ["break-free"])
        raise Refused("hybrid.draw.time", f"{one.id} has nothing at hand to strike with", ["draw", "wait"])
    named = next((each for each in one.weapons if each.key == key and each.way in ways), None)
    if named is None:
        raise Refused(rule, f"{one.id} has no {key!r} for that", keys)
    if bound(state, one, named):
        raise Refused("hybrid.ruling.bound", f"the {named.name or key} is bound", ["release", "wait"])
    if held(state, one) and too_long_when_held(named):
        raise Refused("hybrid.ruling.hold-effects", f"{one.id} is held; the {named.name or key} is too long", keys)
    if named.shield:
        raise Refused("hybrid.draw.time", f"the {named.name or key} is not used to strike", keys)
    if drawing and (named in at_hand(one) or named.hands > one.hands):
        raise Refused("hybrid.draw.time", f"there is no drawing the {named.name or key}", ["draw=no"])
    if not drawing and named not in fit:
        raise Refused("hybrid.draw.time", f"the {named.name or key} is not in hand", [*keys, "draw=yes"])
    return named


def holds_off(state: Hybrid, one: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Does a longer weapon of the target's keep this one away? hybrid.close.required, hybrid.ruling.closing"""
    if weapon.way != "melee" or not target.able or are_closed(state, one, target):
        return False
    return any(
        each.reach - weapon.reach > HOLDS_OFF - 1e-9 and not each.shield and not bound(state, target, each)
        for each in in_melee(target)
    )


def crowded(state: Hybrid, one: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Has the target closed with a weapon so much shorter that this one is too long? hybrid.close.closed-upon"""
    if weapon.way != "melee" or not are_closed(state, one, target):
        return False
    reaches = [each.reach for each in in_melee(target) if each.in_hand and not each.shield] or [0.0]  # bare hands
    return weapon.reach - min(reaches) > HOLDS_OFF - 1e-9


# --- time ------------------------------------------------------------------------------------------------------


def add_speed(state: Hybrid, time: Tally, one: Fighter, weapon: Weapon) -> None:
    """Counts an action with a weapon takes. hybrid.ruling.speed-point-value"""
    time.add(weapon.speed, "hybrid.action.resolve", weapon.name or weapon.key)
    rank = rank_with(one, weapon)
    if rank is None:
        if state.rulings.get("unranked") != "plain":
            time.add(2, "hybrid.ruling.unranked")
    elif rank >= 2:
        time.add(-(rank // 2), "hybrid.initiative.rank-speed", f"rank {rank}")


def add_points(time: Tally, one: Fighter, points: int) -> None:
    if not 0 <= points <= one.speed_points:
        raise Refused(
            "hybrid.action.speed-points", f"{one.id} has {one.speed_points} speed points", [f"points=0 to {one.speed_points}"]
        )
    if points:
        time.add(-points, "hybrid.action.speed-points")


def time_of(time: Tally) -> int:
    return max(1, time.total)  # hybrid.ruling.speed-point-value: never under 1


def check_rush(rush: int, needed: int) -> None:
    if rush and not 1 <= rush < needed:
        raise Refused("hybrid.ruling.speedup", f"it takes {needed} counts; rush is fewer", [f"rush=1 to {needed - 1}"])


def draw_time(state: Hybrid, table: Table, one: Fighter, weapon: Weapon, fast: bool) -> int:
    """Twice the weapon's speed; a fast draw that is made takes it once. hybrid.draw.time, hybrid.draw.fast"""
    make_room(state, one, weapon)
    if not fast:
        return 2 * weapon.speed
    df = action_tally(state, table, one)
    stat, rule, name = basis(one, weapon)
    df.add(stat, rule, name)
    chance = skill_chance(state, table, one, df, Use(weapon.skill, "quickdraw", weapon=weapon))
    if passed(table, "hybrid.draw.fast", one.id, chance):
        table.emit("hybrid.draw.fast", one.id, number=weapon.speed, note=weapon.name or weapon.key)
        return weapon.speed
    table.emit("hybrid.ruling.fast-draw-fail", one.id, number=2 * weapon.speed, note=weapon.name or weapon.key)
    return 2 * weapon.speed


def make_room(state: Hybrid, one: Fighter, weapon: Weapon) -> None:
    """What no longer fits into the hands is dropped."""
    for other in one.weapons:
        if other.in_hand and weapon.hands + sum(each.hands for each in one.weapons if each.in_hand) > one.hands:
            other.in_hand = False
            unbind(state, one, other)


def ask_related(state: Hybrid, table: Table, one: Fighter, weapon: Weapon, skill: str) -> bool:
    """How far another skill serves is the GM's to say, once. Does it serve, and is that new? hybrid.skill.related"""
    if any((each.wanted, each.skill) == (weapon.skill, skill) for each in one.related):
        return False
    options = [
        Option("similar", rule="hybrid.ruling.related-fractions", note="2/5 of the rank"),
        Option("dissimilar", rule="hybrid.skill.related", note="1/5"),
        Option("far-fetched", rule="hybrid.ruling.related-fractions", note="1/10"),
        Option("unrelated"),
    ]
    prompt = f"How near is {skill} to {weapon.skill}?"
    how = table.choose("hybrid.skill.related", GM, options, prompt, suggested="dissimilar")
    if how == "unrelated":
        return False
    one.related.append(Related(wanted=weapon.skill, skill=skill, how=how))
    return True


def check_related(one: Fighter, weapon: Weapon, skill: str) -> None:
    if skill and (skill not in one.skills or weapon.skill in one.skills or skill == weapon.skill):
        raise Refused("hybrid.skill.related", f"{skill!r} does not stand in for {weapon.skill} here", sorted(one.skills))


# --- beginning -------------------------------------------------------------------------------------------------


def end_old_stance(state: Hybrid, one: Fighter) -> None:
    if one.stance and one.stance_since != state.count:
        end_stance(one)


def start(
    state: Hybrid,
    table: Table,
    one: Fighter,
    mine: UnderWay,
    time: Tally,
    other: UnderWay | None = None,
    other_time: Tally | None = None,
) -> None:
    """hybrid.action.begin: the choice is made now, it takes effect later. hybrid.action.resolve"""
    end_old_stance(state, one)
    one.wait_until = 0
    one.resting = -1
    one.moved = -1
    one.preset = None
    begin(state, table, one, mine, time)
    if other is not None and other_time is not None:
        begin(state, table, one, other, other_time)
    if state.rulings.get("combat-fatigue") == "each-attack":
        tire(table, one, mine)
        if other is not None:
            tire(table, one, other)
    interrupts(state, table, one, (mine.kind, "draw") if mine.draws else (mine.kind,))
    offer_dodge(state, table, one, mine)
    if other is not None:
        offer_dodge(state, table, one, other)


def tire(table: Table, one: Fighter, mine: UnderWay) -> None:
    """A mental attack costs its MFT as it is. hybrid.ruling.combat-fatigue"""
    if mine.kind in ATTACKS and mine.kind != "mind":
        table.emit("hybrid.ruling.combat-fatigue", one.id, number=1)
        exert(table, one, 1)


def begin(state: Hybrid, table: Table, one: Fighter, mine: UnderWay, time: Tally) -> None:
    mine.began = state.count
    state.under_way.append(mine)
    table.emit("hybrid.action.begin", one.id, mine.target, state.count, mine.kind)
    table.emit("hybrid.action.resolve", one.id, mine.target, mine.lands, f"{time}")


def offer_dodge(state: Hybrid, table: Table, one: Fighter, blow: UnderWay) -> None:
    """Whoever waits may throw themselves out of the way as soon as a blow at them is begun. hybrid.ruling.wait"""
    if blow.kind not in ATTACKS or not blow.target or one.hidden or blow.target in one.fooled:  # hybrid.ruling.feint
        return
    target = state.roster[blow.target]
    if target.wait_until <= state.count or not can_throw(state, target):
        return
    options = [Option("dodge", "dodge now", "hybrid.defence.dodge.phases", f"until count {state.count + DODGE}")]
    if not state.weightless:
        options.append(Option("drop", "drop prone now", "hybrid.defence.prone.drop", f"down on count {state.count + DROP}"))
    options.append(Option("no", "wait and see"))
    pick = table.choose("hybrid.ruling.wait", target.id, options, f"{one.id} begins to strike.", suggested="no")
    if pick != "no":
        throw_oneself(state, table, target, pick)
