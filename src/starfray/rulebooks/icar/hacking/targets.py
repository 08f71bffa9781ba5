"""What can be hacked from where, and how many successes it takes."""

from __future__ import annotations

from starfray.engine.rules import Field, Option, Refused
from starfray.rulebooks.icar.common.action_economy import HACK
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.intrusions import intrusion, open_way, thing_of
from starfray.rulebooks.icar.common.person import person
from starfray.rulebooks.icar.common.records import (
    AIRLOCK,
    DATA,
    DOOR,
    ENERGY_WEB,
    GENERATOR,
    GRAVITY,
    LIGHTS,
    SENSORS,
    SYSTEMS,
    UNDERGAIA,
)
from starfray.rulebooks.icar.common.state import Actor, Icar

HACKING = "hacking"  # the skill, and the group its actions stand in
HACKING_WORDS = "a hacking action"
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
MOLE, CHAMELEON = "gaia-mole", "chameleon"


def no_hacking(actor: Actor) -> Refused | None:
    """Hands, voice and body are needed, and there is an end to what fits into a turn."""
    if actor.held_by:
        return Refused("icar.hack.combat.physical", "Gaia wants hands, voice and body", ["escape"])
    if actor.acted == HACK and actor.tasks >= attribute_of(actor, "shift"):
        return Refused("icar.ruling.hack-actions-limit", f"{actor.tasks} hacking actions are all of this turn", ["stand-by"])
    if actor.acted and actor.acted != HACK:
        return Refused("icar.ruling.actions-per-turn", f"{actor.id} has acted this turn", ["stand-by"])
    if actor.prone:
        return Refused("icar.ruling.down-choice", f"{actor.id} is on the floor", ["escape"])
    return None


def why_not_target(state: Icar, actor: Actor, name: str) -> Refused | None:
    """Why the actor cannot hack this from here."""
    thing = thing_of(state, name)
    if thing is not None:
        return None
    other = state.roster.get(name)
    if other is None or not is_there(actor, other):
        return Refused("icar.ruling.illegal", f"nothing is called {name!r}", targets(state, actor))
    if other.craft is not None and not aboard(state, actor, other):
        return Refused("icar.hack.spacecraft.place", f"{actor.id} is neither in {name} nor on its hull", ["release gaia-mole"])
    if other.craft is None and other.vehicle is None and not linked(other):
        rule = "icar.hack.aug.link"
        return Refused(rule, f"{name} has no Gaia Link")
    return None


def aboard(state: Icar, actor: Actor, craft: Actor) -> bool:
    """Inside, on the hull, or through a Mole planted there. icar.ruling.hack-spacecraft"""
    return craft.id in (actor.aboard, actor.inside) or any(
        daemon.key == MOLE and daemon.target == craft.id for daemon in state.at_work
    )


def is_there(actor: Actor, other: Actor) -> bool:
    """In the fight, or a craft that was; and not hidden from the hacker."""
    return (not other.out or other.craft is not None) and (other.side == actor.side or not other.hidden)


def linked(actor: Actor) -> bool:
    """icar.hack.aug.link"""
    return actor.gaia_link or any(suit.gaia_link for suit in actor.suits)


def targets(state: Icar, actor: Actor) -> list[str]:
    """Everything the actor could hack from here."""
    here = [other for other in state.roster.values() if other is not actor and is_there(actor, other)]
    others = [other.id for other in here if why_not_target(state, actor, other.id) is None]
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


def suit_passes(actor: Actor) -> int:
    """Cheap 4, ordinary 8, expensive 16. icar.ruling.hack-aug"""
    most = 0
    for suit in actor.suits:
        most = max(most, suit.passes)
    return most or actor.hack_passes or 8


def is_inside(state: Icar, actor: Actor, name: str) -> bool:
    hack = intrusion(state, actor.id, name)
    return (hack is not None and hack.inside) or open_way(state, name)


def refuse_system(state: Icar, actor: Actor, name: str, system: str) -> None:
    """The system is one there is; and nobody is killed by their own bionics."""
    if system == KILL and thing_of(state, name) is None and person(state.roster[name]):
        raise Refused("icar.hack.aug.no-kill", "bionics never let a hacker kill their wearer", list(AUG_EFFECTS))
    known = systems_of(state, name)
    if system and system not in known:
        raise Refused(system_rule(state, name), f"{name} has no system {system!r}", list(known))
    if not system and known and known != (ALTER,) and is_inside(state, actor, name):
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


# --- candidates for forms --------------------------------------------------------------------------------------
def target_field(state: Icar, actor: Actor, *more: str) -> Field:
    """Everything that could be hacked from here, with how far the break-in has come."""
    names = dict.fromkeys([*targets(state, actor), *more])
    options = [Option(name, looks_of(state, actor, name), note=progress(state, actor, name)) for name in names if name]
    left = attribute_of(actor, "shift") - actor.tasks
    return Field("target", "choice", options, hint=f"{left} hacking actions left this turn", role="target")


def looks_of(state: Icar, actor: Actor, name: str) -> str:
    """What a Chameleon makes of it, for all but its owner's side. icar.hack.daemon.goal"""
    thing = thing_of(state, name)
    ours = [daemon for daemon in state.at_work if daemon.key == CHAMELEON and daemon.target == name]
    known = any(daemon.by in state.roster and state.roster[daemon.by].side == actor.side for daemon in ours)
    return thing.looks if thing is not None and not known else ""


def progress(state: Icar, actor: Actor, name: str) -> str:
    if name == actor.id:
        return ""
    if is_inside(state, actor, name):
        return "inside"
    there = intrusion(state, actor.id, name)
    return f"{there.passes if there is not None else 0} of {needed(state, name, '')}"
