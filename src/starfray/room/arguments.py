"""Reading what a client sends: each argument by name and kind, refused with a reason if it does not fit."""

from __future__ import annotations

from starfray.engine.codec import Plain, check_text
from starfray.engine.errors import BadInput

Args = dict[str, Plain]
MAX_WORDS = 4000


def text(args: Args, name: str, default: str | None = None, most: int = MAX_WORDS) -> str:
    value = args.get(name, default)
    if not isinstance(value, str):
        raise BadInput(f"{name} is missing" if value is None else f"{name} is no text", field=name, expected="a text")
    if len(value) > most:
        raise BadInput(f"{name} has {len(value)} characters", field=name, expected=f"at most {most}")
    return check_text(value, name)


def whole(args: Args, name: str, default: int | None = None, low: int = 0, high: int = 10**9) -> int:
    value = args.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise BadInput(f"{name} is no whole number from {low} to {high}", field=name, expected="a whole number")
    return value


def flag(args: Args, name: str, default: bool = False) -> bool:
    value = args.get(name, default)
    if not isinstance(value, bool):
        raise BadInput(f"{name} is neither true nor false", field=name, expected="true or false")
    return value


def texts(args: Args, name: str, most: int = 200) -> list[str]:
    value = args.get(name, [])
    if not isinstance(value, list) or len(value) > most or not all(isinstance(item, str) and len(item) < 200 for item in value):
        raise BadInput(f"{name} is no list of names", field=name, expected="a list of names")
    return [check_text(item, name) for item in value]


def point(args: Args, name: str) -> tuple[float, float]:
    value = args.get(name)
    pair: list[Plain] = value if isinstance(value, list) else []
    if len(pair) != 2 or not all(type(each) in (int, float) and abs(each) < 1e6 for each in pair):
        raise BadInput(f"{name} is no point", field=name, expected="[x, y]")
    return round(float(pair[0]), 2), round(float(pair[1]), 2)


def one_of(args: Args, name: str, known: tuple[str, ...], default: str | None = None) -> str:
    value = text(args, name, default)
    if value not in known:
        raise BadInput(f"{name} is {value[:60]!r}", field=name, expected="one of " + ", ".join(known))
    return value


def answer_of(args: Args, name: str = "answer") -> str | int | list[int]:
    value = args.get(name)
    if isinstance(value, str):
        return text(args, name)
    if type(value) is int:
        return whole(args, name, low=-(10**9))
    if isinstance(value, list) and len(value) <= 1000 and all(type(item) is int and abs(item) < 10**9 for item in value):
        return list(value)
    raise BadInput(f"{name} is missing or of no use", field=name, expected="a text, a number, or the faces of dice")
