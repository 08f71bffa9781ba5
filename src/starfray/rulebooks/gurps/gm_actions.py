"""What the GM does to somebody by the rules: gm hurt, heal, tire, stun, down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from starfray.engine.rules import ActionKind, Between, GmAction, Refused, Table
from starfray.rulebooks.gurps.damage import take_damage
from starfray.rulebooks.gurps.injury import Blow, fall_unconscious, keep_mind, lose_fp
from starfray.rulebooks.gurps.locations import LOCATIONS, roll_location
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, fighter, stun

Points = Annotated[int, Between(1, 10_000)]
Kind = Literal["cr", "cut", "imp", "pi-", "pi", "pi+", "pi++", "burn", "cor", "tox", "fat"]


@dataclass(frozen=True, slots=True)
class Hurt(GmAction):
    """So many points of basic damage: armour, wounding and all that follows; `direct` past the armour."""

    KIND: ClassVar[str] = "hurt"
    amount: Points
    type: Kind = "cr"
    location: str = "torso"
    direct: bool = False


def hurt(state: Gurps, table: Table, action: Hurt) -> None:
    """gurps.order.hit"""
    victim = alive(state, action.who)
    if action.location not in (*LOCATIONS, "random"):
        raise Refused("gurps.location.random", f"{action.location!r} is no place on a body", [*LOCATIONS, "random"])
    if victim.inanimate and action.location != "torso":
        raise Refused("gurps.location.torso", f"{victim.id} is all of one piece", ["torso"])
    table.allowed()
    where = roll_location(table, victim) if action.location == "random" else action.location
    blow = Blow(location=where, dr="none" if action.direct else "", own=True)
    source = Weapon(key="gm", name="a mishap", hand="", type=action.type, damage="")
    take_damage(state, table, victim, victim, source, action.amount, blow)
    keep_mind(state, table)


@dataclass(frozen=True, slots=True)
class Heal(GmAction):
    """Hit points come back, up to the maximum."""

    KIND: ClassVar[str] = "heal"
    amount: Points


def heal(state: Gurps, table: Table, action: Heal) -> None:
    victim = alive(state, action.who)
    table.allowed()
    gained = min(action.amount, victim.max_hp - victim.hp)
    victim.hp += gained
    table.emit("gurps.core.pools", victim.id, number=victim.hp, note=f"{gained} HP back")


@dataclass(frozen=True, slots=True)
class Tire(GmAction):
    """Fatigue is lost, with what that leads to."""

    KIND: ClassVar[str] = "tire"
    amount: Points


def tire(state: Gurps, table: Table, action: Tire) -> None:
    """gurps.fp.hp-loss, gurps.fp.unconscious, gurps.fp.overflow"""
    victim = alive(state, action.who)
    if victim.max_fp <= 0:
        raise Refused("gurps.core.pools", f"{victim.id} has no FP", [])
    table.allowed()
    lose_fp(table, victim, action.amount)
    table.emit("gurps.core.pools", victim.id, number=victim.fp, note=f"{action.amount} FP lost")


@dataclass(frozen=True, slots=True)
class Stun(GmAction):
    """Stunned: must do nothing, and defends worse until it is shaken off."""

    KIND: ClassVar[str] = "stun"
    type: Literal["physical", "mental"] = "physical"


def stun_somebody(state: Gurps, table: Table, action: Stun) -> None:
    """gurps.injury.stunned"""
    victim = feeling(state, action.who)
    table.allowed()
    stun(victim)
    victim.stunned = action.type
    victim.waiting = victim.thought = victim.aim = None
    table.emit("gurps.injury.stunned", victim.id)


@dataclass(frozen=True, slots=True)
class Down(GmAction):
    """Unconscious: on the ground, and what was in hand beside it."""

    KIND: ClassVar[str] = "down"


def down(state: Gurps, table: Table, action: Down) -> None:
    """gurps.hp.collapse"""
    victim = feeling(state, action.who)
    table.allowed()
    fall_unconscious(table, victim, "gurps.hp.collapse")


def alive(state: Gurps, who: str) -> Fighter:
    victim = fighter(state, who)
    if victim.dead:
        raise Refused("gurps.hp.death", f"{victim.id} is dead", [])
    return victim


def feeling(state: Gurps, who: str) -> Fighter:
    """Things are neither stunned nor put to sleep. gurps.core.turn"""
    victim = alive(state, who)
    if victim.inanimate:
        raise Refused("gurps.core.turn", f"{victim.id} is a thing and feels nothing", ["hurt"])
    return victim


HURT = ActionKind(Hurt, hurt, "gurps.order.hit")
HEAL = ActionKind(Heal, heal, "gurps.core.pools")
TIRE = ActionKind(Tire, tire, "gurps.fp.hp-loss")
STUN = ActionKind(Stun, stun_somebody, "gurps.injury.stunned")
DOWN = ActionKind(Down, down, "gurps.hp.collapse")
