"""Recall: an act that was played once in a position need not be worked out by the rules again.

In the same position the same policies do the same, and the same readings of the dice lead to the same next position. So a
simulation keeps a map of the positions it comes to. A fight follows the map, throwing every die from its own generators; where
the map ends, the rules play the act and it is added. Die for die a fight goes as it would without a map: results are the same.

It pays where fights come back to positions they were in: duels. A crowd hardly ever does. recall_trial.py finds out.
"""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import clone, freeze, shallow
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, PolicyFault
from starfray.engine.ranking import Ranking
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.random import Generators
from starfray.engine.values import Outcome, Tally
from starfray.sim.playout import PlayoutTable, next_step, play_step, playout
from starfray.sim.position_map import Branch, Ending, Place, Played, Throw, merged
from starfray.sim.statistics import Watcher
from starfray.stalemate import FIRST_ACTS, ROUNDS, StalemateWatch, nothing_to_do

MOST = 30_000  # combatants in the positions of a map: it bounds the memory


class RecordingTable(PlayoutTable):
    """Records what was thrown in the act under way, and how it read."""

    def __init__(self, book: Rulebook, state: Any, generators: Generators, policies: Policies, content: Content) -> None:
        super().__init__(book, state, generators, policies, content)
        self.thrown: list[tuple[Shape, bool, int]] = []

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        hidden = secret or self.all_secret
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
        self, book: Rulebook, content: Content, state: Any, policies: Policies, most: int = MOST, rounds: int = ROUNDS
    ) -> None:
        self.book, self.content, self.policies = book, content, policies
        self.most, self.rounds = most, rounds
        self.growing = True
        self.places: dict[Any, Place] = {}
        self.start = self._place(clone(state))
        self.began: int = self._time(state)
        self.acts = 0  # played so far
        self.added = 0  # of those, acts the rules played because the map did not have them yet

    def play(self, generators: Generators, limit: int, watch: Watcher | None = None) -> Played:
        """A fight to its end, or to `limit` acts."""
        place, time = self.start, self.began
        still: StalemateWatch | None = None
        seen: Generator = generators.open
        secret: Generator = generators.secret
        for acts in range(limit):
            if place.outcome is not None:
                return self._end(place, time, acts, place.outcome)
            if place.idle:
                return self._end(place, time, acts, nothing_to_do())
            if acts == FIRST_ACTS:
                still = StalemateWatch(self.book, self.rounds, acts)
            seen_bits, secret_bits = seen.bits, secret.bits
            branch = place.first
            while isinstance(branch, Throw):
                branch = branch.branches.get(branch.shape.draw(secret if branch.secret else seen))
            if branch is None:
                seen.bits, secret.bits = seen_bits, secret_bits  # the same dice once more, for the rules
                if not self.growing:
                    still = still or StalemateWatch(self.book, self.rounds, acts)
                    return self._leave_map(place, time, generators, limit, watch, still)
                branch = self._add(place, generators)
                if branch is None:
                    place.idle = True
                    return self._end(place, time, acts, nothing_to_do())
            assert isinstance(branch, Ending)
            if watch is not None:
                watch.recall(place.state, branch)
            time += branch.time
            place = branch.to
            if still is not None:
                stuck = still.after(branch.step.actor, place.state, time if self.book.tick else None)
                if stuck is not None:
                    return self._end(place, time, acts + 1, place.outcome or stuck)
        return self._end(place, time, limit, place.outcome)

    def _end(self, place: Place, time: int, acts: int, outcome: Outcome | None) -> Played:
        self.acts += acts
        return Played(outcome, acts, self._at(shallow(place.state), time), place)

    def _leave_map(
        self, place: Place, time: int, generators: Generators, limit: int, watch: Watcher | None, still: StalemateWatch
    ) -> Played:
        """To the end without the map, which is full."""
        state, acts = self._at(clone(place.state), time), still.acts
        if watch is not None:
            watch.go_on(state)
        outcome, more = playout(self.book, self.content, state, generators, self.policies, limit - acts, watch, still)
        self.acts += acts + more
        self.added += more
        return Played(outcome, acts + more, state, None)

    def _add(self, place: Place, generators: Generators) -> Ending | None:
        """Let the rules play the next act, and add it to the map; None if there is none."""
        self.added += 1
        state = clone(place.state)
        drawn_by_policies = generators.policy.bits
        table = RecordingTable(self.book, state, generators, self.policies, self.content)
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
            throw.branches[value] = branch
            branch = throw
        place.first = merged(place.first, branch, step)
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
