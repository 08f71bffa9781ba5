"""What one fight is watched for: who brought whom down with what, who hurt whom, what was used up."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import hints, kebab, snake
from starfray.engine.rulebook import Rulebook
from starfray.sim.result import Result, add_counts


def vitals_of(book: Rulebook) -> tuple[str, ...]:
    """The numbers in which harm shows: those of a sheet other sides may not know, if they are whole numbers."""
    kinds = hints(book.combatant)
    return tuple(name for name in map(snake, book.concealable) if kinds.get(name) is int)


class Watcher:
    """Told of every act of one fight."""

    def __init__(self, book: Rulebook, state: Any, vitals: tuple[str, ...], result: Result) -> None:
        self.book, self.state, self.vitals, self.result = book, state, vitals, result
        self.up = [one.id for one in state.roster.values() if book.standing(state, one)]
        self.look = attrgetter(*vitals, "id") if vitals else attrgetter("id", "id")  # always several: a tuple
        self.health = [self.look(one) for one in state.roster.values()]
        self.begun: dict[str, str] = {}  # actor → what they began that takes effect later

    def __call__(self, step: Action, struck: dict[str, str]) -> None:
        if step.KIND in self.book.settles:
            self.begun[step.actor] = step.KIND
        state, standing = self.state, self.book.standing
        now = [self.look(one) for one in state.roster.values()]
        if now != self.health:
            before = {each[-1]: each for each in self.health}
            self.health = now
            for each in now:
                was = before.get(each[-1])
                if was is not None and was != each:
                    self._hurt(step, struck, each[-1], was, each)
        roster = state.roster
        for who in [who for who in self.up if who not in roster or not standing(state, roster[who])]:
            self.up.remove(who)
            by, kind = self._doer(step, struck, who)
            add_counts(self.result.felled.setdefault(who, {}), {f"{by} {kind}".strip(): 1})

    def _hurt(self, step: Action, struck: dict[str, str], who: str, was: Any, now: Any) -> None:
        by, _ = self._doer(step, struck, who)
        for name, before, after in zip(self.vitals, was, now, strict=False):
            if after < before and by != who:
                path = f"{by}.{kebab(name)}"
                self.result.dealt[path] = self.result.dealt.get(path, 0) + before - after

    def _doer(self, step: Action, struck: dict[str, str], victim: str) -> tuple[str, str]:
        """Who is behind what happened to the victim in this act, and by what kind of act."""
        by = struck.get(victim, "")
        if not by or by == victim or by not in self.state.roster:
            named = [getattr(step, each.name) for each in dataclasses.fields(step)]
            by = next((each for each in named if isinstance(each, str) and each in self.state.roster and each != victim), "")
        if step.actor in self.state.roster:
            return (by or step.actor), step.KIND
        if not by:
            return "", step.KIND
        return by, self.begun.get(by, step.KIND) if self.book.settles.get(self.begun.get(by, "")) == step.KIND else step.KIND


def number_changes(before: Any, after: Any, path: str) -> Iterator[tuple[str, float]]:
    """Whole numbers and marks of a record that differ, those of its items too: points spent, rounds fired, a gun emptied."""
    for name in hints(type(before)):
        was, now = getattr(before, name), getattr(after, name)
        where = f"{path}.{kebab(name)}" if path else kebab(name)
        if type(was) is int or type(was) is bool:
            if was != now and type(was) is type(now):
                yield where, now - was
        elif isinstance(was, list) and was and dataclasses.is_dataclass(was[0]) and was != now:
            yield from _list_changes(was, now, where)
        elif dataclasses.is_dataclass(was) and type(was) is type(now) and was != now:
            yield from number_changes(was, now, where)


def _list_changes(was: list[Any], now: list[Any], where: str) -> Iterator[tuple[str, float]]:
    """Items are told apart by their place; where items came or went nothing is said of them."""
    if len(was) != len(now):
        return
    for place, (one, other) in enumerate(zip(was, now, strict=True)):
        if type(one) is type(other) and getattr(one, "key", "") == getattr(other, "key", ""):
            yield from number_changes(one, other, f"{where}.{getattr(one, 'key', '') or place}")
