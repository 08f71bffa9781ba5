"""The attack: is it possible, what is it worth, does it hit, is it defended, what does it do. gurps.order.attack"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.errors import Refused
from starfray.engine.scene import known_distance
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.core import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    POSTURES,
    SUCCESS,
    add_skill,
    attribute_tally,
    check,
    hexes,
    range_yards,
    succeeds,
    tell_critical,
)
from starfray.rulebooks.gurps.criticals import critical_hit, critical_miss
from starfray.rulebooks.gurps.damage import land
from starfray.rulebooks.gurps.defence import Defended, defend
from starfray.rulebooks.gurps.hooks import ambidextrous
from starfray.rulebooks.gurps.injury import Blow, Frame, fall
from starfray.rulebooks.gurps.interrupts import Happening, interrupts
from starfray.rulebooks.gurps.locations import add_location, roll_location, starred
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.shapes import degrees_or_near
from starfray.rulebooks.gurps.state import NATURAL, Fighter, Gurps, Weapon, hand_works, hands_of, held, leg_works

BANDS = ((5, 0, "close"), (20, -3, "short"), (100, -7, "medium"), (500, -11, "long"))  # gurps.range.*
BEYOND = (-15, "extreme")


@dataclass(slots=True)
class Swing:
    """An attack as declared. `option` is the All-Out Attack's, '' for a plain Attack."""

    weapon: Weapon
    location: str = ""
    chink: bool = False
    option: str = ""


def weapon_of(one: Fighter, key: str) -> Weapon | None:
    """The weapon named; without a name the first in hand, else the foot."""
    for weapon in (*held(one), *NATURAL) if not key else (*one.weapons, *NATURAL):
        if weapon.key == key or (not key and weapon.key != "punch"):
            return weapon
    return None


def attack_fault(attacker: Fighter, target: Fighter, weapon: Weapon, gap: float) -> Refused | None:
    """Why this weapon cannot strike at that distance now; None if it can. gurps.maneuver.attack"""
    if target is attacker or target.dead or target.out:
        return Refused("gurps.maneuver.attack", f"{target.id} cannot be attacked", [])
    if weapon.broken or not (weapon.natural or weapon.hand):
        return Refused("gurps.maneuver.attack", f"the {weapon.name} is not in hand", ["ready"])
    if weapon.unready:
        return Refused("gurps.maneuver.attack", f"the {weapon.name} is not ready", ["ready"])
    if weapon.key == "kick":
        if not leg_works(attacker, "right") or attacker.posture not in ("standing", "crouching"):
            return Refused("gurps.maneuver.attack", f"{attacker.id} has no leg to kick with", ["punch"])
    elif not all(hand_works(attacker, hand) for hand in hands_of(weapon)):
        return Refused("gurps.maneuver.attack", f"the arm that holds the {weapon.name} is useless", ["kick"])
    if weapon.melee:
        if hexes(gap) not in weapon.reach:
            reach = ", ".join("C" if each == 0 else str(each) for each in weapon.reach)
            return Refused("gurps.maneuver.attack", f"{target.id} is {gap:g} yards away, reach is {reach}", ["move"])
    elif weapon.magazine and weapon.shots < 1:
        return Refused("gurps.maneuver.ready", f"the {weapon.name} is empty", ["ready"])
    elif range_yards(gap) > weapon.max_range:
        legal = [f"{weapon.max_range} yards"]
        return Refused("gurps.ruling.half-damage-range", f"{gap:g} yards is beyond the {weapon.name}", legal)
    return None


# --- carrying it out -------------------------------------------------------------------------------------------


def carry_out(state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, frame: Frame) -> None:
    """Those who wait come first; then the blow, or both blows. gurps.order.several"""
    rule = "gurps.maneuver.all-out-attack" if swing.option else "gurps.maneuver.attack"
    if swing.option:
        attacker.all_out_attack = True  # gurps.maneuver.all-out-attack.no-defense
    table.emit(f"{rule}.{swing.option}" if swing.option else rule, attacker.id, target.id, note=swing.weapon.name)
    blows = 2 if swing.option == "double" else 1
    for blow in range(blows):
        table.same(rule, (frame, attacker.id, blow))
        if blow == 0 and not interrupts(state, table, Happening("attack", attacker.id, target.id, None, frame)):
            table.emit("gurps.core.attack-sequence", attacker.id, target.id, note="is stopped")
            return
        gap = known_distance(state, attacker, target)
        lost = gap is None or attack_fault(attacker, target, swing.weapon, gap) is not None
        if lost or not attacker.able or (blow and attacker.off_balance):
            table.emit("gurps.core.attack-sequence", attacker.id, target.id, note="cannot strike any more")
            return
        if blow:
            table.emit("gurps.order.several", attacker.id, target.id, blow + 1)
        strike(state, table, attacker, target, swing, rule, (*frame, attacker.id, blow))


def strike(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, rule: str, frame: Frame
) -> None:
    """One attack roll and everything that follows from it. gurps.order.attack"""
    weapon = swing.weapon
    gap = known_distance(state, attacker, target) or 0.0
    tally = attack_tally(state, table, attacker, target, swing, gap)
    if not weapon.natural:
        weapon.attacked = True
    if weapon.magazine:
        weapon.shots -= 1
    attacker.aim = None  # gurps.ruling.aim-loss
    degree, near = roll_to_hit(table, attacker, swing, tally, rule)
    if degree == CRITICAL_FAILURE:
        critical_miss(state, table, attacker, target, weapon, "gurps.critical.miss.attack", frame)
        return
    if degree == FAILURE and not near:
        table.emit("gurps.core.success-roll", attacker.id, target.id, note="misses")
        return
    location = swing.location or "torso"
    if near:
        location = "torso"
        table.emit("gurps.location.miss-by-one", attacker.id, target.id)
    elif location == "random":
        location = roll_location(table, attacker)
    blow = Blow(
        location=location, chink=swing.chink, bonus=2 if swing.option == "strong" else 0,
        beyond=not weapon.melee and 0 < weapon.half_range < range_yards(gap),
    )
    if degree == CRITICAL_SUCCESS:
        table.emit("gurps.critical.hit.no-defense", attacker.id, target.id)
        blow = critical_hit(table, attacker, target, weapon, blow)
        injury = land(state, table, attacker, target, weapon, blow, frame)
    else:
        injury = 0
        result = defend(state, table, attacker, target, weapon)
        fumbles(state, table, attacker, target, weapon, result, (*frame, blow))
        if not result.avoided:
            injury = land(state, table, attacker, target, weapon, blow, frame)
    if injury and target.aim is not None and target.able:
        keep_aim(table, target)


def roll_to_hit(table: Table, attacker: Fighter, swing: Swing, tally: Tally, rule: str) -> tuple[int, bool]:
    """The degree, and whether a starred place was missed by exactly 1. gurps.location.miss-by-one"""
    if not starred(swing.location, swing.chink):
        return check(table, rule, attacker.id, tally), False
    band = table.roll(rule, attacker.id, degrees_or_near(tally.total), tally)
    degree = (CRITICAL_SUCCESS, SUCCESS, FAILURE, FAILURE, CRITICAL_FAILURE)[band]
    tell_critical(table, attacker.id, tally.total, degree == CRITICAL_SUCCESS, degree == CRITICAL_FAILURE)
    return degree, band == 2


def fumbles(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, result: Defended, frame: Frame
) -> None:
    """What critical defence rolls lead to. gurps.order.attack (4)"""
    keys = tuple(each.key for each in result.parry_fumbles)
    frame = (*frame, result.avoided, result.dodge_fumbled, result.block_fumbled, keys)
    if result.attacker_fumbles:
        critical_miss(state, table, attacker, target, weapon, "gurps.critical.defense.melee", frame)
    for parrying in result.parry_fumbles:
        critical_miss(state, table, target, attacker, parrying, "gurps.critical.fail.parry", frame, parrying=True)
    if result.dodge_fumbled:
        table.emit("gurps.critical.fail.dodge", target.id)
        fall(table, target)
    if result.block_fumbled and target.shield is not None:
        target.shield.unready = True
        table.emit("gurps.critical.fail.block", target.id)


def keep_aim(table: Table, one: Fighter) -> None:
    """Injured, and nothing else: Will, or the aim is lost. gurps.ruling.aim-loss"""
    if not succeeds(table, "gurps.ruling.aim-loss", one.id, attribute_tally(table, one, "Will", one.will)):
        one.aim = None


# --- what it is worth ------------------------------------------------------------------------------------------


def attack_tally(state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, gap: float) -> Tally:
    """Effective skill: base and every modifier that applies. gurps.core.effective-skill"""
    weapon = swing.weapon
    tally = table.tally(attacker)
    add_skill(tally, attacker, weapon)
    if swing.option == "determined":
        tally.add(4, "gurps.maneuver.all-out-attack.determined")
    elif swing.option == "ranged":
        tally.add(1, "gurps.maneuver.all-out-attack.ranged")
    if not weapon.melee:
        add_range(tally, gap)
        add_aim(tally, attacker, target, weapon)
        if target.size:
            tally.add(target.size, "gurps.ruling.range-bands", "size")
    add_location(tally, swing.location, swing.chink)
    penalty = POSTURES[attacker.posture][0]
    if penalty and (weapon.melee or ruling(state, "posture-scope") == "all"):
        tally.add(penalty, f"gurps.posture.{attacker.posture}")
    if attacker.shock:
        tally.add(-attacker.shock, "gurps.injury.shock")
    if weapon.hand == "left" and not ambidextrous(attacker):
        tally.add(-4, "gurps.maneuver.attack.off-hand")
    if attacker.shield is not None and attacker.shield.attack:
        tally.add(attacker.shield.attack, "gurps.core.effective-skill", attacker.shield.name)
    if attacker.strain:
        tally.add(-1, "gurps.critical.miss.attack", "torn muscle")
    return tally


def add_range(tally: Tally, gap: float) -> None:
    far = range_yards(gap)
    for limit, modifier, name in BANDS:
        if far <= limit:
            tally.add(modifier, f"gurps.range.{name}")
            return
    tally.add(BEYOND[0], f"gurps.range.{BEYOND[1]}")


def add_aim(tally: Tally, attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """Acc after one second, 1 more after two, 2 more after three. gurps.mod.aim"""
    aim = attacker.aim
    if aim is not None and aim.target == target.id and aim.weapon == weapon.key:
        tally.add(weapon.acc + min(2, aim.seconds - 1), "gurps.mod.aim", f"{aim.seconds} s")
