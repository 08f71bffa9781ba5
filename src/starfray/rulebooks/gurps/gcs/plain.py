"""Reading what other people's files hold: whatever stands there, the answer has the type that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from starfray.engine.codec import Plain

Row = dict[str, Plain]
MOST = 1_000_000  # larger figures mean nothing in a fight


def as_row(value: Plain) -> Row:
    return value if isinstance(value, dict) else {}


def as_text(value: Plain) -> str:
    """Text, or a number as text; halves of characters, as JSON can hold them, become question marks."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    if isinstance(value, int) and abs(value) > MOST:
        return ""
    return " ".join(str(value).encode("utf-8", "replace").decode("utf-8").split())


def as_number(value: Plain) -> float | None:
    """A number that can be reckoned with, also when the file has it in quotation marks."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if -MOST <= value <= MOST and isfinite(value) else None


def as_whole(value: Plain, otherwise: int = 0) -> int:
    number = as_number(value)
    return otherwise if number is None else int(number)


def all_rows(value: Plain) -> list[Row]:
    """Every entry of a list, those inside containers included; what is switched off takes its contents along."""
    found: list[Row] = []
    waiting = list(reversed(value)) if isinstance(value, list) else []
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict) and each.get("disabled") is not True:
            found.append(each)
            children = each.get("children")
            waiting += reversed(children) if isinstance(children, list) else []
    return found


def carried(value: Plain) -> list[Row]:
    """Everything in the list of what is carried; what lies in a container that is not equipped is not at hand."""
    found: list[Row] = []
    waiting = [(each, True) for each in reversed(value)] if isinstance(value, list) else []
    while waiting:
        item, at_hand = waiting.pop()
        if not isinstance(item, dict):
            continue
        ready = at_hand and item.get("equipped") is True
        found.append({**item, "equipped": ready})
        children = item.get("children")
        waiting += [(each, ready) for each in reversed(children)] if isinstance(children, list) else []
    return found


def in_effect(sheet: Row) -> list[Row]:
    """Traits that are switched on, skills, and what is worn: everything whose features count."""
    worn = [item for item in carried(sheet.get("equipment")) if item["equipped"]]
    return [*all_rows(sheet.get("traits")), *all_rows(sheet.get("skills")), *worn]


def features_of(row: Row) -> list[tuple[Row, int]]:
    """The features of a trait or a thing, those of its modifiers included, each with what it comes to."""
    level = as_whole(as_row(row.get("calc")).get("current_level")) or as_whole(row.get("levels")) or 1
    features = [
        *all_rows(row.get("features")),
        *(each for one in all_rows(row.get("modifiers")) for each in all_rows(one.get("features"))),
    ]
    return [(each, as_whole(each.get("amount")) * (level if each.get("per_level") is True else 1)) for each in features]


def bonus_of(row: Row, wanted: Callable[[Row], bool]) -> int:
    """What a trait or a thing adds to an attribute by the features asked for."""
    return sum(amount for each, amount in features_of(row) if each.get("type") == "attribute_bonus" and wanted(each))


def is_container(row: Row) -> bool:
    """A heading with entries below it, also one that has none yet."""
    return isinstance(row.get("children"), list) or as_text(row.get("type")).endswith("_container")
