"""Which database an address means."""

from __future__ import annotations

from starfray.room.database import Keeping, is_postgres
from starfray.room.postgres import Postgres
from starfray.room.sqlite_file import SqliteFile


def keeping(where: str) -> Keeping:
    """A file's path, or an address as postgresql://name@host/database."""
    return Postgres(where) if is_postgres(where) else SqliteFile(where)
