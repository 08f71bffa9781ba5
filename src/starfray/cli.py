"""The command line. Each command lives in its own file in terminal/; here they are found, run, and their errors told."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from starfray.engine.errors import Refused, StarfrayError
from starfray.interpreted import build_kind
from starfray.terminal.command import Command
from starfray.version import VERSION

#: the commands in the order of --help, and the module that holds each as COMMAND
COMMANDS = {
    "play": "starfray.terminal.play",
    "serve": "starfray.room.serve",
    "new": "starfray.terminal.new",
    "check": "starfray.terminal.check",
    "odds": "starfray.terminal.odds",
    "sim": "starfray.terminal.sim",
    "whatif": "starfray.terminal.whatif",
    "solve": "starfray.terminal.solve",
    "do": "starfray.terminal.do",
    "rules": "starfray.terminal.rules",
    "replay": "starfray.terminal.replay",
    "export": "starfray.terminal.export",
    "import": "starfray.terminal.importing",
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
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message} (see {self.prog} --help)\n")
        raise SystemExit(BAD_INPUT)


def build_parser() -> Parser:
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
    for name, module in COMMANDS.items():
        command = import_module(module).COMMAND
        assert isinstance(command, Command)
        sub = chosen.add_parser(
            name,
            help=command.summary,
            description=command.summary[:1].upper() + command.summary[1:] + ".",
            epilog="examples:\n" + "\n".join(f"  {each}" for each in command.examples),
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
        parser = build_parser()
        args = parser.parse_args(argv)
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
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Refused as refused:
        return complain(str(refused), REFUSED, args.debug)
    except (StarfrayError, OSError) as error:
        return complain(str(error), BAD_INPUT, args.debug)
    except Exception as error:  # a fault of ours: say so in a line, show it with --debug
        words = f"a fault in starfray ({type(error).__name__}: {error}); please report it, --debug shows where"
        return complain(words, FAULT, args.debug)


def complain(words: str, code: int, debug: bool) -> int:
    """One line on the error stream; with --debug the traceback before it."""
    if debug:
        import traceback

        traceback.print_exc()
    sys.stderr.write("starfray: " + " ".join(words.split()) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
