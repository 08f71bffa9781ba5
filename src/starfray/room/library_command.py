"""`starfray library`: the campaigns of this machine. List and show them, write them out, take archives in, make a new key."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from starfray.disk import write_whole_bytes
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.room import campaigns
from starfray.room.campaign_checks import fault_of
from starfray.room.campaign_entries import all_entries, take_all
from starfray.room.campaign_files import entry_text, named_pictures, read_archive, write_archive
from starfray.room.campaign_packs import packs_of
from starfray.room.campaign_pictures import pictures_of
from starfray.room.campaign_rooms import members_for, named_members
from starfray.room.database import Database, Keeping, database_option, is_postgres
from starfray.room.gm_keys import new_words
from starfray.room.keeping import keeping
from starfray.room.limits import MAX_CAMPAIGN
from starfray.terminal.command import Command, print_json

T = TypeVar("T")
DOES = ("list", "show", "export", "import", "pack", "new", "key", "delete")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "do",
        nargs="?",
        choices=DOES,
        default="list",
        help="list campaigns, or the entries of CAMPAIGN; show an ENTRY as a file; export to or import from an archive; "
        "write own things and people as packs into a folder; make a new campaign or a new key; delete a campaign for ever",
    )
    parser.add_argument("campaign", nargs="?", default="", metavar="CAMPAIGN", help="the id or the name of a campaign")
    parser.add_argument(
        "what", nargs="?", default="", metavar="ENTRY|FILE", help="an entry to show, the file of an archive, or a folder"
    )
    database_option(parser)
    parser.add_argument("--yes", action="store_true", help="delete without asking")


def run(args: argparse.Namespace) -> int:
    """It may be done while the server runs: everything is looked up on disk."""
    there = is_postgres(args.db) or Path(args.db).is_file()
    if not there and args.do != "new":
        raise BadInput(f"there are no campaigns in {args.db}", field="--db", expected="the file of `starfray serve`")
    kept = keeping(args.db)
    try:
        return ACTIONS[args.do](kept, args)
    except kept.errors as error:
        raise BadInput(f"the library cannot be used: {error}", field="--db", expected="what `starfray serve` keeps") from None
    finally:
        kept.close()


def read(kept: Keeping, work: Callable[[Database], T]) -> T:
    with contextlib.closing(kept.open()):  # the tables are there, whichever version wrote the file
        pass
    with kept.looking() as db:
        return work(db)


def write(kept: Keeping, work: Callable[[Database], T]) -> T:
    """All of it, or nothing."""
    with contextlib.closing(kept.open()) as db:
        db.execute(kept.begin)
        try:
            done = work(db)
        except BaseException:
            db.execute("rollback")
            raise
        db.execute("commit")
        return done


def all_campaigns(db: Database) -> list[dict[str, Plain]]:
    words = (
        "select c.id, c.name, c.created, c.changed, "
        "(select count(*) from campaign_entries where campaign = c.id and deleted = 0) from campaigns c order by c.changed desc"
    )
    return [
        {"campaign": row[0], "name": row[1], "created": day(row[2]), "changed": day(row[3]), "entries": row[4]}
        for row in db.execute(words)
    ]


def day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def chosen(db: Database, given: str) -> dict[str, Plain]:
    """The campaign that is meant by its id or by its name."""
    known = all_campaigns(db)
    found = [each for each in known if each["campaign"] == given] or [each for each in known if each["name"] == given]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"{len(found)} campaigns are called {given!r}", field="CAMPAIGN", expected="the id of one of them")
    names = [str(each[part]) for each in known for part in ("name", "campaign")]
    expected = suggest(given, names) if names else "`starfray library new NAME` makes one"
    raise BadInput(f"there is no campaign {given!r}" if given else "no campaign is named", field="CAMPAIGN", expected=expected)


def list_them(kept: Keeping, args: argparse.Namespace) -> int:
    if args.campaign:
        return list_entries(kept, args)
    found = read(kept, all_campaigns)
    if args.json:
        print_json(found)
        return 0
    for each in found:
        sys.stdout.write(f"{each['campaign']}  {each['changed']}  {each['entries']:>4} entries  {each['name']}\n")
    sys.stdout.write("`starfray library list CAMPAIGN` lists one.\n" if found else "There are no campaigns.\n")
    return 0


def list_entries(kept: Keeping, args: argparse.Namespace) -> int:
    found = read(kept, lambda db: campaigns.listed(db, str(chosen(db, args.campaign)["campaign"])))
    if args.json:
        print_json(found)
        return 0
    for each in found:
        tags = f"  [{', '.join(each['tags'])}]" if each["tags"] else ""
        sys.stdout.write(f"{each['id']}  {each['kind']:<10} {each['book']:<12} {each['name']}{tags}\n")
    if not found:
        sys.stdout.write("There is nothing in this campaign yet.\n")
    return 0


def show(kept: Keeping, args: argparse.Namespace) -> int:
    def look(db: Database) -> tuple[dict[str, Plain], dict[str, Plain]]:
        campaign = str(chosen(db, args.campaign)["campaign"])
        known = campaigns.listed(db, campaign)
        found = [each for each in known if args.what in (each["id"], each["name"])]
        if len(found) != 1:
            names = [str(each[part]) for each in known for part in ("name", "id")]
            fault = f"{len(found)} entries are called {args.what!r}" if found else f"there is no entry {args.what!r}"
            raise BadInput(fault, field="ENTRY", expected="the id of one of them" if found else suggest(args.what, names))
        entry = campaigns.entry_of(db, campaign, str(found[0]["id"]))
        return entry, members_for(db, campaign, entry["book"], named_members(entry["data"]))

    found, members = read(kept, look)
    fault = fault_of(found["kind"], found["book"], found["data"], members)
    if args.json:
        print_json({**found, "fault": fault})
        return 0
    sys.stdout.write(entry_text(found))
    if fault:
        sys.stderr.write(f"{fault['field'] or found['name']}: {fault['fault']}; expected {fault['expected']}\n")
    return 0


def export(kept: Keeping, args: argparse.Namespace) -> int:
    def look(db: Database) -> tuple[str, list[dict[str, Plain]], dict[str, bytes]]:
        campaign = chosen(db, args.campaign)
        entries = all_entries(db, str(campaign["campaign"]))
        shown = named_pictures([each["data"] for each in entries])
        return str(campaign["name"]), entries, pictures_of(db, str(campaign["campaign"]), shown)

    name, found, pictures = read(kept, look)
    target = Path(args.what or "campaign.zip")
    write_whole_bytes(target, write_archive(name, found, pictures))
    told(args, {"file": str(target), "entries": len(found)}, f"{target}: {len(found)} entries of {name}.")
    return 0


def take_in(kept: Keeping, args: argparse.Namespace) -> int:
    """An archive into a campaign."""
    path = Path(args.what)
    if not args.what or not path.is_file():
        raise BadInput(f"there is no file {args.what!r}", field="FILE", expected="an archive of `starfray library export`")
    if path.stat().st_size > MAX_CAMPAIGN:
        raise BadInput(f"{path} is too big", field="FILE", expected=f"at most {MAX_CAMPAIGN:,} bytes")
    _, found, pictures = read_archive(path.read_bytes())
    added, replaced = write(kept, lambda db: take_all(db, str(chosen(db, args.campaign)["campaign"]), found, pictures))
    told(args, {"added": added, "replaced": replaced}, f"{added} entries added, {replaced} replaced.")
    return 0


def pack(kept: Keeping, args: argparse.Namespace) -> int:
    """Own things, characters and foes as packs, a folder for each book; nothing that is there already is overwritten."""

    def look(db: Database) -> tuple[str, list[dict[str, Plain]]]:
        campaign = chosen(db, args.campaign)
        return str(campaign["name"]), all_entries(db, str(campaign["campaign"]))

    files, left_out = packs_of(*read(kept, look))
    folder = Path(args.what or "packs")
    there = [file for file in files if (folder / file).exists()]
    if not files or there:
        raise BadInput(
            f"{folder / there[0]} exists already" if there else "there is nothing for a pack",
            field="FOLDER" if there else "CAMPAIGN",
            expected="another folder" if there else "a thing, a character or a foe that is sound",
        )
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        write_whole_bytes(folder / file, text.encode())
    packs = sorted({file.split("/")[0] for file in files})
    words = ", ".join(f'packs = ["{folder.name}/{each}"]' for each in packs)
    lines = [f"{folder}: {len(files)} files. In a fight file beside it: {words}.", *(f"left out: {each}" for each in left_out)]
    told(args, {"folder": str(folder), "files": sorted(files), "left_out": left_out}, "\n".join(lines))
    return 0


def new(kept: Keeping, args: argparse.Namespace) -> int:
    key = new_words()
    made = write(kept, lambda db: campaigns.new_campaign(db, campaigns.mark_of(key), args.campaign))
    told(
        args, {"campaign": made, "key": key}, f"Campaign {made}. Its key: {key}\nKeep it: it opens the campaign in any browser."
    )
    return 0


def fresh_key(kept: Keeping, args: argparse.Namespace) -> int:
    key = new_words()

    def change(db: Database) -> str:
        campaign = str(chosen(db, args.campaign)["campaign"])
        campaigns.set_key(db, campaign, campaigns.mark_of(key))
        return campaign

    campaign = write(kept, change)
    told(args, {"campaign": campaign, "key": key}, f"Key of {campaign}: {key}\nThe key before no longer works.")
    return 0


def delete(kept: Keeping, args: argparse.Namespace) -> int:
    found = read(kept, lambda db: chosen(db, args.campaign))
    if not args.yes:
        raise BadInput(
            f"{found['name'] or found['campaign']} has {found['entries']} entries",
            field="--yes",
            expected="--yes to delete it for ever",
        )
    write(kept, lambda db: campaigns.delete_campaign(db, str(found["campaign"])))
    told(args, {"campaign": found["campaign"]}, f"{found['name'] or found['campaign']} is deleted.")
    return 0


def told(args: argparse.Namespace, data: dict[str, Plain], words: str) -> None:
    if args.json:
        print_json(data)
    else:
        sys.stdout.write(words + "\n")


ACTIONS: dict[str, Callable[[Keeping, argparse.Namespace], int]] = {
    "list": list_them,
    "show": show,
    "export": export,
    "import": take_in,
    "pack": pack,
    "new": new,
    "key": fresh_key,
    "delete": delete,
}
COMMAND = Command(
    (
        "starfray library",
        'starfray library list "Long haul"',
        'starfray library show "Long haul" Mira',
        'starfray library export "Long haul" long-haul.zip',
        'starfray library import "Long haul" long-haul.zip',
        'starfray library pack "Long haul" packs',
        'starfray library key "Long haul"',
    ),
    options,
    run,
)
