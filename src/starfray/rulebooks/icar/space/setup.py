"""From file to fight: what is derived for a space combat, and what is checked."""

from __future__ import annotations

from starfray.engine.rules import BadInput, Content, suggest
from starfray.rulebooks.icar.common.records import (
    DERIVED,
    DOORS,
    ENERGY_WEB,
    GUNNER,
    OPERATIONS,
    PILOT,
    SPECIALS,
    SYSTEMS,
    Craft,
)
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import ROLES, at_role, crewed, free_cluster, ship, stationed
from starfray.rulebooks.icar.space.role_options import OPTIONS

ONE_ONLY = (OPERATIONS, PILOT)  # one of each to a craft; engineers and gunners may be several


def start_space(state: Icar, content: Content) -> None:
    for index, actor in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        if actor.craft is not None:
            if not actor.craft.systems:
                known = suggest(actor.craft.key, content.tables["spacecraft"])
                raise BadInput(f"no spacecraft {actor.craft.key!r}", field=f"{where}.craft.key", expected=known)
            check_craft(actor.craft, f"{where}.craft")
            check_others(state, actor, actor.craft, f"{where}.craft")
            if actor.craft.hull_damage >= actor.craft.hull and not actor.out:
                actor.out = "wreck"  # icar.space.end.collapse
        else:
            check_crew(state, actor, where)
    for index, actor in enumerate(state.roster.values()):
        if actor.craft is not None:
            man_the_craft(state, actor, f"combatant.{index}")
    name_the_players(state)
    check_turn(state)


def derive_craft(craft: Craft) -> None:
    if craft.shields == DERIVED:
        craft.shields = craft.max_shields


def check_craft(craft: Craft, where: str) -> None:
    for key, system in craft.systems.items():
        if key not in SYSTEMS:
            raise BadInput(f"no system {key!r}", field=f"{where}.systems", expected=suggest(key, SYSTEMS))
        if system.level < 1:
            raise BadInput(f"level = {system.level}", field=f"{where}.systems.{key}", expected="1 or more, in K")
    if ENERGY_WEB not in craft.systems:
        raise BadInput("no energy web", field=f"{where}.systems", expected="energy-web = { level = … }, where it is a wreck")
    if not 0 <= craft.shields <= craft.max_shields:
        raise BadInput(f"shields = {craft.shields}", field=f"{where}.shields", expected=f"0 to {craft.max_shields}")
    for name, keys in (
        ("inoperable", craft.inoperable),
        ("fresh", craft.fresh),
        ("destroyed", craft.destroyed),
        ("hacked", craft.hacked),
        ("hack-coming", craft.hack_coming),
    ):
        if len(set(keys)) < len(keys):
            raise BadInput(f"{name} = {keys}", field=f"{where}.{name}", expected="each system once")
        for key in keys:
            if key not in craft.systems and not (key == DOORS and name in ("hacked", "hack-coming")):
                raise BadInput(f"{key!r} is not on board", field=f"{where}.{name}", expected=suggest(key, craft.systems))
    if craft.aim and (craft.aim not in SYSTEMS or craft.aim == ENERGY_WEB):
        raise BadInput(f"aim = {craft.aim!r}", field=f"{where}.aim", expected=suggest(craft.aim, SYSTEMS))
    for key in craft.special:
        if key not in SPECIALS:
            raise BadInput(f"no special rule {key!r}", field=f"{where}.special", expected=suggest(key, SPECIALS))
    if craft.stance not in ("", "attack", "flee"):
        raise BadInput(f"stance = {craft.stance!r}", field=f"{where}.stance", expected="attack or flee, or leave it out")


def check_others(state: Icar, actor: Actor, craft: Craft, where: str) -> None:
    """Whom the beam holds, whose Moles are aboard, and what has been used up."""
    ships = [other.id for other in state.roster.values() if other.craft is not None and other is not actor]
    if craft.beam and craft.beam not in ships:
        raise BadInput(f"beam = {craft.beam!r}", field=f"{where}.beam", expected=suggest(craft.beam, ships))
    sides = [actor.side for actor in state.roster.values() if actor.side]
    for side in craft.moles:
        if side not in sides:
            raise BadInput(f"no side {side!r}", field=f"{where}.moles", expected=suggest(side, sides))
    once = [option.kind for option in OPTIONS.values() if option.once]
    for kind in craft.spent:
        if kind not in once:
            raise BadInput(f"{kind!r} is no option used once per combat", field=f"{where}.spent", expected=suggest(kind, once))


def check_crew(state: Icar, actor: Actor, where: str) -> None:
    """icar.space.roles.assign"""
    ships = [other.id for other in state.roster.values() if other.craft is not None]
    if actor.aboard not in ships:
        expected = suggest(actor.aboard, ships) if ships else "a craft, of which there is none"
        raise BadInput(f"aboard = {actor.aboard!r}", field=f"{where}.aboard", expected=expected)
    if actor.role and actor.role not in ROLES:
        raise BadInput(f"no role {actor.role!r}", field=f"{where}.role", expected=suggest(actor.role, ROLES))
    systems = ship(state.roster[actor.aboard]).systems
    if actor.at_system and actor.at_system not in systems:
        expected = suggest(actor.at_system, systems)
        raise BadInput(f"{actor.at_system!r} is not on board", field=f"{where}.at-system", expected=expected)
    if not 0 <= actor.cluster <= len(ship(state.roster[actor.aboard]).clusters):
        most = len(ship(state.roster[actor.aboard]).clusters)
        raise BadInput(f"cluster = {actor.cluster}", field=f"{where}.cluster", expected=f"1 to {most}, or leave it out")
    side = state.roster[actor.aboard].side
    if not actor.side:
        actor.side = side
    if actor.inside and actor.inside not in ships:
        raise BadInput(f"inside = {actor.inside!r}", field=f"{where}.inside", expected=suggest(actor.inside, ships))
    if actor.role and actor.side != side:
        raise BadInput(f"side = {actor.side!r}", field=f"{where}.side", expected=f"{side!r}, the side of {actor.aboard}")


def man_the_craft(state: Icar, actor: Actor, where: str) -> None:
    """A crew fit to fight, or the two numbers the GM picks for an enemy. icar.space.enemy.ability, .stn"""
    if not crewed(state, actor.id):
        actor.gunner = actor.gunner or 6  # average
        actor.stn = actor.stn or ship(actor).base_stn
        return
    if state.turn:
        actor.gunner = actor.stn = 0  # a crew that has come aboard since takes the place of the two numbers
    elif actor.gunner or actor.stn:
        raise BadInput("a craft with a crew needs no gunner and stn", field=where, expected="a crew, or gunner and stn")
    roles = [member.role for member in stationed(state, actor.id)]
    for role in ONE_ONLY:
        if len(at_role(state, actor.id, role)) > 1:
            raise BadInput(f"two at {role}", field=where, expected="one; engineers and gunners may be several")
    gunners = at_role(state, actor.id, GUNNER)
    clusters = ship(actor).clusters
    if clusters and GUNNER not in roles and not ship(actor).fighter and not actor.out:
        raise BadInput("nobody is gunner", field=where, expected="the Gunner is the one role that must be filled")
    for gunner in gunners:
        if not gunner.cluster:
            gunner.cluster = free_cluster(state, actor.id)
    taken = [gunner.cluster for gunner in gunners if gunner.cluster]
    if len(set(taken)) < len(taken):
        raise BadInput(f"clusters {taken} of {len(clusters)}", field=where, expected="a cluster of their own for each gunner")


def name_the_players(state: Icar) -> None:
    """The side that goes first: the one people play, or else the first with a crew."""
    manned = [actor for actor in state.roster.values() if actor.craft is not None and crewed(state, actor.id)]
    if not manned:
        raise BadInput("no craft has a crew", field="combatant", expected="people aboard a craft, each with a role")
    sides = [other.side for other in state.roster.values() if other.craft is not None]
    first = state.space.players
    if first and first not in sides:
        raise BadInput(f"no side {first!r}", field="now.space.players", expected=suggest(first, sides))
    if not first:
        played = [
            person for person in manned if any(member.pc and member.aboard == person.id for member in state.roster.values())
        ]
        state.space.players = (played or manned)[0].side


def check_turn(state: Icar) -> None:
    space = state.space
    if state.turn == 0 and (space.up or space.done or space.acted):
        raise BadInput("the fight has not begun", field="now.turn", expected="turn = 1 or more")
    known = {"up": [space.up] if space.up else [], "done": space.done, "acted": list(space.acted), "swapped": space.swapped}
    for name, whos in known.items():
        for who in whos:
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field=f"now.space.{name}", expected=suggest(who, state.roster))
    if space.up and (state.roster[space.up].craft is None or not crewed(state, space.up)):
        raise BadInput(f"up = {space.up!r}", field="now.space.up", expected="a craft with a crew")
