"""Odds of each answer to an open question: the act run exactly, with what has fallen so far and then that answer."""

from __future__ import annotations

from typing import Any

from starfray import odds as odds_of
from starfray.engine.actions import parse
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import Halt, TapeMismatch
from starfray.engine.house import EVERYBODYS, perform
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.exact import START, ExactTable, Prefix, calls_behind
from starfray.engine.tape import Taped
from starfray.engine.values import Ask, Tally
from starfray.fight import Fight


class KnownStart(ExactTable):
    """An exact table on which the first throws and answers are known."""

    def __init__(
        self, book: Rulebook, state: AnyPosition, policies: Policies, prefix: Prefix, met: dict[Any, Any],
        content: Content, tape: tuple[Taped, ...], answer: str, all_known: bool,
    ) -> None:
        super().__init__(book, state, policies, prefix, met, content)
        self.tape = tape
        self.answer = answer
        self.all_known = all_known
        self.read = 0

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        return shape.read(self.faces_for(rule, who, shape, tally, secret))

    def rank(self, rule: str, whos: list[str], sides: int) -> list[str]:
        return Table.rank(self, rule, whos, sides) if self.read < len(self.tape) else super().rank(rule, whos, sides)

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        if self.read >= len(self.tape) or (secret and not self.all_known):
            return super().faces_for(rule, who, shape, tally, secret)
        return self._known("dice", rule, who).faces

    def answer_for(self, ask: Ask) -> str:
        if self.read < len(self.tape):
            return self._known(ask.kind, ask.rule, ask.who).answer
        if self.read == len(self.tape):
            self.read += 1
            if ask.fault(self.answer):
                raise TapeMismatch(self.answer, ask.label)
            return self.answer
        return super().answer_for(ask)

    def _known(self, kind: str, rule: str, who: str) -> Taped:
        entry = self.tape[self.read]
        if (entry.kind, entry.rule, entry.who) != (kind, rule, who):
            raise TapeMismatch(entry.label, f"{kind} {rule} {who}")
        self.read += 1
        return entry


def chances(
    fight: Fight, text: str, tape: tuple[Taped, ...], answers: tuple[str, ...], budget: int,
    all_known: bool = True,
) -> dict[str, odds_of.Odds]:
    book = fight.book
    action = parse({**book.all_actions, **EVERYBODYS}, text)
    policies = Policies(book.policy())
    before, cards = odds_of.flat(fight.state), odds_of.card_lines(book, fight.state)
    nobodys = [path for path in before if "." not in path]
    names = {who: str(each.name or who) for who, each in fight.state.roster.items()}
    found = {}
    for answer in answers:
        met: dict[Any, list[tuple[Any, float]]] = {}
        ends: list[tuple[Any, Any, float]] = []
        todo, runs = [Prefix((), 1.0, START, 0)], 0
        while todo and runs < budget:
            runs += 1
            copy = clone(fight.state)
            table = KnownStart(book, copy, policies, todo.pop(), met, fight.content, tape, answer, all_known)
            try:
                perform(book, fight.content, copy, table, action)
                ends.append((copy, table.origin, table.weight))
            except Halt:
                pass
            todo.extend(table.siblings)
        share: dict[Any, float] = {START: 1.0}
        for point in sorted(met, key=calls_behind):
            share[point] = sum(share[origin] * weight for origin, weight in met[point])
        grouped: dict[str, odds_of.Chance] = {}
        for state, origin, weight in ends:
            changed = odds_of.changes(before, odds_of.flat(state))
            chance = grouped.setdefault(repr(sorted(changed.items())), odds_of.Chance(
                0.0, odds_of.in_words(cards, odds_of.card_lines(book, state), changed, nobodys, names), changed))
            chance.p += share[origin] * weight
        residual = sum(share[prefix.origin] * prefix.weight for prefix in todo)
        outcomes = sorted(grouped.values(), key=lambda each: -each.p)
        found[answer] = odds_of.Odds(text, outcomes, residual, runs, policies.default.name, before)
    return found
