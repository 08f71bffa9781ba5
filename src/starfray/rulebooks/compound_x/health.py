"""Losing health: Downed, Shock, death saving throws, waking up, and what one lets go of."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.compound_x.dice import FAIL, check
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import shock_bonus

SHOCK_OVER = 70  # cx.shock.trigger
WAKE_DC = 70  # cx.shock.wake
DST_DC = 50  # cx.dst.per-turn


def lose_health(state: CompoundX, table: Table, victim: Fighter, damage: int) -> None:
    """Health damage of one single hit, and what it causes at once. cx.ruling.shock-damage-basis"""
    if damage <= 0:
        return
    if victim.health < 1:
        victim.health -= damage
        table.emit("cx.down.negative", victim.id, number=damage)
        return
    was_awake = not victim.passed_out
    victim.health = max(0, victim.health - damage)  # cx.down.zero-clamp
    table.emit("cx.armor.ap", victim.id, number=damage, note="health")
    if victim.health == 0:
        go_down(state, table, victim)
    elif damage > SHOCK_OVER and was_awake:
        shock_save(state, table, victim, damage)


def go_down(state: CompoundX, table: Table, victim: Fighter) -> None:
    """Bleeding out: falls, drops what is held, no Actions, no Reactions. cx.down.state"""
    table.emit("cx.down.zero-clamp", victim.id)
    table.emit("cx.down.trigger", victim.id)
    victim.dst_failures = 0
    victim.passed_out = False
    let_go(state, table, victim)


def let_go(state: CompoundX, table: Table, victim: Fighter) -> None:
    """What nobody keeps who can no longer act: feet, weapons, aim, suppression, held Actions. cx.ruling.unconscious"""
    victim.stance = "prone"
    victim.hunkered = False
    victim.aim = ""
    victim.actions = 0
    if victim.held is not None:
        victim.held = None
        table.emit("cx.held.lost", victim.id)
    for weapon in victim.weapons:
        if weapon.in_hand:
            weapon.in_hand, weapon.dropped = False, True
            weapon.reloading = 0
    end_suppression(state, table, victim, "cx.ruling.suppress-duration")


def end_suppression(state: CompoundX, table: Table, by: Fighter, rule: str) -> None:
    if any(zone.by == by.id for zone in state.zones):
        state.zones = [zone for zone in state.zones if zone.by != by.id]
        table.emit(rule, by.id)


def shock_save(state: CompoundX, table: Table, victim: Fighter, damage: int) -> None:
    """DC = the damage taken; one who fails passes out. cx.shock.save"""
    tally = table.tally(victim)
    tally.add(shock_bonus(victim), "cx.presumed.saves", "Shock")
    table.emit("cx.shock.trigger", victim.id, number=damage)
    if table.roll("cx.shock.save", victim.id, check(tally.total, damage), tally) == FAIL:
        victim.passed_out, victim.wake_rolls = True, 0
        table.emit("cx.ruling.unconscious", victim.id)
        let_go(state, table, victim)


def wake_up_roll(table: Table, one: Fighter) -> None:
    """Once per turn, DC 70, for 15 - FORT turns; then one wakes anyway. cx.shock.wake, cx.ruling.shock-limit"""
    if one.wake_rolls >= 15 - one.stats.fortitude:
        table.emit("cx.shock.limit", one.id)
        one.passed_out, one.wake_rolls = False, 0
        return
    one.wake_rolls += 1
    tally = table.tally(one)
    tally.add(shock_bonus(one), "cx.presumed.saves", "Shock")
    if table.roll("cx.shock.wake", one.id, check(tally.total, WAKE_DC), tally) != FAIL:
        one.passed_out, one.wake_rolls = False, 0


def death_saving_throw(state: CompoundX, table: Table, one: Fighter) -> None:
    """An unmodified d100 over 50 each turn; as many failures as the allowance kill. cx.dst.per-turn, cx.dst.unmodified"""
    if table.roll("cx.dst.per-turn", one.id, check(0, DST_DC)) != FAIL:
        table.emit("cx.dst.success", one.id)
        return
    one.dst_failures += 1
    if one.dst_failures < one.dst_allowance:
        return
    one.dead = True
    table.emit("cx.dst.fail3", one.id, number=one.dst_failures)
    for other in state.roster.values():
        if other.aim == one.id:
            other.aim = ""
            table.emit("cx.aim.cease.dies", other.id, one.id)
