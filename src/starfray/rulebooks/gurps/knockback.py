"""Knockback: how far a blow sends its victim, and whether he keeps his feet."""

from __future__ import annotations

from starfray.engine.scene import Point, apart, known_distance, relate
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.core import add_dizziness, attribute_tally, strength, succeeds
from starfray.rulebooks.gurps.injury import fall
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon


def knock_back(
    state: Gurps, table: Table, attacker: Fighter, victim: Fighter, weapon: Weapon, basic: int, through: int
) -> None:
    """Crushing always, cutting when it does not get through. gurps.ruling.knockback-types"""
    blunt = weapon.type == "cr" or (weapon.type == "cut" and not through)
    if not blunt and ruling(state, "knockback-types") != "every":
        return
    if not blunt:
        table.emit("gurps.ruling.knockback-types", victim.id, note=weapon.type)
    throw_back(state, table, attacker, victim, basic * weapon.pushes)


def throw_back(state: Gurps, table: Table, attacker: Fighter, victim: Fighter, basic: int) -> None:
    """Yards by basic damage; HP stand in for ST where nothing resists. gurps.knockback.distance, gurps.ruling.knockback-hp"""
    resists = not victim.inanimate and victim.attributes.st > 0 and victim.conscious
    power = (strength(victim) if resists else victim.max_hp) - 2
    if power > 1:
        back, rule = basic // power, "gurps.knockback.distance"
    else:
        back, rule = basic, "gurps.knockback.weak"
    if not back:
        return
    table.emit(rule, victim.id, attacker.id, back)
    if not resists:
        table.emit("gurps.knockback.no-st", victim.id, number=victim.max_hp)
        table.emit("gurps.ruling.knockback-hp", victim.id, number=power)
    push(state, attacker, victim, float(back))
    if not victim.conscious or victim.posture == "lying":
        return
    best = max(victim.attributes.dx, victim.skills.get("acrobatics", 0), victim.skills.get("judo", 0))
    tally = attribute_tally(table, victim, "DX, Acrobatics or Judo", best)
    if back > 1:
        tally.add(1 - back, "gurps.knockback.balance-distance")
    add_footing(tally, victim)
    if not succeeds(table, "gurps.knockback.balance", victim.id, tally):
        fall(table, victim)


def add_footing(tally: Tally, one: Fighter) -> None:
    """What the own maneuver does to rolls against falling."""
    add_dizziness(tally, one)
    if one.charged:
        tally.add(-2, "gurps.maneuver.move-and-attack.balance")
    if one.guard == "kick":
        tally.add(2, "gurps.maneuver.defensive-attack.kick")


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
