"""An attack that lands, in the order of the book's dice: unlock, attack, parry or block, what it does."""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.scene import known_distance
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.check import (
    DEGREES,
    EFFECT_QUARTERS,
    FAILURE,
    SUCCESS,
    roll_both,
    roll_degree,
)  # fmt: skip
from starfray.rulebooks.hybrid.choosing import holds_off
from starfray.rulebooks.hybrid.defence import (
    BLOCK,
    PARRY,
    ROLL,
    Defence,
    advanced_by_bind,
    declare_defence,
    parried,
    phase,
    ward_chance,
)
from starfray.rulebooks.hybrid.figures import action_tally, basis, range_of, strength_halves
from starfray.rulebooks.hybrid.injury import UNPRINTED, Hit, bare_place, called_df, wound
from starfray.rulebooks.hybrid.moves import manner_of, manner_rule
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skills import THROWS_ANYTHING, Use, skill_chance, unlock
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, action_of, weapon_of

#: hybrid.ruling.weapon-as-club
CLUB = Weapon(key="club", name="Club", type="crushing", dice=1, sides=6)
FEINT_DF = -6  # hybrid.attack.feint.roll
PAIR_RULES = {
    "physical-physical": "hybrid.mod.florentine.physical-physical",
    "mental-mental": "hybrid.mod.florentine.mental-mental",
    "mental-physical": "hybrid.mod.florentine.mental-physical",
}


def strike(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Defence declared, attack, parry or block, location, damage, what follows. hybrid.ruling.dice-order"""
    target, weapon = state.roster[mine.target], weapon_of(one, mine.weapon)
    if target.fallen or out_of_range(state, one, target, weapon, mine.lob) or holds_off(state, one, target, weapon):
        table.emit("hybrid.ruling.timeline", one.id, target.id, note="nobody is there to be hit any more")
        regain_balance(state, table, one)
        return
    unseen = one.hidden
    if unseen:
        reveal(table, one)
    defence = declare_defence(state, table, one, target, weapon, unseen)
    lifted = unlock(state, table, one, weapon) if mine.unlock else []
    chance = attack_chance(state, table, one, mine, weapon, target, defence, lifted)
    regain_balance(state, table, one)
    degree = try_to_hit(state, table, one, target, weapon, defence, chance)
    if degree > SUCCESS:
        return
    blocked = block_degree(state, table, one, target, defence, weapon) if defence.kind == BLOCK else FAILURE
    stopped = block_dice(table, target, defence, blocked)
    table.same("hybrid.ruling.dice-order", (degree, stopped, defence.figures()))
    struck_with = CLUB if mine.club else weapon
    hit = Hit(one, struck_with, degree, stopped=stopped, rolling=defence.kind == ROLL, at=mine.at, how=mine.how)
    wound(state, table, target, hit)


def out_of_range(state: Hybrid, one: Fighter, target: Fighter, weapon: Weapon, lob: bool = False) -> bool:
    """Without a map or distances everybody is within a step of everybody else."""
    gap = known_distance(state, one, target)
    if gap is None:
        return False
    if weapon.way == "melee":
        return gap > weapon.reach + 1.5  # an arm and a step
    return gap > range_of(one, weapon, lob)


def regain_balance(state: Hybrid, table: Table, one: Fighter) -> None:
    """This was the action it lasted for; of a pair both halves are. hybrid.ruling.off-balance"""
    if one.off_balance and not any(each.actor == one.id and each.pair for each in state.under_way):
        one.off_balance = 0
        table.emit("hybrid.ruling.off-balance", one.id)


def try_to_hit(
    state: Hybrid, table: Table, one: Fighter, target: Fighter, weapon: Weapon, defence: Defence, chance: Tally
) -> int:
    """The attack die and a declared parry; the degree of what gets through, a failure if nothing does."""
    if defence.kind == PARRY:
        sn, degree = roll_both(table, "hybrid.tohit.chance", one.id, chance)
        if sn >= 0 and parried(state, table, one, weapon, target, defence, sn):
            return FAILURE
    else:
        degree = roll_degree(table, "hybrid.tohit.chance", one.id, chance)
    table.same("hybrid.ruling.dice-order", (degree, defence.figures()))
    say_degree(table, one, target.id, degree)
    return degree


def say_degree(table: Table, one: Fighter, whom: str, degree: int) -> None:
    table.emit("hybrid.check.degree.effect", one.id, whom, 25 * EFFECT_QUARTERS[degree], DEGREES[degree])
    if EFFECT_QUARTERS[degree] < 0:  # a bad failure deals nothing; its figure is for the scenario
        table.emit("hybrid.ruling.negative-effect", one.id, whom, 25 * EFFECT_QUARTERS[degree])


def attack_chance(
    state: Hybrid,
    table: Table,
    one: Fighter,
    mine: UnderWay,
    weapon: Weapon,
    target: Fighter,
    defence: Defence,
    lifted: list[str],
) -> Tally:
    """hybrid.tohit.chance: the weapon's success chance, then what the target's defence takes off it."""
    mental = weapon.way == "mental"
    df = attacker_tally(state, table, one, mine, mental)
    stat, rule, name = basis(one, weapon)
    df.add(stat, rule, name)
    add_manner(state, table, df, one, mine, target)
    general = THROWS_ANYTHING if weapon.way == "thrown" else ""
    use = Use(
        weapon.skill,
        "called-shot" if mine.at else "",
        weapon=weapon,
        mine=mine,
        mental=mental,
        lifted=lifted,
        general=general,
        florentine=mine.florentine or bool(mine.pair),
    )
    return defended_chance(state, table, one, target, weapon, defence, df, use)


def attacker_tally(state: Hybrid, table: Table, one: Fighter, mine: UnderWay, mental: bool = False) -> Tally:
    """The attacker's own modifiers; those of before, where a landing on the same count alters nothing any more."""
    if not mine.assured:
        return action_tally(state, table, one, mental)
    df = table.tally()
    df.add(mine.assured_df, "hybrid.ruling.initiative-ties")
    return df


def defended_chance(
    state: Hybrid, table: Table, one: Fighter, target: Fighter, weapon: Weapon, defence: Defence, df: Tally, use: Use
) -> Tally:
    """The target's defence comes off the chance in percentage points, or off the DF. hybrid.ruling.defence-units"""
    mental = weapon.way == "mental"
    if state.rulings.get("defence-units") == "df":
        table.emit("hybrid.ruling.defence-units", one.id, target.id)
        add_defence(state, df, target, defence, weapon)
        add_all_out(df, one, mental)
        return skill_chance(state, table, one, df, use)
    chance = skill_chance(state, table, one, df, use)
    add_defence(state, chance, target, defence, weapon)
    add_all_out(chance, one, mental)
    return chance


def add_beside(df: Tally, mine: UnderWay) -> None:
    """Two things at once: a pair that was chosen, or an action whose owner has parried or blocked meanwhile."""
    if mine.pair:
        df.add(mine.pair_df, PAIR_RULES[mine.pair])
    elif mine.florentine and mine.kind == "mind":
        df.add(-4, "hybrid.mod.florentine.mental-physical")
    elif mine.florentine:
        df.add(-4, "hybrid.mod.florentine.physical-physical")


def add_manner(state: Hybrid, table: Table, df: Tally, one: Fighter, mine: UnderWay, target: Fighter) -> None:
    """What the way of attacking adds or costs."""
    add_beside(df, mine)
    if mine.at:
        rule = "hybrid.ruling.called-location" if bare_place(mine.at) in UNPRINTED else "hybrid.attack.called"
        df.add(called_df(mine.at), rule, mine.at.replace("-", " "))
    if mine.how == "jump" and state.rulings.get("jump") == "-3":
        df.add(-3, "hybrid.ruling.jump")
    elif mine.how:
        manner = manner_of(table, one, mine.how)
        df.add(manner.df, manner_rule(mine.how), manner.name or manner.key)
    if mine.lob:
        df.add(-2, "hybrid.attack.indirect")
    if mine.club:
        df.add(-2, "hybrid.ruling.weapon-as-club")
    if "retreat" in one.stance:
        df.add(-6, "hybrid.defence.retreat")
    if "advance" in one.stance or advanced_by_bind(state, one, target):
        df.add(4, "hybrid.attack.advance")


def add_all_out(tally: Tally, one: Fighter, mental: bool) -> None:
    if "all-out" in one.stance:
        tally.add(one.mdf if mental else one.pdf, "hybrid.attack.all-out", "own MDF" if mental else "own PDF")


def add_defence(state: Hybrid, tally: Tally, target: Fighter, defence: Defence, weapon: Weapon) -> None:
    """The highest multiplier counts, prone replaces all of them. hybrid.ruling.defence-multiplier"""
    if defence.bare:
        tally.add(0, defence.bare, "no defence")
    elif not target.aware or not target.able:
        tally.add(0, "hybrid.ruling.aware", "no defence")
    elif "all-out" in target.stance:
        tally.add(0, "hybrid.attack.all-out", "no defence")
    elif weapon.type == "mental":
        times = 2 if target.mind_evading else 1
        tally.add(-times * target.mdf, "hybrid.defence.evade" if times == 2 else "hybrid.defence.normal", f"{times} x MDF")
    elif target.prone:
        tally.add(-(target.pdf // 2), "hybrid.defence.prone.down", "half PDF")
    elif phase(state, target):
        times = phase(state, target)
        mine = action_of(state, target.id)
        dropping = mine is not None and mine.kind == "drop"
        rule = "hybrid.defence.prone.drop" if dropping else "hybrid.defence.dodge.phases"
        tally.add(-times * target.pdf, rule, f"{times} x PDF")
    elif defence.kind == "crouch":
        tally.add(-2 * target.pdf, "hybrid.defence.crouch", "2 x PDF")
    elif target.evading:
        tally.add(-2 * target.pdf, "hybrid.defence.evade", "2 x PDF")
    else:
        tally.add(-target.pdf, "hybrid.defence.normal", "PDF")


def block_degree(state: Hybrid, table: Table, one: Fighter, target: Fighter, defence: Defence, weapon: Weapon) -> int:
    """Not opposed. hybrid.ruling.block"""
    chance = ward_chance(state, table, target, defence, one, weapon)
    return roll_degree(table, "hybrid.defence.block", target.id, chance)


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


# --- mind over matter, and over everybody ----------------------------------------------------------------------


def on_thing(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """A mental action on a thing is based on FCS and meets no defence. hybrid.tohit.mental-object"""
    weapon = weapon_of(one, mine.weapon)
    df = action_tally(state, table, one, True)
    df.add(one.fcs, "hybrid.tohit.mental-object", "FCS")
    add_beside(df, mine)
    chance = skill_chance(state, table, one, df, Use(weapon.skill, weapon=weapon, mine=mine, mental=True))
    regain_balance(state, table, one)
    say_degree(table, one, "", roll_degree(table, "hybrid.tohit.mental-object", one.id, chance))


def on_everybody(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Each entity in range, in roster order, the whole attack one after the other."""
    weapon = weapon_of(one, mine.weapon)
    for place, target in enumerate(list(state.roster.values())):
        if target is one or target.fallen or out_of_range(state, one, target, weapon):
            continue
        balance = one.off_balance
        mine.target = target.id
        table.remember((place, balance))
        strike(state, table, one, mine)
        table.forget()
        one.off_balance = balance  # one action, however many it strikes
        table.same("hybrid.tohit.mental-entity", (place, balance))
        if not one.able:
            break
    mine.target = ""
    regain_balance(state, table, one)


def plain_chance(state: Hybrid, table: Table, one: Fighter, weapon: Weapon, mine: UnderWay | None = None) -> Tally:
    """A roll with a weapon's skill that is no attack: no defence is taken off it. hybrid.check.roll"""
    df = action_tally(state, table, one, weapon.way == "mental")
    stat, rule, name = basis(one, weapon)
    df.add(stat, rule, name)
    if mine is not None:
        add_beside(df, mine)
    if mine is not None and mine.kind == "feint":
        df.add(FEINT_DF, "hybrid.attack.feint.roll")
    return skill_chance(state, table, one, df, Use(weapon.skill, weapon=weapon, mental=weapon.way == "mental"))
