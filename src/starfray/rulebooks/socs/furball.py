"""The furball: when it forms, whom a careless gunner hits in it, and who runs into whom."""

from __future__ import annotations

from starfray.engine.dice import pick
from starfray.engine.rules import GM, Table
from starfray.rulebooks.socs.core import plain_success
from starfray.rulebooks.socs.damage import COSMETIC, HEAVY, LIGHT, after_damage, take_damage
from starfray.rulebooks.socs.ships import STATION, rank
from starfray.rulebooks.socs.state import Gun, Ship, Socs, band, gunner_of, reaches

LEAST = {"seven": 7, "six": 6}  # socs.ruling.furball-count


def craft(state: Socs) -> list[Ship]:
    """Everything that flies and is still there; nobody knows of those who are hidden. No stations, no planets."""
    return [ship for ship in state.roster.values() if rank(ship) < STATION and not ship.gone and not ship.hidden]


def swarm(state: Socs, ship: Ship) -> list[Ship]:
    """The craft within range of this one, those within range of them, and so on: the same fight. socs.range.out,
    socs.ruling.furball-range
    """
    here = craft(state)
    if not state.ranges:
        return here if state.range != "out" else []
    found = [other for other in here if other is ship]
    edge = [ship]
    while edge:
        near = edge.pop()
        beside = [other for other in here if other not in found and other is not ship and band(state, near, other) != "out"]
        found += beside
        edge += beside
    return found


def furball(state: Socs, ship: Ship) -> bool:
    """More than half a dozen craft around this one, not all paired off. socs.furball.forms, socs.ruling.furball-count"""
    here = [other.id for other in swarm(state, ship)]
    if len(here) < LEAST[state.ruling("furball-count")]:
        return False
    if not state.pairs:
        return True
    paired = [who for pair in state.pairs if pair[0] in here and pair[1] in here for who in pair]
    return any(who not in paired for who in here)


def announce(state: Socs, table: Table) -> None:
    known: list[Ship] = []
    for ship in craft(state):
        if ship not in known:
            known += [ship, *swarm(state, ship)]
            if furball(state, ship):
                table.emit("socs.furball.forms", GM, number=len(swarm(state, ship)))
                table.emit("socs.ruling.furball-count", GM, number=LEAST[state.ruling("furball-count")])


def pick_ship(table: Table, rule: str, ship: Ship, ships: list[Ship]) -> Ship:
    """A random pick in roster order; where there is only one, no die is rolled. socs.ruling.dice-order"""
    return ships[table.roll(rule, ship.id, pick(len(ships)))] if len(ships) > 1 else ships[0]


# --- friendly fire ---------------------------------------------------------------------------------------------
def fired_on_friend(table: Table, ship: Ship, gun: Gun) -> bool:
    """After a snap shot, hit or miss, the gunner rolls to see whom he fired at. socs.furball.perception"""
    gunner = gunner_of(ship, gun)
    tally = table.tally(ship)
    tally.add(gunner.sensors if gunner is not None else 0, "socs.furball.perception", "Electronics Operation (sensors)")
    return table.roll("socs.furball.perception", ship.id, plain_success(tally.total), tally) == 1


def friends_in_reach(state: Socs, ship: Ship, gun: Gun) -> list[Ship]:
    """Friends whom the gun could strike. socs.ruling.furball-range"""
    friends = [other for other in craft(state) if other.side == ship.side and other is not ship]
    return [friend for friend in friends if reaches(gun, band(state, ship, friend))]


def friend_hit(state: Socs, table: Table, ship: Ship, gun: Gun) -> Ship:
    """The attack roll stands; whom it strikes is a matter of luck. socs.ruling.friendly-fire"""
    friend = pick_ship(table, "socs.ruling.friendly-fire", ship, friends_in_reach(state, ship, gun))
    table.emit("socs.ruling.friendly-fire", ship.id, friend.id)
    return friend


# --- collisions ------------------------------------------------------------------------------------------------
def collide(state: Socs, table: Table, crashed: list[str]) -> None:
    """Each critical failure in the order rolled: whom, then the damage of both. socs.furball.collision, socs.order.collision

    Whoever was lost to an earlier one hits nobody any more.
    """
    for index, who in enumerate(crashed):
        ship = state.roster[who]
        others = [other for other in craft(state) if other is not ship and band(state, ship, other) != "out"]
        if ship.gone or not others:
            continue
        table.enter((index, tuple(crashed)))
        table.merge("socs.order.collision")
        other = pick_ship(table, "socs.furball.collision", ship, others)
        table.emit("socs.furball.collision", ship.id, other.id)
        levels = strength(other, ship), strength(ship, other)
        for struck, level in zip((ship, other), levels, strict=True):
            table.enter((struck.id, levels, other.id))
            table.merge("socs.ruling.collision")
            table.emit("socs.ruling.collision", struck.id, number=level)
            take_damage(state, table, struck, level, [])
            after_damage(state, table, {struck.id: level})
            table.leave()
        table.leave()


def strength(rammer: Ship, struck: Ship) -> int:
    """Heavy from an equal or larger ship, Light from one class smaller, Cosmetic from two. socs.ruling.collision"""
    smaller = rank(struck) - rank(rammer)
    return HEAVY if smaller <= 0 else LIGHT if smaller == 1 else COSMETIC
