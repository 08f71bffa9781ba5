"""Every rule id that code or a test names stands in a ledger."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from starfray.engine.ledger import ENGINE_RULES, Ledger, read_ledger
from tests.structure.source import PACKAGE, ROOT, book_folders, python_of, tree_of

ID = re.compile(r"[a-z]+(?:\.[a-z0-9-]+)+")


def prefixes(ledger: Ledger) -> set[str]:
    """The first words of the book's ids: 'coriolis'."""
    return {rule.id.partition(".")[0] for rule in ledger.rules}


def strings_of(path: Path) -> list[tuple[int, str]]:
    """Plain string literals, without docstrings and parts of f-strings."""
    tree = tree_of(path)
    skipped = {id(part) for node in ast.walk(tree) for part in (node.values if isinstance(node, ast.JoinedStr) else [])}
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped
    ]


def unknown_ids(path: Path, ledger: Ledger, known_prefixes: set[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for line, text in strings_of(path)
        if ID.fullmatch(text) and text.partition(".")[0] in known_prefixes and text not in ledger
    ]


@pytest.mark.parametrize("folder", book_folders(), ids=lambda folder: folder.name)
def test_every_id_in_a_books_code_stands_in_its_ledger(folder: Path) -> None:
    ledger = read_ledger(folder / "rules.toml")
    known = prefixes(ledger) | {rule.partition(".")[0] for rule in ENGINE_RULES}
    assert [each for path in python_of(folder) for each in unknown_ids(path, ledger, known)] == []


@pytest.mark.parametrize("folder", book_folders(), ids=lambda folder: folder.name)
def test_every_comment_in_a_books_code_names_ids_that_exist(folder: Path) -> None:
    ledger = read_ledger(folder / "rules.toml")
    known = prefixes(ledger)
    found = []
    for path in python_of(folder):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in re.findall(r"(?<![\w./-])[a-z]+(?:\.[a-z0-9-]+){2,}", line.partition("#")[2]):
                if name.partition(".")[0] in known and name not in ledger:
                    found.append(f"{path.relative_to(PACKAGE)}:{number}: {name}")
    assert found == []


def marks_of(path: Path) -> list[tuple[int, str]]:
    """The ids in @pytest.mark.rule(…)."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            found += [
                (arg.lineno, arg.value) for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
    return found


def test_every_id_a_test_says_it_proves_stands_in_a_ledger() -> None:
    known = {*ENGINE_RULES}
    for path in [*PACKAGE.rglob("rules.toml"), *(ROOT / "tests").rglob("rules.toml")]:
        known |= {rule.id for rule in read_ledger(path).rules}
    found = [
        f"{path.relative_to(ROOT)}:{line}: {rule}"
        for path in python_of(ROOT / "tests")
        for line, rule in marks_of(path)
        if rule not in known
    ]
    assert found == []
