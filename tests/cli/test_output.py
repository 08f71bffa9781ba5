"""The screen: colours that degrade, widths, bars."""

from __future__ import annotations

import io

import pytest

from starfray.terminal.output import Output, percent, width_of
from starfray.terminal.text_map import bounds, cell, grid


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Output(Screen()).paint("x", "bold") == "\x1b[1mx\x1b[0m"
    assert Output(io.StringIO()).paint("x", "bold") == "x"
    monkeypatch.setenv("TERM", "dumb")
    assert Output(Screen()).paint("x", "bold") == "x"
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert Output(Screen()).paint("x", "bold") == "x"


def test_names_cannot_move_the_cursor() -> None:
    stream = io.StringIO()
    Output(stream).say("a\x1b[2Jb\x07c\x1b[31md")
    assert stream.getvalue() == "a[2Jbcd\n"


def test_lines_are_as_wide_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    stream = io.StringIO()
    output = Output(stream)
    output.wrap("word " * 30, "> ", "  ")
    output.flow(["piece"] * 30, " · ")
    output.flow(["one long piece " * 10])
    output.title("A title")
    lines = stream.getvalue().splitlines()
    assert len(lines) > 12
    assert max(map(width_of, lines)) <= 44


def test_wide_and_combining_letters_are_measured() -> None:
    assert width_of("東京") == 4
    assert width_of("e\u0301") == 1
    assert width_of("\x1b[1mab\x1b[0m") == 2


def test_bars_and_percentages_are_honest() -> None:
    output = Output(io.StringIO())
    assert output.bar(0.5, 4) == "██  "
    assert output.bar(1.0, 4) == "████"
    assert percent(0.00001) == "<0.1 %"
    assert percent(0.99999) == ">99.9 %"
    assert (percent(0), percent(1), percent(0.125)) == ("0.0 %", "100.0 %", "12.5 %")


def test_the_map_holds_everybody() -> None:
    points = [(0.0, 0.0), (55.5, 3.0), (-4.0, 31.0)]
    low, high = bounds(points, (30.0, 10.0))
    columns, rows, across, down = grid(low, high, 64)
    for point in points:
        column, row = cell(point, low, across, down)
        assert 0 <= column < columns <= 64
        assert 0 <= row < rows <= 21
