"""`starfray balance`: changes to a fight that give a side the chance to win it is meant to have, the cheapest first."""

from __future__ import annotations

import argparse
from pathlib import Path

from starfray.engine.errors import BadInput
from starfray.fight import Fight
from starfray.file_format import write_file
from starfray.sim.balance import CHECK, WANTED, WITHIN, Balance, Roster, balance
from starfray.sim.balance_moves import ALLOWED, USUAL
from starfray.sim.policies import read_policies
from starfray.sim.result import wilson
from starfray.sim.variations import fight_data_of, varied
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output
from starfray.terminal.sim_options import (
    FIGHT_HELP,
    MOST_WORKERS,
    USUAL_WORKERS,
    WORKERS_HELP,
    Meter,
    add_policy,
    interpreted_words,
)
from starfray.terminal.sources import check_place, fight_path, kind_of, open_fight, write_text


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help=FIGHT_HELP)
    parser.add_argument("--side", required=True, metavar="SIDE", help="whose chance to win is meant")
    parser.add_argument("--target", type=float, required=True, metavar="PERCENT", help="what it should be: 2 to 98")
    parser.add_argument(
        "--may",
        default=",".join(USUAL),
        metavar="WHAT,…",
        help=f"what may be changed, of {', '.join(ALLOWED)} ({','.join(USUAL)})",
    )
    parser.add_argument("--keep", action="append", default=[], metavar="NAME", help="who may not be changed: a name or a side")
    parser.add_argument("--players", action="store_true", help="players' characters may be changed, too")
    parser.add_argument("--rosters", type=int, default=WANTED, metavar="N", help=f"how many to look for ({WANTED})")
    parser.add_argument("--check", type=int, default=CHECK, metavar="N", help=f"fights on fresh dice for each ({CHECK:,})")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="the seed of the dice (that of the file)")
    parser.add_argument("--workers", type=int, default=USUAL_WORKERS, metavar="N", help=f"processes ({WORKERS_HELP})")
    parser.add_argument("--write", default="", metavar="FILE.toml", help="write the fight with a roster as a file")
    parser.add_argument("--pick", type=int, default=1, metavar="N", help="which roster to write (1: the cheapest)")
    add_policy(parser)


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    path = fight_path(args.fight)
    source = path if kind_of(path) == "fight" else None
    if not 1 <= args.workers <= MOST_WORKERS:
        raise BadInput(f"{args.workers} workers", field="--workers", expected=f"1 to {MOST_WORKERS}")
    if not 1 <= args.pick <= args.rosters:
        raise BadInput(f"{args.pick}", field="--pick", expected=f"1 to {args.rosters}")
    if args.write:
        check_place(Path(args.write))
    meter = Meter("the first fights …")
    try:
        found = balance(
            fight,
            args.side,
            args.target / 100,
            path=source,
            allowed=[word.strip() for word in args.may.split(",") if word.strip()],
            keep=args.keep,
            players=args.players,
            wanted=args.rosters,
            check=args.check,
            seed=args.seed,
            workers=args.workers,
            policies=read_policies(fight.state, args.policy),
            progress=meter.tell,
        )
    finally:
        seconds = meter.clear()
    if args.write and len(found.rosters) >= args.pick:
        write_text(Path(args.write), roster_file(fight, source, found.rosters[args.pick - 1], Path(args.write)))
    if args.json:
        print_json({**found.plain(), "seconds": seconds})
        return 0
    show(Output(), fight, found, args, seconds)
    return 0


def roster_file(fight: Fight, source: Path | None, roster: Roster, to: Path) -> str:
    """The fight file with the changes in it: as it was written, where there is a file."""
    data = varied(fight_data_of(fight, source), roster.words).data
    elsewhere = source is not None and to.resolve().parent != source.resolve().parent
    if elsewhere and (data.get("party") or data.get("packs")):
        raise BadInput(
            "the fight names files beside it", field="--write", expected=f"a file in {source.parent if source else ''}"
        )
    head = {"rulebook": fight.book.name, "title": f"{fight.title or 'The fight'} ({roster.words})", "seed": fight.seed}
    return write_file({**head, **data, "title": head["title"]})


def show(output: Output, fight: Fight, found: Balance, args: argparse.Namespace, seconds: float) -> None:
    output.title(f"{fight.title or 'The fight'}: {found.side} at {100 * found.target:.0f} %")
    base = found.base
    low, high = wilson(base.wins, base.fights)
    output.say(f"as written  {100 * base.share:.0f} % ({100 * low:.0f} to {100 * high:.0f})")
    if not found.done:
        output.say("Interrupted: what was found so far.", "yellow")
    for number, roster in enumerate(found.rosters, 1):
        output.wrap(f"{number}. {roster_words(roster)}", "", "   ")
    if not found.rosters:
        output.wrap(
            f"No roster within {100 * WITHIN:.0f} points was found: what may be changed does too much or too little. Nearest:"
        )
        for roster in found.nearest:
            output.wrap(roster_words(roster), "   ", "   ")
        output.wrap("Allow more (--may, --players), or another target.")
    output.wrap(
        f"The cheapest change first; {found.tried} rosters tried, those listed checked on fresh dice; {seconds:.0f} s."
        f"{interpreted_words()}",
        "",
        "",
        "dim",
    )
    if args.write and len(found.rosters) >= args.pick:
        output.say(f"written: {args.write}", "dim")
    elif args.write:
        output.say("nothing written: there is no such roster", "yellow")


def roster_words(roster: Roster) -> str:
    low, high = wilson(roster.wins, roster.fights)
    share = f"{100 * roster.share:.1f} % ({100 * low:.0f} to {100 * high:.0f}, {roster.fights:,} fights)"
    return f"{roster.words}: {share}"


COMMAND = Command(
    examples=(
        "starfray balance dock-9 --side crew --target 60",
        "starfray balance dock-9.toml --side crew --target 50 --may counts,range --keep jarl",
        "starfray balance dock-9.toml --side crew --target 60 --policy planner:1 --check 200",
        "starfray balance dock-9 --side crew --target 60 --write fair.toml",
    ),
    options=options,
    run=run,
)
