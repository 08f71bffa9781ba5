"""Lines a person types: from a keyboard with editing and completion, or from a pipe, where they are echoed."""

from __future__ import annotations

import sys
from collections.abc import Callable

from starfray.terminal.ink import Ink, is_terminal


class Leave(Exception):
    """The person has gone: quit, or the end of the input."""


class Keys:
    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self.live = is_terminal(sys.stdin)
        self.edits = self.live and ink.stream is sys.stdout and is_terminal(sys.stdout) and _editing()

    def read(self, prompt: str) -> str:
        """One line without its blanks around; Leave at the end of the input."""
        if self.edits:
            try:
                return input(prompt).strip()
            except EOFError:
                self.ink.say()
                raise Leave from None
        self.ink.write(prompt)
        line = sys.stdin.readline()
        if not line:
            self.ink.say()
            raise Leave
        if not self.live:
            self.ink.write(line if line.endswith("\n") else line + "\n")
        return line.strip()

    def complete_with(self, words: Callable[[], list[str]]) -> None:
        """Tab completes these words."""
        if not self.edits:
            return
        import readline

        def complete(start: str, place: int) -> str | None:
            fitting = [word for word in words() if word.startswith(start)]
            return fitting[place] + " " if place < len(fitting) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")


def _editing() -> bool:
    try:
        import readline  # noqa: F401
    except ImportError:
        return False
    return True
