"""What a Coriolis fight holds: fighters with their sheets and conditions, whose slot it is, the GM's darkness."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from starfray.engine.rules import Between, Combatant, Position, Refused, suggest
from starfray.engine.scene import Point, Zone

HALF_ROWS = {"none": 0, "tiny": 0, "light": 1, "normal": 2, "heavy": 4}  # what a thing's weight takes up
BREAKDOWNS = ("frozen", "flees", "cowers", "attacks")
DERIVED = -1  # a figure left out of the file: the book works it out


@dataclass(slots=True, kw_only=True)
class Attributes:
    strength: Annotated[int, Between(0, 10)] = 3
    agility: Annotated[int, Between(0, 10)] = 3
    wits: Annotated[int, Between(0, 10)] = 3
    empathy: Annotated[int, Between(0, 10)] = 3

    def called(self, name: str) -> int:
        return {"strength": self.strength, "agility": self.agility, "wits": self.wits, "empathy": self.empathy}[name]


@dataclass(slots=True, kw_only=True)
class Weapon:
    """coriolis.core.weapon-fields, and what becomes of it in a fight."""

    key: str
    name: str = ""
    melee: bool = False
    thrown: bool = False
    bonus: int = 0
    initiative: int = 0
    damage: Annotated[int, Between(0)] = 1
    crit: Annotated[int, Between(0)] = 0  # 0: inflicts no critical injuries
    range: str = "close"
    features: list[str] = field(default_factory=list)
    fire: int = 0
    blast: int = 0
    hands: Annotated[int, Between(0, 2)] = 1
    weight: str = "normal"
    tier: str = "O"
    cost: int = 0
    in_hand: bool | None = None  # not said: the first listed is, coriolis.ruling.hands
    empty: bool = False
    quick_shots: int = 0  # this turn
    dropped: bool = False
    lies_at: Point | None = None  # where it was dropped; at its owner's feet if that is not said

    @property
    def bare(self) -> bool:
        """No weapon at all, whether the sheet lists it or not. coriolis.ruling.melee.unarmed"""
        return self.key == "unarmed"

    @property
    def firearm(self) -> bool:
        """Something to shoot with, a bow too: neither a blade nor a grenade or charge."""
        return not (self.melee or self.thrown or "placed" in self.features)


@dataclass(slots=True, kw_only=True)
class Armour:
    key: str
    name: str = ""
    rating: int = 0
    weight: str = "normal"
    tier: str = "O"
    cost: int = 0
    restricted: bool = False
    skills: dict[str, int] = field(default_factory=dict)
    features: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Talent:
    """What a talent does, by data: each field is one of the book's hooks (see hooks.py)."""

    key: str
    name: str = ""
    summary: str = ""
    rule: str = ""  # where the book speaks of it by name
    initiative_dice: int = 1
    ignored_ones: int = 0
    reload_cost: int = 0
    free_defences: int = 0
    close_range: int | None = None
    severity: int = 0
    first_aid: int = 0
    hp: int = 0
    mp: int = 0
    movement: int = 0
    swap_injury: bool = False
    skills: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Gear:
    """Something carried: medical equipment, drugs, poison. Which fields count depends on what it is."""

    key: str
    name: str = ""
    count: Annotated[int, Between(0)] = 1
    left: int = DERIVED  # doses or treatments left in the one in use; full unless given
    bonus: int | None = None  # to Medicurgy; None: it gives none
    bonus_critical: int | None = None  # when treating a critical injury: coriolis.med.star
    charges: int = 0
    dose: str = ""  # what its charges are
    heals: int = 0
    not_for: list[str] = field(default_factory=list)
    needs: str = ""
    range: str = ""
    wits: int = 0
    medicurgy: int = 0
    strength: int = 0  # of a poison
    attribute: str = ""
    effect: str = ""
    uncommon: bool = False
    attribute_bonus: int = 0
    attribute_after: int = 0
    hours_after: int = 0
    damage_after: int = 0
    price: int = 0
    resupply: int = 0
    weight: str = "normal"
    tier: str = "O"
    restricted: bool = False
    ship_module: bool = False
    rule: str = ""
    table_rule: str = ""
    dropped: bool = False
    lies_at: Point | None = None  # as with a weapon


@dataclass(slots=True, kw_only=True)
class Injury:
    """A critical injury somebody carries."""

    number: int
    name: str = ""
    fatal: bool = False
    turns: int = 0  # of the fight gone by since
    hours: int = 0  # gone by since the fight
    limit: int = 0  # how many `unit`s until death, 0: none
    unit: str = ""
    healing_days: int = 0  # in all, counted from the injury
    skills: dict[str, int] = field(default_factory=dict)
    half_move: bool = False
    strain: bool = False
    no_two_handed: bool = False
    paralysed: str = ""  # waist, neck
    damage_per: str = ""  # turn, hour: until the life-saving test
    modifier: int = 0  # to that test
    stabilised: bool = False
    treated: bool = False  # the recovery test has been made
    healed: bool = False  # the days are over; what is permanent stays
    permanent: list[str] = field(default_factory=list)

    @property
    def dying(self) -> bool:
        return self.fatal and not self.stabilised  # coriolis.state.crit-dying


@dataclass(slots=True, kw_only=True)
class Weakness:
    """An attribute that poison, or coming down from a drug, keeps 1 lower for some hours."""

    attribute: str
    hours: int


@dataclass(slots=True, kw_only=True)
class Help:
    """Dice a comrade has given for the next action, if it is the one they are meant for."""

    by: str
    action: str  # the kind of action helped
    target: str = ""  # a commander names it, too; help from afar is for the wearer of the bio monitor
    dice: Annotated[int, Between(1, 3)] = 1
    command: bool = False


@dataclass(slots=True, kw_only=True)
class Delay:
    """A place chosen directly before or after another's slot."""

    beside: str
    before: bool = False


@dataclass(slots=True, kw_only=True)
class Craft:
    """What makes a combatant a vehicle."""

    key: str
    name: str = ""
    hp: int = 10
    armour: int = 0
    bonus: int = 0
    metres: int = 30
    seats: int = 2
    open: bool = True
    size: int = 1
    weapon: str = ""
    running: bool = False


@dataclass(slots=True, kw_only=True)
class Overwatch:
    """Ready to fire that way: an aim on the map, or the people watched where there is none."""

    toward: Point | None = None
    watching: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    pc: bool = False  # a player character: praying feeds the darkness, an NPC's feeds on it
    attributes: Attributes = field(default_factory=Attributes)
    skills: dict[str, Annotated[int, Between(0, 10)]] = field(default_factory=dict)
    talents: list[Talent] = field(default_factory=list)
    armour: Armour = field(default_factory=lambda: Armour(key="clothes", name="Clothes", weight="none", tier="none"))
    weapons: list[Weapon] = field(default_factory=list)
    gear: list[Gear] = field(default_factory=list)
    reloads: Annotated[int, Between(0)] | None = None  # spare magazines; not counted unless given
    hands: Annotated[int, Between(0)] = 2
    beast: bool = False
    craft: Craft | None = None  # a vehicle; people are aboard it
    vehicle: str = ""  # what an archetype drives; only a label
    aboard: str = ""  # the vehicle she is in
    drives: bool = False
    set_up: bool = False  # a Mounted weapon is ready to fire
    size: str = ""  # small, large
    size_mod: int | None = None  # coriolis.ranged.mod.size.gm
    flanked_by: list[str] = field(default_factory=list)  # attackers with a clear line past her cover
    tied: bool = False
    poisoned: dict[str, str] = field(default_factory=dict)  # weapon → the poison on it
    radiation: Annotated[int, Between(0, 10)] = 0
    max_hp: int = DERIVED
    hp: int = DERIVED
    max_mp: int = DERIVED
    mp: int = DERIVED
    movement: int = DERIVED
    ap: Annotated[int, Between(0, 3)] = 3
    initiative: int = 0
    raises: int = 0  # initiative bought, counting from the next turn
    surprise: bool = False  # +2 in the first turn
    claim: str = ""  # the weapon whose initiative bonus is claimed this turn
    owes: str = ""  # the weapon claimed, while nothing may be done but attack with it
    delay: Delay | None = None  # the place she waits for
    beside: Delay | None = None  # the place her score was fixed at by delaying
    helps: list[Help] = field(default_factory=list)
    prone: bool = False
    cover: Annotated[int, Between(0)] = 0  # the rating of the cover she is in
    frame: str = ""  # the window or door behind whose frame that is
    overwatch: Overwatch | None = None
    defences: int = 0  # this turn
    grapples: str = ""  # whom she holds in a clinch
    grappled_by: str = ""
    burning: Annotated[int, Between(0)] = 0  # dice of fire at the start of each turn
    spider: str = ""  # who applied the spider doctor that works on her
    spider_charges: int = 0
    spider_turn: int = 0  # the running turn if it was applied in it; it works from the next on
    drugged: str = ""  # the attribute narcotics have raised
    drug_hours: int = 0
    weakened: list[Weakness] = field(default_factory=list)
    nine_lives: bool = True  # not yet used this fight
    stunned: Annotated[int, Between(0)] = 0  # turns, the running one included
    unconscious: Annotated[int, Between(0)] = 0  # hours
    broken_hours: int = 0  # until she pushes on; 0: not rolled yet
    breakdown: str = ""  # how she broke under stress, where a D6 says so: one of BREAKDOWNS
    stress_hours: int = 0  # until she is herself again after breaking under stress; 0: not rolled yet
    dead: bool = False
    aware: bool = True
    prayer_bonus: int = 0
    sneaks: str = ""  # before the fight: how near she wants to get, by band
    ambush: bool = False
    injuries: list[Injury] = field(default_factory=list)

    @property
    def broken(self) -> bool:
        return self.hp <= 0  # coriolis.broken

    @property
    def conscious(self) -> bool:
        return self.hp > 0 and self.mp > 0 and not self.unconscious and not self.dead and not self.out

    @property
    def person(self) -> bool:
        return self.craft is None

    @property
    def immobile(self) -> bool:
        """Broken, unconscious, paralysed from the neck down or tied up. coriolis.ruling.immobile"""
        if not self.conscious or self.tied:
            return True
        return bool(self.injuries) and any(injury.paralysed == "neck" for injury in self.injuries)

    @property
    def usable_hands(self) -> int:
        """What hands there are for weapons: a lost arm takes one."""
        return max(0, self.hands - sum("arm-lost" in injury.permanent for injury in self.injuries))

    def can_hold(self, weapon: Weapon) -> bool:
        """No two-handed weapon with a crushed elbow or one arm."""
        crippled = weapon.hands > 1 and any(injury.no_two_handed for injury in self.injuries)
        return weapon.hands <= self.usable_hands and not crippled

    @property
    def dying(self) -> list[Injury]:
        """The fatal injuries nobody has seen to."""
        return [injury for injury in self.injuries if injury.dying]

    @property
    def paralysed(self) -> bool:
        return any(injury.paralysed for injury in self.injuries)

    def rise(self) -> None:
        """On her feet again, if nothing else keeps her down."""
        self.prone = self.paralysed or not self.conscious

    @property
    def lies(self) -> bool:
        """Broken, unconscious, dead, paralysed, or broken by stress in a way that makes her fall: on the ground she is."""
        if self.hp <= 0 or self.unconscious or self.dead or (self.mp <= 0 and self.breakdown in ("", "cowers")):
            return self.craft is None
        return bool(self.injuries) and self.paralysed

    @property
    def able(self) -> bool:
        """Can she act at all? coriolis.broken.no-actions, coriolis.ruling.crit.stunned"""
        return self.conscious and not self.stunned

    @property
    def wild(self) -> bool:
        """Broken by stress, and running or striking out of her own accord. coriolis.ruling.stress.zero"""
        if self.breakdown not in ("flees", "attacks") or self.mp > 0 or self.hp <= 0:
            return False
        held = self.unconscious or self.stunned or self.tied or any(each.paralysed == "neck" for each in self.injuries)
        return not (held or self.dead or self.out)


@dataclass(slots=True, kw_only=True)
class Fuse:
    """Something on the map that ends by itself."""

    zone: str
    turns: int


@dataclass(slots=True, kw_only=True)
class Coriolis(Position[Fighter]):
    turn: int = 0  # 0: not begun
    order: list[str] = field(default_factory=list)  # this turn's slots, first to last
    standing: list[str] = field(default_factory=list)  # the order of the scores, whoever waits this turn left out of account
    acted: list[str] = field(default_factory=list)  # whose slot is over
    up: str = ""  # whose slot it is
    slot_used: bool = False  # has she paid AP in it?
    spiders: list[str] = field(default_factory=list)  # patients whose spider doctor works now
    free_actions: list[str] = field(default_factory=list)  # sneak attackers who still have theirs
    caught_out: list[str] = field(default_factory=list)  # whom a sneak attack keeps unaware until the last of them is done
    fuses: list[Fuse] = field(default_factory=list)  # smoke on the map, by turns left
    darkness: int = 0  # Darkness Points of the GM


def fighter(state: Coriolis, who: str) -> Fighter:
    if who not in state.roster:
        raise Refused("coriolis.ruling.illegal", f"nobody here is called {who!r}", [suggest(who, state.roster)])
    return state.roster[who]


def shut_in(state: Coriolis, actor: Fighter) -> bool:
    """Inside a closed vehicle, where nobody can be aimed at. coriolis.ruling.vehicle.occupants"""
    car = shelter_of(state, actor)
    return car is not None and car.craft is not None and not car.craft.open


def vehicle_of(state: Coriolis, actor: Fighter) -> Fighter | None:
    return state.roster.get(actor.aboard) if actor.aboard else None


def shelter_of(state: Coriolis, actor: Fighter) -> Fighter | None:
    """The vehicle that protects her; a wreck protects nobody. coriolis.ruling.vehicle.wreck"""
    car = vehicle_of(state, actor)
    return car if car is not None and car.hp > 0 else None


def ready_weapon(actor: Fighter, key: str, *, melee: bool) -> Weapon:
    """The weapon named, or the first fitting one in hand; it must be in hand (coriolis.ruling.hands)."""
    if not key:
        for each in actor.weapons:
            if each.in_hand and (each.melee if melee else each.firearm):
                return each
        if melee:
            return UNARMED
        raise no_firearm(actor)
    if key == UNARMED.key and melee:
        return UNARMED
    for each in actor.weapons:
        if each.key == key:
            if not each.in_hand:
                raise Refused("coriolis.ruling.hands", f"{actor.id} must draw the {each.name or key} first", ["draw"])
            if not (each.melee if melee else each.firearm):
                reason = "is no weapon for close combat" if melee else "cannot shoot"
                raise Refused("coriolis.ruling.hands", f"the {each.name or key} {reason}", _keys(actor, melee))
            return each
    raise Refused("coriolis.ruling.hands", f"{actor.id} has no {key!r}", _keys(actor, melee))


def no_firearm(actor: Fighter) -> Refused:
    """With what could be done about it."""
    guns = [each for each in actor.weapons if each.firearm and not each.in_hand]
    legal = [name for name, there in (("draw", False), ("pick-up", True)) if any(each.dropped is there for each in guns)]
    return Refused("coriolis.ruling.hands", f"{actor.id} has no firearm in hand", legal)


def _keys(actor: Fighter, melee: bool) -> list[str]:
    return [each.key for each in actor.weapons if (each.melee if melee else each.firearm)]


def held_items(actor: Fighter) -> list[Weapon]:
    """What she holds and can be made to drop: not her own teeth and claws."""
    return [each for each in actor.weapons if each.in_hand and each.hands > 0 and actor.hands > 0]


def drop(actor: Fighter, item: Weapon | Gear) -> None:
    """It lies at her feet. coriolis.ruling.disarm.where"""
    item.dropped, item.lies_at = True, actor.at
    if isinstance(item, Weapon):
        item.in_hand = False
        if "mounted" in item.features:
            actor.set_up = False


def charge_name(actor: Fighter, charge: Weapon) -> str:
    """What the charge she has planted is called on the map."""
    return f"{actor.id}'s {charge.key}"


def planted(state: Coriolis, actor: Fighter, charge: Weapon) -> Zone | None:
    """Where it lies, if she has planted it."""
    name = charge_name(actor, charge)
    return next((zone for zone in state.scene.zone if zone.kind == "charge" and zone.name == name), None)


def carried(actor: Fighter, key: str) -> Gear | None:
    return next((each for each in actor.gear if each.key == key and each.count > 0 and not each.dropped), None)


#: coriolis.ruling.melee.unarmed: bonus 0, damage 1, Crit 3, counts as Light
UNARMED = Weapon(key="unarmed", name="Unarmed", melee=True, initiative=2, damage=1, crit=3, features=["light"], hands=0)


def blades_of(actor: Fighter) -> list[Weapon]:
    """What she can parry and strike with off her slot; a firearm in hand counts as unarmed, teeth and claws do not.

    coriolis.ruling.melee.defence-pool
    """
    return [each for each in actor.weapons if each.in_hand and each.melee] or [UNARMED]


#: what a party takes from one fight to the next
CARRIED = (
    "attributes", "skills", "talents", "armour", "weapons", "gear", "reloads", "hp", "mp", "injuries", "unconscious", "dead",
    "radiation", "weakened", "drugged", "drug_hours", "broken_hours", "stress_hours", "poisoned",
)  # fmt: skip
