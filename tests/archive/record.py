"""Record the archive of a release: every demo and every example, twenty seeds by the book's policy and twenty at random.

    python -m tests.archive.record           what is not there yet, into the folder of this version, as tests/archive/0.2
    python -m tests.archive.record dock-9    one of them

A fight that is not over when it meets the cap is recorded as it stands. What was recorded once is never recorded again.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from time import process_time

import starfray
from starfray.sim.policies import policies_called
from tests.archive.positions import Values
from tests.archive.replaying import FIGHT_FOLLOWS, play_again
from tests.archive.storing import Recorded, Shelf, Source, path_of, shelves, with_seed, write

DEMOS = Path(starfray.__file__).parent / "demos"
EXAMPLES = Path(__file__).parents[2] / "examples"
SEEDS = range(1, 21)
#: acts of a fight at most, steps that fall due included
CAPS = {"default": 250, "random": 100}
MOST_REFUSALS = 200


def played(text: str, folder: Path, policy: str) -> starfray.Fight:
    """A fight begun from its file and played on by policies until it is over or meets the cap."""
    fight = starfray.loads(text, folder=folder)
    fight.seats.policies = policies_called(fight.book, {"": policy})
    entries, refusals = fight.journal.entries, 0
    while len(entries) < CAPS[policy] and not fight.over:
        before = len(entries)
        try:
            fight.auto(acts=1)
        except starfray.Refused:  # what was drawn from what a side can see may turn out not to be possible
            refusals += 1
            if refusals < MOST_REFUSALS:
                continue
        if len(entries) == before:
            break
    while len(fight.journal.entries) > CAPS[policy]:
        fight.undo()
    return fight


def recorded(fight: starfray.Fight, folder: Path) -> tuple[Recorded, tuple[str, Values]]:
    """What happened in a fight, and how it began, as its transcript says and as values."""
    text = fight.transcript()
    again = play_again(text, folder)
    if again.problem:
        raise SystemExit(f"{fight.title}, seed {fight.seed}: {again.problem}")
    acts, _, start = text.partition(f"\n{FIGHT_FOLLOWS}\n")
    return Recorded(fight.seed, acts.split("\n"), again.acts, again.over), (with_seed(start, 0), again.start)


def packs_beside(path: Path) -> dict[str, str]:
    """The files of the packs a fight names, by where they lie."""
    names: list[str] = tomllib.loads(path.read_text(encoding="utf-8")).get("packs", [])
    files = [file for name in names for file in sorted((path.parent / name).rglob("*.toml"))]
    return {file.relative_to(path.parent).as_posix(): file.read_text(encoding="utf-8") for file in files}


def shelf_of(path: Path) -> Shelf:
    text = path.read_text(encoding="utf-8")
    made = Source(text, packs_beside(path), "", {})
    shelf = Shelf(starfray.__version__, "", "", made, {})
    for policy in CAPS:
        for seed in SEEDS:
            fight = played(with_seed(text, seed), path.parent, policy)
            shelf.book, shelf.version = fight.book.name, fight.book.version
            shelf.fights[f"{policy}/{seed}"], begun = recorded(fight, path.parent)
            if made.fight and begun != (made.fight, made.start):
                raise SystemExit(f"{path}: the position at the start depends on the seed")
            made.fight, made.start = begun
    return shelf


def main(*names: str) -> None:
    release = starfray.__version__.rpartition(".")[0]
    there = {source for version, _, source in shelves() if version == release}
    for file in [*sorted(DEMOS.glob("*.toml")), *sorted(EXAMPLES.glob("*.toml"))]:
        if file.stem in there or (names and file.stem not in names):
            continue
        began = process_time()
        shelf = shelf_of(file)
        path = path_of(release, shelf.book, file.stem)
        write(path, shelf)
        acts = sum(len(fight.acts) for fight in shelf.fights.values())
        print(f"{path}: {acts} acts, {path.stat().st_size} bytes, {process_time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
