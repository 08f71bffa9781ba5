"""Getting hit: the armour roll, blocking, piercing, armour points, the less vital spot. cx.order.damage"""

from __future__ import annotations

from starfray.engine.dice import bands
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.health import lose_health
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon

BARE = 50  # cx.armor.unarmored


def take_hit(
    state: CompoundX, table: Table, victim: Fighter, gun: Weapon, damage: int, *, automatic: bool = False
) -> None:
    """One hit with all its bonuses in (cx.ruling.damage-order). `automatic` hits strike armour without a roll."""
    armour = victim.armour
    if armour.coverage <= 0 or gun.type == "laser":  # cx.ruling.laser-armor
        half = table.roll("cx.armor.unarmored", victim.id, bands(1, 100, BARE - 1)) == 1  # cx.ruling.half-at-50
        if half:
            damage //= 2
            table.emit("cx.armor.half", victim.id, number=damage)
        lose_health(state, table, victim, damage)
        return
    struck, half = (True, False) if automatic else armour_roll(state, table, victim)
    if half:
        damage //= 2  # cx.ruling.rounding
        table.emit("cx.armor.half", victim.id, number=damage)
    if not struck:
        lose_health(state, table, victim, damage)
    elif gun.apl < armour.apl:
        table.emit("cx.armor.apl-block", victim.id, number=damage)
    else:
        table.emit("cx.armor.apl-pierce", victim.id, number=gun.apl)
        stopped = min(damage, victim.armour_points)
        victim.armour_points -= stopped
        if stopped:
            table.emit("cx.armor.ap", victim.id, number=stopped, note="armour")
        lose_health(state, table, victim, damage - stopped)


def armour_roll(state: CompoundX, table: Table, victim: Fighter) -> tuple[bool, bool]:
    """Was armour struck, and is damage halved? Under the coverage strikes armour. cx.ruling.coverage-strict

    When damage is halved is a ruling: 'missed-armour' exactly when armour is missed, 'literal' also on a roll over 50,
    'body-zones' from 50 up whatever the armour. cx.ruling.half-on-miss-armor
    """
    reading = state.rulings.get("half-damage", "missed-armour")
    struck_to = min(victim.armour.coverage, 100) - 1  # cx.ruling.coverage-cap
    if reading == "missed-armour":
        missed = table.roll("cx.armor.roll", victim.id, bands(1, 100, struck_to)) == 1
        return not missed, missed
    whole_to = BARE if reading == "literal" else BARE - 1
    place = table.roll("cx.armor.roll", victim.id, bands(1, 100, min(struck_to, whole_to), max(struck_to, whole_to)))
    thick = place == 1 and struck_to > whole_to  # between the two: struck and over, or neither
    struck, over = place == 0 or thick, place == 2 or thick
    return struck, over or (reading == "literal" and not struck)
