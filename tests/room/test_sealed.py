"""Sealed answers are shown to nobody until all are in."""

from __future__ import annotations

import os
from random import Random

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.values import Ask
from starfray.room import commands
from starfray.room.exports import export
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.seats import Seat
from starfray.room.state import RoomState

pytestmark = pytest.mark.slow

PAIRS = int(os.environ.get("STARFRAY_PAIRS", "20"))


def a_room(seed: int) -> RoomState:
    fight = starfray.load(demo_path("carrows-moon"))
    first, second = list(fight.state.roster)[:2]
    seats = {
        "gm": Seat("gm", "gm", "GM"),
        "ana": Seat("ana", "player", "Ana", [first]),
        "ben": Seat("ben", "player", "Ben", [second]),
        "eyes": Seat("eyes", "spectator", "Eyes"),
    }
    room = RoomState("r", "T", to_room_fight(fight, seats), seats)
    room.fight.generators.open.state = seed
    room.fight.advance()
    return room


def answer(room: RoomState, ask: Ask, random: Random) -> None:
    words: dict[str, object] = {"dice": [], "number": ask.low, "allocate": "", "text": ""}
    given = words[ask.kind] if ask.kind in words else random.choice(ask.options).key
    commands.run(room, room.seats["gm"], "answer", {"ask": ask.id, "answer": given})


def until_sealed(room: RoomState, random: Random) -> bool:
    """Play until at least two are asked at once under seal, one of them Ana."""
    for _ in range(60):
        asks = room.fight.asks
        sealed = [ask for ask in asks if ask.sealed and len(ask.options) > 1]
        if len(sealed) > 1 and any(room.fight.seat_of(ask.who) == "player:ana" for ask in sealed):
            return True
        if not asks:
            return False
        answer(room, asks[0], random)
    return False


def received(room: RoomState, seat: str) -> object:
    forms = [export(room, room.seats[seat], form) for form in ("markdown", "text", "json")]
    return project(room, room.seats[seat]), forms


def test_what_others_have_sealed_changes_nothing_anybody_sees() -> None:
    tried = 0
    for seed in range(PAIRS):
        one, other = a_room(seed), a_room(seed)
        skip = seed % 5
        for room in (one, other):
            random = Random(seed)
            for _ in range(skip):
                if room.fight.asks:
                    answer(room, room.fight.asks[0], random)
        if not (until_sealed(one, Random(seed)) and until_sealed(other, Random(seed))):
            continue
        others = [ask for ask in one.fight.asks if one.fight.seat_of(ask.who) != "player:ana"]
        for place, ask in enumerate(others):
            for room, key in ((one, ask.options[0].key), (other, ask.options[-1].key)):
                commands.run(room, room.seats["gm"], "answer", {"ask": ask.id, "answer": key})
            for seat in ("ana", "eyes", "gm"):
                assert received(one, seat) == received(other, seat), (seed, place)
            tried += 1
    assert tried >= PAIRS // 2


def test_a_sealed_answer_can_be_taken_back_before_all_are_in() -> None:
    room = a_room(3)
    assert until_sealed(room, Random(3))
    mine = next(ask for ask in room.fight.asks if room.fight.seat_of(ask.who) == "player:ana")
    before = project(room, room.seats["ana"])
    commands.run(room, room.seats["ana"], "answer", {"ask": mine.id, "answer": mine.options[0].key})
    assert mine.id not in [ask.id for ask in room.fight.asks]
    commands.run(room, room.seats["ana"], "undo", {})
    assert project(room, room.seats["ana"]) == before
