"""Files and functions stay small enough to read."""

from __future__ import annotations

from statistics import median

from tests.structure.source import PACKAGE, facts_of, python_of, text_of

MOST_LINES = 600
MEDIAN_LINES = 200
MOST_LINES_OF_A_FUNCTION = 80


def lines_of() -> dict[str, int]:
    return {str(path.relative_to(PACKAGE)): len(text_of(path).splitlines()) for path in python_of(PACKAGE)}


def test_no_source_file_is_longer_than_600_lines() -> None:
    assert {name: lines for name, lines in lines_of().items() if lines > MOST_LINES} == {}


def test_half_of_the_source_files_are_shorter_than_200_lines() -> None:
    assert median(lines_of().values()) < MEDIAN_LINES


def test_no_function_is_longer_than_80_lines() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{function.line} {function.name} has {function.lines} lines"
        for path in python_of(PACKAGE)
        for function in facts_of(path).functions
        if function.lines > MOST_LINES_OF_A_FUNCTION
    ]
    assert found == []
