"""The dice of a shot: Ranged Combat, the weapon, and the list of common modifiers. coriolis.ranged.mod.list"""

from __future__ import annotations

from starfray.engine.rules import Table, Tally
from starfray.rulebooks.coriolis.core import add_skill, attribute
from starfray.rulebooks.coriolis.hooks import close_range_modifier
from starfray.rulebooks.coriolis.ranges import BANDS, band
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon


def ranged_pool(state: Coriolis, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, *, quick: bool = False) -> Tally:
    """Ranged Combat + weapon modifier + common modifiers; the action adds its own. coriolis.ranged.pool

    Cover is not among them: it never makes anybody harder to hit. coriolis.ruling.cover.not-to-hit
    coriolis.ranged.mod.list
    """
    tally = table.tally(shooter)
    add_skill(tally, shooter, "ranged-combat")
    add_weapon(tally, shooter, gun, "coriolis.ranged.pool")
    add_range(state, tally, shooter, target, gun)
    add_target_size(tally, target)
    add_fire_support(tally, shooter, quick)
    return tally


def add_weapon(tally: Tally, actor: Fighter, weapon: Weapon, rule: str) -> None:
    """Its bonus; a Heavy one is too much for somebody with Strength 2 or less."""
    tally.add(weapon.bonus, rule, weapon.name)
    if "heavy" in weapon.features and attribute(actor, "strength") <= 2:
        tally.add(-1, "coriolis.core.weapon-fields", "heavy")


def add_range(state: Coriolis, tally: Tally, shooter: Fighter, target: Fighter, gun: Weapon) -> None:
    """Close -3 (+3 at the immobile or unaware), Short 0, Long -1, Extreme -2; one step beyond the weapon's range -3.

    coriolis.ranged.mod.range.short
    """
    where = band(state, shooter, target)
    if BANDS[where] == "close":
        add_close_range(state, tally, shooter, target)
    elif BANDS[where] == "long":
        tally.add(-1, "coriolis.ranged.mod.range.long")
    elif BANDS[where] == "extreme":
        tally.add(-2, "coriolis.ranged.mod.range.extreme")
    if where > BANDS.index(gun.range):
        tally.add(-3, "coriolis.ranged.mod.range.beyond")  # coriolis.ruling.ranged.beyond: on top of the band's own


def add_close_range(state: Coriolis, tally: Tally, shooter: Fighter, target: Fighter) -> None:
    helpless = (target.immobile and not target.wild) or not target.aware
    if not helpless:
        tally.add(close_range_modifier(shooter), "coriolis.ranged.mod.range.close")
        return
    tally.add(3, "coriolis.ranged.mod.range.close-helpless")
    if state.ruling("close-helpless") == "adds":  # coriolis.ruling.ranged.close-helpless: as a rule instead of the -3
        tally.add(close_range_modifier(shooter), "coriolis.ruling.ranged.close-helpless", "on top of the -3")


def add_target_size(tally: Tally, target: Fighter) -> None:
    """Prone or small -1, large +1; for bigger differences what the GM has set."""
    size = 0
    if target.size_mod is not None:
        size = target.size_mod
        tally.add(size, "coriolis.ranged.mod.size.gm")
    elif target.craft is not None:
        size = target.craft.size
        tally.add(size, "coriolis.ranged.mod.size.large")
    elif target.size == "small":
        size = -1
        tally.add(size, "coriolis.ranged.mod.size.small")
    elif target.size == "large":
        size = 1
        tally.add(size, "coriolis.ranged.mod.size.large")
    if target.prone and size >= 0:  # coriolis.ruling.ranged.prone-and-small: the -1 counts once
        tally.add(-1, "coriolis.prone.ranged-target")


def add_fire_support(tally: Tally, shooter: Fighter, quick: bool) -> None:
    """Behind cover or prone the weapon is steadied: +1, once, but never on a quick shot.

    coriolis.ranged.fire-support, coriolis.ranged.fire-support.not-quick, coriolis.ruling.fire-support.once
    coriolis.action.quick-shot.no-fire-support
    """
    if quick or not (shooter.cover or shooter.prone):
        return
    tally.add(1, "coriolis.action.take-cover.fire-support" if shooter.cover else "coriolis.ranged.fire-support")
