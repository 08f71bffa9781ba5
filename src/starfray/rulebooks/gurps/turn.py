"""The second: who acts when, what a turn's start and end bring, and when the fight is over."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.gurps.actions import Begin, TurnEnd
from starfray.rulebooks.gurps.clock import second_passes
from starfray.rulebooks.gurps.core import CRITICAL_FAILURE, FAILURE, attribute_tally, check, succeeds
from starfray.rulebooks.gurps.feint import feints_fade
from starfray.rulebooks.gurps.hooks import add_consciousness, add_mental_stun
from starfray.rulebooks.gurps.injury import HALF_HOUR, fall_unconscious
from starfray.rulebooks.gurps.spells import has_status, spells_pass
from starfray.rulebooks.gurps.state import Fighter, Gurps, body_of

BEGIN, TURN_END = Begin(GM), TurnEnd(GM)


def due(state: Gurps) -> Action | None:
    """The order before the first turn; the end of a turn when its maneuver is taken, or when nobody's turn is on."""
    if state.second == 0:
        return BEGIN
    if state.done or not state.up or not state.roster[state.up].conscious:
        return TURN_END
    return None


def actors(state: Gurps) -> list[str]:
    return [state.up] if state.up and not state.done else []


def begin(state: Gurps, table: Table, act: Begin) -> None:
    """Basic Speed, then DX, then one die each of those still level. gurps.ruling.turn-order, gurps.order.start"""
    state.second = 1
    order: list[str] = []
    here = [one for one in state.roster.values() if not one.out and not one.inanimate]
    for rank in sorted({(one.speed, one.attributes.dx) for one in here}, reverse=True):
        tied = [one.id for one in here if (one.speed, one.attributes.dx) == rank]
        if len(tied) > 1:
            table.emit("gurps.ruling.turn-order", tied[0], number=len(tied))
        order += table.rank("gurps.order.start", tied, 6)
    state.order = order
    table.same("gurps.core.dice-order", tuple(order))
    for place, who in enumerate(order):
        table.emit("gurps.core.turn-order", who, number=place + 1)
        table.emit("gurps.core.pools", who, number=state.roster[who].hp)
        if state.roster[who].encumbrance:
            table.emit("gurps.core.encumbrance", who, number=state.roster[who].encumbrance)
    next_turn(state, table, set())


def turn_end(state: Gurps, table: Table, act: TurnEnd) -> None:
    """Stun is rolled off at the end of a turn spent doing nothing; then the next fighter is up. gurps.order.turn-end"""
    up = state.roster.get(state.up)
    had_theirs = set(state.acted)
    if up is not None:
        body = [each for each in state.roster.values() if together(up, each)] if up.group else [up]
        for one in body:
            table.same("gurps.order.turn-end", one.id)
            finish_turn(state, table, one)
        feints_fade(state, body)
        for one in body:
            if one.id not in had_theirs:  # some of a group could not be asked before
                had_theirs.add(one.id)
                state.acted.append(one.id)
    next_turn(state, table, had_theirs)


def together(one: Fighter, other: Fighter) -> bool:
    return one.group == other.group and one.side == other.side


def finish_turn(state: Gurps, table: Table, one: Fighter) -> None:
    if one.id in state.idlers or (state.idle and one.id == state.up):
        # gurps.ruling.stun-timing: not at the end of a turn in which she was stunned
        one.dazed = False
        if one.conscious and one.stunned in ("physical", "mental"):
            recover(table, one)
    elif one.stunned and one.conscious:
        table.emit("gurps.ruling.stun-timing", one.id)
    one.shock = 0  # gurps.injury.shock: on that turn only
    one.strain = max(0, one.strain - 1)
    one.guard_down = max(0, one.guard_down - 1)
    # half an hour outlasts the fight and is not counted down
    if one.useless:
        one.useless = {limb: left - (left < HALF_HOUR) for limb, left in one.useless.items() if left > 1}
    if one.riposte is not None:
        one.riposte.turns -= 1
        if not one.riposte.turns:
            one.riposte = None


def recover(table: Table, one: Fighter) -> None:
    """HT against physical, IQ against mental stun; shock hinders the latter. gurps.injury.stunned.recovery"""
    if one.stunned == "physical":
        tally = attribute_tally(table, one, "HT", one.attributes.ht)
    else:
        tally = attribute_tally(table, one, "IQ", one.attributes.iq)
        add_mental_stun(tally, one)
        if one.shock:
            tally.add(-one.shock, "gurps.injury.shock")
    if succeeds(table, "gurps.injury.stunned.recovery", one.id, tally):
        one.stunned = "spell" if has_status(one, "medium") else ""
        table.emit("gurps.injury.stunned.recovery", one.id, note="shakes it off")


def next_turn(state: Gurps, table: Table, had_theirs: set[str]) -> None:
    """The next in the order who can be asked at all; a new second when all had their turn."""
    state.up = ""
    state.done = state.idle = False
    state.idlers = []
    bewitched = [one for one in state.roster.values() if one.spells]
    for _ in range(2):
        for who in state.order:
            if who not in had_theirs:
                one = state.roster[who]
                spells_pass(state, table, who, bewitched)
                if one.conscious:
                    body = body_of(state, one)
                    state.up = body[0].id
                    for each in body:
                        turn_start(table, each)
                    return
                state.acted.append(who)
        second_passes(state, table)
        state.second += 1
        state.acted, had_theirs = [], set()
        table.emit("gurps.core.turn", GM, number=state.second)


def turn_start(table: Table, one: Fighter) -> None:
    """What lasted until her next turn is over; injury since the last becomes shock. gurps.ruling.until-next-turn"""
    if one.all_out_attack or one.all_out_defense or one.committed or one.guard or one.charged or one.off_balance:
        one.all_out_attack = one.charged = False
        one.all_out_defense = one.committed = one.guard = ""
        one.off_balance = 0
        table.emit("gurps.ruling.until-next-turn", one.id)
    one.retreated = one.dodged_down = one.blocked = False
    if one.parried:
        one.parried = {}
    for weapon in one.weapons:
        weapon.attacked = False
    if one.waiting is not None:  # gurps.ruling.wait-list: the turn is lost if the trigger never came
        one.waiting = None
        table.emit("gurps.ruling.wait-list", one.id)
    one.shock = min(one.pain, one.pain_limit)  # gurps.ruling.shock
    if one.pain > one.pain_limit:
        table.emit("gurps.ruling.shock", one.id, number=one.pain)
    one.pain, one.pain_limit = 0, 4
    if one.shock:
        table.emit("gurps.injury.shock", one.id, number=-one.shock)


def takes_heart(state: Gurps, table: Table, one: Fighter) -> bool:
    """Any maneuver but Do Nothing at 0 HP or 0 FP must be fought for. gurps.order.turn-start"""
    state.done = True
    if one.hp <= 0 or (one.fp <= 0 and one.max_fp > 0):
        table.emit("gurps.order.turn-start", one.id)
    if one.hp <= 0:
        tally = attribute_tally(table, one, "HT", one.attributes.ht)
        if -one.hp >= one.max_hp:
            tally.add(-(-one.hp // one.max_hp), "gurps.hp.collapse", "multiples of HP below zero")
        add_consciousness(tally, one)
        table.emit("gurps.ruling.consciousness-timing", one.id)
        if not succeeds(table, "gurps.hp.collapse", one.id, tally):
            fall_unconscious(table, one, "gurps.hp.collapse")
            return False
    if one.fp <= 0 and one.max_fp > 0:
        table.emit("gurps.ruling.fp-will-timing", one.id)
        degree = check(table, "gurps.fp.collapse", one.id, attribute_tally(table, one, "Will", one.will))
        if degree >= FAILURE:
            one.incapacitated = True
            table.emit("gurps.fp.collapse", one.id, note="can do nothing more")
            if degree == CRITICAL_FAILURE:
                tally = attribute_tally(table, one, "HT", one.attributes.ht)
                if not succeeds(table, "gurps.fp.heart-attack", one.id, tally):
                    one.heart = one.attributes.ht * 20  # HT/3 minutes
                    table.emit("gurps.fp.heart-attack", one.id, number=one.heart)
            return False
    return True


def standing(state: Gurps, one: Fighter) -> bool:
    """Does this one still take part?"""
    return one.conscious


def clock(state: Gurps) -> int:
    return state.second


def over(state: Gurps) -> Outcome | None:
    """Only one side has anybody left who can act."""
    holder: str | None = None
    for one in state.roster.values():
        if one.conscious:
            if holder is not None and one.side != holder:
                return None
            holder = one.side
    if holder is None:
        return Outcome([], "gurps.core.turn", "nobody is left standing")
    return Outcome([holder], "gurps.core.turn", f"{holder} holds the field")


def agenda(state: Gurps) -> list[Moment]:
    rows = []
    for who in state.order:
        one = state.roster.get(who)
        status = "now" if who == state.up else "done" if who in state.acted else "next"
        if one is not None:
            what = "waits" if one.waiting is not None else "stunned" if one.stunned else one.posture
            rows.append(Moment(f"{one.speed:g}", who, what, status))
    return rows
