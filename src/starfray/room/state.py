"""A room at one moment: the fight, its seats, and what has been set for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.position import combatant_of
from starfray.engine.scene import Point
from starfray.engine.values import GM
from starfray.language import spoken, word
from starfray.room import rows
from starfray.room.fog import Cells
from starfray.room.room_fight import RoomFight
from starfray.room.seats import ACT, ANY, Seat, holder_of
from starfray.room.webhook_rows import Hook, Notice

View = dict[str, Plain]
PACES = ("off", "slow", "normal", "quick")


@dataclass(frozen=True, slots=True)
class Covered:
    """A picture under a map with what is not seen blacked out: which, where it lies, and what is seen."""

    picture: str
    at: tuple[float, ...]
    size: tuple[float, ...]
    cells: Cells
    seen: int


@dataclass(slots=True)
class RoomState:
    """What is true of a room at one moment, as far as anybody may be shown it."""

    id: str
    title: str
    fight: RoomFight
    seats: dict[str, Seat] = field(default_factory=dict)
    archived: bool = False
    dials: dict[str, dict[str, str]] = field(default_factory=dict)  # combatant → kind of question → dial
    requests: list[dict[str, Plain]] = field(default_factory=list)  # what players ask the GM for, see requests.py
    answered: dict[str, dict[str, Plain]] = field(default_factory=dict)  # seat → what the GM said to its last request
    board: str = ""  # a group's code that shared screens may show; kept in memory only
    hooks: dict[str, Hook] = field(default_factory=dict)  # webhooks, see webhooks.py
    notices: list[Notice] = field(default_factory=list)  # for them, not written yet
    taken_back: dict[str, list[Plain]] = field(default_factory=dict)  # seat → [acts it took back, its count of acts then]
    shared: str = ""  # hash of the code by which anybody may take a free seat or watch; '' while there is none
    house: bool = True  # may people with the server's own code find this room?
    timeout: int = 0  # seconds after which a policy acts for a player; 0: never
    pace: str = "normal"  # how fast pages show what happens by itself: one of PACES
    sent: dict[str, int | None] = field(default_factory=dict)  # those told to act as a squad, see squads.py; in memory only
    explored: dict[str, int] = field(default_factory=dict)  # by side: what it has seen of the map, see fog.py
    explored_size: Point | None = None  # of that map
    covered: dict[str, Covered] = field(default_factory=dict)  # pictures players may be sent, by name; in memory only
    online: set[str] = field(default_factory=set)
    numbers: dict[tuple[str, str], rows.ActNumbers] = field(default_factory=dict)  # per viewer and language; a cache


def numbers_of(room: RoomState, who: str) -> rows.ActNumbers:
    name = (who, spoken())
    if name not in room.numbers:
        room.numbers[name] = rows.numbers_for(room.fight, who)
    return room.numbers[name]


def called(seen: Any, who: str) -> str:
    """What people call a combatant, a station of one, or the GM; '' for nobody."""
    actor = combatant_of(seen, who)
    if actor is None:
        return word("gm") if who == GM else ""
    station = who.partition("/")[2]
    name = str(actor.name or actor.id)
    return f"{name}, {station}" if station else name


def may_act(room: RoomState, seat: Seat, who: str) -> bool:
    if seat.kind == "gm":
        return True
    holder = holder_of(room.seats, who)
    return holder is not None and holder.id == seat.id


def dial_of(room: RoomState, who: str, kind: str) -> str:
    """ask | suggest | auto | planner for a kind of question (a rule id), or for acting."""
    dials = dials_of(room, who)
    if kind == ACT:
        return dials.get(ACT, "ask")
    return dials.get(kind, dials.get(ANY, "ask"))


def dials_of(room: RoomState, who: str) -> dict[str, str]:
    """Its own, or those of its ship; whoever has joined since a side was switched goes by the switch of the side."""
    ship = who.partition("/")[0]
    own = room.dials.get(who) or room.dials.get(ship)
    if own is not None:
        return own
    actor = room.fight.state.roster.get(ship)
    return room.dials.get(side_switch(actor.side), {}) if actor is not None else {}


def side_switch(side: str) -> str:
    """The key of a side's switch among the dials; no combatant has such an id."""
    return f"side:{side}"


def busy(fight: RoomFight, who: str) -> bool:
    """Is an act under way, as far as this viewer may know? What the GM does by themselves is the GM's alone."""
    return fight.draft is not None and (who == GM or not fight.gm_alone)
