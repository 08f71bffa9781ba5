"""Playouts of a planner: from what its side sees, with dice of its own, everybody by the default policy; now and then the
others stray from it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import sqrt
from time import perf_counter
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.errors import StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.engine.values import Outcome
from starfray.sim.planner.opponents import Straying
from starfray.sim.planner.settings import Weights
from starfray.sim.playout import PlayoutTable, next_step, play_step

MEASURED = 4  # playouts by which the length of a fight from here is measured
HORIZON = 0.4  # of that length: where the outlook is taken
LONGEST = 400  # acts: fights that take longer are not played to their end to be measured
CAP = 4  # times that length: playouts stop there
LEAST_TURNS = 3  # before the horizon, in the shortest fights
NO_END_TURNS = 20  # of each combatant, before playouts stop where none that were measured came to an end
STRAY_PLAYOUTS = 4  # in one of so many playouts the other sides stray from the default policy
PRICE = 0.05  # what a playout that goes on to the cap loses; shorter ones lose their part of it


class Limit:
    """How many playouts are left, and until when."""

    def __init__(self, playouts: int, seconds: float = 0.0, clock: Callable[[], float] = perf_counter) -> None:
        self.left, self.spent = playouts, 0
        self.clock = clock
        self.until = clock() + seconds if seconds else None

    def take(self) -> bool:
        """May another playout begin?"""
        if self.left <= 0 or (self.until is not None and self.clock() >= self.until):
            return False
        self.left -= 1
        self.spent += 1
        return True

    def take_pair(self) -> None:
        """The second playout of a pair belongs to the first: no clock may come between them."""
        self.left -= 1
        self.spent += 1


#: (seed): plays an action or an answer with these dice; the position after it, and the generators to go on with
Begin = Callable[[int], tuple[Any, Generators]]


class Arm:
    """Something that is tried: the sums of its playouts."""

    __slots__ = ("action", "begin", "count", "scores", "squares", "wins", "words")

    def __init__(self, words: str, begin: Begin, action: Action | None = None) -> None:
        self.words, self.begin, self.action = words, begin, action
        self.clear()

    def clear(self) -> None:
        self.count, self.scores, self.squares, self.wins = 0, 0.0, 0.0, 0.0

    def add(self, score: float, win: float) -> None:
        self.count += 1
        self.scores += score
        self.squares += score * score
        self.wins += win

    @property
    def mean(self) -> float:
        return self.scores / self.count if self.count else float("-inf")

    @property
    def win(self) -> float:
        return self.wins / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; that of a coin while there are too few playouts to tell."""
        if self.count < 2:
            return 0.5
        variance = max(0.0, self.squares / self.count - self.mean**2) * self.count / (self.count - 1)
        return sqrt(variance / self.count)


@dataclass(slots=True)
class Length:
    """How long fights from here are, by the default policies: turns, and ticks of the book's clock."""

    turns: float
    ticks: float


class Course:
    """A fight that is being played on. A turn is whatever one combatant (or the GM) does in a row at one time: so an act that
    costs nothing does not bring the horizon nearer.
    """

    __slots__ = ("acts", "generators", "outcome", "playouts", "policies", "state", "table", "turn", "turns")

    def __init__(self, playouts: Playouts, state: Any, generators: Generators, policies: Policies, actor: str) -> None:
        self.playouts, self.state, self.generators, self.policies = playouts, state, generators, policies
        self.table = PlayoutTable(playouts.book, state, generators, policies, playouts.content)
        self.turn = (actor, playouts.book.clock(state))
        self.turns = self.acts = 0
        self.outcome: Outcome | None = None

    def play(self, turns: int) -> bool:
        """Play on until so many turns are over; False if the fight ends before."""
        book, state = self.playouts.book, self.state
        while self.acts < LONGEST:
            self.outcome = book.over(state)
            if self.outcome is not None:
                return False
            step, chosen = next_step(book, state, self.policies, self.generators)
            if step is None:
                return False
            turn = (step.actor, book.clock(state))
            if turn != self.turn:
                self.turn = turn
                self.turns += 1
                if self.turns >= turns:
                    return True
            self.acts += 1
            play_step(book, state, self.table, step, self.policies if chosen else None)
        return False


class Playouts:
    """Plays on from a view. The seeds come from the position, so that the same position gives the same figures."""

    def __init__(self, book: Rulebook, view: Any, who: str, side: str, policies: Policies, weights: Weights) -> None:
        self.book, self.view, self.who, self.side = book, view, who, side
        self.policies, self.weights = policies, weights
        others = {one.side for one in view.everyone()} - {side}
        self.stray = Straying(policies.default)
        self.straying = Policies(policies.default, dict.fromkeys(others, self.stray))
        self.content = book.content_in_use()
        self.own = [one.id for one in view.everyone() if one.side == side]
        self.foes = [one.id for one in view.everyone() if one.side != side]
        self.horizon, self.cap = LEAST_TURNS, CAP * LEAST_TURNS

    def measure(self, seed: int) -> Length:
        """Play on a few times by the default policies; sets horizon and cap."""
        turns, ticks, ended, seeds = 0, 0, 0, Generator(seed)
        begun = self.book.clock(self.view)
        for _ in range(MEASURED):
            course = Course(self, clone(self.view), Generators(seeds.next64()), self.policies, self.who)
            with suppress(StarfrayError):
                course.play(LONGEST)
            turns += course.turns
            ended += course.outcome is not None
            ticks += self.book.clock(course.state) - begun
        mean = turns / MEASURED
        self.horizon = max(LEAST_TURNS, round(HORIZON * mean))
        self.cap = max(CAP * LEAST_TURNS, round(CAP * mean))
        if not ended:
            self.cap = min(self.cap, NO_END_TURNS * len(self.view.everyone()))
            self.horizon = min(self.horizon, self.cap // 2)
        return Length(mean, ticks / MEASURED)

    def opponents(self, seed: int) -> Policies:
        """Who plays on with these dice: in some playouts the other sides do not do what the default policy would."""
        self.stray.strays = seed % STRAY_PLAYOUTS == 0
        return self.straying if self.stray.strays else self.policies

    def at(self, state: Any) -> Playouts:
        """The same from another position, by how the fight ends: horizons of two positions cannot be compared."""
        return Playouts(self.book, state, self.who, self.side, self.policies, replace(self.weights, outlook=0.0))

    def standing(self) -> Begin:
        """What happens if the default policy goes on from here."""
        return lambda seed: (clone(self.view), Generators(seed))

    def acting(self, action: Action, view: Any = None) -> Begin:
        """An action as an arm begins it, from here or from another position."""
        before = self.view if view is None else view

        def begin(seed: int) -> tuple[Any, Generators]:
            state, generators = clone(before), Generators(seed)
            self.book.play(state, PlayoutTable(self.book, state, generators, self.opponents(seed), self.content), action)
            return state, generators

        return begin

    def short(self, arm: Arm, seed: int) -> None:
        """To the horizon, scored by the outlook there."""
        state = self.view
        try:
            state, generators = arm.begin(seed)
            Course(self, state, generators, self.opponents(seed), self.who).play(self.horizon)
        except StarfrayError:
            pass  # a policy chose what is refused: the position as it stands counts
        outlook = self.book.outlook(state, self.side)
        arm.add(self._score(outlook, outlook, state, self.horizon), outlook)

    def whole(self, arm: Arm, seed: int) -> None:
        """To the end, or to the cap; the outlook is taken on the way."""
        state, turns, outlook = self.view, self.horizon, None
        try:
            state, generators = arm.begin(seed)
            course = Course(self, state, generators, self.opponents(seed), self.who)
            if course.play(self.horizon):
                outlook = self.book.outlook(state, self.side)
                course.play(self.cap)
            turns = course.turns
        except StarfrayError:
            pass
        end = self.book.outlook(state, self.side)
        if outlook is None:
            outlook = end
        win = end if self.book.over(state) is not None else end / 2  # not having come to an end is worse than a draw
        arm.add(self._score(win, outlook, state, turns), win)

    def _score(self, win: float, outlook: float, state: Any, turns: int) -> float:
        weights = self.weights
        score = weights.win * win + weights.outlook * outlook
        if weights.own or weights.others or weights.foes:
            score += weights.own * self._up(state, self.own)
            score += weights.others * self._up(state, [who for who in self.own if who != self.who])
            score += weights.foes * (1 - self._up(state, self.foes))
        return score / weights.whole - PRICE * min(1.0, turns / self.cap)

    def _up(self, state: Any, whos: list[str]) -> float:
        """The share of these who are up; all of nobody are."""
        roster = state.roster
        up = [who for who in whos if who in roster and self.book.stands(state, roster[who])]
        return len(up) / len(whos) if whos else 1.0


def place_of(book: Rulebook, view: Any) -> Any:
    """What tells positions apart that are not the same to the rules."""
    return book.key(view)


def seed_from(*parts: Any) -> int:
    """A seed that is the same in every process for the same parts."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "little")
