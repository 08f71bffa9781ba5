"""Sheets with anything in them: a combatant that loads, or an error that says in which file and what was expected."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starfray.engine.errors import BadInput
from starfray.sheets import import_sheet, try_out
from tests.gurps.gcs_sheets import EVERYBODY, data

ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(-5, 40), st.floats(), st.text(max_size=8),
    st.sampled_from([[], {}, [None], [[]], {"calc": 3}, "1d cr", "HT-2 aff", "9999999d", "1d+999999x999999 cut", "x/x",
                     "C,1-99999999", "\ud800", "∞", "2x9", "T", "1 mi", 10**400, "1e999", "nan",
                     [{"id": "W", "calc": {"level": 9}}]]),
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in it: the container and the key or index."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        each = waiting.pop()
        keys = list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        for key in keys:
            found.append((each, key))
            waiting.append(each[key])
    return found


def read(text: bytes) -> None:
    refused = ""
    try:
        book, imported = import_sheet(text, "odd.gcs")
    except BadInput as error:
        refused, place = error.expected or error.field, error.file
    if refused:
        assert place == "odd.gcs"
    else:
        assert try_out(book, imported.row).state.roster[imported.row["id"]].max_hp > 0


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(EVERYBODY)), st.lists(st.tuples(st.integers(0, 10_000), ODD), min_size=1, max_size=6))
def test_any_value_at_any_place_is_read_or_refused(name: str, changes: list[tuple[int, Any]]) -> None:
    whole = copy.deepcopy(EVERYBODY[name]())
    for place, value in changes:
        spots = places(whole)
        container, key = spots[place % len(spots)]
        container[key] = copy.deepcopy(value)
    read(json.dumps(whole).encode())


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(EVERYBODY)), st.lists(st.integers(0, 10_000), min_size=1, max_size=30))
def test_a_sheet_with_things_missing_is_read_or_refused(name: str, missing: list[int]) -> None:
    whole = copy.deepcopy(EVERYBODY[name]())
    for place in missing:
        spots = [(container, key) for container, key in places(whole) if isinstance(container, dict)]
        if spots:
            container, key = spots[place % len(spots)]
            del container[key]
    read(data(whole))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 5_000), st.binary(max_size=6))
def test_a_file_cut_off_or_scratched_is_read_or_refused(at: int, scratch: bytes) -> None:
    whole = data(EVERYBODY["archer"]())
    at %= len(whole)
    read(whole[:at] + scratch)
    read(whole[:at] + scratch + whole[at + len(scratch) :])
