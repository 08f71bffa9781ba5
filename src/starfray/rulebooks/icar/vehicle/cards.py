"""What the cards show of a vehicle and of the people in it."""

from __future__ import annotations

from starfray.engine.rules import Line
from starfray.engine.vitals import worded
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard, car
from starfray.rulebooks.icar.common.vitals import vehicle_conditions
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
    words = worded(vehicle_conditions(vehicle))
    if words:
        lines.append(Line("condition", words))
    return lines


def person_card(state: Icar, actor: Actor) -> list[Line]:
    role = "dangling" if actor.dangling else actor.role or "aboard"
    return [Line("role", f"{role}, {actor.aboard}", "role", "icar.vehicle.roles"), *describe_person(state, actor)]
