"""`starfray completion SHELL`: a script that lets a shell complete commands, options, demos and file names."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import shtab

from starfray.demo_files import demo_names
from starfray.terminal.command import Command, print_json

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
#: arguments that name a file, by what the help calls them
FILES = ("FIGHT", "FILE", "TRANSCRIPT", "SAVE", "PARTY", "PACK", "FOLDER", "PATH", "BACKUP", "SHEET")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell it is for")


def run(args: argparse.Namespace) -> int:
    script = script_for(args.shell)
    if args.json:
        print_json({"shell": args.shell, "script": script})
    else:
        sys.stdout.write(script.rstrip("\n") + "\n")
    return 0


def script_for(shell: str) -> str:
    from starfray.cli import COMMANDS, build_parser  # here: the command line finds this module by its name

    parser = build_parser(list(COMMANDS))
    complete_arguments(parser)
    return shtab.complete(parser, shell)


def complete_arguments(parser: argparse.ArgumentParser) -> None:
    """Say of every argument of every command what it may be: one of its choices, a demo, a file."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                complete_arguments(inner)
            continue
        described: Any = action
        words = str(action.metavar or action.dest).upper().replace("[", " ").replace("|", " ").split()
        if action.dest == "demo":
            action.choices = demo_names()
        elif any(word in FILES for word in words):
            described.complete = shtab.DIRECTORY if "FOLDER" in words else shtab.FILE


COMMAND = Command(
    (
        "starfray completion bash > ~/.local/share/bash-completion/completions/starfray",
        "starfray completion zsh > ~/.zfunc/_starfray",
        "starfray completion fish > ~/.config/fish/completions/starfray.fish",
    ),
    options,
    run,
)
