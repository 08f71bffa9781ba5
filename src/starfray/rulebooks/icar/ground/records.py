"""What a person carries and suffers, and the turn of a ground fight."""

from __future__ import annotations

from dataclasses import dataclass, field

DERIVED = -1  # a figure left out of the file: the book works it out
UNTOLD = -(10**9)  # … where the figure itself may be negative
FIRST = "first"  # the hand is on the first weapon of the list unless the file says otherwise

PISTOLS = ("pistol", "machine pistol")
FIREARMS = (*PISTOLS, "sub-machine gun", "rifle", "sniper rifle")  # icar.close.weapon.firearm: fit for close quarters


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A named feature or factory option of a weapon. icar.fire.sheet.features, icar.fire.sheet.options"""

    name: str
    words: str = ""
    cost: int = 0
    rarity: int = 0
    fitted: bool = False


@dataclass(slots=True, kw_only=True)
class Weapon:
    """A weapon's sheet, and what is left in it. icar.fire.sheet.ownership: no sheet, no weapon."""

    key: str
    name: str = ""  # icar.fire.sheet.name
    type: str = "hand"  # icar.fire.sheet.type: hand, improvised, pistol, rifle …
    cost: int = 0  # icar.fire.sheet.cost
    rarity: int = 0  # icar.fire.sheet.rarity
    features: list[Feature] = field(default_factory=list)
    options: list[Feature] = field(default_factory=list)
    note: str = ""  # icar.fire.sheet.note
    damage: int = 0  # icar.fire.stat.damage
    stun: int = DERIVED  # icar.ruling.firearm-stun: equal to the damage unless listed
    magazine: int = 0  # icar.fire.stat.magazine; 0: no firearm
    to_hit: int = 0  # icar.fire.stat.to-hit
    bonus: int = 0  # icar.ruling.strike-damage: of a hand weapon, on top of Meat
    radius: int = 0  # metres; a grenade hits everybody within
    burns: bool = False  # goes on burning, its damage every turn
    reach: int = 0  # metres; a shot goes no further (0: no limit)
    mounted: bool = False
    rounds: int = DERIVED
    spares: int = DERIVED  # magazines left; not listed: enough
    apart: bool = False  # dismantled

    @property
    def gun(self) -> bool:
        return self.magazine > 0


@dataclass(slots=True, kw_only=True)
class Armour:
    """An extra pool of hit points. icar.ruling.armour"""

    key: str
    name: str = ""
    hp: int = 0
    left: int = DERIVED
    powered: bool = False
    vacuum: bool = False
    cost: int = 0
    min_meat: int = 0  # what its wearer needs
    meat: int = 0
    shift: int = 0
    shields: list[int] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Shield:
    """A shield, or one of several in a system. icar.shield.capacity"""

    key: str = "shield"
    name: str = ""
    hp: int = 0  # what it stops in one turn
    cost: int = 0
    up: bool = False
    taken: int = 0  # this turn
    shut: bool = False  # overloaded; wants a restart
    wait: int = 0  # turns until a restart may be tried


@dataclass(slots=True, kw_only=True)
class Suit:
    """Bionics: changes to the natural attributes, new hit points. The wearer is an Aug."""

    key: str
    name: str = ""
    kind: str = ""
    passes: int = 8  # icar.ruling.hack-aug
    battle: int = 0
    meat: int = 0
    shift: int = 0
    soul: int = 0
    hp: int = 0
    gaia_link: bool = True


@dataclass(slots=True, kw_only=True)
class Combo:
    """A chain of moves bought with roleplaying points. icar.close.build.record"""

    name: str
    moves: list[str]
    difficulty: int = DERIVED  # a figure given is the table's word and stays
    agreed: bool = False  # the table has agreed to it whatever the levels say (icar.ruling.example-levels)
    words: str = ""  # what its owner is wont to say


@dataclass(slots=True, kw_only=True)
class Shot:
    """A hit that takes effect when everybody has thrown. icar.fire.simultaneous"""

    by: str
    target: str
    damage: int
    stun: int
    weapon: str = ""
    spot: str = ""
    burns: bool = False
    shielded: bool = False  # the target's shield was up when the die was thrown (icar.ruling.shield-on-turn)


@dataclass(slots=True, kw_only=True)
class GroundTurn:
    order: list[str] = field(default_factory=list)  # highest initiative first
    asked: list[str] = field(default_factory=list)  # who has decided in the fire phase of this turn
    held: list[str] = field(default_factory=list)  # who has held fire this turn: no shot any more
    acting: bool = False  # the fire phase is over
    shots: list[Shot] = field(default_factory=list)
    surroundings: int = 0  # the GM's word on light and weather, on every shot's target number
    words: str = ""  # … and what it is
