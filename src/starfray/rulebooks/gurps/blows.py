"""The maneuvers that strike: Attack, All-Out, Committed and Defensive Attack, Move and Attack, Feint."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import Refused, suggest
from starfray.engine.scene import path_length
from starfray.engine.table import Table
from starfray.rulebooks.gurps import actions
from starfray.rulebooks.gurps.attack import attack_fault, carry_out, feign, weapon_of
from starfray.rulebooks.gurps.core import half_move, move_of
from starfray.rulebooks.gurps.feint import LOWERS
from starfray.rulebooks.gurps.locations import check_location
from starfray.rulebooks.gurps.movement import Path, check_way, gap_after, go
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, fighter
from starfray.rulebooks.gurps.swing import MANEUVER, Swing, check_swing, other_hand
from starfray.rulebooks.gurps.turn import takes_heart
from starfray.rulebooks.gurps.turns import STEP, actor_of, forget

MELEE_OPTIONS = ("determined", "double", "strong", "feint")
ALL_OUT = (*MELEE_OPTIONS, "ranged")
COMMITTED = ("hit", "damage")
DEFENSIVE = ("parry", "block", "kick")  # gurps.ruling.defensive-attack-choice: one of them
TWO_HEXES = 2.0  # gurps.maneuver.committed-attack.two-hexes


def attack(state: Gurps, table: Table, act: actions.Attack) -> None:
    """A step and one attack. gurps.maneuver.attack"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    weapon = find_weapon(one, act.weapon)
    swing = Swing(
        weapon,
        act.location,
        act.chink,
        shots=act.shots,
        deceptive=act.deceptive,
        telegraphic=act.telegraphic,
        mighty=act.mighty,
        rapid=act.rapid,
        dual=act.dual,
        flurry=act.flurry,
        second=act.second,
        second_weapon=other_hand(one, weapon, act.second_weapon) if act.dual else None,
        strikes=act.strikes,
        disarm=act.disarm,
    )
    check_attack(state, table.content, one, target, swing, act.path, act.yards, STEP)
    deliver(state, table, one, target, swing, act.path, act.yards)


def all_out_attack(state: Gurps, table: Table, act: actions.AllOutAttack) -> None:
    """Half Move and one of the options, and no defence until the next turn. gurps.maneuver.all-out-attack"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    weapon = find_weapon(one, act.weapon)
    check_option(weapon, act.option)
    check_lowers(act.lowers)
    swing = Swing(
        weapon,
        act.location,
        act.chink,
        act.option,
        act.KIND,
        shots=act.shots,
        deceptive=act.deceptive,
        telegraphic=act.telegraphic,
        rapid=act.rapid,
        dual=act.dual,
        flurry=act.flurry,
        second=act.second,
        second_weapon=other_hand(one, weapon, act.second_weapon),
        strikes=act.strikes,
        disarm=act.disarm,
        lowers=act.lowers,
    )
    check_attack(state, table.content, one, target, swing, act.path, act.yards, half_move(one))
    deliver(state, table, one, target, swing, act.path, act.yards)


def committed_attack(state: Gurps, table: Table, act: actions.CommittedAttack) -> None:
    """+2 to hit or +1 damage, and a worse guard until the next turn. gurps.maneuver.committed-attack"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    weapon = find_weapon(one, act.weapon)
    if not weapon.melee or act.option not in COMMITTED:
        raise Refused("gurps.maneuver.committed-attack", "a melee weapon, and one of the two gains", COMMITTED)
    swing = Swing(
        weapon,
        act.location,
        act.chink,
        act.option,
        act.KIND,
        deceptive=act.deceptive,
        telegraphic=act.telegraphic,
        mighty=act.mighty,
        rapid=act.rapid,
        dual=act.dual,
        flurry=act.flurry,
        second=act.second,
        second_weapon=other_hand(one, weapon, act.second_weapon),
        strikes=act.strikes,
        disarm=act.disarm,
        far=way_length(state, one, target, act.path, act.yards) > STEP + 1e-9,
    )
    check_attack(state, table.content, one, target, swing, act.path, act.yards, TWO_HEXES)
    deliver(state, table, one, target, swing, act.path, act.yards)


def defensive_attack(state: Gurps, table: Table, act: actions.DefensiveAttack) -> None:
    """-2 damage for a better guard: one of parry and block, or surer feet for a kick. gurps.maneuver.defensive-attack"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    weapon = find_weapon(one, act.weapon)
    kick = weapon.key == "kick"
    if not weapon.melee or act.option not in DEFENSIVE or (act.option == "kick" and not kick):
        fitting = DEFENSIVE if kick else DEFENSIVE[:2]
        raise Refused("gurps.ruling.defensive-attack-choice", "a melee weapon, and one gain named", fitting)
    swing = Swing(
        weapon,
        act.location,
        act.chink,
        act.option,
        act.KIND,
        deceptive=act.deceptive,
        telegraphic=act.telegraphic,
        mighty=act.mighty,
        rapid=act.rapid,
        dual=act.dual,
        flurry=act.flurry,
        second=act.second,
        second_weapon=other_hand(one, weapon, act.second_weapon),
        strikes=act.strikes,
        disarm=act.disarm,
        grapple=act.grapple,
    )
    check_attack(state, table.content, one, target, swing, act.path, act.yards, STEP)
    deliver(state, table, one, target, swing, act.path, act.yards)


def move_and_attack(state: Gurps, table: Table, act: actions.MoveAndAttack) -> None:
    """Full Move, and an attack at a price. gurps.maneuver.move-and-attack"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    swing = Swing(
        find_weapon(one, act.weapon),
        act.location,
        act.chink,
        "",
        act.KIND,
        shots=act.shots,
        deceptive=act.deceptive,
        telegraphic=act.telegraphic,
        mighty=act.mighty,
        heroic=act.heroic,
        strikes=act.strikes,
        disarm=act.disarm,
    )
    check_attack(state, table.content, one, target, swing, act.path, act.yards, move_of(one))
    deliver(state, table, one, target, swing, act.path, act.yards)


def deliver(state: Gurps, table: Table, one: Fighter, target: Fighter, swing: Swing, path: Path, yards: float) -> None:
    """Heart taken, the way gone, the blow struck."""
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False, study=False)
    if swing.maneuver == "all-out-attack":
        one.all_out_attack = True
    elif swing.maneuver == "move-and-attack":
        one.charged, one.aim = True, None
    if go(state, table, one, path, target.id, yards, ()):
        carry_out(state, table, one, target, swing, ())


def feint(state: Gurps, table: Table, act: actions.Feint) -> None:
    """A step, and a blow that is none. gurps.maneuver.feint"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    weapon = find_weapon(one, act.weapon)
    check_lowers(act.lowers)
    if not weapon.melee:
        raise Refused("gurps.maneuver.feint", f"the {weapon.name} is no melee weapon", ["attack"])
    check_attack(state, table.content, one, target, Swing(weapon, maneuver="feint"), act.path, act.yards, STEP)
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False, study=False)
    if go(state, table, one, act.path, act.target, act.yards, ()):
        feign(state, table, one, target, weapon, act.lowers, ())


def check_lowers(lowers: str) -> None:
    if lowers not in LOWERS:
        raise Refused("gurps.ruling.feint-choice", f"a feint cannot lower {lowers!r}", LOWERS)


def check_option(weapon: Weapon, option: str) -> None:
    fitting = MELEE_OPTIONS if weapon.melee else ("ranged",)
    if option not in fitting:
        raise Refused("gurps.maneuver.all-out-attack", f"{option!r} does not go with the {weapon.name}", fitting)


def find_weapon(one: Fighter, key: str) -> Weapon:
    weapon = weapon_of(one, key)
    if weapon is None:
        raise Refused("gurps.maneuver.attack", f"{one.id} has no {key!r}", [suggest(key, [w.key for w in one.weapons])])
    return weapon


def way_length(state: Gurps, one: Fighter, target: Fighter, path: Path, yards: float) -> float:
    if path and one.at is not None:
        return path_length(one.at, path)
    return abs(gap_after(state, one, target, (), -1.0) - yards) if yards >= 0 else 0.0


def check_attack(
    state: Gurps, content: Content, one: Fighter, target: Fighter, swing: Swing, path: Path, yards: float, most: float
) -> None:
    check_location(swing.weapon, swing.location, swing.chink)
    rule = "gurps.ruling.half-move" if swing.maneuver == "all-out-attack" else MANEUVER[swing.maneuver]
    check_way(state, one, path, target.id, yards, most, rule)
    gap = gap_after(state, one, target, path, yards)
    fault = attack_fault(one, target, swing.weapon, gap)
    if fault is not None:
        raise fault
    if swing.second:
        other = fighter(state, swing.second)
        weapon = swing.second_weapon if swing.dual and swing.second_weapon is not None else swing.weapon
        fault = attack_fault(one, other, weapon, gap_after(state, one, other, path, -1.0 if other is not target else yards))
        if fault is not None:
            raise fault
    check_swing(state, content, one, target, swing, gap)
