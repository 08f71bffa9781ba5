"""Words that must not stand in what we hand out."""

from __future__ import annotations

import re
from pathlib import Path

from tests.structure.source import PACKAGE, ROOT, committed, text_of

UNDONE = re.compile(r"\b(?:TODO|FIXME|XXX)\b|\b[Ff]or now\b|\b[Ss]implified\b|\b[Pp]laceholder\b|\bnot implemented yet\b")
#: a word in its everyday meaning: HTML fields have a placeholder attribute
EVERYDAY = re.compile(r"""placeholder\s*[=:]|:placeholder-shown|::placeholder|\.placeholder\b""")
MACHINES = re.compile(
    r"(?<![\w.])/(?:home|Users|root|work|mnt|tmp|private|opt/venv)/[\w.-]+|[A-Z]:\\\\Users|"
    r"https?://[\w.-]*(?:artifactory|nexus|registry|pypi-mirror|jfrog|packages\.|proxy)[\w./-]*|"
    r"\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b|index-url",
    re.IGNORECASE,
)
TEXTS = {".py", ".toml", ".md", ".txt", ".html", ".css", ".js", ".cfg", ".ini", ".yml", ".yaml", ".json", ""}


def lines_with(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    found = []
    for path in paths:
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if pattern.search(EVERYDAY.sub("", line)):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    return found


def texts_under(*folders: Path) -> list[Path]:
    return [
        path
        for folder in folders
        for path in (sorted(folder.rglob("*")) if folder.is_dir() else [folder])
        if path.is_file() and path.suffix in TEXTS and "__pycache__" not in path.parts
        if path.name != "rules.toml"  # the ledger speaks of the book, gaps of the book included
    ]


def test_nothing_in_the_sources_or_the_docs_is_left_for_later() -> None:
    paths = texts_under(PACKAGE, ROOT / "docs", ROOT / "README.md") if (ROOT / "README.md").exists() else texts_under(PACKAGE)
    assert lines_with(UNDONE, paths) == []


def test_no_committed_file_names_a_machine_or_a_private_registry() -> None:
    here = Path(__file__)
    paths = [path for path in committed() if path.suffix in TEXTS and path != here]
    assert len(paths) > 50
    assert lines_with(MACHINES, paths) == []
