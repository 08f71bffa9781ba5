"""Sheets of other programs: open a file within limits, and find who reads it by what is in it, whatever it is called.

Every book brings its own readers (`Rulebook.sheets`). `add` makes one known that comes from elsewhere; other distributions
offer theirs as an entry point `starfray.importers`: a pair of a book's name and a `SheetReader`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from starfray.engine import plugins
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.imports import Opened, SheetReader
from starfray.engine.rulebook import Rulebook
from starfray.rulebooks import every_book, find, names

MAX_BYTES = 20_000_000
MAX_DEPTH = 120  # brackets inside brackets
MAX_VALUES = 1_000_000  # in a file, counted by its commas
QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
BRACKETS = re.compile(r"[\[\]{}]")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")

_added: list[tuple[str, SheetReader]] = []  # the book's name, and the reader


def add(book: str, reader: SheetReader) -> None:
    """Make a reader known that no book brings along. `rulebooks.register_by` does it in every process of a server."""
    if (book, reader) not in _added:
        _added.append((book, reader))


def readers() -> list[tuple[Rulebook, SheetReader]]:
    own = [(book, reader) for book in every_book() for reader in book.sheets]
    return own + [(find(name), reader) for name, reader in [*_added, *plugged()]]


def plugged() -> list[tuple[str, SheetReader]]:
    """What other distributions offer. One that is of no use is told of, and left out."""
    found: list[tuple[str, SheetReader]] = []
    for name in plugins.names_of(plugins.IMPORTERS, ()):
        try:
            found.append(checked(name, plugins.load(plugins.IMPORTERS, name)))
        except plugins.PluginFault as fault:
            plugins.tell(fault)
    return found


def checked(name: str, given: object) -> tuple[str, SheetReader]:
    match given:
        case (str() as book, SheetReader() as reader) if book in names():
            return book, reader
    raise plugins.PluginFault(
        f"the plug-in {plugins.offered(plugins.IMPORTERS)[name].words} is no importer",
        expected='a pair of the name of a book and a SheetReader, as ("gurps", READER)',
    )


def endings(book: Rulebook) -> list[str]:
    """What the files a book reads are usually called."""
    found = [ending for owner, reader in readers() if owner is book for ending in reader.endings]
    return sorted({*found, *book.imports})


def known_sheets() -> str:
    """All that can be read, in words."""
    return "a sheet of " + ", ".join(dict.fromkeys(reader.name for _, reader in readers() if reader.endings))


def find_reader(opened: Opened) -> tuple[Rulebook, SheetReader] | None:
    return next(((book, reader) for book, reader in readers() if reader.recognises(opened)), None)


def writer_of(book: Rulebook, form: str) -> SheetReader | None:
    return next((reader for owner, reader in readers() if owner is book and reader.form == form and reader.write), None)


# --- opening ---------------------------------------------------------------------------------------------------


def open_file(data: bytes, file: str) -> Opened:
    """The text of a file, and its data if it is JSON. What is too big, too deep or no text at all is refused."""
    if len(data) > MAX_BYTES:
        raise BadInput(f"{len(data)} bytes", file=file, expected=f"at most {MAX_BYTES}")
    if not data.strip():
        raise BadInput("the file is empty", file=file, expected=known_sheets())
    text = decoded(data, file)
    if text.lstrip()[:1] not in ("{", "["):
        return Opened(file, text, None)
    check_shape(text, file)
    try:
        return Opened(file, text, json.loads(text))
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg}", file=file, line=error.lineno, expected=known_sheets()) from None
    except (ValueError, RecursionError):
        raise BadInput("not JSON: a number or a nesting too deep to read", file=file, expected=known_sheets()) from None


def decoded(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        if data.lstrip()[:1] == b"<":  # old XML: read far enough to say what it is
            return data.decode("latin-1")
        raise BadInput(f"not UTF-8 at byte {error.start}", file=file, expected=known_sheets()) from None


def check_shape(text: str, file: str) -> None:
    """How deep and how much, before anything is built of it."""
    bare = QUOTED.sub("", text)
    if bare.count(",") > MAX_VALUES:
        raise BadInput("too many values", file=file, expected=f"at most {MAX_VALUES:,}")
    depth = 0
    for found in BRACKETS.finditer(bare):
        depth += 1 if found[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise BadInput("not JSON: it is nested too deep to read", file=file, expected=known_sheets())


def unknown(opened: Opened) -> BadInput:
    """Why nobody reads it, in one line."""
    data = opened.data[0] if isinstance(opened.data, list) and opened.data else opened.data
    system = system_of(data)
    if system:
        words = f"an actor of Foundry's system {system!r}, which no book here plays"
    elif opened.text.lstrip()[:1] == "<":
        words = "an XML file that no reader knows"
    elif opened.data is None:
        words = "not JSON, and no stat block either" if is_text(opened) else "not JSON: no text"
    else:
        words = "this is no character of a program we know"
    return BadInput(words, file=opened.name, expected=known_sheets())


def is_text(opened: Opened) -> bool:
    return "\x00" not in opened.text[:4000]


def system_of(data: Plain) -> str:
    """The system a Foundry actor says it is of."""
    stats = data.get("_stats") if isinstance(data, dict) else None
    system = stats.get("systemId") if isinstance(stats, dict) else None
    return system[:40] if isinstance(system, str) else ""


def ending_of(file: str) -> str:
    return Path(file).suffix.lower()
