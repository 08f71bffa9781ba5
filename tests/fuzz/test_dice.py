"""The verifier agrees with fights and finds what was tampered with; `make fuzz` does ten thousand."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.fuzz.dice import tried
from tests.fuzz.tampering import TAMPERINGS


@pytest.mark.slow  # two dozen fights, each with its tampered exports
def test_the_verifier_agrees_and_finds_every_tampering() -> None:
    result = Counter[str]()
    failures = [failure for seed in range(24) for failure in tried(seed, result)]
    assert not failures, failures[0]
    assert result["throws"] > 500
    assert {name for name in result if name.startswith("tampered")} == {f"tampered: {each.__name__}" for each in TAMPERINGS}
