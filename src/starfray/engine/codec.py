"""Between typed records and plain data (JSON, TOML): reading, writing, copying, and paths into a record.

Records are dataclasses. Names are snake_case in code and kebab-case in files. Fields that hold their default are
left out when writing, so a file says only what is special. Frozen records are values and are shared, never copied.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
import types
import typing
from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

from starfray.engine.errors import BadInput, suggest

T = TypeVar("T")
Plain = Any  # what json and tomllib give: dict, list, str, int, float, bool
MAX_NUMBER = 10**9
LONGEST_WORD = 64

_hints: Final[dict[type, dict[str, Any]]] = {}
_CLONERS: dict[type, Callable[[Any], Any]] = {}
_SHARERS: dict[type, Callable[[Any], Any]] = {}


def hints(cls: type) -> dict[str, Any]:
    """Field name → resolved type, for a dataclass."""
    if cls not in _hints:
        found = typing.get_type_hints(cls)
        args = _type_arguments(cls)
        _hints[cls] = {f.name: _bind(found[f.name], args) for f in dataclasses.fields(cls)}
    return _hints[cls]


def _type_arguments(cls: type) -> dict[Any, Any]:
    """What the type variables of generic bases stand for in this class."""
    bound: dict[Any, Any] = {}
    for each in cls.__mro__:
        for base in getattr(each, "__orig_bases__", ()):
            origin = get_origin(base)
            params = getattr(origin, "__parameters__", ())
            bound.update(zip(params, get_args(base), strict=False))
    return bound


def _bind(hint: Any, args: dict[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return args.get(hint, hint)
    if get_origin(hint) is dict:
        key, value = get_args(hint)
        return dict.__class_getitem__((key, _bind(value, args)))
    if get_origin(hint) is list:
        return list.__class_getitem__(_bind(get_args(hint)[0], args))
    return hint


def kebab(name: str) -> str:
    return name.replace("_", "-")


def snake(name: str) -> str:
    return name.replace("-", "_")


# --- writing ---------------------------------------------------------------------------------------------------


def to_plain(value: Any) -> Plain:
    """Plain data for any value; records become dicts without the fields that hold their default."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, float):
        return value + 0.0  # turns -0.0 into 0.0, as reading does
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    if not is_record(value):
        return value
    data: dict[str, Plain] = {}
    for name, word, default, make in _written_fields(type(value)):
        content = getattr(value, name)
        if make is not None:
            default = make()
        if content is default or (content == default and (make is not None or type(content) is type(default))):
            continue
        data[word] = to_plain(content)
    return data


_NO_DEFAULT: Final = object()
_written: Final[dict[type, list[tuple[str, str, Any, Any]]]] = {}


def _written_fields(cls: type) -> list[tuple[str, str, Any, Any]]:
    """The fields of a record: as the code and as files write them, the default, or what makes it."""
    known = _written.get(cls)
    if known is None:
        known = _written[cls] = [
            (
                f.name,
                kebab(f.name),
                _NO_DEFAULT if f.default is dataclasses.MISSING else f.default,
                None if f.default_factory is dataclasses.MISSING else f.default_factory,
            )
            for f in dataclasses.fields(cls)
        ]
    return known


def canonical(value: Any) -> str:
    return json.dumps(to_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


# --- reading ---------------------------------------------------------------------------------------------------


def from_plain(cls: type[T], data: Plain, where: str = "") -> T:
    """A record of `cls` from plain data; a BadInput names the field and what was expected."""
    if not isinstance(data, dict):
        raise BadInput(f"{show(data)} is not a table", field=where, expected="a table of fields")
    known = hints(cls)
    values: dict[str, Any] = {}
    for key, content in data.items():
        name = snake(key)
        if name not in known or key != kebab(name):
            raise BadInput(
                f"unknown field {key!r}", field=dotted(where, key), expected=suggest(kebab(name), [kebab(k) for k in known])
            )
        values[name] = read(known[name], content, dotted(where, key))
    for f in dataclasses.fields(cls):  # type: ignore[arg-type]
        needed = f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
        if needed and f.name not in values:
            raise BadInput(f"{kebab(f.name)!r} is missing", field=where, expected=describe_type(known[f.name]))
    return cls(**values)


def read(hint: Any, data: Plain, where: str) -> Any:
    origin = get_origin(hint)
    if origin is Literal:
        if data not in get_args(hint) or isinstance(data, bool):
            raise BadInput(f"{show(data)} is not known", field=where, expected=describe_type(hint))
        return data
    if origin in (Union, types.UnionType):
        inner = [arg for arg in get_args(hint) if arg is not type(None)]
        return None if data is None else read(inner[0], data, where)
    if origin is list:
        return [read(get_args(hint)[0], item, f"{where}.{index}") for index, item in enumerate(as_list(data, where))]
    if origin is tuple:
        return _read_tuple(hint, data, where)
    if origin is dict:
        if not isinstance(data, dict):
            raise BadInput(f"{show(data)} is not a table", field=where, expected="a table")
        return {interned(key): read(get_args(hint)[1], item, dotted(where, key)) for key, item in data.items()}
    if dataclasses.is_dataclass(hint):
        return from_plain(typing.cast(type[Any], hint), data, where)
    return _read_scalar(hint, data, where)


def _read_tuple(hint: Any, data: Plain, where: str) -> tuple[Any, ...]:
    args = get_args(hint)
    items = as_list(data, where)
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(read(args[0], item, f"{where}.{index}") for index, item in enumerate(items))
    if len(items) != len(args):
        raise BadInput(f"{show(data)} has {len(items)} parts", field=where, expected=f"{len(args)} numbers")
    return tuple(read(arg, item, f"{where}.{i}") for i, (arg, item) in enumerate(zip(args, items, strict=True)))


def _read_scalar(hint: Any, data: Plain, where: str) -> Any:
    if hint is bool and isinstance(data, bool):
        return data
    if hint is int and isinstance(data, int) and not isinstance(data, bool):
        return _in_bounds(data, where)
    if hint is float and isinstance(data, (int, float)) and not isinstance(data, bool):
        if data != data:
            raise BadInput("not a number", field=where, expected="a finite number")
        return float(_in_bounds(data, where)) + 0.0  # turns -0.0 into 0.0: they are equal but print differently
    if hint is str and isinstance(data, str):
        return interned(check_text(data, where))
    if hint is Any:
        return data
    raise BadInput(f"{show(data)} does not fit", field=where, expected=describe_type(hint))


def interned(text: str) -> str:
    """The same string object for equal names and keys, so that comparing them is fast."""
    return sys.intern(text) if type(text) is str and len(text) <= LONGEST_WORD else text


def _in_bounds(number: Any, where: str) -> Any:
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise BadInput(f"{show(number)} is out of all bounds", field=where, expected="a number below a billion")
    return number


def check_text(text: str, where: str) -> str:
    """Refuse a text that cannot be written to a file: JSON can hold half of a surrogate pair."""
    if not text.isascii() and any(0xD800 <= ord(char) <= 0xDFFF for char in text):
        raise BadInput("a text with half a character in it", field=where, expected="Unicode text")
    return text


def as_list(data: Plain, where: str) -> list[Plain]:
    if not isinstance(data, (list, tuple)):
        raise BadInput(f"{show(data)} is not a list", field=where, expected="a list […]")
    return list(data)


def show(data: Plain) -> str:
    try:
        text = json.dumps(data, ensure_ascii=False, default=str)
    except (ValueError, TypeError, RecursionError):  # a number of thousands of digits, or a table that contains itself
        text = f"a {type(data).__name__} too big to show"
    return text if len(text) <= 60 else text[:57] + "…"


def dotted(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def describe_type(hint: Any) -> str:
    origin = get_origin(hint)
    if origin is Literal:
        return "one of " + ", ".join(str(arg) for arg in get_args(hint))
    if origin in (Union, types.UnionType):
        return describe_type(next(arg for arg in get_args(hint) if arg is not type(None)))
    names = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
    if hint in names:
        return names[hint]
    if origin is list or origin is tuple:
        return "a list"
    return "a table"


# --- copying ---------------------------------------------------------------------------------------------------


def clone(value: T) -> T:
    """A deep copy of a record, by a function written once per class from its field types."""
    cloner = _CLONERS.get(type(value))
    if cloner is None:
        cloner = _CLONERS[type(value)] = _make_cloner(type(value))
    made: T = cloner(value)
    return made


def copied(value: Any) -> Any:
    """A deep copy of whatever a field may hold."""
    if isinstance(value, (int, str)) or value is None:
        return value
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return clone(value) if changes(value) else value


_records: Final[dict[type, tuple[bool, bool]]] = {}


def _kind_of(cls: type) -> tuple[bool, bool]:
    known = _records.get(cls)
    if known is None:
        record = dataclasses.is_dataclass(cls)
        known = _records[cls] = (record, record and not is_frozen(cls))
    return known


def is_record(value: Any) -> bool:
    """Is the value a record?"""
    return _kind_of(type(value))[0]


def changes(value: Any) -> bool:
    """Is the value a record whose fields can be changed?"""
    return _kind_of(type(value))[1]


def shallow(value: T) -> T:
    """A copy of the record alone: what its fields hold is shared with the first."""
    sharer = _SHARERS.get(type(value))
    if sharer is None:
        sharer = _SHARERS[type(value)] = _make_sharer(type(value))
    made: T = sharer(value)
    return made


def fill_in(record: Any, blank: object, values: dict[str, Any]) -> None:
    """Give those of these fields that are still blank their values."""
    for name, value in values.items():
        if getattr(record, name) == blank:
            setattr(record, name, value)


def _make_sharer(cls: type) -> Callable[[Any], Any]:
    scope: dict[str, Any] = {"cls": cls, "new": cls.__new__}
    lines = ["def sharer(old):", "    made = new(cls)", *(f"    made.{name} = old.{name}" for name in hints(cls))]
    exec("\n".join([*lines, "    return made"]), scope)  # built from field names of our own classes only
    return typing.cast(Callable[[Any], Any], scope["sharer"])


def _make_cloner(cls: type) -> Callable[[Any], Any]:
    scope: dict[str, Any] = {"cls": cls, "new": cls.__new__, "clone": clone}
    lines = ["def cloner(old):", "    made = new(cls)"]
    for name, hint in hints(cls).items():
        lines.append(f"    made.{name} = {copy_expression(hint, f'old.{name}')}")
    lines.append("    return made")
    exec("\n".join(lines), scope)  # built from field names of our own classes only, as dataclasses itself does
    return typing.cast(Callable[[Any], Any], scope["cloner"])


def copy_expression(hint: Any, source: str, depth: int = 0, copier: Callable[[Any], str] = lambda _: "clone") -> str:
    """Python source that copies what `source` holds; `copier` names the function that copies a record of a class."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        inner = next(arg for arg in get_args(hint) if arg is not type(None))
        copied = copy_expression(inner, source, depth, copier)
        return source if copied == source else f"(None if {source} is None else {copied})"
    if origin is list:
        item = copy_expression(get_args(hint)[0], f"x{depth}", depth + 1, copier)
        return f"{source}[:]" if item == f"x{depth}" else f"[{item} for x{depth} in {source}]"
    if origin is dict:
        item = copy_expression(get_args(hint)[1], f"x{depth}", depth + 1, copier)
        if item == f"x{depth}":
            return f"{source}.copy()"
        return f"{{k{depth}: {item} for k{depth}, x{depth} in {source}.items()}}"
    if dataclasses.is_dataclass(hint) and not is_frozen(hint):
        return f"{copier(hint)}({source})"
    return source


def is_frozen(cls: Any) -> bool:
    return bool(cls.__dataclass_params__.frozen)


# --- merging ---------------------------------------------------------------------------------------------------

_FREEZERS: dict[type, Callable[[Any], Any]] = {}
_PLAIN = (str, int, float, bool)


def freeze(value: Any) -> Any:
    """A hashable picture of a record, however deep: equal pictures, equal records."""
    freezer = _FREEZERS.get(type(value))
    if freezer is not None:
        return freezer(value)
    if isinstance(value, (str, int, float, bool, tuple)) or value is None:
        return value
    if isinstance(value, list):
        return tuple([freeze(item) for item in value])
    if isinstance(value, dict):
        return tuple([(key, freeze(item)) for key, item in value.items()])
    cls = type(value)
    freezer = _FREEZERS[cls] = _make_freezer(cls)
    return freezer(value)


def _make_freezer(cls: type) -> Callable[[Any], Any]:
    scope: dict[str, Any] = {"freeze": freeze}
    parts = [freeze_expression(hint, f"r.{name}") for name, hint in hints(cls).items()]
    exec(f"def freezer(r):\n    return ({', '.join(parts)},)", scope)  # built from field names of our own classes only
    return typing.cast(Callable[[Any], Any], scope["freezer"])


def freeze_expression(hint: Any, source: str, depth: int = 0) -> str:
    origin = get_origin(hint)
    if hint in _PLAIN or origin in (tuple, Literal):
        return source
    if origin in (Union, types.UnionType):
        inner = [arg for arg in get_args(hint) if arg is not type(None)]
        plain = all(freeze_expression(arg, source, depth) == source for arg in inner)
        return source if plain else f"(None if {source} is None else freeze({source}))"
    if origin is list:
        item = freeze_expression(get_args(hint)[0], f"x{depth}", depth + 1)
        return f"tuple({source})" if item == f"x{depth}" else f"tuple([{item} for x{depth} in {source}])"
    if origin is dict:
        item = freeze_expression(get_args(hint)[1], f"x{depth}", depth + 1)
        if item == f"x{depth}":
            return f"tuple({source}.items())"
        return f"tuple([(k{depth}, {item}) for k{depth}, x{depth} in {source}.items()])"
    return f"freeze({source})"


# --- naming ----------------------------------------------------------------------------------------------------

_namers: dict[type, Callable[[Any, set[str]], bool]] = {}


def refers_to(value: Any, names: set[str]) -> bool:
    """Is one of the names mentioned anywhere in it, at any depth? The roster of a position is skipped."""
    namer = _namers.get(type(value))
    if namer is not None:
        return namer(value, names)
    if isinstance(value, str):
        return value in names
    if isinstance(value, (int, float)) or value is None:
        return False
    if isinstance(value, (list, tuple)):
        return any(refers_to(item, names) for item in value)
    if isinstance(value, dict):
        return any(key in names or refers_to(item, names) for key, item in value.items())
    if not is_record(value):
        return False
    namer = _namers[type(value)] = _make_namer(type(value))
    return namer(value, names)


def _make_namer(cls: type) -> Callable[[Any, set[str]], bool]:
    scope: dict[str, Any] = {"refers_to": refers_to}
    found = naming_expression(hints(cls))
    exec(f"def namer(r, names):\n    return {found}", scope)  # built from field names of our own classes only
    return typing.cast(Callable[[Any, set[str]], bool], scope["namer"])


def naming_expression(fields: dict[str, Any]) -> str:
    """Python source that looks for names; fields that cannot hold a name are skipped."""
    parts = []
    for name, hint in fields.items():
        origin = get_origin(hint)
        if hint is str:
            parts.append(f"r.{name} in names")
        elif origin is list and get_args(hint) == (str,):
            parts.append(f"not names.isdisjoint(r.{name})")
        elif name != "roster" and not _nameless(hint):
            parts.append(f"refers_to(r.{name}, names)")
    return " or ".join(parts) or "False"


def _nameless(hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal or hint in (int, float, bool, type(None)):
        return True
    return origin in (Union, types.UnionType, list, tuple) and all(arg is Ellipsis or _nameless(arg) for arg in get_args(hint))


# --- compiled records ------------------------------------------------------------------------------------------
# Compiled records (native/records.py) come with the functions that are otherwise built above, and with their old fields.


_twins: dict[type, type] = {}


def restore_dataclass(cls: Any, words: dict[str, bool], annotations: dict[str, str], values: dict[str, Any]) -> None:
    """Give a compiled class back the fields, defaults and annotations of the dataclass it was written from."""
    twin = type(
        cls.__name__,
        tuple(_twins[base] for base in cls.__mro__[1:] if base in _twins)[:1],
        {"__annotations__": annotations, "__module__": cls.__module__, **values},
    )
    _twins[cls] = dataclasses.dataclass(twin, **words)
    for name in ("__dataclass_fields__", "__dataclass_params__", "__repr__", "__match_args__"):
        setattr(cls, name, getattr(twin, name))
    cls.__annotations__ = annotations


def drop_shadow_slots(cls: type) -> None:
    """A slotted dataclass in plain Python makes room for every field, those of a compiled record it derives from included:
    the compiled rules would look into the other room. Take the second one away.
    """
    for base in cls.__mro__:
        if base in _twins:
            continue
        for name, room in list(vars(base).items()):
            held = any(name in _twins[above].__dict__["__dataclass_fields__"] for above in base.__mro__ if above in _twins)
            if held and isinstance(room, types.MemberDescriptorType):
                delattr(base, name)


def copied_by(cls: type, cloner: Callable[[Any], Any], sharer: Callable[[Any], Any]) -> None:
    _CLONERS[cls] = cloner
    _SHARERS[cls] = sharer


def frozen_by(cls: type, freezer: Callable[[Any], Any]) -> None:
    _FREEZERS[cls] = freezer


def named_by(cls: type, namer: Callable[[Any, set[str]], bool]) -> None:
    _namers[cls] = namer
