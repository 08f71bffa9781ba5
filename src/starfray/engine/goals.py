"""Goals: endings a fight file declares beside the book's own. They are read off the position; only of a thing that is to be
taken is kept where it is.

`hold`: the side stands when so many turns are over. `reach`: so many of it stand at a place. `control`: somebody of it stands
at the place and nobody of another side, once so many turns are over. `take`: somebody of it has the thing, and has brought it
where it is wanted. `protect`: the side loses when one of those named is out. `stop`: it loses when so many of the others have
got away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from starfray.engine.codec import from_plain
from starfray.engine.errors import BadInput
from starfray.engine.scene import Point, apart
from starfray.engine.values import Outcome
from starfray.engine.walls import wall_between

if TYPE_CHECKING:
    from starfray.engine.position import AnyPosition, Combatant
    from starfray.engine.rulebook import Rulebook

HOLD, REACH, CONTROL, TAKE, PROTECT, STOP = "hold", "reach", "control", "take", "protect", "stop"
KINDS = (HOLD, REACH, CONTROL, TAKE, PROTECT, STOP)
LOSING = (PROTECT, STOP)  # kinds by which the side cannot win, only lose
PLACED = (REACH, CONTROL, TAKE)  # kinds that need a place on the map
AWAY = ("fled", "escaped", "jumped")  # how people are out who have got away
MAX_GOALS = 20
RULE = "fight.goal"
TAKEN, LET_GO = "fight.taken", "fight.let-go"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    side: str
    kind: str
    name: str = ""  # what people call it; '': what it asks for, in words
    turns: int = 0  # of the book's clock, that must be over
    at: Point | None = None  # take: where the thing lies; stop: where the others would get away
    radius: float = 2.0
    who: tuple[str, ...] = ()  # those who count, left out: all of the side (stop: of the others); protect: whom
    count: int = 1  # reach: how many must be there; 0: all who stand. stop: how many must not get away
    to: Point | None = None  # take: where it is to be brought; nowhere: to have it is enough
    by: str = ""  # take: who has it
    secret: bool = False  # the other sides do not know of it


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
        if goal.kind == PROTECT and not goal.who:
            raise BadInput("'who' is missing", field=where, expected='who = ["id"]')
        check_place(goal, where)
        for field, names in (("who", goal.who), ("by", (goal.by,) if goal.by else ())):
            for who in names:
                if who not in known:
                    raise BadInput(f"nobody is called {who!r}", field=f"{where}.{field}", expected="ids of combatants")


def check_place(goal: Goal, where: str) -> None:
    """Has it a place if it needs one, and figures that make sense?"""
    if goal.kind in PLACED and goal.at is None:
        raise BadInput("'at' is missing", field=where, expected="at = [x, y]")
    for field, given in (("to", goal.to is not None), ("by", goal.by != "")):
        if given and goal.kind != TAKE:
            raise BadInput("nothing is to be taken", field=f"{where}.{field}", expected='kind = "take"')
    if goal.kind == STOP and goal.count < 1:
        raise BadInput(f"count = {goal.count}", field=f"{where}.count", expected="1 or more")
    if goal.turns < 0 or goal.count < 0 or goal.radius <= 0:
        raise BadInput("a number below what makes sense", field=where, expected="turns and count from 0, radius above 0")


def met_goal(book: Rulebook, state: AnyPosition) -> Outcome | None:
    """The first goal that has been met, or what a side was to keep from happening has happened; None while neither is so."""
    for goal in state.goals:
        if goal.kind in LOSING and lost(book, state, goal):
            others = [side for side in sides_of(state) if side != goal.side]
            failed = f"failed: {goal.name}" if goal.name else f"could not {words_of(goal)}"
            return Outcome(others, RULE, f"{goal.side} {failed}")
    for goal in state.goals:
        if goal.kind not in LOSING and is_met(book, state, goal):
            return Outcome([goal.side], RULE, f"{goal.side}: {words_of(goal)}")
    return None


def sides_of(state: AnyPosition) -> list[str]:
    everyone: list[Combatant] = state.everyone()
    return list(dict.fromkeys(actor.side for actor in everyone))


def lost(book: Rulebook, state: AnyPosition, goal: Goal) -> bool:
    if goal.kind == STOP:
        return escaped(book, state, goal) >= goal.count
    people = [state.roster[who] for who in goal.who if who in state.roster]
    return any(not book.stands(state, one) for one in people)


def escaped(book: Rulebook, state: AnyPosition, goal: Goal) -> int:
    """How many of the others have fled, or stand where they would get away."""
    everyone: list[Combatant] = state.everyone()
    others = [one for one in everyone if one.side != goal.side and (not goal.who or one.id in goal.who)]
    return sum(one.out in AWAY or (book.stands(state, one) and there(state, goal, one)) for one in others)


def is_met(book: Rulebook, state: AnyPosition, goal: Goal) -> bool:
    everyone: list[Combatant] = state.everyone()
    ours = [one for one in everyone if one.side == goal.side and book.stands(state, one)]
    if not ours or (goal.turns and book.clock(state) <= goal.turns):
        return False
    if goal.kind == HOLD:
        return True
    if goal.kind == TAKE:
        holder = next((one for one in ours if one.id == goal.by), None)
        return holder is not None and (goal.to is None or at_place(state, holder, goal.to, goal.radius))
    if goal.kind == CONTROL:
        others = [one for one in everyone if one.side != goal.side and book.stands(state, one)]
        return arrived(state, goal, ours) > 0 and arrived(state, goal, others) == 0
    meant = [one for one in ours if not goal.who or one.id in goal.who]
    return arrived(state, goal, meant) >= (goal.count or max(1, len(meant)))


def arrived(state: AnyPosition, goal: Goal, people: list[Combatant]) -> int:
    return sum(there(state, goal, one) for one in people)


def there(state: AnyPosition, goal: Goal, one: Combatant) -> bool:
    return at_place(state, one, goal.at, goal.radius)


def at_place(state: AnyPosition, one: Combatant, place: Point | None, radius: float) -> bool:
    """Is somebody within reach of a place, with no wall in between?"""
    if one.at is None or place is None or apart(one.at, place) > radius:
        return False
    return wall_between(state, one.at, place) is None


def hand_over(book: Rulebook, state: AnyPosition) -> list[tuple[str, Goal]]:
    """After every act: who falls lets go of what he carried, and whoever of the side has got to a thing has it. Each with the
    goal as it is now.
    """
    changed: list[tuple[str, Goal]] = []
    for place, goal in enumerate(state.goals):
        if goal.kind != TAKE:
            continue
        who, now = goal.by, goal
        holder = state.roster.get(goal.by)
        if holder is not None and not (book.stands(state, holder) and holder.side == goal.side):
            now = replace(goal, by="", at=holder.at or goal.at)
        if not now.by:
            everyone: list[Combatant] = state.everyone()
            ours = [one for one in everyone if one.side == goal.side and book.stands(state, one)]
            taker = next((one for one in ours if (not goal.who or one.id in goal.who) and there(state, now, one)), None)
            if taker is not None:
                who, now = taker.id, replace(now, by=taker.id)
        if now is not goal:
            state.goals = (*state.goals[:place], now, *state.goals[place + 1 :])
            changed.append((who, now))
    return changed


def known_goals(goals: tuple[Goal, ...], side: str, roster: Mapping[str, Combatant]) -> tuple[Goal, ...]:
    """Those a side may know of: not another's secret ones, none that names somebody it does not see, and none of a side of
    which it sees nobody.
    """
    seen = {one.side for one in roster.values()}
    found = []
    for goal in goals:
        if (goal.secret and goal.side != side) or goal.side not in seen or not all(who in roster for who in goal.who):
            continue
        found.append(goal if not goal.by or goal.by in roster else replace(goal, by=""))
    return tuple(found)


def words_of(goal: Goal, called: Callable[[str], str] = str) -> str:
    """The goal by its name, or in words; `called` says how people are named."""
    if goal.kind == TAKE:
        thing = goal.name or "the thing"
        return f"take {thing}" if goal.to is None else f"bring {thing} to {spot(goal.to)}"
    if goal.name:
        return goal.name
    if goal.kind == HOLD:
        return f"hold out for {goal.turns} turns"
    if goal.kind == PROTECT:
        return "protect " + ", ".join(map(called, goal.who))
    if goal.kind == STOP:
        whom = " or ".join(map(called, goal.who)) or "anybody"
        return f"keep {whom} from getting away" if goal.count == 1 else f"keep {goal.count} from getting away"
    return f"{'reach' if goal.kind == REACH else 'control'} {spot(goal.at)}"


def spot(at: Point | None) -> str:
    return f"{at[0]:g},{at[1]:g}" if at is not None else ""


def progress_of(book: Rulebook, state: AnyPosition, goal: Goal, called: Callable[[str], str] = str) -> str:
    """How far it is, in a few words."""
    if goal.kind == PROTECT:
        return "lost" if lost(book, state, goal) else "safe so far"
    if goal.kind == STOP:
        return f"{escaped(book, state, goal)} of {goal.count} away"
    everyone: list[Combatant] = state.everyone()
    ours = [one for one in everyone if one.side == goal.side and book.stands(state, one)]
    parts = []
    if goal.turns:
        parts.append(f"{min(goal.turns, max(0, book.clock(state) - 1))} of {goal.turns} turns are over")
    if goal.kind == TAKE:
        parts.append(f"{called(goal.by)} has it" if goal.by else f"it lies at {spot(goal.at)}")
    elif goal.kind != HOLD:
        meant = [one for one in ours if not goal.who or one.id in goal.who]
        parts.append(f"{sum(there(state, goal, one) for one in meant)} of {goal.count or max(1, len(meant))} there")
    return ", ".join(parts)
