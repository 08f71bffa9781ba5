"""Other lines of the turn action table: magazine, weapon, rest, whatever else is possible, and nothing at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, something
from starfray.rulebooks.icar.common.action_economy import FREE, MAIN, MAIN_WORDS, QUICK_WORDS, spend
from starfray.rulebooks.icar.common.actions import StandBy
from starfray.rulebooks.icar.common.check import DEFAULT_TN, SKILL_ATTRIBUTE, attribute_field, refuse_attribute, skill_check
from starfray.rulebooks.icar.common.records import Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.fire import decide, decide_unless_quick


@dataclass(frozen=True, slots=True)
class ChangeMagazine(Action):
    KIND: ClassVar[str] = "change-magazine"
    weapon: str = ""


def gun_of(actor: Actor, key: str) -> Weapon | None:
    """Of two alike the emptier."""
    guns = [weapon for weapon in actor.weapons if weapon.key == (key or actor.hand) and weapon.gun and not weapon.apart]
    return min(guns, key=lambda gun: gun.rounds, default=None)


def magazine_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [something("weapon", [weapon for weapon in actor.weapons if weapon.gun and not weapon.apart])]


def change_magazine(state: Icar, table: Table, action: ChangeMagazine) -> None:
    """icar.turn.change-magazine"""
    actor = state.roster[action.actor]
    gun = gun_of(actor, action.weapon)
    if gun is None:
        raise Refused("icar.fire.sheet.ownership", "no such gun", [weapon.key for weapon in actor.weapons if weapon.gun])
    if gun.rounds >= gun.magazine or gun.spares == 0:
        words = "the magazine is full" if gun.spares else "no magazine is left"
        raise Refused("icar.ruling.magazine", words)
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide_unless_quick(state, actor)
    gun.rounds = gun.magazine
    gun.spares = max(gun.spares - 1, -1)
    table.emit("icar.turn.change-magazine", actor.id, number=gun.rounds, note=gun.name)


CHANGE_MAGAZINE = ActionKind(
    ChangeMagazine, change_magazine, "icar.turn.change-magazine", MAIN, QUICK_WORDS, "turn", fields=magazine_fields
)


@dataclass(frozen=True, slots=True)
class ChangeWeapon(Action):
    """Take another weapon in hand and stow the old one; none: only stow."""

    KIND: ClassVar[str] = "change-weapon"
    weapon: str = ""


def weapon_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    weapons = {weapon.key: weapon for weapon in actor.weapons if weapon.key != actor.hand and not weapon.apart}
    options = [Option(weapon.key, weapon.name, note=weapon.type) for weapon in weapons.values()]
    return [Field("weapon", "item", options, required=not actor.hand, hint="none: empty hands")]


def change_weapon(state: Icar, table: Table, action: ChangeWeapon) -> None:
    """icar.turn.change-weapon"""
    actor = state.roster[action.actor]
    keys = [weapon.key for weapon in actor.weapons if not weapon.apart]
    if action.weapon and action.weapon not in keys:
        raise Refused("icar.fire.sheet.ownership", f"{actor.id} has no {action.weapon!r}", keys)
    if action.weapon == actor.hand:
        raise Refused("icar.turn.change-weapon", "it is in the hand" if actor.hand else "the hands are empty")
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide_unless_quick(state, actor)
    actor.hand = action.weapon
    table.emit("icar.turn.change-weapon", actor.id, note=action.weapon or "empty hands")


CHANGE_WEAPON = ActionKind(
    ChangeWeapon, change_weapon, "icar.turn.change-weapon", MAIN, QUICK_WORDS, "turn", fields=weapon_fields
)


@dataclass(frozen=True, slots=True)
class RecoverStun(Action):
    KIND: ClassVar[str] = "recover-stun"


def not_stunned(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if actor.stun >= actor.max_stun:
        return Refused("icar.ruling.stun-recovery", "there is nothing to shake off")
    if actor.hurried:
        return Refused("icar.turn.recover-stun", f"{actor.id} has not been inactive this turn", ["stand-by"])
    return None


def recover_stun(state: Icar, table: Table, action: RecoverStun) -> None:
    """Inactive for the turn; the Stun comes back at its end. icar.turn.recover-stun, icar.heal.stun.step-out"""
    actor = state.roster[action.actor]
    table.allowed()
    spend(state, table, actor, action.KIND)
    actor.quick = 0
    decide(state, actor)
    table.emit("icar.heal.stun.step-out", actor.id)


RECOVER_STUN = ActionKind(RecoverStun, recover_stun, "icar.turn.recover-stun", MAIN, MAIN_WORDS, "turn", refusal=not_stunned)


@dataclass(frozen=True, slots=True)
class Attempt(Action):
    """Anything else that is possible: the GM sets the target number, the player proposes the attribute."""

    KIND: ClassVar[str] = "attempt"
    words: str
    skill: str
    attribute: str = ""


def attempt_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    skills = [Option(skill, note=str(actor.skills.get(skill, 0))) for skill in SKILL_ATTRIBUTE]
    return [Field("words", "text"), Field("skill", "choice", skills), attribute_field("")]


def attempt(state: Icar, table: Table, action: Attempt) -> None:
    """Any action that is possible: target number, skill, attribute, equipment, and only then the die. icar.check.order"""
    actor = state.roster[action.actor]
    if action.skill not in SKILL_ATTRIBUTE:
        raise Refused("icar.combat.free-choice", f"no skill {action.skill!r}", sorted(SKILL_ATTRIBUTE))
    refuse_attribute(action.attribute)
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide(state, actor)
    table.emit("icar.combat.free-choice", actor.id, note=action.words)
    tn = table.number("icar.check.order", GM, 2, 40, f"{action.words}: which target number?", DEFAULT_TN)
    source = "icar.check.default-tn" if tn == DEFAULT_TN else "icar.check.free-tn"
    passed = skill_check(state, table, actor, action.skill, action.attribute, "icar.check.core", tn, source)
    table.emit("icar.combat.free-choice", actor.id, note=f"{action.words}: {'it works' if passed else 'in vain'}")


ATTEMPT = ActionKind(
    Attempt, attempt, "icar.combat.free-choice", MAIN, MAIN_WORDS, "turn", fields=attempt_fields,
    hints=("icar.check.free-tn", "icar.tn.table"), narrated=True,
)  # fmt: skip


def stand_by(state: Icar, table: Table, action: StandBy) -> None:
    """Nothing, or nothing more."""
    actor = state.roster[action.actor]
    table.allowed()
    decide(state, actor)
    if actor.acted:  # done with quick tasks or hacking
        actor.quick = 0
        actor.tasks = 99
    else:
        actor.acted = action.KIND
    table.emit("icar.combat.free-choice", actor.id, note="stands by")


STAND_BY = ActionKind(StandBy, stand_by, "icar.combat.free-choice", FREE, MAIN_WORDS, "word")
