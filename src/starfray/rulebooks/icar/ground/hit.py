"""Hitting once: always possible, like any other action."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.icar.contest import contest
from starfray.rulebooks.icar.core import NORMAL, agreed_attribute, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.actions import Hit
from starfray.rulebooks.icar.ground.escape import opposed_tally
from starfray.rulebooks.icar.ground.injury import hurt
from starfray.rulebooks.icar.ground.people import (
    REACH,
    STREET_FIGHTING,
    able,
    has_object,
    held_weapon,
    meat,
    metres,
    parted,
    person,
)
from starfray.rulebooks.icar.ground.spend import refuse_unless_free, spend
from starfray.rulebooks.icar.state import Actor, Icar


def refuse_out_of_reach(state: Icar, one: Actor, whom: str) -> Actor:
    """Close combat is when you can smell them. icar.ruling.close-reach"""
    other = state.roster.get(whom)
    if other is None or not person(other) or other.out or other is one:
        raise Refused("icar.ruling.illegal", f"{whom!r} is nobody to fight")
    if other.away:
        raise Refused("icar.ruling.push-clear", f"{whom} is on the way back")
    if parted(state, one, other):
        raise Refused("icar.hack.door", f"a shut door lies between {one.id} and {whom}")
    far = metres(state, one, other)
    if far > REACH + 1e-9:
        raise Refused("icar.ruling.close-reach", f"{whom} is {round(far, 1):g} m away", ["move"])
    return other


def hit(state: Icar, table: Table, act: Hit) -> None:
    """Street Fighting and Battle: 12 against somebody surprised, else the higher total wins. icar.close.once.check"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    other = refuse_out_of_reach(state, one, act.target)
    refuse_attribute(act.attribute)
    refuse_full_hands(one, act.thing)
    spend(state, table, one, act.KIND, (other.id,))
    if act.thing:
        one.hand = act.thing  # whatever lies about is picked up and kept in the hand
    attribute = close_attribute(table, one, act.attribute)
    unaware = other.surprised or not able(other)  # icar.ruling.once-unaware
    if unaware:
        tally = table.tally()
        tally.add(NORMAL, "icar.close.once.surprise" if other.surprised else "icar.ruling.once-unaware")
        take_off_ability(tally, one, STREET_FIGHTING, attribute)
        if told_check(state, table, one, tally, "icar.close.once.check"):
            land(state, table, one, other)
        other.surprised = False
        return
    tally = opposed_tally(table, one, other, attribute, "icar.close.once.opposed", "battle")
    if contest(state, table, one, other, tally, "icar.close.once.opposed"):
        land(state, table, one, other)
    else:
        land(state, table, other, one)
    if not other.acted:  # defending is free
        table.emit("icar.ruling.exchange-action", other.id)


def refuse_full_hands(one: Actor, thing: str) -> None:
    if thing and one.hand not in ("", thing):
        raise Refused("icar.close.once.held-object", f"{one.hand} is in the hand", ["change-weapon"])


def close_attribute(table: Table, one: Actor, wanted: str) -> str:
    """Battle, unless the GM lets it be another. icar.close.attribute, icar.close.attribute-swap"""
    agreed = agreed_attribute(table, one, STREET_FIGHTING, wanted)
    table.emit("icar.close.attribute" if agreed == "battle" else "icar.close.attribute-swap", one.id, note=agreed)
    return agreed


def land(state: Icar, table: Table, winner: Actor, loser: Actor) -> None:
    """Meat in Stun; with just about anything in the hand also Meat in hit points. icar.ruling.once-weapon"""
    table.emit("icar.close.once.stun", winner.id, loser.id, meat(winner))
    damage = 0
    if has_object(winner):  # icar.ruling.once-object-opposed
        damage = meat(winner)
        attacked = winner.acted == Hit.KIND
        rule = "icar.close.once.held-object" if attacked else "icar.ruling.once-object-opposed"
        table.emit(rule, winner.id, loser.id, damage, winner.hand)
        weapon = held_weapon(winner)
        if weapon is not None and weapon.bonus:
            table.emit("icar.ruling.once-weapon", winner.id, note=weapon.name)
    hurt(state, table, loser.id, damage, meat(winner), winner.id)
