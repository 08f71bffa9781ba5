"""What somebody trips over who writes files by hand for the first time."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import BadInput

FIGHT = """rulebook = "coriolis"
party = "crew.toml"
[[combatant]]
party = "mira"
side = "crew"
[[combatant]]
id = "tor"
side = "watch"
"""
PARTY = """rulebook = "coriolis"
packs = ["bazaar"]
[[member]]
id = "mira"
weapons = ["hand-cannon"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "dock.toml").write_text(FIGHT, encoding="utf-8")
    (tmp_path / "crew.toml").write_text(PARTY, encoding="utf-8")
    (tmp_path / "bazaar").mkdir()
    (tmp_path / "bazaar" / "pack.toml").write_text('rulebook = "coriolis"\n', encoding="utf-8")
    (tmp_path / "bazaar" / "weapons.toml").write_text('[hand-cannon]\nlike = "vulcan-pistol"\ndamage = 5\n', encoding="utf-8")
    return tmp_path


def problem(text: str, folder: Path) -> str:
    with pytest.raises(BadInput) as caught:
        starfray.loads(text, "dock.toml", folder)
    return str(caught.value).replace(f"{folder}/", "")


def test_a_file_with_a_byte_order_mark_is_read(folder: Path) -> None:
    (folder / "dock.toml").write_text("\ufeff" + FIGHT, encoding="utf-8")
    assert list(starfray.load(folder / "dock.toml").state.roster) == ["mira", "tor"]
    assert list(starfray.loads("\ufeff" + FIGHT, folder=folder).state.roster) == ["mira", "tor"]


def test_a_party_brings_its_packs_along(folder: Path) -> None:
    fight = starfray.load(folder / "dock.toml")
    assert fight.get("mira.weapons.hand-cannon.damage") == 5
    assert fight.packs == ["bazaar"]


def test_a_pack_named_by_fight_and_party_counts_once(folder: Path) -> None:
    text = FIGHT.replace('party = "crew.toml"', 'party = "crew.toml"\npacks = ["bazaar"]')
    assert starfray.loads(text, folder=folder).packs == ["bazaar"]


def test_the_packs_of_a_party_lie_beside_the_party(folder: Path) -> None:
    away = folder / "tonight"
    away.mkdir()
    fight = starfray.loads(FIGHT.replace("crew.toml", "../crew.toml"), folder=away)
    assert fight.get("mira.weapons.hand-cannon.damage") == 5
    assert starfray.restore(fight.to_json(), away).hash == fight.hash


def test_a_pack_that_is_not_there_is_told_where_it_is_named(folder: Path) -> None:
    said = problem(FIGHT.replace("[[combatant]]", 'packs = ["nope"]\n[[combatant]]', 1), folder)
    assert said == "dock.toml:3: packs.0: there is no pack 'nope'; expected a file nope/pack.toml"


def test_a_party_that_is_not_there_is_told_where_it_is_named(folder: Path) -> None:
    said = problem(FIGHT.replace("crew.toml", "nope.toml"), folder)
    assert said == "dock.toml:2: party: there is no party file 'nope.toml'; expected a file nope.toml"


def test_what_a_party_file_does_not_know_is_an_error(folder: Path) -> None:
    (folder / "crew.toml").write_text(PARTY.replace("packs", "pakcs"), encoding="utf-8")
    assert problem(FIGHT, folder) == "crew.toml:2: pakcs: unknown field 'pakcs'; did you mean 'packs'?"


def test_a_file_without_a_rulebook_says_so(folder: Path) -> None:
    assert problem("", folder).startswith("dock.toml: rulebook: the rulebook is not named; expected one of compound-x, ")


def test_an_unknown_field_is_told_with_its_own_line(folder: Path) -> None:
    said = problem(FIGHT + 'nmae = "Tor"\n', folder)
    assert said == "dock.toml:9: combatant.1.nmae: unknown field 'nmae'; did you mean 'name'?"


def test_an_action_of_somebody_unknown_names_those_who_are_there(folder: Path) -> None:
    fight = starfray.load(folder / "dock.toml").begin()
    with pytest.raises(BadInput, match=r"nobody is called 'tora'; did you mean 'tor'\?"):
        fight.odds("shot tora mira")
