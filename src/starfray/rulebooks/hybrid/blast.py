"""Explosions: thrown at a point, and everybody near it. hybrid.ruling.explosive-area"""

from __future__ import annotations

from math import hypot

from starfray.engine.scene import Point, distance
from starfray.engine.table import Table
from starfray.engine.values import Option
from starfray.rulebooks.hybrid.attack import add_all_out, add_manner, attacker_tally, regain_balance, say_degree
from starfray.rulebooks.hybrid.check import SUCCESS, columns, cut_at
from starfray.rulebooks.hybrid.clock import toward
from starfray.rulebooks.hybrid.defence import can_roll
from starfray.rulebooks.hybrid.injury import Hit, roll_damage, wound
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skills import THROWS_ANYTHING, Use, skill_chance, unlock
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, weapon_of

GOOD = 5  # degrees that succeed


def explode(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Rolled against the point, no defence; a miss falls short on the line of throw, at degree 1."""
    weapon = weapon_of(one, mine.weapon)
    target = state.roster.get(mine.target)
    point = mine.to or (target.at if target is not None else None)
    near = [each for each in state.roster.values() if not each.fallen]
    rolling = declare(state, table, one, near)
    if one.hidden:
        reveal(table, one)
    lifted = unlock(state, table, one, weapon) if mine.unlock else []
    df = attacker_tally(state, table, one, mine)
    df.add(one.acc, "hybrid.tohit.missile", "ACC")
    add_manner(state, table, df, one, mine, target or one)
    use = Use(weapon.skill, weapon=weapon, mine=mine, lifted=lifted, general=THROWS_ANYTHING, florentine=mine.florentine)
    chance = skill_chance(state, table, one, df, use)
    add_all_out(chance, one, False)
    regain_balance(state, table, one)
    good = columns(chance.total)[:GOOD]
    short_cuts = [chance.total + 10 * metres for metres in range(1, 11)]
    band = table.roll("hybrid.tohit.chance", one.id, cut_at(table, *good, *short_cuts), chance)
    degree, short = min(band, SUCCESS), max(0, band - SUCCESS)
    table.same("hybrid.ruling.explosive-area", (degree, short, tuple(rolling)))
    if short:
        table.emit("hybrid.ruling.explosive-area", one.id, number=short, note="falls short")
    else:
        say_degree(table, one, mine.target, degree)
    damage, _ = roll_damage(state, table, Hit(one, weapon, degree, how=mine.how))
    table.emit("hybrid.ruling.explosive-area", one.id, number=damage, note="goes off")
    landing = toward(point, one.at, short) if short and point is not None and one.at is not None else point
    for place, victim in enumerate(near):
        metres = away(state, one, victim, landing, target, short)
        left = damage - weapon.blast * int(metres)
        if left <= 0 or victim.fallen:
            continue
        table.remember((place, damage, short, tuple(rolling)))
        wound(state, table, victim, Hit(one, weapon, degree, rolling=victim.id in rolling, given=left))
        table.forget()
        table.same("hybrid.ruling.explosive-area", (place, damage, short, tuple(rolling)))


def declare(state: Hybrid, table: Table, one: Fighter, near: list[Fighter]) -> list[str]:
    """Who means to roll with the blast says so before any die; nothing else helps."""
    rolling: list[str] = []
    for victim in near:
        if victim is one or not can_roll(state, victim) or one.hidden:
            continue
        options = [Option("roll-with-blow", "roll with the blast", "hybrid.defence.roll-with-blow.use"), Option("no")]
        prompt = f"A blast is coming on count {state.count}."
        if table.choose("hybrid.ruling.explosive-area", victim.id, options, prompt, suggested="no") == "roll-with-blow":
            rolling.append(victim.id)
    return rolling


def away(state: Hybrid, one: Fighter, victim: Fighter, landing: Point | None, target: Fighter | None, short: int) -> float:
    """Metres from where it goes off; without a map, from the one it was thrown at, or back toward the thrower."""
    if landing is not None and victim.at is not None:
        return hypot(victim.at[0] - landing[0], victim.at[1] - landing[1])
    if target is None or victim is target:
        return float(short)
    if victim is one:
        return max(0.0, distance(state, one, target) - short)
    return distance(state, victim, target) + short
