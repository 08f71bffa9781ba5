"""Personal shields: raised for nothing, overloaded at the turn's end, restarted after a minute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, counted, somebody
from starfray.rulebooks.icar.common.action_economy import FREE, FREE_WORDS, MAIN, MAIN_WORDS, spend
from starfray.rulebooks.icar.common.check import attribute_field, refuse_attribute, skill_check
from starfray.rulebooks.icar.common.injury import shield_up
from starfray.rulebooks.icar.common.person import able, people, person, within_reach
from starfray.rulebooks.icar.common.state import Actor, Icar

RESTART_TURNS = 20  # icar.shield.restart: 60 seconds
MENDING = "micro-engineering"


@dataclass(frozen=True, slots=True)
class ShieldOn(Action):
    KIND: ClassVar[str] = "shield-on"


def no_shield(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if not actor.shields:
        return Refused("icar.turn.shield-on", f"{actor.id} has no shield")
    if shield_up(actor) is not None:
        return Refused("icar.turn.shield-on", "the shield is up")
    if all(shield.shut for shield in actor.shields):
        return Refused("icar.shield.restart", "it has shut down", ["restart-shield"])
    return None


def several_hint(state: Icar, actor: Actor) -> tuple[str, ...]:
    return ("icar.ruling.shield-multi",) if len(actor.shields) > 1 else ()


def shield_on(state: Icar, table: Table, action: ShieldOn) -> None:
    """Free, at the user's own place in the order. icar.turn.shield-on, icar.ruling.shield-on-turn"""
    actor = state.roster[action.actor]
    table.allowed()
    shield = next(shield for shield in actor.shields if not shield.shut)
    shield.up = True
    table.emit("icar.turn.shield-on", actor.id, number=shield.hp)


SHIELD_ON = ActionKind(
    ShieldOn, shield_on, "icar.turn.shield-on", FREE, FREE_WORDS, "shield", refusal=no_shield,
    hints=("icar.shield.high-energy",), more_hints=several_hint,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RestartShield(Action):
    """The own shield, or that of somebody within reach."""

    KIND: ClassVar[str] = "restart-shield"
    attribute: str = ""
    whose: str = ""


def no_restart(state: Icar, owner: Actor) -> Refused | None:
    shut = [shield for shield in owner.shields if shield.shut]
    if not shut:
        return Refused("icar.shield.restart", f"no shield of {owner.id} has shut down")
    if all(shield.wait for shield in shut):
        return Refused("icar.shield.restart", f"not for another {counted(min(shield.wait for shield in shut), 'turn')}")
    return None


def lets_near(state: Icar, actor: Actor, owner: Actor) -> bool:
    """Oneself, a friend within reach, or a foe there who cannot mind. icar.ruling.shield-restart"""
    if owner is actor:
        return True
    return within_reach(state, actor, owner) and (owner.side == actor.side or not (owner.hidden or able(owner)))


def nothing_shut(state: Icar, actor: Actor, content: Content) -> Refused | None:
    """Somebody's shield, the own one or another's, waits for it; or why the first that has shut down does not."""
    near = [actor, *(owner for owner in people(state) if owner is not actor and lets_near(state, actor, owner))]
    if any(no_restart(state, owner) is None for owner in near):
        return None
    return no_restart(state, next((owner for owner in near if any(shield.shut for shield in owner.shields)), actor))


def restart_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    owners = [
        owner for owner in people(state) if lets_near(state, actor, owner) and any(shield.shut for shield in owner.shields)
    ]
    return [attribute_field(MENDING), somebody("whose", owners, required=no_restart(state, actor) is not None)]


def restart(state: Icar, table: Table, action: RestartShield) -> None:
    """A minute after it went down, by a Micro Engineering check. icar.shield.restart, icar.ruling.shield-restart"""
    actor = state.roster[action.actor]
    owner = state.roster.get(action.whose or actor.id)
    unseen = owner is None or not person(owner) or (owner.hidden and owner.side != actor.side)
    if owner is None or unseen or (owner is not actor and not within_reach(state, actor, owner)):
        raise Refused("icar.ruling.close-reach", f"{action.whose!r} is nobody within reach", ["move"])
    if not lets_near(state, actor, owner):
        raise Refused("icar.ruling.shield-restart", f"{owner.id} lets no enemy near the shield", [actor.id])
    why = no_restart(state, owner)
    if why is not None:
        raise why
    refuse_attribute(action.attribute)
    table.allowed()
    spend(state, table, actor, action.KIND)
    shield = next(shield for shield in owner.shields if shield.shut and not shield.wait)
    if skill_check(state, table, actor, MENDING, action.attribute, "icar.shield.restart"):
        shield.shut = False
        shield.taken = 0
        shield.up = shield_up(owner) is None
        table.emit("icar.ruling.shield-restart", owner.id, number=shield.hp)


RESTART_SHIELD = ActionKind(
    RestartShield, restart, "icar.shield.restart", MAIN, MAIN_WORDS, "shield", refusal=nothing_shut, fields=restart_fields
)


def end_turn(table: Table, actor: Actor) -> None:
    """More than its hit points in one turn shuts it down, a spare comes up; the rest begin afresh. icar.ruling.shield-multi"""
    raised = shield_up(actor)
    if raised is not None and raised.taken > raised.hp:  # icar.shield.overload: equal is not enough
        raised.up = False
        raised.shut = True
        raised.wait = RESTART_TURNS + 1
        table.emit("icar.shield.overload", actor.id, number=raised.taken)
        if any(not spare.shut for spare in actor.shields):
            spare = next(spare for spare in actor.shields if not spare.shut)
            spare.up = True
            table.emit("icar.shield.multiple", actor.id, number=spare.hp)
    elif raised is not None and raised.taken:
        table.emit("icar.shield.refresh", actor.id, number=raised.hp)
    for shield in actor.shields:
        shield.taken = 0
        shield.wait = max(0, shield.wait - 1)
