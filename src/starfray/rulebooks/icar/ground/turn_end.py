"""Between two turns: what is settled, and in which order. icar.ruling.turn-end-order"""

from __future__ import annotations

from starfray.engine.rules import GM, Table
from starfray.rulebooks.icar.common.injury import ASLEEP, DYING, die, regain, take_damage
from starfray.rulebooks.icar.common.person import people
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground import shields
from starfray.rulebooks.icar.hacking.systems import tick


def settle(state: Icar, table: Table) -> None:
    """Shields, Stun of those who rested, sleep, the dying, other clocks; then the bonuses of this turn lapse.

    icar.ruling.turn-end-order
    """
    everybody = people(state)
    for place, actor in enumerate(everybody):
        if actor.burning and not actor.out:
            table.merge("icar.fire.sheet.features", place)
            table.enter(place)
            burn(state, table, actor)
            table.leave()
    for actor in everybody:
        shields.end_turn(table, actor)
    for actor in everybody:
        if actor.acted == "recover-stun" and not actor.out and not actor.asleep:
            rest(state, table, actor)
    for actor in everybody:
        if actor.asleep and ASLEEP not in actor.fresh:
            sleep(table, actor)
    for actor in everybody:
        if actor.dying and DYING not in actor.fresh:
            actor.dying -= 1
            if not actor.dying:
                die(table, actor)
    tick(state, table)
    for actor in everybody:
        lapse(table, actor)


def burn(state: Icar, table: Table, actor: Actor) -> None:
    """What burns on does its damage again, until the GM says that it is out. icar.fire.sheet.features"""
    if not table.confirm("icar.fire.sheet.features", GM, f"Does {actor.name or actor.id} burn on?", "yes"):
        actor.burning = 0
        return
    table.emit("icar.fire.sheet.features", actor.id, "", actor.burning, f"{actor.name or actor.id} burns")
    take_damage(state, table, actor.id, actor.burning, 0, high_energy=True, shielded=False)


def rest(state: Icar, table: Table, actor: Actor) -> None:
    """icar.ruling.stun-recovery: never above the maximum; being attacked does not cancel it"""
    legacy = state.ruling("stun-recovery") == "10"
    back = min(10 if legacy else regain(actor), actor.max_stun - actor.stun)
    if back > 0:
        actor.stun += back
        usual = "icar.ruling.aug-regain" if actor.aug or actor.suits else "icar.ruling.stun-recovery"
        rule = "icar.turn.recover-stun" if legacy else usual
        table.emit(rule, actor.id, number=back)


def sleep(table: Table, actor: Actor) -> None:
    """Awake with Stun 1 when the count is over. icar.ruling.stun-wake"""
    actor.asleep -= 1
    if not actor.asleep:
        actor.stun = max(actor.stun, 1)
        if actor.hp > 0 and not actor.out:
            table.emit("icar.ruling.stun-wake", actor.id)


def lapse(table: Table, actor: Actor) -> None:
    """What belonged to this turn is over; what was aimed is aimed."""
    actor.acted = actor.said = ""
    actor.quick = actor.tasks = actor.swapped = 0
    actor.asked_quick = actor.hurried = actor.moving = actor.fell = actor.struggled = actor.surprised = False
    actor.plan = None
    actor.fresh = []
    actor.aimed, actor.aim = actor.aim, ""
    actor.shot_before, actor.shot = actor.shot, []
    if actor.away:
        actor.away -= 1
        if not actor.away:
            table.emit("icar.ruling.push-clear", actor.id)
