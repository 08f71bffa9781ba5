"""Undo, redo, replay, save and file: whatever was done, the way back and the way forth lead to the same positions."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given

import starfray
from tests.engine.toys import THREE
from tests.properties.strategies import begun, do, settle, steps


@given(steps)
def test_undo_to_the_beginning_and_redo_to_the_end(done: list[Any]) -> None:
    fight = begun()
    start = starfray.loads(THREE).hash
    for step in done:
        do(fight, step)
    settle(fight)
    hashes = [fight.hash]
    while fight.journal.entries:
        fight.undo()
        hashes.append(fight.hash)
    assert fight.hash == start
    for wanted in reversed(hashes[:-1]):
        assert fight.redo().hash == wanted


@given(steps)
def test_a_transcript_replays_to_the_same_events_and_hash(done: list[Any]) -> None:
    fight = begun()
    for step in done:
        do(fight, step)
    text = fight.transcript()
    again = starfray.replay(text)
    assert again.ok, again.problem
    assert again.hash == fight.hash
    happened = [event.plain() for entry in fight.journal.entries for event in entry.events]
    assert [event.plain() for event in again.events] == happened
    assert again.fight.transcript() == text


@given(steps, steps)
def test_a_restored_fight_lives_the_same_life(done: list[Any], later: list[Any]) -> None:
    fight = begun()
    for step in done:
        do(fight, step)
    again = starfray.restore(json.loads(json.dumps(fight.to_json())))
    assert [ask.id for ask in again.asks] == [ask.id for ask in fight.asks]
    for step in later:
        assert do(fight, step) == do(again, step)
        assert again.hash == fight.hash
    assert [event.plain() for event in again.events] == [event.plain() for event in fight.events]


@given(steps)
def test_a_position_written_and_read_is_the_same(done: list[Any]) -> None:
    fight = begun()
    for step in done:
        do(fight, step)
    again = starfray.loads(fight.to_text())
    assert again.hash == fight.hash
    assert again.to_text() == fight.to_text()


@given(steps)
def test_the_same_steps_give_the_same_fight(done: list[Any]) -> None:
    one, other = begun(), begun()
    for step in done:
        assert do(one, step) == do(other, step)
    assert one.hash == other.hash


@given(steps)
def test_looking_changes_nothing(done: list[Any]) -> None:
    fight = begun()
    for step in done:
        do(fight, step)
    before, states = fight.hash, fight.generators.states()
    for who in ("gm", "player:anna", "player:bert", "spectator", "side:them"):
        fight.view(who)
        fight.seen_events(who)
        fight.seen_asks(who)
    for who in fight.actors:
        fight.legal(who)
        fight.preview(f"roll {who}")
    fight.to_text()
    fight.to_json()
    assert (fight.hash, fight.generators.states()) == (before, states)
