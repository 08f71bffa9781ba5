"""Combatants for other programs: people of a fight or a party as whatever a reader of their book can also write."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starfray.engine.codec import Plain, to_plain
from starfray.engine.errors import BadInput
from starfray.engine.rulebook import Rulebook
from starfray.engine.toml import read_source
from starfray.files import content_of, pack_names, party_members, start_alone
from starfray.importers import readers, writer_of
from starfray.rulebooks import find


def as_actors(book: Rulebook, people: Sequence[Any], form: str = "foundry") -> Plain:
    """The data of a file that the other program imports."""
    writer = writer_of(book, form)
    if writer is None or writer.write is None:
        able = sorted({owner.title for owner, reader in readers() if reader.form == form})
        raise BadInput(f"{book.title} has no such form", field=form, expected="a fight of " + " or ".join(able))
    return writer.write([to_plain(person) for person in people])


def party_people(path: Path) -> tuple[Rulebook, list[Any]]:
    """The members of a party file as combatants, with the figures the book derives."""
    source = read_source(path)
    try:
        book = find(str(source.data.get("rulebook", "")))
        content = content_of(book, pack_names(source.data, path.parent), path.parent)
        members = {member["id"]: member for member in party_members(source.data)}
        return book, [start_alone(book, content, {"party": who}, members) for who in members]
    except BadInput as error:
        raise source.locate(error) from None
