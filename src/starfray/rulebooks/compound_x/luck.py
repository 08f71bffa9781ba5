"""Critical hits by luck: the band of natural rolls, and the second die."""

from __future__ import annotations

from starfray.engine.dice import bands
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.state import Fighter

CRITICAL, EXTRA_CRITICAL = 20, 30  # cx.crit.damage


def luck_needed(one: Fighter) -> int:
    """The natural accuracy roll that may be critical; 0: none. Abilities widen the band. cx.crit.sources"""
    if one.unlucky:
        return 0  # cx.ruling.frail
    luck = one.stats.luck
    return (10 if luck <= 6 else 9 if luck <= 10 else 8) - sum(each.crit for each in one.abilities)


def luck_rule(luck: int) -> str:
    return ("cx.crit.luck-1-3" if luck <= 3 else "cx.crit.luck-4-6" if luck <= 6
            else "cx.crit.luck-7-10" if luck <= 10 else "cx.crit.luck-11")  # fmt: skip


def critical_bonus(table: Table, one: Fighter) -> int:
    """A second d10: plain, Critical +20 or Extra-Critical +30, by the natural die. cx.crit.activate, cx.ruling.crit-natural"""
    luck = one.stats.luck
    tally = Tally(table.keeps)
    tally.add(luck_needed(one), "cx.crit.sources", f"LUC {luck}")
    tally.add(0, "cx.ruling.crit-natural")
    high = table.roll("cx.crit.activate", one.id, bands(1, 10, 5), tally) == 1
    if luck <= 3:
        bonus = CRITICAL if high else 0
    else:
        bonus = EXTRA_CRITICAL if high else CRITICAL
    table.emit(luck_rule(luck), one.id, number=bonus)
    return bonus


def extra_bleed(table: Table, one: Fighter, bonus: int) -> int:
    """Some feats add effects to criticals. cx.crit.extra-effects"""
    bleed = sum(each.crit_bleed for each in one.abilities) if bonus else 0
    if bleed:
        table.emit("cx.crit.extra-effects", one.id, number=bleed)
    return bleed
