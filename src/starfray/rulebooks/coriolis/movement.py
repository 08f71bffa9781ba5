"""Moving, cover, posture, what is in hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.codec import clone
from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, flag, somebody, something
from starfray.engine.scene import Point, along, apart, distance, path_length, relate
from starfray.engine.walls import wall_between
from starfray.rulebooks.coriolis.core import FAST
from starfray.rulebooks.coriolis.declare import Deed, declare
from starfray.rulebooks.coriolis.gear import put_with
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out, leave_cover, step_off, walk
from starfray.rulebooks.coriolis.ranges import CLOSE, refuse_way, within
from starfray.rulebooks.coriolis.state import (
    HALF_ROWS,
    Coriolis,
    Fighter,
    Gear,
    Weapon,
    drop,
    fighter,
    held_items,
    planted,
    shut_in,
)

HINDRANCES = ("darkness", "jungle", "snow", "water")  # coriolis.action.move.halved


def encumbered(actor: Fighter) -> bool:
    """More than two rows of things for each point of Strength; counted in half rows."""
    carries = HALF_ROWS[actor.armour.weight] + sum(HALF_ROWS[each.weight] for each in actor.weapons if not each.dropped)
    carries += sum(each.count * HALF_ROWS[each.weight] for each in actor.gear if each.count > 0 and not each.dropped)
    return carries > 4 * actor.attributes.strength


def movement_of(state: Coriolis, actor: Fighter, path: tuple[Point, ...] = (), *, sneaking: bool = False) -> float:
    """Metres per Move. An injury halves the rate itself, a hindrance what is left, once, rounded down."""
    slowed = encumbered(actor) or any(injury.half_move for injury in actor.injuries)
    rate = actor.movement // 2 if slowed else actor.movement
    halved = sneaking or actor.prone or hindered(state, actor.at, path)
    return float(rate // 2 if halved else rate)  # coriolis.action.move.halved, coriolis.ruling.move.halving


def hindered(state: Coriolis, start: Point | None, path: tuple[Point, ...]) -> bool:
    """Does the way lie, even in part, through the dark, thick jungle, deep snow or water?"""
    hindrances = [zone for zone in state.scene.zone if zone.kind in HINDRANCES]
    if start is None or not hindrances:
        return False
    return any(apart(zone.at, point) <= zone.radius for point in along(start, path) for zone in hindrances)


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Along a path of points; without a map, to a distance from somebody."""

    KIND: ClassVar[str] = "move"
    path: tuple[Point, ...] = ()
    target: str = ""
    metres: float = -1.0
    sneaking: bool = False


def move(state: Coriolis, table: Table, action: Move) -> None:
    """Up to the Movement Rate; overwatch and attacks of opportunity cut in. coriolis.action.move"""
    actor = fighter(state, action.actor)
    reach = movement_of(state, actor, action.path, sneaking=action.sneaking)
    limit = "coriolis.ruling.move.halving" if reach < actor.movement else "coriolis.action.move"
    refuse_rooted(actor)
    if action.path:
        if action.target or action.metres >= 0:
            raise Refused("coriolis.action.move", "along a path, or to a distance from somebody", ["X,Y", "target=ID metres=N"])
        if actor.at is None:
            raise Refused("coriolis.action.move", f"{actor.id} has no place on the map", ["target=… metres=…"])
        length = path_length(actor.at, action.path)
        if length > reach + 1e-9:
            raise Refused(limit, f"{length:.1f} m is further than {reach:.0f} m", [f"{reach:.0f} m"])
        refuse_way(state, actor, action.path)
    else:
        other = fighter(state, action.target)
        gap = distance(state, actor, other)
        if action.metres < 0 or abs(gap - action.metres) > reach:
            low, high = max(0.0, gap - reach), gap + reach
            raise Refused(limit, f"{actor.id} is {gap:.0f} m from {other.id}", [f"{low:.0f} to {high:.0f} m"])
    declare(state, table, actor, Deed("move"))
    if not carried_out(state, table, Declaration("move", actor)):
        return
    if reach < actor.movement:
        table.emit("coriolis.action.move.halved", actor.id, number=int(reach))
    leave_cover(table, actor)
    if action.path:
        walk(state, table, actor, action.path)
    elif step_off(state, table, actor, fighter(state, action.target), action.metres):
        relate(state.scene, "distance", actor.id, action.target, action.metres)
    table.emit(
        "coriolis.action.move", actor.id, note=f"to {actor.at[0]:g},{actor.at[1]:g}" if actor.at else f"near {action.target}"
    )


def move_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    if actor.at is not None:
        return [Field("path", "path", high=movement_of(state, actor), centre=actor.at), flag("sneaking")]
    others = [each for each in state.roster.values() if each is not actor and not each.out]
    return [somebody("target", others), Field("metres", "number", low=0, high=100, unit="metres"), flag("sneaking")]


MOVE = ActionKind(
    Move, move, "coriolis.action.move", FAST, fields=move_fields,
    hints=("coriolis.action.move.halved", "coriolis.action.opportunity.passing-limits", "coriolis.ruling.opportunity.geometry"),
)  # fmt: skip


def refuse_rooted(actor: Fighter) -> None:
    """What keeps somebody where she is."""
    if actor.aboard:
        raise Refused("coriolis.action.vehicle-enter", f"{actor.id} is aboard the {actor.aboard}", ["leave"])
    if actor.set_up:
        raise Refused("coriolis.action.full-auto.mounted", f"{actor.id}'s gun is set up", ["set-up"])
    if actor.paralysed:
        raise Refused("coriolis.state.crit-recovering", f"{actor.id} is paralysed", [])


# --- what is in hand -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a weapon, letting go of what is in the way, or of the one named."""

    KIND: ClassVar[str] = "draw"
    weapon: str
    drop: str = ""


def draw(state: Coriolis, table: Table, action: Draw) -> None:
    """coriolis.action.draw: Fast. It takes a free hand, or two."""
    actor = fighter(state, action.actor)
    weapon = own_weapon(actor, action.weapon)
    if weapon.in_hand or weapon.dropped:
        reason = "is in hand already" if weapon.in_hand else "lies on the ground"
        raise Refused("coriolis.action.draw", f"the {weapon.name} {reason}", ["pick-up"] if weapon.dropped else [])
    let_go = in_the_way(actor, weapon, action.drop)
    declare(state, table, actor, Deed("draw"))
    if carried_out(state, table, Declaration("draw", actor)):
        take_in_hand(table, actor, weapon, let_go)
        table.emit("coriolis.action.draw", actor.id, note=weapon.name)


def draw_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", [each for each in actor.weapons if not each.in_hand]), to_drop(actor)]


def to_drop(actor: Fighter) -> Field:
    """What she may choose to let go of. coriolis.ruling.hands"""
    return something("drop", held_items(actor), required=False)


DRAW = ActionKind(Draw, draw, "coriolis.action.draw", FAST, fields=draw_fields)


@dataclass(frozen=True, slots=True)
class PickUp(Action):
    """Pick up what lies within reach, one's own or somebody else's, or take it from somebody who lies there."""

    KIND: ClassVar[str] = "pick-up"
    weapon: str
    owner: str = ""
    drop: str = ""


def pick_up(state: Coriolis, table: Table, action: PickUp) -> None:
    """coriolis.action.pick-up: Fast. Anyone within 2 m may. coriolis.ruling.disarm.where, coriolis.ruling.pick-up.whose"""
    actor = fighter(state, action.actor)
    near = [(owner, each) for owner, each in lying_near(state, actor) if action.owner in ("", owner.id)]
    found = [(owner, each) for owner, each in near if each.key == action.weapon]
    if not found:
        raise Refused("coriolis.action.pick-up", f"no {action.weapon!r} lies within reach", [each.key for _, each in near])
    owner, item = next(((who, each) for who, each in found if who is actor), found[0])
    let_go = in_the_way(actor, item if isinstance(item, Weapon) else None, action.drop)
    declare(state, table, actor, Deed("pick-up"))
    if carried_out(state, table, Declaration("pick-up", actor)):
        take(table, owner, actor, item, let_go)
        table.emit("coriolis.action.pick-up", actor.id, owner.id if owner is not actor else "", note=item.name)


def take(table: Table, owner: Fighter, actor: Fighter, item: Weapon | Gear, let_go: list[Weapon]) -> None:
    """A weapon into the hand, gear into the bag; what was picked up off the ground lies there no more."""
    item.dropped, item.lies_at = False, None
    if isinstance(item, Weapon):
        if owner is not actor:
            change_hands(owner, actor, item)
        take_in_hand(table, actor, item, let_go)
        return
    let_fall(table, actor, let_go)
    if owner is not actor:
        owner.gear.remove(item)
        put_with(actor, item)


def pick_up_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    near = lying_near(state, actor)
    owners = [state.roster[who] for who in dict.fromkeys(owner.id for owner, _ in near)]
    items = Field("weapon", "item", [Option(each.key, each.name) for _, each in near], label="item")
    return [items, somebody("owner", owners, required=False), to_drop(actor)]


PICK_UP = ActionKind(
    PickUp, pick_up, "coriolis.action.pick-up", FAST, fields=pick_up_fields, hints=("coriolis.ruling.pick-up.whose",)
)


def lying_near(state: Coriolis, actor: Fighter) -> list[tuple[Fighter, Weapon | Gear]]:
    """What lies on the ground within Close Range, and whose it was, and what the helpless there have about them; a charge
    that was planted stays where it is.
    """
    found: list[tuple[Fighter, Weapon | Gear]] = []
    for owner in state.roster.values():
        yields = owner is not actor and gives_up(state, owner) and within(state, actor, owner, CLOSE)
        for weapon in owner.weapons:
            if (weapon.dropped and planted(state, owner, weapon) is None and lies_near(state, actor, owner, weapon)) or (
                yields and not weapon.dropped and weapon.hands and not (weapon.thrown and weapon.empty)
            ):
                found.append((owner, weapon))
        for piece in owner.gear:
            if piece.count > 0 and (
                lies_near(state, actor, owner, piece) if piece.dropped else yields and not piece.ship_module
            ):
                found.append((owner, piece))
    return found


def gives_up(state: Coriolis, owner: Fighter) -> bool:
    """Can her things be taken off her? She lies there helpless, or has surrendered."""
    if not owner.person or owner.wild or shut_in(state, owner):
        return False
    return owner.out == "surrendered" if owner.out else owner.immobile


def lies_near(state: Coriolis, actor: Fighter, owner: Fighter, item: Weapon | Gear) -> bool:
    if item.lies_at is not None and actor.at is not None:
        return apart(item.lies_at, actor.at) <= CLOSE and wall_between(state, actor.at, item.lies_at) is None
    return owner is actor or within(state, actor, owner, CLOSE)


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Let a weapon in hand or a piece of gear fall."""

    KIND: ClassVar[str] = "drop"
    item: str


def drop_item(state: Coriolis, table: Table, action: Drop) -> None:
    """Free, and no action. coriolis.ruling.hands"""
    actor = fighter(state, action.actor)
    item = next((each for each in droppable(actor) if each.key == action.item), None)
    if item is None:
        raise Refused(
            "coriolis.ruling.hands", f"{actor.id} has no {action.item!r} to drop", [each.key for each in droppable(actor)]
        )
    declare(state, table, actor, Deed("drop"))
    drop(actor, item)
    table.emit("coriolis.ruling.hands", actor.id, note=item.name)


def droppable(actor: Fighter) -> list[Weapon | Gear]:
    return [*held_items(actor), *(each for each in actor.gear if each.count > 0 and not each.dropped and not each.ship_module)]


def drop_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [something("item", droppable(actor))]


DROP = ActionKind(Drop, drop_item, "coriolis.ruling.hands", fields=drop_fields, hints=("coriolis.ruling.pick-up.whose",))


def change_hands(owner: Fighter, actor: Fighter, weapon: Weapon) -> None:
    """What is on the blade stays on it."""
    owner.weapons.remove(weapon)
    if "mounted" in weapon.features:
        owner.set_up = False
    poison = owner.poisoned.pop(weapon.key, "")
    weapon.key = free_key(actor, weapon.key)
    actor.weapons.append(weapon)
    if poison:
        actor.poisoned[weapon.key] = poison
        known = [each.key for each in actor.gear]
        for dose in [clone(each) for each in owner.gear if each.key == poison and poison not in known]:
            dose.count = 0  # what it does, for her who has none of it left
            actor.gear.append(dose)


def free_key(actor: Fighter, key: str) -> str:
    """A second weapon of the kind gets a key of its own."""
    keys = [each.key for each in actor.weapons]
    return key if key not in keys else next(f"{key}-{number}" for number in range(2, 99) if f"{key}-{number}" not in keys)


def own_weapon(actor: Fighter, key: str) -> Weapon:
    for weapon in actor.weapons:
        if weapon.key == key:
            return weapon
    raise Refused("coriolis.ruling.hands", f"{actor.id} has no {key!r}", [each.key for each in actor.weapons])


def in_the_way(actor: Fighter, weapon: Weapon | None, named: str) -> list[Weapon]:
    """What must be let go of to take that weapon: the one named first, then as listed. coriolis.ruling.hands"""
    if weapon is not None and not actor.can_hold(weapon):
        raise Refused("coriolis.ruling.hands", f"the {weapon.name} takes {weapon.hands} hands", [])
    held = held_items(actor)
    if named and named not in [each.key for each in held]:
        raise Refused("coriolis.ruling.hands", f"{actor.id} has no {named!r} in hand", [each.key for each in held])
    free = actor.usable_hands - sum(each.hands for each in held)
    needed = weapon.hands if weapon is not None else 0
    let_go: list[Weapon] = []
    for each in sorted(held, key=lambda each: each.key != named):
        if free < needed or each.key == named:
            let_go.append(each)
            free += each.hands
    return let_go


def take_in_hand(table: Table, actor: Fighter, weapon: Weapon, let_go: list[Weapon]) -> None:
    let_fall(table, actor, let_go)
    weapon.in_hand = True


def let_fall(table: Table, actor: Fighter, let_go: list[Weapon]) -> None:
    """Letting go is free and is no action; it falls to the ground. coriolis.ruling.hands"""
    for each in let_go:
        drop(actor, each)
        table.emit("coriolis.ruling.hands", actor.id, note=each.name)


# --- posture ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GoProne(Action):
    KIND: ClassVar[str] = "go-prone"


def go_prone(state: Coriolis, table: Table, action: GoProne) -> None:
    """Fast. coriolis.action.go-prone"""
    actor = fighter(state, action.actor)
    if actor.prone:
        raise Refused("coriolis.action.go-prone", f"{actor.id} is prone already", ["get-up"])
    declare(state, table, actor, Deed("go-prone"))
    if carried_out(state, table, Declaration("go-prone", actor)):
        actor.prone = True
        table.emit("coriolis.action.go-prone", actor.id)


GO_PRONE = ActionKind(GoProne, go_prone, "coriolis.action.go-prone", FAST)


@dataclass(frozen=True, slots=True)
class GetUp(Action):
    KIND: ClassVar[str] = "get-up"


def get_up(state: Coriolis, table: Table, action: GetUp) -> None:
    """Fast. coriolis.action.get-up"""
    actor = fighter(state, action.actor)
    if not actor.prone:
        raise Refused("coriolis.action.get-up", f"{actor.id} is on her feet", [])
    if actor.paralysed:
        raise Refused("coriolis.state.crit-recovering", f"{actor.id} is paralysed", [])
    declare(state, table, actor, Deed("get-up"))
    if carried_out(state, table, Declaration("get-up", actor)):
        actor.prone = False
        table.emit("coriolis.action.get-up", actor.id)


GET_UP = ActionKind(GetUp, get_up, "coriolis.action.get-up", FAST)
