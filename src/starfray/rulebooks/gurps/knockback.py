"""Knockback: how far a blow sends its victim, and whether he keeps his feet."""

from __future__ import annotations

from starfray.engine.scene import Point, apart, known_distance, relate
from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import attribute_tally, strength, succeeds
from starfray.rulebooks.gurps.injury import fall
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon


def knock_back(
    state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, basic: int, through: int
) -> None:
    """Crushing always, cutting when it does not get through. gurps.ruling.knockback-types"""
    if weapon.type != "cr" and not (weapon.type == "cut" and not through):
        return
    power = strength(victim) - 2
    if power > 1:
        back, rule = basic // power, "gurps.knockback.distance"
    else:
        back, rule = basic, "gurps.knockback.weak"
    if not back:
        return
    table.emit(rule, victim.id, attacker.id, back)
    push(state, attacker, victim, float(back))
    if victim.dead or victim.unconscious or victim.mortal or victim.posture == "lying":
        return
    best = max(victim.attributes.dx, victim.skills.get("acrobatics", 0), victim.skills.get("judo", 0))
    tally = attribute_tally(table, victim, "DX, Acrobatics or Judo", best)
    if back > 1:
        tally.add(1 - back, "gurps.knockback.balance-distance")
    if not succeeds(table, "gurps.knockback.balance", victim.id, tally):
        fall(table, victim)


def push(state: Gurps, source: Fighter, one: Fighter, back: float) -> None:
    """Straight away from the source; without a map the distance grows."""
    if source.at is not None and one.at is not None:
        one.at = beyond(source.at, one.at, back)
        return
    gap = known_distance(state, source, one)
    if gap is not None:
        relate(state.scene, "distance", source.id, one.id, gap + back)


def beyond(source: Point, at: Point, more: float) -> Point:
    """The point `more` yards behind `at` as seen from the source, on a grid of centimetres."""
    gap = apart(source, at)
    if gap == 0:
        return (at[0] + more, at[1])
    share = (gap + more) / gap
    return (round(source[0] + share * (at[0] - source[0]), 2), round(source[1] + share * (at[1] - source[1]), 2))

