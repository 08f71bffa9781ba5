"""Spells as figures: what the parts of one cost, how skill lowers it, and how long it lies on its target."""

from __future__ import annotations

from typing import Literal

from starfray.engine.rules import Content, Option, Table, Tally
from starfray.rulebooks.gurps.injury import lose_fp
from starfray.rulebooks.gurps.state import Fighter, Gurps, Spell, named

#: class → penalty to skill and FP for each part; the easy parts of a spell cost 1 FP all together. gurps.magic.easy
CLASSES = {"easy": (0, 0), "moderate": (-2, 2), "very-difficult": (-3, 3), "heroic": (-5, 5)}
Class = Literal["easy", "moderate", "very-difficult", "heroic"]
BUILT = "built"  # a spell put together from its parts on the spot. gurps.magic.total
CORE = ("thaumatology", "ritual-magic")  # gurps.magic.core-skill
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
    if campaign == "half":
        tally.add(-(cost // 2), "gurps.magic.campaign", campaign)
    elif campaign == "double":
        tally.add(cost, "gurps.magic.campaign", campaign)
    less, rule = discount(skill)
    if less:
        tally.add(-less, rule, f"skill {skill}")
    tally.add(max(0, -tally.total), "gurps.ruling.magic-cost-floor")


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


def has_status(actor: Fighter, word: str) -> bool:
    """Does a spell that does this lie on her?"""
    return any(each.does == "status" and STATUS[each.strength] == word for each in actor.spells)


def spells_pass(state: Gurps, table: Table, caster: str, bewitched: list[Fighter]) -> None:
    """The caster's turn comes round: a full duration over, she may pay for one more. gurps.ruling.magic-maintain"""
    for target in bewitched:
        for spell in list(target.spells):
            if spell.by != caster or not spell.every:
                continue
            table.merge("gurps.ruling.magic-maintain", (target.id, target.spells.index(spell)))
            spell.left -= 1
            if spell.left > 0:
                continue
            payer = state.roster[caster]
            power = spell.pay == "power" and payer.sp >= spell.cost  # gurps.ruling.power-maintain
            prompt = f"{spell.spell} on {named(target)}: {spell.cost} {'PP' if power else 'FP'} for as long again?"
            able = payer.conscious and (power or payer.max_fp > 0)
            if able and table.confirm("gurps.ruling.magic-maintain", caster, prompt, facts={"cost": spell.cost}):
                table.emit("gurps.magic.cost.maintain", caster, target.id, spell.cost, f"{spell.spell} goes on")
                spell.left = spell.every
                table.enter((target.id, spell.spell))
                if power:
                    payer.sp -= spell.cost
                    table.emit("gurps.power-points", caster, number=spell.cost)
                else:
                    lose_fp(table, payer, spell.cost)
                table.leave()
            else:
                lift(table, target, spell)


def known_spells(actor: Fighter, content: Content) -> list[Option]:
    """Whoever has a core skill may try any spell; others those they have learned. gurps.magic.core-skill"""
    every = any(name in actor.skills for name in CORE)
    rows = content.tables["spells"]
    own = [Option(BUILT, "a spell of one's own")] if every else []
    return [Option(key, str(row.get("name", key))) for key, row in rows.items() if every or key in actor.skills] + own
