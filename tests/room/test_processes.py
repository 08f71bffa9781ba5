"""Several processes over one PostgreSQL: killed, stopped and woken, cut off, drained. Nothing is lost or done twice."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import threading
from collections.abc import Iterator
from time import sleep
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
    """Whose lease it is. On a busy machine a process may be late with its sign, and be struck off until it gives the next."""
    found = "select address from leases join processes on id = process where room = %s"
    with psycopg.connect(database, autocommit=True) as db:
        for _ in range(100):
            row = db.execute(found, (room,)).fetchone()
            if row is not None:
                return next(server for server in servers if server.address == row[0])
            sleep(0.1)
    raise AssertionError("nobody holds the room")


def started(*databases: str) -> list[Server]:
    """A process over each, all starting at once."""
    servers = [Server(database, wait=False) for database in databases]
    for server in servers:
        server.ready()
    return servers


def make_at(home: Server, other: Server, database: str) -> Caller:
    """A room that belongs to this process."""
    words = "select id, address from processes where expires > clock_timestamp()"
    peers: list[Peer] = []
    while home.address not in [peer.address for peer in peers]:  # it listens a moment before it takes part
        with psycopg.connect(database) as db:
            peers = [Peer(*row) for row in db.execute(words).fetchall()]
    while True:
        caller = make(other, [home, other])
        found = home_of(caller.room, peers)
        if found is not None and found.address == home.address:
            return caller


class Cluster:
    """Two processes over one database, for all tests of this file; a test that ends one leaves another in its place."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.servers = started(database, database)

    def replace(self, gone: Server) -> None:
        fresh = Server(self.database)
        self.servers[self.servers.index(gone)] = fresh
        gone.__exit__(None, None, None)

    def holder(self, caller: Caller) -> tuple[Server, Server]:
        """The one that holds the room, and the other."""
        first = holder(self.database, caller.room, self.servers)
        return first, next(server for server in self.servers if server is not first)


@pytest.fixture(scope="module")
def cluster(postgres: PostgresServer) -> Iterator[Cluster]:
    found = Cluster(postgres.fresh())
    yield found
    for server in found.servers:
        server.__exit__(None, None, None)


@pytest.mark.slow
def test_any_process_takes_any_request_and_rooms_spread(cluster: Cluster) -> None:
    servers = cluster.servers
    holders: set[str] = set()
    while len(holders) < 2:
        caller = make(servers[0], servers)
        assert caller.all_there(servers[0])
        holders.add(cluster.holder(caller)[0].address)
    for server in servers:
        caller.note(server)
    assert caller.all_there(*servers)
    far = cluster.holder(caller)[1]
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
def test_a_forged_mark_makes_nobody_one_of_us(cluster: Cluster) -> None:
    server = cluster.servers[0]
    caller = make(server, cluster.servers)
    for mark in ("{}", "x", '{"by": "", "hops": 1, "client": "x", "scheme": "http", "host": "evil"}', "[1]"):
        headers = {**caller.headers, "x-starfray-hop": mark}
        answer = server.client.post(f"/api/rooms/{caller.room}/seat", json={"do": "new", "kind": "tv"}, headers=headers)
        assert "evil" not in answer.json()["url"]


@pytest.mark.slow
def test_a_process_that_was_stopped_wakes_up_with_an_old_lease(cluster: Cluster) -> None:
    caller = make(cluster.servers[0], cluster.servers)
    caller.note()
    stopped, other = cluster.holder(caller)
    stopped.send(signal.SIGSTOP)
    caller.note(other)
    caller.note(other)
    stopped.send(signal.SIGCONT)
    caller.note(stopped)
    caller.note(other)
    assert caller.all_there(stopped, other)


@pytest.mark.slow
def test_a_killed_holder_is_replaced_and_nothing_is_lost_or_doubled(cluster: Cluster) -> None:
    caller = make(cluster.servers[0], cluster.servers)
    for _ in range(3):
        caller.note()
    dead, alive = cluster.holder(caller)
    dead.kill()
    for _ in range(3):
        caller.note(alive)
    assert caller.all_there(alive)
    cluster.replace(dead)


@pytest.mark.slow
@pytest.mark.parametrize("point", ["before commit", "after commit"])
def test_a_process_dies_in_the_middle_of_a_write(cluster: Cluster, point: str) -> None:
    with Server(cluster.database, point, 3) as dying:
        caller = make_at(dying, cluster.servers[0], cluster.database)
        while dying.process.poll() is None:
            caller.note()
        assert dying.process.returncode == -signal.SIGKILL
        assert caller.all_there(*cluster.servers)


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
def test_a_holder_cut_off_from_the_database_is_replaced_and_comes_back(cluster: Cluster) -> None:
    other = cluster.servers[0]
    with contextlib.closing(Wire(cluster.database)) as wire, Server(wire.database) as cut:
        caller = make_at(cut, other, cluster.database)
        caller.note()
        assert holder(cluster.database, caller.room, [*cluster.servers, cut]) is cut
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
def test_a_stopped_server_hands_its_rooms_over(cluster: Cluster) -> None:
    """As in a rolling upgrade: each process is stopped in turn, and another comes."""
    caller = make(cluster.servers[0], cluster.servers)
    caller.note()
    leaving, staying = cluster.holder(caller)
    leaving.send(signal.SIGTERM)
    caller.note(staying)
    leaving.process.wait(30)
    cluster.replace(leaving)
    fresh = next(server for server in cluster.servers if server is not staying)
    caller.note(fresh)
    staying.send(signal.SIGTERM)
    caller.note(fresh)
    staying.process.wait(30)
    assert caller.all_there(fresh)
    with psycopg.connect(cluster.database) as db:  # whoever left has signed off
        gone = db.execute("select count(*) from processes where address in (%s, %s)", (leaving.address, staying.address))
        assert gone.fetchone() == (0,)
    cluster.replace(staying)


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
