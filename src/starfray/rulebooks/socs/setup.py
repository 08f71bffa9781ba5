"""From file to ship: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import freeze, from_plain
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.setup import as_printed, printed_row
from starfray.engine.view import project
from starfray.rulebooks.socs.core import DEGREES
from starfray.rulebooks.socs.damage import EXTREME
from starfray.rulebooks.socs.daring import others
from starfray.rulebooks.socs.ranges import BANDS
from starfray.rulebooks.socs.ships import FIGHTER, LOCATIONS, MOUNTS, PLANET, RANK, STATION, printed_size, rank
from starfray.rulebooks.socs.state import Gun, Person, Ship, Socs
from starfray.rulebooks.socs.turn import PHASES

CONDITIONS = ("", "disabled", "destroyed", "vaporised")


def start(state: Socs, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, ship in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_ship(ship, where)
        derive(ship, content)
        check_crew(ship, where)
        check_condition(state, ship, where)
    if state.phase not in PHASES:
        raise BadInput(f"{state.phase!r}", field="now.phase", expected="one of " + ", ".join(PHASES))
    if state.turn < 1 or state.seconds < 1:
        raise BadInput("a turn before the first", field="now.turn", expected="1 or more")
    if state.range not in BANDS:
        raise BadInput(f"{state.range!r}", field="now.range", expected="one of " + ", ".join(BANDS))
    for pair in state.ranges:
        for who in pair.between:
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field="now.ranges", expected=suggest(who, state.roster))
        if pair.band not in BANDS:
            raise BadInput(f"{pair.band!r}", field="now.ranges", expected="one of " + ", ".join(BANDS))
    check_others(content)
    for two in state.pairs:
        for who in two:
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field="now.pairs", expected=suggest(who, state.roster))


def check_others(content: Content) -> None:
    """A maneuver from a pack has a figure for each of the four degrees. socs.ruling.other-maneuvers"""
    for key, other in others(content).items():
        for name, figures in (("own", other.own), ("theirs", other.theirs), ("hit", other.hit)):
            if len(figures) != len(DEGREES):
                expected = "four: " + ", ".join(DEGREES)
                raise BadInput(f"{len(figures)} figures", field=f"maneuvers.{key}.{name}", expected=expected)
        if not all(0 <= level <= EXTREME for level in other.hit):
            raise BadInput(f"hit = {other.hit}", field=f"maneuvers.{key}.hit", expected="levels 0 to 5")


def check_ship(ship: Ship, where: str) -> None:
    if ship.craft not in RANK:
        raise BadInput(f"no class {ship.craft!r}", field=f"{where}.craft", expected=suggest(ship.craft, RANK))
    if not 0 <= ship.shield <= 2:  # socs.ruling.shields
        raise BadInput(f"shield = {ship.shield}", field=f"{where}.shield", expected="0 to 2")
    if ship.size is not None and (ship.size != printed_size(ship.craft)) and not (ship.craft == "smaller" and ship.size <= -1):
        raise BadInput(f"size = {ship.size}", field=f"{where}.size", expected=f"{printed_size(ship.craft)}, or leave it out")
    if rank(ship) == FIGHTER and ship.locations:  # socs.ship.locations
        raise BadInput("fighters have no hit locations", field=f"{where}.locations", expected="leave it out")
    if rank(ship) == PLANET and ship.guns:
        raise BadInput("a planet has no guns of its own", field=f"{where}.guns", expected="a station or a ship in orbit")
    if rank(ship) not in (FIGHTER, PLANET) and len(ship.locations) not in (0, 6):
        raise BadInput(f"{len(ship.locations)} locations", field=f"{where}.locations", expected="six, one for each face")
    for place, gun in enumerate(ship.guns):
        if not 1 <= gun.firepower <= 5:
            raise BadInput(f"firepower = {gun.firepower}", field=f"{where}.guns.{place}", expected="1 to 5")
        if gun.range not in ("short", "long"):
            raise BadInput(f"range = {gun.range!r}", field=f"{where}.guns.{place}", expected="short or long")


def derive(ship: Ship, content: Content) -> None:
    """Names of their own for equal guns and people, the class's size and locations, mounts, pilots and gun crews."""
    if ship.size is None:
        ship.size = printed_size(ship.craft)
    if not ship.locations and rank(ship) in LOCATIONS:
        ship.locations = list(LOCATIONS[rank(ship)])
    number_keys(ship.guns)
    number_keys(ship.crew)
    if not ship.pilot and ship.crew and rank(ship) < STATION:
        ship.pilot = ship.crew[0].key
    mount_guns(ship)
    for gun in ship.guns:
        if not gun.gunner and rank(ship) == FIGHTER:
            gun.gunner = ship.pilot
        elif not gun.gunner:
            crew = from_plain(Person, {"key": f"{gun.key}-crew", **content.entry("crew", "gun-crew")})
            ship.crew.append(crew)
            gun.gunner = crew.key


def number_keys(things: list[Gun] | list[Person]) -> None:
    """The second turret-laser aboard is turret-laser-2."""
    seen: list[str] = []
    for thing in things:
        key, number = thing.key, 1
        while key in seen:
            number += 1
            key = f"{thing.key}-{number}"
        thing.key = key
        seen.append(key)


def mount_guns(ship: Ship) -> None:
    """In the order listed, alternating between the two mounts; guns in the hull have none. socs.ruling.locations"""
    if ship.locations != LOCATIONS.get(rank(ship)):
        return
    mounts = MOUNTS[rank(ship)]
    place = 0
    for gun in ship.guns:
        if gun.hull:
            continue
        if not gun.mount:
            gun.mount = mounts[place % 2]
        place += 1


def check_crew(ship: Ship, where: str) -> None:
    keys = [one.key for one in ship.crew]
    if rank(ship) < STATION and ship.pilot not in keys:
        raise BadInput("nobody is at the controls", field=f"{where}.pilot", expected="a key of the crew: " + ", ".join(keys))
    for place, gun in enumerate(ship.guns):
        if gun.gunner not in keys:
            raise BadInput(f"no {gun.gunner!r} aboard", field=f"{where}.guns.{place}", expected=suggest(gun.gunner, keys))
        if gun.mount and gun.mount not in ship.locations:
            known = suggest(gun.mount, ship.locations)
            raise BadInput(f"no location {gun.mount!r}", field=f"{where}.guns.{place}", expected=known)
    for role in ship.stations:
        if role not in keys:
            raise BadInput(f"no {role!r} aboard", field=f"{where}.stations", expected=suggest(role, keys))
    for one in ship.crew:
        for name, number in (
            ("piloting", one.piloting),
            ("gunner", one.gunner),
            ("sensors", one.sensors),
            ("mechanic", one.mechanic),
            ("ht", one.ht),
        ):
            if not 0 <= number <= 40:
                raise BadInput(f"{name} = {number}", field=f"{where}.crew", expected="0 to 40")


def check_condition(state: Socs, ship: Ship, where: str) -> None:
    if ship.condition not in CONDITIONS:
        raise BadInput(f"{ship.condition!r}", field=f"{where}.condition", expected="disabled, destroyed or vaporised")
    for place in ship.lost:
        if place not in ship.locations:
            raise BadInput(f"no location {place!r}", field=f"{where}.lost", expected=suggest(place, ship.locations))
    for foe, bonus in ship.position.items():
        if foe not in state.roster:
            raise BadInput(f"nobody is called {foe!r}", field=f"{where}.position", expected=suggest(foe, state.roster))
        if bonus < 1:
            raise BadInput(f"{foe} = {bonus}", field=f"{where}.position", expected="1 or more, or leave it out")
    for number, gun in enumerate(ship.guns):
        if gun.sustained < 0 or bool(gun.sustained and not gun.target) or (gun.target and gun.target not in state.roster):
            raise BadInput(
                "sustained fire without a target",
                field=f"{where}.guns.{number}",
                expected="target = a ship, sustained = 0 or more",
            )
    if ship.auto_hit and ship.auto_hit not in state.roster:
        known = suggest(ship.auto_hit, state.roster)
        raise BadInput(f"nobody is called {ship.auto_hit!r}", field=f"{where}.auto-hit", expected=known)


def view(state: Socs, who: str) -> Any:
    return project(state, who, printed)


def printed(ship: Ship) -> Ship:
    """What a stranger would take the ship for: undamaged, with the printed figures."""
    from starfray.rulebooks.socs import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    row = printed_row(ship, content)
    if "archetype" not in row:
        row["craft"] = ship.craft
    made: Ship = as_printed(BOOK, row, content, lambda new: derive(new, content))
    return made


def key(state: Socs) -> Any:
    """For merging: everything but the number of the turn, which changes nothing."""
    turn, state.turn = state.turn, 1
    picture = freeze(state)
    state.turn = turn
    return picture
