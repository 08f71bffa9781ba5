"""How fast the environments are beside our own playout loop: both decide at random, in turns, in one process.

    python -m bench.envs [DEMO ...] [--seconds 4] [--write]

Counted are acts per second of processor time: in the playout, in the environment for all sides, and in the one for one side
against the book's policy. A ratio of 0.5 is half the rate of the playout.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean

import numpy

from starfray import envs
from starfray.demo_files import demo_names, demo_path
from starfray.engine.codec import clone
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.random import Generators
from starfray.files import load
from starfray.interpreted import build_kind
from starfray.sim.playout import playout

LIMIT = 200  # acts of one fight
RESULTS = Path(__file__).with_name("envs.md")
Play = Callable[[int], int]  # seed → acts played


def by_playout(demo: str) -> Play:
    fight, policies = load(demo_path(demo)), Policies(RandomPolicy())
    return lambda seed: playout(fight.book, fight.content, clone(fight.state), Generators(seed), policies, LIMIT)[1]


def by_env(demo: str) -> Play:
    env = envs.aec(demo, limit=LIMIT)
    random = numpy.random.default_rng(1)

    def play(seed: int) -> int:
        env.reset(seed=seed)
        for _ in env.agent_iter():
            _, _, terminated, truncated, info = env.last()
            legal = None if terminated or truncated else numpy.flatnonzero(info["action_mask"])
            env.step(None if legal is None else int(legal[random.integers(len(legal))]))
        return env.match.acts

    return play


def by_one_side(demo: str) -> Play:
    env = envs.gym(demo, limit=LIMIT)
    random = numpy.random.default_rng(1)

    def play(seed: int) -> int:
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            legal = numpy.flatnonzero(info["action_mask"])
            _, _, terminated, truncated, info = env.step(numpy.int64(legal[random.integers(len(legal))]))
            over = terminated or truncated
        return env.match.acts

    return play


def rates(plays: list[Play], seconds: float) -> list[float]:
    """Acts per second of each, played in turns until each has had so many seconds."""
    acts, spent = [0] * len(plays), [0.0] * len(plays)
    for play in plays:
        play(0)  # what is read once is read
    seed = 1
    while min(spent) < seconds:
        for place, play in enumerate(plays):
            if spent[place] < seconds:
                begun = time.process_time()
                acts[place] += play(seed)
                spent[place] += time.process_time() - begun
        seed += 1
    return [count / took for count, took in zip(acts, spent, strict=True)]


def table(demos: list[str], seconds: float) -> list[str]:
    lines = ["| demo | playout, acts/s | all sides | ratio | one side | ratio |", "|---|---|---|---|---|---|"]
    ratios: list[tuple[float, float]] = []
    for demo in demos:
        own, all_sides, one_side = rates([by_playout(demo), by_env(demo), by_one_side(demo)], seconds)
        ratios.append((all_sides / own, one_side / own))
        two, one = ratios[-1]
        lines.append(f"| {demo} | {own:,.0f} | {all_sides:,.0f} | {two:.2f} | {one_side:,.0f} | {one:.2f} |")
        print(lines[-1], flush=True)
    all_mean, one_mean = (geometric_mean(column) for column in zip(*ratios, strict=True))
    return [*lines, f"| geometric mean | | | **{all_mean:.2f}** | | **{one_mean:.2f}** |"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("demos", nargs="*", default=demo_names())
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    lines = table(args.demos, args.seconds)
    print(lines[-1])
    if args.write:
        head = [
            "# Environments beside the playout loop",
            "",
            f"`python -m bench.envs --seconds {args.seconds:g} --write`, {build_kind()}, Python {platform.python_version()}. "
            "Both decide at random; processor time,",
            "in turns in one process. The playout is the simulation's own loop with the random policy.",
            "",
        ]
        RESULTS.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
