"""`starfray arena`: policies against each other over a suite of fights, and how strong that shows them to be."""

from __future__ import annotations

import argparse
from pathlib import Path

from starfray.sim.arena import SUITE, arena
from starfray.sim.arena_report import HEAD, arena_markdown, arena_page, gain_head, gain_rows, gain_words, rating_rows
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output, padded
from starfray.terminal.sim_options import USUAL_WORKERS, WORKERS_HELP, Meter, add_workers, interpreted_words, workers
from starfray.terminal.sources import check_place, open_fight, write_text

FIRST = "default"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", nargs="*", metavar="FIGHT", help=f"fights of two sides (the suite: {', '.join(SUITE)})")
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="NAME",
        help="who takes part beside the default: random, greedy, planner:LEVEL, module:Class or file.py:Class; may be repeated",
    )
    parser.add_argument("-n", "--fights", type=int, default=20, metavar="N", help="of each pair, on either side (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the dice (1)")
    add_workers(parser, WORKERS_HELP)
    parser.add_argument("--report", default="", metavar="FILE.html", help="write a page with charts")
    parser.add_argument("--markdown", default="", metavar="FILE.md", help="write the tables as Markdown")


def run(args: argparse.Namespace) -> int:
    for name in filter(None, (args.report, args.markdown)):
        check_place(Path(name))
    fights = [(Path(name).stem, open_fight(name)) for name in args.fight or SUITE]
    meter = Meter("the first fights …")
    try:
        whole = arena(
            fights,
            [FIRST, *args.policy],
            args.fights,
            seed=args.seed,
            workers=workers(args, USUAL_WORKERS),
            cluster=args.cluster,
            progress=meter.tell,
        )
    finally:
        seconds = meter.clear()
    if args.report:
        write_text(Path(args.report), arena_page(whole))
    if args.markdown:
        write_text(Path(args.markdown), arena_markdown(whole, command_line(args)))
    if args.json:
        print_json({**whole.plain(), "seconds": seconds})
        return 0
    output = Output()
    output.title("Policies against each other")
    show_rows(output, HEAD, rating_rows(whole.ratings()))
    for words in gain_words(whole):
        output.wrap(words)
    output.say(f"Points against {FIRST}, in per cent, ± one standard error:", "bold")
    show_rows(output, gain_head(whole), gain_rows(whole))
    played = sum(pairing.fights for pairing in whole.pairings)
    output.say(f"{played:,} fights in {seconds:.0f} s; intervals of ratings are 95 %.{interpreted_words()}", "dim")
    for name in filter(None, (args.report, args.markdown)):
        output.say(f"written: {name}", "dim")
    return 0


def command_line(args: argparse.Namespace) -> str:
    """The command that gives the same results."""
    words = ["starfray arena", *args.fight, *(f"--policy {name}" for name in args.policy), f"-n {args.fights}"]
    return " ".join([*words, f"--seed {args.seed}", f"--markdown {args.markdown}"])


def show_rows(output: Output, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    wide = [max(len(row[place]) for row in (head, *rows)) for place in range(len(head))]
    output.say("  ".join(padded(word, width) for word, width in zip(head, wide, strict=True)).rstrip(), "dim")
    for row in rows:
        output.say("  ".join(padded(word, width) for word, width in zip(row, wide, strict=True)).rstrip())


COMMAND = Command(
    examples=(
        "starfray arena --policy planner:1 --policy greedy",
        "starfray arena ten-paces dock-9 --policy planner:2 -n 100 --report arena.html",
        "starfray arena --policy my_policies:Sniper --json",
    ),
    options=options,
    run=run,
)
