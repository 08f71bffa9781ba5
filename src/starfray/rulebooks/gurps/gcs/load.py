"""What somebody carries, against what can be lifted."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.common.encumbrance import LIMITS, level_of
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_number, as_row, as_text, bonus_of, carried
from starfray.rulebooks.gurps.gcs.words import read_weight

ROUNDED = 10  # a Basic Lift of 10 lb and more is a whole number


def take_encumbrance(found: Imported, sheet: Row) -> None:
    """What is carried against Basic Lift, as the sheet has both; format 2 has no Basic Lift, so it is worked out."""
    lift = read_weight(as_text(as_row(sheet.get("calc")).get("basic_lift")))
    top = sheet.get("equipment")
    load = sum((weight_of(as_row(item)) for item in top), 0.0) if isinstance(top, list) else 0.0
    if not lift:
        lift = lift_of(found.row["attributes"]["st"], sheet)
        if load:
            found.assumed.append(f"Basic Lift is missing: {lift:g} lb, worked out from ST")
    level = level_of(load, lift)
    if level is None:
        level = len(LIMITS) - 1
        found.assumed.append(f"{load:g} lb is more than can be carried: extra-heavy encumbrance")
    found.row["encumbrance"] = level
    found.taken.append(f"encumbrance: level {level}, {load:g} lb at Basic Lift {lift:g} lb")


def weight_of(item: Row) -> float:
    """Pounds of a thing with all that is in it: as the sheet has reckoned it, else one by one."""
    reckoned = as_text(as_row(item.get("calc")).get("extended_weight"))
    if reckoned:
        return read_weight(reckoned)
    inside = item.get("children")
    many = as_number(item.get("quantity", 1))
    own = read_weight(as_text(item.get("base_weight") or item.get("weight"))) * (1.0 if many is None else max(0.0, many))
    return own + sum((weight_of(as_row(each)) for each in inside), 0.0) if isinstance(inside, list) else own


def lift_of(st: int, sheet: Row) -> float:
    """gurps.core.encumbrance, with what traits and things add to ST for lifting alone."""
    worn = [item for item in carried(sheet.get("equipment")) if item["equipped"]]
    st += sum(bonus_of(row, is_lifting) for row in [*all_rows(sheet.get("traits")), *worn])
    lift = max(0, st) ** 2 / 5
    return float(int(lift + 0.5)) if lift >= ROUNDED else lift


def is_lifting(feature: dict[str, Plain]) -> bool:
    limit = as_text(feature.get("limitation")).lower()
    return as_text(feature.get("attribute")).lower() == "st" and limit.startswith("lifting")
