"""Getting hit: shield, the armour roll, blocking, piercing, armour points, the less vital spot, riders. cx.order.damage"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from starfray.engine.rules import Table, Tally
from starfray.rulebooks.compound_x.conditions import PLASMA_TURNS, add_stacks
from starfray.rulebooks.compound_x.dice import banded
from starfray.rulebooks.compound_x.health import lose_health
from starfray.rulebooks.compound_x.items import Damage
from starfray.rulebooks.compound_x.shield import absorbed, lose_strength
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import stat_check

BARE = 50  # cx.armor.unarmored
CRITICAL, EXTRA_CRITICAL = 20, 30  # cx.crit.damage
LUCK = ((3, "cx.crit.luck-1-3"), (6, "cx.crit.luck-4-6"), (10, "cx.crit.luck-7-10"), (99, "cx.crit.luck-11"))
Place = Literal["armour", "missed", "bare", "body"]
VITAL, AT_FIFTY, OUTER = 0, 1, 2  # the location roll: under 50, 50, over 50


@dataclass(slots=True)
class Blow:
    """One hit on its way, with all its bonuses in. cx.ruling.damage-order

    strikes: 'roll' for armour; 'armour' strikes it without a roll; 'blast' does so too, and the bare take all of it;
    'body' goes past armour and deals all of it.
    """

    tally: Tally
    type: Damage = "ballistic"
    apl: int = 0
    by: str = ""
    strikes: Literal["roll", "armour", "blast", "body"] = "roll"
    blunt: int = -1  # melee: what armour it cannot pierce lets through
    two_handed: bool = False
    nonlethal: bool = False
    edge: bool = False  # ignores standard armour
    electric: int = 0  # how much of it armour stops entirely
    third: bool = False  # armour it cannot pierce lets a third through
    sealed_only: bool = False  # only sealed armour counts
    bleed: int = 0
    burn: int = 0
    burn_dc: int = 40
    plasma_burn: int = 0
    shield_burn: int = 0
    melts_first: bool = False  # the armour's level is one lower already for this hit
    stun_dc: int = 0  # stat check against being stunned, on an armour roll under 50
    break_dc: int = 0  # and against a broken limb, on one over 50


def take_damage(state: CompoundX, table: Table, victim: Fighter, blow: Blow) -> int:
    """One hit, from the shield inwards; the health it cost comes back. cx.order.damage"""
    tally = blow.tally
    if blow.shield_burn and victim.shield is not None and victim.shield.strength > 0 and not victim.shield.blocks_all:
        lose_strength(table, victim, victim.shield, min(blow.shield_burn, victim.shield.strength), "cx.shield.plasma")
        blow.plasma_burn = 0
    elif victim.shield is not None:
        stopped = absorbed(table, victim, tally.total, blow.type)
        if stopped:
            tally.add(-stopped, "cx.shieldgen.block", "shield")
    if tally.total <= 0:
        return 0
    place, spot = place_hit(state, table, victim, blow)
    melted = 1 if blow.melts_first and not victim.armour.eroded else 0  # a plasma blade wears it down before it is compared
    pierced = place != "armour" or blow.apl >= level_of(victim) - melted
    if place == "armour":
        left = through_armour(table, victim, blow, pierced)
    else:
        electric = tally.total if blow.type == "electric" else blow.electric
        if electric and victim.mechanical:
            tally.add(electric // 2, "cx.presumed.damage-types", "electric")
        left = tally.total
    lost = lose_health(state, table, victim, left, nonlethal=blow.nonlethal, tally=tally)
    riders(state, table, victim, blow, place, lost, spot, pierced)
    return lost


def level_of(victim: Fighter) -> int:
    return victim.armour.apl - (1 if victim.armour.eroded else 0)


def through_armour(table: Table, victim: Fighter, blow: Blow, pierced: bool) -> int:
    """Blocked below the armour's level; from it on armour points come first. cx.armor.apl-block, cx.armor.ap"""
    tally = blow.tally
    if blow.electric:
        tally.add(-blow.electric, "cx.presumed.damage-types", "armour stops the electric part")
    if not pierced:
        if blow.blunt >= 0:
            rule = "cx.melee.blunt.twohanded" if blow.two_handed else "cx.melee.blunt.str"
            tally.add(blow.blunt - tally.total, rule, "blunt force")
            table.emit(rule, victim.id, number=blow.blunt)
            table.emit("cx.ruling.blunt-portion", victim.id, number=blow.blunt)
            return blow.blunt
        if blow.third:
            tally.add(tally.total // 3 - tally.total, "cx.presumed.damage-types", "a third goes through")
            return tally.total
        table.emit("cx.armor.apl-block", victim.id, number=tally.total, tally=tally)
        return 0
    table.emit("cx.armor.apl-pierce", victim.id, number=blow.apl)
    stopped = min(tally.total, victim.armour_points)
    victim.armour_points -= stopped  # cx.ruling.ap-as
    if stopped:
        tally.add(-stopped, "cx.ruling.ap-as", "armour points")
        table.emit("cx.armor.ap", victim.id, number=stopped, note="armour")
    return tally.total


def place_hit(state: CompoundX, table: Table, victim: Fighter, blow: Blow) -> tuple[Place, int]:
    """Where it lands; halved on a less vital spot. The second value: VITAL, or by the location roll under, at or over 50."""
    armour = victim.armour
    if blow.strikes == "body":
        return "body", VITAL
    if blow.type in ("explosive", "internal") or (blow.edge and armour.standard and armour.coverage > 0):
        table.emit("cx.presumed.damage-types", victim.id, note="edge" if blow.edge else blow.type)
        return "body", VITAL
    laser = blow.type == "laser" or (blow.type == "electric" and not blow.electric)
    if laser and armour.coverage > 0:
        table.cite("cx.ruling.laser-armor")
    fine = blow.stun_dc > 0 or blow.break_dc > 0  # the roll itself matters
    if armour.coverage <= 0 or laser or (blow.sealed_only and not armour.sealed):
        return place_on_bare(table, victim, blow, fine)
    if blow.strikes in ("armour", "blast"):
        return "armour", VITAL
    struck, half, spot = armour_roll(state, table, victim, fine)
    if half:
        halve(table, victim, blow, "cx.ruling.half-on-miss-armor")
    return ("armour" if struck else "missed"), spot


def place_on_bare(table: Table, victim: Fighter, blow: Blow, fine: bool) -> tuple[Place, int]:
    """Where no armour counts: from 50 up a less vital spot; a blast takes all of one. cx.ruling.grenade-blast"""
    if blow.strikes == "blast":
        return "bare", VITAL
    shape = banded(100, BARE, BARE - 1, BARE) if fine else banded(100, BARE, BARE - 1)
    spot = table.roll("cx.armor.unarmored", victim.id, shape)
    if spot != VITAL:
        halve(table, victim, blow, "cx.ruling.half-at-50")
    return "bare", spot


def halve(table: Table, victim: Fighter, blow: Blow, rule: str) -> None:
    """Rounded down, once. cx.ruling.rounding"""
    blow.tally.add(-(blow.tally.total - blow.tally.total // 2), rule, "less vital spot")
    blow.electric //= 2
    table.emit("cx.armor.half", victim.id, number=blow.tally.total)


def armour_roll(state: CompoundX, table: Table, victim: Fighter, fine: bool) -> tuple[bool, bool, int]:
    """Was armour struck, is damage halved, and if that matters: was the roll under, at or over 50?

    Under the coverage strikes armour. cx.ruling.coverage-strict
    When damage is halved is a ruling: 'missed-armour' exactly when armour is missed, 'literal' also on a roll over 50,
    'body-zones' from 50 up whatever the armour. cx.ruling.half-on-miss-armor
    """
    reading = state.ruling("half-damage")
    strict = state.ruling("coverage") == "under"
    struck_to = min(victim.armour.coverage, 100) - (1 if strict else 0)  # cx.ruling.coverage-cap
    tally = Tally(table.explains)
    tally.add(struck_to, "cx.armor.coverage", f"coverage {victim.armour.coverage}")
    if reading == "missed-armour" and not fine:
        missed = table.roll("cx.armor.roll", victim.id, banded(100, -max(1, struck_to), struck_to), tally) == 1
        return not missed, missed, VITAL
    whole_to = BARE if reading == "literal" else BARE - 1
    cuts = sorted([struck_to, whole_to] + ([BARE - 1, BARE] if fine else []))
    place = table.roll("cx.armor.roll", victim.id, banded(100, -max(1, struck_to), *cuts), tally)
    rolled = cuts[place] if place < len(cuts) else 100  # the highest of its band stands for all of it
    struck = rolled <= struck_to
    half = rolled > whole_to if reading == "body-zones" else not struck or (reading == "literal" and rolled > whole_to)
    return struck, half, VITAL if rolled < BARE else AT_FIFTY if rolled == BARE else OUTER


# --- what a hit leaves behind -------------------------------------------------------------------------------------
def riders(
    state: CompoundX, table: Table, victim: Fighter, blow: Blow, place: Place, lost: int, spot: int, pierced: bool
) -> None:
    """Their own saves, then stacks. cx.order.damage"""
    if lost > 0:
        wear_suit(table, victim)
        strain_limbs(table, victim, blow, spot)
        if blow.type == "fire" or blow.burn:
            add_stacks(table, victim, "burning", blow.burn, dc=blow.burn_dc)
        add_stacks(table, victim, "bleeding", blow.bleed)
        if blow.sealed_only and victim.awake:
            victim.fear = max(victim.fear, 50)  # flame: Fear until a Will save
            table.emit("cx.presumed.conditions", victim.id, number=1, note="fear")
    if blow.type != "plasma" or state.ruling("plasma-riders") == "off":
        return
    if place == "armour" and not victim.armour.eroded and victim.armour.apl > 0:
        victim.armour.eroded = True
        table.emit("cx.ruling.plasma-riders", victim.id, number=level_of(victim))
    if pierced and blow.plasma_burn:
        add_stacks(table, victim, "plasma-burn", blow.plasma_burn, PLASMA_TURNS)


def strain_limbs(table: Table, victim: Fighter, blow: Blow, spot: int) -> None:
    """A FORT check against a stun (armour roll under 50) or a broken limb (over 50), by the weapon's entry."""
    if not victim.awake:
        return
    if blow.stun_dc and spot == VITAL and not stat_check(table, victim, "fortitude", blow.stun_dc, "cx.presumed.stat-check"):
        stun(table, victim)
    if blow.break_dc and spot == OUTER and not stat_check(table, victim, "fortitude", blow.break_dc, "cx.presumed.stat-check"):
        victim.broken_limbs += 1
        table.emit("cx.presumed.conditions", victim.id, number=1, note="broken limb")


def stun(table: Table, victim: Fighter) -> None:
    victim.stunned = max(victim.stunned, 1)
    table.emit("cx.presumed.conditions", victim.id, number=1, note="stunned")


def wear_suit(table: Table, victim: Fighter) -> None:
    """A suit holds pressure through so many health-damaging hits; the next one breaches it. cx.eva.integrity"""
    if not victim.integrity or victim.breached:
        return
    victim.suit_hits += 1
    if victim.suit_hits > victim.integrity:
        victim.breached = True
        table.emit("cx.eva.integrity", victim.id, number=victim.suit_hits)


# --- critical hits by luck -------------------------------------------------------------------------------------------
def luck_needed(actor: Fighter) -> int:
    """The natural accuracy roll that may be critical; 0: none. Abilities widen the band. cx.crit.sources"""
    if actor.unlucky:
        return 0  # cx.ruling.frail
    luck = actor.stats.luck
    return (10 if luck <= 6 else 9 if luck <= 10 else 8) - sum(each.crit for each in actor.abilities)


def critical_bonus(table: Table, actor: Fighter) -> int:
    """A second d10: plain, Critical +20 or Extra-Critical +30, by the natural die. cx.crit.activate, cx.ruling.crit-natural"""
    luck = actor.stats.luck
    tally = Tally(table.explains)
    tally.add(luck_needed(actor), "cx.crit.sources", f"LUC {luck}")
    high = table.roll("cx.crit.activate", actor.id, banded(10, 6, 5), tally) == 1
    if luck <= 3:
        bonus = CRITICAL if high else 0
    else:
        bonus = EXTRA_CRITICAL if high else CRITICAL
    table.emit(next(rule for most, rule in LUCK if luck <= most), actor.id, number=bonus)
    return bonus


def extra_bleed(table: Table, actor: Fighter, bonus: int) -> int:
    """Some feats add effects to criticals. cx.crit.extra-effects"""
    bleed = sum(each.crit_bleed for each in actor.abilities) if bonus else 0
    if bleed:
        table.emit("cx.crit.extra-effects", actor.id, number=bleed)
    return bleed
