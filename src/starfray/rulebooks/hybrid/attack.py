"""An attack that lands, in the order of the book's dice: unlock, attack, parry or block, what it does."""

from __future__ import annotations

from starfray.engine.rules import Table, Tally, total
from starfray.rulebooks.hybrid.attack_options import holds_off, out_of_range
from starfray.rulebooks.hybrid.defence import (
    BLOCK,
    PARRY,
    ROLL,
    Defence,
    add_stance,
    advanced_by_bind,
    declare_defence,
    lift_filters,
    parried,
    phase,
    ward_chance,
)
from starfray.rulebooks.hybrid.derived import action_tally, add_basis, strength_halves
from starfray.rulebooks.hybrid.injury import UNPRINTED, Hit, bare_place, called_df, take_damage
from starfray.rulebooks.hybrid.moves import manner_of, manner_rule
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skill_check import DEGREES, EFFECT_QUARTERS, FAILURE, SUCCESS, roll_both, roll_degree
from starfray.rulebooks.hybrid.skills import THROWS_ANYTHING, Use, rank_with, skill_chance, unlock
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, action_of, weapon_of

#: hybrid.ruling.weapon-as-club
CLUB = Weapon(key="club", name="Club", type="crushing", dice=1, sides=6)
CLUB_DF = -2
FEINT_DF = -6  # hybrid.attack.feint.roll
PAIR_RULES = {
    "physical-physical": "hybrid.mod.florentine.physical-physical",
    "mental-mental": "hybrid.mod.florentine.mental-mental",
    "mental-physical": "hybrid.mod.florentine.mental-physical",
}


def strike(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """Defence declared, attack, parry or block, location, damage, what follows. hybrid.ruling.dice-order"""
    target, weapon = state.roster[under_way.target], weapon_of(actor, under_way.weapon)
    if target.fallen or out_of_range(state, actor, target, weapon, under_way.lob) or holds_off(state, actor, target, weapon):
        table.emit("hybrid.ruling.timeline", actor.id, target.id, note="nobody is there to be hit any more")
        regain_balance(state, table, actor)
        return
    unseen = reveal(table, actor)
    defence = declare_defence(state, table, actor, target, weapon, unseen)
    lifted = unlock(state, table, actor, rank_with(actor, weapon)) if under_way.unlock else []
    chance = attack_chance(state, table, actor, under_way, weapon, target, defence, lifted)
    regain_balance(state, table, actor)
    degree = try_to_hit(state, table, actor, target, weapon, defence, chance)
    if degree > SUCCESS:
        return
    blocked = block_degree(state, table, actor, target, defence, weapon) if defence.kind == BLOCK else FAILURE
    stopped = block_dice(table, target, defence, blocked)
    table.merge("hybrid.ruling.dice-order", (degree, stopped, defence.figures()))
    struck_with = CLUB if under_way.club else weapon
    hit = Hit(actor, struck_with, degree, stopped=stopped, rolling=defence.kind == ROLL, at=under_way.at, how=under_way.how)
    take_damage(state, table, target, hit)


def regain_balance(state: Hybrid, table: Table, actor: Fighter) -> None:
    """This was the action it lasted for; of a pair both halves are. hybrid.ruling.off-balance"""
    if actor.off_balance and not any(under_way.actor == actor.id and under_way.pair for under_way in state.under_way):
        actor.off_balance = 0
        table.emit("hybrid.ruling.off-balance", actor.id)


def try_to_hit(
    state: Hybrid, table: Table, actor: Fighter, target: Fighter, weapon: Weapon, defence: Defence, chance: Tally
) -> int:
    """The attack die and a declared parry; the degree of what gets through, a failure if nothing does."""
    if defence.kind == PARRY:
        sn, degree = roll_both(table, "hybrid.tohit.chance", actor.id, chance)
        if sn >= 0 and parried(state, table, actor, weapon, target, defence, sn):
            return FAILURE
    else:
        degree = roll_degree(table, "hybrid.tohit.chance", actor.id, chance)
    table.merge("hybrid.ruling.dice-order", (degree, defence.figures()))
    say_degree(table, actor, target.id, degree)
    return degree


def say_degree(table: Table, actor: Fighter, whom: str, degree: int) -> None:
    table.emit("hybrid.check.degree.effect", actor.id, whom, 25 * EFFECT_QUARTERS[degree], DEGREES[degree])
    if EFFECT_QUARTERS[degree] < 0:  # a bad failure deals nothing; its figure is for the scenario
        table.emit("hybrid.ruling.negative-effect", actor.id, whom, 25 * EFFECT_QUARTERS[degree])


def attack_chance(
    state: Hybrid,
    table: Table,
    actor: Fighter,
    under_way: UnderWay,
    weapon: Weapon,
    target: Fighter,
    defence: Defence,
    lifted: list[str],
) -> Tally:
    """hybrid.tohit.chance: the weapon's success chance, then what the target's defence takes off it."""
    mental = weapon.way == "mental"
    df = attacker_tally(state, table, actor, under_way, mental)
    add_basis(df, actor, weapon)
    add_manner(state, table, df, actor, under_way, target)
    general = THROWS_ANYTHING if weapon.way == "thrown" else ""
    tasks = (under_way.how or under_way.kind, under_way.kind)
    use = Use(
        weapon.skill,
        ("called-shot", *tasks) if under_way.at else tasks,
        weapon=weapon,
        under_way=under_way,
        mental=mental,
        lifted=lifted,
        general=general,
        florentine=under_way.florentine or bool(under_way.pair),
    )
    return defended_chance(state, table, actor, target, weapon, defence, df, use)


def attacker_tally(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay, mental: bool = False) -> Tally:
    """The attacker's own modifiers; those of before, where a landing on the same count alters nothing any more."""
    if not under_way.assured:
        return action_tally(state, table, actor, mental)
    df = table.tally()
    df.add(under_way.assured_df, "hybrid.ruling.initiative-ties")
    return df


def defended_chance(
    state: Hybrid, table: Table, actor: Fighter, target: Fighter, weapon: Weapon, defence: Defence, df: Tally, use: Use
) -> Tally:
    """The target's defence comes off the chance in percentage points, or off the DF. hybrid.ruling.defence-units"""
    mental = weapon.way == "mental"
    bare = undefended(target, defence)
    if bare:
        table.cite(bare)
    if state.ruling("defence-units") == "df":
        table.cite("hybrid.ruling.defence-units")
        if not bare:
            add_defence(state, df, target, defence, weapon)
        add_all_out(df, actor, mental)
        return skill_chance(state, table, actor, df, use)
    chance = skill_chance(state, table, actor, df, use)
    if not bare:
        add_defence(state, chance, target, defence, weapon)
    add_all_out(chance, actor, mental)
    return chance


def undefended(target: Fighter, defence: Defence) -> str:
    """The rule by which a target has no defence at all; '' if it has one."""
    if defence.bare:
        return defence.bare
    if not target.aware or not target.able:
        return "hybrid.ruling.aware"
    return "hybrid.attack.all-out" if "all-out" in target.stance else ""


def add_beside(df: Tally, under_way: UnderWay) -> None:
    """Two things at once: a pair that was chosen, or an action whose owner has parried or blocked meanwhile."""
    if under_way.pair:
        df.add(under_way.pair_df, PAIR_RULES[under_way.pair])
    elif under_way.florentine and under_way.kind == "mind":
        df.add(-4, "hybrid.mod.florentine.mental-physical")
    elif under_way.florentine:
        df.add(-4, "hybrid.mod.florentine.physical-physical")


def add_manner(state: Hybrid, table: Table, df: Tally, actor: Fighter, under_way: UnderWay, target: Fighter) -> None:
    """What the way of attacking adds or costs."""
    add_beside(df, under_way)
    if under_way.at:
        rule = "hybrid.ruling.called-location" if bare_place(under_way.at) in UNPRINTED else "hybrid.attack.called"
        df.add(called_df(under_way.at), rule, under_way.at.replace("-", " "))
    if under_way.how == "jump" and state.ruling("jump") == "-3":
        df.add(-3, "hybrid.ruling.jump")
    elif under_way.how:
        manner = manner_of(table, actor, under_way.how)
        df.add(manner.df, manner_rule(under_way.how), manner.name or manner.key)
    if under_way.lob:
        df.add(-2, "hybrid.attack.indirect")
    if under_way.club:
        df.add(CLUB_DF, "hybrid.ruling.weapon-as-club")
    add_pressing(state, df, actor, target)


def add_pressing(state: Hybrid, df: Tally, actor: Fighter, target: Fighter | None = None) -> None:
    """What a stance does to an offensive action. hybrid.ruling.stance-duration"""
    if "retreat" in actor.stance:
        df.add(-6, "hybrid.defence.retreat")
    if "advance" in actor.stance or (target is not None and advanced_by_bind(state, actor, target)):
        df.add(4, "hybrid.attack.advance")


def add_all_out(tally: Tally, actor: Fighter, mental: bool) -> None:
    if "all-out" in actor.stance:
        tally.add(actor.mdf if mental else actor.pdf, "hybrid.attack.all-out", "own MDF" if mental else "own PDF")


def add_defence(state: Hybrid, tally: Tally, target: Fighter, defence: Defence, weapon: Weapon) -> None:
    """The highest multiplier counts, prone replaces all of them. hybrid.ruling.defence-multiplier"""
    if weapon.type == "mental":
        times = 2 if target.mind_evading else 1
        tally.add(-times * target.mdf, "hybrid.defence.evade" if times == 2 else "hybrid.defence.normal", f"{times} x MDF")
    elif target.prone:
        tally.add(-(target.pdf // 2), "hybrid.defence.prone.down", "half PDF")
    elif phase(state, target):
        times = phase(state, target)
        under_way = action_of(state, target.id)
        dropping = under_way is not None and under_way.kind == "drop"
        rule = "hybrid.defence.prone.drop" if dropping else "hybrid.defence.dodge.phases"
        tally.add(-times * target.pdf, rule, f"{times} x PDF")
    elif defence.kind == "crouch":
        tally.add(-2 * target.pdf, "hybrid.defence.crouch", "2 x PDF")
    elif target.evading:
        tally.add(-2 * target.pdf, "hybrid.defence.evade", "2 x PDF")
    else:
        tally.add(-target.pdf, "hybrid.defence.normal", "PDF")


def block_degree(state: Hybrid, table: Table, actor: Fighter, target: Fighter, defence: Defence, weapon: Weapon) -> int:
    """Not opposed. hybrid.ruling.block"""
    lift_filters(state, table, target, defence)
    chance = ward_chance(state, table, target, defence, actor, weapon)
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
def on_thing(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """A mental action on a thing is based on FCS and meets no defence. hybrid.tohit.mental-object"""
    weapon = weapon_of(actor, under_way.weapon)
    df = action_tally(state, table, actor, True)
    df.add(actor.fcs, "hybrid.tohit.mental-object", "FCS")
    add_beside(df, under_way)
    use = Use(weapon.skill, (under_way.kind,), weapon=weapon, under_way=under_way, mental=True)
    chance = skill_chance(state, table, actor, df, use)
    regain_balance(state, table, actor)
    say_degree(table, actor, "", roll_degree(table, "hybrid.tohit.mental-object", actor.id, chance))


def on_everybody(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """Each entity in range, in roster order, the whole attack one after the other."""
    weapon = weapon_of(actor, under_way.weapon)
    for place, target in enumerate(list(state.roster.values())):
        if target is actor or target.fallen or out_of_range(state, actor, target, weapon):
            continue
        balance = actor.off_balance
        under_way.target = target.id
        table.enter((place, balance))
        strike(state, table, actor, under_way)
        table.leave()
        actor.off_balance = balance  # one action, however many it strikes
        table.merge("hybrid.tohit.mental-entity", (place, balance))
        if not actor.able:
            break
    under_way.target = ""
    regain_balance(state, table, actor)


def plain_chance(
    state: Hybrid,
    table: Table,
    actor: Fighter,
    weapon: Weapon,
    under_way: UnderWay | None = None,
    against: Fighter | None = None,
) -> Tally:
    """A roll with a weapon's skill that is no attack, so no defence is taken off it; `against`: it is a defence itself."""
    df = action_tally(state, table, actor, weapon.way == "mental")
    add_basis(df, actor, weapon)
    if under_way is not None:
        add_beside(df, under_way)
    if under_way is not None and under_way.kind == "feint":
        df.add(FEINT_DF, "hybrid.attack.feint.roll")
        add_pressing(state, df, actor)
    if against is not None:
        add_stance(state, df, actor, against)
    lifted = unlock(state, table, actor, rank_with(actor, weapon)) if under_way is not None and under_way.unlock else []
    task = under_way.kind if under_way is not None else "keep-hold"
    use = Use(weapon.skill, (task,), weapon=weapon, under_way=under_way, mental=weapon.way == "mental", lifted=lifted)
    return skill_chance(state, table, actor, df, use)
