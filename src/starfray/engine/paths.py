"""Paths into a position: 'tor.hp', 'tor.weapons.0.empty', 'turn'. The same paths everywhere: get, set, edit, hide."""

from __future__ import annotations

from typing import Any, get_args, get_origin

from starfray.engine.codec import Plain, changes, copied, hints, is_record, kebab, read, snake, to_plain
from starfray.engine.errors import BadInput, suggest


def steps(path: str) -> list[str]:
    parts = path.split(".")
    if not path or any(not part for part in parts):
        raise BadInput(f"{path!r} is not a path", expected="something like mira.hp")
    return parts


def enter(holder: Any, step: str, path: str) -> Any:
    """The value one step down."""
    if is_record(holder):
        name = snake(step)
        if name not in hints(type(holder)):
            raise BadInput(f"no field {step!r} in {path!r}", expected=suggest(step, map(kebab, hints(type(holder)))))
        return getattr(holder, name)
    if isinstance(holder, dict):
        if step not in holder:
            raise BadInput(f"no entry {step!r} in {path!r}", expected=suggest(step, holder))
        return holder[step]
    if isinstance(holder, list):
        return holder[_place(holder, step, path)]
    raise BadInput(f"{path!r} goes on after a plain value", expected="a shorter path")


def _place(holder: list[Any], step: str, path: str) -> int:
    """A list item by its number, or by its `key` or `item` name (tor.weapons.knife.empty)."""
    if step.isascii() and step.isdigit() and len(step) < 7 and int(step) < len(holder):
        return int(step)
    for place, item in enumerate(holder):
        if step in (getattr(item, "key", None), getattr(item, "item", None), getattr(item, "name", None)):
            return place
    raise BadInput(f"no item {step!r} in {path!r}", expected=f"0 to {len(holder) - 1}" if holder else "a longer list")


def get(position: Any, path: str) -> Plain:
    """The value at a path, as plain data. The first step is a combatant's id or a field of the position."""
    holder = position
    for step in rooted(position, path):
        holder = enter(holder, step, path)
    return to_plain(holder)


def put(position: Any, path: str, value: Plain) -> bool:
    """Write a value at a path; its type is checked, nothing is changed if it does not fit. True for a new entry of a table."""
    parts = rooted(position, path)
    holder: Any = position
    hint: Any = type(position)
    for step in parts[:-1]:
        hint = _hint_of(hint, holder, step)
        holder = enter(holder, step, path)
    last = parts[-1]
    hint = _hint_of(hint, holder, last)
    new = isinstance(holder, dict) and last not in holder
    if isinstance(holder, dict):
        holder[last] = read(hint, value, path)
    elif isinstance(holder, list):
        holder[_place(holder, last, path)] = read(hint, value, path)
    else:
        enter(holder, last, path)
        if not changes(holder):
            raise BadInput(f"{path!r} is a printed figure of an item", expected="a path to something that changes")
        setattr(holder, snake(last), read(hint, value, path))
    return new


def overwrite(record: Any, model: Any, parts: list[str]) -> bool:
    """Copy the value at a path from `model` to `record`; False if one of them has no such path."""
    path = ".".join(parts)
    try:
        for step in parts[:-1]:
            record, model = enter(record, step, path), enter(model, step, path)
        last = parts[-1]
        value = copied(enter(model, last, path))
        if isinstance(record, dict):
            record[last] = value
        elif isinstance(record, list):
            record[_place(record, last, path)] = value
        else:
            enter(record, last, path)
            if not changes(record):
                return False
            setattr(record, snake(last), value)
    except BadInput:
        return False
    return True


def rooted(position: Any, path: str) -> list[str]:
    """The steps of a path from the position itself: a combatant's id stands below the roster."""
    parts = steps(path)
    if parts[0] in position.roster:
        return ["roster", *parts]
    if snake(parts[0]) in hints(type(position)):
        return parts
    known = [*position.roster, *map(kebab, hints(type(position)))]
    raise BadInput(f"nobody and nothing is called {parts[0]!r}", expected=suggest(parts[0], known))


def _hint_of(hint: Any, holder: Any, step: str) -> Any:
    if is_record(holder):
        return hints(type(holder)).get(snake(step), Any)
    if get_origin(hint) is dict:
        return get_args(hint)[1]
    if get_origin(hint) is list:
        return get_args(hint)[0]
    return Any
