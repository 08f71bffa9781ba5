"""Gunners shoot last, one after another, each with a check of their own. So do enemies that are only a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, Content, Field, Option, Refused, Table, Tally
from starfray.rulebooks.icar.common.check import (
    CRITICAL,
    PASS,
    agreed_attribute,
    attribute_field,
    chance,
    check,
    refuse_attribute,
    take_off_ability,
    take_off_gm,
    throw,
)
from starfray.rulebooks.icar.common.person import come_out, fighting
from starfray.rulebooks.icar.common.records import ENERGY_WEB, GUNNER, Craft, Modifier
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import at_role, craft_named, foes_of, is_foe, ship, special, vessel, within_reach
from starfray.rulebooks.icar.space.damage import hit_shield, lose_system, take_hull_damage
from starfray.rulebooks.icar.space.operations import FORESEEN_STN
from starfray.rulebooks.icar.space.role_options import described, option_kind, stn_so_far, told

HULL = "hull"
HULL_OR_SHIELD = -6  # icar.space.gunner.hull-or-shield
DIRECT_TN = 12  # icar.ruling.system-modifier


@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """At the hull (or the shield that is up), or at a system."""

    KIND: ClassVar[str] = "shoot"
    target: str
    aim: str = "hull"
    attribute: str = ""


def no_shot(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    team = at_role(state, actor.aboard, GUNNER)
    first = next(gunner for gunner in team if gunner.id not in state.space.acted)
    if first is not actor:
        return Refused("icar.ruling.dice-order", f"{first.id} shoots first", ["stand-by"])
    if not actor.cluster:
        return Refused("icar.ruling.gunner-cluster", f"{actor.id} has no weapon cluster", ["stand-by"])
    return None


def shot_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    foes = foes_of(state, vessel(state, actor))
    targets = [Option(foe.id, foe.name, note=f"hull {shot_percent(state, actor, foe, HULL)} %") for foe in foes]
    aims = [aim_option(state, actor, foes, HULL, "icar.space.gunner.hull-or-shield")]
    for key in dict.fromkeys(key for foe in foes for key in targetable(state, ship(foe))):
        having = [foe for foe in foes if key in targetable(state, ship(foe)) and not ship(foe).shields]
        aims.append(aim_option(state, actor, having, key, "icar.space.gunner.system"))
    return [
        Field("target", "combatant", targets, hint=f"STN {stn_so_far(state)} so far"),
        Field("aim", "choice", aims, required=False, default=HULL, main=True),
        attribute_field("shooting"),
    ]


def aim_option(state: Icar, actor: Actor, foes: list[Actor], aim: str, rule: str) -> Option:
    """With the chance against each craft that can be aimed at there."""
    note = ", ".join(f"{foe.id} {shot_percent(state, actor, foe, aim)} %" for foe in foes)
    return Option(aim, rule=rule, note=note)


def shot_percent(state: Icar, actor: Actor, target: Actor, aim: str) -> int:
    tally = Tally(False)
    add_shot(state, tally, actor, target, aim)
    return round(100 * chance(tally.total))


def in_range(state: Icar, actor: Actor) -> list[Actor]:
    """Enemy craft a gunner can shoot at."""
    return [foe for foe in foes_of(state, vessel(state, actor)) if within_reach(foe)]


def shoot(state: Icar, table: Table, action: Shoot) -> None:
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    target = craft_named(state, actor, action.target, "icar.space.gunner.turns")
    refuse_target(state, vessel(state, actor), target)
    refuse_aim(state, ship(target), action.aim)
    table.allowed()
    own = ship(vessel(state, actor))
    state.space.acted[actor.id] = action.KIND
    come_out(state, table, actor)
    if own.away:  # icar.ruling.run-away: until it fires again
        own.away = False
        table.emit("icar.ruling.run-away", actor.aboard, note="fires and is in range again")
    if own.running:
        table.cite("icar.space.end.run-away.fire")
    agreed = agreed_attribute(table, actor, "shooting", action.attribute)
    tally = table.tally()
    terms = shot_terms(state, vessel(state, actor), target, action.aim)
    for term in terms:
        tally.add(term.amount, term.rule, f"by {term.by}" if term.by else "")
    number = sum(term.amount for term in terms)
    table.emit("icar.space.stn.sum", actor.id, target.id, number, action.aim)
    if number < 1:
        table.emit("icar.ruling.stn-floor", actor.id, number=number)
    if "shooting" not in actor.skills:
        table.cite("icar.space.small-crew.unskilled")
    take_off_ability(tally, actor, "shooting", agreed)
    result = told(table, actor, check(state, table, actor, tally, "icar.space.gunner.turns"))
    if result < PASS:
        missed(table, actor, target, action.aim)
    else:
        hit(state, table, actor, target, action.aim, result)


SHOOT = option_kind(Shoot, shoot, no_shot, shot_fields)


def refuse_target(state: Icar, craft: Actor, target: Actor) -> None:
    if is_foe(state, craft, target) and within_reach(target):
        return
    foes = [foe.id for foe in foes_of(state, craft)]
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
    if aim == "life-support" and state.ruling("life-support-target") == "no":
        raise Refused("icar.ruling.life-support-target", "life support cannot be targeted", [HULL, *systems])
    if craft.shields > 0:
        raise Refused("icar.space.shields-first", "the shields have to go first", [HULL])
    if aim not in systems:
        raise Refused("icar.space.gunner.system", f"{aim!r} is no working system of the target", [HULL, *systems])


def targetable(state: Icar, craft: Craft) -> list[str]:
    """Working systems a shot can pick: all but the energy web, and life support if so ruled."""
    barred = (ENERGY_WEB,) if state.ruling("life-support-target") == "yes" else (ENERGY_WEB, "life-support")
    return [key for key in craft.systems if key not in barred and key not in craft.inoperable]


def base_stn(state: Icar, shooter: Actor, target: Actor) -> Modifier:
    """icar.space.stn.base, whose it is by icar.ruling.stn-owner; 20 if the shooter's plan was read."""
    if is_foreseen(state, shooter):
        return Modifier(amount=FORESEEN_STN, rule="icar.space.crit.ops")
    owner = target if state.ruling("stn-owner") == "target" else shooter
    return Modifier(amount=ship(owner).base_stn, rule="icar.space.stn.base", by=owner.id)


def is_foreseen(state: Icar, shooter: Actor) -> bool:
    """Has an enemy in the fight read what this craft is about to do? icar.space.crit.ops"""
    return any(
        actor.craft is not None and actor.craft.foreseen and is_foe(state, shooter, actor) for actor in state.roster.values()
    )


def shot_terms(state: Icar, shooter: Actor, target: Actor, aim: str) -> list[Modifier]:
    """Base, what the crew has done, and the modifier of what is aimed at. icar.space.stn.sum"""
    terms = list(state.space.stn)
    if state.ruling("stn-owner") == "target":
        terms.insert(0, base_stn(state, shooter, target))
    if aim == HULL:
        own = special(state, "hull-or-shield", shooter, target)
        amount, rule = own if own is not None else (HULL_OR_SHIELD, "icar.space.gunner.hull-or-shield")
        terms.append(Modifier(amount=amount, rule=rule))
    elif state.ruling("system-modifier") == "target-number":
        number = DIRECT_TN + ship(target).systems[aim].modifier
        worked = [term for term in terms if term.rule not in ("icar.space.stn.base", "icar.space.crit.ops")]
        terms = [Modifier(amount=number, rule="icar.ruling.system-modifier", by=aim), *worked]
    else:
        terms.append(Modifier(amount=ship(target).systems[aim].modifier, rule="icar.space.gunner.system", by=aim))
    return terms


def add_shot(state: Icar, tally: Tally, actor: Actor, target: Actor, aim: str) -> None:
    """The whole shot as a tally, for those who weigh it beforehand."""
    for term in shot_terms(state, vessel(state, actor), target, aim):
        tally.add(term.amount, term.rule)
    take_off_ability(tally, actor, "shooting")


def missed(table: Table, actor: Actor, target: Actor, aim: str) -> None:
    rule = "icar.space.gunner.turns" if aim == HULL else "icar.space.gunner.system-miss"
    table.emit(rule, actor.id, target.id, note="miss")


def hit(state: Icar, table: Table, actor: Actor, target: Actor, aim: str, result: int) -> None:
    """Shield, hull or system; with a critical pass hull and system. icar.ruling.crit-gunner"""
    craft = ship(target)
    damage = ship(vessel(state, actor)).clusters[actor.cluster - 1]
    if craft.shields > 0:
        hit_shield(table, target, actor.id)
        if result == CRITICAL:
            table.cite("icar.ruling.crit-gunner")
        return
    critical = result == CRITICAL and bool(targetable(state, craft)) and described(table, actor)
    if aim == HULL or critical or state.ruling("system-hull") == "yes":
        if aim != HULL and not critical:
            table.cite("icar.ruling.system-hull")
        take_hull_damage(table, target, damage, actor.id, actor.cluster)
    if aim != HULL:
        strike_system(table, actor, target, aim)
    elif critical and not target.out and targetable(state, craft):
        options = [Option(key, rule="icar.space.crit.gunner") for key in targetable(state, craft)]
        strike_system(table, actor, target, table.choose("icar.space.crit.gunner", actor.id, options, "Which system?"))


def strike_system(table: Table, actor: Actor, target: Actor, key: str) -> None:
    """icar.space.system.direct: a hit makes it inoperable."""
    table.emit("icar.space.system.direct", actor.id, target.id, note=key)
    if key not in ship(target).inoperable and not target.out:
        lose_system(table, target, key)


def enemy_shot(state: Icar, table: Table, enemy: Actor) -> None:
    """One die: Gunner ability + D10 against the enemy's STN, with its first cluster. icar.ruling.enemy-shot"""
    craft = ship(enemy)
    if not craft.clusters:
        table.emit("icar.space.damage.clusters", enemy.id, note="no weapons")
        return
    targets = []
    for foe in foes_of(state, enemy):
        if ship(foe).away:
            table.emit("icar.space.end.run-away.no-jump", enemy.id, foe.id)
        elif ship(foe).untouchable:
            table.emit("icar.space.crit.pilot", enemy.id, foe.id)
        else:
            targets.append(foe)
    if not targets:
        return
    options = [Option(foe.id, foe.name, "icar.space.enemy.turn") for foe in targets]
    chosen = table.choose("icar.space.enemy.turn", GM, options, f"At whom does {enemy.name or enemy.id} shoot?", targets[0].id)
    target = state.roster[chosen]
    come_out(state, table, enemy)
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
    elif state.ruling("enemy-shot") == "minus-6":
        tally.add(HULL_OR_SHIELD, "icar.ruling.enemy-shot")
    take_off_gm(tally, enemy)
    if told(table, enemy, throw(table, enemy.id, tally, "icar.space.enemy.roll")) < PASS:
        table.emit("icar.space.enemy.roll", enemy.id, target.id, note="miss")
    elif ship(target).shields > 0:
        hit_shield(table, target, enemy.id)
    elif system:
        strike_system(table, enemy, target, system)
    else:
        take_hull_damage(table, target, craft.clusters[0], enemy.id, 1)
