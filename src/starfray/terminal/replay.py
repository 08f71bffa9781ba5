"""`starfray replay`: a transcript run again, die for die, as a log people read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from starfray.engine.actions import to_text
from starfray.engine.journal import Entry
from starfray.fight import Fight
from starfray.terminal.command import Command, print_json
from starfray.terminal.ink import Ink, Working, is_terminal
from starfray.terminal.sources import play_again
from starfray.words import paired, sentence


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript, or a save")
    parser.add_argument("--step", action="store_true", help="go act by act; Enter goes on, q stops")


def run(args: argparse.Namespace) -> int:
    with Working("Replaying"):
        again = play_again(Path(args.file))
    if args.json:
        events = [event.plain() for event in again.events]
        print_json({"ok": again.ok, "hash": again.hash, "events": events, "problem": again.problem})
    else:
        tell(Ink(), again.fight, args.step)
    if not again.ok:
        sys.stderr.write(f"starfray replay: {args.file}: {again.problem}\n")
        return 1
    if not args.json:
        Ink().say(f"The tape fits to the last die; the end is {again.hash[:12]}.", "dim")
    return 0


def tell(ink: Ink, fight: Fight, step: bool) -> None:
    ink.title(fight.title or fight.book.title)
    for entry in fight.journal.entries:
        for line in act_lines(ink, fight, entry):
            ink.wrap(line, "", "    ")
        if step and not go_on(ink):
            return


def act_lines(ink: Ink, fight: Fight, entry: Entry) -> list[str]:
    """An act as its text and the sentences of what it led to."""
    lines = []
    if entry.kind != "due":
        lines.append(f"> {to_text(entry.action)}" if entry.kind == "action" else f"> gm: {to_text(entry.action)}")
    for event, taped in paired(entry.events, entry.tape):
        lines.append(f"  {sentence(fight.book, fight.state, event, taped)}")
    return lines


def go_on(ink: Ink) -> bool:
    if is_terminal(sys.stdin):
        ink.write(ink.paint("  — Enter —", "dim"))
    line = sys.stdin.readline()
    return line.strip().lower() not in ("q", "quit")


COMMAND = Command(
    "replay",
    "run a transcript again and check that every die fits",
    (
        "starfray replay dock-9.transcript",
        "starfray replay dock-9.transcript --step",
        "starfray replay dock-9.transcript --json",
    ),
    options,
    run,
)
