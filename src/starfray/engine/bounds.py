"""Bounds that stand on the fields themselves: `hp: Annotated[int, Between(0, 99)]`. Files are checked against them, and
builders and docs read the ranges from here.
"""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from starfray.engine.codec import dotted, kebab
from starfray.engine.errors import BadInput


@dataclass(frozen=True, slots=True)
class Between:
    """From `low` to `high`, both included; None leaves an end open."""

    low: float | None = None
    high: float | None = None

    @property
    def words(self) -> str:
        if self.low is None or self.high is None:
            return f"at most {self.high:g}" if self.low is None else f"{self.low:g} or more"
        return f"{self.low:g} to {self.high:g}"

    def holds(self, number: float) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


_bounds: dict[type, dict[str, Between]] = {}


def bounds_of(cls: type) -> dict[str, Between]:
    """Field → its bounds, for a record; of a dict or list those of what it holds."""
    if cls not in _bounds:
        found: dict[str, Between] = {}
        for name, hint in typing.get_type_hints(cls, include_extras=True).items():
            between = _between(hint)
            if between is not None:
                found[name] = between
        _bounds[cls] = found
    return _bounds[cls]


def _between(hint: Any) -> Between | None:
    if get_origin(hint) is Annotated:
        return next((each for each in hint.__metadata__ if isinstance(each, Between)), None)
    inner = [_between(arg) for arg in get_args(hint)]
    return next((each for each in inner if each is not None), None)


def check_bounds(record: Any, where: str) -> None:
    """Is every number of the record, and of the records inside it, within its bounds? What was left out is not looked at."""
    bounds = bounds_of(type(record))
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        between = bounds.get(field.name)
        if between is not None and value != field.default:
            _check(between, value, field.name, dotted(where, kebab(field.name)))
        elif value is None or isinstance(value, str | int | float):
            continue
        elif dataclasses.is_dataclass(value):
            check_bounds(value, dotted(where, kebab(field.name)))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if dataclasses.is_dataclass(item):
                    check_bounds(item, f"{dotted(where, kebab(field.name))}.{index}")


def _check(between: Between, value: Any, name: str, place: str) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            _check(between, item, key, f"{place}.{key}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _check(between, item, name, f"{place}.{index}")
    elif isinstance(value, int | float) and not between.holds(value):
        raise BadInput(f"{kebab(name)} = {value:g}", field=place, expected=between.words)
