"""Thrown weapons: resolved like a gun's shot, past armour when they sit right; and charges that are set and set off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, Tally, apart, distance, something
from starfray.rulebooks.compound_x.damage import Blow, critical_bonus, extra_bleed, luck_needed, take_damage
from starfray.rulebooks.compound_x.dice import FAIL, at_least, summed
from starfray.rulebooks.compound_x.engagement import check_line, engage, face, near
from starfray.rulebooks.compound_x.fields import foe_field
from starfray.rulebooks.compound_x.grenades import (
    add_blind,
    add_luck,
    blind_field,
    burst,
    check_hunkered,
    grenade_fields,
    grenade_of,
)
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show, undertake
from starfray.rulebooks.compound_x.items import Bracket, Dart, Grenade
from starfray.rulebooks.compound_x.miss_chance import FLOOR, add_cover, of_the_shooter
from starfray.rulebooks.compound_x.state import (
    CompoundX,
    Fighter,
    fighter,
    off_hand_fault,
    pay,
    spend_breath,
    throw_away,
    unnoticed,
)
from starfray.rulebooks.compound_x.stats import combat_modifier, general_modifier, skill_check, stat_of, why_not_dart
from starfray.rulebooks.compound_x.volley import STEALTH, reveal, to_beat

MARGIN = 3  # cx.thrown.bypass
CHARGE_DC = 40
REMOTE = 50.0  # metres


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """A thrown weapon at somebody."""

    KIND: ClassVar[str] = "throw"
    target: str
    weapon: str = ""
    blind: bool = False


@dataclass(frozen=True, slots=True)
class SetCharge(Action):
    """Place a charge where one stands."""

    KIND: ClassVar[str] = "set-charge"
    grenade: str = ""


@dataclass(frozen=True, slots=True)
class Detonate(Action):
    KIND: ClassVar[str] = "detonate"


def dart_of(table: Table, actor: Fighter, key: str) -> Dart:
    held = [each for each in actor.thrown if each.in_hand and key in ("", each.key)]
    if not held:
        raise Refused(
            "cx.actions.draw",
            f"{actor.id} has no such weapon in hand",
            [f"draw {each.key}" for each in actor.thrown if each.count],
        )
    fault = why_not_dart(table.content, actor, held[0]) or off_hand_fault(actor, held[0])
    if fault is not None:
        raise fault
    return held[0]


def brackets_of(state: CompoundX, actor: Fighter, dart: Dart) -> list[Bracket]:
    """By the thrower's DEX, or half the STR, and 5 m more for the second; by a ruling as listed. cx.ruling.thrown-range

    Which of the two, its entry says, or what it takes to throw it at all.
    """
    if dart.brackets and state.ruling("thrown-range") == "listed":
        return dart.brackets
    stat = dart.range_by or ("strength" if dart.min_strength > dart.min_dexterity else "dexterity")
    first = stat_of(actor.stats, stat)
    first = first // 2 if stat == "strength" else first
    misses = [each.miss for each in dart.brackets] or [5, 6]
    return [Bracket(to=first, miss=misses[0]), Bracket(to=first + 5, miss=misses[-1])]


def throw(state: CompoundX, table: Table, action: Throw) -> None:
    """1 Action; accuracy d10, on luck a critical d10, then damage. No aim, no jam. cx.order.thrown"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    dart = dart_of(table, actor, action.weapon)
    check_line(state, actor, target, "thrown at")
    check_hunkered(actor, action.blind)
    metres = distance(state, actor, target)
    brackets = brackets_of(state, actor, dart)
    bracket = next((each for each in brackets if metres <= each.to), None)
    if bracket is None:
        raise Refused("cx.thrown.range", f"{metres:.0f} m is further than {brackets[-1].to} m", ["run"])
    table.allowed()
    pay(actor, 1, breath=False)
    if near(state, actor, target):
        engage(table, actor, target)
    shown = action.blind or show(state, table, actor)
    if shown and interrupts(state, table, Declaration("throws", actor, target=target, item=dart)):
        let_fly(state, table, actor, target, dart, bracket, metres, blind=action.blind)
    spend_breath(actor, 1)


def throw_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    held = [dart for dart in actor.thrown if dart.in_hand]
    return [foe_field(state, actor), something("weapon", held, required=len(held) > 1), blind_field(actor)]


THROW = ActionKind(
    Throw, throw, "cx.thrown.accuracy", 1, group="ranged", fields=throw_fields,
    hints=("cx.thrown.reflex", "cx.thrown.size", "cx.ruling.reflex-modifier"),
)  # fmt: skip


def let_fly(
    state: CompoundX, table: Table, actor: Fighter, target: Fighter, dart: Dart, bracket: Bracket, metres: float, *, blind: bool
) -> None:
    hidden = unnoticed(state, actor, target)
    tally = throw_line(state, table, actor, target, bracket, metres, blind=blind)
    throw_away(actor, dart)
    target.thrown.append(replace(dart, count=1, in_hand=False, dropped=True, lies=target.at))  # cx.ruling.take
    face(actor, target.at)
    natural = table.roll("cx.thrown.accuracy", actor.id, summed(1, 10, at_least(to_beat(state, tally.total) + 1)), tally)
    table.emit("cx.order.thrown", actor.id, target.id, note=dart.name)
    if natural > to_beat(state, tally.total):
        hit(state, table, actor, target, dart, natural, tally.total, hidden)
    else:
        table.emit("cx.ranged.attack-roll", actor.id, target.id, note="misses")
    reveal(table, actor)


def throw_line(
    state: CompoundX, table: Table, actor: Fighter, target: Fighter, bracket: Bracket, metres: float, *, blind: bool
) -> Tally:
    """The bracket's miss chance, never hip fire, and what spoils the thrower's hand. cx.ruling.thrown-aim

    cx.order.modifier-scope
    """
    tally = Tally(table.explains)
    tally.add(bracket.miss, "cx.ranged.brackets")
    tally.add_part(-combat_modifier(actor.stats.perception), "cx.combatmod.uses", "PER")
    add_luck(tally, actor, blind)
    tally.drop_fractions("cx.combatmod.drop-decimals")
    if tally.total < FLOOR:
        tally.add(FLOOR - tally.total, "cx.limits.min-miss-chance")
    add_blind(tally, blind)
    of_the_shooter(state, tally, actor)
    add_cover(state, tally, actor, target, metres, in_open=False)
    return tally


def hit(
    state: CompoundX, table: Table, actor: Fighter, target: Fighter, dart: Dart, natural: int, miss: int, hidden: bool
) -> None:
    """Past armour on a critical or at 3 over the final miss chance. cx.thrown.bypass, cx.ruling.thrown-bypass"""
    table.emit("cx.ranged.attack-roll", actor.id, target.id, note="hits")
    need = luck_needed(actor)
    bonus = critical_bonus(table, actor) if need and natural >= need else 0
    past = bonus > 0 or natural >= miss + MARGIN
    if past:
        table.emit("cx.thrown.bypass", actor.id, target.id)
        table.emit("cx.ruling.thrown-bypass", actor.id, number=natural - miss)
    tally = thrown_damage(table, actor, dart)
    if bonus:
        tally.add(bonus, "cx.crit.damage")
    if hidden:  # more damage, no better aim: cx.ruling.thrown-stealth
        tally.add(STEALTH, "cx.thrown.stealth")
    blow = Blow(
        tally,
        dart.type,
        dart.apl,
        actor.id,
        "body" if past else "roll",
        plasma_burn=dart.plasma_burn,
        bleed=dart.bleed + extra_bleed(table, actor, bonus),
    )
    take_damage(state, table, target, blow)


def thrown_damage(table: Table, actor: Fighter, dart: Dart) -> Tally:
    """Base, stats, and half of what the Unarmed Combat feats give. cx.thrown.unarmed-feats"""
    tally = Tally(table.explains)
    tally.add(dart.base, "cx.stealth.base-damage", dart.name)
    if dart.strength:
        tally.add(dart.strength * general_modifier(actor.stats.strength), "cx.presumed.stat-mod", "STR")
    if dart.dexterity:
        tally.add(dart.dexterity * general_modifier(actor.stats.dexterity), "cx.presumed.stat-mod", "DEX")
    feats = sum(each.unarmed for each in actor.abilities) // 2
    if feats:
        tally.add(feats, "cx.thrown.unarmed-feats")
    return tally


# --- charges ------------------------------------------------------------------------------------------------------
def set_charge(state: CompoundX, table: Table, action: SetCharge) -> None:
    """1 Action with an Explosives check, DC 40; whoever fails takes 3."""
    actor = fighter(state, action.actor)
    charge = grenade_of(actor, action.grenade)
    if not charge.placed or actor.at is None:
        raise Refused("cx.grenade.skill", f"the {charge.name} is not for placing", ["lob"])
    if not undertake(state, table, Declaration("skill", actor, limbs=True)):
        return
    if skill_check(table, actor, "weapons-explosives", "intelligence", CHARGE_DC, "cx.actions.skill") == FAIL:
        pay(actor, min(2, actor.actions))
    charge.in_hand, charge.dropped, charge.lies = False, True, actor.at
    table.emit("cx.actions.skill", actor.id, note=charge.name)


SET_CHARGE = ActionKind(SetCharge, set_charge, "cx.grenade.skill", 1, fields=grenade_fields)


def charge_of(actor: Fighter) -> Grenade | None:
    return next((each for each in actor.grenades if each.placed and each.dropped and each.lies and each.count > 0), None)


def detonate_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    charge = charge_of(actor)
    if charge is None or charge.lies is None or actor.at is None:
        return Refused("cx.grenade.skill", f"{actor.id} has set no charge", ["set-charge"])
    if apart(actor.at, charge.lies) > REMOTE:
        return Refused("cx.grenade.skill", f"the remote reaches {REMOTE:.0f} m", ["run"])
    return None


def detonate(state: CompoundX, table: Table, action: Detonate) -> None:
    """By remote, from as far as 50 m."""
    actor = fighter(state, action.actor)
    charge = charge_of(actor)
    table.allowed()
    pay(actor, 1)
    if interrupts(state, table, Declaration("throws", actor)) and charge is not None and charge.lies is not None:
        point = charge.lies
        charge.count -= 1
        charge.dropped, charge.lies = False, None
        burst(state, table, actor, charge, point, cooked=False, direct=False, stealthy=False)


DETONATE = ActionKind(Detonate, detonate, "cx.grenade.skill", 1, refusal=detonate_refusal)
