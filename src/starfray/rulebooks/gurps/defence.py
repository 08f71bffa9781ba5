"""Active defences: what the target may try, what each is worth, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.gurps.core import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    POSTURES,
    SUCCESS,
    add_dodge,
    check,
    move_of,
    skill_level,
    strength,
)
from starfray.rulebooks.gurps.hooks import add_defence
from starfray.rulebooks.gurps.injury import fall
from starfray.rulebooks.gurps.knockback import push
from starfray.rulebooks.gurps.state import PUNCH, Fighter, Gurps, Weapon, free_hands, hand_works, hands_of, held, named

LIGHT_PARRY = ("boxing", "judo", "karate")  # gurps.option.retreat.light-parry, with fencing weapons


@dataclass(slots=True)
class Defence:
    """One way to defend, with its score."""

    kind: str  # dodge, parry, block
    key: str
    tally: Tally
    weapon: Weapon | None = None
    hand: str = ""
    retreat: bool = False
    drop: bool = False


@dataclass(slots=True)
class Defended:
    """How the defence went; criticals are dealt with after it. gurps.order.attack"""

    avoided: bool = False
    attacker_fumbles: bool = False
    parry_fumbles: list[Weapon] = field(default_factory=list)
    dodge_fumbled: bool = False
    block_fumbled: bool = False


def defend(state: Gurps, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon) -> Defended:
    """The target is asked; All-Out Defense (double) may try a second kind. gurps.core.active-defense"""
    result = Defended()
    tried = ""
    while True:
        ways = ways_to_defend(table, attacker, target, weapon, tried)
        if not ways:
            return result
        options = [Option(way.key, rule=rule_of(way), tally=way.tally, note=str(way.tally.total)) for way in ways]
        options.append(Option("no", "do not defend"))
        pick = table.choose("gurps.core.active-defense", target.id, options, f"{named(attacker)} hits with {weapon.name}",
                            facts={way.key: way.tally.total for way in ways})
        if pick == "no":
            return result
        way = next(each for each in ways if each.key == pick)
        try_defence(state, table, attacker, target, way, weapon, result)
        if result.avoided or target.all_out_defense != "double":
            return result
        table.emit("gurps.maneuver.all-out-defense.double", target.id)
        if tried:
            return result
        tried = way.kind


def rule_of(way: Defence) -> str:
    if way.drop:
        return "gurps.option.dodge-and-drop"
    return "gurps.option.retreat" if way.retreat else f"gurps.core.{way.kind}"


def try_defence(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, way: Defence, weapon: Weapon, result: Defended
) -> None:
    target.aim = None  # gurps.ruling.aim-loss
    if way.kind == "block":
        target.blocked = True
    elif way.kind == "parry":
        target.parried[way.hand] = target.parried.get(way.hand, 0) + 1
    if way.retreat:
        target.retreated = True
        push(state, attacker, target, 1.0)
        table.emit("gurps.option.retreat", target.id, attacker.id)
    degree = check(table, f"gurps.core.{way.kind}", target.id, way.tally)
    if way.drop:
        target.dodged_down = True
        fall(table, target)
    result.avoided = degree <= SUCCESS
    if degree == CRITICAL_SUCCESS and weapon.melee:
        result.attacker_fumbles = True
    elif degree == CRITICAL_FAILURE:
        result.dodge_fumbled = result.dodge_fumbled or way.kind == "dodge"
        result.block_fumbled = result.block_fumbled or way.kind == "block"
        if way.kind == "parry" and way.weapon is not None:
            result.parry_fumbles.append(way.weapon)
    if result.avoided:
        table.emit("gurps.core.active-defense", target.id, attacker.id, note=way.kind)


# --- what may be tried -----------------------------------------------------------------------------------------


def ways_to_defend(table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, tried: str) -> list[Defence]:
    """Every defence of a kind not tried yet; shots can only be dodged."""
    if not target.conscious:
        return []
    if target.all_out_attack:
        table.emit("gurps.maneuver.all-out-attack.no-defense", target.id)
        return []
    ways: list[Defence] = []
    retreats = [False, True] if weapon.melee and may_retreat(target) else [False]
    for retreat in retreats:
        if tried != "dodge":
            ways.append(dodge(table, target, retreat))
        if weapon.melee and tried != "parry":
            ways += parries(table, target, retreat)
        if weapon.melee and tried != "block" and may_block(target):
            ways.append(block(table, target, retreat))
    if not weapon.melee and tried != "dodge" and not target.dodged_down and target.posture != "lying":
        ways.append(dodge(table, target, False, drop=True))
    return ways


def may_retreat(target: Fighter) -> bool:
    """Once between one's own turns, never while stunned. gurps.ruling.once-per-turn, gurps.injury.stunned"""
    return not target.retreated and not target.stunned and move_of(target) > 0


def may_block(target: Fighter) -> bool:
    """One block between one's own turns. gurps.ruling.multiple-defenses"""
    shield = target.shield
    return shield is not None and not shield.unready and not target.blocked and hand_works(target, shield.hand)


def dodge(table: Table, target: Fighter, retreat: bool, drop: bool = False) -> Defence:
    tally = table.tally(target)
    add_dodge(tally, target)
    add_common(tally, target, "dodge")
    if retreat:
        tally.add(3, "gurps.option.retreat.dodge")
    if drop:
        tally.add(3, "gurps.option.dodge-and-drop")
    key = "dodge-retreat" if retreat else "dodge-drop" if drop else "dodge"
    return Defence("dodge", key, tally, retreat=retreat, drop=drop)


def parries(table: Table, target: Fighter, retreat: bool) -> list[Defence]:
    """One for each ready weapon that parries, and one for an empty hand."""
    ways = []
    for weapon in held(target):
        if not weapon.melee or not weapon.parries or weapon.unready or weapon.broken:
            continue
        if not all(hand_works(target, hand) for hand in hands_of(weapon)):
            continue
        if weapon.unbalanced and weapon.attacked:
            table.emit("gurps.core.parry-after-attack", target.id, note=weapon.name)
            continue
        ways.append(parry(table, target, weapon, weapon.hand, retreat))
    if free_hands(target):
        hand = free_hands(target)[0]
        ways.append(parry(table, target, replace(PUNCH, hand=hand), hand, retreat))
    return ways


def parry(table: Table, target: Fighter, weapon: Weapon, hand: str, retreat: bool) -> Defence:
    """Half the skill, rounded down, + 3 and the weapon's own. gurps.core.parry"""
    tally = table.tally(target)
    skill = skill_level(target, weapon) - max(0, weapon.st - strength(target))
    tally.add(skill // 2 + 3, "gurps.core.parry", weapon.name)
    if weapon.parry:
        tally.add(weapon.parry, "gurps.core.parry", f"{weapon.name} parry")
    light = weapon.fencing or weapon.skill in LIGHT_PARRY
    before = target.parried.get(hand, 0)
    if before:
        tally.add((-2 if weapon.fencing else -4) * before, "gurps.ruling.multiple-defenses")
    add_common(tally, target, "parry")
    if retreat:
        tally.add(3 if light else 1, "gurps.option.retreat.light-parry" if light else "gurps.option.retreat.other")
    name = "hand" if weapon.natural else weapon.key
    return Defence("parry", f"parry-{name}" + ("-retreat" if retreat else ""), tally, weapon, hand, retreat)


def block(table: Table, target: Fighter, retreat: bool) -> Defence:
    """Half of Shield, rounded down, + 3. gurps.core.block"""
    tally = table.tally(target)
    skill = target.skills.get("shield", target.attributes.dx - 5)
    tally.add(skill // 2 + 3, "gurps.core.block")
    add_common(tally, target, "block")
    if retreat:
        tally.add(1, "gurps.option.retreat.other")
    return Defence("block", "block-retreat" if retreat else "block", tally, retreat=retreat)


def add_common(tally: Tally, target: Fighter, kind: str) -> None:
    """What counts for every defence. Shock never does. gurps.injury.shock.exempt"""
    add_defence(tally, target)
    if target.shield is not None and not target.shield.unready:
        tally.add(target.shield.db, "gurps.core.active-defense", target.shield.name)
    penalty = POSTURES[target.posture][1]
    if penalty:
        tally.add(penalty, f"gurps.posture.{target.posture}")
    if target.stunned:
        tally.add(-4, "gurps.injury.stunned")
    if target.all_out_defense == kind:
        tally.add(2, "gurps.maneuver.all-out-defense.increased")
    if target.off_balance:
        tally.add(-target.off_balance, "gurps.critical.miss.attack", "off balance")
    if target.strain:
        tally.add(-1, "gurps.critical.miss.attack", "torn muscle")
    if target.shock:
        tally.add(0, "gurps.injury.shock.exempt")
