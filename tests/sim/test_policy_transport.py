"""Policies of one's own as texts: what is sent along, and what is loaded where it arrives."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import starfray
from starfray.sim.policies import policy_called
from starfray.sim.policy_transport import TEXT_IMPORTER, Text, texts_of
from tests.sim.test_solve import DUEL

NAMES = ("ours", "ours.near", "ours.far", "bare", "bare.one")


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Whatever a test loads is gone after it."""
    yield
    for name in NAMES:
        sys.modules.pop(name, None)
        TEXT_IMPORTER.texts.pop(name, None)
    if TEXT_IMPORTER in sys.meta_path:
        sys.meta_path.remove(TEXT_IMPORTER)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, text in {
        "ours/__init__.py": "from . import near\n",
        "ours/near.py": "import json\nimport pytest\nfrom starfray.engine.policy import Policy\nfrom .far import FAR\n",
        "ours/far.py": "FAR = 1\n\ndef later():\n    import bare.one\n    return bare.one.ONE\n",
        "bare/one.py": "ONE = 1\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_module_takes_along_what_it_imports_and_nothing_that_is_installed(folder: Path) -> None:
    texts = texts_of({"": "ours.near:Any", "red": "random", "blue": "default"})
    assert set(texts) == set(NAMES), "also what is imported later, and folders without an __init__"
    assert [name for name, text in texts.items() if text.package] == ["ours", "bare"]
    assert texts["ours.far"].text.startswith("FAR = 1")
    assert texts_of({"": "json:JSONDecoder", "red": "pytest:Item", "blue": "starfray.engine.policy:RandomPolicy"}) == {}


def test_a_file_takes_along_what_it_imports(folder: Path) -> None:
    own = folder / "own.py"
    own.write_text("\ufeff# -*- coding: utf-8 -*-\nimport bare.one\nWORD = 'é'\n", encoding="utf-8")
    texts = texts_of({"": f"{own}:Any"})
    assert set(texts) == {str(own), "bare", "bare.one"}
    assert "'é'" in texts[str(own)].text


def test_what_arrives_wins_over_what_lies_there_and_newer_over_older(folder: Path) -> None:
    import ours.far  # type: ignore[import-not-found]

    assert ours.far.FAR == 1
    for number in (2, 3):
        TEXT_IMPORTER.serve({"ours": Text("", "", True), "ours.far": Text("far.py", f"FAR = {number}\n")})
        from ours.far import FAR

        assert number == FAR
    with pytest.raises(ModuleNotFoundError):
        import ours.near  # type: ignore[import-not-found]
    TEXT_IMPORTER.serve({"ours": Text("", "", True), "ours.far": Text("far.py", "FAR = 3\n")})
    assert sys.modules["ours.far"].FAR == FAR, "the same texts are not loaded twice"


def test_a_policy_in_a_file_may_hold_records(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "from starfray.engine.policy import RandomPolicy\n\n@dataclass\nclass Plan:\n    steps: list[int]\n\n"
        "class Planned(RandomPolicy):\n    plan = Plan([1])\n",
        encoding="utf-8",
    )
    assert policy_called(starfray.loads(DUEL).book, f"{own}:Planned").name == f"{own}:Planned"
