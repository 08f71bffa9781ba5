"""What a worker of a cluster does: check that its build matches the sender's, then play the blocks of a job."""

from __future__ import annotations

import gc
import hashlib
import pickle
import platform
import threading
import time
import zlib
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from starfray.engine.errors import BadInput
from starfray.sim.job import Job, Setup
from starfray.version import VERSION

FIELD = "--cluster"
JOBS_KEPT = 128  # fights a worker was last asked about

_turn = (
    threading.Lock()
)  # a worker with several threads still plays one job at a time, because policies are not shared between threads
_jobs: OrderedDict[bytes, Job] = OrderedDict()


class Build(NamedTuple):
    """What must be the same everywhere for results to be the same."""

    starfray: str
    python: str
    rules: str  # a fingerprint of engine, rulebooks and simulator


@lru_cache(maxsize=1)
def build() -> Build:
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in ("engine", "rulebooks", "sim"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".toml") and path.name != "covered.toml":
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return Build(VERSION, ".".join(platform.python_version_tuple()[:2]), digest.hexdigest()[:12])


def difference(theirs: Build, ours: Build) -> str:
    """Why this worker cannot play their fights; '' if it can."""
    if ours.starfray != theirs.starfray:
        return f"{f'runs Starfray {ours.starfray}' if ours.starfray else 'has no Starfray'}, here it is {theirs.starfray}"
    if ours.python != theirs.python:
        return f"runs Python {ours.python}, here it is {theirs.python}"
    if ours.rules != theirs.rules:
        return f"runs a Starfray {ours.starfray} with other rules or data ({ours.rules}) than here ({theirs.rules})"
    return ""


def play(theirs: Build, parts: list[tuple[bytes, list[tuple[str, int, int]]]]) -> tuple[list[Any], float]:
    """The results of blocks, and the seconds they took. Each part is a setup, packed, and what is asked of its job."""
    with _turn:
        fault = difference(theirs, build())
        if fault:
            raise BadInput(f"a worker on {platform.node()} {fault}", field=FIELD, expected="the same everywhere")
        found: list[Any] = []
        seconds = 0.0
        for packed, asked in parts:
            job = _job(packed)
            begun = time.perf_counter()
            found += [getattr(job, what)(start, stop) for what, start, stop in asked]
            seconds += time.perf_counter() - begun
        return found, seconds


def _job(packed: bytes) -> Job:
    if packed not in _jobs:
        setup: Setup = pickle.loads(zlib.decompress(packed))
        _jobs[packed] = setup.job()
        if len(_jobs) == 1:
            gc.freeze()  # rules and data are never freed, so the garbage collector need not scan them
        elif len(_jobs) > JOBS_KEPT:
            _jobs.popitem(last=False)
    _jobs.move_to_end(packed)
    return _jobs[packed]
