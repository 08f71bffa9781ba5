"""`starfray backup`: a copy of all rooms, while the server runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from starfray.engine.errors import BadInput
from starfray.room.database import database_option
from starfray.room.serve import name_of
from starfray.terminal.command import Command, print_json


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="FILE", help="the file to make")
    database_option(parser)


def run(args: argparse.Namespace) -> int:
    # here, so that the other commands start without loading the room
    from starfray.room.database_files import copy_database

    target = Path(args.target)
    if target.exists():
        raise BadInput(f"{target} is there already", field="FILE", expected="a new file")
    if not target.parent.is_dir():
        raise BadInput(f"there is no folder {target.parent}", field="FILE", expected="a file in a folder that is there")
    copy_database(args.db, target)
    size = target.stat().st_size
    if args.json:
        print_json({"file": str(target), "bytes": size})
    else:
        sys.stdout.write(f"{name_of(args.db)} is copied to {target} ({size:,} bytes).\n")
    return 0


COMMAND = Command(("starfray backup rooms-monday.db", "starfray backup --db campaign.db /backups/campaign.db"), options, run)
