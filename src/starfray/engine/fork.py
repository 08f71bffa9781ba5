"""A fork at a question: whoever is asked in the middle of an act can play an answer on with other dice and see where it leads.

The act is played again from its start, from what the asked side sees. Dice that fell in the open and answers that were given
come from the tape; secret dice and the sealed answers of others are not on it, they are drawn anew. So is all that follows.
"""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, viewer
from starfray.engine.position import AnyPosition, Combatant, combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Ask, Tally

REDRAWN = "redrawn"  # the source of an entry whose value the asked side does not know
TRIES = 4  # draws of what is secret until the act comes to the same question again


class Diverged(StarfrayError):
    """With these secret dice the act does not come to the question it came to."""


class Fork:
    """An act as far as the asked side knows of it, at a question of its own."""

    def __init__(
        self, book: Rulebook, content: Content, before: AnyPosition, action: Action, tape: list[Taped], ask: Ask
    ) -> None:
        self.book, self.content = book, content
        self.before, self.action, self.tape, self.ask = before, action, tape, ask

    def play(self, answer: str, seed: int, policies: Policies) -> tuple[Any, Generators]:
        """The position after the act if this is the answer, and the generators to go on with; all others decide by
        `policies`. Raises Diverged if what is secret cannot be drawn so that the act comes here.
        """
        seeds = Generator(seed)
        for _ in range(TRIES):
            state, generators = clone(self.before), Generators(seeds.next64())
            table = ForkTable(self, state, generators, policies, answer)
            try:
                self.book.play(state, table, self.action)
            except Diverged:
                continue
            if table.answered:
                return state, generators
        raise Diverged(f"{self.ask.label} is not reached again")


def fork_at(
    book: Rulebook, content: Content, before: AnyPosition, action: Action, tape: list[Taped], ask: Ask, since: int
) -> Fork | None:
    """The fork as the asked side may have it: without the faces of secret dice, without the answers others gave to questions
    asked at the same time (the tape from `since` on). None where somebody is hidden from that side, or the GM is asked.
    """
    actor: Combatant | None = combatant_of(before, ask.who)
    if actor is None or ask.who == GM:
        return None
    seen = book.view(before, viewer(actor))
    if len(seen.roster) != len(before.roster):
        return None
    known: list[Taped] = []
    for place, entry in enumerate(tape):
        other: Combatant | None = combatant_of(before, entry.who)
        foreign = other is None or other.side != actor.side
        if entry.secret or (ask.sealed and place >= since and foreign):
            entry = Taped(entry.kind, entry.rule, entry.who, entry.what, REDRAWN, secret=entry.secret)
        known.append(entry)
    return Fork(book, content, seen, action, known, ask)


class ForkTable(RandomTable):
    """Follows the tape to the question, gives the answer, and goes on at random."""

    def __init__(self, fork: Fork, state: AnyPosition, generators: Generators, policies: Policies, answer: str) -> None:
        super().__init__(fork.book, state, generators, policies, content=fork.content)
        self.tape, self.ask, self.answer = fork.tape, fork.ask, answer
        self.at = 0
        self.answered = False

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        if self.answered:
            return super().roll(rule, who, shape, tally, secret)
        return shape.read(self.faces_for(rule, who, shape, tally, secret or self.all_secret))

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        if not self.answered:
            entry = self._next(Ask("dice", rule, who, shape=shape, secret=secret))
            if entry.source != REDRAWN:
                return entry.faces
        return super().faces_for(rule, who, shape, tally, secret)

    def upcoming(self) -> Taped | None:
        return self.tape[self.at] if self.at < len(self.tape) else None

    def standing_order(self, rule: str, who: str) -> str:
        return super().standing_order(rule, who) if self.answered else ""

    def answer_for(self, ask: Ask) -> str:
        if self.answered:
            return super().answer_for(ask)
        if self.at == len(self.tape) and ask.label == self.ask.label:
            self.answered = True
            return self.answer
        entry = self._next(ask)
        return super().answer_for(ask) if entry.source == REDRAWN else entry.answer

    def all_answers_for(self, asks: list[Ask]) -> list[str]:
        """Of questions asked at once some may be on the tape, the one of the fork among them or after them."""
        if self.answered or self.at + len(asks) <= len(self.tape):
            return super().all_answers_for(asks)
        if all(ask.label != self.ask.label for ask in asks):
            raise Diverged(f"{asks[0].label} is asked and not {self.ask.label}")
        entries = {entry.label: entry for entry in self.tape[self.at :]}
        self.at, self.answered = len(self.tape), True
        found = []
        for ask in asks:
            entry = entries.get(ask.label)
            if ask.label == self.ask.label:
                found.append(self.answer)
            elif entry is not None and entry.source != REDRAWN:
                found.append(entry.answer)
            else:
                found.append(super().answer_for(ask))
        return found

    def _next(self, ask: Ask) -> Taped:
        if self.at >= len(self.tape) or not self.tape[self.at].fits(ask):
            raise Diverged(f"{ask.label} is not on the tape")
        self.at += 1
        return self.tape[self.at - 1]
