"""What people wait for: the chances of an act, the start of a command, the load of a fight, the first chance at the table.

    python -m bench.waits            measures and prints
    python -m bench.waits --write    also writes bench/waits.md
    python -m bench.waits --compiled PATH    asks a compiled tree, too
    python -m bench.waits --demos dock-9     these demos alone

Everything is timed in processes of its own, as a person starts them: from call to answer, in seconds of the processor, the
least of several (others at work on the machine only make it longer). Ratios are of figures from the same process.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.beside import Tree, trees
from bench.runs import table
from starfray.demo_files import demo_path, own_names
from starfray.engine.actions import to_text
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.engine.values import GM
from starfray.files import load
from starfray.room.odds_workers import Question, answer_question, prepare_book
from starfray.room.room_fight import NO_PACKS

SHOT = "shot mira jarl"
TIMES = 5
COMMANDS = ("--version", "--help", "do coriolis", "check {demo}", "odds --help", "play --help")


def least(work: Callable[[], object], times: int = TIMES) -> float:
    """Seconds of the processor, the least of so many."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def odds_of_a_shot() -> dict[str, float]:
    """From call to answer, and the walk alone; taken in turn."""
    fight = load(demo_path("dock-9")).begin()
    action, policies = fight.parse(SHOT), Policies(fight.book.policy())
    whole, walk = [], []
    for _ in range(TIMES):
        whole.append(least(lambda: fight.odds(SHOT), 1))
        walk.append(least(lambda: spread(fight.book, fight.state, action, policies, content=fight.content, parts=False), 1))
    return {"whole": min(whole), "walk": min(walk)}


def load_of_a_fight() -> dict[str, float]:
    """The first of a process, with the book it needs, and one more."""
    path = demo_path("dock-9")
    first = least(lambda: load(path), 1)
    return {"first": first, "again": least(lambda: load(path))}


def chances_at_the_table(names: list[str]) -> dict[str, tuple[str, float, float, bool]]:
    """For the act a policy would do first in each demo: the first look and the complete chart, in a worker that is ready."""
    found = {}
    for name in names:
        fight = load(demo_path(name)).begin()
        prepare_book(fight.book.name, NO_PACKS)
        for who in fight.actors:
            act = Policies(fight.book.policy()).act(fight.book, fight.state, who, Generator(0))
            if act is not None:
                question = Question("ranks", fight.book.name, fight.view(GM), to_text(act), up=(who,))
                look = least(lambda asked=question: answer_question(asked), 1)  # type: ignore[misc]
                chart = Question("odds", fight.book.name, fight.view(GM), to_text(act), up=(who,))
                start = time.process_time()
                answer = answer_question(chart)
                found[name] = (to_text(act), look, time.process_time() - start, bool(answer.get("exact")))
                break
    return found


def measured(tree: Tree, what: str, *names: str) -> Any:
    """What a process of its own finds out."""
    env = {**os.environ, "PYTHONPATH": f"{tree.source}{os.pathsep}{Path(__file__).parents[1]}"}
    env["STARFRAY_INTERPRETED"] = "1" if tree.name == "interpreted" else "0"
    command = [sys.executable, "-m", "bench.waits", "--measure", what, *(["--demos", *names] if names else [])]
    return json.loads(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)


def start_of(tree: Tree, words: list[str]) -> float:
    """Seconds of the processor that a command takes, the least of several."""
    env = {**os.environ, "PYTHONPATH": str(tree.source), "STARFRAY_INTERPRETED": "1" if tree.name == "interpreted" else "0"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    found = []
    for _ in range(TIMES + 1):  # the first writes byte code
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], env=env, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def page(found: list[Tree], names: list[str]) -> str:
    demo = str(demo_path("dock-9"))
    bare = start_of(found[0], ["-c", "pass"])
    lines = ["# What people wait for", ""]
    lines += [
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load "
        f"{os.getloadavg()[0]:.1f} at the start. Seconds of the processor, the least of several, each in a process of "
        "its own. `python -m bench.waits "
        f"--write` writes this page. Python alone starts in {1000 * bare:.0f} ms, which is in the figures of the commands.",
        "",
    ]
    rows = []
    for tree in found:
        shot, loads = measured(tree, "odds"), measured(tree, "load")
        rows.append([f"`odds` of *Dock 9*'s shot, {tree.name}: from call to answer", f"{1000 * shot['whole']:.0f} ms"])
        rows.append(
            [f"… as a multiple of the walk alone ({1000 * shot['walk']:.0f} ms)", f"{shot['whole'] / shot['walk']:.2f}"]
        )
        rows.append([f"load of a fight, {tree.name}: the first, with its book", f"{1000 * loads['first']:.0f} ms"])
        rows.append([f"load of a fight, {tree.name}: one more", f"{1000 * loads['again']:.1f} ms"])
        for words in COMMANDS:
            took = start_of(tree, ["-m", "starfray.cli", *words.format(demo=demo).split()])
            rows.append([f"`starfray {words.format(demo='dock-9.toml')}`, {tree.name}", f"{1000 * took:.0f} ms"])
    lines += [*table(["what", "took"], rows), ""]
    lines += [
        f"Chances at the table, {found[-1].name}: the act a policy would begin each demo with, asked of a process that has "
        "loaded the book, as `starfray serve` has it when somebody joins.",
        "",
    ]
    looks = measured(found[-1], "table", *names)
    heads = ["demo", "act", "first chance, ms", "complete chart, ms", "exact"]
    lines += table(
        heads,
        [
            [name, f"`{act}`", f"{1000 * look:.0f}", f"{1000 * chart:.0f}", "yes" if exact else "no"]
            for name, (act, look, chart, exact) in looks.items()
        ],
    )
    return "\n".join(lines) + "\n"


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write bench/waits.md")
    parser.add_argument("--compiled", type=Path, help="a tree with compiled modules (without it, those built in place)")
    parser.add_argument("--demos", nargs="+", default=own_names(), help="these demos alone")
    parser.add_argument("--measure", choices=["odds", "load", "table"], help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.measure:
        told: Any = odds_of_a_shot() if args.measure == "odds" else load_of_a_fight() if args.measure == "load" else None
        print(json.dumps(told if told is not None else chances_at_the_table(args.demos)))
        return
    text = page(trees(args.compiled), args.demos)
    print(text)
    if args.write:
        Path(__file__).with_name("waits.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
