"""Trip and hold: down, held, pinned, and the ways out of it."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.icar.contest import contest
from starfray.rulebooks.icar.core import HARD, NORMAL, attribute_of, take_off_ability, told_check
from starfray.rulebooks.icar.ground.actions import Escape
from starfray.rulebooks.icar.ground.people import STREET_FIGHTING, able, down, pinned, skill_of, within_reach
from starfray.rulebooks.icar.ground.spend import refuse_unless_free, spend
from starfray.rulebooks.icar.state import Actor, Icar


def fall(table: Table, one: Actor, by: Actor) -> None:
    """icar.close.trip"""
    if not one.prone:
        one.prone = True
        one.tripped_by = by.id
        one.fell = True
    table.emit("icar.close.trip", by.id, one.id)


def seize(table: Table, one: Actor, by: Actor) -> None:
    """icar.close.hold"""
    one.held_by = by.id
    one.fell = True
    one.plan = None
    table.emit("icar.close.hold", by.id, one.id)


def can_rise(one: Actor) -> bool:
    """Nobody stands whose balance a hacker has switched off. icar.hack.aug.effects"""
    return "balance" not in one.disabled


def rise(one: Actor) -> None:
    if not can_rise(one):
        return
    one.prone = False
    one.tripped_by = ""


def escape_due(one: Actor) -> bool:
    """One escape check per turn, from the turn after the fall or hold on. icar.ruling.down-order"""
    return down(one) and able(one) and not one.acted and why_no_escape(one) is None


def why_no_escape(one: Actor) -> Refused | None:
    if not down(one):
        return Refused("icar.close.prone.stand", f"{one.id} is neither down nor held")
    if one.fell:
        return Refused("icar.ruling.down-order", "not before the next turn", ["stand-by", "combo"])
    if one.struggled:
        return Refused("icar.ruling.down-order", "one try a turn", ["stand-by"])
    if not one.held_by and not can_rise(one):
        return Refused("icar.hack.aug.effects", f"{one.id}'s balance is off", ["stand-by"])
    return None


def escape(state: Icar, table: Table, act: Escape) -> None:
    """The main action of whoever is down. icar.ruling.down-choice"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    why = why_no_escape(one)
    if why is not None:
        raise why
    if act.attribute and (not pinned(one) or act.attribute not in ("meat", "shift")):
        raise Refused("icar.close.pinned", "only who is pinned has a choice", ["meat", "shift"])
    spend(state, table, one, act.KIND)
    struggle(state, table, one, act.attribute)


def struggle(state: Icar, table: Table, one: Actor, attribute: str = "") -> bool:
    """The check itself. Pinned: Hard, alone. On the floor or held: against whoever tripped or holds."""
    one.struggled = True
    if pinned(one):
        best = attribute or ("meat" if attribute_of(one, "meat") >= attribute_of(one, "shift") else "shift")
        tally = table.tally()
        tally.add(HARD, "icar.close.pinned")
        take_off_ability(tally, one, STREET_FIGHTING, best)
        if told_check(state, table, one, tally, "icar.close.pinned"):
            rise(one)
            one.held_by = ""
            table.emit("icar.ruling.down-choice", one.id, note="free")
            return True
        return False
    held = one.held_by != ""
    other = state.roster.get(one.held_by or one.tripped_by)
    attribute = "meat" if held else "shift"
    rule = "icar.close.hold.break" if held else "icar.close.prone.stand"
    if other is not None and able(other) and within_reach(state, one, other):
        passed = contest(state, table, one, other, opposed_tally(table, one, other, attribute, rule), rule)
    else:  # icar.ruling.stand-opposed: nobody is in the way
        tally = table.tally()
        tally.add(NORMAL, "icar.ruling.stand-opposed")
        take_off_ability(tally, one, STREET_FIGHTING, attribute)
        passed = told_check(state, table, one, tally, rule)
    if passed:
        if held:
            one.held_by = ""
        else:
            rise(one)
        table.emit("icar.ruling.down-choice", one.id, note="free" if held else "on the feet")
    return passed


def opposed_tally(table: Table, one: Actor, other: Actor, attribute: str, rule: str, theirs: str = "") -> Tally:
    """How far the other is ahead before the dice: Street Fighting and the attribute on both sides."""
    tally = table.tally()
    tally.add(attribute_of(other, theirs or attribute), rule, f"{other.id}: {theirs or attribute}")
    tally.add(skill_of(other, STREET_FIGHTING), rule, f"{other.id}: {STREET_FIGHTING}")
    for modifier in other.gm_modifiers:
        tally.add(modifier.amount, "gm.modifier", modifier.note)
    take_off_ability(tally, one, STREET_FIGHTING, attribute)
    return tally
