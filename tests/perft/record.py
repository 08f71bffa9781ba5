"""The numbers of the standard duels: `make perft` counts them anew, after rules or forms were changed on purpose.

python -m tests.perft.record [BOOK …]
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import starfray
from starfray.testing.perft import Count, counts

HERE = Path(__file__).parent
NUMBERS = HERE / "numbers.toml"
#: how many acts deep a book's duel is counted: as far as a few seconds reach
DEPTHS = {"compound_x": 2, "coriolis": 2, "gurps": 1, "hybrid": 1, "icar": 1, "socs": 3}
HEAD = """\
# How the duels beside this file can go, act by act: what may be done, the ways it can end, the positions that leads to.
# Written by `make perft`; what is counted stands in starfray/testing/perft.py.
"""


def count(book: str) -> list[Count]:
    """From the position after the fight has begun."""
    return counts(starfray.load(HERE / "duels" / f"{book}.toml").begin(), DEPTHS[book])


def recorded() -> dict[str, list[Count]]:
    data = tomllib.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    return {book: [Count(**row) for row in rows] for book, rows in data.items()}


def write(numbers: dict[str, list[Count]]) -> None:
    parts = [HEAD]
    for book in sorted(numbers):
        rows = [f"  {{ acts = {row.acts}, ways = {row.ways}, positions = {row.positions} }},\n" for row in numbers[book]]
        parts.append(f"{book} = [\n{''.join(rows)}]\n")
    NUMBERS.write_text("\n".join(parts), encoding="utf-8")


def main(books: list[str]) -> None:
    numbers = recorded()
    for book in books or sorted(DEPTHS):
        found = count(book)
        before = numbers.get(book)
        numbers[book] = found
        print(f"{book}: {found}" if before == found else f"{book}: {before} -> {found}", flush=True)
        write(numbers)


if __name__ == "__main__":
    main(sys.argv[1:])
