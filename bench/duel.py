"""The duels of the bench as plain numbers, which every version of them reads.

KNOWN is the duel whose chance is known to the last digit, played by its own rules: an attack roll of 3 does the most the dice
can, a critical miss stuns, reeling halves the parry, a major wound stuns or fells, and staying awake is a plain roll.
PLAIN is examples/gurps-plain-duel.toml, by the book: no blow is a major wound, and the critical tables are plain.
"""

from __future__ import annotations

import math
from typing import NamedTuple

KNOWN_CHANCE = 0.5468376067191989
CERTAIN = 1.96  # standard errors in half of a 95 % interval
FAR = 4.5  # standard errors no right program strays
BLOCK = 20_000


class Person(NamedTuple):
    skill: int
    defence: int
    ht: int
    hp: int
    dr: int
    dice: int
    adds: int
    least: int  # of basic damage
    halves: int  # wounding, in halves


class Duel(NamedTuple):
    first: Person
    second: Person
    other: bool  # by its own rules, not by the book


class Fought(NamedTuple):
    """Fights that the first began, how many of them he won, the turns all of them took, and the seconds."""

    fights: int
    wins: int
    turns: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.fights / self.seconds


KNOWN = Duel(Person(14, 10, 11, 12, 3, 2, 0, 0, 3), Person(13, 9, 12, 13, 4, 2, 1, 0, 2), True)
PLAIN = Duel(Person(14, 10, 11, 2, 3, 1, -1, 1, 3), Person(13, 9, 12, 2, 4, 1, -2, 0, 2), False)


def half_width(wins: int, fights: int) -> float:
    """Of the 95 % interval around a share."""
    share = wins / fights
    return CERTAIN * math.sqrt(share * (1 - share) / fights)


def strays(fought: Fought, chance: float) -> float:
    """How many standard errors the share that was won lies from the chance."""
    return (fought.wins / fought.fights - chance) / math.sqrt(chance * (1 - chance) / fought.fights)
