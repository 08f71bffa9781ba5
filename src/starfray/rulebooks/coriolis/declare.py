"""Declaring an action: who may act at all, the action points it takes, the help that was given for it."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.coriolis.core import FREE, NORMAL, SPEED_RULE
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

MOST_HELP = 3  # coriolis.action.help.bonus, coriolis.ruling.help.cap
ATTACKS = ("shot", "aimed-shot", "quick-shot", "full-auto", "melee-attack", "quick-melee", "throw")


@dataclass(slots=True)
class Deed:
    """What somebody sets out to do in her own slot."""

    kind: str
    cost: int
    target: str = ""
    weapon: str = ""


def declare(state: Coriolis, one: Fighter, deed: Deed) -> None:
    """Refuse what cannot be done now, then take the action points. Nothing is touched before the last refusal."""
    if one.grappled_by and deed.kind not in ("break-free", "shout"):
        raise Refused("coriolis.grapple.victim-no-actions", f"{one.id} is pinned by {one.grappled_by}", ["break-free", "shout"])
    if one.grapples and deed.kind not in ("grapple-attack", "release", "shout"):
        raise Refused("coriolis.grapple.grappler-limited", f"{one.id} holds {one.grapples}", ["grapple-attack", "release"])
    if one.id in state.free_actions:
        sneak_action(state, one, deed)
        return
    if one.ap < deed.cost:
        raise Refused(SPEED_RULE[deed.cost], f"{one.id} has {one.ap} AP, this takes {deed.cost}", ["end-turn"])
    keeps_claim(state, one, deed)
    one.ap -= deed.cost
    if deed.cost > FREE:
        state.slot_used = True
        fix_delay(state, one)


def keeps_claim(state: Coriolis, one: Fighter, deed: Deed) -> None:
    """Whoever claimed a weapon's initiative must attack with it first. coriolis.ruling.initiative.claim-scope"""
    all_with_it = state.rulings.get("claim") == "all"
    if not one.claim_open or deed.cost == FREE:
        return
    if deed.kind in ATTACKS and deed.weapon == one.claim:
        one.claim_open = all_with_it
        return
    raise Refused("coriolis.initiative.weapon.lock", f"{one.id} must attack with the {one.claim} or do nothing",
                  ["end-turn", *ATTACKS[:4]])


def sneak_action(state: Coriolis, one: Fighter, deed: Deed) -> None:
    """The free action of a sneak attack: one Normal or Fast action, no AP. coriolis.ruling.sneak.free-action"""
    if deed.cost > NORMAL:
        raise Refused("coriolis.ruling.sneak.free-action", "the free action is a Normal one at most", ["shot", "melee-attack"])
    state.free_actions.remove(one.id)


def fix_delay(state: Coriolis, one: Fighter) -> None:
    """The place at which a delayer acts becomes her score. coriolis.initiative.delay.fixed"""
    if one.delay is None:
        return
    from starfray.rulebooks.coriolis.initiative import score

    other = state.roster.get(one.delay.beside)
    if other is not None:
        one.initiative = score(other)  # claims and surprise included: coriolis.ruling.initiative.delay-value
        one.surprise, one.claim = False, ""
        one.beside = one.delay
    one.delay = None


def add_help(table: Table, tally: Tally, one: Fighter, deed: Deed) -> None:
    """Dice comrades have given for this action; help for another one is lost. coriolis.action.help.lost"""
    if not one.helps:
        return
    dice = 0
    for help in one.helps:
        if help.action == deed.kind and help.target in ("", deed.target):
            dice += help.dice
        else:
            lost = "coriolis.action.command.dictated" if help.command else "coriolis.action.help.lost"
            table.emit(lost, one.id, help.by, note=deed.kind)
    if dice:
        tally.add(min(dice, MOST_HELP), "coriolis.action.help.bonus", "help")
    one.helps = []
