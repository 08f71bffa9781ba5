"""Numbers of things in words: '1 turn', '3 turns'."""

from __future__ import annotations


def counted(number: int, singular: str, plural: str = "") -> str:
    """'1 six', '2 sixes': the number and the word that goes with it. Without a plural, an s is added."""
    return f"{number} {singular if number in (1, -1) else plural or singular + 's'}"
