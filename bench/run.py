"""The benches: ratios from one run, beside a yardstick, lean programs and the simulators of other games.

    python -m bench.run                     measures and prints
    python -m bench.run --write             also writes bench/results.md
    python -m bench.run --quick             short and rough
    python -m bench.run --only acts growth  these parts alone
    python -m bench.run --compiled PATH     measures a compiled tree beside the interpreted one, in turn

The machine is noisy: figures are seconds of the processor, everything that is compared takes turns, and medians of the rounds
count. Only the ratios are worth comparing. Peers are installed under build/, and only by this.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import duels, growth, peers
from bench.beside import ROOT, trees
from bench.figures import FOUR_ON_FOUR
from bench.runs import Bench, File, conditions, table, times

EXAMPLES = ROOT / "examples"


def small(bench: Bench) -> list[str]:
    """The example fights, one live re-run and one `odds`, in units of a bare loop of Python's own dice."""
    unit = bench.trees["interpreted"].ask(do="figure", name="yardstick")["seconds"]
    files = [File("Coriolis four against four", FOUR_ON_FOUR, "."),
             *(File.at(path) for path in sorted(EXAMPLES.glob("*.toml")))]  # fmt: skip
    rows = [["yardstick: eight dice by random.randint, sixes counted", f"{1e6 * unit:.2f} µs", *["1.0"] * len(bench.trees), ""]]
    for file in files:
        bench.say(file.name)
        one = bench.play(file)
        fight = {tree: one.took(tree) / one.fights for tree in bench.trees}
        best = fight[bench.best]
        acts = one.acts / one.fights
        rows.append(
            [
                f"{file.name}, one fight",
                f"{1 / best:,.0f} fights/s, {acts:.0f} acts each, {acts / best:,.0f} acts/s",
                *(f"{fight[tree] / unit:,.0f}" for tree in bench.trees),
                gain(bench, fight),
            ]
        )
    for name, words in (("re-run", "one live re-run (answer to question or commit)"),
                        ("odds", "one run of the rules for the exact `odds` of a shot")):  # fmt: skip
        bench.say(words)
        found = {tree: talk.ask(do="figure", name=name) for tree, talk in bench.trees.items()}
        took = {tree: float(found[tree]["seconds"]) for tree in bench.trees}
        figure = f"{1e6 * took[bench.best]:.0f} µs"
        if name == "odds":
            runs = found[bench.best]["units"]
            figure += f", {1e3 * runs * took[bench.best]:.0f} ms for all {runs:,}"
        rows.append([words, figure, *(f"{took[tree] / unit:,.1f}" for tree in bench.trees), gain(bench, took)])
    head = ["what", f"measured, {bench.best}", *(f"× yardstick, {tree}" for tree in bench.trees), "compiled ÷ interpreted"]
    cut = len(head) if bench.best == "compiled" else len(head) - 1
    return ["## Small figures", "", *table(head[:cut], [row[:cut] for row in rows]), ""]


def gain(bench: Bench, took: dict[str, float]) -> str:
    return times(took["interpreted"] / took["compiled"]) if bench.best == "compiled" else ""


PARTS: dict[str, Callable[[Bench], list[str]]] = {
    "acts": peers.section, "duel": duels.section, "growth": growth.section, "small": small,
}  # fmt: skip


def page(bench: Bench, only: list[str]) -> Iterator[str]:
    """The page, part by part as they are done."""
    yield (
        f"# Results\n\nOne run of `make bench`. {conditions(bench)} Seconds of the processor, rounds in turn "
        f"({bench.rounds}), medians. Ratios, not times, are worth comparing.\n"
    )
    for name, part in PARTS.items():
        if name in only:
            yield "\n".join(part(bench)).rstrip() + "\n"


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write bench/results.md")
    parser.add_argument("--quick", action="store_true", help="one round, a fifth of a second for each fight")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS), help="these parts alone")
    parser.add_argument("--compiled", type=Path, help="a tree with compiled modules (without it, those built in place)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="so long for each fight in each round, interpreted")
    args = parser.parse_args(words)
    rounds, seconds = (1, 0.2) if args.quick else (args.rounds, args.seconds)
    bench = Bench(trees(args.compiled), rounds, seconds)
    bench.say(conditions(bench))
    parts = []
    for text in page(bench, args.only):
        print(text, flush=True)
        parts.append(text)
    bench.close()
    if args.write:
        Path(__file__).with_name("results.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
