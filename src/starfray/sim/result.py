"""What many fights add up to. Counts only, so that results of any number of workers add up to the same whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from starfray.engine.codec import Plain

Z = 1.959964  # 95 %


@dataclass(slots=True)
class Result:
    """Sums over fights. `felled` maps who fell → who (and by what) brought them down → how often."""

    fights: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    unfinished: int = 0
    acts: int = 0
    rounds: dict[int, int] = field(default_factory=dict)  # length → fights
    survived: dict[str, int] = field(default_factory=dict)
    felled: dict[str, dict[str, int]] = field(default_factory=dict)
    spent: dict[str, float] = field(default_factory=dict)  # path → sum of its change over all fights

    def add(self, other: Result) -> None:
        self.fights += other.fights
        self.draws += other.draws
        self.unfinished += other.unfinished
        self.acts += other.acts
        add_counts(self.wins, other.wins)
        add_counts(self.survived, other.survived)
        for length, count in other.rounds.items():
            self.rounds[length] = self.rounds.get(length, 0) + count
        for who, causes in other.felled.items():
            add_counts(self.felled.setdefault(who, {}), causes)
        for path, change in other.spent.items():
            self.spent[path] = self.spent.get(path, 0) + change

    def width(self) -> float:
        """Half the widest 95 % interval of the sides' shares."""
        if not self.fights:
            return 1.0
        bounds = [wilson(count, self.fights) for count in self.wins.values()]
        return max(((high - low) / 2 for low, high in bounds), default=1.0)

    def plain(self, seconds: float) -> dict[str, Plain]:
        sides = {}
        for side, count in self.wins.items():
            low, high = wilson(count, self.fights)
            share = count / self.fights if self.fights else 0.0
            sides[side] = {"wins": count, "share": share, "low": low, "high": high}
        return {
            "fights": self.fights,
            "sides": sides,
            "draws": self.draws,
            "unfinished": self.unfinished,
            "rounds": self.round_figures(),
            "combatants": {who: self.combatant(who) for who in self.survived},
            "seconds": seconds,
            "fights_per_second": self.fights / seconds if seconds else 0.0,
        }

    def round_figures(self) -> dict[str, Plain]:
        if not self.fights:
            return {"mean": 0.0, "median": 0, "shortest": 0, "longest": 0}
        lengths = sorted(self.rounds)
        seen, median = 0, lengths[0]
        for length in lengths:
            seen += self.rounds[length]
            if 2 * seen >= self.fights:
                median = length
                break
        mean = sum(length * count for length, count in self.rounds.items()) / self.fights
        return {"mean": mean, "median": median, "shortest": lengths[0], "longest": lengths[-1]}

    def combatant(self, who: str) -> dict[str, Plain]:
        causes = sorted(self.felled.get(who, {}).items(), key=lambda item: (-item[1], item[0]))
        changes = {path.partition(".")[2]: total / self.fights for path, total in sorted(self.spent.items())
                   if path.partition(".")[0] == who}
        return {
            "survives": self.survived[who] / self.fights if self.fights else 0.0,
            "felled_by": dict(causes),
            "changes": changes,
        }


def add_counts(ours: dict[str, int], theirs: dict[str, int]) -> None:
    for key, count in theirs.items():
        ours[key] = ours.get(key, 0) + count


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a share, honest near 0 and 1."""
    if not tries:
        return 0.0, 1.0
    share = hits / tries
    middle = share + Z * Z / (2 * tries)
    spread = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries))
    whole = 1 + Z * Z / tries
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
