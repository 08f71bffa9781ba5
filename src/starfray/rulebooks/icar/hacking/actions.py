"""What a hacker can do, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action


@dataclass(frozen=True, slots=True)
class Hack(Action):
    """One roll at a door, a vehicle, an Aug …; `system` is what to switch off once inside, `alter` to change data."""

    KIND: ClassVar[str] = "hack"
    target: str
    system: str = ""
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Bring a Daemon to life against something."""

    KIND: ClassVar[str] = "release"
    daemon: str
    target: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Search(Action):
    """Look for a Back Door somebody has left, or for a `trail` or `stealth-trail` that follows somebody, oneself too."""

    KIND: ClassVar[str] = "search"
    target: str
    daemon: str = "back-door"
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Destroy(Action):
    """Do away with a Trail one has noticed, or with an Overloader, at the generator itself."""

    KIND: ClassVar[str] = "destroy"
    daemon: str
    target: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Impersonate(Action):
    """Pretend to belong where one has been found."""

    KIND: ClassVar[str] = "impersonate"
    target: str
    words: str
    attribute: str = ""


ACTIONS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Hack, Release, Search, Destroy, Impersonate)}
