"""What a GURPS fight holds: fighters with their sheets and conditions, and whose turn of the second it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from starfray.engine.rules import Between, Combatant, Point, Position, Refused, suggest

DERIVED = -999  # a figure left out of the file: the book works it out
UNSAID = "?"  # of a weapon: the file does not say where it is
SHIELD = "shield"  # the item of a weapon that is the shield on the arm
LOWERS = ("defence", "attack")  # gurps.ruling.feint-choice
#: gurps.ruling.wait-list, the closed list: a foe moves within reach, comes within so many yards, attacks anybody, attacks that
#: ally, or as the GM says, or a friend gives the sign; and what may follow
TRIGGERS = ("reach", "distance", "attacks", "attacks-ally", "gm", "sign")
AFTER_WAIT = ("attack", "all-out-attack", "feint", "ready")
MELEE_OPTIONS = ("determined", "double", "strong", "feint")
ALL_OUT = (*MELEE_OPTIONS, "ranged")


Score = Annotated[int, Between(0, 100)]
Count = Annotated[int, Between(1)]
Left = Annotated[int, Between(0)]


@dataclass(slots=True, kw_only=True)
class Attributes:
    st: Annotated[int, Between(0, 10_000)] = 10
    dx: Score = 10
    iq: Score = 10
    ht: Score = 10


@dataclass(slots=True, kw_only=True)
class Weapon:
    """A weapon and what becomes of it in a fight. Melee weapons have a reach, ranged ones Acc and ranges."""

    key: str
    name: str = ""
    melee: bool = True
    skill: str = "brawling"
    damage: str = "thr"  # thr-1, sw+2, 2d+2
    type: str = "cr"  # cr cut imp pi- pi pi+ pi++ burn
    divisor: float = 1.0  # of the target's DR; below 1 the DR counts more often
    beam: bool = False
    reach: list[int] = field(default_factory=lambda: [1])  # yards, 0 is Reach C
    parry: int = 0
    parries: bool = True
    fencing: bool = False
    unbalanced: bool = False
    sturdy: bool = False
    adjusts: bool = False  # it strikes at one of its reaches, as it is held; Ready changes it. gurps.maneuver.ready
    natural: bool = False  # a part of the body: fist, claw, breath; never in hand, never dropped
    item: str = ""  # the thing this is one use of: a sword swung, a sword thrust; 'shield': the shield on the arm
    st: int = 0  # the least ST that wields it without a penalty
    hands: Annotated[int, Between(1, 2)] = 1
    weight: float = 0.0
    tl: int = 0
    acc: int = 0
    half_range: int = 0  # yards, 0: none
    max_range: int = 0
    half_st: float = 0.0  # ranges as multiples of ST, for what an arm or a bow sends
    max_st: float = 0.0
    rof: Count = 1  # shots (or shells) in a second
    pellets: Count = 1  # in a shell
    rcl: Count = 1
    bulk: int = 0
    magazine: int = 0
    reload: int = 0  # Ready maneuvers
    reload_each: bool = False  # for every single shot
    thrown: bool = False
    explosive: bool = False
    afflicts: bool = False  # the target rolls HT + affliction + DR / affliction_divisor, or is stunned
    affliction: int = 0
    affliction_divisor: float = 1.0
    pushes: Annotated[int, Between(0)] = 1  # how often basic damage counts for knockback
    mounted: bool = False
    size: Literal["", "knife", "pistol", "carbine", "rifle"] = ""  # '': by reach. For a strike at it
    wooden: bool = False
    hp: int = DERIVED  # as an object. gurps.ruling.weapon-damage
    shots: int = DERIVED  # left in the magazine
    held_for: int = 0  # of one that adjusts: the reach it is held for
    hand: str = UNSAID  # right, left, both; '' when not held
    unready: bool = False
    broken: bool = False
    dropped: bool = False
    lies: Point | None = None  # where it fell, on a map
    lies_by: str = ""  # off the map: beside whom it fell, if not where its owner stood
    reloading: int = 0  # Ready maneuvers spent
    attacked: bool = False  # since its owner's last turn began


@dataclass(slots=True, kw_only=True)
class Shield:
    key: str
    name: str = ""
    db: int = 1
    weight: float = 0.0
    attack: int = 0  # what it costs its bearer's own attacks
    cover_hp: int = 0  # as cover, printed figures
    cover_dr: int = 0
    hand: str = "left"
    unready: bool = False


@dataclass(slots=True, kw_only=True)
class Armour:
    """DR by location; `versus` replaces the figure against one type of damage."""

    key: str
    name: str = ""
    dr: dict[str, Annotated[int, Between(0)]] = field(default_factory=dict)
    versus: dict[str, Annotated[int, Between(0)]] = field(default_factory=dict)
    weight: float = 0.0
    tl: int = 0
    carries_itself: bool = False
    st: int = 0  # added to lift and to strike


@dataclass(slots=True, kw_only=True)
class Trait:
    """What a trait does, by data: each field is one of the book's hooks (see core.py), times `level`."""

    key: str
    name: str = ""
    level: int = 1
    defence: int = 0  # every active defence
    dodge: int = 0
    parry: int = 0
    block: int = 0
    attacks: int = 0  # more than one in a maneuver
    mental_stun: int = 0
    knockdown: int = 0
    death: int = 0
    consciousness: int = 0
    ambidextrous: bool = False
    fit: bool = False  # fatigue comes back twice as fast. gurps.fp.recovery
    mage: bool = False
    bloodless: bool = False  # never bleeds


@dataclass(slots=True, kw_only=True)
class Aim:
    target: str
    weapon: str
    seconds: Annotated[int, Between(1)] = 1


@dataclass(slots=True, kw_only=True)
class Study:
    """Turns spent watching one foe. gurps.maneuver.evaluate"""

    target: str
    turns: Annotated[int, Between(1, 3)] = 1


@dataclass(slots=True, kw_only=True)
class Feinted:
    """What a feint has cost its victim. gurps.ruling.feint-choice"""

    by: str
    lowers: str = "defence"  # or attack
    penalty: int = 0
    turns: int = 1  # ends of the feinter's turns left


@dataclass(slots=True, kw_only=True)
class Riposte:
    """A parry that was bent towards the next blow. gurps.option.riposte"""

    foe: str
    weapon: str
    penalty: int
    matching: str = "parry"
    turns: int = 1  # ends of her own turns left


@dataclass(slots=True, kw_only=True)
class Thought:
    """What she concentrates on. gurps.maneuver.concentrate"""

    task: str = ""
    seconds: Annotated[int, Between(1)] = 1


@dataclass(slots=True, kw_only=True)
class Spell:
    """A spell that lasts: on whom, what it does there, and what keeping it up costs. gurps.ruling.magic-maintain"""

    by: str
    spell: str
    does: str = "status"
    strength: str = "easy"  # the class of its effect
    cost: int = 0
    every: int = 1  # rounds of a full duration; 0: until the fight is over
    left: int = 1  # ends of the caster's turns
    pay: str = "fatigue"  # or power: what it was cast with. gurps.ruling.power-maintain


@dataclass(slots=True, kw_only=True)
class Waiting:
    """What a waiting fighter waits for, and what she will then do. gurps.maneuver.wait"""

    trigger: str
    watching: str = ""
    ally: str = ""
    yards: float = -1.0
    text: str = ""
    maneuver: str = "attack"
    option: str = ""
    weapon: str = ""
    location: str = ""
    chink: bool = False
    shots: int = 1
    lowers: str = "defence"
    target: str = ""  # '': whoever sets it off
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    attributes: Attributes = field(default_factory=Attributes)
    skills: dict[str, Score] = field(default_factory=dict)
    traits: list[Trait] = field(default_factory=list)
    armour: list[Armour] = field(default_factory=list)
    weapons: list[Weapon] = field(default_factory=list)
    shield: Shield | None = None
    size: int = 0
    nature: Literal["living", "unliving", "homogenous", "diffuse"] = "living"  # gurps.object.hp.unliving
    inanimate: bool = False  # a wall, a crate, a parked car: never acts, has no ST
    weight: Annotated[float, Between(0)] = 0.0  # pounds, empty; gives a thing its HP
    material: str = ""  # with inches gives a thing its DR. gurps.object.dr
    inches: Annotated[float, Between(0)] = 0.0
    dr: Annotated[int, Between(0)] = DERIVED  # of its own, everywhere
    group: str = ""  # those of a side with the same word act as one body. gurps.group-combat.size
    joining: str = ""  # the group she falls in with when this second is over
    facing: float = float(DERIVED)  # degrees, 0 along x, anticlockwise; left out: turned to everybody
    will: int = DERIVED
    per: int = DERIVED
    max_hp: int = DERIVED
    hp: int = DERIVED
    max_fp: int = DERIVED
    fp: Annotated[int, Between(-1000)] = DERIVED
    max_sp: int = DERIVED  # Stun Points, where the table plays with them
    sp: int = DERIVED
    speed: float = float(DERIVED)
    basic_move: int = DERIVED
    encumbrance: Annotated[int, Between(0, 4)] = DERIVED  # 0 none to 4 extra-heavy
    posture: str = "standing"
    stunned: Literal["", "physical", "mental", "spell"] = ""
    dazed: bool = False  # must do nothing next turn
    shock: Left = 0  # on DX and IQ rolls this turn
    pain: Left = 0  # injury since her last turn, for the shock of the next
    pain_limit: int = 4
    crippled: list[str] = field(default_factory=list)
    useless: dict[str, Count] = field(default_factory=dict)  # limb → seconds
    marks: list[str] = field(default_factory=list)  # deaf, scarred
    unconscious: bool = False
    incapacitated: bool = False
    mortal: bool = False
    dead: bool = False
    grabbed: str = ""  # by whom. gurps.ruling.grab
    aim: Aim | None = None
    study: Study | None = None
    feints: list[Feinted] = field(default_factory=list)
    riposte: Riposte | None = None
    thought: Thought | None = None
    distractions: list[str] = field(default_factory=list)  # during one attack: defence, injury, fall
    spells: list[Spell] = field(default_factory=list)  # that lie on her
    bound: bool = False  # by a spell of major effect
    bleeding: Left = 0  # seconds until the next roll, 0: none
    clotting: Left = 0  # successes in a row
    mortal_clock: Left = 0  # seconds until the next half-hour roll
    waiting: Waiting | None = None
    ran: bool = False  # a whole turn of Move lies behind her
    all_out_attack: bool = False
    all_out_defense: str = ""  # dodge, parry, block, double
    committed: str = ""  # the hand that struck in a Committed Attack, or kick, or body: teeth, a tail
    guard: str = ""  # parry or block, from a Defensive Attack; kick
    charged: bool = False  # Move and Attack
    off_balance: int = 0  # on defences until her next turn
    guard_down: Left = 0  # ends of turns until feints and studies no longer count double against her
    strain: Left = 0  # ends of turns until a torn muscle no longer costs 1 on attacks and defences
    heart: Left = 0  # seconds to live after a heart attack, 0: none
    retreated: bool = False
    dodged_down: bool = False
    blocked: bool = False
    parried: dict[str, Count] = field(default_factory=dict)  # hand → parries since her last turn

    @property
    def conscious(self) -> bool:
        gone = self.unconscious or self.incapacitated or self.mortal or self.dead or self.inanimate or self.bound
        return not gone and not self.out

    @property
    def able(self) -> bool:
        """Can she do anything but stand and take it? gurps.injury.stunned"""
        return self.conscious and not self.stunned and not self.dazed


@dataclass(slots=True, kw_only=True)
class Gurps(Position[Fighter]):
    second: int = 0  # 0: not begun
    order: list[str] = field(default_factory=list)  # fixed for the whole fight
    acted: list[str] = field(default_factory=list)  # whose turn of this second is over
    up: str = ""  # whose turn it is
    done: bool = False  # the maneuver of that turn is taken
    idle: bool = False  # and it was Do Nothing
    idlers: list[str] = field(default_factory=list)  # of a group: those who could do nothing in its turn
    spellbook: dict[str, str] = field(default_factory=dict)  # key → name of the spells that packs bring


#: what a party takes from one fight to the next
CARRIED = (
    "attributes", "skills", "traits", "armour", "weapons", "shield", "max_hp", "hp", "max_fp", "fp", "will", "per",
    "speed", "basic_move", "encumbrance", "crippled", "marks", "unconscious", "mortal", "dead", "max_sp", "sp", "size",
    "nature", "inanimate", "weight", "material", "inches", "dr", "bleeding", "clotting", "mortal_clock",
)  # fmt: skip


def fighter(state: Gurps, who: str) -> Fighter:
    actor = state.roster.get(who)
    if actor is None:
        raise Refused("gurps.core.attack-sequence", f"nobody here is called {who!r}", [suggest(who, state.roster)])
    return actor


def stun(actor: Fighter) -> None:
    """Bodily; a spell that stuns as well holds on after it. gurps.injury.stunned"""
    if actor.stunned in ("", "spell"):
        actor.stunned = "physical"


def named(actor: Fighter) -> str:
    """What a question may call somebody to all ears."""
    return "an unseen foe" if actor.hidden else actor.id


def body_of(state: Gurps, actor: Fighter) -> list[Fighter]:
    """Those who act as one body with her, in roster order; herself if she is in no group. gurps.group-combat.size"""
    if not actor.group:
        return [actor]
    return [each for each in state.roster.values() if each.group == actor.group and each.side == actor.side and each.conscious]
