"""`starfray restore`: a backup becomes the database of rooms again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from starfray.room.serve import DEFAULT_DB, alone
from starfray.terminal.command import Command, print_json


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", metavar="FILE", help="what `starfray backup` has made")
    parser.add_argument("--db", default=DEFAULT_DB, metavar="FILE", help=f"the file that keeps the rooms ({DEFAULT_DB})")
    parser.add_argument("--replace", action="store_true", help="if that file is there: keep it under another name")


def run(args: argparse.Namespace) -> int:
    # here, so that the other commands start without loading the room
    from starfray.room.database_files import put_back

    with alone(args.db):
        old = put_back(Path(args.backup), Path(args.db), args.replace)
    if args.json:
        print_json({"file": args.db, "kept": str(old) if old is not None else None})
    else:
        kept = f" What was there is kept as {old}." if old is not None else ""
        sys.stdout.write(f"{args.db} is now as {args.backup}.{kept}\n")
    return 0


COMMAND = Command(
    ("starfray restore rooms-monday.db", "starfray restore rooms-monday.db --db campaign.db --replace"), options, run
)
