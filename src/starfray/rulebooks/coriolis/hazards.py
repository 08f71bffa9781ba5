"""What goes on hurting: fire, bleeding, poison, the clock of a fatal injury, smoke that clears."""

from __future__ import annotations

from starfray.engine.rules import Table, from_plain, pool, total
from starfray.rulebooks.coriolis.core import add_radiation, attribute, skill_test
from starfray.rulebooks.coriolis.injury import break_down, lose_hp, roll_limit
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Gear, Weakness, Weapon
from starfray.rulebooks.coriolis.stress import stress

TURNS_PER_MINUTE = 4  # coriolis.ruling.time-scale: 15 seconds a turn


def burn_and_bleed(state: Coriolis, table: Table) -> None:
    """At the start of each following turn, in roster order; armour does not help. coriolis.ruling.turn-start"""
    for one in state.roster.values():
        burn_or_bleed(state, table, one)


def burn_or_bleed(state: Coriolis, table: Table, actor: Fighter) -> None:
    if actor.burning and not actor.dead:
        table.merge("coriolis.ruling.turn-start", actor.id)
        burnt = table.roll("coriolis.ruling.turn-start", actor.id, pool(actor.burning))
        if burnt:
            lose_hp(state, table, actor, burnt)
        else:
            actor.burning = 0
            table.emit("coriolis.ruling.turn-start", actor.id, note="burns no longer")
    for injury in actor.injuries:
        if injury.damage_per == "turn" and not actor.dead:
            table.emit("coriolis.ruling.turn-start", actor.id, number=1, note=f"bleeds: {injury.name}")
            lose_hp(state, table, actor, 1)


def run_clocks(state: Coriolis, table: Table) -> None:
    """Minutes run out during a fight; hours and days do not. coriolis.ruling.crit.treatment: time out is death."""
    for one in state.roster.values():
        run_clock(state, table, one)


def run_clock(state: Coriolis, table: Table, actor: Fighter) -> None:
    for injury in actor.injuries:
        if not injury.dying or injury.unit != "minutes" or actor.dead:
            continue
        roll_limit(table, actor, injury)  # unless the file says it
        injury.turns += 1
        if injury.turns >= injury.limit * TURNS_PER_MINUTE:
            actor.dead = True
            table.emit("coriolis.ruling.time-scale", actor.id, number=injury.turns)
            break_down(state, table, actor, "coriolis.state.crit-dying")


def clear_smoke(state: Coriolis, table: Table) -> None:
    for fuse in list(state.fuses):
        fuse.turns -= 1
        if fuse.turns <= 0:
            state.fuses.remove(fuse)
            state.scene.zone = [zone for zone in state.scene.zone if zone.name != fuse.zone]
            table.emit("coriolis.turn.definition", "gm", note="the smoke clears")


# --- poison ----------------------------------------------------------------------------------------------------
def poison_on(table: Table, actor: Fighter, weapon: Weapon) -> Gear | None:
    """What is on the weapon: the dose on her own sheet says what it does, else the printed one."""
    key = actor.poisoned.get(weapon.key)
    if not key:
        return None
    own = next((each for each in actor.gear if each.key == key), None)
    return own or from_plain(Gear, {"key": key, **table.content.entry("gear", key)})


def poison_bites(state: Coriolis, table: Table, actor: Fighter, victim: Fighter, weapon: Weapon) -> None:
    """The first hit that does damage, and then it is used up. coriolis.ruling.med.poison"""
    dose = poison_on(table, actor, weapon)
    if dose is None or not victim.person:
        return
    del actor.poisoned[weapon.key]
    table.emit("coriolis.ruling.med.poison", actor.id, victim.id, dose.strength, weapon.name)
    if not victim.dead:
        poisoned(state, table, victim, dose, actor.id)


def poisoned(state: Coriolis, table: Table, victim: Fighter, dose: Gear, by: str) -> None:
    """Its strength in dice, thrown by who gave it, against the attribute's; it needs strictly more sixes.

    coriolis.medtech.poison.test
    """
    against = table.tally()
    against.add(dose.strength, "coriolis.medtech.poison", dose.name)
    venom = table.roll("coriolis.medtech.poison.test", by, pool(dose.strength), against) if dose.strength else 0
    table.merge("coriolis.medtech.poison.test", venom)
    tally = table.tally(victim)
    tally.add(attribute(victim, dose.attribute), "coriolis.core.attributes", dose.attribute)
    add_radiation(tally, victim)
    resisted = skill_test(state, table, victim, tally, "coriolis.medtech.poison.test")
    if venom > resisted:
        table.emit("coriolis.medtech.poison.fail", victim.id, number=dose.strength, note=dose.effect)
        table.against(by, resisted, venom, "sixes")
        if dose.effect == "stress":
            stress(state, table, victim, dose.strength, "coriolis.ruling.stress.track")
        else:
            lose_hp(state, table, victim, dose.strength)
        return
    hours = table.roll_later("coriolis.medtech.poison.win", victim.id, total(1, 6))
    victim.weakened.append(Weakness(attribute=dose.attribute, hours=hours))
    table.emit("coriolis.medtech.poison.win", victim.id, number=hours, note=dose.attribute)
    table.against(by, resisted, venom, "sixes")
