"""Figures of a fighter: what is derived from the ten stats, and what condition, movement and place do to a DF."""

from __future__ import annotations

from bisect import bisect_right

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Weapon

#: Speed by awareness: the lowest awareness of each step. hybrid.ruling.character-speed
SPEED_STEPS = (3, 6, 9, 12, 16, 20, 25, 30, 35, 40)
SHOCK_DF = (0, -2, -4, -6, -6)  # hybrid.shock.table, by level; the unconscious do not act
SHOCK_NAMES = ("", "jolted", "stunned", "badly stunned", "unconscious")

#: hybrid.ruling.perception-modifiers
SITUATIONS = {
    "blinded": -5, "deafened": -3, "drunk": -5, "asleep": -4, "poor-light": -3, "not-alert": -3, "alert": 0, "watching": 3,
}  # fmt: skip

#: share of body lost in percent → DF of physical and of mental actions; only the worst row of each body counts
PHYSICAL_WOUNDS: tuple[tuple[int, int, int, str], ...] = (
    (90, -20, -20, "hybrid.mod.condition.phys-90"),
    (75, -8, -4, "hybrid.mod.condition.phys-75"),
    (50, -4, -2, "hybrid.mod.condition.phys-50"),
    (25, -2, -1, "hybrid.mod.condition.phys-25"),
)
MENTAL_WOUNDS: tuple[tuple[int, int, int, str], ...] = (
    (90, -20, -30, "hybrid.mod.condition.ment-90"),
    (75, -4, -8, "hybrid.mod.condition.ment-75"),
    (50, -2, -4, "hybrid.mod.condition.ment-50"),
    (25, -1, -2, "hybrid.mod.condition.ment-25"),
)
PERCEPTION = ("combat-perception", "general-perception")  # the better of the two helps
#: rate → DF of physical and of mental actions
MOVEMENT = {
    "jog": (-3, -1, "hybrid.mod.movement.jog"),
    "run": (-5, -2, "hybrid.mod.movement.run"),
    "dash": (-7, -4, "hybrid.mod.movement.dash"),
}


def half_up(above: int, below: int) -> int:
    """A quotient rounded to the nearest whole number, halves up. hybrid.ruling.rounding"""
    return (2 * above + below) // (2 * below)


def agility(one: Fighter) -> int:
    """PAG as the armour worn leaves it. hybrid.ruling.armour"""
    return one.stats.pag + sum(each.pag for each in one.armour) if one.armour else one.stats.pag


def max_pbd(one: Fighter) -> int:
    return int((one.stats.pst + one.stats.pen) * one.body_factor + 0.5)


def max_pft(one: Fighter) -> int:
    return 2 * one.stats.pen + one.stats.pag


def max_pex(one: Fighter) -> int:
    return 4 * one.stats.pen + one.stats.pag


def max_mbd(one: Fighter) -> int:
    return int((one.stats.mst + one.stats.men) * one.mind_factor + 0.5)


def max_mft(one: Fighter) -> int:
    return 2 * one.stats.men + one.stats.mag


def max_mex(one: Fighter) -> int:
    return 4 * one.stats.men + one.stats.mag


def pca(one: Fighter) -> int:
    return half_up(one.stats.pst + one.stats.dex + agility(one), 3)


def acc(one: Fighter) -> int:
    return half_up(one.stats.pst + one.stats.dex, 2)


def pdf(one: Fighter) -> int:
    return half_up(agility(one) + one.stats.dex, 2)


def mca(one: Fighter) -> int:
    return half_up(one.stats.mst + one.stats.psi + one.stats.mag, 3)


def fcs(one: Fighter) -> int:
    return half_up(one.stats.mst + one.stats.mag, 2)


def mdf(one: Fighter) -> int:
    return half_up(one.stats.mag + one.stats.psi, 2)


def pmv(one: Fighter) -> float:
    return (one.stats.pst + agility(one)) / 5 * one.move_factor  # hybrid.move.stat


def mmv(one: Fighter) -> float:
    return (one.stats.mst + one.stats.mag) / 5  # hybrid.move.mental


def speed(one: Fighter) -> int:
    return bisect_right(SPEED_STEPS, one.stats.paw)  # hybrid.ruling.character-speed


def mental_speed(one: Fighter) -> int:
    return bisect_right(SPEED_STEPS, one.stats.maw)


def speed_now(state: Hybrid, one: Fighter) -> int:
    """Speed of body or, in a mental conflict, of mind. hybrid.ruling.character-speed"""
    return one.mental_speed if state.mental else one.speed


def reaction(state: Hybrid, one: Fighter) -> int:
    return speed_now(state, one) // 2  # hybrid.initiative.reaction-speed


def strength_halves(one: Fighter) -> int:
    """PSE in halves: PST / 5 to the nearest half. hybrid.ruling.pse"""
    return (4 * one.stats.pst + 5) // 10


def mind_halves(one: Fighter) -> int:
    return (4 * one.stats.mst + 5) // 10


def half_speed(weapon: Weapon) -> int:
    """The time of a parry, block or fend. hybrid.ruling.usable-initiative"""
    counts = 3 if weapon.natural else weapon.speed  # bare hands ward off at speed 3
    return (counts + 1) // 2


def range_of(one: Fighter, weapon: Weapon, lob: bool = False) -> int:
    """Metres. A lob goes PST metres; so does a thing that is thrown; a thought goes MST metres. hybrid.attack.indirect"""
    if lob or not (weapon.range or weapon.way == "mental"):
        return one.stats.pst
    return weapon.range or one.stats.mst


def basis(one: Fighter, weapon: Weapon) -> tuple[int, str, str]:
    """The stat an attack is based on, its rule and name."""
    if weapon.way == "mental":
        return one.mca, "hybrid.tohit.mental-entity", "MCA"
    if weapon.way == "melee":
        return one.pca, "hybrid.tohit.melee", "PCA"
    return one.acc, "hybrid.tohit.missile", "ACC"


def stat_of(one: Fighter, name: str) -> int:
    """One of the ten, or one that is derived from them."""
    s = one.stats
    return {
        "pst": s.pst, "pen": s.pen, "dex": s.dex, "pag": agility(one), "paw": s.paw, "mst": s.mst, "men": s.men, "mag": s.mag,
        "psi": s.psi, "maw": s.maw, "pca": one.pca, "acc": one.acc, "mca": one.mca, "fcs": one.fcs,
    }[name]  # fmt: skip


def mental_stat(name: str) -> bool:
    return name.split("+")[0] in ("mst", "men", "mag", "psi", "maw", "mca", "fcs")


def stat_base(one: Fighter, bases: str) -> tuple[int, str]:
    """The stat in full; several: their mean, halves up; of two with a stroke the greater. hybrid.ruling.stat-combination"""
    if "/" in bases:
        return max(stat_of(one, each) for each in bases.split("/")), "hybrid.ruling.stat-basis-full"
    names = bases.split("+")
    if len(names) == 1:
        return stat_of(one, names[0]), "hybrid.ruling.stat-basis-full"
    return half_up(sum(stat_of(one, each) for each in names), len(names)), "hybrid.ruling.stat-combination"


# --- modifiers of actions --------------------------------------------------------------------------------------


def action_tally(state: Hybrid, table: Table, one: Fighter, mental: bool = False) -> Tally:
    """A DF tally with what condition, movement and place do to an action. hybrid.ruling.modifier-scope"""
    tally = table.tally(one)
    add_condition(tally, one, mental)
    add_busy(tally, one, mental)
    add_movement(state, tally, one, mental)
    add_place(state, tally, one, mental)
    return tally


def resistance_tally(table: Table, one: Fighter) -> Tally:
    """Knockback, bleeding, shock: condition and movement do not count. hybrid.ruling.modifier-scope"""
    tally = table.tally(one)
    if one.shock is not None or one.pbd < one.max_pbd or one.pex <= 0:
        tally.add(0, "hybrid.ruling.modifier-scope", "condition does not count when resisting")
    return tally


def add_condition(tally: Tally, one: Fighter, mental: bool) -> None:
    add_wounds(tally, one.pbd, one.max_pbd, PHYSICAL_WOUNDS, mental, "PBD")
    add_wounds(tally, one.mbd, one.max_mbd, MENTAL_WOUNDS, mental, "MBD")
    if one.pex <= 0:
        tally.add(-3 if mental else -6, "hybrid.mod.condition.phys-exhausted")
    if one.mex <= 0:
        tally.add(-6 if mental else -3, "hybrid.mod.condition.ment-exhausted")
    if one.shock is not None:
        tally.add(SHOCK_DF[one.shock.level], "hybrid.shock.table", SHOCK_NAMES[one.shock.level])


def add_wounds(
    tally: Tally, left: int, most: int, rows: tuple[tuple[int, int, int, str], ...], mental: bool, name: str
) -> None:
    """Lost is at least that share of the maximum. hybrid.ruling.condition-threshold"""
    lost = most - left
    if lost <= 0:
        return
    for percent, physical_df, mental_df, rule in rows:
        if 100 * lost >= percent * most:
            tally.add(mental_df if mental else physical_df, rule, f"{name} {left}/{most}")
            if percent == 75:  # printed a column off
                tally.add(0, "hybrid.ruling.condition-row-repair", "the row is printed a column off")
            if 100 * lost == percent * most:
                tally.add(0, "hybrid.ruling.condition-threshold", "just reached")
            return


def add_busy(tally: Tally, one: Fighter, mental: bool) -> None:
    if one.off_balance:
        tally.add(one.off_balance, "hybrid.defence.parry.off-balance")
    if one.evading:  # hybrid.ruling.evade-florentine: the rolled action is the primary
        tally.add(-4, "hybrid.defence.evade.florentine", "evading")
    if one.mind_evading:
        tally.add(-8 if mental else -2, "hybrid.ruling.evade-florentine", "evading in mind")


def add_movement(state: Hybrid, tally: Tally, one: Fighter, mental: bool) -> None:
    """hybrid.mod.movement.principle: faster than a walk; mental actions take the printed mental column."""
    if one.pace in MOVEMENT:
        physical_df, mental_df, rule = MOVEMENT[one.pace]
        if mental and state.rulings.get("movement-mental") == "half":
            tally.add(physical_df // 2, "hybrid.ruling.movement-mental", f"half of {one.pace}")
        else:
            tally.add(mental_df if mental else physical_df, rule)
            if mental:
                tally.add(0, "hybrid.ruling.movement-mental", "the printed column")
    if one.riding:
        tally.add(-3 if mental else -10, "hybrid.mod.movement.vehicle")


def add_place(state: Hybrid, tally: Tally, one: Fighter, mental: bool) -> None:
    """Light, gravity and whatever else is far from what one grew up in. hybrid.mod.environment.principle"""
    if not mental and state.dark >= 50:
        if "dark" in one.used_to:
            tally.add(0, "hybrid.mod.environment.principle", "used to the dark")
        elif state.dark >= 75:
            tally.add(-4, "hybrid.mod.environment.visibility-75")
        else:
            tally.add(-3, "hybrid.mod.environment.visibility-50")
    if not mental and state.gravity >= 50:
        if "gravity" in one.used_to:
            tally.add(0, "hybrid.mod.environment.principle", "used to this gravity")
        elif state.gravity >= 100:
            tally.add(-4, "hybrid.mod.environment.gravity-100")
        else:
            tally.add(-3, "hybrid.mod.environment.gravity-50")
    for each in state.hindrances:
        df = each.mental if mental else each.physical
        if df and each.name not in one.used_to:
            tally.add(df, "hybrid.mod.environment.principle", each.name)


def add_type_df(state: Hybrid, table: Table, df: Tally, skill: str) -> None:
    """The DF of a skill's components, at tables where it modifies every use. hybrid.ruling.skill-type-df"""
    if state.rulings.get("skill-type-df") == "yes" and skill in table.content.tables["skills"]:
        df.add(int(table.content.entry("skills", skill)["df"]), "hybrid.ruling.skill-type-df", skill)


# --- perception ------------------------------------------------------------------------------------------------


def perception_tally(state: Hybrid, table: Table, one: Fighter, passive: bool = False) -> Tally:
    """PAW, the better perception skill, how alert the fighter is. hybrid.perception.active"""
    tally = table.tally(one)
    tally.add(one.stats.paw, "hybrid.perception.active", "PAW")
    skill = max(PERCEPTION, key=lambda name: one.skills.get(name, -1))
    rank = one.skills.get(skill, 0)
    if rank:
        tally.add(rank, "hybrid.check.df-equation", "rank")
    if skill in one.skills:
        add_type_df(state, table, tally, skill)
    for each in one.situation:
        tally.add(SITUATIONS[each], "hybrid.ruling.perception-modifiers", each.replace("-", " "))
    if one.pex <= 0:
        tally.add(-4, "hybrid.mod.condition.phys-exhausted", "awareness")
    if one.mex <= 0:
        tally.add(-4, "hybrid.mod.condition.ment-exhausted", "awareness")
    if one.shock is not None:
        tally.add(SHOCK_DF[one.shock.level], "hybrid.shock.table", SHOCK_NAMES[one.shock.level])
    if not passive and busy_twice(state, one):  # hybrid.perception.passive.free: exempt
        tally.add(-2, "hybrid.mod.florentine.awareness")
    return tally


def busy_twice(state: Hybrid, one: Fighter) -> bool:
    if one.evading or one.mind_evading:
        return True
    return any(each.actor == one.id and (each.florentine or each.pair != "") for each in state.under_way)
