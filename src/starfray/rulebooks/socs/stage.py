"""The picture of a dogfight: who is on whose tail, with which bonus, at what range; and its maneuvers as cards."""

from __future__ import annotations

from starfray.engine.choices import Choice
from starfray.engine.diagram import Diagram, Link, Node
from starfray.engine.rules import Ask
from starfray.rulebooks.socs.bonuses import critical_gain
from starfray.rulebooks.socs.core import four_degrees
from starfray.rulebooks.socs.maneuvers import STRAIGHT
from starfray.rulebooks.socs.ships import LOST_MR
from starfray.rulebooks.socs.state import Ship, Socs, band, pilot_of
from starfray.rulebooks.socs.vitals import status

RANGES = {"short": "short range", "long": "long range", "out": "out of range"}
CLOSER = {"long": "to short range", "out": "to long range"}
FARTHER = {"short": "to long range", "long": "out of range"}


def diagram(state: Socs) -> Diagram:
    return Diagram("tails", "Who is on whose tail", nodes=[node(ship) for ship in state.roster.values()], links=links(state))


def node(ship: Ship) -> Node:
    return Node(ship.id, ship.name or ship.id, ship.id, status(ship)[0], pilot_words(ship))


def pilot_words(ship: Ship) -> str:
    """Who flies, and how well; not where that is only guessed at. socs.maneuver.roll, socs.ship.mr"""
    pilot = pilot_of(ship)
    if pilot is None or any(path.startswith(("crew", "mr")) for path in ship.assumed):
        return ""
    rating = ship.mr + sum(LOST_MR.get(place, 0) for place in ship.lost)
    return f"{pilot.name or pilot.key}, piloting {pilot.piloting}" + (f" {rating:+d}" if rating else "")


def links(state: Socs) -> list[Link]:
    """Every Position AB; and the range of other hostile pairs where it is not the usual one. socs.ab.position"""
    there = [ship for ship in state.roster.values() if not ship.gone]
    found = []
    for ship in there:
        for target, bonus in ship.position.items():
            other = state.roster.get(target)
            if other is not None and not other.gone:
                found.append(Link(ship.id, target, f"position +{bonus}, {RANGES[band(state, ship, other)]}", bonus))
    tied = {frozenset((each.source, each.to)) for each in found}
    for place, ship in enumerate(there):
        for other in there[place + 1 :]:
            where = band(state, ship, other)
            if ship.side != other.side and where != state.range and frozenset((ship.id, other.id)) not in tied:
                found.append(Link(ship.id, other.id, RANGES[where]))
    return found


# --- maneuvers as cards --------------------------------------------------------------------------------------------
def choices(state: Socs, ask: Ask) -> dict[str, Choice]:
    """What each maneuver brings, and the chance of its roll. socs.maneuver.choose"""
    ship = state.roster.get(ask.who.partition("/")[0])
    if ask.rule != "socs.maneuver.choose" or ship is None:
        return {}
    found = {}
    for option in ask.options:
        kind, _, aim = option.key.partition(":")
        foe, _, gun = aim.partition("/")
        other = state.roster.get(foe)
        made = maneuver_card(state, ship, kind, other, gun, option.tally.total if option.tally is not None else 0)
        if made is not None:
            found[option.key] = made
    return found


def maneuver_card(state: Socs, ship: Ship, kind: str, foe: Ship | None, gun: str, skill: int) -> Choice | None:
    if kind == STRAIGHT:
        kept = bool(ship.position) or any(each.sustained for each in ship.guns)
        return Choice("Fly straight", "you keep your bonuses" if kept else "you have no bonus to keep", None, "no roll")
    critical, success = four_degrees(skill).chances()[:2]
    if kind == "total-defense":
        return Choice("Totally defensive", "against all foes; no fire next turn", critical + success, "pilot skill alone")
    if foe is None:
        return None
    name, mine, theirs = foe.name or foe.id, ship.position.get(foe.id, 0), foe.position.get(ship.id, 0)
    if kind == "offensive":
        words = f"position +{mine} becomes +{mine + 1}" if mine else "you get behind them: position +1"
        more = f"{100 * critical:.0f} % critical: +{critical_gain(state, mine)}"
        return Choice(f"Offensive: {name}", words, critical + success, more)
    if kind == "defensive":
        held = next((each.sustained for each in foe.guns if each.key == gun), 0) if gun else theirs
        what = "the aim of their gun" if gun else "their position"
        words = f"{what} falls from +{held} to +{max(0, held - 1)}; yours all drop to 0" if held else "yours all drop to 0"
        return Choice(f"Defensive: {name}", words, critical + success, "" if held else "they have no bonus on you")
    if kind == "reversal":
        return Choice(f"Reversal: {name}", "if they maneuver on you: a contest of pilots", None, "else you fly straight")
    if kind in ("close", "open"):
        change = CLOSER[band(state, ship, foe)] if kind == "close" else FARTHER[band(state, ship, foe)]
        return Choice(
            f"Close in on {name}" if kind == "close" else f"Get away from {name}", change, None, "a contest of pilots"
        )
    return None
