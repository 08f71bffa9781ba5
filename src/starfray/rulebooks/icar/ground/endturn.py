"""Between two turns: what is settled, and in which order. icar.ruling.turn-end-order"""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.icar.ground import shields
from starfray.rulebooks.icar.ground.injury import die, hurt, let_go, regain
from starfray.rulebooks.icar.ground.people import people
from starfray.rulebooks.icar.hacking.systems import tick
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar


def settle(state: Icar, table: Table) -> None:
    """Shields, Stun of those who rested, sleep, the dying, other clocks; then the bonuses of this turn lapse."""
    table.emit("icar.ruling.turn-end-order", GM, only=GM)
    everybody = people(state)
    for place, one in enumerate(everybody):
        if one.burning and not one.out:
            table.same("icar.fire.sheet.features", place)
            table.remember(place)
            burn(state, table, one)
            table.forget()
    for one in everybody:
        shields.end_turn(table, one)
    for one in everybody:
        if one.acted == "recover-stun" and not one.out and not one.asleep:
            rest(state, table, one)
    for one in everybody:
        if one.asleep:
            sleep(table, one)
    for one in everybody:
        if one.dying:
            one.dying -= 1
            if not one.dying:
                die(table, one)
    tick(state, table)
    for one in everybody:
        lapse(table, one)
    let_go(state, table)


def burn(state: Icar, table: Table, one: Actor) -> None:
    """What burns on does its damage again, until the GM says that it is out. icar.fire.sheet.features"""
    if not table.confirm("icar.fire.sheet.features", GM, f"Does {one.name or one.id} burn on?", "yes"):
        one.burning = 0
        return
    table.emit("icar.fire.sheet.features", one.id, "", one.burning, f"{one.name or one.id} burns")
    hurt(state, table, one.id, one.burning, 0, high_energy=True, shielded=False)


def rest(state: Icar, table: Table, one: Actor) -> None:
    """icar.ruling.stun-recovery: never above the maximum; being attacked does not cancel it"""
    legacy = ruled(state, "stun-recovery") == "10"
    back = min(10 if legacy else regain(one), one.max_stun - one.stun)
    if back > 0:
        one.stun += back
        usual = "icar.ruling.aug-regain" if one.aug or one.suits else "icar.ruling.stun-recovery"
        rule = "icar.turn.recover-stun" if legacy else usual
        table.emit(rule, one.id, number=back)


def sleep(table: Table, one: Actor) -> None:
    """Awake with Stun 1 when the count is over. icar.ruling.stun-wake"""
    one.asleep -= 1
    if not one.asleep:
        one.stun = max(one.stun, 1)
        if one.hp > 0 and not one.out:
            table.emit("icar.ruling.stun-wake", one.id)


def lapse(table: Table, one: Actor) -> None:
    """What belonged to this turn is over; what was aimed is aimed."""
    one.acted = one.said = ""
    one.quick = one.tasks = one.swapped = 0
    one.asked_quick = one.moving = one.fell = one.struggled = one.surprised = False
    one.plan = None
    one.aimed, one.aim = one.aim, ""
    one.shot_before, one.shot = one.shot, []
    if one.away:
        one.away -= 1
        if not one.away:
            table.emit("icar.ruling.push-clear", one.id)
