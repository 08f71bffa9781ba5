"""The contract a rulebook fulfils: a handful of functions, gathered in one record.

No base class: each book is its own folder, and this record is how the rest of the house finds its functions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starfray.engine.actions import Action
from starfray.engine.codec import make_one_room
from starfray.engine.imports import Importer
from starfray.engine.ledger import Ledger, read_ledger
from starfray.engine.position import AnyPosition
from starfray.engine.values import Form, Line, Moment, Outcome, Ring

if TYPE_CHECKING:
    from starfray.engine.content import Content
    from starfray.engine.policy import Policy
    from starfray.engine.procedures import Procedure
    from starfray.engine.table import Table


@dataclass(frozen=True, slots=True)
class Ruling:
    """A switch: a named choice where the book is silent. The first choice is the default."""

    key: str
    rule: str
    choices: tuple[str, ...]
    summary: str


def not_out(state: AnyPosition, one: Any) -> bool:
    return not one.out


def no_clock(state: AnyPosition) -> int:
    return 0


def nobody(state: AnyPosition) -> list[str]:
    return []


def no_rings(state: Any, one: Any) -> list[Ring]:
    return []


_shelves: dict[str, tuple[Path, Content]] = {}  # by name of the book: its folder, and what lies there


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One game's rules. `state` and the functions work on the book's own position type."""

    name: str
    title: str
    version: str
    folder: Path
    state: type[Any]  # the position, a dataclass derived from Position
    combatant: type[Any]  # a dataclass derived from Combatant
    actions: dict[str, type[Action]]  # what people may do, by kind
    steps: dict[str, type[Action]]  # what happens by itself, by kind
    #: (state, content): fill in what the book derives, check what is given; raises BadInput
    start: Callable[[Any, Content], None]
    due: Callable[[Any], Action | None]
    actors: Callable[[Any], list[str]]
    #: (state, who, content): everything she may do, with blanks to fill in, or why not; asked by `forms`
    legal: Callable[[Any, str, Content], list[Form]]
    play: Callable[[Any, Table, Any], None]
    over: Callable[[Any], Outcome | None]
    view: Callable[[Any, str], Any]
    agenda: Callable[[Any], list[Moment]]
    describe: Callable[[Any, Any], list[Line]]
    key: Callable[[Any], Hashable]
    policy: Callable[[], Policy]
    worth: Callable[[Any, str], float]  # how good a position is for a side, for best play
    #: does this combatant still take part? for summaries and simulation
    standing: Callable[[Any, Any], bool] = not_out
    #: the turn, round or count the fight is in; 0 before it begins
    clock: Callable[[Any], int] = no_clock
    #: the field of the position that counts the time, if `key` leaves out nothing but that: positions with equal keys then
    #: differ in it alone, and a simulation may take one for the other
    tick: str = ""
    #: who may do something small besides those whose turn it is (free actions "at any time"); nobody waits for them, policies
    #: and simulation pass them by, and `legal` shows what of theirs is possible
    asides: Callable[[Any], list[str]] = nobody
    #: distances worth drawing around a combatant on the map, nearest first
    rings: Callable[[Any, Any], list[Ring]] = no_rings
    kinds: tuple[str, ...] = ()
    unit: str = "metres"  # of the map, as people say it
    unit_sign: str = "m"
    rulings: tuple[Ruling, ...] = ()
    procedures: dict[str, Procedure] = field(default_factory=dict)
    #: fields of a combatant that hold items: field → the data file its items come from; items inside items are written
    #: as "weapons.attachments", after "weapons"
    items: dict[str, str] = field(default_factory=dict)
    #: fields of a combatant that a party takes from one fight to the next
    carried: tuple[str, ...] = ()
    #: actions that begin something which takes effect later: kind → the kind of the step in which it does (the step names
    #: the actor in one of its fields); odds and previews look ahead to it
    settles: dict[str, str] = field(default_factory=dict)
    #: sheets of other programs the book reads: ending → importer
    imports: dict[str, Importer] = field(default_factory=dict)
    #: numbers of a combatant that may be kept from other sides
    concealable: tuple[str, ...] = ()
    #: the book as one fight knows it: its data with packs laid over them; None: the book's own
    content: Content | None = None

    def shelf(self) -> Content:
        """What exists in this fight's world, for whoever has the book in hand and no table: policies, refusals."""
        if self.content is not None:
            return self.content
        known = _shelves.get(self.name)
        if known is None or known[0] is not self.folder:
            from starfray.engine.content import book_content

            known = _shelves[self.name] = (self.folder, book_content(self.name, self.folder))
        return known[1]

    def forms(self, state: Any, who: str) -> list[Form]:
        """What somebody may do in this fight's world, packs and all."""
        return self.legal(state, who, self.shelf())

    def __post_init__(self) -> None:
        for record in (self.state, self.combatant, *self.actions.values(), *self.steps.values()):
            make_one_room(record)

    @property
    def all_actions(self) -> dict[str, type[Action]]:
        return {**self.actions, **self.steps}

    def ledger(self) -> Ledger:
        return read_ledger(self.folder / "rules.toml")
