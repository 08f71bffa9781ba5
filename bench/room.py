"""The room's bench: durable actions per second, rooms one process holds, memory per page, cost of an act early and late.

    python -m bench.room            measures and prints
    python -m bench.room --write    also writes bench/room-results.md
    python -m bench.room --short    one number of rooms, fewer events: some minutes
    python -m bench.room --quick    a few seconds, to see that it runs

The server runs in a process of its own on a file on disk; an action counts when it is acknowledged, which is when it is
on disk. The clients share the machine with it. Where a compiled build lies in place, the server is measured both ways in turn.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

from bench.beside import trees
from bench.room_client import Page, Server, Table, at, p50_p99
from bench.runs import table

Row = tuple[str, str]
Figures = dict[str, dict[str, str]]  # what was measured → build → figure
EVERY = 5.0  # seconds between two actions of a room


async def closed_loop(tables: list[Table], seconds: float) -> tuple[float, list[float]]:
    """Everybody acts as soon as the last act is acknowledged: acts per second, and their times."""
    times: list[float] = []
    started = time.perf_counter()
    end = started + seconds

    async def keep_on(table: Table) -> None:
        while (begun := time.perf_counter()) < end:
            await table.act()
            times.append(time.perf_counter() - begun)

    await asyncio.gather(*(keep_on(each) for each in tables))
    return len(times) / (time.perf_counter() - started), times


async def open_loop(
    server: Server, tables: list[Table], rounds: int, pages: list[list[Page]] | None
) -> tuple[list[float], float]:
    """An action every five seconds in each room; over the API the five seats then ask what is new, pages are told.

    Gives the times of the actions, and the share of one core the server used.
    """
    times: list[float] = []
    random = Random(1)
    cpu, started = server.cpu(), time.perf_counter()

    async def live(place: int, table: Table) -> None:
        versions: list[int | None] = [None] * len(table.tokens)
        await asyncio.sleep(random.random() * EVERY)
        for _ in range(rounds):
            begun = time.perf_counter()
            if pages is not None:
                table.sent += 1  # an id that was sent before would be answered without an act
                await pages[place][0].do(f"p{table.sent}", op="play", action=table.next_action())
            else:
                await table.act()
            times.append(time.perf_counter() - begun)
            if pages is None:
                for seat in range(len(table.tokens)):
                    answer, _ = await table.state(seat, versions[seat])
                    versions[seat] = answer["version"]
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun)))

    async def listen(page: Page) -> None:
        while True:
            await page.hear("diff")

    listeners = [asyncio.create_task(listen(page)) for room in pages or [] for page in room[1:]]
    await asyncio.gather(*(live(place, table) for place, table in enumerate(tables)))
    for each in listeners:
        each.cancel()
    return times, (server.cpu() - cpu) / (time.perf_counter() - started)


def per_act(server: Server, cpu: float, acts: int) -> str:
    """The server's own processor time per action: what a busy machine does not blur."""
    return f"{(server.cpu() - cpu) / acts * 1e3:.1f} ms of processor an action"


async def throughput(folder: Path, quick: bool) -> list[Row]:
    server = Server(folder / "throughput.db")
    await server.ready()
    found = []
    for count in (1, 8, 32):
        tables = [await Table.make(server.port, players=0) for _ in range(count)]
        cpu = server.cpu()
        rate, times = await closed_loop(tables, 1.0 if quick else 5.0)
        found.append(
            (
                f"durable actions, {count} room{'s' if count > 1 else ''} as fast as they can",
                f"{rate:.0f}/s, p50 / p99 {p50_p99(times)}, {per_act(server, cpu, len(times))}",
            )
        )
    server.stop()
    return found


async def capacity(folder: Path, levels: list[int], rounds: int, sockets: bool) -> list[Row]:
    """Rooms of five seats, an action every five seconds, at rising numbers."""
    server = Server(folder / f"capacity-{sockets}.db")
    await server.ready()
    tables: list[Table] = []
    pages: list[list[Page]] = []
    found = []
    before = server.memory()
    for level in levels:
        while len(tables) < level:
            tables.append(await Table.make(server.port))
            if sockets:
                tables[-1].line.close()
                tables[-1].line.writer = None
        empty = server.memory()
        opened = sum(map(len, pages))
        while sockets and len(pages) < level:
            table = tables[len(pages)]
            pages.append([await Page.open(server.port, table.room, token) for token in table.tokens])
        if sockets:
            more = sum(map(len, pages)) - opened
            found.append((f"memory per page at {opened + more} pages", f"{(server.memory() - empty) / more * 1e3:.0f} kB"))
        times, share = await open_loop(server, tables, rounds, pages if sockets else None)
        how = "page sockets" if sockets else "API clients"
        found.append(
            (f"{level} rooms of 5 seats by {how}, one action each 5 s", f"p50 / p99 {p50_p99(times)}, {share:.0%} of a core")
        )
    found.append(
        (
            f"memory per room with its five {'pages' if sockets else 'seats'}",
            f"{(server.memory() - before) / len(tables) * 1e3:.0f} kB",
        )
    )
    for page in [each for room in pages for each in room]:
        await page.close()
    server.stop()
    return found


async def growth(folder: Path, late: int, each_side: int) -> list[Row]:
    """The cost of an act at event 10 and much later: time, bytes to a player's page, bytes on disk."""
    db = folder / f"growth-{each_side}.db"
    server = Server(db)
    await server.ready()
    table = await Table.make(server.port, each_side)
    pages = [await Page.open(server.port, table.room, token) for token in table.tokens]
    page = pages[1]  # a player's; a page has a bound of messages a second, so acts go by HTTP
    found = []
    acts = 0
    for mark in (10, late):
        while acts < mark:
            await table.act()
            await told(pages)
            acts += 1
        times, bytes_before, disk_before, cpu = [], page.bytes, bytes_on_disk(db), server.cpu()
        for _ in range(50):
            begun = time.perf_counter()
            await table.act()
            times.append(time.perf_counter() - begun)
            await told(pages)
            acts += 1
        found.append(
            (
                f"an act at event {mark} with {2 * each_side} combatants, {len(pages)} pages",
                f"p50 {statistics.median(times) * 1e3:.1f} ms, worst of 50 {at(times, 1.0) * 1e3:.1f} ms, "
                f"{per_act(server, cpu, 50)}, "
                f"{(page.bytes - bytes_before) / 50 / 1e3:.1f} kB to a player's page, "
                f"{(bytes_on_disk(db) - disk_before) / 50 / 1e3:.1f} kB of journal",
            )
        )
        if mark == late or late <= 10:
            break
    for each in pages:
        await each.close()
    server.stop()
    return found


async def told(pages: list[Page]) -> None:
    for page in pages:
        await page.hear("diff")


def bytes_on_disk(db: Path) -> int:
    with contextlib.closing(sqlite3.connect(db)) as file:
        queries = ("select sum(length(data)) + sum(length(result)) from ops", "select sum(length(data)) from entries")
        return sum(file.execute(each).fetchone()[0] or 0 for each in queries)


def parts(quick: bool, short: bool) -> list[Callable[[Path], Coroutine[Any, Any, list[Row]]]]:
    rounds = 1 if quick else 2 if short else 4
    rooms = [5] if quick else [200] if short else [50, 100, 200]
    return [
        lambda folder: throughput(folder, quick),
        lambda folder: growth(folder, 60 if quick else 1_000 if short else 5_000, 4),
        lambda folder: growth(folder, 10, 50),
        lambda folder: capacity(folder, rooms if quick or short else [*rooms, 400], rounds, sockets=False),
        lambda folder: capacity(folder, rooms, rounds, sockets=True),
    ]


async def measure(quick: bool, short: bool, builds: list[str], keep: Callable[[Figures], None]) -> Figures:
    """All of it, each part once for every build in turn; `keep` gets what there is after each part."""
    found: Figures = {}
    for part in parts(quick, short):
        for build in builds:
            os.environ["STARFRAY_INTERPRETED"] = str(int(build == "interpreted"))  # the server is started anew and reads it
            with tempfile.TemporaryDirectory() as name:
                for what, figure in await part(Path(name)):
                    found.setdefault(what, {})[build] = figure
            keep(found)
    return found


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write bench/room-results.md")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    parser.add_argument("--short", action="store_true", help="one number of rooms, fewer events: some minutes")
    given = parser.parse_args()
    load = os.getloadavg()[0]
    builds = [tree.name for tree in trees(None)]

    def keep(found: Figures) -> None:
        sys.stderr.write(f"{len(found)} figures, load {os.getloadavg()[0]:.1f}\n")
        if given.write:
            short = " --short" if given.short else ""
            page = (
                f"# The room's results\n\nOne run of `python -m bench.room --write{short}` "
                f"({platform.python_implementation()} "
                f"{platform.python_version()}, {os.cpu_count()} cores shared by server, clients and whatever else ran; "
                f"load {load:.1f} when it began, {os.getloadavg()[0]:.1f} when it ended). The server runs "
                f"{' and '.join(builds)}.\n\n{as_table(found, builds)}\n"
            )
            Path(__file__).with_name("room-results.md").write_text(page, encoding="utf-8")

    print(as_table(asyncio.run(measure(given.quick, given.short, builds, keep)), builds))


def as_table(found: Figures, builds: list[str]) -> str:
    rows = [[what, *(figures.get(build, "") for build in builds)] for what, figures in found.items()]
    return "\n".join(table(["what", *builds], rows))


if __name__ == "__main__":
    main()
