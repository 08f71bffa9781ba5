"""The own things and people of a campaign as packs: folders of data that fight files name, without code."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.toml import write_key, write_pairs
from starfray.room.campaign_checks import fault_of
from starfray.room.campaign_files import EPOCH, without_nothing
from starfray.room.campaign_rooms import NOT_CARRIED, PEOPLE
from starfray.rulebooks import find

OF_THE_ENTRY = ("table", "key", *NOT_CARRIED, "archetype")  # fields a row of a pack has no use for


def packs_of(name: str, entries: Iterable[dict[str, Plain]]) -> tuple[dict[str, str], list[str]]:
    """The files by their paths, a folder for each book, and what is left out because it is not sound. Items become rows of
    their tables, characters and foes archetypes.
    """
    rows: dict[str, dict[str, dict[str, dict[str, Plain]]]] = {}
    left_out: list[str] = []
    for entry in entries:
        kind, book = str(entry["kind"]), str(entry["book"])
        if kind != "item" and kind not in PEOPLE:
            continue
        fault = fault_of(kind, book, entry["data"])
        if fault:
            left_out.append(f"{entry['name']}: {fault['fault']}")
            continue
        table = str(entry["data"]["table"]) if kind == "item" else "archetypes"
        held = rows.setdefault(book, {}).setdefault(table, {})
        wanted = str(entry["data"].get("key", "")) if kind == "item" else slug(str(entry["name"])) or str(entry["id"])
        held[untaken(wanted, held)] = row_of(entry, find(book).folder)
    files: dict[str, str] = {}
    for book, tables in sorted(rows.items()):
        files[f"{book}/pack.toml"] = "\n".join(write_pairs({"name": name or "Campaign", "rulebook": book})) + "\n"
        for table, held in sorted(tables.items()):
            parts = [[f"[{write_key(key)}]", *write_pairs(row), ""] for key, row in held.items()]
            files[f"{book}/{table}.toml"] = "\n".join(line for part in parts for line in part)
    return files, left_out


def row_of(entry: dict[str, Plain], folder: Path) -> dict[str, Plain]:
    data = without_nothing(entry["data"])
    row = {"name": entry["name"], **{key: value for key, value in data.items() if key not in OF_THE_ENTRY}}
    base = data.get("archetype")
    if not isinstance(base, str) or data.get("complete") is True:
        return row
    printed = book_content(str(entry["book"]), folder).entry("archetypes", base)
    whole = {key: {**printed[key], **value} if isinstance(value, dict) and isinstance(printed.get(key), dict) else value
             for key, value in row.items()}  # fmt: skip
    return {"like": base, **whole}


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60]


def untaken(wanted: str, taken: Iterable[str]) -> str:
    found, number, known = wanted, 1, set(taken)
    while found in known:
        number += 1
        found = f"{wanted}-{number}"
    return found


def zipped(files: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in files.items():
            archive.writestr(zipfile.ZipInfo(file, EPOCH), text, zipfile.ZIP_DEFLATED)
    return held.getvalue()
