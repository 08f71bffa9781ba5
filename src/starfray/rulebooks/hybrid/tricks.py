"""Feint and disarm: attacks on the mind and on the grip."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import Disarm, Feint
from starfray.rulebooks.hybrid.attack import (
    add_manner,
    attacker_tally,
    defended_chance,
    out_of_range,
    plain_chance,
    regain_balance,
    say_degree,
)
from starfray.rulebooks.hybrid.check import chance_of, passed, roll_both, roll_margin
from starfray.rulebooks.hybrid.choosing import (
    add_points,
    add_speed,
    crowded,
    foes,
    holds_off,
    start,
    striking_weapon,
    time_of,
)  # fmt: skip
from starfray.rulebooks.hybrid.defence import Defence
from starfray.rulebooks.hybrid.figures import basis, perception_tally
from starfray.rulebooks.hybrid.initiative import go_off
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skills import Use
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, fighter, lose_action, unbind, weapon_of

DISARM_DF = -4  # hybrid.attack.disarm


def feint(state: Hybrid, table: Table, act: Feint) -> None:
    """Takes weapon speed and is not an attack. hybrid.ruling.feint"""
    one = fighter(state, act.actor)
    weapon = striking_weapon(state, one, act.weapon, ("melee", "missile", "thrown"))
    time = table.tally()
    add_speed(state, time, one, weapon)
    add_points(time, one, act.points)
    one.speed_points -= act.points
    mine = UnderWay(actor=one.id, kind="feint", lands=state.count + time_of(time), weapon=weapon.key)
    start(state, table, one, mine, time)


def disarm(state: Hybrid, table: Table, act: Disarm) -> None:
    """Takes weapon speed. hybrid.attack.disarm"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    weapon = striking_weapon(state, one, act.weapon, ("melee",))
    if target is one or target.fallen or held_weapon(target) is None:
        raise Refused("hybrid.attack.disarm", f"{target.id} has nothing in hand to lose", foes(state, one))
    if out_of_range(state, one, target, weapon):
        raise Refused("hybrid.close.required", f"{target.id} is too far away", ["move"])
    if holds_off(state, one, target, weapon):
        raise Refused("hybrid.close.required", f"{target.id}'s weapon outreaches the {weapon.name or weapon.key}", ["close"])
    if crowded(state, one, target, weapon):
        raise Refused(
            "hybrid.close.closed-upon",
            f"{one.id} has been closed upon; the {weapon.name or weapon.key} is too long",
            ["draw", "blow club=yes", "stance retreat"],
        )
    time = table.tally()
    add_speed(state, time, one, weapon)
    add_points(time, one, act.points)
    one.speed_points -= act.points
    mine = UnderWay(actor=one.id, kind="disarm", lands=state.count + time_of(time), target=target.id, weapon=weapon.key)
    start(state, table, one, mine, time)


def held_weapon(one: Fighter) -> Weapon | None:
    """The first weapon in hand; hands themselves cannot be dropped."""
    return next((each for each in one.weapons if each.in_hand and not each.natural), None)


# --- landing ---------------------------------------------------------------------------------------------------


def deceive(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Everyone aware and within reach rolls perception minus the feint's SN. hybrid.attack.feint.save"""
    weapon = weapon_of(one, mine.weapon)
    if one.hidden:
        reveal(table, one)
    one.fooled = []
    chance = plain_chance(state, table, one, weapon, mine)
    regain_balance(state, table, one)
    sn = roll_margin(table, "hybrid.attack.feint.roll", one.id, chance)
    table.emit("hybrid.attack.feint.purpose", one.id, number=max(0, sn), note="convinces" if sn >= 0 else "convinces nobody")
    if sn < 0:
        return
    table.same("hybrid.attack.feint.roll", sn)
    for place, other in enumerate(list(state.roster.values())):
        if other.side == one.side or not other.able or not other.aware or out_of_range(state, one, other, weapon):
            continue
        saves = chance_of(table, perception_tally(state, table, other))
        saves.add(-sn, "hybrid.oppose.sn")
        if not passed(table, "hybrid.attack.feint.save", other.id, saves):
            one.fooled.append(other.id)
            table.emit("hybrid.ruling.feint", other.id, one.id, note="is taken in")
            if other.preset is not None and not other.preset.fired:
                table.remember((place, sn))
                go_off(state, table, other, one)
                table.forget()
        table.same("hybrid.attack.feint.save", (place, sn))


def strike_at_grip(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """An attack minus the normal defence; then the weapon skill of the other, minus its SN, is the only answer."""
    target, weapon = state.roster[mine.target], weapon_of(one, mine.weapon)
    theirs = held_weapon(target)
    away = out_of_range(state, one, target, weapon) or holds_off(state, one, target, weapon)
    if target.fallen or theirs is None or away:
        table.emit("hybrid.ruling.timeline", one.id, target.id, note="there is nothing to strike from the hand")
        regain_balance(state, table, one)
        return
    unseen = one.hidden
    if unseen:
        reveal(table, one)
    bare = "hybrid.ruling.aware" if unseen else "hybrid.ruling.feint" if target.id in one.fooled else ""
    df = attacker_tally(state, table, one, mine)
    stat, rule, name = basis(one, weapon)
    df.add(stat, rule, name)
    df.add(DISARM_DF, "hybrid.attack.disarm")
    add_manner(state, table, df, one, mine, target)
    use = Use(weapon.skill, weapon=weapon, mine=mine, florentine=mine.florentine)
    chance = defended_chance(state, table, one, target, weapon, Defence(bare=bare), df, use)
    regain_balance(state, table, one)
    sn, degree = roll_both(table, "hybrid.attack.disarm", one.id, chance)
    say_degree(table, one, target.id, degree)
    if sn < 0:
        return
    if not bare and target.able and target.aware and "all-out" not in target.stance:
        holding = plain_chance(state, table, target, theirs)
        holding.add(-sn, "hybrid.oppose.sn")
        if passed(table, "hybrid.ruling.disarm", target.id, holding):
            table.emit("hybrid.ruling.disarm", target.id, one.id, note="keeps hold of the weapon")
            return
    theirs.in_hand = False
    unbind(state, target, theirs)
    lose_action(state, target.id, theirs.key)
    table.emit("hybrid.ruling.disarm", target.id, one.id, note=f"drops the {theirs.name or theirs.key}")
