"""Programs that run beside the bench: in the trees of Starfray (interpreted, compiled) and in the peers' own environments.

Each reads a line of JSON and answers with a line of JSON, so that they can take turns. What is missing is said, not hidden.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
PACKAGES = {"icepool": "icepool", "dyce": "dyce", "numba": "numba", "chess": "chess", "dnd_5e_core": "dnd-5e-core"}


class Missing(Exception):
    """A peer that cannot be measured here, with the reason."""


class Talk:
    """A program that answers line by line until it is closed."""

    def __init__(self, name: str, command: list[str | Path], env: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115 (open as long as the program runs)
        self.process = subprocess.Popen(
            [str(word) for word in command], cwd=ROOT, env={**os.environ, **(env or {})}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.complaints,
        )  # fmt: skip

    def ask(self, **job: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended; why stands in what it said last
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.complaints.seek(0)
            said = self.complaints.read()
            print(said, file=sys.stderr)
            raise Missing(f"{self.name} ended: {last_line(said)}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """Lets it end by itself: there is nothing more to read."""
        for pipe in (self.process.stdin, self.process.stdout, self.complaints):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        self.process.wait()


class Tree(NamedTuple):
    """A folder that holds the package, and how its modules are to run: interpreted or compiled."""

    name: str
    source: Path

    def talk(self, module: str, *options: str) -> Talk:
        source = "1" if self.name == "interpreted" else "0"
        env = {"PYTHONPATH": str(self.source), "STARFRAY_INTERPRETED": source}
        return Talk(self.name, [sys.executable, "-m", module, *options], env)


def trees(compiled: Path | None) -> list[Tree]:
    """This source interpreted, and a compiled tree where there is one: given, or built in place."""
    own = ROOT / "src"
    found = [Tree("interpreted", own)]
    if compiled is not None:
        source = compiled.resolve() / "src"
        found.append(Tree("compiled", source if source.is_dir() else compiled.resolve()))
    elif any(own.rglob("*.so")):
        found.append(Tree("compiled", own))
    return found


def peer_python(*modules: str) -> Path:
    """The Python of the peers' environment, with these modules in it."""
    home = BUILD / "bench-peers"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
    for module in modules:
        there = subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False)
        if there.returncode:
            command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGES[module]]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Missing(f"pip could not install {PACKAGES[module]}: {last_line(done.stderr)}")
    return python


def version(python: Path, module: str) -> str:
    code = f"from importlib.metadata import version; print(version({PACKAGES[module]!r}))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def node_folder(package: str) -> Path:
    """Where a package of node is installed for the bench."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise Missing(f"there is no {program} on this machine")
    home = BUILD / "bench-node"
    if not (home / "node_modules" / package).is_dir():
        home.mkdir(parents=True, exist_ok=True)
        quickly = ["--silent", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"]
        command = ["npm", "install", *quickly, "--prefix", str(home), package]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Missing(f"npm could not install {package}: {last_line(done.stderr or done.stdout)}")
    return home / "node_modules"


def last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it did not say why"
