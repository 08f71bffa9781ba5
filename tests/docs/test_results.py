"""The reference tells what every procedure gives by name: found by running it, and compared with its code."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docs.results import EXAMPLES, results, run

import starfray
from starfray.rulebooks import FOLDERS, find

PAGE = (Path(__file__).parents[2] / "docs" / "reference.md").read_text(encoding="utf-8")
ALL = [(book, name) for book in FOLDERS for name in find(book).procedures]


def test_every_procedure_has_its_examples_and_no_other() -> None:
    assert [(book, name) for book in EXAMPLES for name in EXAMPLES[book]] == ALL


def names_below(value: Any) -> set[str]:
    """Every name in a result, however deep."""
    if isinstance(value, dict):
        return set(value).union(*map(names_below, value.values()))
    return set().union(*map(names_below, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("book", FOLDERS)
def test_names_are_spelt_with_hyphens_as_in_files_paths_and_forms(book: str) -> None:
    for examples in EXAMPLES[book].values():
        for example in examples:
            found = run(book, **example) if isinstance(example, dict) else run(book, example)
            assert [name for name in names_below(found) if "_" in name] == []


def names_in_code(run: Callable[..., Any]) -> set[str]:
    """Keys of the tables a function returns, and of those it puts into `result` or `found` on the way."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(run)))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Dict):
            found |= {key.value for key in node.value.keys if isinstance(key, ast.Constant)}
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            key = node.targets[0].slice
            if isinstance(key, ast.Constant) and ast.unparse(node.targets[0].value) in ("result", "found"):
                found.add(key.value)
    return {key for key in found if isinstance(key, str)}


@pytest.mark.parametrize(("book", "name"), ALL, ids=[f"{book}-{name}" for book, name in ALL])
def test_what_a_procedure_gives_is_told(book: str, name: str) -> None:
    given = results(book, name)
    if not given:
        with pytest.raises(starfray.StarfrayError):
            starfray.do(book, {"tend": "tend mira tor", "hours": "hours 3 who=mira"}[name], dice=[])
        return
    chapter = PAGE.split(f'`rulebook = "{book}"`')[1].split("| procedure |")[1].split("\n\n")[0]
    row = next(line for line in chapter.splitlines() if line.startswith((f"| `{name} ", f"| `{name}`")))
    assert row.split(" | ")[2].rstrip("| ") == ", ".join(f"`{key}`" for key in given)
    assert names_in_code(find(book).procedures[name].run) <= set(given)
