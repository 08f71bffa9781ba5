"""Whether a map of positions (recall.py) makes a simulation faster, found out by a short trial.

The first fights are played in rounds, some without the map and some with it. A map on which too few acts are found is dropped
at once; one that makes an act cheaper, by the processor's clock, is kept. A fight comes out the same either way, die for die:
only the speed of a simulation depends on the clock, never its result.
"""

from __future__ import annotations

from time import process_time
from typing import Any, Protocol

from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.sim.playout import playout
from starfray.sim.position_map import Played
from starfray.sim.recall import Recall
from starfray.sim.statistics import Watcher
from starfray.stalemate import ROUNDS, StalemateWatch

FIRST_FIGHTS, FIRST_ACTS = 2, 60  # the first round with the map: so many of both; every later one doubles the fights
#: the share of a round's acts that must be on the map for the trial to go on, round by round; after the last the map must have
#: paid. An act that has to be added costs as much as two to four without a map, and maps that pay had more in all demos.
LEAST_HITS = (0.005, 0.06, 0.18, 0.35, 0.5, 0.6, 0.7)
SURE = 8  # fights with the map before the measured time is trusted
PAYS = 0.95  # the map stays if an act costs no more than this share of one without it


class Player(Protocol):
    """Plays fights from one position."""

    def play(self, generators: Generators, limit: int, watch: Watcher | None = None) -> Played:
        """A fight to its end, or to `limit` acts."""


class PlainPlayer:
    """Plays fights from one position, every act by the rules."""

    def __init__(self, book: Rulebook, content: Content, state: Any, policies: Policies, rounds: int = ROUNDS) -> None:
        self.book, self.content, self.state, self.policies = book, content, state, policies
        self.rounds = rounds  # that bring nothing new, until a fight is a stalemate

    def play(self, generators: Generators, limit: int, watch: Watcher | None = None) -> Played:
        """A fight to its end, or to `limit` acts."""
        state = clone(self.state)
        if watch is not None:
            watch.go_on(state)
        still = StalemateWatch(self.book, self.rounds)
        outcome, acts = playout(self.book, self.content, state, generators, self.policies, limit, watch, still)
        return Played(outcome, acts, state, None)


class Cost:
    """Fights played in one way, their acts, and the processor time they took."""

    __slots__ = ("acts", "fights", "seconds")

    def __init__(self) -> None:
        self.fights = self.acts = 0
        self.seconds = 0.0

    def add(self, acts: int, seconds: float) -> None:
        self.fights += 1
        self.acts += acts
        self.seconds += seconds

    @property
    def of_an_act(self) -> float:
        return self.seconds / max(1, self.acts)


class TrialPlayer:
    """Plays fights from one position under steady policies: with a map of positions if the trial shows that it pays."""

    def __init__(self, book: Rulebook, content: Content, state: Any, policies: Policies, rounds: int = ROUNDS) -> None:
        self.plain = PlainPlayer(book, content, state, policies, rounds)
        self.map: Recall | None = Recall(book, content, state, policies, rounds=rounds)
        self.decided = False
        self.rounds = 0  # that are over
        self.fights = 0  # with the map in those
        self._new_round(FIRST_FIGHTS)

    def play(self, generators: Generators, limit: int, watch: Watcher | None = None) -> Played:
        """A fight to its end, or to `limit` acts."""
        if self.decided or self.map is None:
            return (self.map or self.plain).play(generators, limit, watch)
        without = self.without.fights < self.size // 2
        begun = process_time()
        played = self.plain.play(generators, limit, watch) if without else self.map.play(generators, limit, watch)
        (self.without if without else self.with_map).add(played.acts, process_time() - begun)
        if self.with_map.fights >= self.size and (self.rounds or self.with_map.acts >= FIRST_ACTS):
            self.rounds += 1
            self.fights += self.with_map.fights
            hits = 1 - (self.map.added - self.added_before) / max(1, self.with_map.acts)
            self.judge(hits, self.with_map.of_an_act / max(self.without.of_an_act, 1e-9))
        return played

    def judge(self, hits: float, ratio: float) -> None:
        """After a round: keep the map, drop it, or play another round that doubles the fights. `hits` is the share of the
        round's acts that were on the map, `ratio` the cost of an act with the map to the cost of one without.
        """
        if ratio <= PAYS and self.fights >= SURE:
            self.decided = True
        elif self.rounds > len(LEAST_HITS) or hits < LEAST_HITS[self.rounds - 1]:
            self.decided, self.map = True, None
        else:
            self._new_round(self.fights)

    def _new_round(self, size: int) -> None:
        self.size = size  # fights with the map; half as many are played without it first
        self.without, self.with_map = Cost(), Cost()
        self.added_before = self.map.added if self.map is not None else 0


def player_for(book: Rulebook, content: Content, state: Any, policies: Policies, rounds: int = ROUNDS) -> Player:
    """A map is of no use to policies that decide at random: in the same position they may do something else."""
    return (TrialPlayer if policies.steady else PlainPlayer)(book, content, state, policies, rounds)
