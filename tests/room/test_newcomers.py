"""Whoever joins a fight is played as the side is that they join."""

from __future__ import annotations

import pytest

from starfray.room import commands
from starfray.room.auto import auto_step
from starfray.room.project import project
from starfray.room.state import RoomState
from tests.room.test_areas import room_of

LOCK = """rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[wave]]
name = "second boat"
turn = 2
[[combatant]]
id = "mira"
archetype = "station-guard"
side = "crew"
at = [0, 0]
[[combatant]]
id = "jarl"
archetype = "corsair-boarder"
side = "corsairs"
at = [20, 0]
[[combatant]]
id = "second"
wave = "second boat"
archetype = "corsair-boarder"
side = "corsairs"
at = [30, 0]
"""


@pytest.fixture
def room() -> RoomState:
    return room_of(LOCK)


def switch(room: RoomState, **args: str) -> None:
    commands.run(room, room.seats["gm"], "dial", args)


def to_the_second_turn(room: RoomState) -> None:
    while "second" not in room.fight.state.roster:
        if not auto_step(room):
            room.fight.play(f"end-turn {room.fight.actors[0]}")
            room.fight.advance()


def dial_shown(room: RoomState, who: str) -> object:
    return project(room, room.seats["gm"])["cards"][who]["dial"]


def test_the_switch_of_a_side_is_that_of_whoever_joins_it_later(room: RoomState) -> None:
    switch(room, side="corsairs", value="auto")
    to_the_second_turn(room)
    assert dial_shown(room, "second") == dial_shown(room, "jarl") == {"act": "auto", "*": "auto"}
    switch(room, who="second", kind="act", value="ask")
    assert dial_shown(room, "second") == {"act": "ask"}


def test_a_dial_of_one_alone_says_nothing_of_whoever_joins(room: RoomState) -> None:
    switch(room, who="jarl", kind="act", value="auto")
    to_the_second_turn(room)
    assert dial_shown(room, "second") == {}
