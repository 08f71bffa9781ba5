"""Load as shipped: rooms of five page sockets, one act each five seconds, beside an echo server as yardstick in the same run.

    python -m bench.load --write           all of it, on a quiet machine; at most eight minutes
    python -m bench.load --rooms 20 40     other numbers of rooms
    python -m bench.load --quick           a minute, to see that it runs

Rising numbers of rooms in one process on SQLite and in three on PostgreSQL, until the slowest hundredth of the acts takes more
than 50 ms. Then half of what one process holds, beside a room of 400 combatants that acts without pause. The echo
server answers the same number of sockets at the same pace: what it needs is the machine's and the clients' share.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.room.postgres_server import postgres_server
from websockets.asyncio.client import ClientConnection, connect

from bench.room import EVERY, open_loop
from bench.room_client import Page, Server, Table, at, p50_p99
from starfray.interpreted import build_kind

HELD = 0.050  # seconds: p99 of an act
SEATS = 5
BOMB = 200  # combatants on each side of the room that works without pause
PAGE = Path(__file__).with_name("load.md")


class Echo(Server):
    module = "bench.echo"


def address_of(room: int) -> str:
    """Every few rooms call from an address of their own, as tables do: one address may open 200 sockets."""
    return f"127.1.{room // 20 // 200}.{room // 20 % 200 + 1}"


async def echoes(rooms: int, rounds: int) -> list[float]:
    """One message in five seconds on one socket of each room, as long as an act; the others only listen."""
    server = Echo("-")
    await server.ready()
    sockets: list[list[ClientConnection]] = []
    for room in range(rooms):
        url, here = f"ws://127.0.0.1:{server.port}", (address_of(room), 0)
        opened = [await connect(url, compression=None, ping_interval=None, local_addr=here) for _ in range(SEATS)]
        sockets.append(opened)
    times: list[float] = []
    random = Random(1)

    async def live(socket: ClientConnection) -> None:
        await asyncio.sleep(random.random() * EVERY)
        for _ in range(rounds):
            begun = time.perf_counter()
            await socket.send("x" * 200)
            await socket.recv()
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun)))

    await asyncio.gather(*(live(room[0]) for room in sockets))
    for each in sockets:
        for socket in each:
            await socket.close()
    server.stop()
    return times


class Rooms:
    """Tables and their pages at some servers, more of them from level to level."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self.tables: list[Table] = []
        self.pages: list[list[Page]] = []
        self.share = 0.0  # of one core that the servers used in the last acts

    async def grow(self, count: int) -> None:
        while len(self.tables) < count:
            number = len(self.tables)
            server = self.servers[number % len(self.servers)]
            table = await Table.make(server.port)
            table.line.close()
            table.line.writer = None
            pages = [await Page.open(server.port, table.room, token, address_of(number)) for token in table.tokens]
            self.tables.append(table)
            self.pages.append(pages)

    async def acts(self, rounds: int) -> list[float]:
        """The first act of each is not counted: what is worked out once for a room is worked out then."""
        await open_loop(self.servers[0], self.tables, 1, self.pages)
        before, begun = sum(server.cpu() for server in self.servers), time.perf_counter()
        times, _ = await open_loop(self.servers[0], self.tables, rounds, self.pages)
        self.share = (sum(server.cpu() for server in self.servers) - before) / (time.perf_counter() - begun)
        return times

    async def close(self) -> None:
        for page in [each for room in self.pages for each in room]:
            await page.close()
        for server in self.servers:
            server.stop()


async def bomb(server: Server, ready: asyncio.Event) -> None:
    """A room as big as there may be, in which somebody acts as soon as the last act is done."""
    table = await Table.make(server.port, BOMB, players=0)
    ready.set()
    while True:
        await table.act()


async def climb(what: str, servers: list[Server], levels: list[int], rounds: int) -> tuple[int, list[str]]:
    """Rising numbers of rooms until they are no longer held; the last number that was, and a row for each."""
    rooms, held, rows = Rooms(servers), 0, []
    for level in levels:
        await rooms.grow(level)
        echo, times = await echoes(level, 1), await rooms.acts(rounds)
        ratio, share = at(times, 0.99) / at(echo, 0.99), f"{rooms.share:.0%}"
        rows.append(
            f"| {what} | {level} | {p50_p99(times)} | {share} | {p50_p99(echo)} | {ratio:.1f} | {os.getloadavg()[0]:.1f} |"
        )
        sys.stderr.write(rows[-1] + "\n")
        if at(times, 0.99) > HELD:
            break
        held = level
    await rooms.close()
    return held, rows


async def beside_a_bomb(server: Server, count: int, rounds: int) -> list[str]:
    rooms = Rooms([server])
    await rooms.grow(count)
    alone = await rooms.acts(rounds)
    ready = asyncio.Event()
    burning = asyncio.create_task(bomb(server, ready))
    await ready.wait()
    beside = await rooms.acts(rounds)
    burning.cancel()
    with contextlib.suppress(asyncio.CancelledError, Exception):
        await burning
    await rooms.close()
    ratios = f"{at(beside, 0.5) / at(alone, 0.5):.1f} / {at(beside, 0.99) / at(alone, 0.99):.1f}"
    return [f"| {count} rooms alone | {p50_p99(alone)} | |", f"| beside the big room | {p50_p99(beside)} | {ratios} |"]


@contextlib.contextmanager
def at_servers(kind: str) -> Iterator[list[Server]]:
    if kind == "postgresql":
        with postgres_server(safe=True) as postgres:
            database = postgres.fresh()
            yield [Server(database) for _ in range(3)]
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield [Server(str(Path(folder) / "rooms.db"))]


async def measure(levels: list[int], rounds: int, command: str) -> str:
    load, began = os.getloadavg()[0], time.monotonic()
    rows, held = [], {}
    for what, kind in (("one process, SQLite", "sqlite"), ("three processes, PostgreSQL", "postgresql")):
        with at_servers(kind) as servers:
            for server in servers:
                await server.ready()
            held[what], more = await climb(what, servers, levels, rounds)
            rows += more
    with at_servers("sqlite") as servers:
        await servers[0].ready()
        bombed = await beside_a_bomb(servers[0], max(levels[0], held["one process, SQLite"] // 2), rounds)
    most = "; ".join(f"{what}: {rooms or f'fewer than {levels[0]}'} rooms" for what, rooms in held.items())
    python = f"{platform.python_implementation()} {platform.python_version()}, {build_kind()}"
    loads = f"load {load:.1f} when it began, {os.getloadavg()[0]:.1f} when it ended"
    minutes = f"{(time.monotonic() - began) / 60:.0f} minutes"
    return f"""# Load

One run of `{command}` ({python}, {os.cpu_count()} cores shared by servers,
clients, databases and whatever else ran; {loads}; {minutes}). Rooms of
{SEATS} page sockets, one act in {EVERY:g} seconds each, {rounds} acts a room, the first of each room not counted. The ratio
is p99 of an act to p99 of an echo in the same run: where the machine was busy with other things, look at that.
`of a core` is the processor time of all server processes.

Held at p99 ≤ {HELD * 1e3:.0f} ms: {most}.

| | rooms | act, p50 / p99 | of a core | echo, p50 / p99 | ratio | load |
|---|---|---|---|---|---|---|
{chr(10).join(rows)}

## Beside a room of {2 * BOMB} combatants that acts without pause

| | p50 / p99 | times as long, p50 / p99 |
|---|---|---|
{chr(10).join(bombed)}
"""


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, nargs="+", default=[50, 100, 200, 400], help="rising numbers")
    parser.add_argument("--rounds", type=int, default=3, help="acts of each room at each number")
    parser.add_argument("--quick", action="store_true", help="five rooms, one act each")
    parser.add_argument("--write", action="store_true", help="write bench/load.md")
    given = parser.parse_args()
    command = " ".join(["python -m bench.load", *sys.argv[1:]])
    page = asyncio.run(measure([5] if given.quick else given.rooms, 1 if given.quick else given.rounds, command))
    print(page)
    if given.write:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
