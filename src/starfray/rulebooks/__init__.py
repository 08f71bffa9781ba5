"""The rulebooks: neighbours, not a hierarchy. Each is complete in its own folder."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from starfray.engine.errors import BadInput, suggest
from starfray.engine.rulebook import Rulebook

#: the name in fight files → the folder
FOLDERS = {
    "coriolis": "coriolis",
    "gurps": "gurps",
    "socs": "socs",
    "icar": "icar",
    "compound-x": "compound_x",
    "hybrid": "hybrid",
}

_registered: dict[str, Rulebook] = {}
_makers: list[Callable[[], None]] = []  # functions of modules that register books


def find(name: str) -> Rulebook:
    """The rulebook of that name."""
    if name in _registered:
        return _registered[name]
    if not name:
        raise BadInput("the rulebook is not named", field="rulebook", expected=suggest(name, names()))
    if name not in FOLDERS:
        raise BadInput(f"no rulebook is called {name!r}", field="rulebook", expected=suggest(name, names()))
    book = import_module(f"starfray.rulebooks.{FOLDERS[name]}").BOOK
    assert isinstance(book, Rulebook)
    return book


def names() -> list[str]:
    return [*FOLDERS, *_registered]


def register(book: Rulebook) -> None:
    """Make a rulebook of your own known by its name."""
    _registered[book.name] = book


def register_by(maker: Callable[[], None]) -> None:
    """Call a function of a module that registers books, here and in every process that reads for this one."""
    maker()
    if maker not in _makers:
        _makers.append(maker)


def makers() -> list[Callable[[], None]]:
    """What other processes have to call to know the same books."""
    return list(_makers)
