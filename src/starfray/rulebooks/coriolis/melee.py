"""Close combat, in the order of the book's table: the attack, the quick attack, and how any blow is resolved.

Defending is in defence.py, the attack of opportunity in interrupts.py, what further sixes buy in effects.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, distance, freeze, somebody, something
from starfray.rulebooks.coriolis.aim import foes_first
from starfray.rulebooks.coriolis.core import FAST, NORMAL, add_skill, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare, help_reaction
from starfray.rulebooks.coriolis.defence import Defence, answer_back, declare_defence, roll_defence
from starfray.rulebooks.coriolis.effects import MELEE, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.injury import strain
from starfray.rulebooks.coriolis.interrupts import STRIKES, Declaration, carried_out
from starfray.rulebooks.coriolis.modifiers import add_weapon
from starfray.rulebooks.coriolis.ranges import CLOSE, notice, refuse_walled
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, Weapon, fighter, ready_weapon, shelter_of


@dataclass(frozen=True, slots=True)
class MeleeAttack(Action):
    KIND: ClassVar[str] = "melee-attack"
    target: str
    weapon: str = ""


def melee_attack(state: Coriolis, table: Table, action: MeleeAttack) -> None:
    """Normal; on one's feet. coriolis.action.melee-attack"""
    attacker, target, weapon = close_in(state, action.actor, action.target, action.weapon)
    deed = Deed("melee-attack", target.id, weapon.key)
    declare(state, table, attacker, deed)
    table.emit("coriolis.action.melee-attack", attacker.id, target.id, note=weapon.name)
    if carried_out(state, table, Declaration("melee-attack", attacker, target, weapon)):
        strike(state, table, attacker, target, weapon, 0, "coriolis.action.melee-attack", deed)


def melee_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    """Foes who are up; where there are none, anybody near: somebody who lies there, a friend gone mad."""
    others = [each for each in state.roster.values() if each is not actor and each.side == actor.side and not each.dead]
    blades = [each for each in actor.weapons if each.in_hand and each.melee]
    return [somebody("target", foes_first(state, actor) + others), something("weapon", [*blades, UNARMED], required=False)]


MELEE_ATTACK = ActionKind(
    MeleeAttack, melee_attack, "coriolis.action.melee-attack", NORMAL, group="melee", fields=melee_fields,
    hints=("coriolis.ruling.melee.pool-typo", "coriolis.melee.defend.list", "coriolis.ruling.bonus.order",
           "coriolis.ruling.bonus.once", "coriolis.melee.defend.counterattack.no-extra-damage"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class QuickMelee(Action):
    KIND: ClassVar[str] = "quick-melee"
    target: str
    weapon: str = ""


def quick_melee(state: Coriolis, table: Table, action: QuickMelee) -> None:
    """Fast, -2, with a Light weapon or unarmed. coriolis.action.quick-melee"""
    attacker, target, weapon = close_in(state, action.actor, action.target, action.weapon)
    if "light" not in weapon.features:
        raise Refused("coriolis.action.quick-melee.light-only", f"the {weapon.name} is not Light", ["melee-attack"])
    deed = Deed("quick-melee", target.id, weapon.key)
    declare(state, table, attacker, deed)
    table.emit("coriolis.action.quick-melee", attacker.id, target.id, note=weapon.name)
    if carried_out(state, table, Declaration("quick-melee", attacker, target, weapon)):
        strike(state, table, attacker, target, weapon, -2, "coriolis.action.quick-melee", deed)


QUICK_MELEE = ActionKind(QuickMelee, quick_melee, "coriolis.action.quick-melee", FAST, group="melee", fields=melee_fields)


def close_in(state: Coriolis, who: str, at: str, key: str) -> tuple[Fighter, Fighter, Weapon]:
    """Attacker, target and weapon of a blow about to be declared, or why they do not fit together. coriolis.prone.no-melee"""
    attacker, target = fighter(state, who), fighter(state, at)
    weapon = ready_weapon(attacker, key, melee=True)
    if target is attacker or target.dead or target.out:
        raise Refused("coriolis.ruling.illegal", f"{at} cannot be attacked", [])
    if attacker.aboard or shelter_of(state, target) is not None or not target.person:  # coriolis.ruling.vehicle.wreck
        raise Refused("coriolis.ruling.vehicle.occupants", "nobody fights hand to hand in or with a vehicle", ["leave", "shot"])
    if attacker.prone:
        raise Refused("coriolis.action.melee-attack.on-feet", f"{who} is prone", ["get-up"])
    refuse_walled(state, attacker, target)
    if distance(state, attacker, target) > CLOSE:
        raise Refused("coriolis.range.close", f"{at} is not within Close Range", ["move"])
    return attacker, target, weapon


def strike(
    state: Coriolis,
    table: Table,
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    modifier: int,
    rule: str,
    deed: Deed | None = None,
) -> None:
    """Defence declared, attack rolled, defence rolled, effects chosen, damage done. coriolis.ruling.dice-order

    A blow without a deed is an attack of opportunity.
    """
    late = state.ruling("defend") == "after"  # coriolis.ruling.melee.defend-declare
    shield = None if late else declare_defence(state, table, attacker, target, weapon)
    tally = table.tally(attacker)
    add_skill(tally, attacker, "melee-combat")  # coriolis.ruling.melee.pool-typo: not Ranged Combat
    # coriolis.ruling.prone.melee-target: somebody who is prone is no easier to strike
    add_weapon(tally, attacker, weapon, "coriolis.ruling.melee.unarmed" if weapon.bare else "coriolis.melee.pool")
    if modifier:
        tally.add(modifier, rule)
    if deed is not None:
        add_help(table, tally, attacker, deed)
    else:
        help_reaction(tally, attacker, "opportunity", target.id)
    sixes = skill_test(state, table, attacker, tally, "coriolis.melee.pool")
    strain(state, table, attacker, "melee-combat")
    if late:
        shield = declare_defence(state, table, attacker, target, weapon)
    defence = roll_defence(state, table, attacker, target, weapon, shield, sixes) if shield is not None else Defence()
    sixes -= defence.decrease  # before the attacker spends them: coriolis.ruling.melee.decrease-order
    if defence.decrease:
        table.emit("coriolis.ruling.melee.decrease-order", attacker.id, target.id, sixes)
        defence.decrease = 0  # done
    if sixes > 0:
        bought = buy_effects(table, attacker, target, weapon, sixes - 1, MELEE)
        table.emit("coriolis.melee.hit", attacker.id, target.id, weapon.damage)
        table.enter((freeze(defence), shield.key if shield else ""))
        resolve_hit(state, table, attacker, target, weapon, bought, MELEE, ranged=False)
        table.leave()
    else:
        table.emit("coriolis.core.success", attacker.id, target.id, note="misses")
    notice(state, table, target)
    if shield is not None:
        answer_back(state, table, attacker, target, shield, defence)


STRIKES.append(strike)
