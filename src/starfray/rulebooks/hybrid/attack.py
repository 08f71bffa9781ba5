"""A blow that lands, in the order of the book's dice: attack, parry or block, what it does."""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.check import (
    DEGREES,
    EFFECT_QUARTERS,
    SUCCESS,
    chance_of,
    degree_of,
    degree_shape,
    margin_shape,
    take_share,
)  # fmt: skip
from starfray.rulebooks.hybrid.defence import (
    BLOCK,
    PARRY,
    Defence,
    advanced_by_bind,
    declare_defence,
    parried,
    phase,
    ward_chance,
)
from starfray.rulebooks.hybrid.figures import action_tally, rank_of, strength_halves
from starfray.rulebooks.hybrid.injury import called_df, wound
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, weapon_of

#: hybrid.ruling.weapon-as-club
CLUB = Weapon(key="club", name="Club", type="crushing", dice=1, sides=6)


def strike(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Defence declared, attack, parry or block, location, damage, what follows. hybrid.ruling.dice-order"""
    target, weapon = state.roster[mine.target], weapon_of(one, mine.weapon)
    if target.fallen:
        one.off_balance = 0
        table.emit("hybrid.ruling.timeline", one.id, target.id, note="nobody is there to be hit any more")
        return
    defence = declare_defence(state, table, one, target, weapon)
    chance = attack_chance(state, table, one, mine, weapon, target, defence)
    one.off_balance = 0  # hybrid.ruling.off-balance: this was the action it lasted for
    degree = try_to_hit(state, table, one, target, weapon, defence, chance)
    if degree > SUCCESS:
        return
    blocked = block_degree(state, table, one, target, defence) if defence.kind == BLOCK else SUCCESS + 1
    stopped = block_dice(table, target, defence, blocked)
    table.same("hybrid.defence.block", (degree, stopped, defence.kind))
    struck_with = CLUB if mine.club else weapon
    wound(state, table, one, target, struck_with, degree, stopped, defence.kind == "roll", mine)


def try_to_hit(
    state: Hybrid, table: Table, one: Fighter, target: Fighter, weapon: Weapon, defence: Defence, chance: Tally
) -> int:
    """The attack die and a declared parry; the degree of what gets through, a failure if nothing does."""
    if defence.kind == PARRY:
        sn = table.roll("hybrid.tohit.chance", one.id, margin_shape(chance.total), chance)
        degree = degree_of(chance.total, chance.total - sn)
        if sn >= 0 and parried(state, table, one, weapon, target, defence, sn):
            return SUCCESS + 1
    else:
        degree = table.roll("hybrid.tohit.chance", one.id, degree_shape(chance.total), chance)
    table.same("hybrid.tohit.chance", (degree, defence.kind))
    table.emit("hybrid.check.degree.effect", one.id, target.id, 25 * EFFECT_QUARTERS[degree], DEGREES[degree])
    return degree  # hybrid.ruling.negative-effect: a failure deals nothing


def attack_chance(
    state: Hybrid, table: Table, one: Fighter, mine: UnderWay, weapon: Weapon, target: Fighter, defence: Defence
) -> Tally:
    """hybrid.tohit.chance: the weapon's success chance, then what the target's defence takes off it."""
    if mine.assured:
        df = table.tally()
        df.add(mine.assured_df, "hybrid.ruling.initiative-ties")
    else:
        df = action_tally(table, one)
    df.add(one.pca, "hybrid.tohit.melee", "PCA")
    rank = rank_of(one, weapon.skill)
    if rank:
        df.add(rank, "hybrid.check.df-equation", f"rank in {weapon.skill}")
    if mine.florentine:
        df.add(-4, "hybrid.mod.florentine.physical-physical")
    if mine.at:
        df.add(called_df(mine.at), "hybrid.attack.called", mine.at.replace("-", " "))
    if mine.how == "spin":
        df.add(-2, "hybrid.attack.spin")
    if mine.how == "jump":
        df.add(-4, "hybrid.attack.jump")  # hybrid.ruling.jump
    if mine.club:
        df.add(-2, "hybrid.ruling.weapon-as-club")
    if "retreat" in one.stance:
        df.add(-6, "hybrid.defence.retreat")
    if "advance" in one.stance or advanced_by_bind(state, one, target):
        df.add(4, "hybrid.attack.advance")
    as_df = state.rulings.get("defence-units") == "df"  # hybrid.ruling.defence-units
    if as_df:
        table.emit("hybrid.ruling.defence-units", one.id, target.id)
        add_defence(state, df, target, defence)
        add_all_out(df, one)
    chance = chance_of(table, df)
    if rank is None:
        above, below = (mine.rushed, 2 * mine.needed) if mine.rushed else (1, 2)
        take_share(chance, above, below, "hybrid.ruling.unranked", "unranked, rushed" if mine.rushed else "unranked")
    elif mine.rushed:
        take_share(chance, mine.rushed, mine.needed, "hybrid.action.speed-up", f"{mine.rushed} of {mine.needed} counts")
    if not as_df:
        add_defence(state, chance, target, defence)
        add_all_out(chance, one)
    return chance


def add_all_out(tally: Tally, one: Fighter) -> None:
    if "all-out" in one.stance:
        tally.add(one.pdf, "hybrid.attack.all-out", "own PDF")


def add_defence(state: Hybrid, tally: Tally, target: Fighter, defence: Defence) -> None:
    """The highest multiplier counts, prone replaces all of them. hybrid.ruling.defence-multiplier"""
    if not target.aware or not target.able:
        tally.add(0, "hybrid.ruling.aware", "no defence")
    elif "all-out" in target.stance:
        tally.add(0, "hybrid.attack.all-out", "no defence")
    elif target.prone:
        tally.add(-(target.pdf // 2), "hybrid.defence.prone.down", "half PDF")
    elif phase(state, target):
        times = phase(state, target)
        tally.add(-times * target.pdf, "hybrid.ruling.dodge-roll", f"{times} x PDF")
    elif defence.kind == "crouch":
        tally.add(-2 * target.pdf, "hybrid.defence.crouch", "2 x PDF")
    elif target.evading:
        tally.add(-2 * target.pdf, "hybrid.defence.evade", "2 x PDF")
    else:
        tally.add(-target.pdf, "hybrid.defence.normal", "PDF")


def block_degree(state: Hybrid, table: Table, one: Fighter, target: Fighter, defence: Defence) -> int:
    """Not opposed. hybrid.ruling.block"""
    chance = ward_chance(state, table, target, defence, one)
    return table.roll("hybrid.defence.block", target.id, degree_shape(chance.total), chance)


def block_dice(table: Table, target: Fighter, defence: Defence, degree: int) -> int:
    """A block that was made turns its weapon's damage into armour against this blow. hybrid.defence.block"""
    if degree > SUCCESS:
        return 0
    assert defence.weapon is not None
    weapon = defence.weapon
    if weapon.natural:
        halves = 3 * strength_halves(target)  # bare hands: 3 x PSE, no dice
    else:
        rolled = table.roll("hybrid.defence.block", target.id, total(weapon.dice, weapon.sides))
        halves = 2 * (rolled + weapon.plus) + strength_halves(target)
    stopped = halves * EFFECT_QUARTERS[degree] // 8
    table.emit("hybrid.ruling.block", target.id, number=stopped)
    return stopped
