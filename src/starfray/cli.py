"""The command line. Each command has its own file in terminal/; this module finds it, runs it and reports its errors."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from starfray.engine.errors import Refused, StarfrayError
from starfray.interpreted import build_kind
from starfray.version import VERSION

#: the commands in the order of --help: the module that holds each as COMMAND, and what it is for
COMMANDS = {
    "play": ("starfray.terminal.play", "a fight at the terminal: hot seat, against the computer, or the computer alone"),
    "serve": ("starfray.room.serve", "the room: a fight on the web for the whole group, on this network"),
    "mcp": ("starfray.agents.command", "a seat for a language model: a fight of its own, or a seat of a running room"),
    "rooms": ("starfray.room.rooms_command", "the rooms on this machine, and a new key to a room's GM seat"),
    "library": ("starfray.room.library_command", "campaigns on this machine: list, show, take in and write out, a new key"),
    "operator": ("starfray.room.operator_command", "for hosts: list, close and delete rooms of a running server, drain it"),
    "backup": ("starfray.room.backup", "a copy of all rooms, while the server runs"),
    "restore": ("starfray.room.restore", "put a backup of the rooms back"),
    "verify": ("starfray.room.verify", "is a database of rooms whole, and can every room be read?"),
    "new": ("starfray.terminal.new", "write a commented fight file or pack to start from"),
    "new-book": ("starfray.terminal.new_book", "write a package with a small complete rulebook, to make your own game of"),
    "check": ("starfray.terminal.check", "validate fights, parties, packs, transcripts and saves"),
    "odds": ("starfray.terminal.odds", "the chances of an action before you commit to it"),
    "sim": ("starfray.terminal.sim", "play a fight many times and count who wins, who survives and how long it takes"),
    "whatif": ("starfray.terminal.whatif", "vary a fight and see what moves the odds, and by how much"),
    "balance": ("starfray.terminal.balance", "changes that give a side the chance to win it is meant to have, cheapest first"),
    "solve": ("starfray.terminal.solve", "the exact chances of a small fight under the policies, or why it is too big"),
    "arena": ("starfray.terminal.arena", "policies against each other over a suite of fights, and how strong each is"),
    "follies": ("starfray.terminal.follies", "where the default policy's choice is clearly beaten, and by what"),
    "review": ("starfray.terminal.review", "a played fight again: chances after every act, luck, and what decisions cost"),
    "do": ("starfray.terminal.do", "any table, formula or plain check of a book, without a fight"),
    "rules": ("starfray.terminal.rules", "the rules of a book by id or words, with where they are covered"),
    "replay": ("starfray.terminal.replay", "run a transcript again and check that every die fits"),
    "export": ("starfray.terminal.export", "a fight as TOML, JSON, transcript, log or Markdown; survivors back to their party"),
    "doctor": ("starfray.room.doctor", "what this installation has, what it lacks, and the line that brings it"),
    "completion": ("starfray.terminal.completion", "a script for your shell that completes commands, options and files"),
    "import": ("starfray.terminal.importing", "a character sheet of another program as a combatant"),
}
OK, REFUSED, BAD_INPUT, FAULT, INTERRUPTED = 0, 1, 2, 70, 130
EXAMPLES = """examples:
  starfray play --demo                      a fight to try, at once
  starfray new coriolis -o dock-9.toml      a fight file to edit
  starfray check dock-9.toml                is it sound?
  starfray play dock-9.toml --save night.json
  starfray odds dock-9.toml "shot mira tor vulcan-carbine"
  starfray rules prone                      what do the books say?

exit codes: 0 fine, 1 the rules refuse it (or a replay does not fit), 2 bad input, 130 interrupted"""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message} (see {self.prog} --help)\n")
        raise SystemExit(BAD_INPUT)


def build_parser(argv: Sequence[str]) -> Parser:
    """The parser for this command line. Only the command it names is loaded: the others would take most of the time."""
    parser = Parser(
        prog="starfray",
        description="The engine, table and simulator for science-fiction tabletop fights.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"starfray {VERSION} ({build_kind()})")
    common(parser, False)
    chosen = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (module, summary) in COMMANDS.items():
        if name not in argv:
            chosen.add_parser(name, help=summary)
            continue
        command = import_module(module).COMMAND  # a starfray.terminal.command.Command
        sub = chosen.add_parser(
            name,
            help=summary,
            description=summary[:1].upper() + summary[1:] + ".",
            epilog="examples:\n" + "\n".join(f"  {example}" for example in command.examples),
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.options(sub)
        common(sub, argparse.SUPPRESS)
        sub.set_defaults(run=command.run)
    return parser


def common(parser: argparse.ArgumentParser, default: object) -> None:
    parser.add_argument("--json", action="store_true", default=default, help="the answer as JSON")
    parser.add_argument("--debug", action="store_true", default=default, help="show the traceback of an error")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; gives the exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        given = sys.argv[1:] if argv is None else list(argv)
        parser = build_parser(given)
        args = parser.parse_args(given)
        if args.command is None:
            parser.print_help()
            return OK
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else OK
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED, False)
    return run(args)


def run(args: argparse.Namespace) -> int:
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED, args.debug)
    except BrokenPipeError:  # the reader (head, less) has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Refused as refused:
        return complain(str(refused), REFUSED, args.debug)
    except (StarfrayError, OSError) as error:
        return complain(str(error), BAD_INPUT, args.debug)
    except Exception as error:  # a bug of ours: report it in one line, with the traceback if --debug is given
        words = f"a fault in starfray ({type(error).__name__}: {error}); please report it, --debug shows where"
        return complain(words, FAULT, args.debug)


def complain(words: str, code: int, debug: bool) -> int:
    """One line on the error stream; with --debug the traceback before it."""
    if debug:
        traceback.print_exc()
    sys.stderr.write("starfray: " + " ".join(words.split()) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
