"""`starfray serve` says where it is, gives a code and a QR code, and stops cleanly."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx2 as httpx
import pytest

from starfray.engine.errors import BadInput
from starfray.room import serve
from starfray.room.invite import qr_text

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_it_says_where_it_is_how_to_join_and_stops_on_an_interrupt(tmp_path: Path) -> None:
    """However early the interrupt comes: the moment it can be read how to give one, or once somebody is connected."""
    for connected in (False, True):
        port = free_port()
        command = [sys.executable, "-m", "starfray.cli", "serve", "--port", str(port), "--db", str(tmp_path / "rooms.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                lines: list[str] = []
                while not lines or "Ctrl-C" not in lines[-1]:
                    lines.append(process.stdout.readline())
                    assert lines[-1], "it ended"
                if connected:
                    with socket.create_connection(("127.0.0.1", port), timeout=10):
                        process.send_signal(signal.SIGINT)
                else:
                    process.send_signal(signal.SIGINT)
                _, complaint = process.communicate(timeout=30)
            finally:
                process.kill()
        said = "".join(lines)
        assert f":{port}\n" in lines[0]
        assert "listens on the local network" in said
        code = next(line for line in lines if line.startswith("Join code: ")).split()[2]
        assert len(code) == 6
        base = lines[0].split()[-1]
        assert qr_text(f"{base}/join/{code}") in said
        assert (process.returncode, complaint) == (0, "")


def test_a_log_as_json_is_json_to_the_last_line_and_tells_no_secret(tmp_path: Path) -> None:
    """As shipped: a room is made and joined, a write fails, a room is deleted, the server is stopped."""
    port, db, operator = free_port(), tmp_path / "rooms.db", "the operator's own key"
    command = [sys.executable, "-m", "starfray.cli", "serve", "--host", "127.0.0.1", "--port", str(port), "--db", str(db)]
    process = subprocess.Popen(
        [*command, "--log", "json", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "STARFRAY_OPERATOR_KEY": operator},
    )
    try:
        assert process.stdout is not None
        said = ""
        while not said.rstrip().endswith("}"):
            said += process.stdout.readline()
        house = json.loads(said)["code"]
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            made = client.post("/api/rooms", json={"from": "demo", "demo": "corridor"}).json()
            gm = {"Authorization": f"Bearer {made['token']}"}
            link = client.post(f"/api/rooms/{made['room']}/seat", json={"do": "new", "kind": "tv"}, headers=gm).json()
            joined = client.post("/api/join", json={"code": link["code"]}).json()
            secrets = [house, made["token"], made["key"], link["code"], joined["token"], operator]
            with closing(sqlite3.connect(db, isolation_level=None)) as other:
                other.execute("drop table versions")  # so that the next write fails
            assert client.post(f"/api/rooms/{made['room']}/roll", json={"dice": "1d6"}, headers=gm).status_code == 503
            client.get(f"/gm/{made['key']}")
            client.post("/api/gm-key", json={"key": made["key"]})
            client.get("/api/operator/rooms", headers={"Authorization": f"Bearer {operator}"})
        process.send_signal(signal.SIGINT)
        _, logged = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    lines = [json.loads(line) for line in logged.splitlines()]
    assert any(made["room"] in line["message"] and line["level"] == "error" for line in lines)
    assert all({"at", "level", "logger", "message"} <= set(line) for line in lines)
    assert [secret for secret in secrets if secret in logged] == []


def test_rooms_are_open_in_one_server_at_a_time(tmp_path: Path) -> None:
    db = tmp_path / "rooms.db"
    command = [sys.executable, "-m", "starfray.cli", "serve", "--host", "127.0.0.1", "--db", str(db), "--port"]
    first = subprocess.Popen([*command, str(free_port())], stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    try:
        assert "is open at" in first.stdout.readline()
        second = subprocess.run([*command, str(free_port())], capture_output=True, text=True, timeout=60)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == (
            f"starfray: --db: {db} is open in another `starfray serve`; expected that one closed first, or another file\n"
        )
    finally:
        first.kill()
        first.wait()
        first.stdout.close()
    with serve.alone(str(db)):  # a killed server holds nothing
        pass


def test_addresses_are_those_of_the_network_or_the_one_asked_for() -> None:
    assert serve.addresses("127.0.0.1", 9) == ["http://127.0.0.1:9"]
    assert serve.addresses("::1", 9) == ["http://[::1]:9"]
    found = serve.addresses("0.0.0.0", 9)
    assert found
    assert all(each.startswith("http://") and each.endswith(":9") and "0.0.0.0" not in each for each in found)


@pytest.mark.parametrize(("host", "port", "word"), [("127.0.0.1", 0, "port 0"), ("203.0.113.7", 8999, "cannot listen")])
def test_a_place_it_cannot_listen_at_is_told(tmp_path: Path, host: str, port: int, word: str) -> None:
    import argparse

    with pytest.raises(BadInput, match=word):
        serve.run(
            argparse.Namespace(
                host=host,
                port=port,
                db=str(tmp_path / "x.db"),
                json=False,
                debug=False,
                name=[],
                expire=0.0,
                expire_parties=0.0,
                quota=[],
                metrics=False,
                local_webhooks=False,
                address="",
                log="text",
            )
        )
