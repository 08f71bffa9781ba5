"""The example bot plays a seat over the API of a real server; the server stops cleanly."""

from __future__ import annotations

import importlib.util
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import httpx2 as httpx

from starfray.client import Client

ROOT = Path(__file__).parents[2]


def the_bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bot", ROOT / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bot_plays_a_seat_and_the_server_stops_on_an_interrupt(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "starfray.cli",
        "--json",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--db",
        str(tmp_path / "rooms.db"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = ""
        while "}" not in said:
            said += process.stdout.readline()
        opened = json.loads(said)
        base = opened["url"]
        assert opened["join"] == f"{base}/join/{opened['code']}"
        with httpx.Client(base_url=base, timeout=30) as client:
            made = client.post("/rooms", json={"from": "demo", "demo": "boarding-duel"}).json()
            gm = {"Authorization": f"Bearer {made['token']}"}
            room = f"/api/rooms/{made['room']}"
            client.post(f"{room}/go", json={}, headers=gm)
            view = client.get(f"{room}/state", headers=gm).json()["messages"][-1]["view"]
            who = view["turn"]["actors"][0]
            code = client.post(f"{room}/seat", json={"do": "new", "name": "Bot", "plays": [who]}, headers=gm).json()["code"]
            client.post(f"{room}/seat", json={"do": "new", "name": "Free"}, headers=gm)
            bot = the_bot()
            assert Client(base).join(opened["code"], "Bot").view().you.name == "Bot"
            seat = Client(base).join(code)
            assert bot.turn(seat, seat.view())
            after = client.get(f"{room}/state", headers=gm).json()["messages"][-1]["view"]
            assert after["log"] != view["log"]
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)
        assert process.returncode in (0, 130)
        assert "Traceback" not in complaint
    finally:
        process.kill()
        process.wait()
