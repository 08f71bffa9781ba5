"""`starfray restore`: a backup becomes the database of rooms again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from starfray.room.database import database_option, is_postgres
from starfray.room.serve import alone, name_of
from starfray.terminal.command import Command, print_json


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", metavar="FILE", help="what `starfray backup` has made")
    database_option(parser)
    parser.add_argument("--replace", action="store_true", help="if that file is there: keep it under another name")


def run(args: argparse.Namespace) -> int:
    # here, so that the other commands start without loading the room
    from starfray.room.database_files import put_back, put_into_postgres

    old = None
    if is_postgres(args.db):
        put_into_postgres(Path(args.backup), args.db)
    else:
        with alone(args.db):
            old = put_back(Path(args.backup), Path(args.db), args.replace)
    if args.json:
        print_json({"file": name_of(args.db), "kept": str(old) if old is not None else None})
    else:
        kept = f" What was there is kept as {old}." if old is not None else ""
        sys.stdout.write(f"{name_of(args.db)} is now as {args.backup}.{kept}\n")
    return 0


COMMAND = Command(
    ("starfray restore rooms-monday.db", "starfray restore rooms-monday.db --db campaign.db --replace"), options, run
)
