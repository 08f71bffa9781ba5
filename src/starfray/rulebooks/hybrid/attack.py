"""What lands: a blow in the order of the book's dice, getting up, freeing a bound weapon."""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.actions import Land
from starfray.rulebooks.hybrid.check import (
    DEGREES,
    EFFECT_QUARTERS,
    SUCCESS,
    chance_of,
    degree_of,
    degree_shape,
    margin_shape,
    pass_shape,
    take_share,
)  # fmt: skip
from starfray.rulebooks.hybrid.defence import BLOCK, PARRY, Defence, declare_defence, parried, ward_chance
from starfray.rulebooks.hybrid.figures import action_tally, agility, rank_of, strength_halves
from starfray.rulebooks.hybrid.injury import wound
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, action_of, weapon_of
from starfray.rulebooks.hybrid.turn import reach


def land(state: Hybrid, table: Table, act: Land) -> None:
    """An action takes effect on its count; afterwards its owner rolls initiative. hybrid.action.resolve"""
    one = state.roster[act.who]
    mine = action_of(state, one.id)
    assert mine is not None
    reach(state, mine.lands)
    assure_simultaneous(state, table, one, mine)
    state.under_way.remove(mine)
    one.landed = True
    if mine.kind == "blow":
        strike(state, table, one, mine)
    elif mine.kind == "rise":
        one.prone = False
        one.off_balance = 0
        table.emit("hybrid.defence.prone.rise", one.id, note="is up again")
    else:
        free_weapon(state, table, one, mine)


def assure_simultaneous(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Of landings that tie on Speed and PAG none is altered by another. hybrid.ruling.initiative-ties"""
    for other in state.under_way:
        owner = state.roster[other.actor]
        tied = (owner.speed, agility(owner)) == (one.speed, agility(one))
        if other is not mine and other.lands == mine.lands and other.kind == "blow" and tied and not other.assured:
            other.assured = True
            other.assured_df = action_tally(table, owner).total
            table.emit("hybrid.ruling.initiative-ties", one.id, owner.id, mine.lands)


# --- a blow ----------------------------------------------------------------------------------------------------


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
    if defence.kind == PARRY:
        sn = table.roll("hybrid.tohit.chance", one.id, margin_shape(chance.total), chance)
        degree = degree_of(chance.total, chance.total - sn)
        if sn >= 0 and parried(state, table, one, weapon, target, defence, sn):
            return
    else:
        degree = table.roll("hybrid.tohit.chance", one.id, degree_shape(chance.total), chance)
    table.same("hybrid.tohit.chance", (degree, defence.kind))
    table.emit("hybrid.check.degree.effect", one.id, target.id, 25 * EFFECT_QUARTERS[degree], DEGREES[degree])
    if degree > SUCCESS:  # hybrid.ruling.negative-effect: nothing is dealt
        return
    stopped = block(table, target, defence) if defence.kind == BLOCK else 0
    table.same("hybrid.defence.block", (degree, stopped, defence.kind))
    wound(state, table, one, target, weapon, degree, stopped, defence.kind == "roll")


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
    as_df = state.rulings.get("defence-units") == "df"  # hybrid.ruling.defence-units
    if as_df:
        table.emit("hybrid.ruling.defence-units", one.id, target.id)
        add_defence(df, target, defence)
    chance = chance_of(table, df)
    if rank is None:
        above, below = (mine.rushed, 2 * mine.needed) if mine.rushed else (1, 2)
        take_share(chance, above, below, "hybrid.ruling.unranked", "unranked, rushed" if mine.rushed else "unranked")
    elif mine.rushed:
        take_share(chance, mine.rushed, mine.needed, "hybrid.action.speed-up", f"{mine.rushed} of {mine.needed} counts")
    if not as_df:
        add_defence(chance, target, defence)
    return chance


def add_defence(tally: Tally, target: Fighter, defence: Defence) -> None:
    """The highest multiplier counts, prone replaces all of them. hybrid.ruling.defence-multiplier"""
    if not target.aware or not target.able:
        tally.add(0, "hybrid.ruling.aware", "no defence")
    elif target.prone:
        tally.add(-(target.pdf // 2), "hybrid.defence.prone.down", "half PDF")
    elif defence.kind == "crouch":
        tally.add(-2 * target.pdf, "hybrid.defence.crouch", "2 x PDF")
    elif target.evading:
        tally.add(-2 * target.pdf, "hybrid.defence.evade", "2 x PDF")
    else:
        tally.add(-target.pdf, "hybrid.defence.normal", "PDF")


def block(table: Table, target: Fighter, defence: Defence) -> int:
    """Not opposed; a success turns the weapon's damage into armour against this blow. hybrid.ruling.block"""
    assert defence.weapon is not None
    chance = ward_chance(table, target, defence)
    degree = table.roll("hybrid.defence.block", target.id, degree_shape(chance.total), chance)
    if degree > SUCCESS:
        return 0
    weapon = defence.weapon
    if weapon.natural:
        halves = 3 * strength_halves(target)  # bare hands: 3 x PSE, no dice
    else:
        rolled = table.roll("hybrid.defence.block", target.id, total(weapon.dice, weapon.sides))
        halves = 2 * (rolled + weapon.plus) + strength_halves(target)
    stopped = halves * EFFECT_QUARTERS[degree] // 8
    table.emit("hybrid.ruling.block", target.id, number=stopped)
    return stopped


# --- bound weapons ---------------------------------------------------------------------------------------------


def free_weapon(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """The bound attacker rolls first; the one who parried rolls minus that SN. hybrid.defence.parry.release"""
    lock = next((each for each in state.binds if each.defender == one.id and each.attacker == mine.target), None)
    if lock is None:
        table.emit("hybrid.defence.parry.release", one.id, note="the weapon is free already")
        return
    other = state.roster[lock.attacker]
    theirs = weapon_chance(table, other, weapon_of(other, lock.attacker_weapon))
    sn = table.roll("hybrid.oppose.definition", other.id, margin_shape(theirs.total), theirs)
    ours = weapon_chance(table, one, weapon_of(one, lock.defender_weapon))
    one.off_balance = 0  # hybrid.ruling.off-balance
    if sn > 0:
        ours.add(-sn, "hybrid.oppose.sn")
    made = table.roll("hybrid.defence.parry.release", one.id, pass_shape(ours.total), ours) == 0
    if made:
        state.binds.remove(lock)
    table.emit("hybrid.defence.parry.release", one.id, other.id, note="free" if made else "still bound")


def weapon_chance(table: Table, one: Fighter, weapon: Weapon) -> Tally:
    """A plain roll with a weapon's skill. hybrid.check.roll"""
    df = action_tally(table, one)
    df.add(one.pca, "hybrid.tohit.melee", "PCA")
    rank = rank_of(one, weapon.skill)
    if rank:
        df.add(rank, "hybrid.check.df-equation", f"rank in {weapon.skill}")
    chance = chance_of(table, df)
    if rank is None:
        take_share(chance, 1, 2, "hybrid.ruling.unranked", "unranked")
    return chance
