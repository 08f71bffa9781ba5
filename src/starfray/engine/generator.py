"""The random numbers behind the dice: 64 bits, one per fight and purpose, only moving forward (the steps are SplitMix64's)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from starfray.engine.compiled import COMPILED

UNSIGNED: Final = (1 << 64) - 1
#: In the compiled build integers are signed and have 64 bits; in plain Python they must be cut to 64.
CUT: Final[i64] = -1 if COMPILED else UNSIGNED
LOW: Final[i64] = 0xFFFFFFFF
GAMMA: Final[i64] = -0x61C8864680B583EB  # 0x9E3779B97F4A7C15 less 2 to the 64th, so the next two
FIRST: Final[i64] = -0x40A7B892E31B1A47
SECOND: Final[i64] = -0x6B2FB644ECCEEE15


class Generator:
    """Numbers drawn one after the other; the same seed gives the same ones, compiled or not."""

    __slots__ = ("bits",)

    def __init__(self, seed: int) -> None:
        self.bits: i64 = 0
        self.state = seed

    @property
    def state(self) -> int:
        """Where the generator stands, as a number of 0 or more."""
        return int(self.bits) & UNSIGNED

    @state.setter
    def state(self, number: int) -> None:
        number &= UNSIGNED
        self.bits = number - UNSIGNED - 1 if COMPILED and number >> 63 else number

    def next64(self) -> int:
        return int(self.draw()) & UNSIGNED

    def draw(self) -> i64:
        """The next 64 bits."""
        self.bits = (self.bits + GAMMA) & CUT
        return mixed(self.bits)

    def below(self, count: i64) -> int:
        """One of 0 to count - 1, for counts below two thousand million."""
        return int(upper(self.draw(), count))

    def die(self, sides: i64) -> int:
        return self.below(sides) + 1

    def dice(self, count: int, sides: i64) -> list[int]:
        """Several dice at once, the same as one after the other but faster."""
        faces = []
        bits: i64 = self.bits
        for _ in range(count):
            bits = (bits + GAMMA) & CUT
            faces.append(int(upper(mixed(bits), sides) + 1))
        self.bits = bits
        return faces

    def sum(self, count: int, sides: i64) -> int:
        """The sum of several dice, without the faces."""
        total: i64 = 0
        bits: i64 = self.bits
        for _ in range(count):
            bits = (bits + GAMMA) & CUT
            total += upper(mixed(bits), sides) + 1
        self.bits = bits
        return int(total)


def mixed(bits: i64) -> i64:
    """The output of the generator in this state."""
    z: i64 = ((bits ^ ((bits >> 30) & 0x3FFFFFFFF)) * FIRST) & CUT
    z = ((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * SECOND) & CUT
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


def upper(bits: i64, count: i64) -> i64:
    """The upper 64 bits of the 128 of bits times count."""
    return (((bits >> 32) & LOW) * count + (((bits & LOW) * count) >> 32)) >> 32
