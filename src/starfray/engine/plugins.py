"""What other distributions offer by entry points: rulebooks, policies, importers. Nothing is imported before it is asked for.

A plug-in that fails is told in one line and left out; everything else goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Container
from dataclasses import dataclass
from typing import Any, Final

from starfray.engine.errors import BadInput

RULEBOOKS, POLICIES, IMPORTERS = "starfray.rulebooks", "starfray.policies", "starfray.importers"
GROUPS: Final = (RULEBOOKS, POLICIES, IMPORTERS)
OWN: Final = "starfray"


class PluginFault(BadInput):
    """A plug-in that cannot be used, and why."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """One name in a group. Where several distributions offer it, none of them gets it."""

    group: str
    name: str
    target: str  # module:object
    origins: tuple[str, ...]  # the distributions that offer it, with their versions

    @property
    def words(self) -> str:
        return f"{self.group} {self.name!r} of {' and '.join(self.origins)}"


_offered: Final[dict[str, dict[str, Plugin]]] = {}
_loaded: Final[dict[tuple[str, str], Any]] = {}
_told: Final[set[str]] = set()


def offered(group: str) -> dict[str, Plugin]:
    """What is installed under a group, by name. Only metadata are read."""
    known = _offered.get(group)
    if known is None:
        known = _offered[group] = read_group(group)
    return known


def read_group(group: str) -> dict[str, Plugin]:
    from importlib.metadata import entry_points  # takes longer than most commands need altogether

    found: dict[str, Plugin] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        origin = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown distribution"
        before = found.get(entry.name)
        origins = tuple(sorted([*before.origins, origin])) if before is not None else (origin,)
        found[entry.name] = Plugin(group, entry.name, entry.value, origins)
    return found


def names_of(group: str, own: Container[str]) -> list[str]:
    """The names of a group that Starfray has not itself."""
    return [name for name in offered(group) if name not in own]


def fault_of(plugin: Plugin, own: Container[str]) -> PluginFault | None:
    """Is the name taken, by Starfray itself or by another distribution?"""
    origins = (OWN, *plugin.origins) if plugin.name in own else plugin.origins
    if len(origins) == 1:
        return None
    return PluginFault(
        f"the name {plugin.name!r} of {plugin.group} is taken twice, by {' and '.join(origins)}",
        expected="one of them: uninstall or rename the other",
    )


def load(group: str, name: str, own: Container[str] = ()) -> Any:
    """The object behind a name; a fault that says whose it is where it cannot be had."""
    plugin = offered(group)[name]
    fault = fault_of(plugin, own)
    if fault is not None:
        raise fault
    if (group, name) not in _loaded:
        _loaded[group, name] = imported(plugin)
    return _loaded[group, name]


def imported(plugin: Plugin) -> Any:
    from importlib import import_module

    module, _, path = plugin.target.partition(":")
    try:
        value: Any = import_module(module.strip())
        for part in path.split(".") if path else []:
            value = getattr(value, part.strip())
    except (Exception, SystemExit) as error:
        raise PluginFault(
            f"the plug-in {plugin.words} cannot be loaded ({type(error).__name__}: {error})",
            expected=f"{plugin.target}, or the package uninstalled",
        ) from error
    return value


def tell(fault: PluginFault) -> None:
    """One line on the error stream, once."""
    words = " ".join(str(fault).split())
    if words not in _told:
        _told.add(words)
        sys.stderr.write(f"starfray: {words}\n")


def forget() -> None:
    """Look again at what is installed."""
    _offered.clear()
    _loaded.clear()
    _told.clear()
