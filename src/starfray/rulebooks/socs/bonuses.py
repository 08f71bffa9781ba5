"""Aiming Bonuses: how maneuvers win them, take them away and turn them round. No AB falls below 0."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.socs.core import CRITICAL, CRITICAL_FAILURE, SUCCESS
from starfray.rulebooks.socs.damage import clear_bonuses
from starfray.rulebooks.socs.ships import position_barred
from starfray.rulebooks.socs.state import BANDS, Gun, Ship, Socs, band, gun_of, set_band

OFFENSIVE_RULE = (
    "socs.maneuver.offensive.critical", "socs.maneuver.offensive.success", "socs.maneuver.offensive.failure",
    "socs.maneuver.offensive.critical-failure",
)  # fmt: skip
DEFENSIVE_RULE = (
    "socs.maneuver.defensive.critical", "socs.maneuver.defensive.success", "socs.maneuver.defensive.failure",
    "socs.maneuver.defensive.critical-failure",
)  # fmt: skip


def set_position(ship: Ship, on: Ship, bonus: int) -> None:
    """socs.ruling.position-directed: one value per ship and target; none by or on a ship that is no more, nor where the
    classes bar it.
    """
    if bonus > 0 and not ship.gone and not on.gone and not position_barred(ship, on):
        ship.position[on.id] = bonus
    else:
        ship.position.pop(on.id, None)


# --- what a choice costs ---------------------------------------------------------------------------------------
def lose_sustained(table: Table, ship: Ship) -> None:
    """Gunners lose their Sustained Fire ABs; a pilot who does his own shooting keeps his."""
    for gun in ship.guns:
        if gun.sustained and gun.gunner != ship.pilot:
            gun.target, gun.sustained = "", 0
            table.emit("socs.maneuver.offensive.sustained-lost", ship.id, note=gun.name)


def lose_all(table: Table, ship: Ship, rule: str) -> None:
    """Every AB earned by the craft and its crew becomes 0, on choosing. socs.ruling.defensive-timing"""
    table.emit(rule, ship.id)
    if ship.position or any(gun.sustained for gun in ship.guns):
        table.cite("socs.ruling.defensive-timing")
    clear_bonuses(ship)


# --- results ---------------------------------------------------------------------------------------------------
def critical_gain(state: Socs, bonus: int) -> int:
    """Doubled, or from 0 to 2. socs.maneuver.offensive.critical"""
    if bonus == 0:
        return 2
    if bonus == 1 and state.ruling("crit-from-one") == "two-more":
        return 3  # socs.ruling.crit-from-one
    return 2 * bonus


def offensive_result(state: Socs, table: Table, ship: Ship, foe: Ship, degree: int) -> None:
    bonus = ship.position.get(foe.id, 0)
    if degree == CRITICAL:
        if bonus == 1:
            table.emit("socs.ruling.crit-from-one", ship.id, foe.id, critical_gain(state, bonus))
        bonus = critical_gain(state, bonus)
    elif degree == SUCCESS:
        bonus += 1  # socs.maneuver.offensive.success
    elif degree == CRITICAL_FAILURE:
        bonus = 0  # socs.maneuver.offensive.critical-failure
    if position_barred(ship, foe):  # chosen all the same: socs.ruling.class-limit-choice
        table.emit(position_barred(ship, foe), ship.id, foe.id)
        return
    set_position(ship, foe, bonus)
    table.emit(OFFENSIVE_RULE[degree], ship.id, foe.id, bonus)
    if len(ship.position) > 1:
        table.emit("socs.ruling.position-directed", ship.id, number=len(ship.position))


def lowered(bonus: int, degree: int) -> int:
    """What a defensive maneuver makes of a foe's AB: -1, 0, doubled, or unchanged."""
    if degree == CRITICAL:
        return 0  # socs.maneuver.defensive.critical
    if degree == SUCCESS:
        return max(0, bonus - 1)  # socs.maneuver.defensive.success
    if degree == CRITICAL_FAILURE:
        return 2 * bonus  # socs.maneuver.defensive.critical-failure
    return bonus


def defensive_result(table: Table, ship: Ship, foe: Ship, gun: str, degree: int) -> None:
    """Against the Position AB of the ship named, or the Sustained AB of the gun named."""
    if gun:
        bonus = lower_gun(gun_of(foe, gun), ship, degree)
    else:
        bonus = lower_ship(foe, ship, degree)
    table.emit(DEFENSIVE_RULE[degree], ship.id, foe.id, bonus, gun)


def total_defense_result(state: Socs, table: Table, ship: Ship, degree: int) -> None:
    """One roll against every AB aimed at the ship. socs.ruling.total-defense"""
    for foe in state.roster.values():
        if ship.id in foe.position:
            bonus = lower_ship(foe, ship, degree)
            table.emit(DEFENSIVE_RULE[degree], ship.id, foe.id, bonus)
        for gun in foe.guns:
            if gun.target == ship.id and gun.sustained:
                bonus = lower_gun(gun, ship, degree)
                table.emit(DEFENSIVE_RULE[degree], ship.id, foe.id, bonus, gun.key)


def lower_ship(foe: Ship, ship: Ship, degree: int) -> int:
    bonus = lowered(foe.position.get(ship.id, 0), degree)
    set_position(foe, ship, bonus)
    return bonus


def lower_gun(gun: Gun, ship: Ship, degree: int) -> int:
    if gun.target == ship.id:
        gun.sustained = lowered(gun.sustained, degree)
        return gun.sustained
    return 0


def reversal_result(state: Socs, table: Table, attacker: Ship, reverser: Ship, won: int, critical: bool) -> None:
    """The winner has a critical success's effect; a critical success of his own adds more. socs.ruling.reversal-criticals"""
    before = attacker.position.get(reverser.id, 0)
    if won == 0:
        table.emit("socs.ruling.reversal-tie", reverser.id, attacker.id)
    elif won > 0:
        barred = position_barred(attacker, reverser)  # chosen all the same: socs.ruling.class-limit-choice
        if barred:
            table.emit(barred, attacker.id, reverser.id)
        set_position(attacker, reverser, critical_gain(state, before))
        bonus = attacker.position.get(reverser.id, 0)
        table.emit("socs.maneuver.reversal.attacker-wins", attacker.id, reverser.id, bonus)
        if critical:
            attacker.auto_hit = reverser.id
            table.emit("socs.maneuver.reversal.attacker-critical", attacker.id, reverser.id)
    else:  # socs.ruling.reversal-own-abs: the reverser keeps his own
        own = reverser.position.get(attacker.id, 0)
        set_position(attacker, reverser, 0)
        table.emit("socs.maneuver.reversal.defender-wins", reverser.id, attacker.id)
        if reverser.position:
            table.cite("socs.ruling.reversal-own-abs")
        if critical:
            swap(state, table, attacker, reverser, before, own)


def swap(state: Socs, table: Table, attacker: Ship, reverser: Ship, before: int, own: int) -> None:
    """The two Position ABs on each other, as they stood; a class limit leaves the reverser at 0. socs.ruling.reversal-swap

    Sustained ABs belong to gun and gunner and stay, unless the group rules that they change hands too.
    """
    barred = position_barred(reverser, attacker)
    if barred:
        table.emit(barred, reverser.id, attacker.id)
    set_position(reverser, attacker, before)
    set_position(attacker, reverser, own)
    if state.ruling("reversal-swap") == "sustained-too":
        swap_sustained(attacker, reverser)
    gained = reverser.position.get(attacker.id, 0)
    table.emit("socs.maneuver.reversal.defender-critical", reverser.id, attacker.id, gained)
    table.emit("socs.ruling.reversal-swap", reverser.id, attacker.id, own)


def swap_sustained(attacker: Ship, reverser: Ship) -> None:
    """The best Sustained AB each has on the other becomes that of the other's first gun."""
    best = []
    for ship, foe in ((attacker, reverser), (reverser, attacker)):
        best.append(max((gun.sustained for gun in ship.guns if gun.target == foe.id), default=0))
        for gun in ship.guns:
            if gun.target == foe.id:
                gun.target, gun.sustained = "", 0
    for ship, foe, bonus in ((attacker, reverser, best[1]), (reverser, attacker, best[0])):
        if bonus and ship.guns:
            ship.guns[0].target, ship.guns[0].sustained = foe.id, bonus


def range_result(state: Socs, table: Table, mover: Ship, foe: Ship, kind: str, won: bool) -> None:
    """One band, if the mover wins; ABs stay. socs.ruling.range-change"""
    if not won:
        table.emit("socs.ruling.range-change", mover.id, foe.id, note=f"stays {band(state, mover, foe)}")
        return
    place = BANDS.index(band(state, mover, foe)) + (-1 if kind == "close" else 1)
    set_band(state, mover, foe, BANDS[max(0, min(place, len(BANDS) - 1))])
    table.emit("socs.ruling.range-change", mover.id, foe.id, note=band(state, mover, foe))
