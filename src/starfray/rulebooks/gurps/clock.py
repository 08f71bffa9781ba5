"""The clock: what seconds, minutes and half hours bring to the wounded, and how long spells last. gurps.order.clock"""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, add_death, attribute_tally, check
from starfray.rulebooks.gurps.injury import HALF_HOUR, MINUTE, check_death, die
from starfray.rulebooks.gurps.state import Fighter, Gurps

CLOTTED = 3  # successes in a row. gurps.injury.bleeding.stop


def second_passes(state: Gurps, table: Table) -> None:
    """After the last turn of a second: bleeding, then mortal wounds, in roster order; hearts stop. gurps.order.clock"""
    for actor in state.roster.values():
        if actor.dead or actor.out:
            continue
        if actor.bleeding:
            actor.bleeding -= 1
            if not actor.bleeding:
                bleed(table, actor)
    for actor in state.roster.values():
        if actor.dead or actor.out:
            continue
        if actor.mortal_clock:
            actor.mortal_clock -= 1
            if not actor.mortal_clock:
                fight_for_life(table, actor)
        if actor.heart and not actor.dead:
            actor.heart -= 1
            if not actor.heart:
                die(table, actor, "gurps.fp.heart-attack")


def bleed(table: Table, actor: Fighter) -> None:
    """HT at -1 per 5 HP missing, once a minute. gurps.injury.bleeding, gurps.ruling.bleeding"""
    table.merge("gurps.order.clock", (actor.id, "bleeding"))
    tally = attribute_tally(table, actor, "HT", actor.attributes.ht)
    missing = (actor.max_hp - actor.hp) // 5
    if missing:
        tally.add(-missing, "gurps.injury.bleeding", f"{actor.max_hp - actor.hp} HP lost")
    degree = check(table, "gurps.injury.bleeding", actor.id, tally)
    actor.bleeding = MINUTE
    if degree >= FAILURE:
        lost = 3 if degree == CRITICAL_FAILURE else 1
        before = actor.hp
        actor.hp -= lost
        actor.clotting = 0
        table.emit("gurps.injury.bleeding.failure", actor.id, number=lost)
        if actor.mortal:  # any further HT roll that fails. gurps.ruling.mortal-rolls
            die(table, actor, "gurps.injury.mortal.further")
            return
        check_death(table, actor, before)
        return
    actor.clotting += 1
    if degree == CRITICAL_SUCCESS or actor.clotting >= CLOTTED:
        actor.bleeding = actor.clotting = 0
        table.emit("gurps.injury.bleeding.stop", actor.id)


def fight_for_life(table: Table, actor: Fighter) -> None:
    """HT every half hour, or die. gurps.injury.mortal.half-hour"""
    table.merge("gurps.order.clock", (actor.id, "mortal"))
    tally = attribute_tally(table, actor, "HT", actor.attributes.ht)
    add_death(tally, actor)
    degree = check(table, "gurps.injury.mortal.half-hour", actor.id, tally)
    if degree >= FAILURE:
        die(table, actor, "gurps.injury.mortal.failure")
    elif degree == CRITICAL_SUCCESS:
        actor.mortal, actor.incapacitated = False, True
        table.emit("gurps.injury.mortal.critical", actor.id)
    else:
        actor.mortal_clock = HALF_HOUR
        table.emit("gurps.injury.mortal.success", actor.id)
