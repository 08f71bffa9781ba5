"""What a hit does: the five levels, the dead, the manual override, and damage that goes on."""

from __future__ import annotations

from starfray.engine.rules import Option, Table, bands
from starfray.rulebooks.socs.core import CRITICAL_FAILURE, FAILURE, check, plain_success
from starfray.rulebooks.socs.ships import FIGHTER, PLANET, add_piloting, rank
from starfray.rulebooks.socs.state import Continuing, Person, Ship, Socs, person, station

COSMETIC, LIGHT, HEAVY, GREAT, EXTREME = 1, 2, 3, 4, 5
LAST_FAILURE = 3  # socs.ruling.continuing-damage


def take_damage(state: Socs, table: Table, ship: Ship, level: int, lost: list[str]) -> None:
    """The ship-wide effect of the worst hit, once; every Light hit still disables its location. socs.ruling.several-hits"""
    for place in lost:
        if place not in ship.lost:
            ship.lost.append(place)
            table.emit("socs.ruling.locations", ship.id, note=place)
    if rank(ship) == PLANET:
        table.emit("socs.to-hit.planet", ship.id, number=level)  # a world outlives any ship's guns
    elif level == LIGHT:
        light(state, table, ship)
    elif level == HEAVY:
        heavy(state, table, ship)
    elif level == GREAT:
        great(table, ship)
    elif level >= EXTREME:
        extreme(table, ship)


def light(state: Socs, table: Table, ship: Ship) -> None:
    """The next turn is lost, ABs go (see after_damage), continuing damage begins. A disabled ship has nothing to lose."""
    table.emit("socs.firepower.light", ship.id)
    if not ship.able:
        return
    if ship.continuing is None:
        ship.continuing = Continuing()
    if override(table, ship):
        table.emit("socs.ruling.manual-override", ship.id, note="keeps its turn")
    else:
        ship.loses_turn = True


def override(table: Table, ship: Ship) -> bool:
    """Once per fight a major character aboard may roll Piloting or Mechanic to keep the turn. socs.ruling.manual-override"""
    majors = [member for member in ship.crew if member.major and not member.dead]
    if not majors:
        table.emit("socs.character.minor.no-override", ship.id)
        return False
    if ship.override_used:
        return False
    options = [
        Option(f"{major.key}:{skill}", rule="socs.character.major", note=f"{skill} {number}")
        for major in majors
        for skill, number in (("piloting", major.piloting), ("mechanic", major.mechanic))
    ]
    options.append(Option("no", "no override"))
    who = station(ship, majors[0].key) if len(majors) == 1 else ship.id
    pick = table.choose("socs.ruling.manual-override", who, options, "Manual override?")
    if pick == "no":
        return False
    ship.override_used = True
    key, _, skill = pick.rpartition(":")
    member = person(ship, key)
    assert member is not None
    tally = table.tally(ship)
    if skill == "mechanic":
        tally.add(member.mechanic, "socs.ruling.manual-override", "Mechanic")
    else:
        add_piloting(tally, ship, member, "socs.ruling.manual-override")
    return table.roll("socs.ruling.manual-override", ship.id, plain_success(tally.total), tally) == 0


def heavy(state: Socs, table: Table, ship: Ship) -> None:
    """Destroys a fighter at once, disables any other ship; minor characters aboard may die."""
    table.emit("socs.firepower.heavy", ship.id)
    if rank(ship) == FIGHTER:
        destroy(state, table, ship)
        return
    ship.condition = "disabled"
    for member in living(ship):
        if not member.major:
            table.merge("socs.ruling.heavy-deaths", (ship.id, member.key))
            if table.roll("socs.ruling.heavy-deaths", ship.id, bands(1, 6, 3)) == 0:  # 1 to 3 dies
                die(state, table, ship, member, "socs.ruling.heavy-deaths")


def destroy(state: Socs, table: Table, ship: Ship) -> None:
    """Minor characters go down with the ship, major ones eject. socs.ruling.heavy-deaths, socs.ruling.heavy-major"""
    ship.condition = "destroyed"
    for member in living(ship):
        if member.major:
            table.emit("socs.ruling.heavy-major", ship.id, note=member.name or member.key)
        else:
            die(state, table, ship, member, "socs.ruling.heavy-deaths")


def great(table: Table, ship: Ship) -> None:
    """Vaporised: all minor characters die, each major one rolls HT. socs.ruling.great-major"""
    table.emit("socs.firepower.great", ship.id)
    ship.condition = "vaporised"
    for member in living(ship):
        if not member.major:
            member.dead = True
            table.emit("socs.firepower.great", ship.id, note=f"{member.name or member.key} dies")
            continue
        tally = table.tally()
        tally.add(member.ht, "socs.ruling.great-major", "HT")
        table.merge("socs.ruling.great-major", (ship.id, member.key))
        if table.roll("socs.ruling.great-major", ship.id, plain_success(tally.total), tally):
            member.dead = True
            table.emit("socs.ruling.great-major", ship.id, note=f"{member.name or member.key} dies")


def extreme(table: Table, ship: Ship) -> None:
    table.emit("socs.firepower.extreme", ship.id)
    ship.condition = "vaporised"
    for member in living(ship):
        member.dead = True


def living(ship: Ship) -> list[Person]:
    return [member for member in ship.crew if not member.dead]


def die(state: Socs, table: Table, ship: Ship, member: Person, rule: str) -> None:
    """On the heroes' side a minor character gets a last word in. socs.character.minor.last-words"""
    member.dead = True
    if any(member.major for other in state.roster.values() if other.side == ship.side for member in other.crew):
        table.emit("socs.character.minor.last-words", ship.id, note=member.name or member.key)
    table.emit(rule, ship.id, note=member.name or member.key)


# --- what happens to Aiming Bonuses ----------------------------------------------------------------------------
def after_damage(state: Socs, table: Table, worst: dict[str, int]) -> None:
    """After Sustained ABs have gone up; nothing on a planet is lost. socs.ruling.light-bonuses, socs.ruling.disabled"""
    for ship in state.roster.values():
        if ship.id in worst and rank(ship) != PLANET:
            lose_bonuses(table, ship, worst[ship.id])
        if ship.gone:
            forget_target(state, ship)


def lose_bonuses(table: Table, ship: Ship, level: int) -> None:
    """Light and worse clear what the ship held; with Heavy and worse nothing of it goes on."""
    if level >= HEAVY:
        clear_bonuses(ship)
        ship.continuing = None
        table.emit("socs.ruling.disabled", ship.id, note=ship.condition)
    elif level == LIGHT:
        clear_bonuses(ship)
        table.emit("socs.ruling.light-bonuses", ship.id)


def clear_bonuses(ship: Ship) -> None:
    """Every AB earned by the craft and its crew becomes 0."""
    ship.position.clear()
    for gun in ship.guns:
        gun.target, gun.sustained = "", 0


def forget_target(state: Socs, gone: Ship) -> None:
    """ABs on a ship that is no more vanish."""
    for ship in state.roster.values():
        ship.position.pop(gone.id, None)
        for gun in ship.guns:
            if gun.target == gone.id:
                gun.target, gun.sustained = "", 0


# --- damage that goes on ---------------------------------------------------------------------------------------
def continuing_damage(state: Socs, table: Table) -> None:
    """End of each turn after the hit: damage control; the third failure or a critical one is a Heavy result.

    socs.ruling.continuing-damage
    """
    for ship in state.roster.values():
        if ship.continuing is None or not ship.able:
            continue
        if ship.continuing.fresh:
            ship.continuing.fresh = False
            continue
        table.merge("socs.order.end", ship.id)
        tally = table.tally(ship)
        tally.add(
            max((member.mechanic for member in living(ship)), default=10), "socs.ruling.continuing-damage", "damage control"
        )
        degree = check(table, "socs.ruling.continuing-damage", ship.id, tally)
        if degree < FAILURE:
            ship.continuing = None
            table.emit("socs.ruling.continuing-damage", ship.id, note="under control")
            continue
        ship.continuing.failures += 1
        table.emit("socs.ruling.continuing-damage", ship.id, number=ship.continuing.failures, note="goes on")
        if degree == CRITICAL_FAILURE or ship.continuing.failures >= LAST_FAILURE:
            take_damage(state, table, ship, HEAVY, [])
            after_damage(state, table, {ship.id: HEAVY})
