"""Ratings by Bradley and Terry: what the results of policies against each other say about how strong each is.

The odds that one policy beats another are the ratio of their strengths, times what the fight itself gives to its first side. On
the scale of Elo 400 points are odds of 10 to 1. Draws count as half a win for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from starfray.sim.result import Z

ELO = 400 / log(10)
PRIOR = 3.0  # standard deviation (about 520 Elo) of a rating before anything is played: keeps one that always wins finite
STEPS = 50


@dataclass(frozen=True, slots=True)
class Match:
    """Fights of one kind: `first` and `second` decide for the fight's first and second side."""

    fight: str
    first: str
    second: str
    fights: int
    points: float  # of the first: wins and half of the draws


@dataclass(frozen=True, slots=True)
class Rating:
    """In Elo above the first policy, with a 95 % interval; `points` is the share over all its fights."""

    name: str
    elo: float
    low: float
    high: float
    fights: int
    points: float


def ratings(matches: Sequence[Match], policies: Sequence[str]) -> list[Rating]:
    """The first of the policies stands at 0. Matches of a policy against itself say how much the fight favours a side."""
    fights = list(dict.fromkeys(match.fight for match in matches))
    places = {name: place for place, name in enumerate([*policies[1:], *(f"fight {fight}" for fight in fights)])}
    values = [0.0] * len(places)
    spread = [[0.0] * len(places) for _ in places]
    for _ in range(STEPS):
        slope, spread = _newton(matches, places, values)
        step = [sum(row[place] * slope[place] for place in range(len(slope))) for row in spread]
        values = [value + max(-1.0, min(1.0, change)) for value, change in zip(values, step, strict=True)]
        if max(map(abs, step), default=0.0) < 1e-10:
            break
    found = []
    for name in policies:
        place = places.get(name)
        value, error = (values[place], sqrt(spread[place][place])) if place is not None else (0.0, 0.0)
        own = [(match.fights, match.points) for match in matches if match.first == name]
        own += [(match.fights, match.fights - match.points) for match in matches if match.second == name]
        count = sum(fights for fights, _ in own)
        share = sum(points for _, points in own) / count if count else 0.0
        found.append(Rating(name, ELO * value, ELO * (value - Z * error), ELO * (value + Z * error), count, share))
    return found


def _newton(matches: Sequence[Match], places: dict[str, int], values: list[float]) -> tuple[list[float], list[list[float]]]:
    """The slope of the log-likelihood, and the inverse of its curvature."""
    size = len(values)
    slope = [-value / PRIOR**2 for value in values]
    curve = [[1 / PRIOR**2 if row == column else 0.0 for column in range(size)] for row in range(size)]
    for match in matches:
        signs: dict[int, float] = {places[f"fight {match.fight}"]: 1.0}
        for name, sign in ((match.first, 1.0), (match.second, -1.0)):
            if name in places:
                signs[places[name]] = signs.get(places[name], 0.0) + sign
        chance = 1 / (1 + exp(-sum(sign * values[place] for place, sign in signs.items())))
        for row, sign in signs.items():
            slope[row] += sign * (match.points - match.fights * chance)
            for column, other in signs.items():
                curve[row][column] += sign * other * match.fights * chance * (1 - chance)
    return slope, inverse(curve)


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By elimination; the matrix is positive definite."""
    size = len(matrix)
    rows = [[*row, *(1.0 if place == column else 0.0 for column in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [each / pivot for each in rows[place]]
        for other in range(size):
            factor = rows[other][place]
            if other != place and factor:
                rows[other] = [each - factor * lead for each, lead in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]
