"""Pictures of what a map does not show: a chase with its crews, a craft with its systems, a hack."""

from __future__ import annotations

from starfray.engine.diagram import Diagram, Lane, Link, Node, Part, Slot, Sum
from starfray.engine.rules import counted
from starfray.rulebooks.icar.common.check import ability, chance
from starfray.rulebooks.icar.common.intrusions import stands_open
from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, OPERATIONS, OTHER, PILOT, Craft
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import car
from starfray.rulebooks.icar.common.vitals import vitals
from starfray.rulebooks.icar.space.crew import PLACES, crew, roles_now
from starfray.rulebooks.icar.space.role_options import GUN, stn_so_far
from starfray.rulebooks.icar.vehicle.crew import DECLARE, enemies, flying, in_phase, is_crew, phase_of, speed_of
from starfray.rulebooks.icar.vehicle.gunnery import VEHICLE, shot_need, weapons_of
from starfray.rulebooks.icar.vehicle.piloting import flight_need
from starfray.rulebooks.icar.vehicle.turn import in_turn

DONE, NOW, NEXT = "done", "now", "next"
BASES = {"icar.space.stn.base": "base", "icar.space.crit.ops": "plan read"}


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
IN_THE_CAR = {
    PILOT: "flies what was declared",
    HACKER: "can help the crew or hinder the others",
    ENGINEER: "can work on the engine, the plates or the shields",
    GUNNER: "shoots when the others are done",
}


def chase(state: Icar) -> Diagram:
    """The vehicles with their crews, how fast they are, what each has declared, and who has rammed whom.

    icar.vehicle.turn.order; who is the faster decides who can escape: icar.vehicle.pilot.escape
    """
    cars = [actor for actor in state.roster.values() if actor.vehicle is not None]
    up = state.roster.get(state.chase.up)
    acted = [actor.id for actor in state.roster.values() if actor.acted]
    speeds = {actor.id: speed_of(state, actor) for actor in cars if known(actor, "vehicle")}
    lanes, links = [], []
    for actor in cars:
        vehicle = car(actor)
        speed = f"speed {speeds[actor.id]}" if actor.id in speeds else ""
        note = ", ".join(word for word in (pool_words(state, actor), speed) if word)
        lane = Lane(
            actor.id,
            actor.name or actor.id,
            crew_slots(state, actor, acted),
            vitals(state, actor).state,
            note,
            actor is up,
            place_of(actor, up, speeds),
            gap_words(actor, up, speeds),
        )
        lanes.append(lane)
        if vehicle.goal:
            links.append(Link(actor.id, vehicle.whom, vehicle.goal.replace("-", " ")))
        links += [Link(actor.id, other, "has rammed", 1) for other in vehicle.contact]
    parts = crew_parts(state, up) if up is not None else []
    ahead = "Escape: for whoever is faster than every foe"
    return Diagram("lanes", "The chase", lanes=lanes, links=links, now=state.turn, parts=parts, ahead=ahead)


def touching(one: Actor, other: Actor) -> bool:
    return other.id in car(one).contact or one.id in car(other).contact


def place_of(actor: Actor, up: Actor | None, speeds: dict[str, int]) -> float | None:
    """The slowest of all at 0, the fastest at 1; beside whoever it touches."""
    if up is not None and actor is not up and touching(actor, up):
        return place_of(up, None, speeds)
    if actor.id not in speeds:
        return None
    slowest, fastest = min(speeds.values()), max(speeds.values())
    return (speeds[actor.id] - slowest) / (fastest - slowest) if fastest > slowest else 0.5


def gap_words(actor: Actor, up: Actor | None, speeds: dict[str, int]) -> str:
    """How it compares with the vehicle whose turn it is."""
    if car(actor).gone or up is None or actor is up:
        return car(actor).gone
    if touching(actor, up):
        return "side by side"
    if actor.id not in speeds or up.id not in speeds:
        return ""
    more = speeds[actor.id] - speeds[up.id]
    return f"{more} faster" if more > 0 else f"{-more} slower" if more < 0 else "as fast"


def crew_parts(state: Icar, vehicle: Actor) -> list[Part]:
    """The crew of the vehicle whose turn it is, in the order in which they act. icar.vehicle.turn.order"""
    phase = phase_of(state)
    now = [actor.id for actor in in_phase(state, phase)] if phase else []
    found = []
    for actor in [each for each in in_turn(state, vehicle.id) if is_crew(vehicle, each)]:
        how = DONE if actor.acted else NOW if actor.id in now else NEXT
        found.append(Part(actor.id, actor.role or "aboard", part_words(state, vehicle, actor, phase), how))
    return found


def part_words(state: Icar, vehicle: Actor, actor: Actor, phase: str) -> str:
    if actor.acted:
        return actor.acted.replace("-", " ")
    if not flying(vehicle):
        return "can jump or fight aboard"
    if actor.role == PILOT and phase == DECLARE:
        return "declares for all, flies when the others have helped"
    open_book = known(actor, "skills") and known(actor, "attributes")
    goal = car(vehicle).goal
    if actor.role == PILOT and goal and goal != OTHER and open_book:
        return f"flies: {goal.replace('-', ' ')}, {share(flight_need(state, actor, goal))}"
    foes = enemies(state, vehicle)
    if actor.role == GUNNER and foes and open_book and weapons_of(state, actor, vehicle):
        need, foe = min((shot_need(state, actor, foe, VEHICLE), foe.name or foe.id) for foe in foes)
        return f"shoots when the others are done: {foe}, {share(need)}"
    return IN_THE_CAR.get(actor.role, "can jump across or climb")


def share(need: int) -> str:
    return f"{round(100 * chance(need))} %"


# --- spacecraft ----------------------------------------------------------------------------------------------------
IN_THE_CRAFT = {
    OPERATIONS: "decides whether to attack or flee, then helps",
    ENGINEER: "can repair, or lower the target number",
    PILOT: "can fly to lower the target number",
    HACKER: "can hack into the enemy",
    GUNNER: "shoots last, when the crew is done",
}


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
    up = state.roster.get(state.space.up)
    team = sorted(crew(state, up.id), key=lambda each: PLACES[each.role]) if up is not None else []
    parts = [station_part(state, actor) for actor in team]
    total = target_number(state, team) if state.space.stn and team else None
    return Diagram("plan", "The craft", nodes=nodes, lanes=lanes, now=state.turn, parts=parts, sum=total)


def target_number(state: Icar, team: list[Actor]) -> Sum:
    """What the next gunner needs as things stand, before it is known what is aimed at. icar.space.stn.sum"""
    ids = [actor.id for actor in team]
    terms = [(BASES.get(term.rule, "more"), term.amount) for term in state.space.stn if term.by not in ids]
    total = stn_so_far(state)
    gunners = [actor for actor in team if actor.role == GUNNER and actor.id not in state.space.acted]
    if not gunners or not any(term.rule in BASES for term in state.space.stn):
        return Sum("Target number", total, "", None, terms)
    gunner = gunners[0]
    title = f"{gunner.name or gunner.id} needs"
    if not (known(gunner, "skills") and known(gunner, "attributes")):
        return Sum(title, total, "or more", None, terms)
    skill = ability(gunner, GUN)
    return Sum(title, total, f"or more on D10 {skill:+d}", chance(total - skill), terms)


def station_part(state: Icar, actor: Actor) -> Part:
    """One of the crew, what they did, and what that gave."""
    given = [term.amount for term in state.space.stn if term.by == actor.id]
    done = state.space.acted.get(actor.id)
    if done is not None:
        return Part(actor.id, actor.role, done.replace("-", " "), DONE, sum(given) if given else None)
    how = NOW if actor.role in roles_now(state) else NEXT
    return Part(actor.id, actor.role, IN_THE_CRAFT[actor.role], how, sum(given) if given else None)


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
