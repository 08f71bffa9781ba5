"""Who is aboard what, at which station, and whose craft may still fight."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.rulebooks.icar.ground.people import able
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.space.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, ROLES, Craft
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
    known = [each.id for each in state.roster.values() if each.craft is not None and (each.side == one.side or not each.hidden)]
    if who not in known:
        raise Refused(rule, f"no craft here is called {who!r}", [suggest(who, known)])
    return state.roster[who]


def stationed(state: Icar, craft: str) -> list[Actor]:
    """Those who have a station, in roster order."""
    return [one for one in state.roster.values() if one.aboard == craft and one.role]


def crew(state: Icar, craft: str) -> list[Actor]:
    """Of these, those who can do something there. icar.ruling.hp-unconscious"""
    return [one for one in stationed(state, craft) if able(one)]


def at_role(state: Icar, craft: str, role: str) -> list[Actor]:
    return [one for one in crew(state, craft) if one.role == role]


def crewed(state: Icar, craft: str) -> bool:
    """Has it a crew of its own, rather than a Gunner ability and an STN?"""
    return bool(stationed(state, craft))


def fighting(state: Icar, one: Actor) -> bool:
    """A craft that is still in the fight: not a wreck, not gone, somebody at its stations. icar.space.end.ways"""
    return one.craft is not None and not one.out and (not crewed(state, one.id) or bool(crew(state, one.id)))


def foes_of(state: Icar, one: Actor) -> list[Actor]:
    """Enemy craft in the fight that are not hidden."""
    return [each for each in state.roster.values() if each.side != one.side and not each.hidden and fighting(state, each)]


def in_order(state: Icar) -> list[Actor]:
    """The players' craft, then every enemy, in roster order. icar.ruling.space-initiative"""
    able = [one for one in state.roster.values() if fighting(state, one)]
    first = [one for one in able if one.side == state.space.players]
    return first + [one for one in able if one.side != state.space.players]


def still_to_act(state: Icar) -> list[Actor]:
    """The crew of the craft whose turn it is that has not taken an option; a fighter has but one role a turn."""
    space = state.space
    if not space.up or not fighting(state, state.roster[space.up]):
        return []
    if ship(state.roster[space.up]).fighter and any(kind != "stand-by" for kind in space.acted.values()):
        return []  # icar.space.fighter.one-role
    return [one for one in crew(state, space.up) if one.id not in space.acted]


def phase_of(state: Icar) -> str:
    """The first role in the order of roles with somebody still to act. icar.ruling.role-order"""
    waiting = {one.role for one in still_to_act(state)}
    return next((role for role in ROLES if role in waiting), "")


def roles_now(state: Icar) -> list[str]:
    """Whose turn it is: one role after another, or, where the GM does not insist, in any order but gunners last."""
    if ruled(state, "strict-order") == "on":
        return [phase_of(state)] if phase_of(state) else []
    waiting = {one.role for one in still_to_act(state)}
    before = [role for role in ROLES if role in waiting and role != GUNNER]
    return before or [role for role in ROLES if role in waiting]


def may_decide(state: Icar, one: Actor) -> bool:
    """Operations may speak until the pilot has acted. icar.space.ops.final-say"""
    pilots = at_role(state, one.aboard, PILOT)
    return (
        one.role == OPERATIONS and one.aboard == state.space.up and not state.space.decided
        and any(each.id not in state.space.acted for each in pilots) and bool(phase_of(state))
    )


def open_roles(state: Icar, one: Actor) -> list[str]:
    """The vacant roles this crew member could take now. icar.space.small-crew.swap"""
    space = state.space
    if one.id in space.swapped or one.id not in [each.id for each in still_to_act(state)]:
        return []
    if last_gunner(state, one):
        return []
    craft = ship(vessel(state, one))
    return [
        role for role in roles_to_come(state)
        if not at_role(state, one.aboard, role) and (role != GUNNER or craft.clusters)
        and (role != HACKER or open_craft(state, one))
    ]


def open_craft(state: Icar, one: Actor) -> list[Actor]:
    """Enemy craft a hacker is in or on, or that have a Mole of ours aboard. icar.ruling.hack-spacecraft"""
    return [each for each in foes_of(state, vessel(state, one))
            if one.inside == each.id or one.side in ship(each).moles or mole_at_work(state, one, each)]


def mole_at_work(state: Icar, one: Actor, craft: Actor) -> bool:
    """A Mole that somebody of this side has brought to life there. icar.space.hacker.mole"""
    return any(each.key == "gaia-mole" and each.target == craft.id and state.roster[each.by].side == one.side
               for each in state.at_work if each.by in state.roster)


def roles_to_come(state: Icar) -> list[str]:
    """Roles whose place in the turn is not over."""
    acted = [state.roster[each].role for each in state.space.acted]
    if ruled(state, "strict-order") == "off":
        return [GUNNER] if GUNNER in acted else list(ROLES)
    latest = max((ROLES.index(role) for role in acted), default=0)
    return [role for place, role in enumerate(ROLES) if place >= latest]


def swappable_roles(state: Icar, one: Actor) -> list[str]:
    """Roles of others with whom this one could change places: neither has acted or swapped. icar.space.small-crew.swap"""
    waiting = [each.id for each in still_to_act(state) if each.id not in state.space.swapped]
    if one.id not in waiting or one.role not in roles_now(state):
        return []
    return [role for role in roles_to_come(state) if role != one.role and len(holders(state, one, role)) == 1]


def holders(state: Icar, one: Actor, role: str) -> list[Actor]:
    """Who could give this role up for one's own."""
    return [each for each in at_role(state, one.aboard, role) if each.id not in state.space.acted
            and each.id not in state.space.swapped and one.role in roles_to_come(state)]


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
    craft = ship(vessel(state, one))
    alone = one.role == GUNNER and len(at_role(state, one.aboard, GUNNER)) == 1
    return alone and bool(craft.clusters) and not craft.fighter


def free_cluster(state: Icar, craft: str) -> int:
    """The first cluster nobody has; 0 if all are taken. icar.ruling.gunner-cluster"""
    taken = [one.cluster for one in at_role(state, craft, GUNNER)]
    count = len(ship(state.roster[craft]).clusters)
    return next((number for number in range(1, count + 1) if number not in taken), 0)
