"""Where a book names its rules beside what it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.testing.rule_places import Places, Row, ids_in, places_of
from tests.evidence.toy import IDS, line_of, toy_book


@pytest.fixture
def places(tmp_path: Path) -> Places:
    with toy_book(tmp_path, "toy_places") as folder:
        return places_of(folder, IDS)


@pytest.mark.parametrize(("rule", "beside"), [
    ("toy.order", ["def damage"]),
    ("toy.jam", ['return "jammed"']),
    ("toy.shot.roll", ["if face > 5"]),
    ("toy.jam.clear", ["gun.clear()"]),
    ("toy.damage.least", ["return max(LEAST"]),
    ("toy.cover.none", ["return max(LEAST"]),
    ("toy.cover.full", ["return max(LEAST"]),
    ("toy.range.far", ["return sum(metres"]),
    ("toy.field", ["return gun.range"]),
    ("toy.class", ["def clear"]),
])  # fmt: skip
def test_a_rule_is_found_beside_the_statement_it_speaks_of(places: Places, rule: str, beside: list[str]) -> None:
    assert {place.line for place in places.statements[rule]} == {line_of(text) for text in beside}


def test_a_comment_in_the_data_belongs_to_its_row(places: Places) -> None:
    assert places.rows["toy.row.knife"] == {Row("weapons", "knife")}
    assert places.rows["toy.row.rifle"] == {Row("weapons", "rifle")}


def test_the_lines_of_a_file_are_all_its_statements(places: Places) -> None:
    (lines,) = places.lines.values()
    assert lines == {place.line for statements in places.statements.values() for place in statements}


@pytest.mark.parametrize(("text", "found"), [
    ("see toy.jam.", ["toy.jam"]),
    ("toy.cover.none, .full", ["toy.cover.none", "toy.cover.full"]),
    ("toy.jam.*", ["toy.jam.clear"]),
    ("toy.row.*", ["toy.row.knife", "toy.row.rifle"]),
    ("toy.unknown, not/toy.jam", []),
])  # fmt: skip
def test_ids_are_read_in_full_shortened_and_with_a_star(text: str, found: list[str]) -> None:
    assert ids_in(text, IDS) == found
