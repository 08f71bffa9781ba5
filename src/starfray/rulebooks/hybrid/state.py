"""What a Hybrid fight holds: fighters with their sheets and clocks, the count, and what is under way."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.errors import Refused, suggest
from starfray.engine.position import Combatant, Position

DERIVED = -1  # a figure left out of the file: the book works it out
DAMAGE_TYPES = ("crushing", "cutting", "piercing", "projectile", "laser", "energy", "explosive")  # hybrid.damage.type


@dataclass(slots=True, kw_only=True)
class Stats:
    """The ten stats that are chosen; the human average is 12."""

    pst: int = 12
    pen: int = 12
    dex: int = 12
    pag: int = 12
    paw: int = 12
    mst: int = 12
    men: int = 12
    mag: int = 12
    psi: int = 12
    maw: int = 12


@dataclass(slots=True, kw_only=True)
class Weapon:
    key: str
    name: str = ""
    type: str = "crushing"
    speed: int = 10  # counts
    reach: float = 0.0  # metres
    mass: float = 0.0
    hands: int = 1
    dice: int = 0
    sides: int = 6
    plus: int = 0
    times: float = 0.0  # a technique: so many times PSE, no dice
    skill: str = ""
    natural: bool = False  # a hand or foot: always there
    shield: bool = False  # parries and blocks, does not strike
    in_hand: bool = False


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
class Shock:
    """System shock that has taken hold: 1 jolted, 2 stunned, 3 badly stunned, 4 unconscious. hybrid.shock.table"""

    level: int
    rolls: int  # the count of the next recovery roll


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    stats: Stats = field(default_factory=Stats)
    skills: dict[str, int] = field(default_factory=dict)  # a skill that is not here is unranked, not rank 0
    weapons: list[Weapon] = field(default_factory=list)
    armour: list[Armour] = field(default_factory=list)
    hands: int = 2
    armed: bool = False  # what is in hand is settled: the file says so, or the fight has begun with it
    body_factor: float = 1.0  # racial modifier of PBD
    situation: list[str] = field(default_factory=list)  # blinded, not-alert, watching … for perception
    max_pbd: int = DERIVED
    pbd: int = DERIVED
    max_pft: int = DERIVED
    pft: int = DERIVED
    max_pex: int = DERIVED
    pex: int = DERIVED
    pca: int = DERIVED
    pdf: int = DERIVED
    speed: int = DERIVED
    initiative: int = 0  # the count of the present or next choice
    wait_until: int = 0  # waiting: the count on which the choice comes up again
    landed: bool = False  # the action is over, the next initiative is to be rolled
    speed_points: int = 0
    aware: bool = True
    prone: bool = False
    evading: bool = False
    stance: list[str] = field(default_factory=list)  # all-out, advance, retreat
    stance_since: int = 0  # the count of that choice; it lasts until the next one
    off_balance: int = 0  # DF, until the next action is over
    shock: Shock | None = None
    bleeding: list[int] = field(default_factory=list)  # one count per wound: when it costs the next point
    fatigue_used: int = 0  # running total: every tenth point costs PEX

    @property
    def unconscious(self) -> bool:
        return self.shock is not None and self.shock.level >= 4

    @property
    def fallen(self) -> bool:
        """Out of the fight for good. hybrid.ruling.death"""
        return bool(self.out) or self.pbd <= 0

    @property
    def able(self) -> bool:
        return not self.fallen and not self.unconscious


@dataclass(slots=True, kw_only=True)
class UnderWay:
    """An action begun and not yet landed: a blow in the air, closing in, drawing, getting up, freeing a weapon."""

    actor: str
    kind: str  # blow | close | dodge | draw | drop | rise | release
    lands: int  # the count on which it takes effect
    target: str = ""
    weapon: str = ""
    rushed: int = 0  # counts taken, if hurried
    needed: int = 0  # counts it would have taken, if hurried
    at: str = ""  # the place called for
    how: str = ""  # spin, jump
    nimble: bool = False  # a dodge out of an evasion
    club: bool = False  # a long weapon used as a club at close quarters
    florentine: bool = False  # its owner has parried or blocked meanwhile
    assured: bool = False  # lands together with a blow that was resolved first: nothing stops or alters it
    assured_df: int = 0  # the owner's modifiers before that


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
class Hybrid(Position[Fighter]):
    begun: bool = False
    count: int = 0
    under_way: list[UnderWay] = field(default_factory=list)
    binds: list[Bind] = field(default_factory=list)
    closed: list[Closed] = field(default_factory=list)


def fighter(state: Hybrid, who: str) -> Fighter:
    if who not in state.roster:
        raise Refused("hybrid.combat.sequence", f"nobody here is called {who!r}", [suggest(who, state.roster)])
    return state.roster[who]


def weapon_of(one: Fighter, key: str) -> Weapon:
    """A weapon that was at hand when the action was begun."""
    return next(each for each in one.weapons if each.key == key)


def at_hand(one: Fighter) -> list[Weapon]:
    return [each for each in one.weapons if each.in_hand or each.natural]


def bound(state: Hybrid, one: Fighter, weapon: Weapon) -> bool:
    """Is this weapon locked with another?"""
    mine = (one.id, weapon.key)
    return any(mine in ((b.attacker, b.attacker_weapon), (b.defender, b.defender_weapon)) for b in state.binds)


def are_closed(state: Hybrid, one: Fighter, other: Fighter) -> bool:
    return any({one.id, other.id} == {pair.one, pair.other} for pair in state.closed)


def part(state: Hybrid, one: Fighter) -> None:
    """Nobody is close to this fighter any more."""
    state.closed = [pair for pair in state.closed if one.id not in (pair.one, pair.other)]


def action_of(state: Hybrid, who: str) -> UnderWay | None:
    return next((each for each in state.under_way if each.actor == who), None)


def lose_action(state: Hybrid, who: str) -> UnderWay | None:
    """Drop what somebody has under way, unless nothing can stop it any more; gives back what was dropped."""
    mine = action_of(state, who)
    if mine is None or mine.assured:
        return None
    state.under_way.remove(mine)
    return mine
