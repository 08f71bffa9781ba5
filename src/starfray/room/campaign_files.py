"""A campaign as one archive of readable files, out and in again.

Encounters are fight files, characters and foes are party files of one member, so that what lies in the archive can be played
from the command line, too. `campaign.toml` lists them with what the files themselves have no place for.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace

from starfray.engine.codec import Plain, as_list, read
from starfray.engine.errors import BadInput
from starfray.engine.toml import Source, parse, write_pairs
from starfray.file_format import write_file
from starfray.room.campaign_rooms import member_of, named_members
from starfray.room.campaigns import KINDS, Draft
from starfray.room.door import check_plain
from starfray.room.limits import MAX_CAMPAIGN, MAX_ENTRY, MAX_PICTURE, MOST_ENTRIES, MOST_PICTURES, MOST_TAGS
from starfray.room.pictures import clean_picture, name_of
from starfray.rulebooks import names

INDEX = "campaign.toml"
FOLDERS = {kind: {"foe": "foes", "party": "parties"}.get(kind, f"{kind}s") for kind in KINDS}
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same entries give the same archive
SHOWN = ("portrait", "picture")  # fields that name a picture
NO_FILES: Mapping[str, str] = {}
NO_PEOPLE: Mapping[str, dict[str, Plain]] = {}
NO_PICTURES: Mapping[str, bytes] = {}
PICTURES = "pictures"  # a folder of the archive
A_NAME = re.compile(r"[0-9a-f]{40}")
Taken = tuple[str, list[tuple[str, Draft]], list[tuple[bytes, int, int]]]
MOST_NAME = 100  # characters of the name of an entry
AN_ARCHIVE = "an archive that `starfray library export` or the campaign's page has written"


def write_archive(name: str, entries: Iterable[dict[str, Plain]], pictures: Mapping[str, bytes] = NO_PICTURES) -> bytes:
    held = io.BytesIO()
    used: set[str] = set()
    index = [*write_pairs({"name": name})]
    named = [(entry, _file_name(entry, used)) for entry in entries]
    files = {str(entry["id"]): file for entry, file in named}
    people = {str(entry["id"]): entry for entry, _ in named}
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, file in named:
            head = {"id": entry["id"], "kind": entry["kind"], "name": entry["name"], "book": entry["book"]}
            named_people = {"people": entry["data"].get("people", [])} if entry["kind"] == "party" else {}
            index += ["", "[[entry]]", *write_pairs({**head, "tags": entry["tags"], "file": file, **named_people})]
            archive.writestr(zipfile.ZipInfo(file, EPOCH), entry_text(entry, files, people), zipfile.ZIP_DEFLATED)
        for picture, data in sorted(pictures.items()):
            archive.writestr(zipfile.ZipInfo(f"{PICTURES}/{picture}.webp", EPOCH), data, zipfile.ZIP_STORED)
        archive.writestr(zipfile.ZipInfo(INDEX, EPOCH), "\n".join(index) + "\n", zipfile.ZIP_DEFLATED)
    return held.getvalue()


def _file_name(entry: dict[str, Plain], used: set[str]) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", entry["name"].lower()).strip("-")[:60] or entry["id"]
    file = f"{FOLDERS[entry['kind']]}/{slug}.toml"
    if file in used:
        file = f"{FOLDERS[entry['kind']]}/{slug}-{entry['id']}.toml"
    used.add(file)
    return file


def entry_text(
    entry: dict[str, Plain], files: Mapping[str, str] = NO_FILES, people: Mapping[str, dict[str, Plain]] = NO_PEOPLE
) -> str:
    """An entry as a file: a fight, a party, or plain fields. A fight names the files of the people who come into it; a party
    has their sheets as they are.
    """
    data = without_nothing(entry["data"])
    if entry["kind"] == "encounter":
        parties = sorted(f"../{files[each]}" for each in named_members(data) if each in files)
        head = {"rulebook": entry["book"], **({"party": parties} if parties else {})}
        return write_file({**head, **{key: value for key, value in data.items() if key not in head}})
    if entry["kind"] in ("character", "foe", "party"):
        present = [member_of(people[each]) for each in data.get("people", []) if each in people]
        members = [*present, *data.get("member", [])] if entry["kind"] == "party" else [{"id": entry["id"], **data}]
        lines = write_pairs({"rulebook": entry["book"]})
        for member in members:
            lines += ["", "[[member]]", *write_pairs(without_nothing(member))]
        return "\n".join(lines) + "\n"
    return "\n".join(write_pairs(data)) + "\n"


def without_nothing(value: Plain) -> Plain:
    """JSON knows null, TOML does not."""
    if isinstance(value, dict):
        return {key: without_nothing(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_nothing(item) for item in value if item is not None]
    return value


def read_archive(data: bytes) -> Taken:
    """The name of a campaign, its entries with their ids, and their pictures, written anew. Sizes are looked at before anything
    is unpacked.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = {info.filename: info for info in archive.infolist()}
        if len(infos) > MOST_ENTRIES + MOST_PICTURES + 1 or sum(info.file_size for info in infos.values()) > MAX_CAMPAIGN:
            raise BadInput(
                "the archive is too big", expected=f"at most {MOST_ENTRIES:,} files of {MAX_CAMPAIGN:,} bytes in all"
            )
        if INDEX not in infos:
            raise BadInput(f"the archive has no {INDEX}", expected=AN_ARCHIVE)
        index = parse(_text(archive, infos, INDEX), INDEX)
        entries = as_list(index.get("entry", []), "entry")
        found = [_read_entry(archive, infos, row, f"entry.{number}") for number, row in enumerate(entries)]
        pictures = _read_pictures(archive, infos, named_pictures([draft.data for _, draft in found]))
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        raise BadInput(f"no archive that can be read ({error})", expected=AN_ARCHIVE) from None
    ids = [entry for entry, _ in found]
    if len(set(ids)) != len(ids):
        raise BadInput("an id is there twice", file=INDEX, field="entry", expected="an id of its own for each entry")
    called = {old: name_of(clean[0]) for old, clean in pictures.items()}
    found = [(entry, replace(draft, data=renamed(draft.data, called))) for entry, draft in found]
    return read(str, index.get("name", ""), "name")[:MOST_NAME], found, list(pictures.values())


def named_pictures(data: Plain) -> set[str]:
    """The pictures that data show, wherever in them."""
    if isinstance(data, dict):
        found = {value for key, value in data.items() if key in SHOWN and isinstance(value, str) and A_NAME.fullmatch(value)}
        return found.union(*(named_pictures(value) for value in data.values()))
    return set().union(*(named_pictures(value) for value in data)) if isinstance(data, list) else set()


def renamed(data: Plain, called: Mapping[str, str]) -> Plain:
    """The same data with pictures under the names they have now."""
    if isinstance(data, dict):
        return {
            key: called.get(value, value) if key in SHOWN and isinstance(value, str) else renamed(value, called)
            for key, value in data.items()
        }
    return [renamed(value, called) for value in data] if isinstance(data, list) else data


def _read_pictures(
    archive: zipfile.ZipFile, infos: dict[str, zipfile.ZipInfo], wanted: set[str]
) -> dict[str, tuple[bytes, int, int]]:
    found = {}
    for name in sorted(wanted):
        file = f"{PICTURES}/{name}.webp"
        if file in infos:
            with archive.open(infos[file]) as opened:
                data = opened.read(MAX_PICTURE + 1)
            try:
                found[name] = clean_picture(data, "map")
            except BadInput as error:
                raise BadInput(error.message, file=file, field="picture", expected=error.expected) from None
    return found


def _text(archive: zipfile.ZipFile, infos: dict[str, zipfile.ZipInfo], name: str) -> str:
    if name not in infos:
        raise BadInput(f"the archive has no {name[:80]}", file=INDEX, field="file", expected="a file of the archive")
    most = MAX_CAMPAIGN if name == INDEX else 2 * MAX_ENTRY
    with archive.open(infos[name]) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadInput(f"{name[:80]} is too big", expected=f"at most {most:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{name[:80]} is no text", expected="UTF-8") from None


def _read_entry(archive: zipfile.ZipFile, infos: dict[str, zipfile.ZipInfo], row: Plain, where: str) -> tuple[str, Draft]:
    if not isinstance(row, dict):
        raise BadInput("no entry", file=INDEX, field=where, expected="a table with id, kind, name, book and file")
    kind = read(str, row.get("kind", ""), f"{where}.kind")
    book = read(str, row.get("book", ""), f"{where}.book")
    entry = read(str, row.get("id", ""), f"{where}.id")
    tags = [read(str, tag, f"{where}.tags") for tag in as_list(row.get("tags", []), f"{where}.tags")]
    if kind not in KINDS:
        raise BadInput(f"no kind {kind[:40]!r}", file=INDEX, field=f"{where}.kind", expected="one of " + ", ".join(KINDS))
    if book not in names():
        raise BadInput(f"no book {book[:40]!r}", file=INDEX, field=f"{where}.book", expected="one of " + ", ".join(names()))
    if not re.fullmatch(r"[a-z0-9-]{1,40}", entry):
        raise BadInput(
            f"id {entry[:40]!r}", file=INDEX, field=f"{where}.id", expected="small letters, digits and dashes, up to 40"
        )
    if len(tags) > MOST_TAGS:
        raise BadInput(f"{len(tags)} tags", file=INDEX, field=f"{where}.tags", expected=f"at most {MOST_TAGS}")
    file = read(str, row.get("file", ""), f"{where}.file")
    source = Source(_text(archive, infos, file), file)
    data = source.data
    try:
        check_plain(data)
    except BadInput as error:
        raise source.locate(error) from None
    data.pop("rulebook", None)
    if kind == "encounter":
        data.pop("party", None)  # files of the archive: the people themselves are entries
    if kind == "party" and "people" in row:  # they are entries of their own
        people = [read(str, each, f"{where}.people") for each in as_list(row["people"], f"{where}.people")]
        rest = [
            each
            for each in as_list(data.get("member", []), "member")
            if isinstance(each, dict) and each.get("id") not in people
        ]
        data = {"people": people, **({"member": rest} if rest else {})}
    if kind in ("character", "foe"):
        members = as_list(data.get("member", []), "member")
        if len(members) != 1 or not isinstance(members[0], dict):
            raise BadInput("not one member", file=file, field="member", expected="one [[member]]")
        data = members[0]
    name = read(str, row.get("name", ""), f"{where}.name")[:MOST_NAME]
    return entry, Draft(kind, name, book, tuple(tag[:40] for tag in tags), data)
