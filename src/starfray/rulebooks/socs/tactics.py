"""What the GM judges: unorthodox tactics of ships of the line, and maneuvers the book does not list."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.rules import GM, Content, Option, Table, from_plain
from starfray.rulebooks.socs.bonuses import set_position
from starfray.rulebooks.socs.core import CRITICAL, DEGREES
from starfray.rulebooks.socs.ships import LINE, position_barred, rank
from starfray.rulebooks.socs.state import Ship, Socs, foes_of, station

LARGEST_PENALTY = 10  # socs.ruling.unorthodox
USUAL_PENALTY = 3
SPECTACULAR = 3  # the most a GM adds to a new maneuver's critical success


@dataclass(frozen=True, slots=True)
class Tactic:
    """What the GM has made of an idea: how dangerous it is, and whom it is meant for."""

    penalty: int
    foe: str


def tactic(state: Socs, table: Table, ship: Ship) -> Tactic:
    """The pilot tells the idea; the GM names the danger and the foe. socs.unorthodox, socs.ruling.unorthodox"""
    pilot = station(ship, ship.pilot)
    idea = table.text("socs.unorthodox", pilot, "What is the mad idea, and what do you know that they do not?")
    prompt = f"{ship.id}: {idea or 'something that looks like suicide'}. How dangerous is it?"
    penalty = table.number("socs.unorthodox.effect", GM, 1, LARGEST_PENALTY, prompt, USUAL_PENALTY)
    options = [Option(foe.id, rule="socs.ruling.unorthodox") for foe in foes_of(state, ship)]
    return Tactic(penalty, table.choose("socs.ruling.unorthodox", GM, options, f"Whom does {ship.id} mean?"))


def may_try(state: Socs, ship: Ship) -> bool:
    """Ships of the line only, and somebody to surprise."""
    return rank(ship) == LINE and bool(foes_of(state, ship))


def tactic_works(table: Table, ship: Ship, foe: Ship, penalty: int) -> None:
    """As much Position AB as it was dangerous, or, on craft too small for that, as much off the foe's own."""
    if position_barred(ship, foe):
        set_position(foe, ship, foe.position.get(ship.id, 0) - penalty)
        table.emit("socs.unorthodox.effect", ship.id, foe.id, foe.position.get(ship.id, 0), "Position AB of the foe")
    else:
        set_position(ship, foe, ship.position.get(foe.id, 0) + penalty)
        table.emit("socs.unorthodox.effect", ship.id, foe.id, ship.position[foe.id], "Position AB")


def tactic_level(penalty: int) -> int:
    """The hit a failure brings: a third of the penalty, rounded up. socs.ruling.unorthodox"""
    return -(-penalty // 3)


# --- maneuvers of the group's own ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Other:
    """A maneuver from a pack: its modifier, and for each degree what becomes of the two Position ABs and the own hull.

    socs.other-maneuvers, socs.ruling.other-maneuvers
    """

    name: str
    modifier: int = 0
    own: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # added to the Position AB on the foe
    theirs: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # added to the foe's Position AB
    hit: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # level of a hit on the own ship


def others(content: Content) -> dict[str, Other]:
    """The registry, in the order of the file."""
    return {key: from_plain(Other, row) for key, row in content.tables.get("maneuvers", {}).items()}


def other_works(table: Table, ship: Ship, foe: Ship, maneuver: Other, degree: int) -> None:
    """As the registry says; the GM may make a critical success of it more spectacular. socs.other-maneuvers.newer"""
    gain = maneuver.own[degree]
    if degree == CRITICAL:
        prompt = f"{maneuver.name} of {ship.id} comes off brilliantly. How much more Position AB?"
        gain += table.number("socs.other-maneuvers.newer", GM, 0, SPECTACULAR, prompt)
    set_position(ship, foe, ship.position.get(foe.id, 0) + gain)
    set_position(foe, ship, foe.position.get(ship.id, 0) + maneuver.theirs[degree])
    note = f"{maneuver.name}, {DEGREES[degree]}"
    table.emit("socs.other-maneuvers", ship.id, foe.id, ship.position.get(foe.id, 0), note)
