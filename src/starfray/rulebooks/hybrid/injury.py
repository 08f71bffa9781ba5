"""Where it hits and what it does: location, damage, armour, fatigue and body, knockback, bleeding."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from operator import attrgetter
from typing import ClassVar

from starfray.engine.dice import Fixed, Weighted, total
from starfray.engine.rules import Action, ActionKind, Table, Tally
from starfray.rulebooks.hybrid.clock import tick
from starfray.rulebooks.hybrid.defence import add_stance
from starfray.rulebooks.hybrid.derived import action_tally, agility, mind_halves, strength_halves
from starfray.rulebooks.hybrid.energy import lose_fatigue, set_pace
from starfray.rulebooks.hybrid.initiative import roll_initiative
from starfray.rulebooks.hybrid.moves import manner_of, manner_rule
from starfray.rulebooks.hybrid.shock import leave, system_shock
from starfray.rulebooks.hybrid.skill_check import EFFECT_QUARTERS, chance_of, passed
from starfray.rulebooks.hybrid.skills import add_trained
from starfray.rulebooks.hybrid.state import DAMAGE_TYPES, Fighter, Hybrid, Weapon, actions_of, lose_action

#: hybrid.location.table: the last number of each row
LOCATIONS: tuple[tuple[int, str], ...] = (
    (6, "head"), (30, "chest"), (48, "abdomen"), (56, "groin"), (72, "upper-leg"), (84, "lower-leg"), (86, "foot"),
    (92, "upper-arm"), (98, "lower-arm"), (100, "hand"),
)  # fmt: skip
SHOCK_BY_LOCATION = {"head": -6, "groin": -4}  # hybrid.location.shock
COVERS = {
    "torso": ("chest", "abdomen", "groin"),
    "arms": ("upper-arm", "lower-arm"),
    "legs": ("upper-leg", "lower-leg"),
    "limbs": ("upper-arm", "lower-arm", "upper-leg", "lower-leg"),
    "upper-arms": ("upper-arm",),
    "upper-legs": ("upper-leg",),
    "head": ("head",),
    "all": tuple(name for _, name in LOCATIONS),
}
#: hybrid.attack.called, hybrid.ruling.called-location: what naming the place costs
CALLED_DF = {
    "eye": -18, "head": -12, "chest": -6, "abdomen": -6, "groin": -12, "upper-leg": -9, "lower-leg": -9, "foot": -15,
    "upper-arm": -9, "lower-arm": -9, "hand": -15,
}  # fmt: skip
UNPRINTED = ("abdomen", "groin", "foot")  # places the printed table leaves out
#: kind of damage → what a piece of armour stops of it; nothing stops a thought
AGAINST = {kind: attrgetter(kind) for kind in DAMAGE_TYPES}
SIDED = 4  # from the upper leg on a place has a left and a right
BLEEDING_EVERY = 20  # hybrid.bleeding.loss

CALLED = (
    "eye",
    *(
        word
        for row, (_, name) in enumerate(LOCATIONS)
        for word in ([name] if row < SIDED else [f"left-{name}", f"right-{name}"])
    ),
)


def bare_place(called: str) -> str:
    return called.removeprefix("left-").removeprefix("right-")


def called_df(called: str) -> int:
    return CALLED_DF[bare_place(called)]


def called_place(called: str) -> int:
    """An eye counts as the head. hybrid.ruling.called-location"""
    name = bare_place(called)
    names = [name for _, name in LOCATIONS]
    return 2 * names.index("head" if name == "eye" else name) + (1 if called.startswith("right-") else 0)


def place_of(die: int) -> int:
    """Twice its row, one more for the right side (an even die). hybrid.ruling.location-side"""
    row = next(row for row, (last, _) in enumerate(LOCATIONS) if die <= last)
    return 2 * row + (1 if row >= SIDED and die % 2 == 0 else 0)


PLACES = tuple(place_of(die) for die in range(1, 101))


class Place(Fixed):
    """The die read as a place."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("place of 1d100", 1, 100)

    def read(self, faces: list[int]) -> int:
        return PLACES[faces[0] - 1]

    def find_classes(self) -> list[Weighted]:
        found: dict[int, Weighted] = {}
        for face in range(1, 101):
            place = found.setdefault(self.read([face]), Weighted(self.read([face]), 0, [face]))
            place.weight += 1
        return list(found.values())


PLACE = Place()


def place_name(place: int) -> str:
    name = LOCATIONS[place // 2][1].replace("-", " ")
    if place // 2 < SIDED:
        return name
    return f"{'right' if place % 2 else 'left'} {name}"


PLACE_NAMES = tuple(place_name(place) for place in range(2 * len(LOCATIONS)))


def protection(actor: Fighter, location: str, kind: str) -> int:
    """The best piece that covers the place; nothing wears down. hybrid.ruling.armour"""
    best = 0
    if kind not in AGAINST:
        return best
    for piece in actor.armour:
        if any(location in COVERS[group] for group in piece.cover):
            best = max(best, int(AGAINST[kind](piece)))
    return best


class Hit:
    """An attack that has got through to its target, and all that still matters about it."""

    __slots__ = ("at", "attacker", "degree", "direct", "floors", "given", "how", "rolling", "stopped", "weapon")

    def __init__(
        self,
        attacker: Fighter,
        weapon: Weapon,
        degree: int,
        *,
        stopped: int = 0,
        rolling: bool = False,
        at: str = "",
        how: str = "",
        floors: bool = False,
        given: int = -1,
        direct: bool = False,
    ) -> None:
        self.attacker = attacker
        self.weapon = weapon
        self.degree = degree
        self.stopped = stopped  # by a block
        self.rolling = rolling  # with the blow
        self.at = at
        self.how = how
        self.floors = floors  # puts the target on the ground
        self.given = given  # damage settled beforehand (a blast)
        self.direct = direct  # past all armour

    def figures(self) -> tuple[object, ...]:
        return (self.degree, self.stopped, self.rolling, self.given)


def take_damage(state: Hybrid, table: Table, target: Fighter, hit: Hit) -> None:
    """From the hit on: location, damage, armour, pools, then what follows from it. hybrid.damage.order"""
    mind = hit.weapon.type == "mental"
    shielded, shock_df = (0, 0) if mind else find_place(table, target, hit)
    table.merge("hybrid.ruling.dice-order", (*hit.figures(), shielded, shock_df))
    damage, surplus = roll_damage(state, table, hit)
    through = arrive(table, target, hit, damage, shielded)
    straight = surplus if through else 0
    if straight:
        table.emit("hybrid.ruling.degree-damage", target.id, hit.attacker.id, straight)
    fatigue_lost = min(target.mft if mind else target.pft, through)
    body_lost = min(target.mbd if mind else target.pbd, through - fatigue_lost + straight)
    lose_fatigue(table, target, fatigue_lost, mind)
    lose_body(state, table, target, body_lost, mind)
    if through or straight:
        lose_set_up(state, table, target)
    if hit.floors:
        fall(state, table, target)
        table.emit("hybrid.ruling.close-damage", target.id, hit.attacker.id, note="on the ground")
    table.merge("hybrid.ruling.dice-order", (fatigue_lost, body_lost, through, shock_df, hit.rolling, hit.weapon.type))
    follow(state, table, target, hit, fatigue_lost, body_lost, through, shock_df)


def find_place(table: Table, target: Fighter, hit: Hit) -> tuple[int, int]:
    """What shields the place, and its DF to system shock. Every hit is located, called shots are already."""
    place = called_place(hit.at) if hit.at else table.roll("hybrid.location.roll", target.id, PLACE)
    if hit.at == "eye":
        table.emit("hybrid.ruling.called-location", target.id, note="an eye counts as the head")
    location = LOCATIONS[place // 2][1]
    table.emit("hybrid.location.table", target.id, note=PLACE_NAMES[place])
    if place // 2 >= SIDED and not hit.at:
        table.emit("hybrid.ruling.location-side", target.id, note="right" if place % 2 else "left")
    shielded = 0 if hit.direct else protection(target, location, hit.weapon.type)
    return shielded, SHOCK_BY_LOCATION.get(location, 0)


def arrive(table: Table, target: Fighter, hit: Hit, damage: int, shielded: int) -> int:
    """What is left behind armour and block; never below 0."""
    sum_of = table.tally()
    sum_of.add(damage, "hybrid.damage.type", hit.weapon.type)
    if shielded:
        sum_of.add(-min(damage, shielded), "hybrid.ruling.armour", "armour")
    if hit.stopped:
        sum_of.add(-min(max(0, damage - shielded), hit.stopped), "hybrid.defence.block", "block")
    through = max(0, sum_of.total)
    note = f"{damage} less {shielded + hit.stopped}"
    table.emit("hybrid.damage.order", target.id, hit.attacker.id, through, note, tally=sum_of)
    if hit.weapon.type == "mental":
        table.emit("hybrid.ruling.mental-damage", target.id, hit.attacker.id, through)
    return through


def follow(
    state: Hybrid, table: Table, target: Fighter, hit: Hit, fatigue_lost: int, body_lost: int, through: int, shock_df: int
) -> None:
    """Rolling with it, knockback, bleeding, shock, in this order of dice. hybrid.damage.secondary"""
    mind = hit.weapon.type == "mental"
    softened = roll_with_blow(state, table, target, hit.attacker, mind) if hit.rolling else False
    table.merge("hybrid.ruling.dice-order", (softened, hit.rolling, fatigue_lost, body_lost, through, shock_df))
    if not softened and not mind:
        knockback(state, table, target, hit.weapon, fatigue_lost, body_lost)
    if body_lost and hit.weapon.type in ("cutting", "piercing"):  # hybrid.bleeding.trigger
        start_bleeding(state, table, target)
    table.merge("hybrid.ruling.dice-order", (softened, hit.rolling, body_lost, through, shock_df))
    if body_lost or hit.weapon.type == "energy":  # hybrid.shock.trigger
        table.emit("hybrid.shock.trigger", target.id, number=body_lost)
        if not through:
            table.emit("hybrid.ruling.shock-trigger", target.id, note="stopped, and felt all the same")
        system_shock(state, table, target, shock_df, softened, mind)
    if hit.rolling:  # hybrid.ruling.roll-with-blow: whether it helped or not
        if lose_action(state, target.id) is not None:
            table.emit("hybrid.ruling.roll-with-blow", target.id, note="the action under way is lost")
        table.cite("hybrid.defence.roll-with-blow.initiative")
        roll_initiative(state, table, target, table.tally())


def roll_damage(state: Hybrid, table: Table, hit: Hit) -> tuple[int, int]:
    """Damage, rounded down once; and the surplus of the degree where it goes straight to the body. hybrid.ruling.damage-dice"""
    if hit.given >= 0:
        return hit.given, 0
    weapon = hit.weapon
    sum_of = base_damage(table, hit.attacker, weapon)
    if hit.how:  # hybrid.attack.spin, hybrid.attack.jump: 1.5 x
        manner = manner_of(table, hit.attacker, hit.how)
        more = round((sum_of.total + sum_of.parts) * (manner.damage - 1), 6)
        sum_of.add_part(more, manner_rule(hit.how), f"{manner.damage:g} x the damage")
    plain = int(sum_of.total + sum_of.parts)
    extra = (sum_of.total + sum_of.parts) * (EFFECT_QUARTERS[hit.degree] - 4) / 4
    if extra:
        sum_of.add_part(extra, "hybrid.check.degree.effect", "degree")
    low = floor(sum_of.parts) - sum_of.parts if sum_of.parts < 0 else 0.0
    if low:  # a move that does less
        sum_of.add_part(low, "hybrid.ruling.rounding", "rounded down")
    sum_of.drop_fractions("hybrid.ruling.rounding")
    table.emit("hybrid.ruling.damage-dice", hit.attacker.id, number=sum_of.total, note=weapon.name or weapon.key, tally=sum_of)
    if state.ruling("degree-damage") == "surplus":  # hybrid.ruling.degree-damage
        return plain, sum_of.total - plain
    return sum_of.total, 0


def base_damage(table: Table, attacker: Fighter, weapon: Weapon) -> Tally:
    """Melee and thrown: dice + PSE; techniques: so many times PSE; missiles and blasts: dice; mental: dice + MSE."""
    sum_of = table.tally()
    if weapon.times:
        sum_of.add_part(weapon.times * strength_halves(attacker) / 2, "hybrid.ruling.pse", f"{weapon.times:g} x PSE")
        return sum_of
    rolled = table.roll("hybrid.damage.order", attacker.id, total(weapon.dice, weapon.sides))
    sum_of.add(rolled + weapon.plus, "hybrid.ruling.damage-dice", "dice")
    if weapon.way == "mental":
        sum_of.add_part(mind_halves(attacker) / 2, "hybrid.ruling.pse", "MSE")
    elif weapon.way != "missile" and weapon.type != "explosive":
        sum_of.add_part(strength_halves(attacker) / 2, "hybrid.ruling.pse", "PSE")
    return sum_of


def lose_body(state: Hybrid, table: Table, actor: Fighter, points: int, mind: bool = False) -> None:
    if not points:
        return
    if mind:
        actor.mbd -= points
    else:
        actor.pbd -= points
    table.emit("hybrid.damage.order", actor.id, number=points, note="MBD" if mind else "PBD")
    if actor.fallen:
        table.emit("hybrid.ruling.death", actor.id, note="catatonic" if mind else "down")
        leave(state, table, actor)


def lose_set_up(state: Hybrid, table: Table, actor: Fighter) -> None:
    """Whoever is hurt has set up in vain. hybrid.ruling.setup"""
    for under_way in actions_of(state, actor.id):
        if under_way.set_up and not under_way.assured:
            under_way.set_up = False
            table.emit("hybrid.ruling.setup", actor.id, note="hurt")


def fall(state: Hybrid, table: Table, actor: Fighter) -> None:
    """On the ground: no evasion, no running on, and nobody is held by one who lies there. hybrid.ruling.hold-effects"""
    actor.prone = True
    actor.evading = False
    set_pace(state, table, actor, "none")
    for under_way in actions_of(state, actor.id):
        if under_way.kind == "rise":
            state.under_way.remove(under_way)
            table.emit("hybrid.defence.prone.rise", actor.id, note="is down again")
    for hold in [hold for hold in state.holds if hold.holder == actor.id]:
        state.holds.remove(hold)
        table.emit("hybrid.ruling.hold-effects", actor.id, hold.held, note="loses hold")


def roll_with_blow(state: Hybrid, table: Table, actor: Fighter, attacker: Fighter, mind: bool) -> bool:
    df = action_tally(state, table, actor, mind)
    df.add(actor.stats.mag if mind else agility(actor), "hybrid.defence.roll-with-blow.roll", "MAG" if mind else "PAG")
    add_trained(state, df, actor, "roll-with-blow", mind)
    add_stance(state, df, actor, attacker)
    return passed(table, "hybrid.defence.roll-with-blow.roll", actor.id, chance_of(table, df))


def knockback(state: Hybrid, table: Table, actor: Fighter, weapon: Weapon, pft_lost: int, pbd_lost: int) -> None:
    """More than half of PFT or a quarter of PBD in one crushing or projectile strike, of the maxima; any blast.
    hybrid.knockback.trigger, hybrid.knockback.explosive
    """
    if actor.prone or actor.fallen:
        return
    if weapon.type == "explosive":
        table.emit("hybrid.knockback.explosive", actor.id)
    elif weapon.type in ("crushing", "projectile") and (2 * pft_lost > actor.max_pft or 4 * pbd_lost > actor.max_pbd):
        note = f"{pft_lost} of {actor.max_pft} PFT, {pbd_lost} of {actor.max_pbd} PBD"
        table.emit("hybrid.knockback.trigger", actor.id, note=note)
        table.cite("hybrid.ruling.knockback-base")
    else:
        return
    table.cite("hybrid.damage.secondary")
    df = table.tally(actor)
    df.add(max(actor.stats.pst, agility(actor)), "hybrid.knockback.resist", "PST or PAG")
    df.add(-2, "hybrid.knockback.resist")
    if not passed(table, "hybrid.knockback.resist", actor.id, chance_of(table, df)):
        fall(state, table, actor)
        table.emit("hybrid.knockback.resist", actor.id, note="falls to the ground")


def start_bleeding(state: Hybrid, table: Table, actor: Fighter) -> None:
    table.cite("hybrid.bleeding.trigger")
    df = table.tally(actor)
    df.add(actor.stats.pen, "hybrid.bleeding.resist", "PEN")
    df.add(-3, "hybrid.bleeding.resist")
    if not passed(table, "hybrid.bleeding.resist", actor.id, chance_of(table, df)):
        actor.bleeding.append(state.count + BLEEDING_EVERY)
        actor.resting = -1  # nobody rests while bleeding
        table.emit("hybrid.bleeding.loss", actor.id, number=state.count + BLEEDING_EVERY)


@dataclass(frozen=True, slots=True)
class Bleed(Action):
    KIND: ClassVar[str] = "bleed"
    who: str


def bleed(state: Hybrid, table: Table, action: Bleed) -> None:
    """Each bleeding wound costs 1 PFT per 20 counts, with none left 1 PBD without new rolls. hybrid.ruling.bleeding"""
    actor = state.roster[action.who]
    tick(state, table, actor.id, min(actor.bleeding))
    for wound_number, when in enumerate(actor.bleeding):
        if when <= state.count:
            actor.bleeding[wound_number] = when + BLEEDING_EVERY
            table.emit("hybrid.bleeding.loss", actor.id, number=1)
            if actor.pft > 0:
                lose_fatigue(table, actor, 1)
            elif actor.pbd > 0:
                table.emit("hybrid.ruling.bleeding", actor.id, note="no fatigue left: the body bleeds")
                lose_body(state, table, actor, 1)


STEPS = (ActionKind(Bleed, bleed),)
