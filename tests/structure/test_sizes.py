"""Files and functions stay small enough to read."""

from __future__ import annotations

import ast
from statistics import median

from tests.structure.source import PACKAGE, python_of, tree_of

MOST_LINES = 600
MEDIAN_LINES = 200
MOST_LINES_OF_A_FUNCTION = 80


def lines_of() -> dict[str, int]:
    return {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines()) for path in python_of(PACKAGE)}


def test_no_source_file_is_longer_than_600_lines() -> None:
    assert {name: lines for name, lines in lines_of().items() if lines > MOST_LINES} == {}


def test_half_of_the_source_files_are_shorter_than_200_lines() -> None:
    assert median(lines_of().values()) < MEDIAN_LINES


def test_no_function_is_longer_than_80_lines() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name} has {length} lines"
        for path in python_of(PACKAGE)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef)
        if (length := (node.end_lineno or node.lineno) - node.lineno + 1) > MOST_LINES_OF_A_FUNCTION
    ]
    assert found == []
