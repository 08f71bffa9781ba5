"""What reports share: how a fight is called, figures and rows for a sheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from starfray.fight import Fight

MOST_OUTCOMES = 20


def subtitle(fight: Fight) -> str:
    people: dict[str, int] = {}
    for combatant in fight.state.roster.values():
        people[combatant.side] = people.get(combatant.side, 0) + 1
    return f"{fight.book.title}: " + " against ".join(f"{count} of {side or 'nobody'}" for side, count in people.items())


def titled(fight: Fight) -> str:
    return fight.title or "The fight"


def to_csv(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([tame(cell) for cell in row] for row in rows)
    return out.getvalue()


def tame(cell: str) -> str:
    """Quote a name that a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith(("=", "@", "+", "-")) and not cell[1:2].isdigit() else cell


def number(value: float) -> str:
    return f"{value:.6g}"
