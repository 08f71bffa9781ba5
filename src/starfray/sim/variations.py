"""The small language of variations: one line says what is different in a fight.

    thug +1                          one more of them; also thug -1, thug = 6
    mira.skills.ranged-combat +1     a figure of a combatant, by the paths used everywhere; +, - or =
    crew.armour = armour-vest        of everybody on a side; items by their names, several with commas
    range = 20                       the gap between the sides, in the book's unit; also range +5
    ruling defend = after            a ruling of the book
    policy crew = greedy             who decides for a side

`|` between values makes a variation of each: thug = 3 | 4 | 5. `;` joins several into one: thug +1; range = 20.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from typing import Any, get_origin

from starfray.engine import paths
from starfray.engine.codec import Plain, clone, hints, kebab, snake
from starfray.engine.errors import BadInput, StarfrayError, suggest
from starfray.engine.position import AnyPosition, sides
from starfray.engine.scene import Point
from starfray.engine.setup import build, combatants, comes_later, join, position_data
from starfray.engine.toml import read_source
from starfray.fight import Fight
from starfray.files import read_party

_LINE = re.compile(r"^\s*(?P<what>.+?)\s*(?P<sign>=|(?<=\s)[+-](?=\s*[\d.]))\s*(?P<value>.+?)\s*$")
EXPECTED = (
    'something like "thug +1", "mira.skills.ranged-combat -1", "crew.armour = armour-vest", "range = 20", "ruling KEY = CHOICE"'
)


Built = tuple[str, Fight, dict[str, str]]  # the line of a variation, its fight, its policies by side


@dataclass(slots=True)
class FightData:
    """A fight as data that can be changed and built again: as its file says it, or as the position stands."""

    fight: Fight
    data: dict[str, Plain]
    whole: AnyPosition  # as it would be if all who are still to come were there
    party: dict[str, Plain] = field(default_factory=dict)
    policies: dict[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return bool(self.data.get("complete", False))

    def rows(self) -> list[dict[str, Plain]]:
        rows: list[dict[str, Plain]] = self.data["combatant"]
        return rows

    def people(self, row: dict[str, Plain]) -> list[Any]:
        """The combatants of a row, as they stand in the fight this data was made from, or as they come to it later."""
        complete = self.complete and not comes_later(row)
        plain = {key: value for key, value in row.items() if key != "wave"}
        made = combatants(self.fight.book, plain, self.fight.content, self.party, complete, "combatant")
        return [self.whole.roster.get(combatant.id, combatant) for combatant in made]

    def copy(self) -> FightData:
        return FightData(self.fight, copy.deepcopy(self.data), self.whole, self.party, dict(self.policies))

    def build(self) -> Fight:
        book, content, base = self.fight.book, self.fight.content, self.fight
        state = build(book, self.data, content, self.party)
        return Fight(book, content, state, title=base.title, seed=base.seed, packs=base.packs)


def with_late_comers(fight: Fight) -> AnyPosition:
    """The position as it would be if all waves came at once."""
    state: AnyPosition = fight.state
    if state.waves:
        state = clone(state)
        for wave in state.waves:
            join(fight.book, fight.content, state, wave)
    return state


def fight_data_of(fight: Fight, path: Path | None = None) -> FightData:
    """With the file a fight was written in, what the book derives is derived anew; else the position is taken as it is."""
    if path is not None:
        data = dict(read_source(path).data)
        party = read_party(data, path.parent, fight.book, fight.content)
        return FightData(fight, data, with_late_comers(fight), party)
    return FightData(fight, position_data(fight.book, fight.state, fight.content), with_late_comers(fight))


def expanded(line: str) -> list[str]:
    """The variations a line stands for: one for each value between bars."""
    parts = [part.strip() for part in line.split(";")]
    found = [""]
    for part in parts:
        head, equals, values = part.partition("=")
        options = [f"{head.strip()} = {value.strip()}" for value in values.split("|")] if equals else [part]
        found = [f"{before}; {option}" if before else option for before in found for option in options]
    return found


def varied(fight_data: FightData, line: str) -> FightData:
    """A copy of the data with everything a line says changed."""
    changed = fight_data.copy()
    for part in line.split(";"):
        match = _LINE.match(part)
        if match is None:
            raise BadInput(f"{part.strip()!r} is no variation", field="--vary", expected=EXPECTED)
        _change(changed, match["what"], match["sign"], match["value"])
    return changed


def _change(fight_data: FightData, what: str, sign: str, value: str) -> None:
    state = fight_data.fight.state
    head, _, rest = what.partition(" ")
    if head == "ruling" and rest:
        fight_data.data["rulings"] = {**fight_data.data.get("rulings", {}), rest.strip(): value}
    elif head == "policy" and rest:
        side = rest.strip()
        if side not in sides(state):
            raise BadInput(f"no side {side!r}", field="--vary", expected=suggest(side, sides(state)))
        fight_data.policies[side] = value
    elif what == "range":
        _move_apart(fight_data, sign, value)
    else:
        name, dot, path = _split(fight_data, what)
        if dot:
            for row in _rows_called(fight_data, name):
                _change_figure(fight_data, row, path, sign, value)
        else:
            _change_number(fight_data, name, sign, value)


def _split(fight_data: FightData, what: str) -> tuple[str, str, str]:
    """The name (of a combatant, a row or a side, which may hold dots) and the path behind it."""
    names = [*sides(fight_data.fight.state), *_names(fight_data)]
    for name in sorted(names, key=len, reverse=True):
        if name and (what == name or what.startswith(name + ".")):
            return name, what[len(name) : len(name) + 1], what[len(name) + 1 :]
    return what.partition(".")


def _names(fight_data: FightData) -> list[str]:
    found: list[str] = []
    for row in fight_data.rows():
        ids = [combatant.id for combatant in fight_data.people(row)]
        family = row.get("id", ids[0])
        found += [family, *ids]
        base = ids[0].rpartition("-")[0]
        if base and ids[0].rpartition("-")[2].isdigit():
            found.append(base)
    return list(dict.fromkeys(found))


def _rows_called(fight_data: FightData, name: str) -> list[dict[str, Plain]]:
    """The rows of a combatant, of a family (thug for thug-1, thug-2 …) or of a side."""
    found = []
    for row in fight_data.rows():
        people = fight_data.people(row)
        family = people[0].id.rpartition("-")[0] if people[0].id.rpartition("-")[2].isdigit() else ""
        if name in (row.get("id"), people[0].id, family):
            found.append(row)
    if not found:
        found = [row for row in fight_data.rows() if fight_data.people(row)[0].side == name]
    if not found:
        names = [*_names(fight_data), *sides(fight_data.fight.state)]
        raise BadInput(f"nobody is called {name!r}", field="--vary", expected=suggest(name, names))
    return found


def _number(value: str, what: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise BadInput(f"{value!r} is no number", field="--vary", expected=f"a number for {what}") from None


def _change_number(fight_data: FightData, name: str, sign: str, value: str) -> None:
    """Change how many there are of a row. If each copy has its own row, the last one is duplicated or removed."""
    rows = _rows_called(fight_data, name)
    now = sum(int(row.get("count", 1)) for row in rows)
    given = int(_number(value, name))
    wanted = given if sign == "=" else now + given if sign == "+" else now - given
    if not 0 <= wanted <= 200:
        raise BadInput(f"{wanted} of {name}", field="--vary", expected="0 to 200")
    last = rows[-1]
    count = int(last.get("count", 1)) + wanted - now
    if (len(rows) > 1 and fight_data.complete) or (fight_data.complete and wanted > 1):
        _copy_rows(fight_data, rows, wanted)
    elif count > 0:
        last["count"] = count
    else:
        for row in rows[wanted:] if len(rows) > 1 else rows:
            fight_data.rows().remove(row)
        _drop_empty_waves(fight_data)


def _drop_empty_waves(fight_data: FightData) -> None:
    """With the last who would come in it a wave is gone."""
    coming = {row.get("wave") for row in fight_data.rows()}
    if "wave" in fight_data.data:
        fight_data.data["wave"] = [wave for wave in fight_data.data["wave"] if wave["name"] in coming]


def _copy_rows(fight_data: FightData, rows: list[dict[str, Plain]], wanted: int) -> None:
    taken = {row["id"] for row in fight_data.rows()}
    for row in rows[wanted:]:
        fight_data.rows().remove(row)
    for number in range(wanted - len(rows)):
        new = copy.deepcopy(rows[-1])
        base = new["id"].rpartition("-")[0] if new["id"].rpartition("-")[2].isdigit() else new["id"]
        new["id"] = next(f"{base}-{n}" for n in range(2, 999) if f"{base}-{n}" not in taken)
        taken.add(new["id"])
        if new.get("at"):
            new["at"] = [new["at"][0], new["at"][1] + 2.0 * (number + 1)]
        fight_data.rows().insert(fight_data.rows().index(rows[-1]) + 1 + number, new)


def _change_figure(fight_data: FightData, row: dict[str, Plain], path: str, sign: str, value: str) -> None:
    combatant = fight_data.people(row)[0]
    holder = fight_data.whole
    if combatant.id not in holder.roster:
        raise BadInput(f"{combatant.id} is not in the fight as written", field="--vary", expected="a path of somebody who is")
    parts = path.split(".")
    if snake(parts[0]) not in hints(type(combatant)):
        raise BadInput(
            f"no field {parts[0]!r}", field=f"--vary {path}", expected=suggest(parts[0], map(kebab, hints(type(combatant))))
        )
    try:
        before = paths.get(holder, f"{combatant.id}.{path}")
    except BadInput:
        if len(parts) == 1 or not isinstance(getattr(combatant, snake(parts[0])), dict):
            raise
        before = 0
    _write(fight_data, row, combatant, parts, _new_value(before, sign, value, path))


def _new_value(before: Plain, sign: str, value: str, path: str) -> Plain:
    if sign != "=":
        if not isinstance(before, (int, float)) or isinstance(before, bool):
            raise BadInput(f"{path} is no number", field="--vary", expected=f"{path} = …")
        step = _number(value, path) * (1 if sign == "+" else -1)
        return type(before)(before + step)
    if isinstance(before, bool):
        return value in ("yes", "true", "1")
    if isinstance(before, (int, float)):
        return type(before)(_number(value, path))
    if isinstance(before, list):
        return [_item(word.strip()) for word in value.split(",") if word.strip() not in ("", "none")]
    return value


def _item(word: str) -> Plain:
    try:
        return int(word)
    except ValueError:
        return word


def _write(fight_data: FightData, row: dict[str, Plain], actor: Any, parts: list[str], value: Plain) -> None:
    name = parts[0]
    current = getattr(actor, snake(name))
    if len(parts) == 1:
        listed = get_origin(hints(type(actor))[snake(name)]) is list
        row[name] = value if not listed or isinstance(value, list) else [value]
    elif isinstance(current, list):
        written = position_data(fight_data.fight.book, _alone(fight_data, actor), fight_data.fight.content)["combatant"][0].get(
            name, []
        )
        place = next((at for at, item in enumerate(current) if parts[1] in (getattr(item, "key", None), str(at))), None)
        if place is None or len(parts) != 3:
            raise BadInput(f"no item {'.'.join(parts[1:])!r}", field="--vary", expected=f"{name}.ITEM.FIGURE")
        item = written[place]
        written[place] = {**(item if isinstance(item, dict) else {"key": item}), parts[2]: value}
        row[name] = written
    elif len(parts) == 2:
        row[name] = {**_table(row.get(name)), parts[1]: value}
    else:
        raise BadInput(f"{'.'.join(parts)} lies too deep", field="--vary", expected="a shorter path")


def _table(value: Plain) -> dict[str, Plain]:
    if isinstance(value, dict):
        return value
    return {"key": value} if isinstance(value, str) else {}


def _alone(fight_data: FightData, actor: Any) -> Any:
    return fight_data.fight.book.state(roster={actor.id: actor})


def _move_apart(fight_data: FightData, sign: str, value: str) -> None:
    """Everybody but the first side is moved along the line between the sides, until the nearest stand as far as wanted."""
    given = _number(value, "range")
    state = fight_data.fight.state
    first = sides(state)[0]
    placed = [combatant for combatant in state.roster.values() if combatant.at is not None]
    ours = [combatant.at for combatant in placed if combatant.side == first]
    theirs = [combatant.at for combatant in placed if combatant.side != first]
    if not ours or not theirs:
        _change_distances(fight_data, sign, given)
        return
    (x, y), long = _direction(ours, theirs)

    def gap(step: float) -> float:
        return min(hypot(here[0] - there[0] - step * x, here[1] - there[1] - step * y) for here in ours for there in theirs)

    wanted = _shifted(gap(0), sign, given)
    low, high = -long, wanted + long + 1
    for _ in range(50):  # halved until the nearest stand as far as wanted
        middle = (low + high) / 2
        low, high = (middle, high) if gap(middle) < wanted else (low, middle)
    for row in fight_data.rows():
        combatant = fight_data.people(row)[0]
        if combatant.side != first and combatant.at is not None and not comes_later(row):
            row["at"] = [round(combatant.at[0] + high * x, 2), round(combatant.at[1] + high * y, 2)]


def _change_distances(fight_data: FightData, sign: str, given: float) -> None:
    """Off the map: the distances the fight gives."""
    relations = [relation for relation in fight_data.data.get("relation", []) if relation.get("kind", "distance") == "distance"]
    if not relations:
        raise BadInput(
            "nobody has a place on the map", field="--vary range", expected="at = [x, y] or [[relation]] in the fight"
        )
    for relation in relations:
        relation["value"] = _shifted(float(relation["value"]), sign, given)


def _direction(ours: list[Point], theirs: list[Point]) -> tuple[Point, float]:
    """From the middle of one side to the middle of the other: a step of length 1, and how far they are apart."""
    x = sum(at[0] for at in theirs) / len(theirs) - sum(at[0] for at in ours) / len(ours)
    y = sum(at[1] for at in theirs) / len(theirs) - sum(at[1] for at in ours) / len(ours)
    long = hypot(x, y)
    return ((x / long, y / long), long) if long else ((1.0, 0.0), 1.0)


def _shifted(now: float, sign: str, given: float) -> float:
    wanted = given if sign == "=" else now + given if sign == "+" else now - given
    if wanted < 0:
        raise BadInput(f"a range of {wanted:g}", field="--vary range", expected="0 or more")
    return wanted


# --- what to try where nobody says ---------------------------------------------------------------------------------

MOST_STATS = 2  # of each kind and side


def usual(fight_data: FightData) -> list[str]:
    """One more and one fewer of everybody who is not a player's, the strongest figures of each side by one, each ruling."""
    state = fight_data.fight.state
    found: list[str] = []
    for row in fight_data.rows():
        people = fight_data.people(row)
        if people[0].seat:
            continue
        name = row.get("id", people[0].id)
        found += [f"{name} +1", f"{name} -1"]
    for side in sides(state):
        for path in main_figures(fight_data, side):
            found += [f"{side}.{path} +1", f"{side}.{path} -1"]
    for ruling in fight_data.fight.book.rulings:
        now = state.rulings.get(ruling.key, ruling.choices[0])
        found += [f"ruling {ruling.key} = {choice}" for choice in ruling.choices if choice != now]
    return list(dict.fromkeys(found))


def main_figures(fight_data: FightData, side: str, most: int = MOST_STATS) -> list[str]:
    """The highest of a side's attributes, skills and the like."""
    found: list[str] = []
    members = [combatant for combatant in fight_data.fight.state.roster.values() if combatant.side == side]
    for name in map(snake, fight_data.fight.book.concealable):
        if name in fight_data.fight.book.items:
            continue
        sums: dict[str, int] = {}
        for member in members:
            table = getattr(member, name, None)
            figures = (
                table
                if isinstance(table, dict)
                else {key: getattr(table, key) for key in hints(type(table))}
                if hasattr(table, "__dataclass_fields__")
                else {}
            )
            for key, value in figures.items():
                if type(value) is int and value > 0:
                    sums[key] = sums.get(key, 0) + value
        found += [f"{kebab(name)}.{kebab(key)}" for key in sorted(sums, key=lambda key: -sums[key])[:most]]
    return found


def buildable(fight_data: FightData, lines: list[str]) -> tuple[list[Built], list[tuple[str, str]]]:
    """The variations that make a fight, and those that do not, with the reason."""
    built: list[Built] = []
    refused: list[tuple[str, str]] = []
    for line in lines:
        try:
            changed = varied(fight_data, line)
            fight = changed.build()
            if len(sides(fight.state)) < 2:
                raise BadInput("only one side is left", field="--vary", expected="two sides or more")
            built.append((line, fight, changed.policies))
        except StarfrayError as error:
            refused.append((line, str(error).removeprefix("--vary").lstrip(": ")))
    return built, refused
