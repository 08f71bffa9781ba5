"""Fire fights: who shoots at whom, at what target number, and what the hits do once everybody has thrown."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Tally
from starfray.rulebooks.icar.core import EASY, HARD, NORMAL, agreed_attribute, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.actions import Aim, Fire, HoldFire, ShotsLand
from starfray.rulebooks.icar.ground.effects import gun_stun
from starfray.rulebooks.icar.ground.injury import hurt, shield_up
from starfray.rulebooks.icar.ground.people import (
    able,
    covered,
    gun_in_hand,
    held_weapon,
    known_metres,
    metres,
    parted,
    people,
    person,
)
from starfray.rulebooks.icar.ground.records import Shot, Weapon
from starfray.rulebooks.icar.ground.spend import refuse_unless_free, refuse_unless_up, spend, why_not_free
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar

NEAR, FAR = 50, 500  # metres; icar.ruling.fire-base-tn
COVER, MOVING, SPOT, EACH_TARGET, AIMED, AGAIN = 1, 1, 3, 2, -2, -1  # icar.ruling.fire-modifiers
SHOOTING = "shooting"


def fire(state: Icar, table: Table, act: Fire) -> None:
    """One check and one shot of the magazine for each target. icar.turn.fire, icar.ruling.multi-target"""
    one = state.roster[act.actor]
    why = why_no_fire(state, one)
    if why is not None:
        raise why
    gun = gun_in_hand(one)
    assert gun is not None
    if not act.targets or len(set(act.targets)) < len(act.targets):
        raise Refused("icar.fire.state", "each target is named once")
    others = [refuse_target(state, one, whom, gun) for whom in act.targets]
    if len(others) > gun.rounds:
        raise Refused("icar.ruling.magazine", f"{gun.rounds} shots left in the {gun.name}", ["change-magazine"])
    refuse_attribute(act.attribute)
    spend(state, table, one, act.KIND)
    decide(state, one)
    attribute = agreed_attribute(table, one, SHOOTING, act.attribute)
    for place, other in enumerate(others):
        table.same("icar.ruling.multi-target", (place, attribute))
        gun.rounds -= 1
        table.emit("icar.fire.state", one.id, other.id, gun.rounds, gun.name)
        tally = shot_tally(state, table, one, other, gun, len(others), act.spot, attribute)
        table.remember((place, attribute, act))
        if told_check(state, table, one, tally, "icar.fire.check"):
            for victim in blast(state, other, gun):
                queue(state, table, one, victim, gun, act.spot)
        table.forget()
    one.shot = [each.id for each in others]
    one.aim = one.aimed = ""


def why_no_fire(state: Icar, one: Actor) -> Refused | None:
    """icar.fire.sheet.ownership, icar.fire.stat.magazine"""
    lying = one.prone and not one.held_by and ruled(state, "prone-fire") == "yes"
    why = why_not_free(state, one, "combo" if lying else "fire")
    if why is not None:
        return why
    if one.id in state.ground.held:
        return Refused("icar.fire.declare-order", f"{one.id} has held fire this turn", ["stand-by"])
    gun = gun_in_hand(one)
    if gun is None:
        has = [each.key for each in one.weapons if each.gun and not each.apart]
        words = "no gun in the hand" if has else "no sheet, no weapon"
        return Refused("icar.fire.sheet.ownership", words, [f"change-weapon {has[0]}"] if has else [])
    if gun.rounds < 1:
        return Refused("icar.fire.stat.magazine", f"the {gun.name} is empty", ["change-magazine"])
    return None


def refuse_target(state: Icar, one: Actor, whom: str, gun: Weapon) -> Actor:
    other = state.roster.get(whom)
    if other is None or other is one or other.out or not person(other):
        raise Refused("icar.fire.state", f"{whom!r} is nobody to shoot at")
    if parted(state, one, other):
        raise Refused("icar.hack.door", f"a shut door lies between {one.id} and {whom}")
    if gun.reach and metres(state, one, other) > gun.reach:
        raise Refused("icar.fire.state", f"the {gun.name} reaches {gun.reach} m", ["move"])
    return other


def decide(state: Icar, one: Actor) -> None:
    """Has had the turn's say while others shoot."""
    if one.id not in state.ground.asked:
        state.ground.asked.append(one.id)


def decide_unless_quick(state: Icar, one: Actor) -> None:
    """… unless it was but a quick task: the main action, perhaps a shot, is still to come. icar.ruling.moving"""
    if one.acted:
        decide(state, one)


def shot_tally(
    state: Icar, table: Table, one: Actor, other: Actor, gun: Weapon, targets: int, spot: str, attribute: str
) -> Tally:
    """What the die must show: range and circumstances less skill, attribute and the gun's modifier. icar.fire.check"""
    tally = table.tally()
    add_circumstances(tally, state, one, other, metres(state, one, other), targets, spot)
    if ruled(state, "fire-tn") == "gm":
        words = f"The target number of {one.name or one.id}'s shot at {other.name or other.id}?"
        wanted = table.number("icar.ruling.fire-base-tn", GM, 2, 40, words, max(2, min(40, tally.total)))
        tally.add(wanted - tally.total, "icar.check.free-tn", "the GM's word")
    take_off_ability(tally, one, SHOOTING, attribute)
    tally.add(-gun.to_hit, "icar.fire.stat.to-hit", gun.name)
    return tally


def add_circumstances(tally: Tally, state: Icar, one: Actor, other: Actor, far: float, targets: int, spot: str) -> None:
    """icar.ruling.fire-base-tn, icar.fire.harder, icar.fire.easier"""
    words = f"{round(far, 1):g} m" if tally.keeps else ""
    tally.add(EASY if far <= NEAR else NORMAL if far <= FAR else HARD, "icar.ruling.fire-base-tn", words)
    if covered(state, other):
        tally.add(COVER, "icar.fire.harder", "target in cover")
    if one.moving or other.moving:  # icar.ruling.moving: once
        tally.add(MOVING, "icar.fire.harder", "moving")
    if spot:
        tally.add(SPOT, "icar.fire.harder", spot)
    if targets > 1:
        tally.add(EACH_TARGET * (targets - 1), "icar.fire.harder", f"{targets} targets")
    if one.aimed == other.id:
        tally.add(AIMED, "icar.fire.easier", "aimed last turn")
    if other.id in one.shot_before:
        tally.add(AGAIN, "icar.fire.easier", "shot at last turn")
    if state.ground.surroundings:
        tally.add(state.ground.surroundings, "icar.fire.state", state.ground.words or "surroundings")
    if one.blinded:
        tally.add(one.blinded, "icar.hack.aug.effects", "sensors off")


def blast(state: Icar, other: Actor, gun: Weapon) -> list[Actor]:
    """A grenade hits everybody within its radius of the target; a shot hits the target."""
    if not gun.radius:
        return [other]
    near = [each for each in people(state) if not each.out and not parted(state, other, each)]
    return [each for each in near if each is other or metres(state, other, each) <= gun.radius]


def queue(state: Icar, table: Table, one: Actor, other: Actor, gun: Weapon, spot: str) -> None:
    """A hit waits until all have thrown; outside a fire fight it lands at once. icar.fire.simultaneous"""
    shot = Shot(
        by=one.id,
        target=other.id,
        damage=gun.damage,
        stun=gun_stun(state, gun),
        weapon=gun.name,
        spot=spot,
        burns=gun.burns,
        shielded=shield_up(other) is not None,
    )
    table.emit("icar.fire.simultaneous", one.id, other.id, note=gun.name)
    if state.kind == "ground":
        state.ground.shots.append(shot)
    else:
        land_shot(state, table, shot)


def land_shot(state: Icar, table: Table, shot: Shot) -> None:
    """icar.fire.effect; whoever was dropped this turn has still shot (icar.ruling.fire-dead)"""
    if state.roster[shot.target].out:
        return
    table.emit("icar.fire.effect", shot.by, shot.target, shot.damage, shot.spot)
    if shot.stun != shot.damage:
        table.emit("icar.ruling.firearm-stun", shot.by, shot.target, shot.stun)
    hurt(state, table, shot.target, shot.damage, shot.stun, shot.by, high_energy=True, shielded=shot.shielded)
    if shot.burns and not shot.shielded and not state.roster[shot.target].out:
        state.roster[shot.target].burning = shot.damage
        table.emit("icar.fire.sheet.features", shot.target, shot.by, shot.damage, f"{shot.weapon} burns on")


def shots_land(state: Icar, table: Table, act: ShotsLand) -> None:
    """Everybody has thrown: both sides' hits take effect together, then the others act. icar.ruling.mixed-combat"""
    shots, state.ground.shots = state.ground.shots, []
    state.ground.acting = True
    standing = [one for one in people(state) if able(one)]
    for place, shot in enumerate(shots):
        table.same("icar.fire.simultaneous", (place, len(shots)))
        table.remember((place, len(shots)))
        land_shot(state, table, shot)
        table.forget()
    if any(able(one) and not one.acted for one in people(state)):
        table.emit("icar.ruling.mixed-combat", GM)
    for one in standing:
        if not able(one):
            rule = "icar.ruling.fire-dead" if one.acted == "fire" else "icar.combat.first-strike"
            table.emit(rule, one.id)


def hold_fire(state: Icar, table: Table, act: HoldFire) -> None:
    """Decides last what the better fighter decides last. icar.fire.declare-order"""
    one = state.roster[act.actor]
    refuse_unless_up(state, one, act.KIND)
    why = why_not_holding(state, one)
    if why is not None:
        raise why
    decide(state, one)
    state.ground.held.append(one.id)
    table.emit("icar.fire.declare-order", one.id)


def why_not_holding(state: Icar, one: Actor) -> Refused | None:
    if state.ground.acting or one.id in state.ground.asked:
        return Refused("icar.fire.declare-order", "the shooting is over", ["stand-by"])
    return None if can_shoot(state, one) else Refused("icar.fire.declare-order", "there is no shot to hold", ["stand-by"])


def can_shoot(state: Icar, one: Actor) -> bool:
    """A loaded gun in the hand, and somebody to shoot at."""
    gun = gun_in_hand(one)
    if gun is None or gun.rounds < 1 or one.acted or not able(one) or why_no_fire(state, one) is not None:
        return False
    for each in state.roster.values():
        far = gun.reach > 0 and (known_metres(state, one, each) or 0) > gun.reach
        if each.side != one.side and not far and not each.out and person(each) and not parted(state, one, each):
            return True
    return False


def aim(state: Icar, table: Table, act: Aim) -> None:
    """A whole turn on one target. icar.ruling.aim"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    weapon = held_weapon(one)
    if weapon is None or not weapon.gun:
        raise Refused("icar.ruling.aim", "no gun in the hand", ["change-weapon"])
    other = refuse_target(state, one, act.target, weapon)
    spend(state, table, one, act.KIND)
    decide(state, one)
    one.aim = other.id
    table.emit("icar.ruling.aim", one.id, other.id)
