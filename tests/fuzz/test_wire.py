"""A sample of raw bytes to a real server in every test run; `make fuzz` sends a million."""

from __future__ import annotations

import pytest

from tests.fuzz.wire import run


@pytest.mark.slow
def test_five_thousand_raw_inputs_break_nothing() -> None:
    result = run(5000, seed=7)
    assert not result.failures, result.failures[0]
    assert result.tried["HTTP"] > 500
    assert result.tried["socket"] > 500
    assert result.ended["101"] > 50
    assert result.ended["400"] > 50
