"""The pages on space and vehicle combat: their examples run, and they name every action and question there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from starfray.rulebooks.icar import BOOK
from starfray.rulebooks.icar.common.records import SPECIALS, SYSTEMS
from starfray.rulebooks.icar.fight_kinds import FIGHT_KINDS
from starfray.rulebooks.icar.space.role_options import OPTIONS

BOOKS = Path(__file__).parents[2] / "docs" / "books"
PAGES = {kind: (BOOKS / f"icar-{kind}.md").read_text(encoding="utf-8") for kind in ("space", "vehicle")}


@pytest.mark.parametrize("kind", PAGES)
def test_the_examples_of_the_page_run(kind: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGES[kind], re.DOTALL)
    assert blocks
    scope: dict[str, object] = {}
    for block in blocks:
        exec(block, scope)


@pytest.mark.parametrize("kind", PAGES)
def test_the_page_names_every_action_and_question(kind: str) -> None:
    for action in FIGHT_KINDS[kind].kinds:
        assert re.search(rf"`{action}[ `]", PAGES[kind]), action
    source = "\n".join(path.read_text(encoding="utf-8") for path in (BOOK.folder / kind).rglob("*.py"))
    for asked in re.findall(r'table\.(?:choose|confirm|number|text)\(\s*"([a-z.-]+)"', source):
        assert f"`{asked}`" in PAGES[kind], asked


def test_the_page_on_space_has_every_target_number() -> None:
    for option in OPTIONS.values():
        if option.tn:
            row = next(line for line in PAGES["space"].splitlines() if line.startswith(f"| `{option.kind} "))
            assert row.split("|")[2].strip().startswith(str(option.tn)), option.kind


@pytest.mark.parametrize(("kind", "table"), [("space", "spacecraft"), ("vehicle", "vehicles")])
def test_the_page_names_every_sheet(kind: str, table: str) -> None:
    data = (BOOK.folder / "data" / f"{table}.toml").read_text(encoding="utf-8")
    for key in re.findall(r"^\[([a-z-]+)\]$", data, re.MULTILINE):
        assert f"`{key}`" in PAGES[kind], key
    for word in (*SYSTEMS, *SPECIALS):
        assert f"`{word}`" in PAGES["space"], word


def test_the_pages_name_every_field_of_a_craft_and_of_a_vehicle() -> None:
    from starfray.engine.codec import hints, kebab
    from starfray.rulebooks.icar.common.records import Craft, Vehicle

    for kind, record in (("space", Craft), ("vehicle", Vehicle)):
        for name in hints(record):
            if name not in ("key", "name"):
                assert f"`{kebab(name)}`" in PAGES[kind], name
