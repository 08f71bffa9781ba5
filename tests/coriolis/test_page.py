"""The book's page lists what there is, and every action, ruling and act of the GM."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.rulebooks.coriolis import BOOK

WRITE = "write a line for each on docs/books/coriolis.md"
PAGE = (Path(__file__).parents[2] / "docs" / "books" / "coriolis.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", ["skills", "weapons", "armour", "gear", "talents", "vehicles", "archetypes"])
def test_the_page_lists_everything_a_file_can_name(table: str) -> None:
    assert [key for key in BOOK.own_content().tables[table] if f"`{key}`" not in PAGE] == [], WRITE


def test_the_page_lists_every_action_and_act_of_the_gm() -> None:
    assert [kind for kind in BOOK.kinds if f"`{kind} WHO" not in PAGE] == [], WRITE
    assert [kind for kind in BOOK.gm_kinds if f"`gm {kind} WHO" not in PAGE] == [], WRITE


def test_the_page_lists_every_procedure_and_switch() -> None:
    assert [name for name in BOOK.procedures if f"`{name} " not in PAGE] == [], WRITE
    assert [ruling.key for ruling in BOOK.rulings if f"`{ruling.key}`" not in PAGE] == [], WRITE
