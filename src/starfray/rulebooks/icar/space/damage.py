"""Shields, hull, systems, and when nothing is left but a wreck."""

from __future__ import annotations

from starfray.engine.rules import GM, Table
from starfray.rulebooks.icar.common.person import able
from starfray.rulebooks.icar.common.records import AIR_TURNS, ENERGY_WEB, SYSTEMS
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import ship


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
    for actor in state.roster.values():
        if actor.craft is not None and actor.craft.shield_hit:
            actor.craft.shield_hit = False
            actor.craft.shields = max(0, actor.craft.shields - 1)
            table.emit("icar.space.shield.count", actor.id, number=actor.craft.shields)
            table.cite("icar.ruling.shield-timing")


def take_hull_damage(table: Table, target: Actor, damage: int, by: str, cluster: int) -> None:
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


def breathe(state: Icar, table: Table, actor: Actor) -> None:
    """Ten hours of air without life support; then whoever has no air of their own goes down. icar.space.system.life-support"""
    craft = ship(actor)
    if not craft.down("life-support"):
        craft.air = AIR_TURNS
        return
    craft.air = max(0, craft.air - 1)
    if not craft.air:
        for other in state.roster.values():
            if other.aboard == actor.id and able(other) and not any(worn.vacuum for worn in other.armour):
                table.emit("icar.space.system.life-support", other.id, actor.id, note="no air")
                other.stun = min(other.stun, 0)
                other.hp = min(other.hp, 0)  # the clock of the dying starts as it always does


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
