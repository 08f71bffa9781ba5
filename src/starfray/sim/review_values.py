"""The chances at a point of a fight: counted in playouts, by any number of processes."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from starfray.engine.codec import Plain, clone
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import TapeMismatch
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.gm import perform
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.tape import Taped
from starfray.engine.values import Ask, Tally
from starfray.sim.job import Job, only_winner, seed_of
from starfray.sim.playout import playout
from starfray.sim.policies import policies_called
from starfray.sim.policy_transport import Text
from starfray.sim.result import wilson
from starfray.sim.review_chain import Point


@dataclass(frozen=True, slots=True)
class Value:
    """Each side's chance to win. `fights` says how many playouts it was counted in; 0: it is exact."""

    chances: dict[str, float] = field(default_factory=dict)
    fights: int = 0

    def of(self, side: str) -> float:
        return self.chances.get(side, 0.0)

    def error(self, side: str) -> float:
        """The standard error; two wins and two losses are added, so that it is not nothing at 0 and 1."""
        if not self.fights:
            return 0.0
        share = (self.of(side) * self.fights + 2) / (self.fights + 4)
        return sqrt(share * (1 - share) / (self.fights + 4))

    def bounds(self, side: str) -> tuple[float, float]:
        """Within which the chance lies in 19 of 20 cases."""
        share = self.of(side)
        return wilson(round(share * self.fights), self.fights) if self.fights else (share, share)

    def plain(self) -> dict[str, Plain]:
        return {
            side: {"p": share, "low": self.bounds(side)[0], "high": self.bounds(side)[1]}
            for side, share in self.chances.items()
        }


def settled(book: Rulebook, point: Point, named: list[str]) -> Value | None:
    """The value of a position in which the fight is over."""
    outcome = book.over(point.state) if point.action is None else None
    if outcome is None:
        return None
    winner = only_winner(outcome.winners)
    return Value({side: float(side == winner) for side in named})


class PrefixTable(RandomTable):
    """An act of which the beginning is known: dice and answers come from the tape, and what follows is drawn."""

    def __init__(
        self,
        book: Rulebook,
        content: Content,
        state: AnyPosition,
        generators: Generators,
        policies: Policies,
        tape: tuple[Taped, ...],
    ) -> None:
        super().__init__(book, state, generators, policies, content=content)
        self.tape = tape
        self.at = 0

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        return shape.read(self.faces_for(rule, who, shape, tally, secret or self.all_secret))

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        if self.at < len(self.tape):
            return self._next(Ask("dice", rule, who, shape=shape, secret=secret)).faces
        return super().faces_for(rule, who, shape, tally, secret)

    def standing_order(self, rule: str, who: str) -> str:
        return super().standing_order(rule, who) if self.at >= len(self.tape) else ""

    def answer_for(self, ask: Ask) -> str:
        return self._next(ask).answer if self.at < len(self.tape) else super().answer_for(ask)

    def _next(self, ask: Ask) -> Taped:
        entry = self.tape[self.at]
        if not entry.fits(ask):
            raise TapeMismatch(entry.label, ask.label)
        self.at += 1
        return entry


class PointJob:
    """Plays on from one point. Whatever it needs for that it makes when it is asked to, and forgets again."""

    def __init__(
        self, book: Rulebook, content: Content, point: Point, policies: dict[str, str], seed: int, texts: dict[str, Text]
    ) -> None:
        self.book, self.content, self.point, self.seed = book, content, point, seed
        self.policies, self.texts = policies, texts

    def given(self) -> tuple[Any, ...]:
        return self.point, self.policies, self.seed, self.texts

    def work(self, start: int, stop: int) -> dict[str, int]:
        """Who won the playouts number start to stop, and how many of them."""
        found: dict[str, int] = {}
        for winner in self._ends(start, stop):
            if winner is not None:
                found[winner] = found.get(winner, 0) + 1
        return found

    def _ends(self, start: int, stop: int) -> list[str | None]:
        book, content, point = self.book, self.content, self.point
        if point.action is None:
            job = Job(book, content, point.state, self.policies, self.seed, texts=self.texts)
            return [end.winner for end in job.ends(start, stop)]
        policies = policies_called(book, self.policies, self.texts)
        with gc_paused():
            return [self._play(policies, Generators(seed_of(self.seed, number))) for number in range(start, stop)]

    def _play(self, policies: Policies, generators: Generators) -> str | None:
        state, action = clone(self.point.state), self.point.action
        assert action is not None
        table = PrefixTable(self.book, self.content, state, generators, policies, self.point.tape)
        perform(self.book, self.content, state, table, action)
        outcome, _ = playout(self.book, self.content, state, generators, policies)
        return only_winner(outcome.winners) if outcome is not None else None
