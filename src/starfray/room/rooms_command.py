"""`starfray rooms`: the rooms of this machine, and a fresh link to the GM's seat of one of them."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.room.database import Database, Keeping, database_option, is_postgres
from starfray.room.gm_keys import keep_key, mark_of, new_words
from starfray.room.keeping import keeping
from starfray.room.serve import DEFAULT_PORT, addresses
from starfray.terminal.command import Command, print_json


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("room", nargs="?", default="", metavar="ROOM", help="a new key to the GM's seat of this room")
    database_option(parser)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=f"the server's port ({DEFAULT_PORT})")


def run(args: argparse.Namespace) -> int:
    """It may be done while the server runs: a key is looked up on disk."""
    if not is_postgres(args.db) and not Path(args.db).is_file():
        raise BadInput(f"there are no rooms in {args.db}", field="--db", expected="the file of `starfray serve`")
    kept = keeping(args.db)
    try:
        with kept.looking() as db:
            found = rooms_in(db)
        if args.room:
            return fresh_key(kept, found, args)
    except kept.errors as error:
        raise BadInput(f"the rooms cannot be read: {error}", field="--db", expected="what `starfray serve` keeps") from None
    finally:
        kept.close()
    if args.json:
        print_json(found)
        return 0
    for room in found:
        state = " (archived)" if room["archived"] else ""
        sys.stdout.write(f"{room['room']}  {room['made']}  {room['book']:<12} {room['title']}{state}: {room['gm']}\n")
    sys.stdout.write("`starfray rooms ROOM` makes a new key to a room's GM seat.\n" if found else "There are no rooms.\n")
    return 0


def rooms_in(db: Database) -> list[dict[str, Plain]]:
    """The rooms, newest first."""
    found: list[dict[str, Plain]] = []
    for room, title, book, created, archived in db.execute(
        "select id, title, book, created, archived from rooms order by created desc"
    ).fetchall():
        seats = [json.loads(text) for (text,) in db.execute("select data from seats where room = ?", (room,))]
        gm = next((seat["name"] for seat in seats if seat["kind"] == "gm"), "")
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(created))
        found.append({"room": room, "title": title, "book": book, "made": made, "archived": bool(archived), "gm": gm})
    return found


def fresh_key(kept: Keeping, known: list[dict[str, Plain]], args: argparse.Namespace) -> int:
    ids = [room["room"] for room in known]
    if args.room not in ids:
        raise BadInput(f"there is no room {args.room!r}", field="ROOM", expected=suggest(args.room, ids))
    words = new_words()
    with contextlib.closing(kept.open()) as db:
        db.execute(kept.begin)
        keep_key(db, args.room, mark_of(words))
        db.execute("commit")
    links = [f"{base}/gm/{words}" for base in addresses("0.0.0.0", args.port)]
    if args.json:
        print_json({"room": args.room, "key": words, "links": links})
        return 0
    sys.stdout.write(f"GM key of {args.room}: {words}\n" + "".join(f"{link}\n" for link in links))
    sys.stdout.write("Whoever opens it is the GM; the key before no longer works.\n")
    return 0


COMMAND = Command(("starfray rooms", "starfray rooms --db campaign.db", "starfray rooms ROOM"), options, run)
