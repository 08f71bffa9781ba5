"""Lines a person types: from a keyboard with editing and completion, or from a pipe, where they are echoed."""

from __future__ import annotations

import sys
from collections.abc import Callable

from starfray.terminal.output import Output, is_terminal


class Leave(Exception):
    """The person quit, or the input ended."""


class LineInput:
    def __init__(self, output: Output) -> None:
        self.output = output
        self.live = is_terminal(sys.stdin)
        self.edits = self.live and output.stream is sys.stdout and is_terminal(sys.stdout) and _editing()

    def read(self, prompt: str) -> str:
        """One line, stripped; raises Leave at the end of the input."""
        if self.edits:
            try:
                return input(prompt).strip()
            except EOFError:
                self.output.say()
                raise Leave from None
        self.output.write(prompt)
        line = sys.stdin.readline()
        if not line:
            self.output.say()
            raise Leave
        if not self.live:
            self.output.write(line if line.endswith("\n") else line + "\n")
        return line.strip()

    def complete_with(self, words: Callable[[], list[str]]) -> None:
        """Tab completes these words."""
        if not self.edits:
            return
        import readline  # not there on every system; _editing has tried

        def complete(start: str, place: int) -> str | None:
            fitting = [word for word in words() if word.startswith(start)]
            return fitting[place] + " " if place < len(fitting) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")


def _editing() -> bool:
    try:
        import readline  # noqa: F401 (optional: not there on every system)
    except ImportError:
        return False
    return True
