"""What the GM does by the rules: `gm hurt tor 5`. `gm set` sets one figure; these do what follows from it, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import ActionKind, GmAction, Refused, Table, distance, from_plain
from starfray.rulebooks.coriolis import injury
from starfray.rulebooks.coriolis.hazards import poisoned
from starfray.rulebooks.coriolis.healing import stand_up
from starfray.rulebooks.coriolis.ranges import CLOSE, refuse_walled
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Gear, Weapon, fighter
from starfray.rulebooks.coriolis.stress import stress

ILLEGAL = "coriolis.ruling.illegal"


def living(state: Coriolis, who: str) -> Fighter:
    target = fighter(state, who)
    if target.dead or not target.person:
        raise Refused(ILLEGAL, f"{who} is {'dead' if target.dead else 'a vehicle'}", [])
    return target


def refuse_less_than_one(amount: int) -> None:
    if amount < 1:
        raise Refused(ILLEGAL, f"{amount} is no amount", ["1 or more"])


@dataclass(frozen=True, slots=True)
class Hurt(GmAction):
    """Damage from anywhere: armour counts unless it is direct, cover only against what is shot or thrown."""

    KIND: ClassVar[str] = "hurt"
    amount: int
    direct: bool = False
    ranged: bool = False


def hurt(state: Coriolis, table: Table, action: Hurt) -> None:
    """coriolis.core.armour, coriolis.core.hp"""
    refuse_less_than_one(action.amount)
    target = fighter(state, action.who)
    table.allowed()
    if action.direct:
        injury.lose_hp(state, table, target, action.amount)
    else:
        harm = Weapon(key="gm", name="harm", features=["anti-vehicle"])
        injury.take_damage(state, table, target, action.amount, harm, ranged=action.ranged)


HURT = ActionKind(Hurt, hurt, "coriolis.core.hp")


@dataclass(frozen=True, slots=True)
class Heal(GmAction):
    """Hit Points back; whoever was Broken gets up."""

    KIND: ClassVar[str] = "heal"
    amount: int


def heal(state: Coriolis, table: Table, action: Heal) -> None:
    """coriolis.heal.first-aid.success"""
    refuse_less_than_one(action.amount)
    target = living(state, action.who)
    table.allowed()
    lay = target.prone and not (target.broken or target.unconscious)
    stand_up(table, target, target.hp + action.amount)
    target.prone = target.prone or lay  # who went prone of her own will stays there


HEAL = ActionKind(Heal, heal, "coriolis.heal.first-aid.success")


@dataclass(frozen=True, slots=True)
class Tire(GmAction):
    """Stress: Mind Points lost."""

    KIND: ClassVar[str] = "tire"
    amount: int


@dataclass(frozen=True, slots=True)
class Stress(GmAction):
    """The same by the book's own word."""

    KIND: ClassVar[str] = "stress"
    amount: int


def tire(state: Coriolis, table: Table, action: Tire | Stress) -> None:
    """coriolis.ruling.stress.track"""
    refuse_less_than_one(action.amount)
    target = living(state, action.who)
    table.allowed()
    stress(state, table, target, action.amount)


TIRE = ActionKind(Tire, tire, "coriolis.ruling.stress.track")
STRESS = ActionKind(Stress, tire, "coriolis.ruling.stress.track")


@dataclass(frozen=True, slots=True)
class Stun(GmAction):
    KIND: ClassVar[str] = "stun"
    turns: int = 1


def stun(state: Coriolis, table: Table, action: Stun) -> None:
    """coriolis.ruling.crit.stunned"""
    refuse_less_than_one(action.turns)
    target = living(state, action.who)
    table.allowed()
    injury.stun(state, table, target, action.turns)


STUN = ActionKind(Stun, stun, "coriolis.ruling.crit.stunned")


@dataclass(frozen=True, slots=True)
class Down(GmAction):
    """Broken, with all that follows; a vehicle is wrecked."""

    KIND: ClassVar[str] = "down"


def down(state: Coriolis, table: Table, action: Down) -> None:
    """coriolis.broken"""
    target = fighter(state, action.who)
    if target.broken:
        raise Refused("coriolis.broken", f"{target.id} is down already", [])
    table.allowed()
    injury.lose_hp(state, table, target, target.hp)


DOWN = ActionKind(Down, down, "coriolis.broken")


@dataclass(frozen=True, slots=True)
class Injure(GmAction):
    """A critical injury: a row of the table by its number, or a d66."""

    KIND: ClassVar[str] = "injure"
    number: int = 0


def injure(state: Coriolis, table: Table, action: Injure) -> None:
    """coriolis.ruling.crit.severity"""
    target = living(state, action.who)
    rows = table.content.tables["injuries"]
    if action.number and str(action.number) not in rows:
        raise Refused("coriolis.ruling.crit.severity", f"no injury {action.number}", list(rows))
    table.allowed()
    injury.suffer(state, table, target, action.number or injury.d66(state, table, target, 1))


INJURE = ActionKind(Injure, injure, "coriolis.ruling.crit.severity")


@dataclass(frozen=True, slots=True)
class Pin(GmAction):
    """Put somebody into a clinch with the one who holds her."""

    KIND: ClassVar[str] = "pin"
    by: str


def pin(state: Coriolis, table: Table, action: Pin) -> None:
    """coriolis.melee.bonus.grapple"""
    target, holder = living(state, action.who), living(state, action.by)
    if target is holder or not target.conscious or not holder.conscious or target.aboard or holder.aboard:
        raise Refused("coriolis.melee.bonus.grapple", f"{holder.id} cannot hold {target.id}", [])
    refuse_walled(state, holder, target)
    if distance(state, target, holder) > CLOSE:
        raise Refused("coriolis.range.close", f"{holder.id} is not within Close Range of {target.id}", ["place"])
    table.allowed()
    injury.let_go(state, holder)
    injury.pin(state, table, holder, target)


PIN = ActionKind(Pin, pin, "coriolis.melee.bonus.grapple")


@dataclass(frozen=True, slots=True)
class Poison(GmAction):
    """Somebody has eaten or drunk it, or has breathed it in."""

    KIND: ClassVar[str] = "poison"
    poison: str


def poison(state: Coriolis, table: Table, action: Poison) -> None:
    """coriolis.ruling.med.poison-given"""
    target = living(state, action.who)
    rows = table.content.tables["gear"]
    known = [key for key, row in rows.items() if row.get("strength")]
    if action.poison not in known:
        raise Refused("coriolis.medtech.poison", f"no poison is called {action.poison!r}", known)
    table.allowed()
    dose = from_plain(Gear, {"key": action.poison, **rows[action.poison]})
    table.emit("coriolis.ruling.med.poison-given", action.actor, target.id, dose.strength)
    poisoned(state, table, target, dose, action.actor)


POISON = ActionKind(Poison, poison, "coriolis.ruling.med.poison-given")
