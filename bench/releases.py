"""This release against an older one, both compiled, in turn, on every demo: is it at least as fast?

    python -m bench.releases --base PATH            measures and prints; PATH is a compiled tree of the older release
    python -m bench.releases --base PATH --write    also writes bench/releases.md
    python -m bench.releases --base PATH --demos dock-9 furball
    python -m bench.releases --base PATH --count 6  counts instructions of six fights a demo by valgrind instead of seconds

Two things are compared, and nothing is recalled in either. *The same acts*: what the older release's policies chose, given to
the rules of both by a script, so that rules, views and the loop around them are measured and no policy. A fight counts only if
both end it alike with the same dice. *Default policies*: each release with the policies `sim` takes; they play better and think
longer from release to release, so there the time of an act is compared.

Seconds are those of the processor; the two take turns, and the median of the rounds counts. On a machine that does other things
as well, count instructions.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

from bench.beside import ROOT, Missing, Talk
from bench.instructions import Counter
from bench.runs import table


class Row(NamedTuple):
    """One demo: how many times as fast this release is, round by round, on the same acts and by each release's policies."""

    demo: str
    fights: int
    acts: int
    refused: int  # fights whose acts today's rules refuse or end in another way
    same_acts: list[float]
    policies: list[float]

    @property
    def ratio(self) -> float | None:
        return statistics.median(self.same_acts) if self.same_acts else None


class Count(NamedTuple):
    """One demo: the instructions of an act, in the older release and in this one."""

    demo: str
    acts: int
    refused: int
    same_acts: tuple[float, float] | None  # None: today's rules end all of the fights in another way
    policies: tuple[float, float]

    @property
    def ratio(self) -> float | None:
        return self.same_acts[0] / self.same_acts[1] if self.same_acts is not None else None


def source_of(tree: Path) -> Path:
    """The folder to import from: that of a checkout, or one that holds the package itself."""
    return (tree / "src" if (tree / "src").is_dir() else tree).resolve()


def talk(name: str, tree: Path) -> Talk:
    """A process that plays in a tree."""
    environment = {"PYTHONPATH": str(source_of(tree)), "STARFRAY_INTERPRETED": "", "PYTHONHASHSEED": "0"}
    return Talk(name, [sys.executable, "-m", "bench.release_worker"], environment)


def scripts(base: Talk, here: Talk, demo: str, fights: int, folder: Path) -> tuple[Path, int]:
    """A file with what the older release does in so many fights, and how many of them had to be left out."""
    recorded = base.ask(do="record", demo=demo, fights=fights)["scripts"]
    path = folder / f"{demo}.json"
    path.write_text(json.dumps(recorded), encoding="utf-8")
    held = [set(each.ask(do="check", demo=demo, scripts=str(path))["seeds"]) for each in (base, here)]
    kept = [script for script in recorded if script["seed"] in held[0] & held[1]]
    path.write_text(json.dumps(kept), encoding="utf-8")
    return path, len(recorded) - len(kept)


def row(base: Talk, here: Talk, demo: str, rounds: int, seconds: float, folder: Path) -> Row:
    fights = base.ask(do="count", demo=demo, seconds=seconds)["fights"]
    path, refused = scripts(base, here, demo, fights, folder)
    same_acts, policies, acts = [], [], 0
    for turn in range(rounds):
        order = (base, here) if turn % 2 == 0 else (here, base)
        if refused < fights:
            replayed = {each.name: each.ask(do="replay", demo=demo, scripts=str(path)) for each in order}
            same_acts.append(replayed["base"]["seconds"] / replayed["here"]["seconds"])
            acts = replayed["here"]["acts"]
        played = {each.name: each.ask(do="play", demo=demo, fights=fights) for each in order}
        cost = {name: found["seconds"] / max(1, found["acts"]) for name, found in played.items()}
        policies.append(cost["base"] / cost["here"])
    return Row(demo, fights, acts, refused, same_acts, policies)


def count(base: Talk, here: Talk, counters: Sequence[Counter], demo: str, fights: int, folder: Path) -> Count:
    path, refused = scripts(base, here, demo, fights, folder)
    same_acts, acts = None, 0
    if refused < fights:
        same_acts, acts = cost(counters, do="replay", demo=demo, scripts=str(path))
    policies, _ = cost(counters, do="play", demo=demo, fights=fights)
    return Count(demo, acts, refused, same_acts, policies)


def cost(counters: Sequence[Counter], **job: Any) -> tuple[tuple[float, float], int]:
    """The instructions of an act in each release, and how many acts the second played."""
    then, now = (counter.counted(**job) for counter in counters)
    return (then[0] / then[1]["acts"], now[0] / now[1]["acts"]), now[1]["acts"]


def timed_table(rows: Sequence[Row], rounds: int) -> list[str]:
    cells = []
    for each in rows:
        ranges = [f"{min(found):.2f} to {max(found):.2f}" for found in (each.same_acts, each.policies) if found]
        medians = [f"{statistics.median(found):.2f}" for found in (each.same_acts, each.policies) if found]
        left_out = str(each.refused) if each.refused else ""
        ratios = [cell for pair in zip(medians, ranges, strict=True) for cell in pair]
        missing = [""] * (4 - len(ratios))
        cells.append([each.demo, f"{each.fights:,}", left_out, f"{each.acts:,}", *missing, *ratios])
    return [
        f"Seconds of the processor: the median of {rounds} rounds in turn, and their range. {os.cpu_count()} cores,",
        f"load {os.getloadavg()[0]:.1f} at the end.",
        "",
        *table(["demo", "fights", "left out", "acts", "same acts", "rounds", "policies", "rounds"], cells),
        "",
        verdict({each.demo: each.ratio for each in rows if each.ratio is not None}),
    ]


def counted_table(rows: Sequence[Count], fights: int) -> list[str]:
    cells = []
    for each in rows:
        left_out = str(each.refused) if each.refused else ""
        numbers = compared(*each.same_acts) if each.same_acts is not None else ["", "", ""]
        cells.append([each.demo, left_out, f"{each.acts:,}", *numbers, *compared(*each.policies)])
    return [
        f"Instructions of an act inside `playout`, counted by valgrind over {fights} fights of each demo.",
        "",
        *table(["demo", "left out", "acts", "same acts: then", "now", "ratio", "policies: then", "now", "ratio"], cells),
        "",
        verdict({each.demo: each.ratio for each in rows if each.ratio is not None}),
    ]


def compared(then: float, now: float) -> list[str]:
    return [f"{then:,.0f}", f"{now:,.0f}", f"{then / now:.2f}"]


def verdict(ratios: dict[str, float]) -> str:
    slower = [demo for demo, ratio in ratios.items() if ratio < 1]
    return (
        f"The same acts: median of the demos {statistics.median(ratios.values()):.2f}, least {min(ratios.values()):.2f}. "
        + (f"Slower than before: {', '.join(slower)}." if slower else "None is slower than before.")
    )


def page(lines: Sequence[str], base: dict[str, Any], here: dict[str, Any]) -> str:
    return "\n".join(
        [
            f"# Starfray {here['version']} against {base['version']}, both compiled",
            "",
            f"One run of `python -m bench.releases`: {platform.python_implementation()} {platform.python_version()}.",
            "A ratio is how many times as fast an act is played now. *Same acts*: what the older release's policies chose,",
            "played by the rules of both; a fight is left out if today's rules refuse an act of it or end it in another way.",
            "*Policies*: each release with its own default policies, which now have more to choose from.",
            "",
            *lines,
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
    parser.add_argument("--count", type=int, default=0, help="count the instructions of so many fights of each demo")
    parser.add_argument("--write", action="store_true", help="write bench/releases.md")
    args = parser.parse_args(words)
    base, here = talk("base", args.base), talk("here", args.tree)
    try:
        greetings = {each.name: each.ask(do="hello") for each in (base, here)}
        for name, said in greetings.items():
            if not said["compiled"]:
                raise SystemExit(f"the tree of {name} is not compiled (or older than its source): make compile")
        demos = args.demos or [demo for demo in greetings["here"]["demos"] if demo in greetings["base"]["demos"]]
        with TemporaryDirectory() as folder:
            if args.count:
                with Counter(source_of(args.base)) as then, Counter(source_of(args.tree)) as now:
                    counts = [told(count(base, here, (then, now), demo, args.count, Path(folder))) for demo in demos]
                lines = counted_table(counts, args.count)
            else:
                rows = [told(row(base, here, demo, args.rounds, args.seconds, Path(folder))) for demo in demos]
                lines = timed_table(rows, args.rounds)
    except Missing as missing:
        raise SystemExit(str(missing)) from missing
    finally:
        base.close()
        here.close()
    text = page(lines, greetings["base"], greetings["here"])
    print(text)
    if args.write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


R = TypeVar("R", Row, Count)


def told(found: R) -> R:
    """What was found for a demo, said at once: the whole takes a while."""
    print(found, file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    main()
