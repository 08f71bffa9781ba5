"""The log speaks in sentences: every roll and question of the book has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from starfray.rulebooks import find
from starfray.testing.source_rules import python_files
from starfray.words import sayings_of

FOLDER = find("hybrid").folder
ROLLS = ("roll", "roll_later", "roll_all")
ROLLERS = ("roll_degree", "passed", "roll_margin")
ASKS = ("choose", "confirm", "allocate", "number", "text", "choose_all")


def said(*doors: str) -> Iterator[str]:
    """The plain ids with which the rules go through these doors of the table."""
    for path in python_files(FOLDER):
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            at_table = isinstance(node.func, ast.Attribute) and node.func.attr in doors
            helper = isinstance(node.func, ast.Name) and node.func.id in doors and len(node.args) > 1
            if at_table or helper:
                first = node.args[1] if helper else node.args[0]
                yield from (
                    str(each.value)
                    for each in ast.walk(first)
                    if isinstance(each, ast.Constant) and str(each.value).startswith("hybrid.")
                )


def test_every_roll_has_its_lead() -> None:
    assert sorted({rule for rule in said(*ROLLS, *ROLLERS) if rule not in sayings_of(FOLDER).rolls}) == []


def test_every_answer_reads_as_a_sentence() -> None:
    known = {key.split(":")[0] for key in sayings_of(FOLDER).answers}
    assert sorted({rule for rule in said(*ASKS) if rule not in known}) == []
