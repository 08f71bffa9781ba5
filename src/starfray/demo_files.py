"""The fights that come with Starfray."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starfray.engine.errors import BadInput, suggest

DEMOS = Path(str(files("starfray"))) / "demos"
FIRST_DEMO = "dock-9"


def demo_names() -> list[str]:
    """The names of all demos, the one to begin with first."""
    return sorted((path.stem for path in DEMOS.glob("*.toml")), key=lambda name: (name != FIRST_DEMO, name))


def demo_path(name: str) -> Path:
    """The file of a demo."""
    if name not in demo_names():
        raise BadInput(f"no demo is called {name!r}", field="--demo", expected=suggest(name, demo_names()))
    return DEMOS / f"{name}.toml"
