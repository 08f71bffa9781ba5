"""What differs between two positions, figure by figure; a record that came or went as a whole is one difference."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any

from starfray.engine import paths
from starfray.engine.codec import Plain, freeze, hints, kebab, to_plain

Changes = dict[str, tuple[Plain, Plain]]


class Figures(dict[str, Plain]):
    """Every figure by its path; `records` are those that can come and go as a whole, by theirs."""

    def __init__(self) -> None:
        super().__init__()
        self.records: dict[str, Any] = {}


def flat(state: Any) -> Figures:
    """Every figure of the position by its path, defaults included."""
    found = Figures()
    for name, part in parts(state):
        _flatten(part, name, found)
    return found


def parts(state: Any) -> list[tuple[str, Any]]:
    """The combatants and the fields of a position, each by the first word of its paths."""
    fields = [(kebab(name), getattr(state, name)) for name in hints(type(state)) if name != "roster"]
    return [*state.roster.items(), *fields]


class Comparison:
    """What differs from one position in many others. A part seen before is not compared again."""

    def __init__(self, state: Any) -> None:
        self.before = flat(state)
        self.parts = {name: (freeze(part), flat_part(part, name)) for name, part in parts(state)}
        self.known: dict[tuple[str, Hashable], Changes] = {}

    def changes(self, state: Any) -> Changes:
        changed: Changes = {}
        for name, part in parts(state):
            changed.update(self.part(name, part))
        return changed

    def part(self, name: str, part: Any) -> Changes:
        """The changes of one combatant, or of one field of the position."""
        picture = freeze(part)
        was, figures = self.parts.get(name, (None, Figures()))
        if picture == was:
            return {}
        if (name, picture) not in self.known:
            self.known[name, picture] = changes(figures, flat_part(part, name))
        return self.known[name, picture]


def flat_part(part: Any, name: str) -> Figures:
    found = Figures()
    _flatten(part, name, found)
    return found


def _flatten(value: Any, path: str, found: Figures) -> None:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for name in hints(type(value)):
            inner = getattr(value, name)
            where = f"{path}.{kebab(name)}"
            if dataclasses.is_dataclass(inner):
                found.records[where] = inner
            _flatten(inner, where, found)
    elif isinstance(value, dict):
        for key, item in value.items():
            if dataclasses.is_dataclass(item):
                found.records[f"{path}.{key}"] = item
            _flatten(item, f"{path}.{key}", found)
    elif isinstance(value, list) and (not value or dataclasses.is_dataclass(value[0])):
        for where, item in zip(_item_paths(value, path), value, strict=True):
            found.records[where] = item
            _flatten(item, where, found)
    else:
        found[path] = to_plain(value)


def _item_paths(items: list[Any], path: str) -> list[str]:
    """The path of each record in a list: by its key, or its place where it has none or one before it has the same."""
    found: list[str] = []
    for index, item in enumerate(items):
        where = f"{path}.{getattr(item, 'key', '') or index}"
        found.append(f"{where}-{index}" if where in found else where)
    return found


def flat_path(state: Any, path: str) -> str:
    """A path as `fight.get` takes it (items by place, key or name) the way `flat` writes it; BadInput if nothing is there."""
    holder, found = state, ""
    for step in paths.rooted(state, path):
        inner = paths.enter(holder, step, path)
        if isinstance(holder, list) and dataclasses.is_dataclass(inner):
            places = [place for place, item in enumerate(holder) if item is inner]
            found = _item_paths(holder, found)[places[0]]
        elif holder is not state or step != "roster":
            found = f"{found}.{step}" if found else step
        holder = inner
    return found


def changes(before: Figures, after: Figures) -> Changes:
    """Paths whose value differs, each with before and after; None where there was or is nothing."""
    whole = {
        path: record
        for one, other in ((before, after), (after, before))
        for path, record in one.records.items()
        if path not in other.records
    }
    changed: Changes = {}
    for path in [*before, *(each for each in after if each not in before)]:
        was, now = before.get(path), after.get(path)
        if was != now:
            root = _root(path, whole) if whole else ""
            if not root:
                changed[path] = (was, now)
            elif root not in changed:
                record = to_plain(whole[root])
                changed[root] = (record, None) if root in before.records else (None, record)
    return changed


def _root(path: str, whole: dict[str, Any]) -> str:
    """The outermost record that came or went and holds this path; '' if none."""
    at = path.find(".")
    while at >= 0:
        if path[:at] in whole:
            return path[:at]
        at = path.find(".", at + 1)
    return ""


def called(record: Plain) -> str:
    """A record in one word: its name, or what stands first in it."""
    if not isinstance(record, dict):
        return str(record)
    for name in ("name", "key", "kind"):
        if record.get(name):
            return str(record[name])
    return next((str(value) for value in record.values() if isinstance(value, (str, int, float))), "one")
