"""The turn: Fire Phase, Maneuver Phase, what the end of a turn brings; and when the fight is over."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.socs.actions import EndOfTurn, FirePhase, ManeuverPhase
from starfray.rulebooks.socs.damage import continuing_damage
from starfray.rulebooks.socs.ships import PLANET, rank
from starfray.rulebooks.socs.state import Ship, Socs

PHASES = ("fire", "maneuver", "end")


def due(state: Socs) -> Action | None:
    """A phase is always due: people decide inside it."""
    if state.phase == "fire":
        return FirePhase(GM)
    if state.phase == "maneuver":
        return ManeuverPhase(GM)
    return EndOfTurn(GM)


def actors(state: Socs) -> list[str]:
    """Nobody acts outside the phases."""
    return []


def end_of_turn(state: Socs, table: Table, act: EndOfTurn) -> None:
    """Continuing damage; lost turns come due or are over. socs.order.end"""
    continuing_damage(state, table)
    for ship in state.roster.values():
        ship.adrift, ship.loses_turn = ship.loses_turn, False
    table.emit("socs.turn.length", GM, number=state.seconds)
    state.turn += 1
    state.phase = "fire"


def standing(state: Socs, one: Ship) -> bool:
    """Does this one still take part? A planet never did."""
    return one.able and rank(one) != PLANET


def clock(state: Socs) -> int:
    return state.turn


def over(state: Socs) -> Outcome | None:
    """No two hostile ships are both able. socs.ruling.disabled"""
    left: list[str] = []
    for ship in state.roster.values():
        if standing(state, ship) and ship.side not in left:
            if left:
                return None
            left.append(ship.side)
    reason = f"only {left[0] or 'one side'} has ships that can fight" if left else "no ship can fight any more"
    return Outcome(left, "socs.ruling.disabled", reason)


def agenda(state: Socs) -> list[Moment]:
    words = {"fire": "Fire Phase", "maneuver": "Maneuver Phase", "end": "end of turn"}
    now = PHASES.index(state.phase)
    status = ["done" if place < now else "now" if place == now else "next" for place in range(len(PHASES))]
    return [Moment(f"turn {state.turn}", GM, words[phase], each) for phase, each in zip(PHASES, status, strict=True)]
