"""Figures of a fighter: what is derived from the ten stats, and what condition, movement and place do to a DF."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from starfray.engine.rules import Table, Tally
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
    "vehicle": (-10, -3, "hybrid.mod.movement.vehicle"),
}


def half_up(above: int, below: int) -> int:
    """A quotient rounded to the nearest whole number, halves up. hybrid.ruling.rounding"""
    return (2 * above + below) // (2 * below)


def agility(actor: Fighter) -> int:
    """PAG as the armour worn leaves it. hybrid.ruling.armour"""
    return actor.stats.pag + sum(piece.pag for piece in actor.armour) if actor.armour else actor.stats.pag


def max_pbd(actor: Fighter) -> int:
    return int((actor.stats.pst + actor.stats.pen) * actor.body_factor + 0.5)


def max_pft(actor: Fighter) -> int:
    return 2 * actor.stats.pen + actor.stats.pag


def max_pex(actor: Fighter) -> int:
    return 4 * actor.stats.pen + actor.stats.pag


def max_mbd(actor: Fighter) -> int:
    return int((actor.stats.mst + actor.stats.men) * actor.mind_factor + 0.5)


def max_mft(actor: Fighter) -> int:
    return 2 * actor.stats.men + actor.stats.mag


def max_mex(actor: Fighter) -> int:
    return 4 * actor.stats.men + actor.stats.mag


def pca(actor: Fighter) -> int:
    return half_up(actor.stats.pst + actor.stats.dex + agility(actor), 3)


def acc(actor: Fighter) -> int:
    return half_up(actor.stats.pst + actor.stats.dex, 2)


def pdf(actor: Fighter) -> int:
    return half_up(agility(actor) + actor.stats.dex, 2)


def mca(actor: Fighter) -> int:
    return half_up(actor.stats.mst + actor.stats.psi + actor.stats.mag, 3)


def fcs(actor: Fighter) -> int:
    return half_up(actor.stats.mst + actor.stats.mag, 2)


def mdf(actor: Fighter) -> int:
    return half_up(actor.stats.mag + actor.stats.psi, 2)


def pmv(actor: Fighter) -> float:
    return (actor.stats.pst + agility(actor)) / 5 * actor.move_factor  # hybrid.move.stat


def mmv(actor: Fighter) -> float:
    return (actor.stats.mst + actor.stats.mag) / 5  # hybrid.move.mental


def speed(actor: Fighter) -> int:
    return bisect_right(SPEED_STEPS, actor.stats.paw)  # hybrid.ruling.character-speed


def mental_speed(actor: Fighter) -> int:
    return bisect_right(SPEED_STEPS, actor.stats.maw)


#: every figure that follows from the stats
FIGURES: dict[str, Callable[[Fighter], int | float]] = {
    "max_pbd": max_pbd, "max_pft": max_pft, "max_pex": max_pex, "pca": pca, "acc": acc, "pdf": pdf, "speed": speed, "pmv": pmv,
    "max_mbd": max_mbd, "max_mft": max_mft, "max_mex": max_mex, "mca": mca, "fcs": fcs, "mdf": mdf,
    "mental_speed": mental_speed, "mmv": mmv,
}  # fmt: skip
POOLS = ("pbd", "pft", "pex", "mbd", "mft", "mex")  # each has its maximum among the figures


def speed_now(state: Hybrid, actor: Fighter) -> int:
    """Speed of body or, in a mental conflict, of mind. hybrid.ruling.character-speed"""
    return actor.mental_speed if state.mental else actor.speed


def quickness(state: Hybrid, actor: Fighter) -> tuple[int, int]:
    """Who comes first on one count: Speed, then PAG (MAG in a mental conflict). hybrid.ruling.initiative-ties"""
    return speed_now(state, actor), actor.stats.mag if state.mental else agility(actor)


def reaction(state: Hybrid, actor: Fighter) -> int:
    return speed_now(state, actor) // 2  # hybrid.initiative.reaction-speed


def strength_halves(actor: Fighter) -> int:
    """PSE in halves: PST / 5 to the nearest half. hybrid.ruling.pse"""
    return (4 * actor.stats.pst + 5) // 10


def mind_halves(actor: Fighter) -> int:
    return (4 * actor.stats.mst + 5) // 10


def half_speed(weapon: Weapon) -> int:
    """The time of a parry, block or fend. hybrid.ruling.usable-initiative"""
    counts = 3 if weapon.natural else weapon.speed  # bare hands ward off at speed 3
    return (counts + 1) // 2


def range_of(actor: Fighter, weapon: Weapon, lob: bool = False) -> int:
    """Metres. A lob goes PST metres; so does a thing that is thrown; a thought goes MST metres. hybrid.attack.indirect"""
    if lob or not (weapon.range or weapon.way == "mental"):
        return actor.stats.pst
    return weapon.range or actor.stats.mst


def basis(actor: Fighter, weapon: Weapon) -> tuple[int, str, str]:
    """The stat an attack is based on, its rule and name."""
    if weapon.way == "mental":
        return actor.mca, "hybrid.tohit.mental-entity", "MCA"
    if weapon.way == "melee":
        return actor.pca, "hybrid.tohit.melee", "PCA"
    return actor.acc, "hybrid.tohit.missile", "ACC"


def add_basis(df: Tally, actor: Fighter, weapon: Weapon) -> None:
    stat, rule, name = basis(actor, weapon)
    df.add(stat, rule, name)


def stat_of(actor: Fighter, name: str) -> int:
    """One of the ten, or one that is derived from them."""
    s = actor.stats
    return {
        "pst": s.pst, "pen": s.pen, "dex": s.dex, "pag": agility(actor), "paw": s.paw, "mst": s.mst, "men": s.men, "mag": s.mag,
        "psi": s.psi, "maw": s.maw, "pca": actor.pca, "acc": actor.acc, "mca": actor.mca, "fcs": actor.fcs,
    }[name]  # fmt: skip


def mental_stat(name: str) -> bool:
    return name.split("+")[0] in ("mst", "men", "mag", "psi", "maw", "mca", "fcs")


def stat_base(actor: Fighter, bases: str) -> tuple[int, str]:
    """The stat in full; several: their mean, halves up; of two with a stroke the greater. hybrid.ruling.stat-combination"""
    if "/" in bases:
        return max(stat_of(actor, name) for name in bases.split("/")), "hybrid.ruling.stat-basis-full"
    names = bases.split("+")
    if len(names) == 1:
        return stat_of(actor, names[0]), "hybrid.ruling.stat-basis-full"
    return half_up(sum(stat_of(actor, name) for name in names), len(names)), "hybrid.ruling.stat-combination"


# --- modifiers of actions --------------------------------------------------------------------------------------
def action_tally(state: Hybrid, table: Table, actor: Fighter, mental: bool = False) -> Tally:
    """A DF tally with what condition, movement and place do to an action; to resist knockback, bleeding or shock none of it
    counts. hybrid.ruling.modifier-scope
    """
    tally = table.tally(actor)
    add_condition(tally, actor, mental)
    add_busy(tally, actor, mental)
    add_movement(state, tally, actor, mental)
    add_place(state, tally, actor, mental)
    return tally


def add_condition(tally: Tally, actor: Fighter, mental: bool) -> None:
    """Wounds, exhaustion and shock of body and of mind all count. hybrid.mod.condition.principle"""
    add_wounds(tally, actor.pbd, actor.max_pbd, PHYSICAL_WOUNDS, mental, "PBD")
    add_wounds(tally, actor.mbd, actor.max_mbd, MENTAL_WOUNDS, mental, "MBD")
    if actor.pex <= 0:
        tally.add(-3 if mental else -6, "hybrid.mod.condition.phys-exhausted")
    if actor.mex <= 0:
        tally.add(-6 if mental else -3, "hybrid.mod.condition.ment-exhausted")
    if actor.shock is not None:
        tally.add(SHOCK_DF[actor.shock.level], "hybrid.shock.table", SHOCK_NAMES[actor.shock.level])


def add_wounds(
    tally: Tally, left: int, most: int, rows: tuple[tuple[int, int, int, str], ...], mental: bool, name: str
) -> None:
    """Lost is at least that share of the maximum (hybrid.ruling.condition-threshold). The row of 75 % is printed a column off:
    hybrid.ruling.condition-row-repair
    """
    lost = most - left
    if not lost:
        return
    for percent, physical_df, mental_df, rule in rows:
        if 100 * lost >= percent * most:
            tally.add(mental_df if mental else physical_df, rule, f"{name} {left}/{most}")
            return


def add_busy(tally: Tally, actor: Fighter, mental: bool) -> None:
    if actor.off_balance:
        tally.add(actor.off_balance, "hybrid.defence.parry.off-balance")
    if actor.evading:  # hybrid.ruling.evade-florentine: the rolled action is the primary
        tally.add(-4, "hybrid.defence.evade.florentine", "evading")
    if actor.mind_evading:
        tally.add(-8 if mental else -2, "hybrid.ruling.evade-florentine", "evading in mind")


def add_movement(state: Hybrid, tally: Tally, actor: Fighter, mental: bool) -> None:
    """Faster than a walk hinders (hybrid.mod.movement.principle), mental actions by the printed mental column or by half
    (hybrid.ruling.movement-mental).
    """
    for way in (actor.pace, "vehicle" if actor.riding else ""):
        if way in MOVEMENT:
            physical_df, mental_df, rule = MOVEMENT[way]
            if mental and state.ruling("movement-mental") == "half":
                tally.add(physical_df // 2, "hybrid.ruling.movement-mental", f"half of {way}")
            else:
                tally.add(mental_df if mental else physical_df, rule)


def add_place(state: Hybrid, tally: Tally, actor: Fighter, mental: bool) -> None:
    """Light, gravity and whatever else is far from what one grew up in. hybrid.mod.environment.principle"""
    if not mental and "dark" not in actor.used_to:
        if state.dark >= 75:
            tally.add(-4, "hybrid.mod.environment.visibility-75")
        elif state.dark >= 50:
            tally.add(-3, "hybrid.mod.environment.visibility-50")
    if not mental and "gravity" not in actor.used_to:
        if state.gravity >= 100:
            tally.add(-4, "hybrid.mod.environment.gravity-100")
        elif state.gravity >= 50:
            tally.add(-3, "hybrid.mod.environment.gravity-50")
    for hindrance in state.hindrances:
        df = hindrance.mental if mental else hindrance.physical
        if df and hindrance.name not in actor.used_to:
            tally.add(df, "hybrid.mod.environment.principle", hindrance.name)


def add_type_df(state: Hybrid, table: Table, df: Tally, skill: str) -> None:
    """The DF of a skill's components, at tables where it modifies every use. hybrid.ruling.skill-type-df"""
    if state.ruling("skill-type-df") == "yes" and skill in table.content.tables["skills"]:
        df.add(int(table.content.entry("skills", skill)["df"]), "hybrid.ruling.skill-type-df", skill)


# --- perception ------------------------------------------------------------------------------------------------
def perception_tally(state: Hybrid, table: Table, actor: Fighter, passive: bool = False) -> Tally:
    """PAW, the better perception skill, how alert the fighter is. hybrid.perception.active"""
    tally = table.tally(actor)
    tally.add(actor.stats.paw, "hybrid.perception.active", "PAW")
    skill = max(PERCEPTION, key=lambda name: actor.skills.get(name, -1))
    rank = actor.skills.get(skill, 0)
    if rank:
        tally.add(rank, "hybrid.check.df-equation", "rank")
    if skill in actor.skills:
        add_type_df(state, table, tally, skill)
    for word in actor.situation:
        tally.add(SITUATIONS[word], "hybrid.ruling.perception-modifiers", word.replace("-", " "))
    if actor.pex <= 0:
        tally.add(-4, "hybrid.mod.condition.phys-exhausted", "awareness")
    if actor.mex <= 0:
        tally.add(-4, "hybrid.mod.condition.ment-exhausted", "awareness")
    if actor.shock is not None:
        tally.add(SHOCK_DF[actor.shock.level], "hybrid.shock.table", SHOCK_NAMES[actor.shock.level])
    if not passive and busy_twice(state, actor):  # hybrid.perception.passive.free: exempt
        tally.add(-2, "hybrid.mod.florentine.awareness")
    return tally


def busy_twice(state: Hybrid, actor: Fighter) -> bool:
    if actor.evading or actor.mind_evading:
        return True
    return any(under_way.actor == actor.id and (under_way.florentine or under_way.pair != "") for under_way in state.under_way)
