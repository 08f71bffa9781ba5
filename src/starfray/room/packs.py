"""Files uploaded with a fight: its parties, its packs. They never touch the server's own folders.

For the moment of reading they lie in a folder of their own, which is gone afterwards; what the room keeps is their text.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from starfray.engine.codec import Plain, as_list, check_text, read
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput
from starfray.engine.toml import Source
from starfray.files import content_of
from starfray.room.limits import MOST_CHARACTERS, MOST_FILES
from starfray.rulebooks import find

NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. /")


@dataclass(frozen=True, slots=True)
class PackSet:
    """The packs laid over a book in one fight, with the text of their files."""

    packs: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()

    def plain(self) -> dict[str, Plain]:
        return {"packs": list(self.packs), "files": dict(self.files)}


def read_pack_set(data: dict[str, Plain]) -> PackSet:
    return PackSet(tuple(data.get("packs", ())), tuple(data.get("files", {}).items()))


@lru_cache(maxsize=32)
def content_for(book: str, pack_set: PackSet) -> Content:
    """The book's data, with the packs laid over it."""
    found = find(book)
    if not pack_set.packs:
        return book_content(found.name, found.folder)
    with unpacked(dict(pack_set.files)) as folder:
        return content_of(found, list(pack_set.packs), folder)


@contextmanager
def unpacked(files: dict[str, str]) -> Iterator[Path]:
    """The files in a folder, for as long as they are read."""
    with TemporaryDirectory(prefix="starfray-") as name:
        folder = Path(name)
        for path, text in files.items():
            target = folder / path
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
            except OSError as error:
                raise BadInput(
                    f"{path!r} cannot be a file: {error.strerror}",
                    field="files",
                    expected="names that do not stand in each other's way",
                ) from None
        yield folder


def check_files(files: dict[str, str]) -> dict[str, str]:
    """Files as somebody handed them over: plain names below one folder, of bounded size."""
    if len(files) > MOST_FILES or sum(len(text) for text in files.values()) > MOST_CHARACTERS:
        raise BadInput(
            "too many files", field="files", expected=f"at most {MOST_FILES}, of {MOST_CHARACTERS} characters in all"
        )
    return {inside(name, "files"): check_text(text, f"files.{name[:80]}") for name, text in files.items()}


def inside(name: str, where: str, folder: str = "") -> str:
    """A name as the path below the fight's folder it means; one that leads elsewhere is refused."""
    path = posixpath.normpath(posixpath.join(folder, name.replace("\\", "/")))
    plain = name and len(path) <= 200 and NAME_CHARACTERS.issuperset(path)
    if not plain or path.startswith(("/", "..")) or path == ".":
        raise BadInput(f"{name[:80]!r} leads elsewhere", field=where, expected="a plain name below the fight's own folder")
    return path


def check_names(data: dict[str, Plain], files: dict[str, str]) -> None:
    """What a fight names must have come with it: everything else would be the server's."""
    for index, pack in enumerate(as_list(data.get("packs", []), "packs")):
        there(posixpath.join(inside(read(str, pack, f"packs.{index}"), f"packs.{index}"), "pack.toml"), files, f"packs.{index}")
    given = data.get("party", [])
    for given_path in [given] if isinstance(given, str) else as_list(given, "party"):
        name = inside(read(str, given_path, "party"), "party")
        there(name, files, "party")
        source = Source(files[name], name)
        for index, pack in enumerate(as_list(source.data.get("packs", []), "packs")):
            folder = posixpath.dirname(name)
            path = inside(read(str, pack, f"packs.{index}"), f"packs.{index}", folder)
            there(posixpath.join(path, "pack.toml"), files, "packs")


def there(path: str, files: dict[str, str], where: str) -> None:
    if path not in files:
        raise BadInput(f"{path} did not come with the fight", field=where, expected=f"a file {path} handed over with it")
