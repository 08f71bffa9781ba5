"""Where a room's dice come from: the operating system's randomness, unless the GM wants a fight that can be repeated."""

from __future__ import annotations

import secrets

from starfray.engine.generator_keyed import KEY_BYTES, KeyedGenerator
from starfray.engine.tables.random import Generators


class LiveGenerators(Generators):
    """Three streams with keys of their own, which nobody is told and nothing is written of. A room that is read again, and
    whoever goes on from a save of it, throws fresh dice.
    """

    def __init__(self) -> None:
        super().__init__(0)
        self.open = KeyedGenerator(secrets.token_bytes(KEY_BYTES))
        self.secret = KeyedGenerator(secrets.token_bytes(KEY_BYTES))
        self.policy = KeyedGenerator(secrets.token_bytes(KEY_BYTES))

    def states(self) -> list[int]:
        return [secrets.randbits(64) for _ in range(3)]

    def restore(self, states: list[int]) -> None:
        """There is nothing to go back to."""
