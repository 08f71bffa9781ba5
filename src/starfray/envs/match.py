"""A fight that stops at every decision of the sides somebody plays.

It is the simulation's own playout, with policies that hand each decision out and go on with what comes back. The playout runs
in a greenlet, so that it can stop in the middle of a rule and nothing has to be run twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from greenlet import getcurrent, greenlet

from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.errors import StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.engine.values import Ask, Outcome
from starfray.envs.candidates import Choices, answers, anything, kinds, slots_of
from starfray.fight import Fight
from starfray.sim.playout import playout


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody of `side` has to choose: a kind of action, how to do the `kind` chosen, or the answer to `ask`."""

    side: str
    who: str
    view: Any
    choices: Choices
    ask: Ask | None = None
    kind: str = ""
    kind_slot: int = 0


class Asking(Policy):
    """Hands every decision of a side to whoever plays it."""

    name = "asking"

    def __init__(self, side: str, decide: Callable[[Decision], int]) -> None:
        super().__init__()
        self.side, self.decide = side, decide

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        forms = kinds(book, view, who)
        if not forms:
            return self._whatever(book, view, who)
        slot = self.decide(Decision(self.side, who, view, {slot: form.kind.name for slot, form in forms.items()}))
        form = forms[slot]
        ways = form.ways()
        if len(ways) == 1:
            return form.first_action
        return self._action(ways[self.decide(Decision(self.side, who, view, ways, None, form.kind.name, slot))])

    def _whatever(self, book: Rulebook, view: Any, who: str) -> Action | None:
        action = anything(book, view, who)
        if action is None:
            return None
        self.decide(Decision(self.side, who, view, {slots_of(book, view) - 1: action}))
        return action

    @staticmethod
    def _action(choice: Action | str) -> Action:
        assert isinstance(choice, Action)
        return choice

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        choices = answers(ask)
        return str(choices[self.decide(Decision(self.side, ask.who, view, choices, ask))])


class Match:
    """One fight, from where it stands. `decision` is what is to be decided now; None when the fight has ended."""

    def __init__(self, fight: Fight, sides: list[str], seed: int, limit: int, others: Policy | None = None) -> None:
        """`sides` are played from outside, all others by the policy `others` (the book's own)."""
        self.book, self.content = fight.book, fight.content
        self.state = clone(fight.state)
        self.acts = 0
        self.outcome: Outcome | None = None
        self.fault = ""  # why it could not go on, if a choice was refused that looked legal from the side's view
        self.decision: Decision | None = None
        policies = Policies(others or self.book.policy(), {side: Asking(side, self._hand_out) for side in sides})
        self._outside = getcurrent()
        self._playing = greenlet(self._play)
        self._take(self._playing.switch(policies, Generators(seed), limit))

    def _play(self, policies: Policies, generators: Generators, limit: int) -> None:
        try:
            self.outcome, _ = playout(self.book, self.content, self.state, generators, policies, limit, self._count)
        except StarfrayError as error:
            self.fault = str(error)

    def _count(self, action: Action, struck: dict[str, str]) -> None:
        self.acts += 1

    def _hand_out(self, decision: Decision) -> int:
        slot: int = self._outside.switch(decision)
        return slot

    def _take(self, decision: Decision | None) -> None:
        self.decision = decision

    def choose(self, slot: int) -> None:
        """Go on with the choice in this slot, up to the next decision."""
        assert self.decision is not None
        assert slot in self.decision.choices
        self._outside = getcurrent()
        self._playing.parent = self._outside
        self._take(self._playing.switch(slot))
