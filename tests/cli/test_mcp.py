"""`starfray mcp`: what it refuses to serve. tests/agents plays through it."""

from __future__ import annotations

import importlib.util

import pytest

from tests.cli.conftest import Run


def test_without_the_package_one_line_says_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "mcp" else there(name))
    result = run("mcp", "--demo")
    assert result.code == 2
    assert result.err == "starfray: a seat for language models needs the package mcp: pip install 'starfray[mcp]'\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "which fight?"),
        (["--demo", "--join", "http://127.0.0.1:1/join/A"], "which fight?"),
        (["--demo", "--seat", "crew", "--seat", "gm"], "stdio has one client"),
        (["--demo", "--seat", "pirates"], "there is no side 'pirates'"),
        (["--demo", "--http", "--host", "0.0.0.0"], "every address at once"),
        (["--join", "dock"], "is no link to a seat"),
        (["--join", "http://127.0.0.1:9/join/ABC"], "the server does not answer"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(run: Run, words: list[str], complaint: str) -> None:
    result = run("mcp", *words)
    assert result.code == 2
    assert complaint in result.err
    assert result.err.count("\n") == 1
