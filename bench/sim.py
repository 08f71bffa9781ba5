"""What simulations cost: one worker against two, memory against the number of fights, one against one up to fifty a side.

    python -m bench.sim            measures and prints
    python -m bench.sim --write    also writes bench/sim.md

Only ratios taken side by side in one run are worth comparing; the load of the machine at the start stands with them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import starfray
from starfray.sim.job import Job
from starfray.sim.montecarlo import simulate

SIDES = """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "guard"
archetype = "station-guard"
count = {count}
side = "guards"
at = [0, 0]
[[combatant]]
id = "corsair"
archetype = "corsair-boarder"
count = {count}
side = "corsairs"
at = [15, 0]
"""
ROUNDS = 5
MEMORY = """
import resource, sys, starfray
from starfray.sim.montecarlo import simulate
simulate(starfray.load(sys.argv[1]), int(sys.argv[2]), seed=1, keep=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def text_of(count: int) -> str:
    text = SIDES.format(count=count)
    return text if count > 1 else text.replace("count = 1\n", "")


def processor() -> float:
    """Seconds of the processor this process and its finished workers took."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def two_workers(count: int) -> list[str]:
    """The same fights by one worker and by two, alternating; the start of the processes counts too."""
    fight = starfray.loads(text_of(4))
    ratios, extra, speeds = [], [], []
    for number in range(ROUNDS):
        times, work, results = [], [], []
        for workers in (1, 2):
            start, begun = time.perf_counter(), processor()
            results.append(simulate(fight, count, seed=number, workers=workers))
            times.append(time.perf_counter() - start)
            for child in multiprocessing.active_children():
                child.join()
            work.append(processor() - begun)
        assert results[0] == results[1], "the result must not depend on the workers"
        ratios.append(times[0] / times[1])
        extra.append(work[1] / work[0])
        speeds.append(count / work[0])
    each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    more = statistics.median(extra)
    return [
        f"Two workers against one, four a side, {count:,} fights, {ROUNDS} times: **{statistics.median(ratios):.2f}×** "
        f"by the clock in the median ({each}). In time of the processor two workers take {more:.2f} times what one takes "
        f"(start, sharing out and adding up included), so that two free cores give {2 / more:.2f}×. One worker plays "
        f"{statistics.median(speeds):.0f} fights in a second of the processor. Results identical."
    ]


def memory() -> list[str]:
    """The most memory a run of each size took, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight.toml"
        path.write_text(text_of(1), encoding="utf-8")
        rows = []
        for count in (100, 1_000, 10_000):
            command = [sys.executable, "-c", MEMORY, str(path), str(count)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            rows.append(f"{int(done.stdout) / 1024:.1f} MB for {count:,}")
    return [f"Memory, one against one, fights kept: {', '.join(rows)}."]


def sizes() -> list[str]:
    lines = ["| a side | fights a second | acts in a fight | microseconds an act |", "|---|---|---|---|"]
    for count, fights in ((1, 400), (2, 200), (4, 100), (8, 30), (16, 10), (32, 3), (50, 2)):
        fight = starfray.loads(text_of(count))
        job = Job(fight.book, fight.content, fight.state, {}, 1)
        start = time.process_time()
        result = job.block(0, fights)
        took = time.process_time() - start
        lines.append(f"| {count} | {fights / took:.1f} | {result.acts / fights:.0f} | {1e6 * took / result.acts:.0f} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write bench/sim.md")
    parser.add_argument("-n", type=int, default=2000, help="fights for the comparison of workers")
    args = parser.parse_args()
    load = os.getloadavg()[0]
    lines = [
        "# What simulations cost",
        "",
        f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start. "
        "`python -m bench.sim --write` writes this page.",
        "",
        *two_workers(args.n),
        "",
        *memory(),
        "",
        "Coriolis, one worker, everything counted, in seconds of the processor:",
        "",
        *sizes(),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if args.write:
        (Path(__file__).parent / "sim.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
