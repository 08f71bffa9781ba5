"""The benches: fights per second, the cost of one live re-run, the time of one `odds`.

    python -m bench.run            measures and prints
    python -m bench.run --write    also writes bench/results.md

The machine is noisy, so every figure stands beside a yardstick measured in the same run: a bare loop that throws
eight six-sided dice with Python's own random module and counts the sixes. Only the ratios are worth comparing.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import starfray
from starfray.engine.actions import parse
from starfray.engine.codec import clone
from starfray.engine.policy import Policies, first_answer
from starfray.engine.tables.exact import spread
from starfray.engine.tables.random import Generators
from starfray.sim.playout import playout

FOUR_ON_FOUR = """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[cover]]
name = "crate"
at = [0, 0]
reach = 9
[[combatant]]
id = "guard"
archetype = "station-guard"
count = 4
side = "guards"
at = [0, 0]
[[combatant]]
id = "corsair"
archetype = "corsair-boarder"
count = 4
side = "corsairs"
at = [15, 0]
"""
EXAMPLES = Path(__file__).parents[1] / "examples"


def timed(work: Callable[[], int], rounds: int = 5) -> float:
    """Seconds per unit of work: the median of some rounds."""
    figures = []
    for _ in range(rounds):
        start = time.perf_counter()
        units = work()
        figures.append((time.perf_counter() - start) / units)
    return statistics.median(figures)


def yardstick() -> int:
    dice = random.Random(1)
    for _ in range(20_000):
        sum(1 for _ in range(8) if dice.randint(1, 6) == 6)
    return 20_000


def fights(text: str, count: int) -> tuple[float, float]:
    """Seconds per fight, and acts per fight."""
    fight = starfray.loads(text, folder=EXAMPLES)
    policies = Policies(fight.book.policy())
    acts = 0
    start = time.perf_counter()
    for seed in range(count):
        _, played = playout(fight.book, fight.content, clone(fight.state), Generators(seed), policies)
        acts += played
    return (time.perf_counter() - start) / count, acts / count


def speed(per_fight: float, acts: float) -> str:
    return f"{1 / per_fight:.0f} fights/s ({acts:.0f} acts each)"


def live_rerun() -> int:
    """One shot answered question by question: three runs of the rule for two questions."""
    fight = _begun()
    who = fight.actors[0]
    target = next(one.id for one in fight.state.roster.values() if one.side != fight.state.roster[who].side)
    fight.seats.hand = {who}
    reruns = 0
    for _ in range(100):
        fight.play(f"shot {who} {target}")
        while fight.asks:
            ask = fight.asks[0]
            fight.answer(ask, "" if ask.kind == "dice" else first_answer(ask))
            reruns += 1
        fight.undo()
    return reruns


def _begun() -> starfray.Fight:
    return starfray.loads(FOUR_ON_FOUR).begin()


def odds_of_a_shot() -> int:
    fight = _begun()
    who = fight.actors[0]
    target = next(one.id for one in fight.state.roster.values() if one.side != fight.state.roster[who].side)
    action = parse(fight.book.actions, f"shot {who} {target}")
    return spread(fight.book, fight.state, action, Policies(fight.book.policy())).runs


def measure() -> list[tuple[str, str, float]]:
    """Rows of (what, figure, ratio to the yardstick)."""
    unit = timed(yardstick)
    rows = [("yardstick: eight dice by random.randint, sixes counted", f"{unit * 1e6:.2f} µs", 1.0)]
    per_fight, acts = fights(FOUR_ON_FOUR, 200)
    rows.append(("Coriolis four against four, one fight", speed(per_fight, acts), per_fight / unit))
    rows.append(("the same, one act", f"{acts / per_fight:.0f} acts/s", per_fight / acts / unit))
    for path in sorted(EXAMPLES.glob("*.toml")):
        per_fight, acts = fights(path.read_text(encoding="utf-8"), 20)
        rows.append((f"examples/{path.name}, one fight", speed(per_fight, acts), per_fight / unit))
    rerun = timed(live_rerun, 3)
    rows.append(("one live re-run (answer to question or commit)", f"{rerun * 1e6:.0f} µs", rerun / unit))
    start = time.perf_counter()
    runs = odds_of_a_shot()
    seconds = time.perf_counter() - start
    rows.append((f"one `odds` of a shot with injuries ({runs} runs)", f"{seconds * 1e3:.0f} ms", seconds / unit))
    rows.append(("the same, one run", f"{seconds / runs * 1e6:.0f} µs", seconds / runs / unit))
    return rows


def table(rows: list[tuple[str, str, float]]) -> str:
    lines = ["| what | measured | × yardstick |", "|---|---|---|"]
    lines += [f"| {what} | {figure} | {ratio:,.1f} |" for what, figure, ratio in rows]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write bench/results.md")
    write = parser.parse_args().write
    text = table(measure())
    print(text)
    if write:
        python = f"{platform.python_implementation()} {platform.python_version()}, interpreted"
        page = f"# Results\n\nOne run of `make bench` ({python}). Ratios, not times, are worth comparing.\n\n{text}\n"
        Path(__file__).with_name("results.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
