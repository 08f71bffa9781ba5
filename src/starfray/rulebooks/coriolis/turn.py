"""The turn: initiative, slots, action points, and when the fight is over."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.dice import highest
from starfray.engine.table import Table
from starfray.engine.values import Moment, Outcome
from starfray.rulebooks.coriolis.actions import Begin, EndTurn, TurnStart
from starfray.rulebooks.coriolis.hooks import initiative_dice
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, fighter

GM = "gm"


def due(state: Coriolis) -> Action | None:
    """Initiative before the first turn; a new turn when every slot is over."""
    if state.turn == 0:
        return Begin(GM)
    if not state.up:
        return TurnStart(GM)
    return None


def actors(state: Coriolis) -> list[str]:
    return [state.up] if state.up else []


def begin(state: Coriolis, table: Table, act: Begin) -> None:
    """One die each in roster order, then the ties from the highest score down. coriolis.initiative.roll"""
    state.turn = 1
    refresh(state, table)
    roll_initiative(state, table, [one for one in state.roster.values() if not one.out])
    next_slot(state, table)


def roll_initiative(state: Coriolis, table: Table, whos: list[Fighter]) -> None:
    shapes = [highest(initiative_dice(one), 6) for one in whos]
    scores = table.roll_all("coriolis.initiative.roll", [one.id for one in whos], list(shapes))
    for one, score in zip(whos, scores, strict=True):
        if initiative_dice(one) > 1:
            table.emit("coriolis.initiative.talent", one.id, number=score)
        one.initiative = score
        if one.surprise:
            one.initiative += 2  # coriolis.initiative.surprise
            table.emit("coriolis.initiative.surprise", one.id, number=2)
    state.order = in_order(table, whos)


def in_order(table: Table, whos: list[Fighter]) -> list[str]:
    """Highest first; equal scores are ordered by plain dice. coriolis.initiative.ties"""
    order: list[str] = []
    for score in sorted(dict.fromkeys(one.initiative for one in whos), reverse=True):
        tied = [one.id for one in whos if one.initiative == score]
        order += table.rank("coriolis.initiative.ties", tied, 6)
    return order


def turn_start(state: Coriolis, table: Table, act: TurnStart) -> None:
    """coriolis.ruling.turn-start: AP, ended bonuses, raises; then ties that now exist for the first time."""
    state.turn += 1
    state.acted = []
    was = {one.id: one.initiative for one in state.roster.values()}
    refresh(state, table)
    for one in state.roster.values():
        if one.surprise:
            one.surprise = False
            one.initiative -= 2  # coriolis.ruling.initiative.surprise-vs-delay
        if one.raises:
            one.initiative += one.raises
            table.emit("coriolis.initiative.from-actions", one.id, number=one.raises)
            one.raises = 0
    if any(one.initiative != was[one.id] for one in state.roster.values()):
        reorder(state, table, was)
    next_slot(state, table)


def reorder(state: Coriolis, table: Table, was: dict[str, int]) -> None:
    """Old ties stand, new ones mean new dice for all on that score. coriolis.ruling.initiative.tie-timing"""
    old = state.order
    order: list[str] = []
    for score in sorted(dict.fromkeys(state.roster[who].initiative for who in old), reverse=True):
        tied = [who for who in old if state.roster[who].initiative == score]
        together = len(dict.fromkeys(was[who] for who in tied)) == 1
        if not together:
            tied = table.rank("coriolis.initiative.ties", [who for who in state.roster if who in tied], 6)
        order += tied
    state.order = order


def resettle(state: Coriolis, table: Table, raised: Fighter) -> None:
    """Risen in mid-turn she takes her new place, by dice if it is shared. coriolis.ruling.initiative.raise-now"""
    state.order.remove(raised.id)
    level = [who for who in state.roster if who in state.order and state.roster[who].initiative == raised.initiative]
    above = [who for who in state.order if state.roster[who].initiative > raised.initiative]
    below = [who for who in state.order if state.roster[who].initiative < raised.initiative]
    tied = [who for who in state.roster if who in level or who == raised.id]
    state.order = [*above, *table.rank("coriolis.initiative.ties", tied, 6), *below]


def refresh(state: Coriolis, table: Table) -> None:
    """coriolis.ap.refresh: everyone's AP go back to 3, 0 while stunned; what counts per turn starts anew."""
    for one in state.roster.values():
        if one.stunned:
            one.stunned -= 1
        one.ap = 0 if one.stunned else 3  # coriolis.ap.pool
        one.defences = 0
        for weapon in one.weapons:
            weapon.quick_shots = 0
    table.emit("coriolis.ap.refresh", GM, number=state.turn)


def next_slot(state: Coriolis, table: Table) -> None:
    """The first in the order whose slot is still to come; one in which nothing can be done passes by itself."""
    for who in state.order:
        one = state.roster[who]
        if who in state.acted:
            continue
        if one.able:
            state.up = who
            if one.overwatch is not None:  # coriolis.action.overwatch.window
                one.overwatch = None
                table.emit("coriolis.action.overwatch.window", who)
            return
        state.acted.append(who)
    state.up = ""


def end_turn(state: Coriolis, table: Table, act: EndTurn) -> None:
    one = fighter(state, act.actor)
    state.acted.append(one.id)
    table.emit("coriolis.turn.definition", one.id)
    next_slot(state, table)


def over(state: Coriolis) -> Outcome | None:
    """No two hostile combatants are both able to act. coriolis.ruling.fight-end"""
    standing = [one for one in state.roster.values() if one.conscious]
    left = list(dict.fromkeys(one.side for one in standing))
    if len(left) > 1:
        return None
    reason = f"{left[0]} holds the field" if left else "nobody is left standing"
    return Outcome(left, "coriolis.ruling.fight-end", reason)


def agenda(state: Coriolis) -> list[Moment]:
    rows = []
    for who in state.order:
        status = "now" if who == state.up else "done" if who in state.acted else "next"
        one = state.roster.get(who)
        if one is not None:
            rows.append(Moment(str(one.initiative), who, f"{one.ap} AP", status))
    return rows
