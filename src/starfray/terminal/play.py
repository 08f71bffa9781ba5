"""`starfray play`: a fight at the terminal, for people at one keyboard, against the computer, or the computer alone."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import Any

from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.files import load
from starfray.terminal.command import Command, print_json
from starfray.terminal.demos import FIRST_DEMO, demo_path, list_demos
from starfray.terminal.ink import Ink, is_terminal
from starfray.terminal.odds import reseed
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
        help="sides the computer plays: names, gm, all or none; else: everybody without a seat",
    )
    parser.add_argument(
        "--hand",
        nargs="+",
        action="extend",
        default=[],
        metavar="SEAT",
        help="whose dice are typed in: seats, combatants, gm or all",
    )
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="other dice")
    parser.add_argument("--save", default="", metavar="FILE", help="save here on leaving")
    parser.add_argument("--resume", default="", metavar="FILE", help="go on with a save")
    parser.add_argument("--gm", action="store_true", help="see everything, hidden combatants and secret figures too")


def swallowed(args: argparse.Namespace) -> str:
    """The fight that stands last after the sides of --ai or the seats of --hand."""
    for words in (args.ai, args.hand):
        if words and Path(words[-1]).is_file():
            return str(words.pop())
    return ""


def run(args: argparse.Namespace) -> int:
    if not (args.fight or args.demo or args.resume):
        args.fight = swallowed(args)
    given = [each for each in (args.fight, args.demo, args.resume) if each]
    if args.demo == "list":
        return list_demos(args.json)
    if len(given) != 1:
        raise BadInput("one fight at a time" if given else "which fight?", expected="FIGHT, --demo or --resume FILE")
    fight = load(demo_path(args.demo)) if args.demo else open_save(Path(args.resume)) if args.resume else open_fight(args.fight)
    if args.save:
        check_place(Path(args.save))
    if args.seed is not None:
        reseed(fight, args.seed)
    alone = bool(args.demo) and not is_terminal(sys.stdin) and not args.ai
    people, gm_here = seat_people(fight, ["all"] if alone else args.ai)
    fight.seats.auto = {each for each in fight.state.roster if each not in people} | (set() if gm_here else {GM})
    fight.seats.hand |= whose_dice(fight, args.hand)
    ink = Ink(sys.stderr if args.json else sys.stdout)
    table = TerminalTable(fight, ink, people, GM if args.gm else eyes_of(fight, people), Path(args.save) if args.save else None)
    table.greet(bool(args.demo))
    before = hear_the_end()
    try:
        code = table.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if args.json:
            print_json(outcome(fight))
    return code


def hear_the_end() -> dict[int, Any]:
    """A window that is closed and a machine that goes down are interrupts too, so that --save is kept."""
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
        return {one.id for one in roster if one.side not in named}, GM not in ai
    seated = {one.id for one in roster if one.seat}
    if seated:
        return seated, GM not in ai
    first = sides(fight.state)[0]
    return {one.id for one in roster if one.side == first}, GM not in ai


def whose_dice(fight: Fight, words: list[str]) -> set[str]:
    found: set[str] = set()
    roster = fight.state.roster.values()
    for word in words:
        word = word.removeprefix("player:")
        if word == "all":
            return {GM, *fight.state.roster}
        mine = {one.id for one in roster if word in (one.seat, one.id)}
        if word == GM:
            mine = {GM}
        if not mine:
            known = [*(one.seat for one in roster if one.seat), *fight.state.roster, GM, "all"]
            raise BadInput(f"no seat {word!r}", field="--hand", expected=suggest(word, known))
        found |= mine
    return found


def eyes_of(fight: Fight, people: set[str]) -> str:
    """The screen shows what the one side played here may know; with several sides, or none, everything."""
    mine = list(dict.fromkeys(fight.state.roster[each].side for each in fight.state.roster if each in people))
    return f"side:{mine[0]}" if len(mine) == 1 and mine[0] else GM


COMMAND = Command(
    "play",
    "a fight at the terminal: hot seat, against the computer, or the computer alone",
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
