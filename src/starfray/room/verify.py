"""`starfray verify`: is a database of rooms whole, and can every room be read?"""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from starfray.room.database import DEFAULT_DB, default_database
from starfray.room.serve import name_of
from starfray.terminal.command import Command, print_json


def options(parser: argparse.ArgumentParser) -> None:
    words = f"a database or a backup ({DEFAULT_DB}), or the address of a PostgreSQL"
    parser.add_argument("db", nargs="?", default=default_database(), metavar="FILE", help=words)


def run(args: argparse.Namespace) -> int:
    # here, so that the other commands start without loading the room
    from starfray.room.database_files import look_through

    found = look_through(args.db)
    if args.json:
        print_json({"file": name_of(args.db), **asdict(found)})
    else:
        for problem in found.problems:
            sys.stdout.write(f"WRONG: {problem}\n")
        for note in found.notes:
            sys.stdout.write(f"note: {note}\n")
        judged = "sound" if not found.problems else "not sound"
        sys.stdout.write(
            f"{name_of(args.db)}: {found.rooms} rooms with {found.acts} acts, {found.parties} parties: {judged}.\n"
        )
    return 1 if found.problems else 0


COMMAND = Command(("starfray verify", "starfray verify rooms-monday.db"), options, run)
