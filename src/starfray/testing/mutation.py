"""`make mutate`: put small faults into the rulebooks and see whether the tests named for the broken rule notice.

python -m starfray.testing.mutation [--book B] [--sample N] [--seed S] [--all] [--rule ID] [--at FILE:LINE] [--wider] [--write]

Works on a copy of the source tree, one book after the other, each in a process of its own (see `mutation_runner`). With
--write the score and the survivors of each book go to bench/mutation.md; --rule and --at only print theirs.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from starfray.engine.ledger import read_ledger
from starfray.rulebooks import FOLDERS

ROOT = Path(__file__).parents[3]
BOOKS = "src/starfray/rulebooks/"
PAGE = ROOT / "bench" / "mutation.md"
COPIED = ("src", "tests", "docs", "examples", "bench", "pyproject.toml", "README.md", "CHANGELOG.md", "Makefile")
HEAD = """# Mutation

A small fault is put into a line of a rulebook that carries a rule id: a number changed by one, a comparison turned, a branch
taken always or never, `and` for `or`, `min` for `max`, a truth value negated. The tests that name the rule have to fail. What
no test of a rule could notice is left out by rule (see `src/starfray/testing/mutants.py`). `make mutate` writes this page; the
sample is drawn rule by rule, so that many rules are looked at.
"""


@dataclass(slots=True)
class Result:
    """What became of one fault."""

    place: str
    what: str
    rules: list[str]
    tests: list[str]
    outcome: str  # killed, unsaid, timeout; survived, untested; unsound: its tests fail without the fault
    seconds: float
    noticed: str = ""  # a test that noticed a survivor, though it does not name the rule

    def line(self) -> str:
        tests = f"{len(self.tests)} test{'' if len(self.tests) == 1 else 's'} run" if self.tests else "no test names the rule"
        names = ", ".join(test.rpartition("/")[2] for test in self.tests[:3]) + (" …" if len(self.tests) > 3 else "")
        noticed = f"; noticed by {self.noticed.rpartition('/')[2]}, which does not name the rule" if self.noticed else ""
        return f"- `{self.place}` {self.what} ({', '.join(self.rules[:4])}): {tests}{': ' + names if names else ''}{noticed}"


@dataclass(slots=True)
class Score:
    book: str
    results: list[Result]
    mutants: int  # how many there are to draw from
    seed: int
    seconds: float
    broken: list[str]  # tests that fail without any fault

    def count(self, *outcomes: str) -> int:
        return sum(result.outcome in outcomes for result in self.results)

    @property
    def killed(self) -> int:
        return self.count("killed", "unsaid", "timeout")

    def section(self) -> str:
        total = len(self.results) - self.count("unsound")
        share = 100 * self.killed / total if total else 0.0
        lines = [f"## {self.book}", ""]
        lines.append(
            f"{share:.1f} %: {self.killed} of {total} faults noticed, {self.count('unsaid')} of them only because the rule was "
            f"no longer said, {self.count('timeout')} because the tests did not end. Drawn with seed {self.seed} from "
            f"{self.mutants}; {self.seconds:.0f} s."
        )
        if self.broken:
            left_out = f"with them {self.count('unsound')} faults only they could notice"
            lines += ["", f"Tests left out, because they fail without any fault, {left_out}: {', '.join(self.broken)}."]
        survivors = [result.line() for result in self.results if result.outcome in ("survived", "untested")]
        if survivors:
            lines += ["", "Not noticed:", "", *survivors]
        return "\n".join(lines) + "\n"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m starfray.testing.mutation", description="break rules, see who notices")
    parser.add_argument("--book", choices=list(FOLDERS), action="append", help="only this book (may be given again)")
    parser.add_argument("--sample", type=int, default=60, help="how many faults per book (60)")
    parser.add_argument("--seed", type=int, default=1, help="draws the sample (1)")
    parser.add_argument("--all", action="store_true", help="every fault there is")
    parser.add_argument("--rule", default="", help="every fault of this rule")
    parser.add_argument("--at", default="", help="every fault at FILE:LINE or in FILE, as in compound_x/volley.py:134")
    parser.add_argument("--wider", action="store_true", help="say which other test notices a survivor")
    parser.add_argument("--write", action="store_true", help="write bench/mutation.md")
    args = parser.parse_args(argv)
    survived = 0
    with tempfile.TemporaryDirectory(prefix="starfray-mutation-") as folder:
        copy_tree(Path(folder))
        for book in args.book or books_of(args.rule, args.at):
            score = run_book(Path(folder), book, args)
            print(score.section(), flush=True)
            survived += score.count("survived", "untested")
            if args.write and not (args.rule or args.at):  # the page shows samples of whole books
                write_section(score)
    return 1 if survived and (args.rule or args.at) else 0


def books_of(rule: str, at: str) -> list[str]:
    """The books a rule or a place belongs to; all of them if neither is given."""
    if rule:
        books = [book for book, folder in FOLDERS.items() if rule in read_ledger(ROOT / BOOKS / folder / "rules.toml")]
        if not books:
            sys.exit(f"no book has the rule {rule}; `starfray rules WORDS` finds its id")
        return books
    found = [book for book, folder in FOLDERS.items() if at.removeprefix(BOOKS).startswith(f"{folder}/")]
    return found or list(FOLDERS)


def copy_tree(folder: Path) -> None:
    """The source as it stands now: others may go on working in the tree."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "archive", "results"))
        elif source.exists():
            shutil.copy(source, folder / name)


def run_book(folder: Path, book: str, args: argparse.Namespace) -> Score:
    order = {"book": book, "seed": args.seed, "sample": 0 if args.all else args.sample, "rule": args.rule, "at": args.at}
    order["wider"] = args.wider
    report = folder / f"report-{book}.json"
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "STARFRAY_INTERPRETED": "1"}
    began = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "starfray.testing.mutation_runner", json.dumps(order), str(report)],
        cwd=folder,
        env=environment,
        check=True,
    )
    data = json.loads(report.read_text(encoding="utf-8"))
    results = [Result(**row) for row in data["results"]]
    return Score(book, results, data["mutants"], args.seed, time.monotonic() - began, data["broken"])


def write_section(score: Score, page: Path = PAGE) -> None:
    """Put a book's section into the page; those of other books stay, in the order of the shelf."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    sections = {part.partition("\n")[0].removeprefix("## "): part for part in re.split(r"(?m)^(?=## )", text)[1:]}
    sections[score.book] = score.section()
    ordered = {book: sections[book].strip() + "\n" for book in [*FOLDERS, score.book] if book in sections}
    table = ["| book | noticed | of |", "|---|---|---|"]
    for book, section in ordered.items():
        share, total = re.findall(r"^([\d.]+ %): \d+ of (\d+) faults", section, re.MULTILINE)[0]
        table.append(f"| {book} | {share} | {total} |")
    page.write_text("\n".join([HEAD, *table, "", *ordered.values()]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
