"""Harm: shield, armour, hit points, stun; sleep, and two minutes to live."""

from __future__ import annotations

from starfray.engine.rules import GM, Option, Table
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.person import DYING_TURNS, STABILISE_TRIES, able, conscious, within_reach
from starfray.rulebooks.icar.common.records import Shield
from starfray.rulebooks.icar.common.state import Actor, Icar

ASLEEP, DYING = "asleep", "dying"
WHOLE, LIMB, ORGAN, BRAIN, VAPORISED = "whole", "limb", "organ", "brain", "vaporised"
REMAINS = {LIMB: "icar.body.limb", ORGAN: "icar.body.organ", BRAIN: "icar.hp.brain", VAPORISED: "icar.hp.vaporised"}


def shield_up(actor: Actor) -> Shield | None:
    return next((shield for shield in actor.shields if shield.up), None)


def take_damage(
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
    target = state.roster[victim]
    shield = shield_up(target)
    stopped = shield is not None if shielded is None else shielded
    if high_energy and stopped and shield is not None:  # icar.shield.high-energy, icar.ruling.shield-stun
        shield.taken += damage  # icar.shield.capacity
        table.emit("icar.shield.soaks-all", victim, by, damage)
        if stun:
            table.emit("icar.ruling.shield-stun", victim, by, stun)
        return
    if shield is not None:
        table.emit("icar.ruling.shield-on-turn" if high_energy else "icar.ruling.shield-melee", victim, by)
    target.aim = target.aimed = ""  # icar.ruling.aim: lost if hit
    target.surprised = False
    left = damage
    for worn in target.armour:
        taken = min(left, worn.left)
        if taken:
            worn.left -= taken
            left -= taken
            table.emit("icar.ruling.armour", victim, worn.key, taken)
    was_alive = target.hp > 0
    target.hp -= left  # icar.ruling.hp-below-zero
    target.stun -= stun
    if left:
        table.emit("icar.fire.stat.damage" if high_energy else "icar.close.combo.stats", victim, by, left)
    if stun > 0 and target.stun <= 0:
        fall_asleep(table, target)
    if target.hp <= 0 and left:
        start_dying(table, target, was_alive)


def fall_asleep(table: Table, actor: Actor) -> None:
    """Stun 0 is unconscious; below 0 for as many turns. icar.ruling.stun-wake, icar.ruling.stun-overkill"""
    table.emit("icar.ruling.stun-overkill" if actor.asleep else "icar.stun.zero", actor.id, number=actor.stun)
    turns = max(1, -actor.stun)
    if actor.stun < 0:
        table.emit("icar.stun.negative", actor.id, number=turns)
    actor.asleep = turns  # the rest of this turn, then so many
    actor.fresh.append(ASLEEP)
    collapse(actor)


def start_dying(table: Table, actor: Actor, was_alive: bool) -> None:
    """Two minutes to live; a patient already stable gets a new clock and new tries. icar.ruling.stabilise"""
    collapse(actor)
    if not was_alive and not actor.stable:
        table.emit("icar.ruling.hp-below-zero", actor.id, number=actor.hp)
        return
    start_clock(table, actor)
    options = [Option(key, rule=rule) for key, rule in REMAINS.items()]
    options.append(Option(WHOLE, "nothing is missing"))
    left = table.choose("icar.hp.brain", GM, options, f"{actor.name or actor.id} is down. What is missing?", WHOLE)
    if left != WHOLE:
        lose(table, actor, left)


def start_clock(table: Table, actor: Actor) -> None:
    """icar.hp.zero, icar.hp.stabilise-limit"""
    collapse(actor)
    actor.stable = False
    actor.dying = DYING_TURNS  # icar.ruling.death: from the next turn on
    actor.fresh.append(DYING)
    actor.tries = STABILISE_TRIES
    table.emit("icar.hp.zero", actor.id, number=actor.hp)


def lose(table: Table, actor: Actor, what: str) -> None:
    """Bits blown off: limbs want bionics, organs grow again; without a brain, or vaporised, nobody is saved."""
    table.emit(REMAINS[what], actor.id)
    if what == VAPORISED:
        actor.vaporised = True
        die(table, actor)
    elif what == BRAIN:
        actor.brain_gone = True
        die(table, actor)
    else:
        actor.lost.append(what)


def die(table: Table, actor: Actor) -> None:
    actor.dying = 0
    actor.out = "dead"
    table.emit("icar.ruling.death", actor.id)


def collapse(actor: Actor) -> None:
    """Whoever drops neither aims nor means to move, and lies on the floor unless strapped into a seat.

    icar.ruling.sleepers-lie
    """
    actor.aim = actor.aimed = ""
    actor.plan = None
    actor.prone = actor.prone or not (actor.aboard and actor.role)


def let_go(state: Icar, table: Table, held: Actor) -> None:
    """A hold ends when either is out of action, away or out of the other's reach. icar.ruling.hold-opposed"""
    holder = state.roster.get(held.held_by)
    if holder is None or not able(holder) or not conscious(held) or not within_reach(state, holder, held):
        table.emit("icar.ruling.hold-opposed", held.id, held.held_by)
        held.held_by = ""


def fall(table: Table, actor: Actor, by: Actor) -> None:
    """icar.close.trip"""
    if not actor.prone:
        actor.prone = True
        actor.tripped_by = by.id
        actor.fell = True
    table.emit("icar.close.trip", by.id, actor.id)


def regain(actor: Actor) -> int:
    """Stun a resting turn gives back: 1, an Aug more. icar.heal.stun.step-out, icar.ruling.aug-regain"""
    return max(1, attribute_of(actor, "meat") // 2) if actor.aug or actor.suits else 1
