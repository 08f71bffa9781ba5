"""Shots that may go astray: at somebody in a melee or a grapple. cx.order.shot"""

from __future__ import annotations

from starfray.engine.dice import bands, total
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.dice import FAIL, check
from starfray.rulebooks.compound_x.engagement import opponents
from starfray.rulebooks.compound_x.misschance import prepare
from starfray.rulebooks.compound_x.shooting import is_wide
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon, partner_of
from starfray.rulebooks.compound_x.stats import general_modifier

LUCK_DC = 50  # cx.intomelee.check


def actual_victim(
    state: CompoundX, table: Table, one: Fighter, target: Fighter, gun: Weapon, *, aimed: bool, blind: bool = False
) -> Fighter:
    """A shot at a grapple or into a melee may go at somebody else. cx.grapple.shot.single, cx.intomelee.check"""
    partner = partner_of(state, target)
    if partner is not None and partner is not one:
        return shot_at_grapple(state, table, one, target, partner, gun, aimed=aimed, blind=blind)
    others = [each for each in opponents(state, target) if each is not one]
    if not others:
        if one.id in target.engaged:
            table.emit("cx.ruling.cqb-own-melee", one.id, target.id)
        return target
    if prepare(state, table.content, one, target, gun, aimed=aimed, blind=blind).reach is None:
        return target  # cx.ruling.out-of-range: no die
    tally = Tally(table.keeps)
    tally.add(general_modifier(one.stats.luck), "cx.presumed.stat-check", "LUC")
    if aimed:
        tally.add(10, "cx.intomelee.aim")
    tally.add(0, "cx.intomelee.no-crit")
    if table.roll("cx.intomelee.check", one.id, check(tally.total, LUCK_DC), tally) != FAIL:
        table.emit("cx.intomelee.success", one.id, target.id)
        return target
    place = table.roll("cx.ruling.intomelee-random", one.id, total(1, len(others))) if len(others) > 1 else 1
    victim = others[place - 1]
    table.emit("cx.intomelee.failure", one.id, victim.id)
    table.emit("cx.intomelee.proceed", one.id, victim.id)
    return victim


def shot_at_grapple(
    state: CompoundX, table: Table, one: Fighter, target: Fighter, partner: Fighter, gun: Weapon, *, aimed: bool, blind: bool
) -> Fighter:
    """50 % + mod(LUC) for the chosen one, from the second bracket on. cx.ruling.grapple-shot-roll"""
    if is_wide(gun):
        return target
    reach = prepare(state, table.content, one, target, gun, aimed=aimed, blind=blind).reach
    always = state.rulings.get("grapple-shot-range", "beyond-first") == "always"
    if reach is None or (reach.place == 0 and not always):
        table.emit("cx.grapple.shot.range", one.id, target.id)
        table.emit("cx.ruling.grapple-shot-range", one.id)
        return target
    tally = Tally(table.keeps)
    tally.add(50, "cx.grapple.shot.single")
    tally.add(general_modifier(one.stats.luck), "cx.ruling.grapple-shot-roll", "LUC")
    wide_of_it = table.roll("cx.grapple.shot.single", one.id, bands(1, 100, min(100, max(0, tally.total))), tally) == 1
    return partner if wide_of_it else target
