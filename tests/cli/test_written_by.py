"""`starfray replay` says which version wrote a file, and what changed since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray import releases
from tests.cli.conftest import DUEL, Run


@pytest.fixture
def fight() -> starfray.Fight:
    return starfray.loads(DUEL).play("shot mira tor vulcan-pistol", dice=[6, 3, 2, 1], answers=[])


@pytest.fixture
def older(fight: starfray.Fight, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A transcript of a version before this one, in which something has been corrected since."""
    now = fight.book.version
    listed = {"engine": {"0.0.9": [], starfray.__version__: []}, "coriolis": {"0": [], now: ["A pistol holds one more."]}}
    monkeypatch.setattr(releases, "list_of_changes", lambda: listed)
    path = tmp_path / "duel.transcript"
    head, rest = fight.transcript().split("\n", 1)
    assert head.endswith(f"coriolis {now} · engine {starfray.__version__}")
    path.write_text(f"starfray transcript 1 · coriolis 0 · engine 0.0.9\n{rest}", encoding="utf-8")
    return path


def test_an_older_file_is_told_with_what_changed_since(run: Run, fight: starfray.Fight, older: Path) -> None:
    ran = run("replay", older)
    now = f"Starfray {starfray.__version__} with coriolis {fight.book.version}"
    assert ran.code == 0
    assert f"Written by Starfray 0.0.9 with coriolis 0; this is {now}." in " ".join(ran.out.split())
    assert f"  coriolis {fight.book.version}: A pistol holds one more." in ran.out


def test_the_json_holds_the_same(run: Run, fight: starfray.Fight, older: Path) -> None:
    ran = run("replay", older, "--json")
    assert ran.json["written-by"] == {"engine": "0.0.9", "rulebook": "coriolis", "rulebook-version": "0"}
    assert ran.json["changes"] == [f"coriolis {fight.book.version}: A pistol holds one more."]


def test_a_file_of_today_names_its_version_and_no_change(run: Run, fight: starfray.Fight, tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    path.write_text(json.dumps(fight.to_json()), encoding="utf-8")
    assert f"Written by Starfray {starfray.__version__} with coriolis {fight.book.version}.\n" in run("replay", path).out
    assert run("replay", path, "--json").json["changes"] == []
