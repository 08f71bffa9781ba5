"""A book of one file, written anew for each test that breaks or watches it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

IDS = frozenset({
    "toy.cover.none", "toy.cover.full", "toy.damage.least", "toy.jam", "toy.jam.clear", "toy.order", "toy.range.far",
    "toy.shot.roll", "toy.cached", "toy.class", "toy.field", "toy.row.knife", "toy.row.rifle",
})  # fmt: skip

SOURCE = '''\
"""A toy. toy.jam stands here, which reaches nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

COVER = {"": 0, "full": 4}  # toy.cover.none, .full
LEAST = 1  # toy.damage.least
#: toy.range.far
FAR = 100
BANDS = (10, FAR)


@dataclass
class Gun:
    """A gun. toy.class"""

    jammed: bool = False
    range: int = 5  # toy.field

    def clear(self) -> None:
        self.jammed = False


def damage(rolled: int, cover: str) -> int:
    """Order matters. toy.order"""
    return max(LEAST, rolled - COVER[cover])


def shot(face: int, gun: Gun) -> str:
    if gun.jammed:
        return "jammed"  # toy.jam
    # toy.shot.roll
    if face > 5:
        return "hit"
    else:  # toy.jam.clear
        gun.clear()
    return "miss"


def band(metres: int) -> int:
    return sum(metres > end for end in BANDS)


def reach(gun: Gun) -> int:
    return gun.range


@lru_cache(maxsize=8)
def bonus(skill: int) -> int:
    """Worked out once. toy.cached"""
    return skill // 2
'''

DATA = """\
[knife]  # toy.row.knife
reach = 1

# toy.row.rifle
[rifle]
reach = 100
"""


@contextmanager
def toy_book(folder: Path, name: str) -> Iterator[Path]:
    """The folder of a package of that name, importable for a while."""
    book = folder / name
    book.mkdir()
    (book / "__init__.py").write_text(SOURCE, encoding="utf-8")
    (book / "weapons.toml").write_text(DATA, encoding="utf-8")
    sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        yield book
    finally:
        sys.path.remove(str(folder))
        for loaded in [each for each in sys.modules if each.partition(".")[0] == name]:
            del sys.modules[loaded]


def line_of(text: str) -> int:
    """The line of the source on which a text stands."""
    return next(number for number, line in enumerate(SOURCE.splitlines(), 1) if text in line)
