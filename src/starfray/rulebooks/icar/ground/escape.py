"""Trip and hold: down, held, pinned, and the ways out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, one_of
from starfray.rulebooks.icar.common.action_economy import MAIN, MAIN_WORDS, spend
from starfray.rulebooks.icar.common.check import HARD, NORMAL, attribute_of, plain_check
from starfray.rulebooks.icar.common.opposed import contest, opposed_lead
from starfray.rulebooks.icar.common.person import STREET_FIGHTING, able, down, pinned, within_reach
from starfray.rulebooks.icar.common.state import Actor, Icar


@dataclass(frozen=True, slots=True)
class Escape(Action):
    """Up from the floor, out of a hold. The attribute is asked for when pinned: meat or shift."""

    KIND: ClassVar[str] = "escape"
    attribute: str = ""


def seize(table: Table, actor: Actor, by: Actor) -> None:
    """icar.close.hold"""
    actor.held_by = by.id
    actor.fell = True
    actor.plan = None
    table.emit("icar.close.hold", by.id, actor.id)


def can_rise(actor: Actor) -> bool:
    """Nobody stands whose balance a hacker has switched off. icar.hack.aug.effects"""
    return "balance" not in actor.disabled


def rise(actor: Actor) -> None:
    if not can_rise(actor):
        return
    actor.prone = False
    actor.tripped_by = ""


def escape_due(state: Icar, actor: Actor) -> bool:
    """One escape check per turn, from the turn after the fall or hold on. icar.ruling.down-order"""
    return down(actor) and able(actor) and not actor.acted and no_escape(state, actor) is None


def no_escape(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if not down(actor):
        return Refused("icar.close.prone.stand", f"{actor.id} is neither down nor held")
    if actor.fell:
        return Refused("icar.ruling.down-order", "not before the next turn", ["stand-by", "combo"])
    if actor.struggled:
        return Refused("icar.ruling.down-order", "one try a turn", ["stand-by"])
    if not actor.held_by and not can_rise(actor):
        return Refused("icar.hack.aug.effects", f"{actor.id}'s balance is off", ["stand-by"])
    return None


def escape_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [one_of("attribute", ["meat", "shift"], required=False)]


def escape(state: Icar, table: Table, action: Escape) -> None:
    """The main action of whoever is down. icar.ruling.down-choice"""
    actor = state.roster[action.actor]
    if action.attribute and (not pinned(actor) or action.attribute not in ("meat", "shift")):
        raise Refused("icar.close.pinned", "only who is pinned has a choice", ["meat", "shift"])
    table.allowed()
    spend(state, table, actor, action.KIND)
    struggle(state, table, actor, action.attribute)


ESCAPE = ActionKind(
    Escape, escape, "icar.ruling.down-choice", MAIN, MAIN_WORDS, "close combat", refusal=no_escape, fields=escape_fields
)


def struggle(state: Icar, table: Table, actor: Actor, attribute: str = "") -> bool:
    """The check itself. Pinned: Hard, alone. On the floor or held: against whoever tripped or holds."""
    actor.struggled = True
    if pinned(actor):
        best = attribute or ("meat" if attribute_of(actor, "meat") >= attribute_of(actor, "shift") else "shift")
        if plain_check(state, table, actor, STREET_FIGHTING, best, "icar.close.pinned", HARD, "icar.close.pinned"):
            rise(actor)
            actor.held_by = ""
            table.emit("icar.ruling.down-choice", actor.id, note="free")
            return True
        return False
    held = actor.held_by != ""
    other = state.roster.get(actor.held_by or actor.tripped_by)
    attribute = "meat" if held else "shift"
    rule = "icar.close.hold.break" if held else "icar.close.prone.stand"
    if other is not None and able(other) and within_reach(state, actor, other):
        passed = contest(state, table, actor, other, opposed_lead(table, actor, other, attribute, rule), rule)
    else:  # icar.ruling.stand-opposed: nobody is in the way
        passed = plain_check(state, table, actor, STREET_FIGHTING, attribute, rule, NORMAL, "icar.ruling.stand-opposed")
    if passed:
        if held:
            actor.held_by = ""
        else:
            rise(actor)
        table.emit("icar.ruling.down-choice", actor.id, note="free" if held else "on the feet")
    return passed
