"""`starfray replay`: every die fits its tape, or it says where it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray.transcript_format import transcript_of
from tests.cli.conftest import DUEL, Run


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    fight = starfray.loads(DUEL)
    fight.play("shot mira tor vulcan-pistol", dice=[6, 3, 2, 1], answers=[])
    fight.gm('set mira.hp 3 "she slipped"')
    path = tmp_path / "duel.transcript"
    path.write_text(fight.transcript(), encoding="utf-8")
    return path


def test_a_transcript_that_fits_is_ok_and_gives_its_events(run: Run, transcript: Path) -> None:
    ran = run("replay", transcript, "--json")
    assert ran.code == 0
    assert ran.json["ok"] is True
    assert ran.json["hash"] == starfray.replay(transcript.read_text()).hash
    roll = next(event for event in ran.json["events"] if event["rule"] == "coriolis.ranged.pool")
    assert roll["faces"] == [6, 3, 2, 1]


def test_a_transcript_that_does_not_fit_exits_with_1_and_says_why(run: Run, transcript: Path) -> None:
    transcript.write_text(transcript.read_text().replace("6 3 2 1+", "5 3 2 1+"))
    ran = run("replay", transcript, "--json")
    assert ran.code == 1
    assert ran.json["ok"] is False
    assert len(ran.err.splitlines()) == 1
    assert "the end differs" in ran.err


def test_a_transcript_that_cannot_be_read_is_bad_input(run: Run, transcript: Path) -> None:
    transcript.write_text(transcript.read_text().replace("6 3 2 1+", "six"))
    ran = run("replay", transcript)
    assert ran.code == 2
    assert f"{transcript}:3" in ran.err


def test_people_read_sentences(run: Run, transcript: Path) -> None:
    out = run("replay", transcript).out
    assert "> shot mira tor vulcan-pistol" in out
    assert "  Mira shoots at Tor with the Vulcan pistol" in out
    assert "  Mira rolls to hit, 4d6≥6: 6 3 2 1 → 1" in out
    assert "The GM's hand: Mira: hp is now 3 (she slipped)" in out
    assert "Every die and answer fits." in out


def test_step_goes_act_by_act_and_q_stops(run: Run, transcript: Path) -> None:
    out = run("replay", transcript, "--step", typed="q\n").out
    assert "Mira shoots at Tor" in out
    assert "she slipped" not in out
    assert "she slipped" in run("replay", transcript, "--step", typed="\n\n").out


def test_the_json_form_of_a_transcript_and_a_save_replay_too(run: Run, transcript: Path, tmp_path: Path) -> None:
    fight = starfray.replay(transcript.read_text()).fight
    as_json, save = tmp_path / "t.json", tmp_path / "s.json"
    as_json.write_text(json.dumps(transcript_of(fight).plain()))
    save.write_text(json.dumps(fight.to_json()))
    for path in (as_json, save):
        ran = run("replay", path, "--json")
        assert (ran.code, ran.json["hash"]) == (0, fight.hash)


def test_a_fight_file_is_no_transcript(run: Run, duel: Path) -> None:
    assert run("replay", duel).err == (
        f"starfray: {duel}:1: not a transcript; expected starfray transcript 1 · BOOK VERSION · engine X\n"
    )


def test_a_step_that_does_not_fit_is_named_by_its_line(run: Run, tmp_path: Path) -> None:
    two = "".join(f'[[combatant]]\nid = "{one}"\nside = "{one}"\n' for one in "ab")
    fight = starfray.loads(f'rulebook = "compound-x"\n{two}')
    told = fight.begin(dice=[61, 52]).transcript()
    path = tmp_path / "t.transcript"
    path.write_text(told.replace(": 52", ": 520"))
    assert run("replay", path).err.startswith(f"starfray replay: {path}: 'due: begin gm' before act 1: the tape holds")
