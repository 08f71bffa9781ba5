"""The pilot: what the team declares, and the one check that decides it."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Tally
from starfray.rulebooks.icar.core import DEFAULT_TN, agreed_attribute, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.people import able
from starfray.rulebooks.icar.ground.spend import spend
from starfray.rulebooks.icar.hacking.systems import is_off
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.actions import Autopilot, Declare, Fly
from starfray.rulebooks.icar.vehicle.crew import at_role, car, enemies, flying, speed_of
from starfray.rulebooks.icar.vehicle.damage import damage_vehicle
from starfray.rulebooks.icar.vehicle.options import FLYING, HACKING, refuse_unless_free
from starfray.rulebooks.icar.vehicle.records import DODGE, ESCAPE, ESCAPED, FIRING_POSITION, GOALS, HACKER, OTHER, PILOT, RAM

GOAL_RULE = {
    ESCAPE: "icar.vehicle.pilot.escape", FIRING_POSITION: "icar.vehicle.pilot.firing-position",
    RAM: "icar.vehicle.pilot.ram", DODGE: "icar.vehicle.pilot.dodge", OTHER: "icar.vehicle.pilot.final-say",
}  # fmt: skip


def declare(state: Icar, table: Table, act: Declare) -> None:
    """The team says what it is after; the pilot has the last word. icar.vehicle.turn.order"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    vehicle = state.roster[one.aboard]
    refuse_goal(state, vehicle, act.goal, act.target)
    if act.goal == OTHER and not act.words.strip():
        raise Refused("icar.vehicle.pilot.final-say", "say what it is to be", ['words="…"'])
    car(vehicle).goal, car(vehicle).whom = act.goal, act.target
    table.emit("icar.vehicle.turn.order", one.id, act.target, note=act.words or act.goal)


def refuse_goal(state: Icar, vehicle: Actor, goal: str, target: str) -> None:
    if goal not in GOALS:
        raise Refused("icar.vehicle.pilot.check", f"{goal!r} is no goal", GOALS)
    foes = [each.id for each in enemies(state, vehicle)]
    if goal == RAM and target not in foes:
        raise Refused("icar.vehicle.pilot.ram", f"{target or 'nobody'} is no enemy vehicle to ram", foes)
    if goal == ESCAPE:
        reason = why_no_escape(state, vehicle)
        if reason is not None:
            raise reason


def why_no_escape(state: Icar, vehicle: Actor) -> Refused | None:
    """Faster than every enemy vehicle still flying; equal is not faster. icar.ruling.escape-equal"""
    own = speed_of(state, vehicle)
    fastest = max((speed_of(state, each) for each in enemies(state, vehicle) if flying(each)), default=-1)
    if own == fastest:
        return Refused("icar.ruling.escape-equal", f"speed {own} is no more than theirs", ["dodge", "ram", "firing-position"])
    if own < fastest:
        return Refused("icar.vehicle.pilot.escape", f"speed {own} against {fastest}", ["dodge", "ram", "firing-position"])
    return None


def autopilot(state: Icar, table: Table, act: Autopilot) -> None:
    """On, it flies about the city and no more; hands are free for other roles. icar.ruling.autopilot"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    vehicle = car(state.roster[one.aboard])
    if vehicle.autopilot == act.on:
        raise Refused("icar.vehicle.autopilot", f"it is {'on' if act.on else 'off'} already", ["declare", "stand-by"])
    vehicle.autopilot = act.on
    vehicle.goal = ""
    vehicle.dodging = False  # it cannot do what a pilot does in a fight
    table.emit("icar.ruling.autopilot", one.id, one.aboard, note="on" if act.on else "off")


def fly(state: Icar, table: Table, act: Fly) -> None:
    """Pilot Grav against 12, with what hacker and engineer have done for it. icar.vehicle.pilot.check"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    vehicle = state.roster[one.aboard]
    goal, target = act.goal or car(vehicle).goal, act.target or car(vehicle).whom
    refuse_goal(state, vehicle, goal, target)
    spend(state, table, one, act.KIND)
    if act.goal and act.goal != car(vehicle).goal:
        table.emit("icar.vehicle.pilot.final-say", one.id, note=goal)
    if car(vehicle).dodging:
        car(vehicle).dodging = False
        table.emit("icar.ruling.dodge", vehicle.id, note="flies straight again")
    if car(vehicle).lost_control or is_off(state, vehicle.id, "driving"):
        car(vehicle).lost_control = False
        table.emit("icar.ruling.vehicle-hack-effect", vehicle.id, note="no control: the check fails without a die")
        return
    agreed = agreed_attribute(table, one, FLYING, act.attribute)
    tn = DEFAULT_TN
    if goal == OTHER:
        tn = table.number("icar.vehicle.pilot.final-say", GM, 10, 22, "How hard is what the pilot tries?", DEFAULT_TN)
    tally = table.tally()
    tally.add(tn, "icar.vehicle.pilot.check", "target number")
    add_boosts(state, tally, goal)
    take_off_ability(tally, one, FLYING, agreed)
    if told_check(state, table, one, tally, "icar.vehicle.pilot.check"):
        succeed(state, table, one, vehicle, goal, target)
    elif goal == RAM:
        table.emit("icar.ruling.ram-fail", one.id, target)
    else:
        table.emit(GOAL_RULE[goal], one.id, note="in vain")


def add_boosts(state: Icar, tally: Tally, goal: str) -> None:
    """What helps lowers what the die must show."""
    for boost in state.chase.boosts:
        if boost.on == PILOT and (not boost.goals or goal in boost.goals):
            tally.add(-boost.amount, boost.rule, f"by {boost.by}")


def succeed(state: Icar, table: Table, one: Actor, vehicle: Actor, goal: str, target: str) -> None:
    if goal == RAM:
        ram(state, table, one, vehicle, state.roster[target])
        return
    table.emit(GOAL_RULE[goal], one.id, note="it works")
    if goal == FIRING_POSITION:
        car(vehicle).firing_position = True
        table.emit("icar.ruling.firing-position", vehicle.id)
    elif goal == DODGE:
        car(vehicle).dodging = True
        table.emit("icar.ruling.dodge", vehicle.id, note="dodges: every shot from it or at it is at 16")
    elif goal == ESCAPE:
        escape(state, table, vehicle)


def ram(state: Icar, table: Table, one: Actor, vehicle: Actor, target: Actor) -> None:
    """Ten per cent of the rammer's hit points to both, past shields; nobody aboard is hurt. icar.ruling.ram-basis"""
    basis = car(vehicle).max_hp if ruled(state, "ram-basis") == "full" else car(vehicle).hp
    damage = basis // 10
    table.emit("icar.vehicle.pilot.ram", one.id, target.id)
    table.emit("icar.ruling.ram-basis", vehicle.id, target.id, basis)
    if target.id not in car(vehicle).contact:
        car(vehicle).contact.append(target.id)
    table.emit("icar.vehicle.pilot.ram.damage", vehicle.id, target.id, damage)
    damage_vehicle(table, target, damage)
    damage_vehicle(table, vehicle, damage)


def escape(state: Icar, table: Table, vehicle: Actor) -> None:
    """Nobody shoots at it again, but it can be tracked unless a hacker hides it. icar.vehicle.end.escaped, .invisible"""
    car(vehicle).gone = ESCAPED
    table.emit("icar.vehicle.end.escaped", vehicle.id)
    for one in at_role(state, vehicle, HACKER):
        table.same("icar.vehicle.end.invisible", one.id)
        if able(one) and table.confirm("icar.vehicle.end.invisible", one.id, "Vanish from Gaia as well?", suggested="yes"):
            tally = table.tally()
            tally.add(DEFAULT_TN, "icar.vehicle.end.invisible", "target number")
            take_off_ability(tally, one, HACKING)
            if told_check(state, table, one, tally, "icar.vehicle.end.invisible"):
                table.emit("icar.vehicle.end.invisible", one.id, vehicle.id)
                return
