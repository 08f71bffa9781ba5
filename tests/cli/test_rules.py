"""`starfray rules`: what others script against."""

from __future__ import annotations

import pytest

from starfray.rulebooks import FOLDERS, find
from tests.cli.conftest import Run


@pytest.mark.parametrize("book", FOLDERS)
def test_every_book_lists_its_rules_even_before_its_code_is_finished(run: Run, book: str) -> None:
    ran = run("rules", book, "--json")
    assert ran.code == 0
    assert len(ran.json) > 100
    for rule in ran.json:
        assert {"id", "summary", "lines", "code", "tests"} <= set(rule)
        assert isinstance(rule["code"], list)
        assert isinstance(rule["tests"], list)


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
    assert "code: coriolis/core.py:" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100


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
