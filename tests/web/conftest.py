"""A server of the room in a process of its own, and Debian's chromium."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.table import Server

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=20_000)  # a machine may be busy


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever drives the browser is slow."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not os.access(CHROMIUM, os.X_OK):
        pytest.fail("the pages are tested in chromium, and it is not there: apt-get install -y chromium", pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield running
        running.close()


class Process:
    """`starfray serve` on a free port; it can be killed and started again on the same rooms."""

    def __init__(self, folder: Path, first: str = "") -> None:
        """`first`: Python to be run before anything else, such as making a book known."""
        self.db = folder / "rooms.db"
        self.complaints = folder / "not-as-described.txt"
        check = f"from tests.room.described import write_complaints; write_complaints({str(self.complaints)!r})"
        self.first = f"{first}\n{check}"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.start()

    def start(self) -> None:
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--db", str(self.db)]
        code = f"{self.first}\nimport sys; from starfray.cli import main; sys.exit(main({words!r}))"
        self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, start_new_session=True)
        for _ in range(600):  # a machine may be busy
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/static/icon.svg").close()
                return
            except OSError:
                time.sleep(0.1)
        self.kill()
        pytest.fail("the server did not come up")

    def check_messages(self) -> None:
        """Every message of the socket, both ways, was one that is described."""
        if self.complaints.exists():
            said = self.complaints.read_text(encoding="utf-8")
            self.complaints.unlink()
            pytest.fail(f"messages that are not as described:\n{said}", pytrace=False)

    def kill(self) -> None:
        """With all it started, as if the plug were pulled."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture(scope="module")  # a fresh one per file: it counts the tries at join codes of an address
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    running = Process(tmp_path_factory.mktemp("rooms"))
    yield running
    running.kill()


@pytest.fixture
def server(process: Process, browser: Browser) -> Iterator[Server]:
    made = Server(f"http://127.0.0.1:{process.port}", browser)
    yield made
    made.close()
    process.check_messages()
