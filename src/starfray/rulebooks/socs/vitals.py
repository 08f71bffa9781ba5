"""How a ship is: sections still working, conditions, able or not."""

from __future__ import annotations

from starfray.engine.vitals import BAD, DEAD, DOWN, GOOD, OUT, UP, Condition, Pool, Vitals, holding
from starfray.rulebooks.socs.state import Ship, Socs

CONTINUING = "socs.ruling.continuing-damage"


def vitals(state: Socs, ship: Ship) -> Vitals:
    how, word = status(ship)
    lost = [Condition(f"{place} lost", "", "socs.ruling.locations", BAD, said=f"loses the {place}") for place in ship.lost]
    found = [each for each in conditions(ship) if each.name not in (word, ship.out)]
    return Vitals(how, word, pools(ship), [*found, *lost])


def pools(ship: Ship) -> list[Pool]:
    """socs.ship.locations: what is not disabled. Places that stand twice on the die are one place."""
    places = set(ship.locations)
    working = len(places - set(ship.lost)) if ship.able else 0
    return [Pool("lost", "sections", working, len(places), noun="section|sections")] if places else []


def status(ship: Ship) -> tuple[str, str]:
    """socs.ruling.disabled"""
    if ship.condition in ("destroyed", "vaporised"):
        return DEAD, ship.condition
    if ship.out:
        return OUT, ship.out
    return (DOWN, ship.condition) if ship.condition else (UP, "")


def conditions(ship: Ship) -> list[Condition]:
    failures = f"({ship.continuing.failures})" if ship.continuing is not None else ""
    dead = ", ".join(member.name or member.key for member in ship.crew if member.dead)
    return holding(
        (ship.out, Condition(ship.out)),
        (ship.condition, Condition(ship.condition, tone=BAD)),
        (ship.adrift, Condition("loses this turn", "", "socs.ruling.light-turn", BAD, said="")),
        (ship.loses_turn, Condition("loses the next turn", "", "socs.ruling.light-turn", BAD, said="loses the next turn")),
        (ship.no_fire, Condition("may not fire", "", "socs.maneuver.total-defense.no-fire", BAD, said="")),
        (ship.auto_hit, Condition("hits", "automatically", "socs.ruling.auto-hit", GOOD, ship.auto_hit)),
        (
            ship.continuing is not None,
            Condition("continuing damage", failures, CONTINUING, BAD, said="takes continuing damage"),
        ),
        (dead, Condition("dead:", dead, tone=BAD, said=f"has lost {dead}")),
    )
