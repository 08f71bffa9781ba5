"""Perft, as chess programs have it: in how many ways can a small fight go in so many acts?

    counts(fight, 3)      # one Count for each depth: 1, 2 and 3 acts

Counted are, at every depth,
  acts       everything that may be done next, summed over the ways that lead there: a step that is due (then it is the only
             one), or every legal filling of every form offered to everybody who may act. Of a form, the blanks that must be
             filled in are filled in every way there is; of those that may be left out at most one is filled in at a time.
             A number is tried at its lowest and its highest, a place and words as the form opens with them.
  ways       the ends these acts can have: every class of every throw and every answer to every question, one by one
             (a question with too many answers to list gets the first that will do). Nothing is weighed and nothing merged.
             Of an act that can go more than a hundred ways the first hundred are followed.
  positions  how many of the positions they lead to differ.
A fight that is over goes no further.

The numbers change when something else becomes legal, when dice are thrown or asked for otherwise, and when a position
remembers something else: so the numbers of one duel per book are kept (tests/perft), and a change has to be meant.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from starfray.engine.actions import Action, action_of, to_text
from starfray.engine.answers import first_answer
from starfray.engine.codec import clone, freeze
from starfray.engine.content import Content
from starfray.engine.dice import Rounds, Shape, Tie
from starfray.engine.forms import WORDS, forms_for
from starfray.engine.gm import perform
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.best import every_answer
from starfray.engine.tables.dry_run import refusal
from starfray.engine.values import Ask, Field, Form, Tally
from starfray.fight import Fight

MOST_WAYS = 100  # of one act


@dataclass(frozen=True, slots=True)
class Count:
    acts: int
    ways: int
    positions: int


@dataclass(slots=True)
class Place:
    """A position, and the number of ways that lead to it."""

    state: Any
    ways: int


def counts(fight: Fight, depth: int) -> list[Count]:
    """One for each number of acts up to `depth`, from the position the fight is in."""
    book, content = fight.book, fight.content
    level = [Place(clone(fight.state), 1)]
    found: list[Count] = []
    for _ in range(depth):
        acts = ways = 0
        reached: dict[Hashable, Place] = {}
        for place in level:
            for action in legal_acts(book, place.state):
                acts += place.ways
                for state in ends(book, content, place.state, action):
                    ways += place.ways
                    reached.setdefault(freeze(state), Place(state, 0)).ways += place.ways
        level = list(reached.values())
        found.append(Count(acts, ways, len(level)))
    return found


# --- what may be done ------------------------------------------------------------------------------------------


def legal_acts(book: Rulebook, state: Any) -> list[Action]:
    """The step that is due, or everything those who may act are offered; each once."""
    if book.over(state) is not None:
        return []
    step = book.due(state)
    if step is not None:
        return [step]
    found: dict[str, Action] = {}
    for who in book.actors(state):
        for form in forms_for(book, state, who):
            for values in fillings(form):
                action = action_of(book.kind_of(state, form.kind).action, who, values)
                if to_text(action) not in found and refusal(book, state, action) is None:
                    found[to_text(action)] = action
    return list(found.values())


def fillings(form: Form) -> Iterator[dict[str, str]]:
    """Every way to fill in what must be filled in, with none or one of the blanks that may be left out."""
    if form.refused is not None:
        return
    needed = [field for field in form.fields if field.required]
    extras = [{field.name: word} for field in form.fields if not field.required for word in words_for(field)]
    for words in product(*(words_for(field) for field in needed)):
        values = {field.name: word for field, word in zip(needed, words, strict=True)}
        yield values
        for extra in extras:
            yield {**values, **extra}


def words_for(field: Field) -> list[str]:
    """What is tried in a blank."""
    if field.kind == "number":
        return list(dict.fromkeys([f"{field.low:g}", f"{field.high:g}"]))
    if field.kind == "flag":
        return ["yes", "no"]
    if field.options:
        return [option.key for option in field.options]
    if field.kind == "text":
        return [field.default or WORDS]
    return [field.default] if field.default else []


# --- how it can end --------------------------------------------------------------------------------------------


def ends(book: Rulebook, content: Content, state: Any, action: Action) -> Iterator[Any]:
    """The position after each way the act can go: the last branching is varied first."""
    taken: list[int] = []
    for _ in range(MOST_WAYS):
        copy = clone(state)
        table = BranchTable(book, copy, content, taken)
        perform(book, content, copy, table, action)
        yield copy
        branches = table.branches
        while branches and branches[-1][0] == branches[-1][1] - 1:
            branches.pop()
        if not branches:
            return
        taken = [place for place, _ in branches]
        taken[-1] += 1


class BranchTable(Table):
    """Takes the branches it is given, then the first of each; remembers how many there were."""

    def __init__(self, book: Rulebook, state: Any, content: Content, taken: list[int]) -> None:
        super().__init__(book, state, False, content)
        self.taken = taken
        self.branches: list[tuple[int, int]] = []  # (taken, how many there are)

    def roll_contest(
        self, rule: str, who: str, whom: str, shape: Rounds, tally: Tally | None = None, scores: tuple[int, int] = (0, 0)
    ) -> int:
        """One throw: ties that are thrown again would branch without end."""
        return self.roll(rule, who, shape, tally)

    def roll_tie(self, rule: str, whos: list[str], shape: Tie, secret: bool = False) -> int:
        return self.roll(rule, whos[0], shape)

    def branch(self, count: int) -> int:
        at = len(self.branches)
        place = self.taken[at] if at < len(self.taken) else 0
        self.branches.append((place, count))
        return place

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        classes = shape.classes()
        return classes[self.branch(len(classes))].faces

    def rank(self, rule: str, whos: list[str], sides: int) -> list[str]:
        """Every order, one place after the other."""
        left, order = list(whos), []
        while left:
            order.append(left.pop(self.branch(len(left))))
        return order

    def roll_later(self, rule: str, who: str, shape: Shape) -> int:
        """It changes nothing in this fight."""
        return shape.read(shape.likeliest())

    def answer_for(self, ask: Ask) -> str:
        answer, source = self.automatic_answer(ask)
        if source:
            return answer
        answers = every_answer(ask)
        return answers[self.branch(len(answers))] if answers else first_answer(ask)
