"""`starfray play`: a fight at the terminal, for people at one keyboard, against the computer, or the computer alone."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import Any

from starfray.demo_files import FIRST_DEMO, demo_names, demo_path
from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.engine.toml import read_source
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.files import load
from starfray.terminal.command import Command, print_json
from starfray.terminal.odds import reseed
from starfray.terminal.output import Output, is_terminal
from starfray.terminal.sources import check_place, open_fight, open_save
from starfray.terminal.table import TerminalTable


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", nargs="?", default="", metavar="FIGHT", help="a fight file, a save or a transcript")
    parser.add_argument(
        "--demo",
        nargs="?",
        const=FIRST_DEMO,
        default="",
        metavar="NAME",
        help="a fight that comes with starfray; `--demo list` names them",
    )
    parser.add_argument(
        "--ai",
        nargs="+",
        action="extend",
        default=[],
        metavar="SIDE",
        help="sides the computer plays: names, gm, all or none (everybody without a seat)",
    )
    parser.add_argument(
        "--hand",
        nargs="+",
        action="extend",
        default=[],
        metavar="SEAT",
        help="whose dice are typed in: seats, combatants, gm or all",
    )
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="the seed of the dice (that of the file)")
    parser.add_argument("--save", default="", metavar="FILE", help="save here on leaving")
    parser.add_argument("--resume", default="", metavar="FILE", help="go on with a save")
    parser.add_argument("--gm", action="store_true", help="see everything, hidden combatants and secret figures too")


def fight_among_options(args: argparse.Namespace) -> str:
    """The fight file, where argparse took it for the last side of --ai or the last seat of --hand."""
    for words in (args.ai, args.hand):
        if words and Path(words[-1]).is_file():
            return str(words.pop())
    return ""


def fight_named(args: argparse.Namespace) -> Fight:
    """The fight to play: of a file, of a save, or a demo; exactly one of them must be named."""
    if not (args.fight or args.demo or args.resume):
        args.fight = fight_among_options(args)
    given = [source for source in (args.fight, args.demo, args.resume) if source]
    if len(given) != 1:
        raise BadInput("one fight at a time" if given else "which fight?", expected="FIGHT, --demo or --resume FILE")
    if args.demo:
        return load(demo_path(args.demo))
    return open_save(Path(args.resume)) if args.resume else open_fight(args.fight)


def run(args: argparse.Namespace) -> int:
    if args.demo == "list":
        return list_demos(args.json)
    fight = fight_named(args)
    if args.save:
        check_place(Path(args.save))
    if args.seed is not None:
        reseed(fight, args.seed)
    alone = bool(args.demo) and not is_terminal(sys.stdin) and not args.ai
    people, gm_here = seat_people(fight, ["all"] if alone else args.ai)
    fight.seats.auto = {who for who in fight.state.roster if who not in people} | (set() if gm_here else {GM})
    fight.seats.hand |= whose_dice(fight, args.hand)
    output = Output(sys.stderr if args.json else sys.stdout)
    table = TerminalTable(
        fight, output, people, GM if args.gm else viewer_for(fight, people), Path(args.save) if args.save else None
    )
    table.greet(bool(args.demo))
    before = interrupt_on_signals()
    try:
        code = table.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if args.json:
            print_json(outcome(fight))
    return code


def list_demos(as_json: bool) -> int:
    rows = []
    for name in demo_names():
        data = read_source(demo_path(name)).data
        rows.append({"name": name, "title": data.get("title", ""), "rulebook": data.get("rulebook", "")})
    if as_json:
        print_json(rows)
        return 0
    output = Output()
    for row in rows:
        output.say(f"{row['name']:<20} {row['title']} ({row['rulebook']})")
    return 0


def interrupt_on_signals() -> dict[int, Any]:
    """Treat SIGTERM and SIGHUP (a closed window, a shutdown) as interrupts, so that --save still works."""
    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return {number: signal.signal(number, signal.default_int_handler) for number in ends}


def outcome(fight: Fight) -> dict[str, object]:
    over = fight.over
    return {
        "title": fight.title,
        "hash": fight.hash,
        "over": {"winners": over.winners, "rule": over.rule, "reason": over.reason} if over is not None else None,
        "actors": fight.actors,
        "asks": [{"who": ask.who, "rule": ask.rule, "kind": ask.kind} for ask in fight.asks],
        "events": [event.plain() for event in fight.events],
    }


# --- who plays whom --------------------------------------------------------------------------------------------


def seat_people(fight: Fight, ai: list[str]) -> tuple[set[str], bool]:
    """Who is played by a person here, and whether the GM's questions are asked here.

    With --ai everybody not on those sides is; without it everybody with a seat; without seats the first side.
    """
    roster = fight.state.roster.values()
    known = [*sides(fight.state), "all", "none", GM]
    for word in ai:
        if word not in known:
            raise BadInput(f"no side {word!r}", field="--ai", expected=suggest(word, known))
    if "all" in ai:
        return set(), False
    named = [word for word in ai if word != GM]
    if named:
        return {combatant.id for combatant in roster if combatant.side not in named}, GM not in ai
    seated = {combatant.id for combatant in roster if combatant.seat}
    if seated:
        return seated, GM not in ai
    first = sides(fight.state)[0]
    return {combatant.id for combatant in roster if combatant.side == first}, GM not in ai


def whose_dice(fight: Fight, words: list[str]) -> set[str]:
    found: set[str] = set()
    roster = fight.state.roster.values()
    for word in words:
        word = word.removeprefix("player:")
        if word == "all":
            return {GM, *fight.state.roster}
        named = {combatant.id for combatant in roster if word in (combatant.seat, combatant.id)}
        if word == GM:
            named = {GM}
        if not named:
            known = [*(combatant.seat for combatant in roster if combatant.seat), *fight.state.roster, GM, "all"]
            raise BadInput(f"no seat {word!r}", field="--hand", expected=suggest(word, known))
        found |= named
    return found


def viewer_for(fight: Fight, people: set[str]) -> str:
    """The screen shows what the one side played here may know; with several sides, or none, everything."""
    played_sides = list(dict.fromkeys(fight.state.roster[who].side for who in fight.state.roster if who in people))
    return f"side:{played_sides[0]}" if len(played_sides) == 1 and played_sides[0] else GM


COMMAND = Command(
    (
        "starfray play --demo",
        "starfray play dock-9.toml --save night.json",
        "starfray play --resume night.json",
        "starfray play dock-9.toml --hand ana",
        "starfray play dock-9.toml --ai syndicate",
        "starfray play dock-9.toml --ai all",
    ),
    options,
    run,
)
