"""The pilot: what the team declares, and the one check that decides it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.choices import Choice
from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, Tally, one_of, somebody
from starfray.rulebooks.icar.common.action_economy import FREE, FREE_WORDS, spend
from starfray.rulebooks.icar.common.check import (
    DEFAULT_TN,
    HARD,
    agreed_attribute,
    attribute_field,
    chance,
    percent,
    refuse_attribute,
    skill_check,
    take_off_ability,
    told_check,
)
from starfray.rulebooks.icar.common.intrusions import is_off
from starfray.rulebooks.icar.common.person import able, come_out
from starfray.rulebooks.icar.common.records import (
    DODGE,
    ENGINEER,
    ESCAPE,
    ESCAPED,
    FIRING_POSITION,
    GOALS,
    GUNNER,
    HACKER,
    OTHER,
    PILOT,
    RAM,
)
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import car, take_vehicle_damage
from starfray.rulebooks.icar.vehicle.crew import DECLARE, at_role, crew, enemies, flying, phase_of, speed_of
from starfray.rulebooks.icar.vehicle.gunnery import DODGE_TN
from starfray.rulebooks.icar.vehicle.role_options import FLYING, HACKING, HELP, OPTIONS, of_role, option_kind

GOAL_RULE = {
    ESCAPE: "icar.vehicle.pilot.escape", FIRING_POSITION: "icar.vehicle.pilot.firing-position",
    RAM: "icar.vehicle.pilot.ram", DODGE: "icar.vehicle.pilot.dodge", OTHER: "icar.vehicle.pilot.final-say",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """What the team is after this turn: escape, firing-position, ram, dodge, or other in words."""

    KIND: ClassVar[str] = "declare"
    goal: str
    target: str = ""
    words: str = ""


def not_declaring(state: Icar, actor: Actor, content: Content) -> Refused | None:
    """icar.vehicle.pilot.final-say"""
    if phase_of(state) == DECLARE:
        return None
    return Refused("icar.vehicle.pilot.final-say", "that is said by the pilot, before anybody acts", of_role(actor.role))


def goal_field(state: Icar, actor: Actor, goals: tuple[str, ...]) -> Field:
    """Each goal with the chance as things stand."""
    own = car(state.roster[actor.aboard])
    options = [Option(goal, note=percent(flight_need(state, actor, goal))) for goal in goals]
    return Field("goal", "choice", options, required=False, default=own.goal, main=True)


#: what each goal brings, in a line. icar.vehicle.pilot.firing-position, .dodge, .ram, .escape, .final-say
BRINGS = {
    ESCAPE: "the chase is over for you", FIRING_POSITION: f"your gunners shoot at +{HELP} this turn",
    DODGE: f"every shot from you or at you needs {DODGE_TN} until the next check",
    OTHER: "what you say, as hard as the GM says",
}  # fmt: skip


def declared_field(state: Icar, actor: Actor) -> Field:
    """Each goal as a card: what it brings, how likely it is when it is flown, and why not."""
    vehicle = state.roster[actor.aboard]
    cards = {goal: goal_card(state, actor, vehicle, goal) for goal in GOALS}
    options = [Option(goal, note=percent(flight_need(state, actor, goal)), card=card) for goal, card in cards.items()]
    usual = FIRING_POSITION if at_role(state, vehicle, GUNNER) else DODGE
    barred = [card for card in cards.values() if card.refused]
    return Field("goal", "choice", options, default=usual, main=True, barred=barred)


def goal_card(state: Icar, actor: Actor, vehicle: Actor, goal: str) -> Choice:
    title = goal.replace("-", " ").capitalize()
    if goal == OTHER:
        return Choice(title, BRINGS[OTHER])
    refused = why_no_escape(state, vehicle) if goal == ESCAPE else None
    if goal == RAM and not enemies(state, vehicle):
        refused = Refused("icar.vehicle.pilot.ram", "there is no enemy vehicle", [])
    words = BRINGS[goal] if goal != RAM else f"{ram_damage(state, vehicle)} HP off each, then people may jump across"
    if refused is not None:
        return Choice(title, words, refused=refused.reason)
    helped = " or ".join(role for role in (HACKER, ENGINEER) if at_role(state, vehicle, role) and helps(role, goal))
    with_help = f"{round(100 * chance(flight_need(state, actor, goal) - HELP))} % with the {helped}'s help" if helped else ""
    return Choice(title, words, chance(flight_need(state, actor, goal)), with_help)


def helps(role: str, goal: str) -> bool:
    """Has the role an option for this goal?"""
    return any(option.role == role and goal in option.goals for option in OPTIONS.values())


def flight_need(state: Icar, actor: Actor, goal: str) -> int:
    """What the die must show, with the help given so far."""
    tally = Tally(False)
    add_flight_number(state, tally, state.roster[actor.aboard], goal)
    add_boosts(state, tally, goal)
    take_off_ability(tally, actor, FLYING)
    return tally.total


def add_flight_number(state: Icar, tally: Tally, vehicle: Actor, goal: str) -> None:
    """12; without navigation it is hard to find a way out of the traffic. icar.ruling.vehicle-systems-off"""
    if goal == ESCAPE and is_off(state, vehicle.id, "navigation"):
        tally.add(HARD, "icar.ruling.vehicle-systems-off", "no navigation")
    else:
        tally.add(DEFAULT_TN, "icar.vehicle.pilot.check", "target number")


def enemy_field(state: Icar, actor: Actor) -> Field:
    return somebody("target", enemies(state, state.roster[actor.aboard]), required=False)


def declare_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    words = Field("words", "text", required=False, hint="what else it is to be")
    return [declared_field(state, actor), enemy_field(state, actor), words]


def declare(state: Icar, table: Table, action: Declare) -> None:
    """The team says what it is after; the pilot has the last word. icar.vehicle.turn.order"""
    actor = state.roster[action.actor]
    vehicle = state.roster[actor.aboard]
    refuse_goal(state, vehicle, action.goal, action.target)
    if action.goal == OTHER and not action.words.strip():
        raise Refused("icar.vehicle.pilot.final-say", "say what it is to be", ['words="…"'])
    table.allowed()
    car(vehicle).goal, car(vehicle).whom = action.goal, action.target
    table.emit("icar.vehicle.turn.order", actor.id, action.target, note=action.words or action.goal)


DECLARE_GOAL = ActionKind(
    Declare, declare, "icar.vehicle.turn.order", FREE, FREE_WORDS, "aboard", not_declaring, declare_fields
)  # fmt: skip


def refuse_goal(state: Icar, vehicle: Actor, goal: str, target: str) -> None:
    if goal not in GOALS:
        raise Refused("icar.vehicle.pilot.check", f"{goal!r} is no goal", GOALS)
    foes = [foe.id for foe in enemies(state, vehicle)]
    if (goal == RAM or target) and target not in foes:
        raise Refused(
            "icar.vehicle.pilot.ram", f"{target} is no enemy vehicle to ram" if target else "say which vehicle to ram", foes
        )
    if goal == ESCAPE:
        reason = why_no_escape(state, vehicle)
        if reason is not None:
            raise reason


def why_no_escape(state: Icar, vehicle: Actor) -> Refused | None:
    """Faster than every enemy vehicle still flown by somebody; equal is not faster. icar.ruling.escape-equal"""
    own = speed_of(state, vehicle)
    fastest = max((speed_of(state, foe) for foe in enemies(state, vehicle) if flying(foe) and crew(state, foe)), default=-1)
    if own == fastest:
        return Refused("icar.ruling.escape-equal", f"speed {own} is no more than theirs", ["dodge", "ram", "firing-position"])
    if own < fastest:
        return Refused("icar.vehicle.pilot.escape", f"speed {own} against {fastest}", ["dodge", "ram", "firing-position"])
    return None


@dataclass(frozen=True, slots=True)
class Autopilot(Action):
    KIND: ClassVar[str] = "autopilot"
    on: bool = True


def not_at_the_controls(state: Icar, actor: Actor, content: Content) -> Refused | None:
    """Off by anybody of the crew; on by the pilot, before anybody acts. icar.ruling.autopilot"""
    vehicle = state.roster[actor.aboard]
    if car(vehicle).autopilot and actor.side == vehicle.side and not actor.dangling:
        return None
    return not_declaring(state, actor, content)


def autopilot_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [one_of("on", ("yes", "no"))]


def autopilot(state: Icar, table: Table, action: Autopilot) -> None:
    """On, it flies about the city and no more; hands are free for other roles. icar.ruling.autopilot"""
    actor = state.roster[action.actor]
    vehicle = car(state.roster[actor.aboard])
    if vehicle.autopilot == action.on:
        raise Refused("icar.vehicle.autopilot", f"it is {'on' if action.on else 'off'} already", ["declare", "stand-by"])
    table.allowed()
    vehicle.autopilot = action.on
    vehicle.goal = ""
    vehicle.dodging = False  # it cannot do what a pilot does in a fight
    table.emit("icar.ruling.autopilot", actor.id, actor.aboard, note="on" if action.on else "off")


AUTOPILOT = ActionKind(
    Autopilot, autopilot, "icar.vehicle.autopilot", FREE, FREE_WORDS, "aboard", not_at_the_controls, autopilot_fields
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fly(Action):
    """The pilot's check for what was declared, or for something else: the pilot has the final say."""

    KIND: ClassVar[str] = "fly"
    goal: str = ""
    target: str = ""
    attribute: str = ""


def falling(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    return None if flying(state.roster[actor.aboard]) else Refused("icar.vehicle.damage.zero", "it falls", ["jump"])


def fly_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    goals = GOALS if car(state.roster[actor.aboard]).goal == OTHER else GOALS[:-1]
    return [goal_field(state, actor, goals), enemy_field(state, actor), attribute_field(FLYING)]


def fly(state: Icar, table: Table, action: Fly) -> None:
    """Pilot Grav against 12, with what hacker and engineer have done for it. icar.vehicle.pilot.check"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    vehicle = state.roster[actor.aboard]
    goal, target = action.goal or car(vehicle).goal, action.target or car(vehicle).whom
    refuse_goal(state, vehicle, goal, target)
    table.allowed()
    spend(state, table, actor, action.KIND)
    if goal == RAM:
        come_out(state, table, actor)
    if action.goal and action.goal != car(vehicle).goal:
        table.emit("icar.vehicle.pilot.final-say", actor.id, note=goal)
    if car(vehicle).lost_control or is_off(state, vehicle.id, "driving"):
        car(vehicle).lost_control = False
        table.emit("icar.ruling.vehicle-hack-effect", vehicle.id, note="no control: the check fails without a die")
        return
    agreed = agreed_attribute(table, actor, FLYING, action.attribute)
    tally = table.tally()
    if goal == OTHER:
        tn = table.number("icar.vehicle.pilot.final-say", GM, 10, 22, "How hard is what the pilot tries?", DEFAULT_TN)
        tally.add(tn, "icar.vehicle.pilot.check", "target number")
    else:
        add_flight_number(state, tally, vehicle, goal)
    add_boosts(state, tally, goal)
    take_off_ability(tally, actor, FLYING, agreed)
    if told_check(state, table, actor, tally, "icar.vehicle.pilot.check"):
        succeed(state, table, actor, vehicle, goal, target)
    elif goal == RAM:
        table.emit("icar.ruling.ram-fail", actor.id, target)
    else:
        table.emit(GOAL_RULE[goal], actor.id, note="in vain")


FLY = option_kind(Fly, fly, falling, fly_fields)


def add_boosts(state: Icar, tally: Tally, goal: str) -> None:
    """What helps lowers what the die must show."""
    for boost in state.chase.boosts:
        if boost.on == PILOT and (not boost.goals or goal in boost.goals):
            tally.add(-boost.amount, boost.rule, f"by {boost.by}")


def succeed(state: Icar, table: Table, actor: Actor, vehicle: Actor, goal: str, target: str) -> None:
    if goal == RAM:
        ram(state, table, actor, vehicle, state.roster[target])
        return
    table.emit(GOAL_RULE[goal], actor.id, note="it works")
    if goal == FIRING_POSITION:
        car(vehicle).firing_position = True
        table.cite("icar.ruling.firing-position")
    elif goal == DODGE:
        car(vehicle).dodging = True
        table.emit("icar.ruling.dodge", vehicle.id, note=f"dodges: every shot from it or at it is at {DODGE_TN}")
    elif goal == ESCAPE:
        escape(state, table, vehicle)


def ram(state: Icar, table: Table, actor: Actor, vehicle: Actor, target: Actor) -> None:
    """Ten per cent of the rammer's hit points to both, past shields; nobody aboard is hurt. icar.ruling.ram-basis"""
    basis, damage = ram_basis(state, vehicle), ram_damage(state, vehicle)
    table.emit("icar.vehicle.pilot.ram", actor.id, target.id)
    table.emit("icar.ruling.ram-basis", vehicle.id, target.id, basis)
    if target.id not in car(vehicle).contact:
        car(vehicle).contact.append(target.id)
    table.emit("icar.vehicle.pilot.ram.damage", vehicle.id, target.id, damage)
    take_vehicle_damage(table, target, damage)
    take_vehicle_damage(table, vehicle, damage)


def ram_basis(state: Icar, vehicle: Actor) -> int:
    """icar.ruling.ram-basis"""
    return car(vehicle).max_hp if state.ruling("ram-basis") == "full" else car(vehicle).hp


def ram_damage(state: Icar, vehicle: Actor) -> int:
    """icar.vehicle.pilot.ram.damage"""
    return ram_basis(state, vehicle) // 10


def escape(state: Icar, table: Table, vehicle: Actor) -> None:
    """Nobody shoots at it again, but it can be tracked unless a hacker hides it. icar.vehicle.end.escaped, .invisible"""
    car(vehicle).gone = ESCAPED
    table.emit("icar.vehicle.end.escaped", vehicle.id)
    rule = "icar.vehicle.end.invisible"
    for hacker in at_role(state, vehicle, HACKER):
        table.merge(rule, hacker.id)
        tries = able(hacker) and table.confirm(rule, hacker.id, "Vanish from Gaia as well?", suggested="yes")
        if tries and skill_check(state, table, hacker, HACKING, "", rule, DEFAULT_TN, rule):
            table.emit(rule, hacker.id, vehicle.id)
            return
