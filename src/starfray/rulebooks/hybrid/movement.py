"""Movement on the pulse: naming a rate, accelerating by rolls, slowing down, getting there."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import Arrive, CarryOn, Move
from starfray.rulebooks.hybrid.check import chance_of, passed
from starfray.rulebooks.hybrid.choosing import end_old_stance
from starfray.rulebooks.hybrid.clock import arrival, tick
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.figures import add_condition, add_place, agility
from starfray.rulebooks.hybrid.initiative import interrupts
from starfray.rulebooks.hybrid.skills import add_trained
from starfray.rulebooks.hybrid.state import RATES, Fighter, Hybrid, fighter, held, part

#: hybrid.ruling.accel: DF by the rate rolled for
ACCELERATION = {"crawl": 2, "walk": 0, "jog": -2, "run": -3, "dash": -5}


def move(state: Hybrid, table: Table, act: Move) -> None:
    """A target rate is named; a roll starts one just below it, a further one on the next initiative reaches it."""
    one = fighter(state, act.actor)
    check_move(state, one, act)
    end_old_stance(state, one)
    one.moved = state.count
    one.resting = -1
    one.wait_until = 0
    if act.to is not None or act.toward:
        one.heading = act.to
        one.chasing = act.toward
    now, goal = RATES.index(one.pace), RATES.index(act.rate)
    if goal <= now:  # slowing down or stopping needs no roll
        if goal < now:
            set_pace(state, table, one, act.rate)
            table.emit("hybrid.ruling.accel", one.id, note=f"slows to {act.rate}")
    else:
        accelerate(state, table, one, goal)
    if one.pace != "none":
        part(state, one)
    interrupts(state, table, one, ("move",))


def check_move(state: Hybrid, one: Fighter, act: Move) -> None:
    if act.rate not in RATES:
        raise Refused("hybrid.move.types", f"{act.rate!r} is no rate", RATES)
    if one.moved == state.count:
        raise Refused("hybrid.move.accel.next", "once per initiative", ["carry-on", "blow"])
    if held(state, one):
        raise Refused("hybrid.ruling.hold-effects", f"{one.id} is held", ["break-free"])
    if one.prone and act.rate not in ("none", "crawl"):
        raise Refused("hybrid.defence.prone.rise", f"{one.id} is on the ground and can only crawl", ["rise", "move crawl"])
    if act.toward:
        if fighter(state, act.toward) is one:
            raise Refused("hybrid.move.types", "one does not run after oneself", [])
    elif act.to is not None and one.at is None:
        raise Refused("hybrid.move.distance", f"nobody has said where {one.id} is", ["toward=SOMEBODY"])


def accelerate(state: Hybrid, table: Table, one: Fighter, goal: int) -> None:
    """Just below the target first, then the target itself. hybrid.move.accel.start, hybrid.move.accel.next"""
    now = RATES.index(one.pace)
    starting = now < goal - 1 and goal > 1
    aim = RATES[goal - 1 if starting else goal]
    rule = "hybrid.move.accel.start" if starting or now == 0 else "hybrid.move.accel.next"
    df = table.tally(one)  # a missing skill just adds nothing; moving itself is no hindrance to moving faster
    add_condition(df, one, False)
    add_place(state, df, one, False)
    df.add(agility(one), "hybrid.ruling.accel", "PAG")
    add_trained(state, df, one, "running")
    df.add(ACCELERATION[aim], "hybrid.ruling.accel", aim)
    if passed(table, rule, one.id, chance_of(table, df)):
        set_pace(state, table, one, aim)
        table.emit("hybrid.move.accel.gain", one.id, note=aim)
    else:
        set_pace(state, table, one, RATES[max(0, now - 1)])
        table.emit("hybrid.move.accel.fail", one.id, note=one.pace)
    table.same(rule)


def carry_on(state: Hybrid, table: Table, act: CarryOn) -> None:
    """No other action with it: initiative is rolled at once. hybrid.ruling.accel"""
    one = fighter(state, act.actor)
    if one.moved != state.count:
        raise Refused("hybrid.ruling.accel", f"{one.id} has not moved on this count", ["move", "wait"])
    one.moved = -1
    one.landed = True
    if one.stance_since != state.count:
        one.stance = []
    table.emit("hybrid.ruling.accel", one.id, note="carries on")


def get_there(state: Hybrid, table: Table, act: Arrive) -> None:
    one = state.roster[act.who]
    tick(state, table, one.id, arrival(state, one) or state.count)
    set_pace(state, table, one, "none")
    table.emit("hybrid.move.distance", one.id)
