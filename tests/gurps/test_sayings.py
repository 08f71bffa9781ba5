"""The log speaks in sentences: every event, roll and question of the book has its words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from starfray.rulebooks import find
from starfray.testing.source_rules import python_files
from starfray.words import sayings_of

FOLDER = find("gurps").folder
ROLLS = ("roll", "roll_later", "roll_all", "rank")
#: ids that fit one put together, but are never said there: they stand in tallies, or at rolls
NEVER = {
    "gurps.location.random",
    "gurps.reaction.roll",
    "gurps.magic.ceremonial.energy",
    "gurps.magic.ceremonial.energy-more",
    "gurps.magic.ceremonial.roll",
}
DEFENCES = {"gurps.core.dodge", "gurps.core.parry", "gurps.core.block"}
ASKS = ("choose", "confirm", "allocate", "number", "text", "choose_all")


def said(*doors: str) -> Iterator[str]:
    """The plain ids with which the rules go through these doors of the table."""
    for path in python_files(FOLDER):
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in doors):
                continue
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "table" and node.args:
                yield from named(node.args[0])


def named(first: ast.expr) -> Iterator[str]:
    """The ids an expression can stand for; one that is put together stands for every id of the book it fits."""
    joined = [each for each in ast.walk(first) if isinstance(each, ast.JoinedStr)]
    for each in joined:
        words = "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z-]+" for part in each.values)
        if words.startswith("gurps"):
            yield from (rule for rule in find("gurps").ledger().by_id if re.fullmatch(words, rule) and rule not in NEVER)
    parts = {id(part) for each in joined for part in ast.walk(each)}
    for plain in ast.walk(first):
        if isinstance(plain, ast.Constant) and id(plain) not in parts and str(plain.value).startswith("gurps."):
            yield str(plain.value)


def test_every_event_has_its_sentence() -> None:
    missing = sorted({rule for rule in said("emit") if rule not in sayings_of(FOLDER).events})
    assert missing == []


def test_every_roll_has_its_lead() -> None:
    rolls = sayings_of(FOLDER).rolls
    missing = sorted({rule for rule in said(*ROLLS) if rule not in rolls and not rule.startswith("gurps.core.")})
    missing += sorted({rule for rule in (*DEFENCES, "gurps.core.basic-damage") if rule not in rolls})
    assert missing == []


def test_every_answer_reads_as_a_sentence() -> None:
    known = {key.split(":")[0] for key in sayings_of(FOLDER).answers}
    assert sorted({rule for rule in said(*ASKS) if rule not in known}) == []


def test_every_sentence_belongs_to_a_rule_of_the_book() -> None:
    ledger = find("gurps").ledger()
    sayings = sayings_of(FOLDER)
    keys = [key.split(":")[0] for key in (*sayings.events, *sayings.rolls, *sayings.answers)]
    assert sorted({key for key in keys if key.startswith("gurps.") and key not in ledger}) == []
