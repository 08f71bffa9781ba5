"""Every rule id that code or a test names stands in a ledger."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from starfray.engine.ledger import ENGINE_RULES, Ledger, read_ledger
from tests.structure.source import PACKAGE, ROOT, book_folders, facts_of, python_of, text_of

ID = re.compile(r"[a-z]+(?:\.[a-z0-9-]+)+")


def prefixes(ledger: Ledger) -> set[str]:
    """The first words of the book's ids: 'coriolis'."""
    return {rule.id.partition(".")[0] for rule in ledger.rules}


def unknown_ids(path: Path, ledger: Ledger, known_prefixes: set[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for line, text in facts_of(path).strings
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
        for number, line in enumerate(text_of(path).splitlines(), 1):
            for name in re.findall(r"(?<![\w./-])[a-z]+(?:\.[a-z0-9-]+){2,}", line.partition("#")[2]):
                if name.partition(".")[0] in known and name not in ledger:
                    found.append(f"{path.relative_to(PACKAGE)}:{number}: {name}")
    assert found == []


#: a test proves at most so many rules: one that names more looks at none of them closely
MOST_NAMED = 4
#: tests that still name more, by folder: these numbers only go down
NAME_MORE = {"coriolis": 15, "icar": 12, "hybrid": 7, "gurps": 5, "socs": 3}


def test_every_id_a_test_names_stands_in_a_ledger() -> None:
    known = {*ENGINE_RULES}
    for path in [*PACKAGE.rglob("rules.toml"), *(ROOT / "tests").rglob("rules.toml")]:
        known |= {rule.id for rule in read_ledger(path).rules}
    found = [
        f"{path.relative_to(ROOT)}:{line}: {rule}"
        for path in python_of(ROOT / "tests")
        for line, rule in facts_of(path).marks
        if rule not in known
    ]
    assert found == []


@pytest.mark.parametrize("folder", [folder.name for folder in book_folders()])
def test_a_test_names_few_rules(folder: str) -> None:
    """Worked examples are about many rules at once."""
    examples = {rule.id for rule in read_ledger(PACKAGE / "rulebooks" / folder / "rules.toml").rules if rule.kind == "example"}
    many = []
    for path in python_of(ROOT / "tests" / folder):
        for function in facts_of(path).functions:
            named = [rule for kind, rule in function.marks if kind == "rule"]
            if len(named) > MOST_NAMED and not examples & set(named):
                many.append(f"{path.relative_to(ROOT)}:{function.line}: {function.name} names {len(named)}")
    assert len(many) <= NAME_MORE.get(folder, 0), "\n".join(many)


def test_no_test_that_needs_a_server_proves_a_rule() -> None:
    """`make ledger` leaves these folders out, so that it takes no time: what they proved would never be recorded."""
    found = [path.name for folder in ("room", "web") for path in python_of(ROOT / "tests" / folder) if facts_of(path).marks]
    assert found == []
