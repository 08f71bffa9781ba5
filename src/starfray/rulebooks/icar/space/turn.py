"""The turn: the players' craft with their crews, then every enemy; and the ways a fight ends."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.icar.actions import Begin, StandBy, TakeRole, TurnEnd
from starfray.rulebooks.icar.rulings import ruled, winners_after_escape
from starfray.rulebooks.icar.seen import hide_crews, show_crew
from starfray.rulebooks.icar.space.actions import CraftEnd, CraftTurn
from starfray.rulebooks.icar.space.allowed import refuse_unless_free
from starfray.rulebooks.icar.space.crew import (
    anybody_waiting,
    at_role,
    crew,
    crewed,
    fighting,
    free_cluster,
    holders,
    in_order,
    may_decide,
    open_roles,
    open_to,
    roles_now,
    ship,
    swappable_roles,
    vacant_roles,
)
from starfray.rulebooks.icar.space.damage import drop_shields
from starfray.rulebooks.icar.space.gunnery import base_stn, enemy_shot
from starfray.rulebooks.icar.space.options import stn_so_far
from starfray.rulebooks.icar.space.records import GUNNER, ROLES, SpaceTurn
from starfray.rulebooks.icar.state import Actor, Icar

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
    for one in in_order(state):
        if one.id not in state.space.done:
            return CraftTurn(GM, one.id)
    return TurnEnd(GM)


def actors(state: Icar) -> list[str]:
    """Those whose role it is; then Operations, who may still decide; then who may take a vacant role."""
    phases = roles_now(state)
    if not phases:
        return []
    team = crew(state, state.space.up)
    now: list[str] = []  # only these may change places with somebody
    deciding: list[str] = []
    later: list[Actor] = []
    for one in team:
        waiting = one.id not in state.space.acted
        if waiting and one.role in phases:
            now.append(one.id)
        elif may_decide(state, one):
            deciding.append(one.id)
        elif waiting:
            later.append(one)
    vacant = vacant_roles(state, team) if later else []
    return now + deciding + [one.id for one in later if open_to(state, one, vacant)]


def begin(state: Icar, table: Table, act: Begin) -> None:
    """No initiative: the players' side goes first. icar.ruling.space-initiative"""
    state.turn = 1
    hide_crews(state)
    table.emit("icar.combat.enter.announce", GM)
    table.emit("icar.ruling.space-initiative", GM, note=state.space.players)
    if ruled(state, "strict-order") == "off":
        table.emit("icar.space.strict-order", GM)
    if ruled(state, "dice-pool") == "on":
        table.emit("icar.pool.size", GM, number=state.pool)


def craft_turn(state: Icar, table: Table, act: CraftTurn) -> None:
    """What lasted until this craft's next turn is over; the STN is the base again. icar.ruling.stn-reset"""
    one = state.roster[act.craft]
    craft = ship(one)
    show_crew(state, one)
    if craft.untouchable:
        table.emit("icar.ruling.crit-pilot", one.id)
    craft.untouchable = False
    craft.foreseen = False
    if not crewed(state, one.id):
        table.emit("icar.space.enemy.turn", one.id)
        enemy_shot(state, table, one)
        finish(state, table, one)
        return
    start_crew(state, table, one)


def start_crew(state: Icar, table: Table, one: Actor) -> None:
    space = state.space
    space.up = one.id
    space.stn, space.helps, space.acted, space.swapped = [], [], {}, []
    space.decided = space.sued = space.case_made = False
    if state.turn > 1:
        table.emit("icar.ruling.stn-reset", one.id)
    lost = [key for key in ship(one).systems if ship(one).down(key)]
    if lost:
        table.emit("icar.space.system.limits", one.id, note=", ".join(lost))
    if ruled(state, "stn-owner") == "shooter":
        base = base_stn(state, one, one)
        space.stn.append(base)
        table.emit(base.rule, one.id, number=base.amount)
    else:
        table.emit("icar.ruling.stn-owner", one.id, note="the base STN is the target's")


def craft_end(state: Icar, table: Table, act: CraftEnd) -> None:
    one = state.roster[state.space.up]
    if ship(one).fighter and any(each.id not in state.space.acted for each in crew(state, one.id)):
        table.emit("icar.space.fighter.one-role", one.id)
        table.emit("icar.ruling.fighter-role", one.id)
    if ship(one).running:  # icar.ruling.run-away: from the end of this turn
        ship(one).running = False
        ship(one).away = True
        table.emit("icar.space.end.run-away.respite", one.id)
    finish(state, table, one)


def finish(state: Icar, table: Table, one: Actor) -> None:
    """This craft's turn is over; with the last of its side, shields that were hit go down. icar.ruling.shield-timing"""
    space = state.space
    space.up = ""
    space.done.append(one.id)
    players = one.side == space.players
    left = [each for each in in_order(state) if each.id not in space.done and (each.side == space.players) == players]
    if not left:
        drop_shields(state, table)


def turn_end(state: Icar, table: Table, act: TurnEnd) -> None:
    """icar.combat.turn-end. Systems lost this turn can be fixed in the following one."""
    state.turn += 1
    for one in state.roster.values():
        if one.craft is not None:
            one.craft.fresh = []
            one.craft.hacked, one.craft.hack_coming = one.craft.hack_coming, []  # icar.ruling.space-hack-effect
    state.space = SpaceTurn(players=state.space.players)
    table.emit("icar.combat.turn-end", GM, number=state.turn - 1)
    table.emit("icar.ruling.space-turn-length", GM, number=TURN_SECONDS * (state.turn - 1))


def take_role(state: Icar, table: Table, act: TakeRole) -> None:
    """A vacant role is taken for good, or until the next swap; a filled one if its holder agrees to change places."""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    vacant, filled = open_roles(state, one), swappable_roles(state, one)
    if act.role not in (*vacant, *filled):
        raise Refused("icar.space.small-crew.swap", f"{act.role!r} is neither vacant nor to be had", [*vacant, *filled])
    if act.role in filled:
        other = holders(state, one, act.role)[0]
        prompt = f"Change places with {one.name or one.id}, who is at {one.role}?"
        if not table.confirm("icar.space.small-crew.swap", other.id, prompt, suggested="yes"):
            state.space.swapped.append(one.id)
            return
        sit_down(state, table, other, one.role, one.cluster)
    sit_down(state, table, one, act.role, 0)


def sit_down(state: Icar, table: Table, one: Actor, role: str, cluster: int) -> None:
    one.role, one.at_system, one.cluster = role, "", 0
    one.cluster = (cluster or free_cluster(state, one.aboard)) if role == GUNNER else 0
    state.space.swapped.append(one.id)
    table.emit("icar.space.small-crew.swap", one.id, note=role)


def stand_by(state: Icar, table: Table, act: StandBy) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    state.space.acted[one.id] = act.KIND
    table.emit("icar.combat.free-choice", one.id, note="stands by")


def standing(state: Icar, one: Actor) -> bool:
    """Does this one still take part?"""
    return one.out == "" and (fighting(state, one) if one.craft is not None else True)


def clock(state: Icar) -> int:
    return state.turn


def over(state: Icar) -> Outcome | None:
    """One side is left with craft that fight. icar.space.end.ways"""
    left: list[str] = []
    for one in state.roster.values():
        if one.craft is not None and one.side not in left and fighting(state, one):
            left.append(one.side)
            if len(left) > 1:
                return None
    sides = list(dict.fromkeys(one.side for one in state.roster.values() if one.craft is not None))
    gone = [one for one in state.roster.values() if one.craft is not None and not fighting(state, one)]
    if not gone:
        return Outcome(left, "icar.space.end.ways", "there is nobody to fight")
    reason = "; ".join(f"{one.name or one.id}: {one.out or 'at peace'}" for one in gone)
    last = [one for one in gone if one.side not in left] or gone
    fled = [side for side in sides if side not in left and got_away(state, side)]
    winners = winners_after_escape(state, fled, left) if fled else left
    return Outcome(winners, ENDS.get(last[-1].out or "at peace", "icar.space.end.ways"), reason)


def got_away(state: Icar, side: str) -> bool:
    """Has every craft of the side jumped? Nobody has beaten it then. icar.space.end.run-away"""
    return all(one.out == "jumped" for one in state.roster.values() if one.craft is not None and one.side == side)


def agenda(state: Icar) -> list[Moment]:
    """Craft in order, and the crew of the one that acts, role by role."""
    moments = []
    for one in in_order(state):
        status = "done" if one.id in state.space.done else "now" if one.id == state.space.up else "next"
        what = f"STN {stn_so_far(state)}" if status == "now" else "turn"
        moments.append(Moment(f"turn {max(1, state.turn)}", one.id, what, status))
        if status == "now":
            moments.extend(_crew_moments(state, one.id))
    return moments


def _crew_moments(state: Icar, craft: str) -> list[Moment]:
    phases = roles_now(state)
    moments = []
    for role in ROLES:
        for one in at_role(state, craft, role):
            taken = state.space.acted.get(one.id, "")
            status = "done" if taken else "now" if role in phases else "next"
            moments.append(Moment(role, one.id, taken or role, status))
    return moments
