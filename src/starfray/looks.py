"""Quick looks at chances: what another option of a form, another part of the body or a decision still to come would make of
an act. A look is a few runs of the rule, likeliest first, and says within which bounds the chance lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action, to_text, with_word
from starfray.engine.codec import clone, snake
from starfray.engine.errors import Refused, Unset
from starfray.engine.forms import CLOSED
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Decision, Rulebook
from starfray.engine.tables.dry_run import refusal
from starfray.engine.values import Field, Option
from starfray.odds import Odds

MOST_NUMBERS = 10  # a number is tried value by value if it has no more than these
CLEARLY = 0.05  # how much better a chance must be to speak of it
Reckon = Callable[[Action], Odds]


@dataclass(slots=True)
class Look:
    """The chance to get through, from `low` to `high`; what it takes from the target and costs the actor on average."""

    text: str
    low: float
    high: float
    falls: float = 0.0
    loss: str = ""
    taken: float = 0.0
    paid: float = 0.0

    @property
    def p(self) -> float:
        """The share of what was reached."""
        missed = self.high - self.low
        return self.low / (1 - missed) if missed < 1 else 0.0

    def beats(self, other: Look) -> bool:
        """Clearly better: likelier by far, takes no less, costs no more."""
        likelier = self.low >= other.high + CLEARLY
        return likelier and self.taken >= other.taken - 1e-9 and self.paid <= other.paid + 1e-9


@dataclass(slots=True)
class Choice:
    """One value of one field: the act with it, and what it comes to, or why it is refused."""

    field: Field
    option: Option
    text: str = ""
    look: Look | None = None
    refused: Refused | None = None


@dataclass(slots=True)
class Choices:
    """What the values of a form's options come to. `after` is the place of the first that there was no time for."""

    now: Look | None = None
    places: list[Choice] = field(default_factory=list)
    options: list[Choice] = field(default_factory=list)
    after: int | None = None

    @property
    def better(self) -> Choice | None:
        """The best of those that are clearly better than the act as it stands."""
        now = self.now
        if now is None:
            return None
        found = [(each.look.low, each) for each in self.options if each.look is not None and each.look.beats(now)]
        return max(found, key=lambda pair: pair[0])[1] if found else None


def look_at(found: Odds) -> Look | None:
    """A look at odds that need not have reached the end; None for an act aimed at nobody."""
    whom = found.aimed_at()
    if whom is None:
        return None
    told = found.chance_for(whom.who, "")
    actor = found.parts.get(actor_of(found.action))
    paid = sum(actor.losses.values()) if actor is not None else 0.0
    high = min(1.0, told["p"] + found.residual)
    return Look(found.action, told["p"], high, told["falls"], told["loss"], sum(whom.losses.values()), paid)


def actor_of(text: str) -> str:
    return text.split()[1].partition("/")[0] if " " in text else ""


def choices(
    book: Rulebook, state: Any, action: Action, reckon: Reckon, wanted: tuple[str, ...], start: int, go_on: Callable[[], bool]
) -> Choices:
    """Tries the values of the form's parts of the body (`body`) and simple options (`option`), one field at a time with the
    others as they stand, from place `start` on while there is time.
    """
    found = Choices(look_at(reckon(action)))
    if found.now is None:
        return found
    for place, choice in enumerate(variants(book, state, action, wanted)):
        if place < start:
            continue
        if place > start and not go_on():
            found.after = place
            break
        try_out(book, state, action, choice, reckon, found.now)
        (found.places if choice.field.role == "body" else found.options).append(choice)
    return found


def try_out(book: Rulebook, state: Any, action: Action, choice: Choice, reckon: Reckon, now: Look) -> None:
    """Look at the act with this value; as it stands it has been looked at."""
    tried = with_word(action, choice.field.name, choice.option.key)
    choice.text = to_text(tried)
    if tried == action:
        choice.look = now
        return
    against = refusal(book, state, tried)
    if against is not None and not isinstance(against, Unset):
        choice.refused = against
        return
    try:
        choice.look = look_at(reckon(tried))
    except Refused as refused:
        choice.refused = refused


def variants(book: Rulebook, state: Any, action: Action, wanted: tuple[str, ...]) -> Iterator[Choice]:
    """Every value of the simple fields of an action's form."""
    kind = book.kind_of(state, action.KIND)
    for blank in kind.fields(state, combatant_of(state, action.actor), book.content_in_use()):
        if blank.role in wanted and hasattr(action, snake(blank.name)):
            for option in simple_values(blank):
                yield Choice(blank, option)


def simple_values(blank: Field) -> list[Option]:
    """The values of a closed choice, a small number or a flag; none of anything else."""
    if blank.kind in CLOSED and blank.kind != "list":
        return blank.options
    if blank.kind == "flag":
        return [Option("no"), Option("yes")]
    if blank.kind == "number" and 0 < blank.high - blank.low < MOST_NUMBERS:
        return [Option(str(number)) for number in range(int(blank.low), int(blank.high) + 1)]
    return []


# --- a decision still to come --------------------------------------------------------------------------------------


def decision_in(book: Rulebook, found: Odds) -> tuple[str, str, Decision] | None:
    """The first of the book's decisions that comes up in these odds, for the actor or the target: rule, who, decision."""
    whom = found.aimed_at()
    if whom is None:
        return None
    for rule, decision in book.decisions.items():
        for question in found.questions:
            if question.rule == rule and question.who in (actor_of(found.action), whom.who):
                return rule, question.who, decision
    return None


def with_answer(state: Any, who: str, rule: str, answer: str) -> Any:
    """The position with a standing order to answer so."""
    changed = clone(state)
    combatant_of(changed, who).orders[rule] = answer
    return changed


def before_decisions(book: Rulebook, state: Any, who: str) -> Any:
    """The position in which `who` answers the book's decisions as the headline has it: no second roll, if not ordered."""
    actor = combatant_of(state, who)
    firsts = {rule: each.first for rule, each in book.decisions.items() if each.first}
    if actor is None or all(rule in actor.orders or rule in state.orders for rule in firsts):
        return state
    changed = clone(state)
    combatant_of(changed, who).orders = {**firsts, **changed.orders, **actor.orders}
    return changed
