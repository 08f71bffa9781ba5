"""Stress: Mind Points lost, and how somebody breaks down who has none left. What she then does in her slots is in panic.py."""

from __future__ import annotations

from starfray.engine.rules import Table, total
from starfray.rulebooks.coriolis.injury import break_down, keep_overwatch, let_fall
from starfray.rulebooks.coriolis.overwatch import watched
from starfray.rulebooks.coriolis.ranges import notice
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, held_items

ZERO = "coriolis.ruling.stress.zero"


def stress(state: Coriolis, table: Table, target: Fighter, points: int, rule: str = "") -> None:
    """coriolis.ruling.stress.track: 1 Mind Point each, armour does not help."""
    if target.mp <= 0:
        return
    could_act = target.conscious
    target.mp = max(0, target.mp - points)
    if rule:
        table.emit(rule, target.id, number=points)
    table.emit("coriolis.ruling.stress.track", target.id, number=points)
    notice(state, table, target)
    if target.mp > 0:
        keep_overwatch(table, target)
    elif could_act and state.ruling("breakdown") == "table":
        break_by_table(state, table, target)
    else:
        target.breakdown = ""
        break_down(state, table, target, ZERO, "breaks down")


def break_by_table(state: Coriolis, table: Table, actor: Fighter) -> None:
    """A D6: freezes, flees, lets all fall, screams, cowers, attacks; only who cowers falls. coriolis.ruling.stress.zero"""
    row = table.content.entry("breakdown", str(table.roll(ZERO, actor.id, total(1, 6))))
    actor.breakdown = row["state"]
    break_down(state, table, actor, ZERO, row["name"], falls=row.get("falls", False))
    if row.get("drops"):
        for weapon in held_items(actor):
            let_fall(table, actor, weapon)
    if row.get("alerts"):
        alert(state, table, actor)


def alert(state: Coriolis, table: Table, actor: Fighter) -> None:
    """Everybody hears the scream, whoever watches over her first of all: nobody is taken by surprise any more."""
    for other in state.roster.values():
        heard = not other.aware or watched(state, other, actor)
        other.aware = True
        if state.turn == 0:  # what initiative has been rolled with stands
            other.surprise = False
        if heard:
            table.emit(ZERO, other.id, actor.id, note="is alerted by")
