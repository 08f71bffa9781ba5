"""Spells as figures: what the parts of one cost, how skill lowers it, and how long it lies on its target."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.fatigue import lose_fp
from starfray.rulebooks.gurps.state import Fighter, Gurps, Spell, named

#: class → penalty to skill and FP for each part; the easy parts of a spell cost 1 FP all together
CLASSES = {"easy": (0, 0), "moderate": (-2, 2), "very-difficult": (-3, 3), "heroic": (-5, 5)}
PARTS = ("range", "duration", "target", "effect")
#: dice of damage (or healing) and of knockback by the class of the effect. gurps.magic.easy.effect and its neighbours
DAMAGE = {"easy": 1, "moderate": 3, "very-difficult": 5}
KNOCKBACK = {"easy": 2, "moderate": 5, "very-difficult": 7}
#: gurps.ruling.magic-scales: yards, rounds (0: the whole scene), targets
YARDS = {"easy": 1, "moderate": 100, "very-difficult": 1000, "heroic": 1_000_000}
ROUNDS = {"easy": 1, "moderate": 10, "very-difficult": 0, "heroic": 0}
CROWD = {"easy": 1, "moderate": 5, "very-difficult": 30, "heroic": 1000}
STATUS = {"easy": "minor", "moderate": "medium", "very-difficult": "major", "heroic": "major"}


def add_difficulty(tally: Tally, parts: dict[str, str]) -> None:
    """Each part by its class. gurps.magic.total"""
    for part, kind in parts.items():
        tally.add(CLASSES[kind][0], f"gurps.magic.{kind}", part)


def plain_cost(parts: dict[str, str]) -> int:
    """The parts added up; all easy ones together 1 FP, in mixed spells too. gurps.ruling.magic-easy-sum"""
    easy = 1 if "easy" in parts.values() else 0
    return easy + sum(CLASSES[kind][1] for kind in parts.values())


def discount(skill: int) -> tuple[int, str]:
    """By effective skill: 1 off from 15, 2 from 20, one more for each full five beyond. gurps.ruling.magic-effective"""
    if skill >= 25:
        return 2 + (skill - 20) // 5, "gurps.magic.cost.beyond"
    if skill >= 20:
        return 2, "gurps.magic.cost.twenty"
    return (1, "gurps.magic.cost.fifteen") if skill >= 15 else (0, "")


def add_cost(tally: Tally, parts: dict[str, str], skill: int, campaign: str) -> None:
    """What the spell costs, never below nothing. gurps.magic.total, gurps.magic.campaign, gurps.ruling.magic-cost-floor"""
    cost = plain_cost(parts)
    tally.add(cost, "gurps.magic.total")
    if "easy" in parts.values() and len(set(parts.values())) > 1:
        tally.add(0, "gurps.ruling.magic-easy-sum", "1 for the easy parts")
    if campaign == "half":
        tally.add(-(cost // 2), "gurps.magic.campaign", campaign)
    elif campaign == "double":
        tally.add(cost, "gurps.magic.campaign", campaign)
    less, rule = discount(skill)
    if less:
        tally.add(-less, rule, f"skill {skill}")
        tally.add(0, "gurps.ruling.magic-effective", f"skill {skill}")
    if tally.total < 0:
        tally.add(-tally.total, "gurps.ruling.magic-cost-floor")


# --- spells that last ------------------------------------------------------------------------------------------


def lay_on(table: Table, target: Fighter, spell: Spell) -> None:
    """What lies on a target until it runs out. gurps.ruling.magic-effects"""
    target.spells.append(spell)
    word = STATUS[spell.strength]
    if word == "medium":
        target.stunned = target.stunned or "spell"
        target.waiting = target.thought = target.aim = None
    elif word == "major":
        target.bound = True
        target.waiting = target.thought = target.aim = None
    table.emit("gurps.ruling.magic-effects", target.id, spell.by, spell.left, f"{word}: {spell.spell}")


def lift(table: Table, target: Fighter, spell: Spell) -> None:
    target.spells.remove(spell)
    if target.stunned == "spell" and not has_status(target, "medium"):
        target.stunned = ""
    target.bound = has_status(target, "major")
    table.emit("gurps.magic.cost.maintain", target.id, spell.by, note=f"{spell.spell} ends")


def has_status(one: Fighter, word: str) -> bool:
    """Does a spell that does this lie on her?"""
    return any(each.does == "status" and STATUS[each.strength] == word for each in one.spells)


def spells_pass(state: Gurps, table: Table, caster: str, bewitched: list[Fighter]) -> None:
    """The caster's turn comes round: a full duration over, she may pay for one more. gurps.ruling.magic-maintain"""
    for target in bewitched:
        for spell in list(target.spells):
            if spell.by != caster or not spell.every:
                continue
            table.same("gurps.ruling.magic-maintain", (target.id, target.spells.index(spell)))
            spell.left -= 1
            if spell.left > 0:
                continue
            one = state.roster[caster]
            paid = (
                one.conscious
                and one.max_fp > 0
                and table.confirm(
                    "gurps.ruling.magic-maintain",
                    caster,
                    f"{spell.spell} on {named(target)}: {spell.cost} FP for as long again?",
                    facts={"cost": spell.cost},
                )
            )
            if paid:
                table.emit("gurps.magic.cost.maintain", caster, target.id, spell.cost, f"{spell.spell} goes on")
                spell.left = spell.every
                lose_fp(table, one, spell.cost, ("maintain", target.id, spell.spell))
            else:
                lift(table, target, spell)
