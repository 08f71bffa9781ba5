"""The turn of a ground fight: initiative, shots together, then everybody else; and how it ends."""

from __future__ import annotations

from starfray.engine.rules import GM, Action, ActionKind, Moment, Outcome, Table
from starfray.rulebooks.icar.common.actions import Begin, Join, TurnEnd
from starfray.rulebooks.icar.common.person import conscious, hide_crews, people, person
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import end_shields, vehicles
from starfray.rulebooks.icar.ground import fire, movement
from starfray.rulebooks.icar.ground.fire import ShotsLand
from starfray.rulebooks.icar.ground.initiative import join, roll_initiative
from starfray.rulebooks.icar.ground.movement import CarryOut
from starfray.rulebooks.icar.ground.phase import in_order, next_shooter, next_to_act
from starfray.rulebooks.icar.ground.turn_end import settle

TURN_SECONDS = 3  # icar.combat.turn-length


def due(state: Icar) -> Action | None:
    if state.turn == 0:
        return Begin(GM)
    if newcomers(state):
        return Join(GM)
    if next_shooter(state) is not None:
        return None
    if state.ground.shots:
        return ShotsLand(GM)
    up = next_to_act(state)
    if up is None:
        return TurnEnd(GM)
    return CarryOut(GM, up.id) if up.plan is not None else None


def actors(state: Icar) -> list[str]:
    up = next_shooter(state) or next_to_act(state)
    return [] if up is None else [up.id]


def begin(state: Icar, table: Table, action: Begin) -> None:
    """Say so, place everybody, roll: the highest goes first.

    icar.combat.initiative-purpose, icar.ruling.initiative-direction
    """
    state.turn = 1
    hide_crews(state)
    table.emit("icar.combat.enter.announce", GM)
    table.emit(
        "icar.combat.enter.describe", GM, note=", ".join(actor.name or actor.id for actor in people(state) if not actor.hidden)
    )
    if state.ruling("dice-pool") == "on":
        table.emit("icar.pool.size", GM, number=state.pool)  # icar.pool.optional, .use-case
    if any(weapon.gun for actor in people(state) for weapon in actor.weapons):
        table.cite("icar.fire.enter")
    open_turn(state, table)


def open_turn(state: Icar, table: Table) -> None:
    """icar.ruling.initiative-frequency: once, unless the table rolls anew each turn"""
    table.emit("icar.combat.turn-length", GM, number=TURN_SECONDS * state.turn)
    there = [actor for actor in people(state) if not actor.out]
    if not state.ground.order or state.ruling("initiative-frequency") == "each-turn":
        roll_initiative(state, table, there)
        return


def newcomers(state: Icar) -> list[Actor]:
    if len(state.ground.order) >= len(state.roster):  # nobody is ever taken off the roster
        return []
    return [actor for actor in state.roster.values() if not actor.out and actor.id not in state.ground.order and person(actor)]


def join_in(state: Icar, table: Table, action: Join) -> None:
    late = newcomers(state)
    table.emit("icar.ruling.initiative-frequency", GM, note=", ".join(person.id for person in late if not person.hidden))
    join(state, table, late)


def turn_end(state: Icar, table: Table, action: TurnEnd) -> None:
    """icar.combat.turn-end"""
    table.emit("icar.combat.turn-end", GM, number=state.turn)
    for vehicle in vehicles(state):
        end_shields(table, vehicle)
    settle(state, table)
    state.turn += 1
    state.ground.asked = []
    state.ground.held = []
    state.ground.acting = False
    if over(state) is None:
        open_turn(state, table)


STEPS = (ActionKind(Begin, begin), ActionKind(Join, join_in), *fire.STEPS, *movement.STEPS, ActionKind(TurnEnd, turn_end))


def standing(state: Icar, actor: Actor) -> bool:
    return person(actor) and conscious(actor)


def over(state: Icar) -> Outcome | None:
    """One side is left on its feet."""
    left: list[str] = []
    for actor in state.roster.values():
        if actor.side not in left and standing(state, actor):
            left.append(actor.side)
            if len(left) > 1:
                return None
    dead = any(other.hp <= 0 for other in people(state) if other.side not in left)
    return Outcome(left, "icar.hp.zero" if dead else "icar.stun.zero", "nobody else is on their feet")


def agenda(state: Icar) -> list[Moment]:
    up = actors(state)
    moments = []
    for actor in in_order(state):
        if actor.out:
            continue
        status = "now" if actor.id in up else "done" if actor.acted or not conscious(actor) else "next"
        what = actor.acted or ("asleep" if actor.asleep else "dying" if actor.dying else f"initiative {actor.initiative}")
        moments.append(Moment(f"turn {max(1, state.turn)}", actor.id, what, status))
    return moments
