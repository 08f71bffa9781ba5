"""The turn: the players' craft with their crews, then every enemy; and the ways a fight ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Moment, Option, Outcome, Refused, Table
from starfray.rulebooks.icar.common.action_economy import FREE_WORDS
from starfray.rulebooks.icar.common.actions import Begin, StandBy, TakeRole, TurnEnd
from starfray.rulebooks.icar.common.person import fighting, hide_crews, show_crew, winners_after_escape
from starfray.rulebooks.icar.common.records import GUNNER, OPERATIONS, PILOT, SpaceTurn
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.turn_end import settle
from starfray.rulebooks.icar.space.crew import (
    ROLES,
    anybody_waiting,
    at_role,
    crew,
    crewed,
    free_cluster,
    holders,
    in_order,
    last_gunner,
    may_decide,
    open_roles,
    open_to,
    rides_along,
    roles_now,
    ship,
    stationed,
    swappable_roles,
    vacant_roles,
)
from starfray.rulebooks.icar.space.damage import breathe, drop_shields
from starfray.rulebooks.icar.space.gunnery import base_stn, enemy_shot
from starfray.rulebooks.icar.space.role_options import stn_so_far
from starfray.rulebooks.icar.space.sickbay import can_treat

TURN_SECONDS = 3  # icar.ruling.space-turn-length
ENDS = {
    "wreck": "icar.space.end.collapse", "exploded": "icar.space.end.no-explosion", "jumped": "icar.space.end.run-away",
    "at peace": "icar.space.end.peace", "surrendered": "icar.space.end.peace",
}  # fmt: skip


def due(state: Icar) -> Action | None:
    if state.turn == 0:
        return Begin(GM)
    if state.space.up:
        return None if anybody_waiting(state) else CraftEnd(GM)
    for actor in in_order(state):
        if actor.id not in state.space.done:
            return CraftTurn(GM, actor.id)
    return TurnEnd(GM)


def actors(state: Icar) -> list[str]:
    """Those whose role it is; then Operations, who may still decide; who may take a vacant role; passengers of use."""
    phases = roles_now(state)
    if not phases:
        return []
    team = crew(state, state.space.up)
    now: list[str] = []  # only these may change places with somebody
    deciding: list[str] = []
    later: list[Actor] = []
    for member in team:
        waiting = member.id not in state.space.acted
        if waiting and member.role in phases:
            now.append(member.id)
        elif may_decide(state, member):
            deciding.append(member.id)
        elif waiting:
            later.append(member)
    vacant = vacant_roles(state, team) if later else []
    useful = [
        actor.id
        for actor in state.roster.values()
        if rides_along(state, actor) and (can_treat(state, actor) or open_roles(state, actor))  # icar.ruling.passengers
    ]
    return now + deciding + [actor.id for actor in later if open_to(state, actor, vacant)] + useful


def begin(state: Icar, table: Table, action: Begin) -> None:
    """No initiative: the players' side goes first. icar.ruling.space-initiative"""
    state.turn = 1
    hide_crews(state)
    table.emit("icar.combat.enter.announce", GM)
    table.emit("icar.ruling.space-initiative", GM, note=state.space.players)
    if state.ruling("strict-order") == "off":
        table.cite("icar.space.strict-order")
    if state.ruling("dice-pool") == "on":
        table.emit("icar.pool.size", GM, number=state.pool)


@dataclass(frozen=True, slots=True)
class CraftTurn(Action):
    """A craft's turn starts; one without a crew of its own shoots and is done."""

    KIND: ClassVar[str] = "craft-turn"
    craft: str


def craft_turn(state: Icar, table: Table, action: CraftTurn) -> None:
    """What lasted until this craft's next turn is over; the STN is the base again. icar.ruling.stn-reset"""
    actor = state.roster[action.craft]
    craft = ship(actor)
    show_crew(state, actor)
    if craft.untouchable:
        table.emit("icar.ruling.crit-pilot", actor.id)
    craft.untouchable = False
    craft.foreseen = False
    craft.beam = ""
    if not crewed(state, actor.id):
        table.emit("icar.space.enemy.turn", actor.id)
        enemy_shot(state, table, actor)
        finish(state, table, actor)
        return
    start_crew(state, table, actor)


def start_crew(state: Icar, table: Table, actor: Actor) -> None:
    space = state.space
    space.up = actor.id
    space.stn, space.helps, space.acted, space.swapped = [], [], {}, []
    space.decided = space.sued = space.case_made = False
    lost = [key for key in ship(actor).systems if ship(actor).down(key)]
    if lost:
        table.emit("icar.space.system.limits", actor.id, note=", ".join(lost))
    if state.ruling("stn-owner") == "shooter":
        base = base_stn(state, actor, actor)
        space.stn.append(base)
        table.emit(base.rule, actor.id, number=base.amount)
    else:
        table.cite("icar.ruling.stn-owner")


@dataclass(frozen=True, slots=True)
class CraftEnd(Action):
    KIND: ClassVar[str] = "craft-end"


def craft_end(state: Icar, table: Table, action: CraftEnd) -> None:
    actor = state.roster[state.space.up]
    if ship(actor).fighter and any(member.id not in state.space.acted for member in crew(state, actor.id)):
        table.emit("icar.space.fighter.one-role", actor.id)
        table.cite("icar.ruling.fighter-role")
    if ship(actor).running:  # icar.ruling.run-away: from the end of this turn
        ship(actor).running = False
        ship(actor).away = True
        table.emit("icar.space.end.run-away.respite", actor.id)
    finish(state, table, actor)


def finish(state: Icar, table: Table, actor: Actor) -> None:
    """This craft's turn is over; with the last of its side, shields that were hit go down. icar.ruling.shield-timing"""
    space = state.space
    space.up = ""
    space.done.append(actor.id)
    players = actor.side == space.players
    left = [other for other in in_order(state) if other.id not in space.done and (other.side == space.players) == players]
    if not left:
        drop_shields(state, table)


def turn_end(state: Icar, table: Table, action: TurnEnd) -> None:
    """People as on foot; then the craft: systems lost this turn can be fixed in the following one. icar.combat.turn-end"""
    settle(state, table)
    state.ground.asked = []
    state.turn += 1
    for actor in state.roster.values():
        if actor.craft is not None:
            actor.craft.fresh = []
            breathe(state, table, actor)
            actor.craft.hacked, actor.craft.hack_coming = actor.craft.hack_coming, []  # icar.ruling.space-hack-effect
    state.space = SpaceTurn(players=state.space.players)
    table.emit("icar.combat.turn-end", GM, number=state.turn - 1)
    table.emit("icar.ruling.space-turn-length", GM, number=TURN_SECONDS * (state.turn - 1))


STEPS = (
    ActionKind(Begin, begin), ActionKind(CraftTurn, craft_turn), ActionKind(CraftEnd, craft_end), ActionKind(TurnEnd, turn_end),
)  # fmt: skip


def no_role(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if open_roles(state, actor) or swappable_roles(state, actor):
        return None
    if last_gunner(state, actor):
        return Refused("icar.space.small-crew.gunner", "the Gunner is the one role that must be filled", ["shoot"])
    return Refused("icar.space.small-crew.swap", f"no vacant role {actor.id} could take now", ["stand-by"])


def role_field(state: Icar, actor: Actor, content: Content) -> list[Field]:
    roles = [Option(role, note="vacant") for role in open_roles(state, actor)]
    roles += [Option(role, note="to change places") for role in swappable_roles(state, actor)]
    return [Field("role", "choice", roles)]


def take_role(state: Icar, table: Table, action: TakeRole) -> None:
    """A vacant role is taken for good, or until the next swap; a filled one if its holder agrees to change places."""
    actor = state.roster[action.actor]
    vacant, filled = open_roles(state, actor), swappable_roles(state, actor)
    if action.role not in (*vacant, *filled):
        raise Refused("icar.space.small-crew.swap", f"{action.role!r} is neither vacant nor to be had", [*vacant, *filled])
    table.allowed()
    if action.role in filled:
        other = holders(state, actor, action.role)[0]
        prompt = f"Change places with {actor.name or actor.id}, who is at {actor.role}?"
        if not table.confirm("icar.space.small-crew.swap", other.id, prompt, suggested="yes"):
            state.space.swapped.append(actor.id)
            return
        sit_down(state, table, other, actor.role, actor.cluster)
    else:
        change_with_sleeper(state, actor, action.role)
    sit_down(state, table, actor, action.role, 0)


TAKE_ROLE = ActionKind(
    TakeRole, take_role, "icar.space.small-crew.swap", 0, FREE_WORDS, "word", no_role, role_field, hints=("icar.space.jobs",)
)


def change_with_sleeper(state: Icar, actor: Actor, role: str) -> None:
    """Whoever has a station there is one of, and is out of action, is laid where the new one comes from."""
    for other in stationed(state, actor.aboard):
        if other.role == role and role in (OPERATIONS, PILOT, GUNNER):
            other.role, other.at_system, other.cluster = actor.role, "", actor.cluster


def sit_down(state: Icar, table: Table, actor: Actor, role: str, cluster: int) -> None:
    actor.role, actor.at_system, actor.cluster = role, "", 0
    actor.cluster = (cluster or free_cluster(state, actor.aboard)) if role == GUNNER else 0
    state.space.swapped.append(actor.id)
    table.emit("icar.space.small-crew.swap", actor.id, note=role)


def stand_by(state: Icar, table: Table, action: StandBy) -> None:
    actor = state.roster[action.actor]
    table.allowed()
    state.space.acted[actor.id] = action.KIND
    table.emit("icar.combat.free-choice", actor.id, note="stands by")


STAND_BY = ActionKind(
    StandBy, stand_by, "icar.combat.free-choice", 1, "option", "word", hints=("icar.space.confer",)
)  # fmt: skip


def standing(state: Icar, actor: Actor) -> bool:
    """Does the combatant still take part?"""
    return actor.out == "" and (fighting(state, actor) if actor.craft is not None else True)


def over(state: Icar) -> Outcome | None:
    """One side is left with craft that fight. icar.space.end.ways"""
    holding: str | None = None
    for craft in state.roster.values():
        if craft.craft is not None and craft.side != holding and fighting(state, craft):
            if holding is not None:
                return None
            holding = craft.side
    left = [] if holding is None else [holding]
    sides = list(dict.fromkeys(craft.side for craft in state.roster.values() if craft.craft is not None))
    gone = [craft for craft in state.roster.values() if craft.craft is not None and not fighting(state, craft)]
    if not gone:
        return Outcome(left, "icar.space.end.ways", "there is nobody to fight")
    reason = "; ".join(f"{craft.name or craft.id}: {craft.out or 'at peace'}" for craft in gone)
    last = [craft for craft in gone if craft.side not in left] or gone
    fled = [side for side in sides if side not in left and got_away(state, side)]
    winners = winners_after_escape(state, fled, left) if fled else left
    return Outcome(winners, ENDS.get(last[-1].out or "at peace", "icar.space.end.ways"), reason)


def got_away(state: Icar, side: str) -> bool:
    """Has every craft of the side jumped? Nobody has beaten it then. icar.space.end.run-away"""
    return all(craft.out == "jumped" for craft in state.roster.values() if craft.craft is not None and craft.side == side)


def agenda(state: Icar) -> list[Moment]:
    """Craft in order, and the crew of the one that acts, role by role."""
    moments = []
    for actor in in_order(state):
        status = "done" if actor.id in state.space.done else "now" if actor.id == state.space.up else "next"
        what = f"STN {stn_so_far(state)}" if status == "now" else "turn"
        moments.append(Moment(f"turn {max(1, state.turn)}", actor.id, what, status))
        if status == "now":
            moments.extend(_crew_moments(state, actor.id))
    return moments


def _crew_moments(state: Icar, craft: str) -> list[Moment]:
    phases = roles_now(state)
    moments = []
    for role in ROLES:
        for member in at_role(state, craft, role):
            taken = state.space.acted.get(member.id, "")
            status = "done" if taken else "now" if role in phases else "next"
            moments.append(Moment(role, member.id, taken or role, status))
    return moments
