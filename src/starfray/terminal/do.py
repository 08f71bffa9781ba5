"""`starfray do`: every table, formula and plain check of a book, without a fight."""

from __future__ import annotations

import argparse
import dataclasses

from starfray.engine.codec import Plain, kebab
from starfray.engine.procedures import Procedure
from starfray.engine.rulebook import Rulebook
from starfray.faces import read_faces
from starfray.procedures import Done, do
from starfray.rulebooks import find
from starfray.terminal.command import Command, joined, print_json
from starfray.terminal.output import Output
from starfray.words import sentence


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", help="the rulebook")
    parser.add_argument(
        "words", nargs="*", metavar="PROCEDURE", help="the procedure and its arguments; without one, all are listed"
    )
    parser.add_argument("--dice", default=None, metavar="FACES", help='your own dice in order, as "6 3 2"')
    parser.add_argument("--answer", action="append", default=None, metavar="TEXT", help="an answer, in the order asked")
    parser.add_argument("--party", default="", metavar="CREW", help="a party file: what comes out is written on a sheet in it")
    parser.add_argument("--for", dest="who", default="", metavar="ID", help="with --party: whose sheet")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="dice from this seed")


def run(args: argparse.Namespace) -> int:
    book = find(args.book)
    if not args.words:
        return list_procedures(book, args.json)
    dice = read_faces(args.dice) if args.dice is not None else None
    done = do(args.book, joined(args.words), dice=dice, answers=args.answer, seed=args.seed, party=args.party, who=args.who)
    if args.json:
        print_json(done.plain())
    else:
        show(Output(), book, done)
        if args.party:
            Output().say(f"{args.party}: {args.who} written", "dim")
    return 0


def usage(procedure: Procedure) -> str:
    """The name and its blanks; those in brackets may be left out."""
    parts = [procedure.name]
    for blank in dataclasses.fields(procedure.args)[1:]:
        name = kebab(blank.name).upper()
        parts.append(name if blank.default is dataclasses.MISSING else f"[{name}]")
    return " ".join(parts)


def list_procedures(book: Rulebook, as_json: bool) -> int:
    if as_json:
        print_json(
            [
                {"name": procedure.name, "usage": usage(procedure), "summary": procedure.summary, "rule": procedure.rule}
                for procedure in book.procedures.values()
            ]
        )
        return 0
    output = Output()
    output.title(f"{book.title}: procedures")
    for procedure in book.procedures.values():
        output.wrap(usage(procedure), "  ", "      ", "bold")
        output.wrap(f"{procedure.summary} [{procedure.rule}]", "      ")
    output.say(f'starfray do {book.name} "PROCEDURE words"; blanks in order, or as name=value', "dim")
    return 0


def show(output: Output, book: Rulebook, done: Done) -> None:
    state = book.state()
    for event in done.events:
        output.wrap(sentence(book, state, event), "  ", "      ")
    for name, value in done.result.items():
        output.wrap(f"{name}: {plain_words(value)}", "", "    ", "bold")


def plain_words(value: Plain) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(plain_words(item) for item in value) or "none"
    if isinstance(value, dict):
        return "; ".join(f"{key} {plain_words(item)}" for key, item in value.items()) or "none"
    return str(value)


COMMAND = Command(
    ("starfray do coriolis", 'starfray do coriolis "test 4 skill=2"', 'starfray do coriolis "test 4 2" --dice "6 3 2 5 1 6"'),
    options,
    run,
)
