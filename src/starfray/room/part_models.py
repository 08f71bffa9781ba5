"""Parts of what a seat receives, as models: reasons, forms, questions, cards, acts. They describe and check; what is sent is
never made from them.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic import Field as Described


class Sent(BaseModel):
    """Something the server sends: these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class Cited(Sent):
    rule: str
    summary: str


class Reason(Sent):
    amount: float
    rule: str
    note: str
    summary: str


class Tally(Sent):
    """A number with its reasons."""

    total: float
    reasons: list[Reason]


class Refusal(Sent):
    """Why something cannot be done: the rule, in words, and what would be legal."""

    rule: str
    reason: str
    legal: list[str] = Described(default_factory=list)
    ok: Literal[False] = Described(False, description="Of a query over the socket")


# --- questions and forms ---------------------------------------------------------------------------------------


class AnswerCard(Sent):
    """What an answer comes to; with `refused`, one that cannot be given now."""

    title: str
    words: str
    p: float | None
    aside: str
    refused: str


class Option(Sent):
    key: str
    label: str
    note: str
    rule: str = ""
    tally: Tally | None = None
    least: int = 0
    most: int = 0
    p: float | None = None
    distance: str = ""
    card: AnswerCard | None = None


class Field(Sent):
    """One blank of a form."""

    name: str
    kind: str
    label: str
    role: str
    main: bool
    unit: str
    options: list[Option]
    low: float
    high: float
    required: bool
    default: str
    centre: list[float] | None
    hint: str
    barred: list[AnswerCard] = []


class Form(Sent):
    """A kind of action as it is offered to somebody now."""

    kind: str
    label: str
    cost: str
    group: str
    hint: str
    friends: bool = Described(description="It would harm, and nobody is within reach but one's own side")
    refused: Refusal | None
    rule: str
    summary: str
    hints: list[Cited]
    fields: list[Field]


class Ask(Sent):
    """An open question."""

    id: str
    kind: str
    rule: str
    summary: str
    who: str
    name: str
    prompt: str
    options: list[Option]
    barred: list[AnswerCard]
    amount: int
    low: int
    high: int
    dice: str
    sides: list[int] | None
    centre: list[float] | None
    suggested: str
    tally: Tally | None
    secret: bool
    sealed: bool
    why: str
    facts: dict[str, int]
    yours: str = Described(description="The seat whose question it is")


# --- cards -----------------------------------------------------------------------------------------------------


class Line(Sent):
    label: str
    value: str
    path: str
    rule: str
    summary: str
    assumed: bool
    gm: bool
    brief: bool = False


class RingPart(Sent):
    label: str
    metres: float
    rule: str


class Status(Sent):
    state: Literal["up", "down", "out", "dead"]
    word: str


class Pool(Sent):
    """Of a kind: what one is hurt in, or what a turn pays with."""

    key: str
    label: str
    now: int
    most: int
    kind: Literal["health", "turn"]


class Condition(Sent):
    name: str
    note: str
    rule: str
    summary: str
    tone: Literal["bad", "good", "plain"]


class Card(Sent):
    """A combatant as the seat may know it."""

    id: str
    name: str
    side: str
    squad: str = Described(description="Those whom its player handles as one with it; '': none, or not this seat's to know")
    seat: str
    portrait: str = Described(description="Its picture is /pictures/NAME.webp; '': none")
    hidden: bool
    out: str
    at: list[float] | None
    facing: float | None
    status: Status
    pools: list[Pool]
    conditions: list[Condition]
    lines: list[Line]
    rings: list[RingPart]
    dial: dict[str, str]


# --- what was done ---------------------------------------------------------------------------------------------


class Change(Sent):
    key: str
    label: str
    before: int
    after: int


class Effect(Sent):
    """What an act came to for one of those concerned."""

    who: str
    name: str
    changes: list[Change]
    gained: list[str]
    lost: list[str]
    status: str


class Throw(Sent):
    who: str
    faces: list[int]
    sides: int
    counted: list[int]


class Told(Sent):
    """An act in a sentence, with its dice and effects."""

    n: int
    who: str
    name: str
    kind: str
    auto: bool
    headline: str
    weight: Literal["quiet", "act", "scratch", "wound", "down", "death"]
    whom: list[str]
    dice: list[Throw]
    parts: list[Effect]
    rows: list[int]
    you: dict[str, str] = Described(description="The headline as it reads to each of the own side")


class Row(Sent):
    """A line of the log."""

    n: int
    i: int
    text: str
    who: str
    whom: str
    rule: str
    summary: str
    tally: Tally | None
    faces: list[int] | None
    sides: list[int] | None
    by: list[Cited]
    marks: list[str]
    kind: str
