"""Servers in processes of their own, to be killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

import httpx2 as httpx

POINTS = ("before write", "before commit", "after commit", "before acknowledgement")


class Server:
    """One run of it, in a process of its own; `wait`: it is there when it has been made, else after `ready`."""

    base: str
    client: httpx.Client

    def __init__(self, db: Path | str, point: str = "", count: int = 0, log: IO[str] | None = None, wait: bool = True) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.room.crashing", str(db), point, str(count)],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        if wait:
            self.ready()

    def ready(self) -> None:
        assert self.process.stdout is not None
        port = self.process.stdout.readline().strip()
        self.base = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(base_url=self.base, timeout=30)

    @property
    def address(self) -> str:
        return self.base.removeprefix("http://")

    def kill(self) -> None:
        self.process.kill()

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.client.close()
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
