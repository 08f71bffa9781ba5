"""The log in sentences: sayings, dice, answers, names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import starfray
from starfray.engine.ledger import ENGINE_RULES
from starfray.engine.values import Event, Tally
from starfray.language import FOLDER
from starfray.rulebooks import FOLDERS, find
from starfray.terminal.rules import folder_of
from starfray.words import Number, dice_words, log, read_sayings, result_words, sayings_of, sentence, tell, topic
from tests.cli.conftest import DUEL


def test_a_fight_reads_as_sentences() -> None:
    fight = starfray.loads(DUEL)
    fight.play("shot mira tor vulcan-pistol", dice=[6, 3, 2, 1])
    assert log(fight) == [
        "Mira shoots at Tor with the Vulcan pistol",
        "Mira rolls to hit, 4d6≥6: 6 3 2 1 → 1",
        "Mira does not pray (standing order)",
        "Mira hits Tor for 2",
        "Tor loses 2 HP",
    ]


def test_dice_typed_in_and_answers_are_told_as_such() -> None:
    fight = starfray.loads(DUEL.replace('"coriolis.core.pray" = "never"', ""))
    fight.seats.hand = {"mira"}
    fight.play("shot mira tor")
    fight.answer(fight.asks[0], [1, 1, 1, 1])
    assert log(fight)[-1] == "Mira rolls to hit, 4d6≥6: 1 1 1 1 (typed in) → 0"
    fight.answer(fight.asks[0], "no", by="player:ana")
    assert [told.text for told in tell(fight)][-2:] == ["Mira does not pray", "Mira misses Tor"]


def test_an_answer_the_gm_gave_for_somebody_is_marked() -> None:
    fight = starfray.loads(DUEL.replace('"coriolis.core.pray" = "never"', ""))
    fight.play("shot mira tor").answer(fight.asks[0], "no")
    assert "Mira does not pray (the GM's word)" in log(fight)


def test_the_log_of_a_side_leaves_out_what_it_may_not_know() -> None:
    fight = starfray.loads(DUEL.replace('name       = "Tor"', 'name = "Tor"\nhidden = true'))
    fight.gm("note beware")
    fight.play("end-turn mira", dice=[])
    assert log(fight) == ["The GM notes: beware", "Mira keeps 3 AP for reactions", "Mira's slot is over"]
    assert log(fight, "side:crew") == ["Mira keeps 3 AP for reactions", "Mira's slot is over"]


def test_without_a_saying_the_facts_are_listed() -> None:
    fight = starfray.loads(DUEL)
    event = Event("coriolis.action.unheard-of", "mira", "tor", 2, "a note")
    assert sentence(fight.book, fight.state, event) == "Mira: action unheard of → Tor 2 (a note)"
    assert topic("gurps.core.turn-order") == "core turn order"


@pytest.mark.parametrize(
    ("label", "total", "words"),
    [
        ("7d6>=6", 7, "7d6≥6"),
        ("7d6>=6", 5, "7d6≥6 (tally 5)"),
        ("3d6<=4/12/16", 12, "3d6 against 12"),
        ("2d6", -1, "2d6 (tally -1)"),
        ("2d6", 6, "2d6 (tally 6)"),
        ("d10>4 luck 10+", 4, "d10>4 luck 10+"),
        ("d100+25>60", 25, "d100+25>60"),
        ("2d6", 0, "2d6"),
        ("highest of 1d6", None, "d6"),
        ("highest of 2d6", None, "highest of 2d6"),
    ],
)
def test_dice_are_told_with_the_total_of_their_tally(label: str, total: int | None, words: str) -> None:
    tally = None
    if total is not None:
        tally = Tally()
        tally.add(total, "gm.modifier")
    assert dice_words(label, tally) == words


@pytest.mark.parametrize(
    ("label", "faces", "number", "words"),
    [
        ("4d6>=6", [6, 1, 1, 6], 2, " → 2"),
        ("3d6<=4/12/16", [4, 4, 3], 1, " = 11"),
        ("1d100<=70", [58], 0, ""),
        ("ranking of 2 by d6", [3, 5], 1, ""),
        ("pick of 3", [5], 2, " → number 3"),
        ("1d6", [4], 4, ""),
        ("d66", [4, 2], 42, " → 42"),
    ],
)
def test_results_are_told_as_people_count_them(label: str, faces: list[int], number: int, words: str) -> None:
    assert result_words(Event("x", "y", "", number, label, faces=faces)) == words


@pytest.mark.parametrize("book", [name for name in FOLDERS if (folder_of(name) / "sayings.toml").exists()])
def test_sayings_name_rules_of_the_book_and_blanks_that_exist(book: str) -> None:
    path = folder_of(book) / "sayings.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = {key: say for key, say in data.items() if isinstance(say, str)}
    rows |= {**data.get("rolls", {}), **data.get("answers", {})}
    ledger = find(book).ledger()
    for key, say in rows.items():
        assert key.partition(":")[0] in ledger, key
        for blank in re.findall(r"\{(\w+)", say):
            assert blank in ("who", "whom", "number", "note", "rule"), say


#: '1 sixes', '1 more dice'; of a name that ends in a number ('Guard 1 turns') it knows nothing
ONE_OF_MANY = re.compile(
    r"(?<![\d.,/-])(?<!a )1 (?:more |extra )?(?:sixes|dice|misses|injuries|successes|passes|actions|Actions|reactions|Reactions"
    r"|phases|Phases|attackers|blows|bullets|charges|counts|credits|days|degrees|doses|hours|magazines|metres|minutes|nanites"
    r"|points|rates|rounds|seconds|shots|skills|swaps|throws|times|turns|yards)\b"
)


@pytest.mark.parametrize("number", [0, 1, 2, -1])
@pytest.mark.parametrize("book", [name for name in FOLDERS if (folder_of(name) / "sayings.toml").exists()])
def test_every_saying_reads_right_with_one_and_with_more(book: str, number: int) -> None:
    state = find(book).state()
    sayings = sayings_of(folder_of(book))
    for rule in sayings.events:
        text = sentence(find(book), state, Event(rule, "mira", "tor", number, "note"))
        assert "|" not in text, text
        assert "(s)" not in text, text
        assert not ONE_OF_MANY.search(text), text


@pytest.mark.parametrize(
    ("say", "number", "text"),
    [
        ("{number:six|sixes}", 1, "1 six"),
        ("{number:six|sixes}", 2, "2 sixes"),
        ("{number:six|sixes}", 0, "0 sixes"),
        ("{number:six|sixes}", -1, "-1 six"),
        ("{number:+six|sixes}", 1, "+1 six"),
        ("{number:+six|sixes}", 3, "+3 sixes"),
        ("{number:of them succeeds|of them succeed}", 1, "1 of them succeeds"),
        ("{number}", 1, "1"),
        ("{number:+d}", 4, "+4"),
    ],
)
def test_a_number_in_a_saying_takes_the_word_that_goes_with_it(say: str, number: int, text: str) -> None:
    assert say.format(number=Number(number)) == text


def test_every_rule_coriolis_emits_has_a_saying() -> None:
    """Named beside emit( as a text, or by one of the names the code gives to ids."""
    folder = folder_of("coriolis")
    sayings = sayings_of(folder).events
    emitted = set()
    for path in folder.glob("*.py"):
        emitted |= set(re.findall(r'emit\(\s*"(coriolis[\w.-]+)"', path.read_text(encoding="utf-8")))
    assert len(emitted) > 25
    assert sorted(emitted - set(sayings)) == []


def test_sayings_of_the_engine_speak_of_its_own_rules() -> None:
    assert set(read_sayings(FOLDER / "en.toml")["events"]) <= set(ENGINE_RULES)


def test_a_saying_with_a_wrong_blank_falls_back_to_the_facts(tmp_path: Path) -> None:
    from dataclasses import replace

    (tmp_path / "sayings.toml").write_text('"coriolis.action.move" = "{nobody} moves"\n')
    fight = starfray.loads(DUEL)
    book = replace(fight.book, folder=tmp_path)
    assert sentence(book, fight.state, Event("coriolis.action.move", "mira")) == "Mira: action move"
