"""Stalemate: a fight in which nothing new comes about any more, and which no rule of its book ends.

A fight is watched from its 500th act on. Once in a round the position is looked at for something that has not been before
in this fight: somebody is up, down or gone who was not, a pool of health has a figure it never had, somebody suffers from
something new, a number (rounds in a magazine, the strength of a door) is lower than ever, somebody has come nearer to a foe
than ever. When a hundred rounds have brought nothing of the kind, the fight is a stalemate. To walk in circles, to aim and
lower the gun again, to be hurt and healed in turn is nothing new.

A round is here as many turns as combatants stand, and a turn whatever one of them (or a step that is due) does in a row at
one time: the clocks of the books run at very different speeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from starfray.engine.codec import hints, is_record
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import apart
from starfray.engine.values import Outcome
from starfray.engine.vitals import HEALTH

ROUNDS = 100  # that bring nothing new
FIRST_ACTS = 500  # before a fight is watched at all: nearly all are over by then, and a look costs as much as several acts
RULE = "fight.stalemate"


def is_stalemate(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.rule == RULE


def nothing_to_do() -> Outcome:
    """Nobody who may act has anything to do, and no step is due."""
    return Outcome([], RULE, "nobody has anything left to do")


class StalemateWatch:
    """Watches one fight for a stalemate. Depends on nothing but what is played. `rounds` 0: none is ever called."""

    def __init__(self, book: Rulebook, rounds: int = ROUNDS, acts: int = 0) -> None:
        self.book, self.rounds = book, rounds
        self.acts = acts  # played so far
        self.quiet = 0  # rounds that have brought nothing new
        self._turn: tuple[str, int] | None = None
        self._turns_left = 0  # until the next look
        self._been: set[Any] = set()
        self._lowest = Lowest()
        self._nearest: dict[str, float] = {}

    def after(self, actor: str, state: Any, clock: int | None = None) -> Outcome | None:
        """An act of `actor` was played and has led to that position; an outcome if it is a stalemate. `clock`: the time, where
        the position does not say it.
        """
        self.acts += 1
        if self.acts <= FIRST_ACTS or not self.rounds:
            return None
        turn = (actor, self.book.clock(state) if clock is None else clock)
        if turn == self._turn:
            return None
        self._turn = turn
        self._turns_left -= 1
        if self._turns_left > 0:
            return None
        self._turns_left = sum(1 for one in state.everyone() if self.book.stands(state, one))
        self.quiet = 0 if self._news(state) else self.quiet + 1
        if self.quiet < self.rounds:
            return None
        return Outcome([], RULE, f"nothing has changed for {self.quiet} rounds")

    def _news(self, state: Any) -> bool:
        """Has something come about that has not been before? All of it is noted."""
        known = len(self._been)
        self._been.update(_conditions(self.book, state))
        fresh = len(self._been) > known
        fresh = self._lowest.note_record(state) or fresh
        for path, number in _distances(self.book, state):
            lowest = self._nearest.get(path)
            if lowest is None or number < lowest:
                self._nearest[path] = number
                fresh = True
        return fresh


def _conditions(book: Rulebook, state: Any) -> Iterator[tuple[str, ...]]:
    for one in state.everyone():
        vitals = book.vitals_of(state, one)
        yield one.id, one.out, vitals.state, vitals.word
        for pool in vitals.pools:
            if pool.kind == HEALTH:
                yield one.id, pool.key, str(pool.now)
        for condition in vitals.conditions:
            yield one.id, condition.name


@lru_cache(maxsize=1024)
def fields_that_may_sink(record: Any) -> list[str]:
    """The fields of a record that may be or hold whole numbers. Only looked at."""
    return [name for name, hint in hints(record).items() if hint is not str and hint is not bool]


class Lowest:
    """How low each whole number of a record, a dict or a list has ever been, by field, key or place; what is in it likewise."""

    __slots__ = ("inside", "numbers")

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.inside: dict[Any, Lowest] = {}

    def note_record(self, record: Any) -> bool:
        """Note all there is in a record. Is anything lower than ever, or new?"""
        fresh = False
        kind: Any = type(record)
        for name in fields_that_may_sink(kind):
            fresh = self.note(name, getattr(record, name)) or fresh
        return fresh

    def note(self, key: Any, value: Any) -> bool:
        if type(value) is int:
            lowest = self.numbers.get(key)
            if lowest is None or value < lowest:
                self.numbers[key] = value
                return True
            return False
        if isinstance(value, dict):
            return len(value) > 0 and self.within(key).note_items(list(value.items()))
        if isinstance(value, list):
            items = [(getattr(inner, "key", "") or place, inner) for place, inner in enumerate(value)]
            return len(items) > 0 and self.within(key).note_items(items)
        return is_record(value) and self.within(key).note_record(value)

    def note_items(self, items: list[tuple[Any, Any]]) -> bool:
        fresh = False
        for key, value in items:
            fresh = self.note(key, value) or fresh
        return fresh

    def within(self, key: Any) -> Lowest:
        found = self.inside.get(key)
        if found is None:
            found = self.inside[key] = Lowest()
        return found


def _distances(book: Rulebook, state: Any) -> Iterator[tuple[str, float]]:
    """How near the nearest foe is to each, in whole units of the map."""
    there = [one for one in state.everyone() if one.at is not None and book.stands(state, one)]
    for one in there:
        near = [apart(one.at, other.at) for other in there if other.side != one.side]
        if near:
            yield f"{one.id} to a foe", float(round(min(near)))
