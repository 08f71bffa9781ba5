"""Strikes at what the foe holds: to break it, or to get it out of the hand."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.core import weapon_level
from starfray.rulebooks.gurps.shapes import by_margin
from starfray.rulebooks.gurps.state import Fighter, Weapon, drop, held, uses

#: gurps.location.weapon: small (C, pistol), middle (1, carbine), large (2+, rifle)
DETAILED = (-5, -4, -3)


def weapon_struck(target: Fighter, key: str, location: str) -> Weapon:
    """The weapon aimed at: the one named, else the first in hand."""
    if location != "weapon":
        raise Refused("gurps.aim-at.disarm", "disarming is a strike at the weapon", ["location=weapon"])
    for weapon in held(target):
        if key in ("", weapon.key):
            return weapon
    raise Refused("gurps.location.weapon", f"{target.id} holds no {key or 'weapon'}", [each.key for each in held(target)])


def size_class(weapon: Weapon) -> int:
    """0 small, 1 middle, 2 large: by kind, melee weapons by their longest reach."""
    if weapon.size:
        return {"knife": 0, "pistol": 0, "carbine": 1, "rifle": 2}[weapon.size]
    return min(2, max(weapon.reach)) if weapon.melee else 2


def add_weapon_location(tally: Tally, struck: Weapon, order: str, disarm: bool) -> None:
    """The book lists the figures twice, in opposite orders. gurps.ruling.weapon-penalty"""
    place = size_class(struck)
    penalty = DETAILED[place] if order == "small-harder" else DETAILED[2 - place]
    tally.add(penalty, "gurps.aim-at.weapon", struck.name)
    tally.add(0, "gurps.ruling.weapon-penalty", order)
    if disarm:
        tally.add(-2, "gurps.aim-at.disarm")


def disarm(table: Table, attacker: Fighter, holder: Fighter, weapon: Weapon, struck: Weapon) -> None:
    """No damage: a Quick Contest of the weapon skills, the attacker's first. gurps.ruling.disarm, gurps.order.contest"""
    mine, theirs = weapon_tally(table, attacker, weapon), weapon_tally(table, holder, struck)
    won = table.against("gurps.ruling.disarm", attacker.id, by_margin(mine.total),
                        holder.id, by_margin(theirs.total), mine, theirs)  # fmt: skip
    table.emit("gurps.order.contest", attacker.id, holder.id, won)
    if won > 0:
        drop(struck, holder)
        table.emit("gurps.ruling.disarm", attacker.id, holder.id, note=f"the {struck.name} flies out of the hand")


def weapon_tally(table: Table, one: Fighter, weapon: Weapon) -> Tally:
    tally = table.tally(one)
    level, rule = weapon_level(table.content, one, weapon)
    tally.add(level, rule, weapon.skill)
    return tally


def break_weapon(table: Table, attacker: Fighter, holder: Fighter, struck: Weapon, basic: int) -> None:
    """A weapon is an object: DR 4, or 2 with a wooden shaft; broken at 0 HP. gurps.ruling.weapon-damage"""
    through = max(0, basic - (2 if struck.wooden else 4))
    for use in uses(holder, struck):
        use.hp -= through
    table.emit("gurps.location.weapon", attacker.id, holder.id, through, struck.name)
    if struck.hp <= 0:
        for use in uses(holder, struck):
            use.broken = True
        drop(struck, holder)
        table.emit("gurps.ruling.weapon-damage", holder.id, note=f"the {struck.name} breaks")
