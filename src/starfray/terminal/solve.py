"""`starfray solve`: a small fight solved exactly under the policies, or why it is too big."""

from __future__ import annotations

import argparse
import sys
import time

from starfray.engine.policy import Policies
from starfray.fight import Fight
from starfray.sim.montecarlo import policy_called
from starfray.sim.solve import RUNS, STATES, Solution, solve
from starfray.terminal.command import Command, print_json
from starfray.terminal.ink import Ink, is_terminal, percent
from starfray.terminal.sim import read_policies
from starfray.terminal.sources import open_fight


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help="a fight file, a save or a transcript")
    parser.add_argument("--states", type=int, default=STATES, metavar="N", help=f"give up after so many positions ({STATES:,})")
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"give up after so many runs of rules ({RUNS:,})")
    parser.add_argument("--policy", action="append", default=[], metavar="[SIDE=]NAME",
                        help="who decides: default or random, for all or for a side; may be repeated")


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    named = read_policies(fight, args.policy)
    policies = Policies(policy_called(fight.book, named.get("", "default")),
                        {side: policy_called(fight.book, name) for side, name in named.items() if side})
    started = time.perf_counter()
    shown = is_terminal(sys.stderr)

    def tell(states: int, waiting: int, runs: int) -> None:
        if shown and states % 20 == 0:
            sys.stderr.write(f"\r{states:,} positions, {waiting:,} to look at, {runs:,} runs  ")
            sys.stderr.flush()

    try:
        solution = solve(fight.book, fight.content, fight.state, policies, most_states=args.states, most_runs=args.runs,
                         progress=tell)
    finally:
        if shown:
            sys.stderr.write("\r" + " " * 78 + "\r")
    seconds = time.perf_counter() - started
    if args.json:
        print_json({**solution.plain(), "seconds": seconds})
    else:
        show_solution(Ink(), fight, solution, seconds)
    return 0


def show_solution(ink: Ink, fight: Fight, solution: Solution, seconds: float) -> None:
    ink.title(f"{fight.title or 'The fight'}, solved")
    for side, chance in solution.chances.items():
        ink.say(f"{percent(chance):>7} {ink.bar(chance)} {side or 'nobody'} wins ({chance:.9f})")
    for word, chance in (("nobody wins", solution.draw), ("it never ends", solution.endless)):
        if chance > 1e-9:
            ink.say(f"{percent(chance):>7} {ink.bar(chance)} {word}")
    ink.say(f"Length: {solution.length:.3f} on average.")
    ink.say(f"exact; {solution.states:,} positions, {solution.runs:,} runs of the rules, {seconds:.1f} s", "dim")


COMMAND = Command(
    name="solve",
    summary="the exact chances of a small fight under the policies, or why it is too big",
    examples=("starfray solve duel.toml", "starfray solve duel.toml --states 100000 --json"),
    options=options,
    run=run,
)
