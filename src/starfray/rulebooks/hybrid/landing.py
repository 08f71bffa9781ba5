"""What lands on its count: a blow, closing in, a weapon drawn or freed, getting up."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.actions import Land
from starfray.rulebooks.hybrid.attack import strike
from starfray.rulebooks.hybrid.check import chance_of, margin_shape, pass_shape, take_share
from starfray.rulebooks.hybrid.closing import close_in
from starfray.rulebooks.hybrid.figures import action_tally, agility, rank_of
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, action_of, weapon_of
from starfray.rulebooks.hybrid.turn import reach


def land(state: Hybrid, table: Table, act: Land) -> None:
    """An action takes effect on its count; afterwards its owner rolls initiative. hybrid.action.resolve"""
    one = state.roster[act.who]
    mine = action_of(state, one.id)
    assert mine is not None
    reach(state, mine.lands)
    assure_simultaneous(state, table, one, mine)
    if mine.kind == "close":
        one.landed = close_in(state, table, one, mine)
        return
    state.under_way.remove(mine)
    one.landed = True
    if mine.kind == "blow":
        strike(state, table, one, mine)
    elif mine.kind == "rise":
        one.prone = False
        one.off_balance = 0
        table.emit("hybrid.defence.prone.rise", one.id, note="is up again")
    elif mine.kind in ("dodge", "drop"):
        one.off_balance = 0
        one.prone = mine.kind == "drop" or not recovers(table, one, mine.nimble)
        table.emit("hybrid.defence.dodge.fall", one.id, note="lies prone" if one.prone else "comes up standing")
    elif mine.kind == "draw":
        one.off_balance = 0
        weapon_of(one, mine.weapon).in_hand = True
        table.emit("hybrid.draw.time", one.id, note=mine.weapon)
    else:
        free_weapon(state, table, one, mine)


def recovers(table: Table, one: Fighter, nimble: bool) -> bool:
    """Somebody ranked in Dodge or Acrobatics may roll to end a dodge on his feet. hybrid.defence.dodge.recover"""
    ranks = [one.skills[name] for name in ("dodge", "acrobatics") if name in one.skills]
    if not ranks:
        return False
    df = action_tally(table, one)
    df.add(agility(one), "hybrid.defence.dodge.recover", "PAG")
    df.add(max(ranks), "hybrid.check.df-equation", "rank")
    if nimble:
        df.add(3, "hybrid.defence.evade.dodge")
    chance = chance_of(table, df)
    return table.roll("hybrid.defence.dodge.recover", one.id, pass_shape(chance.total), chance) == 0


def assure_simultaneous(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Of landings that tie on Speed and PAG none is altered by another. hybrid.ruling.initiative-ties"""
    for other in state.under_way:
        owner = state.roster[other.actor]
        tied = (owner.speed, agility(owner)) == (one.speed, agility(one))
        if other is not mine and other.lands == mine.lands and other.kind == "blow" and tied and not other.assured:
            other.assured = True
            other.assured_df = action_tally(table, owner).total
            table.emit("hybrid.ruling.initiative-ties", one.id, owner.id, mine.lands)


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
