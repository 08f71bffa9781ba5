"""Whether a map of positions (recall.py) makes a simulation faster, found out by a short trial.

The first fights are played in rounds, some without the map and some with it. A map on which too few acts are found is dropped
at once; one that makes an act cheaper, by the processor's clock, is kept. The trial itself may cost so much and no more of what
all fights take: where few are to be played it waits, or never begins. A fight comes out the same either way, die for die: only
the speed of a simulation depends on the clock, never its result.
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
DEAREST = 10  # a fight on a map that is still empty takes up to so many times as long as one without
MOST_LOST = 0.015  # the share of the time of all fights that a trial may cost
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

    @property
    def of_a_fight(self) -> float:
        return self.seconds / max(1, self.fights)


class TrialPlayer:
    """Plays fights from one position under steady policies: with a map of positions if the trial shows that it pays."""

    def __init__(
        self, book: Rulebook, content: Content, state: Any, policies: Policies, rounds: int = ROUNDS, count: int = 0
    ) -> None:
        """`count`: how many fights will be played, if that is known."""
        self.count = count
        self.plainly, self.tried = Cost(), Cost()  # all that was played without the map, and with it
        self.plain = PlainPlayer(book, content, state, policies, rounds)
        self.map: Recall | None = Recall(book, content, state, policies, rounds=rounds)
        self.decided = False
        self.pause = self.paused = 0  # fights to be played without the map before the trial goes on; and all of those
        self.rounds = 0  # that are over
        self.fights = 0  # with the map in those
        self._new_round(FIRST_FIGHTS)

    def play(self, generators: Generators, limit: int, watch: Watcher | None = None) -> Played:
        """A fight to its end, or to `limit` acts."""
        if self.decided or self.map is None:
            return (self.map or self.plain).play(generators, limit, watch)
        if self.pause:
            self.pause -= 1
            return self.plain.play(generators, limit, watch)
        without = self.without.fights < self.size // 2
        begun = process_time()
        played = self.plain.play(generators, limit, watch) if without else self.map.play(generators, limit, watch)
        seconds = process_time() - begun
        for cost in (self.without, self.plainly) if without else (self.with_map, self.tried):
            cost.add(played.acts, seconds)
        if self.with_map.fights >= self.size and (self.rounds or self.with_map.acts >= FIRST_ACTS):
            self.rounds += 1
            self.fights += self.with_map.fights
            hits = 1 - (self.map.added - self.added_before) / max(1, self.with_map.acts)
            self.judge(hits, self.with_map.of_an_act / max(self.without.of_an_act, 1e-9))
        if self.without.fights >= self.size // 2:
            self.wait_for_the_next()
        return played

    def wait_for_the_next(self) -> None:
        """Before the next fight with the map, so many must have been played that it costs no more than its share of all. If
        there will never be so many, the trial is over.
        """
        if self.decided:
            return
        fight = max(self.plainly.of_a_fight, 1e-9)
        lost = self.tried.seconds - self.tried.acts * self.plainly.of_an_act
        needed = int((lost / fight + DEAREST) / MOST_LOST)
        if self.count and needed > self.count:
            self.decided, self.map = True, None
        elif not self.count:
            played = self.paused + self.plainly.fights + self.tried.fights
            self.pause = max(0, needed - played)
            self.paused += self.pause

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


def player_for(
    book: Rulebook, content: Content, state: Any, policies: Policies, rounds: int = ROUNDS, count: int = 0
) -> Player:
    """A map is of no use to policies that decide at random: in the same position they may do something else."""
    if not policies.steady:
        return PlainPlayer(book, content, state, policies, rounds)
    return TrialPlayer(book, content, state, policies, rounds, count)
