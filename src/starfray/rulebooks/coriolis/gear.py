"""Medical equipment: which piece is used, what it adds, and what it uses up. Tables 5.5 and 6.4."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.coriolis.state import DERIVED, Fighter, Gear, carried

IMPROVISED = -1  # coriolis.med.improvised


def usable(one: Fighter, state: str) -> list[Gear]:
    """Equipment that helps against this state: broken, critical or radiation."""
    return [each for each in one.gear if each.bonus is not None and each.count > 0 and not each.needs and works(each, state)]


def works(piece: Gear, state: str) -> bool:
    if state in piece.not_for:
        return False
    return not (piece.key == "trauma-kit" and piece.left == 0)  # coriolis.medtech.trauma-kit: useless without its doses


def bonus_of(piece: Gear, state: str) -> int:
    """The starred figure is for critical injuries. coriolis.med.star"""
    assert piece.bonus is not None
    if piece.left == 0:  # coriolis.ruling.med.kit-doses, coriolis.ruling.med.labs
        return IMPROVISED if piece.key == "medkit" else 0
    if state == "critical" and piece.bonus_critical is not None:
        return piece.bonus_critical
    return piece.bonus


def equipment(one: Fighter, named: str, state: str) -> Gear:
    """The piece named, or the best at hand; bonuses never add up. coriolis.medtech.no-stacking"""
    fit = usable(one, state)
    if named:
        piece = carried(one, named)
        if piece is None or piece.bonus is None:
            raise Refused("coriolis.action.first-aid.equipment-required", f"{one.id} has no {named!r} to treat with",
                          [each.key for each in fit])
        if piece not in fit:
            rule = piece.rule or piece.table_rule or "coriolis.med.table"
            raise Refused(rule, f"the {piece.name} cannot be used for this", [each.key for each in fit])
        return piece
    if not fit:
        raise Refused("coriolis.action.first-aid.equipment-required", f"{one.id} has nothing to treat with", ["improvised"])
    return max(fit, key=lambda piece: bonus_of(piece, state))


def add_equipment(table: Table, tally: Tally, one: Fighter, piece: Gear, state: str) -> None:
    """The modifier of the one piece used. coriolis.action.first-aid.modifier"""
    tally.add(bonus_of(piece, state), piece.table_rule or piece.rule, piece.name)
    if piece.rule and piece.table_rule:
        table.emit(piece.rule, one.id, number=bonus_of(piece, state), note=piece.name)
    if len(usable(one, state)) > 1:
        table.emit("coriolis.medtech.no-stacking", one.id, note=piece.name)


def use_up(table: Table, one: Fighter, piece: Gear) -> None:
    """One dose or treatment per use, success or not; a single dose is gone. coriolis.ruling.med.kit-doses"""
    if piece.key == "herbal-remedy" and carried(one, "doctors-bag"):
        bag = carried(one, "doctors-bag")
        assert bag is not None
        table.emit("coriolis.ruling.med.herbal", one.id)  # then the bag's 0 counts and one of its treatments is used
        piece = bag
    if piece.charges == 0:
        return
    if piece.charges == 1:
        piece.count -= 1
    else:
        piece.left = max(0, (piece.charges if piece.left == DERIVED else piece.left) - 1)
    table.emit("coriolis.ruling.med.stacking", one.id, number=max(0, piece.left), note=piece.name)
