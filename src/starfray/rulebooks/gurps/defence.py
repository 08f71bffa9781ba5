"""Active defences: the target is asked, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starfray.engine.table import Table
from starfray.engine.values import Option
from starfray.rulebooks.gurps.concentrate import distract
from starfray.rulebooks.gurps.core import tell_critical
from starfray.rulebooks.gurps.fatigue import can_strain, overstrain, pay_effort
from starfray.rulebooks.gurps.injury import Frame, fall
from starfray.rulebooks.gurps.knockback import push
from starfray.rulebooks.gurps.shapes import CRITICAL, FUMBLE, successes
from starfray.rulebooks.gurps.state import Fighter, Gurps, Riposte, Weapon, free_hands, named
from starfray.rulebooks.gurps.ways import FEVER, RIPOSTE_FLOOR, Defence, Threat, score, ways_to_defend


@dataclass(slots=True)
class Defended:
    """How the defence went; criticals are dealt with after it. gurps.order.attack"""

    avoided: int = 0  # hits
    attacker_fumbles: bool = False
    caught: bool = False
    parry_fumbled: Weapon | None = None  # the weapon it was tried with
    dodge_fumbled: bool = False
    block_fumbled: bool = False

    @property
    def went_wrong(self) -> bool:
        """Is there anything to deal with?"""
        fumbled = self.attacker_fumbles or self.dodge_fumbled or self.block_fumbled
        return fumbled or self.caught or self.parry_fumbled is not None


RULE = {"dodge": "gurps.core.dodge", "parry": "gurps.core.parry", "block": "gurps.core.block"}


def defend(state: Gurps, table: Table, attacker: Fighter, target: Fighter, threat: Threat, frame: Frame) -> Defended:
    """The target is asked; All-Out Defense (double) may try a second kind. gurps.core.active-defense"""
    result = Defended()
    tried = ""
    while True:
        ways = ways_to_defend(table, attacker, target, threat, tried)
        way = ask(table, attacker, target, threat, ways) if ways else None
        if way is None:
            break
        try_defence(state, table, attacker, target, way, threat, result, (frame, tried, result.avoided))
        if target.feints:  # they count for the first such roll. gurps.ruling.feint-choice
            target.feints = [each for each in target.feints if each.lowers != "defence" or each.by != attacker.id]
        if result.avoided >= threat.hits or target.all_out_defense != "double":
            break
        table.emit("gurps.maneuver.all-out-defense.double", target.id)
        if tried or not target.conscious:
            break
        table.emit("gurps.ruling.double-defense", target.id)
        tried = way.kind
    return result


def ask(table: Table, attacker: Fighter, target: Fighter, threat: Threat, ways: list[Defence]) -> Defence | None:
    """Which way; with an effort, or bent into a riposte, it is asked once more."""
    order = table.ordered("gurps.core.active-defense", target.id)
    if order:
        for way in ways:
            if way.key == order:
                return score(table, attacker, target, threat, way)
    for way in ways:
        score(table, attacker, target, threat, way)
    options = [option_of(way) for way in ways]
    strains = can_strain(target, 1)
    if strains and any(not way.recovery for way in ways):
        options.append(Option("effort", "spend 1 FP for +2", rule="gurps.effort.feverish-defense"))
    bent = [way for way in ways if way.kind == "parry" and way.plain > RIPOSTE_FLOOR and not way.recovery]
    if bent and threat.weapon.melee:
        options.append(Option("riposte", "parry towards a riposte", rule="gurps.option.riposte"))
        if strains:
            options.append(Option("riposte-effort", "the same, with 1 FP for +2", rule="gurps.effort.feverish-defense"))
    options.append(Option("no", "do not defend"))
    prompt = f"{named(attacker)} hits with {threat.weapon.name}" + (f" {threat.hits} times" if threat.hits > 1 else "")
    facts = {way.key: way.tally.total for way in ways}
    pick = table.choose("gurps.core.active-defense", target.id, options, prompt, facts=facts)
    if pick == "no":
        return None
    if pick == "effort":
        return ask_effort(table, target, [way for way in ways if not way.recovery])
    if pick == "riposte-effort":
        strain(bent)
    if pick in ("riposte", "riposte-effort"):
        return ask_riposte(table, target, bent)
    return next(each for each in ways if each.key == pick)


def option_of(way: Defence) -> Option:
    return Option(way.key, rule=rule_of(way), tally=way.tally, note=str(way.tally.total))


def strain(ways: list[Defence]) -> None:
    """gurps.effort.feverish-defense"""
    for way in ways:
        way.tally.add(FEVER, "gurps.effort.feverish-defense")
        way.effort = True


def ask_effort(table: Table, target: Fighter, ways: list[Defence]) -> Defence:
    strain(ways)
    options = [option_of(way) for way in ways]
    facts = {way.key: way.tally.total for way in ways}
    pick = table.choose("gurps.effort.feverish-defense", target.id, options, "Which defence?", facts=facts)
    return next(each for each in ways if each.key == pick)


def ask_riposte(table: Table, target: Fighter, ways: list[Defence]) -> Defence:
    """The unmodified Parry may not be taken below 8. gurps.option.riposte"""
    pick = table.choose(
        "gurps.option.riposte",
        target.id,
        [option_of(way) for way in ways],
        "Which parry?",
        facts={way.key: way.tally.total for way in ways},
    )
    way = next(each for each in ways if each.key == pick)
    most = way.plain - RIPOSTE_FLOOR
    way.riposte = table.number("gurps.option.riposte", target.id, 1, most, "How much of the parry goes into it?", 1)
    way.tally.add(-way.riposte, "gurps.option.riposte")
    return way


def rule_of(way: Defence) -> str:
    if way.drop:
        return "gurps.option.dodge-and-drop"
    if way.recovery:
        return "gurps.effort.rapid-recovery"
    return "gurps.option.retreat" if way.retreat else RULE[way.kind]


def try_defence(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, way: Defence, threat: Threat, result: Defended, frame: Frame
) -> None:
    target.aim = None  # gurps.ruling.aim-loss
    distract(target, "defence")
    if way.kind == "block":
        target.blocked = True
    elif way.kind == "parry":
        target.parried[way.hand] = target.parried.get(way.hand, 0) + 1
    if way.retreat:
        target.retreated = True
        push(state, attacker, target, 1.0)
        table.emit("gurps.option.retreat", target.id, attacker.id)
    if way.effort or way.recovery:
        rule = "gurps.effort.rapid-recovery" if way.recovery else "gurps.effort.feverish-defense"
        pay_effort(table, target, 1, rule, (frame, way.key, way.riposte))
        if not target.conscious:
            return
    left = threat.hits - result.avoided
    code = table.roll(RULE[way.kind], target.id, successes(way.tally.total, left, 1, False), way.tally)
    critical = code > CRITICAL
    tell_critical(table, target.id, way.tally.total, critical, code == FUMBLE)
    if way.drop:
        target.dodged_down = True
        fall(table, target)
    avoided = code - CRITICAL if critical else max(0, code)
    result.avoided += avoided
    if avoided:
        succeed(state, table, attacker, target, way, threat, result, critical)
    elif code == FUMBLE:
        fail_critically(state, table, target, way, result, frame)


def succeed(
    state: Gurps,
    table: Table,
    attacker: Fighter,
    target: Fighter,
    way: Defence,
    threat: Threat,
    result: Defended,
    critical: bool,
) -> None:
    table.emit("gurps.core.active-defense", target.id, attacker.id, note=way.kind)
    if threat.hits > 1:
        table.emit("gurps.core.rapid-fire-defense", target.id, attacker.id, result.avoided)
    if way.riposte and way.weapon is not None:
        turns = 2 if state.up == target.id else 1
        matching = "dodge" if threat.weapon.key == "kick" else "block" if threat.weapon.skill == "shield" else "parry"
        target.riposte = Riposte(foe=attacker.id, weapon=way.weapon.key, penalty=way.riposte, matching=matching, turns=turns)
        table.emit("gurps.option.riposte", target.id, attacker.id, way.riposte, matching)
    if critical and threat.weapon.melee:
        result.attacker_fumbles = True
    elif critical and threat.weapon.thrown and not threat.weapon.explosive and free_hands(target):
        # gurps.ruling.catch: a free hand, no roll
        table.emit("gurps.ruling.catch", target.id, attacker.id)
        prompt = f"Catch the {threat.weapon.name}?"
        result.caught = table.confirm("gurps.critical.defense.ranged", target.id, prompt, "yes")


def fail_critically(state: Gurps, table: Table, target: Fighter, way: Defence, result: Defended, frame: Frame) -> None:
    result.dodge_fumbled = result.dodge_fumbled or way.kind == "dodge"
    result.block_fumbled = result.block_fumbled or way.kind == "block"
    if way.kind == "parry" and way.weapon is not None:
        result.parry_fumbled = way.weapon if way.weapon.hand == way.hand else replace(way.weapon, hand=way.hand)
    if way.effort or way.recovery:  # gurps.ruling.effort-limb
        shield = target.shield.hand if target.shield is not None else "left"
        arm = "left" if way.hand == "left" else "right"
        limb = {"dodge": "right-leg", "parry": f"{arm}-arm", "block": f"{shield}-arm"}[way.kind]
        overstrain(state, table, target, limb, (frame, way.key))
