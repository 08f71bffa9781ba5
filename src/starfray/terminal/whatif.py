"""`starfray whatif`: a fight and its variations side by side; what moves the odds, and what would make it fair."""

from __future__ import annotations

import argparse
import shlex

from starfray.fight import Fight
from starfray.sim.paired import Row
from starfray.sim.policies import read_policies
from starfray.sim.report import whatif_page, whatif_rows
from starfray.sim.strength import StrongRow, strength_words, strong_rows
from starfray.sim.whatif import AS_WRITTEN, WhatIf, evening, percent, verdict, what_if
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output, padded, width_of
from starfray.terminal.sim_options import (
    FIGHT_HELP,
    USUAL_WORKERS,
    WORKERS_HELP,
    Meter,
    add_policy,
    add_reports,
    add_strong,
    add_workers,
    check_reports,
    check_strong,
    named,
    workers,
    write_reports,
)
from starfray.terminal.sources import fight_path, kind_of, open_fight

EPILOG = """what can be varied (several --vary; quotation marks keep a line together):
  --vary "thug +1"                          one more of them; also "thug -1", "thug = 3 | 5 | 6"
  --vary "mira.skills.ranged-combat +1"     a figure of somebody, by its path; +, - or =
  --vary "crew.armour = armour-vest"        of everybody on a side; weapons = knife, stun-gun
  --vary "range = 20"                       the gap between the sides; also "range +5"
  --vary "ruling defend = after"            a ruling
  --vary "policy crew = greedy"             who decides
  --vary "thug +1; range = 20"              both at once
without --vary: one more and one fewer of everybody who is no player's, the main figures of each side by one, each ruling"""


def options(parser: argparse.ArgumentParser) -> None:
    parser.epilog = f"{EPILOG}\n\n{parser.epilog}"
    parser.add_argument("fight", metavar="FIGHT", help=FIGHT_HELP)
    parser.add_argument("--vary", action="append", default=[], metavar="LINE", help="what is different; may be repeated")
    parser.add_argument(
        "-n",
        "--fights",
        type=int,
        default=120,
        metavar="N",
        help="fights for each variation (120); without --vary fewer where they show enough",
    )
    parser.add_argument("--side", default="", metavar="SIDE", help="whose chances the table shows (the first with a player)")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="the seed of the dice (that of the file)")
    add_workers(parser, WORKERS_HELP)
    add_policy(parser)
    add_strong(parser, "play the fight and what would make it even")
    add_reports(parser)


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    check_reports(args)
    check_strong(args, fight)
    policies = read_policies(fight.state, args.policy)
    path = fight_path(args.fight)
    meter = Meter("the first fights …")
    wide = 40

    def came(row: Row, side: str) -> None:
        """Print a first line about a variation after a few fights; the table at the end is more precise."""
        share = row.sides[side]
        change = f"  {100 * share.change:+5.0f}" if row.words != AS_WRITTEN else ""
        meter.line(f"{padded(row.words[:wide], wide)}  {side} {percent(share.share):>6}{change}  ({row.fights} fights)")

    try:
        found = what_if(
            fight,
            args.vary,
            args.fights,
            path=path if kind_of(path) == "fight" else None,
            side=args.side,
            seed=args.seed,
            workers=workers(args, USUAL_WORKERS),
            policies=policies,
            progress=meter.tell,
            came=came,
            cluster=args.cluster,
        )
    finally:
        seconds = meter.clear()
    strong = strongly(args, fight, found) if args.strong else []
    files = write_reports(args, lambda: whatif_page(fight, found, named(policies)), lambda: whatif_rows(found))
    if args.json:
        data = {**found.plain(), "seconds": seconds}
        if strong:
            data["strong"] = {"policy": args.strong, "rows": [row.plain() for row in strong]}
        print_json(data)
        return 0
    output = Output()
    output.title(f"What if: {fight.title or 'the fight'}")
    show_table(output, found, all_rows=bool(args.vary))
    for words in verdict(found):
        output.wrap(words)
    if evening(found):
        lines = " ".join(f'--vary "{row.words}"' for row in evening(found))
        output.wrap(f"To be surer: starfray whatif {shlex.quote(args.fight)} {lines} -n 500", "", "  ")
    if strong:
        show_strong(output, strong, found.side, args)
    fights = sum(row.fights for row in [found.base, *found.rows])
    output.say(f"{fights:,} fights in {seconds:.0f} s, the same dice for all; intervals are 95 %.", "dim")
    for name in files:
        output.say(f"written: {name}", "dim")
    return 0


def strongly(args: argparse.Namespace, fight: Fight, found: WhatIf) -> list[StrongRow]:
    """The fight and what would make it even (or what was asked about) by the strong policy."""
    path = fight_path(args.fight)
    meter = Meter(f"the first fights by {args.strong} …")
    try:
        return strong_rows(
            fight,
            found,
            args.strong,
            args.strong_fights,
            path=path if kind_of(path) == "fight" else None,
            every=bool(args.vary),
            workers=workers(args, USUAL_WORKERS),
            cluster=args.cluster,
            progress=meter.tell,
        )
    finally:
        meter.clear()


def show_strong(output: Output, rows: list[StrongRow], side: str, args: argparse.Namespace) -> None:
    output.say(f"Who plays: {side}'s share in plain play, and if everybody plays by {args.strong}", "bold")
    for row in rows:
        each = next(each for each in row.both if each.side == side)
        low, high = (percent(bound) for bound in each.bounds)
        luck = "" if each.differs else ", no more than luck"
        plain, strong = percent(each.plain_share), percent(each.strong_share)
        output.wrap(f"{plain:>6} → {strong:>5} ({low} to {high}{luck})  {row.words}", "", "    ")
    output.wrap(strength_words(rows[0].both, args.strong), "", "", "bold")


def show_table(output: Output, found: WhatIf, all_rows: bool) -> None:
    """Each variation: the side's share, how it moved and within which interval; those that luck explains in a few words."""
    still = [row for row in found.rows if not row.sides[found.side].moves and not all_rows]
    rows = [found.base, *(row for row in found.rows if row not in still)]
    wide = min(48, max(width_of(row.words) for row in rows))
    output.say(f"{padded('', wide)}  {found.side} wins   change, 95 % interval", "dim")
    for row in rows:
        share = row.sides[found.side]
        words = padded(row.words if width_of(row.words) <= wide else row.words[: wide - 1] + "…", wide)
        if row is found.base:
            output.say(f"{words}  {percent(share.share):>6}      ({percent(share.low)} to {percent(share.high)})", "bold")
            continue
        change = f"{100 * share.change:+5.0f}  ({100 * share.change_low:+.0f} to {100 * share.change_high:+.0f})"
        output.say(f"{words}  {percent(share.share):>6}   {change}", "" if share.moves else "dim")
    slight = [row for row in still if row.sides[found.side].change]
    if slight:
        told = ", ".join(f"{row.words} ({100 * row.sides[found.side].change:+.0f})" for row in slight)
        output.wrap(f"no more than luck: {told}", "  ", "    ", "dim")
    if len(still) > len(slight):
        output.wrap(f"no difference: {', '.join(row.words for row in still if row not in slight)}", "  ", "    ", "dim")
    for words, why in found.refused:
        output.wrap(f"not tried: {words} ({why})", "  ", "    ", "dim")


COMMAND = Command(
    examples=(
        "starfray whatif dock-9.toml",
        'starfray whatif dock-9.toml --vary "thug = 2 | 3 | 5" --vary "crew.skills.ranged-combat +1"',
        'starfray whatif dock-9.toml --vary "thug +1" --strong planner:1',
        "starfray whatif dock-9.toml -n 1000 --report what-if.html --csv what-if.csv",
    ),
    options=options,
    run=run,
)
