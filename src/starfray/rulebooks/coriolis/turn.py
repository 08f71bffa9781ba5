"""The turn: action points, slots, and when the fight is over."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.coriolis.actions import (
    Begin,
    DelaySlot,
    EndTurn,
    Join,
    Panic,
    Part,
    SlotPasses,
    SneakUp,
    SpiderTreats,
    TurnStart,
)
from starfray.rulebooks.coriolis.grapple import parted_clinch
from starfray.rulebooks.coriolis.hazards import burn_and_bleed, clear_smoke, run_clocks
from starfray.rulebooks.coriolis.initiative import SURPRISE, claim_weapons, roll_initiative, score, scores, settle, wait_for
from starfray.rulebooks.coriolis.injury import lose_overwatch
from starfray.rulebooks.coriolis.sneak import sneakers
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, fighter


def due(state: Coriolis) -> Action | None:
    """Initiative before the first turn; latecomers; a new turn when every slot is over."""
    parted = parted_clinch(state)
    if parted:
        return Part(parted)
    if state.turn == 0:
        if state.free_actions:
            return None if state.roster[state.free_actions[0]].able else SlotPasses(GM)
        return SneakUp(GM) if sneakers(state) else Begin(GM)
    if state.spiders:
        return SpiderTreats(state.spiders[0])
    late = newcomers(state)
    if late:
        return Join(late[0].id)
    if not state.up:
        return TurnStart(GM)
    if not state.roster[state.up].able:
        return Panic(state.up) if state.roster[state.up].wild else SlotPasses(GM)
    return None


def newcomers(state: Coriolis) -> list[Fighter]:
    known = set(state.order)
    return [one for one in state.roster.values() if one.id not in known and one.person and not one.out]


def actors(state: Coriolis) -> list[str]:
    """Whose slot it is; before the first turn the sneak attackers, in roster order."""
    if state.free_actions:
        return state.free_actions[:1]
    return [state.up] if state.up else []


def begin(state: Coriolis, table: Table, act: Begin) -> None:
    """coriolis.ruling.turn-start for the first turn: AP, initiative, claims, ties, first slot."""
    state.turn = 1
    state.order, state.standing = [], []
    for one in state.roster.values():
        one.aware = True
    refresh(state, table)
    burn_and_bleed(state, table)  # what a sneak attack has set alight
    roll_initiative(state, table, [one for one in state.roster.values() if one.person and not one.out])
    for one in state.roster.values():
        take_raises(table, one)  # bought in the free action of a sneak attack
    claim_weapons(state, table)
    settle(state, table, {})
    next_slot(state, table)


def join(state: Coriolis, table: Table, act: Join) -> None:
    """Latecomers roll when they join. coriolis.ruling.initiative.once"""
    one = fighter(state, act.actor)
    was = {who: points for who, points in scores(state).items() if who != one.id}
    roll_initiative(state, table, [one])
    table.emit("coriolis.ruling.initiative.once", one.id, number=score(one))
    settle(state, table, was)


def turn_start(state: Coriolis, table: Table, act: TurnStart) -> None:
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


def end_of_last_turn(table: Table, one: Fighter) -> None:
    """A claim and surprise counted for that turn only; what was bought in it counts from now on."""
    if one.claim:
        table.emit("coriolis.ruling.initiative.claim-when", one.id, note=one.claim)
    if one.surprise:
        table.emit("coriolis.surprise", one.id, number=SURPRISE)
        table.emit("coriolis.ruling.initiative.surprise-vs-delay", one.id, number=SURPRISE)
    one.claim, one.owes, one.surprise = "", "", False
    take_raises(table, one)


def take_raises(table: Table, one: Fighter) -> None:
    """What was bought counts from the start of the turn after, and stays. coriolis.ruling.initiative.raise-lasts"""
    if one.raises:
        one.initiative += one.raises
        table.emit("coriolis.initiative.from-actions", one.id, number=one.raises)
        table.emit("coriolis.ruling.initiative.raise-lasts", one.id, number=one.initiative)
        one.raises = 0


def refresh(state: Coriolis, table: Table) -> None:
    """coriolis.ap.refresh: everyone's AP go back to 3, 0 while stunned; what counts per turn starts anew."""
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
        one = state.roster[who]
        lose_overwatch(table, one, "coriolis.action.overwatch.window")
        if one.able or one.wild:
            state.up = who
            return
        slot_over(state, who)
    state.up = ""


def slot_over(state: Coriolis, who: str) -> None:
    """Her place in the order is past; a spider doctor she applied works right after it. coriolis.ruling.med.spider"""
    state.acted.append(who)
    for patient in state.roster.values():
        if patient.spider == who and patient.spider_turn < state.turn and patient.id not in state.spiders:
            state.spiders.append(patient.id)


def delay(state: Coriolis, table: Table, act: DelaySlot) -> None:
    wait_for(state, table, act)
    next_slot(state, table)


def end_turn(state: Coriolis, table: Table, act: EndTurn) -> None:
    one = fighter(state, act.actor)
    if one.id in state.free_actions:
        state.free_actions.remove(one.id)
        table.emit("coriolis.ruling.sneak.free-action", one.id, note="lets the free action pass")
        return
    if one.delay is not None and not state.slot_used:
        table.emit("coriolis.ruling.initiative.delay-never", one.id)
    if one.ap:
        table.emit("coriolis.ruling.ap.same-pool", one.id, number=one.ap)
    slot_over(state, one.id)
    table.emit("coriolis.turn.definition", one.id)
    next_slot(state, table)


def slot_passes(state: Coriolis, table: Table, act: SlotPasses) -> None:
    """Brought down in her own slot, given up or fled: nothing can be done in it. coriolis.broken.no-actions"""
    if state.free_actions:
        table.emit("coriolis.broken.no-actions", state.free_actions.pop(0))
        return
    table.emit("coriolis.broken.no-actions", state.up)
    slot_over(state, state.up)
    next_slot(state, table)


def standing(state: Coriolis, one: Fighter) -> bool:
    """Does this one still take part?"""
    return one.conscious if one.person else one.hp > 0


def clock(state: Coriolis) -> int:
    return state.turn


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
        one = state.roster.get(who)
        if one is not None:
            rows.append(Moment(str(score(one)), who, f"{one.ap} AP", status))
    return rows
