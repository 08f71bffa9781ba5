"""What goes on the screen: colours that degrade, lines that know the width, bars, and a sign that work is under way."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TextIO

_STYLES = {
    "bold": "1", "dim": "2", "reverse": "7", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35",
    "cyan": "36",
}  # fmt: skip
_SGR = re.compile(r"\x1b\[[0-9;]*m")
_CONTROL = re.compile(r"\x1b(?!\[[0-9;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
WIDEST = 120
PLAIN_WIDTH = 100  # of what goes to a file or a pipe


class Output:
    """Writes to one stream, in colour only where that helps a reader."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream if stream is not None else sys.stdout
        self.colour = wants_colour(self.stream)
        columns = shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns if is_terminal(self.stream) else _asked_width()
        self.width = max(40, min(WIDEST, columns))

    def paint(self, text: object, *styles: str) -> str:
        codes = ";".join(_STYLES[style] for style in styles if style)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour and codes else str(text)

    def say(self, text: str = "", *styles: str) -> None:
        self.write(self.paint(text, *styles) + "\n")

    def write(self, text: str) -> None:
        """Write the text without control characters, which could move the cursor or ring the bell."""
        text = _CONTROL.sub("", text)
        self.stream.write(text if self.colour else _SGR.sub("", text))
        self.stream.flush()

    def wrap(self, text: str, indent: str = "", hanging: str | None = None, *styles: str) -> None:
        """A paragraph, wrapped at the width; lines after the first stand under `hanging`."""
        rest = indent if hanging is None else hanging
        lines = textwrap.wrap(text, self.width, initial_indent=indent, subsequent_indent=rest, break_on_hyphens=False)
        for line in lines or [indent.rstrip()]:
            self.say(line, *styles)

    def flow(self, pieces: Iterable[str], gap: str = "  ", indent: str = "", hanging: str | None = None) -> None:
        """Pieces one after the other (they may be painted), a new line where the next one would not fit."""
        rest = indent if hanging is None else hanging
        line, used, empty = indent, width_of(indent), True
        for piece in self._broken(pieces, self.width - width_of(rest)):
            size = width_of(piece)
            if not empty and used + len(gap) + size > self.width:
                self.write(line.rstrip() + "\n")
                line, used, empty = rest, width_of(rest), True
            line += piece if empty else gap + piece
            used += size if empty else size + len(gap)
            empty = False
        if not empty:
            self.write(line.rstrip() + "\n")

    @staticmethod
    def _broken(pieces: Iterable[str], room: int) -> Iterator[str]:
        """The pieces; those too long for a line are broken at spaces."""
        for piece in pieces:
            line = ""
            for word in piece.split(" ") if width_of(piece) > room else [piece]:
                if line and width_of(line) + 1 + width_of(word) > room:
                    yield line
                    line = word
                else:
                    line = f"{line} {word}" if line else word
            yield line

    def title(self, text: str) -> None:
        room = max(0, self.width - width_of(text) - 4)
        self.say(f"── {text} {'─' * room}", "bold")

    def bar(self, share: float, width: int = 20) -> str:
        eighths = round(max(0.0, min(1.0, share)) * width * 8)
        full, part = divmod(eighths, 8)
        blocks = "█" * full + (" ▏▎▍▌▋▊▉"[part] if part else "")
        return blocks.ljust(width)


def is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def wants_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("dumb", ""):
        return False
    return is_terminal(stream)


def _asked_width() -> int:
    words = os.environ.get("COLUMNS", "")
    return int(words) if words.isascii() and words.isdigit() and len(words) < 6 and int(words) > 0 else PLAIN_WIDTH


def width_of(text: str) -> int:
    """Columns a text takes: colour codes take none, wide letters two, combining marks none."""
    width = 0
    for char in _SGR.sub("", text):
        if unicodedata.combining(char):
            continue
        width += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return width


def padded(text: str, width: int) -> str:
    return text + " " * max(0, width - width_of(text))


def percent(share: float) -> str:
    """A probability people can read: never 0 % for what can happen, never 100 % for what may not."""
    if 0 < share < 0.0005:
        return "<0.1 %"
    if 0.9995 < share < 1:
        return ">99.9 %"
    return f"{100 * share:.1f} %"


class Working:
    """A line on the error stream that says work is under way; only on a terminal, only if it takes a while."""

    AFTER = 0.6

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self.what = what
        self.stream = stream if stream is not None else sys.stderr
        self.done = threading.Event()
        self.shown = False
        self.thread: threading.Thread | None = None

    def __enter__(self) -> Working:
        if is_terminal(self.stream) and os.environ.get("TERM", "") not in ("dumb", ""):
            self.thread = threading.Thread(target=self._tick, daemon=True)
            self.thread.start()
        return self

    def _tick(self) -> None:
        wait, seconds = self.AFTER, 0.0
        while not self.done.wait(wait):
            seconds += wait
            self.shown = True
            self.stream.write(f"\r{self.what} … {seconds:.0f} s ")
            self.stream.flush()
            wait = 1.0

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.done.set()
        if self.thread is not None:
            self.thread.join()
        if self.shown:
            self.stream.write("\r" + " " * (len(self.what) + 12) + "\r")
            self.stream.flush()
