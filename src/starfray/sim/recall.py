"""Recall: what the rules made of an act once need not be worked out again.

In the same position the same policies do the same, and the same readings of the dice lead to the same next position. So a
simulation draws a map of the positions it comes to: what is done there, which dice are thrown for it, and where each reading
leads. A fight follows the map, throwing every die from its own generators; where the map ends, the rules play the act and it is
drawn in. Die for die a fight goes as it would without a map, so results are the same.

It pays where fights come back to positions they were in: duels. A crowd hardly ever does; then the map is thrown away.
"""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone, freeze, shallow
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import HiddenChange
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, PolicyFault
from starfray.engine.ranking import Ranking
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.random import Generators
from starfray.engine.values import Outcome, Tally
from starfray.sim.playout import Listening, next_step, play_step, playout
from starfray.sim.watching import Harm, Watcher

MOST = 30_000  # combatants in the positions of a map, for what it takes in memory
LOOK = 3_000  # acts, shared out among the combatants, after which it is looked at whether the map is worth its while,
WORTH = 0.6  # which it is with this share of acts found on it,
RISE = 0.09  # and at first with less: so much more at every look


class Branch:
    """What comes next in an act: a throw, or its end."""


class Throw(Branch):
    """Dice that are thrown, and where their readings lead."""

    __slots__ = ("secret", "shape", "ways")

    def __init__(self, shape: Shape, secret: bool) -> None:
        self.shape = shape
        self.secret = secret
        self.ways: dict[int, Branch] = {}


class Ending(Branch):
    """The end of an act: what it was, who did something to whom in it, and the position it led to."""

    __slots__ = ("harm", "step", "struck", "time", "to")

    def __init__(self, step: Action, struck: dict[str, str], to: Place, time: int) -> None:
        self.step = step
        self.struck = struck
        self.to = to
        self.time = time  # that passed
        self.harm: Harm | None = None  # what a watcher made of it


class Place:
    """A position on the map. Its state is never played on, and may be another time's: only time differs then."""

    __slots__ = ("first", "idle", "outcome", "spent", "state")

    def __init__(self, state: Any, outcome: Outcome | None) -> None:
        self.state = state
        self.outcome = outcome
        self.first: Branch | None = None
        self.idle = False  # nobody does anything here
        self.spent: dict[str, int] | None = None  # what whoever adds fights up made of it as an end


class Played:
    """A fight at its end. `place` is where on the map it ended, if it stayed there."""

    __slots__ = ("acts", "outcome", "place", "state")

    def __init__(self, outcome: Outcome | None, acts: int, state: Any, place: Place | None) -> None:
        self.outcome = outcome
        self.acts = acts
        self.state = state
        self.place = place


class Noting(Listening):
    """Notes what was thrown in the act under way, and how it read."""

    def __init__(self, book: Rulebook, state: Any, generators: Generators, policies: Policies, content: Content) -> None:
        super().__init__(book, state, generators, policies, content)
        self.thrown: list[tuple[Shape, bool, int]] = []

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        hidden = secret or self.hushed
        value = shape.draw(self.generators.secret if hidden else self.generators.open)
        self.thrown.append((shape, hidden, value))
        return value

    def ranked(self, rule: str, who: str, shape: Ranking) -> list[int]:
        return Table.ranked(self, rule, who, shape)

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        faces = super().faces_for(rule, who, shape, tally, secret)
        self.thrown.append((shape, secret, shape.read(faces)))
        return faces


class Recall:
    """Plays fights from one position under steady policies, with a map of where they have been."""

    def __init__(
        self, book: Rulebook, content: Content, state: Any, policies: Policies, most: int = MOST, look: int = 0
    ) -> None:
        self.book, self.content, self.policies = book, content, policies
        self.most, self.look = most, look or LOOK // max(1, len(state.roster))
        self.growing = self.on = True
        self.places: dict[Any, Place] = {}
        self.start = self._place(clone(state))
        self.began: int = self._time(state)
        self.acts = self.drawn = self.looks = 0  # since the last look: acts, those drawn in; and looks so far

    def play(self, generators: Generators, limit: int, watch: Watcher | None = None) -> Played:
        """A fight to its end, or to `limit` acts."""
        place, time, drawn = self.start, self.began, 0
        seen: Generator = generators.open
        secret: Generator = generators.secret
        for acts in range(limit if self.on else 0):
            if place.outcome is not None or place.idle:
                return self._end(place, time, acts, drawn)
            seen_bits, secret_bits = seen.bits, secret.bits
            branch = place.first
            while isinstance(branch, Throw):
                branch = branch.ways.get(branch.shape.draw(secret if branch.secret else seen))
            if branch is None:
                seen.bits, secret.bits = seen_bits, secret_bits  # the same dice once more, for the rules
                if not self.growing:
                    return self._go_on(place, time, acts, drawn, generators, limit, watch)
                branch = self._draw_in(place, generators)
                drawn += 1
                if branch is None:
                    place.idle = True
                    return self._end(place, time, acts, drawn)
            assert isinstance(branch, Ending)
            if watch is not None:
                watch.recall(place.state, branch)
            time += branch.time
            place = branch.to
        if self.on:
            return self._end(place, time, limit, drawn)
        return self._go_on(place, time, 0, 0, generators, limit, watch)

    def _end(self, place: Place, time: int, acts: int, drawn: int) -> Played:
        self._look(acts, drawn)
        return Played(place.outcome, acts, self._at(shallow(place.state), time), place)

    def _go_on(
        self, place: Place, time: int, acts: int, drawn: int, generators: Generators, limit: int, watch: Watcher | None
    ) -> Played:
        """To the end without the map."""
        self._look(acts, drawn)
        state = self._at(clone(place.state), time)
        if watch is not None:
            watch.go_on(state)
        outcome, more = playout(self.book, self.content, state, generators, self.policies, limit - acts, watch)
        return Played(outcome, acts + more, state, None)

    def _draw_in(self, place: Place, generators: Generators) -> Ending | None:
        """Let the rules play the next act, and draw it in; None if there is none."""
        state = clone(place.state)
        drawn_by_policies = generators.policy.bits
        table = Noting(self.book, state, generators, self.policies, self.content)
        step, chosen = next_step(self.book, state, self.policies, generators)
        if step is None:
            return None
        play_step(self.book, state, table, step, self.policies if chosen else None)
        if generators.policy.bits != drawn_by_policies:
            raise PolicyFault(self.policies.name, "draws, but says that it is steady")
        end = Ending(step, table.struck, self._place(state), self._time(state) - self._time(place.state))
        branch: Branch = end
        for shape, secret, value in reversed(table.thrown):
            throw = Throw(shape, secret)
            throw.ways[value] = branch
            branch = throw
        place.first = grafted(place.first, branch, step)
        return end

    def _place(self, state: Any) -> Place:
        key = self.book.key(state) if self.book.tick else freeze(state)
        found = self.places.get(key)
        if found is None:
            found = self.places[key] = Place(state, self.book.over(state))
            if len(self.places) * len(state.roster) > self.most:
                self.growing = False
        return found

    def _time(self, state: Any) -> int:
        return int(getattr(state, self.book.tick)) if self.book.tick else 0

    def _at(self, state: Any, time: int) -> Any:
        if self.book.tick:
            setattr(state, self.book.tick, time)
        return state

    def _look(self, acts: int, drawn: int) -> None:
        """Is the map worth its while?"""
        self.acts += acts
        self.drawn += drawn
        if not self.growing or self.acts < self.look:
            return
        self.looks += 1
        if self.acts - self.drawn < min(WORTH, RISE * self.looks) * self.acts:
            self.on = False
            self.places.clear()
            self.start.first = None
        self.acts = self.drawn = 0


def grafted(old: Branch | None, new: Branch, step: Action) -> Branch:
    """The branch with another one drawn in, which must be one of the same throws up to a reading not met before."""
    if old is None:
        return new
    if not (isinstance(old, Throw) and isinstance(new, Throw) and old.shape.label == new.shape.label):
        raise HiddenChange(f"{step}: the same position and dice led to other throws than before")
    for value, branch in new.ways.items():
        old.ways[value] = grafted(old.ways.get(value), branch, step)
    return old
