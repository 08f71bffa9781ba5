"""The arena: policies against each other over a suite of fights, each on either side, with the same seeds for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.sim.cluster_worker import build
from starfray.sim.job import End, Job, setup_of
from starfray.sim.pools import open_pool
from starfray.sim.ratings import Match, Rating, ratings
from starfray.sim.workers import Task

#: every book, from two people to a crew; in all of them there is something to decide for both sides
SUITE = (
    "ten-paces", "the-clinch", "dock-9", "blades-at-dawn", "needle-and-pin", "one-on-one",
    "last-orders", "two-wasps", "blue-corridor", "corridor", "loading-ramp", "swords-on-the-count",
)  # fmt: skip
BLOCK = 2
Progress = Callable[[int, int, str], None]  # fights done, fights in all, what is being played


@dataclass(slots=True)
class Pairing:
    """A fight with a policy for each of its first two sides."""

    fight: str
    sides: tuple[str, str]
    policies: tuple[str, str]
    fights: int = 0
    points: float = 0.0  # of the first side
    length: int = 0
    stalemates: int = 0  # of the fights; each side has half a point

    @property
    def match(self) -> Match:
        return Match(self.fight, *self.policies, self.fights, self.points)


@dataclass(slots=True)
class Arena:
    """Everything that was played. The first policy is the one the others are measured by."""

    policies: list[str]
    seed: int
    pairings: list[Pairing] = field(default_factory=list)

    def ratings(self) -> list[Rating]:
        return ratings([pairing.match for pairing in self.pairings if pairing.fights], self.policies)

    def share(self, fight: str, side: int, policy: str, foe: str) -> tuple[float, int]:
        """The points of a policy on a side against another, as a share; and of how many fights."""
        wanted = (policy, foe) if side == 0 else (foe, policy)
        found = next(each for each in self.pairings if each.fight == fight and each.policies == wanted)
        if not found.fights:
            return 0.0, 0
        share = found.points / found.fights
        return share if side == 0 else 1 - share, found.fights

    def plain(self) -> dict[str, Plain]:
        played_with = build()
        return {
            "starfray": played_with.starfray,
            "rules": played_with.rules,  # a fingerprint: the same where results can be compared
            "seed": self.seed,
            "ratings": [
                {"policy": each.name, "elo": each.elo, "low": each.low, "high": each.high, "points": each.points}
                for each in self.ratings()
            ],
            "fights": [
                {
                    "fight": each.fight, "sides": list(each.sides), "policies": list(each.policies),
                    "fights": each.fights, "points": each.points, "stalemates": each.stalemates,
                }
                for each in self.pairings
            ],
        }  # fmt: skip


def arena(
    fights: Sequence[tuple[str, Fight]],
    policies: Sequence[str],
    count: int,
    *,
    seed: int = 0,
    workers: int = 1,
    cluster: str = "",
    progress: Progress | None = None,
) -> Arena:
    """Each pair of policies plays each fight `count` times with the sides one way and `count` times the other; the first policy
    plays itself `count` times, which shows what the sides are worth. An interrupt gives what has been played.
    """
    if count < 1:
        raise BadInput(f"{count} fights", field="-n", expected="1 or more")
    names = list(dict.fromkeys(policies))
    if len(names) < 2:
        raise BadInput(f"{len(names)} policies", field="--policy", expected="two or more, as --policy planner:1")
    whole = Arena(names, seed)
    ways = [(names[0], names[0]), *(way for pair in combinations(names, 2) for way in (pair, pair[::-1]))]
    decided: list[tuple[Fight, dict[str, str]]] = []
    for name, fight in fights:
        found = sides(fight.state)
        if len(found) != 2:
            raise BadInput(f"{name} has {len(found)} sides", field="FIGHT", expected="a fight of two sides")
        for first, second in ways:
            whole.pairings.append(Pairing(name, (found[0], found[1]), (first, second)))
            decided.append((fight, {found[0]: first, found[1]: second}))
    jobs = [Job(fight.book, fight.content, fight.state, named, seed) for fight, named in decided]
    tasks = [
        Task(place, start, min(start + BLOCK, count), "ends")
        for start in range(0, count, BLOCK)  # every pairing a little, then every pairing a little more
        for place in range(len(jobs))
    ]
    done = 0
    try:
        with open_pool(jobs, lambda: [setup_of(fight, named, seed) for fight, named in decided], workers, cluster) as pool:
            for task, ends in zip(tasks, pool.results(tasks), strict=False):
                pairing = whole.pairings[task.setup]
                _count(pairing, ends)
                done += len(ends)
                if progress is not None:
                    progress(done, len(jobs) * count, pairing.fight)
    except KeyboardInterrupt:
        if not done:
            raise
    return whole


def _count(pairing: Pairing, ends: list[End]) -> None:
    for winner, length, stalemate in ends:
        pairing.fights += 1
        pairing.length += length
        pairing.stalemates += stalemate
        pairing.points += 0.5 if winner is None else float(winner == pairing.sides[0])
