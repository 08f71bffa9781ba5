"""Starfray: the engine, table and simulator for science-fiction tabletop fights."""

from starfray.interpreted import prefer_source

prefer_source()

from starfray.do import Done, do  # noqa: E402
from starfray.engine.errors import BadInput, Refused, StarfrayError, TapeError, TapeMismatch  # noqa: E402
from starfray.fight import Fight  # noqa: E402
from starfray.files import load, loads, write_back  # noqa: E402
from starfray.saves import restore  # noqa: E402
from starfray.transcript import replay  # noqa: E402
from starfray.version import VERSION  # noqa: E402

__version__ = VERSION

__all__ = [
    "BadInput",
    "Done",
    "Fight",
    "Refused",
    "StarfrayError",
    "TapeError",
    "TapeMismatch",
    "do",
    "load",
    "loads",
    "replay",
    "restore",
    "write_back",
]
