"""Goals: endings a fight file declares beside the book's own. They are read off the position, nothing is kept of them.

`hold`: the side stands when so many turns are over. `reach`: so many of it stand at a place. `control`: somebody of it stands
at the place and nobody of another side, once so many turns are over. `protect`: the side loses when one of those named is out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starfray.engine.codec import from_plain
from starfray.engine.errors import BadInput
from starfray.engine.scene import Point, apart
from starfray.engine.values import Outcome
from starfray.engine.walls import wall_between

if TYPE_CHECKING:
    from starfray.engine.position import AnyPosition, Combatant
    from starfray.engine.rulebook import Rulebook

HOLD, REACH, CONTROL, PROTECT = "hold", "reach", "control", "protect"
KINDS = (HOLD, REACH, CONTROL, PROTECT)
MAX_GOALS = 20
RULE = "fight.goal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    side: str
    kind: str
    name: str = ""  # what people call it; '': what it asks for, in words
    turns: int = 0  # of the book's clock, that must be over
    at: Point | None = None
    radius: float = 2.0
    who: tuple[str, ...] = ()  # reach: those who count, left out: all of the side; protect: whom
    count: int = 1  # reach: how many must be there; 0: all who stand


def read_goals(data: Any) -> tuple[Goal, ...]:
    """The `[[goal]]` tables of a file."""
    if not isinstance(data, list | tuple):
        raise BadInput("not a list", field="goal", expected="[[goal]] tables")
    if len(data) > MAX_GOALS:
        raise BadInput(f"{len(data)} goals", field="goal", expected=f"at most {MAX_GOALS}")
    return tuple([from_plain(Goal, row, f"goal.{number}") for number, row in enumerate(data)])


def check_goals(goals: tuple[Goal, ...], known: list[str], sides: list[str], *, clock: bool) -> None:
    """Refuse a goal that nobody has or that cannot be told. `known`: who takes part or will; `clock`: has the book one?"""
    for number, goal in enumerate(goals):
        where = f"goal.{number}"
        if goal.kind not in KINDS:
            raise BadInput(f"kind = {goal.kind!r}", field=f"{where}.kind", expected="one of " + ", ".join(KINDS))
        if goal.side not in sides:
            raise BadInput(f"no side {goal.side!r}", field=f"{where}.side", expected="one of " + ", ".join(sides))
        if goal.kind == HOLD and not 1 <= goal.turns <= 10_000:
            raise BadInput(f"turns = {goal.turns}", field=f"{where}.turns", expected="1 to 10000")
        if goal.turns and not clock:
            raise BadInput("this book counts no turns", field=f"{where}.turns", expected="a goal without turns")
        if goal.kind in (REACH, CONTROL) and goal.at is None:
            raise BadInput("'at' is missing", field=where, expected="at = [x, y]")
        if goal.turns < 0 or goal.count < 0 or goal.radius <= 0:
            raise BadInput("a number below what makes sense", field=where, expected="turns and count from 0, radius above 0")
        if goal.kind == PROTECT and not goal.who:
            raise BadInput("'who' is missing", field=where, expected='who = ["id"]')
        for who in goal.who:
            if who not in known:
                raise BadInput(f"nobody is called {who!r}", field=f"{where}.who", expected="ids of combatants")


def met_goal(book: Rulebook, state: AnyPosition) -> Outcome | None:
    """The first goal that has been met, or whoever was to be protected is lost; None while neither is so."""
    for goal in state.goals:
        if goal.kind == PROTECT and lost(book, state, goal):
            others = [side for side in sides_of(state) if side != goal.side]
            failed = f"failed: {goal.name}" if goal.name else f"could not {words_of(goal)}"
            return Outcome(others, RULE, f"{goal.side} {failed}")
    for goal in state.goals:
        if goal.kind != PROTECT and is_met(book, state, goal):
            return Outcome([goal.side], RULE, f"{goal.side}: {words_of(goal)}")
    return None


def sides_of(state: AnyPosition) -> list[str]:
    everyone: list[Combatant] = state.everyone()
    return list(dict.fromkeys(actor.side for actor in everyone))


def lost(book: Rulebook, state: AnyPosition, goal: Goal) -> bool:
    people = [state.roster[who] for who in goal.who if who in state.roster]
    return any(not book.stands(state, one) for one in people)


def is_met(book: Rulebook, state: AnyPosition, goal: Goal) -> bool:
    everyone: list[Combatant] = state.everyone()
    ours = [one for one in everyone if one.side == goal.side and book.stands(state, one)]
    if not ours or (goal.turns and book.clock(state) <= goal.turns):
        return False
    if goal.kind == HOLD:
        return True
    if goal.kind == CONTROL:
        others = [one for one in everyone if one.side != goal.side and book.stands(state, one)]
        return any(there(state, goal, one) for one in ours) and not any(there(state, goal, one) for one in others)
    meant = [one for one in ours if not goal.who or one.id in goal.who]
    arrived = sum(there(state, goal, one) for one in meant)
    return arrived >= (goal.count or max(1, len(meant)))


def there(state: AnyPosition, goal: Goal, one: Combatant) -> bool:
    if one.at is None or goal.at is None or apart(one.at, goal.at) > goal.radius:
        return False
    return wall_between(state, one.at, goal.at) is None


def words_of(goal: Goal, called: Callable[[str], str] = str) -> str:
    """The goal by its name, or in words; `called` says how people are named."""
    if goal.name:
        return goal.name
    if goal.kind == HOLD:
        return f"hold out for {goal.turns} turns"
    if goal.kind == PROTECT:
        return "protect " + ", ".join(map(called, goal.who))
    place = f"{goal.at[0]:g},{goal.at[1]:g}" if goal.at is not None else ""
    return f"{'reach' if goal.kind == REACH else 'control'} {place}"


def progress_of(book: Rulebook, state: AnyPosition, goal: Goal) -> str:
    """How far it is, in a few words."""
    if goal.kind == PROTECT:
        return "lost" if lost(book, state, goal) else "safe so far"
    everyone: list[Combatant] = state.everyone()
    ours = [one for one in everyone if one.side == goal.side and book.stands(state, one)]
    parts = []
    if goal.turns:
        parts.append(f"{min(goal.turns, max(0, book.clock(state) - 1))} of {goal.turns} turns are over")
    if goal.kind != HOLD:
        meant = [one for one in ours if not goal.who or one.id in goal.who]
        parts.append(f"{sum(there(state, goal, one) for one in meant)} of {goal.count or max(1, len(meant))} there")
    return ", ".join(parts)
