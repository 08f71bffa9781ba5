"""The files of the archive: one per fight file and release, JSON packed with xz, the same bytes for the same fights."""

from __future__ import annotations

import json
import lzma
import re
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from tests.archive.positions import Values
from tests.archive.replaying import FIGHT_FOLLOWS, Happened

HERE = Path(__file__).parent
SUFFIX = ".json.xz"
SEED = re.compile(r"^seed\s*=\s*\d+", re.MULTILINE)


@dataclass(slots=True)
class Source:
    """A fight file as it was: its text, the packs beside it, the position it began with, as the transcripts write it."""

    text: str
    packs: dict[str, str]
    fight: str
    start: Values


@dataclass(slots=True)
class Recorded:
    """One fight: the acts of its transcript, and what each led to."""

    seed: int
    transcript: list[str]  # its lines, up to the fight it began with
    acts: list[Happened]
    over: str


@dataclass(slots=True)
class Shelf:
    """What one release recorded of one fight file. Fights are called POLICY/SEED."""

    engine: str
    book: str
    version: str
    source: Source
    fights: dict[str, Recorded]

    def text_of(self, name: str) -> str:
        """A whole transcript."""
        fight = self.fights[name]
        return "\n".join([*fight.transcript, FIGHT_FOLLOWS, with_seed(self.source.fight, fight.seed)])


def with_seed(text: str, seed: int) -> str:
    """A fight file with another seed."""
    changed, times = SEED.subn(f"seed = {seed}", text, count=1)
    if not times:
        raise ValueError("the fight file has no seed to replace")
    return changed


def path_of(release: str, book: str, source: str) -> Path:
    return HERE / release / book / f"{source}{SUFFIX}"


def shelves() -> list[tuple[str, str, str]]:
    """Release, book and fight file of everything in the archive."""
    return sorted((path.parts[-3], path.parts[-2], path.name.removesuffix(SUFFIX)) for path in HERE.glob(f"*/*/*{SUFFIX}"))


def write(path: Path, shelf: Shelf) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(shelf), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


@lru_cache(maxsize=4)
def read(path: Path) -> Shelf:
    data = json.loads(lzma.decompress(path.read_bytes()))
    fights = {name: _recorded(each) for name, each in data["fights"].items()}
    return Shelf(data["engine"], data["book"], data["version"], Source(**data["source"]), fights)


def _recorded(data: dict[str, object]) -> Recorded:
    acts = data["acts"]
    assert isinstance(acts, list)
    return Recorded(**{**data, "acts": [Happened(**act) for act in acts]})  # type: ignore[arg-type]
