"""`starfray solve`: a small fight solved exactly under the policies, or why it is too big."""

from __future__ import annotations

import argparse
import shlex

from starfray.engine.errors import BadInput
from starfray.fight import Fight
from starfray.sim.policies import policies_called, read_policies
from starfray.sim.report import solve_page, solve_rows
from starfray.sim.solve import RUNS, STATES, Solution, TooBig, solve
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output, percent
from starfray.terminal.sim_options import (
    FIGHT_HELP,
    Meter,
    add_policy,
    add_reports,
    check_reports,
    interpreted_words,
    named,
    write_reports,
)
from starfray.terminal.sources import open_fight


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help=FIGHT_HELP)
    parser.add_argument("--states", type=int, default=STATES, metavar="N", help=f"give up after N positions ({STATES:,})")
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"give up after N runs of rules ({RUNS:,})")
    add_policy(parser)
    add_reports(parser)


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    check_reports(args)
    for name, value in (("--states", args.states), ("--runs", args.runs)):
        if value < 1:
            raise BadInput(f"{value}", field=name, expected="1 or more")
    chosen = read_policies(fight.state, args.policy)
    policies = policies_called(fight.book, chosen)
    meter = Meter("the first act …")

    def tell(states: int, waiting: int, runs: int) -> None:
        meter.say(f"{states:,} positions, {waiting:,} to look at, {runs:,} runs  ")

    try:
        solution = solve(
            fight.book, fight.content, fight.state, policies, most_states=args.states, most_runs=args.runs, progress=tell
        )
    except TooBig as big:
        raise TooBig(f"{big}. `starfray sim {shlex.quote(args.fight)} --until 1` gives the chances to ± 1 % instead") from None
    finally:
        seconds = meter.clear()
    files = write_reports(args, lambda: solve_page(fight, solution, named(chosen)), lambda: solve_rows(solution))
    if args.json:
        print_json({**solution.plain(), "seconds": seconds})
        return 0
    output = Output()
    show_solution(output, fight, solution, seconds)
    for name in files:
        output.say(f"written: {name}", "dim")
    return 0


def show_solution(output: Output, fight: Fight, solution: Solution, seconds: float) -> None:
    output.title(f"{fight.title or 'The fight'}, solved")
    for side, chance in solution.chances.items():
        output.say(f"{percent(chance):>7} {output.bar(chance)} {side or 'nobody'} wins ({chance:.9f})")
    for word, chance in (("nobody wins", solution.draw), ("it never ends", solution.endless)):
        if chance > 1e-9:
            output.say(f"{percent(chance):>7} {output.bar(chance)} {word}")
    output.say(f"Length: {solution.length:.3f} on average.")
    output.say(
        f"exact; {solution.states:,} positions, {solution.runs:,} runs of the rules, {seconds:.1f} s.{interpreted_words()}",
        "dim",
    )


COMMAND = Command(
    examples=(
        "starfray solve duel.toml",
        "starfray solve duel.toml --report duel.html",
        "starfray solve duel.toml --states 100000 --json",
    ),
    options=options,
    run=run,
)
