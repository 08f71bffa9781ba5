"""Every demo played by policies, for what is said of it."""

from __future__ import annotations

import re
from functools import lru_cache

import starfray
from starfray.demo_files import DEMOS, demo_names
from starfray.fight import Fight

NAMES = demo_names()
_SEED = re.compile(r"^seed *= *\d+", re.MULTILINE)


@lru_cache(maxsize=32)
def played(name: str, seed: int = 1, acts: int = 20) -> Fight:
    """A demo after so many acts of policies, or at its end."""
    text = (DEMOS / f"{name}.toml").read_text(encoding="utf-8")
    fight = starfray.loads(_SEED.sub(f"seed = {seed}", text), folder=DEMOS)
    return fight.auto(acts=acts)
