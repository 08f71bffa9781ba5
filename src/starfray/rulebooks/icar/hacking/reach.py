"""What can be hacked from where, and how many successes it takes."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.people import person
from starfray.rulebooks.icar.ground.spend import HACK, why_not_free, why_not_up
from starfray.rulebooks.icar.hacking.records import AIRLOCK, DATA, DOOR, GENERATOR, GRAVITY, LIGHTS, SENSORS, UNDERGAIA
from starfray.rulebooks.icar.hacking.systems import intrusion, open_way, thing_of
from starfray.rulebooks.icar.space.records import ENERGY_WEB, SYSTEMS
from starfray.rulebooks.icar.state import Actor, Icar

BARRIERS = {  # icar.ruling.hack-rolls
    DOOR: 1, AIRLOCK: 2, LIGHTS: 1, GRAVITY: 1, GENERATOR: 1, DATA: 2, SENSORS: 4, UNDERGAIA: 1,
}  # fmt: skip
RULE_OF = {
    DOOR: "icar.hack.door", AIRLOCK: "icar.hack.airlock", LIGHTS: "icar.hack.combat.environment",
    GRAVITY: "icar.hack.combat.environment", GENERATOR: "icar.hack.combat.environment", DATA: "icar.hack.data",
    SENSORS: "icar.ruling.hack-rolls", UNDERGAIA: "icar.hack.undergaia",
}  # fmt: skip
ALTER = "alter"  # one barrier more
#: icar.hack.vehicle.systems
VEHICLE_SYSTEMS = ("doors", "navigation", "driving", "power", "gravity", "shields", "bioreorganiser")
CRAFT_SYSTEMS = ("doors", *(key for key in SYSTEMS if key != ENERGY_WEB))
AUG_EFFECTS = ("walking", "balance", "sensors", "body")  # icar.hack.aug.effects
KILL = "kill"
ENTRY = 2  # icar.hack.vehicle.entry
MOLE = "gaia-mole"


def why_no_hacking(state: Icar, one: Actor) -> Refused | None:
    """Hands, voice and body are needed, and there is an end to what fits into a turn."""
    why = why_not_up(state, one)
    if why is not None:
        return why
    if one.held_by:
        return Refused("icar.hack.combat.physical", "Gaia wants hands, voice and body", ["escape"])
    if one.acted == HACK and one.tasks >= attribute_of(one, "shift"):
        return Refused("icar.ruling.hack-actions-limit", f"{one.tasks} hacking actions are all of this turn", ["stand-by"])
    return why_not_free(state, one, HACK)


def why_not_target(state: Icar, one: Actor, name: str) -> Refused | None:
    """Can this be hacked by this one from here?"""
    thing = thing_of(state, name)
    if thing is not None:
        return None
    other = state.roster.get(name)
    if other is None or (other.out and other.craft is None):
        return Refused("icar.ruling.illegal", f"nothing is called {name!r}", targets(state, one))
    if other.craft is not None and not aboard(state, one, other):
        return Refused("icar.hack.spacecraft.place", f"{one.id} is neither in {name} nor on its hull", ["release gaia-mole"])
    if other.craft is None and other.vehicle is None and not linked(other):
        rule = "icar.hack.aug.link"
        return Refused(rule, f"{name} has no Gaia Link")
    return None


def aboard(state: Icar, one: Actor, craft: Actor) -> bool:
    """Inside, on the hull, or through a Mole planted there. icar.ruling.hack-spacecraft"""
    return craft.id in (one.aboard, one.inside) or any(each.key == MOLE and each.target == craft.id for each in state.at_work)


def linked(one: Actor) -> bool:
    """icar.hack.aug.link"""
    return one.gaia_link or any(suit.gaia_link for suit in one.suits)


def targets(state: Icar, one: Actor) -> list[str]:
    """Everything this one could hack from here."""
    here = [each for each in state.roster.values() if each is not one and (not each.out or each.craft is not None)]
    others = [each.id for each in here if why_not_target(state, one, each.id) is None]
    return [thing.name for thing in state.things] + others


def systems_of(state: Icar, name: str) -> tuple[str, ...]:
    thing = thing_of(state, name)
    if thing is not None:
        return (ALTER,) if thing.kind == DATA else ()
    other = state.roster[name]
    return CRAFT_SYSTEMS if other.craft is not None else VEHICLE_SYSTEMS if other.vehicle is not None else AUG_EFFECTS


def needed(state: Icar, name: str, system: str) -> int:
    """Successes before anything happens: barriers, security, a bionics suit."""
    thing = thing_of(state, name)
    if thing is not None:
        return (thing.barriers or BARRIERS[thing.kind]) + (1 if system == ALTER and thing.kind == DATA else 0)
    other = state.roster[name]
    if other.craft is not None or other.vehicle is not None:
        return ENTRY
    return suit_passes(other)


def suit_passes(one: Actor) -> int:
    """Cheap 4, ordinary 8, expensive 16. icar.ruling.hack-aug"""
    most = 0
    for suit in one.suits:
        most = max(most, suit.passes)
    return most or one.hack_passes or 8


def is_inside(state: Icar, one: Actor, name: str) -> bool:
    hack = intrusion(state, one.id, name)
    return (hack is not None and hack.inside) or open_way(state, name)


def refuse_system(state: Icar, one: Actor, name: str, system: str) -> None:
    """The system is one there is; and nobody is killed by their own bionics."""
    if system == KILL and thing_of(state, name) is None and person(state.roster[name]):
        raise Refused("icar.hack.aug.no-kill", "bionics never let a hacker kill their wearer", list(AUG_EFFECTS))
    known = systems_of(state, name)
    if system and system not in known:
        raise Refused(system_rule(state, name), f"{name} has no system {system!r}", list(known))
    if not system and known and known != (ALTER,) and is_inside(state, one, name):
        raise Refused(system_rule(state, name), "inside: which system?", list(known))


def system_rule(state: Icar, name: str) -> str:
    thing = thing_of(state, name)
    if thing is not None:
        return RULE_OF[thing.kind]
    other = state.roster[name]
    if other.craft is not None:
        return "icar.hack.spacecraft.place"
    if other.vehicle is not None:
        return "icar.hack.vehicle.systems"
    passes = suit_passes(other)
    return {4: "icar.hack.aug.cheap", 16: "icar.hack.aug.expensive"}.get(passes, "icar.ruling.hack-aug")
