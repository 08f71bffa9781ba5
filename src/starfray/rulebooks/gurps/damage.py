"""What a hit does: damage dice, DR, wounding. gurps.order.hit"""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import Roll, damage_roll
from starfray.rulebooks.gurps.injury import EXTREMITIES, LIMBS, Blow, Frame, crippling, suffer
from starfray.rulebooks.gurps.knockback import knock_back
from starfray.rulebooks.gurps.locations import CHINK_TYPES, part
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon

#: halves: gurps.wounding.*, and types the book leaves out (gurps.ruling.other-types)
WOUNDING = {
    "pi-": (1, "gurps.wounding.pi-small"), "cr": (2, "gurps.wounding.cr"), "pi": (2, "gurps.wounding.pi"),
    "cut": (3, "gurps.wounding.cut"), "pi+": (3, "gurps.wounding.pi-large"), "imp": (4, "gurps.wounding.imp"),
    "pi++": (4, "gurps.wounding.pi-huge"), "burn": (2, "gurps.ruling.other-types"),
}  # fmt: skip
BLUNTED = ("pi++", "pi+", "imp")  # gurps.location.leg, .arm, .hand, .foot: x1 there


def land(
    state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, blow: Blow, frame: Frame
) -> int:
    """One hit through all its consequences. Gives the injury. gurps.core.attack-sequence"""
    basic = basic_damage(table, attacker, weapon, blow)
    table.same("gurps.core.basic-damage", (frame, attacker.id, victim.id, weapon.key, basic, blow))
    through = max(0, basic - damage_resistance(state, table, victim, weapon, blow))
    table.emit("gurps.core.penetration", attacker.id, victim.id, through, blow.location)
    injury = wound(table, victim, weapon, blow, through) if through else 0
    if injury:
        inner = (*frame, attacker.id, victim.id, weapon.key, basic, through, injury, blow)
        suffer(state, table, victim, injury, blow, crushing=weapon.type == "cr", frame=inner)
    if not blow.own:
        knock_back(state, table, attacker, victim, weapon, basic, through)
    return injury


# --- damage ----------------------------------------------------------------------------------------------------


def basic_damage(table: Table, attacker: Fighter, weapon: Weapon, blow: Blow) -> int:
    """Dice and adds; all at their highest for a 'max' result, then no dice fall. gurps.core.basic-damage"""
    roll = damage_roll(table.content, attacker, weapon.damage) or Roll(0, 0)
    tally = table.tally()
    if roll.adds:
        tally.add(roll.adds, "gurps.core.basic-damage", str(roll))
    if blow.bonus:
        tally.add(blow.bonus, "gurps.maneuver.all-out-attack.strong")
    if blow.maximum:
        points = 6 * roll.dice
    else:
        points = table.roll("gurps.core.basic-damage", attacker.id, total(roll.dice, 6), tally) if roll.dice else 0
    points += roll.adds + blow.bonus
    if blow.beyond:
        points //= 2  # gurps.ruling.half-damage-range
        table.emit("gurps.ruling.half-damage-range", attacker.id, number=points)
    points = max(0 if weapon.type == "cr" else 1, points) * blow.multiply
    return points // 2 if blow.half else points


def damage_resistance(state: Gurps, table: Table, victim: Fighter, weapon: Weapon, blow: Blow) -> int:
    """All layers, the skull's own 2, then the divisor, then halvings. gurps.core.penetration"""
    where = part(blow.location)
    if blow.dr == "none":
        return 0
    layers = [each for each in victim.armour if where in each.dr]
    points = sum(each.versus.get(weapon.type, each.dr[where]) for each in layers)
    if where == "skull":
        points += int(ruling(state, "skull-dr"))  # gurps.ruling.skull-dr
        table.emit("gurps.ruling.skull-dr", victim.id, number=int(ruling(state, "skull-dr")))
    points //= weapon.divisor
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
        return 8, f"gurps.location.{where}"  # x4 for every type
    if where == "vitals":
        if weapon.type in CHINK_TYPES:
            return 6, "gurps.location.vitals"  # x3
        if weapon.type == "burn" and weapon.beam:
            return 4, "gurps.ruling.other-types"  # x2
    if where == "neck" and weapon.type in ("cr", "cut"):
        return (3 if weapon.type == "cr" else 4), "gurps.location.neck"  # x1.5, x2
    if where in (*LIMBS, *EXTREMITIES) and weapon.type in BLUNTED:
        return 2, f"gurps.location.{where}"  # x1
    return WOUNDING[weapon.type]


def wound(table: Table, victim: Fighter, weapon: Weapon, blow: Blow, through: int) -> int:
    """Injury: multiplied, rounded down, at least 1; a limb takes no more than what cripples it. gurps.core.injury"""
    halves, rule = wounding(weapon, blow.location)
    injury = max(1, through * halves // 2)  # gurps.ruling.wounding-rounding
    table.emit(rule, victim.id, number=injury, note=weapon.type)
    most = crippling(victim, blow.location)
    if part(blow.location) != "eye" and most and injury > most:
        injury = most  # gurps.ruling.limb-excess
        table.emit("gurps.ruling.limb-excess", victim.id, number=injury)
    return injury
