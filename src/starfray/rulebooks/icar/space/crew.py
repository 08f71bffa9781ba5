"""Who is aboard what, at which station, and whose craft may still fight."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.rulebooks.icar.common.person import able, fighting
from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, Craft
from starfray.rulebooks.icar.common.state import Actor, Icar

#: icar.space.jobs, in the order of icar.ruling.role-order
ROLES: tuple[str, ...] = (OPERATIONS, ENGINEER, PILOT, HACKER, GUNNER)
PLACES = {role: place for place, role in enumerate(ROLES)}
SKILL_RULE = {  # each role's skill, and the rule that names it
    OPERATIONS: "icar.space.ops.skill", ENGINEER: "icar.space.eng.skill",
    PILOT: "icar.space.pilot.skill", HACKER: "icar.space.hacker.one-action", GUNNER: "icar.space.gunner.skill",
}  # fmt: skip


def ship(actor: Actor) -> Craft:
    """The spacecraft record of a combatant known to be one."""
    assert actor.craft is not None
    return actor.craft


def vessel(state: Icar, actor: Actor) -> Actor:
    """The craft a crew member is aboard."""
    return state.roster[actor.aboard]


def craft_named(state: Icar, actor: Actor, who: str, rule: str) -> Actor:
    """The craft of that name, if this crew member knows it is there."""
    named = state.roster.get(who)
    if named is None or not knows_of(actor, named):
        known = [other.id for other in state.roster.values() if knows_of(actor, other)]
        raise Refused(rule, f"no craft here is called {who!r}", [suggest(who, known)])
    return named


def knows_of(actor: Actor, craft: Actor) -> bool:
    return craft.craft is not None and (craft.side == actor.side or not craft.hidden)


def stationed(state: Icar, craft: str) -> list[Actor]:
    """Those who have a station, in roster order."""
    return [actor for actor in state.roster.values() if actor.aboard == craft and actor.role]


def crew(state: Icar, craft: str) -> list[Actor]:
    """Of these, those who can do something there. icar.ruling.hp-unconscious"""
    return [actor for actor in state.roster.values() if actor.aboard == craft and actor.role and able(actor)]


def at_role(state: Icar, craft: str, role: str) -> list[Actor]:
    return [actor for actor in state.roster.values() if actor.aboard == craft and actor.role == role and able(actor)]


def crewed(state: Icar, craft: str) -> bool:
    """Has it a crew of its own, rather than a Gunner ability and an STN?"""
    return any(actor.aboard == craft and actor.role != "" for actor in state.roster.values())


def foes_of(state: Icar, actor: Actor) -> list[Actor]:
    """Enemy craft in the fight that are not hidden."""
    return [other for other in state.roster.values() if is_foe(state, actor, other)]


def is_foe(state: Icar, actor: Actor, craft: Actor) -> bool:
    return craft.craft is not None and craft.side != actor.side and not craft.hidden and fighting(state, craft)


def within_reach(actor: Actor) -> bool:
    """A craft that shots can reach: not run away, not slipped out of every line of fire."""
    return not (ship(actor).away or ship(actor).untouchable)


def in_order(state: Icar) -> list[Actor]:
    """The players' craft, then every enemy, in roster order. icar.ruling.space-initiative"""
    first: list[Actor] = []
    then: list[Actor] = []
    for craft in state.roster.values():
        if craft.craft is not None and fighting(state, craft):
            (first if craft.side == state.space.players else then).append(craft)
    return first + then


def goes_on(state: Icar) -> bool:
    """Is there a craft whose crew, if anybody is able, may still act? A fighter has but one role a turn."""
    space = state.space
    if not space.up:
        return False
    craft = state.roster[space.up]
    if craft.out:
        return False
    if not ship(craft).fighter:  # icar.space.fighter.one-role
        return True
    return all(kind == "stand-by" for who, kind in space.acted.items() if state.roster[who].role)


def idle(state: Icar, actor: Actor) -> bool:
    """At a station of the craft whose turn it is, able, and without an option taken."""
    space = state.space
    return actor.role != "" and actor.aboard == space.up and actor.id not in space.acted and able(actor)


def is_waiting(state: Icar, actor: Actor) -> bool:
    """Is the actor still to act?"""
    return idle(state, actor) and goes_on(state)


def rides_along(state: Icar, actor: Actor) -> bool:
    """A passenger of the craft whose turn it is who may still do something; nobody waits for one. icar.ruling.passengers"""
    if actor.role or actor.craft is not None or not state.space.up or actor.aboard != state.space.up:
        return False
    return actor.side == vessel(state, actor).side and actor.id not in state.space.acted and able(actor)


def anybody_waiting(state: Icar) -> bool:
    return goes_on(state) and any(idle(state, actor) for actor in state.roster.values())


def roles_now(state: Icar) -> list[str]:
    """Whose turn it is: one role after another, or, where the GM does not insist, in any order but gunners last."""
    if not goes_on(state):
        return []
    strict = state.ruling("strict-order") == "on"  # icar.ruling.role-order
    left: list[str] = []
    for role in ROLES:
        if any(actor.role == role and idle(state, actor) for actor in state.roster.values()):
            if strict or (role == GUNNER and left):
                return left or [role]
            left.append(role)
    return left


def may_decide(state: Icar, actor: Actor) -> bool:
    """Operations may speak until the pilot has acted. icar.space.ops.final-say"""
    if actor.role != OPERATIONS or actor.aboard != state.space.up or state.space.decided or not goes_on(state):
        return False
    return any(other.role == PILOT and idle(state, other) for other in state.roster.values())


def open_roles(state: Icar, actor: Actor) -> list[str]:
    """The vacant roles that a crew member or passenger could take now. icar.space.small-crew.swap"""
    if not (is_waiting(state, actor) or (rides_along(state, actor) and anybody_waiting(state))):
        return []
    return open_to(state, actor, vacant_roles(state, crew(state, actor.aboard)))


def vacant_roles(state: Icar, team: list[Actor]) -> list[str]:
    """Roles to come that nobody of the craft's crew holds; a gunner wants guns."""
    filled = [member.role for member in team]
    vacant = [role for role in roles_to_come(state) if role not in filled]
    if GUNNER in vacant and not ship(vessel(state, team[0])).clusters:
        vacant.remove(GUNNER)
    return vacant


def open_to(state: Icar, actor: Actor, vacant: list[str]) -> list[str]:
    """Of the vacant roles those that somebody who is still to act could take."""
    if actor.id in state.space.swapped:
        return []
    could = [role for role in vacant if role != HACKER or open_craft(state, actor)]
    return [] if could and last_gunner(state, actor) else could


def open_craft(state: Icar, actor: Actor) -> list[Actor]:
    """Enemy craft a hacker is in or on, or that have a Mole of ours aboard. icar.ruling.hack-spacecraft"""
    return [
        other
        for other in state.roster.values()
        if other.craft is not None
        and (actor.inside == other.id or actor.side in other.craft.moles or mole_at_work(state, actor, other))
        and is_foe(state, vessel(state, actor), other)
    ]


def mole_at_work(state: Icar, actor: Actor, craft: Actor) -> bool:
    """A Mole that somebody of this side has brought to life there. icar.space.hacker.mole"""
    return any(
        daemon.key == "gaia-mole" and daemon.target == craft.id and state.roster[daemon.by].side == actor.side
        for daemon in state.at_work
        if daemon.by in state.roster
    )


def roles_to_come(state: Icar) -> tuple[str, ...]:
    """Roles whose place in the turn is not over."""
    latest = 0
    for who in state.space.acted:
        latest = max(latest, PLACES.get(state.roster[who].role, 0))
    if latest == 0 or (ROLES[latest] != GUNNER and state.ruling("strict-order") == "off"):
        return ROLES
    return ROLES[latest:]


def swappable_roles(state: Icar, actor: Actor) -> list[str]:
    """Roles of others with whom the actor could change places: neither has acted or swapped. icar.space.small-crew.swap"""
    if actor.id in state.space.swapped or not is_waiting(state, actor) or actor.role not in roles_now(state):
        return []
    return [role for role in roles_to_come(state) if role != actor.role and len(holders(state, actor, role)) == 1]


def holders(state: Icar, actor: Actor, role: str) -> list[Actor]:
    """Who could give this role up for one's own."""
    return [
        member
        for member in at_role(state, actor.aboard, role)
        if member.id not in state.space.acted and member.id not in state.space.swapped and actor.role in roles_to_come(state)
    ]


def special(state: Icar, key: str, *owners: Actor) -> tuple[int, str] | None:
    """A craft's own number in place of the book's; if two craft disagree, the players' counts. icar.space.special.heroes"""
    given = [actor for actor in owners if key in ship(actor).special]
    if not given:
        return None
    numbers = [ship(other).special[key] for other in given]
    if numbers.count(numbers[0]) == len(numbers):
        return numbers[0], "icar.space.special.override"
    heroes = [person for person in given if person.side == state.space.players]
    return ship((heroes or given)[0]).special[key], "icar.space.special.heroes"


def last_gunner(state: Icar, actor: Actor) -> bool:
    """The Gunner role must be filled; a fighter chooses its one role anew each turn. icar.space.small-crew.gunner"""
    if actor.role != GUNNER:
        return False
    craft = ship(vessel(state, actor))
    return bool(craft.clusters) and not craft.fighter and len(at_role(state, actor.aboard, GUNNER)) == 1


def free_cluster(state: Icar, craft: str) -> int:
    """The first cluster nobody has; 0 if all are taken. icar.ruling.gunner-cluster"""
    taken = [member.cluster for member in at_role(state, craft, GUNNER)]
    count = len(ship(state.roster[craft]).clusters)
    return next((number for number in range(1, count + 1) if number not in taken), 0)
