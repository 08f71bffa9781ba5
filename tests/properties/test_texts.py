"""Any text survives every way it can be written and read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import starfray
from starfray.engine.actions import from_json, parse, to_json, to_text
from starfray.engine.gm import GM_KINDS, Note, Rename, SetValue
from starfray.engine.tape import SOURCES, Taped
from starfray.engine.toml import parse as parse_toml
from starfray.engine.toml import write_pairs, write_value
from starfray.transcript_format import MARKS, read_taped, write_taped
from tests.engine.toys import ACTIONS, Say
from tests.properties.strategies import begun, texts

names = st.from_regex(r"[a-z]{1,8}(-[0-9]{1,2})?", fullmatch=True)
says = st.builds(
    Say,
    names,
    texts,
    st.lists(names, max_size=3).map(tuple),
    st.booleans(),
    st.integers(-999, 999),
    st.floats(-1e6, 1e6).map(lambda number: number + 0.0),
)
plain: Any = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


@given(says)
def test_actions_print_and_parse_back(action: Say) -> None:
    assert parse(ACTIONS, to_text(action)) == action
    assert from_json(ACTIONS, json.loads(json.dumps(to_json(action)))) == action
    assert "\n" not in to_text(action)


@given(texts, texts, texts)
def test_gm_commands_print_and_parse_back(one: str, two: str, three: str) -> None:
    for action in (Note("gm", one, two), Rename("gm", one, two), SetValue("gm", one, two, three)):
        assert parse(GM_KINDS, to_text(action)) == action


@pytest.mark.slow
@given(st.dictionaries(texts, plain, max_size=5))
def test_toml_written_is_read_back(data: dict[str, Any]) -> None:
    assert parse_toml("\n".join(write_pairs(data)), "x") == data
    assert parse_toml(f"v = {write_value(data)}", "x")["v"] == data


@given(
    st.sampled_from(["choose", "allocate", "number", "text"]),
    texts,
    texts,
    st.sampled_from([s for s in SOURCES if MARKS[s]]),
    st.booleans(),
)
def test_lines_of_the_tape_are_read_back(kind: str, what: str, answer: str, source: str, secret: bool) -> None:
    entry = Taped(kind, "toy.rule", "ann", what, source, [], answer, secret)
    assert "\n" not in write_taped(entry)
    assert read_taped(write_taped(entry), "x", 1) == entry


@given(st.lists(st.integers(1, 1000), max_size=8), st.sampled_from(["app", "hand", "forced"]), st.booleans())
def test_dice_of_the_tape_are_read_back(faces: list[int], source: str, secret: bool) -> None:
    entry = Taped("dice", "toy.rule", "ann", "ranking of 3 by d6", source, faces, "", secret)
    assert read_taped(write_taped(entry), "x", 1) == entry


@given(texts, texts, texts)
def test_names_notes_and_answers_survive_files_saves_and_transcripts(name: str, note: str, said: str) -> None:
    fight = begun()
    fight.gm(to_text(Rename("gm", "ann", name)).replace("rename gm ", "rename ", 1))
    fight.gm(to_text(Note("gm", note, "bob")).replace("note gm ", "note ", 1))
    fight.play("text ann", by="player:anna")
    fight.answer(fight.asks[0], said, by="player:anna")
    assert (fight.state.roster["ann"].name, fight.state.roster["bob"].notes, fight.state.roster["ann"].said) == (
        name,
        note,
        said,
    )
    assert starfray.loads(fight.to_text()).hash == fight.hash
    assert starfray.restore(json.loads(json.dumps(fight.to_json()))).hash == fight.hash
    assert starfray.replay(fight.transcript()).ok


@given(st.text(max_size=60))
def test_any_text_as_an_action_or_command_is_refused_or_fine(text: str) -> None:
    fight = begun()
    before = fight.hash
    for way in (fight.play, fight.gm, fight.preview, fight.odds):
        try:
            way(text)
        except starfray.StarfrayError as error:
            said = str(error)
        else:
            said, before = "done", fight.hash
        assert said
        assert fight.hash == before
