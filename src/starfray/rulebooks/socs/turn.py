"""The turn: Fire Phase, Maneuver Phase, what the end of a turn brings; and when the fight is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Moment, Outcome, Table
from starfray.rulebooks.socs.damage import LIGHT, continuing_damage
from starfray.rulebooks.socs.gunnery import FIRE_PHASE, FirePhase
from starfray.rulebooks.socs.maneuvers import MANEUVER_PHASE, ManeuverPhase
from starfray.rulebooks.socs.ships import PLANET, rank
from starfray.rulebooks.socs.state import PHASES, Ship, Socs, gunner_of

PAINT_ONLY = 10  # turns: socs.ruling.unarmed


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


@dataclass(frozen=True, slots=True)
class EndOfTurn(Action):
    KIND: ClassVar[str] = "end-of-turn"


def end_of_turn(state: Socs, table: Table, action: EndOfTurn) -> None:
    """Continuing damage; lost turns come due or are over. socs.order.end"""
    continuing_damage(state, table)
    for ship in state.roster.values():
        ship.adrift, ship.loses_turn = ship.loses_turn, False
    table.emit("socs.turn.length", GM, number=state.seconds)
    state.turn += 1
    state.phase = "fire"


STEPS = (FIRE_PHASE, MANEUVER_PHASE, ActionKind(EndOfTurn, end_of_turn))


def standing(state: Socs, ship: Ship) -> bool:
    """Does the ship still take part? A planet never did."""
    return ship.able and rank(ship) != PLANET


def over(state: Socs) -> Outcome | None:
    """No two hostile ships are both able, or nobody can harm anybody. socs.ruling.disabled, socs.ruling.unarmed"""
    left: list[str] = []
    ships: list[Ship] = []
    for ship in state.roster.values():
        if standing(state, ship):
            ships.append(ship)
            if ship.side not in left:
                left.append(ship.side)
    if len(left) > 1:
        return None if state.hazards else called_off(state, ships)  # whoever is led into a hazard may be lost there
    reason = f"only {left[0] or 'one side'} has ships that can fight" if left else "no ship can fight any more"
    return Outcome(left, "socs.ruling.disabled", reason)


def called_off(state: Socs, ships: list[Ship]) -> Outcome | None:
    """Nobody can fire, or, after ten turns, nobody ever did or will do more than blister paint. socs.ruling.unarmed"""
    if state.turn > PAINT_ONLY and not any(can_harm(ship, ships) for ship in ships):
        return Outcome([], "socs.ruling.unarmed", "no ship that is left can harm another")
    for ship in ships:
        if any(gunner_of(ship, gun) is not None and gun.mount not in ship.lost for gun in ship.guns):
            return None
    return Outcome([], "socs.ruling.unarmed", "no ship that is left can fire")


def can_harm(ship: Ship, others: list[Ship]) -> bool:
    """Has it a gun that fires and does more than blister the paint of a foe? socs.firepower.cosmetic, socs.ruling.shields"""
    for gun in ship.guns:
        if gunner_of(ship, gun) is not None and gun.mount not in ship.lost:
            for other in others:
                if other.side != ship.side and gun.firepower - other.shield >= LIGHT:
                    return True
    return False


def agenda(state: Socs) -> list[Moment]:
    words = {"fire": "Fire Phase", "maneuver": "Maneuver Phase", "end": "end of turn"}
    now = PHASES.index(state.phase)
    status = ["done" if place < now else "now" if place == now else "next" for place in range(len(PHASES))]
    return [Moment(f"turn {state.turn}", GM, words[phase], when) for phase, when in zip(PHASES, status, strict=True)]
