"""`starfray serve` says where it is, gives a code and a QR code, and stops cleanly."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

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
    port = free_port()
    command = [sys.executable, "-m", "starfray.cli", "serve", "--port", str(port), "--db", str(tmp_path / "rooms.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        lines: list[str] = []
        while not lines or "Ctrl-C" not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], "it ended"
        said = "".join(lines)
        assert f":{port}\n" in lines[0]
        assert "listens on the local network" in said
        code = next(line for line in lines if line.startswith("Join code: ")).split()[2]
        assert len(code) == 6
        base = lines[0].split()[-1]
        assert qr_text(f"{base}/join/{code}") in said
        with socket.create_connection(("127.0.0.1", port), timeout=10):
            process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=30)
        assert process.returncode in (0, 130)
        assert complaint == ""
    finally:
        process.kill()
        process.wait()


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
                metrics=False,
                address="",
                log="text",
            )
        )
