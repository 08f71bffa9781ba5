"""From file to ship: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from collections.abc import Iterable

from starfray.engine.rules import BadInput, Content, from_plain, suggest
from starfray.engine.setup import printed_row
from starfray.rulebooks.socs.core import DEGREES
from starfray.rulebooks.socs.damage import EXTREME, LAST_FAILURE, clear_bonuses
from starfray.rulebooks.socs.ships import FIGHTER, LOCATIONS, MOUNTS, PLANET, RANK, STATION, position_barred, printed_size, rank
from starfray.rulebooks.socs.state import BANDS, PHASES, Gun, Person, Ship, Socs, foes_of
from starfray.rulebooks.socs.tactics import others

CONDITIONS = ("", "disabled", "destroyed", "vaporised")


def start(state: Socs, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, ship in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_ship(ship, where)
        derive(ship, content)
        check_crew(ship, where)
        check_condition(state, ship, where)
    if state.turn < 1 or state.seconds < 1:
        raise BadInput("a turn before the first", field="now.turn", expected="1 or more")
    check_word(state.phase, PHASES, "now.phase")
    check_word(state.range, BANDS, "now.range")
    for pair in state.ranges:
        check_word(pair.band, BANDS, "now.ranges")
    check_pairs(state, [pair.between for pair in state.ranges], "now.ranges")
    check_pairs(state, state.pairs, "now.pairs")
    check_others(content)


def check_word(word: str, known: tuple[str, ...], where: str) -> None:
    if word not in known:
        raise BadInput(f"{word!r}", field=where, expected="one of " + ", ".join(known))


def check_ships(state: Socs, ids: Iterable[str], where: str) -> None:
    for who in ids:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field=where, expected=suggest(who, state.roster))


def check_pairs(state: Socs, pairs: list[tuple[str, str]], where: str) -> None:
    """Two ships each, and every two once."""
    seen: list[set[str]] = []
    for pair in pairs:
        check_ships(state, pair, where)
        if pair[0] == pair[1] or set(pair) in seen:
            raise BadInput(" and ".join(pair), field=where, expected="two ships, and every two once")
        seen.append(set(pair))


def check_foes(state: Socs, ship: Ship, ids: Iterable[str], where: str) -> None:
    """Ships of other sides that are still there. socs.ruling.position-directed"""
    check_ships(state, ids, where)
    for who in ids:
        if state.roster[who].side == ship.side or state.roster[who].gone:
            foes = [foe.id for foe in foes_of(state, ship)]
            raise BadInput(f"{who!r} is no foe of {ship.id}'s", field=where, expected="one of " + ", ".join(foes))


def check_part(ship_part: str, known: Iterable[str], what: str, where: str) -> None:
    """Somebody of the crew, a location."""
    if ship_part not in known:
        raise BadInput(what.format(ship_part), field=where, expected=suggest(ship_part, known))


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
    if ship.size is not None and (ship.size != printed_size(ship.craft)) and not (ship.craft == "smaller" and ship.size <= -1):
        raise BadInput(f"size = {ship.size}", field=f"{where}.size", expected=f"{printed_size(ship.craft)}, or leave it out")
    if rank(ship) == FIGHTER and ship.locations:  # socs.ship.locations
        raise BadInput("fighters have no hit locations", field=f"{where}.locations", expected="leave it out")
    if rank(ship) == PLANET and ship.guns:
        raise BadInput("a planet has no guns of its own", field=f"{where}.guns", expected="a station or a ship in orbit")
    if rank(ship) not in (FIGHTER, PLANET) and len(ship.locations) not in (0, 6):
        raise BadInput(f"{len(ship.locations)} locations", field=f"{where}.locations", expected="six, one for each face")
    for place, gun in enumerate(ship.guns):
        check_word(gun.range, BANDS[:2], f"{where}.guns.{place}.range")


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
    keys = [member.key for member in ship.crew]
    if rank(ship) < STATION and ship.pilot not in keys:
        raise BadInput("nobody is at the controls", field=f"{where}.pilot", expected="a key of the crew: " + ", ".join(keys))
    for place, gun in enumerate(ship.guns):
        check_part(gun.gunner, keys, "no {!r} aboard", f"{where}.guns.{place}")
        if gun.mount:
            check_part(gun.mount, ship.locations, "no location {!r}", f"{where}.guns.{place}")
    for role in ship.stations:
        check_part(role, keys, "no {!r} aboard", f"{where}.stations")


def check_condition(state: Socs, ship: Ship, where: str) -> None:
    if ship.condition not in CONDITIONS:
        raise BadInput(f"{ship.condition!r}", field=f"{where}.condition", expected="disabled, destroyed or vaporised")
    for place in ship.lost:
        check_part(place, ship.locations, "no location {!r}", f"{where}.lost")
    check_foes(state, ship, ship.position, f"{where}.position")
    for foe in ship.position:
        if position_barred(ship, state.roster[foe]):  # socs.limit.cutter-position, socs.limit.line-position
            raise BadInput(f"a {ship.craft} gains no Position AB on {foe}", field=f"{where}.position", expected="leave it out")
    for number, gun in enumerate(ship.guns):
        if gun.sustained and not gun.target:
            expected = "target = a ship, sustained = 0 or more"
            raise BadInput("sustained fire without a target", field=f"{where}.guns.{number}", expected=expected)
        check_foes(state, ship, [gun.target] if gun.target else [], f"{where}.guns.{number}.target")
    check_foes(state, ship, [ship.auto_hit] if ship.auto_hit else [], f"{where}.auto-hit")
    if not ship.able:  # socs.ruling.disabled
        clear_bonuses(ship)
        ship.continuing = None
    if ship.continuing is not None and not 0 <= ship.continuing.failures < LAST_FAILURE:
        expected = f"0 to {LAST_FAILURE - 1}: the next is a Heavy result"
        raise BadInput(f"failures = {ship.continuing.failures}", field=f"{where}.continuing.failures", expected=expected)


def printed(ship: Ship, content: Content) -> tuple[str, ...]:
    """What a stranger would take the ship for: its archetype, or at least its craft."""
    return printed_row(ship, content) or ("craft", ship.craft)
