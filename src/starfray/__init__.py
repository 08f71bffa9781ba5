"""Starfray: the engine, table and simulator for science-fiction tabletop fights."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from starfray.interpreted import prefer_source

prefer_source()

from starfray.version import VERSION  # noqa: E402

if TYPE_CHECKING:
    from starfray.engine.errors import BadInput, Refused, StarfrayError, TapeError, TapeMismatch
    from starfray.fight import Fight
    from starfray.files import load, loads, write_back
    from starfray.procedures import Done, do
    from starfray.saves import restore
    from starfray.transcript import replay

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

#: where each name is at home. It is loaded when it is first asked for: the whole engine takes a quarter of a second, and
#: `starfray --version` needs none of it
_HOMES = {
    "BadInput": "starfray.engine.errors",
    "Done": "starfray.procedures",
    "Fight": "starfray.fight",
    "Refused": "starfray.engine.errors",
    "StarfrayError": "starfray.engine.errors",
    "TapeError": "starfray.engine.errors",
    "TapeMismatch": "starfray.engine.errors",
    "do": "starfray.procedures",
    "load": "starfray.files",
    "loads": "starfray.files",
    "replay": "starfray.transcript",
    "restore": "starfray.saves",
    "write_back": "starfray.files",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
