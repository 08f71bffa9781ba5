"""From file to fight: what is derived for a chase, and what is checked."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.rulebooks.icar.ground.setup import start_ground
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import at_role
from starfray.rulebooks.icar.vehicle.records import DERIVED, GOALS, PILOT, ROLES, Vehicle


def start_vehicles(state: Icar, content: Content) -> None:
    start_ground(state, content)
    for index, one in enumerate(state.roster.values()):
        if one.vehicle is not None:
            derive_vehicle(one.vehicle)
            check_vehicle(one.vehicle, f"combatant.{index}.vehicle")
    for index, one in enumerate(state.roster.values()):
        if one.vehicle is None:
            check_person(state, one, f"combatant.{index}")
    for index, one in enumerate(state.roster.values()):
        if one.vehicle is not None and len(at_role(state, one, PILOT)) > 1:
            raise BadInput("two pilots", field=f"combatant.{index}", expected="one; the other roles may be several")
    check_turn(state)


def derive_vehicle(vehicle: Vehicle) -> None:
    if vehicle.hp == DERIVED:
        vehicle.hp = vehicle.max_hp
    if vehicle.shields == DERIVED:
        vehicle.shields = vehicle.max_shields
    for weapon in vehicle.mounted:
        weapon.rounds = weapon.magazine if weapon.rounds == DERIVED else weapon.rounds


def check_vehicle(vehicle: Vehicle, where: str) -> None:
    if vehicle.max_hp < 1:
        raise BadInput(f"max-hp = {vehicle.max_hp}", field=f"{where}.max-hp", expected="1 or more")
    if not 0 <= vehicle.hp <= vehicle.max_hp:
        raise BadInput(f"hp = {vehicle.hp}", field=f"{where}.hp", expected=f"0 to {vehicle.max_hp}")
    if not 0 <= vehicle.shields <= vehicle.max_shields:
        raise BadInput(f"shields = {vehicle.shields}", field=f"{where}.shields", expected=f"0 to {vehicle.max_shields}")
    for name, figure in (("speed", vehicle.speed), ("shield-hp", vehicle.shield_hp), ("falling", vehicle.falling)):
        if figure < 0:
            raise BadInput(f"{name} = {figure}", field=f"{where}.{name}", expected="0 or more")
    if vehicle.goal and vehicle.goal not in GOALS:
        raise BadInput(f"goal = {vehicle.goal!r}", field=f"{where}.goal", expected=suggest(vehicle.goal, GOALS))
    for place, weapon in enumerate(vehicle.mounted):
        if not weapon.gun:
            raise BadInput(f"{weapon.key} is no gun", field=f"{where}.mounted.{place}", expected="a gun, as astraripper-5")


def check_person(state: Icar, one: Actor, where: str) -> None:
    """Everybody is aboard something. icar.vehicle.roles"""
    cars = [each.id for each in state.roster.values() if each.vehicle is not None]
    if one.craft is not None:
        raise BadInput("a spacecraft", field=f"{where}.craft", expected='kind = "space", or a vehicle')
    if one.aboard not in cars:
        expected = suggest(one.aboard, cars) if cars else "a vehicle, of which there is none"
        raise BadInput(f"aboard = {one.aboard!r}", field=f"{where}.aboard", expected=expected)
    if one.role and one.role not in ROLES:
        raise BadInput(f"no role {one.role!r}", field=f"{where}.role", expected=suggest(one.role, ROLES))
    if not one.side:
        one.side = state.roster[one.aboard].side
    if one.role and one.side != state.roster[one.aboard].side:
        raise BadInput(f"side = {one.side!r}", field=f"{where}.side", expected=f"the side of {one.aboard}, or no role there")


def check_turn(state: Icar) -> None:
    chase = state.chase
    if state.turn == 0 and (chase.up or chase.done or chase.order):
        raise BadInput("the fight has not begun", field="now.turn", expected="turn = 1 or more")
    cars = [one.id for one in state.roster.values() if one.vehicle is not None]
    if not cars:
        raise BadInput("there is no vehicle", field="combatant", expected='vehicle = "kestrel" on a [[combatant]]')
    if state.turn and not chase.order:
        chase.order = list(cars)
    if state.turn:
        chase.order += [each for each in cars if each not in chase.order]  # latecomers
    for name, whos in (("up", [chase.up] if chase.up else []), ("done", chase.done), ("order", chase.order)):
        for who in whos:
            if who not in cars:
                raise BadInput(f"no vehicle {who!r}", field=f"now.chase.{name}", expected=suggest(who, cars))
