"""`starfray replay`: a transcript run again, die for die, as a log people read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from starfray.engine.actions import to_text
from starfray.engine.journal import Entry
from starfray.fight import Fight
from starfray.releases import Writer, writer_of
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output, Working, is_terminal
from starfray.terminal.sources import play_again, read_text
from starfray.version import VERSION
from starfray.words import paired, sentence


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript, or a save")
    parser.add_argument("--step", action="store_true", help="go act by act; Enter goes on, q stops")


def run(args: argparse.Namespace) -> int:
    with Working("Replaying"):
        again = play_again(Path(args.file))
    writer = writer_of(read_text(Path(args.file)))
    if args.json:
        events = [event.plain() for event in again.events]
        print_json(
            {
                "ok": again.ok,
                "hash": again.hash,
                "events": events,
                "problem": again.problem,
                "written-by": writer.plain(),
                "changes": writer.changes(),
            }
        )
    else:
        tell_versions(Output(), writer, again.fight)
        tell(Output(), again.fight, args.step)
    if not again.ok:
        sys.stderr.write(f"starfray replay: {args.file}: {again.problem}\n")
        return 1
    if not args.json:
        Output().say(f"Every die and answer fits. Fingerprint of the final position: {again.hash[:12]}", "dim")
    return 0


def tell_versions(output: Output, writer: Writer, fight: Fight) -> None:
    """What wrote the file, what reads it if that is another version, and what changed in between."""
    now = Writer(VERSION, fight.book.name, fight.book.version)
    output.wrap(f"Written by {writer}." if writer == now else f"Written by {writer}; this is {now}.", "", "", "dim")
    for change in writer.changes():
        output.wrap(change, "  ", "    ")


def tell(output: Output, fight: Fight, step: bool) -> None:
    output.title(fight.title or fight.book.title)
    for entry in fight.journal.entries:
        for line in act_lines(output, fight, entry):
            output.wrap(line, "", "    ")
        if step and not go_on(output):
            return


def act_lines(output: Output, fight: Fight, entry: Entry) -> list[str]:
    """An act as its text and the sentences of what it led to."""
    lines = []
    if entry.kind != "due":
        lines.append(f"> {to_text(entry.action)}" if entry.kind == "action" else f"> gm: {to_text(entry.action)}")
    for event, taped in paired(entry.events, entry.tape):
        lines.append(f"  {sentence(fight.book, fight.state, event, taped)}")
    return lines


def go_on(output: Output) -> bool:
    if is_terminal(sys.stdin):
        output.write(output.paint("  — Enter —", "dim"))
    line = sys.stdin.readline()
    return line.strip().lower() not in ("q", "quit")


COMMAND = Command(
    (
        "starfray replay dock-9.transcript",
        "starfray replay dock-9.transcript --step",
        "starfray replay dock-9.transcript --json",
    ),
    options,
    run,
)
