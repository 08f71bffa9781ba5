"""Harm: shield, armour, hit points, stun; sleep, and two minutes to live."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.people import DYING_TURNS, STABILISE_TRIES, able
from starfray.rulebooks.icar.ground.records import Shield
from starfray.rulebooks.icar.state import Actor, Icar

WHOLE, LIMB, ORGAN, BRAIN, VAPORISED = "whole", "limb", "organ", "brain", "vaporised"
REMAINS = {LIMB: "icar.body.limb", ORGAN: "icar.body.organ", BRAIN: "icar.hp.brain", VAPORISED: "icar.hp.vaporised"}


def shield_up(one: Actor) -> Shield | None:
    return next((each for each in one.shields if each.up), None)


def hurt(
    state: Icar,
    table: Table,
    victim: str,
    damage: int,
    stun: int,
    by: str = "",
    *,
    high_energy: bool = False,
    shielded: bool | None = None,
) -> None:
    """What a hit does. A shield stops high-energy things, wholly; armour goes first; Stun is not reduced by it.

    `shielded` says whether the shield was up when the die was thrown; left out, whether it is now.
    """
    one = state.roster[victim]
    shield = shield_up(one)
    stopped = shield is not None if shielded is None else shielded
    if high_energy and stopped and shield is not None:  # icar.shield.high-energy, icar.ruling.shield-stun
        shield.taken += damage
        table.emit("icar.shield.soaks-all", victim, by, damage)
        if stun:
            table.emit("icar.ruling.shield-stun", victim, by, stun)
        return
    if shield is not None:
        table.emit("icar.ruling.shield-on-turn" if high_energy else "icar.ruling.shield-melee", victim, by)
    one.aim = one.aimed = ""  # icar.ruling.aim: lost if hit
    one.surprised = False
    left = damage
    for worn in one.armour:
        taken = min(left, worn.left)
        if taken:
            worn.left -= taken
            left -= taken
            table.emit("icar.ruling.armour", victim, worn.key, taken)
    was_alive = one.hp > 0
    one.hp -= left  # icar.ruling.hp-below-zero
    one.stun -= stun
    if left:
        table.emit("icar.fire.stat.damage" if high_energy else "icar.close.combo.stats", victim, by, left)
    if stun > 0 and one.stun <= 0:
        fall_asleep(table, one)
    if one.hp <= 0 and left:
        start_dying(table, one, was_alive)
    let_go(state, table)


def fall_asleep(table: Table, one: Actor) -> None:
    """Stun 0 is unconscious; below 0 for as many turns. icar.ruling.stun-wake, icar.ruling.stun-overkill"""
    table.emit("icar.ruling.stun-overkill" if one.asleep else "icar.stun.zero", one.id, number=one.stun)
    turns = max(1, -one.stun)
    if one.stun < 0:
        table.emit("icar.stun.negative", one.id, number=turns)
    one.asleep = turns + 1  # the rest of this turn, then so many
    lose_grip(one)


def start_dying(table: Table, one: Actor, was_alive: bool) -> None:
    """Two minutes to live; a patient already stable gets a new clock and new tries. icar.ruling.stabilise"""
    lose_grip(one)
    if not was_alive and not one.stable:
        table.emit("icar.ruling.hp-below-zero", one.id, number=one.hp)
        return
    one.stable = False
    one.dying = DYING_TURNS + 1  # icar.ruling.death: this turn's end is counted too
    one.tries = STABILISE_TRIES
    table.emit("icar.hp.zero", one.id, number=one.hp)
    options = [Option(key, rule=rule) for key, rule in REMAINS.items()]
    options.append(Option(WHOLE, "nothing is missing"))
    left = table.choose("icar.hp.brain", GM, options, f"{one.name or one.id} is down. What is missing?", WHOLE)
    if left != WHOLE:
        lose(table, one, left)


def lose(table: Table, one: Actor, what: str) -> None:
    """Bits blown off: limbs want bionics, organs grow again; without a brain, or vaporised, nobody is saved."""
    table.emit(REMAINS[what], one.id)
    if what == VAPORISED:
        one.vaporised = True
        die(table, one)
    elif what == BRAIN:
        one.brain_gone = True
        die(table, one)
    else:
        one.lost.append(what)


def die(table: Table, one: Actor) -> None:
    one.dying = 0
    one.out = "dead"
    table.emit("icar.ruling.death", one.id)


def lose_grip(one: Actor) -> None:
    """Whoever drops neither aims nor means to move."""
    one.aim = one.aimed = ""
    one.plan = None


def let_go(state: Icar, table: Table) -> None:
    """A hold ends by itself when the holder is out of action or away. icar.ruling.hold-opposed"""
    for one in state.roster.values():
        if one.held_by:
            holder = state.roster.get(one.held_by)
            if holder is None or not able(holder) or one.away:
                table.emit("icar.ruling.hold-opposed", one.id, one.held_by)
                one.held_by = ""


def regain(one: Actor) -> int:
    """Stun a resting turn gives back: 1, an Aug more. icar.heal.stun.step-out, icar.ruling.aug-regain"""
    return max(1, attribute_of(one, "meat") // 2) if one.aug or one.suits else 1
