"""What a Compound X fight holds: fighters with sheets and conditions, the turn order, the zones under suppression."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from starfray.engine.errors import Refused, suggest
from starfray.engine.position import Combatant, Position
from starfray.engine.scene import Point

DERIVED = -1  # a figure left out of the file: the book works it out
ACTIONS = 4  # cx.actions.budget
REACTIONS = 3  # cx.reaction.limit

Level = Literal["", "light", "medium", "heavy"]
Trigger = Literal["moves", "enters", "crosses", "attacks", "acts", "gm"]
Hiding = Literal["", "partial", "full", "concealed"]


@dataclass(slots=True, kw_only=True)
class Stats:
    """cx.presumed.stats: STR PER FORT CHA INT DEX LUC."""

    strength: int = 5
    perception: int = 5
    fortitude: int = 5
    charisma: int = 5
    intelligence: int = 5
    dexterity: int = 5
    luck: int = 5


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
    shots: int
    stat: str = ""
    start: int = 0  # no step below this
    every: int = 0  # one more step for so many points; 0: a single step


@dataclass(slots=True, kw_only=True)
class Weapon:
    """A gun: its listed figures, and what becomes of it in a fight."""

    key: str
    name: str = ""
    group: str = "pistol"
    level: int = 1
    damage: int = 50
    type: Literal["ballistic", "laser"] = "ballistic"
    apl: int = 0
    brackets: list[Bracket] = field(default_factory=list)
    magazine: int = 1
    semi: bool = True
    rechambers: bool = False  # pump and bolt: an Action between two shots
    burst: Mode | None = None
    auto: Mode | None = None
    reload_dc: int = 30
    reload_actions: int = 2
    suppression: Level = "light"
    cqb: bool = False
    penalty: float = 0.0  # metres of movement penalty
    attachments: list[str] = field(default_factory=list)
    in_hand: bool = False
    dropped: bool = False
    rounds: int = DERIVED
    magazines: int | None = None  # spare ones; not counted unless given
    jammed: bool = False
    unchambered: bool = False
    reloading: int = 0  # Actions still to spend on the reload under way


@dataclass(slots=True, kw_only=True)
class Armour:
    """cx.armor.concepts: armour points, armour level, % coverage."""

    key: str = "none"
    name: str = "No armour"
    coverage: int = 0
    apl: int = 0
    points: int = 0
    penalty: float = 0.0


@dataclass(slots=True, kw_only=True)
class Held:
    """Held Actions: how many, what sets them off, what is to be done. cx.held.reserve, cx.held.declare"""

    actions: int
    trigger: Trigger
    plan: list[str] = field(default_factory=list)
    foe: str = ""  # only this one sets it off
    at: Point | None = None  # the middle of the zone, or the far end of the line
    radius: float = 1.0
    text: str = ""  # for the GM to judge
    weapon: str = ""


@dataclass(slots=True, kw_only=True)
class Suppression:
    """An area under fire; it stays where it was laid down. cx.ruling.suppress-area"""

    by: str
    target: str
    weapon: str
    level: Level
    radius: float
    at: Point | None = None  # without a map only the target is in it
    bitten: list[str] = field(default_factory=list)  # who has drawn fire since it was laid down


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    stats: Stats = field(default_factory=Stats)
    skills: dict[str, int] = field(default_factory=dict)
    weapons: list[Weapon] = field(default_factory=list)
    armour: Armour = field(default_factory=Armour)
    initiative_bonus: int = 0  # Soldiers only: 15, or 25 with the class feat
    movement_speed: int = DERIVED
    carry: int = DERIVED
    max_health: int = DERIVED
    health: int = DERIVED
    armour_points: int = DERIVED
    initiative: int = 0
    actions: int = 0
    owed: int = 0  # Actions the next turn starts without
    reactions: int = REACTIONS
    stance: Literal["standing", "crouched", "prone"] = "standing"
    hunkered: bool = False
    cover: Hiding = ""
    aim: str = ""  # at whom
    held: Held | None = None
    half_run: bool = False  # the last Action was a single Action of running
    sprinted: int = 0  # consecutive sprinted Actions
    winded: int = 0  # Actions for which the sprint still spoils the aim
    passed_out: bool = False
    wake_rolls: int = 0
    dst_allowance: int = 3  # cx.dst.first
    dst_failures: int = 0
    dead: bool = False

    @property
    def downed(self) -> bool:
        return self.health < 1 and not self.dead  # cx.down.trigger

    @property
    def able(self) -> bool:
        """Can act and react. cx.down.state, cx.ruling.unconscious"""
        return self.health >= 1 and not self.passed_out and not self.dead and not self.out


@dataclass(slots=True, kw_only=True)
class CompoundX(Position[Fighter]):
    round: int = 0  # 0: not begun
    order: list[str] = field(default_factory=list)  # by initiative, for the whole fight
    up: str = ""  # whose turn it is
    started: bool = False  # has that turn's start been gone through?
    zones: list[Suppression] = field(default_factory=list)


def fighter(state: CompoundX, who: str) -> Fighter:
    if who not in state.roster:
        raise Refused("cx.actions.budget", f"nobody here is called {who!r}", [suggest(who, state.roster)])
    return state.roster[who]


def gun_of(one: Fighter, key: str) -> Weapon:
    """The gun named, or the first in hand; it must be in hand. cx.actions.draw"""
    held = [each for each in one.weapons if each.in_hand]
    if not key and held:
        return held[0]
    for each in one.weapons:
        if each.key == key and each.in_hand:
            return each
    owned = [each.key for each in one.weapons]
    if key and key not in owned:
        raise Refused("cx.actions.draw", f"{one.id} has no {key!r}", owned)
    raise Refused("cx.actions.draw", f"{one.id} does not have it in hand", ["draw"])


def pay(
    one: Fighter, cost: int, rule: str, *, sprint: bool = False, half_run: bool = False, breath: bool = True
) -> None:
    """Take Actions off, or refuse. Every Action but a sprint uses up the window after one. cx.ruling.sprint-window"""
    if one.actions < cost:
        raise Refused(rule, f"{one.id} has {one.actions} Actions left, this takes {cost}", ["end-turn"])
    one.actions -= cost
    if breath:
        spend_breath(one, cost, sprint=sprint)
    one.half_run = half_run


def spend_breath(one: Fighter, actions: int, *, sprint: bool = False) -> None:
    if sprint:
        one.sprinted += actions
        one.winded = 2  # cx.move.sprint-penalty
    elif actions:
        one.sprinted = 0  # cx.ruling.sprint-consecutive
        one.winded = max(0, one.winded - actions)


def hostile(one: Fighter, other: Fighter) -> bool:
    return one is not other and (one.side != other.side or not one.side)
