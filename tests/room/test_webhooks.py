"""Webhooks: told on one's turn and at the end, signed, sent again until they arrive, and nowhere they should not go."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import queue
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room import courier
from starfray.room.app import make_app
from starfray.room.courier import NotSent, due_now, is_public, send
from starfray.room.keeping import keeping
from starfray.room.limits import MOST_HOOKS_OF_SEAT, MOST_NOTICES
from starfray.room.store import Store
from starfray.room.webhook_rows import Hook, Notice, write_hooks
from tests.room.described import check_answers_of, fail_on
from tests.room.table import Table

DOCS = Path(__file__).parents[2] / "docs" / "webhooks.md"
QUICK = (0.01,) * 6  # seconds before each further try


@dataclass
class Receiver:
    """Somebody's address: `came` holds what was sent, `answers` the status codes to give first."""

    url: str
    came: queue.Queue[tuple[dict[str, str], bytes]]
    answers: list[int] = field(default_factory=list)

    def next(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.came.get(timeout=60)[1])
        return found


@contextmanager
def receiving(port: int = 0, **headers: str) -> Iterator[Receiver]:
    came: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(found.answers.pop(0) if found.answers else 204)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            came.put((dict(self.headers), body))

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is printed."""

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        found = Receiver(f"http://127.0.0.1:{server.server_port}/hook?a=1", came)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@contextmanager
def serving(kept: str, local: bool = True) -> Iterator[TestClient]:
    app, complaints = make_app(kept, rate=10_000, burst=10_000, local_webhooks=local, webhook_pauses=QUICK), list[str]()
    check_answers_of(app, complaints.append)
    with TestClient(app) as client:
        yield client
    fail_on(complaints)


@pytest.fixture
def hooked(tmp_path: Path) -> Iterator[TestClient]:
    with serving(str(tmp_path / "rooms.db")) as client:
        yield client


def until(true: Callable[[], bool]) -> None:
    """Wait for what comes by itself; pytest ends what never comes."""
    stop = threading.Event()
    while not true():
        stop.wait(0.02)


def hooks_of(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.gm.get("webhooks").json()["webhooks"]
    return found


def passing(table: Table) -> str:
    """Whoever's turn it is lets it pass, by the GM; gives whose turn it is then."""
    (who,) = table.gm.look()["turn"]["actors"]
    table.gm.do("play", action=f"end-turn {who}")
    return str(table.gm.look()["turn"]["actors"][0])


# --- what is told ----------------------------------------------------------------------------------------------


def test_a_player_is_told_of_their_turn_once_and_of_nobody_elses(hooked: TestClient, receiver: Receiver) -> None:
    table = Table.text(hooked)
    ana = table.sit("ana", "Ana")
    while table.gm.look()["turn"]["actors"] == ["mira"]:
        passing(table)
    made = ana.do("webhook", do="set", url=receiver.url)
    while passing(table) != "mira":
        pass
    headers, body = receiver.came.get(timeout=60)
    told = json.loads(body)
    at, news = told.pop("at"), told.pop("id")
    assert told == {
        "event": "your-turn",
        "room": table.room,
        "title": "Hall",
        "seat": "ana",
        "name": "Ana",
        "awaited": "act",
        "who": [{"id": "mira", "name": "Mira"}],
    }
    assert headers["Starfray-Delivery"] == news
    stamp = headers["Starfray-Timestamp"]
    assert abs(int(stamp) - at) < 300
    mark = hmac.new(made["secret"].encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert headers["Starfray-Signature"] == f"v1={mark}"
    assert ana.do("play", action="move mira path=6,4")["ok"]  # still her turn
    table.gm.do("gm", text="end crew")
    over = receiver.next()
    assert (over["event"], over["outcome"]) == ("fight-over", table.gm.look()["room"]["outcome"])
    ana.do("webhook", do="test", hook=made["hook"])
    assert receiver.next()["event"] == "test"
    assert receiver.came.empty()


def test_a_question_is_told_to_the_seat_it_is_for_and_says_nothing_of_it(hooked: TestClient, receiver: Receiver) -> None:
    table = Table.text(hooked)
    ana, ben = table.sit("ana", "Ana"), table.sit("ben", "Ben")
    for seat in (ana, ben):
        seat.do("hand", on=True)
        seat.do("webhook", do="set", url=receiver.url, events=["your-turn"])
    while "mira" not in table.gm.look()["turn"]["actors"]:
        passing(table)
    ana.do("play", action="shot mira jarl")
    assert ana.look()["asks"]
    while (told := receiver.next())["awaited"] != "answer":
        assert told["seat"] in ("ana", "ben")
    assert set(told) == {"id", "event", "at", "room", "title", "seat", "name", "awaited", "who"}
    assert (told["seat"], told["who"]) == ("ana", [{"id": "mira", "name": "Mira"}])


def test_what_a_policy_does_is_not_told(hooked: TestClient, receiver: Receiver) -> None:
    table = Table.text(hooked)
    for who in ("jarl", "ghost"):
        table.gm.do("dial", who=who, kind="*", value="auto")
        table.gm.do("dial", who=who, kind="act", value="auto")
    table.gm.do("webhook", do="set", url=receiver.url, events=["your-turn"])
    table.gm.do("webhook", do="set", url=receiver.url, seat="ana", events=["your-turn"])
    table.gm.do("webhook", do="set", url=receiver.url, seat="ben", events=["your-turn"])
    seats: set[str] = set()
    for _ in range(4):
        until(lambda: table.gm.look()["turn"]["actors"] in (["mira"], ["tor"]))
        table.gm.do("play", action=f"end-turn {table.gm.view['turn']['actors'][0]}")
    while len(seats) < 2:
        seats.add(receiver.next()["seat"])
    assert seats == {"ana", "ben"}


# --- on its way ------------------------------------------------------------------------------------------------


def test_what_fails_is_sent_again_and_given_up_in_the_end(hooked: TestClient, receiver: Receiver) -> None:
    table = Table.text(hooked)
    receiver.answers += [500, 302]
    made = table.gm.do("webhook", do="set", url=receiver.url, seat="ben", events=["fight-over"])
    table.gm.do("webhook", do="test", hook=made["hook"])
    assert len({receiver.next()["id"] for _ in range(3)}) == 1
    until(lambda: hooks_of(table)[0]["waiting"] == 0)
    assert hooks_of(table)[0]["problem"] == ""
    receiver.answers += [500] * (len(QUICK) + 1)
    table.gm.do("webhook", do="test", hook=made["hook"])
    assert len({receiver.next()["id"] for _ in range(len(QUICK) + 1)}) == 1
    until(lambda: hooks_of(table)[0]["waiting"] == 0)
    assert hooks_of(table)[0]["problem"] == "the answer was 500"
    assert receiver.came.empty()


def test_what_was_not_delivered_is_delivered_after_a_restart(kept: str) -> None:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = make_app(kept, rate=10_000, burst=10_000, local_webhooks=True, webhook_pauses=(1e6,))
    with TestClient(app) as client:
        table = Table.text(client)
        hook = table.gm.do("webhook", do="set", url=f"http://127.0.0.1:{port}/", events=["fight-over"])["hook"]
        table.gm.do("gm", text="end crew")
        until(lambda: bool(hooks_of(table)[0]["problem"]))
    db = keeping(kept).open()
    db.execute("update deliveries set due = 0")  # a long time later
    db.close()
    with receiving(port) as receiver, serving(kept) as client:
        table.again(client)
        assert receiver.next()["event"] == "fight-over"
        until(lambda: hooks_of(table)[0]["waiting"] == 0)
        table.gm.do("webhook", do="test", hook=hook)
        assert receiver.next()["event"] == "test"


def test_a_redirect_is_not_followed(hooked: TestClient, receiver: Receiver) -> None:
    with receiving(Location=receiver.url) as astray:
        astray.answers += [307] * 20
        table = Table.text(hooked)
        made = table.gm.do("webhook", do="set", url=astray.url, seat="ben")
        table.gm.do("webhook", do="test", hook=made["hook"])
        for _ in range(len(QUICK) + 1):
            astray.next()
    assert receiver.came.empty()


# --- who may not hold it up -----------------------------------------------------------------------------------


def test_who_shakes_hands_in_drops_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The beginning of a very long record, byte after byte: each comes in time, all of them never would."""
    monkeypatch.setattr(courier, "HOOK_SECONDS", 0.3)
    left = threading.Event()

    def drip(listening: socket.socket) -> None:
        line, _ = listening.accept()
        with line:
            line.sendall(b"\x16\x03\x03\x40\x00")
            while not left.wait(0.05):
                try:
                    line.sendall(b"x")
                except OSError:
                    left.set()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=drip, args=(listening,), daemon=True).start()
        hook = Hook("h", "gm", "gm", "", f"https://127.0.0.1:{listening.getsockname()[1]}/", ["your-turn"], "secret")
        with pytest.raises(NotSent, match="no answer"):
            send(hook, "d", "{}", local=True)
        assert left.wait(30)


def test_many_messages_of_one_address_do_not_hide_those_of_others(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "rooms.db"))
    try:
        for room, count in (("slow", 40), ("other", 1)):
            hook = Hook(f"{room}-hook", "gm", "gm", "", "https://example.org/", ["your-turn"], "secret")
            waiting = [Notice(f"{room}-{n}", hook.id, "{}", 1.0) for n in range(count)]
            store.submit(partial(write_hooks, room=room, hooks={hook.id: hook.plain()}, notices=waiting)).result()
        found, _ = store.look(lambda db: due_now(db, now=2.0, most=10))
        assert sorted(each.hook.id for each in found) == ["other-hook", "slow-hook"]
    finally:
        store.close()


# --- where it may go -------------------------------------------------------------------------------------------


def test_addresses_of_the_servers_own_network_are_not_called(tmp_path: Path, receiver: Receiver) -> None:
    with serving(str(tmp_path / "rooms.db"), local=False) as client:
        table = Table.text(client)
        port = receiver.url.rpartition(":")[2]
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"):
            made = table.gm.do("webhook", do="set", url=f"http://{host}:{port}", seat="ben")
            table.gm.do("webhook", do="test", hook=made["hook"])
        until(lambda: all(row["problem"] and not row["waiting"] for row in hooks_of(table)))
        assert {row["problem"] for row in hooks_of(table)} <= {"not a public address", "no host of this name"}
    assert receiver.came.empty()


def dotted(*parts: int) -> str:
    return ".".join(map(str, parts))


PRIVATE = [(127, 0, 0, 1), (10, 1, 2, 3), (172, 16, 0, 1), (192, 168, 1, 1), (169, 254, 169, 254), (100, 64, 0, 1)]
PRIVATE += [(0, 0, 0, 0), (224, 0, 0, 1), (255, 255, 255, 255), (192, 0, 0, 8)]
LOCAL = ["::", "::1", "fe80::1%eth0", "fd00::1", "ff0e::1", "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"]
LOCAL += ["fec0::1", "::127.0.0.1", "64:ff9b:1::7f00:1"]


@pytest.mark.parametrize(
    ("address", "public"),
    [
        *((each, True) for each in ("8.8.8.8", "2001:4860:4860::8888", "64:ff9b::808:808", "::ffff:8.8.8.8")),
        *((dotted(*each), False) for each in PRIVATE),
        *((f"::ffff:{dotted(*each)}", False) for each in PRIVATE),
        *((each, False) for each in LOCAL),
    ],
)
def test_what_is_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("ftp://example.org/", "http"),
        ("example.org", "http"),
        ("https://", "no host"),
        ("https://me:pass@example.org/", "password"),
        ("http://example.org:22/", "port 22"),
        ("http://example.org:99999/", "not an address"),
        ("http://example.org/ä", "letters"),
        ("http://example.org/a b\r\nX: y", "letters"),
        ("http://[::1/", "not an address"),
    ],
)
def test_an_address_that_is_none_is_refused(hooked: TestClient, url: str, words: str) -> None:
    assert words in Table.text(hooked).gm.refused("webhook", do="set", url=url)["reason"]


# --- whose they are --------------------------------------------------------------------------------------------


def test_players_set_see_and_remove_their_own_alone(hooked: TestClient, receiver: Receiver) -> None:
    table = Table.text(hooked)
    ana, ben, eve = table.sit("ana"), table.sit("ben"), table.new_seat("spectator", "Eve")
    assert "only the GM" in ana.refused("webhook", do="set", url=receiver.url, seat="ben")["reason"]
    assert "only watch" in eve.refused("webhook", do="set", url=receiver.url)["reason"]
    assert ana.post("webhook", do="set", url=receiver.url, events=["each-shot"]).status_code == 422
    assert "no event" in ana.refused("webhook", do="set", url=receiver.url, events=[])["reason"]
    made = ana.do("webhook", do="set", url=receiver.url, id="once")
    again = ana.do("webhook", do="set", url=receiver.url, id="once")
    assert (again["hook"], "secret" in again) == (made["hook"], False)
    for _ in range(MOST_HOOKS_OF_SEAT - 1):
        ana.do("webhook", do="set", url=receiver.url)
    assert "too many" in ana.refused("webhook", do="set", url=receiver.url)["reason"]
    assert "no webhook" in ben.refused("webhook", do="remove", hook=made["hook"])["reason"]
    assert ben.get("webhooks").json() == {"webhooks": []}
    assert made["secret"] not in ana.get("webhooks").text
    assert len(table.gm.get("webhooks").json()["webhooks"]) == MOST_HOOKS_OF_SEAT
    ana.do("webhook", do="remove", hook=made["hook"])
    assert made["hook"] not in ana.get("webhooks").text
    table.gm.do("seat", do="reset", seat="ana")  # somebody else may sit there now
    assert table.gm.get("webhooks").json() == {"webhooks": []}


def test_secrets_stand_in_no_journal_and_go_with_the_room(kept: str, receiver: Receiver) -> None:
    def rows(words: str) -> str:
        db = keeping(kept).open()
        found = str(db.execute(words).fetchall())
        db.close()
        return found

    with serving(kept) as client:
        table = Table.text(client)
        receiver.answers += [500] * (MOST_NOTICES + 3)  # nothing arrives
        made = table.gm.do("webhook", do="set", url=receiver.url, events=["fight-over"])
        assert made["secret"] in rows("select * from webhooks")
        for _ in range(MOST_NOTICES + 3):
            table.gm.do("webhook", do="test", hook=made["hook"])
        assert int(rows("select count(*) from deliveries").strip("[](),")) <= MOST_NOTICES
        assert made["secret"] not in rows("select * from ops") + rows("select * from entries")
        client.delete(f"/api/rooms/{table.room}", headers=table.gm.headers)
        assert rows("select * from webhooks") + rows("select * from deliveries") == "[][]"


def test_the_receiver_of_the_docs_hears_and_refuses(hooked: TestClient, tmp_path: Path) -> None:
    blocks = re.findall(r"```py\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    (script,) = [block for block in blocks if "class Receiver" in block]
    assert len([line for line in script.splitlines() if line.strip()]) <= 15
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    table = Table.text(hooked)
    made = table.gm.do("webhook", do="set", url=f"http://127.0.0.1:{port}/", seat="ben", events=["fight-over"])
    command = [sys.executable, "-c", script, str(port)]
    environment = {**os.environ, "SECRET": made["secret"]}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            until(lambda: process.poll() is not None or answers(port))
            table.gm.do("webhook", do="test", hook=made["hook"])
            assert process.stdout is not None
            assert process.stdout.readline() == "test ben\n"
            other = table.gm.do("webhook", do="set", url=f"http://127.0.0.1:{port}/", seat="ben", events=["fight-over"])["hook"]
            table.gm.do("webhook", do="test", hook=other)  # signed with another secret
            until(lambda: any(row["problem"] for row in hooks_of(table)))
            assert {row["hook"]: row["problem"] for row in hooks_of(table)}[other] == "the answer was 403"
        finally:
            process.kill()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
