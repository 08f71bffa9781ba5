"""What a fighter carries: guns, blades, things to throw, armour, shields; each with what becomes of it in a fight."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from starfray.engine.rules import Between, Point

DERIVED = -1_000_000  # a figure left out of the file: the book works it out
Count = Annotated[int, Between(0)]

Level = Literal["", "light", "medium", "heavy"]
Damage = Literal["ballistic", "laser", "plasma", "explosive", "electric", "fire", "acid", "internal", "melee"]
Group = Literal["pistol", "smg", "shotgun", "carbine", "assault-rifle", "battle-rifle", "long-rifle", "machine-gun", "heavy",
                "rocket", "under-barrel"]  # fmt: skip
Size = Literal["none", "light", "one-handed", "two-handed"]  # cx.meleeweapon.sizes; exotic is a mark beside it
Shape = Literal["", "blast", "grenade", "flame", "pairs", "lightning", "flak", "burst-shell", "antimaterial"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A range bracket: its end in metres, the listed miss chance, and its own damage where a load has one."""

    to: int
    miss: int
    damage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """Burst or automatic fire: shots per Action and the added miss chance, less its steps (cx.ruling.firemode-steps)."""

    addition: int
    shots: Annotated[int, Between(1)]
    stat: Literal["", "strength", "dexterity"] = ""
    start: int = 0  # no step below this
    every: int = 0  # one more step for so many points; 0: a single step


@dataclass(slots=True, kw_only=True)
class Weapon:
    """A gun: its listed figures, and what becomes of it in a fight."""

    key: str
    name: str = ""
    group: Group = "pistol"
    level: int = 1
    damage: Annotated[int, Between(0)] = 50
    type: Damage = "ballistic"
    apl: int = 0
    brackets: list[Bracket] = field(default_factory=list)
    magazine: Annotated[int, Between(1)] = 1
    semi: bool = True
    rechambers: bool = False  # pump and bolt: an Action between two shots
    free_rack: bool = False  # one rechamber per turn is free
    burst: Mode | None = None
    auto: Mode | None = None
    reload_dc: int = 30
    reload_actions: Annotated[int, Between(1)] = 2
    suppression: Level = "light"
    suppression_rounds: Count = 0  # what its own level takes, where listed
    cqb: bool = False
    penalty: float = 0.0  # metres of movement penalty
    plasma_burn: Count = 0
    bleed: Count = 0
    burn: Count = 0
    burn_dc: int = 40
    stun_dc: int = 0
    single_action: bool = False  # a revolver to be cocked
    load: Literal["", "buckshot", "slug"] = ""
    slug: Count = 0  # damage with slugs
    wide: bool = False  # wide effect: flame, three damage bands
    focus_damage: Count = 0  # a scatter laser that can be focused
    shape: Shape = ""  # how the odd ones are resolved: cx.order.special
    pairs: Count = 0
    radius: Annotated[float, Between(0)] = 0.0
    beside: Count = 0  # damage to those near the target
    short_scatter: bool = False
    secondary: bool = False
    mag_space: Count = 1
    explosives: Count = 0  # skill its use needs
    min_strength: Count = 0
    min_intelligence: Count = 0
    attachments: list[str] = field(default_factory=list)
    grenade: str = ""  # what a launcher is loaded with
    in_hand: bool | None = None  # not said: the first gun or blade is
    dropped: bool = False
    lies: Point | None = None  # where it was dropped
    rounds: Count = DERIVED
    magazines: Count | None = None  # spare ones; not counted unless given
    jammed: bool = False
    unchambered: bool = False
    racked: bool = False  # the free rechamber of this turn is used up
    cocked: bool = False
    spun_up: bool = False
    focused: bool = False
    deployed: bool = False  # bipod
    flipped: bool = False  # the magnifier is out of the way
    fitted: bool = False  # what its attachments do to magazine and penalty is counted in
    sighted: Annotated[float, Between(0)] = 0.0  # metres the scope is set for, where that matters; 0: not yet
    reloading: Count = 0  # Actions still to spend on the reload under way


@dataclass(slots=True, kw_only=True)
class Blade:
    """A melee weapon: damage = base + strength x mod(STR) + dexterity x mod(DEX), at least minimum. cx.meleeweapon.accuracy"""

    key: str
    name: str = ""
    level: int = 1
    size: Size = "one-handed"
    exotic: bool = False
    hybrid: bool = False
    accuracy: int = 0
    guard: int | None = None  # its accuracy unless listed: cx.melee.guard.melee
    base: int = 0
    strength: int = 0
    dexterity: int = 0
    minimum: int = 0
    type: Damage = "melee"
    apl: int = 0  # cx.melee.blunt.apl0
    reach: Annotated[float, Between(0)] = 1.0
    maneuvers: list[str] = field(default_factory=list)  # possible at its whole reach: cx.maneuver.exotic
    edge: bool = False  # ignores standard armour
    bleed: Count = 0
    burn: Count = 0
    plasma_burn: Count = 0
    shield_burn: Count = 0  # what a standard shield loses instead of the burn
    stun_dc: int = 0
    break_dc: int = 0
    grabs: bool = False
    min_strength: Count = 0
    min_dexterity: Count = 0
    delicate: bool = False  # a tool, no weapon: cx.melee.guard.delicate
    in_hand: bool | None = None
    dropped: bool = False
    lies: Point | None = None


@dataclass(slots=True, kw_only=True)
class Dart:
    """Thrown weapons of one kind; one of them may be in hand. cx.thrown.accuracy"""

    key: str
    name: str = ""
    level: int = 1
    size: Size = "light"
    base: int = 0
    strength: int = 0
    dexterity: int = 0
    type: Damage = "ballistic"
    apl: int = 0
    brackets: list[Bracket] = field(default_factory=list)
    range_by: Literal["", "strength", "dexterity"] = ""  # cx.thrown.range: first bracket by the stat, 5 m more for the second
    bleed: Count = 0
    plasma_burn: Count = 0
    reflex: int = -10  # cx.thrown.reflex
    per_place: Annotated[int, Between(1)] = 1
    min_strength: Count = 0
    min_dexterity: Count = 0
    count: Count = 1
    in_hand: bool = False
    dropped: bool = False
    lies: Point | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """Within so many metres: how many hits, of how much, and the stacks they leave."""

    within: float
    hits: int
    damage: int
    bleed: int = 0
    plasma_burn: int = 0


@dataclass(slots=True, kw_only=True)
class Grenade:
    """Grenades of one kind; one of them may be in hand."""

    key: str
    name: str = ""
    level: int = 1
    miss: int = 5
    base: int = 10  # the longest throw: base + 2 x the larger of DEX and STR
    dodge: int = 110
    type: Damage = "ballistic"
    apl: int = 0
    rings: list[Ring] = field(default_factory=list)
    indoors: float = 0.0  # reach of the first ring inside a building
    effect: Literal["", "smoke", "gas", "flash", "chem"] = ""
    radius: Annotated[float, Between(0)] = 0.0
    rounds: Count = 0
    damage: Count = 0
    save_dc: int = 0
    placed: bool = False  # a charge: set, not thrown
    reflex: int = -10  # cx.grenade.reflex
    count: Count = 1
    in_hand: bool = False
    cooked: bool = False
    dropped: bool = False
    lies: Point | None = None


@dataclass(slots=True, kw_only=True)
class Armour:
    """cx.armor.concepts: armour points, armour level, % coverage."""

    key: str  # written out even for none, so that a sheet can be read again
    name: str = ""
    coverage: Annotated[int, Between(0, 200)] = 0
    apl: int = 0
    points: Annotated[int, Between(0)] = 0
    penalty: float = 0.0
    standard: bool = True  # what a VAE edge goes through
    sealed: bool = False
    eroded: bool = False  # plasma has taken one level off it


@dataclass(slots=True, kw_only=True)
class Shield:
    """A generator: strength now, and how it comes back. cx.shieldgen.block"""

    key: str
    name: str = ""
    level: int = 1
    hard_points: int = 1
    capacity: Count = 100
    restart: Count = 1  # turns
    recharge: Count = 50
    fast: Count = 0  # nanites of a fast recharge; 0: not possible
    blocks_all: bool = False
    strength: Count = DERIVED
    wait: Count = 0  # turns still to pass before it restarts


def no_armour() -> Armour:
    return Armour(key="none", name="No armour")


Item = Weapon | Blade | Dart | Grenade
