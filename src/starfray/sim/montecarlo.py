"""Monte Carlo: a fight played many times by policies, by any number of workers; the result depends on seed and count only.

Fight number i has its own dice, drawn from the seed and i. Fights are played in blocks; blocks are added up in their order,
and stopping by precision looks at whole blocks in that order, so neither the number of workers nor their pace shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from starfray.engine import collecting
from starfray.engine.codec import Plain, clone, kebab
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.position import sides
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, position_data
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.rulebooks import find
from starfray.sim.playout import LIMIT, playout
from starfray.sim.policies import policies_called
from starfray.sim.recall import Played, Recall
from starfray.sim.result import Result, add_counts
from starfray.sim.shipped import SHIPPED, Text, texts_of
from starfray.sim.watching import Watcher, number_changes, vitals_of

BLOCK = 20
MOST_KEPT = 100
Progress = Callable[[Result, int], None]


@dataclass(frozen=True, slots=True)
class Setup:
    """A fight as a worker gets it, on this machine or another: data and texts, no paths that may lead nowhere there."""

    book: str
    tables: dict[str, dict[str, dict[str, Plain]]]  # those the fight's packs changed
    position: dict[str, Plain]
    policies: dict[str, str]
    texts: dict[str, Text]  # of policies of somebody's own
    seed: int
    keep: int = 0

    def job(self) -> Job:
        book = find(self.book)
        content = book_content(book.name, book.folder)
        if self.tables:
            content = Content(book.name, {**content.tables, **self.tables})
        SHIPPED.serve(self.texts)
        state = build(book, self.position, content, {}, trusted=True)
        return Job(book, content, state, self.policies, self.seed, self.keep, self.texts)


def setup_of(fight: Fight, policies: dict[str, str], seed: int, keep: int = 0) -> Setup:
    position = position_data(fight.book, fight.state, fight.content)
    printed = book_content(fight.book.name, fight.book.folder).tables
    tables = {name: rows for name, rows in fight.content.tables.items() if rows != printed.get(name)}
    return Setup(fight.book.name, tables, position, policies, texts_of(policies), seed, keep)


class Job:
    """Plays fights of one setup."""

    def __init__(
        self,
        book: Rulebook,
        content: Content,
        state: Any,
        policies: dict[str, str],
        seed: int,
        keep: int = 0,
        texts: dict[str, Text] | None = None,
    ) -> None:
        self.book, self.content, self.state = book, content, state
        self.seed, self.keep = seed, keep
        self.policies = policies_called(book, policies, texts)
        self.vitals = vitals_of(book)
        self.sides = sides(state)
        self.recall = Recall(book, content, state, self.policies) if self.policies.steady else None

    def block(self, start: int, stop: int) -> Result:
        """Fights number start to stop, added up."""
        result = Result(keep=self.keep)
        looked = collecting.put_off()
        try:
            for number in range(start, stop):
                self.play(number, result)
        finally:
            collecting.again(looked)
        result.longest = sorted(result.longest)[: self.keep]
        result.lopsided = sorted(result.lopsided)[: self.keep]
        return result

    def ends(self, start: int, stop: int) -> list[tuple[str | None, int]]:
        """Winner (None: nobody) and length of the fights number start to stop."""
        found: list[tuple[str | None, int]] = []
        looked = collecting.put_off()
        try:
            for number in range(start, stop):
                played = self._play(number, None)
                winners = played.outcome.winners if played.outcome is not None else []
                found.append((only_winner(winners), self.book.clock(played.state)))
        finally:
            collecting.again(looked)
        return found

    def _play(self, number: int, watcher: Watcher | None) -> Played:
        generators = Generators(seed_of(self.seed, number))
        if self.recall is not None:
            return self.recall.play(generators, LIMIT, watcher)
        state = clone(self.state)
        if watcher is not None:
            watcher.go_on(state)
        outcome, acts = playout(self.book, self.content, state, generators, self.policies, watch=watcher)
        return Played(outcome, acts, state, None)

    def play(self, number: int, result: Result) -> None:
        """Play one fight and count what came of it."""
        watcher = Watcher(self.book, self.state, self.vitals, result)
        played = self._play(number, watcher)
        outcome, acts, state = played.outcome, played.acts, played.state
        self._count(result, played, watcher.up)
        if self.keep:
            self._note_course(
                result, number, state, only_winner(outcome.winners) if outcome is not None else None, acts, watcher.up
            )

    def _count(self, result: Result, played: Played, up: list[str]) -> None:
        result.fights += 1
        result.acts += played.acts
        for one in self.state.roster.values():
            result.wins.setdefault(one.side, 0)
            result.survived[one.id] = result.survived.get(one.id, 0) + (one.id in up)
        if played.outcome is None:
            result.unfinished += 1
        elif len(played.outcome.winners) == 1:
            winner = played.outcome.winners[0]
            result.wins[winner] = result.wins.get(winner, 0) + 1
        else:
            result.draws += 1
        rounds = self.book.clock(played.state)
        result.rounds[rounds] = result.rounds.get(rounds, 0) + 1
        add_counts(result.spent, self._spent(played.state) if played.place is None else self._spent_at(played))

    def _spent(self, state: Any) -> dict[str, int]:
        """What has changed from the start to this end."""
        found: dict[str, int] = {}
        for who, one in self.state.roster.items():
            after = state.roster.get(who)
            for path, change in number_changes(one, after, who) if after is not None else ():
                found[path] = found.get(path, 0) + int(change)
        for path, change in number_changes(self.state, state, ""):
            found[f".{path}"] = found.get(f".{path}", 0) + int(change)
        return found

    def _spent_at(self, played: Played) -> dict[str, int]:
        """The same where many fights end; they may have taken different time."""
        place, tick = played.place, self.book.tick
        assert place is not None
        if place.spent is None:
            place.spent = self._spent(played.state)
        if not tick:
            return place.spent
        spent = {**place.spent, f".{kebab(tick)}": getattr(played.state, tick) - getattr(self.state, tick)}
        if not spent[f".{kebab(tick)}"]:
            del spent[f".{kebab(tick)}"]
        return spent

    def _note_course(self, result: Result, number: int, state: Any, winner: str | None, acts: int, up: list[str]) -> None:
        length = self.book.clock(state)
        roster = self.state.roster
        left = tuple(sum(1 for who in up if roster[who].side == side) for side in self.sides)
        course = (winner or "", length, left)
        count, first = result.courses.get(course, (0, number))
        result.courses[course] = (count + 1, min(first, number))
        result.longest.append((-length, -acts, number))
        if winner is not None:
            sizes = [sum(1 for one in roster.values() if one.side == side) for side in self.sides]
            shares = {side: left[place] / sizes[place] for place, side in enumerate(self.sides)}
            margin = shares.get(winner, 0.0) - max((share for side, share in shares.items() if side != winner), default=0.0)
            result.lopsided.append((-margin, length, number))


def block_of(count: int) -> int:
    """Fights in a block: few where there are few, so that nobody waits long for the last one."""
    return max(1, min(BLOCK, count // 50))


def only_winner(winners: list[str]) -> str | None:
    return winners[0] if len(winners) == 1 else None


def seed_of(seed: int, number: int) -> int:
    return Generator(seed ^ (number * 0x9E3779B97F4A7C15)).next64()


def simulate(
    fight: Fight,
    count: int,
    *,
    seed: int | None = None,
    workers: int = 1,
    until: float = 0.0,
    policies: dict[str, str] | None = None,
    progress: Progress | None = None,
    keep: int = 0,
    cluster: str = "",
) -> Result:
    """Play a fight `count` times from where it stands; the fight itself is left as it is. `until` stops as soon as every
    side's share is known to ± so many per cent; `keep` remembers so many fights of each remarkable kind; `cluster` is the
    address of a Dask scheduler whose workers play, or 'local' for so many started on this machine.

    An interrupt gives what has been added up so far.
    """
    from starfray.sim.workers import Task, crew_of

    if count < 1:
        raise BadInput(f"{count} fights", field="-n", expected="1 or more")
    if not 0 <= keep <= MOST_KEPT:
        raise BadInput(f"{keep} fights to keep", field="--keep", expected=f"0 to {MOST_KEPT}")
    seed = fight.seed if seed is None else seed
    chosen = policies or {}
    block = block_of(count)
    tasks = (Task(0, start, min(start + block, count), "block") for start in range(0, count, block))
    jobs = [Job(fight.book, fight.content, fight.state, chosen, seed, keep)]
    with crew_of(jobs, lambda: [setup_of(fight, chosen, seed, keep)], workers, cluster) as crew:
        return _add_up(crew.each(tasks), count, until, progress)


def _add_up(results: Iterator[Any], count: int, until: float, progress: Progress | None) -> Result:
    whole = Result()
    try:
        for result in results:
            whole.add(result)
            if progress is not None:
                progress(whole, count)
            if until and whole.width() * 100 <= until:
                break
    except KeyboardInterrupt:
        if not whole.fights:
            raise
    return whole


__all__ = ["BLOCK", "Job", "Progress", "Setup", "block_of", "seed_of", "setup_of", "simulate"]
