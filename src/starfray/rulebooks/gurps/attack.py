"""The attack: is it possible, does it hit, is it defended, what does it do. gurps.order.attack"""

from __future__ import annotations

from dataclasses import replace

from starfray.engine.errors import Refused
from starfray.engine.scene import known_distance
from starfray.engine.table import Table
from starfray.rulebooks.gurps.at_weapon import break_weapon, disarm
from starfray.rulebooks.gurps.concentrate import keep_mind
from starfray.rulebooks.gurps.core import hexes, range_yards, tell_critical
from starfray.rulebooks.gurps.criticals import critical_hit, critical_miss, weapon_side
from starfray.rulebooks.gurps.damage import basic_damage, land
from starfray.rulebooks.gurps.defence import Defended, defend
from starfray.rulebooks.gurps.facing import side_struck, turn_to
from starfray.rulebooks.gurps.fatigue import overstrain, pay_effort
from starfray.rulebooks.gurps.feint import fake
from starfray.rulebooks.gurps.hooks import extra_attacks
from starfray.rulebooks.gurps.injury import Blow, Frame, fall
from starfray.rulebooks.gurps.interrupts import interrupts
from starfray.rulebooks.gurps.locations import roll_location, starred
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.shapes import CRITICAL, FUMBLE, MISS, NEAR, successes
from starfray.rulebooks.gurps.state import (
    KICK,
    NATURAL,
    PUNCH,
    SHIELD,
    Fighter,
    Gurps,
    Weapon,
    bodily,
    drop,
    first_held,
    free_hands,
    gripped,
    hand_works,
    hands_work,
    held,
    leg_works,
    own_arms,
    uses,
)
from starfray.rulebooks.gurps.swing import MANEUVER, Strike, Swing, attack_tally, strikes_of
from starfray.rulebooks.gurps.ways import Threat


def weapon_of(one: Fighter, key: str) -> Weapon | None:
    """The weapon named; without a name the first in hand, else claws, teeth or the shield's rim, else the foot."""
    if not key:
        return first_held(one) or next((each for each in own_arms(one) if each.key != PUNCH.key), KICK)
    for weapon in one.weapons:
        if weapon.key == key:
            return weapon
    return next((each for each in NATURAL if each.key == key), None)


def bar_to_attack(attacker: Fighter, target: Fighter, weapon: Weapon, gap: float) -> str:
    """What keeps this weapon from striking at that distance now, in a word; '' if nothing does. gurps.maneuver.attack"""
    if target is attacker or target.dead or target.out:
        return "target"
    bar = bar_to_use(attacker, weapon)
    if bar or reaches(weapon, gap):
        return bar
    return "reach" if weapon.melee else "range"


def reaches(weapon: Weapon, gap: float) -> bool:
    if not weapon.melee:
        return range_yards(gap) <= weapon.max_range
    away = hexes(gap)
    return any(away == each for each in weapon.reach)


def bar_to_use(attacker: Fighter, weapon: Weapon) -> str:
    """What keeps this weapon from striking at anybody now."""
    if weapon.broken or not (weapon.hand or bodily(weapon)):
        return "hand"
    if not gripped(attacker, weapon):
        return "grip"
    shield = attacker.shield if weapon.item == SHIELD else None
    if weapon.unready or (weapon.item == SHIELD and (shield is None or shield.unready)):
        return "ready"
    if weapon.key == "kick":
        if not leg_works(attacker, "right") or attacker.posture not in ("standing", "crouching"):
            return "leg"
    elif not (hand_works(attacker, shield.hand) if shield is not None else hands_work(attacker, weapon)):
        return "arm"
    return "shots" if weapon.magazine and weapon.shots < 1 and not weapon.melee else ""


def attack_fault(attacker: Fighter, target: Fighter, weapon: Weapon, gap: float) -> Refused | None:
    """The same with the reason in full; None if it can strike."""
    bar = bar_to_attack(attacker, target, weapon, gap)
    if not bar:
        return None
    if bar == "reach":
        reach = ", ".join("C" if each == 0 else str(each) for each in weapon.reach)
        return Refused("gurps.maneuver.attack", f"{target.id} is {round(gap, 1):g} yards away, reach is {reach}", ["move"])
    if bar == "shots":
        return Refused("gurps.maneuver.ready", f"the {weapon.name} is empty", ["ready"])
    if bar == "range":
        legal = [f"{weapon.max_range} yards"]
        return Refused("gurps.ruling.half-damage-range", f"{gap:g} yards is beyond the {weapon.name}", legal)
    words = {
        "target": f"{target.id} cannot be attacked",
        "hand": f"the {weapon.name} is not in hand",
        "grip": f"the {weapon.name} takes both hands",
        "ready": f"the {weapon.name} is not ready",
        "leg": f"{attacker.id} has no leg to kick with",
        "arm": f"the arm that holds the {weapon.name} is useless",
    }
    instead = {"target": "", "leg": "punch", "arm": "kick"}.get(bar, "ready")
    return Refused("gurps.maneuver.attack", words[bar], [instead] if instead else [])


# --- carrying it out -------------------------------------------------------------------------------------------


def carry_out(state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, frame: Frame) -> None:
    """Those who wait come first; then the blow, or every one of several. gurps.order.several"""
    rule = MANEUVER[swing.maneuver]
    commit(attacker, swing)
    all_out = swing.maneuver == "all-out-attack"
    table.emit(f"{rule}.{swing.option}" if all_out else rule, attacker.id, target.id, note=swing.weapon.name)
    turn_to(attacker, target.at)
    strikes = strikes_of(swing, target.id, extra_attacks(attacker))
    for place, strike in enumerate(strikes):
        table.same(rule, (frame, attacker.id, place))
        foe = state.roster[strike.target]
        if place == 0 and not interrupts(state, table, attacker, "attack", foes_of(strikes), frame):
            table.emit("gurps.core.attack-sequence", attacker.id, target.id, note="is stopped")
            return
        gap = known_distance(state, attacker, foe)
        stopped = not attacker.able or (place > 0 and attacker.off_balance != 0)
        if stopped or gap is None or bar_to_attack(attacker, foe, strike.weapon, gap):
            table.emit("gurps.core.attack-sequence", attacker.id, foe.id, note="cannot strike any more")
            if stopped:
                return
            continue
        if swing.option == "feint" and all_out and place == 0:
            fake(state, table, attacker, foe, strike.weapon, swing.lowers)
        if place:
            table.emit("gurps.order.several", attacker.id, foe.id, place + 1)
            if strike.kind == "dual" and foe is not target:
                table.emit("gurps.option.dual-weapon.targets", attacker.id, foe.id)
        strike_once(state, table, attacker, foe, swing, strike, gap, (frame, attacker.id, place))
    attacker.riposte = None


def foes_of(strikes: list[Strike]) -> tuple[str, ...]:
    """Everybody struck at, once."""
    return (strikes[0].target,) if len(strikes) == 1 else tuple(dict.fromkeys(strike.target for strike in strikes))


def feign(state: Gurps, table: Table, one: Fighter, target: Fighter, weapon: Weapon, lowers: str, frame: Frame) -> None:
    """A Feint: for those who wait for an attack it looks like one. gurps.maneuver.feint"""
    table.emit("gurps.maneuver.feint", one.id, target.id, note=weapon.name)
    if not interrupts(state, table, one, "attack", (target.id,), frame):
        return
    gap = known_distance(state, one, target)
    if gap is None or bar_to_attack(one, target, weapon, gap):
        table.emit("gurps.core.attack-sequence", one.id, target.id, note="cannot strike any more")
    else:
        fake(state, table, one, target, weapon, lowers)


def commit(attacker: Fighter, swing: Swing) -> None:
    """What the maneuver costs the guard until the next turn. gurps.ruling.until-next-turn"""
    if swing.maneuver == "all-out-attack":
        attacker.all_out_attack = True  # gurps.maneuver.all-out-attack.no-defense
    elif swing.maneuver == "committed-attack":
        attacker.committed = "both" if swing.dual else striking_hand(attacker, swing.weapon)
    elif swing.maneuver == "defensive-attack":
        attacker.guard = swing.option
    elif swing.maneuver == "move-and-attack":
        attacker.charged = True


def striking_hand(attacker: Fighter, weapon: Weapon) -> str:
    """The hand that cannot parry after a Committed Attack; `kick` after one, `body` after a bite."""
    if weapon.item == SHIELD and attacker.shield is not None:
        return attacker.shield.hand
    return "kick" if weapon.key == "kick" else weapon.hand or "body"


def strike_once(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, gap: float, frame: Frame
) -> None:
    """One attack roll and everything that follows from it. gurps.order.attack"""
    if swing.location == "weapon" and struck_now(target, swing) is None:
        table.emit("gurps.core.attack-sequence", attacker.id, target.id, note="finds no weapon to strike at")
        return
    code, effort = roll_to_hit(state, table, attacker, target, swing, strike, gap, frame)
    if effort and code == FUMBLE:
        limb = "right-leg" if swing.heroic or strike.weapon.key == "kick" else f"{weapon_side(strike.weapon)}-arm"
        overstrain(state, table, attacker, limb, (frame, "to hit"))
    if code == FUMBLE:
        critical_miss(state, table, attacker, target, strike.weapon, "gurps.critical.miss.attack", frame)
    elif code == MISS:
        table.emit("gurps.core.success-roll", attacker.id, target.id, note="misses")
    elif attacker.conscious:
        hit(state, table, attacker, target, swing, strike, code, gap, frame)
    if strike.weapon.thrown and any(each is strike.weapon for each in held(attacker)):
        leave_hand(attacker, target, strike.weapon)
    keep_mind(state, table, frame)


def struck_now(target: Fighter, swing: Swing) -> Weapon | None:
    """The weapon aimed at, if it is still in hand."""
    return next((each for each in held(target) if swing.strikes in ("", each.key)), None)


def leave_hand(attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """A thrown weapon lies where it was thrown; a grenade is gone."""
    drop(weapon, attacker)
    for each in uses(attacker, weapon):
        each.lies = target.at
        each.broken = each.broken or weapon.explosive


def roll_to_hit(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, gap: float, frame: Frame
) -> tuple[int, bool]:
    """Fatigue is paid, then 3d6; a starred place missed by exactly 1 may be the torso. gurps.location.miss-by-one"""
    weapon = strike.weapon
    effort = pay_for(table, attacker, swing, strike, frame)
    tally = attack_tally(state, table.content, table.tally(attacker), attacker, target, swing, strike, gap)
    wield(attacker, weapon)
    if weapon.magazine:
        weapon.shots -= min(swing.shots, weapon.shots)
    attacker.aim = attacker.study = None  # gurps.ruling.aim-loss, gurps.ruling.evaluate-loss
    if attacker.feints:
        attacker.feints = [each for each in attacker.feints if each.lowers != "attack"]
    near = starred(swing.location, swing.chink)
    table.same("gurps.order.attack", (frame, strike.weapon.key, effort))
    by_ten = ruling(state, "fail-by-ten") == "yes"
    shots = swing.shots * weapon.pellets
    code = table.roll(MANEUVER[swing.maneuver], attacker.id, successes(tally.total, shots, weapon.rcl, near, by_ten), tally)
    if code == FUMBLE and by_ten and tally.total <= 6:  # above, only 17 and 18 miss by 10
        table.emit("gurps.ruling.fail-by-ten", attacker.id)
    else:
        tell_critical(table, attacker.id, tally.total, code > CRITICAL, code == FUMBLE)
    return code, effort


def wield(one: Fighter, weapon: Weapon) -> None:
    """The thing has struck, in whichever of its uses; the body always does."""
    if weapon.natural:
        return
    weapon.attacked = True
    if weapon.item:
        for each in uses(one, weapon):
            each.attacked = True


def pay_for(table: Table, attacker: Fighter, swing: Swing, strike: Strike, frame: Frame) -> bool:
    """One point for each attack that is an effort. gurps.ruling.effort-combine"""
    if swing.flurry and strike.kind == "rapid":
        rule = "gurps.effort.flurry"
    elif swing.mighty:
        rule = "gurps.effort.mighty-blow"
    elif swing.heroic:
        rule = "gurps.effort.heroic-charge"
    else:
        return False
    pay_effort(table, attacker, 1, rule, frame)
    return True


def hit(
    state: Gurps,
    table: Table,
    attacker: Fighter,
    target: Fighter,
    swing: Swing,
    strike: Strike,
    code: int,
    gap: float,
    frame: Frame,
) -> None:
    """Where, by how many, defended or not, and what it does."""
    weapon = strike.weapon
    critical = code > CRITICAL
    hits = code - CRITICAL if critical else max(1, code)
    if hits > 1:
        table.emit("gurps.core.rapid-fire-hits", attacker.id, target.id, hits)
    location = swing.location or "torso"
    if code == NEAR:
        location = "torso"
        table.emit("gurps.location.miss-by-one", attacker.id, target.id)
        table.emit("gurps.ruling.miss-by-one", attacker.id, target.id)
    elif not swing.location:
        table.emit("gurps.location.torso", attacker.id, target.id)
    elif location == "random":
        location = roll_location(table, attacker)
    bonus = bonus_of(swing)
    blow = Blow(
        location=location,
        chink=swing.chink,
        bonus=bonus,
        beyond=beyond_half(weapon, gap),
        mighty=swing.mighty,
        per_die=bonus > 0 and ruling(state, "flat-damage") == "per-die",
    )
    left = hits
    if critical:
        table.emit("gurps.critical.hit.no-defense", attacker.id, target.id)
        blow = critical_hit(state, table, attacker, target, weapon, blow)
    else:
        threat = threat_of(state, attacker, target, swing, strike, hits)
        result = defend(state, table, attacker, target, threat, (frame, blow, hits))
        left = hits - result.avoided
        if result.went_wrong:
            fumbles(state, table, attacker, target, weapon, result, (frame, blow, hits, left))
    if left > 0:
        come_through(state, table, attacker, target, swing, weapon, blow, left, critical, frame)


def bonus_of(swing: Swing) -> int:
    """To basic damage. gurps.ruling.flat-damage"""
    if swing.maneuver == "defensive-attack":
        return -2 + (2 if swing.mighty else 0)
    if (swing.maneuver == "all-out-attack" and swing.option == "strong") or swing.mighty:
        return 2 + (1 if swing.maneuver == "committed-attack" and swing.option == "damage" else 0)
    return 1 if swing.maneuver == "committed-attack" and swing.option == "damage" else 0


def beyond_half(weapon: Weapon, gap: float) -> bool:
    return not weapon.melee and 0 < weapon.half_range < range_yards(gap)


def threat_of(state: Gurps, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, hits: int) -> Threat:
    telegraphic = ruling(state, "telegraphic") if swing.telegraphic else ""
    side = side_struck(state, attacker, target)
    return Threat(strike.weapon, hits, swing.deceptive, telegraphic, strike.both, swing.grapple, side)


def come_through(
    state: Gurps,
    table: Table,
    attacker: Fighter,
    target: Fighter,
    swing: Swing,
    weapon: Weapon,
    blow: Blow,
    left: int,
    critical: bool,
    frame: Frame,
) -> None:
    """The hits that land, one by one; after a critical hit the table counts for the first. gurps.order.attack (5)"""
    if swing.location == "weapon":
        struck = struck_now(target, swing)
        if struck is None:
            return
        if swing.disarm:
            disarm(table, attacker, target, weapon, struck)
        else:
            break_weapon(table, attacker, target, struck, basic_damage(table, attacker, weapon, blow))
        return
    if swing.grapple:
        target.grabbed = attacker.id
        table.emit("gurps.maneuver.defensive-attack.grapple", attacker.id, target.id, note="grabs")
        return
    plain = blow
    if critical and left > 1:
        plain = replace(blow, multiply=1, maximum=False, dr="", major=False, hurts=False, deafens=False)
        table.emit("gurps.ruling.rapid-fire-critical", attacker.id, target.id, left)
    for index in range(left):
        if target.dead:
            return
        to_come = (left - index - 1, plain) if index < left - 1 else ()
        if left > 1:
            table.same("gurps.core.rapid-fire-hits", (frame, index, to_come, blow))
        land(state, table, attacker, target, weapon, plain if index else blow, (frame, to_come))


def fumbles(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, result: Defended, frame: Frame
) -> None:
    """What critical defence rolls lead to. gurps.order.attack (4)"""
    parrying = result.parry_fumbled
    frame = (frame, result.avoided, result.dodge_fumbled, result.block_fumbled, parrying.key if parrying is not None else "")
    if result.caught:
        catch(table, attacker, target, weapon)
    if result.attacker_fumbles:
        critical_miss(state, table, attacker, target, weapon, "gurps.critical.defense.melee", frame)
    if parrying is not None:
        critical_miss(state, table, target, attacker, parrying, "gurps.critical.fail.parry", frame, parrying=True)
    if result.dodge_fumbled:
        table.emit("gurps.critical.fail.dodge", target.id)
        fall(table, target)
    if result.block_fumbled and target.shield is not None:
        target.shield.unready = True
        table.emit("gurps.critical.fail.block", target.id)


def catch(table: Table, attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """Out of the air into a free hand. gurps.critical.defense.ranged"""
    hand = free_hands(target)[0]
    caught = uses(attacker, weapon)
    attacker.weapons = [each for each in attacker.weapons if all(each is not use for use in caught)]
    again = bool(weapon.item) and any(each.item == weapon.item for each in target.weapons)
    for each in caught:
        if any(each.key == other.key for other in target.weapons):
            each.key = f"{each.key}-caught"
        each.item = f"{each.item} (caught)" if again else each.item
        each.hand, each.dropped, each.attacked = hand, False, False
        target.weapons.append(each)
    table.emit("gurps.critical.defense.ranged", target.id, attacker.id, note=weapon.name)
