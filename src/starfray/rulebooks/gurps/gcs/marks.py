"""What stands in a weapon's strings beside the figures the book has a place for: second modes, scopes, stocks, rests."""

from __future__ import annotations

import re

from starfray.rulebooks.gurps.gcs.words import plainly, read_range, read_shots

#: the strings of a weapon; a sheet has each as printed and, where they differ, as reckoned
STRINGS = ("strength", "reach", "parry", "block", "accuracy", "range", "rate_of_fire", "shots", "recoil", "bulk")


def beyond(words: dict[str, str], blocks: bool) -> list[str]:
    """In words; `blocks` where the book has a block for it."""
    found = [*strength_marks(words["strength"])]
    parries = words["parry"].split()
    found += [f"second parry {each}" for each in parries[1:] if any(letter.isdigit() for letter in each)]
    if not blocks and any(letter.isdigit() for letter in words["block"]):
        found.append(f"a block of {words['block']}, which the book has for shields only")
    scope = re.match(r"^\+?\d{1,3}\s*\+\s*(\d{1,3})", words["accuracy"])
    found += [f"scope +{scope[1]}"] if scope is not None and int(scope[1]) else []
    least = read_range(words["range"]).least
    found += [f"least range {least}"] if least else []
    return [
        *found,
        *fire_marks(words["rate_of_fire"]),
        *shots_marks(words["shots"]),
        *kick_marks(words["recoil"], words["bulk"]),
    ]


def strength_marks(text: str) -> list[str]:
    marks = (("‡", "unready after a blow"), ("b", "a bipod"), ("r", "a rest"))
    return [what for mark, what in marks if mark in text.lower()]


def fire_marks(text: str) -> list[str]:
    plain = plainly(text)
    _, _, second = plain.partition("/")
    number = re.match(r"\s*(\d{1,4}(?:x\d{1,4})?)", second)
    found = [f"second rate of fire {number[1]}"] if number is not None else []
    return found + [what for mark, what in (("!", "automatic fire only"), ("#", "controlled bursts")) if mark in plain]


def shots_marks(text: str) -> list[str]:
    shots = read_shots(text)
    if shots.lasts:
        return [f"each shot lasts {shots.lasts} s"]
    nothing = not shots.magazine and not shots.thrown and not shots.reload
    return [f"shots {text!r}"] if nothing and any(letter.isdigit() for letter in text) else []


def kick_marks(recoil: str, bulk: str) -> list[str]:
    """Recoil of slugs, bulk for giants, a stock that folds."""
    slug = re.match(r"^\d{1,3}\s*/\s*(\d{1,3})", recoil)
    found = [f"recoil of slugs {slug[1]}"] if slug is not None and int(slug[1]) else []
    giant = re.match(r"^\s*[-−–]?\d{1,3}\*?\s*/\s*([-−–]\d{1,3})", bulk)
    found += [f"second bulk {giant[1]}"] if giant is not None else []
    return found + (["a stock that folds"] if "*" in bulk else [])
