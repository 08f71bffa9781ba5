"""Holds every test that names a rule to its transcript: the dice that were asked for, what the rules said, what changed.

A test asserts what its rule is about; the transcript (`transcripts/`, a file for each file of tests) holds everything else that
happened on the way. After a change on purpose write them anew, and read the difference before you commit it:

    STARFRAY_TRANSCRIPTS=write .venv/bin/pytest tests/compound_x
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from starfray.engine.compiled import COMPILED
from tests.compound_x.transcript import Transcript

FOLDER = Path(__file__).parent / "transcripts"
HEAD = "## "
WRITING = os.environ.get("STARFRAY_TRANSCRIPTS") == "write"
LONGEST = 400  # lines; a random walk is told by tests of its own
WRITTEN: dict[Path, dict[str, list[str]]] = {}
READ: dict[Path, dict[str, list[str]]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    if COMPILED or next(item.iter_markers("rule"), None) is None:  # what is compiled cannot be listened to from outside
        return (yield)
    with Transcript() as transcript:
        result = yield
    path, name = FOLDER / item.path.with_suffix(".txt").name, item.name
    lines = transcript.lines()
    if WRITING:
        WRITTEN.setdefault(path, {})[name] = lines if len(lines) <= LONGEST else []
        return result
    approved = read(path).get(name)
    if approved and approved != lines:
        changes = difflib.unified_diff(approved, lines, "approved", "now", lineterm="", n=1)
        pytest.fail(f"{path.name}, {name}:\n" + "\n".join(changes), pytrace=False)
    return result


def read(path: Path) -> dict[str, list[str]]:
    if path not in READ:
        found: dict[str, list[str]] = {}
        lines: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            if line.startswith(HEAD):
                lines = found.setdefault(line.removeprefix(HEAD), [])
            elif line:
                lines.append(line)
        READ[path] = found
    return READ[path]


def pytest_sessionfinish() -> None:
    for path, tests in WRITTEN.items():
        merged = {name: lines for name, lines in {**read(path), **tests}.items() if lines}
        path.parent.mkdir(exist_ok=True)
        text = "\n".join("\n".join([HEAD + name, *merged[name], ""]) for name in sorted(merged))
        path.write_text(text, encoding="utf-8")
