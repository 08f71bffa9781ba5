"""Everything that can go wrong, each kind with what its reader needs to act on it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from starfray.engine.trace import note_rule

if TYPE_CHECKING:
    from starfray.engine.values import Ask


class StarfrayError(Exception):
    """The root of all errors a user of the library may see."""


class Refused(StarfrayError):
    """The rules forbid it. Raised before anything is spent or rolled."""

    def __init__(self, rule: str, reason: str, legal: Iterable[str] = ()) -> None:
        self.rule = rule
        self.reason = reason
        self.legal = tuple(legal)
        note_rule(rule)

    def __str__(self) -> str:  # worked out here because most refusals are never printed
        hint = f" Possible: {', '.join(self.legal)}." if self.legal else ""
        return f"{self.reason} [{self.rule}]{hint}"

    def __reduce__(self) -> tuple[Any, ...]:  # so that it can come back from another process
        return Refused, (self.rule, self.reason, self.legal)


class OtherRules(Refused):
    """An act in the journal would go another way by the rules of today; `entry` is that act."""

    def __init__(self, act: str, entry: Any = None) -> None:
        self.act = act
        self.entry = entry
        super().__init__("fight.undo", f"the rules have changed since {act}: it would go another way now")

    def __reduce__(self) -> tuple[Any, ...]:
        return OtherRules, (self.act,)


class Unset(Refused):
    """A rule needs a relation between two combatants that nobody has set yet; the GM is asked once."""

    def __init__(self, relation: str, first: str, second: str) -> None:
        self.relation = relation
        self.pair = (first, second)
        super().__init__("scene.unset", f"the {relation} between {first} and {second} is not set")

    def __reduce__(self) -> tuple[Any, ...]:
        return Unset, (self.relation, self.pair[0], self.pair[1])


class BadInput(StarfrayError):
    """A file, a line of text or a value that cannot be read: where, what, and what was expected."""

    def __init__(self, message: str, *, file: str = "", line: int = 0, field: str = "", expected: str = "") -> None:
        self.message = message
        self.file = file
        self.line = line
        self.field = field
        self.expected = expected
        super().__init__(self.__str__())

    def __str__(self) -> str:
        place = self.file + (f":{self.line}" if self.line else "")
        parts = [place, self.field, self.message]
        text = ": ".join(part for part in parts if part)
        if self.expected.startswith("did you mean"):
            return f"{text}; {self.expected}"
        return f"{text}; expected {self.expected}" if self.expected else text

    def located(self, file: str, line: int) -> BadInput:
        """The same error with its place filled in, keeping a place that is already known."""
        return BadInput(self.message, file=self.file or file, line=self.line or line, field=self.field, expected=self.expected)


class TapeError(StarfrayError):
    """A forced die or answer is missing, left over or impossible."""


class TapeMismatch(StarfrayError):
    """The tape says one thing was asked, the rules ask another: never guess, show both labels."""

    def __init__(self, taped: str, asked: str) -> None:
        self.taped = taped
        self.asked = asked
        super().__init__(f"the tape holds '{taped}', the rules ask for '{asked}'")


class HiddenChange(StarfrayError):
    """A re-run of an action did not repeat what was already shown: some rule is not deterministic."""


class Pending(BaseException):
    """Raised through rule code when an answer is missing; the action is run again once it is there."""

    def __init__(self, asks: list[Ask]) -> None:
        self.asks = asks
        super().__init__(", ".join(f"{ask.who}: {ask.rule}" for ask in asks))


class Halt(BaseException):
    """Raised through rule code to stop it, by tables that need no more of it (preview, legality, exact merging)."""


def suggest(word: str, known: Iterable[str]) -> str:
    """What the writer may have meant, as the tail of an 'expected' text."""
    words = sorted(known)
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    shown = ", ".join(words[:12])
    return f"one of {shown}" + (f" … ({len(words)} in all)" if len(words) > 12 else "")
