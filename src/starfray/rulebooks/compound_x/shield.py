"""Shields: what they take, how they break, and how they come back at the start of a turn."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.state import Fighter, Shield

NANITES_PER_TURN = 3  # cx.presumed.nanites


def absorbed(table: Table, victim: Fighter, damage: int, kind: str) -> int:
    """How much of a hit the shield takes. All of a laser, half of plasma, nothing of the rest. cx.shieldgen.block"""
    shield = victim.shield
    if shield is None:
        return 0
    if shield.strength <= 0:
        disturb(table, victim, shield)
        return 0
    if shield.blocks_all:
        share, rule = damage, "cx.shieldgen.block"
    elif kind in ("laser", "electric"):
        share, rule = damage, "cx.shield.laser"
    elif kind == "plasma":
        share, rule = damage // 2, "cx.shield.plasma"  # cx.ruling.shield-rounding: the larger half passes
    else:
        table.emit("cx.shield.other", victim.id, note=kind)
        return 0
    taken = min(share, shield.strength)
    lose_strength(table, victim, shield, taken, rule)
    if kind == "plasma" and not shield.blocks_all:
        table.emit("cx.ruling.shield-rounding", victim.id, number=damage - taken)
    if taken < share:
        table.emit("cx.shield.overflow", victim.id, number=share - taken)
    return taken


def lose_strength(table: Table, victim: Fighter, shield: Shield, taken: int, rule: str) -> None:
    """At 0 it breaks and has to wait for its restart. cx.shieldgen.break"""
    shield.strength -= taken
    table.emit(rule, victim.id, number=taken, note=f"{shield.strength} left")
    if shield.strength == 0:
        shield.wait = shield.restart
        table.emit("cx.shieldgen.break", victim.id, number=shield.restart)


def disturb(table: Table, victim: Fighter, shield: Shield) -> None:
    """Any hit during the restart starts the wait again, even one the armour stops. cx.ruling.shield-hit"""
    if shield.wait < shield.restart:
        shield.wait = shield.restart
        table.emit("cx.shield.restart-reset", victim.id, number=shield.wait)


def shield_turn(table: Table, actor: Fighter, early: bool) -> None:
    """At the start of the wearer's turn: recharge, or restart, or a fast recharge paid with nanites. cx.shield.recharge

    `early`: it restarts at the N-th turn start already. cx.ruling.shield-restart-count
    """
    shield = actor.shield
    if shield is None:
        return
    if shield.strength > 0:
        table.emit("cx.shieldgen.maintain", actor.id, number=shield.strength)
        gain(table, actor, shield, "cx.shield.recharge")
        if shield.strength < shield.capacity and pays(table, actor, shield, "cx.shield.fast-boost"):
            gain(table, actor, shield, "cx.shield.fast-boost")
        return
    if shield.wait > 0:
        shield.wait -= 1
        table.emit("cx.ruling.shield-restart-count", actor.id, number=shield.wait)
        if early and shield.wait == 0:
            gain(table, actor, shield, "cx.shield.restart")
            return
        if pays(table, actor, shield, "cx.shield.fast-restart"):
            shield.wait = 0
            gain(table, actor, shield, "cx.shield.fast-restart")
        return
    gain(table, actor, shield, "cx.shield.restart")


def gain(table: Table, actor: Fighter, shield: Shield, rule: str) -> None:
    before = shield.strength
    shield.strength = min(shield.capacity, before + shield.recharge)
    if shield.strength != before:
        table.emit(rule, actor.id, number=shield.strength - before, note=f"{shield.strength}/{shield.capacity}")


def pays(table: Table, actor: Fighter, shield: Shield, rule: str) -> bool:
    """Once a turn, the full cost, after the regeneration of nanites. cx.ruling.shield-fast-cost"""
    if shield.fast <= 0 or actor.nanites < shield.fast or not actor.awake or suffers(actor, "disrupted"):
        return False
    yes = table.confirm(
        rule,
        actor.id,
        f"Pay {shield.fast} of {actor.nanites} nanites for the shield?",
        "yes",
        facts={"nanites": actor.nanites, "cost": shield.fast},
    )
    if yes:
        actor.nanites -= shield.fast
        table.emit("cx.ruling.shield-fast-cost", actor.id, number=shield.fast)
    return yes


def nanites_turn(table: Table, actor: Fighter) -> None:
    if actor.nanites < actor.max_nanites:
        actor.nanites = min(actor.max_nanites, actor.nanites + NANITES_PER_TURN)
        table.emit("cx.presumed.nanites", actor.id, number=actor.nanites)
