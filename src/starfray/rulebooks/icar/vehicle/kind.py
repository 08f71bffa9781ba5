"""Vehicle combat as one kind of fight."""

from __future__ import annotations

from starfray.rulebooks.icar.ground.kind import KIND as GROUND
from starfray.rulebooks.icar.kind import Kind, Rule
from starfray.rulebooks.icar.vehicle import boarding, gunnery, helpers, piloting, turn
from starfray.rulebooks.icar.vehicle.aboard import ABOARD, IN_GAIA, fight_aboard
from starfray.rulebooks.icar.vehicle.actions import ACTIONS, STEPS
from starfray.rulebooks.icar.vehicle.cards import describe
from starfray.rulebooks.icar.vehicle.legal import legal
from starfray.rulebooks.icar.vehicle.policy import Chase, worth
from starfray.rulebooks.icar.vehicle.setup import start_vehicles

RULES: dict[str, Rule] = {
    "begin": turn.begin,
    "vehicle-turn": turn.vehicle_turn,
    "vehicle-end": turn.vehicle_end,
    "turn-end": turn.turn_end,
    "declare": piloting.declare,
    "traffic": helpers.help_pilot,
    "short-cut": helpers.help_pilot,
    "hack-enemy": helpers.hack_enemy,
    "hack-autopilot": helpers.hack_autopilot,
    "improvise": helpers.improvise,
    "engine-power": helpers.help_pilot,
    "plates-power": helpers.help_pilot,
    "mend-shield": helpers.mend_shield,
    "fly": piloting.fly,
    "autopilot": piloting.autopilot,
    "gun": gunnery.gun,
    "jump": boarding.jump,
    "climb": boarding.climb,
    "take-role": boarding.take_role,
    "wait": boarding.wait,
    "stand-by": boarding.stand_by,
    **dict.fromkeys((*ABOARD, *IN_GAIA), fight_aboard),
}

KIND = Kind(
    actions={**{kind: GROUND.actions[kind] for kind in (*ABOARD, *IN_GAIA)}, **ACTIONS},
    steps=STEPS,
    rules=RULES,
    start=start_vehicles,
    due=turn.due,
    actors=turn.actors,
    legal=legal,
    over=turn.over,
    standing=turn.standing,
    clock=turn.clock,
    agenda=turn.agenda,
    describe=describe,
    policy=Chase,
    worth=worth,
)
