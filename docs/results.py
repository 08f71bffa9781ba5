"""What each procedure gives by name, found by running its examples in procedures.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import starfray

EXAMPLES: dict[str, dict[str, list[Any]]] = tomllib.loads(
    Path(__file__).with_name("procedures.toml").read_text(encoding="utf-8")
)
SEEDS = range(1, 5)


def results(book: str, name: str) -> list[str]:
    """Names in the order they come; none for a procedure that needs a fight."""
    found: dict[str, None] = {}
    for example in EXAMPLES[book][name]:
        for result in run(book, **example) if isinstance(example, dict) else run(book, example):
            found.update(dict.fromkeys(result))
    return list(found)


def run(
    book: str, text: str, seeds: Iterable[int] = SEEDS, dice: list[int] | None = None, answers: list[str] | None = None
) -> list[dict[str, Any]]:
    if dice is not None:
        return [starfray.do(book, text, dice=dice, answers=answers).result]
    return [starfray.do(book, text, seed=seed).result for seed in seeds]
