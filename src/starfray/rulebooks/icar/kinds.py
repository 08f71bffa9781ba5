"""One book, several kinds of fight: which functions answer for which. icar.combat.types"""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Form, Line, Moment, Outcome, Ring
from starfray.rulebooks.icar.ground.cards import rings as ground_rings
from starfray.rulebooks.icar.ground.kind import KIND as GROUND
from starfray.rulebooks.icar.kind import Kind
from starfray.rulebooks.icar.setup import start_all
from starfray.rulebooks.icar.space.kind import KIND as SPACE
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.kind import KIND as VEHICLE

KINDS: dict[str, Kind] = {"ground": GROUND, "vehicle": VEHICLE, "space": SPACE}

ACTIONS: dict[str, type[Action]] = {name: action for kind in KINDS.values() for name, action in kind.actions.items()}
STEPS: dict[str, type[Action]] = {name: step for kind in KINDS.values() for name, step in kind.steps.items()}


def start(state: Icar, content: Content) -> None:
    start_all(state)
    KINDS[state.kind].start(state, content)


def due(state: Icar) -> Action | None:
    return KINDS[state.kind].due(state)


def actors(state: Icar) -> list[str]:
    return KINDS[state.kind].actors(state)


def legal(state: Icar, who: str, content: Content) -> list[Form]:
    return KINDS[state.kind].legal(state, who)


def play(state: Icar, table: Table, action: Action) -> None:
    rules = KINDS[state.kind].rules
    rule = rules.get(action.KIND)
    if rule is None:
        raise Refused("icar.combat.types", f"there is no {action.KIND!r} in a {state.kind} fight", list(rules))
    rule(state, table, action)


def over(state: Icar) -> Outcome | None:
    return KINDS[state.kind].over(state)


def standing(state: Icar, one: Actor) -> bool:
    return KINDS[state.kind].standing(state, one)


def clock(state: Icar) -> int:
    return KINDS[state.kind].clock(state)


def agenda(state: Icar) -> list[Moment]:
    return KINDS[state.kind].agenda(state)


def describe(state: Icar, one: Actor) -> list[Line]:
    return KINDS[state.kind].describe(state, one)


def worth(state: Icar, side: str) -> float:
    return KINDS[state.kind].worth(state, side)


def rings(state: Icar, one: Actor) -> list[Ring]:
    return ground_rings(state, one) if state.kind == "ground" else []
