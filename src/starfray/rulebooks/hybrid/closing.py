"""Closing in on a longer weapon, and the fend that resists it."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.hybrid.attack import block_degree, block_dice, defended_chance, regain_balance, try_to_hit
from starfray.rulebooks.hybrid.check import FAILURE, SUCCESS
from starfray.rulebooks.hybrid.defence import (
    BLOCK,
    ROLL,
    advanced_by_bind,
    can_answer,
    can_retreat,
    declare_defence,
    give_ground,
    in_time,
    spend,
)  # fmt: skip
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.figures import action_tally, half_speed
from starfray.rulebooks.hybrid.injury import Hit, wound
from starfray.rulebooks.hybrid.manoeuvres import too_far
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skills import Use, skill_chance
from starfray.rulebooks.hybrid.state import (
    Closed,
    Fighter,
    Hybrid,
    UnderWay,
    Weapon,
    action_of,
    are_closed,
    bound,
    in_melee,
    weapon_of,
)  # fmt: skip

RETREAT_DF = 6  # hybrid.close.fend.retreat


def close_in(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> bool:
    """No roll, unless the other fends. The closer counts as acting meanwhile. Was the action carried through?"""
    target = state.roster[mine.target]
    if too_far(state, one, target):
        state.under_way.remove(mine)
        regain_balance(state, table, one)
        table.emit("hybrid.ruling.timeline", one.id, target.id, note="nobody is there to be closed with any more")
        return True
    unseen = one.hidden
    if unseen:  # nobody fends off what nobody sees coming
        reveal(table, one)
    fooled = target.id in one.fooled  # hybrid.ruling.feint
    held_off = not unseen and not fooled and target.able and fended(state, table, one, target)
    carried = action_of(state, one.id) is mine  # rolling with the blow loses the action
    if carried:
        state.under_way.remove(mine)
    regain_balance(state, table, one)
    if carried and not held_off and one.able and not one.prone and not target.fallen:
        if not are_closed(state, one, target):  # they may have gone for each other
            state.closed.append(Closed(one=one.id, other=target.id))
        set_pace(state, table, one, "none")
        set_pace(state, table, target, "none")
        if one.at is not None and target.at is not None:
            one.at = target.at
        table.emit("hybrid.ruling.closing", one.id, target.id)
    return carried


def fended(state: Hybrid, table: Table, closer: Fighter, target: Fighter) -> bool:
    """A defender with a usable initiative may fend; does it keep the closer away? hybrid.close.fend.allowed"""
    options: list[Option] = []
    facts: dict[str, int] = {}
    for weapon in in_melee(target):
        if can_fend(state, target, weapon):
            for way, df in (("fend", 0), ("retreat", RETREAT_DF)):
                if df and not can_retreat(state, target):
                    continue
                key = f"{way}-{weapon.key}"
                sum_of = fend_df(state, table, target, closer, df)
                chance = skill_chance(state, table, target, sum_of, Use(weapon.skill, weapon=weapon))
                rule = "hybrid.close.fend.retreat" if df else "hybrid.close.fend.roll"
                options.append(Option(key, rule=rule, note=f"{half_speed(weapon)} counts", tally=chance))
                facts[key] = chance.total
    if not options:
        return False
    options.append(Option("no", "let it happen"))
    pick = table.choose("hybrid.close.fend.allowed", target.id, options, f"{closer.id} is closing in.", facts=facts)
    if pick == "no":
        return False
    way, _, key = pick.partition("-")
    return fend(state, table, closer, target, weapon_of(target, key), way == "retreat")


def can_fend(state: Hybrid, target: Fighter, weapon: Weapon) -> bool:
    free = action_of(state, target.id) is None and not weapon.shield and not bound(state, target, weapon)
    return free and can_answer(state, target) and in_time(state, target, half_speed(weapon))


def fend_df(state: Hybrid, table: Table, one: Fighter, closer: Fighter, retreating: int) -> Tally:
    """A defensive action: a stance that is in force counts. hybrid.defence.retreat, hybrid.attack.advance"""
    df = action_tally(state, table, one)
    df.add(one.pca, "hybrid.tohit.melee", "PCA")
    if retreating:
        df.add(retreating, "hybrid.close.fend.retreat")
    elif "retreat" in one.stance:
        df.add(RETREAT_DF, "hybrid.defence.retreat")
    if "advance" in one.stance or advanced_by_bind(state, one, closer):
        df.add(-4, "hybrid.attack.advance")
    return df


def fend(state: Hybrid, table: Table, closer: Fighter, target: Fighter, weapon: Weapon, retreating: bool) -> bool:
    """An attack like any other: defended against, then heeded or ignored. hybrid.close.fend.roll, hybrid.ruling.fend-effect"""
    spend(state, table, target, half_speed(weapon), "hybrid.close.fend.time")
    if retreating:  # whether it keeps the closer away or not
        give_ground(state, table, target, closer, answering=True)
    defence = declare_defence(state, table, target, closer, weapon)
    df = fend_df(state, table, target, closer, RETREAT_DF if retreating else 0)
    chance = defended_chance(state, table, target, closer, weapon, defence, df, Use(weapon.skill, weapon=weapon))
    table.remember((weapon.key, retreating))
    degree = try_to_hit(state, table, target, closer, weapon, defence, chance)
    table.forget()
    if degree > SUCCESS:
        return False
    blocked = block_degree(state, table, target, closer, defence, weapon) if defence.kind == BLOCK else FAILURE
    options = [Option("ignore", rule="hybrid.close.fend.ignored"), Option("heed", rule="hybrid.ruling.fend-effect")]
    prompt = f"{target.id}'s {weapon.name or weapon.key} is in the way."
    if table.choose("hybrid.close.fend.ignored", closer.id, options, prompt, facts={"pft": closer.pft}) == "heed":
        table.emit("hybrid.ruling.fend-effect", closer.id, target.id)
        return True
    stopped = block_dice(table, closer, defence, blocked)
    table.same("hybrid.ruling.dice-order", (degree, stopped, defence.figures(), weapon.key))
    table.remember(weapon.key)
    wound(state, table, closer, Hit(target, weapon, degree, stopped=stopped, rolling=defence.kind == ROLL))
    table.forget()
    return False
