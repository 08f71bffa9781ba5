"""Casting in a fight: a second of thought, then the roll; who is struck dodges or resists. gurps.order.magic"""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.dice import total
from starfray.engine.errors import Refused, suggest
from starfray.engine.scene import distance
from starfray.engine.table import Table
from starfray.engine.values import GM, Option, Tally
from starfray.rulebooks.gurps import actions
from starfray.rulebooks.gurps.concentrate import distract, keep_mind
from starfray.rulebooks.gurps.core import (
    CRITICAL_FAILURE,
    SUCCESS,
    attribute_of,
    attribute_tally,
    check,
    hexes,
    range_yards,
    tell_critical,
)
from starfray.rulebooks.gurps.damage import strike_home
from starfray.rulebooks.gurps.facing import side_struck
from starfray.rulebooks.gurps.fatigue import lose_fp
from starfray.rulebooks.gurps.injury import Blow, Frame, fall
from starfray.rulebooks.gurps.interrupts import interrupts
from starfray.rulebooks.gurps.knockback import throw_back
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.shapes import by_margin, degree_of
from starfray.rulebooks.gurps.spells import CROWD, DAMAGE, KNOCKBACK, PARTS, ROUNDS, YARDS, add_cost, add_difficulty, lay_on
from starfray.rulebooks.gurps.state import Fighter, Gurps, Spell, Weapon, fighter
from starfray.rulebooks.gurps.turn import takes_heart
from starfray.rulebooks.gurps.turns import actor_of, forget
from starfray.rulebooks.gurps.ways import Defence, Threat, score

CORE = ("thaumatology", "ritual-magic")  # gurps.magic.core-skill
PAY = ("fatigue", "power")
HARMFUL = ("damage", "knockback", "status")  # such a spell is an attack. gurps.ruling.magic-delivery
Row = dict[str, Plain]


def cast(state: Gurps, table: Table, act: actions.Cast) -> None:
    """The second after the thought. gurps.magic.casting-time"""
    one = actor_of(state, act.actor)
    row = spell_row(table, act.spell)
    targets = check_targets(state, one, row, act.targets)
    if one.thought is None or one.thought.task not in ("", act.spell):
        legal = [f"concentrate task={act.spell}"]
        raise Refused("gurps.magic.casting-time", f"{one.id} has not concentrated on {act.spell}", legal)
    tally = casting_tally(state, table, one, act.spell, row)
    cost = cost_tally(state, table, row, tally.total)
    check_payment(state, one, act.pay, cost.total)
    if not takes_heart(state, table, one):
        return
    forget(one, thought=False)
    harmful = row.get("does") in HARMFUL
    kind, struck = ("attack", tuple(each.id for each in targets)) if harmful else ("other", ())
    if not interrupts(state, table, one, kind, struck) or one.thought is None:
        return
    one.thought = None
    table.emit("gurps.magic.total", one.id, number=cost.total, note=act.spell, tally=cost)
    degree, margin = casting_roll(table, one, row, tally)
    pay(state, table, one, act.pay, cost.total, degree)
    if degree <= SUCCESS and one.conscious:
        take_effect(state, table, one, act.spell, row, targets, margin, degree == 0, cost.total)


def spell_row(table: Table, spell: str) -> Row:
    rows = table.content.tables["spells"]
    if spell not in rows:
        raise Refused("gurps.magic.core-skill", f"nobody knows a spell {spell!r}", [suggest(spell, rows)])
    return rows[spell]


def parts_of(row: Row) -> dict[str, str]:
    return {part: str(row.get(part, "easy")) for part in PARTS}


def check_targets(state: Gurps, one: Fighter, row: Row, names: tuple[str, ...]) -> list[Fighter]:
    """How many and how far. gurps.ruling.magic-scales"""
    parts = parts_of(row)
    most, far = CROWD[parts["target"]], YARDS[parts["range"]]
    chosen = [fighter(state, each) for each in dict.fromkeys(names)]
    if not 1 <= len(chosen) <= most:
        raise Refused("gurps.ruling.magic-scales", f"{len(chosen)} targets", [f"1 to {most}"])
    for target in chosen:
        gap = distance(state, one, target)
        beyond = hexes(gap) > 1 if parts["range"] == "easy" else range_yards(gap) > far
        if beyond or target.out:
            raise Refused("gurps.ruling.magic-scales", f"{target.id} is {round(gap, 1):g} yards away", [f"{far} yards"])
    return [each for each in state.roster.values() if each in chosen]


def core_skill(one: Fighter, spell: str) -> tuple[str, int]:
    """The spell's own skill if it was learned, else the core skill."""
    first, second = CORE
    best = second if one.skills.get(second, 0) > one.skills.get(first, 0) else first
    if spell in one.skills and one.skills[spell] >= one.skills.get(best, 0):
        return spell, one.skills[spell]
    if best not in one.skills:
        raise Refused("gurps.magic.core-skill", f"{one.id} knows no magic", list(CORE))
    return best, one.skills[best]


def casting_tally(state: Gurps, table: Table, one: Fighter, spell: str, row: Row) -> Tally:
    """Core skill, difficulty, seconds of thought. gurps.magic.core-skill, gurps.magic.concentrate"""
    name, level = core_skill(one, spell)
    tally = table.tally(one)
    tally.add(level, "gurps.magic.core-skill", name)
    add_difficulty(tally, parts_of(row))
    if one.thought is not None:
        tally.add(min(3, one.thought.seconds), "gurps.magic.concentrate", f"{one.thought.seconds} s")
        tally.add(0, "gurps.ruling.magic-first-second")
    if ruling(state, "improvised-magic") == "-4" and name != spell and spell not in one.skills:
        tally.add(-4, "gurps.magic.improvised")
    if one.shock:
        tally.add(-one.shock, "gurps.injury.shock")
    return tally


def cost_tally(state: Gurps, table: Table, row: Row, skill: int) -> Tally:
    cost = table.tally()
    add_cost(cost, parts_of(row), skill, ruling(state, "magic-cost"))
    return cost


def check_payment(state: Gurps, one: Fighter, how: str, cost: int) -> None:
    if how not in PAY:
        raise Refused("gurps.magic.casting-time", f"{how!r} pays for nothing", PAY)
    if how == "power" and (ruling(state, "power-points") != "on" or ruling(state, "stun-points") == "off" or one.sp < cost):
        raise Refused("gurps.power-points", f"{one.id} has not {cost} Power Points to spend", ["fatigue"])
    if how == "fatigue" and cost and one.max_fp <= 0:
        raise Refused("gurps.core.pools", f"{one.id} has no FP", [])


def casting_roll(table: Table, one: Fighter, row: Row, tally: Tally) -> tuple[int, int]:
    """The margin is only looked at where somebody may resist."""
    if row.get("does") != "status":
        return check(table, "gurps.magic.core-skill", one.id, tally), 0
    rolled = table.roll("gurps.magic.core-skill", one.id, total(3, 6), tally)
    degree = degree_of(tally.total, rolled)
    tell_critical(table, one.id, tally.total, degree == 0, degree == CRITICAL_FAILURE)
    return degree, max(0, tally.total - rolled)


def pay(state: Gurps, table: Table, one: Fighter, how: str, cost: int, degree: int) -> None:
    """In full, but 1 FP for a plain failure. gurps.ruling.magic-failure-cost"""
    if degree == SUCCESS + 1:
        cost = min(1, cost)
    table.emit("gurps.ruling.magic-failure-cost", one.id, number=cost, note=how)
    if how == "power":
        one.sp -= cost
        table.emit("gurps.power-points", one.id, number=cost)
    else:
        lose_fp(table, one, cost, ("cast", degree))


def take_effect(
    state: Gurps,
    table: Table,
    one: Fighter,
    spell: str,
    row: Row,
    targets: list[Fighter],
    margin: int,
    critical: bool,
    cost: int,
) -> None:
    """Every target in roster order, then the dice once, then target by target. gurps.order.magic"""
    does = str(row.get("does", "other"))
    table.emit("gurps.order.magic", one.id, number=len(targets), note=spell)
    struck: list[Fighter] = []
    for target in targets:
        frame: Frame = (spell, margin, critical, cost, target.id, tuple(each.id for each in struck))
        table.same("gurps.order.magic", frame)
        if does in ("damage", "knockback"):
            free = critical or ruling(state, "magic-delivery") == "sure"
            if free or not dodges(state, table, one, target, spell, frame):
                struck.append(target)
        elif does != "status" or not resists(table, target, str(row.get("resisted", "will")), margin):
            struck.append(target)
    if struck:
        apply(state, table, one, spell, row, does, struck, cost)
    keep_mind(state, table, (spell, "after"))


def dodges(state: Gurps, table: Table, one: Fighter, target: Fighter, spell: str, frame: Frame) -> bool:
    """The casting roll stands for the attack; Dodge, and nothing else, is open. gurps.ruling.magic-delivery"""
    if not target.conscious or target.all_out_attack or target.committed == "kick":
        return False
    side = side_struck(state, one, target)
    if side == "behind":
        table.emit("gurps.core.active-defense", target.id, one.id, note="nothing: it comes from behind")
        return False
    bolt = Weapon(key=spell, name=spell, melee=False)
    way = score(table, one, target, Threat(bolt, side=side), Defence("dodge", "dodge"))
    figure = way.tally.total
    options = [Option("dodge", rule="gurps.core.dodge", tally=way.tally, note=str(figure)), Option("no", "do not dodge")]
    prompt = f"A spell: {spell}"
    if table.choose("gurps.ruling.magic-delivery", target.id, options, prompt, facts={"dodge": figure}) == "no":
        return False
    target.aim = None
    distract(target, "defence")
    degree = check(table, "gurps.core.dodge", target.id, way.tally)
    if degree == CRITICAL_FAILURE:
        table.emit("gurps.critical.fail.dodge", target.id)
        fall(table, target)
    return degree <= SUCCESS


def resists(table: Table, target: Fighter, by: str, margin: int) -> bool:
    """One roll of HT or Will against the margin of the casting; ties resist. gurps.ruling.magic-effects"""
    if target.inanimate:
        return False
    tally = attribute_tally(table, target, by, attribute_of(target, by))
    return table.roll("gurps.ruling.magic-effects", target.id, by_margin(tally.total), tally) >= margin


def apply(state: Gurps, table: Table, one: Fighter, spell: str, row: Row, does: str, struck: list[Fighter], cost: int) -> None:
    parts = parts_of(row)
    strength = parts["effect"]
    if does == "status":
        rounds = ROUNDS[parts["duration"]]
        for target in struck:
            lay_on(table, target, Spell(by=one.id, spell=spell, strength=strength, cost=cost, every=rounds, left=rounds))
        return
    if does == "other":
        words = table.text("gurps.ruling.magic-effects", GM, f"{one.id} casts {row.get('name', spell)}: what comes of it?")
        table.emit("gurps.ruling.magic-effects", one.id, note=words)
        return
    rule = f"gurps.magic.{strength}.effect" if strength != "heroic" else "gurps.magic.heroic"
    known = KNOCKBACK if does == "knockback" else DAMAGE
    dice = known.get(strength) or table.number("gurps.magic.heroic.components", GM, 1, 20, f"How many dice has {spell}?", 7)
    points = table.roll(rule, one.id, total(dice, 6))
    weapon = Weapon(key=spell, name=spell, melee=False, type=str(row.get("type", "burn")), damage=f"{dice}d")
    for target in struck:
        table.same(rule, (spell, points, target.id, tuple(each.id for each in struck)))
        frame: Frame = (spell, points, target.id)
        if does == "heal":
            target.hp = min(target.max_hp, target.hp + points)
            table.emit("gurps.ruling.magic-effects", target.id, one.id, points, "healed")
        elif does == "knockback":
            throw_back(state, table, one, target, points)
        elif not target.dead:
            strike_home(state, table, one, target, weapon, points, Blow(), frame)
