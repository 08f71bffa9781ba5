"""The turn: action points, slots, and when the fight is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Moment, Option, Outcome, Table, flag
from starfray.rulebooks.coriolis.declare import can_cry
from starfray.rulebooks.coriolis.hazards import burn_and_bleed, clear_smoke, run_clocks
from starfray.rulebooks.coriolis.initiative import (
    SURPRISE,
    DelaySlot,
    claim_weapons,
    later_places,
    roll_initiative,
    score,
    scores,
    settle,
    wait_for,
)
from starfray.rulebooks.coriolis.injury import lose_overwatch
from starfray.rulebooks.coriolis.ranges import hostile, notice, sees
from starfray.rulebooks.coriolis.remedies import SpiderTreats
from starfray.rulebooks.coriolis.sneak import SneakUp, sneakers, sneaking_over
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, fighter


@dataclass(frozen=True, slots=True)
class Panic(Action):
    """The slot of somebody who broke under stress and flees or attacks of her own accord."""

    KIND: ClassVar[str] = "panic"


def due(state: Coriolis) -> Action | None:
    """Initiative before the first turn; latecomers; a new turn when every slot is over."""
    if state.free_actions:
        return None if state.roster[state.free_actions[0]].able else SlotPasses(GM)
    if state.turn == 0:
        return SneakUp(GM) if sneakers(state) else Begin(GM)
    if state.spiders:
        return SpiderTreats(state.spiders[0])
    late = newcomers(state)
    if late:
        return SneakUp(GM) if sneakers(state) else Join(late[0].id)
    if not state.up:
        return TurnStart(GM)
    if not state.roster[state.up].able:
        return Panic(state.up) if state.roster[state.up].wild else SlotPasses(GM)
    return None


def newcomers(state: Coriolis) -> list[Fighter]:
    if len(state.order) >= len(state.roster):  # nobody is ever taken off the roster
        return []
    known = set(state.order)
    return [one for one in state.roster.values() if one.id not in known and one.person and not one.out]


def actors(state: Coriolis) -> list[str]:
    """Whose slot it is; before the first turn the sneak attackers, in roster order."""
    if state.free_actions:
        return state.free_actions[:1]
    return [state.up] if state.up else []


def asides(state: Coriolis) -> list[str]:
    """Who may cry for help meanwhile. coriolis.broken.cry"""
    return [one.id for one in state.roster.values() if can_cry(one)]


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


def begin(state: Coriolis, table: Table, action: Begin) -> None:
    """coriolis.ruling.turn-start for the first turn: AP, initiative, claims, ties, first slot."""
    state.turn = 1
    state.order, state.standing = [], []
    sneaking_over(state)
    refresh(state, table)
    burn_and_bleed(state, table)  # what a sneak attack has set alight
    roll_initiative(state, table, [one for one in state.roster.values() if one.person and not one.out])
    for one in state.roster.values():
        take_raises(table, one)  # bought in the free action of a sneak attack
    claim_weapons(state, table)
    settle(state, table, {})
    next_slot(state, table)


BEGIN = ActionKind(Begin, begin)


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Latecomers roll initiative."""

    KIND: ClassVar[str] = "join"


def join(state: Coriolis, table: Table, action: Join) -> None:
    """Latecomers roll when they join, after the free action of those who came unseen. coriolis.ruling.initiative.once

    Those who come together roll together, and only then ties are settled.
    """
    late = newcomers(state)
    sneaking_over(state)
    for other in state.roster.values():
        if any(hostile(one, other) and sees(other, one) for one in late):
            notice(state, table, other)
    was = {who: points for who, points in scores(state).items() if who in state.order}
    roll_initiative(state, table, late)
    for one in late:
        table.emit("coriolis.ruling.initiative.once", one.id, number=score(one))
    settle(state, table, was)


JOIN = ActionKind(Join, join)


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"


def turn_start(state: Coriolis, table: Table, action: TurnStart) -> None:
    """AP; what counted for one turn ends, bought raises take effect; claims; ties that now exist for the first time.

    coriolis.ruling.turn-start
    """
    was = scores(state)
    state.turn += 1
    state.acted = []
    refresh(state, table)
    for one in state.roster.values():
        end_of_last_turn(table, one)
    burn_and_bleed(state, table)
    run_clocks(state, table)
    clear_smoke(state, table)
    claim_weapons(state, table)
    settle(state, table, was)
    next_slot(state, table)


TURN_START = ActionKind(TurnStart, turn_start)


def end_of_last_turn(table: Table, actor: Fighter) -> None:
    """A claim and surprise counted for that turn only; what was bought in it counts from now on."""
    if actor.claim:
        table.cite("coriolis.ruling.initiative.claim-when")
    if actor.surprise:
        table.emit("coriolis.surprise", actor.id, number=SURPRISE)
        table.emit("coriolis.ruling.initiative.surprise-vs-delay", actor.id, number=SURPRISE)
    actor.claim, actor.owes, actor.surprise = "", "", False
    take_raises(table, actor)


def take_raises(table: Table, actor: Fighter) -> None:
    """What was bought counts from the start of the turn after, and stays. coriolis.ruling.initiative.raise-lasts"""
    if actor.raises:
        actor.initiative += actor.raises
        table.emit("coriolis.initiative.from-actions", actor.id, number=actor.raises)
        table.emit("coriolis.ruling.initiative.raise-lasts", actor.id, number=actor.initiative)
        actor.raises = 0


def refresh(state: Coriolis, table: Table) -> None:
    """coriolis.ap.refresh: everyone's AP go back to 3, 0 while stunned; what counts per turn starts anew.

    coriolis.ap.no-carry
    """
    for one in state.roster.values():
        for weapon in one.weapons:
            weapon.quick_shots = 0
        if not one.person:
            continue
        if one.stunned:
            one.stunned -= 1
        one.ap = 0 if one.stunned else 3  # coriolis.ap.pool
        one.spider_turn = 0  # applied in a turn gone by: it works from now on
        one.delay = None  # coriolis.ruling.initiative.delay-never
        one.defences = 0
        if one.overwatch is not None:
            table.emit("coriolis.ruling.overwatch.boundary", one.id, number=one.ap)
    table.emit("coriolis.ap.refresh", GM, number=state.turn)


def next_slot(state: Coriolis, table: Table) -> None:
    """The first in the order whose slot is still to come; one in which nothing can be done passes by itself."""
    state.slot_used = False
    past = set(state.acted)
    for who in state.order:
        if who in past:
            continue
        actor = state.roster[who]
        lose_overwatch(table, actor, "coriolis.action.overwatch.window")
        if actor.able or actor.wild:
            state.up = who
            if not actor.aware and any(
                each.conscious and hostile(actor, each) and sees(actor, each) for each in state.roster.values()
            ):
                notice(state, table, actor)
            return
        slot_over(state, who)
    state.up = ""


def slot_over(state: Coriolis, who: str) -> None:
    """Her place in the order is past; a spider doctor she applied works right after it. coriolis.ruling.med.spider"""
    state.acted.append(who)
    for patient in state.roster.values():
        if patient.spider == who and patient.spider_turn < state.turn and patient.id not in state.spiders:
            state.spiders.append(patient.id)


def delay(state: Coriolis, table: Table, action: DelaySlot) -> None:
    wait_for(state, table, action)
    next_slot(state, table)


def delay_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [Field("beside", "combatant", [Option(who) for who in later_places(state, actor)]), flag("before")]


DELAY = ActionKind(
    DelaySlot, delay, "coriolis.initiative.delay", fields=delay_fields, hints=("coriolis.ruling.initiative.delay-value",)
)


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The slot is over; unspent AP stay for reactions until the turn ends."""

    KIND: ClassVar[str] = "end-turn"


def end_turn(state: Coriolis, table: Table, action: EndTurn) -> None:
    table.allowed()
    actor = fighter(state, action.actor)
    if actor.id in state.free_actions:
        state.free_actions.remove(actor.id)
        table.emit("coriolis.ruling.sneak.free-action", actor.id, note="lets the free action pass")
        return
    if actor.delay is not None and not state.slot_used:
        table.cite("coriolis.ruling.initiative.delay-never")
    if actor.ap:
        table.emit("coriolis.ruling.ap.same-pool", actor.id, number=actor.ap)
    slot_over(state, actor.id)
    table.emit("coriolis.turn.definition", actor.id)
    next_slot(state, table)


END_TURN = ActionKind(EndTurn, end_turn, "coriolis.turn.definition", hints=("coriolis.ap.no-carry", "coriolis.ruling.ap.order"))


@dataclass(frozen=True, slots=True)
class SlotPasses(Action):
    """Whoever is up can no longer act: brought down in her own slot, or gone."""

    KIND: ClassVar[str] = "slot-passes"


def slot_passes(state: Coriolis, table: Table, action: SlotPasses) -> None:
    """Brought down in her own slot, given up or fled: nothing can be done in it. coriolis.broken.no-actions"""
    if state.free_actions:
        table.emit("coriolis.broken.no-actions", state.free_actions.pop(0))
        return
    table.emit("coriolis.broken.no-actions", state.up)
    slot_over(state, state.up)
    next_slot(state, table)


SLOT_PASSES = ActionKind(SlotPasses, slot_passes)


def standing(state: Coriolis, actor: Fighter) -> bool:
    """Does this one still take part?"""
    return actor.conscious if actor.person else actor.hp > 0


def over(state: Coriolis) -> Outcome | None:
    """No two hostile combatants are both able to act. coriolis.ruling.fight-end"""
    left: Fighter | None = None
    for one in state.roster.values():
        if (left is None or one.side != left.side) and one.person and not one.immobile:
            if left is not None:
                return None
            left = one
    if left is None:
        return Outcome([], "coriolis.ruling.fight-end", "nobody is left standing")
    return Outcome([left.side], "coriolis.ruling.fight-end", f"{left.side} holds the field")


def agenda(state: Coriolis) -> list[Moment]:
    rows = []
    for who in state.order:
        status = "now" if who == state.up else "done" if who in state.acted else "next"
        actor = state.roster.get(who)
        if actor is not None:
            rows.append(Moment(str(score(actor)), who, f"{actor.ap} AP", status))
    return rows
