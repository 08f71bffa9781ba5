"""Waves: combatants of the fight file who join later, at a turn or when a side is down to so many.

They are no part of the roster before; what stands in the file for them is kept as it is, and only the GM sees it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starfray.engine.codec import Plain, as_list, read, show
from starfray.engine.errors import BadInput, suggest

if TYPE_CHECKING:
    from starfray.engine.position import AnyPosition
    from starfray.engine.rulebook import Rulebook

FIELDS = ("name", "turn", "side", "left")
MAX_WAVES = 20
RULE = "fight.wave"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wave:
    name: str
    turn: int = 0  # of the book's clock, at which they come; 0: not by the clock
    side: str = ""  # or when this side
    left: int = 0  # has no more than so many standing
    sides: tuple[str, ...] = ()  # of those who come
    rows: tuple[str, ...] = ()  # their [[combatant]] tables, as JSON


def read_waves(data: Plain, rows: list[dict[str, Plain]]) -> tuple[Wave, ...]:
    """The `[[wave]]` tables of a file, each with those combatants' tables that name it."""
    tables = as_list(data, "wave")
    if len(tables) > MAX_WAVES:
        raise BadInput(f"{len(tables)} waves", field="wave", expected=f"at most {MAX_WAVES}")
    waves: dict[str, Wave] = {}
    for number, table in enumerate(tables):
        where = f"wave.{number}"
        if not isinstance(table, dict):
            raise BadInput(f"{show(table)} is not a wave", field=where, expected="a [[wave]] table")
        for key in table:
            if key not in FIELDS:
                raise BadInput(f"unknown field {key!r}", field=f"{where}.{key}", expected=suggest(key, FIELDS))
        name = read(str, table.get("name", ""), f"{where}.name")
        turn, left = read(int, table.get("turn", 0), f"{where}.turn"), read(int, table.get("left", 0), f"{where}.left")
        side = read(str, table.get("side", ""), f"{where}.side")
        if not name or name in waves:
            raise BadInput(f"name = {name!r}", field=f"{where}.name", expected="a name of its own")
        if (turn > 0) == bool(side) or turn < 0 or left < 0:
            raise BadInput("when?", field=where, expected='turn = N, or side = "…" and left = N')
        own = [{key: value for key, value in row.items() if key != "wave"} for row in rows if row.get("wave") == name]
        if not own:
            raise BadInput(f"nobody comes with {name!r}", field=where, expected=f'[[combatant]] wave = "{name}"')
        sides = tuple(dict.fromkeys(str(row.get("side", "")) for row in own))
        texts = tuple([json.dumps(row, sort_keys=True, ensure_ascii=False) for row in own])
        waves[name] = Wave(name=name, turn=turn, side=side, left=left, sides=sides, rows=texts)
    for row in rows:
        if row.get("wave") not in waves:
            raise BadInput(f"no wave {row.get('wave')!r}", field="combatant", expected=suggest(str(row.get("wave")), waves))
        if "party" in row:
            raise BadInput("a wave takes nobody from a party", field="combatant", expected="an archetype, or the whole sheet")
    return tuple(waves.values())


def wave_data(waves: tuple[Wave, ...]) -> tuple[list[Plain], list[Plain]]:
    """As a file has them: the [[wave]] and the [[combatant]] tables."""
    tables: list[Plain] = []
    people: list[Plain] = []
    for wave in waves:
        when = {"turn": wave.turn} if wave.turn else {"side": wave.side, "left": wave.left}
        tables.append({"name": wave.name, **when})
        people += [{**json.loads(row), "wave": wave.name} for row in wave.rows]
    return tables, people


def is_due(book: Rulebook, state: AnyPosition, wave: Wave) -> bool:
    clock = book.clock(state) if book.time is not None else 1
    if clock < 1:
        return False
    if wave.turn:
        return clock >= wave.turn
    standing = [one for one in state.everyone() if one.side == wave.side and book.stands(state, one)]
    return len(standing) <= wave.left


def awaited(state: AnyPosition, winners: list[str]) -> bool:
    """Is somebody who is no friend of the winners still to come, whatever happens?"""
    return any(wave.turn and not set(wave.sides) <= set(winners) for wave in state.waves)
