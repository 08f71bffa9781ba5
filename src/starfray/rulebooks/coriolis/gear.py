"""Medical equipment: which piece is used, what it adds, and what it uses up. Tables 5.5 and 6.4."""

from __future__ import annotations

from starfray.engine.rules import Content, Refused, Table, Tally, from_plain
from starfray.rulebooks.coriolis.state import DERIVED, Fighter, Gear, carried

IMPROVISED = -1  # coriolis.med.improvised
BAG, HERBS = "doctors-bag", "herbal-remedy"


def doses(actor: Fighter, piece: Gear) -> int:
    """Charges left in it; a kit also takes loose doses of its kind."""
    left = piece.charges if piece.left == DERIVED else piece.left
    loose = carried(actor, piece.dose) if piece.dose and not piece.ship_module else None
    return left + (loose.count if loose is not None else 0)


def counts_as_improvised(actor: Fighter, piece: Gear) -> bool:
    """A medkit without doses. coriolis.ruling.med.kit-doses"""
    return piece.key == "medkit" and doses(actor, piece) == 0


def works(actor: Fighter, piece: Gear, state: str) -> bool:
    """Does it help against this: broken, critical or radiation?"""
    if piece.bonus is None or piece.count <= 0 or piece.dropped or piece.needs or state in piece.not_for:
        return False
    if doses(actor, piece) > 0 or piece.charges == 0 or piece.ship_module:
        return True
    return counts_as_improvised(actor, piece) and state == "broken"  # the trauma kit and the bag are useless when empty


def usable(actor: Fighter, state: str) -> list[Gear]:
    return [each for each in actor.gear if works(actor, each, state)]


def bonus_of(actor: Fighter, piece: Gear, state: str) -> int:
    """The starred figure is for critical injuries. coriolis.med.star"""
    assert piece.bonus is not None
    if counts_as_improvised(actor, piece):
        return IMPROVISED
    if piece.ship_module and doses(actor, piece) == 0:  # coriolis.ruling.med.labs: no bonus until resupplied
        return 0
    if state == "critical" and piece.bonus_critical is not None:
        return piece.bonus_critical
    return piece.bonus


def improvised(content: Content) -> Gear:
    """A splint, a torn shirt: whatever is at hand. coriolis.ruling.med.improvise, coriolis.state.broken.improvised"""
    return from_plain(Gear, {"key": "improvised", **content.entry("gear", "improvised")})


def equipment(actor: Fighter, named: str, state: str, content: Content) -> Gear:
    """The piece named, or the best at hand; bonuses never add up. coriolis.medtech.no-stacking

    coriolis.heal.first-aid.needs-gear
    """
    fit = usable(actor, state)
    if named:
        piece = improvised(content) if named == "improvised" else carried(actor, named)
        if piece is None or piece.bonus is None:
            raise Refused(
                "coriolis.action.first-aid.equipment-required",
                f"{actor.id} has no {named!r} to treat with",
                [each.key for each in fit],
            )
        if not works(actor, piece, state):
            rule = piece.rule or piece.table_rule
            raise Refused(rule, f"the {piece.name} cannot be used for this", [each.key for each in fit])
        bag = carried(actor, BAG)
        with_the_bag = piece.key == HERBS and bag is not None and bag in fit
        return bag if with_the_bag and bag is not None else piece  # coriolis.ruling.med.herbal: the bag's 0 counts
    if not fit:
        raise Refused("coriolis.action.first-aid.equipment-required", f"{actor.id} has nothing to treat with", ["improvised"])
    best = fit[0]
    for piece in fit[1:]:
        if bonus_of(actor, piece, state) > bonus_of(actor, best, state):
            best = piece
    return best


def add_equipment(table: Table, tally: Tally, actor: Fighter, piece: Gear, state: str) -> None:
    """The modifier of the one piece used. coriolis.action.first-aid.modifier"""
    bonus = bonus_of(actor, piece, state)
    table.emit("coriolis.action.first-aid.modifier", actor.id, number=bonus, note=piece.name)
    tally.add(bonus, piece.table_rule or piece.rule, piece.name)
    if piece.rule and piece.table_rule:
        table.cite(piece.rule)
    if state == "critical" and piece.bonus_critical is not None:
        table.emit("coriolis.med.star", actor.id, number=bonus, note=piece.name)
    if piece.key == BAG and carried(actor, HERBS):
        table.cite("coriolis.ruling.med.herbal")
    if len(usable(actor, state)) > 1:
        table.cite("coriolis.medtech.no-stacking")


def put_with(actor: Fighter, piece: Gear) -> None:
    """Into her bag: with more of its kind if she has any, so that no dose is lost or won."""
    own = carried(actor, piece.key)
    if own is None:
        actor.gear.append(piece)
        return
    if own.charges > 1:
        left = in_all(own) + in_all(piece)
        own.count = max(1, -(-left // own.charges))
        own.left = left - (own.count - 1) * own.charges
    else:
        own.count += piece.count


def in_all(piece: Gear) -> int:
    """Doses in the open one and in the full ones."""
    return (piece.count - 1) * piece.charges + (piece.charges if piece.left == DERIVED else piece.left)


def use_up(table: Table, actor: Fighter, piece: Gear) -> None:
    """One dose or treatment per use, success or not; only the piece used loses one. coriolis.ruling.med.stacking"""
    if piece.charges == 0:
        return
    if piece.charges == 1:
        piece.count -= 1
        table.emit("coriolis.ruling.med.stacking", actor.id, number=piece.count, note=piece.name)
        return
    left = piece.charges if piece.left == DERIVED else piece.left
    loose = carried(actor, piece.dose) if piece.dose and not piece.ship_module else None
    if left > 0:
        piece.left = left - 1
    elif loose is not None:
        loose.count -= 1
    if piece.left == 0 and piece.count > 1:  # the next one of the kind is opened
        piece.count, piece.left = piece.count - 1, DERIVED
    rule = "coriolis.ruling.med.labs" if piece.ship_module else "coriolis.ruling.med.kit-doses"
    table.emit(rule, actor.id, number=doses(actor, piece), note=piece.name)
