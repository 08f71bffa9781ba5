"""Follies: where the default policy's choice is clearly beaten, and by what: a list of what to mend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import Plain, clone
from starfray.engine.errors import BadInput
from starfray.engine.fork import Fork
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.engine.values import Ask
from starfray.fight import Fight
from starfray.sim.job import seed_of
from starfray.sim.planner.choice import Choice
from starfray.sim.planner.policy import Planner
from starfray.sim.playout import playout

CLEARLY = 2.0  # standard errors of the score
LEAST_GAIN = 0.05  # of the fights won
LIMIT = 300  # acts of one fight that are looked at
Progress = Callable[[int, int, str], None]


@dataclass(slots=True)
class Folly:
    """One kind of choice and what beats it, in all positions where it did."""

    wanted: str  # the kind of act the default policy chose, or the question and its answer
    better: str  # the kind, or the answer, that beats it
    times: int = 0
    gain: float = 0.0  # in fights won, added up over the times
    example: str = ""  # the position with the largest gain, in a sentence
    largest: float = 0.0

    @property
    def mean(self) -> float:
        return self.gain / self.times


@dataclass(slots=True)
class Follies:
    """What was looked at, and what was found."""

    decisions: int = 0
    fights: int = 0
    found: dict[tuple[str, str], Folly] = field(default_factory=dict)

    def add(self, choice: Choice, at: str, question: str = "") -> None:
        """What was chosen, when, and of an answer to which question."""
        self.decisions += 1
        best = choice.best
        wanted = f"{question} {choice.wanted}" if question else kind_of(choice.wanted)
        if choice.usual is None:
            self._note(wanted, "refused by the rules", 0.0, f"{at}: {choice.wanted} is refused")
        elif best is not None and choice.lead > CLEARLY and choice.gain >= LEAST_GAIN:
            self._note(wanted, best.words if question else kind_of(best.words), choice.gain, f"{at}: {choice.words()}")

    def _note(self, wanted: str, better: str, gain: float, words: str) -> None:
        folly = self.found.setdefault((wanted, better), Folly(wanted, better))
        folly.times += 1
        folly.gain += gain
        if gain >= folly.largest:
            folly.largest, folly.example = gain, words

    def listed(self) -> list[Folly]:
        """The costliest first."""
        return sorted(self.found.values(), key=lambda folly: (-folly.gain, folly.wanted, folly.better))

    def plain(self) -> dict[str, Plain]:
        rows = [
            {"wanted": each.wanted, "better": each.better, "times": each.times, "gain": each.mean, "example": each.example}
            for each in self.listed()
        ]
        return {"fights": self.fights, "decisions": self.decisions, "follies": rows}


def kind_of(words: str) -> str:
    return words.partition(" ")[0]


class Onlooker(Planner):
    """Acts and answers as the default policy does, and notes what the planner would have done."""

    def __init__(self, book: Rulebook, budget: int, side: str, into: Follies) -> None:
        super().__init__(book.policy(), budget, patience=0)
        self.side, self.into = side, into

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        usual = self.other.act(book, view, who, Generator(0))
        if usual is not None and self.side in ("", view.roster[who].side):
            choice = self.choice(book, view, who, usual)
            self.into.add(choice, f"{book.tick or 'time'} {book.clock(view)}")
            if choice.usual is None and choice.chosen is not None:
                return choice.chosen.action  # the fight must go on somehow
        return usual

    def answer_at(self, book: Rulebook, view: Any, ask: Ask, generator: Generator, fork: Fork) -> str:
        usual = self.answer(book, view, ask, generator)
        if self.side in ("", combatant_of(fork.before, ask.who).side):
            choice = self.answered(book, ask, fork, usual)
            if choice is not None:
                self.into.add(choice, f"{book.tick or 'time'} {book.clock(fork.before)}, {ask.who}", ask.rule)
        return usual


def follies(
    fight: Fight, count: int, budget: int, *, side: str = "", seed: int = 0, progress: Progress | None = None
) -> Follies:
    """Let the default policies play `count` times and look at every act and answer. An interrupt gives what has been found."""
    if count < 1:
        raise BadInput(f"{count} fights", field="-n", expected="1 or more")
    found = Follies()
    policies = Policies(Onlooker(fight.book, budget, side, found))

    def tell(action: Action, struck: dict[str, str]) -> None:
        if progress is not None:
            progress(found.fights, count, f"{found.decisions} decisions")

    try:
        for number in range(count):
            generators = Generators(seed_of(seed, number))
            playout(fight.book, fight.content, clone(fight.state), generators, policies, LIMIT, tell)
            found.fights += 1
    except KeyboardInterrupt:
        if not found.decisions:
            raise
    return found
