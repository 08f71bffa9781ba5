"""What each transformer of the compiled build brings: built without it, and the instructions of the same fights counted.

    python -m bench.transformers                        measures and prints
    python -m bench.transformers --write                also writes bench/transformers.md
    python -m bench.transformers --resume               goes on where a run of the same source was stopped
    python -m bench.transformers --only TableMarks      these alone; several in one build: Rosters,CachedLists
    python -m bench.transformers --demos dock-9         these fights alone; other books are not compiled

Seconds are no use for a few per cent on a machine that does other things as well: valgrind counts the instructions of the
processor inside `playout`, the same ones each time. The build is that of `make compile`, so whatever a transformer does not
touch is taken from the cache of object files. Fights must end alike in all builds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

os.environ["STARFRAY_INTERPRETED"] = "1"

from native.build import ROOT, SOURCE, Plan, build
from native.pipeline import TRANSFORMERS

import starfray
from bench.instructions import Counter
from bench.runs import table

#: one fight of each book, and how many times it is played
FIGHTS = {"dock-9": 20, "needle-and-pin": 40, "corridor": 10, "furball": 20, "two-wasps": 20, "swords-on-the-count": 20}
TREES = ROOT / "build" / "transformers"
COUNTS = TREES / "counts.json"

Counts = dict[str, dict[str, int]]  # by transformers left out ('' for none) and demo: instructions


def built(name: str, demos: Sequence[str]) -> Path:
    """A tree compiled without some of the transformers: the folder to import it from."""
    tree = TREES / (name or "all")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(
        SOURCE, tree / "starfray", ignore=shutil.ignore_patterns("*.so", "__pycache__", "static", "templates", "compiled-from")
    )
    books = {starfray.load(SOURCE / "demos" / f"{demo}.toml").book.folder.name for demo in demos}
    plan = Plan(books=sorted(books), bench=True, without=name.split(",") if name else [])
    for path in build(plan):
        shutil.copy2(path, tree / path.relative_to(plan.library))
    return tree


def measured(names: Sequence[str], demos: dict[str, int], found: Counts) -> Counts:
    """Counts what is not among those found yet; they are written down as they come."""
    ends: dict[str, str] = {}
    for name in ["", *names]:
        counts = found.setdefault(name, {})
        missing = [demo for demo in demos if demo not in counts]
        if not missing:
            continue
        started = time.monotonic()
        tree = built(name, missing)
        print(f"built without {name or 'nothing'}, {time.monotonic() - started:.0f} s", file=sys.stderr)
        with Counter(tree) as counter:
            for demo in missing:
                counts[demo], played = counter.counted(do="play", demo=demo, fights=demos[demo])
                if ends.setdefault(demo, played["digest"]) != played["digest"]:
                    raise SystemExit(f"{demo}: the same seeds end otherwise without {name}")
                COUNTS.write_text(json.dumps(found), encoding="utf-8")
                print(f"  {demo}: {counts[demo]:,} instructions, × {counts[demo] / found[''][demo]:.4f}", file=sys.stderr)
    return found


def page(found: Counts, demos: Sequence[str]) -> str:
    """The table: what is added to the instructions of a fight when a transformer is left out."""
    gains = {name: gained(counts, found[""]) for name, counts in found.items() if name}
    rows = []
    for name, gain in sorted(gains.items(), key=lambda row: -max(row[1].values())):
        cells = [f"{gain[demo]:+.1%}" if demo in gain else "" for demo in demos]
        rows.append([name.replace(",", ", "), *cells, f"{max(gain.values()):+.1%}"])
    needed = ", ".join(f"`{each.__name__}`" for each in TRANSFORMERS if each.needed)
    return "\n".join(
        [
            "# What each transformer brings",
            "",
            "`python -m bench.transformers`: the build is made without one transformer of `native/transformers` (or without",
            "several, where a row names several), and valgrind counts the instructions of the same fights, one of each book.",
            "The figures are what is added when it is left out. What brings less than 3% in every book is not kept.",
            "",
            *table(["left out", *demos, "most"], rows),
            "",
            f"Not measured, because mypyc cannot compile the source without them: {needed}.",
            "",
        ]
    )


def gained(counts: dict[str, int], base: dict[str, int]) -> dict[str, float]:
    return {demo: count / base[demo] - 1 for demo, count in counts.items()}


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write bench/transformers.md")
    parser.add_argument("--resume", action="store_true", help="keep what an earlier run of the same source has counted")
    parser.add_argument("--only", nargs="+", help="these transformers alone")
    parser.add_argument("--demos", nargs="+", default=list(FIGHTS), choices=list(FIGHTS), help="these fights alone")
    args = parser.parse_args(words)
    names = args.only if args.only is not None else [each.__name__ for each in TRANSFORMERS if not each.needed]
    demos = {demo: FIGHTS[demo] for demo in args.demos}
    before: Counts = json.loads(COUNTS.read_text(encoding="utf-8")) if args.resume and COUNTS.exists() else {}
    text = page(measured(names, demos, before), list(FIGHTS))
    print(text)
    if args.write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
