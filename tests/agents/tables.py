"""Clients at a table in this process, over the SDK's own client and its in-memory transport."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from mcp import Client

from starfray.agents.local import local_table
from starfray.agents.server import make_server
from starfray.demo_files import demo_path
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.files import load, loads
from tests.agents.players import Player
from tests.room.table import FIGHT


@asynccontextmanager
async def clients_at(fight: Fight, names: Sequence[str]) -> AsyncIterator[dict[str, Player]]:
    """A client for each of these seats; the dice are those of the fight's seed."""
    async with local_table(fight, names, reproducible=True) as seats, AsyncExitStack() as stack:
        yield {
            name: Player(await stack.enter_async_context(Client(make_server(seat, gm=name == "gm"))))
            for name, seat in seats.items()
        }


def demo(name: str) -> tuple[Fight, list[str]]:
    """A demo, and the first two of its sides."""
    fight = load(demo_path(name))
    return fight, sides(fight.state)[:2]


def hall(text: str = FIGHT) -> Fight:
    """Two of a crew, an enemy, and a ghost nobody sees."""
    return loads(text)
