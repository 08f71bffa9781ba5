"""Actions are values with a text form: `shot mira tor vulcan-carbine` ↔ Shot("mira", "tor", "vulcan-carbine").

The first word is the kind; then the fields in their order, or as name=value. Points are `3,4`, paths `3,4>6,8`,
lists `tor+drone`, yes/no fields `described=yes`; words with blanks stand in double quotes. Parse and print are inverse.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal, get_args, get_origin

from starfray.engine.bounds import bounds_of, check_bounds
from starfray.engine.codec import Plain, check_text, from_plain, hints, kebab, snake, to_plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.scene import Point

MAX_TEXT = 4000


@dataclass(frozen=True, slots=True)
class Action:
    """What an actor does. Subclasses are frozen dataclasses with a KIND and their own fields."""

    KIND: ClassVar[str] = ""
    actor: str


@dataclass(frozen=True, slots=True)
class GmAction(Action):
    """What the GM does to somebody by the book's rules: `gm hurt tor 5`. Its actor is the GM."""

    who: str


Kinds = Mapping[str, type[Action]]


def words_of(text: str) -> list[tuple[str, str]]:
    """Split into words, each with the name before an equals sign ('' if none or if the sign stands in quotes).

    Double quotes keep blanks together and may stand after name=; in them \\n is a new line, \\" a quotation mark.
    """
    if len(text) > MAX_TEXT:
        raise BadInput(f"an action of {len(text)} characters", expected=f"at most {MAX_TEXT}")
    check_text(text, "")
    words: list[tuple[str, str]] = []
    word, name, quoted, started = "", "", False, False
    index = 0
    while index < len(text):
        char = text[index]
        if quoted and char == "\\" and index + 1 < len(text):
            index += 1
            word += {"n": "\n", "r": "\r"}.get(text[index], text[index])
        elif char == '"' and (
            quoted or word == (f"{name}=" if name else "")
        ):  # inside a word a quotation mark is an ordinary character: ["hp"]
            quoted, started = not quoted, True
        elif char.isspace() and not quoted:
            if started:
                words.append((word, name))
            word, name, started = "", "", False
        else:
            if char == "=" and not quoted and not name and started:
                name = word
            word += char
            started = True
        index += 1
    if quoted:
        raise BadInput(f"a quotation mark is not closed in {text!r}", expected='a closing "')
    return [*words, (word, name)] if started else words


def parse(kinds: Kinds, text: str, unsaid: Mapping[str, Any] | None = None) -> Action:
    """The action a text stands for; BadInput says which word is wrong. `unsaid` are values of fields the text leaves out."""
    words = words_of(text)
    if not words:
        raise BadInput("an empty action", expected=suggest("", kinds))
    kind, _ = words[0]
    if kind not in kinds:
        raise BadInput(f"{kind!r} is no kind of action", expected=suggest(kind, kinds))
    cls = kinds[kind]
    types = hints(cls)
    names = [f.name for f in dataclasses.fields(cls)]
    values: dict[str, Any] = {}
    place = 0
    for word, before in words[1:]:
        equals = snake(before) in types
        if equals:
            name, content = snake(before), word[len(before) + 1 :]
        elif before:
            others = [kebab(name) for name in names if name != "actor"]
            raise BadInput(f"{kind} has no field {before!r}", field=kind, expected=suggest(before, others))
        elif place < len(names):
            name, content = names[place], word
        else:
            raise BadInput(f"{word!r} is one word too many", field=kind, expected=usage(cls))
        if name in values:
            raise BadInput(f"{kebab(name)} is given twice", field=kind, expected=usage(cls))
        values[name] = _read_word(types[name], content, f"{kind}.{kebab(name)}")
        if not equals or name == names[min(place, len(names) - 1)]:
            place = max(place, names.index(name) + 1)
    values = {**(unsaid or {}), **values}
    for f in dataclasses.fields(cls):
        if f.name not in values and f.default is dataclasses.MISSING:
            raise BadInput(f"{kebab(f.name)} is missing", field=kind, expected=usage(cls))
    action = cls(**values)
    if bounds_of(cls):
        check_bounds(action, kind)
    return action


_blanks: dict[type[Action], dict[str, Any]] = {}  # by class: the empty values of fields that have no default


def action_of(cls: type[Action], actor: str, words: Mapping[str, str]) -> Action:
    """An action from the words its fields were filled in with; fields left out keep their default, or are empty."""
    blanks = _blanks.get(cls)
    if blanks is None:  # the rule refuses an empty value where it needs one
        types = hints(cls)
        missing = [f.name for f in dataclasses.fields(cls) if f.default is dataclasses.MISSING]
        blanks = _blanks[cls] = {name: _empty(types[name]) for name in missing}
    values = {**blanks, "actor": actor}
    kind: Any = cls  # mypy takes no class of dataclasses for hashable
    for name, word in words.items():
        field, value = _read_field(kind, name, word)
        values[field] = value
    return cls(**values)


def with_word(action: Action, name: str, word: str) -> Action:
    """The same action with one field filled in anew."""
    kind: Any = type(action)
    field, value = _read_field(kind, name, word)
    return dataclasses.replace(action, **{field: value})


@lru_cache(maxsize=4096)  # forms try the same words again and again
def _read_field(cls: type[Action], name: str, word: str) -> tuple[str, Any]:
    """The field of that name, and the value the word stands for."""
    field = snake(name)
    return field, _read_word(hints(cls)[field], word, f"{cls.KIND}.{kebab(name)}")


def _empty(hint: Any) -> Any:
    """What a field holds before it is filled in: of its own type, or a compiled action would not take it."""
    if hint == Point:
        return (0.0, 0.0)
    if get_origin(hint) is tuple:
        return ()
    return hint() if hint in (int, float, bool) else ""


def usage(cls: type[Action]) -> str:
    parts = [cls.KIND]
    for f in dataclasses.fields(cls):
        name = kebab(f.name).upper()
        parts.append(name if f.default is dataclasses.MISSING else f"[{name}]")
    return " ".join(parts)


def _read_word(hint: Any, word: str, where: str) -> Any:
    origin = get_origin(hint)
    if hint == Point:
        return _read_point(word, where)
    if origin is tuple and get_args(hint)[0] == Point:
        return tuple(_read_point(part, where) for part in word.split(">") if part)
    if origin is tuple:
        return tuple(part for part in word.split("+") if part)
    if hint is bool:
        if word not in ("yes", "no"):
            raise BadInput(f"{word!r} does not fit", field=where, expected="yes or no")
        return word == "yes"
    if hint is int:
        return _read_int(word, where)
    if hint is float:
        return _read_float(word, where)
    if hint is str:
        return word
    if origin is Literal:
        if word not in get_args(hint):
            raise BadInput(f"{word!r} does not fit", field=where, expected=suggest(word, get_args(hint)))
        return word
    return _read_word(next(arg for arg in get_args(hint) if arg is not type(None)), word, where)


def _read_int(word: str, where: str) -> int:
    digits = word[1:] if word[:1] in "+-" else word
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise BadInput(f"{word!r} is not a whole number", field=where, expected="a whole number")
    return int(word)


def _read_float(word: str, where: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not -1e9 < number < 1e9:
        raise BadInput(f"{word!r} is not a number", field=where, expected="a number of metres, as 2 or 3.5")
    return number + 0.0  # turns -0.0 into 0.0, which prints the way it was read


def _read_point(word: str, where: str) -> Point:
    x, comma, y = word.partition(",")
    if not comma:
        raise BadInput(f"{word!r} is not a point", field=where, expected="x,y in metres, as 3,4.5")
    return (_read_float(x, where), _read_float(y, where))


def to_text(action: Action) -> str:
    """The text form: leading fields by place, later ones by name where an earlier optional one is left out."""
    parts = [action.KIND]
    by_place = True
    for f in dataclasses.fields(action):
        value = getattr(action, f.name)
        if f.default is not dataclasses.MISSING and value == f.default:
            by_place = False
            continue
        word = _write_word(value)
        parts.append(_quoted(word) if by_place else f"{kebab(f.name)}={_quoted(word)}")
    return " ".join(parts)


def _write_word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return _write_number(value)
    if isinstance(value, tuple):
        if value and isinstance(value[0], float | int):
            return ",".join(_write_number(part) for part in value)
        joint = ">" if value and isinstance(value[0], tuple) else "+"
        return joint.join(_write_word(part) for part in value)
    return str(value)


def _write_number(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(float(number))


def _quoted(word: str) -> str:
    plain = bool(word) and not any(char.isspace() or char in '"\\=' for char in word)
    if plain:
        return word
    for char, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
        word = word.replace(char, written)
    return f'"{word}"'


def to_json(action: Action) -> dict[str, Plain]:
    return {"kind": action.KIND, **to_plain(action)}


def from_json(kinds: Kinds, data: Plain) -> Action:
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise BadInput(f"{json.dumps(data, default=str)[:60]} is not an action", expected='a table with "kind"')
    kind = data["kind"]
    if kind not in kinds:
        raise BadInput(f"{kind!r} is no kind of action", expected=suggest(kind, kinds))
    return from_plain(kinds[kind], {key: value for key, value in data.items() if key != "kind"}, kind)
