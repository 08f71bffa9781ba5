"""Where it hits and what it does: location, damage, fatigue and body, knockback, bleeding, system shock."""

from __future__ import annotations

from starfray.engine.dice import Fixed, Weighted, bands, total
from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import Bleed, Recover
from starfray.rulebooks.hybrid.check import EFFECT_QUARTERS, chance_of, pass_shape
from starfray.rulebooks.hybrid.figures import SHOCK_NAMES, action_tally, agility, strength_halves
from starfray.rulebooks.hybrid.state import Armour, Fighter, Hybrid, Shock, UnderWay, Weapon, lose_action, part
from starfray.rulebooks.hybrid.turn import reach, roll_initiative

#: hybrid.location.table: the last number of each row
LOCATIONS = (
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
SIDED = 4  # from the upper leg on a place has a left and a right
BLEEDING_EVERY = 20  # hybrid.bleeding.loss
RECOVERY = 45  # hybrid.ruling.shock-duration: 2d6 + 45 counts


CALLED = ("eye", *(
    word
    for row, (_, name) in enumerate(LOCATIONS)
    for word in ([name] if row < SIDED else [f"left-{name}", f"right-{name}"])
))


def called_df(called: str) -> int:
    return CALLED_DF[called.removeprefix("left-").removeprefix("right-")]


def called_place(called: str) -> int:
    """An eye counts as the head. hybrid.ruling.called-location"""
    name = called.removeprefix("left-").removeprefix("right-")
    names = [each for _, each in LOCATIONS]
    return 2 * names.index("head" if name == "eye" else name) + (1 if called.startswith("right-") else 0)


class Place(Fixed):
    """The die read as a place: twice its row, one more for the right side (an even die). hybrid.ruling.location-side"""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("place of 1d100", 1, 100)

    def read(self, faces: list[int]) -> int:
        row = next(row for row, (last, _) in enumerate(LOCATIONS) if faces[0] <= last)
        return 2 * row + (1 if row >= SIDED and faces[0] % 2 == 0 else 0)

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


def protection(one: Fighter, location: str, kind: str) -> int:
    """The best piece that covers the place; nothing wears down. hybrid.ruling.armour"""
    best = 0
    for piece in one.armour:
        if any(location in COVERS[group] for group in piece.cover):
            best = max(best, against(piece, kind))
    return best


def against(piece: Armour, kind: str) -> int:
    return {
        "crushing": piece.crushing, "cutting": piece.cutting, "piercing": piece.piercing, "projectile": piece.projectile,
        "energy": piece.energy, "laser": piece.laser, "explosive": piece.explosive,
    }[kind]  # fmt: skip


def wound(
    state: Hybrid, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, degree: int, stopped: int, rolling: bool,
    mine: UnderWay | None = None,
) -> None:
    """From the hit on: location, damage, armour, pools, then what follows from it. hybrid.damage.order"""
    called = mine.at if mine is not None else ""
    spinning = mine is not None and mine.how != ""
    place = called_place(called) if called else table.roll("hybrid.location.roll", target.id, PLACE)
    location = LOCATIONS[place // 2][1]
    table.emit("hybrid.location.table", target.id, note=place_name(place))
    shielded = protection(target, location, weapon.type) + stopped
    shock_df = SHOCK_BY_LOCATION.get(location, 0)
    table.same("hybrid.location.roll", (degree, shielded, shock_df, rolling))
    damage, surplus = roll_damage(state, table, attacker, weapon, degree, spinning)
    through = max(0, damage - shielded)
    table.emit("hybrid.damage.order", target.id, attacker.id, through, f"{damage} less {shielded}")
    straight = surplus if through else 0
    if straight:
        table.emit("hybrid.ruling.degree-damage", target.id, attacker.id, straight)
    pft_lost = min(target.pft, through)
    pbd_lost = min(target.pbd, through - pft_lost + straight)
    lose_fatigue(table, target, pft_lost)
    lose_body(state, table, target, pbd_lost)
    table.same("hybrid.damage.order", (pft_lost, pbd_lost, shock_df, rolling))
    softened = roll_with_blow(table, target) if rolling else False
    if not softened:
        knockback(table, target, weapon, pft_lost, pbd_lost)
    if pbd_lost and weapon.type in ("cutting", "piercing"):  # hybrid.bleeding.trigger
        start_bleeding(state, table, target)
    if pbd_lost or weapon.type == "energy":  # hybrid.shock.trigger
        system_shock(state, table, target, shock_df, softened)
    if rolling:  # hybrid.ruling.roll-with-blow: whether it helped or not
        if lose_action(state, target.id) is not None:
            table.emit("hybrid.ruling.roll-with-blow", target.id, note="the action under way is lost")
        table.emit("hybrid.defence.roll-with-blow.initiative", target.id)
        roll_initiative(state, table, target, table.tally())


def roll_damage(state: Hybrid, table: Table, attacker: Fighter, weapon: Weapon, degree: int, spinning: bool) -> tuple[int, int]:
    """Damage, rounded down once; and the surplus of the degree where it goes straight to the body. hybrid.ruling.damage-dice"""
    halves = strength_halves(attacker)
    if weapon.times:
        quarters = int(weapon.times * 2) * halves
    else:
        rolled = table.roll("hybrid.damage.order", attacker.id, total(weapon.dice, weapon.sides))
        quarters = 2 * (2 * (rolled + weapon.plus) + halves)
    eighths = quarters * (3 if spinning else 2)  # hybrid.attack.spin, hybrid.attack.jump: 1.5 x
    whole = eighths * EFFECT_QUARTERS[degree] // 32
    if state.rulings.get("degree-damage") == "surplus":  # hybrid.ruling.degree-damage
        return eighths // 8, whole - eighths // 8
    return whole, 0


def lose_fatigue(table: Table, one: Fighter, points: int) -> None:
    """Every tenth point of fatigue, counted over the whole fight, costs one of PEX. hybrid.ruling.energy-tally"""
    if not points:
        return
    one.pft -= points
    tens = (one.fatigue_used + points) // 10 - one.fatigue_used // 10
    one.fatigue_used += points
    table.emit("hybrid.energy.fatigue.loss", one.id, number=points)
    if tens:
        one.pex = max(0, one.pex - tens)
        table.emit("hybrid.energy.exhaustion.per-ten", one.id, number=tens)


def lose_body(state: Hybrid, table: Table, one: Fighter, points: int) -> None:
    if not points:
        return
    one.pbd -= points
    table.emit("hybrid.damage.order", one.id, number=points, note="PBD")
    if one.pbd <= 0:
        table.emit("hybrid.ruling.death", one.id)
        leave(state, one)


def leave(state: Hybrid, one: Fighter) -> None:
    """Down or out: no action, no evasion, no bound weapons any more. hybrid.ruling.timeline, hybrid.ruling.bound"""
    lose_action(state, one.id)
    one.evading = False
    part(state, one)
    state.binds = [each for each in state.binds if one.id not in (each.attacker, each.defender)]


def roll_with_blow(table: Table, one: Fighter) -> bool:
    df = action_tally(table, one)
    df.add(agility(one), "hybrid.defence.roll-with-blow.roll", "PAG")
    rank = one.skills.get("roll-with-blow", 0)
    if rank:
        df.add(rank, "hybrid.check.df-equation", "rank in roll-with-blow")
    chance = chance_of(table, df)
    return table.roll("hybrid.defence.roll-with-blow.roll", one.id, pass_shape(chance.total), chance) == 0


def knockback(table: Table, one: Fighter, weapon: Weapon, pft_lost: int, pbd_lost: int) -> None:
    """More than half of PFT or a quarter of PBD in one crushing strike, of the maxima. hybrid.ruling.knockback-base"""
    heavy = 2 * pft_lost > one.max_pft or 4 * pbd_lost > one.max_pbd
    if weapon.type not in ("crushing", "projectile") or not heavy or one.prone or one.fallen:
        return
    table.emit("hybrid.knockback.trigger", one.id)
    df = table.tally(one)
    df.add(max(one.stats.pst, agility(one)), "hybrid.knockback.resist", "PST or PAG")
    df.add(-2, "hybrid.knockback.resist")
    chance = chance_of(table, df)
    if table.roll("hybrid.knockback.resist", one.id, pass_shape(chance.total), chance) == 1:
        one.prone = True
        one.evading = False
        table.emit("hybrid.knockback.resist", one.id, note="falls to the ground")


def start_bleeding(state: Hybrid, table: Table, one: Fighter) -> None:
    table.emit("hybrid.bleeding.trigger", one.id)
    df = table.tally(one)
    df.add(one.stats.pen, "hybrid.bleeding.resist", "PEN")
    df.add(-3, "hybrid.bleeding.resist")
    chance = chance_of(table, df)
    if table.roll("hybrid.bleeding.resist", one.id, pass_shape(chance.total), chance) == 1:
        one.bleeding.append(state.count + BLEEDING_EVERY)
        table.emit("hybrid.bleeding.loss", one.id, number=state.count + BLEEDING_EVERY)


def bleed(state: Hybrid, table: Table, act: Bleed) -> None:
    """Each bleeding wound costs 1 PFT per 20 counts, with none left 1 PBD without new rolls. hybrid.ruling.bleeding"""
    one = state.roster[act.who]
    reach(state, min(one.bleeding))
    for wound_number, when in enumerate(one.bleeding):
        if when <= state.count:
            one.bleeding[wound_number] = when + BLEEDING_EVERY
            table.emit("hybrid.bleeding.loss", one.id, number=1)
            if one.pft > 0:
                lose_fatigue(table, one, 1)
            elif one.pbd > 0:
                lose_body(state, table, one, 1)


# --- shock -----------------------------------------------------------------------------------------------------


def system_shock(state: Hybrid, table: Table, one: Fighter, location_df: int, softened: bool) -> None:
    """Against PEN; failing by 25, 50, 75 is worse. hybrid.shock.roll, hybrid.shock.table"""
    df = table.tally(one)
    df.add(one.stats.pen, "hybrid.shock.roll", "PEN")
    if location_df:
        df.add(location_df, "hybrid.location.shock")
    if softened:
        df.add(5, "hybrid.defence.roll-with-blow.shock")
    chance = chance_of(table, df)
    made = chance.total
    level = table.roll("hybrid.shock.roll", one.id, bands(1, 100, made, made + 24, made + 49, made + 74), chance)
    if not level:
        return
    table.emit("hybrid.shock.table", one.id, number=level, note=SHOCK_NAMES[level])
    if one.shock is not None and level < one.shock.level:  # hybrid.ruling.shock-duration: a lesser one changes nothing
        return
    set_shock(state, table, one, level)


def set_shock(state: Hybrid, table: Table, one: Fighter, level: int) -> None:
    wait = table.roll("hybrid.ruling.shock-duration", one.id, total(2, 6)) + RECOVERY
    one.shock = Shock(level=level, rolls=state.count + wait)
    if one.unconscious:
        leave(state, one)


def recover(state: Hybrid, table: Table, act: Recover) -> None:
    """Against PEN alone; success clears the shock, the unconscious wake stunned. hybrid.ruling.shock-duration"""
    one = state.roster[act.who]
    assert one.shock is not None
    reach(state, one.shock.rolls)
    df = table.tally(one)
    df.add(one.stats.pen, "hybrid.shock.roll", "PEN")
    chance = chance_of(table, df)
    level = one.shock.level
    if table.roll("hybrid.shock.roll", one.id, pass_shape(chance.total), chance) == 1:
        set_shock(state, table, one, level)
    elif one.unconscious:
        set_shock(state, table, one, 2)
        one.initiative = max(one.initiative, state.count)
        table.emit("hybrid.ruling.shock-duration", one.id, note="wakes, stunned")
    else:
        one.shock = None
        table.emit("hybrid.ruling.shock-duration", one.id, note="shakes it off")
