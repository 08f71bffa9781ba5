"""Rule 10: saves hold the position, the open act and the versions; transcripts replay die for die; files say what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.transcript_format import parse_transcript
from starfray.version import SAVE_FORMAT, VERSION
from tests.engine.toys import TWO, three, two


def again(fight: starfray.Fight) -> starfray.Fight:
    return starfray.restore(json.loads(json.dumps(fight.to_json())))


def test_a_save_says_which_versions_wrote_it() -> None:
    data = two().to_json()
    assert (data["starfray"], data["engine"], data["rulebook"], data["rulebook-version"]) == (SAVE_FORMAT, VERSION, "toy", "1")


def test_a_restored_fight_goes_on_where_it_stopped() -> None:
    fight = three().play("roll ann").gm("set bob.score 4").play("sealed ann")
    fight.answer(fight.asks[0], "red")
    restored = again(fight)
    assert restored.hash == fight.hash
    assert [(ask.id, ask.who, ask.rule) for ask in restored.asks] == [(ask.id, ask.who, ask.rule) for ask in fight.asks]
    assert [event.plain() for event in restored.events] == [event.plain() for event in fight.events]
    assert restored.version == fight.version
    assert restored.to_json() == fight.to_json()


def test_undo_redo_and_abandoned_lines_survive_a_save() -> None:
    fight = two().play("roll ann").play("roll bob").play("say ann x")
    fight.undo()
    fight.play("say ann y")
    fight.undo()
    fight.undo()
    restored = again(fight)
    for each in (fight, restored):
        each.redo()
        each.redo()
    assert restored.hash == fight.hash
    assert len(restored.journal.abandoned) == len(fight.journal.abandoned) == 1
    for each in (fight, restored):
        each.undo().undo().undo()
    assert restored.hash == fight.hash


def test_a_save_whose_position_was_changed_is_refused() -> None:
    data = json.loads(json.dumps(two().to_json()))
    data["position"]["combatant"][0]["coins"] = 3
    with pytest.raises(BadInput, match="hash"):
        starfray.restore(data)


def test_seats_and_the_queue_survive_a_save() -> None:
    fight = two()
    fight.seats.hand, fight.seats.auto = {"ann"}, {"bob"}
    fight.play("confirm ann").queue("say bob hi")
    restored = again(fight)
    assert (restored.seats.hand, restored.seats.auto, restored.queued) == ({"ann"}, {"bob"}, [("say bob hi", "gm")])
    restored.answer(restored.asks[0], "no")
    assert restored.get("bob.said") == "hi"


# --- transcripts -----------------------------------------------------------------------------------------------


def long_fight() -> starfray.Fight:
    fight = three()
    fight.seats.hand = {"cat"}
    fight.gm("order bob toy.confirm yes")
    fight.play("roll ann", by="player:anna").play("secret bob").play("only ann").play("confirm bob")
    fight.play("roll cat").answer(fight.asks[0], [5])
    fight.play("sealed ann")
    while fight.asks:
        fight.answer(fight.asks[0], "red" if fight.asks[0].kind == "choose" and fight.asks[0].sealed else "no")
    fight.play("near ann bob").answer(fight.asks[0], "7")
    fight.play("pass ann").play("pass bob").play("pass cat")
    return fight


def test_a_transcript_replays_to_the_same_hash_and_events() -> None:
    fight = long_fight()
    text = fight.transcript()
    replayed = starfray.replay(text)
    assert replayed.ok, replayed.problem
    assert replayed.hash == fight.hash
    assert [event.plain() for event in replayed.events] == [event.plain() for event in fight.events]


def test_printing_and_parsing_a_transcript_are_inverse() -> None:
    text = long_fight().transcript()
    assert parse_transcript(text).text() == text
    assert parse_transcript(text.replace("\n", "\r\n")).text() == text


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("starfray transcript 1", "starfray transcript 9"),
        ("--- fight", "--- fights"),
        ("end ", "ende "),
        ("1. roll", "one roll"),
        ("· toy 1", "· coriolis 1"),
        (' = "toy"', ' = "nonsense"'),
    ],
)
def test_a_transcript_that_is_none_says_so(was: str, now: str) -> None:
    with pytest.raises(BadInput) as caught:
        starfray.replay(long_fight().transcript().replace(was, now, 1))
    assert caught.value.file
    assert caught.value.line
    assert caught.value.expected


# --- fight files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "line", "field"),
    [
        ('rulebook = "toy"', 'rulebook = "tyo"', 2, "rulebook"),
        ("seed = 5", 'seed = "five"', 4, "seed"),
        ("seed = 5", "seed = 5\nnonsense = 1", 5, "nonsense"),
        ('side = "us"', 'side = "us"\nscore = "x"', 8, "combatant.0.score"),
        ('side = "us"', 'side = "us"\nskore = 1', 8, "combatant.0.skore"),
        ('side = "them"', 'side = "them"\ncoins = 99', 12, "combatant.1.coins"),
        ('id = "bob"', 'id = "ann"', 10, "combatant.1.id"),
        ('id = "bob"', "", 9, "combatant.1"),
        ('side = "us"', 'side = "us"\nthings = ["stik"]', 8, "combatant.0.things.0"),
        ('side = "us"', 'side = "us"\nat = [1]', 8, "combatant.0.at"),
        ('side = "us"', 'side = "us"\ncount = 0', 8, "combatant.0.count"),
        ('side = "us"', 'side = "us"\narchetype = "paun"', 8, "combatant.0.archetype"),
        ("seed = 5", "seed = 5\n[now]\nticks = -1.5", 6, "now.ticks"),
        ("seed = 5", 'seed = 5\n[now]\npassed = ["ghost"]', 6, "now.passed"),
        ("seed = 5", "seed = 5\n[[cover]]\nname = 3", 6, "cover.0.name"),
        ("seed = 5", "seed = = 5", 4, ""),
    ],
)
def test_every_error_names_file_line_field_and_what_was_expected(was: str, now: str, line: int, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        starfray.loads(TWO.replace(was, now), "dock.toml")
    error = caught.value
    assert (error.file, error.line, error.field) == ("dock.toml", line, field)
    assert error.expected
    assert str(error).startswith(f"dock.toml:{line}")


def test_a_file_that_is_missing_or_no_text_says_so(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "bad.toml"):
        with pytest.raises(BadInput) as caught:
            starfray.load(path)
        assert caught.value.file == str(path)


def test_count_makes_numbered_copies_two_metres_apart() -> None:
    fight = starfray.loads(
        'rulebook = "toy"\n[[combatant]]\nid = "thug"\narchetype = "pawn"\ncount = 6\nat = [1, 2]\nside = "a"\n'
    )
    assert list(fight.state.roster) == [f"thug-{n}" for n in range(1, 7)]
    assert [one.name for one in fight.state.roster.values()] == [f"Pawn {n}" for n in range(1, 7)]
    assert fight.get("thug-6.at") == [1.0, 12.0]
    fight.gm("set thug-1.things.0.bonus 9")
    assert fight.get("thug-2.things.0.bonus") == 1


def test_a_copy_that_meets_its_own_number_is_refused() -> None:
    with pytest.raises(BadInput, match="taken"):
        starfray.loads(TWO + '[[combatant]]\nid = "x-2"\n[[combatant]]\nid = "x"\ncount = 3\n')


def test_every_field_can_be_written_and_text_loads_to_the_same_hash() -> None:
    fight = long_fight()
    text = fight.to_text()
    loaded = starfray.loads(text)
    assert loaded.hash == fight.hash
    assert loaded.to_text() == text
    assert loaded.actors == fight.actors


def test_a_gun_and_a_talent_by_pack_without_code(tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.toml").write_text('rulebook = "coriolis"\n')
    (pack / "weapons.toml").write_text('[big-carbine]\nlike = "vulcan-carbine"\nname = "Big Carbine"\ndamage = 9\n')
    (pack / "talents.toml").write_text('[tough]\nname = "Tough"\nhp = 4\nskills = { ranged-combat = 1 }\n')
    text = """
rulebook = "coriolis"
packs = ["mine"]
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
side = "crew"
weapons = ["big-carbine"]
talents = ["tough"]
at = [0, 0]
[[combatant]]
id = "tor"
side = "watch"
archetype = "dockside-bruiser"
at = [5, 0]
"""
    (tmp_path / "fight.toml").write_text(text)
    fight = starfray.load(tmp_path / "fight.toml")
    assert (fight.get("mira.weapons.0.damage"), fight.get("mira.max-hp")) == (9, 10)
    assert "automatic-fire" in fight.state.roster["mira"].weapons[0].features
    fight.step(dice=[6, 1])
    fight.play("shot mira tor", dice=[6, 1, 1, 1, 1], answers={})
    assert fight.get("tor.hp") == 0
    assert starfray.loads(fight.to_text(), folder=str(tmp_path)).hash == fight.hash
    assert starfray.restore(fight.to_json(), tmp_path).hash == fight.hash
    assert starfray.replay(fight.transcript(), folder=str(tmp_path)).ok
    with pytest.raises(BadInput, match="pack"):
        starfray.restore(fight.to_json(), tmp_path / "elsewhere")


def test_a_party_takes_its_wounds_to_the_next_fight(tmp_path: Path) -> None:
    (tmp_path / "party.toml").write_text('[[member]]\nid = "mira"\narchetype = "convoy-gunner"\nseat = "ana"\n')
    text = """
rulebook = "coriolis"
party = "party.toml"
[[combatant]]
party = "mira"
side = "crew"
at = [0, 0]
[[combatant]]
id = "tor"
archetype = "station-guard"
side = "watch"
at = [10, 0]
"""
    first = starfray.loads(text, folder=tmp_path)
    first.gm("set mira.hp 3").gm("set mira.reloads 1").gm("set mira.at [5,5]")
    assert starfray.write_back(first, tmp_path / "party.toml") == ["mira"]
    second = starfray.loads(text, folder=tmp_path)
    assert (second.get("mira.hp"), second.get("mira.reloads"), second.get("mira.at")) == (3, 1, [0.0, 0.0])
    assert second.get("mira.seat") == "ana"
    with pytest.raises(BadInput):
        starfray.write_back(two(), tmp_path / "party.toml")
