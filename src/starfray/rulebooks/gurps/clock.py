"""The clock: what seconds, minutes and half hours bring to the wounded, and how long spells last. gurps.order.clock"""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, attribute_tally, check
from starfray.rulebooks.gurps.hooks import add_death
from starfray.rulebooks.gurps.injury import HALF_HOUR, MINUTE, Frame, check_death, die
from starfray.rulebooks.gurps.state import Fighter, Gurps

CLOTTED = 3  # successes in a row. gurps.injury.bleeding.stop


def second_passes(state: Gurps, table: Table) -> None:
    """After the last turn of a second: bleeding, then mortal wounds, in roster order; hearts stop. gurps.order.clock"""
    for one in state.roster.values():
        if one.dead or one.out:
            continue
        if one.bleeding:
            one.bleeding -= 1
            if not one.bleeding:
                bleed(table, one, ())
    for one in state.roster.values():
        if one.dead or one.out:
            continue
        if one.mortal_clock:
            one.mortal_clock -= 1
            if not one.mortal_clock:
                fight_for_life(table, one, ())
        if one.heart and not one.dead:
            one.heart -= 1
            if not one.heart:
                die(table, one, "gurps.fp.heart-attack")


def bleed(table: Table, one: Fighter, frame: Frame) -> None:
    """HT at -1 per 5 HP missing, once a minute. gurps.injury.bleeding, gurps.ruling.bleeding"""
    table.same("gurps.order.clock", (frame, one.id, "bleeding"))
    tally = attribute_tally(table, one, "HT", one.attributes.ht)
    missing = (one.max_hp - one.hp) // 5
    if missing:
        tally.add(-missing, "gurps.injury.bleeding", f"{one.max_hp - one.hp} HP lost")
    degree = check(table, "gurps.injury.bleeding", one.id, tally)
    one.bleeding = MINUTE
    if degree >= FAILURE:
        lost = 3 if degree == CRITICAL_FAILURE else 1
        before = one.hp
        one.hp -= lost
        one.clotting = 0
        table.emit("gurps.injury.bleeding.failure", one.id, number=lost)
        if one.mortal:  # any further HT roll that fails. gurps.ruling.mortal-rolls
            table.emit("gurps.ruling.mortal-rolls", one.id)
            die(table, one, "gurps.injury.mortal.further")
            return
        check_death(table, one, before, (*frame, "bleeding"))
        return
    one.clotting += 1
    if degree == CRITICAL_SUCCESS or one.clotting >= CLOTTED:
        one.bleeding = one.clotting = 0
        table.emit("gurps.injury.bleeding.stop", one.id)


def fight_for_life(table: Table, one: Fighter, frame: Frame) -> None:
    """HT every half hour, or die. gurps.injury.mortal.half-hour"""
    table.same("gurps.order.clock", (frame, one.id, "mortal"))
    tally = attribute_tally(table, one, "HT", one.attributes.ht)
    add_death(tally, one)
    degree = check(table, "gurps.injury.mortal.half-hour", one.id, tally)
    if degree >= FAILURE:
        die(table, one, "gurps.injury.mortal.failure")
    elif degree == CRITICAL_SUCCESS:
        one.mortal, one.incapacitated = False, True
        table.emit("gurps.injury.mortal.critical", one.id)
    else:
        one.mortal_clock = HALF_HOUR
        table.emit("gurps.injury.mortal.success", one.id)
