"""Keeping a gun working: rechamber, reload, clear a jam, deploy, flip and adjust its sights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, distance
from starfray.rulebooks.compound_x.aim import aim_refusal, check_aim
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.dice import CRITICAL, FAIL
from starfray.rulebooks.compound_x.fields import foe_field, gun_field, with_a_gun
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show, undertake
from starfray.rulebooks.compound_x.miss_chance import adjusting_takes, set_for
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon, afford, fighter, gun_of, pay
from starfray.rulebooks.compound_x.stats import weapon_check

JAM_DC = 60  # cx.jam.clear


@dataclass(frozen=True, slots=True)
class Rechamber(Action):
    """Work the pump or bolt, cock a revolver, spin up the barrels."""

    KIND: ClassVar[str] = "rechamber"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Reload(Action):
    KIND: ClassVar[str] = "reload"
    weapon: str = ""
    load: str = ""  # buckshot or slug; a launcher's grenade


@dataclass(frozen=True, slots=True)
class ClearJam(Action):
    KIND: ClassVar[str] = "clear-jam"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Unfold a bipod, or switch a beam between scatter and focus."""

    KIND: ClassVar[str] = "deploy"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Swing a magnifier out of the way, or back."""

    KIND: ClassVar[str] = "flip"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Adjust(Action):
    """Set the scope for a target at another distance."""

    KIND: ClassVar[str] = "adjust"
    target: str
    weapon: str = ""


def rechamber(state: CompoundX, table: Table, action: Rechamber) -> None:
    """The second Action of a pump or bolt gun; cocking a revolver, spinning up barrels. cx.firerate.pump-bolt

    It may be spent in a later turn: cx.ruling.pump-split
    """
    actor = fighter(state, action.actor)
    gun = gun_of(actor, action.weapon)
    ready = gun.spun_up if gun.shape == "pairs" else gun.cocked if gun.single_action else not gun.unchambered
    if ready:
        raise Refused("cx.firerate.pump-bolt", f"the {gun.name} is ready to fire", ["fire"])
    eased = gun.free_rack or any(each.free_rack for each in mounted(table.content, gun))
    free = eased and not gun.racked and gun.unchambered
    afford(actor, 0 if free else 1)
    if not undertake(state, table, Declaration("acts", actor, item=gun), 0 if free else 1):
        return
    gun.racked = gun.racked or free
    if gun.shape == "pairs":
        gun.spun_up = True
        table.emit("cx.order.special", actor.id, note=f"{gun.name} spins up")
    elif gun.single_action:
        gun.cocked = True
        table.emit("cx.firerate.pump-bolt", actor.id, note=f"{gun.name} cocked")
    else:
        gun.unchambered = False
        table.emit("cx.firerate.pump-bolt", actor.id, note=f"{gun.name} rechambered")


RECHAMBER = ActionKind(Rechamber, rechamber, "cx.firerate.pump-bolt", cost_words="1 Action", group="ranged", fields=with_a_gun)


def reload(state: CompoundX, table: Table, action: Reload) -> None:
    """The check at the start says how long it takes; it may run on into later turns. cx.reload.check, cx.ruling.reload-check"""
    actor = fighter(state, action.actor)
    gun = gun_of(actor, action.weapon)
    if gun.rounds >= gun.magazine and not (action.load and action.load != gun.load):
        raise Refused("cx.reload.need", f"the {gun.name} is full", ["fire"])
    if gun.magazines == 0:
        raise Refused("cx.reload.need", f"{actor.id} has no spare magazine for the {gun.name}", [])
    if action.load and not (gun.slug and action.load in ("buckshot", "slug")):
        raise Refused("cx.reload.success", f"the {gun.name} takes no {action.load!r}", ["buckshot", "slug"] if gun.slug else [])
    if not undertake(state, table, Declaration("skill", actor, limbs=True, item=gun)):  # cx.ruling.opportunity-reload
        return
    if not gun.reloading:
        gun.reloading = reload_time(table, actor, gun)
    spent = min(actor.actions, gun.reloading - 1)
    pay(actor, spent)
    gun.reloading -= 1 + spent
    if gun.reloading == 0:
        gun.rounds, gun.unchambered = gun.magazine, False
        if action.load == "slug" or action.load == "buckshot":
            gun.load = "slug" if action.load == "slug" else "buckshot"
        if gun.magazines is not None:
            gun.magazines -= 1
        table.emit("cx.reload.success", actor.id, number=gun.rounds, note=gun.name)
    else:
        table.emit("cx.ruling.reload-check", actor.id, number=gun.reloading)


def reload_rule(gun: Weapon) -> str:
    """Whose time it is. cx.ruling.reload-times"""
    if gun.group == "shotgun" and gun.reload_actions == 4:
        return "cx.actions.reload-pump"
    if gun.group == "long-rifle" and gun.rechambers:
        return "cx.actions.reload-bolt"
    return "cx.actions.reload-mag" if gun.reload_actions == 2 else "cx.ruling.reload-times"


def reload_time(table: Table, actor: Fighter, gun: Weapon) -> int:
    table.emit(reload_rule(gun), actor.id, number=gun.reload_actions)
    dc = gun.reload_dc + sum(each.reload_dc for each in mounted(table.content, gun))
    table.emit("cx.reload.dc", actor.id, number=dc)
    degree = weapon_check(table, actor, gun, dc, "cx.reload.check")
    if degree == FAIL:
        table.emit("cx.reload.failure", actor.id, number=2 * gun.reload_actions)
        return 2 * gun.reload_actions
    if degree >= CRITICAL:
        half = max(1, gun.reload_actions // 2)
        table.emit("cx.reload.crit", actor.id, number=half)
        if gun.reload_actions % 2:
            table.emit("cx.ruling.reload-rounding", actor.id, number=half)
        return half
    return gun.reload_actions


def reload_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    """The load is left as it is, unless the gun is full: then only another one is worth the trouble."""
    shotguns = [gun for gun in actor.weapons if gun.in_hand and gun.slug]
    if not shotguns:
        return [gun_field(actor)]
    full = all(gun.rounds >= gun.magazine for gun in actor.weapons if gun.in_hand)
    return [gun_field(actor), Field("load", "choice", [Option("buckshot"), Option("slug")], required=full, hint="shotguns")]


RELOAD = ActionKind(Reload, reload, "cx.reload.check", 1, group="ranged", fields=reload_fields)


def clear_jam(state: CompoundX, table: Table, action: ClearJam) -> None:
    """A Weapons check, DC 60, 1 Action per try. cx.jam.clear, cx.ruling.jam-clear"""
    actor = fighter(state, action.actor)
    gun = gun_of(actor, action.weapon)
    if not gun.jammed:
        raise Refused("cx.jam.clear", f"the {gun.name} is not jammed", ["fire"])
    table.allowed()
    pay(actor, 1)
    table.emit("cx.ruling.jam-clear", actor.id, number=1)
    if not interrupts(state, table, Declaration("skill", actor, limbs=True, item=gun)):  # cx.ruling.opportunity-reload
        return
    if weapon_check(table, actor, gun, JAM_DC, "cx.jam.clear") != FAIL:
        gun.jammed = False
        table.emit("cx.jam.clear", actor.id, note=gun.name)


CLEAR_JAM = ActionKind(ClearJam, clear_jam, "cx.jam.clear", 1, group="ranged", fields=with_a_gun)


def deploy(state: CompoundX, table: Table, action: Deploy) -> None:
    """A bipod takes an Action and a rest, or lying down; a scatter beam is focused or opened again."""
    actor = fighter(state, action.actor)
    gun = gun_of(actor, action.weapon)
    legs = any(each.deploys for each in mounted(table.content, gun))
    if not legs and not gun.focus_damage:
        raise Refused("cx.combatmod.stack-halves", f"the {gun.name} has nothing to deploy", [])
    rests = actor.stance == "prone" or bool(actor.cover)
    if legs and not rests and not gun.focus_damage:
        raise Refused("cx.combatmod.stack-halves", "a bipod needs a rest, or one lies down", ["go-prone", "take-cover"])
    if undertake(state, table, Declaration("acts", actor, item=gun)):
        if legs and rests:
            gun.deployed = not gun.deployed
        else:
            gun.focused = not gun.focused
        table.emit("cx.actions.unlisted", actor.id, number=1, note=gun.name)


DEPLOY = ActionKind(Deploy, deploy, "cx.combatmod.stack-halves", 1, fields=with_a_gun)


def flip(state: CompoundX, table: Table, action: Flip) -> None:
    """A magnifier in front of a 1x sight is swung aside, or back, for an Action."""
    actor = fighter(state, action.actor)
    gun = gun_of(actor, action.weapon)
    if not any(each.flips for each in mounted(table.content, gun)):
        raise Refused("cx.actions.unlisted", f"the {gun.name} has no magnifier", [])
    if undertake(state, table, Declaration("acts", actor, item=gun)):
        gun.flipped = not gun.flipped
        table.emit("cx.actions.unlisted", actor.id, number=1, note=gun.name)


FLIP = ActionKind(Flip, flip, "cx.actions.unlisted", 1, group="ranged", fields=with_a_gun)


def adjust(state: CompoundX, table: Table, action: Adjust) -> None:
    """Beyond 200 m a scope is set anew for a target at another distance: 2 Actions, 1 with a scope made for it."""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    gun = gun_of(actor, action.weapon)
    check_aim(state, actor, target)
    metres = distance(state, actor, target)
    if not set_for(gun, mounted(table.content, gun), metres):
        raise Refused("cx.actions.unlisted", f"no scope on the {gun.name} need be set for {metres:.0f} m", ["fire"])
    if abs(gun.sighted - metres) < 1:
        raise Refused("cx.actions.unlisted", f"it is set for {gun.sighted:.0f} m already", ["fire"])
    cost = adjusting_takes(table.content, gun)
    afford(actor, cost)
    if undertake(state, table, Declaration("acts", actor, item=gun), cost) and show(state, table, actor):
        gun.sighted = distance(state, actor, target)
        table.emit("cx.actions.unlisted", actor.id, target.id, cost, gun.name)


def adjust_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [foe_field(state, actor), gun_field(actor)]


ADJUST = ActionKind(
    Adjust, adjust, "cx.actions.unlisted", 1, "2 Actions, or 1", "ranged", refusal=aim_refusal, fields=adjust_fields
)
