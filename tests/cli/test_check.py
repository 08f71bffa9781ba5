"""`starfray check`: sound files are OK, the others get all their errors with file, line, field and what was expected."""

from __future__ import annotations

import json
from pathlib import Path

import starfray
from tests.cli.conftest import DUEL, Run


def test_a_sound_fight_is_ok_and_says_who_fights_whom(run: Run, duel: Path) -> None:
    ran = run("check", duel)
    assert ran.code == 0
    assert "coriolis, Duel: crew (Mira) against watch (Tor)" in " ".join(ran.out.split())


def test_all_errors_are_found_each_with_its_line(run: Run, duel: Path) -> None:
    text = DUEL.replace("agility = 2", "agility = 22").replace("vulcan-cricket", "vulcan-crikket")
    duel.write_text(text + "darkens = 1\n")
    ran = run("check", duel, "--json")
    assert ran.code == 2
    errors = {error["field"]: error for error in ran.json["files"][0]["errors"]}
    lines = duel.read_text().splitlines()
    assert set(errors) == {"combatant.0.attributes.agility", "combatant.1.weapons.0", "now.darkens"}
    assert "agility = 22" in lines[errors["combatant.0.attributes.agility"]["line"] - 1]
    assert "vulcan-crikket" in lines[errors["combatant.1.weapons.0"]["line"] - 1]
    assert errors["combatant.1.weapons.0"]["expected"] == "did you mean 'vulcan-cricket'?"
    assert len(ran.err.splitlines()) == 3


def test_a_row_that_is_hopeless_does_not_hide_the_next(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('id         = "mira"', 'id = "mira mira"').replace('side       = "watch"', "side = 3"))
    errors = run("check", duel, "--json").json["files"][0]["errors"]
    assert [error["field"] for error in errors][:2] == ["combatant.0.id", "combatant.1.side"]
    assert "side = 3" in duel.read_text().splitlines()[errors[1]["line"] - 1]


def test_what_is_no_toml_is_told_with_its_line(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('side       = "watch"', "side = watch"))
    ran = run("check", duel)
    assert ran.code == 2
    assert ran.err.startswith(f"{duel}:21: ")


def test_a_party_is_checked_member_by_member(run: Run, tmp_path: Path) -> None:
    party = tmp_path / "crew.toml"
    party.write_text('rulebook = "coriolis"\n[[member]]\nid = "mira"\narchetype = "convoy-gunner"\n')
    assert "a party of coriolis: Convoy gunner" in " ".join(run("check", party).out.split())
    party.write_text(party.read_text() + '[[member]]\nid = "tor"\narchetype = "convoi-gunner"\n')
    ran = run("check", party, "--json")
    assert ran.code == 2
    assert ran.json["files"][0]["kind"] == "party"
    assert "convoi-gunner" in ran.err


def test_a_pack_is_checked_entry_by_entry(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('rulebook = "coriolis"\n')
    (tmp_path / "weapons.toml").write_text('[zapper]\nlike = "vulcan-pistol"\ndamage = 4\n')
    ran = run("check", tmp_path)
    assert ran.code == 0
    assert "a pack for coriolis: 1 weapons" in " ".join(ran.out.split())
    (tmp_path / "weapons.toml").write_text('[zapper]\nlike = "vulcan-pistol"\ndamage = "lots"\n[popper]\ndamge = 1\n')
    errors = run("check", tmp_path, "--json").json["files"][0]["errors"]
    assert [(error["field"], error["line"]) for error in errors] == [("zapper.damage", 3), ("popper.damge", 5)]


def test_a_pack_for_an_unknown_kind_of_data_is_bad_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('rulebook = "coriolis"\n')
    (tmp_path / "guns.toml").write_text("[zapper]\n")
    assert "an unknown kind of data" in run("check", tmp_path).err


def test_saves_and_transcripts_are_checked(run: Run, tmp_path: Path) -> None:
    fight = starfray.loads(DUEL)
    fight.play("shot mira tor vulcan-pistol", dice=[1, 1, 1, 1])
    save, transcript = tmp_path / "s.json", tmp_path / "t.transcript"
    save.write_text(json.dumps(fight.to_json()))
    transcript.write_text(fight.transcript())
    ran = run("check", save, transcript, "--json")
    assert (ran.code, [each["kind"] for each in ran.json["files"]]) == (0, ["save", "transcript"])
    save.write_text(save.read_text().replace(fight.hash, "0" * 64))
    transcript.write_text(transcript.read_text().replace("1 1 1 1+", "6 1 1 1+"))
    ran = run("check", save, transcript)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 2


def test_a_fight_with_one_side_is_sound_but_noted(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('side       = "watch"', 'side = "crew"'))
    ran = run("check", duel)
    assert ran.code == 0
    assert "over before it begins" in " ".join(ran.out.split())


def test_a_wrong_rulebook_is_one_error(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('"coriolis"', '"corolis"'))
    assert run("check", duel).err == f"{duel}:1: rulebook: no rulebook is called 'corolis'; did you mean 'coriolis'?\n"


def test_a_folder_that_is_no_pack_is_told_how_to_become_one(run: Run, tmp_path: Path) -> None:
    assert run("check", tmp_path).err == (
        f"{tmp_path}: a folder without a pack.toml; expected a pack; starfray new --pack BOOK writes one\n"
    )


def test_fields_the_rules_read_are_no_slip_even_if_no_entry_of_the_book_has_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('rulebook = "coriolis"\n')
    (tmp_path / "talents.toml").write_text('[gunslinger]\nname = "Gunslinger"\nskills = { ranged-combat = 2 }\n')
    assert run("check", tmp_path, "--json").json["files"][0]["notes"] == []


def test_a_party_is_checked_with_its_packs_and_its_own_fields(run: Run, tmp_path: Path) -> None:
    pack, party = tmp_path / "bazaar", tmp_path / "crew.toml"
    pack.mkdir()
    (pack / "pack.toml").write_text('rulebook = "coriolis"\n')
    (pack / "weapons.toml").write_text('[hand-cannon]\nlike = "vulcan-pistol"\n')
    text = 'rulebook = "coriolis"\npacks = ["bazaar"]\n[[member]]\nid = "mira"\nweapons = ["hand-cannon"]\n'
    party.write_text(text)
    assert run("check", party).code == 0
    party.write_text(f"colour = 'red'\n{text}")
    assert "unknown field 'colour'" in run("check", party).err


def test_skills_no_rule_of_gurps_asks_for_are_noted(run: Run, tmp_path: Path) -> None:
    rows = '[[combatant]]\nid = "ann"\nside = "a"\nskills = { broadswrod = 14, basket-weaving = 12, judo = 11 }\n'
    rows += '[[combatant]]\nid = "bob"\nside = "b"\ncount = 2\nskills = { cooking = 9 }\n'
    fight = tmp_path / "fight.toml"
    fight.write_text(f'rulebook = "gurps"\n{rows}')
    ran = run("check", fight, "--json")
    assert ran.code == 0
    assert ran.json["files"][0]["notes"] == [
        "ann: skills without a use here: broadswrod (did you mean broadsword?), basket-weaving",
        "bob-1, bob-2: skills without a use here: cooking",
    ]
    assert "broadsword?" in run("check", fight).out


def test_a_skill_from_a_pack_has_its_use(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "kitchen"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "kitchen"\nrulebook = "gurps"\n')
    (pack / "skills.toml").write_text('[cooking]\nattribute = "iq"\n')
    party = tmp_path / "party.toml"
    party.write_text('rulebook = "gurps"\npacks = ["kitchen"]\n[[member]]\nid = "ann"\nskills = { cooking = 9, bakign = 8 }\n')
    assert run("check", party, "--json").json["files"][0]["notes"] == ["ann: skills without a use here: bakign"]
