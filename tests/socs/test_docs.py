"""The page about this book: its examples run, its tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from starfray.engine.codec import hints, kebab
from starfray.engine.content import book_content
from starfray.rulebooks.socs import BOOK
from starfray.rulebooks.socs.state import Gun, Person, Ship

PAGE = (Path(__file__).parents[2] / "docs" / "books" / "socs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SHARED = {"id", "name", "side", "seat", "archetype", "party", "at", "hidden", "secret", "assumed", "out", "orders",
          "gm-modifiers", "overridden", "notes", "portrait", "squad", "counters", "own-notes"}  # fmt: skip


def test_there_are_two_examples() -> None:
    assert len(BLOCKS) == 2


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_examples_of_the_page_run(number: int) -> None:
    exec(compile(BLOCKS[number], f"docs/books/socs.md example {number + 1}", "exec"), {})


def test_every_field_of_a_ship_gun_and_person_is_on_the_page() -> None:
    names = [kebab(name) for record in (Ship, Gun, Person) for name in hints(record)]
    assert [name for name in names if name not in SHARED and f"`{name}`" not in PAGE] == []


def test_every_step_ruling_procedure_and_item_of_the_data_is_on_the_page() -> None:
    content = book_content(BOOK.name, BOOK.folder)
    items = [key for table in ("archetypes", "weapons", "crew") for key in content.tables[table]]
    rulings = [word for ruling in BOOK.rulings for word in (ruling.key, *ruling.choices)]
    assert [word for word in [*BOOK.steps, *rulings, *items] if f"`{word}`" not in PAGE] == []
    assert all(name in PAGE for name in BOOK.procedures)


def test_rule_ids_on_the_page_exist() -> None:
    ledger = BOOK.ledger()
    assert [rule for rule in re.findall(r"`(socs\.[a-z.-]+)`", PAGE) if rule not in ledger and rule != "socs.md"] == []
