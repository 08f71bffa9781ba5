"""Movement on the pulse: naming a rate, accelerating by rolls, slowing down, getting there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.barriers import way_blocked
from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Point, Refused, Table, Tally, somebody
from starfray.rulebooks.hybrid.attack_options import check_seen, end_old_stance
from starfray.rulebooks.hybrid.clock import arrival, rate_of, tick
from starfray.rulebooks.hybrid.derived import add_busy, add_condition, add_place, agility
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.initiative import interrupts
from starfray.rulebooks.hybrid.skill_check import chance_of, passed
from starfray.rulebooks.hybrid.skills import add_trained
from starfray.rulebooks.hybrid.state import RATES, Fighter, Hybrid, fighter, held, in_a_clinch, part

#: hybrid.ruling.accel: DF by the rate rolled for
ACCELERATION = {"crawl": 2, "walk": 0, "jog": -2, "run": -3, "dash": -5}
FAR = 60.0  # metres on the map a form offers


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Set out at a rate, speed up, slow down or stop, toward a point or somebody; another action may follow at once."""

    KIND: ClassVar[str] = "move"
    rate: str
    to: Point | None = None
    toward: str = ""


def cannot_move(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if actor.moved == state.count:
        return Refused("hybrid.move.accel.next", "once per initiative", ["carry-on", "blow"])
    if held(state, actor):
        return Refused("hybrid.ruling.hold-effects", f"{actor.id} is held", ["break-free"])
    return None


def move_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    rates = [Option(rate, note=f"{rate_of(actor.pmv, rate):.1f} m/s") for rate in RATES]
    people = [other for other in state.roster.values() if other is not actor and (other.side == actor.side or not other.hidden)]
    people.sort(key=lambda other: other.side == actor.side)
    fields = [Field("rate", "choice", rates), somebody("toward", people, required=False)]
    if actor.at is not None:
        fields.append(Field("to", "point", high=FAR, required=False, centre=actor.at))
    return fields


def move(state: Hybrid, table: Table, action: Move) -> None:
    """A target rate is named; a roll starts one just below it, a further one on the next initiative reaches it."""
    actor = fighter(state, action.actor)
    check_move(state, actor, action)
    table.allowed()
    end_old_stance(state, actor)
    actor.moved = state.count
    actor.resting = -1
    actor.wait_until = 0
    if action.to is not None or action.toward:
        actor.heading = action.to
        actor.chasing = action.toward
    now, goal = RATES.index(actor.pace), RATES.index(action.rate)
    if goal <= now:  # slowing down or stopping needs no roll
        if goal < now:
            set_pace(state, table, actor, action.rate)
            table.emit("hybrid.ruling.accel", actor.id, note=f"slows to {action.rate}")
    else:
        accelerate(state, table, actor, goal)
    if actor.pace != "none":
        part(state, actor)
    interrupts(state, table, actor, ("move",))


def check_move(state: Hybrid, actor: Fighter, action: Move) -> None:
    if action.rate not in RATES:
        raise Refused("hybrid.move.types", f"{action.rate!r} is no rate", RATES)
    if actor.prone and action.rate not in ("none", "crawl"):
        raise Refused("hybrid.defence.prone.rise", f"{actor.id} is on the ground and can only crawl", ["rise", "move crawl"])
    if action.rate != "none" and in_a_clinch(state, actor) and state.ruling("clinch-retreat") != "free":
        raise Refused("hybrid.ruling.clinch-retreat", f"somebody is close to {actor.id}", ["stance retreat", "move none"])
    if action.toward:
        if fighter(state, action.toward) is actor:
            raise Refused("hybrid.move.types", "one does not run after oneself", [])
        goal = fighter(state, action.toward)
        check_seen(actor, goal)
        refuse_way(state, actor, goal.at if action.rate != "none" else None)
    elif action.to is not None and actor.at is None:
        raise Refused("hybrid.move.distance", f"nobody has said where {actor.id} is", ["toward=SOMEBODY"])
    elif action.to is not None:
        refuse_way(state, actor, action.to)


def refuse_way(state: Hybrid, actor: Fighter, goal: Point | None) -> None:
    """One goes straight, past walls point by point. hybrid.ruling.wall"""
    blocked = way_blocked("hybrid.ruling.wall", state, actor.at, (goal,)) if goal is not None else None
    if blocked is not None:
        raise blocked


def next_rate(now: int, goal: int) -> str:
    """What is rolled for on the way from one rate to another."""
    return RATES[goal - 1 if now < goal - 1 and goal > 1 else goal]


def add_acceleration(state: Hybrid, df: Tally, actor: Fighter, aim: str) -> None:
    """A missing skill just adds nothing; moving itself is no hindrance to moving faster. hybrid.ruling.accel"""
    add_condition(df, actor, False)
    add_busy(df, actor, False)
    add_place(state, df, actor, False)
    df.add(agility(actor), "hybrid.ruling.accel", "PAG")
    add_trained(state, df, actor, "running")
    df.add(ACCELERATION[aim], "hybrid.ruling.accel", aim)


def accelerate(state: Hybrid, table: Table, actor: Fighter, goal: int) -> None:
    """Just below the target first, then the target itself. hybrid.move.accel.start, hybrid.move.accel.next"""
    now = RATES.index(actor.pace)
    aim = next_rate(now, goal)
    starting = aim != RATES[goal]
    rule = "hybrid.move.accel.start" if starting or now == 0 else "hybrid.move.accel.next"
    df = table.tally(actor)
    add_acceleration(state, df, actor, aim)
    if passed(table, rule, actor.id, chance_of(table, df)):
        set_pace(state, table, actor, aim)
        table.emit("hybrid.move.accel.gain", actor.id, note=aim)
    else:
        set_pace(state, table, actor, RATES[max(0, now - 1)])
        table.emit("hybrid.move.accel.fail", actor.id, note=actor.pace)
    table.merge(rule)


MOVE = ActionKind(
    Move,
    move,
    "hybrid.move.types",
    refusal=cannot_move,
    fields=move_fields,
    hints=("hybrid.mod.movement.principle", "hybrid.move.rates", "hybrid.move.stat"),
)


@dataclass(frozen=True, slots=True)
class CarryOn(Action):
    """Nothing more after a movement choice: initiative is rolled at once."""

    KIND: ClassVar[str] = "carry-on"


def not_moved(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if actor.moved == state.count:
        return None
    return Refused("hybrid.ruling.accel", f"{actor.id} has not moved on this count", ["move", "wait"])


def carry_on(state: Hybrid, table: Table, action: CarryOn) -> None:
    """No other action with it: initiative is rolled at once. hybrid.ruling.accel"""
    table.allowed()
    actor = fighter(state, action.actor)
    actor.moved = -1
    actor.landed = True
    if actor.stance_since != state.count:
        actor.stance = []
    table.emit("hybrid.ruling.accel", actor.id, note="carries on")


CARRY_ON = ActionKind(CarryOn, carry_on, "hybrid.ruling.accel", refusal=not_moved)


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Somebody on the move is where they wanted to be."""

    KIND: ClassVar[str] = "arrive"
    who: str


def get_there(state: Hybrid, table: Table, action: Arrive) -> None:
    actor = state.roster[action.who]
    tick(state, table, actor.id, arrival(state, actor) or state.count)
    set_pace(state, table, actor, "none")
    table.emit("hybrid.move.distance", actor.id)


STEPS = (ActionKind(Arrive, get_there),)
