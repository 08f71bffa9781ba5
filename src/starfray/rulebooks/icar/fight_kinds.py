"""One book, three kinds of fight: what each of them answers. icar.combat.types"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starfray.engine.rules import Action, ActionKind, Content, Line, Moment, Outcome, Policy, Refused, gather
from starfray.rulebooks.icar.common import action_economy
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground import (
    combo,
    doors,
    escape,
    fire,
    medicine,
    movement,
    phase,
    plain_actions,
    shields,
    single_hit,
    taking,
)
from starfray.rulebooks.icar.ground import turn as ground_turn
from starfray.rulebooks.icar.ground.cards import describe as describe_on_foot
from starfray.rulebooks.icar.ground.policy import Brawler
from starfray.rulebooks.icar.ground.policy import worth as worth_on_foot
from starfray.rulebooks.icar.ground.setup import start_ground
from starfray.rulebooks.icar.hacking import break_in, daemons
from starfray.rulebooks.icar.setup import start_all
from starfray.rulebooks.icar.space import engineering, hackers, operations
from starfray.rulebooks.icar.space import gunnery as space_gunnery
from starfray.rulebooks.icar.space import piloting as space_piloting
from starfray.rulebooks.icar.space import turn as space_turn
from starfray.rulebooks.icar.space.cards import describe as describe_spacecraft
from starfray.rulebooks.icar.space.policy import Crew
from starfray.rulebooks.icar.space.policy import worth as worth_in_space
from starfray.rulebooks.icar.space.role_options import idle as space_idle
from starfray.rulebooks.icar.space.role_options import refusal as space_refusal
from starfray.rulebooks.icar.space.setup import start_space
from starfray.rulebooks.icar.space.sickbay import SICKBAY
from starfray.rulebooks.icar.vehicle import boarding, danglers, gunnery, helpers, piloting
from starfray.rulebooks.icar.vehicle import turn as vehicle_turn
from starfray.rulebooks.icar.vehicle.boarding_fight import ABOARD
from starfray.rulebooks.icar.vehicle.cards import describe as describe_vehicle
from starfray.rulebooks.icar.vehicle.policy import Chase
from starfray.rulebooks.icar.vehicle.policy import worth as worth_in_a_chase
from starfray.rulebooks.icar.vehicle.setup import start_vehicles


@dataclass(frozen=True, slots=True)
class FightKind:
    kinds: dict[str, ActionKind]
    steps: tuple[ActionKind, ...]
    start: Callable[[Icar, Content], None]
    due: Callable[[Icar], Action | None]
    actors: Callable[[Icar], list[str]]
    refusal: Callable[[Icar, Actor, ActionKind], Refused | None]
    outcome: Callable[[Icar], Outcome | None]
    standing: Callable[[Icar, Actor], bool]
    timeline: Callable[[Icar], list[Moment]]
    describe: Callable[[Icar, Actor], list[Line]]
    policy: Callable[[], Policy]
    value: Callable[[Icar, str], float]
    idle: Callable[[Icar, Actor], Refused | None]


FIGHT_KINDS = {
    "ground": FightKind(
        gather(
            single_hit, combo, escape, fire, movement, shields, medicine, plain_actions, taking, action_economy, break_in,
            daemons, doors,
        ),
        ground_turn.STEPS, start_ground, ground_turn.due, ground_turn.actors, phase.refusal, ground_turn.over,
        ground_turn.standing, ground_turn.agenda, describe_on_foot, Brawler, worth_on_foot, phase.idle,
    ),
    "vehicle": FightKind(
        {**ABOARD, **gather(helpers, piloting, gunnery, boarding, danglers)},
        vehicle_turn.STEPS, start_vehicles, vehicle_turn.due, vehicle_turn.actors, vehicle_turn.refusal, vehicle_turn.over,
        vehicle_turn.standing, vehicle_turn.agenda, describe_vehicle, Chase, worth_in_a_chase,
        vehicle_turn.idle,
    ),
    "space": FightKind(
        {**gather(operations, engineering, space_piloting, hackers, space_gunnery, space_turn), **SICKBAY},
        space_turn.STEPS, start_space, space_turn.due, space_turn.actors, space_refusal, space_turn.over,
        space_turn.standing, space_turn.agenda, describe_spacecraft, Crew, worth_in_space, space_idle,
    ),
}  # fmt: skip

STEPS = {step.name: step for fight in FIGHT_KINDS.values() for step in fight.steps}
#: every kind of action there is; what people do on foot comes first
KINDS = {name: kind for fight in reversed(FIGHT_KINDS.values()) for name, kind in fight.kinds.items()}


def start(state: Icar, content: Content) -> None:
    start_all(state)
    FIGHT_KINDS[state.kind].start(state, content)


# Asked at every act: functions with types, where a lambda would look up every name by its word.
def due(state: Icar) -> Action | None:
    return FIGHT_KINDS[state.kind].due(state)


def actors(state: Icar) -> list[str]:
    return FIGHT_KINDS[state.kind].actors(state)


def refusal(state: Icar, actor: Actor, kind: ActionKind) -> Refused | None:
    return FIGHT_KINDS[state.kind].refusal(state, actor, kind)


def outcome(state: Icar) -> Outcome | None:
    return FIGHT_KINDS[state.kind].outcome(state)


def standing(state: Icar, actor: Actor) -> bool:
    return FIGHT_KINDS[state.kind].standing(state, actor)
