"""The tests of a character sheet: each skill with its attribute."""

from __future__ import annotations

from starfray.engine.rules import Content, SheetTest, Tally, pool
from starfray.rulebooks.coriolis.core import ADVANCED, ATTRIBUTES, DESPERATE, SKILL_ATTRIBUTE, add_skill, attribute
from starfray.rulebooks.coriolis.state import Fighter


def sheet_tests(actor: Fighter, content: Content) -> list[SheetTest]:
    """Attributes, then skills, the best first. An advanced skill nobody has learned cannot be tried."""
    if actor.craft is not None:
        return []
    own = {name: attribute(actor, name) for name in ATTRIBUTES}
    plain = [rolled(name.title(), f"{name.title()} {dice}", dice, 0, dice, True) for name, dice in own.items()]
    skills = []
    for skill, name in SKILL_ATTRIBUTE.items():
        level = actor.skills.get(skill, 0)
        if skill in ADVANCED and not level:
            continue  # coriolis.core.advanced-skills
        tally, base = Tally(False), attribute(actor, name)
        add_skill(tally, actor, skill)
        other = tally.total - base - level
        why = f"{name.title()} {base}" + (f" + {level}" if level else ", untrained") + (f" {other:+d}" if other else "")
        skills.append(rolled(str(content.entry("skills", skill)["name"]), why, base, level, tally.total))
    return plain + sorted(skills, key=lambda each: -(each.p or 0))


def rolled(label: str, why: str, base: int, level: int, dice: int, key: bool = False) -> SheetTest:
    """coriolis.core.pool, coriolis.core.zero-dice"""
    other = dice - base - level
    text = f"test attribute={base} skill={level}" + (f" modifier={other}" if other else "")
    thrown = pool(dice) if dice > 0 else DESPERATE
    failed = sum(p for each, p in zip(thrown.classes(), thrown.chances(), strict=True) if each.value < (1 if dice > 0 else 2))
    figure = f"{dice} dice" if dice != 1 else "1 die"
    return SheetTest(
        label, why, text, "coriolis.core.pool", figure if dice > 0 else "2 dice, both must be 6", 1 - failed, "", key
    )
