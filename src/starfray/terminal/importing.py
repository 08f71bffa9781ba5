"""`starfray import`: a character sheet of another program becomes a combatant."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.engine.toml import write_pairs
from starfray.sheets import Change, import_sheet, into_party, own_id
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sheet", nargs="+", metavar="FILE", help="character sheets: .gcs (GURPS Character Sheet 4 or 5)")
    parser.add_argument("-o", "--into", default="", metavar="PARTY", help="put it into this party file, or bring it up to date")
    parser.add_argument("--toml", action="store_true", help="print the combatant as a fight file writes it")


def run(args: argparse.Namespace) -> int:
    results: list[dict[str, Plain]] = []
    sheets = [(name, *import_sheet(contents(name), name)) for name in args.sheet]  # all of them, before any is written
    for name, book, imported in sheets:
        before = {result["combatant"]["id"]: {"origin": result["origin"]} for result in results}
        if not args.into:
            imported.row["id"] = own_id(imported, list(before), before)
        changes = into_party(Path(args.into), book, imported) if args.into else []
        told: dict[str, Plain] = {"file": name, "rulebook": book.name, "origin": imported.origin, **imported.plain()}
        results.append({**told, "changes": [change.words() for change in changes]})
        if args.toml:
            sys.stdout.write("\n".join(["[[combatant]]", *write_pairs(imported.row)]) + "\n")
        elif not args.json:
            tell(Output(), name, imported, changes, args.into)
    if args.json:
        print_json(results if len(results) > 1 else results[0])
    return 0


def contents(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", file=name, expected="a file that can be read") from None


def tell(output: Output, file: str, imported: Imported, changes: list[Change], into: str) -> None:
    """What was understood, what was not, what was assumed, what changed."""
    output.say(f"{imported.row['name']} ({imported.row['id']}), from {file}", "bold")
    for title, lines in (("taken", imported.taken), ("left out", imported.left_out), ("assumed", imported.assumed)):
        for line in lines:
            output.say(f"  {title:<9} {line}", "" if title == "taken" else "yellow")
    for change in changes:
        output.say(f"  {'kept' if change.kept else 'changed':<9} {change.words()}", "yellow" if change.kept else "")
    if into:
        who = imported.row["id"]
        output.say(f'{into}: written. In a fight: party = "{Path(into).name}" at the top, party = "{who}" under [[combatant]].')
    else:
        output.say("Nothing was written. --into PARTY.toml puts it into a party file, --toml prints the combatant.", "dim")


COMMAND = Command(
    ("starfray import 'Basic Archer.gcs'", "starfray import *.gcs --into crew.toml"), options, run,
)  # fmt: skip
