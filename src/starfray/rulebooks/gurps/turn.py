"""The second: who acts when, what a turn's start and end bring, and when the fight is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.dice import pick
from starfray.engine.rules import GM, Action, ActionKind, Moment, Refused, Table, known_distance
from starfray.rulebooks.gurps.clock import second_passes
from starfray.rulebooks.gurps.core import (
    CRITICAL_FAILURE,
    DOWN,
    FAILURE,
    add_consciousness,
    add_mental_stun,
    attribute_tally,
    check,
    hexes,
    succeeds,
)
from starfray.rulebooks.gurps.injury import HALF_HOUR, fall_unconscious
from starfray.rulebooks.gurps.interrupts import interrupts
from starfray.rulebooks.gurps.spells import has_status, spells_pass
from starfray.rulebooks.gurps.state import Fighter, Gurps, body_of


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnEnd(Action):
    KIND: ClassVar[str] = "turn-end"


@dataclass(frozen=True, slots=True)
class Join(Action):
    KIND: ClassVar[str] = "join"


BEGIN, TURN_END = Begin(GM), TurnEnd(GM)
#: what somebody does who acts with a group
GROUPED = ("group-attack", "group-move", "group-defense", "group-ready", "group-rise", "group-wait", "fall-out")


def due(state: Gurps) -> Action | None:
    """The order before the first turn; the end of a turn when its maneuver is taken, or when nobody's turn is on."""
    if state.second == 0:
        return BEGIN
    late = late_comer(state)
    if late:
        return Join(late)
    if state.done or not state.up or not state.roster[state.up].conscious:
        return TURN_END
    return None


def late_comer(state: Gurps) -> str:
    """Somebody who has come into a running fight and has no place in the order yet."""
    if not has_late_comers(state):
        return ""
    for actor in state.roster.values():
        if not actor.inanimate and not actor.out and actor.id not in state.order:
            return actor.id
    return ""


def has_late_comers(state: Gurps) -> bool:
    """Are more without a place than things, and those who were gone from the beginning? Asked before every act."""
    placeless = len(state.roster) - len(state.order)  # nobody is ever taken off the roster
    if placeless:
        for actor in state.roster.values():
            if (actor.inanimate or actor.out) and actor.id not in state.order:
                placeless -= 1
    return placeless > 0


def join(state: Gurps, table: Table, action: Join) -> None:
    """The place her speed gives her, by lot among those who are level; if that is before whoever is up, from the next second.

    gurps.ruling.late, gurps.ruling.turn-order
    """
    actor = state.roster[action.actor]
    mine = rank_of(actor)
    first = sum(1 for who in state.order if rank_of(state.roster[who]) > mine)
    level = sum(1 for who in state.order if rank_of(state.roster[who]) == mine)
    place = first + (table.roll("gurps.order.start", actor.id, pick(level + 1)) if level else 0)
    late = state.up in state.order and place <= state.order.index(state.up)
    late = late or (bool(actor.group) and any(together(actor, state.roster[who]) for who in state.acted))  # with her group
    state.order.insert(place, actor.id)
    if late:
        state.acted.append(actor.id)
    table.emit("gurps.ruling.late", actor.id, number=place + 1)


def rank_of(actor: Fighter) -> tuple[float, int]:
    """gurps.ruling.turn-order"""
    return actor.speed, actor.attributes.dx


def actors(state: Gurps) -> list[str]:
    return [state.up] if state.up and not state.done else []


def begin(state: Gurps, table: Table, action: Begin) -> None:
    """Basic Speed, then DX, then one die each of those still level. gurps.ruling.turn-order, gurps.order.start"""
    state.second = 1
    order: list[str] = []
    here = [actor for actor in state.roster.values() if not actor.out and not actor.inanimate]
    for rank in sorted({rank_of(actor) for actor in here}, reverse=True):
        tied = [actor.id for actor in here if rank_of(actor) == rank]
        if len(tied) > 1:
            table.emit("gurps.ruling.turn-order", tied[0], number=len(tied))
        order += table.rank("gurps.order.start", tied, 6)
    state.order = order
    table.merge("gurps.core.dice-order", tuple(order))
    for place, who in enumerate(order):
        table.emit("gurps.core.turn-order", who, number=place + 1)
        table.emit("gurps.core.pools", who, number=state.roster[who].hp)
        if state.roster[who].encumbrance:
            table.emit("gurps.core.encumbrance", who, number=state.roster[who].encumbrance)
    next_turn(state, table, set())


def turn_end(state: Gurps, table: Table, action: TurnEnd) -> None:
    """Stun is rolled off at the end of a turn spent doing nothing; then the next fighter is up. gurps.order.turn-end"""
    up = state.roster.get(state.up)
    had_theirs = set(state.acted)
    if up is not None:
        body = [each for each in state.roster.values() if together(up, each)] if up.group else [up]
        for fellow in body:
            table.merge("gurps.order.turn-end", fellow.id)
            finish_turn(state, table, fellow)
        feints_fade(state, body)
        for fellow in body:
            if fellow.id not in had_theirs:  # some of a group could not be asked before
                had_theirs.add(fellow.id)
                state.acted.append(fellow.id)
    next_turn(state, table, had_theirs)


def together(actor: Fighter, other: Fighter) -> bool:
    return actor.group == other.group and actor.side == other.side


def finish_turn(state: Gurps, table: Table, actor: Fighter) -> None:
    """Stun that came in this very turn is not rolled off in it. gurps.ruling.stun-timing"""
    if actor.id in state.idlers or (state.idle and actor.id == state.up):
        actor.dazed = False
        if actor.conscious and actor.stunned in ("physical", "mental"):
            recover(table, actor)
    if actor.waiting is None:  # gurps.ruling.wait-shock
        actor.shock = 0  # gurps.injury.shock: on that turn only
    actor.strain = max(0, actor.strain - 1)
    actor.guard_down = max(0, actor.guard_down - 1)
    # half an hour outlasts the fight and is not counted down
    if actor.useless:
        actor.useless = {limb: left - (left < HALF_HOUR) for limb, left in actor.useless.items() if left > 1}
    if actor.riposte is not None:
        actor.riposte.turns -= 1
        if not actor.riposte.turns:
            actor.riposte = None


def recover(table: Table, actor: Fighter) -> None:
    """HT against physical, IQ against mental stun; shock hinders the latter. gurps.injury.stunned.recovery"""
    if actor.stunned == "physical":
        tally = attribute_tally(table, actor, "HT", actor.attributes.ht)
    else:
        tally = attribute_tally(table, actor, "IQ", actor.attributes.iq)
        add_mental_stun(tally, actor)
        if actor.shock:
            tally.add(-actor.shock, "gurps.injury.shock")
    if succeeds(table, "gurps.injury.stunned.recovery", actor.id, tally):
        actor.stunned = "spell" if has_status(actor, "medium") else ""
        table.emit("gurps.injury.stunned.recovery", actor.id, note="shakes it off")


def next_turn(state: Gurps, table: Table, had_theirs: set[str]) -> None:
    """The next in the order who can be asked at all; a new second when all had their turn."""
    state.up = ""
    state.done = state.idle = False
    state.idlers = []
    bewitched = [actor for actor in state.roster.values() if actor.spells]
    for _ in range(2):
        for who in state.order:
            if who not in had_theirs:
                actor = state.roster[who]
                spells_pass(state, table, who, bewitched)
                if actor.conscious:
                    body = body_of(state, actor)
                    state.up = body[0].id
                    for each in body:
                        turn_start(table, each)
                    return
                state.acted.append(who)
        second_passes(state, table)
        state.second += 1
        for actor in state.roster.values():
            if actor.joining:
                actor.group, actor.joining = actor.joining, ""
        state.acted, had_theirs = [], set()
        table.emit("gurps.core.turn", GM, number=state.second)


def turn_start(table: Table, actor: Fighter) -> None:
    """What lasted until her next turn is over; injury since the last becomes shock. gurps.ruling.until-next-turn"""
    actor.all_out_attack = actor.charged = actor.retreated = actor.dodged_down = actor.blocked = False
    actor.all_out_defense = actor.committed = actor.guard = ""
    actor.off_balance = 0
    actor.parried = {}
    for weapon in actor.weapons:
        weapon.attacked = False
    if actor.waiting is not None:  # gurps.ruling.wait-list: the turn is lost if the trigger never came
        actor.waiting = None
        table.emit("gurps.ruling.wait-list", actor.id)
    actor.shock = min(actor.pain, actor.pain_limit)  # gurps.ruling.shock
    if actor.pain > actor.pain_limit:
        table.emit("gurps.ruling.shock", actor.id, number=actor.pain)
    actor.pain, actor.pain_limit = 0, 4
    if actor.shock:
        table.emit("gurps.injury.shock", actor.id, number=-actor.shock)


def standing(state: Gurps, actor: Fighter) -> bool:
    """Only those who can still act hold the field. gurps.core.turn"""
    return actor.conscious


def settle(state: Gurps, table: Table) -> None:
    """After every act, the GM's included: holds that no longer stand are over for both."""
    for actor in state.roster.values():
        if actor.grabbed and not still_held(state, actor):
            table.emit("gurps.ruling.grab", actor.grabbed, actor.id, note="no longer holds")
            actor.grabbed = ""


def still_held(state: Gurps, actor: Fighter) -> bool:
    holder = state.roster.get(actor.grabbed)
    if holder is None or not holder.able or not actor.conscious or holder.posture in DOWN or actor.posture in DOWN:
        return False
    gap = known_distance(state, holder, actor)
    return gap is None or hexes(gap) <= 1


def agenda(state: Gurps) -> list[Moment]:
    rows = []
    for who in state.order:
        actor = state.roster.get(who)
        status = "now" if who == state.up else "done" if who in state.acted else "next"
        if actor is not None:
            what = "waits" if actor.waiting is not None else "stunned" if actor.stunned else actor.posture
            rows.append(Moment(f"{actor.speed:g}", who, what, status))
    return rows


def feints_fade(state: Gurps, feinters: list[Fighter]) -> None:
    """The end of the feinters' turn."""
    for victim in state.roster.values():
        if victim.feints:
            for feint in victim.feints:
                feint.turns -= 1 if any(feint.by == feinter.id for feinter in feinters) else 0
            victim.feints = [feint for feint in victim.feints if feint.turns > 0]


# --- how every maneuver begins ---------------------------------------------------------------------------------
def refusal(state: Gurps, actor: Fighter, kind: ActionKind) -> Refused | None:
    """Whoever is stunned or dazed can only do nothing; whoever is in a group acts with it. gurps.injury.stunned"""
    name = kind.name
    if name == "do-nothing":
        return None
    if name in GROUPED:
        return None if actor.group else Refused("gurps.group-combat.size", f"{actor.id} is in no group", ["attack"])
    if actor.stunned:
        return Refused("gurps.injury.stunned", f"{actor.id} is stunned", ["do-nothing"])
    if actor.dazed:
        return Refused("gurps.critical.hit.table", f"{actor.id} must do nothing this turn", ["do-nothing"])
    if actor.group and name != "signal":
        legal = [*GROUPED, "do-nothing"]
        return Refused("gurps.group-combat.single-roll", f"{actor.id} acts with the group {actor.group!r}", legal)
    return None


def idle(state: Gurps, actor: Fighter) -> Refused | None:
    """Why somebody can do nothing at all now, by the book. gurps.core.turn-order"""
    for holds, rule, words in (
        (actor.inanimate, "gurps.core.turn", "never acts"), (actor.dead, "gurps.hp.death", "is dead"),
        (actor.mortal, "gurps.injury.mortal", "is mortally wounded"),
        (actor.unconscious, "gurps.hp.collapse", "is unconscious"),
        (actor.incapacitated, "gurps.fp.collapse", "can do nothing more"),
        (actor.bound, "gurps.ruling.magic-effects", "is spellbound"),
    ):  # fmt: skip
        if holds:
            return Refused(rule, f"{actor.id} {words}", [])
    if state.second == 0 or actor.out or actor.id == state.up:
        return None
    if actor.group and state.up and together(actor, state.roster[state.up]):
        return Refused("gurps.group-combat.single-roll", f"{actor.id} acts with the group: {state.up} speaks for it", [])
    words = f"{actor.id} has had the turn of this second" if actor.id in state.acted else f"it is {state.up}'s turn"
    return Refused("gurps.core.turn-order", words, [])


def begin_maneuver(
    state: Gurps, table: Table, actor: Fighter, *, aim: bool = True, study: bool = True, thought: bool = True
) -> bool:
    """Heart is taken; a new maneuver ends the run-up and the thought, one that moves about or handles things the aim, one that
    is neither Evaluate nor a blow what was learned of a foe. Can she go on? gurps.ruling.evaluate-loss

    A maneuver held by a Wait began when the Wait did.
    """
    if held_back(state, actor):
        return True
    if not takes_heart(state, table, actor):
        return False
    forget(actor, aim=aim, study=study, thought=thought)
    return True


def held_back(state: Gurps, actor: Fighter) -> bool:
    """Does she act on the trigger of a Wait, in somebody else's turn?"""
    return state.up != actor.id


def others_first(state: Gurps, table: Table, actor: Fighter) -> bool:
    """Those who wait for what is neither a move nor an attack."""
    return held_back(state, actor) or interrupts(state, table, actor, "other")


def forget(actor: Fighter, *, aim: bool = True, study: bool = True, thought: bool = True) -> None:
    actor.ran = False
    if aim:
        actor.aim = None
    if study:
        actor.study = None
    if thought:
        actor.thought = None


def takes_heart(state: Gurps, table: Table, actor: Fighter) -> bool:
    """Any maneuver but Do Nothing at 0 HP or 0 FP must be fought for, before anything else. gurps.order.turn-start"""
    state.done = True
    if actor.hp <= 0 and not stays_awake(table, actor):
        return False
    return actor.fp > 0 or actor.max_fp <= 0 or goes_on(table, actor)


def stays_awake(table: Table, actor: Fighter) -> bool:
    """HT, at -1 for each whole multiple of HP below zero. gurps.hp.collapse, gurps.ruling.consciousness-timing"""
    tally = attribute_tally(table, actor, "HT", actor.attributes.ht)
    if -actor.hp >= actor.max_hp:
        tally.add(-(-actor.hp // actor.max_hp), "gurps.hp.collapse", "multiples of HP below zero")
    add_consciousness(tally, actor)
    if succeeds(table, "gurps.hp.collapse", actor.id, tally):
        return True
    fall_unconscious(table, actor, "gurps.hp.collapse")
    return False


def goes_on(table: Table, actor: Fighter) -> bool:
    """Will at 0 FP; a critical failure may stop the heart. gurps.fp.collapse, gurps.ruling.fp-will-timing"""
    degree = check(table, "gurps.fp.collapse", actor.id, attribute_tally(table, actor, "Will", actor.will))
    if degree < FAILURE:
        return True
    actor.incapacitated = True
    table.emit("gurps.fp.collapse", actor.id, note="can do nothing more")
    if degree == CRITICAL_FAILURE:
        tally = attribute_tally(table, actor, "HT", actor.attributes.ht)
        if not succeeds(table, "gurps.fp.heart-attack", actor.id, tally):
            actor.heart = actor.attributes.ht * 20  # HT/3 minutes
            table.emit("gurps.fp.heart-attack", actor.id, number=actor.heart)
    return False


STEPS = (ActionKind(Begin, begin), ActionKind(Join, join), ActionKind(TurnEnd, turn_end))
