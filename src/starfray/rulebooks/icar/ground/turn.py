"""The turn of a ground fight: initiative, shots together, then everybody else; and how it ends."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.icar.actions import Begin, TurnEnd
from starfray.rulebooks.icar.ground.actions import CarryOut, ShotsLand
from starfray.rulebooks.icar.ground.endturn import settle
from starfray.rulebooks.icar.ground.initiative import join, roll_initiative
from starfray.rulebooks.icar.ground.people import conscious, people, person
from starfray.rulebooks.icar.ground.phase import in_order, next_shooter, next_to_act
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar

TURN_SECONDS = 3  # icar.combat.turn-length


def due(state: Icar) -> Action | None:
    if state.turn == 0:
        return Begin(GM)
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


def begin(state: Icar, table: Table, act: Begin) -> None:
    """Say so, place everybody, roll. icar.combat.initiative-purpose"""
    state.turn = 1
    table.emit("icar.combat.enter.announce", GM)
    table.emit("icar.combat.enter.describe", GM, note=", ".join(one.name or one.id for one in people(state) if not one.hidden))
    if ruled(state, "dice-pool") == "on":
        table.emit("icar.pool.optional", GM)
        table.emit("icar.pool.size", GM, number=state.pool)
        if state.pool < 4:
            table.emit("icar.pool.use-case", GM)
    if any(weapon.gun for one in people(state) for weapon in one.weapons):
        table.emit("icar.fire.enter", GM)
    table.emit("icar.combat.initiative-purpose", GM, note="asks for initiative: who goes first?")
    table.emit("icar.ruling.initiative-direction", GM)
    open_turn(state, table)


def open_turn(state: Icar, table: Table) -> None:
    """icar.ruling.initiative-frequency: once, unless the table rolls anew each turn"""
    table.emit("icar.combat.turn-length", GM, number=TURN_SECONDS * state.turn)
    there = [one for one in people(state) if not one.out]
    if not state.ground.order or ruled(state, "initiative-frequency") == "each-turn":
        roll_initiative(state, table, there)
        return
    late = [one for one in there if one.id not in state.ground.order]
    if late:
        table.emit("icar.ruling.initiative-frequency", GM, note=", ".join(one.id for one in late if not one.hidden))
        join(state, table, late)


def turn_end(state: Icar, table: Table, act: TurnEnd) -> None:
    """icar.combat.turn-end"""
    table.emit("icar.combat.turn-end", GM, number=state.turn)
    settle(state, table)
    state.turn += 1
    state.ground.asked = []
    state.ground.held = []
    state.ground.acting = False
    if over(state) is None:
        open_turn(state, table)


def standing(state: Icar, one: Actor) -> bool:
    return person(one) and conscious(one)


def clock(state: Icar) -> int:
    return state.turn


def over(state: Icar) -> Outcome | None:
    """One side is left on its feet."""
    left: list[str] = []
    for one in state.roster.values():
        if one.side not in left and standing(state, one):
            left.append(one.side)
            if len(left) > 1:
                return None
    dead = any(one.hp <= 0 for one in people(state) if one.side not in left)
    return Outcome(left, "icar.hp.zero" if dead else "icar.stun.zero", "nobody else is on their feet")


def agenda(state: Icar) -> list[Moment]:
    up = actors(state)
    moments = []
    for one in in_order(state):
        if one.out:
            continue
        status = "now" if one.id in up else "done" if one.acted or not conscious(one) else "next"
        what = one.acted or ("asleep" if one.asleep else "dying" if one.dying else f"initiative {one.initiative}")
        moments.append(Moment(f"turn {max(1, state.turn)}", one.id, what, status))
    return moments
