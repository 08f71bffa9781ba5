"""The best that can be found for a decision of a played fight, by the planner's search, from what the decider knew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.content import Content
from starfray.engine.errors import StarfrayError
from starfray.engine.fork import fork_at
from starfray.engine.policy import Policies
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tape import Taped
from starfray.sim.planner.choice import Choice
from starfray.sim.planner.policy import A_QUESTION, Planner, answers
from starfray.sim.policies import policies_called
from starfray.sim.policy_transport import Text
from starfray.sim.review_chain import ANSWER, Effect

CLOSE = 0.05  # a decision that costs less is close to the best
SLIP = 0.005  # and one that costs no more than this is the best


@dataclass(frozen=True, slots=True)
class Best:
    """What was found for a decision, and the chance to win with it and with what was decided. `cost` is what was given away:
    0 unless the other was clearly better.
    """

    words: str
    chance: float
    played: float
    cost: float
    fights: int  # playouts of each; 0: exact

    @property
    def rating(self) -> str:
        return "best" if self.cost <= SLIP else "close" if self.cost < CLOSE else "costly"

    def plain(self) -> dict[str, Plain]:
        return {
            "words": self.words,
            "p": self.chance,
            "played": self.played,
            "cost": self.cost,
            "rating": self.rating,
            "fights": self.fights,
        }


class SearchJob:
    """Looks for something better than what was decided."""

    def __init__(
        self,
        book: Rulebook,
        content: Content,
        place: tuple[Any, Action, list[Taped]],
        effect: Effect,
        policies: dict[str, str],
        texts: dict[str, Text],
    ) -> None:
        """`place`: the position before the act, its action and its tape."""
        self.book, self.content = book, content
        self.before, self.action, self.tape = place
        self.effect, self.policies, self.texts = effect, policies, texts

    def given(self) -> tuple[Any, ...]:
        return (self.before, self.action, self.tape), self.effect, self.policies, self.texts

    def work(self, start: int, stop: int) -> Best | None:
        """With so many playouts for an action, and a part of them for an answer; None where there is nothing else to do."""
        policies = policies_called(self.book, self.policies, self.texts)
        try:
            choice = self._answer(policies, stop - start) if self.effect.kind == ANSWER else self._act(policies, stop - start)
        except StarfrayError:
            return None  # what the decider knew is too little to play on from
        return best_of(choice) if choice is not None else None

    def _act(self, policies: Policies, budget: int) -> Choice | None:
        actor = combatant_of(self.before, self.effect.who)
        if actor is None:
            return None
        view = self.book.view(self.before, f"side:{actor.side}")
        planner = Planner(policies.of(self.before, self.effect.who), budget, patience=0)
        return planner.choice(self.book, view, self.effect.who, self.action)

    def _answer(self, policies: Policies, budget: int) -> Choice | None:
        effect = self.effect
        assert effect.ask is not None
        others = [answer for answer in answers(effect.ask) if answer != effect.words]
        since = effect.since if effect.ask.sealed else effect.place
        tape = self.tape[: effect.place]
        fork = fork_at(self.book, self.content, self.before, self.action, tape, effect.ask, since) if others else None
        if fork is None:
            return None
        actor: Any = combatant_of(fork.before, effect.who)
        planner = Planner(policies.of(self.before, effect.who), budget)
        search = planner.search(self.book, fork.before, actor, 0, budget // A_QUESTION)
        return search.answer(fork, effect.words, others)


def best_of(choice: Choice) -> Best | None:
    """The planner takes what was played for the usual, and says whether something else is clearly better."""
    best, played = choice.best, choice.usual
    if best is None or played is None or not played.count:
        return None
    cost = 0.0 if choice.kept else max(0.0, choice.gain)
    found = played if choice.kept or not cost else best
    return Best(found.words, found.win, played.win, cost, played.count)
