"""Close combat: grapple, overbear, throw; holds, how they grow and how they are broken."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.actions import BreakFree, Grapple, Improve, LetGo, Overbear, Throw
from starfray.rulebooks.hybrid.attack import (
    add_manner,
    attacker_tally,
    block_degree,
    block_dice,
    defended_chance,
    regain_balance,
    say_degree,
)
from starfray.rulebooks.hybrid.check import FAILURE, SUCCESS, roll_both, roll_margin
from starfray.rulebooks.hybrid.choosing import add_points, add_speed, start, time_of
from starfray.rulebooks.hybrid.defence import BLOCK, PARRY, ROLL, Defence, declare_defence, parried
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.injury import Hit, wound
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skills import Use, skill_chance
from starfray.rulebooks.hybrid.state import Fighter, Hold, Hybrid, UnderWay, Weapon, are_closed, fighter, grip

#: the hands as weapons; speeds in counts, damage in PSE
HANDS = {
    "grapple": Weapon(key="grapple", name="Grapple", speed=3, hands=0, natural=True, skill="hth-grapple"),
    "overbear": Weapon(key="overbear", name="Overbear", speed=3, hands=0, natural=True, times=1.0, skill="hth-overbear"),
    "throw": Weapon(key="throw", name="Throw", speed=5, hands=0, natural=True, times=2.0, skill="hth-throw"),
    "improve": Weapon(key="improve", name="Hold", speed=2, hands=0, natural=True, skill="hth-grapple"),
    "break-free": Weapon(key="break-free", name="Break free", speed=3, hands=0, natural=True, skill="hth-grapple"),
}
RULE = {
    "grapple": "hybrid.grapple.grapple", "overbear": "hybrid.grapple.overbear", "throw": "hybrid.grapple.throw",
    "improve": "hybrid.hold.improve", "break-free": "hybrid.hold.resist",
}  # fmt: skip
GRIP_DF = 5  # hybrid.grapple.bonus
THROW_DF = -5  # hybrid.grapple.throw
HOLD_MAX = 5  # times PST: hybrid.hold.max


def seize(state: Hybrid, table: Table, act: Grapple | Overbear | Throw) -> None:
    """Within arm's reach, with bare hands. hybrid.grapple.range, hybrid.close.unarmed-options"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    refuse_hands(state, one, target)
    if act.KIND == "grapple" and grip(state, one, target) is not None:
        raise Refused("hybrid.hold.improve", f"{one.id} has hold of {target.id} already", ["improve", "throw", "overbear"])
    lay_hands(state, table, one, target, act.KIND, act.points)


def refuse_hands(state: Hybrid, one: Fighter, target: Fighter) -> None:
    if target is one or target.fallen:
        raise Refused("hybrid.grapple.range", f"{target.id} cannot be seized", ["blow", "wait"])
    if not are_closed(state, one, target):
        raise Refused("hybrid.grapple.range", f"{target.id} is not within arm's reach", ["close"])
    if any(each.in_hand for each in one.weapons):
        raise Refused("hybrid.close.unarmed-options", f"{one.id}'s hands are full", ["discard"])


def improve(state: Hybrid, table: Table, act: Improve) -> None:
    """If holding is the sole aim, roll again. hybrid.hold.improve"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    if grip(state, one, target) is None:
        raise Refused("hybrid.hold.start", f"{one.id} has no hold of {target.id}", ["grapple"])
    lay_hands(state, table, one, target, act.KIND, act.points)


def break_free(state: Hybrid, table: Table, act: BreakFree) -> None:
    one, target = fighter(state, act.actor), fighter(state, act.target)
    if grip(state, target, one) is None:
        raise Refused("hybrid.hold.resist", f"{target.id} does not hold {one.id}", ["blow", "wait"])
    lay_hands(state, table, one, target, act.KIND, act.points)


def let_go(state: Hybrid, table: Table, act: LetGo) -> None:
    """At will, no time. hybrid.ruling.hold-effects"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    mine = grip(state, one, target)
    if mine is None:
        raise Refused("hybrid.ruling.hold-effects", f"{one.id} does not hold {target.id}", ["wait"])
    state.holds.remove(mine)
    table.emit("hybrid.ruling.hold-effects", one.id, target.id, note="lets go")


def lay_hands(state: Hybrid, table: Table, one: Fighter, target: Fighter, kind: str, points: int) -> None:
    time = table.tally()
    add_speed(state, time, one, HANDS[kind])
    add_points(time, one, points)
    one.speed_points -= points
    mine = UnderWay(actor=one.id, kind=kind, lands=state.count + time_of(time), target=target.id, weapon=kind)
    start(state, table, one, mine, time)


# --- landing ---------------------------------------------------------------------------------------------------


def hands_chance(state: Hybrid, table: Table, one: Fighter, target: Fighter, mine: UnderWay, defence: Defence | None) -> Tally:
    """A normal attack on PCA. hybrid.grapple.overbear"""
    df = attacker_tally(state, table, one, mine)
    df.add(one.pca, "hybrid.tohit.melee", "PCA")
    if mine.kind == "throw":
        df.add(THROW_DF, "hybrid.grapple.throw")
    if mine.kind != "grapple" and grip(state, one, target) is not None:
        df.add(GRIP_DF, "hybrid.grapple.bonus")
    add_manner(state, table, df, one, mine, target)
    use = Use(HANDS[mine.kind].skill, mine=mine, florentine=mine.florentine)
    if defence is None:
        return skill_chance(state, table, one, df, use)
    return defended_chance(state, table, one, target, HANDS[mine.kind], defence, df, use)


def lay_hold(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """A grapple, overbear or throw lands: defended like any attack. hybrid.grapple.grapple"""
    target = state.roster[mine.target]
    if target.fallen or not (are_closed(state, one, target) or mine.assured):
        table.emit("hybrid.ruling.timeline", one.id, target.id, note="nobody is there to be seized any more")
        regain_balance(state, table, one)
        return
    unseen = one.hidden
    if unseen:
        reveal(table, one)
    weapon = HANDS[mine.kind]
    defence = declare_defence(state, table, one, target, weapon, unseen)
    chance = hands_chance(state, table, one, target, mine, defence)
    regain_balance(state, table, one)
    sn, degree = roll_both(table, RULE[mine.kind], one.id, chance)
    if sn >= 0 and defence.kind == PARRY and parried(state, table, one, weapon, target, defence, sn):
        return
    matters = sn if mine.kind == "grapple" else degree
    table.same("hybrid.ruling.dice-order", (matters, defence.figures()))
    say_degree(table, one, target.id, degree)
    if degree > SUCCESS:
        return
    if mine.kind == "grapple":
        if one.able:  # who went down on the same count holds nobody
            take_hold(state, table, one, target, sn)
        return
    blocked = block_degree(state, table, one, target, defence, weapon) if defence.kind == BLOCK else FAILURE
    stopped = block_dice(table, target, defence, blocked)
    table.same("hybrid.ruling.dice-order", (degree, stopped, defence.figures()))
    wound(state, table, target, Hit(one, weapon, degree, stopped=stopped, rolling=defence.kind == ROLL, floors=True))


def take_hold(state: Hybrid, table: Table, one: Fighter, target: Fighter, sn: int) -> None:
    """The strength of a hold is the SN of the grapple, at most 5 x PST. hybrid.hold.start"""
    most = HOLD_MAX * one.stats.pst
    strength = min(sn, most)
    state.holds.append(Hold(holder=one.id, held=target.id, strength=strength))
    if strength:
        pin(state, table, target)
    table.emit("hybrid.hold.start", one.id, target.id, strength)
    if sn > most:
        table.emit("hybrid.hold.max", one.id, target.id, most)


def pin(state: Hybrid, table: Table, target: Fighter) -> None:
    """A held fighter neither evades nor moves. hybrid.ruling.hold-effects"""
    target.evading = False
    set_pace(state, table, target, "none")


def tighten(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Half of each further SN is added; the victim's normal defence does not count. hybrid.hold.improve"""
    target = state.roster[mine.target]
    hold = grip(state, one, target)
    if hold is None:
        regain_balance(state, table, one)
        table.emit("hybrid.hold.improve", one.id, target.id, note="the hold is gone")
        return
    chance = hands_chance(state, table, one, target, mine, None)
    regain_balance(state, table, one)
    sn = roll_margin(table, "hybrid.hold.improve", one.id, chance)
    if sn < 0:
        table.emit("hybrid.hold.improve", one.id, target.id, hold.strength, "no better")
        return
    most = HOLD_MAX * one.stats.pst
    if hold.strength + sn // 2 > most:
        table.emit("hybrid.hold.max", one.id, target.id, most)
    hold.strength = min(most, hold.strength + sn // 2)
    pin(state, table, target)
    table.emit("hybrid.hold.improve", one.id, target.id, hold.strength, "tighter")


def wear_down(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """The SN of the held one's grapple roll comes off the strength; at 0 the hold is broken. hybrid.hold.resist"""
    target = state.roster[mine.target]
    hold = grip(state, target, one)
    if hold is None:
        regain_balance(state, table, one)
        table.emit("hybrid.hold.resist", one.id, target.id, note="free already")
        return
    chance = hands_chance(state, table, one, target, mine, None)
    regain_balance(state, table, one)
    sn = roll_margin(table, "hybrid.hold.resist", one.id, chance)
    hold.strength = max(0, hold.strength - max(0, sn))
    if hold.strength == 0 and sn >= 0:
        state.holds.remove(hold)
    table.emit("hybrid.hold.resist", one.id, target.id, hold.strength, "broken" if hold not in state.holds else "still held")
