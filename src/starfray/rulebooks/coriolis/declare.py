"""Declaring an action: who may act at all, the action points it takes, the help that was given for it."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.coriolis.core import FAST, FREE, NORMAL, SPEED_RULE
from starfray.rulebooks.coriolis.initiative import fix_place
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

MOST_HELP = 3  # coriolis.action.help.bonus, coriolis.ruling.help.cap
ATTACKS = ("shot", "aimed-shot", "quick-shot", "full-auto", "melee-attack", "quick-melee", "throw", "grapple-attack")


@dataclass(slots=True)
class Deed:
    """What somebody sets out to do in her own slot."""

    kind: str
    cost: int
    target: str = ""
    weapon: str = ""
    help: int = 0  # dice comrades have given for it


def declare(state: Coriolis, table: Table, one: Fighter, deed: Deed) -> None:
    """Refuse what cannot be done now, then take the action points. Nothing is touched before the last refusal."""
    if one.immobile and deed.kind != "shout":
        raise Refused("coriolis.ruling.immobile", f"{one.id} cannot move", ["shout", "end-turn"])
    if one.grappled_by and deed.kind not in ("break-free", "shout"):
        raise Refused("coriolis.grapple.victim-no-actions", f"{one.id} is pinned by {one.grappled_by}", ["break-free", "shout"])
    if one.grapples and deed.kind not in ("grapple-attack", "release"):
        raise Refused("coriolis.grapple.grappler-limited", f"{one.id} holds {one.grapples}", ["grapple-attack", "release"])
    if one.id in state.free_actions:
        sneak_action(state, table, one, deed)
        return
    if one.ap < deed.cost:
        raise Refused(SPEED_RULE[deed.cost], f"{one.id} has {one.ap} AP, this takes {deed.cost}", ["end-turn"])
    if deed.cost == FREE:
        return
    refuse_other_than_claimed(state, one, deed)
    one.ap -= deed.cost
    state.slot_used = True
    if state.rulings.get("claim") != "all":  # coriolis.ruling.initiative.claim-scope
        one.owes = ""
    fix_place(state, table, one)
    deed.help = take_help(table, one, deed)


def refuse_other_than_claimed(state: Coriolis, one: Fighter, deed: Deed) -> None:
    """Whoever claimed a weapon's initiative must attack with it, or do nothing at all. coriolis.initiative.weapon.lock"""
    if one.owes and not (deed.kind in ATTACKS and deed.weapon == one.owes):
        rule = "coriolis.ruling.initiative.claim-scope" if state.slot_used else "coriolis.initiative.weapon.lock"
        raise Refused(rule, f"{one.id} must attack with the {one.owes} or do nothing", ["end-turn", *ATTACKS])


def sneak_action(state: Coriolis, table: Table, one: Fighter, deed: Deed) -> None:
    """The free action of a sneak attack: one Normal or Fast action, no AP. coriolis.ruling.sneak.free-action"""
    if deed.cost not in (NORMAL, FAST):
        raise Refused("coriolis.ruling.sneak.free-action", "the free action is Normal or Fast", ["shot", "melee-attack"])
    state.free_actions.remove(one.id)
    table.emit("coriolis.ruling.sneak.free-action", one.id, note=deed.kind)
    if deed.cost == FAST:  # it is used up all the same
        table.emit("coriolis.sneak.success.not-two-fast", one.id, note=deed.kind)


def take_help(table: Table, one: Fighter, deed: Deed) -> int:
    """The dice given for this very action; help for another one is lost. coriolis.action.help.lost

    Free actions and reactions neither use it nor lose it. coriolis.ruling.help.next-action
    """
    dice = 0
    for help in one.helps:
        if help.action == deed.kind and help.target in ("", deed.target):
            dice += help.dice
        else:
            lost = "coriolis.action.command.dictated" if help.command else "coriolis.action.help.lost"
            table.emit(lost, one.id, help.by, note=deed.kind)
    one.helps = []
    return min(dice, MOST_HELP)  # coriolis.ruling.help.cap: Command included


def add_help(table: Table, tally: Tally, one: Fighter, deed: Deed) -> None:
    if deed.help:
        tally.add(deed.help, "coriolis.action.help.bonus", "help")


def pay_reaction(table: Table, one: Fighter, cost: int) -> None:
    """What the reaction's row says, from the same pool, also outside her slot. coriolis.ap.reaction"""
    one.ap -= cost
    table.emit("coriolis.ap.reaction", one.id, number=cost)


def help_reaction(tally: Tally, one: Fighter, kind: str, target: str) -> None:
    """Help given for this reaction counts now and is used up; any other waits. coriolis.ruling.help.next-action"""
    fit = [help for help in one.helps if help.action == kind and help.target in ("", target)]
    if fit:
        tally.add(min(sum(help.dice for help in fit), MOST_HELP), "coriolis.ruling.help.next-action", "help")
        one.helps = [help for help in one.helps if help not in fit]
