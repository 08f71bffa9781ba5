"""What a hit does: damage dice, DR, wounding. gurps.order.hit"""

from __future__ import annotations

from starfray.engine.scene import known_distance
from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import Roll, attribute_tally, damage_roll, range_yards, succeeds
from starfray.rulebooks.gurps.injury import EXTREMITIES, LIMBS, PLAIN, Blow, Frame, crippling, suffer
from starfray.rulebooks.gurps.knockback import knock_back
from starfray.rulebooks.gurps.locations import CHINK_TYPES, part
from starfray.rulebooks.gurps.rulings import ruling
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


def land(state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, blow: Blow, frame: Frame) -> None:
    """One hit through all its consequences. gurps.core.attack-sequence, gurps.order.hit"""
    table.same("gurps.order.hit", (frame, attacker.id, victim.id, weapon.key, blow))
    basic = basic_damage(table, attacker, weapon, blow) if weapon.damage else 0
    blow = thrown(blow)
    table.same("gurps.core.basic-damage", (frame, attacker.id, victim.id, weapon.key, basic, blow))
    if weapon.afflicts and not blow.own:
        afflict(state, table, victim, weapon, blow)
    if weapon.damage:
        strike_home(state, table, attacker, victim, weapon, basic, blow, frame)
    if weapon.explosive and not blow.own:
        burst(state, table, attacker, victim, weapon, basic, frame)


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


def strike_home(
    state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, basic: int, blow: Blow, frame: Frame
) -> None:
    """DR, wounding, injury; then knockback."""
    through = max(0, basic - damage_resistance(state, table, victim, weapon, blow))
    table.emit("gurps.core.penetration", attacker.id, victim.id, through, blow.location)
    injury = wound(table, victim, weapon, blow, through) if through else 0
    if injury:
        inner = (frame, attacker.id, victim.id, weapon.key, basic, through, injury, blow)
        suffer(state, table, victim, injury, blow, crushing=weapon.type == "cr", frame=inner)
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


def burst(state: Gurps, table: Table, attacker: Fighter, centre: Fighter, weapon: Weapon, basic: int, frame: Frame) -> None:
    """Everybody else near by: the damage divided by 3 x yards, against the torso. gurps.core.basic-damage"""
    for other in state.roster.values():
        gap = known_distance(state, centre, other) if other is not centre else None
        if gap is None or other.dead or other.out:
            continue
        share = basic // (3 * max(1, range_yards(gap)))
        if share < 1:
            continue
        table.same("gurps.core.basic-damage", (frame, attacker.id, centre.id, weapon.key, basic, other.id))
        table.emit("gurps.core.basic-damage", attacker.id, other.id, share, "explosion")
        strike_home(state, table, centre, other, weapon, share, PLAIN, (frame, basic, other.id))


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
        bone = int(ruling(state, "skull-dr"))
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


def wound(table: Table, victim: Fighter, weapon: Weapon, blow: Blow, through: int) -> int:
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
