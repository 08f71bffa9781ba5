"""Several processes over one PostgreSQL: killed, stopped and woken, cut off, drained. Nothing is lost or done twice."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import httpx2 as httpx
import psycopg
import pytest
from websockets.sync.client import connect

from starfray.room.leases import Peer, home_of
from tests.room.postgres_server import PostgresServer
from tests.room.servers import Server


class Caller:
    """The GM of a room, at whatever process answers; an intent is sent until it is acknowledged."""

    def __init__(self, servers: list[Server], room: str, token: str) -> None:
        self.servers = servers
        self.room = room
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}
        self.count = 0

    def note(self, only: Server | None = None) -> None:
        """One more note on Tor."""
        self.count += 1
        body = {"id": f"i{self.count}", "text": f"modify tor 1 n{self.count}"}
        tried = [only] if only is not None else self.servers
        for number in range(40):
            server = tried[number % len(tried)]
            with contextlib.suppress(httpx.TransportError):
                answer = server.client.post(f"/api/rooms/{self.room}/gm", json=body, headers=self.headers)
                if answer.status_code == 200:
                    return
                assert answer.status_code == 503, answer.text
        raise AssertionError("nobody took the command")

    def notes(self, server: Server) -> list[str]:
        answer = server.client.get(f"/api/rooms/{self.room}/state", headers=self.headers)
        assert answer.status_code == 200, answer.text
        view = answer.json()["messages"][-1]["view"]
        return [each["note"] for each in view["gm"]["combatants"]["tor"]["modifiers"]]

    def all_there(self, *servers: Server) -> bool:
        wanted = [f"n{number + 1}" for number in range(self.count)]
        return all(self.notes(server) == wanted for server in servers)


def make(server: Server, servers: list[Server]) -> Caller:
    answer = server.client.post("/api/rooms", json={"from": "demo", "demo": "dock-9"})
    made = answer.json()
    assert answer.status_code == 200, made
    return Caller(servers, made["room"], made["token"])


def holder(database: str, room: str, servers: list[Server]) -> Server:
    with psycopg.connect(database) as db:
        row = db.execute("select address from leases join processes on id = process where room = %s", (room,)).fetchone()
    assert row is not None
    return next(server for server in servers if server.address == row[0])


@contextlib.contextmanager
def processes(*databases: str) -> Iterator[list[Server]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Server(database)) for database in databases]


@pytest.mark.slow
def test_any_process_takes_any_request_and_rooms_spread(postgres: PostgresServer) -> None:
    database = postgres.fresh()
    with processes(database, database, database) as servers:
        callers = [make(servers[0], servers) for _ in range(10)]
        for caller in callers:
            assert caller.all_there(servers[0])
        assert len({holder(database, caller.room, servers).address for caller in callers}) > 1
        caller = callers[0]
        for server in servers:
            caller.note(server)
        assert caller.all_there(*servers)
        far = next(server for server in servers if server is not holder(database, caller.room, servers))
        with connect(f"ws://{far.address}/ws/{caller.room}") as page:
            page.send(json.dumps({"type": "hello", "token": caller.token, "since": None}))
            assert json.loads(page.recv(10))["type"] == "view"
            page.send(json.dumps({"type": "do", "id": "x", "op": "seat", "do": "new", "kind": "tv", "name": "TV"}))
            while (message := json.loads(page.recv(10)))["type"] != "done":
                pass
            assert message["url"].startswith(f"http://{far.address}/join/")
        for server in servers:  # a code leads to the room wherever it is typed in, once
            joined = server.client.post("/api/join", json={"code": message["code"], "name": "TV"})
            assert joined.status_code == (200 if server is servers[0] else 404), joined.text


@pytest.mark.slow
def test_a_forged_mark_makes_nobody_one_of_us(postgres: PostgresServer) -> None:
    database = postgres.fresh()
    with processes(database) as (server,):
        caller = make(server, [server])
        for mark in ("{}", "x", '{"by": "", "hops": 1, "client": "x", "scheme": "http", "host": "evil"}', "[1]"):
            headers = {**caller.headers, "x-starfray-hop": mark}
            answer = server.client.post(f"/api/rooms/{caller.room}/seat", json={"do": "new", "kind": "tv"}, headers=headers)
            assert "evil" not in answer.json()["url"]


@pytest.mark.slow
def test_a_killed_holder_is_replaced_and_nothing_is_lost_or_doubled(postgres: PostgresServer) -> None:
    database = postgres.fresh()
    with processes(database, database) as servers:
        caller = make(servers[0], servers)
        for _ in range(3):
            caller.note()
        dead = holder(database, caller.room, servers)
        dead.kill()
        alive = next(server for server in servers if server is not dead)
        for _ in range(3):
            caller.note(alive)
        assert caller.all_there(alive)


@pytest.mark.slow
@pytest.mark.parametrize("point", ["before commit", "after commit"])
def test_a_process_dies_in_the_middle_of_a_write(postgres: PostgresServer, point: str) -> None:
    database = postgres.fresh()
    with Server(database, point, 6) as dying, Server(database) as other:
        callers = []
        while dying.process.poll() is None:  # sooner or later a room is its own
            callers.append(make(other, [dying, other]))
            for _ in range(4):
                callers[-1].note()
        assert dying.process.returncode == -signal.SIGKILL
        assert all(caller.all_there(other) for caller in callers)


@pytest.mark.slow
def test_a_process_that_was_stopped_wakes_up_with_an_old_lease(postgres: PostgresServer) -> None:
    database = postgres.fresh()
    with processes(database, database) as servers:
        caller = make(servers[0], servers)
        caller.note()
        stopped = holder(database, caller.room, servers)
        other = next(server for server in servers if server is not stopped)
        stopped.send(signal.SIGSTOP)
        caller.note(other)
        caller.note(other)
        stopped.send(signal.SIGCONT)
        caller.note(stopped)
        caller.note(other)
        assert caller.all_there(stopped, other)


class Wire:
    """A connection to PostgreSQL that can be cut."""

    def __init__(self, database: str) -> None:
        parts = urlsplit(database)
        assert parts.hostname is not None
        assert parts.port is not None
        self.target = (parts.hostname, parts.port)
        self.listening = socket.create_server(("127.0.0.1", 0))
        port = self.listening.getsockname()[1]
        self.database = urlunsplit((parts.scheme, f"{parts.username}@127.0.0.1:{port}", parts.path, "", ""))
        self.whole = threading.Event()
        self.whole.set()
        self.pairs: list[socket.socket] = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self.listening.accept()
                there = socket.create_connection(self.target)
                self.pairs += [here, there]
                for source, sink in ((here, there), (there, here)):
                    threading.Thread(target=self.pump, args=(source, sink), daemon=True).start()

    def pump(self, source: socket.socket, sink: socket.socket) -> None:
        """While it is cut nothing comes through, and nobody is told."""
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.whole.wait()
                sink.sendall(data)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self.whole.set()
        self.listening.close()
        for each in self.pairs:
            each.close()


@pytest.mark.slow
def test_a_holder_cut_off_from_the_database_is_replaced_and_comes_back(postgres: PostgresServer) -> None:
    database = postgres.fresh()
    with contextlib.closing(Wire(database)) as wire, processes(wire.database, database) as servers:
        cut, other = servers
        while True:
            caller = make(other, servers)
            caller.note()
            if holder(database, caller.room, servers) is cut:
                break
        wire.whole.clear()
        caller.note(other)
        body = {"id": "late", "text": "modify tor 1 late"}
        late = cut.client.post(f"/api/rooms/{caller.room}/gm", json=body, headers=caller.headers)
        assert late.status_code == 503, late.text
        assert cut.client.get("/readyz").status_code == 503
        caller.note(other)
        assert caller.all_there(other)
        wire.whole.set()
        caller.note(cut)
        assert caller.all_there(cut, other)


@pytest.mark.slow
def test_a_stopped_server_hands_its_rooms_over(postgres: PostgresServer) -> None:
    """As in a rolling upgrade: each process is stopped in turn, and another comes."""
    database = postgres.fresh()
    with processes(database, database) as servers:
        caller = make(servers[0], servers)
        caller.note()
        leaving = holder(database, caller.room, servers)
        staying = next(server for server in servers if server is not leaving)
        leaving.send(signal.SIGTERM)
        caller.note(staying)
        leaving.process.wait(30)
        with Server(database) as fresh:
            caller.note(fresh)
            staying.send(signal.SIGTERM)
            caller.note(fresh)
            staying.process.wait(30)
            assert caller.all_there(fresh)
            with psycopg.connect(database) as db:  # the others have signed off
                assert db.execute("select count(*) from processes").fetchone() == (1,)


def test_rooms_are_shared_out_evenly_and_few_move_when_a_process_comes() -> None:
    peers = [Peer(f"p{number}", "") for number in range(3)]
    rooms = [f"room{number}" for number in range(3000)]
    homes = {room: home_of(room, peers) for room in rooms}
    for peer in peers:
        assert 900 < sum(home == peer for home in homes.values()) < 1100
    more = [*peers, Peer("p3", "")]
    moved = [room for room in rooms if home_of(room, more) != homes[room]]
    assert {home_of(room, more) for room in moved} == {more[3]}
    assert 600 < len(moved) < 900
    assert home_of("room", [Peer("p0", "", draining=True)]) is None
