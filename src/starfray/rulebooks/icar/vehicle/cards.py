"""What the cards show of a vehicle and of the people in it."""

from __future__ import annotations

from starfray.engine.rules import Line, counted
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard, car
from starfray.rulebooks.icar.ground.cards import describe as describe_person
from starfray.rulebooks.icar.ground.cards import figure
from starfray.rulebooks.icar.vehicle.crew import speed_of


def describe(state: Icar, actor: Actor) -> list[Line]:
    return person_card(state, actor) if actor.vehicle is None else vehicle_card(state, actor)


def vehicle_card(state: Icar, actor: Actor) -> list[Line]:
    vehicle = car(actor)
    hp, body = f"{vehicle.hp}/{vehicle.max_hp}", "open" if vehicle.open else "closed"
    lines = [
        figure(actor, "hit points", hp, "vehicle.hp", "icar.vehicle.damage.zero", "vehicle.max-hp"),
        figure(actor, "speed", str(speed_of(state, actor)), "vehicle.speed", "icar.vehicle.pilot.escape"),
        figure(actor, "body", body, "vehicle.open", "icar.vehicle.damage.where"),
    ]
    if vehicle.max_shields:
        words = f"{vehicle.shields}/{vehicle.max_shields} of {vehicle.shield_hp}"
        words += f", {vehicle.soaked} taken" if vehicle.soaked else ""
        others = ("vehicle.max-shields", "vehicle.shield-hp")
        lines.append(figure(actor, "shields", words, "vehicle.shields", "icar.shield.capacity", *others))
    if vehicle.mounted:
        guns = ", ".join(gun.name for gun in vehicle.mounted)
        lines.append(figure(actor, "mounted", guns, "vehicle.mounted", "icar.vehicle.gunner.weapons"))
    crewed = [person.name or person.id for person in aboard(state, actor.id) if not person.hidden]
    if crewed:
        lines.append(Line("aboard", ", ".join(crewed), "", "icar.vehicle.roles"))
    if vehicle.goal:
        lines.append(Line("declared", f"{vehicle.goal} {vehicle.whom}".strip(), "vehicle.goal", "icar.vehicle.turn.order"))
    words = ", ".join(conditions(actor))
    if words:
        lines.append(Line("condition", words))
    return lines


def conditions(actor: Actor) -> list[str]:
    vehicle = car(actor)
    words = [vehicle.gone] if vehicle.gone else []
    words += [f"falls, {counted(vehicle.falling, 'turn')} to the ground"] if vehicle.falling else []
    words += ["in a firing position"] if vehicle.firing_position else []
    words += ["dodging"] if vehicle.dodging else []
    words += ["out of control"] if vehicle.lost_control else []
    words += ["without power"] if vehicle.lost_power else ["losing power"] if vehicle.losing_power else []
    words += ["autopilot, hacked" if vehicle.tamed_autopilot else "autopilot"] if vehicle.autopilot else []
    words += [f"rammed {', '.join(vehicle.contact)}"] if vehicle.contact else []
    return words


def person_card(state: Icar, actor: Actor) -> list[Line]:
    role = "dangling" if actor.dangling else actor.role or "aboard"
    return [Line("role", f"{role}, {actor.aboard}", "role", "icar.vehicle.roles"), *describe_person(state, actor)]
