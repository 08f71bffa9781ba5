"""The checks of a character sheet: each skill with its stat. What it is rolled against, the GM says."""

from __future__ import annotations

from dataclasses import fields

from starfray.engine.rules import Content, SheetTest
from starfray.rulebooks.compound_x.state import Fighter, Stats

GM_SAYS = "dc="  # cx.presumed.skill-check


def sheet_tests(actor: Fighter, content: Content) -> list[SheetTest]:
    stats = {each.name: int(getattr(actor.stats, each.name)) for each in fields(Stats)}
    luck = stats["luck"]
    plain = [check(name.capitalize(), f"{name.capitalize()} {own}", 0, own, luck, True) for name, own in stats.items()]
    skills = []
    for skill, level in sorted(actor.skills.items(), key=lambda each: (-each[1], each[0])):
        if not content.has("skills", skill):
            continue
        row = content.entry("skills", skill)
        stat = str(row["stat"])
        own = stats.get(stat, 5)
        skills.append(check(str(row.get("name", skill)), f"{level} + {stat.capitalize()} {own}", level, own, luck))
    return plain + skills


def check(label: str, why: str, level: int, own: int, luck: int, key: bool = False) -> SheetTest:
    text = f"check skill={level} stat={own} luck={luck}"
    return SheetTest(label, why, text, "cx.presumed.skill-check", "d100", None, GM_SAYS, key)
