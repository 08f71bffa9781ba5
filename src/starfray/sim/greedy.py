"""The greedy policy: looks at what it could do now with exact odds and takes what leaves its side best off on average."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

from starfray.engine.actions import Action, parse, to_text
from starfray.engine.codec import freeze
from starfray.engine.errors import StarfrayError
from starfray.engine.forms import forms_for
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.dry_run import refusal
from starfray.engine.tables.exact import spread
from starfray.engine.values import Ask, Field, Form

LEAVES = 600  # runs of rules for one decision; never a clock, so that the same position gives the same choice
LEAST = 12  # the fewest runs per action; if the budget has fewer, fewer actions are considered
PER_FORM = 8
REMEMBERED = 4096
CLEARLY = 1e-9


class Greedy(Policy):
    """Falls back on another policy for questions, for moves across the map, and where nothing is better."""

    name = "greedy"

    def __init__(self, other: Policy, leaves: int = LEAVES) -> None:
        super().__init__()
        self.other = other
        self.steady = other.steady
        self.leaves = leaves
        self.known: dict[Any, tuple[Action | None, str]] = {}

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        name = (who, freeze(view))
        if name not in self.known:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            self.known[name] = self._choose(book, view, who)
        action, self.why = self.known[name]
        return action

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        answer = self.other.answer(book, view, ask, Generator(0))
        self.why = self.other.why
        return answer

    def _choose(self, book: Rulebook, view: Any, who: str) -> tuple[Action | None, str]:
        usual = self.other.act(book, view, who, Generator(0))
        if usual is None:
            return None, self.other.why
        why = self.other.why
        found = [usual, *(candidate for candidate in candidates(book, view, who) if candidate != usual)]
        found = found[: max(1, self.leaves // LEAST)]
        if len(found) < 2:
            return usual, why
        side = combatant_of(view, who).side
        budget = self.leaves // len(found)
        before = book.worth(view, side)
        worths = [self._worth(book, view, action, side, budget, before) for action in found]
        best = max(range(len(found)), key=lambda place: (worths[place] > worths[0] + CLEARLY, worths[place], -place))
        if best == 0:
            return usual, f"{to_text(usual)}: nothing of {len(found)} looked at is worth more; {why}"
        return found[best], (
            f"{to_text(found[best])} is worth {worths[best] - before:+.2f} on average, the best of "
            f"{len(found)} looked at ({to_text(usual)}: {worths[0] - before:+.2f})"
        )

    def _worth(self, book: Rulebook, view: Any, action: Action, side: str, budget: int, before: float) -> float:
        """The expected worth after the action; what the budget does not reach counts as things stand now."""
        try:
            result = spread(book, view, action, Policies(self.other), budget=budget, parts=False)
        except StarfrayError:
            return float("-inf")
        reached = sum(leaf.weight * book.worth(leaf.state, side) for leaf in result.leaves)
        return reached + (1 - sum(leaf.weight for leaf in result.leaves)) * before


def candidates(book: Rulebook, view: Any, who: str) -> list[Action]:
    """Legal actions made from the forms: every choice of whom and with what, as far as they can be listed."""
    found: list[Action] = []
    for form in forms_for(book, view, who):
        if form.refused is None:
            found.extend(
                candidate for candidate in islice(filled(book, form, who), PER_FORM) if refusal(book, view, candidate) is None
            )
    return found


def filled(book: Rulebook, form: Form, who: str) -> list[Action]:
    blanks = [(blank.name, values_for(blank)) for blank in form.fields if blank.required]
    if any(not values for _, values in blanks):
        return []
    found = []
    for chosen in product(*(values for _, values in blanks)):
        words = [form.kind, who, *(f'{name}="{value}"' for (name, _), value in zip(blanks, chosen, strict=True))]
        try:
            found.append(parse(book.actions, " ".join(words)))
        except StarfrayError:
            continue
    return found


def values_for(blank: Field) -> list[str]:
    """Values worth trying; none for what cannot be listed (points, texts)."""
    if blank.kind in ("combatant", "item", "choice"):
        return [option.key for option in blank.options]
    if blank.kind == "number":
        return [str(int(number)) for number in dict.fromkeys((blank.low, blank.high))]
    if blank.kind == "flag":
        return ["no"]
    return []
