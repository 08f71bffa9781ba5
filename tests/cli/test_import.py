"""`starfray import`: the preview, the party file, and a second import that keeps what was changed here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from starfray.engine.toml import write_value
from tests.cli.conftest import Run
from tests.gurps.gcs_sheets import archer, attributes, data, gunner, melee, sheet, skill, thing

FIGHT = """rulebook = "gurps"
party = "crew.toml"
[[combatant]]
party = "cord"
side = "a"
at = [0, 0]
[[combatant]]
id = "foe"
archetype = "dock-guard"
side = "b"
at = [4, 0]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Cord.gcs"
    path.write_bytes(data(archer()))
    return path


def members(party: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(party.read_text(encoding="utf-8"))["member"]
    return found


def test_a_preview_says_what_was_taken_left_out_and_assumed_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "gunner.gcs"
    path.write_bytes(data(gunner()))
    ran = run("import", path)
    assert ran.code == 0
    assert "taken     attributes: ST 10, DX 10, IQ 10, HT 10; HP 10/10, FP 10/10" in ran.out
    assert "left out  Shotgun: not equipped" in ran.out
    assert "Nothing was written." in ran.out
    assert sorted(each.name for each in tmp_path.iterdir()) == ["gunner.gcs"]


def test_files_that_are_refused_are_all_named_and_the_rest_is_taken(run: Run, file: Path, tmp_path: Path) -> None:
    broken, old = tmp_path / "broken.gcs", tmp_path / "old.gcs"
    broken.write_bytes(data(gunner())[:900])
    old.write_text('<?xml version="1.0"?><character version="4"><name>Ann</name></character>', encoding="utf-8")
    ran = run("import", broken, file, old, tmp_path / "none.gcs", "--into", tmp_path / "crew.toml")
    assert (ran.code, [member["id"] for member in members(tmp_path / "crew.toml")]) == (2, ["cord"])
    assert [line.split(": ")[1].split(":")[0] for line in ran.err.splitlines()] == [
        str(broken), str(old), str(tmp_path / "none.gcs")
    ]  # fmt: skip
    assert "GCS 4.37" in ran.err


def test_where_all_are_refused_nothing_is_written(run: Run, tmp_path: Path) -> None:
    paths = [tmp_path / "a.gcs", tmp_path / "b.gcs"]
    for path in paths:
        path.write_bytes(b"{")
    ran = run("import", *paths, "--into", tmp_path / "crew.toml")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 2)
    assert not (tmp_path / "crew.toml").exists()


def test_a_hundred_sheets_are_written_to_the_party_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = []
    for number in range(100):
        paths.append(tmp_path / f"guard-{number}.gcs")
        paths[-1].write_bytes(data(sheet("Guard", id=f"G{number}")))
    written: list[int] = []
    monkeypatch.setattr("starfray.sheets.write_party", lambda *given: written.append(len(given[2])))
    assert run("import", *paths, "--into", tmp_path / "guards.toml").code == 0
    assert written == [100]


def test_a_stat_block_is_read_as_text_and_shown(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "thug.txt"
    path.write_text("Thug\nST 12, DX 11, IQ 9, HT 10\nKnife (12): 1d-1 cut\nSmells bad\n", encoding="utf-8")
    ran = run("import", "--text", path)
    assert ran.code == 0
    assert "taken     weapon: Knife, skill 12, 1d-1 cut" in ran.out
    assert "left out  'Smells bad': not understood" in ran.out
    assert "Nothing was written." in ran.out


def test_the_way_to_foundry_and_back_keeps_a_party(run: Run, file: Path, tmp_path: Path) -> None:
    party, actors, again = tmp_path / "crew.toml", tmp_path / "crew.json", tmp_path / "again.toml"
    other = tmp_path / "gunner.gcs"
    other.write_bytes(data(gunner()))
    run("import", file, other, "--into", party)
    assert run("export", party, "--to", "foundry", "-o", actors).code == 0
    assert run("import", actors, "--into", again).code == 0
    before, after = members(party), members(again)
    assert [one["id"] for one in after] == [one["id"] for one in before]
    for name in ("attributes", "hp", "max-hp", "fp", "will", "per", "speed", "shield", "encumbrance"):
        assert [one.get(name) for one in after] == [one.get(name) for one in before], name
    assert "nobody is called 'nick'" in run("export", party, "--to", "foundry", "--who", "nick").err


def test_json_and_toml_hold_the_combatant(run: Run, file: Path) -> None:
    told = run("import", file, "--json").json
    assert (told["rulebook"], told["combatant"]["id"], told["changes"]) == ("gurps", "cord", [])
    combatant = tomllib.loads(run("import", file, "--toml").out)["combatant"][0]
    assert combatant == told["combatant"]


def test_an_imported_party_goes_into_a_fight(run: Run, file: Path, tmp_path: Path) -> None:
    party, fight = tmp_path / "crew.toml", tmp_path / "fight.toml"
    assert run("import", file, "--into", party).code == 0
    fight.write_text(FIGHT, encoding="utf-8")
    assert run("check", fight).code == 0
    told = run("sim", fight, "-n", 20, "--json").json
    assert told["fights"] == 20


def test_a_second_import_keeps_what_was_changed_here(run: Run, file: Path, tmp_path: Path) -> None:
    """Wounds and a corrected figure stay; the sheet's new skill and weapon come; where both changed, ours stays."""
    party = tmp_path / "crew.toml"
    run("import", file, "--into", party)
    text = party.read_text(encoding="utf-8").split("[imported.cord]")
    mine = text[0].replace("\nhp = 12", "\nhp = 5").replace('damage = "2d-1"', 'damage = "2d"')
    party.write_text("[imported.cord]".join([mine, text[1]]), encoding="utf-8")
    assert members(party)[0]["hp"] == 5
    newer = archer()
    newer["attributes"] = attributes(12, 13, 11, 11)
    newer["skills"].append(skill("Knife", 12))
    newer["equipment"][1]["weapons"][0]["calc"]["damage"] = "2d+1 cut"
    newer["equipment"].append(thing("Knife", melee("1d-1 cut", 12, "Knife")))
    file.write_bytes(data(newer))
    told = run("import", file, "--into", party, "--json").json
    one = members(party)[0]
    assert (one["attributes"]["iq"], one["skills"]["knife"], one["hp"], one["max-hp"]) == (11, 12, 5, 12)
    assert [each["damage"] for each in one["weapons"] if each["key"] == "shortsword-swung"] == ["2d"]
    assert "knife" in [each["key"] for each in one["weapons"]]
    assert "attributes.iq: 10 → 11" in told["changes"]
    assert 'weapons.shortsword-swung.damage: "2d" was changed here and stays; the sheet says "2d+1"' in told["changes"]
    assert run("import", file, "--into", party, "--json").json["changes"] == []


def test_two_characters_of_one_name_stay_two(run: Run, tmp_path: Path) -> None:
    one, other, party = tmp_path / "a.gcs", tmp_path / "b.gcs", tmp_path / "guards.toml"
    one.write_bytes(data(sheet("Guard", id="A1")))
    other.write_bytes(data(sheet("Guard", id="B2", attributes=attributes(14))))
    told = run("import", one, other, "--json").json
    assert [each["combatant"]["id"] for each in told] == ["guard", "guard-2"]
    for _ in range(2):
        assert run("import", one, other, "--into", party).code == 0
        assert [(each["id"], each["attributes"]["st"]) for each in members(party)] == [("guard", 10), ("guard-2", 14)]


@pytest.mark.parametrize(("text", "says"), [
    (b"", "the file is empty"), (b"{", "not JSON"), (data(sheet(version=7)), "version 2 to 5"),
    (data(sheet(skills=[skill("Guns", 400)])), "0 to 100"),
])  # fmt: skip
def test_a_bad_sheet_is_one_line_and_writes_nothing(run: Run, tmp_path: Path, text: bytes, says: str) -> None:
    path, party = tmp_path / "bad.gcs", tmp_path / "crew.toml"
    path.write_bytes(text)
    ran = run("import", path, "--into", party)
    assert ran.code != 0
    assert str(path) in ran.err
    assert says in ran.err
    assert not party.exists()


def test_other_files_and_other_parties_are_refused(run: Run, file: Path, tmp_path: Path) -> None:
    party = tmp_path / "crew.toml"
    party.write_text(f"rulebook = {write_value('coriolis')}\n", encoding="utf-8")
    assert "'gurps'" in run("import", file, "--into", party).err
    assert ".gcs" in run("import", party).err
    assert "cannot" in run("import", tmp_path / "none.gcs").err or "No such" in run("import", tmp_path / "none.gcs").err


def test_the_page_about_sheets_runs_and_writes_what_it_says(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "sheets.md").read_text(encoding="utf-8")
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "skirr.gcs").write_bytes((root / "examples" / "skirr.gcs").read_bytes())
    monkeypatch.chdir(tmp_path)
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        command, *shown = block.splitlines()
        ran = run(*command.split()[2:])
        assert ran.code == 0
        assert [line for line in shown if line not in ran.out] == []
    fight = tmp_path / "fight.toml"
    fight.write_text(re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0], encoding="utf-8")
    assert run("check", fight).code == 0
