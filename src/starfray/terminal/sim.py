"""`starfray sim`: a fight played many times by policies, and what that says about it."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from starfray.engine.errors import BadInput
from starfray.fight import Fight
from starfray.sim.montecarlo import simulate
from starfray.sim.policies import read_policies
from starfray.sim.report import even_share, favoured, sim_page, sim_rows
from starfray.sim.result import Result
from starfray.sim.samples import Sample, samples
from starfray.sim.strength import Both, both_of, strength_words
from starfray.stalemate import ROUNDS
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output, percent
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
    interpreted_words,
    named,
    workers,
    write_reports,
)
from starfray.terminal.sources import open_fight, write_text


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help=FIGHT_HELP)
    parser.add_argument("-n", "--fights", type=int, default=1000, metavar="N", help="how many fights (1000)")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="the seed of the dice (that of the file)")
    add_workers(parser, WORKERS_HELP)
    parser.add_argument("--until", type=width, default=0.0, metavar="P", help="stop when every share is known to ± P per cent")
    parser.add_argument(
        "--keep", type=int, default=0, metavar="K", help="keep K typical, K longest and K most lopsided fights as transcripts"
    )
    parser.add_argument("--keep-in", default="", metavar="FOLDER", help="the folder for them (FIGHT-kept in this directory)")
    parser.add_argument(
        "--stalemate",
        type=int,
        default=ROUNDS,
        metavar="ROUNDS",
        help=f"rounds without anything new after which a fight is a stalemate ({ROUNDS}; 0: never)",
    )
    add_policy(parser)
    add_strong(parser, "play the fight")
    add_reports(parser)


def width(text: str) -> float:
    """'0.5' or '±0.5'."""
    try:
        value = float(text.removeprefix("±"))
    except ValueError:
        value = 0.0
    if not 0 < value < 100:
        raise argparse.ArgumentTypeError(f"{text!r}; expected more than 0 and less than 100 (per cent)")
    return value


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    check_reports(args)
    check_strong(args, fight)
    folder = Path(args.keep_in or f"{Path(args.fight).stem}-kept")
    if args.keep:
        make_folder(folder)
    policies = read_policies(fight.state, args.policy)
    meter = Meter(f"the first of {args.fights:,} fights …")

    def tell(result: Result, count: int) -> None:
        wide = 100 * result.width()
        if args.until:  # the interval narrows with the root of the number
            count = min(count, max(result.fights, round(result.fights * (wide / args.until) ** 2)))
        meter.tell(result.fights, count, f"± {wide:.1f} %")

    try:
        result = simulate(
            fight,
            args.fights,
            seed=args.seed,
            workers=workers(args, USUAL_WORKERS),
            until=args.until,
            policies=policies,
            progress=tell,
            keep=args.keep,
            cluster=args.cluster,
            rounds=args.stalemate,
        )
    finally:
        seconds = meter.clear()
    both = both_of(result, strongly(args, fight)) if args.strong else []
    seed = fight.seed if args.seed is None else args.seed
    files = write_reports(args, lambda: sim_page(fight, result, seed, named(policies)), lambda: sim_rows(result))
    found = samples(fight, result, policies, seed, args.stalemate) if args.keep else []
    names = write_samples(found, folder) if found else []
    if args.json:
        data = result.plain(seconds)
        if found:
            data["kept"] = [
                {"kind": sample.kind, "words": sample.words, "number": sample.number, "file": name}
                for sample, name in zip(found, names, strict=True)
            ]
        if both:
            data["strong"] = {"policy": args.strong, "sides": {each.side: each.plain() for each in both}}
        print_json(data)
        return 0
    output = Output()
    show_result(output, fight, result, seconds)
    if both:
        show_both(output, both, args.strong)
    if result.share(max(result.wins, key=lambda side: result.wins[side], default=""))[1] > even_share(result):
        output.say(f"What would make it even? starfray whatif {shlex.quote(args.fight)}")
    for sample, name in zip(found, names, strict=True):
        output.say(f"{sample.kind}: {sample.words} → {name}")
    for name in files:
        output.say(f"written: {name}", "dim")
    return 0


def strongly(args: argparse.Namespace, fight: Fight) -> Result:
    """The fight played by the strong policy on both sides."""
    meter = Meter(f"the first of {args.strong_fights:,} fights by {args.strong} …")
    try:
        return simulate(
            fight,
            args.strong_fights,
            seed=args.seed,
            workers=workers(args, USUAL_WORKERS),
            policies={"": args.strong},
            progress=lambda result, count: meter.tell(result.fights, count, args.strong),
            cluster=args.cluster,
            rounds=args.stalemate,
        )
    finally:
        meter.clear()


def show_both(output: Output, both: list[Both], policy: str) -> None:
    output.say(f"Who plays: plain play, and everybody by {policy} ({both[0].strong_fights:,} fights)", "bold")
    for each in both:
        low, high = each.bounds
        output.say(
            f"{percent(each.plain_share):>7} → {percent(each.strong_share):>7} {each.side or 'nobody'} wins "
            f"({percent(low)} to {percent(high)}){'' if each.differs else ', no more than luck'}"
        )
    output.wrap(strength_words(both, policy), "", "", "bold")


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot be made: {error.strerror}", file=str(folder), expected="a folder to write to") from None


def write_samples(found: list[Sample], folder: Path) -> list[str]:
    """One transcript each, numbered by kind."""
    names, counts = [], {"typical": 0, "longest": 0, "lopsided": 0}
    for sample in found:
        counts[sample.kind] += 1
        path = folder / f"{sample.kind}-{counts[sample.kind]}.txt"
        write_text(path, sample.transcript)
        names.append(str(path))
    return names


def show_result(output: Output, fight: Fight, result: Result, seconds: float) -> None:
    output.title(f"{fight.title or 'The fight'}, {result.fights:,} times")
    for side in result.wins:
        share, low, high = result.share(side)
        output.say(f"{percent(share):>7} {output.bar(share)} {side or 'nobody'} wins ({percent(low)} to {percent(high)})")
    open_ends = (("stalemate", result.stalemates), ("no end was reached", result.unfinished))
    for word, count in (("nobody wins", result.draws), *open_ends):
        if count:
            output.say(f"{percent(count / result.fights):>7} {output.bar(count / result.fights)} {word}")
    output.say(favoured(result), "bold")
    rounds = result.round_figures()
    output.say(
        f"Length: {rounds['mean']:.1f} on average, half of them {rounds['median']} or less, "
        f"{rounds['shortest']} to {rounds['longest']}."
    )
    output.say("Who is still up at the end, and what brought them down:", "bold")
    for who in result.survived:
        figures = result.combatant(who)
        causes = [f"{cause} {percent(times / result.fights)}" for cause, times in list(figures["felled_by"].items())[:3]]
        words = f": {', '.join(causes)}" if causes else ""
        output.say(f"{percent(figures['survives']):>7} {output.bar(figures['survives'])} {who}{words}")
    harm = {who: result.damage(who) for who in result.survived}
    if any(harm.values()):
        output.say("What each takes off the others, on average:", "bold")
        told = {who: ", ".join(f"{amount:.1f} {path}" for path, amount in amounts.items()) for who, amounts in harm.items()}
        output.flow([f"{who} {words}" for who, words in told.items() if words], "   ", "  ")
    output.say(f"{result.fights / max(seconds, 1e-9):,.0f} fights a second; intervals are 95 %.{interpreted_words()}", "dim")


COMMAND = Command(
    examples=(
        "starfray sim dock-9.toml -n 10000",
        "starfray sim dock-9.toml --until 0.5 --workers 2",
        "starfray sim dock-9.toml -n 1000000 --cluster tcp://scheduler:8786",
        "starfray sim dock-9.toml --policy syndicate=greedy --report dock-9.html",
        "starfray sim dock-9.toml -n 200 --strong planner:1",
        "starfray sim dock-9.toml --keep 1 --csv dock-9.csv",
        "starfray sim dock-9.toml --json",
    ),
    options=options,
    run=run,
)
