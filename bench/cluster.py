"""What a cluster costs over processes of this machine: the same fight, the same blocks, two workers each.

    python -m bench.cluster            measures and prints
    python -m bench.cluster --write    also writes bench/cluster.md

The cluster stands before and after, as a real one would; connecting to it and the start of the processes count. Each run is
a process of its own, the two kinds take turns. Only ratios of one run are worth comparing; the load stands with them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]

import starfray
from bench.sim import text_of
from starfray.sim.job import Job
from starfray.sim.montecarlo import BLOCK, block_of, simulate

PAIRS = 5
WORKERS = 2
JOB = 0.1  # seconds a block should take
SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32)
CONNECTING = """
import sys, time
from starfray.sim.cluster import ClusterPool
begun = time.perf_counter()
ClusterPool([], sys.argv[1], 0).close()
print(time.perf_counter() - begun)
"""
STANDING = """
import sys
from starfray.sim.cluster import local_cluster
if __name__ == "__main__":
    local = local_cluster(2)
    print(local.scheduler_address, flush=True)
    sys.stdin.read()
    local.close()
"""


def processor() -> float:
    """Seconds of the processor this process and its finished workers took."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def seconds_of_block(size: int) -> float:
    fight = starfray.loads(text_of(size))
    job = Job(fight.book, fight.content, fight.state, {}, 1)
    job.block(0, BLOCK)
    begun = time.process_time()
    job.block(0, BLOCK)
    return time.process_time() - begun


def one_run(size: int, count: int, seed: int, address: str) -> None:
    """In a process of its own: clock, processor and what came out."""
    fight = starfray.loads(text_of(size))
    simulate(fight, 1, seed=seed)
    begun, used = time.perf_counter(), processor()
    result = simulate(fight, count, seed=seed, workers=WORKERS, cluster=address)
    clock = time.perf_counter() - begun
    for child in multiprocessing.active_children():
        child.join()
    print(json.dumps([clock, processor() - used, hashlib.sha256(repr(result).encode()).hexdigest()]))


@contextmanager
def standing() -> Iterator[tuple[psutil.Process, str]]:
    """A cluster in a process of its own: the process, and the address."""
    with subprocess.Popen([sys.executable, "-c", STANDING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        assert ran.stdin is not None
        address = ran.stdout.readline().strip()
        yield psutil.Process(ran.pid), address
        ran.stdin.close()


def used_by(process: psutil.Process) -> float:
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return sum(float(each.user + each.system) for each in times)


def pairs(size: int, count: int) -> list[str]:
    clocks, works, shown, connects = [], [], [], []
    with standing() as (process, address):
        for number in range(-1, PAIRS):  # the first pair warms up
            found = []
            for where in ("", address):
                before = used_by(process)
                command = [sys.executable, "-m", "bench.cluster", "--one", str(size), str(count), str(max(number, 0)), where]
                ran = subprocess.run(command, capture_output=True, text=True, check=True)
                clock, work, digest = json.loads(ran.stdout)
                found.append((clock, work + (used_by(process) - before if where else 0.0), digest))
            assert found[0][2] == found[1][2], "the result must not depend on who plays"
            if number >= 0:
                clocks.append(found[1][0] / found[0][0])
                works.append(found[1][1] / found[0][1])
                shown.append(f"{found[0][0]:.2f} s and {found[1][0]:.2f} s")
                command = [sys.executable, "-c", CONNECTING, address]
                connects.append(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    return [
        f"By the clock the cluster takes **{statistics.median(clocks):.2f}×** what processes take, in the median of {PAIRS} "
        f"pairs ({', '.join(f'{each:.2f}' for each in clocks)}); in seconds of the processor, scheduler included, "
        f"{statistics.median(works):.2f}× ({', '.join(f'{each:.2f}' for each in works)}). Processes and cluster took "
        f"{', '.join(shown)}; {statistics.median(connects):.2f} s of the cluster's are spent once, to import Dask, connect and "
        "compare versions. Results identical, byte for byte."
    ]


def start() -> list[str]:
    """What --cluster local costs before the first fight."""
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        with standing():
            times.append(time.perf_counter() - begun)
    return [
        "Starting a cluster of two on this machine (`--cluster local`), Python and Dask included: "
        f"{statistics.median(times):.1f} s in the median of three."
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write bench/cluster.md")
    parser.add_argument("-n", type=int, default=3000, help="fights of a run")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        size, count, seed, address = args.one
        one_run(int(size), int(count), int(seed), address)
        return
    if block_of(args.n) < BLOCK:
        parser.error("so few fights are played in smaller blocks: -n 1000 or more")
    load = os.getloadavg()[0]
    blocks = {size: seconds_of_block(size) for size in SIZES if size <= 8}
    for size in SIZES:
        if size not in blocks and max(blocks.values()) < JOB:
            blocks[size] = seconds_of_block(size)
    size = min(blocks, key=lambda each: abs(blocks[each] - JOB))
    lines = [
        "# What a cluster costs",
        "",
        f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start. "
        "`python -m bench.cluster --write` writes this page.",
        "",
        f"Coriolis, {size} a side, {args.n:,} fights in blocks of {BLOCK}, a block takes {1000 * blocks[size]:.0f} ms; "
        "two worker processes against a standing Dask cluster of two workers on the same machine, connected to anew "
        "(and Dask imported) each time.",
        "",
        *pairs(size, args.n),
        "",
        *start(),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if args.write:
        (Path(__file__).parent / "cluster.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
