"""The clinch: pinned, holding, breaking free."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Refused, Table
from starfray.rulebooks.coriolis.core import NORMAL, add_skill, opposed, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import MELEE, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.injury import let_go, strain
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, fighter


@dataclass(frozen=True, slots=True)
class GrappleAttack(Action):
    KIND: ClassVar[str] = "grapple-attack"


def grapple_attack(state: Coriolis, table: Table, action: GrappleAttack) -> None:
    """A melee attack without weapons, +2 dice, no defence against it. coriolis.grapple.attack"""
    actor = fighter(state, action.actor)
    if not actor.grapples:
        raise Refused("coriolis.grapple.attack", f"{actor.id} holds nobody", [])
    if actor.prone:  # coriolis.prone.no-melee: like any other melee attack
        raise Refused("coriolis.action.melee-attack.on-feet", f"{actor.id} is prone", ["release"])
    target = fighter(state, actor.grapples)
    deed = Deed("grapple-attack", target.id, UNARMED.key)
    declare(state, table, actor, deed)
    table.emit("coriolis.grapple.attack", actor.id, target.id)
    if not carried_out(state, table, Declaration("grapple-attack", actor, target)):
        return
    tally = table.tally(actor)
    add_skill(tally, actor, "melee-combat")
    tally.add(UNARMED.bonus, "coriolis.grapple.attack.unarmed", UNARMED.name)  # coriolis.grapple.attack.unarmed
    tally.add(2, "coriolis.grapple.attack.bonus")
    add_help(table, tally, actor, deed)
    table.cite("coriolis.grapple.attack.no-defence")
    sixes = skill_test(state, table, actor, tally, "coriolis.melee.pool")
    strain(state, table, actor, "melee-combat")
    if not sixes:
        table.emit("coriolis.core.success", actor.id, target.id, note="misses")
        return
    bought = buy_effects(table, actor, target, UNARMED, sixes - 1, MELEE)
    table.emit("coriolis.melee.hit", actor.id, target.id, UNARMED.damage)
    resolve_hit(state, table, actor, target, UNARMED, bought, MELEE, ranged=False)


GRAPPLE_ATTACK = ActionKind(GrappleAttack, grapple_attack, "coriolis.grapple.attack", NORMAL, group="melee")


@dataclass(frozen=True, slots=True)
class BreakFree(Action):
    KIND: ClassVar[str] = "break-free"


def break_free(state: Coriolis, table: Table, action: BreakFree) -> None:
    """An opposed Melee Combat test, Normal for the pinned one and free for the grappler. coriolis.grapple.break-free"""
    actor = fighter(state, action.actor)
    if not actor.grappled_by:
        raise Refused("coriolis.grapple.break-free", f"{actor.id} is not pinned", [])
    holder = fighter(state, actor.grappled_by)
    deed = Deed("break-free", holder.id)
    declare(state, table, actor, deed)
    table.emit("coriolis.grapple.break-free.cost", actor.id, holder.id, NORMAL)
    if not carried_out(state, table, Declaration("break-free", actor, holder)):
        return
    first, second = table.tally(actor), table.tally(holder)
    for tally, each in ((first, actor), (second, holder)):
        add_skill(tally, each, "melee-combat")  # coriolis.ruling.grapple.break-pool: no weapon, no +2
    add_help(table, first, actor, deed)
    if opposed(state, table, actor, first, holder, second, "coriolis.grapple.break-free"):
        let_go(state, actor)
        table.emit("coriolis.grapple.break-free", actor.id, holder.id, note="free")
    strain(state, table, actor, "melee-combat")
    strain(state, table, holder, "melee-combat")


BREAK_FREE = ActionKind(BreakFree, break_free, "coriolis.grapple.break-free", NORMAL, group="melee")


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Let go of somebody held in a clinch."""

    KIND: ClassVar[str] = "release"


def release(state: Coriolis, table: Table, action: Release) -> None:
    actor = fighter(state, action.actor)
    if not actor.grapples:
        raise Refused("coriolis.ruling.grapple.release", f"{actor.id} holds nobody", [])
    declare(state, table, actor, Deed("release"))
    held = actor.grapples
    let_go(state, actor)
    table.emit("coriolis.ruling.grapple.release", actor.id, held)


RELEASE = ActionKind(Release, release, "coriolis.ruling.grapple.release", group="melee")
