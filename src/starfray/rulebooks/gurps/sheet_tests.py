"""The success rolls of a character sheet: attributes, and skills as they stand there."""

from __future__ import annotations

from starfray.engine.rules import Content, SheetTest
from starfray.rulebooks.gurps.judgement import chance
from starfray.rulebooks.gurps.state import Fighter


def sheet_tests(actor: Fighter, content: Content) -> list[SheetTest]:
    """gurps.core.success-roll"""
    if actor.inanimate:
        return []
    own = actor.attributes
    figures = {"ST": own.st, "DX": own.dx, "IQ": own.iq, "HT": own.ht, "Will": actor.will, "Per": actor.per}
    plain = [roll(name, f"{name} {level}", level, True) for name, level in figures.items() if level >= 1]
    skills = sorted(actor.skills.items(), key=lambda each: (-each[1], each[0]))
    return plain + [roll(name.replace("-", " ").capitalize(), "as on the sheet", level) for name, level in skills if level >= 1]


def roll(label: str, why: str, level: int, key: bool = False) -> SheetTest:
    return SheetTest(
        label, why, f"success-roll skill={level}", "gurps.core.success-roll", f"{level} or less", chance(level), "", key
    )
