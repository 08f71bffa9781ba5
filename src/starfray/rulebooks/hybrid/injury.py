"""Where it hits and what it does: location, damage, armour, fatigue and body, knockback, bleeding."""

from __future__ import annotations

from math import floor

from starfray.engine.dice import Fixed, Weighted, total
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.actions import Bleed
from starfray.rulebooks.hybrid.check import EFFECT_QUARTERS, chance_of, passed
from starfray.rulebooks.hybrid.clock import tick
from starfray.rulebooks.hybrid.energy import lose_fatigue, set_pace
from starfray.rulebooks.hybrid.figures import action_tally, agility, mind_halves, resistance_tally, strength_halves
from starfray.rulebooks.hybrid.initiative import roll_initiative
from starfray.rulebooks.hybrid.moves import manner_of, manner_rule
from starfray.rulebooks.hybrid.shock import leave, system_shock
from starfray.rulebooks.hybrid.skills import add_trained
from starfray.rulebooks.hybrid.state import Armour, Fighter, Hybrid, Weapon, actions_of, lose_action

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
    names = [each for _, each in LOCATIONS]
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


def protection(one: Fighter, location: str, kind: str) -> int:
    """The best piece that covers the place; nothing wears down. hybrid.ruling.armour"""
    best = 0
    for piece in one.armour:
        if any(location in COVERS[group] for group in piece.cover):
            best = max(best, against(piece, kind))
    return best


def against(piece: Armour, kind: str) -> int:
    if kind == "crushing":
        return piece.crushing
    if kind == "cutting":
        return piece.cutting
    if kind == "piercing":
        return piece.piercing
    if kind == "projectile":
        return piece.projectile
    if kind == "energy":
        return piece.energy
    if kind == "laser":
        return piece.laser
    return piece.explosive if kind == "explosive" else 0


class Hit:
    """An attack that has got through to its target, and all that still matters about it."""

    __slots__ = ("at", "attacker", "degree", "floors", "given", "how", "rolling", "stopped", "weapon")

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

    def figures(self) -> tuple[object, ...]:
        return (self.degree, self.stopped, self.rolling, self.given)


def wound(state: Hybrid, table: Table, target: Fighter, hit: Hit) -> None:
    """From the hit on: location, damage, armour, pools, then what follows from it. hybrid.damage.order"""
    mind = hit.weapon.type == "mental"
    shielded, shock_df = (0, 0) if mind else find_place(table, target, hit)
    table.same("hybrid.ruling.dice-order", (*hit.figures(), shielded, shock_df))
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
    table.same("hybrid.ruling.dice-order", (fatigue_lost, body_lost, through, shock_df, hit.rolling, hit.weapon.type))
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
    return protection(target, location, hit.weapon.type), SHOCK_BY_LOCATION.get(location, 0)


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
    softened = roll_with_blow(state, table, target, mind) if hit.rolling else False
    table.same("hybrid.ruling.dice-order", (softened, hit.rolling, fatigue_lost, body_lost, through, shock_df))
    if not softened and not mind:
        knockback(state, table, target, hit.weapon, fatigue_lost, body_lost)
    if body_lost and hit.weapon.type in ("cutting", "piercing"):  # hybrid.bleeding.trigger
        start_bleeding(state, table, target)
    table.same("hybrid.ruling.dice-order", (softened, hit.rolling, body_lost, through, shock_df))
    if body_lost or hit.weapon.type == "energy":  # hybrid.shock.trigger
        table.emit("hybrid.shock.trigger", target.id, number=body_lost)
        if not through:
            table.emit("hybrid.ruling.shock-trigger", target.id, note="stopped, and felt all the same")
        system_shock(state, table, target, shock_df, softened, mind)
    if hit.rolling:  # hybrid.ruling.roll-with-blow: whether it helped or not
        if lose_action(state, target.id) is not None:
            table.emit("hybrid.ruling.roll-with-blow", target.id, note="the action under way is lost")
        table.emit("hybrid.defence.roll-with-blow.initiative", target.id)
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
    if state.rulings.get("degree-damage") == "surplus":  # hybrid.ruling.degree-damage
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


def lose_body(state: Hybrid, table: Table, one: Fighter, points: int, mind: bool = False) -> None:
    if not points:
        return
    if mind:
        one.mbd -= points
    else:
        one.pbd -= points
    table.emit("hybrid.damage.order", one.id, number=points, note="MBD" if mind else "PBD")
    if one.fallen:
        table.emit("hybrid.ruling.death", one.id, note="catatonic" if mind else "down")
        leave(state, table, one)


def lose_set_up(state: Hybrid, table: Table, one: Fighter) -> None:
    """Whoever is hurt has set up in vain. hybrid.ruling.setup"""
    for mine in actions_of(state, one.id):
        if mine.set_up and not mine.assured:
            mine.set_up = False
            table.emit("hybrid.ruling.setup", one.id, note="hurt")


def fall(state: Hybrid, table: Table, one: Fighter) -> None:
    """On the ground: no evasion, no running on, and nobody is held by one who lies there. hybrid.ruling.hold-effects"""
    one.prone = True
    one.evading = False
    set_pace(state, table, one, "none")
    for mine in actions_of(state, one.id):
        if mine.kind == "rise":
            state.under_way.remove(mine)
            table.emit("hybrid.defence.prone.rise", one.id, note="is down again")
    for each in [each for each in state.holds if each.holder == one.id]:
        state.holds.remove(each)
        table.emit("hybrid.ruling.hold-effects", one.id, each.held, note="loses hold")


def roll_with_blow(state: Hybrid, table: Table, one: Fighter, mind: bool) -> bool:
    df = action_tally(state, table, one, mind)
    df.add(one.stats.mag if mind else agility(one), "hybrid.defence.roll-with-blow.roll", "MAG" if mind else "PAG")
    add_trained(state, df, one, "roll-with-blow", mind)
    return passed(table, "hybrid.defence.roll-with-blow.roll", one.id, chance_of(table, df))


def knockback(state: Hybrid, table: Table, one: Fighter, weapon: Weapon, pft_lost: int, pbd_lost: int) -> None:
    """More than half of PFT or a quarter of PBD in one crushing or projectile strike, of the maxima; any blast."""
    if one.prone or one.fallen:
        return
    if weapon.type == "explosive":
        table.emit("hybrid.knockback.explosive", one.id)
    elif weapon.type in ("crushing", "projectile") and (2 * pft_lost > one.max_pft or 4 * pbd_lost > one.max_pbd):
        table.emit("hybrid.knockback.trigger", one.id)
        note = f"{pft_lost} of {one.max_pft} PFT, {pbd_lost} of {one.max_pbd} PBD"
        table.emit("hybrid.ruling.knockback-base", one.id, note=note)
    else:
        return
    table.emit("hybrid.damage.secondary", one.id, note="knockback")
    df = resistance_tally(table, one)
    df.add(max(one.stats.pst, agility(one)), "hybrid.knockback.resist", "PST or PAG")
    df.add(-2, "hybrid.knockback.resist")
    if not passed(table, "hybrid.knockback.resist", one.id, chance_of(table, df)):
        fall(state, table, one)
        table.emit("hybrid.knockback.resist", one.id, note="falls to the ground")


def start_bleeding(state: Hybrid, table: Table, one: Fighter) -> None:
    table.emit("hybrid.bleeding.trigger", one.id)
    df = resistance_tally(table, one)
    df.add(one.stats.pen, "hybrid.bleeding.resist", "PEN")
    df.add(-3, "hybrid.bleeding.resist")
    if not passed(table, "hybrid.bleeding.resist", one.id, chance_of(table, df)):
        one.bleeding.append(state.count + BLEEDING_EVERY)
        one.resting = -1  # nobody rests while bleeding
        table.emit("hybrid.bleeding.loss", one.id, number=state.count + BLEEDING_EVERY)


def bleed(state: Hybrid, table: Table, act: Bleed) -> None:
    """Each bleeding wound costs 1 PFT per 20 counts, with none left 1 PBD without new rolls. hybrid.ruling.bleeding"""
    one = state.roster[act.who]
    tick(state, table, one.id, min(one.bleeding))
    for wound_number, when in enumerate(one.bleeding):
        if when <= state.count:
            one.bleeding[wound_number] = when + BLEEDING_EVERY
            table.emit("hybrid.bleeding.loss", one.id, number=1)
            if one.pft > 0:
                lose_fatigue(table, one, 1)
            elif one.pbd > 0:
                table.emit("hybrid.ruling.bleeding", one.id, note="no fatigue left: the body bleeds")
                lose_body(state, table, one, 1)
