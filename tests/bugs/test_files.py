"""Errors name the file they are in; nothing read is lost when written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray.engine.changes import Comparison, changes, flat
from starfray.engine.errors import BadInput
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.engine.toml import line_index
from tests.engine.toys import TWO, two

FROM_PARTY = """
rulebook = "toy"
party = "party.toml"
[[combatant]]
party = "ann"
side = "us"
[[combatant]]
id = "bob"
side = "them"
"""


def with_party(folder: Path, text: str) -> starfray.Fight:
    (folder / "party.toml").write_text(text, encoding="utf-8")
    return starfray.loads(FROM_PARTY, folder=folder)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("member = 5", 1),
        ("[[member]]\nname = 'x'", 1),
        ("[[member]]\nid = 'ann'\nscore = 'x'", 3),
        ("[[member]]\nid = 'ann'\nnonsense = 1", 3),
        ("[[member]]\nid = 'ann'\n[[member]]\nid = 'ann'", 4),
        ("rulebook = 'coriolis'\n[[member]]\nid = 'ann'", 1),
        ("[[member]]\nid = 'ann'\narchetype = 'nobody'", 3),
        ("[[member]]\nid = 'ann'\nthings = ['nothing']", 3),
    ],
)
def test_an_error_in_a_party_file_names_the_party_file(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(BadInput) as caught:
        with_party(tmp_path, text)
    assert caught.value.file.endswith("party.toml")
    assert caught.value.line == line
    assert caught.value.expected


@pytest.mark.parametrize(
    "text", ["[gun]\nbonus = 'x'", "[gun]\nnonsense = 1", "[gun]\nlike = []", "[gun]\nlike = 'no'", "gun = 1"]
)
def test_an_error_in_a_pack_names_the_pack(tmp_path: Path, text: str) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "pack.toml").write_text('rulebook = "toy"')
    (tmp_path / "p" / "things.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        starfray.loads('packs = ["p"]\n' + TWO, folder=tmp_path)
    assert caught.value.file.endswith("things.toml")
    assert caught.value.line
    assert caught.value.expected


def test_what_was_used_up_is_not_filled_in_again_by_the_archetype(tmp_path: Path) -> None:
    fight = with_party(tmp_path, '[[member]]\nid = "ann"\narchetype = "pawn"\npurse = { silver = 9 }\n')
    assert fight.get("ann.purse") == {"gold": 2, "silver": 9}
    fight.begin().gm('set ann.purse {"silver":1}')
    fight.gm("set ann.score 0")
    starfray.write_back(fight, tmp_path / "party.toml")
    again = starfray.loads(FROM_PARTY, folder=tmp_path)
    assert again.get("ann.purse") == {"silver": 1}
    assert again.get("ann.score") == 0


def test_writing_back_into_a_damaged_party_file_is_refused(tmp_path: Path) -> None:
    fight = two()
    for text in ("member = 5", "[[member]]\nname = 'no id'", "member = [1]"):
        (tmp_path / "party.toml").write_text(text)
        with pytest.raises(BadInput):
            starfray.write_back(fight, tmp_path / "party.toml", ["ann"])
        assert (tmp_path / "party.toml").read_text() == text


def test_a_long_line_in_a_text_is_read_in_no_time() -> None:
    line_index('notes = """\n[' + " " * 200_000 + '\n"""')
    assert line_index("a = 1\n[b]\nc = 2") == {"a": 1, "b": 2, "b.c": 3}


@pytest.mark.parametrize(
    "change",
    [
        {"queued": [1]},
        {"queued": [["x"]]},
        {"title": 7},
        {"seed": "x"},
        {"seed": -1},
        {"version": "x"},
        {"hand": [[]]},
        {"generators": [1, 2]},
        {"generators": ["a", 2, 3]},
        {"packs": [5]},
        {"journal": {}},
        {"undone": [1]},
        {"draft": 3},
        {"draft": {"kind": "x"}},
        {"position": []},
        {"start": None},
        {"hash": 5},
        {"rulebook": 7},
        {"rulebook": "no"},
        {"auto": 5},
        {"starfray": 9},
        {"engine": None},
        {"queued": None},
        {"abandoned": [[{}]]},
    ],
)
def test_a_damaged_save_is_refused(change: dict[str, object]) -> None:
    data = json.loads(json.dumps(two().to_json()))
    with pytest.raises(BadInput):
        starfray.restore({**data, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "nonsense"},
        {"by": 5},
        {"events": [{"rule": 1, "who": "x"}]},
        {"events": [{"rule": "x", "who": []}]},
        {"events": [{"rule": "x", "who": "y", "number": "z"}]},
        {"events": [{"rule": "x", "who": "y", "faces": 3}]},
        {"tape": [{"kind": "dice", "rule": "toy.roll", "who": "ann", "what": "1d6", "source": "nobody", "faces": [4]}]},
        {"corrected": 4},
        {"number": "x"},
        {"tape": [{"kind": "x"}]},
        {"action": {"kind": "nonsense"}},
        {"action": {"kind": "roll"}},
        {"events": [{"rule": "x", "who": "y", "tally": 3}]},
        {"events": [{"rule": "x", "who": "y", "tally": {"total": "x", "reasons": []}}]},
    ],
)
def test_a_damaged_entry_of_a_save_is_refused(change: dict[str, object]) -> None:
    data = json.loads(json.dumps(two().play("roll ann", dice=[4]).to_json()))
    data["journal"][1].update(change)
    with pytest.raises(BadInput):
        starfray.restore(data)


def test_a_save_of_other_rules_keeps_its_position_and_its_acts_and_can_be_replayed() -> None:
    fight = two().play("roll ann", dice=[4]).play("fork ann", dice=None)
    data = json.loads(json.dumps(fight.to_json()))
    data["rulebook-version"] = "0"
    data["draft"]["tape"][0]["what"] = "2d8"
    again = starfray.restore(data)
    assert again.hash == fight.hash
    assert not again.asks
    assert again.dropped
    assert [entry.action for entry in again.journal.entries] == [entry.action for entry in fight.journal.entries]
    again.play("roll bob", dice=[3])
    assert starfray.replay(again.transcript()).ok


def test_the_chance_of_a_value_counts_outcomes_that_leave_it_as_it_is() -> None:
    odds = two().odds("pool ann 1")
    assert odds.chance_of("ann.score", 0) == pytest.approx(5 / 6)
    assert odds.chance_of("ann.score", lambda score: score >= 0) == pytest.approx(1)


def test_the_odds_of_giving_up_are_plain() -> None:
    assert two().odds("surrender ann").chance_of("ann.out", "surrendered") == pytest.approx(1)


@pytest.mark.slow
def test_best_play_of_an_act_without_end_comes_to_an_end() -> None:
    fight = starfray.loads("""
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
archetype = "convoy-gunner"
side = "crew"
at = [0, 0]
[[combatant]]
id = "tor"
archetype = "station-guard"
side = "watch"
at = [10, 0]
""").begin(dice=[6, 1])
    odds = fight.odds("full-auto mira tor", best_for="crew", budget=3000)
    assert sum(each.p for each in odds.outcomes) + odds.residual == pytest.approx(1)


def test_outcomes_compared_part_by_part_are_those_compared_as_a_whole() -> None:
    fight = two().gm("set ann.score 2")
    start = Comparison(fight.state)
    for text in ("roll ann", "choose bob", "sealed ann", "pass ann", "surrender bob"):
        found = spread(fight.book, fight.state, fight.parse(text), Policies(fight.book.policy()))
        for leaf in found.leaves:
            assert start.changes(leaf.state) == changes(flat(fight.state), flat(leaf.state))


@pytest.mark.parametrize(
    ("book", "weapon", "place"),
    [("coriolis", "vulcan-carbine", "lies-at"), ("compound-x", "ecsc-mk16", "lies"), ("hybrid", "saber", "lies-at")],
)
def test_what_lay_on_the_ground_is_gathered_up_after_the_fight(tmp_path: Path, book: str, weapon: str, place: str) -> None:
    lying = f'weapons = [{{ key = "{weapon}", in-hand = false, dropped = true, {place} = [3, 4] }}]'
    rest = '[[combatant]]\nid = "bob"\nside = "dock"\nat = [9, 9]'
    fight = starfray.loads(f'rulebook = "{book}"\n[[combatant]]\nid = "ann"\nside = "crew"\nat = [3, 4]\n{lying}\n{rest}')
    assert fight.get("ann.weapons.0.dropped") is True
    starfray.write_back(fight, tmp_path / "party.toml", ["ann"])
    again = starfray.loads(f'rulebook = "{book}"\nparty = "party.toml"\n[[combatant]]\nparty = "ann"\n{rest}', folder=tmp_path)
    assert not again.get("ann.weapons.0.dropped")
    assert again.get(f"ann.weapons.0.{place}") is None


@pytest.mark.parametrize("key", ["medkti", "mdekit", "medkitt"])
def test_a_slip_in_an_items_key_is_noticed(key: str) -> None:
    with pytest.raises(starfray.BadInput, match="did you mean 'medkit'"):
        starfray.loads(f'rulebook = "coriolis"\n[[combatant]]\nid = "ann"\nside = "crew"\ngear = [{{ key = "{key}" }}]')


def test_a_fight_says_what_comes_next() -> None:
    fight = starfray.loads(
        'rulebook = "coriolis"\ntitle = "Dock"\n[[combatant]]\nid = "ann"\n[[combatant]]\nid = "bob"\nside = "x"'
    )
    assert repr(fight) == "<Fight coriolis: Dock, begin due>"
    fight.begin(dice=[5, 2])
    assert repr(fight) == "<Fight coriolis: Dock, ann may act>"
    fight.gm("down bob")
    assert repr(fight).endswith("holds the field>")
