"""Each transformer by itself: what comes out is what its docstring says, and does the same."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from native.pipeline import TRANSFORMERS
from native.transformers.acyclic import Acyclic, is_acyclic
from native.transformers.cached_lists import CachedLists
from native.transformers.constants import Constants
from native.transformers.dict_values import DictValues
from native.transformers.free_lists import FreeLists
from native.transformers.function_caches import FunctionCaches
from native.transformers.lazy_notes import LazyNotes
from native.transformers.open_classes import OpenClasses
from native.transformers.rosters import Rosters
from native.transformers.short_tuples import ShortTuples
from native.transformers.starred_members import StarredMembers
from native.transformers.strict_zip import StrictZip
from native.transformers.table_marks import TableMarks
from native.transformers.wide_integers import WideIntegers

from starfray.engine import values
from starfray.engine.compiled import COMPILED, same_length
from starfray.engine.dice import Total
from starfray.engine.errors import Refused
from starfray.engine.position import Combatant, Position
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.state import Fighter
from tests.native.through import plain, through


@pytest.mark.parametrize("transformer", TRANSFORMERS)
def test_every_transformer_shows_what_it_changes(transformer: type) -> None:
    said = (transformer.__doc__ or "").lower()
    assert "before" in said
    assert "after" in said


# --- function caches ---------------------------------------------------------------------------------------------

HALF = """
calls = []

@lru_cache(maxsize=2)
def half(a: int, b: str) -> object:
    calls.append(a)
    return None if a else b
"""


def test_a_cached_function_looks_into_a_dict_of_its_own() -> None:
    scope: dict[str, object] = {}
    exec("from typing import Any as _Any\n" + through(FunctionCaches, HALF), scope)
    half, calls = scope["half"], scope["calls"]
    assert callable(half)
    assert [half(a, "x") for a in (1, 1, 0, 2, 2, 1)] == [None, None, "x", None, None, None]
    assert calls == [1, 0, 2, 1]  # two fit in, then it is empty again


@pytest.mark.parametrize(
    "text",
    [
        "@lru_cache(maxsize=2)\ndef half(a: int) -> int:\n    return a // 2\n\nhalf.cache_clear()\n",
        "@lru_cache(maxsize=2)\ndef half(a: int=3) -> int:\n    return a // 2\n",
        "@lru_cache(maxsize=2)\ndef half(*a: int) -> int:\n    return a[0] // 2\n",
        "@other\ndef half(a: int) -> int:\n    return a // 2\n",
    ],
)
def test_caches_that_are_cleared_or_have_odd_parameters_stay(text: str) -> None:
    assert through(FunctionCaches, text) == plain(text)


# --- notes and marks ---------------------------------------------------------------------------------------------


def test_a_note_is_formatted_only_where_it_is_kept() -> None:
    text = (
        'tally.add(2, "x.y", f"a{b}" if c else "")\nself.tally.add_part(2, "x.y", f"{b}")\n'
        'tally.add(n, "x.y", counted(n, "z"))\n'
    )
    assert through(LazyNotes, text) == plain(
        'tally.add(2, "x.y", (f"a{b}" if c else "") if tally.explains else "")\n'
        'self.tally.add_part(2, "x.y", f"{b}" if self.tally.explains else "")\n'
        'tally.add(n, "x.y", counted(n, "z") if tally.explains else "")\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        'tally.add(2, "x.y", "constant")',
        'made().add(2, "x.y", f"{b}")',  # asking twice would make two
        'names.add(f"{b}")',
        'table.emit("x.y", a, note=f"{a}")',  # events reach every table as they are
    ],
)
def test_other_notes_stay(text: str) -> None:
    assert through(LazyNotes, text) == plain(text)


def test_marks_are_skipped_where_nobody_listens_and_events_are_not() -> None:
    text = 'table.merge("x", (a, b))\nif a:\n    table.leave()\ntable.emit("x", a, number=2)\nother.merge("x")\n'
    assert through(TableMarks, text) == plain(
        'if table.listens:\n    table.merge("x", (a, b))\nif a:\n    if table.listens:\n        table.leave()\n'
        'table.emit("x", a, number=2)\nother.merge("x")\n'
    )


# --- loops -------------------------------------------------------------------------------------------------------


def test_loops_over_the_values_of_a_dict_run_over_a_list() -> None:
    text = "for a in held.values():\n    found = [b for b in (c or d).values() if b in a.values()]\n"
    assert through(DictValues, text) == plain(
        "for a in list(held.values()):\n    found = [b for b in list((c or d).values()) if b in a.values()]\n"
    )


def test_strict_pairs_are_checked_before_the_loop() -> None:
    text = "found = [(a, b, c) for a, b, c in zip(held.names, shares, costs, strict=True)]\n"
    written = through(StrictZip, text)
    assert written == plain(
        "found = [(a, b, c) for a, b, c in "
        "zip(held.names, _same_length(held.names, shares), _same_length(held.names, costs))]\n"
    )
    scope = {"_same_length": same_length, "held": SimpleNamespace(names="xy"), "shares": [1, 2], "costs": (3, 4)}
    exec(written, scope)
    assert scope["found"] == [("x", 1, 3), ("y", 2, 4)]
    with pytest.raises(ValueError, match="zip"):
        exec(written, {**scope, "costs": (3,)})


@pytest.mark.parametrize("text", ["zip(made(), b, strict=True)", "zip(a, b)", "zip(*a, strict=True)"])
def test_pairs_that_are_not_strict_or_would_be_asked_twice_stay(text: str) -> None:
    assert through(StrictZip, text) == plain(text)


def test_rules_walk_through_the_roster_by_the_list_its_position_keeps() -> None:
    text = "found = [a for a in self.state.roster.values()] + list(state.roster.values())\nfor a in roster.values(): pass\n"
    assert through(Rosters, text) == plain(
        "found = [a for a in self.state.everyone()] + list(state.roster.values())\nfor a in roster.values(): pass\n"
    )
    assert through(Rosters, text, "starfray.engine.setup") == plain(text)


def test_rules_that_count_the_roster_walk_through_the_same_list() -> None:
    text = "for place, a in enumerate(state.roster.values()): pass\nfor place, a in enumerate(names): pass\n"
    assert through(Rosters, text) == plain(
        "for place, a in enumerate(state.everyone()): pass\nfor place, a in enumerate(names): pass\n"
    )


def test_a_list_that_is_kept_is_made_anew_when_its_field_changes() -> None:
    text = """
class Held:
    def __init__(self):
        self.roster = {"a": 1}
    @kept_with("roster")
    def everyone(self) -> list[int]:
        return list(self.roster.values())
"""
    scope: dict[str, object] = {}
    exec("from __future__ import annotations\n" + through(CachedLists, text), scope)
    made = scope["Held"]
    assert callable(made)
    held = made()
    first = held.everyone()
    assert held.everyone() is first
    held.roster["b"] = 2
    assert held.everyone() == [1, 2]
    held.roster = {"c": 3, "d": 4}
    assert held.everyone() == [3, 4]


# --- constants ---------------------------------------------------------------------------------------------------


def test_constants_are_final_and_types_under_another_name_are_not() -> None:
    text = """
LIMIT = 3
NEAR, FAR = range(2)
WORDS = ("a", "b")
MIXED = ("a", 1)
PARTS = ((1, 0.5),)
ROWS: dict[str, int] = {"a": 1}
POINT = tuple[float, float]
T = TypeVar("T")
Path = list[int]
KNOWN: Final = 3
"""
    known = {"LIMIT": 3, "WORDS": ("a", "b"), "MIXED": ("a", 1), "PARTS": ((1, 0.5),)}
    assert through(Constants, text, module=known).splitlines() == [
        "LIMIT: _Final = 3",
        "NEAR: _Final = 0",
        "FAR: _Final = 1",
        "WORDS: _Final[tuple[str, ...]] = ('a', 'b')",
        "MIXED: _Final = ('a', 1)",
        "PARTS: _Final[tuple[_Any, ...]] = ((1, 0.5),)",
        "ROWS: _Final[dict[str, int]] = {'a': 1}",
        "POINT = tuple[float, float]",
        "T = TypeVar('T')",
        "Path = list[int]",
        "KNOWN: Final = 3",
    ]


def test_the_word_of_a_kind_of_action_stands_where_its_class_is_asked() -> None:
    known = {"Fire": type("Fire", (), {"KIND": "fire"}), "table": SimpleNamespace(KIND="x")}
    text = "a = Fire.KIND\nb = table.KIND\nc = action.KIND\nd = Fire.RULE\n"
    assert through(Constants, text, module=known) == plain("a = 'fire'\nb = table.KIND\nc = action.KIND\nd = Fire.RULE\n")


def test_integers_of_64_bits_are_put_together_from_halves() -> None:
    text = "BIG: Final[i64] = -0x61C8864680B583EB\nLOW: Final[i64] = 0xFFFFFFFF\nz = (BIG + LOW) * BIG\n"
    last = through(WideIntegers, text).splitlines()[-1]
    assert last.count("i64(") == 2
    assert "LOW" in last
    assert eval(last[4:], {"i64": int, "LOW": 0xFFFFFFFF}) == (-0x61C8864680B583EB + 0xFFFFFFFF) * -0x61C8864680B583EB


def test_membership_in_a_short_tuple_of_strings_is_written_out() -> None:
    known = {"LIMBS": ("arm", "leg"), "NUMBERS": (1, 2), "LONG": tuple("abcdefghi")}
    text = "a = 'ö' not in LIMBS and x in LIMBS\nb = x in NUMBERS or x in LONG or LIMBS\n"
    assert through(ShortTuples, text, module=known) == plain(
        "a = 'ö' not in ('arm', 'leg') and x in ('arm', 'leg')\nb = x in NUMBERS or x in LONG or LIMBS\n"
    )


def test_a_star_among_the_members_is_taken_out_of_the_comparison() -> None:
    assert through(StarredMembers, "a = 'ä' in ('ö', *THESE)\nb = x not in (1, 2)\n") == plain(
        "a = 'ä' in tuple(('ö', *THESE))\nb = x not in (1, 2)\n"
    )


# --- classes -----------------------------------------------------------------------------------------------------


def test_classes_of_the_engine_are_open_and_exceptions_are_left_alone() -> None:
    text = "class Tally:\n    pass\n\nclass Refused(Exception):\n    pass\n"
    known = {"Tally": Tally, "Refused": Refused}
    opened = "@_mypyc_attr(allow_interpreted_subclasses=True)\n"
    assert through(OpenClasses, text, "starfray.engine.x", known) == plain(opened + text)
    assert through(OpenClasses, text, "starfray.rulebooks.x", known) == plain(text)


@pytest.mark.skipif(COMPILED, reason="what a class says of itself is read from the source")
def test_objects_that_never_lead_back_to_themselves_are_known() -> None:
    assert is_acyclic(Combatant)
    assert is_acyclic(Fighter)
    assert is_acyclic(Tally)
    for other in (Position, Total, dict):  # generic, knows its like, not ours
        assert not is_acyclic(other)
    text = "class Tally:\n    pass\n"
    assert through(Acyclic, text, module=values) == plain("@_mypyc_attr(acyclic=True)\n" + text)
    assert through(FreeLists, text, module=values) == plain("@_mypyc_attr(free_list_len=1)\n" + text)
    assert through(FreeLists, text, "starfray.engine.values", values) == plain(text)
