"""The page about the book is true: its examples run, and it names every action, question and field."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

from starfray.engine.codec import kebab
from starfray.engine.position import Combatant
from starfray.rulebooks.compound_x import BOOK
from starfray.rulebooks.compound_x.state import Armour, Blade, CompoundX, Dart, Fighter, Grapple, Grenade, Held, Shield, Weapon

PAGE = (Path(__file__).parents[2] / "docs" / "books" / "compound-x.md").read_text(encoding="utf-8")


def test_the_examples_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) == 2
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)


def test_every_action_step_procedure_and_ruling_is_on_the_page() -> None:
    rulings = [ruling.key for ruling in BOOK.rulings]
    for word in [*BOOK.actions, *BOOK.steps, *BOOK.procedures, *rulings]:
        assert re.search(rf"`{word}\b", PAGE), f"write about {word} on docs/books/compound-x.md"


def test_every_question_is_on_the_page() -> None:
    asked = set()
    for path in BOOK.folder.glob("*.py"):
        asked.update(re.findall(r"table\.(?:choose|confirm|number|text|allocate)\(\s*\"(cx\.[a-z.-]+)\"", path.read_text()))
    asked.update(("cx.shield.fast-restart", "cx.shield.fast-boost", "cx.maneuver.check"))
    for rule in asked:
        assert f"`{rule}`" in PAGE, rule


def test_every_field_is_on_the_page() -> None:
    base = {f.name for f in dataclasses.fields(Combatant)}
    records = (Fighter, Weapon, Held, Blade, Dart, Grenade, Armour, Shield, Grapple)
    own = [f.name for record in records for f in dataclasses.fields(record)]
    now = ["round", "order", "up", "started", "zones", "indoors", "grapples", "clouds"]
    assert set(now) <= {f.name for f in dataclasses.fields(CompoundX)}
    unsaid = {"key", "level", "cqb", "name", "hard_points"}
    for name in [*own, *now]:
        if name not in base and name not in unsaid:
            assert re.search(rf"\b{kebab(name)}\b", PAGE), name
