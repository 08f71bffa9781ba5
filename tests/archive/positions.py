"""A position as paths and plain values, `{"mira.hp": 4, "turn": 2}`, and what changed between two of them.

Nothing of the engine is used here, so that a replay is judged by something the engine cannot change along with itself. What
is empty (0, "", false, an empty list) is left out: a field that a later version adds does not show until it holds something.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

Value = str | int | float | bool
Values = dict[str, Value]
Changes = dict[str, Value | None]  # None: nothing there any more

_known: dict[type, list[tuple[str, str]] | None] = {}  # the fields of a record, as in code and as in files


def values_of(position: object) -> Values:
    """Everything in a position that is not empty."""
    return dict(_leaves(position, ""))


def changes_between(before: object, after: object) -> Changes:
    """What has another value afterwards."""
    found: Changes = {}
    if before != after:
        _compare(before, after, "", found)
    return found


def _compare(before: object, after: object, path: str, found: Changes) -> None:
    first, second = _parts(before), _parts(after)
    if first is None or second is None:
        left, right = dict(_leaves(before, path)), dict(_leaves(after, path))
        found.update({each: right.get(each) for each in [*left, *right] if left.get(each) != right.get(each)})
        return
    for name in [*first, *(name for name in second if name not in first)]:
        was, now = first.get(name), second.get(name)
        if was is not now and was != now:  # most of a position stays as it is: what is equal is not entered
            _compare(was, now, _below(path, name), found)


def _leaves(value: object, path: str) -> Iterator[tuple[str, Value]]:
    parts = _parts(value)
    if parts is not None:
        for name, part in parts.items():
            yield from _leaves(part, _below(path, name))
    elif isinstance(value, float) and value.is_integer():
        if value:
            yield path, int(value)
    elif isinstance(value, str | int | float):
        if value:
            yield path, value
    elif value is not None:
        raise TypeError(f"{path} holds a {type(value).__name__}, which is no plain value")


def _below(path: str, name: str) -> str:
    """Combatants stand at the root of all paths, as they do in `fight.get("mira.hp")`."""
    return name if path in ("", "roster") else f"{path}.{name}"


def _parts(value: object) -> dict[str, Any] | None:
    """What a record, a table or a list holds, by name; None for a plain value."""
    if isinstance(value, str | int | float) or value is None:
        return None
    if isinstance(value, dict):
        return {str(key): part for key, part in value.items()}
    if isinstance(value, list | tuple):
        return {str(place): part for place, part in enumerate(value)}
    if isinstance(value, set | frozenset):
        return {str(part): True for part in sorted(value, key=str)}
    names = _fields(type(value))
    return None if names is None else {shown: getattr(value, name) for name, shown in names}


def _fields(kind: type) -> list[tuple[str, str]] | None:
    if kind not in _known:
        names = [field.name for field in fields(kind)] if is_dataclass(kind) else None
        _known[kind] = None if names is None else [(name, name.replace("_", "-")) for name in names]
    return _known[kind]
