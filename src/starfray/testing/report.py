"""What a conformance check counts, what it complains of, and the report people read."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from types import TracebackType

#: the checks, in the order of the report: name → what a rulebook promises
CHECKS = {
    "acts": "actions drawn from forms apply; nothing unexpected is raised",
    "refusals": "a refused action changes nothing and names its rule",
    "files": "saves, fight files and texts of actions read back to the same",
    "undo": "undo restores, redo brings back die for die",
    "replay": "a transcript replays to the same end",
    "live": "live and random tables give the same fights",
    "exact": "exact odds agree with sampled plays, merged with unmerged",
    "secrets": "a view holds nothing of what its viewer may not know",
    "names": "every event, tally entry, refusal, option and question names a rule of the ledger",
    "ends": "somebody may act, a step is due, or the fight is over; no fight hangs",
    "repeat": "the same position, action and tape give the same events",
    "reach": "every kind of action, step and question is reached",
    "fence": "rule code keeps to its fence",
}
MOST_OF_A_KIND = 8


@dataclass(slots=True)
class Complaint:
    check: str
    what: str
    where: str
    times: int = 1

    def __str__(self) -> str:
        again = f" ({self.times} times)" if self.times > 1 else ""
        return f"{self.check}: {self.what}{again}" + (f"\n    first at {self.where}" if self.where else "")


@dataclass(slots=True)
class Reach:
    """Names that should be reached in play, and how often each was."""

    title: str
    wanted: list[str]
    times: dict[str, int] = field(default_factory=dict)

    def hit(self, name: str) -> None:
        self.times[name] = self.times.get(name, 0) + 1

    @property
    def missed(self) -> list[str]:
        return [name for name in self.wanted if name not in self.times]

    def wanting(self, excused: list[str]) -> list[str]:
        """What was missed and is not excused; an excuse may hold * for any part."""
        return [name for name in self.missed if not any(fnmatch(name, pattern) for pattern in excused)]

    def line(self) -> str:
        reached = len(self.wanted) - len(self.missed)
        missed = f"; not reached: {', '.join(self.missed)}" if self.missed else ""
        return f"{self.title}: {reached} of {len(self.wanted)} reached{missed}"


@dataclass(slots=True)
class Report:
    """What was checked and what was found."""

    book: str
    counts: dict[str, int] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)
    reach: list[Reach] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.complaints

    def text(self) -> str:
        head = f"{self.book}: " + ("conforms" if self.ok else f"{len(self.complaints)} complaints")
        lines = [f"{head} ({self.seconds:.1f} s)"]
        lines.append("  checked: " + ", ".join(f"{number} {name}" for name, number in self.counts.items()))
        lines += [f"  {each.line()}" for each in self.reach]
        for check, promise in CHECKS.items():
            mine = [each for each in self.complaints if each.check == check]
            if mine:
                lines.append(f"  broken: {promise}")
                lines += ["  - " + str(each).replace("\n", "\n  ") for each in mine]
        return "\n".join(lines)


class Nonconforming(AssertionError):
    """A rulebook broke its contract. The message is the report's text."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(report.text())


class Findings:
    """Gathers counts and complaints; the same complaint twice is counted, not repeated."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.where = ""

    def count(self, name: str, number: int = 1) -> None:
        self.report.counts[name] = self.report.counts.get(name, 0) + number

    def complain(self, check: str, what: str, where: str = "") -> None:
        assert check in CHECKS, check
        for each in self.report.complaints:
            if (each.check, each.what) == (check, what):
                each.times += 1
                return
        mine = [each for each in self.report.complaints if each.check == check]
        if len(mine) < MOST_OF_A_KIND:
            self.report.complaints.append(Complaint(check, what, where or self.where))

    def guard(self, check: str, what: str) -> Guard:
        """A block in which any exception is a complaint instead."""
        return Guard(self, check, what)

    def missed(self, reach: Reach, excused: list[str]) -> None:
        bad = reach.wanting(excused)
        if bad:
            self.complain("reach", f"{reach.title} never reached: {', '.join(bad)}", "all walks together")


class Guard:
    def __init__(self, findings: Findings, check: str, what: str) -> None:
        self.findings, self.check, self.what = findings, check, what
        self.failed = False

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if error is None or isinstance(error, (KeyboardInterrupt, SystemExit)):
            return False
        self.failed = True
        self.findings.complain(self.check, f"{self.what} raised {describe(error)}", f"{self.findings.where}; {place(error)}")
        return True


def describe(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text if len(text) <= 300 else text[:297] + '…'}"


def place(error: BaseException) -> str:
    """The innermost line of the traceback, as 'file.py:12 in function'."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    last = frames[-1]
    return f"{last.filename.rsplit('/', 1)[-1]}:{last.lineno} in {last.name}"


Show = Callable[[str], None]
