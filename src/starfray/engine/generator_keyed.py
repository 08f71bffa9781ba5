"""The generator dice fall from where people play for real: a keyed hash of a counter. Without the key nobody can tell the next
die from all the dice before it, and two generators with keys of their own have nothing to do with each other.
"""

from __future__ import annotations

from hashlib import blake2b

from mypy_extensions import i64

from starfray.engine.compiled import COMPILED
from starfray.engine.generator import Generator, upper

KEY_BYTES = 32
BLOCK = 64  # bytes of one hash: eight draws


class KeyedGenerator(Generator):
    """Draws like any other generator, from BLAKE2b with a secret key."""

    __slots__ = ("block", "counter", "key", "used")

    def __init__(self, key: bytes) -> None:
        super().__init__(0)
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")
        self.key = key
        self.counter = 0
        self.block = b""
        self.used = BLOCK

    @property
    def drawn(self) -> int:
        """How many numbers were drawn so far."""
        return (self.counter * BLOCK - BLOCK + self.used) // 8

    def skip(self, count: int) -> None:
        """Go on as if so many numbers more had been drawn."""
        place = self.drawn + count
        self.counter, self.used = place * 8 // BLOCK, BLOCK
        for _ in range(place % (BLOCK // 8)):
            self.draw()

    def draw(self) -> i64:
        if self.used >= BLOCK:
            self.block = blake2b(self.counter.to_bytes(16, "little"), key=self.key, digest_size=BLOCK).digest()
            self.counter += 1
            self.used = 0
        bits: i64 = int.from_bytes(self.block[self.used : self.used + 8], "little", signed=COMPILED)
        self.used += 8
        return bits

    def dice(self, count: int, sides: i64) -> list[int]:
        return [int(upper(self.draw(), sides) + 1) for _ in range(count)]

    def sum(self, count: int, sides: i64) -> int:
        total = 0
        for _ in range(count):
            total += int(upper(self.draw(), sides) + 1)
        return total
