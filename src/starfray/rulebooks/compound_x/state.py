"""What a Compound X fight holds: fighters with sheets and conditions, the turn order, grapples, zones, clouds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from starfray.engine.rules import Between, Combatant, Point, Position, Refused, counted, suggest
from starfray.rulebooks.compound_x.items import (
    DERIVED,
    Armour,
    Blade,
    Bracket,
    Count,
    Dart,
    Grenade,
    Item,
    Level,
    Mode,
    Shield,
    Weapon,
    no_armour,
)

ACTIONS = 4  # cx.actions.budget
REACTIONS = 3  # cx.reaction.limit
ADJACENT = 1.5  # neighbouring 1 m spaces, corner to corner as well: cx.melee.adjacent

Trigger = Literal["moves", "enters", "crosses", "attacks", "acts", "gm"]
Hiding = Literal["", "partial", "full", "concealed"]
Ongoing = Literal["bleeding", "burning", "plasma-burn", "frozen", "poisoned", "necrosis", "gas", "blind", "dazzled",
                  "disrupted", "pinned-down", "lonely"]  # fmt: skip

__all__ = [
    "ACTIONS",
    "ADJACENT",
    "DERIVED",
    "REACTIONS",
    "Armour",
    "Blade",
    "Bracket",
    "Dart",
    "Grenade",
    "Item",
    "Level",
    "Mode",
    "Shield",
    "Weapon",
]


@dataclass(slots=True, kw_only=True)
class Stats:
    """cx.presumed.stats: STR PER FORT CHA INT DEX LUC."""

    strength: Annotated[int, Between(1, 20)] = 5
    perception: Annotated[int, Between(1, 20)] = 5
    fortitude: Annotated[int, Between(1, 20)] = 5
    charisma: Annotated[int, Between(1, 20)] = 5
    intelligence: Annotated[int, Between(1, 20)] = 5
    dexterity: Annotated[int, Between(1, 20)] = 5
    luck: Annotated[int, Between(1, 20)] = 5


@dataclass(slots=True, kw_only=True)
class Ability:
    """A passive or feat: what it contributes where the book allows for one."""

    key: str
    name: str = ""
    miss: int = 0  # off the miss chance, after its floor: cx.limits.ability-exception
    accuracy: int = 0  # melee
    guard: int = 0
    unarmed: int = 0  # base and minimum damage bare-handed, half of it when throwing
    held: int = 0  # damage of a shot with a held Action
    crit: int = 0  # how much wider the band of lucky rolls is: cx.crit.sources
    crit_bleed: int = 0  # cx.crit.extra-effects
    initiative: int = 0


@dataclass(slots=True, kw_only=True)
class Held:
    """Held Actions: how many, what sets them off, what is to be done. cx.held.reserve, cx.held.declare"""

    actions: Annotated[int, Between(1, 2)]
    trigger: Trigger
    plan: list[str] = field(default_factory=list)
    foe: str = ""  # only this one sets it off
    at: Point | None = None  # the middle of the zone, or the far end of the line
    radius: Annotated[float, Between(0)] = 1.0
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
class Stack:
    """An ongoing condition: how many stacks, turns left (0: until treated), turns it has lasted."""

    kind: Ongoing
    stacks: Annotated[int, Between(1)] = 1
    turns: Count = 0
    lasted: Count = 0
    dc: Count = 50


@dataclass(slots=True, kw_only=True)
class Grapple:
    """Two who hold each other; exactly one of them has control. cx.grapple.control"""

    first: str
    second: str
    control: str
    pinned: str = ""
    effort: Literal["", "knockout", "kill"] = ""
    won: Count = 0  # checks won in a row towards it
    kept: bool = False  # one was knocked out or killed in it: it lasts until the other lets go. cx.grapple.still-held


@dataclass(slots=True, kw_only=True)
class Cloud:
    """Smoke or gas that hangs about."""

    kind: Literal["smoke", "gas", "chem"]
    radius: Annotated[float, Between(0)]
    rounds: Annotated[int, Between(1)]
    damage: Count = 0
    at: Point


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    stats: Stats = field(default_factory=Stats)
    skills: dict[str, Count] = field(default_factory=dict)
    profession: str = ""  # class: proficiencies, nanites, passives; none: proficient with everything
    proficiencies: list[str] = field(default_factory=list)  # beyond the class: groups of guns, sizes, exotic weapons by key
    abilities: list[Ability] = field(default_factory=list)
    mechanical: bool = False  # Repair instead of Medicine
    weapons: list[Weapon] = field(default_factory=list)
    melee: list[Blade] = field(default_factory=list)
    thrown: list[Dart] = field(default_factory=list)
    grenades: list[Grenade] = field(default_factory=list)
    kits: dict[str, Count] = field(default_factory=dict)
    armour: Armour = field(default_factory=no_armour)
    rigs: list[str] = field(default_factory=list)
    material: str = ""
    suit: str = ""
    helmet: str = ""
    modules: list[str] = field(default_factory=list)
    shield: Shield | None = None
    initiative_bonus: int = 0  # Soldiers only: 15, or 25 with the class feat
    movement_speed: Count = DERIVED
    carry: Count = DERIVED
    max_health: Count = DERIVED
    health: int = DERIVED
    armour_points: int = DERIVED
    nanites: Count = DERIVED
    max_nanites: Count = DERIVED
    initiative: int = 0
    actions: Annotated[int, Between(0, ACTIONS)] = 0
    owed: Annotated[int, Between(0, ACTIONS)] = 0  # Actions the next turn starts without
    reactions: Annotated[int, Between(0, REACTIONS)] = REACTIONS
    stance: Literal["standing", "crouched", "prone"] = "standing"
    hunkered: bool = False
    cover: Hiding = ""
    facing: float | None = None  # degrees; toward the nearest enemy until something is done
    aim: str = ""  # at whom
    aim_at: Point | None = None  # where that one was last seen
    fallen: str = ""  # the one it aimed at who has just died
    held: Held | None = None
    engaged: list[str] = field(default_factory=list)  # in melee with: cx.melee.engaged
    unseen_by: list[str] = field(default_factory=list)  # single observers who have not noticed this one
    cloaked: str = ""  # the cloak that is running
    stirred: bool = False  # has moved or been busy since its turn began: a cloak shimmers
    off_hand_lost: bool = False  # a hybrid weapon was swung with both hands
    half_run: bool = False  # the last Action was a single Action of running
    sprinted: Count = 0  # consecutive sprinted Actions
    winded: Count = 0  # Actions for which the sprint still spoils the aim
    ran: Annotated[float, Between(0)] = 0.0  # metres run just before, for a jump
    warded: list[str] = field(default_factory=list)  # movers it has been offered an attack on in this Action
    empty_handed: bool = False  # has thrown what was in hand and taken up nothing since
    grabbed: bool = False  # the free grapple of a grabber knife is used up
    eyes_shut: bool = False
    light_on: bool = False
    passed_out: bool = False
    wake_rolls: Count = 0
    unconscious: bool = False
    fell_at: Count = 0  # health at which it fell unconscious
    stunned: Count = 0  # turns
    fear: Count = 0  # DC of the Will save that ends it
    restrained: str = ""  # by which bonds
    broken_limbs: Count = 0
    unlucky: bool = False  # luck 1: no criticals this fight
    conditions: list[Stack] = field(default_factory=list)
    suit_hits: Count = 0
    integrity: Count = 0
    defended: bool = False  # the point defence has fired since its turn began
    breached: bool = False
    revivals: Count = 0
    kit_used: Count = 0  # round in which a kit was opened for this one
    dst_allowance: Annotated[int, Between(1, 3)] = 3  # cx.dst.first
    dst_failures: Count = 0
    dst_failed: bool = False  # in this fight
    dst_regained: bool = False  # for this fight, over without a failed one
    stealth: Count = 0  # the total with which it hid; 0: hidden by other means
    dead: bool = False

    @property
    def downed(self) -> bool:
        return self.health < 1 and not self.dead  # cx.down.trigger

    @property
    def awake(self) -> bool:
        return self.health >= 1 and not self.passed_out and not self.unconscious and not self.dead and not self.out

    @property
    def able(self) -> bool:
        """Can act and react. cx.down.state, cx.ruling.unconscious"""
        return self.awake

    @property
    def helpless(self) -> bool:
        """Guard 0, not rolled. cx.ruling.guard-helpless"""
        return not self.awake or bool(self.restrained)


@dataclass(slots=True, kw_only=True)
class CompoundX(Position[Fighter]):
    round: Count = 0  # 0: not begun
    order: list[str] = field(default_factory=list)  # by initiative, for the whole fight
    up: str = ""  # whose turn it is
    started: bool = False  # has that turn's start been gone through?
    reacting: bool = False  # a held Action is being let go: nothing in it provokes anybody
    indoors: bool = False
    zones: list[Suppression] = field(default_factory=list)
    grapples: list[Grapple] = field(default_factory=list)
    clouds: list[Cloud] = field(default_factory=list)


def fighter(state: CompoundX, who: str) -> Fighter:
    actor = state.roster.get(who)
    if actor is None:
        raise Refused("cx.actions.budget", f"nobody here is called {who!r}", [suggest(who, state.roster)])
    return actor


def in_order(state: CompoundX) -> list[Fighter]:
    """Everybody in initiative order. cx.order.general"""
    return [state.roster[who] for who in state.order if who in state.roster]


def place_by_initiative(state: CompoundX, actor: Fighter) -> None:
    """Before the first who has less. cx.ruling.late-comer"""
    lower = [who for who in state.order if who in state.roster and state.roster[who].initiative < actor.initiative]
    state.order.insert(state.order.index(lower[0]) if lower else len(state.order), actor.id)


def items_of(actor: Fighter) -> list[Item]:
    return [*actor.weapons, *actor.melee, *actor.thrown, *actor.grenades]


def held_items(actor: Fighter) -> list[Item]:
    return [each for each in items_of(actor) if each.in_hand]


def holds_anything(actor: Fighter) -> bool:
    return (
        any(each.in_hand for each in actor.weapons)
        or any(each.in_hand for each in actor.melee)
        or any(each.in_hand for each in actor.thrown)
        or any(each.in_hand for each in actor.grenades)
    )


def usable_items(actor: Fighter) -> list[Item]:
    """What is in hand and of use: for a round after a hybrid weapon was swung with both hands, that weapon alone."""
    held = held_items(actor)
    if not actor.off_hand_lost:
        return held
    swung: list[Item] = [each for each in held if isinstance(each, Blade) and each.hybrid]
    return swung[:1] or held[:1]


def off_hand_fault(actor: Fighter, item: Item) -> Refused | None:
    """cx.meleeweapon.hybrid-offhand"""
    if not actor.off_hand_lost or any(each is item for each in usable_items(actor)):
        return None
    return Refused("cx.meleeweapon.hybrid-offhand", "the off hand was given up for a round", [])


def throw_away(actor: Fighter, item: Dart | Grenade) -> None:
    """One of a stack leaves the hand."""
    item.count -= 1
    item.in_hand = False
    actor.empty_handed = not holds_anything(actor)


def gun_of(actor: Fighter, key: str) -> Weapon:
    """The gun named, or the first in hand; it must be in hand. cx.actions.draw"""
    held = [each for each in actor.weapons if each.in_hand]
    if not key and held:
        return held[0]
    for each in actor.weapons:
        if each.key == key and each.in_hand:
            return each
    owned = [each.key for each in actor.weapons]
    if key and key not in owned:
        raise Refused("cx.actions.draw", f"{actor.id} has no {key!r}", owned)
    raise Refused("cx.actions.draw", f"{actor.id} does not have it in hand", ["draw"])


def afford(actor: Fighter, cost: int) -> None:
    """Refuse what takes more Actions than are left. cx.actions.budget"""
    if actor.actions < cost:
        raise too_dear(actor, cost)


def too_dear(actor: Fighter, cost: int) -> Refused:
    return Refused(
        "cx.actions.budget", f"{actor.id} has {counted(actor.actions, 'Action')} left, this takes {cost}", ["end-turn"]
    )


def pay(actor: Fighter, cost: int, *, sprint: bool = False, half_run: bool = False, breath: bool = True) -> None:
    """Take Actions off. Every Action but a sprint uses up the window after one. cx.ruling.sprint-window"""
    actor.actions -= cost
    if breath:
        spend_breath(actor, cost, sprint=sprint)
    if cost:
        actor.half_run = half_run
        actor.ran = 0.0


def spend_breath(actor: Fighter, actions: int, *, sprint: bool = False) -> None:
    if sprint:
        actor.sprinted += actions
        actor.winded = 2  # cx.move.sprint-penalty
    elif actions:
        actor.sprinted = 0  # cx.ruling.sprint-consecutive
        actor.winded = max(0, actor.winded - actions)


def fold_legs(actor: Fighter) -> None:
    """A bipod stands where it was put down: whoever goes elsewhere, or gets up with nothing to rest it on, folds it."""
    for gun in actor.weapons:
        gun.deployed = False


def hostile(actor: Fighter, other: Fighter) -> bool:
    return actor is not other and (actor.side != other.side or not actor.side)


def grapple_of(state: CompoundX, actor: Fighter) -> Grapple | None:
    return next((each for each in state.grapples if actor.id in (each.first, each.second)), None)


def partner_of(state: CompoundX, actor: Fighter) -> Fighter | None:
    """The one it holds or is held by."""
    hold = grapple_of(state, actor)
    if hold is None:
        return None
    return state.roster.get(hold.second if hold.first == actor.id else hold.first)


def unnoticed(state: CompoundX, actor: Fighter, by: Fighter) -> bool:
    """Has that opponent no idea of this one? cx.stealth.condition, cx.ruling.stealth-reveal"""
    return hostile(actor, by) and (actor.hidden or by.id in actor.unseen_by)


def free_to_react(state: CompoundX, actor: Fighter) -> bool:
    """Awake, not stunned, bound or in somebody's arms. cx.reaction.def, cx.ruling.grapple-action-cap"""
    return (
        actor.able and actor.reactions > 0 and not actor.stunned and not actor.restrained and grapple_of(state, actor) is None
    )
