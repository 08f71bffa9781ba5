"""Seats of one table read different languages."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.values import GM
from starfray.grammar import YOU, People, agreeing
from starfray.language import preferred, said, said_of_somebody, speaking, spoken, word
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.seats import Seat, read_seat
from starfray.room.state import RoomState
from tests.room.table import FIGHT, Table
from tests.structure.source import PACKAGE


def room() -> RoomState:
    seats = {"gm": Seat("gm", "gm", "GM")}
    seats |= {who: Seat(who, "player", who, [plays]) for who, plays in (("ana", "mira"), ("ben", "tor"))}
    fight = to_room_fight(starfray.loads(FIGHT, "hall"), seats)
    fight.advance()
    return RoomState("hall", "Hall", fight, seats)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,en;q=0.5,de;q=0.7", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("de;q=0", "en"),
        ("de_DE.UTF-8", "de"),
        ("C.UTF-8", "en"),
        ("fr", "en"),
        ("", "en"),
        (";;q=,,", "en"),
    ],
)
def test_the_language_is_the_first_one_there_is(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_a_language_is_spoken_only_inside() -> None:
    with speaking("de"):
        assert (spoken(), word("gm")) == ("de", "SL")
        with speaking("xx"):
            assert spoken() == "en"
    assert (spoken(), word("gm")) == ("en", "GM")


def lines(view: dict[str, Any]) -> list[str]:
    return [row["text"] for row in view["log"]]


def test_two_seats_of_a_room_read_the_same_in_their_languages(table: Table) -> None:
    ana, ben = table.sit("ana"), table.sit("ben")
    table.gm.do("gm", text="modify tor 2")
    with table.client.websocket_connect(f"/ws/{table.room}") as socket:
        socket.send_json({"type": "hello", "token": ana.token, "since": None, "language": "de"})
        german = socket.receive_json()["view"]
    english = ben.look()
    assert lines(english)[-1] == "The GM puts +2 on Tor"
    assert lines(german)[-1] == "Die SL gibt Tor +2"
    assert len(lines(english)) == len(lines(german))
    assert german["acts"][-1]["headline"] == "Die SL gibt Tor +2."


def test_a_seat_remembers_its_language() -> None:
    seat = next(iter(room().seats.values()))
    assert "language" not in seat.plain(), "saves of a table in English are as they were"
    seat.language = "de"
    assert read_seat(seat.plain()).language == "de"


def test_seats_that_read_the_same_share_the_work_by_language() -> None:
    table = room()
    ana, ben = [seat for seat in table.seats.values() if seat.kind == "player"][:2]
    common: dict[Any, Any] = {}
    first, second = project(table, ana, common), project(table, ben, common)
    assert first["log"] is second["log"]
    ben.language = "de"
    assert project(table, ben, common)["log"] is not first["log"]
    assert project(table, ana, common)["log"] is first["log"]


def keys_of(part: Any) -> Any:
    """A view without its words: what is left has to be the same in every language."""
    if isinstance(part, dict):
        return {key: keys_of(value) for key, value in part.items()}
    return [keys_of(each) for each in part] if isinstance(part, list) else None if isinstance(part, str) else part


def test_a_language_adds_nothing_to_a_view() -> None:
    table = room()
    for seat in table.seats.values():
        english = project(table, seat)
        seat.language = "de"
        assert keys_of(project(table, seat)) == keys_of(english)
        assert seat.kind == GM or "Ghost" not in str(project(table, seat))


def test_what_has_no_translation_is_said_in_english() -> None:
    with speaking("de"):
        assert said("a label of somebody's own pack") == "a label of somebody's own pack"


@pytest.mark.parametrize(
    ("book", "text", "told"),
    [
        ("gurps", "Battle rifle, 7.62mm (21), Baton", "Gefechtsgewehr, 7,62 mm (21), Knüppel"),
        ("gurps", "mira holds nobody", "mira hält niemanden"),
        ("gurps", "parry-baton-retreat", "parry-baton-retreat"),
        ("hybrid", "Mind Lash (speed 10), Kinetic Shove (speed 10)", "Geisthieb (Tempo 10), Kinetischer Stoß (Tempo 10)"),
        ("hybrid", "parry two edged dagger", "Parade: Zweischneidiger Dolch"),
        (
            "compound_x",
            "Downed (0 of 3 saving throws failed), prone",
            "niedergestreckt (0 von 3 Todeswürfen verfehlt), liegend",
        ),
        ("compound_x", "0 Actions, 3 Reactions", "0 Aktionen, 3 Reaktionen"),
        ("coriolis", "Pray? Sixes so far: 2", "Beten? Sechsen bisher: 2"),
        ("icar", "3+ on the die, 80 %; it works", "3+ auf dem Würfel, 80 %; es gelingt"),
    ],
)
def test_a_sentence_is_taken_apart_where_it_is_read(book: str, text: str, told: str) -> None:
    with speaking("de", PACKAGE / "rulebooks" / book):
        assert said(text) == told


def test_what_rules_note_goes_with_whom_it_is_said_of() -> None:
    with speaking("de", PACKAGE / "rulebooks" / "gurps"):
        note = said_of_somebody("breaks free of")
        told = [agreeing(note, People(names, "de")) for names in (["Mira"], ["Mira", "Tor"], [YOU])]
        assert told == ["befreit sich von", "befreien sich von", "befreist dich von"]
        assert said("breaks free of") == told[0]
