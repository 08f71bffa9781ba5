"""What many fights add up to. Counts only, so that results of any number of workers add up to the same whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from starfray.engine.codec import Plain

Z = 1.959964  # 95 %
MOST_COURSES = 5_000  # kinds of course told apart; later ones are not counted


@dataclass(slots=True)
class Result:
    """Sums over fights. `felled` maps who fell → who (and by what) brought them down → how often.

    `courses` maps a course (who won, how long it took, who was left) → how often, and the first fight that went so.
    `longest` and `lopsided` hold the numbers of a few fights, most extreme first.
    """

    fights: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    stalemates: int = 0  # see starfray.stalemate; not among the draws
    unfinished: int = 0
    endings: dict[str, int] = field(default_factory=dict)  # by goals of the file: in words → fights
    acts: int = 0
    rounds: dict[int, int] = field(default_factory=dict)  # length → fights
    survived: dict[str, int] = field(default_factory=dict)
    felled: dict[str, dict[str, int]] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)  # path → sum of its change over all fights
    dealt: dict[str, int] = field(default_factory=dict)  # who.figure → what they took off others' in all fights
    keep: int = 0
    courses: dict[tuple[str, int, tuple[int, ...]], tuple[int, int]] = field(default_factory=dict)
    longest: list[tuple[int, int, int]] = field(default_factory=list)  # (-length, -acts, number)
    lopsided: list[tuple[float, int, int]] = field(default_factory=list)  # (-margin, length, number)

    def add(self, other: Result) -> None:
        self.fights += other.fights
        self.draws += other.draws
        self.stalemates += other.stalemates
        self.unfinished += other.unfinished
        self.acts += other.acts
        add_counts(self.wins, other.wins)
        add_counts(self.endings, other.endings)
        add_counts(self.survived, other.survived)
        add_counts(self.spent, other.spent)
        add_counts(self.dealt, other.dealt)
        for length, count in other.rounds.items():
            self.rounds[length] = self.rounds.get(length, 0) + count
        for who, causes in other.felled.items():
            add_counts(self.felled.setdefault(who, {}), causes)
        self.keep = max(self.keep, other.keep)
        for course, (count, first) in other.courses.items():
            known = self.courses.get(course)
            if known is not None:
                self.courses[course] = (known[0] + count, min(known[1], first))
            elif len(self.courses) < MOST_COURSES:
                self.courses[course] = (count, first)
        self.longest = sorted([*self.longest, *other.longest])[: self.keep]
        self.lopsided = sorted([*self.lopsided, *other.lopsided])[: self.keep]

    def width(self) -> float:
        """Half the widest 95 % interval of the sides' shares."""
        if not self.fights:
            return 1.0
        bounds = [wilson(count, self.fights) for count in self.wins.values()]
        return max(((high - low) / 2 for low, high in bounds), default=1.0)

    def typical(self) -> list[tuple[tuple[str, int, tuple[int, ...]], int, int]]:
        """The commonest courses: (course, how often, the first fight that went so)."""
        ranked = sorted(self.courses.items(), key=lambda item: (-item[1][0], item[1][1]))
        return [(course, count, first) for course, (count, first) in ranked[: self.keep]]

    def share(self, side: str) -> tuple[float, float, float]:
        """Win share of a side with its interval."""
        count = self.wins.get(side, 0)
        low, high = wilson(count, self.fights)
        return (count / self.fights if self.fights else 0.0), low, high

    def plain(self, seconds: float) -> dict[str, Plain]:
        sides = {}
        for side, count in self.wins.items():
            share, low, high = self.share(side)
            sides[side] = {"wins": count, "share": share, "low": low, "high": high}
        data: dict[str, Plain] = {
            "fights": self.fights,
            "sides": sides,
            "draws": self.draws,
            "rounds": self.round_figures(),
            "combatants": {who: self.combatant(who) for who in self.survived},
            "seconds": seconds,
            "fights_per_second": self.fights / seconds if seconds else 0.0,
        }
        if self.stalemates:
            data["stalemates"] = self.stalemates
        if self.endings:
            data["endings"] = self.endings
        if self.unfinished:
            data["unfinished"] = self.unfinished
        shared = self.changes("")
        if shared:
            data["position"] = shared
        return data

    def round_figures(self) -> dict[str, Plain]:
        if not self.fights:
            return {"mean": 0.0, "median": 0, "shortest": 0, "longest": 0, "lengths": {}}
        lengths = sorted(self.rounds)
        seen, median = 0, lengths[0]
        for length in lengths:
            seen += self.rounds[length]
            if 2 * seen >= self.fights:
                median = length
                break
        mean = sum(length * count for length, count in self.rounds.items()) / self.fights
        return {
            "mean": mean,
            "median": median,
            "shortest": lengths[0],
            "longest": lengths[-1],
            "lengths": {str(length): self.rounds[length] for length in lengths},
        }

    def changes(self, who: str) -> dict[str, float]:
        """What changes on average about somebody, or ('') about the position as a whole."""
        return {
            path.partition(".")[2]: total / self.fights
            for path, total in sorted(self.spent.items())
            if path.partition(".")[0] == who
        }

    def damage(self, who: str) -> dict[str, float]:
        return {
            path.partition(".")[2]: total / self.fights
            for path, total in sorted(self.dealt.items())
            if path.partition(".")[0] == who
        }

    def combatant(self, who: str) -> dict[str, Plain]:
        causes = sorted(self.felled.get(who, {}).items(), key=lambda item: (-item[1], item[0]))
        low, high = wilson(self.survived[who], self.fights)
        return {
            "survives": self.survived[who] / self.fights if self.fights else 0.0,
            "low": low,
            "high": high,
            "felled_by": dict(causes),
            "dealt": self.damage(who),
            "changes": self.changes(who),
        }


def add_counts(ours: dict[str, int], theirs: dict[str, int]) -> None:
    for key, count in theirs.items():
        ours[key] = ours.get(key, 0) + count


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's), which is right near 0 and 1 too."""
    if not tries:
        return 0.0, 1.0
    share = hits / tries
    middle = share + Z * Z / (2 * tries)
    spread = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries))
    whole = 1 + Z * Z / tries
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
