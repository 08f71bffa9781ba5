"""The generator for live play: fair, keyed, and like any other to whoever draws."""

from __future__ import annotations

from collections import Counter

import pytest

from starfray.engine.generator_keyed import KeyedGenerator


def test_the_same_key_gives_the_same_dice_and_another_key_others() -> None:
    one, two, other = KeyedGenerator(b"k" * 32), KeyedGenerator(b"k" * 32), KeyedGenerator(b"l" * 32)
    dice = one.dice(100, 6)
    assert dice == [two.die(6) for _ in range(100)]
    assert dice != other.dice(100, 6)


def test_every_way_to_draw_takes_the_same_numbers() -> None:
    one, two = KeyedGenerator(b"k" * 32), KeyedGenerator(b"k" * 32)
    assert one.sum(50, 20) == sum(two.dice(50, 20))
    assert one.next64() == two.next64()
    assert one.below(7) == two.below(7)


def test_the_dice_are_fair() -> None:
    count = Counter(KeyedGenerator(bytes(range(32))).dice(60_000, 6))
    assert set(count) == {1, 2, 3, 4, 5, 6}
    assert sum((found - 10_000) ** 2 / 10_000 for found in count.values()) < 20.5  # chi square, 5 degrees: one in a thousand


def test_a_short_key_is_no_key() -> None:
    with pytest.raises(ValueError, match="32"):
        KeyedGenerator(b"short")
