"""Answers of bounded length: a language model pays for every word it reads."""

from __future__ import annotations

from collections.abc import Sequence

MOST_BYTES = 4_000  # of one answer, in UTF-8
FOOTER = 120  # bytes kept for the line that tells of further pages
LONGEST_LINE = 700


def size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def cut(line: str, most: int = LONGEST_LINE) -> str:
    """A line that is too long ends in '…'."""
    if size(line) <= most:
        return line
    return line.encode("utf-8", "replace")[: most - 3].decode("utf-8", "ignore") + "…"


def pages_of(lines: Sequence[str]) -> list[str]:
    """The lines in as few pages as hold them."""
    pages: list[list[str]] = [[]]
    room = MOST_BYTES - FOOTER
    for line in map(cut, lines):
        needed = size(line) + 1
        if needed > room and pages[-1]:
            pages.append([])
            room = MOST_BYTES - FOOTER
        pages[-1].append(line)
        room -= needed
    return ["\n".join(page) for page in pages]


def paged(lines: Sequence[str], page: int = 1) -> str:
    """One page of the lines, which says how many there are."""
    pages = pages_of(lines)
    number = min(max(1, page), len(pages))
    if len(pages) == 1:
        return pages[0]
    more = f"; page={number + 1} for the next" if number < len(pages) else ""
    return f"{pages[number - 1]}\n(page {number} of {len(pages)}{more})"


def with_tail(head: Sequence[str], tail: Sequence[str], title: str, earlier: str) -> str:
    """All of the head, as far as it fits, and then as much of the end of the tail as there is place for."""
    first = pages_of(head)[0]
    place = MOST_BYTES - FOOTER - size(first) - size(title)
    kept: list[str] = []
    for line in reversed([cut(line) for line in tail]):
        place -= size(line) + 1
        if place < 0:
            break
        kept.insert(0, line)
    if not kept:
        return first
    left = len(tail) - len(kept)
    note = [cut(f"({left} earlier lines: {earlier})", FOOTER)] if left else []
    return "\n".join([first, title, *note, *kept])
