"""Ongoing conditions: bleeding, burning, plasma burn, blindness, gas. They are dealt out as stacks and bite each turn."""

from __future__ import annotations

from starfray.engine.dice import bands, total
from starfray.engine.scene import apart
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Ongoing, Stack

PLASMA_TURNS = 2
GAS_AFTER = 3  # turns for which gas still spoils the aim
LASTING = ("blind", "dazzled", "disrupted", "lonely")  # do not end with being Downed
POISON_FELLS = 5  # turns after which a poison may knock one out


def add_stacks(table: Table, one: Fighter, kind: Ongoing, stacks: int, turns: int = 0, dc: int = 50) -> None:
    """More of the same kind joins what is there. cx.presumed.conditions"""
    if stacks <= 0 or one.downed or one.dead:
        return  # cx.stabilize.effects-drop
    mine = next((each for each in one.conditions if each.kind == kind), None)
    if mine is None:
        one.conditions.append(Stack(kind=kind, stacks=stacks, turns=turns, dc=dc))
    else:
        mine.stacks += stacks
        mine.turns = max(mine.turns, turns)
        mine.dc = max(mine.dc, dc)
    table.emit("cx.presumed.conditions", one.id, number=stacks, note=kind)


def harm_of_turn(table: Table, one: Fighter, place: int) -> int:
    """What one condition costs this turn, one set of dice per stack, and whether it is over. cx.order.turn-start"""
    each = one.conditions[place]
    harm = 0
    for stack in range(each.stacks):
        table.same("cx.order.turn-start", (one.id, "harm", place, stack, harm))
        if each.kind == "bleeding":
            harm += 1 + table.roll("cx.presumed.conditions", one.id, bands(1, 10, 1, 3, 5, 7, 9))  # d10/2 + 1, down
        elif each.kind == "burning":
            harm += table.roll("cx.presumed.conditions", one.id, total(2, 10))
        elif each.kind == "plasma-burn":
            harm += 1 + table.roll("cx.presumed.conditions", one.id, total(1, 10))
        elif each.kind == "frozen":
            harm += table.roll("cx.presumed.conditions", one.id, total(1, 10))
        elif each.kind == "poisoned":
            harm += max(0, table.roll("cx.presumed.conditions", one.id, total(1, 10)) + grade_of_poison(each.dc))
        elif each.kind == "necrosis":
            harm += 5 + table.roll("cx.presumed.conditions", one.id, total(2, 10))
    each.lasted += 1
    if each.kind == "burning" and each.lasted % 2 == 0:
        each.stacks += 1
    if each.turns:
        each.turns -= 1
        if each.turns == 0:
            each.stacks = 0
    return harm


def grade_of_poison(dc: int) -> int:
    """A lesser poison (DC 40) takes 5 less, a greater one (DC 75) 5 more."""
    return -5 if dc <= 40 else 5 if dc >= 75 else 0


def stacks_of(one: Fighter, kind: str) -> int:
    return next((each.stacks for each in one.conditions if each.kind == kind), 0)


def suffers(one: Fighter, kind: str) -> bool:
    return any(each.kind == kind for each in one.conditions)


def drop_finished(one: Fighter) -> None:
    one.conditions = [each for each in one.conditions if each.stacks > 0]


def drop_effects(table: Table, one: Fighter) -> None:
    """Bleeding and burns end when one is Downed. cx.stabilize.effects-drop"""
    if one.conditions:
        one.conditions = [each for each in one.conditions if each.kind in LASTING]
        table.emit("cx.stabilize.effects-drop", one.id)


def gas_around(state: CompoundX, one: Fighter) -> int:
    """Internal damage a turn in the gas costs; a mask or a sealed suit keeps it out."""
    if one.at is None or one.kits.get("gas-mask") or one.armour.sealed:
        return 0
    here = [each for each in state.clouds if apart(each.at, one.at) <= each.radius + 1e-9]
    return sum(each.damage for each in here if each.kind == "gas" or (each.kind == "chem" and not one.mechanical))


def in_gas(one: Fighter) -> bool:
    return suffers(one, "gas")
