"""What the cards show of a vehicle and of the people in it."""

from __future__ import annotations

from starfray.engine.values import Line
from starfray.rulebooks.icar.doubt import guessed
from starfray.rulebooks.icar.ground.cards import describe as describe_person
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import aboard, car, speed_of


def describe(state: Icar, one: Actor) -> list[Line]:
    return person_card(state, one) if one.vehicle is None else vehicle_card(state, one)


def vehicle_card(state: Icar, one: Actor) -> list[Line]:
    vehicle = car(one)
    lines = [
        Line(
            "hit points",
            f"{vehicle.hp}/{vehicle.max_hp}",
            "vehicle.hp",
            "icar.vehicle.damage.zero",
            guessed(one, "vehicle.hp", "vehicle.max-hp"),
        ),
        Line("speed", str(speed_of(state, one)), "vehicle.speed", "icar.vehicle.pilot.escape", guessed(one, "vehicle.speed")),
        Line(
            "body",
            "open" if vehicle.open else "closed",
            "vehicle.open",
            "icar.vehicle.damage.where",
            guessed(one, "vehicle.open"),
        ),
    ]
    if vehicle.max_shields:
        words = f"{vehicle.shields}/{vehicle.max_shields} of {vehicle.shield_hp}"
        lines.append(
            Line(
                "shields",
                words + (f", {vehicle.soaked} taken" if vehicle.soaked else ""),
                "vehicle.shields",
                "icar.shield.capacity",
                guessed(one, "vehicle.shields", "vehicle.max-shields", "vehicle.shield-hp"),
            )
        )
    if vehicle.mounted:
        lines.append(
            Line(
                "mounted",
                ", ".join(each.name for each in vehicle.mounted),
                "vehicle.mounted",
                "icar.vehicle.gunner.weapons",
                guessed(one, "vehicle.mounted"),
            )
        )
    crewed = [each.name or each.id for each in aboard(state, one.id) if not each.hidden]
    if crewed:
        lines.append(Line("aboard", ", ".join(crewed), "", "icar.vehicle.roles"))
    if vehicle.goal:
        lines.append(Line("declared", f"{vehicle.goal} {vehicle.whom}".strip(), "vehicle.goal", "icar.vehicle.turn.order"))
    words = ", ".join(conditions(one))
    if words:
        lines.append(Line("condition", words))
    return lines


def conditions(one: Actor) -> list[str]:
    vehicle = car(one)
    words = [vehicle.gone] if vehicle.gone else []
    words += [f"falls, {vehicle.falling} turns to the ground"] if vehicle.falling else []
    words += ["in a firing position"] if vehicle.firing_position else []
    words += ["dodging"] if vehicle.dodging else []
    words += ["out of control"] if vehicle.lost_control else []
    words += ["without power"] if vehicle.lost_power else ["losing power"] if vehicle.losing_power else []
    words += ["autopilot, hacked" if vehicle.tamed_autopilot else "autopilot"] if vehicle.autopilot else []
    words += [f"rammed {', '.join(vehicle.contact)}"] if vehicle.contact else []
    return words


def person_card(state: Icar, one: Actor) -> list[Line]:
    role = "dangling" if one.dangling else one.role or "aboard"
    return [Line("role", f"{role}, {one.aboard}", "role", "icar.vehicle.roles"), *describe_person(state, one)]
