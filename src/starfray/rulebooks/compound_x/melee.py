"""Melee: accuracy against Guard, and what a blow does. No skill is added. cx.melee.no-skill"""

from __future__ import annotations

from starfray.engine.codec import Plain, from_plain
from starfray.engine.content import Content
from starfray.engine.dice import bands, total
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.actions import Strike
from starfray.rulebooks.compound_x.armour import Blow, take_hit
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.engagement import engage, face, flanks, near
from starfray.rulebooks.compound_x.health import lose_health
from starfray.rulebooks.compound_x.luck import critical_bonus, extra_bleed, luck_needed
from starfray.rulebooks.compound_x.proficiency import knows, proficient, why_unfit
from starfray.rulebooks.compound_x.shooting import reveal
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
from starfray.rulebooks.compound_x.stats import combat_modifier, frail, general_modifier

INTENDED = 3  # cx.melee.intended
FLANK = 2  # cx.flank.melee
NONLETHAL = -2  # cx.melee.nonlethal.penalty
IMPROVISED = {"light": "improvised-light", "one-handed": "improvised-one", "two-handed": "improvised-two"}
GUN_SIZE = {"pistol": "light", "smg": "one-handed"}  # all others two-handed
UNARMED = "unarmed"
NOT_THROWN = -1


def listed(content: Content, key: str) -> Blade:
    """As the book lists it: to strike with, never to change."""
    return content.record("melee", key, read)


def read(key: str, row: dict[str, Plain]) -> Blade:
    return from_plain(Blade, {"key": key, **row}, "melee")


def improvised(content: Content, size: str) -> Blade:
    """Whatever is at hand, by its size. cx.ruling.improvised-stats"""
    return listed(content, IMPROVISED.get(size, "improvised-light"))


def blade_of(content: Content, one: Fighter, key: str) -> Blade:
    """What the blow is struck with: a melee weapon in hand, a gun swung as a club, or bare hands."""
    held = [each for each in one.melee if each.in_hand]
    if not key and held:
        return held[0]
    if key == UNARMED or (not key and not any(isinstance(each, Weapon) for each in held_items(one))):
        return listed(content, UNARMED)
    for each in held:
        if each.key == key:
            return each
    for item in held_items(one):
        if key in ("", item.key) and isinstance(item, Weapon):
            mounted = bayonet(content, item)
            return mounted if mounted is not None else improvised(content, GUN_SIZE.get(item.group, "two-handed"))
        if key == item.key:
            return in_the_fist(item) if isinstance(item, Dart) else improvised(content, "light")
    if key in IMPROVISED.values():
        return listed(content, key)
    options = [each.key for each in held_items(one)]
    raise Refused("cx.actions.draw", f"{one.id} does not have {key!r} in hand", [*options, UNARMED])


def tool_of(one: Fighter, key: str, blade: Blade) -> Item | None:
    """The thing in hand behind it; None: bare hands, or whatever lies about."""
    if blade.key == UNARMED:
        return None
    guns = [each.key for each in one.weapons if each.in_hand]
    named = key or (blade.key if blade.key not in IMPROVISED.values() else guns[0] if guns else "")
    return next((each for each in held_items(one) if each.key == named), None)


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


def as_wielded(content: Content, one: Fighter, blade: Blade) -> Blade:
    """Without proficiency it strikes and guards as an improvised weapon of its size. cx.ruling.unproficient"""
    if proficient(content, one, blade):
        return blade
    return improvised(content, "one-handed" if blade.exotic else blade.size)


# --- the Action ---------------------------------------------------------------------------------------------------


def strike(state: CompoundX, table: Table, act: Strike) -> None:
    """One blow at somebody in reach, 1 Action. cx.ruling.melee-action-cost"""
    from starfray.rulebooks.compound_x.held import Happening
    from starfray.rulebooks.compound_x.interrupts import interrupts

    one, target = fighter(state, act.actor), fighter(state, act.target)
    blade = blade_of(table.content, one, act.weapon)
    check_strike(state, table.content, one, target, blade, act.nonlethal, act.two_handed)
    tool = tool_of(one, act.weapon, blade)
    fault = off_hand_fault(one, tool) if tool is not None and not (act.two_handed and blade.hybrid) else None
    if fault is not None:
        raise fault
    pay(one, 1, "cx.ruling.melee-action-cost")
    if near(state, one, target):
        engage(table, one, target)
    if not interrupts(state, table, Happening("strikes", one, target=target, item=tool)):
        return
    if act.two_handed and blade.size != "two-handed":
        one.off_hand_lost = True
        table.emit("cx.meleeweapon.hybrid-offhand", one.id, note=blade.name)
    hit = strike_at(state, table, one, target, blade, nonlethal=act.nonlethal, two_handed=act.two_handed)
    if hit and blade.grabs and not one.grabbed and proficient(table.content, one, blade):
        from starfray.rulebooks.compound_x.grapple import free_grapple

        one.grabbed = True
        free_grapple(state, table, one, target)


def check_strike(
    state: CompoundX, content: Content, one: Fighter, target: Fighter, blade: Blade, nonlethal: bool, two_handed: bool
) -> None:
    if target is one or target.dead or target.out:
        raise Refused("cx.melee.attack", f"{target.id} cannot be struck", [])
    if not near(state, one, target, blade.reach):
        raise Refused("cx.melee.adjacent", f"{target.id} is out of reach", ["run"])
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])
    hold = grapple_of(state, one)
    if hold is not None and blade.key != UNARMED:
        raise Refused("cx.grapple.actions.control", "in a grapple one strikes bare-handed", ["weapon=unarmed"])
    unfit = why_unfit(one, blade)
    if unfit:
        raise Refused("cx.presumed.proficiency", f"the {blade.name} takes {unfit}", [UNARMED])
    if nonlethal and blade.key != UNARMED and not proficient(content, one, blade):
        raise Refused("cx.melee.nonlethal.declare", f"{one.id} is not proficient with the {blade.name}", ["nonlethal=no"])
    if two_handed and blade.size != "two-handed":
        if not blade.hybrid:
            raise Refused("cx.meleeweapon.hybrid", f"the {blade.name} is no hybrid weapon", ["two-handed=no"])
        if not knows(content, one, "two-handed"):
            raise Refused("cx.meleeweapon.hybrid", f"{one.id} is not proficient with two-handed weapons", ["two-handed=no"])


def strike_at(
    state: CompoundX,
    table: Table,
    one: Fighter,
    target: Fighter,
    blade: Blade,
    *,
    nonlethal: bool = False,
    two_handed: bool = False,
) -> bool:
    """Accuracy d10, Guard d10, on a lucky hit the critical d10, then damage. cx.order.melee"""
    table.emit("cx.order.melee", one.id, target.id, note=blade.name)
    known = proficient(table.content, one, blade)
    used = as_wielded(table.content, one, blade)
    tally = accuracy_of(state, table, one, target, used, nonlethal=nonlethal)
    if not known:
        tally.add(0, "cx.ruling.unproficient")
    hidden = unnoticed(state, one, target)
    face(one, target.at)
    natural = table.roll("cx.melee.attack", one.id, total(1, 10), tally)
    margin = over_guard(state, table, one, target, natural + tally.total, hidden)
    table.same("cx.order.melee", (one.id, target.id, used.key, blade.key, natural, margin, nonlethal, two_handed, hidden))
    reveal(table, one)
    if margin <= 0:
        table.emit("cx.melee.hit", one.id, target.id, note="misses")
        return False
    table.emit("cx.melee.hit", one.id, target.id, note="hits")
    need = luck_needed(one)
    bonus = critical_bonus(table, one) if need and natural >= need else 0
    deal_blow(state, table, one, target, used, bonus, margin, nonlethal=nonlethal, two_handed=two_handed, hidden=hidden)
    return True


def accuracy_of(state: CompoundX, table: Table, one: Fighter, target: Fighter, blade: Blade, *, nonlethal: bool) -> Tally:
    """cm(STR) + cm(DEX), halves dropped, then the weapon's whole figure. cx.ruling.melee-accuracy-stats"""
    tally = table.tally(one)
    tally.add_part(combat_modifier(one.stats.strength), "cx.combatmod.table", "STR")
    tally.add_part(combat_modifier(one.stats.dexterity), "cx.combatmod.table", "DEX")
    tally.drop_fractions("cx.ruling.drop-decimals")
    tally.add(0, "cx.combatmod.uses")
    tally.add(blade.accuracy, "cx.meleeweapon.accuracy", blade.name)
    for ability in one.abilities:
        if ability.accuracy:
            tally.add(ability.accuracy, "cx.ruling.melee-accuracy-stats", ability.name)
    if flanks(state, one, target):
        tally.add(FLANK, "cx.flank.melee")
        tally.add(0, "cx.ruling.flank-facing")
    if nonlethal:
        tally.add(NONLETHAL, "cx.melee.nonlethal.penalty")
    return tally


def over_guard(state: CompoundX, table: Table, one: Fighter, target: Fighter, reached: int, hidden: bool) -> int:
    """How far the blow gets past Guard: 0 a miss, 1 a hit, 3 as intended. A tie is the defender's. cx.melee.guard-tie"""
    if hidden or target.helpless:
        rule = "cx.stealth.melee-guard" if hidden else "cx.ruling.guard-helpless"
        table.emit(rule, target.id, number=reached)
        if hidden and reached >= INTENDED:
            table.emit("cx.stealth.melee-bypass", one.id, target.id)
        return INTENDED if reached >= INTENDED else max(0, reached)
    tally = guard_of(state, table, target)
    tally.add(0, "cx.melee.guard-tie")
    tally.add(0, "cx.melee.no-skill")
    band = table.roll(
        "cx.melee.guard", target.id, bands(1, 10, reached - INTENDED - tally.total, reached - 1 - tally.total), tally
    )
    return (INTENDED, 1, 0)[band]


def guard_of(state: CompoundX, table: Table, one: Fighter) -> Tally:
    """cm(FORT) + cm(DEX) and what is wielded; rolled anew against every attack. cx.melee.guard"""
    tally = table.tally(one)
    tally.add_part(combat_modifier(one.stats.fortitude), "cx.combatmod.table", "FORT")
    tally.add_part(combat_modifier(one.stats.dexterity), "cx.combatmod.table", "DEX")
    tally.drop_fractions("cx.ruling.drop-decimals")
    number, rule, name = wielded_guard(state, table.content, one)
    tally.add(number, rule, name)
    if len(usable_items(one)) > 1:
        tally.add(0, "cx.ruling.guard-choice")
    for ability in one.abilities:
        if ability.guard:
            tally.add(ability.guard, "cx.melee.guard", ability.name)
    if one.stance == "prone":
        tally.add(-2, "cx.stance.prone-guard")
    return tally


def guard_with(blade: Blade) -> int:
    return blade.accuracy if blade.guard is None else blade.guard


def wielded_guard(state: CompoundX, content: Content, one: Fighter) -> tuple[int, str, str]:
    """The best of the things in hand; bare hands count only if there is nothing. cx.melee.guard-listing"""
    hold = grapple_of(state, one)
    held = usable_items(one)
    if not held or (hold is not None and hold.pinned == one.id):
        return 0, "cx.melee.guard.unarmed", "bare hands"
    found = []
    for item in held:
        if isinstance(item, Weapon) and item.group != "under-barrel" and not knows(content, one, item.group):
            club = improvised(content, GUN_SIZE.get(item.group, "two-handed"))
            found.append((guard_with(club), "cx.melee.guard-proficiency", item.name))
        elif isinstance(item, Weapon):
            rule = "cx.melee.guard.cqb" if item.cqb else "cx.melee.guard.noncqb"
            found.append((1 if item.cqb else -1, rule, item.name))
        elif isinstance(item, Blade) and item.delicate:
            found.append((-2, "cx.melee.guard.delicate", item.name))
        elif isinstance(item, Blade):
            used = as_wielded(content, one, item)
            rule = "cx.melee.guard.melee" if item.guard is None else "cx.melee.guard-listing"
            found.append((guard_with(used), rule if used is item else "cx.melee.guard-proficiency", item.name))
        else:
            rule = "cx.melee.guard.thrown" if isinstance(item, Dart) else "cx.ruling.improvised-stats"
            found.append((improvised(content, "light").accuracy, rule, item.name))
    return max(found, key=lambda each: each[0])


# --- what the blow does -------------------------------------------------------------------------------------------


def strength_part(one: Fighter, blade: Blade, two_handed: bool) -> int:
    """The STR share; swung with both hands a positive modifier counts one and a half times. cx.meleeweapon.twohanded"""
    modifier = general_modifier(one.stats.strength)
    if (two_handed or blade.size == "two-handed") and modifier > 0:
        modifier = modifier * 3 // 2
    return blade.strength * modifier


def damage_of(state: CompoundX, table: Table, one: Fighter, blade: Blade, two_handed: bool) -> Tally:
    tally = Tally(table.keeps)
    both = two_handed or blade.size == "two-handed"
    tally.add(blade.base, "cx.stealth.base-damage", blade.name)
    if blade.strength:
        tally.add(strength_part(one, blade, two_handed), "cx.meleeweapon.twohanded" if both else "cx.presumed.stat-mod", "STR")
    if blade.dexterity:
        tally.add(blade.dexterity * general_modifier(one.stats.dexterity), "cx.presumed.stat-mod", "DEX")
    feats = sum(each.unarmed for each in one.abilities) if blade.key == UNARMED else 0
    if feats:
        tally.add(feats, "cx.unarmed.not-weapon", "feats")
    least = blade.minimum + feats
    if tally.total < least:
        tally.add(least - tally.total, "cx.stealth.base-damage", f"at least {least}")
    if blade.key == UNARMED:
        tally.add(0, "cx.unarmed.not-weapon")
        if frail(state, one, "fortitude"):
            tally.add(tally.total // 2 - tally.total, "cx.ruling.frail", "FORT 1")
    return tally


def deal_blow(
    state: CompoundX,
    table: Table,
    one: Fighter,
    target: Fighter,
    blade: Blade,
    bonus: int,
    margin: int,
    *,
    nonlethal: bool,
    two_handed: bool,
    hidden: bool,
) -> None:
    """Through the armour procedure, unless it lands where it was meant to. cx.melee.armor-applies, cx.melee.intended"""
    tally = damage_of(state, table, one, blade, two_handed)
    if bonus:
        tally.add(bonus, "cx.crit.damage")
        tally.add(0, "cx.ruling.melee-crit-bypass")
    intended = margin >= INTENDED
    if intended:
        table.emit("cx.melee.intended", one.id, target.id)
        tally.add(0, "cx.ruling.intended-full", "no armour, no half")
    else:
        tally.add(0, "cx.melee.armor-applies")
        if target.armour.coverage <= 0:
            tally.add(0, "cx.ruling.melee-vs-unarmored")
    bare = blade.key == UNARMED and frail(state, one, "fortitude")
    if not nonlethal and not bare:
        tally.add(0, "cx.melee.lethal")
    blow = Blow(
        tally,
        blade.type,
        blade.apl,
        one.id,
        "body" if intended else "roll",
        blunt=max(0, strength_part(one, blade, two_handed)),
        two_handed=two_handed or blade.size == "two-handed",
        nonlethal=nonlethal or bare,
        edge=blade.edge,
        bleed=blade.bleed + extra_bleed(table, one, bonus),
        burn=blade.burn,
        plasma_burn=blade.plasma_burn,
        shield_burn=blade.shield_burn,
        melts_first=blade.shield_burn > 0,
        stun_dc=blade.stun_dc,
        break_dc=blade.break_dc,
    )
    if blade.apl == 0 and target.armour.coverage > 0 and not intended:
        tally.add(0, "cx.melee.blunt.apl0", "APL 0")
    lost = take_hit(state, table, target, blow)
    if lost and frail(state, one, "fortitude"):
        table.emit("cx.ruling.frail", one.id, number=lost // 2)
        lose_health(state, table, one, lost // 2, hit=False)
