"""The check: Difficulty Factor, the success table, degrees, and the shapes in which the percentile die is read."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import atan, floor

from starfray.engine.dice import Bands, Fixed, Shape, Total, Weighted, band_of
from starfray.engine.rules import Table, Tally

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
    "Failure", "Solid Failure", "Notable Failure", "Very Notable Failure", "Amazing Failure",
)  # fmt: skip
SUCCESS = 4  # the last degree that succeeds
FAILURE = 5
SOLID_FAILURE = 6  # produced by a check only where the failure columns are beginnings: hybrid.ruling.solid-failure
#: hybrid.check.degree.effect, in quarters
EFFECT_QUARTERS = (12, 8, 6, 5, 4, 0, -1, -3, -4, -8)


def row_of(df: int) -> int:
    """The printed row at or under the DF; under the table its first row, over it its last. hybrid.check.row-lookup"""
    place = bisect_right(ROWS, df) - 1  # hybrid.ruling.df-above-table
    return ROWS[max(0, place)]  # hybrid.ruling.df-below-table


#: the Success column for every DF from the first row to the last
CHANCES = tuple(SUCCESS_TABLE[row_of(df)] for df in range(ROWS[0], ROWS[-1] + 1))


def by_formula(df: int) -> int:
    """The curve behind the printed column, for DFs under it."""
    return floor(60 * (atan(0.09 * df) + 0.18) + 0.5)


def success_chance(df: int, below: str = "") -> int:
    if df < ROWS[0] and below == "formula":  # hybrid.ruling.df-below-table
        return by_formula(df)
    return CHANCES[max(ROWS[0], min(df, ROWS[-1])) - ROWS[0]]


def columns(chance: int, beginnings: bool = False) -> tuple[int, ...]:
    """The nine bounds between the ten degrees, inclusive. hybrid.check.degree.columns, .failure.columns

    As upper ends (the default) the printed columns leave no room for a Solid Failure. hybrid.ruling.failure-columns
    """
    good = (chance // 20, chance // 10, chance // 4, chance // 2, chance)
    if beginnings:
        return (*good, chance + 49, chance + 74, chance + 99, chance + 124)
    return (*good, chance + 50, chance + 50, chance + 75, chance + 100)


def degree_of(chance: int, die: int, beginnings: bool = False) -> int:
    return band_of(die, columns(chance, beginnings))


def goal_of(chance: int) -> str:
    """What the one who rolls is told to hope for."""
    return f"{max(0, chance)} or less"


class OpenBands(Shape):
    """A percentile die that rolls again and adds on a 100, as long as more could change the band. hybrid.ruling.d100-closed"""

    __slots__ = ("cuts",)

    def __init__(self, cuts: tuple[int, ...], chance: int, name: str = "open 1d100") -> None:
        super().__init__(f"{name}<={'/'.join(str(cut) for cut in cuts)}", goal_of(chance))
        self.cuts = cuts

    def next_die(self, faces: list[int]) -> int:
        if not faces:
            return 100
        return 100 if faces[-1] == 100 and sum(faces) < self.cuts[-1] else 0

    def read(self, faces: list[int]) -> int:
        return band_of(sum(faces), self.cuts)

    def find_classes(self) -> list[Weighted]:
        depth = 1
        while 100 * depth < self.cuts[-1]:
            depth += 1
        found: dict[int, Weighted] = {}
        for level in range(depth):
            for face in range(1, 101):
                faces = [100] * level + [face]
                if self.next_die(faces):
                    continue
                ways = 100 ** (depth - 1 - level)
                band = found.setdefault(self.read(faces), Weighted(self.read(faces), 0, faces))
                band.weight += ways
        return list(found.values())


@lru_cache(maxsize=4096)
def percent_bands(chance: int, cuts: tuple[int, ...], open_ended: bool = False) -> Shape:
    """A percentile die read by these bounds; up to the chance it succeeds."""
    if open_ended:
        return OpenBands(cuts, chance)
    shape = Bands(1, 100, cuts)
    shape.goal = goal_of(chance)
    return shape


@lru_cache(maxsize=1024)
def percentile(chance: int) -> Shape:
    """A percentile die whose very face counts."""
    shape = Total(1, 100)
    shape.goal = goal_of(chance)
    return shape


class Margin(Fixed):
    """The die read as SN = chance - die where it succeeds (hybrid.ruling.sn). Where it fails: -1, or with bounds between the
    failures -1 for the first of them, -2 for the next and so on.
    """

    __slots__ = ("bounds", "chance")

    def __init__(self, chance: int, bounds: tuple[int, ...]) -> None:
        super().__init__(f"SN of 1d100<={'/'.join(str(cut) for cut in (chance, *bounds))}", 1, 100)
        self.goal = goal_of(chance)
        self.chance = chance
        self.bounds = bounds

    def read(self, faces: list[int]) -> int:
        die = faces[0]
        return self.chance - die if die <= self.chance else -1 - band_of(die, self.bounds)

    def find_classes(self) -> list[Weighted]:
        found: dict[int, Weighted] = {}
        for face in range(1, 101):
            margin = self.read([face])
            found.setdefault(margin, Weighted(margin, 0, [face])).weight += 1
        return list(found.values())


class OpenMargin(OpenBands):
    """Read like a Margin, of a die that rolls again and adds on a 100."""

    __slots__ = ()

    def read(self, faces: list[int]) -> int:
        rolled = sum(faces)
        return self.cuts[0] - rolled if rolled <= self.cuts[0] else -1 - band_of(rolled, self.cuts[1:])


@lru_cache(maxsize=1024)
def margin_shape(chance: int) -> Margin:
    return Margin(chance, ())


@lru_cache(maxsize=1024)
def margin_and_degree(chance: int, beginnings: bool, open_ended: bool) -> Shape:
    """SN, and the degrees of failure apart from each other."""
    bounds = columns(chance, beginnings)[FAILURE:]
    return OpenMargin((chance, *bounds), chance, "SN of open 1d100") if open_ended else Margin(chance, bounds)


def is_open(table: Table) -> bool:
    """A percentile die is closed, unless the table plays it open-ended. hybrid.ruling.d100-closed"""
    return table.state.ruling("d100-closed") == "open"


def begins(table: Table) -> bool:
    """Are the columns of failure beginnings? hybrid.ruling.failure-columns"""
    return table.state.ruling("failure-columns") == "beginnings"


def roll_degree(table: Table, rule: str, who: str, chance: Tally) -> int:
    """0 Amazing Success to 9 Amazing Failure. hybrid.ruling.roll-or-less, hybrid.ruling.degree-after-percent"""
    cuts = columns(chance.total, begins(table))
    return table.roll(rule, who, percent_bands(chance.total, cuts, is_open(table)), chance)


def cut_at(table: Table, chance: int, *cuts: int) -> Shape:
    """A percentile die read by these bounds; up to the chance it succeeds."""
    return percent_bands(chance, cuts, is_open(table))


def passed(table: Table, rule: str, who: str, chance: Tally) -> bool:
    return table.roll(rule, who, cut_at(table, chance.total, chance.total), chance) == 0


def tell_opposed(table: Table, whom: str, chance: Tally, sn: int) -> None:
    """Right after the roll of the one who opposes: by how much it was made before the other's SN was taken off, and that SN.

    hybrid.oppose.sn
    """
    if table.explains:
        table.against(whom, chance.total + sn - sum(table.last_faces()), sn, "SN")


def roll_margin(table: Table, rule: str, who: str, chance: Tally) -> int:
    """SN, or -1 for a failure. hybrid.ruling.sn"""
    return table.roll(rule, who, margin_shape(chance.total), chance)


def roll_both(table: Table, rule: str, who: str, chance: Tally) -> tuple[int, int]:
    """SN (-1 for a failure) and degree of one roll, where both matter."""
    beginnings = begins(table)
    margin = table.roll(rule, who, margin_and_degree(chance.total, beginnings, is_open(table)), chance)
    if margin < 0:
        return -1, SUCCESS - margin
    return margin, degree_of(chance.total, chance.total - margin, beginnings)


def chance_of(table: Table, df: Tally) -> Tally:
    """The success chance a DF gives, as a tally in percentage points to add to. hybrid.ruling.chance-order"""
    chance = Tally(table.explains)
    note = f"DF {df}" if df.explains else ""
    rule = "hybrid.ruling.df-below-table" if df.total < ROWS[0] else "hybrid.check.success-table"
    chance.add(success_chance(df.total, table.state.ruling("df-below-table")), rule, note)
    return chance


def take_share(chance: Tally, above: int, below: int, rule: str, note: str) -> None:
    """Multiply a chance by a fraction, rounded down. hybrid.ruling.rounding"""
    chance.add(chance.total * above // below - chance.total, rule, note)
