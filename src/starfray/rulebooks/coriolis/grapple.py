"""The clinch: pinned, holding, breaking free."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import known_distance
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import BreakFree, GrappleAttack, Part, Release
from starfray.rulebooks.coriolis.core import FREE, NORMAL, add_skill, opposed, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import MELEE, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.injury import let_go, strain
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.ranges import CLOSE
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, fighter


def grapple_attack(state: Coriolis, table: Table, act: GrappleAttack) -> None:
    """A melee attack without weapons, +2 dice, no defence against it. coriolis.grapple.attack"""
    one = fighter(state, act.actor)
    if not one.grapples:
        raise Refused("coriolis.grapple.attack", f"{one.id} holds nobody", ["melee-attack"])
    if one.prone:  # like any other melee attack
        raise Refused("coriolis.action.melee-attack.on-feet", f"{one.id} is prone", ["release"])
    target = fighter(state, one.grapples)
    deed = Deed("grapple-attack", NORMAL, target.id, UNARMED.key)
    declare(state, table, one, deed)
    table.emit("coriolis.grapple.attack", one.id, target.id)
    if not carried_out(state, table, Happening("grapple-attack", one, target)):
        return
    tally = table.tally(one)
    add_skill(tally, one, "melee-combat")
    tally.add(UNARMED.bonus, "coriolis.grapple.attack.unarmed", UNARMED.name)
    tally.add(2, "coriolis.grapple.attack.bonus")
    add_help(table, tally, one, deed)
    table.emit("coriolis.grapple.attack.no-defence", target.id, one.id)
    sixes = skill_test(state, table, one, tally, "coriolis.melee.pool")
    strain(state, table, one, "melee-combat")
    if not sixes:
        table.emit("coriolis.core.success", one.id, target.id, note="misses")
        return
    bought = buy_effects(table, one, target, UNARMED, sixes - 1, MELEE)
    table.emit("coriolis.melee.hit", one.id, target.id, UNARMED.damage)
    resolve_hit(state, table, one, target, UNARMED, bought, MELEE, ranged=False)


def break_free(state: Coriolis, table: Table, act: BreakFree) -> None:
    """An opposed Melee Combat test, Normal for the pinned one and free for the grappler. coriolis.grapple.break-free"""
    one = fighter(state, act.actor)
    if not one.grappled_by:
        raise Refused("coriolis.grapple.break-free", f"{one.id} is not pinned", [])
    holder = fighter(state, one.grappled_by)
    deed = Deed("break-free", NORMAL, holder.id)
    declare(state, table, one, deed)
    table.emit("coriolis.grapple.break-free.cost", one.id, holder.id, NORMAL)
    if not carried_out(state, table, Happening("break-free", one, holder)):
        return
    first, second = table.tally(one), table.tally(holder)
    for tally, each in ((first, one), (second, holder)):
        add_skill(tally, each, "melee-combat")
        tally.add(0, "coriolis.ruling.grapple.break-pool", "no weapon, no +2")
    add_help(table, first, one, deed)
    if opposed(state, table, one, first, holder, second, "coriolis.grapple.break-free"):
        let_go(state, one)
        table.emit("coriolis.grapple.break-free", one.id, holder.id, note="free")
    strain(state, table, one, "melee-combat")
    strain(state, table, holder, "melee-combat")


def release(state: Coriolis, table: Table, act: Release) -> None:
    one = fighter(state, act.actor)
    if not one.grapples:
        raise Refused("coriolis.ruling.grapple.release", f"{one.id} holds nobody", [])
    declare(state, table, one, Deed("release", FREE))
    held = one.grapples
    let_go(state, one)
    table.emit("coriolis.ruling.grapple.release", one.id, held)


def parted_clinch(state: Coriolis) -> str:
    """Who holds somebody no longer within reach, by leaving the fight or being moved; nobody: ''."""
    for one in state.roster.values():
        if one.grapples:
            held = state.roster.get(one.grapples)
            gap = known_distance(state, one, held) if held is not None else None
            if held is None or one.out or held.out or (gap is not None and gap > CLOSE):
                return one.id
    return ""


def part(state: Coriolis, table: Table, act: Part) -> None:
    """The clinch also ends when they are parted. coriolis.ruling.grapple.release"""
    one = fighter(state, act.actor)
    held = one.grapples
    let_go(state, one)
    table.emit("coriolis.ruling.grapple.release", one.id, held)
