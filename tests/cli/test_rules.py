"""`starfray rules`: what others script against."""

from __future__ import annotations

import pytest

from starfray.engine.ledger import Evidence
from starfray.rulebooks import FOLDERS, find
from starfray.terminal import rules
from tests.cli.conftest import Run


@pytest.mark.parametrize("book", FOLDERS)
def test_every_book_lists_its_rules_even_before_its_code_is_finished(run: Run, book: str) -> None:
    ran = run("rules", book, "--json")
    assert ran.code == 0
    assert len(ran.json) > 100
    for rule in ran.json:
        assert {"id", "summary", "lines"} <= set(rule)
        assert all(isinstance(rule[key], list) for key in ("code", "tests", "said", "reached", "played", "shown"))
        assert rule["tests"] == sorted({*rule["said"], *rule["reached"], *rule["played"]})


def test_a_rule_tells_where_the_code_says_it(run: Run) -> None:
    (rule,) = run("rules", "coriolis.core.pray", "--json").json
    assert any(place.startswith("coriolis/core.py:") for place in rule["code"])
    assert rule["summary"] == find("coriolis").ledger().summary("coriolis.core.pray")


def test_words_are_found_in_all_books(run: Run) -> None:
    books = {rule["id"].split(".")[0] for rule in run("rules", "prone", "--json").json}
    assert {"coriolis", "gurps"} <= books


def test_words_are_found_in_one_book(run: Run) -> None:
    found = run("rules", "coriolis", "prone", "--json").json
    assert found
    assert all(rule["id"].startswith("coriolis.") and "prone" in (rule["id"] + rule["summary"]).lower() for rule in found)


def test_people_read_id_lines_summary_and_cover(run: Run) -> None:
    ran = run("rules", "coriolis.core.pray")
    assert ran.code == 0
    assert ran.out.startswith("coriolis.core.pray  lines ")
    assert "re-roll every die" in ran.out
    assert "coriolis/core.py:" in ran.out
    lines = [line for line in ran.out.splitlines() if "::" not in line]  # the ids of tests are never broken
    assert max(map(len, lines)) <= 100


@pytest.fixture
def evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if two tests had been recorded."""
    found = Evidence()
    found.add("said", "coriolis.core.pray", "tests/coriolis/test_core.py::test_prayer")
    found.add("reached", "coriolis.core.pool", "tests/coriolis/test_core.py::test_pool")
    found.add("shown", "coriolis.core.success", "tests/coriolis/test_core.py::test_hint")
    monkeypatch.setattr(rules, "read_evidence", lambda _: found)


@pytest.mark.usefixtures("evidence")
def test_a_book_counts_what_is_said_reached_and_only_shown(run: Run) -> None:
    total = len(find("coriolis").ledger().rules)
    head = " ".join(run("rules", "coriolis").out.split())  # however wide the terminal is
    assert head.startswith(f"coriolis, {total} rules: 1 said, 1 reached, 0 examples played, 1 only shown, {total - 3} unproved")
    (row,) = [row for row in run("rules", "--json").json if row["book"] == "coriolis"]
    assert (row["tested"], row["said"], row["reached"], row["played"], row["shown"]) == (2, 1, 1, 0, 1)


@pytest.mark.usefixtures("evidence")
def test_a_rule_tells_how_its_tests_prove_it(run: Run) -> None:
    assert "proved: said in play in\n    tests/coriolis/test_core.py::test_prayer\n" in run("rules", "coriolis.core.pray").out
    assert "proved: its code reached by\n    tests/coriolis/test_core.py::test_pool\n" in run("rules", "coriolis.core.pool").out
    advice = run("rules", "coriolis.core.success").out
    assert "only shown as advice in\n    tests/coriolis/test_core.py::test_hint\n" in advice
    assert "no test proves it" in advice


@pytest.mark.usefixtures("evidence")
def test_a_rule_that_is_only_shown_is_uncovered(run: Run) -> None:
    ids = {rule["id"] for rule in run("rules", "coriolis", "--uncovered", "--json").json}
    assert "coriolis.core.success" in ids
    assert not ids & {"coriolis.core.pray", "coriolis.core.pool"}


def test_words_that_nothing_has_are_bad_input(run: Run) -> None:
    ran = run("rules", "coriolis", "xyzzy")
    assert ran.code == 2
    assert "xyzzy" in ran.err


def test_without_words_the_books_are_counted(run: Run) -> None:
    rows = {row["book"]: row for row in run("rules", "--json").json}
    assert set(rows) == set(FOLDERS)
    assert rows["coriolis"]["rules"] > rows["coriolis"]["in-code"] > 0
    assert "coriolis" in run("rules").out


def test_words_find_the_switches_of_a_book_too(run: Run) -> None:
    ran = run("rules", "per-purchase")
    assert ran.code == 0
    assert "suppressive-fire = per-purchase | once  coriolis [coriolis.ruling.suppress.full-auto]" in ran.out


def test_words_no_rule_has_are_answered_with_what_may_be_asked(run: Run) -> None:
    ran = run("rules", "zzzz")
    assert ran.code == 2
    assert ran.err.startswith("starfray: no rule has the words 'zzzz'; expected a rule id, other words, or a book: coriolis, ")
