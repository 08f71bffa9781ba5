"""The checks of a character sheet: each specific skill with its stats, of no particular difficulty."""

from __future__ import annotations

from starfray.engine.rules import Content, SheetTest
from starfray.rulebooks.hybrid.derived import stat_base, stat_of
from starfray.rulebooks.hybrid.skill_check import success_chance
from starfray.rulebooks.hybrid.state import Fighter

STATS = ("pst", "pen", "dex", "pag", "paw", "mst", "men", "mag", "psi", "maw")


def sheet_tests(actor: Fighter, content: Content) -> list[SheetTest]:
    """hybrid.check.roll"""
    plain = [check(name.upper(), f"{name.upper()} {stat_of(actor, name)}", stat_of(actor, name), 0, True) for name in STATS]
    skills = []
    for skill, rank in sorted(actor.skills.items(), key=lambda each: (-each[1], each[0])):
        row = content.entry("skills", skill) if content.has("skills", skill) else {}
        bases = str(row.get("basis", ""))
        if row.get("kind") != "specific" or not bases:
            continue
        own = stat_base(actor, bases)[0]
        skills.append(check(str(row.get("name", skill)), f"{bases.upper()} {own} + rank {rank}", own, rank))
    return plain + skills


def check(label: str, why: str, own: int, rank: int, key: bool = False) -> SheetTest:
    chance = success_chance(own + rank)
    text = f"check stat={own} rank={rank}"
    return SheetTest(label, why, text, "hybrid.check.roll", f"{chance} or less", max(0, min(100, chance)) / 100, "", key)
