"""What lands on its count: an attack, closing in, a weapon drawn or freed, getting up, a look, a task."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Table
from starfray.rulebooks.hybrid.attack import on_everybody, on_thing, plain_chance, regain_balance, strike
from starfray.rulebooks.hybrid.blast import explode
from starfray.rulebooks.hybrid.clock import tick
from starfray.rulebooks.hybrid.closing import close_in
from starfray.rulebooks.hybrid.derived import action_tally, agility, quickness
from starfray.rulebooks.hybrid.feint_disarm import deceive, strike_at_grip
from starfray.rulebooks.hybrid.grapple import lay_hold, tighten, wear_down
from starfray.rulebooks.hybrid.hands import take_up
from starfray.rulebooks.hybrid.injury import fall
from starfray.rulebooks.hybrid.perceiving import conceal, see
from starfray.rulebooks.hybrid.skill_check import chance_of, passed, roll_margin
from starfray.rulebooks.hybrid.skills import add_trained, in_haste
from starfray.rulebooks.hybrid.state import (
    ATTACKS,
    Fighter,
    Hybrid,
    UnderWay,
    Weapon,
    action_of,
    grasp,
    take_over,
    thing_of,
    weapon_of,
)
from starfray.rulebooks.hybrid.tasks import become_familiar, give_aid, work_at

OTHERS = {
    "feint": deceive, "disarm": strike_at_grip, "grapple": lay_hold, "overbear": lay_hold, "throw": lay_hold,
    "improve": tighten, "break-free": wear_down, "aid": give_aid, "familiarise": become_familiar, "task": work_at,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Land(Action):
    """What `who` has under way takes effect on its count."""

    KIND: ClassVar[str] = "land"
    who: str


def land(state: Hybrid, table: Table, action: Land) -> None:
    """An action takes effect on its count; afterwards its owner rolls initiative. hybrid.action.resolve"""
    actor = state.roster[action.who]
    under_way = action_of(state, actor.id)
    assert under_way is not None
    tick(state, table, actor.id, under_way.lands)
    assure_simultaneous(state, table, actor, under_way)
    if under_way.kind == "close":
        actor.landed = close_in(state, table, actor, under_way)
    else:
        state.under_way.remove(under_way)
        actor.landed = action_of(state, actor.id) is None  # of a pair: after the later one
        carry_out(state, table, actor, under_way)
    if under_way.kind != "feint":
        actor.fooled = []  # being taken in lasts for the feinter's very next action only: hybrid.ruling.feint


def carry_out(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    if under_way.kind in ("blow", "shot", "mind"):
        attack(state, table, actor, under_way)
    elif under_way.kind in OTHERS:
        OTHERS[under_way.kind](state, table, actor, under_way)
    else:
        move_body(state, table, actor, under_way)


def attack(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    weapon = weapon_of(actor, under_way.weapon)
    if under_way.draws:
        grasp(weapon)
        table.emit("hybrid.draw.time", actor.id, note=weapon.name or weapon.key)
    if under_way.thing:
        on_thing(state, table, actor, under_way)
    elif weapon.blast:
        explode(state, table, actor, under_way)
    elif weapon.area:
        on_everybody(state, table, actor, under_way)
    else:
        strike(state, table, actor, under_way)
    if weapon.way == "thrown":
        leave_lying(state, actor, weapon, under_way)


def leave_lying(state: Hybrid, actor: Fighter, weapon: Weapon, under_way: UnderWay) -> None:
    """What was thrown lies where it was thrown at somebody; of what goes off nothing is left. hybrid.ruling.pick-up"""
    weapon.left -= 1
    if weapon.left <= 0:
        actor.weapons.remove(weapon)
    if not weapon.blast:
        target = state.roster[under_way.target]
        take_over(target, replace(weapon, left=1, in_hand=False, dropped=True, lies_at=target.at))


def move_body(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    if under_way.kind == "release":
        free_weapon(state, table, actor, under_way)
        return
    if under_way.kind == "look":
        see(state, table, actor, under_way)
    elif under_way.kind == "hide":
        conceal(state, table, actor, under_way)
    elif under_way.kind == "rise":
        if not in_haste(table, actor, under_way):
            actor.prone = False
            table.emit("hybrid.defence.prone.rise", actor.id, note="is up again")
    elif under_way.kind in ("dodge", "drop"):
        if under_way.kind == "drop" or not recovers(state, table, actor, under_way.nimble):
            fall(state, table, actor)
        table.emit("hybrid.defence.dodge.fall", actor.id, note="lies prone" if actor.prone else "comes up standing")
    elif under_way.kind == "draw":
        grasp(thing_of(actor, under_way.weapon))
        table.emit("hybrid.draw.time", actor.id, note=under_way.weapon)
    elif under_way.kind == "pick-up":
        take_up(state, table, actor, under_way)
    regain_balance(state, table, actor)


def recovers(state: Hybrid, table: Table, actor: Fighter, nimble: bool) -> bool:
    """Somebody ranked in Dodge or Acrobatics may roll to end a dodge on his feet. hybrid.defence.dodge.recover"""
    known = [name for name in ("dodge", "acrobatics") if name in actor.skills]
    if not known:
        return False
    df = action_tally(state, table, actor)
    df.add(agility(actor), "hybrid.defence.dodge.recover", "PAG")
    add_trained(state, df, actor, max(known, key=lambda name: actor.skills[name]))
    if nimble:
        df.add(3, "hybrid.defence.evade.dodge")
    return passed(table, "hybrid.defence.dodge.recover", actor.id, chance_of(table, df))


def assure_simultaneous(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """Of landings that tie on Speed and PAG none is altered by another. hybrid.ruling.initiative-ties"""
    for other in state.under_way:
        owner = state.roster[other.actor]
        together = other.lands == under_way.lands and other.kind in ATTACKS and not other.assured
        if together and owner is not actor and quickness(state, owner) == quickness(state, actor):
            other.assured = True
            other.assured_df = action_tally(state, table, owner, other.kind == "mind").total
            table.emit("hybrid.ruling.initiative-ties", actor.id, owner.id, under_way.lands)


# --- bound weapons ---------------------------------------------------------------------------------------------
def free_weapon(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """The bound attacker rolls first; the one who parried rolls minus that SN. hybrid.defence.parry.release"""
    lock = next((lock for lock in state.binds if lock.defender == actor.id and lock.attacker == under_way.target), None)
    if lock is None:
        regain_balance(state, table, actor)
        table.emit("hybrid.defence.parry.release", actor.id, note="the weapon is free already")
        return
    other = state.roster[lock.attacker]
    theirs = plain_chance(state, table, other, weapon_of(other, lock.attacker_weapon))
    sn = roll_margin(table, "hybrid.oppose.definition", other.id, theirs)
    ours = plain_chance(state, table, actor, weapon_of(actor, lock.defender_weapon), under_way)
    regain_balance(state, table, actor)
    if sn > 0:
        ours.add(-sn, "hybrid.oppose.sn")
    made = passed(table, "hybrid.defence.parry.release", actor.id, ours)
    if made:
        state.binds.remove(lock)
    table.emit("hybrid.defence.parry.release", actor.id, other.id, note="free" if made else "still bound")


STEPS = (ActionKind(Land, land),)
