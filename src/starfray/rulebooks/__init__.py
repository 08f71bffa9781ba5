"""The rulebooks: neighbours, not a hierarchy. Each is complete in its own folder."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from starfray.engine import plugins
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
        if name in plugins.offered(plugins.RULEBOOKS):
            return plugged(name)
        raise BadInput(f"no rulebook is called {name!r}", field="rulebook", expected=suggest(name, names()))
    book = import_module(f"starfray.rulebooks.{FOLDERS[name]}").BOOK
    assert isinstance(book, Rulebook)
    return book


def plugged(name: str) -> Rulebook:
    """The rulebook another distribution offers under that name."""
    book = plugins.load(plugins.RULEBOOKS, name, FOLDERS)
    if not isinstance(book, Rulebook) or book.name != name:
        what = f"the rulebook {book.name!r}" if isinstance(book, Rulebook) else f"a {type(book).__name__}"
        plugin = plugins.offered(plugins.RULEBOOKS)[name]
        raise plugins.PluginFault(f"the plug-in {plugin.words} gives {what}", expected=f"a Rulebook with the name {name!r}")
    return book


def names() -> list[str]:
    """The names of all books that can be had: our own, those registered, and those of plug-ins."""
    return [*FOLDERS, *_registered, *(book.name for book in plugged_books())]


def every_book() -> list[Rulebook]:
    return [find(name) for name in names()]


def plugged_books() -> list[Rulebook]:
    """The books of other distributions. One that cannot be loaded is told of, and left out."""
    found: list[Rulebook] = []
    for name in plugins.names_of(plugins.RULEBOOKS, {**FOLDERS, **_registered}):
        try:
            found.append(plugged(name))
        except plugins.PluginFault as fault:
            plugins.tell(fault)
    return found


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
