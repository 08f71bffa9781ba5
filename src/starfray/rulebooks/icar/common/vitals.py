"""How a person, a vehicle or a spacecraft is: pools, conditions, up or down."""

from __future__ import annotations

from starfray.engine.rules import counted
from starfray.engine.vitals import BAD, DEAD, DOWN, GOOD, OUT, UP, Condition, Pool, Vitals, holding
from starfray.rulebooks.icar.common.person import fighting
from starfray.rulebooks.icar.common.records import CRASHED, Craft, Vehicle
from starfray.rulebooks.icar.common.state import Actor, Icar

LOST_CRAFT = ("wreck", "exploded")
TURNS_AN_HOUR = 1_200


def vitals(state: Icar, actor: Actor) -> Vitals:
    if actor.craft is not None:
        how, word = craft_status(state, actor)
        pools, found = craft_pools(actor.craft), [*craft_conditions(actor, actor.craft), *lost_systems(actor.craft)]
    elif actor.vehicle is not None:
        how, word = vehicle_status(actor, actor.vehicle)
        pools, found = vehicle_pools(actor.vehicle), vehicle_conditions(actor.vehicle)
    else:
        how, word = person_status(actor)
        pools, found = person_pools(actor), person_conditions(actor)
    return Vitals(how, word, pools, [each for each in found if each.name not in (word, actor.out)])


# --- people --------------------------------------------------------------------------------------------------------
def person_pools(actor: Actor) -> list[Pool]:
    return [Pool("hp", "HP", actor.hp, actor.max_hp), Pool("stun", "Stun", actor.stun, actor.max_stun)]


def person_status(actor: Actor) -> tuple[str, str]:
    """icar.hp.zero, icar.hp.stabilise, icar.stun.zero"""
    if actor.out:
        return (DEAD, "dead") if actor.out == "dead" else (OUT, actor.out)
    if actor.hp <= 0:
        return DOWN, "stable" if actor.stable else "dying"
    return (DOWN, "unconscious") if actor.asleep else (UP, "")


def person_conditions(actor: Actor) -> list[Condition]:
    found = holding(
        (actor.out, Condition(actor.out)),
        (actor.dying, Condition("dying", f"({counted(actor.dying, 'turn')})", "icar.hp.zero", BAD)),
        (actor.stable, Condition("stable", "", "icar.hp.stabilise")),
        (actor.asleep, Condition("unconscious", f"({counted(actor.asleep, 'turn')})", "icar.stun.zero", BAD)),
        (actor.prone, Condition("prone", "", "icar.close.trip", BAD)),
        (actor.held_by, Condition("held by", "", "icar.close.hold", BAD, actor.held_by)),
        (actor.away, Condition("away", f"({counted(actor.away, 'turn')})", "icar.ruling.push-clear", BAD)),
        (actor.surprised, Condition("surprised", "", "icar.close.once.surprise", BAD)),
        (actor.moving, Condition("moving")),
        (actor.burning, Condition("burning", tone=BAD)),
        (actor.in_cover, Condition("in cover", tone=GOOD)),
    )
    found += [Condition(f"{system} off", tone=BAD, said=f"has the {system} switched off") for system in actor.disabled]
    found += [Condition(f"without {part}", "", "icar.body.limb", BAD, said=f"loses the {part}") for part in actor.lost]
    return found + holding((actor.area, Condition("in", actor.area)))


# --- vehicles ------------------------------------------------------------------------------------------------------
def vehicle_pools(vehicle: Vehicle) -> list[Pool]:
    found = [Pool("vehicle.hp", "HP", vehicle.hp, vehicle.max_hp, others=("vehicle.max-hp",))]
    if vehicle.max_shields:
        shields = Pool("vehicle.shields", "shields", vehicle.shields, vehicle.max_shields, noun="shield|shields")
        found.append(shields)
    return found


def vehicle_status(actor: Actor, vehicle: Vehicle) -> tuple[str, str]:
    """icar.vehicle.end, icar.vehicle.damage.zero"""
    if vehicle.gone:
        return DEAD if vehicle.gone == CRASHED else OUT, vehicle.gone
    if actor.out:
        return OUT, actor.out
    return (DOWN, "falling") if vehicle.falling else (UP, "")


def vehicle_conditions(vehicle: Vehicle) -> list[Condition]:
    return holding(
        (vehicle.gone, Condition(vehicle.gone)),
        (vehicle.falling, Condition("falling", f"({counted(vehicle.falling, 'turn')} to the ground)", tone=BAD)),
        (vehicle.firing_position, Condition("in a firing position", "", "icar.vehicle.pilot.firing-position", GOOD)),
        (vehicle.dodging, Condition("dodging", "", "icar.vehicle.pilot.dodge", GOOD)),
        (vehicle.lost_control, Condition("out of control", tone=BAD)),
        (vehicle.lost_power, Condition("without power", tone=BAD)),
        (vehicle.losing_power and not vehicle.lost_power, Condition("losing power", tone=BAD)),
        (vehicle.autopilot, Condition("on autopilot", "(hacked)" if vehicle.tamed_autopilot else "", "icar.vehicle.autopilot")),
        *((rammed, Condition("rammed", "", "icar.vehicle.pilot.ram", whom=rammed)) for rammed in vehicle.contact),
    )


# --- spacecraft ----------------------------------------------------------------------------------------------------
def craft_pools(craft: Craft) -> list[Pool]:
    hull = craft.hull - craft.hull_damage
    found = [Pool("craft.hull-damage", "hull", hull, craft.hull, noun="K of hull", others=("craft.systems",))]
    if craft.max_shields:
        found.append(Pool("craft.shields", "shields", craft.shields, craft.max_shields, noun="shield|shields"))
    return found


def craft_status(state: Icar, actor: Actor) -> tuple[str, str]:
    """icar.space.end.ways"""
    if actor.out:
        return (DEAD if actor.out in LOST_CRAFT else OUT), actor.out
    return (UP, "") if fighting(state, actor) else (DOWN, "unmanned")


def craft_conditions(actor: Actor, craft: Craft) -> list[Condition]:
    hours = f"({counted(craft.air // TURNS_AN_HOUR, 'hour')} of air left)"
    return holding(
        (actor.out, Condition(actor.out)),
        (craft.stance, Condition("Operations says", craft.stance, "icar.space.ops.final-say")),
        (craft.running, Condition("running away", "", "icar.space.pilot.run-away")),
        (craft.beam, Condition("its tractor beam on", "", "icar.ruling.tractor-beam", GOOD, craft.beam)),
        (craft.down("life-support"), Condition("without life support", hours, "icar.space.system.life-support", BAD)),
        (craft.away, Condition("out of range")),
        (craft.untouchable, Condition("cannot be shot at", tone=GOOD)),
        (craft.foreseen, Condition("the enemy's plan is read", tone=GOOD)),
    )


def lost_systems(craft: Craft) -> list[Condition]:
    """Beside the conditions of a card, which has a line of its own for them."""
    lost = [key.replace("-", " ") for key in craft.inoperable]
    return [Condition(f"no {word}", "", "icar.space.system.limits", BAD, said=f"loses the {word}") for word in lost]
