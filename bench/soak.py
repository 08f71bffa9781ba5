"""A soak: tables that play while their servers are killed, stopped and restarted. What was acknowledged is counted at the end.

python -m bench.soak                             an hour on SQLite and one on PostgreSQL with three processes, 100 kills each
python -m bench.soak --minutes 10 --kills 30     shorter
python -m bench.soak --on postgresql --write     one of the two; also writes its part of bench/soak.md
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
from tests.room.postgres_server import postgres_server
from tests.room.servers import Server

ROOMS = 8
EVERY = 1.0  # seconds between two acts of a table, about
STOPPED = 5.0  # seconds a process sleeps before it wakes up with old leases
KINDS = {"sqlite": 1, "postgresql": 3}  # and how many processes
PAGE = Path(__file__).with_name("soak.md")


@dataclass
class Found:
    acts: int = 0
    lost: int = 0
    doubled: int = 0
    kills: int = 0
    stops: int = 0
    waits: list[float] = field(default_factory=list)  # from sending an act to its acknowledgement, all tries
    memory: list[tuple[float, int]] = field(default_factory=list)  # (when, MB of one process)


class Host:
    """So many processes over one database; those that die are started again."""

    def __init__(self, database: str, count: int, found: Found) -> None:
        self.database = database
        self.found = found
        self.servers = [Server(database) for _ in range(count)]
        self.lock = threading.Lock()
        self.random = Random(1)

    def any(self) -> Server:
        with self.lock:
            return self.random.choice(self.servers)

    def kill(self) -> None:
        place = self.random.randrange(len(self.servers))
        old = self.servers[place]
        old.kill()
        self.found.kills += 1
        fresh = Server(self.database)
        with self.lock:
            self.servers[place] = fresh
        old.__exit__(None, None, None)

    def stop_for_a_while(self) -> None:
        server = self.any()
        server.send(signal.SIGSTOP)
        time.sleep(STOPPED)
        server.send(signal.SIGCONT)
        self.found.stops += 1

    def weigh(self, when: float) -> None:
        for server in list(self.servers):
            with contextlib.suppress(OSError, IndexError):
                pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
                self.found.memory.append((when, pages * os.sysconf("SC_PAGE_SIZE") // 2**20))

    def close(self) -> None:
        for server in self.servers:
            server.__exit__(None, None, None)


class Table:
    """A GM who changes a figure again and again. Each act is an entry of the journal, so entries are to acts as one to one."""

    def __init__(self, host: Host, random: Random) -> None:
        self.host = host
        self.random = random
        made = self.ask("POST", "/api/rooms", {"from": "demo", "demo": "dock-9"})
        self.room, self.headers = made["room"], {"Authorization": f"Bearer {made['token']}"}
        self.first = self.entries()
        self.acts = 0

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Until somebody answers; the same intent takes effect once."""
        while True:
            with contextlib.suppress(httpx.TransportError, RuntimeError):  # it is dead, or its client was closed for it
                server = self.host.any()
                answer = server.client.request(method, path, json=body, headers=getattr(self, "headers", {}), timeout=8)
                if answer.status_code == 200:
                    found: dict[str, Any] = answer.json()
                    return found
                if answer.status_code != 503:
                    raise AssertionError(answer.text)
            time.sleep(0.1)

    def entries(self) -> int:
        answer = self.ask("GET", f"/api/rooms/{self.room}/state")
        return int(answer["messages"][-1]["view"]["history"]["entries"])

    def act(self) -> float:
        begun = time.monotonic()
        body = {"id": f"i{self.acts + 1}", "text": f"set tor.hp {self.acts % 7 + 1}"}
        self.ask("POST", f"/api/rooms/{self.room}/gm", body)
        self.acts += 1
        return time.monotonic() - begun

    def play(self, end: float, found: Found) -> None:
        while time.monotonic() < end:
            found.waits.append(self.act())
            time.sleep(self.random.random() * 2 * EVERY)


@contextlib.contextmanager
def database_of(kind: str) -> Iterator[str]:
    if kind == "postgresql":
        with postgres_server(safe=True) as server:
            yield server.fresh()
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "rooms.db")


def soak(kind: str, minutes: float, kills: int) -> Found:
    found = Found()
    with database_of(kind) as database:
        host = Host(database, KINDS[kind], found)
        tables = [Table(host, Random(number)) for number in range(ROOMS)]
        begun = time.monotonic()
        end = begun + minutes * 60
        playing = [threading.Thread(target=table.play, args=(end, found)) for table in tables]
        for each in playing:
            each.start()
        for number in range(kills):
            while time.monotonic() < begun + (number + 0.5) * minutes * 60 / kills:
                time.sleep(0.05)
            host.weigh(time.monotonic() - begun)
            if number % 10 == 9 and len(host.servers) > 1:
                host.stop_for_a_while()
            host.kill()
            sys.stderr.write(f"\r{kind}: {number + 1} kills, {len(found.waits)} acts ")
        for each in playing:
            each.join()
        host.weigh(time.monotonic() - begun)
        for table in tables:
            more = table.entries() - table.first - table.acts
            found.acts += table.acts
            found.lost += max(0, -more)
            found.doubled += max(0, more)
        host.close()
    return found


def told(kind: str, minutes: float, found: Found, load: float) -> str:
    waits = sorted(found.waits)
    length = found.memory[-1][0]
    early = [size for when, size in found.memory if when < length / 4] or [0]
    late = [size for when, size in found.memory if when > length * 3 / 4] or [0]
    rows = {
        "minutes, rooms, processes": f"{minutes:g}, {ROOMS}, {KINDS[kind]}",
        "killed with SIGKILL; stopped for 5 s and woken": f"{found.kills}; {found.stops}",
        "acts acknowledged": f"{found.acts:,}",
        "**lost**; **done twice**": f"**{found.lost}**; **{found.doubled}**",
        "from sending to acknowledgement, all tries: p50, p99, longest": (
            f"{statistics.median(waits) * 1e3:.0f} ms, {waits[int(len(waits) * 0.99)]:.1f} s, {waits[-1]:.1f} s"
        ),
        "memory of a process, median of the first and of the last quarter; most": (
            f"{statistics.median(early):.0f} MB, {statistics.median(late):.0f} MB; {max(size for _, size in found.memory)} MB"
        ),
        "load of the machine at the beginning and the end": f"{load:.1f}, {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
    }
    lines = [f"## {kind}", "", "| | |", "|---|---|", *(f"| {what} | {figure} |" for what, figure in rows.items()), ""]
    return "\n".join(lines)


HEAD = f"""# Soak

`python -m bench.soak --write` ({platform.python_implementation()} {platform.python_version()}). {ROOMS} tables act about
once a second, each act is sent again until it is acknowledged, while processes are killed and started again. At the end the
acts in each room's journal are counted. A wait lasts at least until a process is up again; where the machine is
so busy that this takes longer than the pause between two kills, nobody answers meanwhile.

"""


def write(kind: str, part: str) -> None:
    parts = {}
    if PAGE.exists():
        for text in PAGE.read_text(encoding="utf-8").split("## ")[1:]:
            parts[text.partition("\n")[0]] = "## " + text.strip() + "\n"
    parts[kind] = part
    PAGE.write_text(HEAD + "\n".join(parts[kind] for kind in KINDS if kind in parts), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="tables that play while their servers are killed")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--on", choices=tuple(KINDS), action="append")
    parser.add_argument("--write", action="store_true", help="write bench/soak.md")
    given = parser.parse_args()
    wrong = 0
    for kind in given.on or KINDS:
        load = os.getloadavg()[0]
        found = soak(kind, given.minutes, given.kills)
        part = told(kind, given.minutes, found, load)
        print(f"\n{part}")
        wrong += found.lost + found.doubled
        if given.write:
            write(kind, part)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
