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
        table.emit("cx.ruling.shield-hit", victim.id)


def shield_turn(table: Table, one: Fighter, early: bool) -> None:
    """At the start of the wearer's turn: recharge, or restart, or a fast recharge paid with nanites. cx.shield.recharge

    `early`: it restarts at the N-th turn start already. cx.ruling.shield-restart-count
    """
    shield = one.shield
    if shield is None:
        return
    if shield.strength > 0:
        table.emit("cx.shieldgen.maintain", one.id, number=shield.strength)
        gain(table, one, shield, "cx.shield.recharge")
        if shield.strength < shield.capacity and pays(table, one, shield, "cx.shield.fast-boost"):
            gain(table, one, shield, "cx.shield.fast-boost")
        return
    if shield.wait > 0:
        shield.wait -= 1
        table.emit("cx.ruling.shield-restart-count", one.id, number=shield.wait)
        if early and shield.wait == 0:
            gain(table, one, shield, "cx.shield.restart")
            return
        if pays(table, one, shield, "cx.shield.fast-restart"):
            shield.wait = 0
            gain(table, one, shield, "cx.shield.fast-restart")
        return
    gain(table, one, shield, "cx.shield.restart")


def gain(table: Table, one: Fighter, shield: Shield, rule: str) -> None:
    before = shield.strength
    shield.strength = min(shield.capacity, before + shield.recharge)
    if shield.strength != before:
        table.emit(rule, one.id, number=shield.strength - before, note=f"{shield.strength}/{shield.capacity}")


def pays(table: Table, one: Fighter, shield: Shield, rule: str) -> bool:
    """Once a turn, the full cost, after the regeneration of nanites. cx.ruling.shield-fast-cost"""
    if shield.fast <= 0 or one.nanites < shield.fast or not one.awake or suffers(one, "disrupted"):
        return False
    yes = table.confirm(
        rule,
        one.id,
        f"Pay {shield.fast} of {one.nanites} nanites for the shield?",
        "yes",
        facts={"nanites": one.nanites, "cost": shield.fast},
    )
    if yes:
        one.nanites -= shield.fast
        table.emit("cx.ruling.shield-fast-cost", one.id, number=shield.fast)
    return yes


def nanites_turn(table: Table, one: Fighter) -> None:
    if one.nanites < one.max_nanites:
        one.nanites = min(one.max_nanites, one.nanites + NANITES_PER_TURN)
        table.emit("cx.presumed.nanites", one.id, number=one.nanites)
