"""Fire fights: who shoots at whom, at what target number, and what the hits do once everybody has thrown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, Tally, counted, somebody
from starfray.rulebooks.icar.common.action_economy import FREE, FREE_WORDS, MAIN, MAIN_WORDS, no_action_left, spend
from starfray.rulebooks.icar.common.check import (
    EASY,
    HARD,
    NORMAL,
    agreed_attribute,
    attribute_field,
    chance,
    refuse_attribute,
    take_off_ability,
    told_check,
)
from starfray.rulebooks.icar.common.injury import shield_up, take_damage
from starfray.rulebooks.icar.common.person import (
    able,
    carrier,
    covered,
    dodges,
    foes,
    framed,
    gun_in_hand,
    held_weapon,
    known_metres,
    metres,
    parted,
    parting,
    people,
    person,
    sheltered,
)
from starfray.rulebooks.icar.common.records import Shot, Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import soak, take_vehicle_damage, vehicle_shield_up
from starfray.rulebooks.icar.ground.effects import gun_stun

NEAR, FAR = 50, 500  # metres; icar.ruling.fire-base-tn
COVER, MOVING, SPOT, EACH_TARGET, AIMED, AGAIN = 1, 1, 3, 2, -2, -1  # icar.ruling.fire-modifiers
VEHICLE_TN = 14  # icar.vehicle.gunner.vehicle, icar.vehicle.gunner.shields
SHOOTING = "shooting"


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """One shot at each target, in the order named."""

    KIND: ClassVar[str] = "fire"
    targets: tuple[str, ...]
    spot: str = ""  # a chosen spot, as "gun hand"
    attribute: str = ""


def no_shot(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    """icar.fire.sheet.ownership, icar.fire.stat.magazine"""
    if actor.id in state.ground.held:
        return Refused("icar.fire.declare-order", f"{actor.id} has held fire this turn", ["stand-by"])
    gun = gun_in_hand(actor)
    if gun is None:
        has = [weapon.key for weapon in actor.weapons if weapon.gun and not weapon.apart]
        words = "no gun in the hand" if has else "no sheet, no weapon"
        return Refused("icar.fire.sheet.ownership", words, [f"change-weapon {has[0]}"] if has else [])
    if gun.rounds < 1:
        return Refused("icar.fire.stat.magazine", f"the {gun.name} is empty", ["change-magazine"])
    return None


def fire_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    gun = gun_in_hand(actor)
    targets = Field("targets", "list", [shot_option(state, actor, foe) for foe in marks(state, actor)], role="target")
    if gun is not None:
        targets.hint = f"{gun.name}: {gun.damage} Damage, {gun.rounds} of {counted(gun.magazine, 'shot')}"
    spot = Field("spot", "text", required=False, label="chosen spot", hint="3 harder")
    return [targets, spot, attribute_field(SHOOTING)]


def shot_option(state: Icar, actor: Actor, target: Actor) -> Option:
    """With the chance of a single plain shot, as far as the range is known."""
    far = known_metres(state, actor, target)
    gun = gun_in_hand(actor)
    if far is None or gun is None:
        return Option(target.id, target.name, note="the range is the GM's to say")
    tally = Tally(False)
    add_circumstances(tally, state, actor, target, far, 1, "")
    take_off_ability(tally, actor, SHOOTING, "battle")
    return Option(target.id, target.name, note=f"{round(far, 1):g} m, {round(100 * chance(tally.total - gun.to_hit))} %")


def fire(state: Icar, table: Table, action: Fire) -> None:
    """One check and one shot of the magazine for each target. icar.fire.scope, icar.turn.fire, icar.ruling.multi-target"""
    actor = state.roster[action.actor]
    gun = gun_in_hand(actor)
    assert gun is not None
    if not action.targets or len(set(action.targets)) < len(action.targets):
        raise Refused("icar.fire.state", "each target is named once")
    others = [refuse_target(state, actor, whom, gun) for whom in action.targets]
    if len(others) > gun.rounds:
        raise Refused("icar.ruling.magazine", f"{counted(gun.rounds, 'shot')} left in the {gun.name}", ["change-magazine"])
    refuse_attribute(action.attribute)
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide(state, actor)
    attribute = agreed_attribute(table, actor, SHOOTING, action.attribute)
    for place, other in enumerate(others):
        table.merge("icar.ruling.multi-target", (place, attribute))
        gun.rounds -= 1
        table.emit("icar.fire.state", actor.id, other.id, gun.rounds, gun.name)
        tally = shot_tally(state, table, actor, other, gun, len(others), action.spot, attribute)
        table.enter((place, attribute, action))
        if told_check(state, table, actor, tally, "icar.fire.check"):
            for victim in blast(state, other, gun):
                queue(state, table, actor, victim, gun, action.spot)
        table.leave()
    actor.shot = [person.id for person in others]
    actor.aim = actor.aimed = ""


FIRE = ActionKind(
    Fire, fire, "icar.turn.fire", MAIN, MAIN_WORDS, "shooting", refusal=no_shot, fields=fire_fields,
    hints=("icar.fire.scope", "icar.fire.harder", "icar.fire.easier", "icar.ruling.fire-modifiers"),
)  # fmt: skip


def refuse_target(state: Icar, actor: Actor, whom: str, gun: Weapon) -> Actor:
    """Weapon and target are stated. icar.fire.state"""
    other = state.roster.get(whom)
    if other is None or other is actor or other.out or other.craft is not None:
        raise Refused("icar.fire.state", f"{whom!r} is nobody to shoot at")
    if sheltered(state, actor, other):
        raise Refused("icar.ruling.vehicle-exposed", f"{whom} cannot be aimed at in there", [other.aboard])
    if parted(state, actor, other):
        raise parting(state, actor, other)
    if gun.reach and metres(state, actor, other) > gun.reach:
        raise Refused("icar.fire.state", f"the {gun.name} reaches {gun.reach} m", ["move"])
    return other


def marks(state: Icar, actor: Actor) -> list[Actor]:
    """Whom or what one might shoot at: foes who are not behind closed doors, and vehicles that still work."""
    found = [foe for foe in foes(state, actor) if not sheltered(state, actor, foe)]
    return found + [other for other in state.roster.values() if is_mark(state, actor, other)]


def is_mark(state: Icar, actor: Actor, vehicle: Actor) -> bool:
    """A vehicle that is not a wreck, the enemy's or with enemies in it, and not the one the shooter is in."""
    if vehicle.vehicle is None or vehicle.out or vehicle.vehicle.hp <= 0 or vehicle.id == actor.aboard:
        return False
    return any(foe.aboard == vehicle.id for foe in foes(state, actor))


def decide(state: Icar, actor: Actor) -> None:
    """Has had the turn's say while others shoot."""
    if actor.id not in state.ground.asked:
        state.ground.asked.append(actor.id)


def decide_unless_quick(state: Icar, actor: Actor) -> None:
    """… unless it was but a quick task: the main action, perhaps a shot, is still to come. icar.ruling.moving"""
    if actor.acted:
        decide(state, actor)


def shot_tally(
    state: Icar, table: Table, actor: Actor, other: Actor, gun: Weapon, targets: int, spot: str, attribute: str
) -> Tally:
    """What the die must show: range and circumstances less skill, attribute and the gun's modifier. icar.fire.check"""
    tally = table.tally()
    add_circumstances(tally, state, actor, other, metres(state, actor, other), targets, spot)
    if state.ruling("fire-tn") == "gm":
        words = f"The target number of {actor.name or actor.id}'s shot at {other.name or other.id}?"
        wanted = table.number("icar.ruling.fire-base-tn", GM, 2, 40, words, max(2, min(40, tally.total)))
        tally.add(wanted - tally.total, "icar.check.free-tn", "the GM's word")
    take_off_ability(tally, actor, SHOOTING, attribute)
    tally.add(-gun.to_hit, "icar.fire.stat.to-hit", gun.name)
    return tally


def add_circumstances(tally: Tally, state: Icar, actor: Actor, other: Actor, far: float, targets: int, spot: str) -> None:
    """icar.ruling.fire-base-tn, icar.fire.harder, icar.fire.easier"""
    aboard = other.vehicle is not None or (other.aboard != "" and other.aboard != actor.aboard)
    if aboard or dodges(state, actor):
        add_vehicle_number(tally, state, actor, other)
    else:
        words = f"{round(far, 1):g} m" if tally.explains else ""
        tally.add(EASY if far <= NEAR else NORMAL if far <= FAR else HARD, "icar.ruling.fire-base-tn", words)
    if not aboard:
        add_cover(tally, state, actor, other)
    if actor.moving or other.moving:  # icar.ruling.moving: once
        tally.add(MOVING, "icar.fire.harder", "moving")
    if spot:
        tally.add(SPOT, "icar.fire.harder", spot)
    if targets > 1:
        tally.add(EACH_TARGET * (targets - 1), "icar.fire.harder", f"{targets} targets")
    if actor.aimed == other.id:
        tally.add(AIMED, "icar.fire.easier", "aimed last turn")
    if other.id in actor.shot_before:
        tally.add(AGAIN, "icar.fire.easier", "shot at last turn")
    if state.ground.surroundings:
        tally.add(state.ground.surroundings, "icar.fire.state", state.ground.words or "surroundings")
    if actor.blinded:
        tally.add(actor.blinded, "icar.hack.aug.effects", "sensors off")


def add_cover(tally: Tally, state: Icar, actor: Actor, other: Actor) -> None:
    if covered(state, other):
        tally.add(COVER, "icar.fire.harder", "target in cover")
    elif framed(state, actor, other):
        tally.add(COVER, "icar.ruling.frame", "target behind a frame")


def add_vehicle_number(tally: Tally, state: Icar, actor: Actor, other: Actor) -> None:
    """Vehicles and shields 14, people in an open one 16; 16 whatever it is while one dodges. icar.ruling.vehicle-on-foot"""
    target = carrier(state, other) or other
    if dodges(state, actor) or dodges(state, other):
        tally.add(HARD, "icar.vehicle.pilot.dodge", "target number")
    elif target.vehicle is not None and vehicle_shield_up(state, target):
        tally.add(VEHICLE_TN, "icar.vehicle.gunner.shields", "target number")
    elif other.vehicle is not None:
        tally.add(VEHICLE_TN, "icar.vehicle.gunner.vehicle", "target number")
    else:
        tally.add(HARD, "icar.vehicle.gunner.people", "target number")


def blast(state: Icar, other: Actor, gun: Weapon) -> list[Actor]:
    """A grenade hits everybody within its radius of the target; a shot hits the target."""
    if not gun.radius:
        return [other]
    near = [actor for actor in people(state) if not actor.out and not parted(state, other, actor)]
    near = [actor for actor in near if actor is not other and not sheltered(state, other, actor)]
    return [other, *(person for person in near if metres(state, other, person) <= gun.radius)]


def queue(state: Icar, table: Table, actor: Actor, other: Actor, gun: Weapon, spot: str) -> None:
    """A hit waits until all have thrown; outside a fire fight it lands at once. icar.fire.simultaneous"""
    shot = Shot(
        by=actor.id,
        target=other.id,
        damage=gun.damage,
        stun=gun_stun(state, gun),
        weapon=gun.name,
        spot=spot,
        burns=gun.burns,
        shielded=shield_up(other) is not None,
    )
    table.emit("icar.fire.simultaneous", actor.id, other.id, note=gun.name)
    if state.kind == "ground":
        state.ground.shots.append(shot)
    else:
        take_shot(state, table, shot)


def take_shot(state: Icar, table: Table, shot: Shot) -> None:
    """icar.fire.effect; whoever was dropped this turn has still shot (icar.ruling.fire-dead)"""
    target = state.roster[shot.target]
    if target.out:
        return
    table.emit("icar.fire.effect", shot.by, shot.target, shot.damage, shot.spot)
    inside = target if target.vehicle is not None else carrier(state, target)
    outside = inside is not None and inside.id != state.roster[shot.by].aboard
    if inside is not None and inside.vehicle is not None and outside and vehicle_shield_up(state, inside):
        soak(table, inside, shot.damage, shot.by)  # icar.vehicle.damage.shields-first
        return
    if target.vehicle is not None:
        take_vehicle_damage(table, target, shot.damage, airborne=False)
        table.emit("icar.vehicle.gunner.vehicle", shot.by, target.id, shot.damage)
        return
    if shot.stun != shot.damage:
        table.emit("icar.ruling.firearm-stun", shot.by, shot.target, shot.stun)
    take_damage(state, table, shot.target, shot.damage, shot.stun, shot.by, high_energy=True, shielded=shot.shielded)
    if shot.burns and not shot.shielded and not state.roster[shot.target].out:
        state.roster[shot.target].burning = shot.damage
        table.emit("icar.fire.sheet.features", shot.target, shot.by, shot.damage, f"{shot.weapon} burns on")


@dataclass(frozen=True, slots=True)
class ShotsLand(Action):
    KIND: ClassVar[str] = "shots-land"


def shots_land(state: Icar, table: Table, action: ShotsLand) -> None:
    """Everybody has thrown: both sides' hits take effect together, then the others act. icar.ruling.mixed-combat"""
    shots, state.ground.shots = state.ground.shots, []
    state.ground.acting = True
    standing = [actor for actor in people(state) if able(actor)]
    for place, shot in enumerate(shots):
        table.merge("icar.fire.simultaneous", (place, len(shots)))
        table.enter((place, len(shots)))
        take_shot(state, table, shot)
        table.leave()
    if any(able(actor) and not actor.acted for actor in people(state)):
        table.cite("icar.ruling.mixed-combat")
    for actor in standing:
        if not able(actor):
            rule = "icar.ruling.fire-dead" if actor.acted == "fire" else "icar.combat.first-strike"
            table.emit(rule, actor.id)


STEPS = (ActionKind(ShotsLand, shots_land),)


@dataclass(frozen=True, slots=True)
class HoldFire(Action):
    """Not to shoot, and to act at one's place when the shooting is over."""

    KIND: ClassVar[str] = "hold-fire"


def nothing_to_hold(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if state.ground.acting or actor.id in state.ground.asked:
        return Refused("icar.fire.declare-order", "the shooting is over", ["stand-by"])
    return None if can_shoot(state, actor) else Refused("icar.fire.declare-order", "there is no shot to hold", ["stand-by"])


def can_shoot(state: Icar, actor: Actor) -> bool:
    """A loaded gun in the hand, and somebody in sight to shoot at."""
    if actor.acted or not able(actor):
        return False
    gun = gun_in_hand(actor)
    if gun is None or gun.rounds < 1 or actor.id in state.ground.held or no_action_left(state, actor, Fire.KIND) is not None:
        return False
    for foe in state.roster.values():
        if foe.side != actor.side and not foe.hidden and not foe.out and person(foe):
            far = gun.reach > 0 and (known_metres(state, actor, foe) or 0) > gun.reach
            if not far and not parted(state, actor, foe):
                return True  # or at least the vehicle the foe sits in
    return False


def hold_fire(state: Icar, table: Table, action: HoldFire) -> None:
    """Decides last what the better fighter decides last. icar.fire.declare-order"""
    actor = state.roster[action.actor]
    table.allowed()
    decide(state, actor)
    state.ground.held.append(actor.id)
    table.emit("icar.fire.declare-order", actor.id)


HOLD_FIRE = ActionKind(
    HoldFire, hold_fire, "icar.fire.declare-order", FREE, FREE_WORDS, "shooting", refusal=nothing_to_hold
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Aim(Action):
    KIND: ClassVar[str] = "aim"
    target: str


def no_gun_to_aim(state: Icar, actor: Actor, content: Content) -> Refused | None:
    return None if gun_in_hand(actor) is not None else Refused("icar.ruling.aim", "no gun in the hand", ["change-weapon"])


def aim_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [somebody("target", marks(state, actor))]


def aim(state: Icar, table: Table, action: Aim) -> None:
    """A whole turn on one target. icar.ruling.aim"""
    actor = state.roster[action.actor]
    weapon = held_weapon(actor)
    assert weapon is not None
    target = refuse_target(state, actor, action.target, weapon)
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide(state, actor)
    actor.aim = target.id
    table.emit("icar.ruling.aim", actor.id, target.id)


AIM = ActionKind(Aim, aim, "icar.ruling.aim", MAIN, MAIN_WORDS, "shooting", refusal=no_gun_to_aim, fields=aim_fields)
