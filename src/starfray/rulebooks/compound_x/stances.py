"""Stances: crouching, lying down, standing up, hunkering down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Refused, Table
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, undertake
from starfray.rulebooks.compound_x.state import CompoundX, fighter, fold_legs, pay


@dataclass(frozen=True, slots=True)
class Crouch(Action):
    KIND: ClassVar[str] = "crouch"


@dataclass(frozen=True, slots=True)
class GoProne(Action):
    KIND: ClassVar[str] = "go-prone"


@dataclass(frozen=True, slots=True)
class Stand(Action):
    KIND: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class Hunker(Action):
    KIND: ClassVar[str] = "hunker"


@dataclass(frozen=True, slots=True)
class Unhunker(Action):
    KIND: ClassVar[str] = "unhunker"


def crouch(state: CompoundX, table: Table, action: Crouch) -> None:
    """Free, and slower on one's feet. cx.stance.crouch"""
    actor = fighter(state, action.actor)
    if actor.stance != "standing":
        raise Refused("cx.stance.crouch", f"{actor.id} is {actor.stance}", ["stand"])
    table.allowed()
    actor.stance = "crouched"
    table.emit("cx.stance.crouch", actor.id, note="crouches")


CROUCH = ActionKind(Crouch, crouch, "cx.stance.crouch")


def go_prone(state: CompoundX, table: Table, action: GoProne) -> None:
    actor = fighter(state, action.actor)
    if actor.stance == "prone":
        raise Refused("cx.stance.prone-cost", f"{actor.id} is prone already", ["stand"])
    if undertake(state, table, Declaration("acts", actor)):
        actor.stance = "prone"
        table.emit("cx.stance.prone-cost", actor.id, note="goes prone")


GO_PRONE = ActionKind(GoProne, go_prone, "cx.stance.prone-cost", 1)


def stand(state: CompoundX, table: Table, action: Stand) -> None:
    actor = fighter(state, action.actor)
    if actor.stance == "standing":
        raise Refused("cx.stance.prone-cost", f"{actor.id} stands already", ["crouch", "go-prone"])
    if undertake(state, table, Declaration("acts", actor)):
        rule = "cx.stance.prone-cost" if actor.stance == "prone" else "cx.stance.crouch"
        actor.stance = "standing"
        table.emit(rule, actor.id, note="stands up")
        if not actor.cover:
            fold_legs(actor)


STAND = ActionKind(Stand, stand, "cx.stance.prone-cost", 1)


def hunker(state: CompoundX, table: Table, action: Hunker) -> None:
    """The aim is gone, and only blind fire is left. cx.stance.hunker, cx.aim.cease.hunker"""
    actor = fighter(state, action.actor)
    if actor.hunkered:
        raise Refused("cx.stance.hunker", f"{actor.id} is hunkered down already", ["unhunker"])
    table.allowed()
    pay(actor, 1)
    table.emit("cx.actions.hunker", actor.id, number=1)
    if not interrupts(state, table, Declaration("acts", actor)):
        return
    actor.hunkered = True
    table.emit("cx.stance.hunker", actor.id, note="hunkers down")
    lose_aim(table, actor, "cx.aim.cease.hunker")


HUNKER = ActionKind(Hunker, hunker, "cx.stance.hunker", 1)


def unhunker(state: CompoundX, table: Table, action: Unhunker) -> None:
    actor = fighter(state, action.actor)
    if not actor.hunkered:
        raise Refused("cx.stance.hunker", f"{actor.id} is not hunkered down", ["hunker"])
    table.allowed()
    actor.hunkered = False
    table.emit("cx.stance.hunker", actor.id, note="looks up again")


UNHUNKER = ActionKind(Unhunker, unhunker, "cx.stance.hunker")
