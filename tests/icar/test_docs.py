"""The page on Icar: its examples run, and it names every action and every question there is."""

from __future__ import annotations

import re
from pathlib import Path

from starfray.rulebooks.icar import BOOK
from starfray.rulebooks.icar.space.options import OPTIONS
from starfray.rulebooks.icar.space.records import SYSTEMS

PAGE = (Path(__file__).parents[2] / "docs" / "books" / "icar.md").read_text(encoding="utf-8")


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 2
    scope: dict[str, object] = {}
    for block in blocks:
        exec(block, scope)


def test_the_page_names_every_action_with_its_target_number() -> None:
    for kind in BOOK.actions:
        assert f"`{kind} " in PAGE
    for option in OPTIONS.values():
        if option.tn:
            row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{option.kind} "))
            assert row.split("|")[2].strip().startswith(str(option.tn))


def test_the_page_names_every_question_system_craft_and_archetype() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in BOOK.folder.rglob("*.py"))
    asked = re.findall(r'table\.(?:choose|confirm|number|text)\(\s*"([a-z.-]+)"', source)
    assert len(set(asked)) == 9
    for word in [*asked, *SYSTEMS]:
        assert f"`{word}`" in PAGE
    for name in ("spacecraft", "archetypes"):
        data = (BOOK.folder / "data" / f"{name}.toml").read_text(encoding="utf-8")
        for key in re.findall(r"^\[([a-z-]+)\]$", data, re.MULTILINE):
            assert f"`{key}`" in PAGE
