"""What every position holds, whatever the book: a roster, a scene, rulings. Books add their own fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from starfray.engine.keeping import kept_with
from starfray.engine.scene import Point, Scene


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
    overridden: dict[str, str] = field(default_factory=dict)  # path → the GM's word on why
    notes: str = ""  # the GM's, never shown to players


C = TypeVar("C", bound=Combatant)


@dataclass(slots=True, kw_only=True)
class Position(Generic[C]):
    """One moment of a fight."""

    kind: str = ""  # which kind of fight, for books that have several
    roster: dict[str, C] = field(default_factory=dict)
    scene: Scene = field(default_factory=Scene)
    rulings: dict[str, str] = field(default_factory=dict)
    orders: dict[str, str] = field(default_factory=dict)  # standing answers for everybody
    ended: str = ""  # the GM's word on why the fight is over
    notes: str = ""  # the GM's, never shown to players

    @kept_with("roster")
    def everyone(self) -> list[C]:
        """The combatants in roster order. Nobody is put into another's place in a roster: who does so makes a new one."""
        return list(self.roster.values())


AnyPosition = Position[Any]


def sides(state: AnyPosition) -> list[str]:
    """The sides in roster order."""
    found: list[str] = []
    roster: dict[str, Combatant] = state.roster
    for one in roster.values():
        if one.side not in found:
            found.append(one.side)
    return found


def combatant_of(state: AnyPosition, who: str) -> Any:
    """The combatant a name stands for: itself, or the ship of a station ('corvette/pilot'); None if nobody."""
    one = state.roster.get(who)
    return one if one is not None or "/" not in who else state.roster.get(who.partition("/")[0])


def seat_of(state: AnyPosition, who: str) -> str:
    """The seat that answers for a combatant or station; '' for the GM."""
    one = combatant_of(state, who)
    if one is None:
        return ""
    return str(one.stations.get(who.partition("/")[2]) or one.seat)


def standing_order(state: AnyPosition, who: str, rule: str) -> str:
    """The standing answer for this combatant and rule, its own before everybody's; '' if there is none."""
    one: Combatant | None = combatant_of(state, who)
    if one is not None and rule in one.orders:
        return one.orders[rule]
    return state.orders.get(rule, "")
