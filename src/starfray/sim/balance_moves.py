"""What may be changed in a fight to balance it, as lines of the language of variations, each with its price.

The price says how much of the fight as the GM wrote it is changed: one for each combatant who comes or goes, one for a figure
by one (however many have it), one for a quarter of the range, two for other gear, two a head for another archetype.
A pool of more than twenty counts by the tenth.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

from starfray.engine.codec import snake
from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.engine.vitals import HEALTH
from starfray.sim.variations import FightData, main_figures

ALLOWED = ("counts", "figures", "range", "gear", "archetypes")
USUAL = ("counts", "figures", "range")
MOST_MORE = 3  # of one row at once
MOST_POINTS = 2  # of one figure
MOST_FIGURES = 3  # of each kind and side
RANGES = ((0.5, 2.0), (0.75, 1.0), (1.25, 1.0), (1.5, 2.0), (2.0, 4.0))  # of the range as written, and the price
FINE_RANGES = ((0.8, 1.0), (0.9, 0.5), (1.1, 0.5), (1.2, 1.0))
BIG_POOL = 20  # points and more: one by one they would not show
NEAREST = 8  # archetypes tried for a row


@dataclass(frozen=True, slots=True)
class Move:
    """One change: `what` is changed, and only once in a roster. A `step` of a number is so many times a step of one."""

    what: str
    words: str
    price: float
    side: str = ""  # whom more of it should help
    step: int = 0  # 0: it is no number


def moves_of(data: FightData, allowed: set[str], keep: set[str], players: bool) -> list[Move]:
    """Every change the GM allows. Raises BadInput if there is none."""
    rows = [row for row in data.rows() if changeable(data, row, keep, players)]
    known = {name for row in data.rows() for name in names_of(data, row)} | set(sides(data.fight.state))
    for name in keep:
        if name not in known:
            raise BadInput(f"nobody is called {name!r}", field="--keep", expected=suggest(name, sorted(known)))
    found: list[Move] = []
    for row in rows:
        name = names_of(data, row)[0]
        if "counts" in allowed:
            found += counts(name, len(data.people(row)), data.people(row)[0].side)
        if "gear" in allowed:
            found += gear(data, row, name)
        if "archetypes" in allowed and not data.complete:
            found += archetypes(data, row, name)
    if "figures" in allowed:
        found += figures(data, rows)
    if "range" in allowed:
        found += ranges(data)
    if not found:
        raise BadInput("nothing may be changed", field="--may", expected="more of " + ", ".join(ALLOWED))
    return list(dict.fromkeys(found))


def fine_moves_of(data: FightData, allowed: set[str], keep: set[str], players: bool) -> list[Move]:
    """Smaller changes of the same kinds, for fights in which the usual ones do too much."""
    rows = [row for row in data.rows() if changeable(data, row, keep, players)]
    found: list[Move] = []
    if "figures" in allowed:
        several = {side for side in sides(data.fight.state) if sum(data.people(row)[0].side == side for row in data.rows()) > 1}
        for row in rows:
            one = data.people(row)[0]
            name = names_of(data, row)[0] if one.side in several else one.side
            if one.side in several:
                found += [move for path in main_figures(data, one.side, MOST_FIGURES) for move in steps(name, path, one.side)]
            found += pools(data, one, name)
    if "range" in allowed:
        found += ranges(data, FINE_RANGES)
    return list(dict.fromkeys(found))


def pools(data: FightData, one: Any, name: str) -> list[Move]:
    """More or less of what somebody can lose; of a big pool by the tenth."""
    found: list[Move] = []
    for pool in data.fight.book.vitals_of(data.whole, one).pools:
        if pool.kind == HEALTH and type(getattr(one, snake(pool.key), None)) is int and pool.now > 1:
            points = max(1, pool.now // 10) if pool.now >= BIG_POOL else 1
            found += [move for move in steps(name, pool.key, one.side, points) if abs(move.step) * points < pool.now]
    return found


def steps(name: str, path: str, side: str, points: int = 1) -> list[Move]:
    """A figure by one and by two steps, up and down."""
    found = []
    for step in (*range(1, MOST_POINTS + 1), *range(-1, -MOST_POINTS - 1, -1)):
        found.append(Move(f"{name}.{path}", f"{name}.{path} {step * points:+}", abs(step), side, step))
    return found


def names_of(data: FightData, row: dict[str, Any]) -> list[str]:
    people = data.people(row)
    return [str(row.get("id", people[0].id)), *(one.id for one in people), people[0].side]


def changeable(data: FightData, row: dict[str, Any], keep: set[str], players: bool) -> bool:
    return (players or not data.people(row)[0].seat) and keep.isdisjoint(names_of(data, row))


def counts(name: str, now: int, side: str) -> list[Move]:
    more = [Move(name, f"{name} +{number}", number, side, number) for number in range(1, MOST_MORE + 1)]
    fewer = [Move(name, f"{name} -{number}", number, side, -number) for number in range(1, min(MOST_MORE, now) + 1)]
    return more + fewer


def figures(data: FightData, rows: list[dict[str, Any]]) -> list[Move]:
    """The main figures of a side of which everybody may be changed; else those of each row that may."""
    found: list[Move] = []
    for side in sides(data.fight.state):
        all_rows = [row for row in data.rows() if data.people(row)[0].side == side]
        open_rows = [row for row in all_rows if row in rows]
        whole = len(open_rows) == len(all_rows)
        for name in [side] if whole else [names_of(data, row)[0] for row in open_rows]:
            for path in paths_of(data, side):
                found += steps(name, path, side)
    return found


def paths_of(data: FightData, side: str) -> list[str]:
    """The highest attributes, skills and the like of a side, and what its people can lose before they fall."""
    book, state = data.fight.book, data.fight.state
    one = next(one for one in state.roster.values() if one.side == side)
    pools = [pool.key for pool in book.vitals_of(state, one).pools if pool.kind == HEALTH]
    own = [key for key in pools if type(getattr(one, snake(key), None)) is int]
    return [*(main_figures(data, side, MOST_FIGURES) or plain_figures(data, one, pools)), *own]


def plain_figures(data: FightData, one: Any, pools: list[str]) -> list[str]:
    """Single numbers, where a book keeps no tables of attributes or skills: ships have a Maneuver Rating and a shield."""
    names = [name for name in data.fight.book.concealable if name not in pools]
    return [name for name in names if type(getattr(one, snake(name), None)) is int][:MOST_FIGURES]


def ranges(data: FightData, parts: tuple[tuple[float, float], ...] = RANGES) -> list[Move]:
    """Nearer or farther by a part of the gap as written."""
    state = data.fight.state
    first = sides(state)[0]
    placed = [one for one in state.roster.values() if one.at is not None]
    gaps = [
        hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
        for one in placed
        for other in placed
        if one.side == first and other.side != first
    ]
    if not gaps or min(gaps) < 2:
        return []
    wanted = {round(min(gaps) * times): price for times, price in parts if round(min(gaps) * times) >= 1}
    return [Move("range", f"range = {gap}", price) for gap, price in wanted.items() if gap != round(min(gaps))]


def gear(data: FightData, row: dict[str, Any], name: str) -> list[Move]:
    """What others in this fight carry."""
    found: list[Move] = []
    one = data.people(row)[0]
    for field in data.fight.book.items:
        own = carried(one, field)
        if own is None:
            continue
        kits = {carried(other, field) for other in data.fight.state.roster.values()}
        for kit in sorted(kit for kit in kits if kit is not None and kit != own):
            what = f"{name}.{field.replace('_', '-')}"
            found.append(Move(what, f"{what} = {', '.join(kit) or 'none'}", 2.0))
    return found


def carried(one: Any, field: str) -> tuple[str, ...] | None:
    """The keys of what is carried in a field that holds a list of items; None if it holds something else."""
    items = getattr(one, snake(field), None)
    if not isinstance(items, list):
        return None
    return tuple(str(getattr(item, "key", item)) for item in items)


def archetypes(data: FightData, row: dict[str, Any], name: str) -> list[Move]:
    """Other archetypes of the book: those of the other sides' people and their neighbours in the book first."""
    known = list(data.fight.content.tables.get("archetypes", {}))
    own = row.get("archetype")
    if own not in known:
        return []
    place = known.index(own)
    others = sorted((key for key in known if key != own), key=lambda key: abs(known.index(key) - place))[:NEAREST]
    return [Move(f"{name}.archetype", f"{name}.archetype = {key}", 2.0 * max(1, len(data.people(row)))) for key in others]
