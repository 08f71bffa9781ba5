"""What every position holds, whatever the book: a roster, a scene, rulings. Books add their own fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from starfray.engine.cache import kept_with
from starfray.engine.errors import BadInput, suggest
from starfray.engine.goals import Goal
from starfray.engine.scene import Point, Scene
from starfray.engine.waves import Wave


@dataclass(slots=True, kw_only=True)
class GmModifier:
    """A modifier the GM has put on a combatant by hand; it stands in every tally until taken off."""

    amount: int
    note: str = ""


@dataclass(slots=True, kw_only=True)
class Combatant:
    """A person, vehicle or ship. Sheet and condition in one record: every field can be written in a fight file."""

    id: str
    name: str = ""
    side: str = ""
    squad: str = ""  # those of a side whom the GM handles as one: one card, one dial, one tap for all of them
    seat: str = ""  # who plays it; nobody: the GM
    stations: dict[str, str] = field(default_factory=dict)  # a crew's roles and their seats: questions go to "ship/role"
    archetype: str = ""
    party: str = ""  # its name in the party file it came from
    at: Point | None = None
    hidden: bool = False  # other sides do not know it is there
    secret: list[str] = field(default_factory=list)  # paths of figures other sides may not know
    assumed: list[str] = field(default_factory=list)  # in a view: figures that are printed ones, not real ones
    out: str = ""  # fled, surrendered, removed
    orders: dict[str, str] = field(default_factory=dict)  # rule id → standing answer
    gm_modifiers: list[GmModifier] = field(default_factory=list)
    overridden: dict[str, str] = field(default_factory=dict)  # path → the reason the GM gave
    notes: str = ""  # the GM's, never shown to players
    portrait: str = ""  # a picture of it, by its name on the server
    counters: dict[str, int] = field(default_factory=dict)  # what its player counts besides the rules
    own_notes: str = ""  # its player's; whoever plays it and the GM read them


C = TypeVar("C", bound=Combatant)


@dataclass(slots=True, kw_only=True)
class Position(Generic[C]):
    """One moment of a fight."""

    kind: str = ""  # which kind of fight, for books that have several
    roster: dict[str, C] = field(default_factory=dict)
    scene: Scene = field(default_factory=Scene)
    rulings: dict[str, str] = field(default_factory=dict)
    orders: dict[str, str] = field(default_factory=dict)  # standing answers for everybody
    ended: str = ""  # why the GM ended the fight
    goes_on: bool = False  # one side has won, but the clock runs on until the GM ends the fight (to treat the wounded)
    notes: str = ""  # the GM's, never shown to players
    goals: tuple[Goal, ...] = ()  # endings the file declares
    waves: tuple[Wave, ...] = ()  # who is still to come

    def ruling(self, key: str) -> str:
        """The choice in force for one of the book's switches: what the fight says, else the book's default."""
        choice = self.rulings.get(key) if self.rulings else None
        return choice or _default_rulings.of(type(self))[key]

    @kept_with("roster")
    def everyone(self) -> list[C]:
        """The combatants in roster order. A roster is never changed in place to hold somebody else: make a new one."""
        return list(self.roster.values())


AnyPosition = Position[Any]


class DefaultRulings:
    """The first choice of every switch, by class of position. Rules ask several times an act, mostly for the same class."""

    __slots__ = ("choices", "known", "position")

    def __init__(self) -> None:
        self.known: dict[type[Any], dict[str, str]] = {}
        self.position: type[Any] | None = None  # asked for last
        self.choices: dict[str, str] = {}  # of that one

    def of(self, position: type[Any]) -> dict[str, str]:
        if self.position is not position:
            self.position, self.choices = position, self.known[position]
        return self.choices

    def set(self, position: type[Any], choices: dict[str, str]) -> None:
        self.known[position] = choices
        self.position = None


_default_rulings: Final = DefaultRulings()


def set_default_rulings(position: type[Any], choices: dict[str, str]) -> None:
    """Set what `ruling` answers if a fight does not say. Called when a Rulebook is made."""
    if choices or position not in _default_rulings.known:  # a copy of a book without its folder leaves them as they are
        _default_rulings.set(position, choices)


def sides(state: AnyPosition) -> list[str]:
    """The sides in roster order."""
    found: list[str] = []
    roster: dict[str, Combatant] = state.roster
    for actor in roster.values():
        if actor.side not in found:
            found.append(actor.side)
    return found


def somebody(state: AnyPosition, who: str) -> Any:
    """The combatant of an id that somebody typed."""
    if who not in state.roster:
        raise BadInput(f"nobody is called {who!r}", expected=suggest(who, state.roster))
    return state.roster[who]


def combatant_of(state: AnyPosition, who: str) -> Any:
    """The combatant a name stands for: itself, or the ship of a station ('corvette/pilot'); None if nobody."""
    actor = state.roster.get(who)
    return actor if actor is not None or "/" not in who else state.roster.get(who.partition("/")[0])


def seat_of(state: AnyPosition, who: str) -> str:
    """The seat that answers for a combatant or station; '' for the GM."""
    actor = combatant_of(state, who)
    if actor is None:
        return ""
    return str(actor.stations.get(who.partition("/")[2]) or actor.seat)


ALWAYS = {"never": "no", "always": "yes"}  # standing orders in words


def standing_order(state: AnyPosition, who: str, rule: str) -> str:
    """The standing answer for this combatant and rule, its own before everybody's; '' if there is none."""
    actor: Combatant | None = combatant_of(state, who)
    if actor is not None and rule in actor.orders:
        return actor.orders[rule]
    return state.orders.get(rule, "")
