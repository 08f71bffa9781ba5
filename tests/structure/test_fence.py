"""Rule code keeps to its fence, and the fence holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.testing.source_rules import fence, fence_text
from tests.structure.source import book_folders


@pytest.mark.parametrize("folder", book_folders(), ids=lambda folder: folder.name)
def test_a_rulebook_keeps_to_the_fence(folder: Path) -> None:
    assert fence(folder) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import random", "imports random"),
        ("from time import sleep", "imports from time"),
        ("import os.path", "imports os.path"),
        ("def rule(state, table):\n    global n", "global n: state outside the position"),
        ("def rule(state, table):\n    try:\n        table.roll('x')\n    except OSError:\n        pass", "try around a table"),
        ("def rule(state, table):\n    try:\n        pass\n    finally:\n        inner(state, table)", "try around a table"),
        ("def rule(state, table):\n    with thing():\n        table.emit('x')", "with around a table call"),
        ("def rule(state, table):\n    yield 1", "a generator"),
        ("for x in {1, 2}:\n    pass", "iterates over a set"),
        ("def rule(names):\n    return [x for x in set(names)]", "iterates over a set"),
        ("def rule(a, b):\n    for x in set(a) - set(b):\n        pass", "iterates over a set"),
        ("def rule(names: set[str]) -> None:\n    for x in names:\n        pass", "iterates over a set"),
        ("def rule(all_of_them):\n    left = {x for x in all_of_them}\n    return list(left)", "puts a set in an order"),
        ("def rule(all_of_them):\n    left = set(all_of_them)\n    return left.pop()", "takes any one of a set"),
        ("def rule(x):\n    print(x)", "print() writes"),
        ("def rule(x):\n    return id(x)", "id() gives another number"),
        ("def rule(x):\n    return hash(x)", "hash() is salted"),
    ],
)  # fmt: skip
def test_what_the_fence_keeps_out(text: str, why: str) -> None:
    found = fence_text(text, "rules.py")
    assert len(found) == 1, found
    assert why in found[0]


@pytest.mark.parametrize(
    "text",
    [
        "from math import floor",
        "def rule(names):\n    for x in sorted(set(names)):\n        pass",
        "def rule(a, b):\n    return len(set(a) & set(b))",
        "def rule(a, names: set[str]):\n    return [x for x in a if x in names]",
        "def rule(names):\n    return sorted(x for x in set(names))",
        "def number(text):\n    try:\n        return int(text)\n    except ValueError:\n        return 0",
    ],
)  # fmt: skip
def test_what_the_fence_lets_pass(text: str) -> None:
    assert fence_text(text, "rules.py") == []
