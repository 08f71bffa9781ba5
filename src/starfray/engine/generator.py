"""The generator dice fall from: 64 bits, one per fight and purpose, only moving forward (the steps are SplitMix64's)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from starfray.engine.compiled import COMPILED

UNSIGNED: Final = (1 << 64) - 1
#: Compiled, a number has 64 bits by itself, the first being its sign; interpreted, it has to be cut to 64.
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
        z: i64 = (self.bits + GAMMA) & CUT
        self.bits = z
        z = ((z ^ ((z >> 30) & 0x3FFFFFFFF)) * FIRST) & CUT
        z = ((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * SECOND) & CUT
        return z ^ ((z >> 31) & 0x1FFFFFFFF)

    def below(self, count: i64) -> int:
        """One of 0 to count - 1, for counts below two thousand million: the upper 64 bits of bits times count."""
        z = self.draw()
        return (((z >> 32) & LOW) * count + (((z & LOW) * count) >> 32)) >> 32

    def die(self, sides: i64) -> int:
        return self.below(sides) + 1

    def dice(self, count: int, sides: i64) -> list[int]:
        """So many dice at once: the same as one after the other, without the way to and fro."""
        faces = []
        bits: i64 = self.bits
        for _ in range(count):
            bits = (bits + GAMMA) & CUT
            z: i64 = ((bits ^ ((bits >> 30) & 0x3FFFFFFFF)) * FIRST) & CUT
            z = ((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * SECOND) & CUT
            z ^= (z >> 31) & 0x1FFFFFFFF
            faces.append(int(((((z >> 32) & LOW) * sides + (((z & LOW) * sides) >> 32)) >> 32) + 1))
        self.bits = bits
        return faces

    def sum(self, count: int, sides: i64) -> int:
        """What so many dice add up to, if nobody wants to see them."""
        total = 0
        for _ in range(count):
            total += self.die(sides)
        return total
