"""Melee: accuracy against Guard, and what a blow does. No skill is added. cx.melee.no-skill"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Plain, Refused, Table, flag, from_plain
from starfray.engine.values import Field, Option, Tally
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.damage import Blow, critical_bonus, extra_bleed, luck_needed, take_damage
from starfray.rulebooks.compound_x.dice import HIGH, banded, summed
from starfray.rulebooks.compound_x.engagement import check_reach, engage, face, flanks, near
from starfray.rulebooks.compound_x.fields import foe_field
from starfray.rulebooks.compound_x.grapple import free_grapple
from starfray.rulebooks.compound_x.health import lose_health
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show
from starfray.rulebooks.compound_x.maneuvers import check_within_grapple, maneuver_refusal
from starfray.rulebooks.compound_x.state import (
    Blade,
    CompoundX,
    Dart,
    Fighter,
    Item,
    Weapon,
    fighter,
    grapple_of,
    held_items,
    off_hand_fault,
    pay,
    unnoticed,
    usable_items,
)
from starfray.rulebooks.compound_x.stats import combat_modifier, frail, general_modifier, knows, proficient, why_unfit
from starfray.rulebooks.compound_x.volley import reveal

INTENDED = 3  # cx.melee.intended
FLANK = 2  # cx.flank.melee
NONLETHAL = -2  # cx.melee.nonlethal.penalty
IMPROVISED = {"light": "improvised-light", "one-handed": "improvised-one", "two-handed": "improvised-two"}
GUN_SIZE = {"pistol": "light", "smg": "one-handed"}  # all others two-handed
UNARMED = "unarmed"
NOT_THROWN = -1


@dataclass(frozen=True, slots=True)
class Strike(Action):
    KIND: ClassVar[str] = "strike"
    target: str
    weapon: str = ""
    nonlethal: bool = False
    two_handed: bool = False


def listed(content: Content, key: str) -> Blade:
    """As the book lists it: to strike with, never to change."""
    return content.record("melee", key, read)


def read(key: str, row: dict[str, Plain]) -> Blade:
    return from_plain(Blade, {"key": key, **row}, "melee")


def improvised(content: Content, size: str) -> Blade:
    """Whatever is at hand, by its size. cx.ruling.improvised-stats"""
    return listed(content, IMPROVISED.get(size, "improvised-light"))


def blade_of(content: Content, actor: Fighter, key: str) -> Blade:
    """What the blow is struck with: a melee weapon in hand, a gun swung as a club, or bare hands."""
    held = [each for each in actor.melee if each.in_hand]
    if not key and held:
        return held[0]
    if key == UNARMED or (not key and not any(isinstance(each, Weapon) for each in held_items(actor))):
        return listed(content, UNARMED)
    for each in held:
        if each.key == key:
            return each
    for item in held_items(actor):
        if key in ("", item.key) and isinstance(item, Weapon):
            mounted = bayonet(content, item)
            return mounted if mounted is not None else improvised(content, GUN_SIZE.get(item.group, "two-handed"))
        if key == item.key:
            return in_the_fist(item) if isinstance(item, Dart) else improvised(content, "light")
    if key in IMPROVISED.values():
        return listed(content, key)
    options = [each.key for each in held_items(actor)]
    raise Refused("cx.actions.draw", f"{actor.id} does not have {key!r} in hand", [*options, UNARMED])


def tool_of(actor: Fighter, key: str, blade: Blade) -> Item | None:
    """The thing in hand behind it; None: bare hands, or whatever lies about."""
    if blade.key == UNARMED:
        return None
    guns = [each.key for each in actor.weapons if each.in_hand]
    named = key or (blade.key if blade.key not in IMPROVISED.values() else guns[0] if guns else "")
    return next((each for each in held_items(actor) if each.key == named), None)


def in_the_fist(dart: Dart) -> Blade:
    """A throwing weapon that is not thrown: its own damage, at -1 accuracy."""
    return Blade(
        key=dart.key,
        name=dart.name,
        size=dart.size,
        accuracy=NOT_THROWN,
        base=dart.base,
        strength=dart.strength,
        dexterity=dart.dexterity,
        type="melee" if dart.type == "ballistic" else dart.type,
        apl=dart.apl,
        bleed=dart.bleed,
        plasma_burn=dart.plasma_burn,
        min_strength=dart.min_strength,
        min_dexterity=dart.min_dexterity,
    )


def bayonet(content: Content, gun: Weapon) -> Blade | None:
    for each in mounted(content, gun):
        if each.blade:
            return listed(content, each.blade)
    return None


def as_wielded(content: Content, actor: Fighter, blade: Blade) -> Blade:
    """Without proficiency it strikes and guards as an improvised weapon of its size. cx.ruling.unproficient"""
    if proficient(content, actor, blade):
        return blade
    return improvised(content, "one-handed" if blade.exotic else blade.size)


# --- the Action ---------------------------------------------------------------------------------------------------
def strike_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    """What is in hand, blades first, and bare hands."""
    held = sorted(usable_items(actor), key=lambda item: not isinstance(item, Blade))
    weapons = [*(Option(item.key, item.name) for item in held), Option(UNARMED, "bare hands")]
    nonlethal = flag("nonlethal", "-2 accuracy, knocks out instead of downing")
    two_handed = flag("two-handed", "a hybrid weapon with both hands")
    nonlethal.main = two_handed.main = False
    return [foe_field(state, actor), Field("weapon", "item", weapons), nonlethal, two_handed]


def strike(state: CompoundX, table: Table, action: Strike) -> None:
    """One blow at somebody in reach, 1 Action. cx.ruling.melee-action-cost"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    blade = blade_of(table.content, actor, action.weapon)
    check_strike(state, table.content, actor, target, blade, action.nonlethal, action.two_handed)
    tool = tool_of(actor, action.weapon, blade)
    fault = off_hand_fault(actor, tool) if tool is not None and not (action.two_handed and blade.hybrid) else None
    if fault is not None:
        raise fault
    table.allowed()
    pay(actor, 1)
    if near(state, actor, target):
        engage(table, actor, target)
    if not show(state, table, actor) or not interrupts(state, table, Declaration("strikes", actor, target=target, item=tool)):
        return
    if action.two_handed and blade.size != "two-handed":
        actor.off_hand_lost = True
        table.emit("cx.meleeweapon.hybrid-offhand", actor.id, note=blade.name)
    hit = strike_at(state, table, actor, target, blade, nonlethal=action.nonlethal, two_handed=action.two_handed)
    if hit and blade.grabs and not actor.grabbed and proficient(table.content, actor, blade):
        actor.grabbed = True
        free_grapple(state, table, actor, target)


STRIKE = ActionKind(
    Strike, strike, "cx.melee.attack", 1, group="melee", refusal=maneuver_refusal, fields=strike_fields,
    hints=("cx.melee.allowed-attacks", "cx.melee.space", "cx.ruling.melee-limits", "cx.meleeweapon.no-pierce",
           "cx.meleeweapon.sizes", "cx.meleeweapon.exotic", "cx.melee.nonlethal.declare"),
)  # fmt: skip


def check_strike(
    state: CompoundX, content: Content, actor: Fighter, target: Fighter, blade: Blade, nonlethal: bool, two_handed: bool
) -> None:
    if target is actor or target.dead or target.out:
        raise Refused("cx.melee.attack", f"{target.id} cannot be struck", [])
    check_within_grapple(state, actor, target)
    check_reach(state, actor, target, blade.reach)
    hold = grapple_of(state, actor)
    if hold is not None and blade.key != UNARMED:
        raise Refused("cx.grapple.actions.control", "in a grapple one strikes bare-handed", ["weapon=unarmed"])
    unfit = why_unfit(actor, blade)
    if unfit:
        raise Refused("cx.presumed.proficiency", f"the {blade.name} takes {unfit}", [UNARMED])
    if nonlethal and blade.key != UNARMED and not proficient(content, actor, blade):
        raise Refused("cx.melee.nonlethal.declare", f"{actor.id} is not proficient with the {blade.name}", ["nonlethal=no"])
    if two_handed and blade.size != "two-handed":
        if not blade.hybrid:
            raise Refused("cx.meleeweapon.hybrid", f"the {blade.name} is no hybrid weapon", ["two-handed=no"])
        if not knows(content, actor, "two-handed"):
            raise Refused("cx.meleeweapon.hybrid", f"{actor.id} is not proficient with two-handed weapons", ["two-handed=no"])


def strike_at(
    state: CompoundX,
    table: Table,
    actor: Fighter,
    target: Fighter,
    blade: Blade,
    *,
    nonlethal: bool = False,
    two_handed: bool = False,
) -> bool:
    """Accuracy d10, Guard d10, on a lucky hit the critical d10, then damage. cx.order.melee"""
    table.emit("cx.order.melee", actor.id, target.id, note=blade.name)
    used = as_wielded(table.content, actor, blade)
    tally = accuracy_of(state, table, actor, target, used, nonlethal=nonlethal)
    hidden = unnoticed(state, actor, target)
    face(actor, target.at)
    natural = table.roll("cx.melee.attack", actor.id, summed(1, 10, HIGH), tally)
    margin = over_guard(state, table, actor, target, natural + tally.total, hidden)
    table.merge("cx.order.melee", (actor.id, target.id, used.key, blade.key, natural, margin, nonlethal, two_handed, hidden))
    reveal(table, actor)
    if margin <= 0:
        table.emit("cx.melee.hit", actor.id, target.id, note="misses")
        return False
    table.emit("cx.melee.hit", actor.id, target.id, note="hits")
    need = luck_needed(actor)
    bonus = critical_bonus(table, actor) if need and natural >= need else 0
    deal_blow(state, table, actor, target, used, bonus, margin, nonlethal=nonlethal, two_handed=two_handed, hidden=hidden)
    return True


def accuracy_of(state: CompoundX, table: Table, actor: Fighter, target: Fighter, blade: Blade, *, nonlethal: bool) -> Tally:
    """cm(STR) + cm(DEX), halves dropped, then the weapon's whole figure. cx.ruling.melee-accuracy-stats, cx.combatmod.uses"""
    tally = table.tally(actor)
    tally.add_part(combat_modifier(actor.stats.strength), "cx.combatmod.table", "STR")
    tally.add_part(combat_modifier(actor.stats.dexterity), "cx.combatmod.table", "DEX")
    tally.drop_fractions("cx.ruling.drop-decimals")
    tally.add(blade.accuracy, "cx.meleeweapon.accuracy", blade.name)
    for ability in actor.abilities:
        if ability.accuracy:
            tally.add(ability.accuracy, "cx.ruling.melee-accuracy-stats", ability.name)
    if flanks(state, actor, target):  # cx.ruling.flank-facing
        tally.add(FLANK, "cx.flank.melee")
    if nonlethal:
        tally.add(NONLETHAL, "cx.melee.nonlethal.penalty")
    return tally


def over_guard(state: CompoundX, table: Table, actor: Fighter, target: Fighter, reached: int, hidden: bool) -> int:
    """How far the blow gets past Guard: 0 a miss, 1 a hit, 3 as intended. A tie is the defender's, no skill is added.

    cx.melee.guard-tie, cx.melee.no-skill
    """
    if hidden or target.helpless:
        rule = "cx.stealth.melee-guard" if hidden else "cx.ruling.guard-helpless"
        table.emit(rule, target.id, number=reached)
        if hidden and reached >= INTENDED:
            table.cite("cx.stealth.melee-bypass")
        return INTENDED if reached >= INTENDED else max(0, reached)
    tally = guard_of(state, table, target)
    need = reached - tally.total  # as much stops it: cx.melee.guard-tie
    band = table.roll("cx.melee.guard", target.id, banded(10, max(0, need), need - INTENDED, need - 1), tally)
    table.against(actor.id, sum(table.last_faces()) + tally.total, reached)
    return (INTENDED, 1, 0)[band]


def guard_of(state: CompoundX, table: Table, actor: Fighter) -> Tally:
    """cm(FORT) + cm(DEX) and what is wielded; rolled anew against every attack. cx.melee.guard"""
    tally = table.tally(actor)
    tally.add_part(combat_modifier(actor.stats.fortitude), "cx.combatmod.table", "FORT")
    tally.add_part(combat_modifier(actor.stats.dexterity), "cx.combatmod.table", "DEX")
    tally.drop_fractions("cx.ruling.drop-decimals")
    number, rule, name = wielded_guard(state, table.content, actor)
    tally.add(number, rule, name)
    for ability in actor.abilities:
        if ability.guard:
            tally.add(ability.guard, "cx.melee.guard", ability.name)
    if actor.stance == "prone":
        tally.add(-2, "cx.stance.prone-guard")
    return tally


def guard_with(blade: Blade) -> int:
    return blade.accuracy if blade.guard is None else blade.guard


def wielded_guard(state: CompoundX, content: Content, actor: Fighter) -> tuple[int, str, str]:
    """The best of the things in hand; bare hands count only if there is nothing. cx.melee.guard-listing

    cx.ruling.guard-choice
    """
    hold = grapple_of(state, actor)
    held = usable_items(actor)
    if not held or (hold is not None and hold.pinned == actor.id):
        return 0, "cx.melee.guard.unarmed", "bare hands"  # cx.melee.guard.unarmed
    found = []
    for item in held:
        if isinstance(item, Weapon) and item.group != "under-barrel" and not knows(content, actor, item.group):
            club = improvised(content, GUN_SIZE.get(item.group, "two-handed"))
            found.append((guard_with(club), "cx.melee.guard-proficiency", item.name))  # cx.melee.guard-proficiency
        elif isinstance(item, Weapon):
            rule = "cx.melee.guard.cqb" if item.cqb else "cx.melee.guard.noncqb"
            found.append((1 if item.cqb else -1, rule, item.name))
        elif isinstance(item, Blade) and item.delicate:
            found.append((-2, "cx.melee.guard.delicate", item.name))
        elif isinstance(item, Blade):
            used = as_wielded(content, actor, item)
            rule = "cx.melee.guard.melee" if item.guard is None else "cx.melee.guard-listing"
            found.append((guard_with(used), rule if used is item else "cx.melee.guard-proficiency", item.name))
        else:
            # as an improvised weapon: cx.melee.guard.thrown
            rule = "cx.melee.guard.thrown" if isinstance(item, Dart) else "cx.ruling.improvised-stats"
            found.append((improvised(content, "light").accuracy, rule, item.name))
    return max(found, key=lambda each: each[0])


# --- what the blow does -------------------------------------------------------------------------------------------
def strength_part(actor: Fighter, blade: Blade, two_handed: bool) -> int:
    """The STR share; swung with both hands a positive modifier counts one and a half times. cx.meleeweapon.twohanded"""
    modifier = general_modifier(actor.stats.strength)
    if (two_handed or blade.size == "two-handed") and modifier > 0:
        modifier = modifier * 3 // 2
    return blade.strength * modifier


def damage_of(state: CompoundX, table: Table, actor: Fighter, blade: Blade, two_handed: bool) -> Tally:
    tally = Tally(table.explains)
    both = two_handed or blade.size == "two-handed"
    tally.add(blade.base, "cx.stealth.base-damage", blade.name)
    if blade.strength:
        tally.add(
            strength_part(actor, blade, two_handed), "cx.meleeweapon.twohanded" if both else "cx.presumed.stat-mod", "STR"
        )
    if blade.dexterity:
        tally.add(blade.dexterity * general_modifier(actor.stats.dexterity), "cx.presumed.stat-mod", "DEX")
    feats = sum(each.unarmed for each in actor.abilities) if blade.key == UNARMED else 0
    if feats:
        tally.add(feats, "cx.unarmed.not-weapon", "feats")
    least = blade.minimum + feats
    if tally.total < least:
        tally.add(least - tally.total, "cx.stealth.base-damage", f"at least {least}")
    if blade.key == UNARMED and frail(state, actor, "fortitude"):
        tally.add(tally.total // 2 - tally.total, "cx.ruling.frail", "FORT 1")
    return tally


def deal_blow(
    state: CompoundX,
    table: Table,
    actor: Fighter,
    target: Fighter,
    blade: Blade,
    bonus: int,
    margin: int,
    *,
    nonlethal: bool,
    two_handed: bool,
    hidden: bool,
) -> None:
    """Through the armour procedure, a critical too, unless it lands where it was meant to: then all of it, past armour.

    cx.melee.armor-applies, cx.ruling.melee-crit-bypass, cx.melee.intended, cx.ruling.intended-full
    """
    tally = damage_of(state, table, actor, blade, two_handed)
    if bonus:
        tally.add(bonus, "cx.crit.damage")
    intended = margin >= INTENDED
    if intended:
        table.emit("cx.melee.intended", actor.id, target.id)
    bare = blade.key == UNARMED and frail(state, actor, "fortitude")
    blow = Blow(
        tally,
        blade.type,
        blade.apl,  # most have none: cx.melee.blunt.apl0, cx.meleeweapon.no-pierce
        actor.id,
        "body" if intended else "roll",  # against the bare too: cx.ruling.melee-vs-unarmored
        blunt=max(0, strength_part(actor, blade, two_handed)),
        two_handed=two_handed or blade.size == "two-handed",
        nonlethal=nonlethal or bare,  # else lethal: cx.melee.lethal
        edge=blade.edge,
        bleed=blade.bleed + extra_bleed(table, actor, bonus),
        burn=blade.burn,
        plasma_burn=blade.plasma_burn,
        shield_burn=blade.shield_burn,
        melts_first=blade.shield_burn > 0,
        stun_dc=blade.stun_dc,
        break_dc=blade.break_dc,
    )
    lost = take_damage(state, table, target, blow)
    if lost and frail(state, actor, "fortitude"):
        table.emit("cx.ruling.frail", actor.id, number=lost // 2)
        lose_health(state, table, actor, lost // 2, hit=False)
