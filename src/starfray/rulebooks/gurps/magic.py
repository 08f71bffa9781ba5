"""Casting in a fight: a second of thought, then the roll; who is struck dodges or resists. gurps.order.magic"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from starfray.engine.rules import Action, ActionKind, Content, Plain, Refused, Table, counted, one_of, suggest, total
from starfray.engine.scene import distance, distance_or
from starfray.engine.values import GM, Field, Option, Tally
from starfray.rulebooks.gurps.barred import behind_wall
from starfray.rulebooks.gurps.core import (
    CRITICAL_FAILURE,
    DOWN,
    SUCCESS,
    attribute_of,
    attribute_tally,
    check,
    hexes,
    range_yards,
    side_struck,
    tell_critical,
)
from starfray.rulebooks.gurps.damage import take_damage, throw_back
from starfray.rulebooks.gurps.defence import Defence, Threat, ask_effort, options_of, score
from starfray.rulebooks.gurps.dice import as_rolled, by_margin, degree_of
from starfray.rulebooks.gurps.form_fields import FAR, more
from starfray.rulebooks.gurps.injury import Blow, distract, fall, keep_mind, lose_fp, overstrain, pay_effort
from starfray.rulebooks.gurps.interrupts import interrupts
from starfray.rulebooks.gurps.spells import (
    BUILT,
    CLASSES,
    CORE,
    CROWD,
    DAMAGE,
    KNOCKBACK,
    PARTS,
    ROUNDS,
    YARDS,
    Class,
    add_cost,
    add_difficulty,
    known_spells,
    lay_on,
)
from starfray.rulebooks.gurps.state import Fighter, Gurps, Spell, Weapon, fighter
from starfray.rulebooks.gurps.turn import begin_maneuver

PAY = ("fatigue", "power")
HARMFUL = ("damage", "knockback", "status")  # such a spell is an attack. gurps.ruling.magic-delivery
Row = dict[str, Plain]


@dataclass(frozen=True, slots=True)
class Cast(Action):
    """A spell of the data on one or several targets, or one `built` from the classes of its parts; `pay`: fatigue or power."""

    KIND: ClassVar[str] = "cast"
    spell: str
    targets: tuple[str, ...]
    pay: str = "fatigue"
    range: Class = "easy"
    duration: Class = "easy"
    area: Class = "easy"
    effect: Class = "easy"
    does: Literal["damage", "knockback", "heal", "status", "other"] = "damage"
    type: Literal["burn", "cr", "cut", "imp", "pi", "cor", "tox"] = "burn"
    resisted: Literal["will", "ht"] = "will"


def cast(state: Gurps, table: Table, action: Cast) -> None:
    """The second after the thought. gurps.magic.casting-time"""
    actor = state.roster[action.actor]
    row = spell_row(table, action)
    targets = check_targets(state, actor, row, action.targets)
    if actor.thought is None or actor.thought.task not in ("", action.spell):
        legal = [f"concentrate task={action.spell}"]
        raise Refused("gurps.magic.casting-time", f"{actor.id} has not concentrated on {action.spell}", legal)
    tally = casting_tally(state, table, actor, action.spell, row)
    cost = cost_tally(state, table, row, tally.total)
    check_payment(state, actor, action.pay, cost.total)
    table.allowed()
    if not begin_maneuver(state, table, actor, thought=False):
        return
    harmful = row.get("does") in HARMFUL
    kind, struck = ("attack", tuple(each.id for each in targets)) if harmful else ("other", ())
    if not interrupts(state, table, actor, kind, struck) or actor.thought is None:
        return
    actor.thought = None
    table.emit("gurps.magic.total", actor.id, number=cost.total, note=action.spell, tally=cost)
    degree, margin = casting_roll(table, actor, row, tally)
    table.enter(("cast", degree, margin))
    pay(table, actor, action.pay, cost.total, degree)
    table.leave()
    if degree <= SUCCESS and actor.conscious:
        take_effect(state, table, actor, action, row, targets, margin, degree == 0, cost.total)


def cast_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    here = [each for each in state.roster.values() if not each.out]
    here.sort(key=lambda each: (each.side == actor.side, distance_or(state, actor, each, FAR)))
    parts = [more(one_of(part, tuple(CLASSES), required=False), f"{part}, of a spell of one's own")
             for part in ("range", "duration", "area", "effect")]  # fmt: skip
    return [
        Field("spell", "choice", known_spells(actor, content)),
        Field("targets", "list", [Option(each.id, each.name) for each in here], role="target"),
        more(one_of("pay", PAY, required=False), "pay with"), *parts,
        more(one_of("does", ("damage", "knockback", "heal", "status", "other"), required=False), "what one's own spell does"),
        more(one_of("type", ("burn", "cr", "cut", "imp", "pi", "cor", "tox"), required=False), "its type of damage"),
        more(one_of("resisted", ("will", "ht"), required=False), "what resists it"),
    ]  # fmt: skip


def cast_refusal(state: Gurps, actor: Fighter, content: Content) -> Refused | None:
    if not known_spells(actor, content):
        return Refused("gurps.magic.core-skill", f"{actor.id} knows no magic", list(CORE))
    if actor.thought is None:
        return Refused("gurps.magic.casting-time", f"{actor.id} has not concentrated", ["concentrate"])
    return None


CAST = ActionKind(
    Cast, cast, "gurps.magic.casting-time", cost_words="the turn", group="magic", refusal=cast_refusal, fields=cast_fields,
    hints=("gurps.ruling.magic-failure-cost",),
)  # fmt: skip


def spell_row(table: Table, action: Cast) -> Row:
    """Of the data; or put together on the spot. gurps.magic.total"""
    spell, rows = action.spell, table.content.tables["spells"]
    if spell == BUILT:
        return {
            "name": "a spell of her own", "range": action.range, "duration": action.duration, "target": action.area,
            "effect": action.effect, "does": action.does, "type": action.type, "resisted": action.resisted,
        }  # fmt: skip
    given = (action.range, action.duration, action.area, action.effect, action.does, action.type, action.resisted)
    if given != ("easy", "easy", "easy", "easy", "damage", "burn", "will"):
        raise Refused("gurps.magic.total", f"{spell} is made as it is; only a spell of one's own has parts to choose", [BUILT])
    if spell not in rows:
        raise Refused("gurps.magic.core-skill", f"nobody knows a spell {spell!r}", [suggest(spell, rows)])
    return rows[spell]


def parts_of(row: Row) -> dict[str, str]:
    return {part: str(row.get(part, "easy")) for part in PARTS}


def check_targets(state: Gurps, actor: Fighter, row: Row, names: tuple[str, ...]) -> list[Fighter]:
    """How many and how far. gurps.ruling.magic-scales"""
    parts = parts_of(row)
    most, far = CROWD[parts["target"]], YARDS[parts["range"]]
    chosen = [fighter(state, each) for each in dict.fromkeys(names)]
    if not 1 <= len(chosen) <= most:
        raise Refused("gurps.ruling.magic-scales", f"{len(chosen)} targets", [f"1 to {most}"])
    for target in chosen:
        fault = behind_wall(state, actor, target)
        if fault is not None:
            raise fault
        gap = distance(state, actor, target)
        beyond = hexes(gap) > 1 if parts["range"] == "easy" else range_yards(gap) > far
        if beyond or target.out:
            raise Refused("gurps.ruling.magic-scales", f"{target.id} is {round(gap, 1):g} yards away", [counted(far, "yard")])
    return [each for each in state.roster.values() if each in chosen]


def core_skill(actor: Fighter, spell: str) -> tuple[str, int]:
    """The spell's own skill if it was learned, else the core skill."""
    first, second = CORE
    best = second if actor.skills.get(second, 0) > actor.skills.get(first, 0) else first
    if spell in actor.skills and actor.skills[spell] >= actor.skills.get(best, 0):
        return spell, actor.skills[spell]
    if best not in actor.skills:
        raise Refused("gurps.magic.core-skill", f"{actor.id} knows no magic", list(CORE))
    return best, actor.skills[best]


def casting_tally(state: Gurps, table: Table, actor: Fighter, spell: str, row: Row) -> Tally:
    """Core skill, difficulty, seconds of thought. gurps.magic.core-skill, gurps.magic.concentrate"""
    name, level = core_skill(actor, spell)
    tally = table.tally(actor)
    tally.add(level, "gurps.magic.core-skill", name)
    add_difficulty(tally, parts_of(row))
    if actor.thought is not None:
        tally.add(min(3, actor.thought.seconds), "gurps.magic.concentrate", f"{actor.thought.seconds} s")
    if state.ruling("improvised-magic") == "-4" and name != spell and spell not in actor.skills:
        tally.add(-4, "gurps.magic.improvised")
    if actor.shock:
        tally.add(-actor.shock, "gurps.injury.shock")
    return tally


def cost_tally(state: Gurps, table: Table, row: Row, skill: int) -> Tally:
    cost = table.tally()
    add_cost(cost, parts_of(row), skill, state.ruling("magic-cost"))
    return cost


def check_payment(state: Gurps, actor: Fighter, how: str, cost: int) -> None:
    if how not in PAY:
        raise Refused("gurps.magic.casting-time", f"{how!r} pays for nothing", PAY)
    if how == "power" and (state.ruling("power-points") != "on" or state.ruling("stun-points") == "off" or actor.sp < cost):
        raise Refused("gurps.power-points", f"{actor.id} has not {cost} Power Points to spend", ["fatigue"])
    if how == "fatigue" and cost and actor.max_fp <= 0:
        raise Refused("gurps.core.pools", f"{actor.id} has no FP", [])


def casting_roll(table: Table, actor: Fighter, row: Row, tally: Tally) -> tuple[int, int]:
    """The margin is only looked at where somebody may resist."""
    if row.get("does") != "status":
        return check(table, "gurps.magic.core-skill", actor.id, tally), 0
    rolled = table.roll("gurps.magic.core-skill", actor.id, as_rolled(tally.total), tally)
    degree = degree_of(tally.total, rolled)
    tell_critical(table, actor.id, tally.total, degree == 0, degree == CRITICAL_FAILURE)
    return degree, max(0, tally.total - rolled)


def pay(table: Table, actor: Fighter, how: str, cost: int, degree: int) -> None:
    """In full, but 1 FP for a plain failure. gurps.ruling.magic-failure-cost"""
    if degree == SUCCESS + 1:
        cost = min(1, cost)
    table.emit("gurps.ruling.magic-failure-cost", actor.id, number=cost, note=how)
    if how == "power":
        actor.sp -= cost
        table.emit("gurps.power-points", actor.id, number=cost)
    else:
        lose_fp(table, actor, cost)


def take_effect(
    state: Gurps,
    table: Table,
    actor: Fighter,
    action: Cast,
    row: Row,
    targets: list[Fighter],
    margin: int,
    critical: bool,
    cost: int,
) -> None:
    """Every target in roster order, then the dice once, then target by target. gurps.order.magic"""
    does, spell = str(row.get("does", "other")), action.spell
    table.emit("gurps.order.magic", actor.id, number=len(targets), note=spell)
    struck: list[Fighter] = []
    for target in targets:
        table.merge("gurps.order.magic", (spell, margin, critical, cost, target.id, tuple(each.id for each in struck)))
        if does in ("damage", "knockback"):
            free = critical or state.ruling("magic-delivery") == "sure"
            if free or not dodges(state, table, actor, target, spell):
                struck.append(target)
        elif does != "status" or not resists(table, actor, target, str(row.get("resisted", "will")), margin):
            struck.append(target)
    if struck:
        apply(state, table, actor, action, row, does, struck, cost)
    keep_mind(state, table)


def dodges(state: Gurps, table: Table, actor: Fighter, target: Fighter, spell: str) -> bool:
    """The casting roll stands for the attack; Dodge, and nothing else, is open. gurps.ruling.magic-delivery"""
    if not target.conscious or target.all_out_attack or target.committed == "kick":
        return False
    side = side_struck(state, actor, target)
    if side == "behind":
        table.emit("gurps.core.active-defense", target.id, actor.id, note="nothing: it comes from behind")
        return False
    bolt = Weapon(key=spell, name=spell, hand="", melee=False)
    ways = [Defence("dodge", "dodge")]
    if not target.dodged_down and target.posture not in DOWN:
        ways.append(Defence("dodge", "dodge-drop", drop=True))
    for each in ways:
        score(table, actor, target, Threat(bolt, side=side), each)
    facts = {each.key: each.tally.total for each in ways}
    options = options_of(target, ways, False)
    pick = table.choose("gurps.ruling.magic-delivery", target.id, options, f"A spell: {spell}", facts=facts)
    if pick == "no":
        return False
    way = ask_effort(table, target, ways) if pick == "effort" else next(each for each in ways if each.key == pick)
    target.aim = None
    distract(target, "defence")
    if way.effort:
        pay_effort(table, target, 1, "gurps.effort.feverish-defense")
        if target.unconscious or target.dead:
            return False
    degree = check(table, "gurps.core.dodge", target.id, way.tally)
    if way.drop:
        target.dodged_down = True
        fall(table, target)
    if degree == CRITICAL_FAILURE:
        if way.effort:
            overstrain(state, table, target, "right-leg")  # gurps.ruling.effort-limb
        table.emit("gurps.critical.fail.dodge", target.id)
        fall(table, target)
    return degree <= SUCCESS


def resists(table: Table, caster: Fighter, target: Fighter, by: str, margin: int) -> bool:
    """One roll of HT or Will against the margin of the casting; ties resist. gurps.ruling.magic-effects"""
    if target.inanimate:
        return False
    tally = attribute_tally(table, target, by, attribute_of(target, by))
    kept = table.roll("gurps.ruling.magic-effects", target.id, by_margin(tally.total), tally)
    table.against(caster.id, kept, margin, "margin")
    return kept >= margin


def apply(
    state: Gurps, table: Table, actor: Fighter, action: Cast, row: Row, does: str, struck: list[Fighter], cost: int
) -> None:
    parts, spell = parts_of(row), action.spell
    strength = parts["effect"]
    if does == "status":
        rounds = ROUNDS[parts["duration"]]
        for target in struck:
            lasting = Spell(by=actor.id, spell=spell, strength=strength, cost=cost, every=rounds, left=rounds, pay=action.pay)
            lay_on(table, target, lasting)
        return
    if does == "other":
        words = table.text("gurps.ruling.magic-effects", GM, f"{actor.id} casts {row.get('name', spell)}: what comes of it?")
        table.emit("gurps.ruling.magic-effects", actor.id, note=words)
        return
    rule = f"gurps.magic.{strength}.effect" if strength != "heroic" else "gurps.magic.heroic"
    known = KNOCKBACK if does == "knockback" else DAMAGE
    dice = known.get(strength) or table.number("gurps.magic.heroic.components", GM, 1, 20, f"How many dice has {spell}?", 7)
    points = table.roll(rule, actor.id, total(dice, 6))
    weapon = Weapon(key=spell, name=spell, hand="", melee=False, type=str(row.get("type", "burn")), damage=f"{dice}d")
    for target in struck:
        table.merge(rule, (spell, points, target.id, tuple(each.id for each in struck)))
        if does == "heal":
            target.hp = min(target.max_hp, target.hp + points)
            table.emit("gurps.ruling.magic-effects", target.id, actor.id, points, "healed")
        elif does == "knockback":
            throw_back(state, table, actor, target, points)
        elif not target.dead:
            table.enter((points, target.id, tuple(each.id for each in struck)))
            take_damage(state, table, actor, target, weapon, points, Blow())
            table.leave()
