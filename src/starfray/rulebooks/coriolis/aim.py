"""Who may shoot at whom, and with what."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import apart, distance, nearest_on
from starfray.rulebooks.coriolis.ranges import BANDS, LIMITS, band_at, behind_wall
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, fighter, ready_weapon, shelter_of, vehicle_of


def aim(state: Coriolis, who: str, at: str, weapon: str) -> tuple[Fighter, Fighter, Weapon]:
    """Shooter, target and gun of a shot about to be declared, or why they do not fit together."""
    shooter, target = fighter(state, who), fighter(state, at)
    gun = vehicle_gun(state, shooter, weapon) or ready_weapon(shooter, weapon, melee=False)
    reason = why_no_shot(state, shooter, target, gun)
    if reason is not None:
        raise reason
    return shooter, target, gun


def guns_of(state: Coriolis, actor: Fighter) -> list[Weapon]:
    """Firearms in hand, and the mounted gun of the vehicle she is in."""
    own = [each for each in actor.weapons if each.in_hand and each.firearm]
    car = vehicle_of(state, actor)
    return own + (car.weapons if car is not None else [])


def empty_guns(state: Coriolis, actor: Fighter) -> list[Weapon]:
    """What can be reloaded: guns she carries, and that of her vehicle. A used-up grenade does not come back."""
    car = vehicle_of(state, actor)
    guns = [each for each in actor.weapons if each.firearm and not each.dropped] + (car.weapons if car is not None else [])
    return [each for each in guns if each.empty]


def needs_setting_up(shooter: Fighter, gun: Weapon) -> bool:
    """A Mounted weapon must stand before it can fire; on a vehicle it always does."""
    return "mounted" in gun.features and not shooter.set_up and any(gun is each for each in shooter.weapons)


def why_no_shot(state: Coriolis, shooter: Fighter, target: Fighter, gun: Weapon) -> Refused | None:
    """What stands in the way of this shot; None if nothing does. Declared shots and overwatch fire both ask."""
    if target is shooter or target.dead or target.out:
        return Refused("coriolis.ruling.illegal", f"{target.id} cannot be shot at", [])
    inside, own = shelter_of(state, target), shelter_of(state, shooter)  # coriolis.ruling.vehicle.occupants
    if inside is not None and inside.craft is not None and not inside.craft.open:
        return Refused("coriolis.ruling.vehicle.occupants", f"{target.id} is inside the closed {inside.id}", [inside.id])
    if own is not None and own.craft is not None and not own.craft.open and gun.key != own.craft.weapon:
        return Refused("coriolis.ruling.vehicle.occupants", f"nobody shoots out of the closed {own.id}", [own.craft.weapon])
    if state.scene.walls and (blocked := behind_wall(state, shooter, target)) is not None:
        return blocked
    if smoke_between(state, shooter, target):
        return Refused("coriolis.ruling.illegal", f"smoke hides {target.id}", ["move"])
    if needs_setting_up(shooter, gun):
        return Refused("coriolis.action.full-auto.mounted", f"the {gun.name} is not set up", ["set-up"])
    if gun.empty:
        return Refused("coriolis.ruling.ammo", f"the {gun.name} is empty", ["reload"])
    metres = distance(state, shooter, target)
    if metres > LIMITS[-1]:
        return Refused("coriolis.range.extreme", f"{metres:.0f} m is out of every range", ["1000 m or nearer"])
    if band_at(metres) - BANDS.index(gun.range) > 1:
        return Refused("coriolis.ruling.ranged.beyond", f"{target.id} is far out of range of the {gun.name}", ["move"])
    return None


def vehicle_gun(state: Coriolis, actor: Fighter, key: str) -> Weapon | None:
    """The mounted weapon of the vehicle she is in, if that is the one meant."""
    car = vehicle_of(state, actor)
    return next((each for each in car.weapons if each.key == key), None) if car is not None else None


def smoke_between(state: Coriolis, actor: Fighter, other: Fighter) -> bool:
    if actor.at is None or other.at is None:
        return False
    clouds = [zone for zone in state.scene.zone if zone.kind == "smoke"]
    return any(apart(nearest_on(actor.at, other.at, cloud.at), cloud.at) <= cloud.radius for cloud in clouds)


def foes_first(state: Coriolis, actor: Fighter) -> list[Fighter]:
    """Whom an attack may be meant for: foes who are up, then those who lie there."""
    foes = [each for each in state.roster.values() if each.side != actor.side and not each.dead and not each.out]
    return sorted(foes, key=lambda each: not (each.conscious or each.wild))
