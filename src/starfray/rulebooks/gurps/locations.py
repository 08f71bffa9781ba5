"""Where a blow falls: the random table, the price of a chosen place, the sides of hands and feet."""

from __future__ import annotations

from starfray.engine.rules import Refused, Table, Tally, bands
from starfray.rulebooks.gurps.dice import listed
from starfray.rulebooks.gurps.state import Fighter, Weapon

#: gurps.location.random: 3-4 skull, 5 face, 6-7 right leg, 8 right arm, 9-10 torso, 11 groin, 12 left arm, 13-14 left leg,
#: 15 hand, 16 foot, 17-18 neck
RANDOM = ("skull", "face", "right-leg", "right-arm", "torso", "groin", "left-arm", "left-leg", "hand", "foot", "neck")
THROW = listed(3, (0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10))
LOCATIONS = (
    "torso", "skull", "face", "neck", "groin", "vitals", "right-eye", "left-eye", "right-arm", "left-arm", "right-leg",
    "left-leg", "right-hand", "left-hand", "right-foot", "left-foot",
)  # fmt: skip
#: gurps.aim-at.*
PENALTY = {
    "torso": 0, "arm": -2, "leg": -2, "vitals": -3, "groin": -3, "hand": -4, "foot": -4, "neck": -5, "face": -5,
    "skull": -7, "eye": -9,
}  # fmt: skip
BEHIND = {"skull": -5, "face": -7}  # gurps.aim-at.skull-behind, gurps.aim-at.face-behind
AIM_AT = {where: f"gurps.aim-at.{where}" for where in PENALTY}
STARRED = ("skull", "face", "groin", "neck", "eye", "vitals")  # gurps.location.miss-by-one
HEAD = ("skull", "face", "eye")  # gurps.ruling.head-locations
PIERCING = ("pi-", "pi", "pi+", "pi++")
CHINK_TYPES = ("pi", "pi+", "pi++", "imp")  # gurps.location.chinks
AIMS = ("", "random", "weapon", *LOCATIONS)  # what may be named in an attack
PARTS = {each: each.partition("-")[2] or each for each in AIMS}


def part(location: str) -> str:
    """'arm' for 'right-arm': what the book's tables call it."""
    known = PARTS.get(location)
    return known if known is not None else location.partition("-")[2] or location


def may_strike_eye(weapon: Weapon) -> bool:
    """gurps.ruling.legal-types: impaling, piercing, beams."""
    return weapon.type in PIERCING or weapon.type == "imp" or (weapon.type == "burn" and weapon.beam)


def check_location(target: Fighter | None, weapon: Weapon, location: str, chink: bool) -> None:
    """Is this a place one may choose with that weapon, and has the target got it?"""
    if location not in PARTS:
        raise Refused("gurps.location.random", f"{location!r} is no place on a body", AIMS[1:])
    where = part(location)
    if target is not None and target.inanimate and location not in ("", "torso"):  # a thing is all of one piece
        lacking = "places" if location == "random" else where
        raise Refused("gurps.location.torso", f"{target.id} has no {lacking}: it is struck as a whole", ["torso"])
    if where == "eye" and not may_strike_eye(weapon):
        raise Refused("gurps.ruling.legal-types", f"{weapon.type} cannot be aimed at an eye", ["face", "skull"])
    if where == "vitals" and not may_strike_eye(weapon) and weapon.type != "cr":
        raise Refused("gurps.ruling.legal-types", f"{weapon.type} cannot be aimed at the vitals", ["torso"])
    if chink and location in ("random", "weapon"):
        raise Refused("gurps.ruling.chinks", "a chink is looked for at a chosen place", list(LOCATIONS))
    if chink and weapon.type not in CHINK_TYPES:
        raise Refused("gurps.location.chinks", f"{weapon.type} finds no way through a chink", ["chink=no"])
    if chink and target is not None and not any(each.dr.get(where or "torso") for each in target.armour):
        raise Refused("gurps.location.chinks", f"{target.id} wears no armour there", ["chink=no"])


def add_location(tally: Tally, location: str, chink: bool, behind: bool = False) -> None:
    """The price of the chosen place; a chink's price stands instead of it. gurps.ruling.chinks"""
    where = part(location)
    if chink:
        if where in ("", "torso", "vitals"):
            tally.add(-8, "gurps.aim-at.chink-torso")
        else:
            tally.add(-10, "gurps.aim-at.chink-other", location)
    elif location in ("", "random"):
        return  # gurps.ruling.untargeted, gurps.aim-at.torso: the torso, or wherever it falls, costs nothing
    elif behind and where in BEHIND:  # the back of the head is nearer than the face
        tally.add(BEHIND[where], f"gurps.aim-at.{where}-behind", location)
    else:
        tally.add(PENALTY[where], AIM_AT[where], location)


def price_of(where: str, behind: bool) -> int:
    """What a place costs, for those who weigh one against the other."""
    return BEHIND[where] if behind and where in BEHIND else PENALTY[where]


def starred(location: str, chink: bool) -> bool:
    return location != "" and not chink and part(location) in STARRED


def roll_location(table: Table, attacker: Fighter) -> str:
    """3d6, and one more die for the side of a hand or foot. gurps.location.random, gurps.ruling.which-side"""
    where = RANDOM[table.roll("gurps.location.random", attacker.id, THROW)]
    if where in ("hand", "foot"):
        side = ("right", "left")[table.roll("gurps.ruling.which-side", attacker.id, bands(1, 6, 3))]
        where = f"{side}-{where}"
    return where
