"""What is only on paper: told by the ledger, by `starfray rules` and on the page of the book, with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from starfray.cli import main
from starfray.engine.ledger import read_evidence
from starfray.rulebooks import FOLDERS, find

BOOKS = Path(__file__).parents[2] / "docs" / "books"
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)


@pytest.mark.parametrize("name", list(FOLDERS))
def test_the_page_lists_what_the_ledger_calls_paper(name: str) -> None:
    page = (BOOKS / f"{name}.md").read_text(encoding="utf-8").split("## Only on paper\n")[1].split("\n## ")[0]
    assert ROW.findall(page) == [(rule.id, rule.paper) for rule in find(name).ledger().rules if rule.paper]


@pytest.mark.parametrize("name", list(FOLDERS))
def test_every_rule_is_proved_or_only_on_paper(name: str) -> None:
    book = find(name)
    evidence = read_evidence(book.folder)
    unproved = [rule.id for rule in book.ledger().rules if not evidence.proof(rule.id)]
    assert unproved == [rule.id for rule in book.ledger().rules if rule.paper]


def test_starfray_rules_tells_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "coriolis", "coriolis.med.c-dose-removed"]) == 0
    assert "only on paper: there is no such dose" in capsys.readouterr().out
    assert main(["rules", "hybrid"]) == 0
    assert "only on paper: 0" in capsys.readouterr().out
