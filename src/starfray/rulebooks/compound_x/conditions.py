"""Ongoing conditions: bleeding, burning, plasma burn, blindness, gas. They are dealt out as stacks and bite each turn."""

from __future__ import annotations

from starfray.engine.rules import Table, apart
from starfray.engine.walls import wall_between
from starfray.rulebooks.compound_x.dice import LOW, banded, summed
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Ongoing, Stack

PLASMA_TURNS = 2
GAS_AFTER = 3  # turns for which gas still spoils the aim
LASTING = ("blind", "dazzled", "disrupted", "lonely")  # do not end with being Downed
HARM = {"burning": (2, 0), "plasma-burn": (1, 1), "frozen": (1, 0), "poisoned": (1, 0), "necrosis": (2, 5)}  # d10s, and more
POISON_FELLS = 5  # turns after which a poison may knock one out


def add_stacks(table: Table, actor: Fighter, kind: Ongoing, stacks: int, turns: int = 0, dc: int = 50) -> None:
    """More of the same kind joins what is there. cx.presumed.conditions"""
    if stacks <= 0 or actor.downed or actor.dead:
        return  # cx.stabilize.effects-drop
    mine = next((each for each in actor.conditions if each.kind == kind), None)
    if mine is None:
        actor.conditions.append(Stack(kind=kind, stacks=stacks, turns=turns, dc=dc))
    else:
        mine.stacks += stacks
        mine.turns = max(mine.turns, turns)
        mine.dc = max(mine.dc, dc)
    table.emit("cx.presumed.conditions", actor.id, number=stacks, note=kind)


def harm_of_turn(table: Table, actor: Fighter, place: int) -> int:
    """What one condition costs this turn, one set of dice per stack, and whether it is over. cx.order.turn-start"""
    each = actor.conditions[place]
    harm = 0
    for stack in range(each.stacks):
        table.merge("cx.order.turn-start", (actor.id, "harm", place, stack, harm))
        if each.kind == "bleeding":
            harm += 1 + table.roll("cx.presumed.conditions", actor.id, banded(10, LOW, 1, 3, 5, 7, 9))  # d10/2 + 1, down
        elif each.kind in HARM:
            dice, more = HARM[each.kind]
            if each.kind == "poisoned":  # a lesser poison (DC 40) takes 5 less, a greater one (DC 75) 5 more
                more = -5 if each.dc <= 40 else 5 if each.dc >= 75 else 0
            harm += max(0, table.roll("cx.presumed.conditions", actor.id, summed(dice, 10, LOW)) + more)
    each.lasted += 1
    if each.kind == "burning" and each.lasted % 2 == 0:
        each.stacks += 1
    if each.turns:
        each.turns -= 1
        if each.turns == 0:
            each.stacks = 0
    return harm


def stacks_of(actor: Fighter, kind: str) -> int:
    return next((each.stacks for each in actor.conditions if each.kind == kind), 0)


def suffers(actor: Fighter, kind: str) -> bool:
    return any(each.kind == kind for each in actor.conditions)


def drop_finished(actor: Fighter) -> None:
    actor.conditions = [each for each in actor.conditions if each.stacks > 0]


def drop_effects(table: Table, actor: Fighter) -> None:
    """Bleeding and burns end when one is Downed. cx.stabilize.effects-drop"""
    if actor.conditions:
        actor.conditions = [each for each in actor.conditions if each.kind in LASTING]
        table.emit("cx.stabilize.effects-drop", actor.id)


def gas_around(state: CompoundX, actor: Fighter) -> int:
    """Internal damage a turn in the gas costs; a mask, a sealed suit or a wall keeps it out. cx.ruling.wall"""
    if actor.at is None or actor.kits.get("gas-mask") or actor.armour.sealed:
        return 0
    near = [each for each in state.clouds if apart(each.at, actor.at) <= each.radius + 1e-9]
    here = [each for each in near if wall_between(state, each.at, actor.at) is None]
    return sum(each.damage for each in here if each.kind == "gas" or (each.kind == "chem" and not actor.mechanical))
