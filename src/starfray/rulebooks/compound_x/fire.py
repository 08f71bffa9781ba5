"""The Actions with a gun: fire, suppress, hold, rechamber, reload, clear a jam, take it up."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import distance
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import ClearJam, Draw, Fire, Hold, Rechamber, Reload, Suppress
from starfray.rulebooks.compound_x.dice import CRITICAL, FAIL
from starfray.rulebooks.compound_x.held import TRIGGERS, VERBS, Happening, price
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.misschance import line_of
from starfray.rulebooks.compound_x.shooting import has_mode, mode_of, modes_of, volley, why_not_fire
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Held, Weapon, fighter, gun_of, pay, spend_breath
from starfray.rulebooks.compound_x.stats import weapon_check
from starfray.rulebooks.compound_x.suppression import check_range, lay_down, level_for
from starfray.rulebooks.compound_x.turn import pass_turn

JAM_DC = 60  # cx.jam.clear


def shot_at(state: CompoundX, one: Fighter, who: str) -> Fighter:
    target = fighter(state, who)
    if target is one or target.dead or target.out:
        raise Refused("cx.ranged.preconditions", f"{who} cannot be shot at", [])
    if target.cover == "concealed":
        raise Refused("cx.suppression.barrier", f"{who} cannot be hit where he is", ["run"])
    distance(state, one, target)
    return target


def loaded_gun(one: Fighter, key: str) -> Weapon:
    gun = gun_of(one, key)
    fault = why_not_fire(gun)
    if fault is not None:
        raise fault
    return gun


def fire(state: CompoundX, table: Table, act: Fire) -> None:
    """One firing Action in semi, burst or automatic mode. The line is fixed when it begins. cx.order.shot"""
    one = fighter(state, act.actor)
    target, gun = shot_at(state, one, act.target), loaded_gun(one, act.weapon)
    if not has_mode(gun, act.mode):
        raise Refused("cx.firerate.modes", f"the {gun.name} does not fire in mode {act.mode!r}", modes_of(gun))
    if one.hunkered and not act.blind:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["blind=yes", "unhunker"])
    pay(one, 1, "cx.actions.fire-semi", breath=False)
    if not interrupts(state, table, Happening("attacks", one)):
        return
    line = line_of(state, table, one, target, gun, mode_of(gun, act.mode), aimed=one.aim == target.id, blind=act.blind)
    volley(state, table, one, target, gun, act.mode, line)
    spend_breath(one, 1)


def suppress(state: CompoundX, table: Table, act: Suppress) -> None:
    """The last Action of the turn. cx.suppression.option"""
    one = fighter(state, act.actor)
    target, gun = fighter(state, act.target), loaded_gun(one, act.weapon)
    if target is one or target.dead or target.out:
        raise Refused("cx.suppression.aim", f"{act.target} cannot be suppressed", [])
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])
    level = level_for(gun, act.level)
    check_range(state, table, one, target, gun)
    pay(one, 1, "cx.actions.suppress")
    if interrupts(state, table, Happening("attacks", one)):
        lay_down(state, table, one, target, gun, level)
        table.emit("cx.suppression.option", one.id)
    pass_turn(state, table, one)


def hold(state: CompoundX, table: Table, act: Hold) -> None:
    """Keep up to 2 Actions at the end of the turn for a trigger declared now. cx.held.reserve, cx.held.declare"""
    one = fighter(state, act.actor)
    if act.actions not in (1, 2) or one.actions < act.actions:
        raise Refused("cx.held.reserve", f"{one.id} has {one.actions} Actions and may hold 1 or 2 of them", ["end-turn"])
    trigger = next((each for each in TRIGGERS if each == act.trigger), None)
    if trigger is None:
        raise Refused("cx.held.declare", f"no trigger {act.trigger!r}", TRIGGERS)
    if trigger in ("enters", "crosses") and (act.at is None or one.at is None):
        raise Refused("cx.held.declare", f"{trigger!r} needs a place on the map", ["at=X,Y"])
    if trigger == "gm" and not act.text:
        raise Refused("cx.held.declare", "what is the GM to look for?", ['text="…"'])
    if not act.plan or any(verb not in VERBS for verb in act.plan) or price(list(act.plan)) > act.actions:
        raise Refused("cx.ruling.held-content", f"the plan must fit {act.actions} Actions", VERBS)
    if act.foe:
        fighter(state, act.foe)
    if act.weapon:
        gun_of(one, act.weapon)
    held = Held(actions=act.actions, trigger=trigger, plan=list(act.plan), foe=act.foe, at=act.at,
                radius=act.radius, text=act.text, weapon=act.weapon)
    one.held = held
    table.emit("cx.held.reserve", one.id, number=act.actions)
    table.emit("cx.held.declare", one.id, act.foe, note=act.text or trigger)
    pass_turn(state, table, one)


def rechamber(state: CompoundX, table: Table, act: Rechamber) -> None:
    """The second Action of a pump or bolt gun. cx.firerate.pump-bolt"""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    if not gun.unchambered:
        raise Refused("cx.firerate.pump-bolt", f"the {gun.name} is chambered", ["fire"])
    pay(one, 1, "cx.firerate.pump-bolt")
    if interrupts(state, table, Happening("acts", one)):
        gun.unchambered = False
        table.emit("cx.firerate.pump-bolt", one.id, note=f"{gun.name} rechambered")


def reload(state: CompoundX, table: Table, act: Reload) -> None:
    """The check at the start says how long it takes; it may run on into later turns. cx.reload.check, cx.ruling.reload-check"""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    if gun.rounds >= gun.magazine:
        raise Refused("cx.reload.need", f"the {gun.name} is full", ["fire"])
    if gun.magazines == 0:
        raise Refused("cx.reload.need", f"{one.id} has no spare magazine for the {gun.name}", [])
    pay(one, 1, "cx.reload.check")
    if not interrupts(state, table, Happening("acts", one)):
        return
    if not gun.reloading:
        gun.reloading = reload_time(table, one, gun)
    spent = min(one.actions, gun.reloading - 1)
    pay(one, spent, "cx.reload.success")
    gun.reloading -= 1 + spent
    if gun.reloading == 0:
        gun.rounds, gun.unchambered = gun.magazine, False
        if gun.magazines is not None:
            gun.magazines -= 1
        table.emit("cx.reload.success", one.id, number=gun.rounds, note=gun.name)


def reload_time(table: Table, one: Fighter, gun: Weapon) -> int:
    degree = weapon_check(table, one, gun, gun.reload_dc, "cx.reload.check")
    if degree == FAIL:
        table.emit("cx.reload.failure", one.id, number=2 * gun.reload_actions)
        return 2 * gun.reload_actions
    if degree >= CRITICAL:
        half = max(1, gun.reload_actions // 2)  # cx.ruling.reload-rounding
        table.emit("cx.reload.crit", one.id, number=half)
        return half
    return gun.reload_actions


def clear_jam(state: CompoundX, table: Table, act: ClearJam) -> None:
    """A Weapons check, DC 60, 1 Action per try. cx.jam.clear, cx.ruling.jam-clear"""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    if not gun.jammed:
        raise Refused("cx.jam.clear", f"the {gun.name} is not jammed", ["fire"])
    pay(one, 1, "cx.actions.skill")
    if not interrupts(state, table, Happening("acts", one)):
        return
    if weapon_check(table, one, gun, JAM_DC, "cx.jam.clear") != FAIL:
        gun.jammed = False
        table.emit("cx.jam.clear", one.id, note=gun.name)


def draw(state: CompoundX, table: Table, act: Draw) -> None:
    """Take up a weapon; what was in hand is put away. cx.actions.draw"""
    one = fighter(state, act.actor)
    weapon = next((each for each in one.weapons if each.key == act.weapon), None)
    if weapon is None or weapon.in_hand:
        others = [each.key for each in one.weapons if not each.in_hand]
        raise Refused("cx.actions.draw", f"{one.id} cannot take up {act.weapon!r}", others)
    pay(one, 1, "cx.actions.draw")
    if not interrupts(state, table, Happening("acts", one)):
        return
    for other in one.weapons:
        if other.in_hand:
            other.in_hand, other.reloading, one.aim = False, 0, ""  # cx.ruling.aim-persistence
    weapon.in_hand, weapon.dropped = True, False
    table.emit("cx.actions.draw", one.id, note=weapon.name)
