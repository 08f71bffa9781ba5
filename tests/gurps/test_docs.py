"""The examples on the book's page are real: they are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import starfray
from starfray.rulebooks.gurps import BOOK

PAGE = Path("docs/books/gurps.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(blocks("python")) == 2


@pytest.mark.parametrize("code", blocks("python"))
def test_an_example_runs(code: str) -> None:
    exec(compile(code, "docs/books/gurps.md", "exec"), {})


def test_the_fight_file_on_the_page_loads() -> None:
    assert set(starfray.loads(blocks("toml")[0]).state.roster) == {"ann", "bob"}


def test_every_kind_of_action_and_piece_of_data_is_on_the_page() -> None:
    words = [*BOOK.actions, *BOOK.procedures, *(ruling.key for ruling in BOOK.rulings)]
    content = starfray.loads(blocks("toml")[0]).content
    words += [key for table in ("weapons", "armour", "archetypes", "traits") for key in content.tables[table]]
    for word in words:
        assert word in PAGE, f"write about {word} on docs/books/gurps.md"
