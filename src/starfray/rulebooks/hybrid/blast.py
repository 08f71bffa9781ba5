"""Explosions: thrown at a point, and everybody near it. hybrid.ruling.explosive-area"""

from __future__ import annotations

from math import hypot

from starfray.engine.rules import Option, Point, Table, distance
from starfray.engine.walls import wall_between
from starfray.rulebooks.hybrid.attack import add_all_out, add_manner, attacker_tally, regain_balance, say_degree
from starfray.rulebooks.hybrid.clock import toward
from starfray.rulebooks.hybrid.defence import can_roll
from starfray.rulebooks.hybrid.injury import Hit, roll_damage, take_damage
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skill_check import SUCCESS, columns, cut_at
from starfray.rulebooks.hybrid.skills import THROWS_ANYTHING, Use, rank_with, skill_chance, unlock
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, weapon_of

GOOD = 5  # degrees that succeed


def explode(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """Rolled against the point, no defence; a miss falls short on the line of throw, at degree 1."""
    weapon = weapon_of(actor, under_way.weapon)
    target = state.roster.get(under_way.target)
    point = under_way.to or (target.at if target is not None else None)
    near = [other for other in state.roster.values() if not other.fallen]
    rolling = declare(state, table, actor, near)
    reveal(table, actor)
    lifted = unlock(state, table, actor, rank_with(actor, weapon)) if under_way.unlock else []
    df = attacker_tally(state, table, actor, under_way)
    df.add(actor.acc, "hybrid.tohit.missile", "ACC")
    add_manner(state, table, df, actor, under_way, target or actor)
    use = Use(
        weapon.skill,
        (under_way.how or under_way.kind, under_way.kind),
        weapon=weapon,
        under_way=under_way,
        lifted=lifted,
        general=THROWS_ANYTHING,
        florentine=under_way.florentine,
    )
    chance = skill_chance(state, table, actor, df, use)
    add_all_out(chance, actor, False)
    regain_balance(state, table, actor)
    good = columns(chance.total)[:GOOD]
    short_cuts = [chance.total + 10 * metres for metres in range(1, 11)]
    band = table.roll("hybrid.tohit.chance", actor.id, cut_at(table, chance.total, *good, *short_cuts), chance)
    degree, short = min(band, SUCCESS), max(0, band - SUCCESS)
    table.merge("hybrid.ruling.explosive-area", (degree, short, tuple(rolling)))
    if short:
        table.emit("hybrid.ruling.explosive-area", actor.id, number=short, note="falls short")
    else:
        say_degree(table, actor, under_way.target, degree)
    damage, _ = roll_damage(state, table, Hit(actor, weapon, degree, how=under_way.how))
    table.emit("hybrid.ruling.explosive-area", actor.id, number=damage, note="goes off")
    landing = toward(point, actor.at, short) if short and point is not None and actor.at is not None else point
    for place, victim in enumerate(near):
        metres = away(state, actor, victim, landing, target, short)
        left = damage - weapon.blast * int(metres)
        if left <= 0 or victim.fallen or wall_between(state, landing, victim.at) is not None:  # hybrid.ruling.wall
            continue
        table.enter((place, damage, short, tuple(rolling)))
        take_damage(state, table, victim, Hit(actor, weapon, degree, rolling=victim.id in rolling, given=left))
        table.leave()
        table.merge("hybrid.ruling.explosive-area", (place, damage, short, tuple(rolling)))


def declare(state: Hybrid, table: Table, actor: Fighter, near: list[Fighter]) -> list[str]:
    """Who means to roll with the blast says so before any die; nothing else helps."""
    rolling: list[str] = []
    for victim in near:
        if victim is actor or not can_roll(state, victim) or actor.hidden:
            continue
        options = [Option("roll-with-blow", "roll with the blast", "hybrid.defence.roll-with-blow.use"), Option("no")]
        prompt = f"A blast is coming on count {state.count}."
        if table.choose("hybrid.ruling.explosive-area", victim.id, options, prompt, suggested="no") == "roll-with-blow":
            rolling.append(victim.id)
    return rolling


def away(state: Hybrid, actor: Fighter, victim: Fighter, landing: Point | None, target: Fighter | None, short: int) -> float:
    """Metres from where it goes off; without a map, from the one it was thrown at, or back toward the thrower."""
    if landing is not None and victim.at is not None:
        return hypot(victim.at[0] - landing[0], victim.at[1] - landing[1])
    if target is None or victim is target:
        return float(short)
    if victim is actor:
        return max(0.0, distance(state, actor, target) - short)
    return distance(state, victim, target) + short
