"""Writes docs/reference.md: what the code knows about each book, so that the page cannot go stale.

python -m docs.build            writes the page
python -m docs.build --check    says whether it is fresh
"""

from __future__ import annotations

import sys
from pathlib import Path

from starfray.engine.actions import usage
from starfray.engine.content import book_content
from starfray.engine.house import EVERYBODYS, GM_KINDS
from starfray.engine.ledger import code_places, covered_by
from starfray.engine.rulebook import Rulebook
from starfray.rulebooks import FOLDERS, find

PAGE = Path(__file__).with_name("reference.md")


def rows(head: str, lines: list[str]) -> list[str]:
    width = head.count("|") - 1
    return [head, "|" + "---|" * width, *lines, ""]


def ledger_table() -> list[str]:
    lines = []
    for name in FOLDERS:
        book = find(name)
        rules = book.ledger().rules
        code, tests = code_places(book.folder), covered_by(book.folder)
        ids = [rule.id for rule in rules]
        lines.append(f"| {book.title} | {len(ids)} | {sum(i in code for i in ids)} | {sum(i in tests for i in ids)} |")
    return rows("| book | ids in the ledger | named in code or data | proved by tests |", lines)


def chapter(book: Rulebook) -> list[str]:
    kinds = f", kinds: {', '.join(book.kinds)}" if book.kinds else ""
    lines = [f"## {book.title}", "", f'`rulebook = "{book.name}"`{kinds}', ""]
    lines += rows("| action | |", [f"| `{usage(kind)}` | {_first_line(kind)} |" for kind in book.actions.values()])
    lines += ["Due steps: " + ", ".join(f"`{kind}`" for kind in book.steps) + ".", ""]
    if book.rulings:
        cells = [f"| `{r.key}` | {', '.join(r.choices)} | {r.summary} |" for r in book.rulings]
        lines += rows("| switch | choices, the default first | |", cells)
    if book.procedures:
        cells = [f"| `{usage(p.args).replace(' ACTOR', '', 1)}` | {p.summary} |" for p in book.procedures.values()]
        lines += rows("| procedure | |", cells)
    tables = book_content(book.name, book.folder).tables
    data = [
        f"| `{name}` | {len(entries)} | {', '.join(list(entries)[:6])}{' …' if len(entries) > 6 else ''} |"
        for name, entries in tables.items()
    ]
    return lines + rows("| data file | entries | |", data)


def _first_line(kind: type) -> str:
    text = (kind.__doc__ or "").strip().splitlines()
    return "" if not text or text[0].startswith(kind.__name__ + "(") else text[0]


def page() -> str:
    lines = ["# Reference", "", "Written by `make docs` from the code.", "", *ledger_table()]
    lines += ["## For everybody and for the GM", ""]
    lines += rows("| action | |", [f"| `{usage(kind)}` | {_first_line(kind)} |" for kind in EVERYBODYS.values()])
    cells = [f"| `{usage(kind).replace(' ACTOR', '', 1)}` | {_first_line(kind)} |" for kind in GM_KINDS.values()]
    lines += rows("| gm command | |", cells)
    for name in FOLDERS:
        lines += chapter(find(name))
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.name} is stale: make docs")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
