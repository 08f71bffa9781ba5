"""The view of a seat, as a model: what `project` builds."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Described

from starfray.room.part_models import Ask, Card, Form, Row, Sent, Told

SeatKind = Literal["gm", "player", "spectator", "tv"]
Pace = Literal["off", "slow", "normal", "quick"]

# --- the table -------------------------------------------------------------------------------------------------


class Moment(Sent):
    when: str
    who: str
    name: str
    what: str
    status: str


class Seat(Sent):
    seat: str
    kind: SeatKind
    name: str
    plays: list[str]
    online: bool
    taken: bool


class Waiting(Sent):
    who: str
    name: str
    rule: str
    sealed: bool


class Expected(Sent):
    who: str
    name: str
    yours: bool
    text: str
    said: bool = Described(False, description="The book has a sentence of its own for it")


class Choosing(Sent):
    """Somebody who chooses under seal, and whether that is done."""

    who: str
    name: str
    done: bool


class Suggested(Sent):
    text: str
    why: str


class Area(Sent):
    """What lies over the ground; radius 0: without end, width 0: all around."""

    kind: str
    label: str
    who: str
    name: str
    at: list[float]
    radius: float
    toward: list[float] | None
    width: float
    rule: str
    summary: str = ""


class Cover(Sent):
    name: str
    kind: str
    rating: int
    at: list[float] | None
    reach: float


class Zone(Sent):
    name: str
    kind: str
    at: list[float]
    radius: float


class Wall(Sent):
    """A wall, a window or a door along its points; only a door can be open."""

    name: str
    kind: Literal["wall", "window", "door"]
    open: bool
    points: list[list[float]]


class Relation(Sent):
    kind: str
    between: list[str]
    value: float


class BackdropPart(Sent):
    """What lies under the map: the picture /pictures/NAME.webp ('': none), or in fog /api/rooms/ROOM/under/COVERED.webp; and
    the lines of a grid.
    """

    picture: str
    at: list[float]
    size: list[float] | None
    grid: Literal["none", "square", "hex"]
    cell: float
    offset: list[float]
    covered: str


class FogPart(Sent):
    """What the seat's side has seen, in square cells: a word for each row from the south, 1 for seen."""

    edge: float
    rows: list[str]


class ScenePart(Sent):
    map: list[float] | None
    cells: str
    fog: FogPart | None
    backdrop: BackdropPart | None
    cover: list[Cover]
    zones: list[Zone]
    walls: list[Wall]
    relations: list[Relation]


class Goal(Sent):
    """An ending the fight declares beside the book's own."""

    side: str
    text: str
    progress: str
    at: list[float] | None
    radius: float


class DiagramNode(Sent):
    id: str
    label: str
    who: str
    state: str
    note: str


class DiagramLink(Sent):
    source: str = Described(alias="from")
    to: str
    label: str
    value: float


class DiagramSlot(Sent):
    label: str
    who: str
    state: str


class DiagramLane(Sent):
    id: str
    label: str
    state: str
    note: str
    now: bool
    place: float | None
    gap: str
    slots: list[DiagramSlot]


class DiagramPart(Sent):
    who: str
    label: str
    words: str
    state: str
    amount: int | None


class DiagramTerm(Sent):
    label: str
    amount: int


class DiagramSum(Sent):
    title: str
    total: int
    words: str
    chance: float | None
    terms: list[DiagramTerm]


class DiagramBar(Sent):
    who: str
    label: str
    start: int = Described(alias="from")
    to: int
    state: str


class Diagram(Sent):
    """A picture of a fight as data."""

    kind: str
    title: str
    nodes: list[DiagramNode]
    links: list[DiagramLink]
    lanes: list[DiagramLane]
    bars: list[DiagramBar]
    now: int
    parts: list[DiagramPart]
    sum: DiagramSum | None
    ahead: str


class Asked(Sent):
    """What a player wants of the GM."""

    n: int
    kind: str
    seat: str = ""
    by: str = ""
    name: str = ""
    why: str = ""
    who: str = ""
    text: str = Described("", description="Of a test: the procedure the player would throw it by")


class Answered(Sent):
    n: int
    kind: str
    accepted: bool


# --- the GM's part ---------------------------------------------------------------------------------------------


class Ruling(Sent):
    key: str
    choices: list[str]
    now: str
    summary: str
    rule: str


class GmKind(Sent):
    """A command of the GM, as it is typed."""

    kind: str
    usage: str


class ProcedurePart(Sent):
    usage: str
    summary: str
    rule: str


class ModifierPart(Sent):
    amount: int
    note: str


class GmCombatant(Sent):
    notes: str
    secret: list[str]
    hidden: bool
    orders: dict[str, str]
    party: str
    modifiers: list[ModifierPart]


class GmRoom(Sent):
    shared: bool
    house: bool
    timeout: int
    board: bool


class AuditCounts(Sent):
    undone: int
    abandoned: int


class GmView(Sent):
    """What only the GM's seat receives."""

    room: GmRoom
    notes: str
    fog: bool
    combatants: dict[str, GmCombatant]
    kinds: list[GmKind]
    procedures: list[ProcedurePart]
    rulings: list[Ruling]
    concealable: list[str]
    requests: list[Asked]
    dropped: list[str]
    audit: AuditCounts


# --- the whole -------------------------------------------------------------------------------------------------


class OutcomePart(Sent):
    winners: list[str]
    reason: str
    rule: str


class SharePart(Sent):
    seat: str
    name: str
    share: str


class DicePart(Sent):
    """What every seat may know of how the dice were drawn."""

    commitments: dict[str, str]
    shares: list[SharePart]
    reveals: int
    published: bool


class RoomPart(Sent):
    id: str
    title: str
    timeout: int
    pace: Pace
    board: str
    reproducible: bool
    dice: DicePart | None
    book: str
    rulebook: str
    unit: str
    status: Literal["open", "over", "archived"]
    outcome: OutcomePart | None


class You(Sent):
    seat: str
    kind: SeatKind
    name: str
    plays: list[str]
    hand: bool


class Turn(Sent):
    actors: list[str]
    yours: list[str]
    expects: list[Expected]
    due: str
    besides: dict[str, list[Form]]
    waiting: list[Waiting]
    sealed: list[Choosing]
    suggest: dict[str, Suggested | None]


class DraftPart(Sent):
    text: str
    by: str
    who: str
    events: int


class Queued(Sent):
    text: str
    by: str


class HistoryPart(Sent):
    undo: bool
    redo: bool
    undo_request: Asked | None
    requests: list[Asked]
    answered: Answered | None
    entries: int


class View(Sent):
    """Everything a seat may know."""

    room: RoomPart
    you: You
    seats: list[Seat]
    agenda: list[Moment]
    turn: Turn
    cards: dict[str, Card]
    order: list[str]
    scene: ScenePart
    goals: list[Goal]
    areas: list[Area]
    diagram: Diagram | None
    forms: dict[str, list[Form]]
    asks: list[Ask]
    draft: DraftPart | None
    queued: list[Queued]
    log: list[Row]
    acts: list[Told]
    history: HistoryPart
    gm: GmView | None
