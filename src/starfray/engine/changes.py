"""What differs between two positions, figure by figure; a record that came or went as a whole is one difference."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from starfray.engine import paths
from starfray.engine.codec import Plain, hints, is_record, kebab, to_plain
from starfray.engine.pictures import Pictures

Changes = dict[str, tuple[Plain, Plain]]
SCALARS = (int, float, str, tuple)
_fields: Final[dict[type, list[tuple[str, str]]]] = {}
_readers: Final[dict[type, tuple[list[str], Callable[[Any], tuple[Any, ...]]]]] = {}
NOTHING: Final = object()  # stands for a place where nothing is


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
    return [*state.roster.items(), *[(word, getattr(state, name)) for word, name in fields_of_position(type(state))]]


def fields_of_position(cls: type) -> list[tuple[str, str]]:
    """The fields of a position but for its roster: as paths and as the code write them."""
    if cls not in _fields:
        _fields[cls] = [(kebab(name), name) for name in hints(cls) if name != "roster"]
    return _fields[cls]


class Comparison:
    """What differs from one position in many others that are not changed any more. A part seen before is not compared again;
    `pictures` may hold parts that have been numbered already.
    """

    def __init__(self, state: Any, pictures: Pictures | None = None) -> None:
        self.before = flat(state)
        self.parts = dict(parts(state))
        self.pictures = pictures if pictures is not None else Pictures()
        self.numbers = {who: self.pictures.number(actor) for who, actor in state.roster.items()}
        self.equal: dict[tuple[str, int], bool] = {}
        self.known: dict[tuple[str, int], Changes] = {}

    def changes(self, state: Any) -> Changes:
        changed: Changes = {}
        for name, part, number in self.changed_parts(state):
            changed.update(self.part(name, part, number))
        return changed

    def changed_parts(self, state: Any) -> list[tuple[str, Any, int]]:
        """The combatants and fields of a position that are not what they were, each with its number."""
        changed = []
        for who, actor in state.roster.items():
            number = self.pictures.number(actor, self.parts.get(who))
            if not self.is_as_before(who, actor, number):
                changed.append((who, actor, number))
        return changed + self.changed_fields(state)

    def is_as_before(self, who: str, actor: Any, number: int) -> bool:
        """Pictures tell the order of what a dict holds, which makes no difference."""
        if number == self.numbers.get(who, -1):
            return True
        if (who, number) not in self.equal:
            self.equal[who, number] = bool(actor == self.parts.get(who, NOTHING))
        return self.equal[who, number]

    def changed_fields(self, state: Any) -> list[tuple[str, Any, int]]:
        """Those that are no combatants."""
        found = []
        for word, name in fields_of_position(type(state)):
            part, was = getattr(state, name), self.parts[word]
            if part is not was and part != was:
                found.append((word, part, self.pictures.number(part)))
        return found

    def part(self, name: str, part: Any, number: int) -> Changes:
        """The changes of one combatant, or of one field of the position."""
        if (name, number) not in self.known:
            self.known[name, number] = differences(self.parts.get(name, NOTHING), part, name)
        return self.known[name, number]


def differences(before: Any, after: Any, path: str) -> Changes:
    """What `changes` finds between the figures of the two, without listing those that are equal."""
    kept: Changes = {}
    new: Changes = {}
    _differ(before, after, path, kept, new)
    return {**kept, **new}


def _differ(before: Any, after: Any, path: str, kept: Changes, new: Changes) -> None:
    """Two values that are not equal. `kept` takes figures that were there before, `new` those that come on top."""
    if is_record(before) and type(before) is type(after):
        words, read = _reader(type(before))
        for word, old_value, value in zip(words, read(before), read(after), strict=True):
            if old_value is not value and old_value != value:
                _differ(old_value, value, path + word, kept, new)
        return
    if isinstance(before, SCALARS) and isinstance(after, SCALARS):
        kept[path] = (to_plain(before), to_plain(after))
        return
    old, now = _items(before, path), _items(after, path)
    if old is None or now is None:
        _replaced(before, after, path, kept, new)
        return
    for where, item in old.items():
        if where in now:
            if item != now[where]:
                _differ(item, now[where], where, kept, new)
        else:
            _replaced(item, NOTHING, where, kept, new)
    for where, item in now.items():
        if where not in old:
            _replaced(NOTHING, item, where, kept, new)


def _reader(cls: type) -> tuple[list[str], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a record as paths go on with them, and what reads them all at once."""
    known = _readers.get(cls)
    if known is None:
        names = list(hints(cls))
        only = attrgetter(names[0]) if len(names) == 1 else None
        read = attrgetter(*names) if only is None else lambda record: (only(record),)
        known = _readers[cls] = ([f".{kebab(name)}" for name in names], read)
    return known


def _items(value: Any, path: str) -> dict[str, Any] | None:
    """What a dict or a list of records holds, by path; None for anything else."""
    if isinstance(value, dict):
        return {f"{path}.{key}": item for key, item in value.items()}
    if isinstance(value, list) and (not value or is_record(value[0])):
        return dict(zip(item_paths(value, path), value, strict=True))
    return None


def _replaced(before: Any, after: Any, path: str, kept: Changes, new: Changes) -> None:
    """One thing stands where another, or nothing, stood."""
    if after is NOTHING and is_whole(before, path):
        kept[path] = (to_plain(before), None)
        return
    if before is NOTHING and is_whole(after, path):
        new[path] = (None, to_plain(after))
        return
    old, now = _standing_at(path, before), _standing_at(path, after)
    for where, pair in changes(old, now).items():
        was_there = where in old.records or (where in old and where not in now.records)
        (kept if was_there else new)[where] = pair


def is_whole(value: Any, path: str) -> bool:
    """Does it come and go as a whole? A record does that is neither a combatant nor a field of the position, if it has a
    figure to be told by.
    """
    return is_record(value) and "." in path and any(isinstance(held, SCALARS) for held in _reader(type(value))[1](value))


def _standing_at(path: str, value: Any) -> Figures:
    found = Figures()
    if value is not NOTHING:
        if is_record(value) and "." in path:  # a combatant, or a field of the position, is told figure by figure
            found.records[path] = value
        _flatten(value, path, found)
    return found


def _flatten(value: Any, path: str, found: Figures) -> None:
    if is_record(value):
        for name in hints(type(value)):
            inner = getattr(value, name)
            where = f"{path}.{kebab(name)}"
            if is_record(inner):
                found.records[where] = inner
            _flatten(inner, where, found)
    elif isinstance(value, dict):
        for key, item in value.items():
            if is_record(item):
                found.records[f"{path}.{key}"] = item
            _flatten(item, f"{path}.{key}", found)
    elif isinstance(value, list) and (not value or is_record(value[0])):
        for where, item in zip(item_paths(value, path), value, strict=True):
            found.records[where] = item
            _flatten(item, where, found)
    else:
        found[path] = to_plain(value)


def item_paths(items: list[Any], path: str) -> list[str]:
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
        if isinstance(holder, list) and is_record(inner):
            places = [place for place, item in enumerate(holder) if item is inner]
            found = item_paths(holder, found)[places[0]]
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
