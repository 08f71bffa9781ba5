"""Moving, cover, posture, what is in hand."""

from __future__ import annotations

from starfray.engine.codec import clone
from starfray.engine.errors import Refused
from starfray.engine.scene import Point, along, apart, distance, path_length, relate
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import Draw, GetUp, GoProne, Move, PickUp
from starfray.rulebooks.coriolis.core import FAST
from starfray.rulebooks.coriolis.declare import Deed, declare
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out, leave_cover, step_off, walk
from starfray.rulebooks.coriolis.ranges import CLOSE, within
from starfray.rulebooks.coriolis.state import HALF_ROWS, Coriolis, Fighter, Weapon, drop, fighter, held_items, planted

HINDRANCES = ("darkness", "jungle", "snow", "water")  # coriolis.action.move.halved


def encumbered(one: Fighter) -> bool:
    """More than two rows of things for each point of Strength; counted in half rows."""
    carries = HALF_ROWS[one.armour.weight] + sum(HALF_ROWS[each.weight] for each in one.weapons if not each.dropped)
    carries += sum(each.count * HALF_ROWS[each.weight] for each in one.gear if each.count > 0)
    return carries > 4 * one.attributes.strength


def movement_of(state: Coriolis, one: Fighter, path: tuple[Point, ...] = (), *, sneaking: bool = False) -> float:
    """Metres per Move. An injury halves the rate itself, a hindrance what is left, once, rounded down."""
    slowed = encumbered(one) or any(injury.half_move for injury in one.injuries)
    rate = one.movement // 2 if slowed else one.movement
    halved = sneaking or one.prone or hindered(state, one.at, path)
    return float(rate // 2 if halved else rate)  # coriolis.action.move.halved, coriolis.ruling.move.halving


def hindered(state: Coriolis, start: Point | None, path: tuple[Point, ...]) -> bool:
    """Does the way lie, even in part, through the dark, thick jungle, deep snow or water?"""
    hindrances = [zone for zone in state.scene.zone if zone.kind in HINDRANCES]
    if start is None or not hindrances:
        return False
    return any(apart(zone.at, point) <= zone.radius for point in along(start, path) for zone in hindrances)


def move(state: Coriolis, table: Table, act: Move) -> None:
    """Up to the Movement Rate; overwatch and attacks of opportunity cut in. coriolis.action.move"""
    one = fighter(state, act.actor)
    reach = movement_of(state, one, act.path, sneaking=act.sneaking)
    limit = "coriolis.ruling.move.halving" if reach < one.movement else "coriolis.action.move"
    refuse_rooted(one)
    if act.path:
        if one.at is None:
            raise Refused("coriolis.action.move", f"{one.id} has no place on the map", ["target=… metres=…"])
        length = path_length(one.at, act.path)
        if length > reach + 1e-9:
            raise Refused(limit, f"{length:.1f} m is further than {reach:.0f} m", [f"{reach:.0f} m"])
    else:
        other = fighter(state, act.target)
        gap = distance(state, one, other)
        if act.metres < 0 or abs(gap - act.metres) > reach:
            low, high = max(0.0, gap - reach), gap + reach
            raise Refused(limit, f"{one.id} is {gap:.0f} m from {other.id}", [f"{low:.0f} to {high:.0f} m"])
    declare(state, table, one, Deed("move", FAST))
    if not carried_out(state, table, Happening("move", one)):
        return
    if reach < one.movement:
        table.emit("coriolis.action.move.halved", one.id, number=int(reach))
    leave_cover(table, one)
    if act.path:
        walk(state, table, one, act.path)
    elif step_off(state, table, one, fighter(state, act.target), act.metres):
        relate(state.scene, "distance", one.id, act.target, act.metres)
    table.emit("coriolis.action.move", one.id, note=f"to {one.at[0]:g},{one.at[1]:g}" if one.at else f"near {act.target}")


def refuse_rooted(one: Fighter) -> None:
    """What keeps somebody where she is."""
    if one.aboard:
        raise Refused("coriolis.action.vehicle-enter", f"{one.id} is aboard the {one.aboard}", ["leave", "drive"])
    if one.set_up:
        raise Refused("coriolis.action.full-auto.mounted", f"{one.id}'s gun is set up", ["set-up"])
    if any(injury.paralysed for injury in one.injuries):
        raise Refused("coriolis.state.crit-recovering", f"{one.id} is paralysed", [])


# --- what is in hand -------------------------------------------------------------------------------------------


def draw(state: Coriolis, table: Table, act: Draw) -> None:
    """coriolis.action.draw: Fast. It takes a free hand, or two."""
    one = fighter(state, act.actor)
    weapon = own_weapon(one, act.weapon)
    if weapon.in_hand or weapon.dropped:
        reason = "is in hand already" if weapon.in_hand else "lies on the ground"
        raise Refused("coriolis.action.draw", f"the {weapon.name} {reason}", ["pick-up"] if weapon.dropped else [])
    let_go = in_the_way(one, weapon, act.drop)
    declare(state, table, one, Deed("draw", FAST))
    if carried_out(state, table, Happening("draw", one)):
        take_in_hand(table, one, weapon, let_go)
        table.emit("coriolis.action.draw", one.id, note=weapon.name)


def pick_up(state: Coriolis, table: Table, act: PickUp) -> None:
    """coriolis.action.pick-up: Fast. Anyone within 2 m may. coriolis.ruling.disarm.where"""
    one = fighter(state, act.actor)
    near = [(owner, each) for owner, each in lying_near(state, one) if act.owner in ("", owner.id)]
    found = [(owner, each) for owner, each in near if each.key == act.weapon]
    if not found:
        raise Refused("coriolis.action.pick-up", f"no {act.weapon!r} lies within reach", [each.key for _, each in near])
    owner, weapon = next(((who, each) for who, each in found if who is one), found[0])
    let_go = in_the_way(one, weapon, act.drop)
    declare(state, table, one, Deed("pick-up", FAST))
    if carried_out(state, table, Happening("pick-up", one)):
        weapon.dropped, weapon.lies_at = False, None
        if owner is not one:
            change_hands(owner, one, weapon)
        take_in_hand(table, one, weapon, let_go)
        table.emit("coriolis.action.pick-up", one.id, owner.id if owner is not one else "", note=weapon.name)


def lying_near(state: Coriolis, one: Fighter) -> list[tuple[Fighter, Weapon]]:
    """What lies on the ground within Close Range, and whose it was; a charge that was planted stays where it is."""
    return [
        (owner, each)
        for owner in state.roster.values()
        for each in owner.weapons
        if each.dropped and lies_near(state, one, owner, each) and planted(state, owner, each) is None
    ]


def lies_near(state: Coriolis, one: Fighter, owner: Fighter, weapon: Weapon) -> bool:
    if weapon.lies_at is not None and one.at is not None:
        return apart(weapon.lies_at, one.at) <= CLOSE
    return owner is one or within(state, one, owner, CLOSE)


def change_hands(owner: Fighter, one: Fighter, weapon: Weapon) -> None:
    """What is on the blade stays on it."""
    owner.weapons.remove(weapon)
    poison = owner.poisoned.pop(weapon.key, "")
    keys = [each.key for each in one.weapons]
    if weapon.key in keys:  # a second one of the kind gets a key of its own
        weapon.key = next(key for key in (f"{weapon.key}-{number}" for number in range(2, 99)) if key not in keys)
    one.weapons.append(weapon)
    if poison:
        one.poisoned[weapon.key] = poison
        known = [each.key for each in one.gear]
        for dose in [clone(each) for each in owner.gear if each.key == poison and poison not in known]:
            dose.count = 0  # what it does, for her who has none of it left
            one.gear.append(dose)


def own_weapon(one: Fighter, key: str) -> Weapon:
    for weapon in one.weapons:
        if weapon.key == key:
            return weapon
    raise Refused("coriolis.ruling.hands", f"{one.id} has no {key!r}", [each.key for each in one.weapons])


def in_the_way(one: Fighter, weapon: Weapon, named: str) -> list[Weapon]:
    """What must be let go of to take that weapon: the one named first, then as listed. coriolis.ruling.hands"""
    if not one.can_hold(weapon):
        raise Refused("coriolis.ruling.hands", f"the {weapon.name} takes {weapon.hands} hands", [])
    held = held_items(one)
    if named and named not in [each.key for each in held]:
        raise Refused("coriolis.ruling.hands", f"{one.id} has no {named!r} in hand", [each.key for each in held])
    free = one.usable_hands - sum(each.hands for each in held)
    let_go: list[Weapon] = []
    for each in sorted(held, key=lambda each: each.key != named):
        if free < weapon.hands or each.key == named:
            let_go.append(each)
            free += each.hands
    return let_go


def take_in_hand(table: Table, one: Fighter, weapon: Weapon, let_go: list[Weapon]) -> None:
    """Letting go is free and is no action; it falls to the ground. coriolis.ruling.hands"""
    for each in let_go:
        drop(one, each)
        table.emit("coriolis.ruling.hands", one.id, note=each.name)
    weapon.in_hand = True


# --- posture ---------------------------------------------------------------------------------------------------


def go_prone(state: Coriolis, table: Table, act: GoProne) -> None:
    one = fighter(state, act.actor)
    if one.prone:
        raise Refused("coriolis.action.go-prone", f"{one.id} is prone already", ["get-up"])
    declare(state, table, one, Deed("go-prone", FAST))
    if carried_out(state, table, Happening("go-prone", one)):
        one.prone = True
        table.emit("coriolis.action.go-prone", one.id)


def get_up(state: Coriolis, table: Table, act: GetUp) -> None:
    one = fighter(state, act.actor)
    if not one.prone:
        raise Refused("coriolis.action.get-up", f"{one.id} is on her feet", [])
    if any(injury.paralysed for injury in one.injuries):
        raise Refused("coriolis.state.crit-recovering", f"{one.id} is paralysed", [])
    declare(state, table, one, Deed("get-up", FAST))
    if carried_out(state, table, Happening("get-up", one)):
        one.prone = False
        table.emit("coriolis.action.get-up", one.id)
