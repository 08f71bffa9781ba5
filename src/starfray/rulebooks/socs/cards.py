"""The card of a ship. All choices of this book are questions inside the phases, so there are no forms."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.rules import Plain
from starfray.engine.values import Line, Tally
from starfray.engine.vitals import worded
from starfray.rulebooks.socs.gunnery import add_dodge
from starfray.rulebooks.socs.ships import LOST_MR, SHIP_RULE, add_mr, add_piloting, rank, size_rule
from starfray.rulebooks.socs.state import Ship, Socs, gun_of, gunner_of, pilot_of
from starfray.rulebooks.socs.vitals import conditions

CRAFT = {
    "smaller": "smaller than a fighter", "fighter": "fighter", "shuttle": "shuttle", "cutter": "cutter", "yacht": "yacht",
    "line": "ship of the line", "freighter": "freighter", "station": "space station", "planet": "planet",
}  # fmt: skip
UNARMED = ("shuttle", "yacht", "freighter")
COMMON = 3  # socs.firepower.common: levels 1 to 3


def describe(state: Socs, ship: Ship) -> list[Line]:
    """The card: class, MR, who flies, every gun with its bonus, Position ABs, damage."""
    assumed = set(ship.assumed)
    rule = "socs.ship.unarmed" if ship.craft in UNARMED else SHIP_RULE[rank(ship)]
    lines = [
        Line("class", CRAFT[ship.craft], "craft", rule),
        Line("to be hit", f"{ship.size or 0:+d}", "size", size_line_rule(ship)),
        Line("MR", f"{ship.mr + sum(LOST_MR.get(place, 0) for place in ship.lost):+d}", "mr", "socs.ship.mr", "mr" in assumed),
    ]
    pilot = pilot_of(ship)
    if pilot is not None:
        words = f"{pilot.name or pilot.key} {pilot.piloting}"
        lines.append(Line("pilot", words, "pilot", "socs.maneuver.roll", "crew" in assumed))
    if ship.shield:
        lines.append(Line("shield", str(ship.shield), "shield", "socs.ruling.shields", "shield" in assumed))
    for gun in ship.guns:
        rule = "socs.firepower.common" if gun.firepower <= COMMON else "socs.weapon.firepower"
        lines.append(Line(gun.key, gun_words(ship, gun.key), f"guns.{gun.key}", rule, "guns" in assumed, brief=True))
    for foe, bonus in ship.position.items():
        lines.append(Line(f"Position AB on {foe}", f"+{bonus}", f"position.{foe}", "socs.ab.position"))
    condition = worded(conditions(ship))
    if condition:
        lines.append(Line("condition", condition))
    if ship.lost:
        lines.append(Line("lost", ", ".join(ship.lost), "lost", "socs.ruling.locations"))
    return lines


def maneuver_skill(state: Socs, ship: Ship) -> int:
    """Piloting + MR, what is lost taken off. socs.maneuver.roll"""
    tally = Tally()
    add_piloting(tally, ship, pilot_of(ship), "socs.maneuver.roll")
    add_mr(tally, ship)
    return tally.total


def dodge_skill(state: Socs, ship: Ship) -> int:
    """What a dodge is rolled against. socs.ruling.dodge-roll"""
    tally = Tally()
    add_dodge(state, tally, ship)
    return tally.total


#: figures that follow from a ship, by name
WORKED_OUT: dict[str, Callable[[Socs, Ship], Plain]] = {"maneuver": maneuver_skill, "dodge": dodge_skill}


def gun_words(ship: Ship, key: str) -> str:
    gun = gun_of(ship, key)
    gunner = gunner_of(ship, gun)
    words = f"firepower {gun.firepower}, {gun.range}, Acc {gun.accuracy:+d}, Gunner {gunner.gunner if gunner else 'dead'}"
    return words + (f", Sustained AB +{gun.sustained} on {gun.target}" if gun.sustained else "")


def size_line_rule(ship: Ship) -> str:
    """Where the size on the card comes from."""
    if ship.craft in UNARMED:
        return "socs.ruling.unarmed-class"
    return "socs.ruling.smaller" if ship.craft == "smaller" else size_rule(ship)
