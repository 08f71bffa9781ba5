"""The fights that come with Starfray and with the books of plug-ins."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from starfray.engine.errors import BadInput, suggest
from starfray.rulebooks import plugged_books

DEMOS = Path(str(files("starfray"))) / "demos"
ACTS = DEMOS.parent / "demo_acts.toml"
FIRST_DEMO = "dock-9"
SECONDS_OF_ACT = 20  # of one act at a table, the computer's and those that are only a word among them


def own_names() -> list[str]:
    """The names of the demos in this package, the one to begin with first."""
    return sorted((path.stem for path in DEMOS.glob("*.toml")), key=lambda name: (name != FIRST_DEMO, name))


def demo_names() -> list[str]:
    """The names of all demos, those of plug-ins last."""
    return [*own_names(), *plugged_demos()]


def plugged_demos() -> dict[str, Path]:
    """The demos that books of other distributions bring: `demos/first.toml` of the book `duel` is called `duel-first`."""
    return {
        f"{book.name}-{path.stem}": path for book in plugged_books() for path in sorted((book.folder / "demos").glob("*.toml"))
    }


def demo_path(name: str) -> Path:
    """The file of a demo."""
    if name in own_names():
        return DEMOS / f"{name}.toml"
    plugged = plugged_demos()
    if name not in plugged:
        raise BadInput(f"no demo is called {name!r}", field="--demo", expected=suggest(name, demo_names()))
    return plugged[name]


@lru_cache(maxsize=1)
def demo_acts() -> dict[str, int]:
    """How many acts each demo of this package takes on average."""
    return tomllib.loads(ACTS.read_text(encoding="utf-8"))


def demo_minutes(name: str) -> int:
    """About how long a demo takes at a table: 5 minutes, or 10, 15, …; the least for one nobody has measured."""
    return max(5, 5 * round(demo_acts().get(name, 0) * SECONDS_OF_ACT / 60 / 5))
