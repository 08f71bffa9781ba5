"""Rounds and turns: initiative, the start of a turn, passing on, and when the fight is over."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.compound_x.actions import Begin, EndTurn, TurnOver, TurnStart
from starfray.rulebooks.compound_x.health import death_saving_throw, end_suppression, wake_up_roll
from starfray.rulebooks.compound_x.state import ACTIONS, REACTIONS, CompoundX, Fighter, fighter


def due(state: CompoundX) -> Action | None:
    """Initiative before the first round; the start of each turn; its end for somebody who can no longer act."""
    if state.round == 0:
        return Begin(GM)
    if not state.started and state.up:
        return TurnStart(GM, state.up)
    if state.up and not state.roster[state.up].able:
        return TurnOver(GM, state.up)
    return None


def actors(state: CompoundX) -> list[str]:
    return [state.up] if state.up and state.started else []


def begin(state: CompoundX, table: Table, act: Begin) -> None:
    """d100 each in roster order, then the ties from the highest total down. cx.order.initiative"""
    table.emit("cx.combat.start", GM)
    whos = [one for one in state.roster.values() if not one.out and not one.dead]
    thrown = table.roll_all("cx.initiative", [one.id for one in whos], [total(1, 100) for _ in whos])
    for one, face in zip(whos, thrown, strict=True):
        one.initiative = face + one.initiative_bonus
        if one.initiative_bonus:
            table.emit("cx.presumed.soldier-init", one.id, number=one.initiative_bonus)
    order: list[str] = []
    for score in sorted({one.initiative for one in whos}, reverse=True):
        order += table.rank("cx.ruling.initiative-ties", [one.id for one in whos if one.initiative == score], 100)
    state.order = order
    table.emit("cx.initiative.order-fixed", GM, note=" ".join(order))
    new_round(state, table)
    state.up, state.started = order[0], False


def new_round(state: CompoundX, table: Table) -> None:
    """Reactions come back at the top of the round. cx.ruling.reactions-reset"""
    state.round += 1
    for one in state.roster.values():
        one.reactions = REACTIONS
    table.emit("cx.ruling.reactions-reset", GM, number=state.round)


def turn_start(state: CompoundX, table: Table, act: TurnStart) -> None:
    """In the order of cx.order.turn-start: what ends, armour points, death or waking, then the Actions."""
    one = fighter(state, act.who)
    table.emit("cx.order.turn-start", one.id)
    end_suppression(state, table, one, "cx.suppression.malus")
    if one.held is not None:
        one.held = None
        table.emit("cx.held.lost", one.id)
    if one.armour_points != one.armour.points:
        one.armour_points = one.armour.points
        table.emit("cx.armor.ap-refresh", one.id, number=one.armour_points)
    if one.downed:
        death_saving_throw(state, table, one)
    elif one.passed_out:
        wake_up_roll(table, one)
    one.half_run = False
    if not one.able:
        one.actions = 0
        pass_turn(state, table, one)
        return
    one.actions = max(0, ACTIONS - one.owed)
    table.emit("cx.actions.budget", one.id, number=one.actions)
    one.owed = 0
    state.started = True


def turn_over(state: CompoundX, table: Table, act: TurnOver) -> None:
    one = fighter(state, act.who)
    if one.downed or one.passed_out:
        table.emit("cx.down.state" if one.downed else "cx.ruling.unconscious", one.id)
    pass_turn(state, table, one)


def end_turn(state: CompoundX, table: Table, act: EndTurn) -> None:
    pass_turn(state, table, fighter(state, act.actor))


def pass_turn(state: CompoundX, table: Table, one: Fighter) -> None:
    """The next in the order who is still in the fight; past the last a new round begins. cx.presumed.round"""
    one.actions = 0
    table.emit("cx.presumed.round", one.id)
    place = state.order.index(one.id)
    count = len(state.order)
    for step in range(1, count + 1):
        if place + step == count:
            new_round(state, table)
        who = state.order[(place + step) % count]
        other = state.roster.get(who)
        if other is not None and not other.dead and not other.out:
            state.up, state.started = who, False
            return
    state.up = ""


def standing(state: CompoundX, one: Fighter) -> bool:
    """Does this one still take part?"""
    return one.able


def clock(state: CompoundX) -> int:
    return state.round


def over(state: CompoundX) -> Outcome | None:
    """No two sides have anybody left who can act."""
    left = list(dict.fromkeys(one.side for one in state.roster.values() if one.able))
    if len(left) > 1:
        return None
    reason = f"{left[0]} holds the field" if left else "nobody is left standing"
    return Outcome(left, "cx.down.state", reason)


def agenda(state: CompoundX) -> list[Moment]:
    rows = []
    past = state.up in state.order
    for who in state.order:
        one = state.roster.get(who)
        if who == state.up:
            past = False
        if one is not None and not one.dead:
            status = "now" if who == state.up else "done" if past else "next"
            rows.append(Moment(str(one.initiative), who, f"{one.actions} Actions, {one.reactions} Reactions", status))
    return rows
