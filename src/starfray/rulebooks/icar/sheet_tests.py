"""The checks of a character sheet: each skill with its usual attribute, against the usual target number."""

from __future__ import annotations

from starfray.engine.rules import Content, SheetTest
from starfray.rulebooks.icar.common.check import (
    ATTRIBUTES,
    DEFAULT_TN,
    PASS,
    SKILL_ATTRIBUTE,
    ability,
    attribute_of,
    check_dice,
)
from starfray.rulebooks.icar.common.state import Actor


def sheet_tests(actor: Actor, content: Content) -> list[SheetTest]:
    """icar.check.core, icar.check.default-tn"""
    if actor.craft is not None or actor.vehicle is not None:
        return []
    plain = []
    for called in ATTRIBUTES:
        own = attribute_of(actor, called)
        plain.append(check(called.capitalize(), f"{called.capitalize()} {own}", own, 0, 0, True))
    skills = []
    for skill, level in sorted(actor.skills.items(), key=lambda each: (-each[1], each[0])):
        if skill not in SKILL_ATTRIBUTE:
            continue
        name = SKILL_ATTRIBUTE[skill]
        own = attribute_of(actor, name)
        more = ability(actor, skill) - own - level
        why = f"{name.capitalize()} {own} + {level}" + (f" {more:+d}" if more else "")
        skills.append(check(skill.replace("-", " ").capitalize(), why, own, level, more))
    return plain + skills


def check(label: str, why: str, own: int, level: int, bonus: int, key: bool = False) -> SheetTest:
    text = f"check skill={level} attribute={own}" + (f" bonus={bonus}" if bonus else "")
    needed = DEFAULT_TN - own - level - bonus
    die = check_dice(needed)
    passed = sum(p for each, p in zip(die.classes(), die.chances(), strict=True) if each.value >= PASS)
    return SheetTest(label, why, text, "icar.check.core", die.goal, passed, "", key)
