"""Two clients of the SDK play the demos by what the tools tell them. Every answer is at most 4 kB (players.py looks)."""

from __future__ import annotations

import os

import pytest

from starfray.demo_files import demo_names
from tests.agents.players import OVER, play_to_the_end
from tests.agents.tables import clients_at, demo
from tests.coroutines import finished

pytestmark = pytest.mark.slow
#: a few seconds each, of every book; `make agents` plays all the others to their end, too
QUICK = (
    "back-door", "furball", "halcyon", "last-orders", "loading-ramp", "long-shot", "mind-and-gun", "needle-and-pin",
    "one-on-one", "ten-paces", "the-clinch", "two-wasps",
)  # fmt: skip
WHOLE = os.environ.get("STARFRAY_AGENTS") == "whole"
SOME = 4  # calls of each client in a demo that is not played to its end


@pytest.mark.parametrize("name", demo_names() if WHOLE else QUICK)
def test_two_clients_play_a_demo_to_its_end(name: str) -> None:
    async def play() -> None:
        fight, names = demo(name)
        async with clients_at(fight, names) as players:
            assert OVER in await play_to_the_end(list(players.values()))
            for player in players.values():
                assert OVER in await player.call("look")

    finished(play())


@pytest.mark.parametrize("name", [] if WHOLE else [name for name in demo_names() if name not in QUICK])
def test_two_clients_begin_a_demo(name: str) -> None:
    async def play() -> None:
        fight, names = demo(name)
        async with clients_at(fight, names) as players:
            for player in players.values():
                await player.call("advice")
                await player.move(calls=SOME)
            logs = [await player.call("log") for player in players.values()]
            assert all("#1 " in log for log in logs)

    finished(play())
