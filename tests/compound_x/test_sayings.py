"""The log speaks in sentences: every roll and question of the book has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from starfray.rulebooks import find
from starfray.testing.source_rules import python_files
from starfray.words import sayings_of

FOLDER = find("compound-x").folder
ROLLS = ("roll", "roll_later", "roll_all", "rank")
ASKS = ("choose", "confirm", "allocate", "number", "text", "choose_all")


def said(*doors: str) -> Iterator[str]:
    """The plain ids with which the rules go through these doors of the table."""
    for path in python_files(FOLDER):
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in doors):
                continue
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "table" and node.args:
                yield from (
                    str(each.value)
                    for each in ast.walk(node.args[0])
                    if isinstance(each, ast.Constant) and str(each.value).startswith("cx.")
                )


def test_every_roll_has_its_lead() -> None:
    missing = sorted({rule for rule in said(*ROLLS) if rule not in sayings_of(FOLDER).rolls})
    assert missing == []


def test_every_answer_reads_as_a_sentence() -> None:
    known = {key.split(":")[0] for key in sayings_of(FOLDER).answers}
    assert sorted({rule for rule in said(*ASKS) if rule not in known}) == []
