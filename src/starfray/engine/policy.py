"""Policies: who decides for a side when no person does. A policy sees its side's view and nothing more."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from starfray.engine.actions import Action, to_text
from starfray.engine.answers import first_answer as first_answer
from starfray.engine.answers import fitting, write_shares
from starfray.engine.errors import StarfrayError, Unset
from starfray.engine.generator import Generator
from starfray.engine.position import AnyPosition, Combatant, combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.sampler import sample
from starfray.engine.tables.dry_run import refusal
from starfray.engine.values import GM, Ask

if TYPE_CHECKING:
    from starfray.engine.fork import Fork


class Policy:
    """Books and users derive from this. `why` holds the reason of the last choice, in a sentence."""

    name = "policy"
    #: a mixed policy draws its answers; the exact table then weighs all of them equally
    mixed = False
    #: a steady policy depends only on what it sees now, not on what it saw or did before: simulations then need not ask it
    #: twice
    steady = False
    #: rules whose questions it answers from the question alone: for those no view is made or passed
    blind: tuple[str, ...] = ()
    #: plays its answers on before it gives one: it is asked by `answer_at`, wherever a fork can be made
    forks = False

    def __init__(self) -> None:
        self.why = ""
        # copies the class attributes of a plain Python class, because compiled code looks for them on the instance
        self.name = str(getattr(self, "name"))  # noqa: B009
        self.mixed = bool(getattr(self, "mixed"))  # noqa: B009
        self.steady = bool(getattr(self, "steady"))  # noqa: B009
        self.blind = tuple(getattr(self, "blind"))  # noqa: B009
        self.forks = bool(getattr(self, "forks"))  # noqa: B009

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        """The next action of `who`, or None if there is nothing to do."""
        raise NotImplementedError

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        """An answer to a question; always one the question allows."""
        raise NotImplementedError

    def answer_at(self, book: Rulebook, view: Any, ask: Ask, generator: Generator, fork: Fork) -> str:
        """The same with a fork, on which answers can be played on."""
        return self.answer(book, view, ask, generator)


class Deciding(Policy):
    """Goes through what is worth doing, the best first, and does the first of it that the rules allow.

    So a book's policy says what is worth doing and leaves it to the rules what can be done: no refusal is written down a
    second time.
    """

    def __init__(self) -> None:
        super().__init__()
        self._book: Rulebook | None = None
        self._view: Any = None
        self._chosen: Action | None = None

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        """Says with `does` what it would do, one thing after the other, until one is done."""
        raise NotImplementedError

    def does(self, action: Action, why: str) -> bool:
        """Do this, if the rules allow it."""
        assert self._book is not None
        refused = refusal(self._book, self._view, action)
        if refused is not None and not isinstance(refused, Unset):  # a distance nobody has set is asked for
            return False
        self._chosen, self.why = action, why
        return True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        self._book, self._view = book, view
        if not self.decide(book, view, who):
            self.why = "nothing that was thought of is possible"
            self._chosen = sample(book, view, who, Generator(0))  # whatever is, the same for the same position
        chosen, self._view, self._chosen = self._chosen, None, None
        return chosen


class PolicyFault(StarfrayError):
    """A policy raised an error, gave an answer that does not fit, or chose what the rules refuse."""

    def __init__(self, policy: str, what: str) -> None:
        self.policy = policy
        self.what = what
        super().__init__(f"policy {policy}: {what}")

    def __reduce__(self) -> tuple[Any, ...]:  # so that it can come back from another process
        return PolicyFault, (self.policy, self.what)


class Guarded(Policy):
    """Wraps a user's own policy: everything it returns is checked, and errors name the policy."""

    def __init__(self, inner: Policy, name: str) -> None:
        super().__init__()
        self.inner = inner
        self.name = name
        self.mixed = bool(getattr(inner, "mixed", False))
        self.steady = bool(getattr(inner, "steady", False))
        self.forks = bool(getattr(inner, "forks", False))

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        try:
            action = self.inner.act(book, view, who, generator)
        except Exception as error:
            raise PolicyFault(self.name, f"act for {who} failed ({type(error).__name__}: {error})") from error
        self.why = str(getattr(self.inner, "why", ""))
        if action is None:
            return None
        given: object = action  # a user's policy may return anything
        if not isinstance(given, Action) or given.KIND not in book.actions:
            raise PolicyFault(self.name, f"act for {who} gave {action!r}, which is no action of {book.name}")
        if action.actor != who:
            raise PolicyFault(self.name, f"act for {who} gave an action of {action.actor}: {to_text(action)}")
        refused = refusal(book, view, action)
        if refused is not None:
            raise PolicyFault(self.name, f"{to_text(action)} is refused: {refused}")
        return action

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        return self._answer(book, view, ask, generator, None)

    def answer_at(self, book: Rulebook, view: Any, ask: Ask, generator: Generator, fork: Fork) -> str:
        return self._answer(book, view, ask, generator, fork)

    def _answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator, fork: Fork | None) -> str:
        try:
            if fork is None:
                answer = self.inner.answer(book, view, ask, generator)
            else:
                answer = self.inner.answer_at(book, view, ask, generator, fork)
        except Exception as error:
            raise PolicyFault(self.name, f"answer to {ask.rule} failed ({type(error).__name__}: {error})") from error
        self.why = str(getattr(self.inner, "why", ""))
        given: object = answer
        fault = ask.fault(given) if isinstance(given, str) else f"{given!r} is no text"
        if fault:
            raise PolicyFault(self.name, f"answer to {ask.rule} for {ask.who}: {fault}")
        return answer


class RandomPolicy(Policy):
    """Decides at random. Used to test rules, not to win."""

    name = "random"
    mixed = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        self.why = "drawn at random"
        return sample(book, view, who, generator)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        self.why = "drawn at random"
        if ask.kind == "choose":
            return ask.options[generator.below(len(ask.options))].key
        if ask.kind == "number":
            return str(ask.low + generator.below(ask.high - ask.low + 1))
        if ask.kind == "allocate":
            shares = [0] * len(ask.options)
            for _ in range(ask.amount):
                shares[generator.below(len(shares))] += 1
            return write_shares(fitting(shares, ask.options), ask.options)
        if ask.kind == "point" and ask.centre is not None:
            x = ask.centre[0] + (generator.below(1201) / 1000 - 0.6) * ask.high  # the square inside the circle
            y = ask.centre[1] + (generator.below(1201) / 1000 - 0.6) * ask.high
            return f"{round(x, 1)},{round(y, 1)}" if ask.high >= 1 else f"{ask.centre[0]:g},{ask.centre[1]:g}"
        return ""


class Policies:
    """One policy per side, a default for the rest. The GM's questions get what the book suggests."""

    def __init__(self, default: Policy, by_side: dict[str, Policy] | None = None) -> None:
        self.default = default
        self.by_side = by_side or {}

    @property
    def name(self) -> str:
        """In a few words: who decides for whom."""
        return ", ".join([self.default.name, *(f"{side} {policy.name}" for side, policy in self.by_side.items())])

    @property
    def steady(self) -> bool:
        return all(each.steady and not each.mixed for each in (self.default, *self.by_side.values()))

    @property
    def forks(self) -> bool:
        """Does any of them play its answers on?"""
        return any(each.forks for each in (self.default, *self.by_side.values()))

    def of(self, state: AnyPosition, who: str) -> Policy:
        return self._of(combatant_of(state, who))

    def _of(self, actor: Combatant | None) -> Policy:
        return self.default if actor is None or not self.by_side else self.by_side.get(actor.side, self.default)

    def answer(self, book: Rulebook, state: AnyPosition, ask: Ask, generator: Generator) -> str:
        if ask.who == GM and not isinstance(self.default, RandomPolicy):
            return first_answer(ask)
        actor: Combatant | None = combatant_of(state, ask.who)
        policy = self._of(actor)
        view = None if ask.rule in policy.blind else book.view(state, viewer(actor))
        return policy.answer(book, view, ask, generator)

    def answer_at(self, book: Rulebook, state: AnyPosition, ask: Ask, generator: Generator, fork: Fork) -> str:
        """The same where a fork can be made at the question."""
        actor: Combatant | None = combatant_of(state, ask.who)
        return self._of(actor).answer_at(book, book.view(state, viewer(actor)), ask, generator, fork)

    def act(self, book: Rulebook, state: AnyPosition, who: str, generator: Generator) -> Action | None:
        actor: Combatant | None = combatant_of(state, who)
        return self._of(actor).act(book, book.view(state, viewer(actor)), who, generator)


def viewer(actor: Combatant | None) -> str:
    """The viewer whose knowledge counts when decisions are made for a combatant."""
    return GM if actor is None else viewer_of(actor.side)


@lru_cache(maxsize=256)
def viewer_of(side: str) -> str:
    return f"side:{side}"
