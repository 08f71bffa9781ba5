"""The glossary speaks of places that exist."""

from __future__ import annotations

import re

from tests.structure.source import PACKAGE, ROOT, book_folders, text_of

GLOSSARY = ROOT / "docs" / "glossary.md"
PLACE = re.compile(r"`([\w./<>*-]+)`( of a book| of a combatant)?")


def places() -> list[tuple[str, bool]]:
    """(path, in every book?) of the files and folders named in the last column."""
    rows = [line.split("|") for line in text_of(GLOSSARY).splitlines() if line.startswith("| **")]
    assert len(rows) > 40
    found = [(match[1], match[2] == " of a book") for row in rows for match in PLACE.finditer(row[3])]
    return [(path, in_books) for path, in_books in found if "/" in path or path.endswith((".py", ".toml"))]


def test_every_place_the_glossary_names_exists() -> None:
    missing = []
    for path, in_books in places():
        roots = book_folders() if in_books else [PACKAGE, ROOT]
        found = [
            root
            for root in roots
            if list(root.rglob(path) if in_books or "*" in path else root.glob(path.replace("<book>", "*")))
        ]
        if not found:
            missing.append(path)
    assert missing == []


def test_words_stand_once() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\*", text_of(GLOSSARY), re.MULTILINE)
    assert len(words) == len(set(words))
