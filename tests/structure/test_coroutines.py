"""Tests may run in any order, in one process."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_no_test_starts_an_event_loop_in_the_thread_where_page_tests_have_one() -> None:
    started = "asyncio.run" + "("
    modules = [*TESTS.rglob("test_*.py"), *TESTS.rglob("conftest.py")]
    assert [str(path.relative_to(TESTS)) for path in modules if started in path.read_text(encoding="utf-8")] == []
