"""The source written out for the compiler is the same program: it reads, and plays the same fights."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from native.expand import (
    entries_listed,
    expand,
    expanded,
    heard_alone,
    is_plain,
    pairs_plain,
    remembered,
    rows_spelled_out,
    wide_numbers,
    words_if_kept,
)

import starfray
from starfray.engine.compiled import COMPILED
from starfray.engine.dice import Total
from starfray.engine.position import Combatant, Position
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.state import Fighter
from starfray.sim.recall import Place
from tests.native.same import told

ROOT = Path(__file__).parents[2]
PACKAGE = Path(starfray.__file__).parent
ONE_PER_BOOK = ["ten-paces", "needle-and-pin", "long-shot"]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("native")
    expand(PACKAGE, target)
    return target


def test_the_written_out_source_plays_the_same_fights(written: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": f"{written}{os.pathsep}{ROOT}", "STARFRAY_INTERPRETED": "1"}
    found = subprocess.run(
        [sys.executable, "-P", "-m", "tests.native.same", *ONE_PER_BOOK],
        env=environment,
        cwd=written,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert found.stdout.splitlines()[1:] == [f"{demo} {told(demo)}" for demo in ONE_PER_BOOK]


def test_no_dataclass_is_left_to_be_made_up_at_run_time(written: Path) -> None:
    for path in (written / "starfray" / "rulebooks").rglob("*.py"):
        assert "\n@dataclass" not in path.read_text(encoding="utf-8"), path


def test_a_star_among_the_members_is_taken_out_of_the_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_one.py").write_text('THESE = ("a", "b")\nÜ = "ä" in ("ö", *THESE)\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert 'Ü = "ä" in tuple(("ö", *THESE))' in expanded(tmp_path / "odd_one.py", "odd_one")


def test_constants_are_fixed_and_types_under_another_name_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fixed_words.py"
    path.write_text(
        """from typing import Any

LIMIT = 3
NEAR, FAR = range(2)
WORDS = ("a", "b")
MIXED = ("a", 1)
ROWS: dict[str, int] = {
    "a": 1,
}
POINT = tuple[float, float]
Path = list[int]
""",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    lines = expanded(path, "fixed_words").splitlines()
    assert "LIMIT: _Final = 3" in lines
    assert "NEAR: _Final = 0; FAR: _Final = 1" in lines
    assert 'WORDS: _Final[tuple[str, ...]] = ("a", "b")' in lines
    assert 'MIXED: _Final = ("a", 1)' in lines
    assert "ROWS: _Final[dict[str, int]] = {" in lines
    assert "POINT = tuple[float, float]" in lines
    assert "Path = list[int]" in lines


def test_words_nobody_keeps_are_not_put_together() -> None:
    text = 'tally.add(2, "x.y", f"a{b}" if c else "")\ntable.emit("x.y", a, note=f"ö{a}")\nmade().add(1, "x.y", f"{a}")\n'
    assert words_if_kept(text) == (
        'tally.add(2, "x.y", ((f"a{b}" if c else "") if tally.keeps else ""))\n'
        'table.emit("x.y", a, note=((f"ö{a}") if table.keeps else ""))\n'
        'made().add(1, "x.y", f"{a}")\n'
    )


def test_strict_pairs_become_plain_ones() -> None:
    assert pairs_plain("for a, b in zip(f(1), g, strict=True):\n") == "for a, b in zip(f(1), g):\n"


def test_loops_over_the_values_of_a_dict_run_over_a_list() -> None:
    text = "for one in state.roster.values():\n    found = [each for each in (a or b).values() if each in one.values()]\n"
    assert entries_listed(text, "starfray.engine.setup") == (
        "for one in list(state.roster.values()):\n"
        "    found = [each for each in list((a or b).values()) if each in one.values()]\n"
    )


def test_rules_go_through_the_roster_by_the_list_its_position_keeps() -> None:
    text = "found = [one for one in self.state.roster.values()] + list(state.roster.values())\n"
    assert entries_listed(text, "starfray.rulebooks.x") == (
        "found = [one for one in self.state.everyone()] + list(state.roster.values())\n"
    )


def test_the_list_that_a_position_keeps_is_made_anew_with_the_roster(written: Path) -> None:
    text = (written / "starfray" / "engine" / "position.py").read_text(encoding="utf-8")
    before, _, after = text.partition("    def everyone(self) -> list[C]:\n")
    assert "    _everyone: list[C] = []\n    _everyone_of: _Any = None\n" in before
    assert after.startswith("        if self._everyone_of is not self.roster or len(self._everyone) != len(self.roster):\n")
    assert "def _everyone_anew(self) -> list[C]:\n" in after


def test_what_nobody_heeds_is_not_said() -> None:
    text = (
        'table.same("x", (a, b))\nif a:\n    table.emit("x", one, number=2)\n'
        'table.emit("x", one, whom=a)\ntable.emit("x", a, b)\n'
    )
    assert heard_alone(text) == (
        'if table.heeds: table.same("x", (a, b))\nif a:\n    if table.heeds: table.emit("x", one, number=2)\n'
        'table.emit("x", one, whom=a)\ntable.emit("x", a, b)\n'
    )


def test_what_a_function_remembers_lies_in_a_dict_of_its_own() -> None:
    scope: dict[str, object] = {}
    text = (
        "calls = []\n\n@lru_cache(maxsize=2)\ndef half(a: int, b: str) -> object:\n"
        "    calls.append(a)\n    return None if a else b\n"
    )
    exec("from typing import Any as _Any\n" + remembered(text), scope)
    half, calls = scope["half"], scope["calls"]
    assert callable(half)
    assert [half(a, "x") for a in (1, 1, 0, 2, 2, 1)] == [None, None, "x", None, None, None]
    assert calls == [1, 0, 2, 1]  # two fit in, then it is empty again


def test_a_cache_that_somebody_clears_is_left() -> None:
    text = "@lru_cache(maxsize=2)\ndef half(a: int) -> int:\n    return a // 2\n\nhalf.cache_clear()\n"
    assert remembered(text) == text


def test_numbers_of_64_bits_are_put_together_from_halves() -> None:
    text = "BIG: Final[i64] = -0x61C8864680B583EB\nLOW: Final[i64] = 0xFFFFFFFF\nz = (BIG + LOW) * BIG\n"
    last = wide_numbers(text).splitlines()[-1]
    assert last.count("i64(") == 2
    assert "LOW" in last
    assert eval(last[4:], {"i64": int, "LOW": 0xFFFFFFFF}) == (-0x61C8864680B583EB + 0xFFFFFFFF) * -0x61C8864680B583EB


@pytest.mark.skipif(COMPILED, reason="what a class says of itself is read from the source")
def test_values_that_never_lead_back_to_themselves_are_known() -> None:
    assert is_plain(Combatant)
    assert is_plain(Fighter)
    assert is_plain(Tally)
    for other in (Position, Total, Place, dict):  # generic, knows its like, a map with ways back, not ours
        assert not is_plain(other)


def test_short_rows_of_words_are_compared_word_by_word() -> None:
    module = SimpleNamespace(LIMBS=("arm", "leg"), NUMBERS=(1, 2), LONG=tuple("abcdefghi"))
    text = "a = 'ö' not in LIMBS and x in LIMBS\nb = x in NUMBERS or x in LONG or LIMBS\n"
    assert rows_spelled_out(text, module) == (
        "a = 'ö' not in ('arm', 'leg') and x in ('arm', 'leg')\nb = x in NUMBERS or x in LONG or LIMBS\n"
    )
