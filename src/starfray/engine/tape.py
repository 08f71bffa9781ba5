"""The tape of an action: every die and answer it used, in order, each with the question it belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.errors import TapeMismatch
from starfray.engine.values import Ask

#: who gave the value: our generator, a hand with real dice, a person, a policy, a standing order, the only option,
#: the GM in somebody's place, a forced list, a policy because a person's time was up
SOURCES = ("app", "hand", "person", "policy", "order", "only", "gm", "forced", "timeout")


@dataclass(slots=True)
class Taped:
    """One entry. Dice have faces, everything else an answer."""

    kind: str
    rule: str
    who: str
    what: str
    source: str
    faces: list[int] = field(default_factory=list)
    answer: str = ""
    secret: bool = False
    throw: int = 0  # its number among a room's throws, which can be checked (room/dice.py); 0: it has none

    @property
    def label(self) -> str:
        return f"{self.kind} {self.rule} {self.who} {self.what}"

    def fits(self, ask: Ask) -> bool:
        return (self.kind, self.rule, self.who, self.what) == (ask.kind, ask.rule, ask.who, ask.what)

    def clone(self) -> Taped:
        faces = self.faces[:]
        return Taped(self.kind, self.rule, self.who, self.what, self.source, faces, self.answer, self.secret, self.throw)


def taped(ask: Ask, source: str, faces: list[int] | None = None, answer: str = "") -> Taped:
    return Taped(ask.kind, ask.rule, ask.who, ask.what, source, faces or [], answer, ask.secret)


def check_fit(entry: Taped, ask: Ask) -> None:
    if not entry.fits(ask):
        raise TapeMismatch(entry.label, ask.label)
    if entry.kind == "dice":
        assert ask.shape is not None
        fault = ask.shape.fault(entry.faces)
    else:
        fault = ask.fault(entry.answer)
    if fault:
        raise TapeMismatch(f"{entry.label} = {entry.answer or entry.faces}: {fault}", ask.label)
