"""What a page shows beside the card: what is expected of whom, and how far a blast reaches."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.areas import BLAST, Area
from starfray.engine.content import Content
from starfray.rulebooks.icar.common.person import gun_in_hand
from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.fire import Fire
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


def blast_area(state: Icar, action: Action, content: Content) -> Area | None:
    """A grenade takes in everybody within its radius of the first target."""
    actor = state.roster.get(action.actor)
    if actor is None or not isinstance(action, Fire) or not action.targets:
        return None
    gun, target = gun_in_hand(actor), state.roster.get(action.targets[0])
    if gun is None or not gun.radius or target is None or target.at is None:
        return None
    return Area(BLAST, gun.name, target.at, float(gun.radius), actor.id)
