"""Moves: ways of striking that change the chance, the time and the damage of a blow or a shot."""

from __future__ import annotations

from math import ceil

from starfray.engine.rules import Plain, Table
from starfray.rulebooks.hybrid.state import Fighter, Manner, Weapon

#: what everybody can do, and its rule
SPINNING = {"spin": "hybrid.attack.spin", "jump": "hybrid.attack.jump"}


def moves_of(actor: Fighter) -> list[str]:
    return list(dict.fromkeys([*SPINNING, *(move.key for move in actor.moves)]))


def manner_of(table: Table, actor: Fighter, how: str) -> Manner:
    """A way of striking, as this fighter does it."""
    for move in actor.moves:
        if move.key == how:
            return move
    return table.content.record("moves", how, read_manner)


def read_manner(key: str, row: dict[str, Plain]) -> Manner:
    return Manner(key=key, name=str(row["name"]), df=int(row["df"]), time=float(row["time"]), damage=float(row["damage"]))


def manner_rule(how: str) -> str:
    """A move of a fighter's own modifies the chance to hit like anything else. hybrid.tohit.chance"""
    return SPINNING.get(how, "hybrid.tohit.chance")


def slower_by(weapon: Weapon, manner: Manner) -> int:
    """Counts it adds to the weapon's speed. hybrid.attack.spin: 1.5 times slower, rounded up"""
    return ceil(weapon.speed * manner.time - 1e-9) - weapon.speed
