"""The fights that come with Starfray."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starfray.engine.errors import BadInput, suggest
from starfray.engine.toml import read_source
from starfray.terminal.command import print_json
from starfray.terminal.ink import Ink

DEMOS = Path(str(files("starfray"))) / "demos"
FIRST_DEMO = "dock-9"


def demo_names() -> list[str]:
    """The first one first."""
    return sorted((path.stem for path in DEMOS.glob("*.toml")), key=lambda name: (name != FIRST_DEMO, name))


def demo_path(name: str) -> Path:
    if name not in demo_names():
        raise BadInput(f"no demo is called {name!r}", field="--demo", expected=suggest(name, demo_names()))
    return DEMOS / f"{name}.toml"


def list_demos(as_json: bool) -> int:
    rows = []
    for name in demo_names():
        data = read_source(demo_path(name)).data
        rows.append({"name": name, "title": data.get("title", ""), "rulebook": data.get("rulebook", "")})
    if as_json:
        print_json(rows)
        return 0
    ink = Ink()
    for row in rows:
        ink.say(f"{row['name']:<20} {row['title']} ({row['rulebook']})")
    return 0
