"""The server as it is shipped: who says nothing is shown out, and what is sent is sent at once."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from starfray.engine.errors import Refused
from starfray.room import connections, guard
from starfray.room.app import make_app
from starfray.room.guard import Buckets, address_of
from starfray.room.serve import configured, listen
from starfray.room.turns import Turns
from tests.room.loops import run
from tests.room.table import Table
from tests.room.test_socket import hello, line


@asynccontextmanager
async def shipped(db: Path) -> AsyncIterator[int]:
    with listen("127.0.0.1", 0) as listening:
        server = uvicorn.Server(configured(make_app(db)))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield int(listening.getsockname()[1])
        server.should_exit = True
        await running


def test_connections_send_at_once() -> None:
    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def look(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(look, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                nodelay = await found
                writer.close()
        return nodelay

    assert run(accepted()) != 0


HEADS = [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"GET /api/books HTTP/1.1\r\nHost: x\r\n\r\n|GET / HT"]


@pytest.mark.parametrize("sent", HEADS)
def test_a_connection_that_says_nothing_or_half_a_request_is_closed(
    db: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)

    async def until_closed() -> float:
        async with shipped(db) as port:
            begun = time.monotonic()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            whole, _, half = sent.partition(b"|")
            writer.write(whole)
            if half:
                await reader.readuntil(b"200 OK")
                await asyncio.sleep(0.2)
                writer.write(half)
            await asyncio.wait_for(reader.read(-1), 10)
            writer.close()
            return time.monotonic() - begun

    assert run(until_closed()) >= 0.3


def test_a_body_that_does_not_come_is_not_waited_for(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)

    async def answer() -> bytes:
        async with shipped(db) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
            found = await asyncio.wait_for(reader.readline(), 10)
            writer.close()
            return found

    assert b"408" in run(answer())


def test_fresh_tokens_do_not_reset_the_rate(db: Path) -> None:
    with TestClient(make_app(db, rate=0.1, burst=20)) as client:
        codes = [client.get("/api/demos", headers={"Authorization": f"Bearer {n}"}).status_code for n in range(30)]
        assert codes.count(429) >= 5


def test_rates_are_remembered_by_address_and_of_so_many_only() -> None:
    buckets = Buckets(1, 1, callers=100)
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets.known) == 100
    assert address_of({"client": ("192.0.2.7", 1)}) == "192.0.2.7"
    assert address_of({"client": ("2001:db8::1", 1)}) == address_of({"client": ("2001:db8::2:3", 2)}) == "2001:db8::/64"


def test_a_household_of_ipv6_addresses_has_one_rate_for_guesses_too(db: Path) -> None:
    app = make_app(db, rate=0.1, burst=100_000)
    app.state.joining = Buckets(0.001, 5)
    with TestClient(app, client=("2001:db8::1", 1)) as one:
        other = TestClient(app, client=("2001:db8::2", 1))
        tries = [each.post("/api/join", json={"code": "NOSUCH"}) for each in (one, other, one, other, one, other)]
        assert [each.status_code for each in tries] == [404] * 5 + [400]
        assert other.post("/api/gm-key", json={"key": "such-a-key"}).json()["reason"].startswith("too many tries")


def test_sockets_count(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SOCKETS_OF_ONE", 3)
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as client:
        table = Table.demo(client)
        with line(table) as one, line(table) as two, line(table) as three:
            for each in (one, two, three):
                hello(each, table.gm)
            with pytest.raises(WebSocketDisconnect), line(table):
                pass
        with line(table) as again:
            hello(again, table.gm)


def opens(client: TestClient, room: str) -> bool:
    try:
        with client.websocket_connect(f"/ws/{room}"):
            return True
    except WebSocketDisconnect:
        return False


def test_opening_sockets_takes_from_the_same_rate_as_requests(db: Path) -> None:
    with TestClient(make_app(db, rate=0.001, burst=40)) as client:
        made = client.post("/rooms", json={"from": "demo", "demo": "dock-9"}).json()
        opened = sum(opens(client, made["room"]) for _ in range(20))
        assert 5 < opened < 8


# --- looking ahead ---------------------------------------------------------------------------------------------


def test_a_room_that_asks_without_end_does_not_starve_another() -> None:
    order: list[str] = []
    turns = Turns(2)

    async def ask(room: str, seat: str) -> None:
        async with turns.turn(room, seat):
            await asyncio.sleep(0.02)
            order.append(room)

    async def all_of_them() -> None:
        greedy = [asyncio.create_task(ask("bomb", f"s{n}")) for n in range(12)]
        await asyncio.sleep(0.05)
        await ask("calm", "ana")
        assert len(order) < 8
        await asyncio.gather(*greedy)

    run(all_of_them())
    assert turns.free == 2
    assert not turns.asked
    assert not turns.waiting


def test_a_seat_and_a_room_have_only_so_many_waiting() -> None:
    turns = Turns(1)

    async def ask(room: str, seat: str) -> str:
        try:
            async with turns.turn(room, seat):
                await asyncio.sleep(0.01)
                return "done"
        except Refused:
            return "refused"

    async def all_of_them() -> None:
        one_seat = await asyncio.gather(*(ask("a", "ana") for _ in range(12)))
        assert one_seat.count("refused") == 4
        one_room = await asyncio.gather(*(ask("a", f"s{n}") for n in range(20)), ask("b", "ben"))
        assert one_room.count("refused") == 4
        assert one_room[-1] == "done"

    run(all_of_them())


def test_who_stops_waiting_leaves_the_turn_to_others() -> None:
    turns = Turns(1)

    async def ask(room: str) -> None:
        async with turns.turn(room, ""):
            await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        first, second = asyncio.create_task(ask("a")), asyncio.create_task(ask("b"))
        await asyncio.sleep(0.01)
        second.cancel()
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        await asyncio.wait_for(ask("c"), 1)

    run(all_of_them())
    assert turns.free == 1
