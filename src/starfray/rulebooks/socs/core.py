"""Success rolls on 3d6 with their criticals, and the Quick Contest."""

from __future__ import annotations

from starfray.engine.dice import Bands, bands, total
from starfray.engine.rules import Table, Tally

CRITICAL, SUCCESS, FAILURE, CRITICAL_FAILURE = 0, 1, 2, 3
DEGREES = ("critical success", "success", "failure", "critical failure")


def critical_cut(skill: int) -> int:
    """3 and 4 are always critical successes, 5 with an effective skill of 15, 6 with 16 or more."""
    return 6 if skill >= 16 else 5 if skill >= 15 else 4


def success_cut(skill: int) -> int:
    """A total up to the effective skill succeeds; 3 and 4 always do, 17 and 18 never."""
    return max(critical_cut(skill), min(skill, 16))


def failure_cut(skill: int) -> int:
    """18 is always a critical failure, 17 with an effective skill of 15 or less."""
    return 17 if skill >= 16 else 16


def four_degrees(skill: int) -> Bands:
    return bands(3, 6, critical_cut(skill), success_cut(skill), failure_cut(skill))


def hit_or_miss(skill: int) -> Bands:
    """Critical success, success, anything else: for rolls whose critical failure is a plain failure."""
    return bands(3, 6, critical_cut(skill), success_cut(skill))


def plain_success(skill: int) -> Bands:
    """0 success, 1 failure: for rolls whose criticals are plain ones."""
    return bands(3, 6, success_cut(skill))


def check(table: Table, rule: str, who: str, tally: Tally) -> int:
    """A success roll; gives one of the four degrees."""
    return table.roll(rule, who, four_degrees(tally.total), tally)


def contest_roll(table: Table, rule: str, who: str, tally: Tally) -> tuple[int, int]:
    """One side of a Quick Contest: its signed margin, and its degree.

    A success counts as made by at least 0, a failure as missed by at least 1.
    """
    rolled = table.roll(rule, who, total(3, 6), tally)
    margin, skill = tally.total - rolled, tally.total
    if rolled <= success_cut(skill):
        return max(0, margin), CRITICAL if rolled <= critical_cut(skill) else SUCCESS
    return min(-1, margin), CRITICAL_FAILURE if rolled > failure_cut(skill) else FAILURE
