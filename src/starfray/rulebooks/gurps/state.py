"""What a GURPS fight holds: fighters with their sheets and conditions, and whose turn of the second it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.errors import Refused, suggest
from starfray.engine.position import Combatant, Position
from starfray.engine.scene import Point

DERIVED = -999  # a figure left out of the file: the book works it out
SHIELD = "shield"  # the item of a weapon that is the shield on the arm


@dataclass(slots=True, kw_only=True)
class Attributes:
    st: int = 10
    dx: int = 10
    iq: int = 10
    ht: int = 10


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
    natural: bool = False  # a part of the body: fist, claw, breath; never in hand, never dropped
    item: str = ""  # the thing this is one use of: a sword swung, a sword thrust; 'shield': the shield on the arm
    st: int = 0  # the least ST that wields it without a penalty
    hands: int = 1
    weight: float = 0.0
    tl: int = 0
    acc: int = 0
    half_range: int = 0  # yards, 0: none
    max_range: int = 0
    half_st: float = 0.0  # ranges as multiples of ST, for what an arm or a bow sends
    max_st: float = 0.0
    rof: int = 1  # shots (or shells) in a second
    pellets: int = 1  # in a shell
    rcl: int = 1
    bulk: int = 0
    magazine: int = 0
    reload: int = 0  # Ready maneuvers
    reload_each: bool = False  # for every single shot
    thrown: bool = False
    explosive: bool = False
    afflicts: bool = False  # the target rolls HT + affliction + DR / affliction_divisor, or is stunned
    affliction: int = 0
    affliction_divisor: float = 1.0
    pushes: int = 1  # how often basic damage counts for knockback
    mounted: bool = False
    size: str = ""  # pistol, carbine, rifle, knife; '': by reach. For a strike at the weapon itself
    wooden: bool = False
    hp: int = DERIVED  # as an object. gurps.ruling.weapon-damage
    shots: int = DERIVED  # left in the magazine
    hand: str = ""  # right, left, both; '' when not held
    unready: bool = False
    broken: bool = False
    dropped: bool = False
    lies: Point | None = None  # where it fell, on a map
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
    dr: dict[str, int] = field(default_factory=dict)
    versus: dict[str, int] = field(default_factory=dict)
    weight: float = 0.0
    tl: int = 0
    carries_itself: bool = False
    st: int = 0  # added to lift and to strike


@dataclass(slots=True, kw_only=True)
class Trait:
    """What a trait does, by data: each field is one of the book's hooks (see hooks.py), times `level`."""

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
    seconds: int = 1


@dataclass(slots=True, kw_only=True)
class Study:
    """Turns spent watching one foe. gurps.maneuver.evaluate"""

    target: str
    turns: int = 1


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
    seconds: int = 1


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


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    attributes: Attributes = field(default_factory=Attributes)
    skills: dict[str, int] = field(default_factory=dict)
    traits: list[Trait] = field(default_factory=list)
    armour: list[Armour] = field(default_factory=list)
    weapons: list[Weapon] = field(default_factory=list)
    shield: Shield | None = None
    size: int = 0
    nature: str = "living"  # unliving, homogenous, diffuse. gurps.object.hp.unliving
    inanimate: bool = False  # a wall, a crate, a parked car: never acts, has no ST
    weight: float = 0.0  # pounds, empty; gives a thing its HP
    material: str = ""  # with inches gives a thing its DR. gurps.object.dr
    inches: float = 0.0
    dr: int = DERIVED  # of its own, everywhere
    group: str = ""  # those of a side with the same word act as one body. gurps.group-combat.size
    facing: float = float(DERIVED)  # degrees, 0 along x, anticlockwise; left out: turned to everybody
    will: int = DERIVED
    per: int = DERIVED
    max_hp: int = DERIVED
    hp: int = DERIVED
    max_fp: int = DERIVED
    fp: int = DERIVED
    max_sp: int = DERIVED  # Stun Points, where the table plays with them
    sp: int = DERIVED
    speed: float = float(DERIVED)
    basic_move: int = DERIVED
    encumbrance: int = DERIVED  # 0 none to 4 extra-heavy
    posture: str = "standing"
    stunned: str = ""  # physical, mental, spell
    dazed: bool = False  # must do nothing next turn
    shock: int = 0  # on DX and IQ rolls this turn
    pain: int = 0  # injury since her last turn, for the shock of the next
    pain_limit: int = 4
    crippled: list[str] = field(default_factory=list)
    useless: dict[str, int] = field(default_factory=dict)  # limb → seconds
    marks: list[str] = field(default_factory=list)  # deaf, scarred
    unconscious: bool = False
    incapacitated: bool = False
    mortal: bool = False
    dead: bool = False
    grabbed: str = ""  # by whom; what it hinders is the GM's to say
    aim: Aim | None = None
    study: Study | None = None
    feints: list[Feinted] = field(default_factory=list)
    riposte: Riposte | None = None
    thought: Thought | None = None
    distractions: list[str] = field(default_factory=list)  # during one attack: defence, injury, fall
    spells: list[Spell] = field(default_factory=list)  # that lie on her
    bound: bool = False  # by a spell of major effect
    bleeding: int = 0  # seconds until the next roll, 0: none
    clotting: int = 0  # successes in a row
    mortal_clock: int = 0  # seconds until the next half-hour roll
    waiting: Waiting | None = None
    ran: bool = False  # a whole turn of Move lies behind her
    all_out_attack: bool = False
    all_out_defense: str = ""  # dodge, parry, block, double
    committed: str = ""  # the hand that struck in a Committed Attack, or kick, or body: teeth, a tail
    guard: str = ""  # parry or block, from a Defensive Attack; kick
    charged: bool = False  # Move and Attack
    off_balance: int = 0  # on defences until her next turn
    guard_down: int = 0  # ends of turns until feints and studies no longer count double against her
    strain: int = 0  # ends of turns until a torn muscle no longer costs 1 on attacks and defences
    heart: int = 0  # seconds to live after a heart attack, 0: none
    retreated: bool = False
    dodged_down: bool = False
    blocked: bool = False
    parried: dict[str, int] = field(default_factory=dict)  # hand → parries since her last turn

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


def fighter(state: Gurps, who: str) -> Fighter:
    one = state.roster.get(who)
    if one is None:
        raise Refused("gurps.core.attack-sequence", f"nobody here is called {who!r}", [suggest(who, state.roster)])
    return one


def stun(one: Fighter) -> None:
    """Bodily; a spell that stuns as well holds on after it. gurps.injury.stunned"""
    if one.stunned in ("", "spell"):
        one.stunned = "physical"


def named(one: Fighter) -> str:
    """What a question may call somebody to all ears."""
    return "an unseen foe" if one.hidden else one.id


def hands_of(weapon: Weapon) -> list[str]:
    """The hands that hold it."""
    return ["right", "left"] if weapon.hand == "both" else [weapon.hand] if weapon.hand else []


def held(one: Fighter) -> list[Weapon]:
    return [each for each in one.weapons if each.hand and not bodily(each)]


def first_held(one: Fighter) -> Weapon | None:
    for weapon in one.weapons:
        if weapon.hand and not bodily(weapon):
            return weapon
    return None


def bodily(weapon: Weapon) -> bool:
    """What needs no drawing and cannot fall: a part of the body, or the shield on the arm used for a blow."""
    return weapon.natural or weapon.item == SHIELD


def own_arms(one: Fighter) -> list[Weapon]:
    """Claws, teeth, the rim of a shield."""
    return [each for each in one.weapons if bodily(each) and (each.natural or one.shield is not None)]


def own_body(one: Fighter) -> list[Weapon]:
    """The same, then the fists and feet everybody has."""
    own = own_arms(one)
    return [*own, *(each for each in NATURAL if all(each.key != other.key for other in own))]


def uses(one: Fighter, weapon: Weapon) -> list[Weapon]:
    """Every use of the thing this is a use of."""
    return [each for each in one.weapons if each.item == weapon.item] if weapon.item else [weapon]


def things(weapons: list[Weapon]) -> list[Weapon]:
    """Each thing once, by its first use."""
    found: list[Weapon] = []
    for weapon in weapons:
        if not weapon.item or all(weapon.item != each.item for each in found):
            found.append(weapon)
    return found


def hand_for(one: Fighter, weapon: Weapon, hand: str) -> str:
    """Where a thing is held: in both hands if every use of it takes both, else in that one."""
    return "both" if all(each.hands == 2 for each in uses(one, weapon)) else hand


def gripped(one: Fighter, weapon: Weapon) -> bool:
    """Are there hands enough on it for this use?"""
    return weapon.hands < 2 or weapon.hand == "both" or bodily(weapon) or bool(free_hands(one))


def hand_works(one: Fighter, hand: str) -> bool:
    """Neither arm nor hand crippled or useless. gurps.location.arm, gurps.location.hand"""
    return sound(one) or not (fails(one, f"{hand}-arm") or fails(one, f"{hand}-hand"))


def sound(one: Fighter) -> bool:
    """Nothing crippled, nothing useless."""
    return not one.crippled and not one.useless


def fails(one: Fighter, part: str) -> bool:
    return part in one.crippled or part in one.useless


def hands_work(one: Fighter, weapon: Weapon) -> bool:
    """Every hand that holds it."""
    return sound(one) or all(hand_works(one, hand) for hand in hands_of(weapon))


def free_hands(one: Fighter) -> list[str]:
    taken = one.shield.hand if one.shield is not None else ""
    right, left = taken != "right", taken != "left"
    for weapon in one.weapons:
        if weapon.hand and not bodily(weapon):
            right = right and weapon.hand == "left"
            left = left and weapon.hand == "right"
    found = ["right"] if right and hand_works(one, "right") else []
    if left and hand_works(one, "left"):
        found.append("left")
    return found


def leg_works(one: Fighter, side: str) -> bool:
    return sound(one) or not (fails(one, f"{side}-leg") or fails(one, f"{side}-foot"))


def drop(weapon: Weapon, one: Fighter) -> None:
    if bodily(weapon):
        return
    for each in uses(one, weapon):
        each.hand, each.dropped, each.lies = "", True, one.at


def body_of(state: Gurps, one: Fighter) -> list[Fighter]:
    """Those who act as one body with her, in roster order; herself if she is in no group. gurps.group-combat.size"""
    if not one.group:
        return [one]
    return [each for each in state.roster.values() if each.group == one.group and each.side == one.side and each.conscious]


#: bare hands and feet: everybody has them
PUNCH = Weapon(key="punch", name="Punch", damage="thr-1", reach=[0], natural=True, hand="right")
KICK = Weapon(key="kick", name="Kick", damage="thr", reach=[0, 1], parries=False, natural=True)
NATURAL = (PUNCH, KICK)
