"""From file to fight: what is derived for a chase, and what is checked."""

from __future__ import annotations

from starfray.engine.rules import BadInput, Content, suggest
from starfray.rulebooks.icar.common.records import DERIVED, GOALS, GONE, PILOT, Vehicle
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import break_down, hovers
from starfray.rulebooks.icar.ground.setup import start_ground
from starfray.rulebooks.icar.vehicle.crew import ROLES, at_role


def start_vehicles(state: Icar, content: Content) -> None:
    start_ground(state, content)
    for index, actor in enumerate(state.roster.values()):
        if actor.vehicle is not None:
            check_vehicle(actor.vehicle, f"combatant.{index}.vehicle")
            check_others(state, actor, actor.vehicle, f"combatant.{index}.vehicle")
    for index, actor in enumerate(state.roster.values()):
        if actor.vehicle is None:
            check_person(state, actor, f"combatant.{index}")
    for index, actor in enumerate(state.roster.values()):
        if actor.vehicle is not None and len(at_role(state, actor, PILOT)) > 1:
            raise BadInput("two pilots", field=f"combatant.{index}", expected="one; the other roles may be several")
        if actor.vehicle is not None and hovers(actor.vehicle):
            break_down(actor.vehicle, airborne=True)  # icar.vehicle.damage.zero
    check_turn(state)


def derive_vehicle(vehicle: Vehicle) -> None:
    if vehicle.hp == DERIVED:
        vehicle.hp = vehicle.max_hp
    if vehicle.shields == DERIVED:
        vehicle.shields = vehicle.max_shields
    for weapon in vehicle.mounted:
        weapon.fit_options()
        weapon.rounds = weapon.magazine if weapon.rounds == DERIVED else weapon.rounds


def check_vehicle(vehicle: Vehicle, where: str) -> None:
    if not 0 <= vehicle.hp <= vehicle.max_hp:
        raise BadInput(f"hp = {vehicle.hp}", field=f"{where}.hp", expected=f"0 to {vehicle.max_hp}")
    if not 0 <= vehicle.shields <= vehicle.max_shields:
        raise BadInput(f"shields = {vehicle.shields}", field=f"{where}.shields", expected=f"0 to {vehicle.max_shields}")
    if vehicle.falling and vehicle.hp > 0:
        raise BadInput(f"falling at {vehicle.hp} hit points", field=f"{where}.falling", expected="0, or hp = 0")
    if vehicle.gone and vehicle.gone not in GONE:
        raise BadInput(f"gone = {vehicle.gone!r}", field=f"{where}.gone", expected=suggest(vehicle.gone, GONE))
    if vehicle.goal and vehicle.goal not in GOALS:
        raise BadInput(f"goal = {vehicle.goal!r}", field=f"{where}.goal", expected=suggest(vehicle.goal, GOALS))
    for place, weapon in enumerate(vehicle.mounted):
        if not weapon.gun:
            raise BadInput(f"{weapon.key} is no gun", field=f"{where}.mounted.{place}", expected="a gun, as astraripper-5")


def check_others(state: Icar, actor: Actor, vehicle: Vehicle, where: str) -> None:
    """Whom it has rammed and whom it is after."""
    cars = [other.id for other in state.roster.values() if other.vehicle is not None and other is not actor]
    for name, whos in (("contact", vehicle.contact), ("whom", [vehicle.whom] if vehicle.whom else [])):
        for who in whos:
            if who not in cars:
                raise BadInput(f"no vehicle {who!r}", field=f"{where}.{name}", expected=suggest(who, cars))


def check_person(state: Icar, actor: Actor, where: str) -> None:
    """Everybody is aboard something. icar.vehicle.roles"""
    cars = [other.id for other in state.roster.values() if other.vehicle is not None]
    if actor.craft is not None:
        raise BadInput("a spacecraft", field=f"{where}.craft", expected='kind = "space", or a vehicle')
    if actor.aboard not in cars:
        expected = suggest(actor.aboard, cars) if cars else "a vehicle, of which there is none"
        raise BadInput(f"aboard = {actor.aboard!r}", field=f"{where}.aboard", expected=expected)
    if actor.role and actor.role not in ROLES:
        raise BadInput(f"no role {actor.role!r}", field=f"{where}.role", expected=suggest(actor.role, ROLES))
    if not actor.side:
        actor.side = state.roster[actor.aboard].side
    if actor.role and actor.side != state.roster[actor.aboard].side:
        raise BadInput(
            f"side = {actor.side!r}", field=f"{where}.side", expected=f"the side of {actor.aboard}, or no role there"
        )


def check_turn(state: Icar) -> None:
    chase = state.chase
    if state.turn == 0 and (chase.up or chase.done or chase.order):
        raise BadInput("the fight has not begun", field="now.turn", expected="turn = 1 or more")
    cars = [actor.id for actor in state.roster.values() if actor.vehicle is not None]
    if not cars:
        raise BadInput("there is no vehicle", field="combatant", expected='vehicle = "kestrel" on a [[combatant]]')
    if state.turn and not chase.order:
        chase.order = list(cars)
    for name, whos in (("up", [chase.up] if chase.up else []), ("done", chase.done), ("order", chase.order)):
        for who in whos:
            if who not in cars:
                raise BadInput(f"no vehicle {who!r}", field=f"now.chase.{name}", expected=suggest(who, cars))
