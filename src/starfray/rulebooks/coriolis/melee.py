"""Close combat: the attack, the defence that is asked of its target, and the counterattack."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.codec import freeze
from starfray.engine.errors import Refused
from starfray.engine.policy import fitting, write_shares
from starfray.engine.table import Table
from starfray.engine.values import Option
from starfray.rulebooks.coriolis.actions import MeleeAttack, QuickMelee
from starfray.rulebooks.coriolis.core import FAST, NORMAL, add_skill, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare, help_reaction, pay_reaction
from starfray.rulebooks.coriolis.effects import MELEE, buy_effects, disarm, resolve_hit
from starfray.rulebooks.coriolis.hazards import poison_bites
from starfray.rulebooks.coriolis.hooks import extra_severity, free_defences
from starfray.rulebooks.coriolis.initiative import raise_now
from starfray.rulebooks.coriolis.injury import critical_injury, strain, suffer
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out, may_react
from starfray.rulebooks.coriolis.ranges import CLOSE, within
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, Weapon, fighter, ready_weapon


def melee_attack(state: Coriolis, table: Table, act: MeleeAttack) -> None:
    attacker, target, weapon = close_in(state, act.actor, act.target, act.weapon)
    deed = Deed("melee-attack", NORMAL, target.id, weapon.key)
    declare(state, table, attacker, deed)
    table.emit("coriolis.action.melee-attack", attacker.id, target.id, note=weapon.name)
    if carried_out(state, table, Happening("melee-attack", attacker, target)):
        strike(state, table, attacker, target, weapon, 0, "coriolis.action.melee-attack", deed)


def quick_melee(state: Coriolis, table: Table, act: QuickMelee) -> None:
    attacker, target, weapon = close_in(state, act.actor, act.target, act.weapon)
    if "light" not in weapon.features:
        raise Refused("coriolis.action.quick-melee.light-only", f"the {weapon.name} is not Light", ["melee-attack"])
    deed = Deed("quick-melee", FAST, target.id, weapon.key)
    declare(state, table, attacker, deed)
    table.emit("coriolis.action.quick-melee", attacker.id, target.id, note=weapon.name)
    if carried_out(state, table, Happening("quick-melee", attacker, target)):
        strike(state, table, attacker, target, weapon, -2, "coriolis.action.quick-melee", deed)


def close_in(state: Coriolis, who: str, at: str, key: str) -> tuple[Fighter, Fighter, Weapon]:
    attacker, target = fighter(state, who), fighter(state, at)
    weapon = ready_weapon(attacker, key, melee=True)
    if target is attacker or target.dead or target.out:
        raise Refused("coriolis.ruling.illegal", f"{at} cannot be attacked", [])
    if attacker.aboard or target.aboard or not target.person:
        raise Refused("coriolis.ruling.vehicle.occupants", "nobody fights hand to hand in or with a vehicle", ["leave", "shot"])
    if attacker.prone:
        raise Refused("coriolis.action.melee-attack.on-feet", f"{who} is prone", ["get-up"])
    if not within(state, attacker, target, CLOSE):
        raise Refused("coriolis.range.close", f"{at} is not within Close Range", ["move"])
    return attacker, target, weapon


def melee_weapon_of(one: Fighter) -> Weapon:
    """A firearm in hand counts as unarmed. coriolis.ruling.melee.defence-pool"""
    return next((each for each in one.weapons if each.in_hand and each.melee), UNARMED)


def strike(
    state: Coriolis, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, modifier: int, rule: str,
    deed: Deed | None = None,
) -> None:
    """Defence declared, attack rolled, defence rolled, effects chosen, damage done. coriolis.ruling.dice-order"""
    late = state.rulings.get("defend") == "after"  # coriolis.ruling.melee.defend-declare
    shield = None if late else declare_defence(state, table, attacker, target, weapon)
    tally = table.tally(attacker)
    add_skill(tally, attacker, "melee-combat")
    tally.add(weapon.bonus, "coriolis.melee.pool", weapon.name)
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
    defence = Defence()
    if shield is not None:
        defence = defend(state, table, attacker, target, weapon, shield, sixes)
        sixes -= defence.decrease
    if sixes > 0:
        bought = buy_effects(table, attacker, target, weapon, sixes - 1, MELEE)
        table.emit("coriolis.melee.hit", attacker.id, target.id, weapon.damage)
        table.remember((freeze(defence), shield.key if shield else ""))
        resolve_hit(state, table, attacker, target, weapon, bought, MELEE, ranged=False)
        table.forget()
    else:
        table.emit("coriolis.core.success", attacker.id, target.id, note="misses")
    answer_back(state, table, attacker, target, shield, defence)


# --- the defence -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Defence:
    """What the defender's sixes bought. coriolis.melee.defend.list"""

    decrease: int = 0
    counterattack: bool = False
    injury: int = 0  # sixes spent on a critical injury
    disarm: bool = False
    initiative: int = 0


def declare_defence(state: Coriolis, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon) -> Weapon | None:
    """Before the attacker rolls: does she defend, and with what? coriolis.action.defend.before"""
    cost = 0 if target.defences < free_defences(target) else FAST  # coriolis.action.defend
    if not may_react(target) or not target.aware or target.ap < cost:
        return None
    options = [
        Option(each.key, f"defend with the {each.name}", rule="coriolis.action.defend")
        for each in target.weapons
        if each.in_hand and each.melee
    ]
    if not options:
        options.append(Option(UNARMED.key, "defend with bare hands", rule="coriolis.action.defend.unarmed"))
    options.append(Option("no", "do not defend"))
    pick = table.choose("coriolis.action.defend", target.id, options, f"{attacker.id} attacks with {weapon.name}. Defend?",
                        facts={"ap": target.ap, "cost": cost, "damage": weapon.damage})
    if pick == "no":
        return None
    pay_reaction(table, target, cost)
    target.defences += 1
    table.emit("coriolis.action.defend", target.id, attacker.id, cost)
    return next((each for each in target.weapons if each.key == pick), UNARMED)


def defend(
    state: Coriolis, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, shield: Weapon, sixes: int
) -> Defence:
    """Roll; every six, the first too, picks one effect. coriolis.action.defend.effects"""
    tally = table.tally(target)
    add_skill(tally, target, "melee-combat")
    tally.add(shield.bonus, "coriolis.ruling.melee.defence-pool", shield.name)
    if shield is UNARMED and weapon is not UNARMED:
        tally.add(-2, "coriolis.action.defend.unarmed")
    help_reaction(tally, target, "defend", attacker.id)
    won = skill_test(state, table, target, tally, "coriolis.action.defend")
    strain(state, table, target, "melee-combat")
    defence = Defence()
    if not won:
        return defence
    slots = [Option("decrease-damage", rule="coriolis.melee.defend.decrease-damage", most=sixes)]
    if not target.prone:  # coriolis.ruling.melee.defend-prone
        slots.append(Option("counterattack", rule="coriolis.melee.defend.counterattack", most=1))
        if shield.crit:
            slots.append(Option("counter-injury", rule="coriolis.melee.defend.counterattack.critical", least=shield.crit + 1))
    slots.append(Option("disarm", rule="coriolis.melee.defend.disarm", most=1))
    slots.append(Option("raise-initiative", rule="coriolis.melee.defend.raise-initiative"))
    shares = table.allocate(
        "coriolis.action.defend.effects", target.id, won, slots, f"{won} sixes in defence",
        suggested=default_defence(slots, won, sixes), facts={"against": sixes, "damage": weapon.damage},
    )
    for slot, share in zip(slots, shares, strict=True):
        if slot.key == "decrease-damage":
            defence.decrease = share
        elif slot.key == "counterattack":
            defence.counterattack = share > 0
        elif slot.key == "counter-injury":
            defence.injury = share
        elif slot.key == "disarm":
            defence.disarm = share > 0
        elif slot.key == "raise-initiative":
            defence.initiative = share
    if not defence.counterattack:
        defence.injury = 0
    if defence.decrease:
        table.emit("coriolis.melee.defend.decrease-damage", target.id, attacker.id, defence.decrease)
    return defence


def default_defence(slots: list[Option], won: int, against: int) -> str:
    """coriolis.ruling.bonus.unspent: Decrease Damage until it misses, then Counterattack, then Raise Initiative."""
    left = won
    shares = [0] * len(slots)
    for place, slot in enumerate(slots):
        if slot.key == "decrease-damage":
            shares[place] = min(left, against)
        elif slot.key == "counterattack":
            shares[place] = min(left, 1)
        elif slot.key == "raise-initiative":
            shares[place] = left
        left -= shares[place]
    return write_shares(fitting(shares, slots), slots)


def answer_back(
    state: Coriolis, table: Table, attacker: Fighter, target: Fighter, shield: Weapon | None, defence: Defence
) -> None:
    """After the attack is resolved: counterattack, then disarm, then initiative. coriolis.ruling.melee.counter-timing"""
    stands = target.conscious or state.rulings.get("counter-timing") != "after"
    if shield is not None and defence.counterattack and stands:
        table.emit("coriolis.melee.defend.counterattack", target.id, attacker.id, shield.damage)
        through = suffer(state, table, attacker, shield.damage, shield, ranged=False)
        if defence.injury and through:
            table.emit("coriolis.melee.defend.counterattack.critical", target.id, attacker.id)
            severity = defence.injury - (shield.crit + 1)  # counted 1 higher
            if severity:
                table.emit("coriolis.melee.defend.counterattack.severity", target.id, attacker.id, severity)
            critical_injury(state, table, attacker, 1 + severity + extra_severity(target))
        if through:
            poison_bites(state, table, target, attacker, shield)
    if defence.disarm:
        disarm(table, attacker, "coriolis.melee.defend.disarm")
    if defence.initiative:
        raise_now(state, table, target, 2 * defence.initiative)

