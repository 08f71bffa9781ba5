"""The fights that come with Starfray."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from starfray.engine.errors import BadInput, suggest

DEMOS = Path(str(files("starfray"))) / "demos"
ACTS = DEMOS.parent / "demo_acts.toml"
FIRST_DEMO = "dock-9"
SECONDS_OF_ACT = 20  # of one act at a table, the computer's and those that are only a word among them


def demo_names() -> list[str]:
    """The names of all demos, the one to begin with first."""
    return sorted((path.stem for path in DEMOS.glob("*.toml")), key=lambda name: (name != FIRST_DEMO, name))


def demo_path(name: str) -> Path:
    """The file of a demo."""
    if name not in demo_names():
        raise BadInput(f"no demo is called {name!r}", field="--demo", expected=suggest(name, demo_names()))
    return DEMOS / f"{name}.toml"


@lru_cache(maxsize=1)
def demo_acts() -> dict[str, int]:
    """How many acts each demo takes on average."""
    return tomllib.loads(ACTS.read_text(encoding="utf-8"))


def demo_minutes(name: str) -> int:
    """About how long a demo takes at a table: 5 minutes, or 10, 15, …"""
    return max(5, 5 * round(demo_acts()[name] * SECONDS_OF_ACT / 60 / 5))
