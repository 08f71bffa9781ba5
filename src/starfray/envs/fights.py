"""The fight of an environment, by the name of a demo, the path of a file, or as it is."""

from __future__ import annotations

from pathlib import Path

from starfray.demo_files import demo_names, demo_path
from starfray.fight import Fight
from starfray.files import load


def fight_for(fight: str | Fight) -> Fight:
    if isinstance(fight, Fight):
        return fight
    return load(demo_path(fight) if fight in demo_names() else Path(fight))
