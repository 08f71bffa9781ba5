"""`starfray follies`: where the default policy's choice is clearly beaten, and by what."""

from __future__ import annotations

import argparse

from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.sim.follies import Follies, follies
from starfray.sim.planner.settings import LEVELS, USUAL_LEVEL
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output
from starfray.terminal.sim_options import FIGHT_HELP, Meter, interpreted_words
from starfray.terminal.sources import open_fight


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help=FIGHT_HELP)
    parser.add_argument("-n", "--fights", type=int, default=3, metavar="N", help="how many fights to look at (3)")
    parser.add_argument("--level", choices=list(LEVELS), default=USUAL_LEVEL, help=f"how hard to think ({USUAL_LEVEL})")
    parser.add_argument("--side", default="", metavar="SIDE", help="whose acts to look at (everybody's)")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="the seed of the dice (that of the file)")


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    if args.side and args.side not in sides(fight.state):
        raise BadInput(f"no side {args.side!r}", field="--side", expected=suggest(args.side, sides(fight.state)))
    meter = Meter("the first acts …")
    seed = fight.seed if args.seed is None else args.seed
    try:
        found = follies(fight, args.fights, LEVELS[args.level], side=args.side, seed=seed, progress=meter.tell)
    finally:
        seconds = meter.clear()
    if args.json:
        print_json({**found.plain(), "seconds": seconds})
        return 0
    output = Output()
    output.title(f"Follies in {fight.title or 'the fight'}")
    show(output, found)
    output.say(
        f"{found.decisions:,} decisions in {found.fights} fights, {seconds:.0f} s; clearly: by more than two standard errors "
        f"and 5 points.{interpreted_words()}",
        "dim",
    )
    return 0


def show(output: Output, found: Follies) -> None:
    if not found.found:
        output.say("Nothing that was looked at clearly beats what the default policy does.")
    for folly in found.listed():
        gain = f", {100 * folly.mean:+.0f} points on average" if folly.gain else ""
        times = f"{folly.times} time{'' if folly.times == 1 else 's'}"
        output.say(f"{folly.wanted} → {folly.better}: {times}{gain}", "bold")
        output.wrap(folly.example, "  ", "    ")


COMMAND = Command(
    examples=(
        "starfray follies dock-9",
        "starfray follies corridor --side crew --level 1 -n 1",
        "starfray follies dock-9 --json",
    ),
    options=options,
    run=run,
)
