"""What lands on its count: an attack, closing in, a weapon drawn or freed, getting up, a look, a task."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import Land
from starfray.rulebooks.hybrid.attack import on_everybody, on_thing, plain_chance, regain_balance, strike
from starfray.rulebooks.hybrid.blast import explode
from starfray.rulebooks.hybrid.check import chance_of, passed, roll_margin
from starfray.rulebooks.hybrid.clock import tick
from starfray.rulebooks.hybrid.closing import close_in
from starfray.rulebooks.hybrid.figures import action_tally, agility, speed_now
from starfray.rulebooks.hybrid.grapple import lay_hold, tighten, wear_down
from starfray.rulebooks.hybrid.injury import fall
from starfray.rulebooks.hybrid.perceiving import conceal, see
from starfray.rulebooks.hybrid.skills import add_trained
from starfray.rulebooks.hybrid.state import ATTACKS, Fighter, Hybrid, UnderWay, Weapon, action_of, weapon_of
from starfray.rulebooks.hybrid.tasks import become_familiar, give_aid, work_at
from starfray.rulebooks.hybrid.tricks import deceive, strike_at_grip

OTHERS = {
    "feint": deceive, "disarm": strike_at_grip, "grapple": lay_hold, "overbear": lay_hold, "throw": lay_hold,
    "improve": tighten, "break-free": wear_down, "aid": give_aid, "familiarise": become_familiar, "task": work_at,
}  # fmt: skip


def land(state: Hybrid, table: Table, act: Land) -> None:
    """An action takes effect on its count; afterwards its owner rolls initiative. hybrid.action.resolve"""
    one = state.roster[act.who]
    mine = action_of(state, one.id)
    assert mine is not None
    tick(state, table, one.id, mine.lands)
    assure_simultaneous(state, table, one, mine)
    if mine.kind == "close":
        one.landed = close_in(state, table, one, mine)
    else:
        state.under_way.remove(mine)
        one.landed = action_of(state, one.id) is None  # of a pair: after the later one
        carry_out(state, table, one, mine)
    if mine.kind != "feint":
        one.fooled = []  # being taken in lasts for the feinter's very next action only: hybrid.ruling.feint


def carry_out(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    if mine.kind in ("blow", "shot", "mind"):
        attack(state, table, one, mine)
    elif mine.kind in OTHERS:
        OTHERS[mine.kind](state, table, one, mine)
    else:
        move_body(state, table, one, mine)


def attack(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    weapon = weapon_of(one, mine.weapon)
    if mine.draws:
        weapon.in_hand = True
        table.emit("hybrid.draw.time", one.id, note=weapon.name or weapon.key)
    if mine.thing:
        on_thing(state, table, one, mine)
    elif weapon.blast:
        explode(state, table, one, mine)
    elif weapon.area:
        on_everybody(state, table, one, mine)
    else:
        strike(state, table, one, mine)
    if weapon.way == "thrown":
        use_up(one, weapon)


def use_up(one: Fighter, weapon: Weapon) -> None:
    """What was thrown is gone."""
    weapon.left -= 1
    if weapon.left <= 0:
        one.weapons.remove(weapon)


def move_body(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    if mine.kind == "release":
        free_weapon(state, table, one, mine)
        return
    if mine.kind == "look":
        see(state, table, one, beside=mine.florentine)
    elif mine.kind == "hide":
        conceal(state, table, one, mine.florentine)
    elif mine.kind == "rise":
        one.prone = False
        table.emit("hybrid.defence.prone.rise", one.id, note="is up again")
    elif mine.kind in ("dodge", "drop"):
        if mine.kind == "drop" or not recovers(state, table, one, mine.nimble):
            fall(state, table, one)
        table.emit("hybrid.defence.dodge.fall", one.id, note="lies prone" if one.prone else "comes up standing")
    elif mine.kind == "draw":
        weapon_of(one, mine.weapon).in_hand = True
        table.emit("hybrid.draw.time", one.id, note=mine.weapon)
    regain_balance(state, table, one)


def recovers(state: Hybrid, table: Table, one: Fighter, nimble: bool) -> bool:
    """Somebody ranked in Dodge or Acrobatics may roll to end a dodge on his feet. hybrid.defence.dodge.recover"""
    known = [name for name in ("dodge", "acrobatics") if name in one.skills]
    if not known:
        return False
    df = action_tally(state, table, one)
    df.add(agility(one), "hybrid.defence.dodge.recover", "PAG")
    add_trained(state, df, one, max(known, key=lambda name: one.skills[name]))
    if nimble:
        df.add(3, "hybrid.defence.evade.dodge")
    return passed(table, "hybrid.defence.dodge.recover", one.id, chance_of(table, df))


def assure_simultaneous(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Of landings that tie on Speed and PAG none is altered by another. hybrid.ruling.initiative-ties"""
    for other in state.under_way:
        owner = state.roster[other.actor]
        together = other.lands == mine.lands and other.kind in ATTACKS and not other.assured
        if together and owner is not one and quickness(state, owner) == quickness(state, one):
            other.assured = True
            other.assured_df = action_tally(state, table, owner, other.kind == "mind").total
            table.emit("hybrid.ruling.initiative-ties", one.id, owner.id, mine.lands)


def quickness(state: Hybrid, one: Fighter) -> tuple[int, int]:
    return (speed_now(state, one), one.stats.mag if state.mental else agility(one))


# --- bound weapons ---------------------------------------------------------------------------------------------


def free_weapon(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """The bound attacker rolls first; the one who parried rolls minus that SN. hybrid.defence.parry.release"""
    lock = next((each for each in state.binds if each.defender == one.id and each.attacker == mine.target), None)
    if lock is None:
        regain_balance(state, table, one)
        table.emit("hybrid.defence.parry.release", one.id, note="the weapon is free already")
        return
    other = state.roster[lock.attacker]
    theirs = plain_chance(state, table, other, weapon_of(other, lock.attacker_weapon))
    sn = roll_margin(table, "hybrid.oppose.definition", other.id, theirs)
    ours = plain_chance(state, table, one, weapon_of(one, lock.defender_weapon), mine)
    regain_balance(state, table, one)
    if sn > 0:
        ours.add(-sn, "hybrid.oppose.sn")
    made = passed(table, "hybrid.defence.parry.release", one.id, ours)
    if made:
        state.binds.remove(lock)
    table.emit("hybrid.defence.parry.release", one.id, other.id, note="free" if made else "still bound")
