"""Answers to the questions a seat may ask without changing anything, as models."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field as Described

from starfray.room.part_models import Form, Refusal, Row, Sent, Tally, Throw
from starfray.room.view_models import Area, DiagramBar


class Refused(Sent):
    """The question could not be answered."""

    refused: Refusal


class Preview(Sent):
    action: str
    legal: bool
    cost: str
    refused: Refusal | None
    rule: str
    dice: str
    tally: Tally | None
    summary: str
    assumed: list[str]
    bars: list[DiagramBar] = Described(description="What the action would put on the line of counts")


class OddsOutcome(Sent):
    p: float
    summary: str


class Mean(Sent):
    label: str
    change: float


class OddsPart(Sent):
    who: str
    name: str
    untouched: float
    falls: float
    unhurt: float
    means: list[Mean]


class MoreChance(Sent):
    p: float
    words: str
    rule: str = ""


class Headline(Sent):
    """The chance to get through, what it comes to, and the chance to stay unhurt. `more`: with a decision still to come."""

    p: float
    words: str
    loss: str
    falls: float
    unhurt: float
    who: str
    more: MoreChance | None = None


class Odds(Sent):
    """What may come of an act: whole outcomes, and what they come to for everybody concerned."""

    action: str
    policy: str
    exact: bool
    residual: float
    sampled: int = Described(description="Plays the chances were counted in; 0: worked out")
    outcomes: list[OddsOutcome]
    rest: float
    untold: list[str]
    headline: Headline | None
    assumed: list[str]
    parts: list[OddsPart]


class Forms(Sent):
    who: str
    forms: list[Form]


class LogRows(Sent):
    rows: list[Row]
    more: bool


class Act(Sent):
    """An act of the journal."""

    n: int = 0
    text: str
    kind: str
    by: str
    corrected: str = ""


class Timeline(Sent):
    line: list[Act]


class Audit(Sent):
    line: list[Act]
    undone: list[list[Act]]
    abandoned: list[list[Act]]


class Figure(Sent):
    path: str
    kind: Literal["list", "flag", "number", "word"]
    value: str | float | bool
    choices: list[str]


class SheetQuestion(Sent):
    rule: str
    summary: str
    answers: list[str]


class SheetPart(Sent):
    who: str
    name: str
    figures: list[Figure]
    questions: list[SheetQuestion]


class OwnTest(Sent):
    """A test of the own sheet. `open_end`: what the GM has still to say, after `text`."""

    label: str
    why: str
    text: str
    figure: str
    p: float | None
    open_end: str
    key: bool
    rule: str
    summary: str


class OwnGear(Sent):
    field: str
    name: str
    fields: dict[str, Any]


class OwnCounter(Sent):
    name: str
    value: int


class OwnSheet(Sent):
    """What stands on the sheet of somebody whom the seat plays, besides the figures of the card."""

    who: str
    name: str
    tests: list[OwnTest]
    gear: list[OwnGear]
    counters: list[OwnCounter]
    notes: str


class Place(Sent):
    at: str
    words: str


class Places(Sent):
    places: list[Place]


class TakingChange(Sent):
    path: str
    before: Any
    now: Any


class Taking(Sent):
    who: str
    name: str
    side: str
    party: str
    changed: list[TakingChange]
    told: list[str]


class Takings(Sent):
    takings: list[Taking]


class SideWins(Sent):
    side: str
    count: int
    low: float
    high: float


class Standing(Sent):
    who: str
    name: str
    p: float


class Prospects(Sent):
    fights: int
    draws: int
    stalemates: int
    unfinished: int
    rounds: float
    wins: list[SideWins]
    standing: list[Standing]
    at: str = ""


class SideChance(Sent):
    side: str
    p: float
    low: float
    high: float


class Outlook(Sent):
    """Who wins after an act that is not played."""

    at: str
    action: str
    fights: int
    sides: list[SideChance]
    nobody: float


class Roster(Sent):
    """A fight changed: by what, and how often the side wins then."""

    changes: list[str]
    price: float
    share: float
    low: float
    high: float
    fights: int
    checked: bool


class Balanced(Sent):
    """Changes that give a side the chance it is meant to have, the cheapest first; `done`: there was time to look for all."""

    side: str
    target: float
    base: Roster
    rosters: list[Roster]
    nearest: list[Roster]
    tried: int
    done: bool


class Look(Sent):
    p: float
    within: float
    loss: str
    falls: float


class Offer(Sent):
    kind: str
    label: str
    text: str
    cost: str
    rank: int
    suggested: bool
    refused: Refusal | None
    chance: Look | None = None


class Targets(Sent):
    """What fits a pair of actor and target, best first."""

    who: str
    target: str
    name: str
    distance: str
    actions: list[Offer]


class Reaction(Sent):
    who: str
    name: str
    text: str


class Ground(Sent):
    """A way to a place."""

    who: str
    at: list[float]
    text: str
    refused: Refusal | None
    cost: str
    distance: str
    cover: str
    reacts: list[Reaction]


class Inside(Sent):
    who: str
    name: str
    friend: bool
    distance: str


class Blast(Sent):
    """What a throw would cover."""

    action: str
    area: Area | None
    inside: list[Inside]


class Another(Sent):
    """A field with another value, and its chance."""

    field: str
    name: str
    value: str
    label: str
    text: str
    p: float | None
    chance: Look | None
    refused: str


class Options(Sent):
    """What another value would make of the chance."""

    action: str
    chance: Look | None
    better: Another | None
    places: list[Another]
    options: list[Another]
    after: int | None


class Board(Sent):
    """The code shared screens show."""

    code: str
    url: str = ""
    qr: str = ""


class Share(Sent):
    """A chance and the bounds within which it lies."""

    p: float
    low: float
    high: float


class BestAnswer(Sent):
    words: str
    p: float
    played: float
    cost: float
    rating: str
    fights: int = Described(description="Played out to find it")


class ReviewTerm(Sent):
    kind: str
    cause: str
    who: str
    rule: str
    words: str
    worth: dict[str, float]
    within: float
    usual: str = Described("", description="What the policy would have chosen or said")
    best: BestAnswer | None = None


class ReviewAct(Sent):
    number: int
    kind: str
    time: int
    who: str
    headline: str
    dice: list[Throw]
    before: dict[str, Share]
    after: dict[str, Share]
    terms: list[ReviewTerm]


class ReviewPerson(Sent):
    who: str
    name: str
    side: str
    seat: str
    luck: float
    decisions: float
    cost: float
    throws: int
    ratings: list[str]
    luck_within: float
    decisions_within: float


class Review(Sent):
    """As far as it has come; the acts that are new."""

    title: str
    rulebook: str
    tick: str
    sides: list[str]
    policy: str
    viewer: str
    exact: bool
    playouts: int
    acts_in_all: int
    whole: bool
    over: str
    start: dict[str, Share]
    result: dict[str, Share]
    sums: dict[str, Any]
    turning_points: list[int]
    people: list[ReviewPerson]
    acts: list[ReviewAct]
    have: int
    budget: int


class HookPart(Sent):
    """A webhook. `waiting`: messages that are still to be sent; `problem`: why the last one did not arrive."""

    hook: str
    seat: str
    by: str
    url: str
    events: list[str]
    waiting: int
    problem: str


class Webhooks(Sent):
    webhooks: list[HookPart]


class Answers(Sent):
    """What the server answers, by the name of the question."""

    preview: Preview
    odds: Odds | dict[str, Odds] = Described(description="Of an action, or of each answer to a question")
    forms: Forms
    log: LogRows
    timeline: Timeline
    audit: Audit
    places: Places
    prospects: Prospects
    review: Review
    sheet: SheetPart
    own: OwnSheet
    takings: Takings
    targets: Targets
    board: Board
    blast: Blast
    outlook: Outlook
    options: Options
    ground: Ground
    webhooks: Webhooks
