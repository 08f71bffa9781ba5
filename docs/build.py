"""Writes what can be read from the code, so that it cannot go stale: docs/reference.md, and questions.toml of each book.

python -m docs.build            writes them
python -m docs.build --check    says whether they are fresh
"""

from __future__ import annotations

import sys
from pathlib import Path

from docs.results import results
from starfray.engine.actions import usage
from starfray.engine.content import book_content
from starfray.engine.gm import EVERYBODYS, GM_KINDS
from starfray.engine.ledger import EVIDENCE, Evidence, code_places, read_evidence
from starfray.engine.rulebook import Rulebook
from starfray.rulebooks import FOLDERS, find
from starfray.testing.source_questions import question_kinds

PAGE = Path(__file__).with_name("reference.md")


def rows(head: str, lines: list[str]) -> list[str]:
    width = head.count("|") - 1
    return [head, "|" + "---|" * width, *lines, ""]


def ledger_table() -> list[str]:
    lines = []
    for name in FOLDERS:
        book = find(name)
        ids = [rule.id for rule in book.ledger().rules]
        code, evidence = code_places(book.folder), read_evidence(book.folder)
        cells = [book.title, len(ids), sum(i in code for i in ids), *standings(ids, evidence)]
        lines.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    head = "| book | ids in the ledger | named in code or data | said | reached | examples played | only shown |"
    return rows(head, lines)


def standings(ids: list[str], evidence: Evidence) -> list[int]:
    """How many rules have each kind of evidence as their best."""
    return [sum(evidence.standing(rule) == kind for rule in ids) for kind in EVIDENCE]


def chapter(book: Rulebook) -> list[str]:
    kinds = f", kinds: {', '.join(book.fight_kinds)}" if book.fight_kinds else ""
    lines = [f"## {book.title}", "", f'`rulebook = "{book.name}"`{kinds}', ""]
    lines += rows("| action | |", [f"| `{usage(kind)}` | {_first_line(kind)} |" for kind in book.actions.values()])
    if book.gm_kinds:
        by_the_rules = book.gm_actions.values()
        cells = [f"| `gm {usage(kind).replace(' ACTOR', '', 1)}` | {_first_line(kind)} |" for kind in by_the_rules]
        lines += rows("| the GM, by the rules | |", cells)
    lines += ["Due steps: " + ", ".join(f"`{kind}`" for kind in book.steps) + ".", ""]
    if book.rulings:
        cells = [f"| `{r.key}` | {', '.join(r.choices)} | {r.summary} |" for r in book.rulings]
        lines += rows("| switch | choices, the default first | |", cells)
    if book.procedures:
        cells = [
            f"| `{usage(p.args).replace(' ACTOR', '', 1)}` | {p.summary} | {_gives(book, name)} |"
            for name, p in book.procedures.items()
        ]
        lines += rows("| procedure | | `result` holds |", cells)
    tables = book_content(book.name, book.folder).tables
    data = [f"| `{name}` | {len(entries)} | {', '.join(f'`{key}`' for key in entries)} |" for name, entries in tables.items()]
    return lines + rows("| data file | entries | |", data)


def _gives(book: Rulebook, name: str) -> str:
    """The names under which a procedure gives what came out."""
    return ", ".join(f"`{key}`" for key in results(book.name, name)) or "in a fight only (`gm call`): it stands on the sheets"


def _first_line(kind: type) -> str:
    text = (kind.__doc__ or "").strip().splitlines()
    return "" if not text or text[0].startswith(kind.__name__ + "(") else text[0]


def page() -> str:
    lines = ["# Reference", "", "Written by `make docs` from the code.", "", *ledger_table()]
    lines += [
        "A test proves a rule that was *said* while it ran (an event, a tally term, a refusal, a question, an option) or",
        "*reached* (the code that names it ran). Advice on forms and cards is only *shown*, which proves nothing.",
        "`starfray rules BOOK` lists the tests.",
        "",
    ]
    lines += ["## For everybody and for the GM", ""]
    lines += rows("| action | |", [f"| `{usage(kind)}` | {_first_line(kind)} |" for kind in EVERYBODYS.values()])
    cells = [f"| `{usage(kind).replace(' ACTOR', '', 1)}` | {_first_line(kind)} |" for kind in GM_KINDS.values()]
    lines += rows("| gm command | |", cells)
    for name in FOLDERS:
        lines += chapter(find(name))
    return "\n".join(lines).rstrip() + "\n"


def questions(book: Rulebook) -> str:
    """questions.toml: how each rule of a book asks, for the check of standing orders."""
    lines = ["# How each rule asks, by the method of the table; written by `make docs` from the code."]
    for way, rules in question_kinds(book.folder).items():
        lines += [f"{way} = [", *(f'    "{rule}",' for rule in rules), "]"]
    return "\n".join(lines) + "\n"


def written() -> dict[Path, str]:
    """Every file written from the code, with what it has to say."""
    books = [find(name) for name in FOLDERS]
    return {PAGE: page(), **{book.folder / "questions.toml": questions(book) for book in books}}


def main() -> None:
    stale = {path: text for path, text in written().items() if not path.exists() or path.read_text(encoding="utf-8") != text}
    if "--check" in sys.argv:
        sys.exit(f"stale, make docs: {', '.join(map(str, stale))}" if stale else 0)
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}")


if __name__ == "__main__":
    main()
