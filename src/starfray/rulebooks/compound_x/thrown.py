"""Thrown weapons: resolved like a gun's shot, past armour when they sit right; and charges that are set and set off."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.dice import total
from starfray.engine.errors import Refused
from starfray.engine.scene import apart, distance, known_distance
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.actions import Detonate, SetCharge, Throw
from starfray.rulebooks.compound_x.armour import Blow, take_hit
from starfray.rulebooks.compound_x.dice import FAIL
from starfray.rulebooks.compound_x.engagement import engage, face, near
from starfray.rulebooks.compound_x.grenades import burst, grenade_of
from starfray.rulebooks.compound_x.held import Happening
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.items import Bracket, Dart, Grenade
from starfray.rulebooks.compound_x.luck import critical_bonus, extra_bleed, luck_needed
from starfray.rulebooks.compound_x.misschance import FLOOR, add_cover, of_the_shooter
from starfray.rulebooks.compound_x.proficiency import knows
from starfray.rulebooks.compound_x.shooting import STEALTH, reveal, to_beat
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
from starfray.rulebooks.compound_x.stats import combat_modifier, general_modifier, skill_check, stat_of

PRACTISED = 20  # cx.thrown.skill20
MARGIN = 3  # cx.thrown.bypass
CHARGE_DC = 40
REMOTE = 50.0  # metres


def dart_of(table: Table, one: Fighter, key: str) -> Dart:
    held = [each for each in one.thrown if each.in_hand and key in ("", each.key)]
    if not held:
        raise Refused(
            "cx.actions.draw", f"{one.id} has no such weapon in hand", [f"draw {each.key}" for each in one.thrown if each.count]
        )
    fault = why_not_dart(table.content, one, held[0]) or off_hand_fault(one, held[0])
    if fault is not None:
        raise fault
    return held[0]


def why_not_dart(content: Content, one: Fighter, dart: Dart) -> Refused | None:
    """What proficiency or stats have against it; a practised hand needs a point less. cx.thrown.size, cx.thrown.skill20"""
    if not knows(content, one, dart.size):
        return Refused("cx.thrown.size", f"{one.id} is not proficient with {dart.size} weapons", [])
    eased = 1 if one.skills.get("weapons-thrown", 0) >= PRACTISED else 0
    if one.stats.strength < dart.min_strength - eased or one.stats.dexterity < dart.min_dexterity - eased:
        return Refused("cx.thrown.skill20", f"the {dart.name} takes STR {dart.min_strength}, DEX {dart.min_dexterity}", [])
    return None


def why_not_thrown_at(state: CompoundX, content: Content, one: Fighter, target: Fighter, key: str) -> Refused | None:
    """Nothing in hand to throw, nothing one can throw, or too far."""
    held = [each for each in one.thrown if each.in_hand and key in ("", each.key)]
    if not held:
        return Refused("cx.actions.draw", f"{one.id} has no such weapon in hand", ["draw"])
    metres, reach = known_distance(state, one, target), brackets_of(one, held[0])[-1].to
    if metres is None or metres > reach:
        return Refused("cx.thrown.range", f"it flies {reach} m", ["run"])
    return why_not_dart(content, one, held[0]) or off_hand_fault(one, held[0])


def brackets_of(one: Fighter, dart: Dart) -> list[Bracket]:
    """The item's own, or by DEX or STR: the first by half the stat, 5 m more for the second. cx.ruling.thrown-range"""
    if not dart.range_by:
        return dart.brackets
    first = stat_of(one.stats, dart.range_by)
    first = first // 2 if dart.range_by == "strength" else first
    return [Bracket(to=first, miss=5), Bracket(to=first + 5, miss=6)]


def throw(state: CompoundX, table: Table, act: Throw) -> None:
    """1 Action; accuracy d10, on luck a critical d10, then damage. No aim, no jam. cx.order.thrown"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    dart = dart_of(table, one, act.weapon)
    if target is one or target.dead or target.out or target.cover == "concealed":
        raise Refused("cx.ranged.preconditions", f"{target.id} cannot be thrown at", [])
    metres = distance(state, one, target)
    brackets = brackets_of(one, dart)
    bracket = next((each for each in brackets if metres <= each.to), None)
    if bracket is None:
        raise Refused("cx.thrown.range", f"{metres:.0f} m is further than {brackets[-1].to} m", ["run"])
    pay(one, 1, "cx.ruling.melee-action-cost", breath=False)
    if near(state, one, target):
        engage(table, one, target)
    if interrupts(state, table, Happening("throws", one, target=target, item=dart)):
        let_fly(state, table, one, target, dart, bracket, metres)
    spend_breath(one, 1)


def let_fly(state: CompoundX, table: Table, one: Fighter, target: Fighter, dart: Dart, bracket: Bracket, metres: float) -> None:
    hidden = unnoticed(state, one, target)
    tally = throw_line(state, table, one, target, bracket, metres)
    throw_away(one, dart)
    face(one, target.at)
    natural = table.roll("cx.thrown.accuracy", one.id, total(1, 10), tally)
    table.emit("cx.order.thrown", one.id, target.id, note=dart.name)
    if natural > to_beat(state, tally.total):
        land(state, table, one, target, dart, natural, tally.total, hidden)
    else:
        table.emit("cx.ranged.attack-roll", one.id, target.id, note="misses")
    reveal(table, one)


def throw_line(state: CompoundX, table: Table, one: Fighter, target: Fighter, bracket: Bracket, metres: float) -> Tally:
    tally = Tally(table.keeps)
    tally.add(bracket.miss, "cx.ranged.brackets")
    tally.add_part(-combat_modifier(one.stats.perception), "cx.combatmod.uses", "PER")
    tally.drop_fractions("cx.combatmod.drop-decimals")
    if tally.total < FLOOR:
        tally.add(FLOOR - tally.total, "cx.limits.min-miss-chance")
    tally.add(0, "cx.ruling.thrown-range")
    tally.add(0, "cx.ruling.thrown-aim", "never hip fire")
    tally.add(0, "cx.order.modifier-scope")
    of_the_shooter(state, tally, one)
    add_cover(state, tally, one, target, metres, in_open=False)
    return tally


def land(
    state: CompoundX, table: Table, one: Fighter, target: Fighter, dart: Dart, natural: int, miss: int, hidden: bool
) -> None:
    """Past armour on a critical or at 3 over the final miss chance. cx.thrown.bypass, cx.ruling.thrown-bypass"""
    table.emit("cx.ranged.attack-roll", one.id, target.id, note="hits")
    need = luck_needed(one)
    bonus = critical_bonus(table, one) if need and natural >= need else 0
    past = bonus > 0 or natural >= miss + MARGIN
    if past:
        table.emit("cx.thrown.bypass", one.id, target.id)
        table.emit("cx.ruling.thrown-bypass", one.id, number=natural - miss)
    tally = thrown_damage(table, one, dart)
    if bonus:
        tally.add(bonus, "cx.crit.damage")
    if hidden:
        tally.add(STEALTH, "cx.thrown.stealth")
        tally.add(0, "cx.ruling.thrown-stealth")
    blow = Blow(
        tally,
        dart.type,
        dart.apl,
        one.id,
        "body" if past else "roll",
        plasma_burn=dart.plasma_burn,
        bleed=dart.bleed + extra_bleed(table, one, bonus),
    )
    take_hit(state, table, target, blow)


def thrown_damage(table: Table, one: Fighter, dart: Dart) -> Tally:
    """Base, stats, and half of what the Unarmed Combat feats give. cx.thrown.unarmed-feats"""
    tally = Tally(table.keeps)
    tally.add(dart.base, "cx.stealth.base-damage", dart.name)
    if dart.strength:
        tally.add(dart.strength * general_modifier(one.stats.strength), "cx.presumed.stat-mod", "STR")
    if dart.dexterity:
        tally.add(dart.dexterity * general_modifier(one.stats.dexterity), "cx.presumed.stat-mod", "DEX")
    feats = sum(each.unarmed for each in one.abilities) // 2
    if feats:
        tally.add(feats, "cx.thrown.unarmed-feats")
    return tally


# --- charges ------------------------------------------------------------------------------------------------------


def set_charge(state: CompoundX, table: Table, act: SetCharge) -> None:
    """1 Action with an Explosives check, DC 40; whoever fails takes 3."""
    one = fighter(state, act.actor)
    charge = grenade_of(one, act.grenade)
    if not charge.placed or one.at is None:
        raise Refused("cx.grenade.skill", f"the {charge.name} is not for placing", ["lob"])
    pay(one, 1, "cx.actions.skill")
    if not interrupts(state, table, Happening("skill", one, limbs=True)):
        return
    if skill_check(table, one, "weapons-explosives", "intelligence", CHARGE_DC, "cx.actions.skill") == FAIL:
        pay(one, min(2, one.actions), "cx.actions.skill")
    charge.in_hand, charge.dropped, charge.lies = False, True, one.at
    table.emit("cx.actions.skill", one.id, note=charge.name)


def charge_of(one: Fighter) -> Grenade | None:
    return next((each for each in one.grenades if each.placed and each.dropped and each.lies and each.count > 0), None)


def why_not_detonate(one: Fighter) -> Refused | None:
    charge = charge_of(one)
    if charge is None or charge.lies is None or one.at is None:
        return Refused("cx.grenade.skill", f"{one.id} has set no charge", ["set-charge"])
    if apart(one.at, charge.lies) > REMOTE:
        return Refused("cx.grenade.skill", f"the remote reaches {REMOTE:.0f} m", ["run"])
    return None


def detonate(state: CompoundX, table: Table, act: Detonate) -> None:
    """By remote, from as far as 50 m."""
    one = fighter(state, act.actor)
    fault, charge = why_not_detonate(one), charge_of(one)
    if fault is not None:
        raise fault
    pay(one, 1, "cx.actions.unlisted")
    if interrupts(state, table, Happening("throws", one)) and charge is not None and charge.lies is not None:
        point = charge.lies
        charge.count -= 1
        charge.dropped, charge.lies = False, None
        burst(state, table, one, charge, point, cooked=False, direct=False, stealthy=False)
