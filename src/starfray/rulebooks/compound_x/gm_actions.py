"""What the GM does by the rules of the book: hurt, heal, stun, fell somebody. `gm hurt tor 30 laser`"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from starfray.engine.rules import ActionKind, GmAction, Refused, Table, Tally
from starfray.rulebooks.compound_x.damage import Blow, stun, take_damage
from starfray.rulebooks.compound_x.health import downing_ends, fall_unconscious, go_down, lose_health
from starfray.rulebooks.compound_x.items import Damage
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, fighter

TYPES: tuple[Damage, ...] = get_args(Damage)


@dataclass(frozen=True, slots=True)
class Hurt(GmAction):
    """Damage of a type, through shield and armour as the rules say; direct: straight to health."""

    KIND: ClassVar[str] = "hurt"
    amount: int
    type: str = "ballistic"
    apl: int = 0
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Heal(GmAction):
    KIND: ClassVar[str] = "heal"
    amount: int


@dataclass(frozen=True, slots=True)
class Stun(GmAction):
    """No Actions for so many turns."""

    KIND: ClassVar[str] = "stun"
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Down(GmAction):
    """Downed and bleeding out; unconscious: out cold, not bleeding."""

    KIND: ClassVar[str] = "down"
    unconscious: bool = False


def alive(state: CompoundX, who: str) -> Fighter:
    victim = fighter(state, who)
    if victim.dead:
        raise Refused("cx.dst.fail3", f"{who} is dead", [])
    return victim


def positive(amount: int, rule: str) -> int:
    if amount <= 0:
        raise Refused(rule, f"an amount of {amount}", ["1 or more"])
    return amount


def hurt(state: CompoundX, table: Table, action: Hurt) -> None:
    """One hit of so much, in the order of cx.order.damage; direct damage meets neither shield nor armour."""
    victim, amount = alive(state, action.who), positive(action.amount, "cx.order.damage")
    kind = next((each for each in TYPES if each == action.type), None)
    if kind is None:
        raise Refused("cx.presumed.damage-types", f"no damage of type {action.type!r}", TYPES)
    table.allowed()
    tally = Tally(table.explains)
    tally.add(amount, "cx.order.damage", kind)
    if action.direct:
        lose_health(state, table, victim, amount, tally=tally)
    else:
        take_damage(state, table, victim, Blow(tally, kind, action.apl))


def heal(state: CompoundX, table: Table, action: Heal) -> None:
    """Up to full health; whoever was Downed is so no longer, whoever was out comes round. cx.down.trigger"""
    patient, amount = alive(state, action.who), positive(action.amount, "cx.presumed.health")
    if patient.health >= patient.max_health:
        raise Refused("cx.presumed.health", f"{patient.id} is in full health", [])
    table.allowed()
    was_downed = patient.downed
    patient.health = min(patient.max_health, patient.health + amount)
    table.emit("cx.presumed.health", patient.id, number=patient.health)
    if was_downed and not patient.downed:
        downing_ends(table, patient)
    if patient.unconscious and patient.health > patient.fell_at:  # awake, still prone: cx.ruling.unconscious
        patient.unconscious, patient.fell_at = False, 0
        table.emit("cx.ruling.unconscious", patient.id, note="comes round")


def stun_somebody(state: CompoundX, table: Table, action: Stun) -> None:
    """cx.presumed.conditions"""
    victim, turns = alive(state, action.who), positive(action.turns, "cx.presumed.conditions")
    table.allowed()
    stun(table, victim)
    victim.stunned = max(victim.stunned, turns)


def down(state: CompoundX, table: Table, action: Down) -> None:
    """Health 0 and bleeding out, with all it brings. cx.down.state, cx.down.zero-clamp"""
    victim = alive(state, action.who)
    if not victim.awake:
        raise Refused("cx.down.state", f"{victim.id} is down already", [])
    table.allowed()
    if action.unconscious:
        fall_unconscious(state, table, victim)
        return
    victim.health = 0
    go_down(state, table, victim)


HURT = ActionKind(Hurt, hurt, "cx.order.damage")
HEAL = ActionKind(Heal, heal, "cx.presumed.health")
STUN = ActionKind(Stun, stun_somebody, "cx.presumed.conditions")
DOWN = ActionKind(Down, down, "cx.down.state")
