"""One thing wrong: changes to a text or to plain data that was right before."""

from __future__ import annotations

import re
from random import Random
from typing import Any

NUMBERS = [
    "-1",
    "0",
    "1",
    "7",
    "99",
    "1000000",
    "9" * 30,
    "1.5",
    "-0.0",
    "1e308",
    "nan",
    "inf",
    "-inf",
    "true",
    '"x"',
    "[]",
    "{}",
    "1979-05-27",
    "07:32:00",
    "0xffff",
    "0x" + "f" * 5000,
    "1_000",
    "+5",
    "٣",
    "--1",
    "[" * 60 + "]" * 60,
]
WORDS = [
    '""',
    '"x"',
    "5",
    "false",
    '"gm"',
    '"all"',
    '"' + "y" * 3000 + '"',
    '"\\u0000"',
    '"\\n"',
    '"𝔘"',
    "[1, 2]",
    "{ a = 1 }",
    '"a b"',
]
CHARS = [
    "\x00",
    "\x07",
    "\r",
    "\n",
    "\t",
    "\x85",
    "\u2028",
    "\ufeff",
    "é",
    "𝔘",
    '"',
    "'",
    "\\",
    "[",
    "]",
    "{",
    "}",
    "=",
    "#",
    ",",
    ".",
    ":",
    "-",
    " ",
    "/",
    "+",
    ">",
    "!",
    "~",
    "*",
    "^",
    "%s",
    "{0}",
    "'''",
    '"""',
]
NASTY: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    10**9,
    10**9 + 1,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "gm",
    "\x00",
    "y" * 3000,
    "\ud800",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    {"": {}},
    [1, 2, 3],
    ["x"] * 50,
]


def text(rng: Random, before: str) -> str:
    """A text with one thing wrong."""
    return rng.choice(TEXT)(rng, before)


def another_number(rng: Random, before: str) -> str:
    return swap(rng, before, r"(?<![\w\"-])-?\d+(\.\d+)?", NUMBERS)


def another_word(rng: Random, before: str) -> str:
    return swap(rng, before, r'"[^"\n]*"', WORDS)


def name_of_another(rng: Random, before: str) -> str:
    """One word put where another stood."""
    return swap(rng, before, r"[A-Za-z][\w-]*", re.findall(r"[A-Za-z][\w-]*", before) or ["x"])


def misspelt(rng: Random, before: str) -> str:
    found = list(re.finditer(r"[A-Za-z][\w-]+", before))
    if not found:
        return before + "x"
    at = rng.choice(found)
    place = rng.randrange(at.start(), at.end())
    return before[:place] + before[place + 1 :]


def swap(rng: Random, before: str, pattern: str, instead: list[str]) -> str:
    found = list(re.finditer(pattern, before))
    if not found:
        return another_char(rng, before)
    at = rng.choice(found)
    return before[: at.start()] + rng.choice(instead) + before[at.end() :]


def another_char(rng: Random, before: str) -> str:
    place = rng.randrange(len(before) + 1)
    return before[:place] + rng.choice(CHARS) + before[place + rng.randrange(2) :]


def lines(rng: Random, before: str) -> str:
    """A line dropped, doubled or put elsewhere."""
    all_of_them = before.split("\n")
    line = all_of_them.pop(rng.randrange(len(all_of_them)))
    how = rng.randrange(3)
    for _ in range(how):
        all_of_them.insert(rng.randrange(len(all_of_them) + 1), line)
    return "\n".join(all_of_them)


def cut_short(rng: Random, before: str) -> str:
    return before[: rng.randrange(len(before) + 1)]


def words(rng: Random, before: str) -> str:
    """A word dropped, doubled or put elsewhere."""
    parts = before.split(" ")
    word = parts.pop(rng.randrange(len(parts)))
    for _ in range(rng.randrange(3)):
        parts.insert(rng.randrange(len(parts) + 1), word)
    return " ".join(parts)


TEXT = [
    another_number,
    another_number,
    another_word,
    name_of_another,
    misspelt,
    another_char,
    another_char,
    lines,
    lines,
    cut_short,
    words,
]


def data(rng: Random, before: Any) -> Any:
    """Plain data with one value another one, missing, or there twice. `before` is not touched."""
    if isinstance(before, dict) and before and rng.random() < 0.9:
        key = rng.choice(list(before))
        if rng.random() < 0.1:
            return {name: value for name, value in before.items() if name != key}
        if rng.random() < 0.05:
            return {**before, rng.choice(["nonsense", "", "kind", "id"]): rng.choice(NASTY)}
        return {**before, key: data(rng, before[key])}
    if isinstance(before, list) and before and rng.random() < 0.9:
        place = rng.randrange(len(before))
        how = rng.random()
        if how < 0.1:
            return before[:place] + before[place + 1 :]
        if how < 0.2:
            return [*before, before[place]]
        return [*before[:place], data(rng, before[place]), *before[place + 1 :]]
    if isinstance(before, str) and before and rng.random() < 0.4:
        return text(rng, before)
    if type(before) is int and rng.random() < 0.4:
        return before + rng.choice([-1, 1, 10, -100])
    return rng.choice(NASTY)
