"""Medical equipment: which piece is used, what it adds, and what it uses up. Tables 5.5 and 6.4."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.coriolis.state import DERIVED, Fighter, Gear, carried

IMPROVISED = -1  # coriolis.med.improvised
BAG, HERBS = "doctors-bag", "herbal-remedy"


def doses(one: Fighter, piece: Gear) -> int:
    """Charges left in it; a kit also takes loose doses of its kind."""
    left = piece.charges if piece.left == DERIVED else piece.left
    loose = carried(one, piece.dose) if piece.dose and not piece.ship_module else None
    return left + (loose.count if loose is not None else 0)


def counts_as_improvised(one: Fighter, piece: Gear) -> bool:
    """A medkit without doses. coriolis.ruling.med.kit-doses"""
    return piece.key == "medkit" and doses(one, piece) == 0


def works(one: Fighter, piece: Gear, state: str) -> bool:
    """Does it help against this: broken, critical or radiation?"""
    if piece.bonus is None or piece.count <= 0 or piece.needs or state in piece.not_for:
        return False
    if doses(one, piece) > 0 or piece.charges == 0 or piece.ship_module:
        return True
    return counts_as_improvised(one, piece) and state == "broken"  # the trauma kit and the bag are useless when empty


def usable(one: Fighter, state: str) -> list[Gear]:
    return [each for each in one.gear if works(one, each, state)]


def bonus_of(one: Fighter, piece: Gear, state: str) -> int:
    """The starred figure is for critical injuries. coriolis.med.star"""
    assert piece.bonus is not None
    if counts_as_improvised(one, piece):
        return IMPROVISED
    if piece.ship_module and doses(one, piece) == 0:  # coriolis.ruling.med.labs: no bonus until resupplied
        return 0
    if state == "critical" and piece.bonus_critical is not None:
        return piece.bonus_critical
    return piece.bonus


def equipment(one: Fighter, named: str, state: str) -> Gear:
    """The piece named, or the best at hand; bonuses never add up. coriolis.medtech.no-stacking"""
    fit = usable(one, state)
    if named:
        piece = carried(one, named)
        if piece is None or piece.bonus is None:
            raise Refused(
                "coriolis.action.first-aid.equipment-required",
                f"{one.id} has no {named!r} to treat with",
                [each.key for each in fit],
            )
        if piece not in fit:
            rule = piece.rule or piece.table_rule
            raise Refused(rule, f"the {piece.name} cannot be used for this", [each.key for each in fit])
        bag = carried(one, BAG)
        with_the_bag = piece.key == HERBS and bag is not None and bag in fit
        return bag if with_the_bag and bag is not None else piece  # coriolis.ruling.med.herbal: the bag's 0 counts
    if not fit:
        raise Refused("coriolis.action.first-aid.equipment-required", f"{one.id} has nothing to treat with", ["improvised"])
    best = fit[0]
    for piece in fit[1:]:
        if bonus_of(one, piece, state) > bonus_of(one, best, state):
            best = piece
    return best


def add_equipment(table: Table, tally: Tally, one: Fighter, piece: Gear, state: str) -> None:
    """The modifier of the one piece used. coriolis.action.first-aid.modifier"""
    bonus = bonus_of(one, piece, state)
    table.emit("coriolis.action.first-aid.modifier", one.id, number=bonus, note=piece.name)
    tally.add(bonus, piece.table_rule or piece.rule, piece.name)
    if piece.rule and piece.table_rule:
        tally.add(0, piece.rule)
    if state == "critical" and piece.bonus_critical is not None:
        table.emit("coriolis.med.star", one.id, number=bonus, note=piece.name)
    elif state == "critical":
        tally.add(0, "coriolis.state.same-gear-bonus")
    if piece.key == BAG and carried(one, HERBS):
        table.emit("coriolis.ruling.med.herbal", one.id)
    if len(usable(one, state)) > 1:
        table.emit("coriolis.medtech.no-stacking", one.id, note=piece.name)


def use_up(table: Table, one: Fighter, piece: Gear) -> None:
    """One dose or treatment per use, success or not; only the piece used loses one. coriolis.ruling.med.stacking"""
    if piece.charges == 0:
        return
    if piece.charges == 1:
        piece.count -= 1
        table.emit("coriolis.ruling.med.stacking", one.id, number=piece.count, note=piece.name)
        return
    left = piece.charges if piece.left == DERIVED else piece.left
    loose = carried(one, piece.dose) if piece.dose and not piece.ship_module else None
    if left > 0:
        piece.left = left - 1
    elif loose is not None:
        loose.count -= 1
    if piece.left == 0 and piece.count > 1:  # the next one of the kind is opened
        piece.count, piece.left = piece.count - 1, DERIVED
    rule = "coriolis.ruling.med.labs" if piece.ship_module else "coriolis.ruling.med.kit-doses"
    table.emit(rule, one.id, number=doses(one, piece), note=piece.name)
