"""What a hit does: damage dice, DR, wounding. gurps.order.hit"""

from __future__ import annotations

from starfray.engine.rules import Table, Tally, known_distance
from starfray.engine.walls import walled_off
from starfray.rulebooks.gurps.core import (
    DOWN,
    Roll,
    add_dizziness,
    attribute_tally,
    damage_roll,
    push,
    range_yards,
    strength,
    succeeds,
)
from starfray.rulebooks.gurps.injury import EXTREMITIES, LIMBS, PLAIN, Blow, crippling, fall, take_injury
from starfray.rulebooks.gurps.locations import CHINK_TYPES, part
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, stun

#: halves: gurps.wounding.*, and types the book leaves out (gurps.ruling.other-types)
WOUNDING = {
    "pi-": (1, "gurps.wounding.pi-small"), "cr": (2, "gurps.wounding.cr"), "pi": (2, "gurps.wounding.pi"),
    "cut": (3, "gurps.wounding.cut"), "pi+": (3, "gurps.wounding.pi-large"), "imp": (4, "gurps.wounding.imp"),
    "pi++": (4, "gurps.wounding.pi-huge"), "burn": (2, "gurps.ruling.other-types"),
}  # fmt: skip
ENDS = (*LIMBS, *EXTREMITIES)
LOCATION = {where: f"gurps.location.{where}" for where in ("skull", "eye", *ENDS)}
BLUNTED = ("pi++", "pi+", "imp")  # gurps.location.leg, .arm, .hand, .foot: x1 there


def deal_damage(state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, blow: Blow) -> None:
    """One hit through all its consequences. gurps.core.attack-sequence, gurps.order.hit"""
    table.merge("gurps.order.hit", (attacker.id, victim.id, weapon.key, blow))
    basic = basic_damage(table, attacker, weapon, blow) if weapon.damage else 0
    blow = thrown(blow)
    table.merge("gurps.core.basic-damage", (attacker.id, victim.id, weapon.key, basic, blow))
    if weapon.afflicts and not blow.own:
        afflict(state, table, victim, weapon, blow)
    if weapon.damage:
        take_damage(state, table, attacker, victim, weapon, basic, blow)
    if weapon.explosive and not blow.own:
        burst(state, table, attacker, victim, weapon, basic)


def thrown(blow: Blow) -> Blow:
    """The blow once its damage is known: what made it higher or lower no longer counts."""
    if blow.bonus or blow.multiply != 1 or blow.maximum or blow.half or blow.mighty or blow.per_die or blow.beyond:
        return Blow(
            location=blow.location,
            chink=blow.chink,
            dr=blow.dr,
            major=blow.major,
            hurts=blow.hurts,
            own=blow.own,
            deafens=blow.deafens,
        )
    return blow


def take_damage(state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, basic: int, blow: Blow) -> None:
    """DR, wounding, injury; then knockback."""
    through = max(0, basic - damage_resistance(state, table, victim, weapon, blow))
    table.emit("gurps.core.penetration", attacker.id, victim.id, through, blow.location)
    injury = injury_of(table, victim, weapon, blow, through) if through else 0
    if injury:
        table.enter((attacker.id, victim.id, weapon.key, basic, through))
        take_injury(state, table, victim, injury, blow, crushing=weapon.type == "cr")
        table.leave()
    if not blow.own:
        knock_back(state, table, attacker, victim, weapon, basic, through)


def afflict(state: Gurps, table: Table, victim: Fighter, weapon: Weapon, blow: Blow) -> None:
    """HT, the weapon's modifier and what the armour stops of it, or stunned. gurps.ruling.affliction"""
    if not victim.conscious:
        return
    tally = attribute_tally(table, victim, "HT", victim.attributes.ht)
    tally.add(weapon.affliction, "gurps.ruling.affliction", weapon.name)
    stopped = int(layers_at(state, table, victim, "", blow.location) / weapon.affliction_divisor)
    if stopped:
        tally.add(stopped, "gurps.ruling.affliction", "DR")
    if not succeeds(table, "gurps.ruling.affliction", victim.id, tally):
        stun(victim)
        victim.waiting = victim.thought = victim.aim = None
        table.emit("gurps.injury.stunned", victim.id)


def burst(state: Gurps, table: Table, attacker: Fighter, centre: Fighter, weapon: Weapon, basic: int) -> None:
    """Everybody else near by: the damage divided by 3 x yards, against the torso. gurps.core.basic-damage"""
    for other in state.roster.values():
        gap = known_distance(state, centre, other) if other is not centre else None
        if gap is None or other.dead or other.out or walled_off(state, centre, other):  # gurps.ruling.wall
            continue
        share = basic // (3 * max(1, range_yards(gap)))
        if share < 1:
            continue
        table.merge("gurps.core.basic-damage", (attacker.id, centre.id, weapon.key, basic, other.id))
        table.emit("gurps.core.basic-damage", attacker.id, other.id, share, "explosion")
        table.enter((basic, other.id))
        take_damage(state, table, centre, other, weapon, share, PLAIN)
        table.leave()


# --- damage ----------------------------------------------------------------------------------------------------
def basic_damage(table: Table, attacker: Fighter, weapon: Weapon, blow: Blow) -> int:
    """Dice and adds; all at their highest for a 'max' result, then no dice fall. gurps.core.basic-damage"""
    roll = damage_roll(table.content, attacker, weapon.damage) or Roll(0, 0)
    tally = table.tally()
    if roll.adds:
        tally.add(roll.adds, "gurps.core.basic-damage", roll.words)
    bonus = blow.bonus
    if bonus:
        if blow.per_die and bonus > 0:
            bonus = max(bonus, roll.dice)
        tally.add(bonus, "gurps.effort.mighty-blow" if blow.mighty else "gurps.ruling.flat-damage")
    if blow.maximum:
        points = 6 * roll.dice
    else:
        points = table.roll("gurps.core.basic-damage", attacker.id, roll.shape, tally) if roll.dice else 0
    points = (points + roll.adds + bonus) * roll.times
    if blow.beyond:
        points //= 2  # gurps.ruling.half-damage-range
        table.emit("gurps.ruling.half-damage-range", attacker.id, number=points)
    points = max(0 if weapon.type == "cr" else 1, points) * blow.multiply
    return points // 2 if blow.half else points


def layers_at(state: Gurps, table: Table, victim: Fighter, type: str, location: str) -> int:
    """All layers and what the body itself stops; the skull of the living 2. gurps.ruling.skull-dr"""
    where = part(location)
    points = victim.dr
    for each in victim.armour:
        if where in each.dr:
            points += each.versus.get(type, each.dr[where])
    if where == "skull" and victim.nature == "living":
        bone = int(state.ruling("skull-dr"))
        points += bone
        table.emit("gurps.ruling.skull-dr", victim.id, number=bone)
    return points


def damage_resistance(state: Gurps, table: Table, victim: Fighter, weapon: Weapon, blow: Blow) -> int:
    """All layers, the skull's own 2, then the divisor, then halvings. gurps.core.penetration"""
    if blow.dr == "none":
        return 0
    points = layers_at(state, table, victim, weapon.type, blow.location)
    points = int(points / weapon.divisor)
    if blow.chink and weapon.type in CHINK_TYPES:
        points //= 2  # gurps.ruling.chinks
        table.emit("gurps.location.chinks", victim.id, number=points)
    if blow.dr == "half-down":
        points //= 2
    elif blow.dr == "half-up":
        points = (points + 1) // 2
    return points


def wounding(weapon: Weapon, location: str) -> tuple[int, str]:
    """Halves to multiply by, and the rule that says so. gurps.location.*"""
    where = part(location)
    if where in ("skull", "eye"):
        return 8, LOCATION[where]  # x4 for every type
    if where == "vitals":
        if weapon.type in CHINK_TYPES:
            return 6, "gurps.location.vitals"  # x3
        if weapon.type == "burn" and weapon.beam:
            return 4, "gurps.ruling.other-types"  # x2
    if where == "neck" and weapon.type in ("cr", "cut"):
        return (3 if weapon.type == "cr" else 4), "gurps.location.neck"  # x1.5, x2
    if weapon.type in BLUNTED and where in ENDS:
        return 2, LOCATION[where]  # x1
    return WOUNDING.get(weapon.type, (2, "gurps.ruling.other-types"))


def injury_of(table: Table, victim: Fighter, weapon: Weapon, blow: Blow, through: int) -> int:
    """Injury: multiplied, rounded down, at least 1; a limb takes no more than what cripples it. gurps.core.injury"""
    halves, rule = wounding(weapon, blow.location)
    where = part(blow.location)
    injury = max(1, through * halves // 2)
    table.emit(rule, victim.id, number=injury, note=weapon.type)
    if through * halves % 2 or not through * halves // 2:
        table.emit("gurps.ruling.wounding-rounding", victim.id, number=injury)
    if where == "face":
        table.emit("gurps.location.face", victim.id, number=injury)
    if weapon.type == "pi-" and (where in ENDS or where == "vitals"):
        table.emit("gurps.ruling.unlisted-types", victim.id, number=injury)
    most = crippling(victim, blow.location)
    if where != "eye" and most and injury > most:
        injury = most  # gurps.ruling.limb-excess
        table.emit("gurps.ruling.limb-excess", victim.id, number=injury)
    return injury


def knock_back(
    state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, basic: int, through: int
) -> None:
    """Crushing always, cutting when it does not get through. gurps.ruling.knockback-types"""
    blunt = weapon.type == "cr" or (weapon.type == "cut" and not through)
    if not blunt and state.ruling("knockback-types") != "every":
        return
    throw_back(state, table, attacker, victim, basic * weapon.pushes)


def throw_back(state: Gurps, table: Table, attacker: Fighter, victim: Fighter, basic: int) -> None:
    """Yards by basic damage; HP stand in for ST where nothing resists. gurps.knockback.distance, gurps.ruling.knockback-hp"""
    resists = not victim.inanimate and victim.attributes.st > 0 and victim.conscious
    power = (strength(victim) if resists else victim.max_hp) - 2
    if power > 1:
        back, rule = basic // power, "gurps.knockback.distance"
    else:
        back, rule = basic, "gurps.knockback.weak"
    if not back:
        return
    table.emit(rule, victim.id, attacker.id, back)
    if not resists:
        table.emit("gurps.knockback.no-st", victim.id, number=victim.max_hp)
        table.emit("gurps.ruling.knockback-hp", victim.id, number=power)
    push(state, attacker, victim, float(back))
    if not victim.conscious or victim.posture in DOWN:
        return
    best = max(victim.attributes.dx, victim.skills.get("acrobatics", 0), victim.skills.get("judo", 0))
    tally = attribute_tally(table, victim, "DX, Acrobatics or Judo", best)
    if back > 1:
        tally.add(1 - back, "gurps.knockback.balance-distance")
    add_footing(tally, victim)
    if not succeeds(table, "gurps.knockback.balance", victim.id, tally):
        fall(table, victim)


def add_footing(tally: Tally, actor: Fighter) -> None:
    """What the own maneuver does to rolls against falling."""
    add_dizziness(tally, actor)
    if actor.charged:
        tally.add(-2, "gurps.maneuver.move-and-attack.balance")
    if actor.guard == "kick":
        tally.add(2, "gurps.maneuver.defensive-attack.kick")
