"""Statistics of a fight: who brought whom down with what, who hurt whom, what was used up."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import hints, kebab, snake
from starfray.engine.rulebook import Rulebook
from starfray.sim.position_map import Ending, Harm
from starfray.sim.result import Result, add_counts


def vitals_of(book: Rulebook) -> tuple[str, ...]:
    """The numbers in which harm shows: the whole numbers on a sheet that can be concealed, such as hit points."""
    kinds = hints(book.combatant)
    return tuple(name for name in map(snake, book.concealable) if kinds.get(name) is int)


class Watcher:
    """Told of every act of one fight."""

    def __init__(self, book: Rulebook, state: Any, vitals: tuple[str, ...], result: Result) -> None:
        self.book, self.state, self.vitals, self.result = book, state, vitals, result
        self.up = [combatant.id for combatant in state.roster.values() if book.standing(state, combatant)]
        self.look = attrgetter(*vitals, "id") if vitals else attrgetter("id", "id")  # always several: a tuple
        self.health = self._pictures(state)
        self.begun: dict[str, str] = {}  # actor → what they began that takes effect later

    def __call__(self, step: Action, struck: dict[str, str]) -> None:
        """An act was played on the watched position."""
        self._note_begun(step)
        before, self.health = self.health, self._pictures(self.state)
        standing, state, roster = self.book.standing, self.state, self.state.roster
        fallen = [who for who in self.up if who not in roster or not standing(state, roster[who])]
        if fallen or before != self.health:
            self._count(self._harm(step, struck, before, self.health, state, fallen))

    def recall(self, before: Any, act: Ending) -> None:
        """An act was taken from the map of positions: it led from one place on it to another."""
        self._note_begun(act.step)
        harm = act.harm
        if harm is None:
            after = act.to.state
            down = [who for who in before.roster if who not in after.roster or not self.book.standing(after, after.roster[who])]
            harm = self._harm(act.step, act.struck, self._pictures(before), self._pictures(after), after, down)
            if not self.book.settles:  # else it depends on what was begun before
                act.harm = harm
        if harm.dealt or harm.down:
            self._count(harm)

    def go_on(self, state: Any) -> None:
        """From here on this position is played on."""
        self.state = state
        self.health = self._pictures(state)

    def _note_begun(self, step: Action) -> None:
        if step.KIND in self.book.settles:
            self.begun[step.actor] = step.KIND

    def _pictures(self, state: Any) -> list[Any]:
        return [self.look(combatant) for combatant in state.roster.values()]

    def _harm(
        self, step: Action, struck: dict[str, str], before: list[Any], now: list[Any], state: Any, down: list[str]
    ) -> Harm:
        found = Harm()
        were = {picture[-1]: picture for picture in before}
        for picture in now:
            was = were.get(picture[-1])
            if was is not None and was != picture:
                by, _ = self._doer(step, struck, picture[-1], state)
                for name, old, new in zip(self.vitals, was, picture, strict=False):
                    if new < old and by != picture[-1]:
                        found.dealt.append((f"{by}.{kebab(name)}", old - new))
        for who in down:
            by, kind = self._doer(step, struck, who, state)
            found.down.append((who, f"{by} {kind}".strip()))
        return found

    def _count(self, harm: Harm) -> None:
        dealt = self.result.dealt
        for path, much in harm.dealt:
            dealt[path] = dealt.get(path, 0) + much
        for who, cause in harm.down:
            if who in self.up:
                self.up.remove(who)
                add_counts(self.result.felled.setdefault(who, {}), {cause: 1})

    def _doer(self, step: Action, struck: dict[str, str], victim: str, state: Any) -> tuple[str, str]:
        """Who caused what happened to the victim in this act, and by what kind of act."""
        by = struck.get(victim, "")
        if not by or by == victim or by not in state.roster:
            named = [getattr(step, blank.name) for blank in dataclasses.fields(step)]
            by = next((value for value in named if isinstance(value, str) and value in state.roster and value != victim), "")
        if step.actor in state.roster:
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
    for place, (item, other) in enumerate(zip(was, now, strict=True)):
        if type(item) is type(other) and getattr(item, "key", "") == getattr(other, "key", ""):
            yield from number_changes(item, other, f"{where}.{getattr(item, 'key', '') or place}")
