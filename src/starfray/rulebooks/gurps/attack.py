"""The attack: is it possible, does it hit, is it defended, what does it do. gurps.order.attack"""

from __future__ import annotations

from dataclasses import replace

from starfray.engine.rules import Table, known_distance
from starfray.rulebooks.gurps.attack_skill import MANEUVER, Strike, Swing, add_study, attack_tally, strikes_of
from starfray.rulebooks.gurps.barred import behind_wall
from starfray.rulebooks.gurps.core import (
    add_dizziness,
    add_handling,
    add_skill,
    attribute_tally,
    best_combat_skill,
    extra_attacks,
    range_yards,
    side_struck,
    succeeds,
    tell_critical,
    turn_to,
)
from starfray.rulebooks.gurps.criticals import critical_hit, critical_miss, weapon_side
from starfray.rulebooks.gurps.damage import add_footing, basic_damage, deal_damage
from starfray.rulebooks.gurps.defence import Defended, Threat, defend
from starfray.rulebooks.gurps.dice import CRITICAL, FUMBLE, MISS, NEAR, by_margin, successes
from starfray.rulebooks.gurps.injury import Blow, fall, keep_mind, overstrain, pay_effort
from starfray.rulebooks.gurps.interrupts import interrupts
from starfray.rulebooks.gurps.locations import roll_location, starred
from starfray.rulebooks.gurps.state import SHIELD, Feinted, Fighter, Gurps, Weapon
from starfray.rulebooks.gurps.weapons import bar_to_attack, break_weapon, disarm, drop, free_hands, hand_over, held, uses


# --- carrying it out -------------------------------------------------------------------------------------------
def carry_out(state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing) -> None:
    """Those who wait come first; then the blow, or every one of several. gurps.order.several"""
    rule = MANEUVER[swing.maneuver]
    commit(attacker, swing)
    all_out = swing.maneuver == "all-out-attack"
    table.emit(f"{rule}.{swing.option}" if all_out else rule, attacker.id, target.id, note=swing.weapon.name)
    turn_to(attacker, target.at)
    strikes = strikes_of(swing, target.id, extra_attacks(attacker))
    for place, strike in enumerate(strikes):
        table.merge(rule, (attacker.id, place))
        foe = state.roster[strike.target]
        if place == 0 and not interrupts(state, table, attacker, "attack", foes_of(strikes)):
            table.emit("gurps.core.attack-sequence", attacker.id, target.id, note="is stopped")
            return
        gap = known_distance(state, attacker, foe)
        stopped = not attacker.able or (place > 0 and attacker.off_balance != 0)
        if stopped or gap is None or bar_to_attack(attacker, foe, strike.weapon, gap) or behind_wall(state, attacker, foe):
            table.emit("gurps.core.attack-sequence", attacker.id, foe.id, note="cannot strike any more")
            if stopped:
                return
            continue
        if swing.option == "feint" and all_out and place == 0:
            fake(state, table, attacker, foe, strike.weapon, swing.lowers)
        if place:
            table.emit("gurps.order.several", attacker.id, foe.id, place + 1)
            if strike.kind == "dual" and foe is not target:
                table.cite("gurps.option.dual-weapon.targets")
        table.enter((attacker.id, place))
        strike_once(state, table, attacker, foe, swing, strike, gap)
        table.leave()
    attacker.riposte = None


def foes_of(strikes: list[Strike]) -> tuple[str, ...]:
    """Everybody struck at, once."""
    return (strikes[0].target,) if len(strikes) == 1 else tuple(dict.fromkeys(strike.target for strike in strikes))


def feign(state: Gurps, table: Table, actor: Fighter, target: Fighter, weapon: Weapon, lowers: str) -> None:
    """A Feint: for those who wait for an attack it looks like one. gurps.maneuver.feint"""
    table.emit("gurps.maneuver.feint", actor.id, target.id, note=weapon.name)
    if not interrupts(state, table, actor, "attack", (target.id,)):
        return
    gap = known_distance(state, actor, target)
    if gap is None or bar_to_attack(actor, target, weapon, gap) or behind_wall(state, actor, target):
        table.emit("gurps.core.attack-sequence", actor.id, target.id, note="cannot strike any more")
    else:
        fake(state, table, actor, target, weapon, lowers)


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
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, gap: float
) -> None:
    """One attack roll and everything that follows from it. gurps.order.attack"""
    if swing.location == "weapon" and struck_now(target, swing) is None:
        table.emit("gurps.core.attack-sequence", attacker.id, target.id, note="finds no weapon to strike at")
        return
    code, effort = roll_to_hit(state, table, attacker, target, swing, strike, gap)
    if effort and code == FUMBLE:
        limb = "right-leg" if swing.heroic or strike.weapon.key == "kick" else f"{weapon_side(strike.weapon)}-arm"
        overstrain(state, table, attacker, limb)
    if code == FUMBLE:
        critical_miss(state, table, attacker, target, strike.weapon, "gurps.critical.miss.attack")
    elif code == MISS:
        table.emit("gurps.core.success-roll", attacker.id, target.id, note="misses")
        if strike.weapon.key == "kick" and (swing.option == "kick" or state.ruling("missed-kick") == "dx"):
            keep_feet(table, attacker)
    elif attacker.conscious:
        hit(state, table, attacker, target, swing, strike, code, gap)
    if strike.weapon.thrown and any(each is strike.weapon for each in held(attacker)):
        leave_hand(attacker, target, strike.weapon)
    keep_mind(state, table)


def keep_feet(table: Table, attacker: Fighter) -> None:
    """A kick at nothing: in a Defensive Attack for surer feet always, else where the table plays it so.

    gurps.ruling.missed-kick
    """
    tally = attribute_tally(table, attacker, "DX", attacker.attributes.dx)
    add_footing(tally, attacker)
    if not succeeds(table, "gurps.ruling.missed-kick", attacker.id, tally):
        fall(table, attacker)


def struck_now(target: Fighter, swing: Swing) -> Weapon | None:
    """The weapon aimed at, if it is still in hand."""
    return next((each for each in held(target) if swing.strikes in ("", each.key)), None)


def leave_hand(attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """A thrown weapon lies where it was thrown; a grenade is gone."""
    drop(weapon, attacker)
    for each in uses(attacker, weapon):
        each.lies, each.lies_by = target.at, "" if target.at is not None else target.id
        each.broken = each.broken or weapon.explosive


def roll_to_hit(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, gap: float
) -> tuple[int, bool]:
    """Fatigue is paid, then 3d6; a starred place missed by exactly 1 may be the torso. gurps.location.miss-by-one"""
    weapon = strike.weapon
    effort = pay_for(table, attacker, swing, strike)
    tally = attack_tally(state, table.content, table.tally(attacker), attacker, target, swing, strike, gap)
    wield(attacker, weapon)
    if weapon.magazine:
        weapon.shots -= min(strike.shots, weapon.shots)
    attacker.aim = attacker.study = None  # gurps.ruling.aim-loss, gurps.ruling.evaluate-loss
    if attacker.feints:
        attacker.feints = [each for each in attacker.feints if each.lowers != "attack"]
    near = starred(swing.location, swing.chink)
    table.merge("gurps.order.attack", (strike.weapon.key, effort))
    by_ten = state.ruling("fail-by-ten") == "yes"
    shots = strike.shots * weapon.pellets
    code = table.roll(MANEUVER[swing.maneuver], attacker.id, successes(tally.total, shots, weapon.rcl, near, by_ten), tally)
    if code == FUMBLE and by_ten and tally.total <= 6:  # above, only 17 and 18 miss by 10
        table.cite("gurps.ruling.fail-by-ten")
    else:
        tell_critical(table, attacker.id, tally.total, code > CRITICAL, code == FUMBLE)
    return code, effort


def wield(actor: Fighter, weapon: Weapon) -> None:
    """The thing has struck, in whichever of its uses; the body always does."""
    if weapon.natural:
        return
    weapon.attacked = True
    if weapon.item:
        for each in uses(actor, weapon):
            each.attacked = True


def pay_for(table: Table, attacker: Fighter, swing: Swing, strike: Strike) -> bool:
    """One point for each attack that is an effort. gurps.ruling.effort-combine"""
    if swing.flurry and strike.kind == "rapid":
        rule = "gurps.effort.flurry"
    elif swing.mighty:
        rule = "gurps.effort.mighty-blow"
    elif swing.heroic:
        rule = "gurps.effort.heroic-charge"
    else:
        return False
    pay_effort(table, attacker, 1, rule)
    return True


def hit(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, code: int, gap: float
) -> None:
    """Where, by how many, defended or not, and what it does."""
    weapon = strike.weapon
    critical = code > CRITICAL
    hits = code - CRITICAL if critical else max(1, code)
    if hits > 1:
        table.emit("gurps.core.rapid-fire-hits", attacker.id, target.id, hits)
    location = swing.location or "torso"  # gurps.location.torso
    if code == NEAR:
        location = "torso"  # gurps.ruling.miss-by-one
        table.emit("gurps.location.miss-by-one", attacker.id, target.id)
    elif location == "random":
        location = roll_location(table, attacker)
    bonus = bonus_of(swing)
    blow = Blow(
        location=location,
        chink=swing.chink,
        bonus=bonus,
        beyond=beyond_half(weapon, gap),
        mighty=swing.mighty,
        per_die=bonus > 0 and state.ruling("flat-damage") == "per-die",
    )
    left = hits
    if critical:
        table.emit("gurps.critical.hit.no-defense", attacker.id, target.id)
        blow = critical_hit(state, table, attacker, target, weapon, blow)
    else:
        threat = threat_of(state, attacker, target, swing, strike, hits)
        table.enter((blow, hits))
        result = defend(state, table, attacker, target, threat)
        left = hits - result.avoided
        if result.went_wrong:
            fumbles(state, table, attacker, target, weapon, result)
        table.leave()
    if left > 0:
        come_through(state, table, attacker, target, swing, weapon, blow, left, critical)


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
    telegraphic = state.ruling("telegraphic") if swing.telegraphic else ""
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
            table.merge("gurps.core.rapid-fire-hits", (index, to_come, blow))
        table.enter(to_come)
        deal_damage(state, table, attacker, target, weapon, plain if index else blow)
        table.leave()


def fumbles(state: Gurps, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, result: Defended) -> None:
    """What critical defence rolls lead to. gurps.order.attack (4)"""
    parrying = result.parry_fumbled
    table.enter(result.figures)
    if result.caught:
        catch(table, attacker, target, weapon)
    if result.attacker_fumbles:
        critical_miss(state, table, attacker, target, weapon, "gurps.critical.defense.melee")
    if parrying is not None:
        critical_miss(state, table, target, attacker, parrying, "gurps.critical.fail.parry", parrying=True)
    table.leave()
    if result.dodge_fumbled:
        table.emit("gurps.critical.fail.dodge", target.id)
        fall(table, target)
    if result.block_fumbled and target.shield is not None:
        target.shield.unready = True
        table.emit("gurps.critical.fail.block", target.id)


def catch(table: Table, attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """Out of the air into a free hand. gurps.critical.defense.ranged"""
    hand = free_hands(target)[0]
    for each in hand_over(attacker, target, weapon, "caught"):
        each.hand = hand
    table.emit("gurps.critical.defense.ranged", target.id, attacker.id, note=weapon.name)


def fake(state: Gurps, table: Table, actor: Fighter, target: Fighter, weapon: Weapon, lowers: str) -> None:
    """The feinter rolls, then the target; what is won lowers the target's next such roll.

    gurps.maneuver.feint, gurps.order.contest, gurps.ruling.feint-choice
    """
    mine = table.tally(actor)
    add_skill(mine, table.content, actor, weapon)
    add_handling(mine, actor, weapon)
    add_study(mine, actor, target)
    if actor.shock:
        mine.add(-actor.shock, "gurps.injury.shock")
    add_dizziness(mine, actor)
    actor.study = None
    theirs = table.tally(target)
    theirs.add(best_combat_skill(table.content, target), "gurps.maneuver.feint", "best combat skill or DX")
    won = table.roll("gurps.maneuver.feint", actor.id, by_margin(mine.total), mine)
    kept = table.roll("gurps.maneuver.feint", target.id, by_margin(theirs.total), theirs)
    table.emit("gurps.order.contest", actor.id, target.id, won - kept)
    table.against(target.id, won, kept, "margin")
    penalty = feint_margin(state.ruling("feint-margin"), won, kept)
    table.emit("gurps.ruling.feint-margin", actor.id, target.id, penalty)
    if target.guard_down:
        penalty *= 2
    if penalty <= 0:
        return
    turns = 2 if state.up == actor.id else 1  # to the end of the feinter's next turn
    target.feints = [each for each in target.feints if (each.by, each.lowers) != (actor.id, lowers)]
    target.feints.append(Feinted(by=actor.id, lowers=lowers, penalty=penalty, turns=turns))
    table.emit("gurps.ruling.feint-choice", actor.id, target.id, penalty, lowers)


def feint_margin(how: str, won: int, kept: int) -> int:
    """The own margin if the foe fails, the difference if both succeed; none for a feinter who fails or ties."""
    if won < 0 or won <= kept:
        return 0
    if how == "victory":
        return won - kept
    return won if how == "own" or kept < 0 else won - kept
