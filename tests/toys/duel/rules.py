"""The duel's rules."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.dice import bands, pool, total
from starfray.engine.errors import Refused
from starfray.engine.forms import somebody
from starfray.engine.kinds import ActionKind
from starfray.engine.table import Table
from starfray.engine.values import Field, Option, Outcome
from tests.toys.duel.state import GM, Begin, Bleed, Duel, Duellist, Feint, Hide, Measure, Pass, Strike, TurnStart, Wait

LAST_TURN = 8  # duel.dusk


def due(state: Duel) -> Action | None:
    if state.turn == 0:
        return Begin(GM)
    if state.bleeding:
        return Bleed(GM, state.bleeding[0])
    if state.active and not state.roster[state.active].up:
        return Pass(GM)
    return None if state.active else TurnStart(GM)


def actors(state: Duel) -> list[str]:
    return [state.active] if state.active else []


def over(state: Duel) -> Outcome | None:
    standing = list(dict.fromkeys(one.side for one in state.roster.values() if one.up))
    if len(standing) < 2:
        return Outcome(standing, "duel.end", "one side is down")
    if state.turn > LAST_TURN:
        return Outcome([], "duel.dusk", "night falls")
    return None


# --- the turn --------------------------------------------------------------------------------------------------


def begin(state: Duel, table: Table, action: Begin) -> None:
    whos = list(state.roster)
    scores = table.roll_all("duel.begin", whos, [total(1, 6) for _ in whos])
    for who, score in zip(whos, scores, strict=True):
        state.roster[who].initiative = score
    for score in range(6, 0, -1):
        tied = [who for who in whos if state.roster[who].initiative == score]
        state.order += table.rank("duel.begin.ties", tied, 6)
    state.turn = 1
    next_up(state)


def turn_start(state: Duel, table: Table, action: TurnStart) -> None:
    state.turn += 1
    state.acted = []
    for one in state.roster.values():
        one.breath = min(3, 2 + one.kept)  # duel.turn
        one.kept = 0
    table.emit("duel.turn", GM, number=state.turn)
    next_up(state)


def next_up(state: Duel) -> None:
    waiting = [who for who in state.order if who not in state.acted and state.roster[who].up]
    state.active = waiting[0] if waiting else ""


def pass_slot(state: Duel, table: Table, action: Pass) -> None:
    next_up(state)


def wait(state: Duel, table: Table, action: Wait) -> None:
    table.allowed()
    one = state.roster[action.actor]
    table.emit("duel.wait", one.id)
    if one.breath:
        one.kept = table.number("duel.wait", one.id, 0, one.breath, "Keep how many breaths?")
    state.acted.append(one.id)
    next_up(state)


def bleed(state: Duel, table: Table, action: Bleed) -> None:
    one = state.roster[action.who]
    state.bleeding.remove(action.who)
    if table.roll("duel.bleed", one.id, bands(1, 6, 2)) == 0:
        one.hp -= 1


# --- strikes ---------------------------------------------------------------------------------------------------


def enemy(state: Duel, one: Duellist, whom: str) -> Duellist:
    seen = [each.id for each in state.roster.values() if each.side != one.side and each.up and not each.hidden]
    if whom not in seen:
        raise Refused("duel.target", f"{whom!r} is no enemy in sight", seen)
    return state.roster[whom]


def refusal(state: Duel, one: Duellist, kind: ActionKind) -> Refused | None:
    """Every breath has to be paid for. duel.breath"""
    if one.breath < kind.cost:
        return Refused("duel.breath", f"{one.id} has {one.breath} breaths, this takes {kind.cost}", ["wait"])
    return None


def enemies(state: Duel, one: Duellist, content: Content) -> list[Field]:
    return [somebody("target", [each for each in state.roster.values() if each.side != one.side])]


def strike(state: Duel, table: Table, action: Strike) -> None:
    one = state.roster[action.actor]
    target = enemy(state, one, action.target)
    table.allowed()
    one.breath -= 1
    if one.hidden:
        one.hidden = False
        table.emit("duel.strike.reveal", one.id)
    hits = land(table, one, target)
    if hits and target.breath:
        hits -= parry(table, target, hits)
    wound(state, table, one, target, hits)


def land(table: Table, one: Duellist, target: Duellist) -> int:
    tally = table.tally(one)
    tally.add(one.skill, "duel.strike", "skill")
    if target.id in one.marks:
        tally.add(one.marks.count(target.id), "duel.measure", "measured")
    if target.open:
        tally.add(2, "duel.strike.open", "open guard")
        target.open = False
    return table.roll("duel.strike", one.id, pool(max(1, tally.total), 6, 5), tally)


def parry(table: Table, target: Duellist, hits: int) -> int:
    options = [Option("parry", rule="duel.breath"), Option("endure")]
    if table.choose("duel.parry", target.id, options, f"{hits} hits", facts={"hits": hits}) == "endure":
        return 0
    target.breath -= 1
    return min(hits, table.roll("duel.parry", target.id, pool(target.skill, 6, 5)))


def wound(state: Duel, table: Table, one: Duellist, target: Duellist, hits: int) -> None:
    lost = 0
    for left in range(hits, 0, -1):
        table.merge("duel.wound", (left, lost))
        lost += 1 + table.roll("duel.wound", one.id, bands(1, 6, 4))
    target.hp -= lost
    table.emit("duel.wound", one.id, target.id, lost)
    if lost >= 3 and target.up:  # duel.bleed
        state.bleeding.append(target.id)


# --- tricks ----------------------------------------------------------------------------------------------------


def measure(state: Duel, table: Table, action: Measure) -> None:
    one = state.roster[action.actor]
    target = enemy(state, one, action.target)
    table.allowed()
    one.breath -= 1
    one.marks.append(target.id)
    table.emit("duel.measure", one.id, target.id, one.marks.count(target.id))


def feint(state: Duel, table: Table, action: Feint) -> None:
    one = state.roster[action.actor]
    target = enemy(state, one, action.target)
    if one.hidden:
        raise Refused("duel.feint", "a feint must be seen", ["strike"])
    table.allowed()
    one.breath -= 1
    heights = [Option("high"), Option("low")]
    mine, hers = table.choose_all("duel.feint", [one.id, target.id], [heights, heights], "Where?")
    target.open = mine != hers
    table.emit("duel.feint", one.id, target.id, int(target.open))


def slip_away(state: Duel, table: Table, action: Hide) -> None:
    one = state.roster[action.actor]
    if one.hidden:
        raise Refused("duel.hide", "already out of sight", ["strike"])
    table.allowed()
    one.breath -= 2
    if table.confirm("duel.hide", GM, f"Is there somewhere for {one.id} to hide?", suggested="yes"):
        table.emit("duel.hide", one.id)
        one.hidden = True


STRIKE = ActionKind(Strike, strike, "duel.strike", 1, fields=enemies)
MEASURE = ActionKind(Measure, measure, "duel.measure", 1, fields=enemies)
FEINT = ActionKind(Feint, feint, "duel.feint", 1, fields=enemies)
HIDE = ActionKind(Hide, slip_away, "duel.hide", 2)
WAIT = ActionKind(Wait, wait, "duel.wait")
STEPS = (ActionKind(Begin, begin), ActionKind(TurnStart, turn_start), ActionKind(Bleed, bleed), ActionKind(Pass, pass_slot))
