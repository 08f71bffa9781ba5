"""`starfray sim`: a fight played many times by policies, and what that says about it."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.sim.montecarlo import simulate
from starfray.sim.result import Result, wilson
from starfray.terminal.command import Command, print_json
from starfray.terminal.ink import Ink, is_terminal, percent
from starfray.terminal.sources import open_fight

MOST_WORKERS = 64


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help="a fight file, a save or a transcript")
    parser.add_argument("-n", "--fights", type=int, default=1000, metavar="N", help="how many fights (1000)")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="other dice than the file's seed gives")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that share the work (1)")
    parser.add_argument("--until", type=float, default=0.0, metavar="P", help="stop when every share is known to ± P per cent")
    parser.add_argument("--policy", action="append", default=[], metavar="[SIDE=]NAME",
                        help="who decides: default or random, for all or for a side; may be repeated")


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    policies = read_policies(fight, args.policy)
    if not 1 <= args.workers <= MOST_WORKERS:
        raise BadInput(f"{args.workers} workers", field="--workers", expected=f"1 to {MOST_WORKERS}")
    started = time.perf_counter()
    show = Meter(started)
    folder = Path(args.fight).parent
    result = simulate(fight, args.fights, seed=args.seed, workers=args.workers, until=args.until, policies=policies,
                      folder=folder, progress=show.tell)
    show.clear()
    seconds = time.perf_counter() - started
    if args.json:
        print_json(result.plain(seconds))
    else:
        show_result(Ink(), fight, result, seconds)
    return 0


def read_policies(fight: Fight, given: list[str]) -> dict[str, str]:
    """'random' for everybody, 'crew=random' for a side."""
    found: dict[str, str] = {}
    for each in given:
        side, equals, name = each.rpartition("=")
        if equals and side not in sides(fight.state):
            raise BadInput(f"no side {side!r}", field="--policy", expected=suggest(side, sides(fight.state)))
        found[side] = name
    return found


class Meter:
    """A line on the error stream that says how far the work is."""

    def __init__(self, started: float) -> None:
        self.started = started
        self.shown = is_terminal(sys.stderr)
        self.last = 0.0

    def tell(self, result: Result, count: int) -> None:
        now = time.perf_counter()
        if not self.shown or now - self.last < 0.2:
            return
        self.last = now
        rate = result.fights / max(now - self.started, 1e-9)
        left = (count - result.fights) / max(rate, 1e-9)
        done = int(30 * result.fights / count)
        bar = "█" * done + "·" * (30 - done)
        sys.stderr.write(f"\r{bar} {result.fights:,} of {count:,}  {rate:,.0f}/s  {left:,.0f} s left  ")
        sys.stderr.flush()

    def clear(self) -> None:
        if self.shown and self.last:
            sys.stderr.write("\r" + " " * 78 + "\r")
            sys.stderr.flush()


def show_result(ink: Ink, fight: Fight, result: Result, seconds: float) -> None:
    ink.title(f"{fight.title or 'The fight'}, {result.fights:,} times")
    for side, wins in result.wins.items():
        low, high = wilson(wins, result.fights)
        share = wins / result.fights
        ink.say(f"{percent(share):>7} {ink.bar(share)} {side or 'nobody'} wins ({percent(low)} to {percent(high)})")
    for word, count in (("nobody wins", result.draws), ("no end was reached", result.unfinished)):
        if count:
            ink.say(f"{percent(count / result.fights):>7} {ink.bar(count / result.fights)} {word}")
    rounds = result.round_figures()
    ink.say(f"Length: {rounds['mean']:.1f} on average, half of them {rounds['median']} or less, "
            f"{rounds['shortest']} to {rounds['longest']}.")
    ink.say("Who is still up at the end, and what brought them down:", "bold")
    for who in result.survived:
        figures = result.combatant(who)
        causes = [f"{cause} {percent(times / result.fights)}" for cause, times in list(figures["felled_by"].items())[:3]]
        words = f": {', '.join(causes)}" if causes else ""
        ink.say(f"{percent(figures['survives']):>7} {ink.bar(figures['survives'])} {who}{words}")
    ink.say(f"{result.fights / max(seconds, 1e-9):,.0f} fights a second; intervals are 95 %.", "dim")


COMMAND = Command(
    name="sim",
    summary="play a fight many times and count who wins, who survives and how long it takes",
    examples=(
        "starfray sim dock-9.toml -n 10000",
        "starfray sim dock-9.toml --until 0.5 --workers 2",
        "starfray sim dock-9.toml --json",
    ),
    options=options,
    run=run,
)
