"""A server to measure, in a process of its own, and clients that cost little themselves."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SEATS = ("ana", "ben", "cai", "dea")
PING_EVERY = 4.0


def fight_text(each_side: int = 4) -> str:
    """So many a side, standing orders for what would be asked, each of the first four crew members with a seat."""
    lines = ['rulebook = "coriolis"', 'title = "Bench"', "map = [60, 60]", "[orders]", '"coriolis.initiative.weapon" = "no"']
    for number in range(each_side):
        seat = f'seat = "{SEATS[number]}"' if number < len(SEATS) else ""
        lines += [
            "[[combatant]]",
            f'id = "crew-{number}"',
            'archetype = "patrol-sergeant"',
            'side = "crew"',
            seat,
            f"at = [{number % 50}, 1]",
        ]
        lines += [
            "[[combatant]]",
            f'id = "foe-{number}"',
            'archetype = "corsair-boarder"',
            'side = "foes"',
            f"at = [{number % 50}, 50]",
        ]
    return "\n".join(lines) + "\n"


def serve(db: str, port: int) -> None:
    import uvicorn

    from starfray.room.app import make_app
    from starfray.room.serve import configured, listen, steady

    app = make_app(db, rate=10**9, burst=10**9, address=f"127.0.0.1:{port}")
    steady()
    with listen("127.0.0.1", port) as listening:  # as `starfray serve` does it
        asyncio.run(uvicorn.Server(configured(app)).serve(sockets=[listening]))


class Server:
    module = "bench.room_client"

    def __init__(self, db: Path | str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process = subprocess.Popen([sys.executable, "-m", self.module, str(db), str(self.port)])
        atexit.register(self.process.kill)

    async def ready(self) -> None:
        for _ in range(600):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.05)
        raise RuntimeError("the server does not start")

    def memory(self) -> float:
        """Resident megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()


class Line:
    """One connection over HTTP, kept open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[Any, int]:
        """The answer, and its size."""
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = json.dumps(body).encode() if body is not None else b""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        size = int(lines.partition("content-length:")[2].partition("\r\n")[0])
        text = await self.reader.readexactly(size)
        answer = json.loads(text)
        if not lines.startswith("http/1.1 200"):
            raise RuntimeError(f"{method} {path}: {answer}")
        return answer, size

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


@dataclass
class Table:
    """One room: tokens of the GM and the players, and whose turns come in which order."""

    line: Line
    room: str
    tokens: list[str]
    order: list[str] = field(default_factory=list)
    turn: int = 0
    sent: int = 0

    @classmethod
    async def make(cls, port: int, each_side: int = 4, players: int = 4) -> Table:
        line = Line(port)
        made, _ = await line.call("POST", "/api/rooms", body={"from": "text", "text": fight_text(each_side)})
        table = cls(line, made["room"], [made["token"]])
        await table.do("go")
        for seat in SEATS[:players]:
            code = (await table.do("seat", do="link", seat=seat))["code"]
            joined, _ = await line.call("POST", "/api/join", body={"code": code, "name": seat})
            table.tokens.append(joined["token"])
        view = (await table.state(0))[0]["messages"][-1]["view"]
        table.order = [each["who"] for each in view["agenda"] if each["who"]]
        table.turn = table.order.index(view["turn"]["actors"][0])
        return table

    async def do(self, op: str, **args: Any) -> Any:
        self.sent += 1
        body = {"id": f"b{self.sent}", **args}
        return (await self.line.call("POST", f"/api/rooms/{self.room}/{op}", self.tokens[0], body))[0]

    async def state(self, seat: int, since: int | None = None) -> tuple[Any, int]:
        query = "" if since is None else f"?since={since}"
        return await self.line.call("GET", f"/api/rooms/{self.room}/state{query}", self.tokens[seat])

    def next_action(self) -> str:
        """Whoever is up ends their turn: always legal, no question, a new turn's steps now and then."""
        who = self.order[self.turn % len(self.order)]
        self.turn += 1
        return f"end-turn {who}"

    async def act(self) -> None:
        await self.do("play", action=self.next_action())


@dataclass
class Page:
    """A page's socket. `seen` counts what arrived."""

    socket: ClientConnection
    bytes: int = 0
    messages: int = 0
    pinging: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, port: int, room: str, token: str, address: str = "127.0.0.1") -> Page:
        url = f"ws://127.0.0.1:{port}/ws/{room}"
        line = await connect(url, max_size=None, ping_interval=None, local_addr=(address, 0))  # compressed, as browsers have it
        page = cls(line)
        await page.socket.send(json.dumps({"type": "hello", "token": token, "since": None, "fine": True}))
        await page.hear("view")
        page.pinging = asyncio.create_task(page.ping())
        return page

    async def ping(self) -> None:
        """As a page does, to know that the line holds."""
        while True:
            await asyncio.sleep(PING_EVERY)
            await self.socket.send('{"type": "ping"}')

    async def close(self) -> None:
        if self.pinging is not None:
            self.pinging.cancel()
        await self.socket.close()

    async def hear(self, kind: str) -> Any:
        while True:
            text = await self.socket.recv()
            self.bytes += len(text)
            self.messages += 1
            message = json.loads(text)
            if message["type"] == kind:
                return message

    async def do(self, mark: str, **args: Any) -> Any:
        await self.socket.send(json.dumps({"type": "do", "id": mark, **args}))
        return await self.hear("done")


def at(figures: list[float], share: float) -> float:
    """The figure below which so large a share lies."""
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))]


def p50_p99(figures: list[float]) -> str:
    return f"{statistics.median(figures) * 1e3:.1f} / {at(figures, 0.99) * 1e3:.1f} ms"


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
