"""Hitting once: always possible, like any other action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, somebody
from starfray.rulebooks.icar.common.action_economy import MAIN, MAIN_WORDS, spend
from starfray.rulebooks.icar.common.check import NORMAL, agreed_attribute, attribute_field, plain_check, refuse_attribute
from starfray.rulebooks.icar.common.injury import take_damage
from starfray.rulebooks.icar.common.opposed import contest, opposed_lead
from starfray.rulebooks.icar.common.person import (
    REACH,
    STREET_FIGHTING,
    able,
    foes,
    has_object,
    held_weapon,
    meat,
    metres,
    parted,
    parting,
    person,
    sheltered,
)
from starfray.rulebooks.icar.common.state import Actor, Icar


@dataclass(frozen=True, slots=True)
class Hit(Action):
    """One blow. `thing` is what is swung, if it is not in the hand already."""

    KIND: ClassVar[str] = "hit"
    target: str
    thing: str = ""
    attribute: str = ""


def refuse_out_of_reach(state: Icar, actor: Actor, whom: str) -> Actor:
    """Close combat is when you can smell them. icar.ruling.close-reach"""
    target = state.roster.get(whom)
    if target is None or not person(target) or target.out or target is actor:
        raise Refused("icar.ruling.illegal", f"{whom!r} is nobody to fight")
    if target.away:
        raise Refused("icar.ruling.push-clear", f"{whom} is on the way back")
    if sheltered(state, actor, target) or sheltered(state, target, actor):
        raise Refused("icar.vehicle.damage.where", f"closed doors lie between {actor.id} and {whom}", ["get-in"])
    if parted(state, actor, target):
        raise parting(state, actor, target)
    far = metres(state, actor, target)
    if far > REACH + 1e-9:
        raise Refused("icar.ruling.close-reach", f"{whom} is {round(far, 1):g} m away", ["move"])
    return target


def hit_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    thing = Field("thing", "text", required=False, label="object", hint="what lies about and is swung")
    return [somebody("target", foes(state, actor)), *([] if actor.hand else [thing]), attribute_field(STREET_FIGHTING)]


def hit(state: Icar, table: Table, action: Hit) -> None:
    """Street Fighting and Battle: 12 against somebody surprised, else the higher total wins.

    icar.close.once.always, icar.close.once.check
    """
    actor = state.roster[action.actor]
    target = refuse_out_of_reach(state, actor, action.target)
    refuse_attribute(action.attribute)
    refuse_full_hands(actor, action.thing)
    table.allowed()
    spend(state, table, actor, action.KIND, (target.id,))
    if action.thing:
        actor.hand = action.thing  # whatever lies about is picked up and kept in the hand
    attribute = close_attribute(table, actor, action.attribute)
    unaware = target.surprised or not able(target)  # icar.ruling.once-unaware
    if unaware:
        why = "icar.close.once.surprise" if target.surprised else "icar.ruling.once-unaware"
        if plain_check(state, table, actor, STREET_FIGHTING, attribute, "icar.close.once.check", NORMAL, why):
            strike(state, table, actor, target)
        target.surprised = False
        return
    lead = opposed_lead(table, actor, target, attribute, "icar.close.once.opposed", "battle")
    if contest(state, table, actor, target, lead, "icar.close.once.opposed"):
        strike(state, table, actor, target)
    else:
        strike(state, table, target, actor)
    if not target.acted:  # defending is free
        table.cite("icar.ruling.exchange-action")


HIT = ActionKind(
    Hit, hit, "icar.close.once.always", MAIN, MAIN_WORDS, "close combat", fields=hit_fields,
    hints=("icar.close.attribute",),
)  # fmt: skip


def refuse_full_hands(actor: Actor, thing: str) -> None:
    if thing and actor.hand not in ("", thing):
        raise Refused("icar.close.once.held-object", f"{actor.hand} is in the hand", ["change-weapon"])


def close_attribute(table: Table, actor: Actor, wanted: str) -> str:
    """Battle, unless the GM lets it be another. icar.close.attribute, icar.close.attribute-swap"""
    agreed = agreed_attribute(table, actor, STREET_FIGHTING, wanted)
    if agreed != "battle":
        table.emit("icar.close.attribute-swap", actor.id, note=agreed)
    return agreed


def strike(state: Icar, table: Table, winner: Actor, loser: Actor) -> None:
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
            table.cite("icar.ruling.once-weapon")
    take_damage(state, table, loser.id, damage, meat(winner), winner.id)
