"""`starfray solve`: a small fight solved exactly, under the policies or for best play, or why it is too big."""

from __future__ import annotations

import argparse
import shlex
from typing import Any

from starfray.engine.errors import BadInput, suggest
from starfray.engine.policy import Policies
from starfray.fight import Fight
from starfray.sim.best_play import Best, BestBoth, best_both, best_for
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

FIRST = 5  # ways of the first choice that are told
UNDECIDED = 1e-8


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help=FIGHT_HELP)
    parser.add_argument("--states", type=int, default=STATES, metavar="N", help=f"give up after N positions ({STATES:,})")
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"give up after N runs of rules ({RUNS:,})")
    best = parser.add_mutually_exclusive_group()
    best.add_argument(
        "--best-for", default="", metavar="SIDE", help="the best a side can do against the policies of the others"
    )
    best.add_argument("--best-both", action="store_true", help="what the fight is worth if both sides play best")
    parser.add_argument("--kinds", default="", metavar="KIND,…", help="best play uses these kinds of action only")
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
    if args.best_for or args.best_both:
        return run_best(args, fight, policies)
    if args.kinds:
        raise BadInput("there is no best play to restrict", field="--kinds", expected="--best-for SIDE or --best-both as well")
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


def run_best(args: argparse.Namespace, fight: Fight, policies: Policies) -> int:
    kinds = tuple(word.strip() for word in args.kinds.split(",") if word.strip())
    for kind in kinds:
        if kind not in fight.book.actions:
            raise BadInput(f"no kind of action {kind!r}", field="--kinds", expected=suggest(kind, list(fight.book.actions)))
    if args.report or args.csv:
        raise BadInput("best play has no report", field="--report", expected="--json, or solve without best play")
    meter = Meter("the first act …")

    def tell(states: int, waiting: int, runs: int) -> None:
        meter.say(f"{states:,} positions, {waiting:,} to look at, {runs:,} runs  ")

    given: dict[str, Any] = {"kinds": kinds, "most_states": args.states, "most_runs": args.runs, "progress": tell}
    found: Best | BestBoth
    try:
        if args.best_both:
            found = best_both(fight.book, fight.content, fight.state, policies, **given)
        else:
            found = best_for(fight.book, fight.content, fight.state, policies, args.best_for, **given)
    except TooBig as big:
        raise TooBig(f"{big}. --kinds with fewer kinds of action makes it smaller") from None
    finally:
        seconds = meter.clear()
    if args.json:
        print_json({**found.plain_words(), "seconds": seconds})
        return 0
    output = Output()
    output.title(f"{fight.title or 'The fight'}, best play")
    if isinstance(found, Best):
        show_best(output, found)
    else:
        show_both(output, found)
    size = f"{found.positions:,} positions, {found.runs:,} runs of the rules, {seconds:.1f} s."
    output.say(f"exact, in points (wins and half of the draws); {size}{interpreted_words()}", "dim")
    return 0


def show_best(output: Output, found: Best) -> None:
    for words, points in (("by its policy", found.plain), ("by best play", found.best)):
        output.say(f"{percent(points):>7} {output.bar(points)} {found.side} {words} ({points:.9f})")
    output.say(f"Best play gains {100 * found.gain:.1f} points against the policies of the others.")
    for words, points in found.first[:FIRST]:
        output.say(f"  {percent(points):>7} {words}")


def show_both(output: Output, found: BestBoth) -> None:
    first, second = found.sides
    output.say(f"{percent(found.low):>7} {output.bar(found.low)} {first} if both play best ({found.low:.9f})")
    if found.high - found.low > UNDECIDED:
        output.say(
            f"Up to {percent(found.high)}, counted as won by {first} if it never ends: somebody can keep it from ending."
        )
    for side in (first, second):
        lost = 100 * found.exploitability(side)
        output.say(f"The policy of {side} holds {percent(found.held[side])} against best play: {lost:.1f} points less.")


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
        "starfray solve duel.toml --best-for red --kinds shot,quick-shot,end-turn",
    ),
    options=options,
    run=run,
)
