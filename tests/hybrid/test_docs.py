"""The page of the book says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from starfray.rulebooks.hybrid import BOOK
from starfray.rulebooks.hybrid.derived import SITUATIONS

PAGE = (Path(__file__).parents[2] / "docs" / "books" / "hybrid.md").read_text(encoding="utf-8")


def test_the_forced_cases_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "hybrid.md", "exec"), scope)


def test_every_action_step_ruling_procedure_and_situation_is_on_the_page() -> None:
    for word in [*BOOK.actions, *BOOK.procedures]:
        assert f"`{word}" in PAGE, word
    for word in [*BOOK.steps, *SITUATIONS, *(ruling.key for ruling in BOOK.rulings)]:
        assert f"`{word}`" in PAGE, word


def test_every_rule_id_on_the_page_is_in_the_ledger() -> None:
    ids = re.findall(r"\bhybrid(?:\.[a-z0-9-]+){2,}", PAGE)
    assert ids
    assert [each for each in ids if each not in BOOK.ledger()] == []
