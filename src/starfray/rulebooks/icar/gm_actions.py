"""What the GM does by the rules: `gm hurt byrnie 5`. `gm set` sets one figure; these do what follows from it, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, ActionKind, GmAction, Refused, Table
from starfray.rulebooks.icar.common.injury import take_damage
from starfray.rulebooks.icar.common.person import person
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import car, soak, take_vehicle_damage, vehicle_shield_up
from starfray.rulebooks.icar.space.crew import ship
from starfray.rulebooks.icar.space.damage import collapse, hit_shield, take_hull_damage

ILLEGAL = "icar.ruling.illegal"
BLOW, ENERGY = "blow", "energy"


def still_there(state: Icar, who: str, amount: int = 1) -> Actor:
    actor = state.roster[who]
    if actor.out and actor.out not in ("surrendered", "wreck"):
        raise Refused(ILLEGAL, f"{who} is {actor.out}", [])
    if amount < 1:
        raise Refused(ILLEGAL, f"{amount} is no amount", ["1 or more"])
    return actor


@dataclass(frozen=True, slots=True)
class Hurt(GmAction):
    """Damage from anywhere: a blow or a fall, or energy that a shield stops. `direct` goes past shields and armour."""

    KIND: ClassVar[str] = "hurt"
    amount: int
    type: str = "blow"
    stun: int = 0
    direct: bool = False


def hurt(state: Icar, table: Table, action: Hurt) -> None:
    """Of people hit points, armour first; of vehicles theirs, shields first; of spacecraft K of the hull. icar.ruling.armour"""
    actor = still_there(state, action.who, action.amount)
    if action.type not in (BLOW, ENERGY) or action.stun < 0:
        raise Refused("icar.shield.high-energy", f"{action.type!r} with {action.stun} Stun is no harm", [BLOW, ENERGY])
    table.allowed()
    if actor.craft is not None:
        if actor.craft.shields and not action.direct:
            hit_shield(table, actor, GM)
        else:
            take_hull_damage(table, actor, action.amount, GM, 0)
    elif actor.vehicle is not None:
        if vehicle_shield_up(state, actor) and not action.direct:
            soak(table, actor, action.amount, GM)
        else:
            take_vehicle_damage(table, actor, action.amount, airborne=state.kind == "vehicle")
    elif action.direct:
        actor.hp -= action.amount
        actor.stun -= action.stun
        table.emit("icar.close.combo.stats", actor.id, GM, action.amount)
    else:
        take_damage(state, table, actor.id, action.amount, action.stun, GM, high_energy=action.type == ENERGY)


HURT = ActionKind(Hurt, hurt, "icar.ruling.armour")


@dataclass(frozen=True, slots=True)
class Heal(GmAction):
    """Hit points back, never above the maximum; a vehicle flies again, a hull is patched."""

    KIND: ClassVar[str] = "heal"
    amount: int


def heal(state: Icar, table: Table, action: Heal) -> None:
    """icar.heal.hp.rest"""
    actor = still_there(state, action.who, action.amount)
    table.allowed()
    if actor.craft is not None:
        actor.craft.hull_damage = max(0, actor.craft.hull_damage - action.amount)
    elif actor.vehicle is not None:
        actor.vehicle.hp = min(actor.vehicle.max_hp, actor.vehicle.hp + action.amount)
    else:
        actor.hp = min(actor.max_hp, actor.hp + action.amount)
    table.emit("icar.heal.hp.rest", actor.id, number=action.amount)


HEAL = ActionKind(Heal, heal, "icar.heal.hp.rest")


@dataclass(frozen=True, slots=True)
class Stun(GmAction):
    """Stun off somebody; without a figure all there is left."""

    KIND: ClassVar[str] = "stun"
    amount: int = 0


def stun(state: Icar, table: Table, action: Stun) -> None:
    """icar.stun.zero"""
    actor = still_there(state, action.who)
    if not person(actor) or action.amount < 0:
        raise Refused("icar.stun.zero", f"{actor.id} cannot be stunned by {action.amount}", [])
    table.allowed()
    take_damage(state, table, actor.id, 0, action.amount or max(1, actor.stun), GM)


STUN = ActionKind(Stun, stun, "icar.stun.zero")


@dataclass(frozen=True, slots=True)
class Down(GmAction):
    """Somebody drops unconscious, a vehicle is a wreck and falls, a spacecraft's energy web collapses."""

    KIND: ClassVar[str] = "down"


def down(state: Icar, table: Table, action: Down) -> None:
    """icar.stun.zero, icar.vehicle.damage.zero, icar.space.end.collapse"""
    actor = still_there(state, action.who)
    table.allowed()
    if actor.craft is not None:
        ship(actor).hull_damage = max(ship(actor).hull_damage, ship(actor).hull)
        collapse(table, actor)
    elif actor.vehicle is not None:
        take_vehicle_damage(table, actor, car(actor).hp, airborne=state.kind == "vehicle")
    else:
        take_damage(state, table, actor.id, 0, max(1, actor.stun), GM)


DOWN = ActionKind(Down, down, "icar.stun.zero")

GM_KINDS = {kind.name: kind for kind in (HURT, HEAL, STUN, DOWN)}
