"""Gunners shoot last, one after another, each with a check of their own. So do enemies that are only a number."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Option, Tally
from starfray.rulebooks.icar.core import (
    CRITICAL,
    PASS,
    agreed_attribute,
    check,
    refuse_attribute,
    take_off_ability,
    take_off_gm,
    throw,
)
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.space.actions import Shoot
from starfray.rulebooks.icar.space.allowed import refuse_unless_free
from starfray.rulebooks.icar.space.crew import craft_named, fighting, foes_of, is_foe, ship, special, vessel, within_reach
from starfray.rulebooks.icar.space.damage import damage_hull, hit_shield, lose_system
from starfray.rulebooks.icar.space.operations import FORESEEN_STN
from starfray.rulebooks.icar.space.options import described, told
from starfray.rulebooks.icar.space.records import ENERGY_WEB, Craft, Modifier
from starfray.rulebooks.icar.state import Actor, Icar

HULL = "hull"
HULL_OR_SHIELD = -6  # icar.space.gunner.hull-or-shield
DIRECT_TN = 12  # icar.ruling.system-modifier


def shoot(state: Icar, table: Table, act: Shoot) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    target = craft_named(state, one, act.target, "icar.space.gunner.turns")
    refuse_target(state, vessel(state, one), target)
    refuse_aim(state, ship(target), act.aim)
    own = ship(vessel(state, one))
    state.space.acted[one.id] = act.KIND
    if own.away:  # icar.ruling.run-away: until it fires again
        own.away = False
        table.emit("icar.ruling.run-away", one.aboard, note="fires and is in range again")
    if own.running:
        table.emit("icar.space.end.run-away.fire", one.id, target.id)
    agreed = agreed_attribute(table, one, "shooting", act.attribute)
    tally = table.tally()
    terms = shot_terms(state, vessel(state, one), target, act.aim)
    for term in terms:
        tally.add(term.amount, term.rule, f"by {term.by}" if term.by else "")
    number = sum(term.amount for term in terms)
    table.emit("icar.space.stn.sum", one.id, target.id, number, act.aim)
    if number < 1:
        table.emit("icar.ruling.stn-floor", one.id, number=number)
    if "shooting" not in one.skills:
        table.emit("icar.space.small-crew.unskilled", one.id, note="shooting")
    take_off_ability(tally, one, "shooting", agreed)
    result = told(table, one, check(state, table, one, tally, "icar.space.gunner.turns"))
    if result < PASS:
        missed(table, one, target, act.aim)
    else:
        land(state, table, one, target, act.aim, result)


def refuse_target(state: Icar, craft: Actor, target: Actor) -> None:
    if is_foe(state, craft, target) and within_reach(target):
        return
    foes = [each.id for each in foes_of(state, craft)]
    if target.id not in foes:
        why = "is out of the fight" if not fighting(state, target) else "is on the same side"
        raise Refused("icar.space.end.ways", f"{target.id} {why}", foes)
    if ship(target).away:
        raise Refused("icar.space.end.run-away.no-jump", f"{target.id} has run out of range", foes)
    raise Refused("icar.space.crit.pilot", f"{target.id} is where no shot can reach it this turn", foes)


def refuse_aim(state: Icar, craft: Craft, aim: str) -> None:
    if aim == HULL:
        return
    systems = targetable(state, craft)
    if aim == ENERGY_WEB:
        raise Refused("icar.space.system.energy-web", "the energy web cannot be targeted", [HULL, *systems])
    if aim == "life-support" and ruled(state, "life-support-target") == "no":
        raise Refused("icar.ruling.life-support-target", "life support cannot be targeted", [HULL, *systems])
    if craft.shields > 0:
        raise Refused("icar.space.shields-first", "the shields have to go first", [HULL])
    if aim not in systems:
        raise Refused("icar.space.gunner.system", f"{aim!r} is no working system of the target", [HULL, *systems])


def targetable(state: Icar, craft: Craft) -> list[str]:
    """Working systems a shot can pick: all but the energy web, and life support if so ruled."""
    barred = (ENERGY_WEB,) if ruled(state, "life-support-target") == "yes" else (ENERGY_WEB, "life-support")
    return [key for key in craft.systems if key not in barred and key not in craft.inoperable]


def base_stn(state: Icar, shooter: Actor, target: Actor) -> Modifier:
    """icar.space.stn.base, whose it is by icar.ruling.stn-owner; 20 if the shooter's plan was read."""
    if is_foreseen(state, shooter):
        return Modifier(amount=FORESEEN_STN, rule="icar.space.crit.ops")
    owner = target if ruled(state, "stn-owner") == "target" else shooter
    return Modifier(amount=ship(owner).base_stn, rule="icar.space.stn.base", by=owner.id)


def is_foreseen(state: Icar, shooter: Actor) -> bool:
    """Has an enemy in the fight read what this craft is about to do? icar.space.crit.ops"""
    return any(
        each.craft is not None and each.craft.foreseen and is_foe(state, shooter, each) for each in state.roster.values()
    )


def shot_terms(state: Icar, shooter: Actor, target: Actor, aim: str) -> list[Modifier]:
    """Base, what the crew has done, and the modifier of what is aimed at. icar.space.stn.sum"""
    terms = list(state.space.stn)
    if ruled(state, "stn-owner") == "target":
        terms.insert(0, base_stn(state, shooter, target))
    if aim == HULL:
        own = special(state, "hull-or-shield", shooter, target)
        amount, rule = own if own is not None else (HULL_OR_SHIELD, "icar.space.gunner.hull-or-shield")
        terms.append(Modifier(amount=amount, rule=rule))
    elif ruled(state, "system-modifier") == "target-number":
        number = DIRECT_TN + ship(target).systems[aim].modifier
        worked = [term for term in terms if term.rule not in ("icar.space.stn.base", "icar.space.crit.ops")]
        terms = [Modifier(amount=number, rule="icar.ruling.system-modifier", by=aim), *worked]
    else:
        terms.append(Modifier(amount=ship(target).systems[aim].modifier, rule="icar.space.gunner.system", by=aim))
    return terms


def add_shot(state: Icar, tally: Tally, one: Actor, target: Actor, aim: str) -> None:
    """The whole shot as a tally, for those who weigh it beforehand."""
    for term in shot_terms(state, vessel(state, one), target, aim):
        tally.add(term.amount, term.rule)
    take_off_ability(tally, one, "shooting")


def missed(table: Table, one: Actor, target: Actor, aim: str) -> None:
    rule = "icar.space.gunner.turns" if aim == HULL else "icar.space.gunner.system-miss"
    table.emit(rule, one.id, target.id, note="miss")


def land(state: Icar, table: Table, one: Actor, target: Actor, aim: str, result: int) -> None:
    """Shield, hull or system; with a critical pass hull and system. icar.ruling.crit-gunner"""
    craft = ship(target)
    damage = ship(vessel(state, one)).clusters[one.cluster - 1]
    if craft.shields > 0:
        hit_shield(table, target, one.id)
        if result == CRITICAL:
            table.emit("icar.ruling.crit-gunner", one.id, target.id)
        return
    critical = result == CRITICAL and bool(targetable(state, craft)) and described(table, one)
    if aim == HULL or critical or ruled(state, "system-hull") == "yes":
        if aim != HULL and not critical:
            table.emit("icar.ruling.system-hull", one.id, target.id)
        damage_hull(table, target, damage, one.id, one.cluster)
    if aim != HULL:
        strike_system(table, one, target, aim)
    elif critical and not target.out and targetable(state, craft):
        options = [Option(key, rule="icar.space.crit.gunner") for key in targetable(state, craft)]
        strike_system(table, one, target, table.choose("icar.space.crit.gunner", one.id, options, "Which system?"))


def strike_system(table: Table, one: Actor, target: Actor, key: str) -> None:
    """icar.space.system.direct: a hit makes it inoperable."""
    table.emit("icar.space.system.direct", one.id, target.id, note=key)
    if key not in ship(target).inoperable and not target.out:
        lose_system(table, target, key)


def enemy_shot(state: Icar, table: Table, enemy: Actor) -> None:
    """One die: Gunner ability + D10 against the enemy's STN, with its first cluster. icar.ruling.enemy-shot"""
    craft = ship(enemy)
    if not craft.clusters:
        table.emit("icar.space.damage.clusters", enemy.id, note="no weapons")
        return
    targets = []
    for each in foes_of(state, enemy):
        if ship(each).away:
            table.emit("icar.space.end.run-away.no-jump", enemy.id, each.id)
        elif ship(each).untouchable:
            table.emit("icar.space.crit.pilot", enemy.id, each.id)
        else:
            targets.append(each)
    if not targets:
        return
    options = [Option(each.id, each.name, "icar.space.enemy.turn") for each in targets]
    chosen = table.choose("icar.space.enemy.turn", GM, options, f"At whom does {enemy.name or enemy.id} shoot?", targets[0].id)
    target = state.roster[chosen]
    tally = table.tally()
    if is_foreseen(state, enemy):
        tally.add(FORESEEN_STN, "icar.space.crit.ops")
    else:
        tally.add(enemy.stn, "icar.space.enemy.stn")
    tally.add(-enemy.gunner, "icar.space.enemy.ability")
    bare = craft.aim != "" and ship(target).shields == 0
    system = craft.aim if bare and craft.aim in targetable(state, ship(target)) else ""
    if system:  # icar.ruling.enemy-shot: only if the GM says so
        tally.add(ship(target).systems[system].modifier, "icar.space.gunner.system", system)
    elif ruled(state, "enemy-shot") == "minus-6":
        tally.add(HULL_OR_SHIELD, "icar.ruling.enemy-shot")
    take_off_gm(tally, enemy)
    if told(table, enemy, throw(table, enemy.id, tally, "icar.space.enemy.roll")) < PASS:
        table.emit("icar.space.enemy.roll", enemy.id, target.id, note="miss")
    elif ship(target).shields > 0:
        hit_shield(table, target, enemy.id)
    elif system:
        strike_system(table, enemy, target, system)
    else:
        damage_hull(table, target, craft.clusters[0], enemy.id, 1)
