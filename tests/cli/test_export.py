"""`starfray export`: one fight, five forms, and the party afterwards."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import starfray
from tests.cli.conftest import DUEL, Run


@pytest.fixture
def save(tmp_path: Path) -> Path:
    (tmp_path / "crew.toml").write_text('rulebook = "coriolis"\n[[member]]\nid = "mira"\n[[member]]\nid = "sefa"\nhp = 2\n')
    text = DUEL.replace('id         = "mira"\n', 'party = "mira"\n').replace("seed     = 3", 'party = "crew.toml"')
    fight = starfray.loads(text, folder=tmp_path)
    fight.play("shot mira tor vulcan-pistol", dice=[6, 3, 2, 1])
    fight.gm("set mira.hp 2")
    path = tmp_path / "night.json"
    path.write_text(json.dumps(fight.to_json()))
    return path


def test_toml_loads_to_the_same_position(run: Run, save: Path) -> None:
    ran = run("export", save)
    assert starfray.loads(ran.out).hash == starfray.restore(json.loads(save.read_text())).hash


def test_a_transcript_replays(run: Run, save: Path, tmp_path: Path) -> None:
    out = tmp_path / "night.transcript"
    assert run("export", save, "-o", out).code == 0
    assert run("replay", out).code == 0
    assert run("export", out, "--to", "json", "--json").json["content"]["hash"] == run("export", save, "--json").json["hash"]


def test_log_and_markdown_read_well(run: Run, save: Path) -> None:
    assert "Mira hits Tor for 2\n" in run("export", save, "--to", "log").out
    page = run("export", save, "--to", "markdown").out
    assert page.startswith("# Duel\n")
    assert "- **Mira**: HP 2/5" in page
    assert "**`shot mira tor vulcan-pistol`**" in page
    assert "- Mira hits Tor for 2" in page


def test_what_is_there_is_not_overwritten(run: Run, save: Path) -> None:
    before = save.read_text()
    assert run("export", save, "--to", "json", "-o", save).code == 2
    assert save.read_text() == before


def test_wounds_go_back_to_the_party_and_others_stay(run: Run, save: Path, tmp_path: Path) -> None:
    crew = tmp_path / "crew.toml"
    ran = run("export", save, "--party", crew, "--json")
    assert ran.json["written"] == ["mira"]
    members = {member["id"]: member for member in tomllib.loads(crew.read_text())["member"]}
    assert members["mira"]["hp"] == 2
    assert members["sefa"] == {"id": "sefa", "hp": 2}
    run("export", save, "--party", crew, "--who", "mira,tor")
    assert "tor" in crew.read_text()
    assert run("export", save, "--party", crew, "--who", "nobody").code == 2
