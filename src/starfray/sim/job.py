"""One fight played again and again: what a worker is given (Setup), and what it does with it (Job).

Fight number i has its own dice, drawn from the seed and i, so it does not matter which worker plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from starfray.engine.codec import Plain, kebab
from starfray.engine.content import Content, book_content
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.generator import Generator
from starfray.engine.goals import RULE as GOAL
from starfray.engine.position import sides
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, position_data
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.rulebooks import find
from starfray.sim.playout import LIMIT
from starfray.sim.policies import policies_called
from starfray.sim.policy_transport import TEXT_IMPORTER, Text, texts_of
from starfray.sim.position_map import Played
from starfray.sim.recall_trial import Player, player_for
from starfray.sim.result import Result, add_counts
from starfray.sim.statistics import Watcher, number_changes, vitals_of
from starfray.stalemate import ROUNDS, is_stalemate


@dataclass(frozen=True, slots=True)
class Setup:
    """A fight as a worker gets it, on this machine or another: data and texts, no paths, which may not exist there."""

    book: str
    tables: dict[str, dict[str, dict[str, Plain]]]  # those the fight's packs changed
    position: dict[str, Plain]
    policies: dict[str, str]
    texts: dict[str, Text]  # the source of users' own policies
    seed: int
    keep: int = 0
    rounds: int = ROUNDS  # that bring nothing new, until a fight is a stalemate
    count: int = 0  # how many fights a worker will play, if that is known

    def job(self) -> Job:
        book = find(self.book)
        content = book_content(book.name, book.folder)
        if self.tables:
            content = Content(book.name, {**content.tables, **self.tables})
        TEXT_IMPORTER.serve(self.texts)
        state = build(book, self.position, content, {}, trusted=True)
        return Job(book, content, state, self.policies, self.seed, self.keep, self.texts, self.rounds, self.count)


def setup_of(fight: Fight, policies: dict[str, str], seed: int, keep: int = 0, rounds: int = ROUNDS, count: int = 0) -> Setup:
    position = position_data(fight.book, fight.state, fight.content)
    printed = book_content(fight.book.name, fight.book.folder).tables
    tables = {name: rows for name, rows in fight.content.tables.items() if rows != printed.get(name)}
    return Setup(fight.book.name, tables, position, policies, texts_of(policies), seed, keep, rounds, count)


class End(NamedTuple):
    """How one fight ended."""

    winner: str | None  # None: nobody
    length: int
    stalemate: bool


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
        rounds: int = ROUNDS,
        count: int = 0,
    ) -> None:
        self.book, self.content, self.state = book, content, state
        self.seed, self.keep = seed, keep
        self.policies = policies_called(book, policies, texts)
        self.vitals = vitals_of(book)
        self.sides = sides(state)
        self.player: Player = player_for(book, content, state, self.policies, rounds, count)

    def block(self, start: int, stop: int) -> Result:
        """Fights number start to stop, added up."""
        result = Result(keep=self.keep)
        with gc_paused():
            for number in range(start, stop):
                self.play(number, result)
        result.longest = sorted(result.longest)[: self.keep]
        result.lopsided = sorted(result.lopsided)[: self.keep]
        return result

    def ends(self, start: int, stop: int) -> list[End]:
        """How the fights number start to stop ended."""
        found: list[End] = []
        with gc_paused():
            for number in range(start, stop):
                played = self._play(number, None)
                winners = played.outcome.winners if played.outcome is not None else []
                found.append(End(only_winner(winners), self.book.clock(played.state), is_stalemate(played.outcome)))
        return found

    def _play(self, number: int, watcher: Watcher | None) -> Played:
        return self.player.play(Generators(seed_of(self.seed, number)), LIMIT, watcher)

    def play(self, number: int, result: Result) -> None:
        """Play one fight and count its result."""
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
        for combatant in self.state.roster.values():
            result.wins.setdefault(combatant.side, 0)
            result.survived[combatant.id] = result.survived.get(combatant.id, 0) + (combatant.id in up)
        if played.outcome is not None and played.outcome.rule == GOAL:
            add_counts(result.endings, {played.outcome.reason: 1})
        if played.outcome is None:
            result.unfinished += 1
        elif is_stalemate(played.outcome):
            result.stalemates += 1
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
        for who, combatant in self.state.roster.items():
            after = state.roster.get(who)
            for path, change in number_changes(combatant, after, who) if after is not None else ():
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
            sizes = [sum(1 for combatant in roster.values() if combatant.side == side) for side in self.sides]
            shares = {side: left[place] / sizes[place] for place, side in enumerate(self.sides)}
            margin = shares.get(winner, 0.0) - max((share for side, share in shares.items() if side != winner), default=0.0)
            result.lopsided.append((-margin, length, number))


def only_winner(winners: list[str]) -> str | None:
    return winners[0] if len(winners) == 1 else None


def seed_of(seed: int, number: int) -> int:
    return Generator(seed ^ (number * 0x9E3779B97F4A7C15)).next64()
