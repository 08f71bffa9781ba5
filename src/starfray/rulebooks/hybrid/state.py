"""What a Hybrid fight holds: fighters with their sheets and clocks, the count, and what is under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from starfray.engine.rules import Between, Combatant, Point, Position, Refused, suggest

MAX_COUNT = 999_999
Stat = Annotated[int, Between(0, 100)]
Rank = Annotated[int, Between(0, 30)]  # hybrid.skill.rank.range
Count = Annotated[int, Between(0, MAX_COUNT)]

DERIVED = -1  # a figure left out of the file: the book works it out
DAMAGE_TYPES = ("crushing", "cutting", "piercing", "projectile", "laser", "energy", "explosive")  # hybrid.damage.type
WAYS = ("melee", "thrown", "missile", "mental")
TRIGGERS = ("attack", "draw", "close", "move", "anything", "gm")  # of a preset
RESPONSES = ("blow", "shoot", "mind", "close", "dodge", "drop", "draw")
STANCES = ("all-out", "advance", "retreat")
RATES = ("none", "crawl", "walk", "jog", "run", "dash")  # hybrid.move.types


@dataclass(slots=True, kw_only=True)
class Stats:
    """The ten stats that are chosen; the human average is 12."""

    pst: Stat = 12
    pen: Stat = 12
    dex: Stat = 12
    pag: Stat = 12
    paw: Stat = 12
    mst: Stat = 12
    men: Stat = 12
    mag: Stat = 12
    psi: Stat = 12
    maw: Stat = 12


@dataclass(slots=True, kw_only=True)
class Weapon:
    key: str
    name: str = ""
    way: str = "melee"  # melee | thrown | missile | mental
    type: str = "crushing"  # one of the seven, or mental
    speed: Annotated[int, Between(1, 1000)] = 10  # counts
    reach: Annotated[float, Between(0, 100)] = 0.0  # metres
    mass: float = 0.0
    length: float = 0.0
    hands: Annotated[int, Between(0, 2)] = 1
    range: Annotated[int, Between(0)] = 0  # metres; 0: PST metres, MST for mental attacks
    dice: Annotated[int, Between(0, 10)] = 0
    sides: Annotated[int, Between(2, 100)] = 6
    plus: Annotated[int, Between(0, 1000)] = 0
    times: Annotated[float, Between(0, 100)] = 0.0  # a technique: so many times PSE, no dice
    blast: Annotated[int, Between(0)] = 0  # an explosive: damage lost per metre
    cost: Annotated[int, Between(0)] = 0  # a mental attack: MFT
    area: bool = False  # strikes everybody within range
    tech: int = 0
    left: Annotated[int, Between(1)] = 1  # how many of them there are to throw
    unfamiliar: Annotated[int, Between(0, 2)] = 0  # DF still to be worn off: hybrid.skill.unfamiliar-tool
    skill: str = ""
    natural: bool = False  # a hand, foot or mind: always there
    shield: bool = False  # parries and blocks, does not strike
    in_hand: bool | None = None  # not said: the first that fit into the hands are
    dropped: bool = False  # on the ground, at
    lies_at: Point | None = None


@dataclass(slots=True, kw_only=True)
class Tool:
    """Whatever else is carried and taken into the hand: lockpicks, a lamp, somebody's papers. hybrid.draw.time"""

    key: str
    name: str = ""
    speed: Annotated[int, Between(1, 1000)] = 10  # counts, as long as a standard action
    hands: Annotated[int, Between(0, 2)] = 1
    in_hand: bool = False
    dropped: bool = False
    lies_at: Point | None = None


Thing: TypeAlias = Weapon | Tool


@dataclass(slots=True, kw_only=True)
class Armour:
    key: str
    name: str = ""
    crushing: int = 0
    cutting: int = 0
    piercing: int = 0
    projectile: int = 0
    energy: int = 0
    laser: int = 0
    explosive: int = 0
    pag: int = 0
    cover: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Manner:
    """A way of striking: spinning, jumping, or one of the fighter's own. hybrid.attack.spin"""

    key: str
    name: str = ""
    df: Annotated[int, Between(-30, 30)] = 0
    time: Annotated[float, Between(0.1, 10)] = 1.0  # times as slow as a plain blow
    damage: Annotated[float, Between(0, 10)] = 1.0  # times the damage


@dataclass(slots=True, kw_only=True)
class Shock:
    """System shock that has taken hold: 1 jolted, 2 stunned, 3 badly stunned, 4 unconscious. hybrid.shock.table"""

    level: Annotated[int, Between(1, 4)]
    rolls: int  # the count of the next recovery roll
    mind: bool = False  # rolled against MEN, not PEN


@dataclass(slots=True, kw_only=True)
class SkillPool:
    """Skills trained together. hybrid.skill.pool.grouping"""

    name: str
    skills: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Related:
    """A skill that stands in for another one: similar, dissimilar or far-fetched. hybrid.skill.related"""

    wanted: str
    skill: str
    how: str = "dissimilar"


@dataclass(slots=True, kw_only=True)
class Preset:
    """A response held ready for a trigger. hybrid.initiative.preset.definition"""

    trigger: str  # attack | draw | close | move | anything | gm
    of: str = ""  # whose act triggers it; empty: any foe's
    response: str = "blow"  # blow | shoot | mind | close | dodge | drop | draw
    target: str = ""  # empty: whoever triggered it
    weapon: str = ""
    fast: bool = False  # the weapon is drawn by a roll
    points: int = 0  # speed points the response may spend
    words: str = ""  # the GM's trigger
    since: int = 0
    paid: int = 0  # MFT paid so far for holding it
    fired: bool = False  # the trigger has come; the response begins on the holder's count


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    stats: Stats = field(default_factory=Stats)
    skills: dict[str, Rank] = field(default_factory=dict)  # a skill that is not here is unranked, not rank 0
    eep: Annotated[int, Between(0)] = 0  # experience to spend on ranks: hybrid.skill.cost.raise
    pools: list[SkillPool] = field(default_factory=list)
    related: list[Related] = field(default_factory=list)
    weapons: list[Weapon] = field(default_factory=list)
    armour: list[Armour] = field(default_factory=list)
    tools: list[Tool] = field(default_factory=list)
    moves: list[Manner] = field(default_factory=list)  # ways of striking beside those everybody has
    hands: int = 2
    armed: bool = False  # what is in hand is settled: the file says so, or the fight has begun with it
    body_factor: float = 1.0  # racial modifiers of PBD, MBD and PMV
    mind_factor: float = 1.0
    move_factor: float = 1.0
    situation: list[str] = field(default_factory=list)  # blinded, not-alert, watching … for perception
    filters: list[str] = field(default_factory=list)  # filter skills that cap the fighter's skills: mounted-combat …
    used_to: list[str] = field(default_factory=list)  # dark, gravity or a hindrance's name: grew up in it
    riding: bool = False  # in a moving vehicle
    max_pbd: int = DERIVED
    pbd: int = DERIVED
    max_pft: int = DERIVED
    pft: int = DERIVED
    max_pex: int = DERIVED
    pex: int = DERIVED
    max_mbd: int = DERIVED
    mbd: int = DERIVED
    max_mft: int = DERIVED
    mft: int = DERIVED
    max_mex: int = DERIVED
    mex: int = DERIVED
    pca: int = DERIVED
    acc: int = DERIVED
    pdf: int = DERIVED
    mca: int = DERIVED
    fcs: int = DERIVED
    mdf: int = DERIVED
    pmv: float = DERIVED  # metres per second at a dash
    mmv: float = DERIVED
    speed: int = DERIVED
    mental_speed: int = DERIVED
    initiative: Count = 0  # the count of the present or next choice
    wait_until: Count = 0  # waiting: the count on which the choice comes up again
    landed: bool = False  # the action is over, the next initiative is to be rolled
    backed_off: bool = False  # has tried to get out of a clinch since the last initiative was rolled
    speed_points: Count = 0
    aware: bool = True
    concealed: Count = 0  # SN of the roll to hide, while hidden
    glanced: int = -1  # the count of the last passive look
    prone: bool = False
    evading: bool = False
    mind_evading: bool = False
    stance: list[str] = field(default_factory=list)  # all-out, advance, retreat
    stance_since: int = 0  # the count of that choice; it lasts until the next one
    pace: str = "none"
    pace_since: int = 0
    heading: Point | None = None
    chasing: str = ""
    moved: int = -1  # the count of a movement choice after which another action may follow
    resting: int = -1  # doing nothing since this count
    preset: Preset | None = None
    fooled: list[str] = field(default_factory=list)  # those taken in by the fighter's feint
    off_balance: int = 0  # DF, until the next action is over
    shock: Shock | None = None
    bleeding: list[int] = field(default_factory=list)  # one count per wound: when it costs the next point
    fatigue_used: Count = 0  # running totals: every tenth point costs PEX or MEX
    mind_used: Count = 0

    @property
    def unconscious(self) -> bool:
        return self.shock is not None and self.shock.level >= 4

    @property
    def fallen(self) -> bool:
        """Out of the fight for good. hybrid.ruling.death"""
        return bool(self.out) or self.pbd <= 0 or self.mbd <= 0

    @property
    def able(self) -> bool:
        return not self.fallen and not self.unconscious


@dataclass(slots=True, kw_only=True)
class UnderWay:
    """An action begun and not yet landed: a blow in the air, closing in, drawing, getting up, freeing a weapon."""

    actor: str
    kind: str  # see KINDS
    lands: int  # the count on which it takes effect
    began: int = 0
    target: str = ""
    weapon: str = ""
    rushed: int = 0  # counts taken, if hurried
    needed: int = 0  # counts it would have taken, if hurried
    at: str = ""  # the place called for
    how: str = ""  # spin, jump, or a move of the fighter's own
    to: Point | None = None  # a point on the map that is thrown at
    thing: str = ""  # a mental action on a thing; a task's key
    skill: str = ""  # used for a task
    difficulty: int = 0  # of a task
    lob: bool = False
    draws: bool = False  # the weapon comes to hand with it
    set_up: bool = False
    unlock: bool = False  # a roll against the filter skill comes first
    nimble: bool = False  # a dodge out of an evasion
    club: bool = False  # a long weapon used as a club at close quarters
    florentine: bool = False  # its owner has parried or blocked meanwhile
    pair: str = ""  # two at once: physical-physical, mental-mental, mental-physical
    pair_df: int = 0
    second: bool = False  # the secondary half of a pair
    assured: bool = False  # lands together with a blow that was resolved first: nothing stops or alters it
    assured_df: int = 0  # the owner's modifiers before that


KINDS = (
    "blow", "close", "dodge", "draw", "drop", "rise", "release", "shot", "mind", "feint", "disarm", "grapple", "overbear",
    "throw", "improve", "break-free", "look", "hide", "aid", "familiarise", "task", "pick-up",
)  # fmt: skip
ATTACKS = ("blow", "shot", "mind", "disarm", "grapple", "overbear", "throw")
BODILY = ("rise", "dodge", "drop")


@dataclass(slots=True, kw_only=True)
class Bind:
    """Two weapons locked by a parry. hybrid.defence.parry.bound"""

    attacker: str
    attacker_weapon: str
    defender: str
    defender_weapon: str


@dataclass(slots=True, kw_only=True)
class Closed:
    """Two fighters within each other's reach, whatever their weapons. hybrid.close.required"""

    one: str
    other: str


@dataclass(slots=True, kw_only=True)
class Hold:
    """A hand hold; with a strength above 0 it holds fast. hybrid.hold.start"""

    holder: str
    held: str
    strength: int


@dataclass(slots=True, kw_only=True)
class Hindrance:
    """A condition of the place beyond light and gravity. hybrid.mod.environment.principle"""

    name: str
    physical: int = 0
    mental: int = 0


@dataclass(slots=True, kw_only=True)
class Hybrid(Position[Fighter]):
    begun: bool = False
    involved: list[str] = field(default_factory=list)  # who has rolled perception and initiative; others do on coming late
    count: int = 0
    mental: bool = False  # a mental conflict: everybody's Speed is that of the mind
    dark: int = 0  # percent of visibility lost
    gravity: int = 0  # percent off what people are used to
    weightless: bool = False  # no strong gravity: nobody drops prone
    filters: list[str] = field(default_factory=list)  # filter skills the place asks of everybody
    hindrances: list[Hindrance] = field(default_factory=list)
    under_way: list[UnderWay] = field(default_factory=list)
    binds: list[Bind] = field(default_factory=list)
    closed: list[Closed] = field(default_factory=list)
    holds: list[Hold] = field(default_factory=list)


def fighter(state: Hybrid, who: str) -> Fighter:
    if who not in state.roster:
        raise Refused("hybrid.combat.sequence", f"nobody here is called {who!r}", [suggest(who, state.roster)])
    return state.roster[who]


def weapon_of(actor: Fighter, key: str) -> Weapon:
    """A weapon that was at hand when the action was begun."""
    return next(weapon for weapon in actor.weapons if weapon.key == key)


def things_of(actor: Fighter) -> list[Thing]:
    return [*actor.weapons, *actor.tools]


def thing_of(actor: Fighter, key: str) -> Thing:
    return next(thing for thing in things_of(actor) if thing.key == key)


def in_hands(actor: Fighter) -> list[Thing]:
    """What is held; hands and minds themselves are not."""
    return [thing for thing in things_of(actor) if thing.in_hand]


def at_hand(actor: Fighter) -> list[Weapon]:
    return [weapon for weapon in actor.weapons if weapon.in_hand or weapon.natural]


def in_melee(actor: Fighter) -> list[Weapon]:
    """What can strike or ward at arm's length: no guns, no thoughts."""
    return [weapon for weapon in actor.weapons if (weapon.in_hand or weapon.natural) and weapon.way == "melee"]


def bound(state: Hybrid, actor: Fighter, weapon: Weapon) -> bool:
    """Is this weapon locked with another?"""
    for lock in state.binds:
        if (lock.attacker == actor.id and lock.attacker_weapon == weapon.key) or (
            lock.defender == actor.id and lock.defender_weapon == weapon.key
        ):
            return True
    return False


def drop(state: Hybrid, actor: Fighter, thing: Thing) -> None:
    """To the ground, where anybody may take it up. hybrid.ruling.pick-up"""
    thing.in_hand = False
    thing.dropped = True
    thing.lies_at = actor.at
    unbind(state, actor, thing)


def grasp(thing: Thing) -> None:
    thing.in_hand = True
    thing.dropped = False
    thing.lies_at = None


def take_over(owner: Fighter, thing: Thing) -> None:
    """The thing is this one's now, with a number to its key if that is taken."""
    taken = [own.key for own in things_of(owner)]
    key, number = thing.key, 2
    while thing.key in taken:
        thing.key = f"{key}-{number}"
        number += 1
    if isinstance(thing, Weapon):
        owner.weapons.append(thing)
    else:
        owner.tools.append(thing)


def give_away(owner: Fighter, thing: Thing) -> None:
    if isinstance(thing, Weapon):
        owner.weapons.remove(thing)
    else:
        owner.tools.remove(thing)


def unbind(state: Hybrid, actor: Fighter, weapon: Thing) -> None:
    """Whoever drops a bound weapon ends it. hybrid.ruling.bound"""
    state.binds = [
        lock
        for lock in state.binds
        if (actor.id, weapon.key) not in ((lock.attacker, lock.attacker_weapon), (lock.defender, lock.defender_weapon))
    ]


def are_closed(state: Hybrid, actor: Fighter, other: Fighter) -> bool:
    for pair in state.closed:
        if (pair.one == actor.id and pair.other == other.id) or (pair.one == other.id and pair.other == actor.id):
            return True
    return False


def in_a_clinch(state: Hybrid, actor: Fighter) -> bool:
    return any(actor.id in (pair.one, pair.other) for pair in state.closed)


def part_from(state: Hybrid, actor: Fighter, other: Fighter) -> None:
    """These two are close no longer, and neither holds the other."""
    both = {actor.id, other.id}
    state.closed = [pair for pair in state.closed if {pair.one, pair.other} != both]
    state.holds = [hold for hold in state.holds if {hold.holder, hold.held} != both]


def part(state: Hybrid, actor: Fighter) -> None:
    """Nobody is close to this fighter any more."""
    state.closed = [pair for pair in state.closed if actor.id not in (pair.one, pair.other)]
    state.holds = [hold for hold in state.holds if actor.id not in (hold.holder, hold.held)]


def grip(state: Hybrid, actor: Fighter, other: Fighter) -> Hold | None:
    """The hold the actor has on the other."""
    for hold in state.holds:
        if hold.holder == actor.id and hold.held == other.id:
            return hold
    return None


def held(state: Hybrid, actor: Fighter) -> bool:
    """Is somebody holding this fighter fast? hybrid.ruling.hold-effects"""
    return any(hold.held == actor.id and hold.strength > 0 for hold in state.holds)


def actions_of(state: Hybrid, who: str) -> list[UnderWay]:
    """What somebody has under way, first to land first; of a pair the primary first."""
    found = [action for action in state.under_way if action.actor == who]
    return sorted(found, key=lambda action: (action.lands, action.second)) if len(found) > 1 else found


def action_of(state: Hybrid, who: str) -> UnderWay | None:
    first: UnderWay | None = None
    for under_way in state.under_way:
        if under_way.actor == who and (first is None or (under_way.lands, under_way.second) < (first.lands, first.second)):
            first = under_way
    return first


def lose_action(state: Hybrid, who: str, weapon: str = "") -> UnderWay | None:
    """Drop what somebody has under way (with this weapon), unless nothing can stop it any more; gives back what was dropped."""
    lost = [under_way for under_way in actions_of(state, who) if not under_way.assured and weapon in ("", under_way.weapon)]
    for under_way in lost:
        state.under_way.remove(under_way)
    return lost[0] if lost else None
