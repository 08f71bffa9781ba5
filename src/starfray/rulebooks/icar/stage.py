"""What a page shows beside the card: what is expected of whom."""

from __future__ import annotations

from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import BOARD, DECLARE, phase_of

IN_A_CHASE = {
    DECLARE: "Declare first: escape, ram, dodge or a firing position",
    HACKER: "Hack, to help the crew or hinder the others",
    ENGINEER: "Work on the engine, the plates or the shields",
    PILOT: "Fly what was declared",
    BOARD: "Jump across, climb in or fight aboard",
    GUNNER: "Shoot",
}
IN_SPACE = {
    OPERATIONS: "Decide whether to attack or flee, then help the crew",
    ENGINEER: "Repair, or help the gunners along",
    PILOT: "Fly, to make the shots easier",
    HACKER: "Hack into the enemy",
    GUNNER: "Shoot, once the others have done their part",
}


def expects(state: Icar, actor: Actor) -> str:
    """icar.vehicle.turn.order, icar.space.jobs"""
    if state.kind == "vehicle" and state.chase.up:
        return IN_A_CHASE.get(phase_of(state), "")
    return IN_SPACE.get(actor.role, "") if state.kind == "space" else "Take an action"
