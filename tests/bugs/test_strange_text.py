"""Texts people type reach files, transcripts and saves unharmed, or are refused at the door."""

from __future__ import annotations

import json

import pytest

import starfray
from starfray.engine.actions import parse, to_text
from starfray.engine.errors import BadInput
from starfray.engine.gm import GM_KINDS, Note
from tests.engine.toys import ACTIONS, Say, two

STRANGE = [
    "two\nlines",
    "a\rb",
    "tab\there",
    'quo"te',
    "back\\slash",
    "x  # player:anna",
    ': "',
    "who=bob",
    "words=again",
    " ",
    "",
    "  both ends  ",
    "\u2028line\u2029para\x85next",
    "\x0bvt\x0cff\x1c",
    "🚀 ßé 漢",
    "--- fight",
    "end abc",
    "\\n",
    "=",
    "a=b",
    "'",
    "# no comment",
    "\x00",
    "\x7f",
    "+ ~ * ^ = !",
]


@pytest.mark.parametrize("words", STRANGE)
def test_an_action_with_any_text_parses_back_to_itself(words: str) -> None:
    action = Say("ann", words)
    assert parse(ACTIONS, to_text(action)) == action


@pytest.mark.parametrize("words", STRANGE)
def test_a_note_with_any_text_parses_back_to_itself(words: str) -> None:
    action = Note("gm", words, "ann")
    assert parse(GM_KINDS, to_text(action)) == action


@pytest.mark.parametrize("words", STRANGE)
def test_a_transcript_with_any_text_replays(words: str) -> None:
    fight = two()
    fight.play(Say("ann", words), by="player:anna")
    fight.play("text bob", by="player:bert")
    fight.answer(fight.asks[0], words, by="player:bert")
    fight.gm(to_text(Note("gm", words, "bob")).replace("note gm ", "note ", 1))
    again = starfray.replay(fight.transcript())
    assert again.ok, again.problem
    assert again.fight.get("bob.said") == words
    assert [entry.by for entry in again.fight.journal.entries] == [entry.by for entry in fight.journal.entries]
    assert again.fight.transcript() == fight.transcript()


@pytest.mark.parametrize("words", STRANGE)
def test_a_fight_file_and_a_save_keep_any_text(words: str) -> None:
    fight = two()
    fight.title = words
    fight.play(Say("ann", words))
    assert starfray.loads(fight.to_text()).hash == fight.hash
    assert starfray.loads(fight.to_text()).title == words
    assert starfray.restore(json.loads(json.dumps(fight.to_json()))).hash == fight.hash


@pytest.mark.parametrize("seat", ["anna  # player:x", "a b", 'a"b', "ä\nö", "player:x"])
def test_a_seat_with_any_name_survives_a_transcript(seat: str) -> None:
    fight = two()
    fight.state.roster["ann"].seat = seat
    fight.start.roster["ann"].seat = seat
    fight.play(Say("ann", "hello"), by=f"player:{seat}")
    again = starfray.replay(fight.transcript())
    assert again.ok, again.problem
    assert again.fight.journal.entries[-1].by == f"player:{seat}"


def test_text_that_is_not_unicode_is_refused() -> None:
    """A lone surrogate can come in by JSON, but cannot be written to any file."""
    fight = two()
    before = fight.hash
    with pytest.raises(BadInput):
        fight.play("say ann \ud800")
    with pytest.raises(BadInput):
        fight.gm("note \ud800")
    fight.play("text ann")
    with pytest.raises(BadInput):
        fight.answer(fight.asks[0], "\udfff")
    fight.cancel()
    assert fight.hash == before


def test_a_tab_after_the_word_of_a_gm_command_is_a_blank() -> None:
    fight = two()
    fight.gm("note\thello")
    assert fight.state.notes == "hello"


def test_zero_and_minus_zero_are_the_same_place() -> None:
    fight = two()
    fight.gm("place ann -0,-0.0")
    assert starfray.replay(fight.transcript()).ok
    assert starfray.loads(fight.to_text()).hash == fight.hash
