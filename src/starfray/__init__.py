"""Starfray: the engine, table and simulator for science-fiction tabletop fights."""

from starfray.do import Done, do
from starfray.engine.errors import BadInput, Refused, StarfrayError, TapeError, TapeMismatch
from starfray.fight import Fight
from starfray.files import load, loads, write_back
from starfray.saves import restore
from starfray.transcript import replay
from starfray.version import VERSION

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
