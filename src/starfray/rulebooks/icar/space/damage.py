"""Shields, hull, systems, and when nothing is left but a wreck."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.icar.space.crew import ship
from starfray.rulebooks.icar.space.records import ENERGY_WEB, SYSTEMS
from starfray.rulebooks.icar.state import Actor, Icar


def hit_shield(table: Table, target: Actor, by: str) -> None:
    """One hit takes a shield down, but it stays up for the whole turn. icar.space.shield.one-hit, .whole-turn"""
    craft = ship(target)
    if craft.shield_hit:
        table.emit("icar.space.shield.whole-turn", by, target.id)
        return
    craft.shield_hit = True
    table.emit("icar.space.shield.one-hit", by, target.id)


def drop_shields(state: Icar, table: Table) -> None:
    """At the end of a side's turn: every shield it has hit goes down, one a craft. icar.ruling.shield-timing"""
    for one in state.roster.values():
        if one.craft is not None and one.craft.shield_hit:
            one.craft.shield_hit = False
            one.craft.shields = max(0, one.craft.shields - 1)
            table.emit("icar.ruling.shield-timing", one.id)
            table.emit("icar.space.shield.count", one.id, number=one.craft.shields)


def damage_hull(table: Table, target: Actor, damage: int, by: str, cluster: int) -> None:
    """Damage in K adds up; a system whose level is reached stops working. icar.ruling.threshold"""
    craft = ship(target)
    before = craft.hull_damage
    craft.hull_damage += damage
    size = table.tally()
    size.add(damage, "icar.space.damage.size", f"cluster {cluster}, K")
    table.emit("icar.space.damage.k", by, target.id, damage, tally=size)
    table.emit("icar.space.hull.accumulate", target.id, number=craft.hull_damage)
    for key, system in craft.systems.items():
        if key != ENERGY_WEB and key not in craft.inoperable and system.level <= craft.hull_damage:
            if system.level <= before:  # it had been repaired
                table.emit("icar.space.hull.re-expose", target.id, note=key)
            rule = "icar.ruling.threshold" if system.level == craft.hull_damage else "icar.space.system.table"
            table.emit(rule, target.id, number=system.level, note=key)
            lose_system(table, target, key)
    if craft.hull_damage >= craft.hull:
        collapse(table, target)


def lose_system(table: Table, target: Actor, key: str) -> None:
    """Inoperable, not destroyed; it can be fixed from the next turn on. icar.space.system.not-destroyed"""
    craft = ship(target)
    craft.inoperable.append(key)
    craft.fresh.append(key)
    table.emit(SYSTEMS[key], target.id)


def collapse(table: Table, target: Actor) -> None:
    """The energy web goes: no power, no weapons, no life support. Nobody aboard is hurt by it. icar.space.end.peace"""
    ship(target).inoperable.append(ENERGY_WEB)
    target.out = "wreck"
    table.emit(SYSTEMS[ENERGY_WEB], target.id)
    table.emit("icar.space.end.collapse", target.id)
    if ship(target).unstable_cargo:
        prompt = f"The cargo of {target.name or target.id} is unstable. Does the wreck explode?"
        if table.confirm("icar.space.end.no-explosion", GM, prompt, suggested="yes"):
            target.out = "exploded"
