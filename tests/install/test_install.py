"""Installed as people install things: from the built wheel into an empty environment, and as one file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
HERE = Path(__file__).parents[2]
SOURCE = ("src", "native", "pyproject.toml", "setup.py", "README.md", "LICENSE", "constraints.txt")


def ran(*command: str | Path, **environment: str) -> str:
    """What a command prints; it must end well. Nothing of this repository is on its path."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "STARFRAY"))}
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
        env={**clean, **environment},
        cwd=environment.get("HOME"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive and the wheel, made of a copy, so that nothing is left in the tree."""
    copy, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in SOURCE:
        path = HERE / name
        if path.is_dir():
            shutil.copytree(
                path, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info", "compiled-from")
            )
        else:
            shutil.copy(path, copy / name)
    ran(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, copy)
    return out


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `starfray` of an environment with nothing in it but the wheel."""
    folder = tmp_path_factory.mktemp("empty") / "venv"
    ran(sys.executable, "-m", "venv", folder)
    wheel = next(built.glob("*.whl"))
    ran(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "-c", HERE / "constraints.txt", wheel)
    return folder / "bin" / "starfray"


def test_archive_and_wheel_pass_the_check_of_the_index_and_hold_every_data_file(built: Path) -> None:
    wheel, archive = next(built.glob("*.whl")), next(built.glob("*.tar.gz"))
    assert "FAILED" not in ran(sys.executable, "-m", "twine", "check", "--strict", wheel, archive)
    package = HERE / "src" / "starfray"
    wanted = {
        str(Path("starfray") / path.relative_to(package))
        for path in package.rglob("*")
        if path.suffix in (".py", ".toml", ".js", ".css", ".html", ".svg", ".webmanifest") or path.name == "py.typed"
    }
    with zipfile.ZipFile(wheel) as files:
        assert wanted - set(files.namelist()) == set()
    with tarfile.open(archive) as sources:
        names = {name.partition("/")[2].removeprefix("src/") for name in sources.getnames()}
        assert wanted - names == set()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(installed: Path, folder: Path, port: int = 0) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of that environment: its address and its process."""
    port = port or free_port()
    command = [installed, "serve", "--host", "127.0.0.1", "--port", str(port), "--db", folder / "rooms.db"]
    with subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            while "Ctrl-C" not in (line := process.stdout.readline()):
                assert line, "it ended"
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.kill()


def asked(url: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def test_the_wheel_alone_is_well_and_opens_the_web_table(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    found = json.loads(ran(installed, "doctor", "--json", "--port", str(port), HOME=str(tmp_path)))
    assert found["well"]
    assert {finding["part"]: finding["state"] for finding in found["found"]}["rooms in PostgreSQL"] == "missing"
    with served(installed, tmp_path, port) as (base, process):
        with urllib.request.urlopen(f"{base}/", timeout=30) as page:
            assert b"Starfray" in page.read()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=30)
    assert (process.returncode, complaint) == (0, "")


def test_a_plug_in_made_by_new_book_is_green_and_plays_in_terminal_sim_and_room(installed: Path, tmp_path: Path) -> None:
    home, python = {"HOME": str(tmp_path)}, installed.with_name("python")
    ran(installed, "new-book", "star-duel", **home)
    package = tmp_path / "starfray-star-duel"
    ran(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, package)
    wheel = next(tmp_path.glob("*.whl"))
    ran(python, "-m", "pip", "install", "--quiet", "-c", HERE / "constraints.txt", wheel, "pytest")
    assert "passed" in ran(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", package / "tests", **home)
    found = json.loads(ran(installed, "doctor", "--json", "--port", "0", **home))["found"]
    states = {finding["part"]: finding["state"] for finding in found}
    assert (states["plug-in star-duel"], states["plug-in star-duel-careful"]) == ("ok", "ok")
    said = ran(installed, "play", "--demo", "star-duel-first-shots", "--ai", "all", **home)
    assert "Ines shoots at" in said
    assert "holds the field" in said
    counted = ran(
        installed, "sim", "star-duel-first-shots", "-n", "40", "--policy", "watch=star-duel-careful", "--json", **home
    )
    assert json.loads(counted)["fights"] == 40
    with served(installed, tmp_path) as (base, _):
        assert "star-duel-first-shots" in [demo["demo"] for demo in asked(f"{base}/api/demos")]
        fight = (package / "src" / "star_duel" / "demos" / "first-shots.toml").read_text(encoding="utf-8")
        for source in ({"from": "demo", "demo": "star-duel-first-shots"}, {"from": "text", "text": fight}):
            room = asked(f"{base}/api/rooms", {**source, "name": "Ana"})
            seat = f"{base}/api/rooms/{room['room']}"
            assert asked(f"{seat}/play", {"id": "1", "action": "shoot ines guard-1 rifle"}, room["token"])["ok"]
            view = asked(f"{seat}/state", token=room["token"])["messages"][-1]["view"]
            assert view["room"]["rulebook"] == "star-duel"


def test_one_file_plays_a_demo(built: Path, tmp_path: Path) -> None:
    one_file, wheel = tmp_path / "starfray.pyz", next(built.glob("*.whl"))
    ran(
        sys.executable, "-m", "shiv", "--quiet", "-c", "starfray", "-o", one_file, "--", "-c", HERE / "constraints.txt", wheel
    )  # fmt: skip
    said = ran(
        sys.executable, one_file, "play", "--demo", "--ai", "all", SHIV_ROOT=str(tmp_path / "unpacked"), HOME=str(tmp_path)
    )
    assert "wins" in said.splitlines()[-1] or "over" in said
