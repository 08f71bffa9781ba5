"""What can be written in a file stands on the book's page: archetypes, weapons, gear, attachments, skills, spells."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from starfray.rulebooks import FOLDERS, find

ROOT = Path(__file__).parents[2]
PAGES = {"icar": ("icar", "icar-vehicle", "icar-space")}
#: rows of printed tables, found by dice or figures and never written in a file by their key
ROWS = {"breakdown", "critical-head-blow", "critical-hit", "critical-miss", "injuries", "strength", "unarmed-miss", "tasks"}
MADE = r"(parry|block|called-shot|quickdraw)-"  # skills there are of every weapon: the page says how they are named


def tables() -> list[tuple[str, str]]:
    found = []
    for book in FOLDERS:
        folder = ROOT / "src" / "starfray" / "rulebooks" / book.replace("-", "_") / "data"
        found += [(book, path.stem) for path in sorted(folder.glob("*.toml")) if path.stem not in ROWS]
    return found


@pytest.mark.parametrize(("book", "table"), tables(), ids="-".join)
def test_every_key_of_the_data_is_listed(book: str, table: str) -> None:
    path = ROOT / "src" / "starfray" / "rulebooks" / book.replace("-", "_") / "data" / f"{table}.toml"
    keys = [key for key, row in tomllib.loads(path.read_text(encoding="utf-8")).items() if isinstance(row, dict)]
    pages = PAGES.get(find(book).name, (book.replace("_", "-"),))
    text = " ".join((ROOT / "docs" / "books" / f"{page}.md").read_text(encoding="utf-8") for page in pages)
    listed = set(re.findall(r"[\w-]+", text))
    assert [key for key in keys if key not in listed and not re.match(MADE, key)] == []
