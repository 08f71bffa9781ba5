"""The planner as a policy. It plays on from its own view with dice of its own; the fight's generators it never touches."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.answers import fitting, write_shares
from starfray.engine.fork import REDRAWN, Fork
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import Ask
from starfray.sim.planner.choice import Choice
from starfray.sim.planner.playouts import Limit, Playouts, place_of, seed_from
from starfray.sim.planner.search import Search
from starfray.sim.planner.settings import LEVELS, NAME, TEMPERAMENTS, USUAL_LEVEL, read_settings

REMEMBERED = 4096
LEAST_PATIENCE = 20  # ticks of the clock a fight may take in any case before the planner stops waiting for better moments
A_QUESTION = 4  # a question gets this part of the playouts of an action
MOST_ANSWERS = 12
PATIENCE = 6  # and so many times what the fight would take from here by the default policies


class Planner(Policy):
    """`budget` playouts for one action, and no more than `seconds` if those are given (choices then depend on the machine)."""

    def __init__(
        self,
        other: Policy,
        budget: int = LEVELS[USUAL_LEVEL],
        temperament: str = "steady",
        *,
        seed: int = 0,
        seconds: float = 0.0,
        patience: int = PATIENCE,
        questions: bool = True,
    ) -> None:
        super().__init__()
        self.name = NAME
        self.other, self.budget, self.seconds = other, budget, seconds
        self.temperament, self.seed = temperament, seed
        self.patience = patience  # 0: without end, as solving a fight needs it
        self.forks = questions
        self.steady = other.steady and not seconds and not patience and not questions
        self.known: dict[Any, Choice] = {}
        self.last: Choice | None = None  # of `act`

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        usual = self.other.act(book, view, who, Generator(0))
        if usual is None:
            self.why = self.other.why
            return None
        choice = self.last = self.choice(book, view, who, usual)
        self.why = choice.words()
        if self.patience and choice.usual is not None and self.waited(book, view, choice):
            self.why = f"the fight has gone on for long enough: {self.other.why}"
            return usual
        return choice.chosen.action if choice.chosen is not None else usual

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        """Where nothing can be played on, as usual."""
        answer = self.other.answer(book, view, ask, Generator(0))
        self.why = self.other.why
        return answer

    def answer_at(self, book: Rulebook, view: Any, ask: Ask, generator: Generator, fork: Fork) -> str:
        usual = self.answer(book, view, ask, generator)
        choice = self.answered(book, ask, fork, usual)
        if choice is None:
            return usual
        self.why = choice.words()
        return choice.chosen.words if choice.chosen is not None else usual

    def answered(self, book: Rulebook, ask: Ask, fork: Fork, usual: str) -> Choice | None:
        """What to answer, with figures; None where only one answer is possible."""
        others = answers(ask)
        if len({usual, *others}) < 2:
            return None
        taped = [(entry.label, entry.source == REDRAWN, tuple(entry.faces), entry.answer) for entry in fork.tape]
        place = (ask.label, to_text(fork.action), place_of(book, fork.before), tuple(taped))
        choice = self.known.get(place)
        if choice is None:
            actor = combatant_of(fork.before, ask.who)
            search = self.search(book, fork.before, actor, seed_from(self.seed, place), self.budget // A_QUESTION)
            choice = self.remember(place, search.answer(fork, usual, others))
        return choice

    def waited(self, book: Rulebook, view: Any, choice: Choice) -> bool:
        """Two planners could wait for each other for ever: a fight that is much too long is ended by the default policies."""
        return book.clock(view) > LEAST_PATIENCE + self.patience * choice.ticks

    def choice(self, book: Rulebook, view: Any, who: str, usual: Action) -> Choice:
        """What to do, with figures. Depends on nothing but the position and the planner's own settings."""
        place = (who, place_of(book, view))
        known = self.known.get(place)
        if known is not None:
            return known
        search = self.search(book, view, combatant_of(view, who), seed_from(self.seed, place), self.budget)
        return self.remember(place, search.action(usual, self.offered(book, view, who, usual)))

    def offered(self, book: Rulebook, view: Any, who: str, usual: Action) -> list[Action] | None:
        """What it may think of beside the usual; None: whatever the fields of the kinds offer."""
        return None

    def remember(self, place: Any, choice: Choice) -> Choice:
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.known[place] = choice
        return choice

    def search(self, book: Rulebook, view: Any, actor: Any, seed: int, budget: int) -> Search:
        playouts = Playouts(book, view, actor.id, actor.side, Policies(self.other), TEMPERAMENTS[self.temperament])
        return Search(playouts, seed, Limit(budget, self.seconds))


def answers(ask: Ask) -> list[str]:
    """Answers worth trying: every option, the ends and the middle of a range, all for one where something is shared out."""
    if ask.kind == "choose":
        return [option.key for option in ask.options][:MOST_ANSWERS]
    if ask.kind == "number":
        return [str(number) for number in dict.fromkeys((ask.low, (ask.low + ask.high) // 2, ask.high))]
    if ask.kind == "allocate":
        size = len(ask.options)
        ways = [[ask.amount if place == each else 0 for place in range(size)] for each in range(min(size, MOST_ANSWERS))]
        ways.append([ask.amount // size + (place < ask.amount % size) for place in range(size)])
        texts = [write_shares(fitting(way, ask.options), ask.options) for way in ways]
        return [text for text in dict.fromkeys(texts) if not ask.fault(text)]
    return []


def planner_called(book: Rulebook, name: str) -> Planner:
    """'planner:2:cautious'."""
    budget, temperament = read_settings(name)
    return Planner(book.policy(), budget, temperament)
