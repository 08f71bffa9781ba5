"""The Actions with a gun: fire, suppress, rechamber, reload, clear a jam, deploy, take it up."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import apart, distance
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import Adjust, ClearJam, Deploy, Draw, Fire, Flip, Rechamber, Reload, Suppress
from starfray.rulebooks.compound_x.astray import actual_victim
from starfray.rulebooks.compound_x.attachments import hung_under, mounted
from starfray.rulebooks.compound_x.dice import CRITICAL, FAIL
from starfray.rulebooks.compound_x.engagement import engage, face, near
from starfray.rulebooks.compound_x.held import Happening
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.melee import GUN_SIZE
from starfray.rulebooks.compound_x.misschance import line_of, prepare
from starfray.rulebooks.compound_x.proficiency import check_gun
from starfray.rulebooks.compound_x.shooting import has_mode, mode_of, modes_of, volley, why_not_fire
from starfray.rulebooks.compound_x.sights import adjusting_takes, sees, set_for, sight_in, why_not_sighted
from starfray.rulebooks.compound_x.special import fire_special
from starfray.rulebooks.compound_x.state import (
    ADJACENT,
    Blade,
    CompoundX,
    Fighter,
    Item,
    Weapon,
    fighter,
    gun_of,
    held_items,
    items_of,
    off_hand_fault,
    pay,
    spend_breath,
)
from starfray.rulebooks.compound_x.stats import is_blind, weapon_check
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


def loaded_gun(table: Table, one: Fighter, key: str) -> Weapon:
    gun = gun_of(one, key)
    check_gun(table.content, one, gun)
    fault = why_not_fire(gun) or off_hand_fault(one, gun)
    if fault is not None:
        raise fault
    return gun


def fire(state: CompoundX, table: Table, act: Fire) -> None:
    """One firing Action in semi, burst or automatic mode. The line is fixed when it begins. cx.order.shot"""
    one = fighter(state, act.actor)
    target, gun = shot_at(state, one, act.target), loaded_gun(table, one, act.weapon)
    if not has_mode(gun, act.mode):
        raise Refused("cx.firerate.modes", f"the {gun.name} does not fire in mode {act.mode!r}", modes_of(gun))
    if one.hunkered and not act.blind:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["blind=yes", "unhunker"])
    if is_blind(one) and not act.blind:
        raise Refused("cx.presumed.conditions", f"{one.id} is blind", ["blind=yes"])
    aimed = one.aim == target.id and not act.blind
    fault = why_not_sighted(state, table.content, one, target, gun, aimed=aimed)
    if fault is not None:
        raise fault
    pay(one, 1, "cx.actions.fire-semi", breath=False)
    table.emit("cx.actions.fire-semi", one.id, number=1)
    if near(state, one, target):
        engage(table, one, target)
    if interrupts(state, table, Happening("attacks", one, target=target, gun=gun)) and why_not_fire(gun) is None:
        shoot(state, table, one, target, gun, act.mode, aimed=one.aim == target.id, blind=act.blind)
    spend_breath(one, 1)


def shoot(
    state: CompoundX,
    table: Table,
    one: Fighter,
    target: Fighter,
    gun: Weapon,
    mode: str,
    *,
    aimed: bool,
    blind: bool = False,
    held: bool = False,
) -> None:
    """Whom it goes at, then the shots. Unaimed fire is hip fire. cx.ranged.hip-default"""
    if not aimed and not blind:
        table.emit("cx.ranged.hip-default", one.id, target.id)
    if blind:
        table.emit("cx.blind.safe", one.id, target.id)
        if one.hunkered:
            table.emit("cx.blind.hunkered", one.id)
    elif state.clouds and in_range(state, table, one, target, gun, aimed=aimed) and not sees(state, table, one, target):
        blind = True
    table.same("cx.order.shot", (one.id, target.id, gun.key, mode, aimed, blind, held))
    sight_in(state, table.content, one, target, gun, aimed=aimed and not blind)
    face(one, target.at)
    victim = actual_victim(state, table, one, target, gun, aimed=aimed and not blind, blind=blind)
    if victim is not target:
        table.emit("cx.ruling.redirected-shot", one.id, victim.id)
    listed = mode_of(gun, mode)
    if blind and listed is not None:
        table.emit("cx.ruling.blind-mode", one.id)
    line = line_of(state, table, one, victim, gun, listed, aimed=aimed, blind=blind)
    bonus = sum(each.held for each in one.abilities) if held else 0
    if bonus and line.miss is not None:
        line.damage += bonus  # cx.stealth.base-damage: classes and abilities raise it
    if gun.shape not in ("", "flame", "antimaterial"):
        fire_special(state, table, one, victim, gun, line)
    else:
        volley(state, table, one, victim, gun, mode, line)


def in_range(state: CompoundX, table: Table, one: Fighter, target: Fighter, gun: Weapon, *, aimed: bool) -> bool:
    """Out of range no die is drawn, whatever it would be for. cx.ruling.out-of-range"""
    return prepare(state, table.content, one, target, gun, aimed=aimed, blind=False).reach is not None


def suppress(state: CompoundX, table: Table, act: Suppress) -> None:
    """The last Action of the turn. cx.suppression.option"""
    one = fighter(state, act.actor)
    target, gun = fighter(state, act.target), loaded_gun(table, one, act.weapon)
    if target is one or target.dead or target.out:
        raise Refused("cx.suppression.aim", f"{act.target} cannot be suppressed", [])
    if is_blind(one):
        raise Refused("cx.presumed.conditions", f"{one.id} is blind and cannot aim", ["fire blind=yes"])
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])
    level = level_for(gun, act.level)
    check_range(state, table, one, target, gun)
    fault = why_not_sighted(state, table.content, one, target, gun, aimed=True)
    if fault is not None:
        raise fault
    pay(one, 1, "cx.actions.suppress")
    table.emit("cx.actions.suppress", one.id, number=1)
    if interrupts(state, table, Happening("attacks", one, target=target, gun=gun)) and why_not_fire(gun) is None:
        sight_in(state, table.content, one, target, gun, aimed=True)
        lay_down(state, table, one, target, gun, level)
        table.emit("cx.suppression.option", one.id)
    pass_turn(state, table, one)


# --- keeping it working -------------------------------------------------------------------------------------------


def rechamber(state: CompoundX, table: Table, act: Rechamber) -> None:
    """The second Action of a pump or bolt gun; cocking a revolver, spinning up barrels. cx.firerate.pump-bolt"""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    ready = gun.spun_up if gun.shape == "pairs" else gun.cocked if gun.single_action else not gun.unchambered
    if ready:
        raise Refused("cx.firerate.pump-bolt", f"the {gun.name} is ready to fire", ["fire"])
    free = (gun.free_rack or loaded_free(table, gun)) and not gun.racked and gun.unchambered
    pay(one, 0 if free else 1, "cx.firerate.pump-bolt")
    if not interrupts(state, table, Happening("acts", one, item=gun)):
        return
    gun.racked = gun.racked or free
    if gun.shape == "pairs":
        gun.spun_up = True
        table.emit("cx.order.special", one.id, note=f"{gun.name} spins up")
    elif gun.single_action:
        gun.cocked = True
        table.emit("cx.firerate.pump-bolt", one.id, note=f"{gun.name} cocked")
    else:
        gun.unchambered = False
        table.emit("cx.firerate.pump-bolt", one.id, note=f"{gun.name} rechambered")
        table.emit("cx.ruling.pump-split", one.id)


def loaded_free(table: Table, gun: Weapon) -> bool:
    return any(each.free_rack for each in mounted(table.content, gun))


def reload(state: CompoundX, table: Table, act: Reload) -> None:
    """The check at the start says how long it takes; it may run on into later turns. cx.reload.check, cx.ruling.reload-check"""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    if gun.rounds >= gun.magazine and not (act.load and act.load != gun.load):
        raise Refused("cx.reload.need", f"the {gun.name} is full", ["fire"])
    if gun.magazines == 0:
        raise Refused("cx.reload.need", f"{one.id} has no spare magazine for the {gun.name}", [])
    if act.load and not (gun.slug and act.load in ("buckshot", "slug")):
        raise Refused("cx.reload.success", f"the {gun.name} takes no {act.load!r}", ["buckshot", "slug"] if gun.slug else [])
    pay(one, 1, "cx.reload.check")
    if one.engaged:
        table.emit("cx.ruling.opportunity-reload", one.id)
    if not interrupts(state, table, Happening("skill", one, limbs=True, item=gun)):
        return
    if not gun.reloading:
        gun.reloading = reload_time(table, one, gun)
    spent = min(one.actions, gun.reloading - 1)
    pay(one, spent, "cx.reload.success")
    gun.reloading -= 1 + spent
    if gun.reloading == 0:
        gun.rounds, gun.unchambered = gun.magazine, False
        if act.load == "slug" or act.load == "buckshot":
            gun.load = "slug" if act.load == "slug" else "buckshot"
        if gun.magazines is not None:
            gun.magazines -= 1
        table.emit("cx.reload.success", one.id, number=gun.rounds, note=gun.name)
    else:
        table.emit("cx.ruling.reload-check", one.id, number=gun.reloading)


def reload_rule(gun: Weapon) -> str:
    """Whose time it is. cx.ruling.reload-times"""
    if gun.group == "shotgun" and gun.reload_actions == 4:
        return "cx.actions.reload-pump"
    if gun.group == "long-rifle" and gun.rechambers:
        return "cx.actions.reload-bolt"
    return "cx.actions.reload-mag" if gun.reload_actions == 2 else "cx.ruling.reload-times"


def reload_time(table: Table, one: Fighter, gun: Weapon) -> int:
    table.emit(reload_rule(gun), one.id, number=gun.reload_actions)
    dc = gun.reload_dc + sum(each.reload_dc for each in mounted(table.content, gun))
    table.emit("cx.reload.dc", one.id, number=dc)
    degree = weapon_check(table, one, gun, dc, "cx.reload.check")
    if degree == FAIL:
        table.emit("cx.reload.failure", one.id, number=2 * gun.reload_actions)
        return 2 * gun.reload_actions
    if degree >= CRITICAL:
        half = max(1, gun.reload_actions // 2)
        table.emit("cx.reload.crit", one.id, number=half)
        if gun.reload_actions % 2:
            table.emit("cx.ruling.reload-rounding", one.id, number=half)
        return half
    return gun.reload_actions


def clear_jam(state: CompoundX, table: Table, act: ClearJam) -> None:
    """A Weapons check, DC 60, 1 Action per try. cx.jam.clear, cx.ruling.jam-clear"""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    if not gun.jammed:
        raise Refused("cx.jam.clear", f"the {gun.name} is not jammed", ["fire"])
    pay(one, 1, "cx.actions.skill")
    table.emit("cx.ruling.jam-clear", one.id, number=1)
    if one.engaged:
        table.emit("cx.ruling.opportunity-reload", one.id)
    if not interrupts(state, table, Happening("skill", one, limbs=True, item=gun)):
        return
    if weapon_check(table, one, gun, JAM_DC, "cx.jam.clear") != FAIL:
        gun.jammed = False
        table.emit("cx.jam.clear", one.id, note=gun.name)


def deploy(state: CompoundX, table: Table, act: Deploy) -> None:
    """A bipod takes an Action and a rest, or lying down; a scatter beam is focused or opened again."""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    legs = any(each.deploys for each in mounted(table.content, gun))
    if not legs and not gun.focus_damage:
        raise Refused("cx.combatmod.stack-halves", f"the {gun.name} has nothing to deploy", [])
    rests = one.stance == "prone" or bool(one.cover)
    if legs and not rests and not gun.focus_damage:
        raise Refused("cx.combatmod.stack-halves", "a bipod needs a rest, or one lies down", ["go-prone", "take-cover"])
    pay(one, 1, "cx.actions.unlisted")
    if interrupts(state, table, Happening("acts", one, item=gun)):
        if legs and rests:
            gun.deployed = not gun.deployed
        else:
            gun.focused = not gun.focused
        table.emit("cx.actions.unlisted", one.id, number=1, note=gun.name)


def flip(state: CompoundX, table: Table, act: Flip) -> None:
    """A magnifier in front of a 1x sight is swung aside, or back, for an Action."""
    one = fighter(state, act.actor)
    gun = gun_of(one, act.weapon)
    if not any(each.flips for each in mounted(table.content, gun)):
        raise Refused("cx.actions.unlisted", f"the {gun.name} has no magnifier", [])
    pay(one, 1, "cx.actions.unlisted")
    if interrupts(state, table, Happening("acts", one, item=gun)):
        gun.flipped = not gun.flipped
        table.emit("cx.actions.unlisted", one.id, number=1, note=gun.name)


def adjust(state: CompoundX, table: Table, act: Adjust) -> None:
    """Beyond 200 m a scope is set anew for a target at another distance: 2 Actions, 1 with a scope made for it."""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    gun = gun_of(one, act.weapon)
    if target is one or target.dead or target.out or is_blind(one):
        raise Refused("cx.aim.target", f"{target.id} cannot be aimed at", [])
    metres = distance(state, one, target)
    if not set_for(gun, mounted(table.content, gun), metres):
        raise Refused("cx.actions.unlisted", f"no scope on the {gun.name} need be set for {metres:.0f} m", ["fire"])
    if abs(gun.sighted - metres) < 1:
        raise Refused("cx.actions.unlisted", f"it is set for {gun.sighted:.0f} m already", ["fire"])
    cost = adjusting_takes(table.content, gun)
    pay(one, cost, "cx.actions.unlisted")
    if interrupts(state, table, Happening("acts", one, item=gun)):
        gun.sighted = distance(state, one, target)
        table.emit("cx.actions.unlisted", one.id, target.id, cost, gun.name)


# --- hands --------------------------------------------------------------------------------------------------------


def hands_for(item: Item) -> int:
    if isinstance(item, Weapon):
        return 0 if item.group == "under-barrel" else 1 if item.group in GUN_SIZE else 2
    return 2 if isinstance(item, Blade) and item.size == "two-handed" else 1


def draw(state: CompoundX, table: Table, act: Draw) -> None:
    """Take up a weapon or item, from the holster or from the ground. cx.actions.draw"""
    one = fighter(state, act.actor)
    item = next((each for each in items_of(one) if each.key == act.weapon), None)
    if item is None or item.in_hand or gone_from(item):
        others = [each.key for each in items_of(one) if not each.in_hand and not gone_from(each)]
        raise Refused("cx.actions.draw", f"{one.id} cannot take up {act.weapon!r}", others)
    if item.dropped and item.lies is not None and one.at is not None and apart(item.lies, one.at) > ADJACENT:
        raise Refused("cx.ruling.disarm-drop", f"it lies {apart(item.lies, one.at):.0f} m away", ["run"])
    held = held_items(one)
    if act.keep and sum(hands_for(each) for each in [*held, item]) > 2:
        raise Refused("cx.actions.draw", "that takes more than two hands", ["keep=no"])
    slung = isinstance(item, Weapon) and not item.dropped and any(each.free_draw for each in mounted(table.content, item))
    pay(one, 0 if slung else 1, "cx.actions.draw")
    if not interrupts(state, table, Happening("acts", one)):
        return
    if not act.keep:
        for other in held:
            other.in_hand = False
            if isinstance(other, Weapon):
                other.reloading, one.aim, one.aim_at = 0, "", None  # cx.ruling.aim-persistence
    item.in_hand, item.dropped, item.lies, one.empty_handed = True, False, None, False
    for under in hung_under(table.content, one.weapons, item) if isinstance(item, Weapon) else []:
        under.in_hand, under.dropped, under.lies = True, False, None
    table.emit("cx.actions.draw", one.id, note=item.name)


def gone_from(item: Item) -> bool:
    return not isinstance(item, Weapon | Blade) and item.count <= 0
