"""Losing health: Downed, Shock, unconsciousness, death saving throws, waking up, and what one lets go of."""

from __future__ import annotations

from starfray.engine.rules import Table, Tally
from starfray.engine.scene import zones_at
from starfray.rulebooks.compound_x.conditions import drop_effects
from starfray.rulebooks.compound_x.dice import FAIL, check
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, grapple_of, held_items, partner_of
from starfray.rulebooks.compound_x.stats import saving_throw

SHOCK_OVER = 70  # cx.shock.trigger
WAKE_DC = 70  # cx.shock.wake
DST_DC = 50  # cx.dst.per-turn


def lose_health(
    state: CompoundX,
    table: Table,
    victim: Fighter,
    damage: int,
    *,
    nonlethal: bool = False,
    hit: bool = True,
    tally: Tally | None = None,
) -> int:
    """Health damage of one single hit, and what it causes at once; how much was lost. cx.ruling.shock-damage-basis"""
    if damage <= 0 or victim.dead:
        return 0
    if victim.health < 1:
        if nonlethal:
            table.emit("cx.ruling.nonlethal-blunt", victim.id)  # nothing to knock out
            return 0
        victim.health -= damage
        table.emit("cx.down.negative", victim.id, number=damage)
        table.emit("cx.ruling.negative-health", victim.id, number=victim.health)
        return damage
    was_awake = victim.awake
    before = victim.health
    victim.health = max(0, before - damage)  # cx.down.zero-clamp
    table.emit("cx.armor.ap", victim.id, number=damage, note="health", tally=tally)
    if victim.health == 0 and nonlethal:
        knock_out(state, table, victim)
        return before - 1
    if nonlethal and victim.health == 1:
        table.cite("cx.melee.nonlethal.exactly-one")
    if victim.health == 0:
        if any(zone.kind == "deadly" for zone in zones_at(state, victim.at)):  # cx.ruling.instant-death
            die(state, table, victim, "cx.death.instant")
        else:
            go_down(state, table, victim)
    elif hit and damage > SHOCK_OVER and was_awake:
        shock_save(state, table, victim, damage)
    return before - victim.health


def knock_out(state: CompoundX, table: Table, victim: Fighter) -> None:
    """Health becomes 1 instead of 0; Unconscious, not bleeding out. cx.melee.nonlethal.ko"""
    victim.health = 1
    table.emit("cx.melee.nonlethal.ko", victim.id)
    fall_unconscious(state, table, victim)


def fall_unconscious(state: CompoundX, table: Table, victim: Fighter) -> None:
    """Until healed above the health at which it fell, or the encounter ends. cx.ruling.unconscious"""
    victim.unconscious, victim.fell_at, victim.passed_out = True, victim.health, False
    table.emit("cx.ruling.unconscious", victim.id, note="passes out")
    let_go(state, table, victim)


def go_down(state: CompoundX, table: Table, victim: Fighter) -> None:
    """Bleeding out: falls, drops what is held, no Actions, no Reactions. cx.down.state"""
    table.emit("cx.down.trigger", victim.id)
    victim.dst_failures = 0
    victim.passed_out = victim.unconscious = False
    rule = ("cx.dst.third", "cx.dst.second", "cx.dst.first")[victim.dst_allowance - 1]
    table.emit(rule, victim.id, number=victim.dst_allowance)
    let_go(state, table, victim)
    drop_effects(table, victim)


def let_go(state: CompoundX, table: Table, victim: Fighter) -> None:
    """What nobody keeps who can no longer act: feet, weapons, aim, suppression, held Actions. cx.ruling.unconscious"""
    victim.stance = "prone"
    victim.hunkered = False
    victim.aim, victim.aim_at = "", None
    victim.actions = 0
    if victim.held is not None:
        victim.held = None
        table.emit("cx.held.lost", victim.id)
    for item in held_items(victim):
        item.in_hand, item.dropped, item.lies = False, True, victim.at
    for weapon in victim.weapons:
        weapon.reloading = 0
    end_suppression(state, table, victim, "cx.ruling.suppress-duration")
    hold, partner = grapple_of(state, victim), partner_of(state, victim)
    if hold is not None and partner is not None and hold.control == victim.id:
        hold.control, hold.pinned, hold.effort, hold.won = partner.id, "", "", 0
        table.cite("cx.grapple.still-held")


def end_suppression(state: CompoundX, table: Table, by: Fighter, rule: str) -> None:
    if any(zone.by == by.id for zone in state.zones):
        state.zones = [zone for zone in state.zones if zone.by != by.id]
        table.emit(rule, by.id)


# --- shock --------------------------------------------------------------------------------------------------------
def shock_save(state: CompoundX, table: Table, victim: Fighter, damage: int) -> None:
    """DC = the damage taken in one hit; one who fails passes out. cx.shock.save, cx.ruling.shock-damage-basis"""
    table.emit("cx.shock.trigger", victim.id, number=damage)
    if not saving_throw(table, victim, "shock", damage, "cx.shock.save"):
        victim.passed_out, victim.wake_rolls = True, 0
        table.emit("cx.ruling.unconscious", victim.id, note="passes out")
        let_go(state, table, victim)


def wake_up_roll(state: CompoundX, table: Table, actor: Fighter) -> None:
    """Once per turn, DC 70, for 15 - FORT turns; then one wakes anyway. cx.shock.wake, cx.ruling.shock-limit"""
    if actor.wake_rolls >= 15 - actor.stats.fortitude:
        table.emit("cx.shock.limit", actor.id)
        if state.ruling("shock-limit") == "wakes":  # cx.ruling.shock-limit
            actor.passed_out, actor.wake_rolls = False, 0
        return
    actor.wake_rolls += 1
    if saving_throw(table, actor, "shock", WAKE_DC, "cx.shock.wake"):
        actor.passed_out, actor.wake_rolls = False, 0


# --- death --------------------------------------------------------------------------------------------------------
def death_saving_throw(state: CompoundX, table: Table, actor: Fighter) -> None:
    """An unmodified d100 over 50 each turn; as many failures as the allowance kill. cx.dst.per-turn, cx.dst.unmodified"""
    if table.roll("cx.dst.per-turn", actor.id, check(0, DST_DC)) != FAIL:  # cx.dst.unmodified
        table.emit("cx.dst.success", actor.id)
        return
    actor.dst_failures += 1
    actor.dst_failed = True
    table.emit("cx.ruling.dst-allowance", actor.id, number=actor.dst_allowance - actor.dst_failures)
    if actor.dst_failures >= actor.dst_allowance:
        die(state, table, actor, "cx.dst.fail3")


def downing_ends(table: Table, actor: Fighter) -> None:
    """A downing with a failed saving throw leaves one fewer for the next. cx.ruling.dst-allowance"""
    if actor.dst_failures and actor.dst_allowance > 1:
        actor.dst_allowance -= 1
        table.emit("cx.dst.second" if actor.dst_allowance == 2 else "cx.dst.third", actor.id, number=actor.dst_allowance)
    actor.dst_failures = 0


def die(state: CompoundX, table: Table, actor: Fighter, rule: str) -> None:
    actor.dead = True
    actor.health = min(actor.health, 0)
    table.emit(rule, actor.id, number=actor.dst_failures)
    for other in state.roster.values():
        if other.aim == actor.id:
            lose_aim(table, other, "cx.aim.cease.dies", actor.id)
            other.fallen = actor.id


def lose_aim(table: Table, actor: Fighter, rule: str, whom: str = "") -> None:
    if actor.aim:
        actor.aim, actor.aim_at = "", None
        table.emit(rule, actor.id, whom)
