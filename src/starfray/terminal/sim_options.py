"""Options that sim, whatif, solve and odds share: policies, workers, reports; and a progress line."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from starfray.engine.compiled import COMPILED
from starfray.engine.errors import BadInput
from starfray.fight import Fight
from starfray.sim.defaults import LOCAL, STRONG_FIGHTS
from starfray.sim.policies import policy_called
from starfray.terminal.output import is_terminal
from starfray.terminal.sources import check_place, write_text

MOST_WORKERS = 64
USUAL_WORKERS = min(4, os.cpu_count() or 1)  # processes, where nobody says how many
WORKERS_HELP = "one per core, at most 4"
FIGHT_HELP = "a fight file, a save or a transcript; or a demo by its name"
POLICY_HELP = (
    "who decides: default, random, greedy, planner:LEVEL, module:Class or file.py:Class; for all or for a side; may be repeated"
)


def add_policy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--policy", action="append", default=[], metavar="[SIDE=]NAME", help=POLICY_HELP)


def add_strong(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--strong",
        default="",
        metavar="NAME",
        help=f"{what} by this policy as well, as planner:1, and say whether it matters who plays",
    )
    parser.add_argument(
        "--strong-fights", type=int, default=STRONG_FIGHTS, metavar="N", help=f"how many fights by it ({STRONG_FIGHTS})"
    )


def check_strong(args: argparse.Namespace, fight: Fight) -> None:
    """Refuse a policy that does not exist before the plain fights are played."""
    if args.strong:
        policy_called(fight.book, args.strong)
        if args.strong_fights < 1:
            raise BadInput(f"{args.strong_fights} fights", field="--strong-fights", expected="1 or more")


def add_workers(parser: argparse.ArgumentParser, usual: str) -> None:
    parser.add_argument(
        "--workers",
        type=int,
        default=None,
        metavar="N",
        help=f"processes that share the work ({usual}; with --cluster local one per core)",
    )
    parser.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="let a Dask cluster play: the address of its scheduler, as tcp://host:8786, or local to start one",
    )


def workers(args: argparse.Namespace, usual: int) -> int:
    """How many processes to start here; none of them with a cluster that has its own workers."""
    count: int | None = args.workers
    if count is None:
        return (os.cpu_count() or 1) if args.cluster == LOCAL else usual
    if not 1 <= count <= MOST_WORKERS:
        raise BadInput(f"{count} workers", field="--workers", expected=f"1 to {MOST_WORKERS}")
    if args.cluster not in ("", LOCAL):
        raise BadInput(
            f"the cluster at {args.cluster} has workers of its own",
            field="--workers",
            expected=f"nothing, or --cluster {LOCAL}",
        )
    return count


def add_reports(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--report", default="", metavar="FILE.html", help="write a page with charts and a summary")
    parser.add_argument("--csv", default="", metavar="FILE.csv", help="write the figures as rows for a spreadsheet")


def check_reports(args: argparse.Namespace) -> None:
    """Refuse a report that cannot be written, before the work and not after it."""
    for name in filter(None, (args.report, args.csv)):
        check_place(Path(name))


def write_reports(args: argparse.Namespace, page: Callable[[], str], rows: Callable[[], str]) -> list[str]:
    """Write what was asked for; gives the names of the files."""
    written = []
    for name, made in ((args.report, page), (args.csv, rows)):
        if name:
            write_text(Path(name), made())
            written.append(name)
    return written


def named(policies: dict[str, str]) -> str:
    """Who decides, in a few words."""
    return ", ".join([policies.get("", "default"), *(f"{side} {name}" for side, name in policies.items() if side)])


def spell(seconds: float) -> str:
    """'95 s', '12 min', '3 h 05 min'."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60:,} h {minutes % 60:02} min"


class Meter:
    """A line on the error stream that says how far the work is; only on a terminal, only if it takes a while."""

    AFTER = 0.3

    def __init__(self, words: str = "") -> None:
        """`words` are shown at once, until there is something to tell."""
        self.started = time.perf_counter()
        self.shown = is_terminal(sys.stderr)
        self.last = self.started + self.AFTER - 0.2
        self.written = 0
        if words and self.shown:
            self._write(words)

    def tell(self, done: int, count: int, word: str = "") -> None:
        now = time.perf_counter()
        if not self.shown or now - self.last < 0.2:
            return
        self.last = now
        rate = done / max(now - self.started, 1e-9)
        left = (count - done) / max(rate, 1e-9)
        full = int(30 * done / max(count, 1))
        self._write(f"{'█' * full}{'·' * (30 - full)} {done:,} of {count:,}  {rate:,.0f}/s  {spell(left)} left  {word[:30]}")

    def say(self, words: str) -> None:
        now = time.perf_counter()
        if self.shown and now - self.last >= 0.2:
            self.last = now
            self._write(words)

    def line(self, words: str) -> None:
        """A line that stays, above the one that says how far the work is."""
        if self.shown:
            self.clear()
            sys.stderr.write(words + "\n")
            sys.stderr.flush()

    def _write(self, words: str) -> None:
        words = words[: shutil.get_terminal_size().columns - 1]  # a longer line could not be wiped
        sys.stderr.write("\r" + words.ljust(self.written))
        sys.stderr.flush()
        self.written = len(words)

    def clear(self) -> float:
        """Wipe the line; gives the seconds since the start."""
        if self.written:
            sys.stderr.write("\r" + " " * self.written + "\r")
            sys.stderr.flush()
            self.written = 0
        return time.perf_counter() - self.started


def interpreted_words() -> str:
    """A hint for long work: the compiled build is several times as fast."""
    return "" if COMPILED else " Interpreted: compiled (make compile) it is several times as fast."
