"""Who hangs on by the fingers: climbing in, being pulled in, being kicked off, falling. icar.ruling.danglers"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table, somebody
from starfray.rulebooks.icar.common.action_economy import MAIN, spend
from starfray.rulebooks.icar.common.actions import Check
from starfray.rulebooks.icar.common.check import DEFAULT_TN, attribute_field, refuse_attribute, skill_check
from starfray.rulebooks.icar.common.injury import start_dying
from starfray.rulebooks.icar.common.opposed import contest, opposed_lead
from starfray.rulebooks.icar.common.person import STREET_FIGHTING
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard
from starfray.rulebooks.icar.vehicle.role_options import LEAPING, chances

ABOARD, ACTION = "aboard", "action"
RULE = "icar.ruling.danglers"


@dataclass(frozen=True, slots=True)
class Climb(Check):
    KIND: ClassVar[str] = "climb"


def not_dangling(state: Icar, actor: Actor, content: Content) -> Refused | None:
    return None if actor.dangling else Refused("icar.vehicle.board.fail", f"{actor.id} does not dangle", ["jump"])


def climb_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [attribute_field(LEAPING, chances(actor, LEAPING, DEFAULT_TN))]


def climb(state: Icar, table: Table, action: Climb) -> None:
    """The same check each turn, until one is in. icar.ruling.dangling"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    spend(state, table, actor, action.KIND)
    rule = "icar.ruling.dangling"
    actor.dangling = not skill_check(state, table, actor, LEAPING, action.attribute, rule, DEFAULT_TN, rule)
    table.emit("icar.vehicle.board.fail" if actor.dangling else "icar.vehicle.board", actor.id, actor.aboard)


CLIMB = ActionKind(Climb, climb, "icar.ruling.dangling", MAIN, ACTION, ABOARD, not_dangling, climb_fields)


@dataclass(frozen=True, slots=True)
class PullUp(Action):
    KIND: ClassVar[str] = "pull-up"
    whom: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class KickOff(Action):
    KIND: ClassVar[str] = "kick-off"
    whom: str


def hanging(state: Icar, actor: Actor) -> list[Actor]:
    """Who dangles from the vehicle the actor is in."""
    return [other for other in aboard(state, actor.aboard) if other.dangling and not other.hidden]


def nobody_hangs(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if actor.dangling:
        return Refused("icar.ruling.dangling", f"{actor.id} hangs on by the fingers", ["climb"])
    return None if hanging(state, actor) else Refused(RULE, f"nobody dangles from {actor.aboard}")


def pull_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [somebody("whom", hanging(state, actor)), attribute_field(LEAPING, chances(actor, LEAPING, DEFAULT_TN))]


def kick_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [somebody("whom", hanging(state, actor))]


def dangler(state: Icar, actor: Actor, whom: str) -> Actor:
    there = [other.id for other in hanging(state, actor)]
    if whom not in there:
        raise Refused(RULE, f"{whom!r} does not dangle from {actor.aboard}", there)
    return state.roster[whom]


def pull_up(state: Icar, table: Table, action: PullUp) -> None:
    """Whoever is in may make the check for the one who hangs outside."""
    actor = state.roster[action.actor]
    other = dangler(state, actor, action.whom)
    refuse_attribute(action.attribute)
    table.allowed()
    spend(state, table, actor, action.KIND)
    other.dangling = not skill_check(state, table, actor, LEAPING, action.attribute, RULE, DEFAULT_TN, RULE)
    table.emit("icar.vehicle.board.fail" if other.dangling else "icar.vehicle.board", other.id, other.aboard)


PULL_UP = ActionKind(PullUp, pull_up, RULE, MAIN, ACTION, ABOARD, nobody_hangs, pull_fields)


def kick_off(state: Icar, table: Table, action: KickOff) -> None:
    """Street Fighting and Battle against the same: who loses hangs on no longer; who kicks in vain loses nothing."""
    actor = state.roster[action.actor]
    other = dangler(state, actor, action.whom)
    table.allowed()
    spend(state, table, actor, action.KIND)
    lead = opposed_lead(table, actor, other, "battle", RULE)
    if contest(state, table, actor, other, lead, RULE):
        drop(table, other)
    else:
        table.emit(RULE, other.id, note=f"hangs on by {STREET_FIGHTING.replace('-', ' ')}")


KICK_OFF = ActionKind(KickOff, kick_off, RULE, MAIN, ACTION, ABOARD, nobody_hangs, kick_fields)


def drop(table: Table, actor: Actor) -> None:
    """Out of the chase, and at 0 hit points unless the GM finds a way out. icar.ruling.vehicle-crash"""
    table.emit(RULE, actor.id, note="falls")
    actor.dangling, actor.role, actor.out = False, "", "fallen"
    prompt = f"{actor.name or actor.id} falls from {actor.aboard}. Down to 0 hit points?"
    if actor.hp > 0 and table.confirm("icar.ruling.vehicle-crash", GM, prompt, suggested="yes"):
        actor.hp = 0
        start_dying(table, actor, True)
