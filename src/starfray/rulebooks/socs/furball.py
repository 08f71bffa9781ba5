"""The furball: when it forms, whom a careless gunner hits in it, and who runs into whom."""

from __future__ import annotations

from starfray.engine.dice import pick
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.socs.core import plain_success
from starfray.rulebooks.socs.damage import COSMETIC, HEAVY, LIGHT, after_damage, suffer
from starfray.rulebooks.socs.rulings import ruled
from starfray.rulebooks.socs.ships import STATION, rank
from starfray.rulebooks.socs.state import Gun, Ship, Socs, gunner_of

LEAST = {"seven": 7, "six": 6}  # socs.ruling.furball-count


def craft_in_it(state: Socs) -> list[Ship]:
    """Everything that flies and is still there; nobody knows of those who are hidden. No stations, no planets."""
    return [ship for ship in state.roster.values() if rank(ship) < STATION and not ship.gone and not ship.hidden]


def furball(state: Socs) -> bool:
    """More than half a dozen craft that are not all paired off. socs.furball.forms, socs.ruling.furball-count"""
    here = [ship.id for ship in craft_in_it(state)]
    if len(here) < LEAST[ruled(state, "furball-count")]:
        return False
    if not state.pairs:
        return True
    paired = [who for pair in state.pairs if pair[0] in here and pair[1] in here for who in pair]
    return any(who not in paired for who in here)


def announce(state: Socs, table: Table) -> None:
    if furball(state):
        table.emit("socs.furball.forms", GM, number=len(craft_in_it(state)))
        table.emit("socs.ruling.furball-count", GM, number=LEAST[ruled(state, "furball-count")])


def one_of(table: Table, rule: str, ship: Ship, ships: list[Ship]) -> Ship:
    """A random pick in roster order; where there is only one, no die is rolled. socs.ruling.dice-order"""
    return ships[table.roll(rule, ship.id, pick(len(ships)))] if len(ships) > 1 else ships[0]


# --- friendly fire ---------------------------------------------------------------------------------------------


def fired_on_friend(table: Table, ship: Ship, gun: Gun) -> bool:
    """After a snap shot, hit or miss, the gunner rolls to see whom he fired at. socs.furball.perception"""
    gunner = gunner_of(ship, gun)
    tally = table.tally(ship)
    tally.add(gunner.sensors if gunner is not None else 0, "socs.furball.perception", "Electronics Operation (sensors)")
    return table.roll("socs.furball.perception", ship.id, plain_success(tally.total), tally) == 1


def friends_in_it(state: Socs, ship: Ship) -> list[Ship]:
    return [each for each in craft_in_it(state) if each.side == ship.side and each is not ship]


def friend_hit(state: Socs, table: Table, ship: Ship) -> Ship:
    """The attack roll stands; whom it strikes is a matter of luck. socs.ruling.friendly-fire"""
    friend = one_of(table, "socs.ruling.friendly-fire", ship, friends_in_it(state, ship))
    table.emit("socs.ruling.friendly-fire", ship.id, friend.id)
    return friend


# --- collisions ------------------------------------------------------------------------------------------------


def collide(state: Socs, table: Table, crashed: list[str]) -> None:
    """Each critical failure in the order rolled: whom, then the damage of both. socs.furball.collision, socs.order.collision

    Whoever was lost to an earlier one hits nobody any more.
    """
    for index, who in enumerate(crashed):
        ship = state.roster[who]
        others = [each for each in craft_in_it(state) if each is not ship]
        if ship.gone or not others:
            continue
        table.remember((index, tuple(crashed)))
        table.same("socs.order.collision")
        other = one_of(table, "socs.furball.collision", ship, others)
        table.emit("socs.furball.collision", ship.id, other.id)
        table.emit("socs.order.collision", ship.id, other.id)
        mine, theirs = strength(other, ship), strength(ship, other)
        for one, level in ((ship, mine), (other, theirs)):
            table.remember((one.id, mine, theirs, other.id))
            table.same("socs.ruling.collision")
            table.emit("socs.ruling.collision", one.id, number=level)
            suffer(state, table, one, level, [])
            after_damage(state, table, {one.id: level})
            table.forget()
        table.forget()


def strength(rammer: Ship, struck: Ship) -> int:
    """Heavy from an equal or larger ship, Light from one class smaller, Cosmetic from two. socs.ruling.collision"""
    smaller = rank(struck) - rank(rammer)
    return HEAVY if smaller <= 0 else LIGHT if smaller == 1 else COSMETIC
