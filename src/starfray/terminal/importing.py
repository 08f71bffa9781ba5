"""`starfray import`: a character sheet of another program, or a stat block, becomes a combatant."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.engine.rulebook import Rulebook
from starfray.engine.toml import read_source, write_pairs
from starfray.importers import MAX_BYTES
from starfray.sheets import Change, import_sheets, into_party, own_id
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output

PASTED = "-"  # what comes in through the pipe
Read = tuple[str, Rulebook, Imported]


def options(parser: argparse.ArgumentParser) -> None:
    words = "sheets of GCS, actors of Foundry, stat blocks; known by what is in them"
    parser.add_argument("sheet", nargs="*", metavar="FILE", help=words)
    parser.add_argument(
        "--text", action="append", default=[], metavar="FILE", help="a stat block as text; - for what is pasted"
    )
    parser.add_argument("-o", "--into", default="", metavar="PARTY", help="put it into this party file, or bring it up to date")
    parser.add_argument("--toml", action="store_true", help="print the combatant as a fight file writes it")


def run(args: argparse.Namespace) -> int:
    read, refused = read_all([*args.sheet, *args.text])
    if not read:
        tell_refused(refused[:-1])
        raise refused[-1]
    if args.into:
        read, others = of_one_book(read, Path(args.into))
        refused += others
        changes = into_party(Path(args.into), [(book, imported) for _, book, imported in read])
    else:
        give_ids(read)
        changes = [[] for _ in read]
    results: list[dict[str, Plain]] = []
    for (name, book, imported), changed in zip(read, changes, strict=True):
        told: dict[str, Plain] = {"file": name, "rulebook": book.name, "origin": imported.origin, **imported.plain()}
        results.append({**told, "changes": [change.words() for change in changed]})
        if args.toml:
            sys.stdout.write("\n".join(["[[combatant]]", *write_pairs(imported.row)]) + "\n")
        elif not args.json:
            tell(Output(), name, imported, changed, args.into)
    if args.json:
        print_json(results if len(results) > 1 else results[0])
    tell_refused(refused)
    return 2 if refused else 0


def read_all(names: list[str]) -> tuple[list[Read], list[BadInput]]:
    """Everybody who can be read, and why the others cannot. A file that is refused does not keep the others out."""
    if not names:
        raise BadInput("no file", expected="character sheets, or --text with a stat block")
    read: list[Read] = []
    refused: list[BadInput] = []
    for name in names:
        try:
            found = import_sheets(contents(name), "pasted text" if name == PASTED else name)
        except BadInput as error:
            refused.append(error)
        else:
            read += [(name, book, imported) for book, imported in found.taken]
            refused += found.refused
    return read, refused


def of_one_book(read: list[Read], party: Path) -> tuple[list[Read], list[BadInput]]:
    """Those of the party's book, or of the first sheet's where there is no party yet; the others cannot go in."""
    given = read_source(party).data.get("rulebook") if party.exists() else None
    fit = [each for each in read if each[1].name == (given or read[0][1].name)]
    if not fit:
        return read, []  # the party says so, with its place
    words = "{} is a character of {}"
    return fit, [
        BadInput(words.format(imported.row["name"], book.title), file=name, expected=f"a party of {book.name}")
        for name, book, imported in read
        if book.name != fit[0][1].name
    ]


def give_ids(read: list[Read]) -> None:
    """Two characters of one name are two."""
    before: dict[str, Plain] = {}
    for _, _, imported in read:
        imported.row["id"] = own_id(imported, before, before)
        before[imported.row["id"]] = {"origin": imported.origin}


def contents(name: str) -> bytes:
    if name == PASTED:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "cannot be read"
        raise BadInput(reason, file=name, expected="a file that can be read") from None


def tell_refused(refused: list[BadInput]) -> None:
    for error in refused:
        sys.stderr.write("starfray: " + " ".join(str(error).split()) + "\n")


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
    (
        "starfray import 'Basic Archer.gcs'",
        "starfray import *.gcs fvtt-Actor-mira.json --into crew.toml",
        "starfray import --text goblin.txt",
    ),
    options,
    run,
)
