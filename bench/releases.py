"""This release against an older one, both compiled, in turn, on every demo: is it at least as fast?

    python -m bench.releases --base PATH            measures and prints; PATH is a compiled tree of the older release
    python -m bench.releases --base PATH --write    also writes bench/releases.md
    python -m bench.releases --base PATH --demos dock-9 furball

The rules play every act (nothing is recalled), with the policies that `sim` takes by default. Seconds are those of the
processor; the two take turns, and the median of the rounds counts. The same seeds should end alike in both; where they do not,
the rules have changed, and the time of an act is compared.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.beside import ROOT, Missing, Talk
from bench.runs import table


class Row(NamedTuple):
    """One demo: how many times as fast this release is, round by round, and whether the same fights were played."""

    demo: str
    fights: int
    acts: int
    ratios: list[float]
    same: bool

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)


def talk(name: str, tree: Path) -> Talk:
    """A process that plays in a tree: a checkout, or the folder that holds the package."""
    source = tree / "src" if (tree / "src").is_dir() else tree
    environment = {"PYTHONPATH": str(source.resolve()), "STARFRAY_INTERPRETED": "", "PYTHONHASHSEED": "0"}
    return Talk(name, [sys.executable, "-m", "bench.release_worker"], environment)


def row(base: Talk, here: Talk, demo: str, rounds: int, seconds: float) -> Row:
    fights = base.ask(do="count", demo=demo, seconds=seconds)["fights"]
    ratios, ends, acts = [], set(), 0
    for turn in range(rounds):
        order = (base, here) if turn % 2 == 0 else (here, base)
        found = {each.name: each.ask(do="play", demo=demo, fights=fights) for each in order}
        cost = {name: played["seconds"] / max(1, played["acts"]) for name, played in found.items()}
        ratios.append(cost[base.name] / cost[here.name])
        ends |= {played["digest"] for played in found.values()}
        acts = found[here.name]["acts"]
    return Row(demo, fights, acts, ratios, len(ends) == 1)


def page(rows: Sequence[Row], base: dict[str, Any], here: dict[str, Any], rounds: int) -> str:
    ratios = [each.ratio for each in rows]
    cells = []
    for each in rows:
        spread = f"{min(each.ratios):.2f} to {max(each.ratios):.2f}"
        ends = "same" if each.same else "other"
        cells.append([each.demo, f"{each.fights:,}", f"{each.acts:,}", f"{each.ratio:.2f}", spread, ends])
    slower = [each.demo for each in rows if each.ratio < 1]
    return "\n".join(
        [
            f"# Starfray {here['version']} against {base['version']}, both compiled",
            "",
            f"One run of `python -m bench.releases`: {platform.python_implementation()} {platform.python_version()}, "
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end, {rounds} rounds in turn. The ratio is how many "
            "times as fast an act is played now; the median of the rounds, and their range. `same`: the same seeds end alike.",
            "",
            *table(["demo", "fights", "acts", "ratio", "rounds", "fights end"], cells),
            "",
            f"Median of the demos {statistics.median(ratios):.2f}, least {min(ratios):.2f}. "
            + (f"Slower than before: {', '.join(slower)}." if slower else "None is slower than before."),
            "",
        ]
    )


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", type=Path, required=True, help="a compiled tree of the older release")
    parser.add_argument(
        "--tree", type=Path, default=ROOT, help="the compiled tree of this release; without it, the one in place"
    )
    parser.add_argument("--demos", nargs="+", help="these fights alone")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.15, help="so long for each demo in each round, in the older release")
    parser.add_argument("--write", action="store_true", help="write bench/releases.md")
    args = parser.parse_args(words)
    base, here = talk("base", args.base), talk("here", args.tree)
    try:
        greetings = {each.name: each.ask(do="hello") for each in (base, here)}
        for name, said in greetings.items():
            if not said["compiled"]:
                raise SystemExit(f"the tree of {name} is not compiled (or older than its source): make compile")
        rows = []
        for demo in args.demos or [demo for demo in greetings["here"]["demos"] if demo in greetings["base"]["demos"]]:
            rows.append(row(base, here, demo, args.rounds, args.seconds))
            print(f"{demo:22} {rows[-1].ratio:.3f} {'' if rows[-1].same else '(other fights)'}", file=sys.stderr, flush=True)
    except Missing as missing:
        raise SystemExit(str(missing)) from missing
    finally:
        base.close()
        here.close()
    text = page(rows, greetings["base"], greetings["here"], args.rounds)
    print(text)
    if args.write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
