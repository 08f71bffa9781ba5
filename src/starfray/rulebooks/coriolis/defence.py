"""Defending in close combat: declared before the attack, rolled after it, and what each six of the defender does."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.answers import fitting, write_shares
from starfray.engine.rules import Option, Table, counted, freeze
from starfray.rulebooks.coriolis.core import FAST, add_skill, skill_test
from starfray.rulebooks.coriolis.declare import help_reaction, pay_reaction
from starfray.rulebooks.coriolis.effects import disarm, injury_stands, what_to_drop
from starfray.rulebooks.coriolis.hazards import poison_bites
from starfray.rulebooks.coriolis.hooks import extra_severity, free_defences
from starfray.rulebooks.coriolis.initiative import raise_now
from starfray.rulebooks.coriolis.injury import critical_injury, strain, take_damage
from starfray.rulebooks.coriolis.modifiers import add_weapon
from starfray.rulebooks.coriolis.overwatch import may_react
from starfray.rulebooks.coriolis.ranges import reveal, spoken
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, blades_of, held_items


@dataclass(slots=True)
class Defence:
    """What the defender's sixes bought. coriolis.melee.defend.list"""

    decrease: int = 0
    counterattack: bool = False
    injury: int = 0  # sixes spent on the critical injury of a counterattack
    disarm: str = ""  # what the attacker drops
    initiative: int = 0


def declare_defence(state: Coriolis, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon) -> Weapon | None:
    """A reaction, Fast: does she defend, and with what? coriolis.action.defend"""
    cost = 0 if target.defences < free_defences(target) else FAST
    if (target.grapples or target.grappled_by) and target.able:
        table.cite("coriolis.ruling.grapple.reactions")
    if not may_react(target) or target.ap < cost:
        return None
    blades = blades_of(target)
    options = [Option(each.key, f"defend: {each.name}", rule="coriolis.action.defend") for each in blades]
    options.append(Option("no", "do not defend"))
    prompt = f"{spoken(target, attacker)} attacks with {weapon.name}. Defend?"
    pick = table.choose(
        "coriolis.action.defend", target.id, options, prompt, facts={"ap": target.ap, "cost": cost, "damage": weapon.damage}
    )
    if pick == "no":
        return None
    pay_reaction(table, target, cost)
    reveal(state, table, target)
    target.defences += 1
    table.emit("coriolis.action.defend", target.id, attacker.id, cost)
    late = state.ruling("defend") == "after"
    table.cite("coriolis.ruling.melee.defend-declare" if late else "coriolis.action.defend.before")
    return next(each for each in blades if each.key == pick)


def roll_defence(
    state: Coriolis, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, shield: Weapon, against: int
) -> Defence:
    """Melee Combat, -2 if unarmed against a weapon; every six, the first too, is an effect. coriolis.action.defend.effects"""
    tally = table.tally(target)
    add_skill(tally, target, "melee-combat")
    add_weapon(tally, target, shield, "coriolis.ruling.melee.defence-pool")
    if shield.bare and not weapon.bare:
        tally.add(-2, "coriolis.action.defend.unarmed")
    help_reaction(tally, target, "defend", attacker.id)
    table.enter((attacker.id, target.id, weapon.key, shield.key, against))
    table.merge("coriolis.action.defend")
    sixes = skill_test(state, table, target, tally, "coriolis.action.defend")
    table.leave()
    strain(state, table, target, "melee-combat")
    if sixes and not against:
        table.cite("coriolis.ruling.melee.defence-on-miss")
    return choose_effects(table, attacker, target, weapon, shield, sixes, against)


def choose_effects(
    table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, shield: Weapon, sixes: int, against: int
) -> Defence:
    """Decrease Damage, Counterattack (and an injury with it), Disarm, Raise Initiative. coriolis.melee.defend.list"""
    defence = Defence()
    if not sixes:
        return defence
    slots = [Option("decrease-damage", rule="coriolis.melee.defend.decrease-damage", most=against)]
    if target.prone:
        table.cite("coriolis.ruling.melee.defend-prone")
    else:
        note = "Weapon Damage; further sixes do not raise it"  # coriolis.melee.defend.counterattack.no-extra-damage
        slots.append(Option("counterattack", rule="coriolis.melee.defend.counterattack", note=note, most=1))
        if shield.crit:
            note = f"with a counterattack: {counted(shield.crit + 1, 'six', 'sixes')}, each further one makes it worse"
            rule = "coriolis.melee.defend.counterattack.critical"
            slots.append(Option("counter-injury", rule=rule, note=note, least=shield.crit + 1))
    if held_items(attacker):
        slots.append(Option("disarm", rule="coriolis.melee.defend.disarm", most=1))
    slots.append(Option("raise-initiative", rule="coriolis.melee.defend.raise-initiative"))
    shares = table.allocate(
        "coriolis.action.defend.effects",
        target.id,
        sixes,
        slots,
        f"{counted(sixes, 'six', 'sixes')} in defence",
        suggested=default_defence(slots, sixes, against),
        facts={"against": against, "damage": weapon.damage},
    )
    for slot, share in zip(slots, shares, strict=True):
        if slot.key == "decrease-damage":
            defence.decrease = share
        elif slot.key == "counterattack":
            defence.counterattack = share > 0
        elif slot.key == "counter-injury" and defence.counterattack:
            defence.injury = share
        elif slot.key == "disarm" and share:
            defence.disarm = what_to_drop(table, target, attacker, "coriolis.melee.defend.disarm")
        elif slot.key == "raise-initiative":
            defence.initiative = share
    if defence.decrease:
        table.emit("coriolis.melee.defend.decrease-damage", target.id, attacker.id, defence.decrease)
    return defence


def default_defence(slots: list[Option], sixes: int, against: int) -> str:
    """coriolis.ruling.bonus.unspent: Decrease Damage until it misses, then Counterattack, then Raise Initiative."""
    left = sixes
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


def answer_back(state: Coriolis, table: Table, attacker: Fighter, target: Fighter, shield: Weapon, defence: Defence) -> None:
    """After the attack is resolved: counterattack, then disarm, then initiative. coriolis.ruling.bonus.order"""
    if defence.counterattack and lands_in_time(state, table, attacker, target):
        table.enter((attacker.id, target.id, freeze(defence)))
        counterattack(state, table, attacker, target, shield, defence)
        table.leave()
    if defence.disarm:
        disarm(table, attacker, defence.disarm, "coriolis.melee.defend.disarm")
    if defence.initiative:
        raise_now(state, table, target, 2 * defence.initiative)


def lands_in_time(state: Coriolis, table: Table, attacker: Fighter, target: Fighter) -> bool:
    """At the same moment as the attack, so that it lands even if that broke the defender; a table may rule otherwise.

    coriolis.ruling.melee.counter-timing
    """
    if target.conscious:
        return True
    simultaneous = state.ruling("counter-timing") != "after"
    note = "strikes as she falls" if simultaneous else "is down before she can strike"
    table.emit("coriolis.ruling.melee.counter-timing", target.id, attacker.id, note=note)
    return simultaneous


def counterattack(state: Coriolis, table: Table, attacker: Fighter, target: Fighter, shield: Weapon, defence: Defence) -> None:
    """Weapon Damage and no more; an injury at the Crit Rating counted 1 higher. coriolis.melee.defend.counterattack"""
    table.emit("coriolis.melee.defend.counterattack", target.id, attacker.id, shield.damage)
    through = take_damage(state, table, attacker, shield.damage, shield, ranged=False)
    if defence.injury and injury_stands(state, table, attacker, through):
        table.emit("coriolis.melee.defend.counterattack.critical", target.id, attacker.id)
        severity = defence.injury - (shield.crit + 1)
        if severity:
            table.emit("coriolis.melee.defend.counterattack.severity", target.id, attacker.id, severity)
        table.enter((shield.key, through))
        critical_injury(state, table, attacker, 1 + severity + extra_severity(target))
        table.leave()
    if through:
        poison_bites(state, table, target, attacker, shield)
