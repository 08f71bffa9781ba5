"""Policies by name: the book's own, random, greedy, planner, a plug-in's, or a user's class, named by file or module."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from starfray.engine import plugins
from starfray.engine.errors import BadInput, suggest
from starfray.engine.policy import Guarded, Policies, Policy, RandomPolicy
from starfray.engine.position import sides
from starfray.engine.rulebook import Rulebook
from starfray.sim.greedy import Greedy
from starfray.sim.planner.policy import planner_called
from starfray.sim.planner.settings import is_planner
from starfray.sim.policy_transport import Text, load_file, text_of

EXPECTED = "default, random, greedy, planner:LEVEL, module:Class or file.py:Class"
OWN = ("default", "random", "greedy", "planner")  # names no plug-in may take


def policy_called(book: Rulebook, name: str, texts: dict[str, Text] | None = None) -> Policy:
    """With the texts of files that came along, those are taken and not what may lie here."""
    if name == "default":
        return book.policy()
    if name == "random":
        return RandomPolicy()
    if name == "greedy":
        return Greedy(book.policy())
    if is_planner(name):
        return planner_called(book, name)
    place, colon, cls = name.rpartition(":")
    if not colon and name in plugins.offered(plugins.POLICIES):
        return Guarded(_made(name, plugins.load(plugins.POLICIES, name, OWN)), name)
    if not colon or not place or not cls:
        installed = "".join(f", {each}" for each in plugins.names_of(plugins.POLICIES, OWN))
        raise BadInput(f"no policy {name!r}", field="--policy", expected=EXPECTED + installed)
    return Guarded(_made(name, getattr(_module(name, place, texts or {}), cls, None)), name)


def _module(name: str, place: str, texts: dict[str, Text]) -> Any:
    try:
        if not place.endswith(".py"):
            return importlib.import_module(place)
        if place not in texts and not Path(place).is_file():
            raise BadInput(f"no file {place!r}", field=f"--policy {name}", expected=EXPECTED)
        return load_file(place, texts[place] if place in texts else text_of(Path(place).resolve()))
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(
            f"{place} cannot be loaded ({type(error).__name__}: {error})", field=f"--policy {name}", expected=EXPECTED
        ) from error


def _made(name: str, cls: Any) -> Policy:
    if not isinstance(cls, type) or not issubclass(cls, Policy):
        raise BadInput(
            "this is no policy", field=f"--policy {name}", expected="a class derived from starfray.engine.policy.Policy"
        )
    try:
        return cls()
    except Exception as error:
        raise BadInput(
            f"it cannot be made ({type(error).__name__}: {error})",
            field=f"--policy {name}",
            expected="a class that can be made without arguments",
        ) from error


def policies_called(book: Rulebook, named: dict[str, str], texts: dict[str, Text] | None = None) -> Policies:
    """'' names the policy of everybody, a side its own."""
    default = policy_called(book, named.get("", "default"), texts)
    return Policies(default, {side: policy_called(book, name, texts) for side, name in named.items() if side})


def read_policies(state: Any, given: list[str]) -> dict[str, str]:
    """'random' for everybody, 'crew=random' for a side."""
    found: dict[str, str] = {}
    for words in given:
        side, equals, name = words.partition("=")
        if not equals:
            side, name = "", words
        elif side not in sides(state):
            raise BadInput(f"no side {side!r}", field="--policy", expected=suggest(side, sides(state)))
        found[side] = name
    return found
