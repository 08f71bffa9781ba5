"""Policies: who decides for a side when no person does. A policy sees its side's view and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starfray.engine.errors import StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.position import AnyPosition, Combatant, combatant_of
from starfray.engine.values import GM, Ask, Option

if TYPE_CHECKING:
    from starfray.engine.actions import Action
    from starfray.engine.rulebook import Rulebook


class Policy:
    """Books and users derive from this. `why` holds the reason of the last choice, in a sentence."""

    name = "policy"
    #: a mixed policy draws its answers; the exact table then weighs all of them equally
    mixed = False
    #: a steady policy does the same wherever it sees the same, whatever it saw and did before: simulations then need not ask
    #: it twice
    steady = False
    #: rules whose questions it answers by what stands in them: no view is made for those, and none is given
    blind: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.why = ""
        # what a class in plain Python says of itself: compiled code looks for it in the policy, not in its class
        self.name = str(getattr(self, "name"))  # noqa: B009
        self.mixed = bool(getattr(self, "mixed"))  # noqa: B009
        self.steady = bool(getattr(self, "steady"))  # noqa: B009
        self.blind = tuple(getattr(self, "blind"))  # noqa: B009

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        """The next action of `who`, or None if there is nothing to do."""
        raise NotImplementedError

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        """An answer to a question; always one the question allows."""
        raise NotImplementedError


class PolicyFault(StarfrayError):
    """A policy did what no policy may: it failed, answered nonsense, or wanted what the rules refuse."""

    def __init__(self, policy: str, what: str) -> None:
        self.policy = policy
        self.what = what
        super().__init__(f"policy {policy}: {what}")

    def __reduce__(self) -> tuple[Any, ...]:  # so that it can come back from another process
        return PolicyFault, (self.policy, self.what)


class Guarded(Policy):
    """A policy of somebody's own: whatever goes wrong in it is told with its name, and nothing of it goes unchecked."""

    def __init__(self, inner: Policy, name: str) -> None:
        super().__init__()
        self.inner = inner
        self.name = name
        self.mixed = bool(getattr(inner, "mixed", False))
        self.steady = bool(getattr(inner, "steady", False))

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        from starfray.engine.actions import Action, to_text
        from starfray.engine.tables.looking import refusal

        try:
            action = self.inner.act(book, view, who, generator)
        except Exception as error:
            raise PolicyFault(self.name, f"act for {who} failed ({type(error).__name__}: {error})") from error
        self.why = str(getattr(self.inner, "why", ""))
        if action is None:
            return None
        given: object = action  # nobody knows what a policy of somebody's own really gives
        if not isinstance(given, Action) or given.KIND not in book.actions:
            raise PolicyFault(self.name, f"act for {who} gave {action!r}, which is no action of {book.name}")
        if action.actor != who:
            raise PolicyFault(self.name, f"act for {who} gave an action of {action.actor}: {to_text(action)}")
        refused = refusal(book, view, action)
        if refused is not None:
            raise PolicyFault(self.name, f"{to_text(action)} is refused: {refused}")
        return action

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        try:
            answer = self.inner.answer(book, view, ask, generator)
        except Exception as error:
            raise PolicyFault(self.name, f"answer to {ask.rule} failed ({type(error).__name__}: {error})") from error
        self.why = str(getattr(self.inner, "why", ""))
        given: object = answer
        fault = ask.fault(given) if isinstance(given, str) else f"{given!r} is no text"
        if fault:
            raise PolicyFault(self.name, f"answer to {ask.rule} for {ask.who}: {fault}")
        return answer


class RandomPolicy(Policy):
    """Draws everything. Used to find out whether rules hold up, not to win."""

    name = "random"
    mixed = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        from starfray.engine.sampler import sample

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


def write_shares(shares: list[int], slots: list[Option]) -> str:
    return " ".join(f"{slot.key}:{share}" for slot, share in zip(slots, shares, strict=True) if share)


def fitting(shares: list[int], slots: list[Option]) -> list[int]:
    """Shares cut to what each slot takes; what does not fit is not given out."""
    cut = []
    for share, slot in zip(shares, slots, strict=True):
        share = min(share, slot.most) if slot.most >= 0 else share
        cut.append(share if share >= slot.least else 0)
    return cut


def first_answer(ask: Ask) -> str:
    """The plainest legal answer: what is suggested, else the last option (books put the modest one last)."""
    if ask.suggested and not ask.fault(ask.suggested):
        return ask.suggested
    if ask.kind == "choose":
        return ask.options[-1].key
    if ask.kind == "number":
        return str(ask.low)
    if ask.kind == "allocate":
        shares = [ask.amount] + [0] * (len(ask.options) - 1)
        return write_shares(fitting(shares, ask.options), ask.options)
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

    def of(self, state: AnyPosition, who: str) -> Policy:
        return self._of(combatant_of(state, who))

    def _of(self, one: Combatant | None) -> Policy:
        return self.default if one is None or not self.by_side else self.by_side.get(one.side, self.default)

    def answer(self, book: Rulebook, state: AnyPosition, ask: Ask, generator: Generator) -> str:
        if ask.who == GM and not isinstance(self.default, RandomPolicy):
            return first_answer(ask)
        one: Combatant | None = combatant_of(state, ask.who)
        policy = self._of(one)
        view = None if ask.rule in policy.blind else book.view(state, viewer(one))
        return policy.answer(book, view, ask, generator)

    def act(self, book: Rulebook, state: AnyPosition, who: str, generator: Generator) -> Action | None:
        one: Combatant | None = combatant_of(state, who)
        return self._of(one).act(book, book.view(state, viewer(one)), who, generator)


def viewer(one: Combatant | None) -> str:
    """Through whose eyes those look who decide for a combatant."""
    return GM if one is None else f"side:{one.side}"
