"""What a page shows beside the card: what is expected of whom; a chase with its crews, a craft with its systems, a hack."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.areas import BLAST, Area
from starfray.engine.content import Content
from starfray.engine.diagram import Diagram, Lane, Link, Node, Slot
from starfray.engine.rules import counted
from starfray.rulebooks.icar.common.intrusions import stands_open
from starfray.rulebooks.icar.common.person import gun_in_hand
from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, Craft
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vitals import vitals
from starfray.rulebooks.icar.ground.fire import Fire
from starfray.rulebooks.icar.vehicle.crew import BOARD, DECLARE, phase_of, speed_of

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


def diagram(state: Icar) -> Diagram | None:
    if state.kind == "vehicle":
        return chase(state)
    if state.kind == "space":
        return ships(state)
    return network(state) if state.things or state.hacks or state.at_work else None


def crew_slots(state: Icar, carrier: Actor, done: list[str]) -> list[Slot]:
    """Who sits where; hangers-on and boarders, too."""
    found = []
    for actor in state.roster.values():
        if actor.aboard == carrier.id and not actor.out:
            label = "dangling" if actor.dangling else actor.role or "aboard"
            how = vitals(state, actor).state
            found.append(Slot(label, actor.id, "done" if how == "up" and actor.id in done else how))
    return found


def known(actor: Actor, part: str) -> bool:
    """Does a viewer know this record, or only its printed figures?"""
    return not any(path.partition(".")[0] == part for path in actor.assumed)


def pool_words(state: Icar, actor: Actor) -> str:
    """'30/30 HP'; not what is only guessed at."""
    if not known(actor, "vehicle") or not known(actor, "craft"):
        return ""
    return ", ".join(f"{pool.now}/{pool.most} {pool.label}" for pool in vitals(state, actor).pools)


# --- vehicles ------------------------------------------------------------------------------------------------------
def chase(state: Icar) -> Diagram:
    """The vehicles with their crews, what each has declared, and who has rammed whom. icar.vehicle.turn.order"""
    cars = [actor for actor in state.roster.values() if actor.vehicle is not None]
    acted = [actor.id for actor in state.roster.values() if actor.acted]
    lanes, links = [], []
    for actor in cars:
        vehicle = actor.vehicle
        assert vehicle is not None
        speed = f"speed {speed_of(state, actor)}" if known(actor, "vehicle") else ""
        note = ", ".join(word for word in (pool_words(state, actor), speed) if word)
        slots, now = crew_slots(state, actor, acted), actor.id == state.chase.up
        lanes.append(Lane(actor.id, actor.name or actor.id, slots, vitals(state, actor).state, note, now))
        if vehicle.goal:
            links.append(Link(actor.id, vehicle.whom, vehicle.goal.replace("-", " ")))
        links += [Link(actor.id, other, "has rammed", 1) for other in vehicle.contact]
    return Diagram("lanes", "The chase", lanes=lanes, links=links, now=state.turn)


# --- spacecraft ----------------------------------------------------------------------------------------------------
def ships(state: Icar) -> Diagram:
    """Every craft with its stations and systems, and the target number as its crew builds it up. icar.space.stn.sum"""
    nodes, lanes = [], []
    for actor in state.roster.values():
        craft = actor.craft
        if craft is None:
            continue
        slots, now = crew_slots(state, actor, list(state.space.acted)), actor.id == state.space.up
        lanes.append(Lane(actor.id, actor.name or actor.id, slots, vitals(state, actor).state, pool_words(state, actor), now))
        if known(actor, "craft"):
            nodes += [system(actor.id, craft, key) for key in craft.systems]
    links = [Link(term.by, state.space.up, f"{term.amount:+d}", term.amount) for term in state.space.stn if term.by]
    total = sum(term.amount for term in state.space.stn)
    title = f"Target number {total}" if state.space.stn else "The craft"
    return Diagram("plan", title, nodes=nodes, lanes=lanes, links=links, now=state.turn)


def system(owner: str, craft: Craft, key: str) -> Node:
    """icar.space.system.limits, icar.ruling.space-hack-effect"""
    how = "broken" if key in craft.inoperable else "off" if craft.down(key) else "ok"
    coming = "off next turn" if key in craft.hack_coming else ""
    return Node(f"{owner}.{key}", key.replace("-", " "), owner, how, coming)


# --- hacking -------------------------------------------------------------------------------------------------------
def network(state: Icar) -> Diagram:
    """What can be hacked, who is in where, and the Daemons at work. icar.hack.systems.brief"""
    nodes = []
    for each in state.things:
        how = "open" if each.open or stands_open(state, each) else "ok"
        nodes.append(Node(each.name, each.name, each.holder, how, each.looks or each.kind))
    ids = [each.id for each in nodes]
    for who in dict.fromkeys(name for hack in state.hacks for name in (hack.by, hack.target)):
        actor = state.roster.get(who)
        if actor is not None and who not in ids:
            nodes.append(Node(who, actor.name or who, who, vitals(state, actor).state))
    links = []
    for hack in state.hacks:
        words = f"inside, {counted(hack.passes, 'pass', 'passes')}" if hack.inside else counted(hack.passes, "pass", "passes")
        links.append(Link(hack.by, hack.target, words, hack.passes))
    for place, daemon in enumerate(state.at_work):
        name = daemon.key.replace("-", " ")
        nodes.append(Node(f"daemon-{place}", name, daemon.by, "ok", counted(daemon.turns, "turn") if daemon.turns else ""))
        links.append(Link(f"daemon-{place}", daemon.target, name))
    return Diagram("network", "In Gaia", nodes=nodes, links=links, now=state.turn)


def blast_area(state: Icar, action: Action, content: Content) -> Area | None:
    """A grenade takes in everybody within its radius of the first target."""
    actor = state.roster.get(action.actor)
    if actor is None or not isinstance(action, Fire) or not action.targets:
        return None
    gun, target = gun_in_hand(actor), state.roster.get(action.targets[0])
    if gun is None or not gun.radius or target is None or target.at is None:
        return None
    return Area(BLAST, gun.name, target.at, float(gun.radius), actor.id)
