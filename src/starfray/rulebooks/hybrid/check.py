"""The check: Difficulty Factor, the success table, degrees, and the shapes in which the percentile die is read."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from starfray.engine.dice import Bands, Fixed, Weighted, bands
from starfray.engine.table import Table
from starfray.engine.values import Tally

#: hybrid.check.success-table: DF → Success column, as printed
SUCCESS_TABLE = {
    -2: 0, -1: 5, 0: 11, 1: 16, 2: 21, 3: 27, 4: 32, 5: 36, 6: 41, 7: 45, 8: 48, 9: 52, 10: 55, 11: 58, 12: 60, 13: 63,
    14: 65, 15: 67, 16: 69, 17: 70, 18: 72, 19: 73, 20: 75, 21: 76, 22: 77, 23: 78, 24: 79, 25: 80, 26: 81, 27: 82, 29: 83,
    30: 84, 32: 85, 33: 86, 35: 87, 37: 88, 40: 89, 42: 90, 45: 91, 49: 92, 53: 93, 58: 94, 63: 95, 70: 96, 78: 97, 88: 98,
    102: 99, 120: 100, 147: 101, 188: 102, 262: 103,
}  # fmt: skip
ROWS = tuple(SUCCESS_TABLE)

DEGREES = (
    "Amazing Success", "Very Notable Success", "Notable Success", "Solid Success", "Success",
    "Failure", "Notable Failure", "Very Notable Failure", "Amazing Failure",
)  # fmt: skip
SUCCESS = 4  # the last degree that succeeds
#: hybrid.check.degree.effect, in quarters. Solid Failure is never produced by a check (hybrid.ruling.solid-failure).
EFFECT_QUARTERS = (12, 8, 6, 5, 4, 0, -3, -4, -8)


def row_of(df: int) -> int:
    """The printed row at or under the DF; under the table its first row, over it its last. hybrid.check.row-lookup"""
    place = bisect_right(ROWS, df) - 1  # hybrid.ruling.df-above-table
    return ROWS[max(0, place)]  # hybrid.ruling.df-below-table


def success_chance(df: int) -> int:
    return SUCCESS_TABLE[row_of(df)]


def columns(chance: int) -> tuple[int, ...]:
    """The eight bounds between the nine degrees, inclusive. hybrid.check.degree.columns, .failure.columns"""
    good = (chance // 20, chance // 10, chance // 4, chance // 2, chance)
    return (*good, chance + 50, chance + 75, chance + 100)


def degree_shape(chance: int) -> Bands:
    """The die read as a degree, 0 Amazing Success to 8 Amazing Failure. hybrid.ruling.roll-or-less"""
    return bands(1, 100, *columns(chance))


def pass_shape(chance: int) -> Bands:
    """The die read as 0 made, 1 failed."""
    return bands(1, 100, chance)


class Margin(Fixed):
    """The die read as SN = chance - die where it succeeds (hybrid.ruling.sn), as -1 where it fails."""

    __slots__ = ("chance",)

    def __init__(self, chance: int) -> None:
        super().__init__(f"SN of 1d100<={chance}", 1, 100)
        self.chance = chance

    def read(self, faces: list[int]) -> int:
        return max(-1, self.chance - faces[0])

    def find_classes(self) -> list[Weighted]:
        made = [Weighted(self.chance - face, 1, [face]) for face in range(1, min(self.chance, 100) + 1)]
        missed = 100 - len(made)
        return [*made, Weighted(-1, missed, [100])] if missed else made


@lru_cache(maxsize=512)
def margin_shape(chance: int) -> Margin:
    return Margin(chance)


def degree_of(chance: int, die: int) -> int:
    for degree, bound in enumerate(columns(chance)):
        if die <= bound:
            return degree
    return len(DEGREES) - 1


def chance_of(table: Table, df: Tally) -> Tally:
    """The success chance a DF gives, as a tally in percentage points to add to. hybrid.ruling.chance-order"""
    chance = Tally(table.keeps)
    note = f"DF {df}" if df.keeps else ""
    chance.add(success_chance(df.total), "hybrid.check.success-table", note)
    return chance


def take_share(chance: Tally, above: int, below: int, rule: str, note: str) -> None:
    """Multiply a chance by a fraction, rounded down. hybrid.ruling.rounding"""
    chance.add(chance.total * above // below - chance.total, rule, note)
