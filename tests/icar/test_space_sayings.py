"""The log of a space fight or a chase speaks in sentences: every event, roll and question has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from starfray.rulebooks.icar import BOOK
from starfray.testing.source_rules import python_files
from starfray.words import sayings_of

ROLLS = ("roll", "roll_later", "roll_all", "rank")
ASKS = ("choose", "confirm", "allocate", "number", "text", "choose_all")


def said(kind: str, *doors: str) -> Iterator[str]:
    """The plain ids with which the rules go through these doors of the table."""
    for path in python_files(BOOK.folder / kind):
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in doors):
                continue
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "table" and node.args:
                yield from (
                    str(each.value)
                    for each in ast.walk(node.args[0])
                    if isinstance(each, ast.Constant) and str(each.value).startswith("icar.")
                )


@pytest.mark.parametrize("kind", ["space", "vehicle"])
def test_everything_that_is_said_has_its_words(kind: str) -> None:
    sayings = sayings_of(BOOK.folder)
    answers = {key.split(":")[0] for key in sayings.answers}
    assert sorted({rule for rule in said(kind, "emit") if rule not in sayings.events}) == []
    assert sorted({rule for rule in said(kind, *ROLLS) if rule not in sayings.rolls}) == []
    assert sorted({rule for rule in said(kind, *ASKS) if rule not in answers}) == []


def test_the_rolls_of_every_option_have_their_words() -> None:
    from starfray.rulebooks.icar.space.role_options import OPTIONS as SPACE
    from starfray.rulebooks.icar.vehicle.role_options import OPTIONS as VEHICLE

    rolls = sayings_of(BOOK.folder).rolls
    checks = [option.rule for option in SPACE.values() if option.tn and option.kind != "hack-craft"]
    checks += [option.rule for option in VEHICLE.values()]
    assert [rule for rule in checks if rule not in rolls] == []
