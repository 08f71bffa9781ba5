"""A sample of the fuzzer in every test run; `make fuzz` does the rest."""

from __future__ import annotations

import pytest

from tests.fuzz.run import run

pytestmark = pytest.mark.slow


def test_two_thousand_bad_inputs_are_refused_or_fine() -> None:
    result = run(2000, seed=2026)
    assert not result.failures, result.failures[0]
    assert result.ended["fine"] > 100
    assert result.ended["BadInput"] > 500
    assert len(result.tried) >= 15
