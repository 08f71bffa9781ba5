"""Aim: at one target that is clearly perceived, and what becomes of it when the target moves or dies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Point, Refused, Table, Tally, apart, distance
from starfray.rulebooks.compound_x.attachments import fittings, mounted
from starfray.rulebooks.compound_x.engagement import barrier, behind_barrier, face, out_of_view
from starfray.rulebooks.compound_x.fields import at_a_foe
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.interrupts import Declaration, show, undertake
from starfray.rulebooks.compound_x.miss_chance import reach_of
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, fighter, gun_of
from starfray.rulebooks.compound_x.stats import is_blind

FAR = 5.0  # cx.ruling.aim-target-moves


@dataclass(frozen=True, slots=True)
class Aim(Action):
    KIND: ClassVar[str] = "aim"
    target: str


@dataclass(frozen=True, slots=True)
class CeaseAim(Action):
    KIND: ClassVar[str] = "cease-aim"


@dataclass(frozen=True, slots=True)
class ShiftAim(Action):
    """When the death of the target was expected: free, to somebody within 5 m of it. Optional."""

    KIND: ClassVar[str] = "shift-aim"
    target: str


def aim_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    """Eyes up, eyes open, a gun in hand."""
    if actor.hunkered:
        return Refused("cx.stance.hunker", f"{actor.id} is hunkered down", ["unhunker"])
    if is_blind(actor):
        return Refused("cx.aim.target", f"{actor.id} sees nobody to aim at", [])
    if not any(gun.in_hand for gun in actor.weapons):
        return Refused("cx.actions.draw", f"{actor.id} has no gun in hand", ["draw"])
    return None


def check_aim(state: CompoundX, actor: Fighter, target: Fighter) -> None:
    """At somebody else who can be seen. cx.aim.target, cx.ruling.wall"""
    if target is actor or target.dead or target.out or target.cover == "concealed":
        raise Refused("cx.aim.target", f"{target.id} cannot be aimed at", [])
    if state.scene.walls and behind_barrier(state, actor.id, target.id):
        raise barrier(state, actor, target)


def aim(state: CompoundX, table: Table, action: Aim) -> None:
    """At one target that is clearly perceived, in range or not. cx.aim.target, cx.aim.range-free"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    check_aim(state, actor, target)
    if actor.aim == target.id:
        raise Refused("cx.aim.effect", f"{actor.id} aims at {target.id} already", ["fire"])
    gun = gun_of(actor, "")
    distance(state, actor, target)
    if undertake(state, table, Declaration("acts", actor)) and show(state, table, actor):
        actor.aim, actor.aim_at = target.id, target.at
        face(actor, target.at)
        tally = Tally(table.explains)
        tally.add(1, "cx.aim.cost", "Action")  # cx.actions.aim
        table.emit("cx.aim.effect", actor.id, target.id, tally=tally)
        fitted = fittings(gun, mounted(table.content, gun), hip=False, blind=False)
        if reach_of(gun, distance(state, actor, target), fitted) is None:
            table.emit("cx.aim.range-free", actor.id, target.id)


AIM = ActionKind(
    Aim, aim, "cx.aim.cost", 1, group="ranged", refusal=aim_refusal, fields=at_a_foe,
    hint="Without aim every shot is hip fire.", hints=("cx.aim.reasonable",),
)  # fmt: skip


def cease_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    return None if actor.aim else Refused("cx.aim.cease-free", f"{actor.id} aims at nobody", ["aim"])


def cease_aim(state: CompoundX, table: Table, action: CeaseAim) -> None:
    table.allowed()
    lose_aim(table, fighter(state, action.actor), "cx.aim.cease-free")


CEASE_AIM = ActionKind(CeaseAim, cease_aim, "cx.aim.cease-free", refusal=cease_refusal)


def shift_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    """Only where the optional rule is in force. cx.aim.shift-optional"""
    if state.ruling("aim-shift") == "off":
        return Refused("cx.aim.shift-optional", "the optional rule is off", ["aim"])
    if actor.fallen not in state.roster or actor.aim:
        return Refused("cx.aim.shift-optional", "nobody aimed at has just died", ["aim"])
    return aim_refusal(state, actor, content)


def shift_aim(state: CompoundX, table: Table, action: ShiftAim) -> None:
    """Optional: an expected death lets the aim wander free of cost, within 5 m. cx.aim.shift-optional"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    fallen = fighter(state, actor.fallen)
    check_aim(state, actor, target)
    if distance(state, fallen, target) > FAR:
        raise Refused("cx.aim.shift-optional", f"{target.id} is more than 5 m from {fallen.id}", ["aim"])
    table.allowed()
    if not show(state, table, actor):
        return
    actor.aim, actor.aim_at, actor.fallen = target.id, target.at, ""
    face(actor, target.at)
    table.emit("cx.aim.shift-optional", actor.id, target.id)


SHIFT_AIM = ActionKind(ShiftAim, shift_aim, "cx.aim.shift-optional", refusal=shift_refusal, fields=at_a_foe)


def out_of_sight(state: CompoundX, table: Table, mover: Fighter, start: Point | None) -> None:
    """Reappearing 5 m or more from where one was last seen spoils an aim; moving in sight keeps it. cx.aim.cease.moves"""
    for other in state.roster.values():
        if other.aim != mover.id:
            continue
        if out_of_view(state, other, mover):
            other.aim_at = other.aim_at or start  # where that one was last seen; kept while it is reasonable: cx.aim.reasonable
            continue
        seen, here = other.aim_at, mover.at
        lost = seen is not None and start is not None and apart(seen, start) > 1e-6  # started from elsewhere, unseen
        if lost and seen is not None and here is not None and apart(seen, here) >= FAR - 1e-9:
            lose_aim(table, other, "cx.aim.cease.moves", mover.id)  # cx.ruling.aim-target-moves
        else:
            other.aim_at = here  # cx.ruling.aim-persistence
