"""Who is aboard what, at which station, and whose craft may still fight."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.rulebooks.icar.ground.people import able
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.space.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, PLACES, ROLES, Craft
from starfray.rulebooks.icar.state import Actor, Icar

SKILL_RULE = {  # each role's skill, and the rule that names it
    OPERATIONS: "icar.space.ops.skill", ENGINEER: "icar.space.eng.skill",
    PILOT: "icar.space.pilot.skill", HACKER: "icar.space.hacker.one-action", GUNNER: "icar.space.gunner.skill",
}  # fmt: skip


def ship(one: Actor) -> Craft:
    """The spacecraft record of a combatant known to be one."""
    assert one.craft is not None
    return one.craft


def vessel(state: Icar, one: Actor) -> Actor:
    """The craft a crew member is aboard."""
    return state.roster[one.aboard]


def craft_named(state: Icar, one: Actor, who: str, rule: str) -> Actor:
    """The craft of that name, if this crew member knows it is there."""
    named = state.roster.get(who)
    if named is None or not knows_of(one, named):
        known = [each.id for each in state.roster.values() if knows_of(one, each)]
        raise Refused(rule, f"no craft here is called {who!r}", [suggest(who, known)])
    return named


def knows_of(one: Actor, craft: Actor) -> bool:
    return craft.craft is not None and (craft.side == one.side or not craft.hidden)


def stationed(state: Icar, craft: str) -> list[Actor]:
    """Those who have a station, in roster order."""
    return [one for one in state.roster.values() if one.aboard == craft and one.role]


def crew(state: Icar, craft: str) -> list[Actor]:
    """Of these, those who can do something there. icar.ruling.hp-unconscious"""
    return [one for one in state.roster.values() if one.aboard == craft and one.role and able(one)]


def at_role(state: Icar, craft: str, role: str) -> list[Actor]:
    return [one for one in state.roster.values() if one.aboard == craft and one.role == role and able(one)]


def crewed(state: Icar, craft: str) -> bool:
    """Has it a crew of its own, rather than a Gunner ability and an STN?"""
    return any(one.aboard == craft and one.role != "" for one in state.roster.values())


def fighting(state: Icar, one: Actor) -> bool:
    """A craft that is still in the fight: not a wreck, not gone, somebody at its stations. icar.space.end.ways"""
    if one.craft is None or one.out:
        return False
    manned = False
    for each in state.roster.values():
        if each.aboard == one.id and each.role:
            if able(each):
                return True
            manned = True
    return not manned


def foes_of(state: Icar, one: Actor) -> list[Actor]:
    """Enemy craft in the fight that are not hidden."""
    return [each for each in state.roster.values() if is_foe(state, one, each)]


def is_foe(state: Icar, one: Actor, each: Actor) -> bool:
    return each.craft is not None and each.side != one.side and not each.hidden and fighting(state, each)


def within_reach(one: Actor) -> bool:
    """A craft that shots can reach: not run away, not slipped out of every line of fire."""
    return not (ship(one).away or ship(one).untouchable)


def in_order(state: Icar) -> list[Actor]:
    """The players' craft, then every enemy, in roster order. icar.ruling.space-initiative"""
    there = [one for one in state.roster.values() if one.craft is not None and fighting(state, one)]
    first = [one for one in there if one.side == state.space.players]
    return first + [one for one in there if one.side != state.space.players]


def goes_on(state: Icar) -> bool:
    """Is there a craft whose crew, if anybody is able, may still act? A fighter has but one role a turn."""
    space = state.space
    if not space.up:
        return False
    craft = state.roster[space.up]
    if craft.out:
        return False
    return not ship(craft).fighter or all(kind == "stand-by" for kind in space.acted.values())  # icar.space.fighter.one-role


def idle(state: Icar, one: Actor) -> bool:
    """At a station of the craft whose turn it is, able, and without an option taken."""
    space = state.space
    return one.role != "" and one.aboard == space.up and one.id not in space.acted and able(one)


def is_waiting(state: Icar, one: Actor) -> bool:
    """Is this one still to act?"""
    return idle(state, one) and goes_on(state)


def anybody_waiting(state: Icar) -> bool:
    return goes_on(state) and any(idle(state, one) for one in state.roster.values())


def roles_now(state: Icar) -> list[str]:
    """Whose turn it is: one role after another, or, where the GM does not insist, in any order but gunners last."""
    if not goes_on(state):
        return []
    strict = ruled(state, "strict-order") == "on"  # icar.ruling.role-order
    left: list[str] = []
    for role in ROLES:
        if any(one.role == role and idle(state, one) for one in state.roster.values()):
            if strict or (role == GUNNER and left):
                return left or [role]
            left.append(role)
    return left


def may_decide(state: Icar, one: Actor) -> bool:
    """Operations may speak until the pilot has acted. icar.space.ops.final-say"""
    if one.role != OPERATIONS or one.aboard != state.space.up or state.space.decided or not goes_on(state):
        return False
    return any(each.role == PILOT and idle(state, each) for each in state.roster.values())


def open_roles(state: Icar, one: Actor) -> list[str]:
    """The vacant roles this crew member could take now. icar.space.small-crew.swap"""
    return open_to(state, one, vacant_roles(state, crew(state, one.aboard))) if is_waiting(state, one) else []


def vacant_roles(state: Icar, team: list[Actor]) -> list[str]:
    """Roles to come that nobody of the craft's crew holds; a gunner wants guns."""
    return [
        role
        for role in roles_to_come(state)
        if not any(each.role == role for each in team) and (role != GUNNER or ship(vessel(state, team[0])).clusters)
    ]


def open_to(state: Icar, one: Actor, vacant: list[str]) -> list[str]:
    """Of the vacant roles those that somebody who is still to act could take."""
    if one.id in state.space.swapped:
        return []
    could = [role for role in vacant if role != HACKER or open_craft(state, one)]
    return [] if could and last_gunner(state, one) else could


def open_craft(state: Icar, one: Actor) -> list[Actor]:
    """Enemy craft a hacker is in or on, or that have a Mole of ours aboard. icar.ruling.hack-spacecraft"""
    return [
        each
        for each in state.roster.values()
        if each.craft is not None
        and (one.inside == each.id or one.side in each.craft.moles or mole_at_work(state, one, each))
        and is_foe(state, vessel(state, one), each)
    ]


def mole_at_work(state: Icar, one: Actor, craft: Actor) -> bool:
    """A Mole that somebody of this side has brought to life there. icar.space.hacker.mole"""
    return any(
        each.key == "gaia-mole" and each.target == craft.id and state.roster[each.by].side == one.side
        for each in state.at_work
        if each.by in state.roster
    )


def roles_to_come(state: Icar) -> tuple[str, ...]:
    """Roles whose place in the turn is not over."""
    acted = [state.roster[each].role for each in state.space.acted]
    if ruled(state, "strict-order") == "off":
        return (GUNNER,) if GUNNER in acted else ROLES
    latest = 0
    for role in acted:
        latest = max(latest, PLACES.get(role, 0))
    return ROLES[latest:]


def swappable_roles(state: Icar, one: Actor) -> list[str]:
    """Roles of others with whom this one could change places: neither has acted or swapped. icar.space.small-crew.swap"""
    if one.id in state.space.swapped or not is_waiting(state, one) or one.role not in roles_now(state):
        return []
    return [role for role in roles_to_come(state) if role != one.role and len(holders(state, one, role)) == 1]


def holders(state: Icar, one: Actor, role: str) -> list[Actor]:
    """Who could give this role up for one's own."""
    return [
        each
        for each in at_role(state, one.aboard, role)
        if each.id not in state.space.acted and each.id not in state.space.swapped and one.role in roles_to_come(state)
    ]


def special(state: Icar, key: str, *owners: Actor) -> tuple[int, str] | None:
    """A craft's own number in place of the book's; if two craft disagree, the players' counts. icar.space.special.heroes"""
    given = [one for one in owners if key in ship(one).special]
    if not given:
        return None
    numbers = [ship(one).special[key] for one in given]
    if numbers.count(numbers[0]) == len(numbers):
        return numbers[0], "icar.space.special.override"
    heroes = [one for one in given if one.side == state.space.players]
    return ship((heroes or given)[0]).special[key], "icar.space.special.heroes"


def last_gunner(state: Icar, one: Actor) -> bool:
    """The Gunner role must be filled; a fighter chooses its one role anew each turn. icar.space.small-crew.gunner"""
    if one.role != GUNNER:
        return False
    craft = ship(vessel(state, one))
    return bool(craft.clusters) and not craft.fighter and len(at_role(state, one.aboard, GUNNER)) == 1


def free_cluster(state: Icar, craft: str) -> int:
    """The first cluster nobody has; 0 if all are taken. icar.ruling.gunner-cluster"""
    taken = [one.cluster for one in at_role(state, craft, GUNNER)]
    count = len(ship(state.roster[craft]).clusters)
    return next((number for number in range(1, count + 1) if number not in taken), 0)
