"""The clock: the start of a conflict, who is due on which count, and the timeline people see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Moment, Outcome, Refused, Table
from starfray.rulebooks.hybrid.clock import arrival, next_choice, not_yet, out_of_turn, reach, tick
from starfray.rulebooks.hybrid.derived import SITUATIONS, perception_tally, quickness
from starfray.rulebooks.hybrid.energy import REST, resting, tired
from starfray.rulebooks.hybrid.initiative import LATE, PRESET_DF, roll_initiative
from starfray.rulebooks.hybrid.injury import Bleed
from starfray.rulebooks.hybrid.movement import Arrive
from starfray.rulebooks.hybrid.perceiving import find_hidden
from starfray.rulebooks.hybrid.presets import LONGEST_HOLD, HoldPreset, Respond, next_price
from starfray.rulebooks.hybrid.resolution import Land
from starfray.rulebooks.hybrid.shock import Recover
from starfray.rulebooks.hybrid.skill_check import chance_of, percentile
from starfray.rulebooks.hybrid.state import BODILY, Fighter, Hybrid, UnderWay

BY_ITSELF, LANDING, CHOICE = 0, 1, 2  # the order on one count: hybrid.ruling.timeline


class Upcoming:
    """Something that comes up on a count: a clock of its own, a landing, or a choice (then it has no kind of step)."""

    __slots__ = ("count", "group", "kind", "number", "place", "under_way", "who")

    def __init__(
        self, count: int, group: int, place: int, number: int, who: str, kind: str, under_way: UnderWay | None = None
    ) -> None:
        self.count = count
        self.group = group  # by itself, a landing or a choice
        self.place = place  # in the roster
        self.number = number  # among those of one fighter
        self.who = who
        self.kind = kind
        self.under_way = under_way


def order_of(state: Hybrid, upcoming: Upcoming) -> tuple[int, ...]:
    """On one count: what comes by itself, landings, choices; of the latter two higher Speed first, then higher PAG (MAG in a
    mental conflict), then the roster. hybrid.ruling.timeline, hybrid.ruling.initiative-ties
    """
    if upcoming.group == BY_ITSELF:
        return (BY_ITSELF, upcoming.place, upcoming.number)
    speed, agility = quickness(state, state.roster[upcoming.who])
    return (upcoming.group, -speed, -agility, upcoming.place, upcoming.number)


def comes_before(state: Hybrid, upcoming: Upcoming, other: Upcoming) -> bool:
    if upcoming.count != other.count:
        return upcoming.count < other.count
    if upcoming.group != other.group:
        return upcoming.group < other.group
    return order_of(state, upcoming) < order_of(state, other)


class Timeline:
    """Collects what is to come, or only what comes first. What should have come before is due now."""

    def __init__(self, state: Hybrid, first_only: bool) -> None:
        self.state = state
        self.first_only = first_only
        self.found: list[Upcoming] = []

    def add(
        self, count: int, group: int, place: int, number: int, who: str, kind: str, under_way: UnderWay | None = None
    ) -> None:
        known = self.first_only and bool(self.found)
        if known and count > self.found[0].count:
            return
        upcoming = Upcoming(max(count, self.state.count), group, place, number, who, kind, under_way)
        if not known:
            self.found.append(upcoming)
        elif comes_before(self.state, upcoming, self.found[0]):
            self.found[0] = upcoming


def look_ahead(state: Hybrid, timeline: Timeline) -> None:
    """Everything that is to come by itself or by choice, in no order."""
    for place, actor in enumerate(state.roster.values()):
        busy = False
        for under_way in state.under_way:
            if under_way.actor == actor.id:
                busy = True
                if actor.able or under_way.assured:
                    add_landing(timeline, under_way, place)
        if actor.fallen:
            continue
        add_own(timeline, state, actor, place)
        if not busy and not actor.landed and not actor.unconscious:
            fired = actor.preset is not None and actor.preset.fired
            timeline.add(next_choice(actor), CHOICE, place, 0, actor.id, "respond" if fired else "")


def add_landing(timeline: Timeline, under_way: UnderWay, place: int) -> None:
    if under_way.kind in BODILY:  # phases of the body come by themselves
        timeline.add(under_way.lands, BY_ITSELF, place, 5, under_way.actor, "land", under_way)
    else:
        timeline.add(under_way.lands, LANDING, place, int(under_way.second), under_way.actor, "land", under_way)


def add_own(timeline: Timeline, state: Hybrid, actor: Fighter, place: int) -> None:
    """Of somebody who is not out for good: bleeding, recovery, rest, the price of a preset, getting where one is going."""
    if actor.bleeding:
        timeline.add(min(actor.bleeding), BY_ITSELF, place, 0, actor.id, "bleed")
    if actor.shock is not None:
        timeline.add(actor.shock.rolls, BY_ITSELF, place, 1, actor.id, "recover")
    if resting(actor):
        timeline.add(actor.resting + REST, BY_ITSELF, place, 2, actor.id, "rest")
    if actor.unconscious:
        return
    if actor.preset is not None and not actor.preset.fired:
        timeline.add(next_price(actor, actor.preset), BY_ITSELF, place, 3, actor.id, "hold-preset")
    there = arrival(state, actor) if actor.pace != "none" else None
    if there is not None:
        timeline.add(there, BY_ITSELF, place, 4, actor.id, "arrive")


def everything_to_come(state: Hybrid) -> list[Upcoming]:
    """First things first."""
    timeline = Timeline(state, first_only=False)
    look_ahead(state, timeline)
    return sorted(timeline.found, key=lambda upcoming: (upcoming.count, order_of(state, upcoming)))


def next_to_come(state: Hybrid) -> Upcoming | None:
    timeline = Timeline(state, first_only=True)
    look_ahead(state, timeline)
    return timeline.found[0] if timeline.found else None


def due(state: Hybrid) -> Action | None:
    if not state.begun:
        return Begin(GM)
    late = newcomer(state)
    if late is not None:
        return Join(GM, late.id)
    for actor in state.roster.values():
        if actor.landed:
            return RollInitiative(GM, actor.id)
    coming = next_to_come(state)
    if coming is None:
        return None
    if not coming.kind and coming.count > state.count:
        return Count(GM)
    return STEP[coming.kind](GM, coming.who) if coming.kind else None


def actors(state: Hybrid) -> list[str]:
    """Whose choice it is on the present count; then those who might give up a preset. Others on the count follow."""
    coming = next_to_come(state)
    if coming is None or coming.kind or coming.count > state.count:
        return []
    holding = [actor.id for actor in state.roster.values() if may_give_up(state, actor) and actor.id != coming.who]
    return [coming.who, *holding]


def asides(state: Hybrid) -> list[str]:
    """Those whose choice lies ahead: a glance takes no time, who waits may retreat or evade. hybrid.ruling.wait"""
    return [actor.id for actor in state.roster.values() if actor.able and out_of_turn(state, actor)] if state.begun else []


def idle(state: Hybrid, actor: Fighter) -> Refused | None:
    """Why somebody may do nothing at all now: out, unconscious, acting, or somebody else comes first on this count."""
    if actor.fallen:
        return Refused("hybrid.ruling.death", f"{actor.id} is out of the fight")
    if actor.unconscious:
        return Refused("hybrid.shock.table", f"{actor.id} is unconscious")
    if not state.begun:
        return Refused("hybrid.initiative.trigger", "perception and initiative come first")
    if out_of_turn(state, actor):
        return not_yet(state, actor)
    return Refused("hybrid.ruling.initiative-ties", f"somebody else comes before {actor.id} on this count", actors(state))


def may_give_up(state: Hybrid, actor: Fighter) -> bool:
    return actor.able and actor.preset is not None and not actor.preset.fired and actor.preset.since < state.count


# --- steps -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Begin(Action):
    """Perception and initiative of everybody."""

    KIND: ClassVar[str] = "begin"


def begin(state: Hybrid, table: Table, action: Begin) -> None:
    """In roster order, each completely before the next: perception, then initiative. hybrid.initiative.trigger"""
    state.begun = True
    state.count = 0
    table.emit("hybrid.combat.sequence", GM, note="the conflict begins")
    table.cite("hybrid.time.fine")
    state.involved = list(state.roster)
    for place, actor in enumerate(list(state.roster.values())):
        if not actor.fallen:
            get_involved(state, table, actor, place)


def get_involved(state: Hybrid, table: Table, actor: Fighter, place: int) -> None:
    """Perception, then initiative. A preset goes on waiting for its trigger. hybrid.initiative.preset.definition"""
    df = perception_tally(state, table, actor)
    if actor.situation:
        number = sum(SITUATIONS[word] for word in actor.situation)
        table.emit("hybrid.initiative.perception-mods", actor.id, number=number)
    if actor.preset is not None:
        df.add(PRESET_DF, "hybrid.initiative.preset.perception", "preset")
    chance = chance_of(table, df)
    die = table.roll("hybrid.initiative.trigger", actor.id, percentile(chance.total), chance)
    actor.aware = die <= chance.total
    find_hidden(state, table, actor, chance.total - die)
    table.merge("hybrid.initiative.trigger", (place, actor.aware))
    bonus = table.tally()
    if not actor.aware:
        bonus.add(LATE, "hybrid.initiative.failed-perception")
    until = actor.wait_until or state.count + LONGEST_HOLD
    roll_initiative(state, table, actor, bonus)
    if actor.preset is not None:
        actor.wait_until = until
        actor.preset.since = state.count
    table.merge("hybrid.initiative.trigger", place)


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Somebody becomes involved who was not there when it began."""

    KIND: ClassVar[str] = "join"
    who: str


def join(state: Hybrid, table: Table, action: Join) -> None:
    """Whoever comes late rolls on first becoming involved, from the present count. hybrid.initiative.trigger"""
    state.involved.append(action.who)
    get_involved(state, table, state.roster[action.who], list(state.roster).index(action.who))


def newcomer(state: Hybrid) -> Fighter | None:
    """Somebody who has not rolled yet; an initiative that was given stands. hybrid.initiative.trigger"""
    if not state.involved or len(state.involved) >= len(state.roster):  # nobody is ever taken off the roster
        return None
    for actor in state.roster.values():
        if not actor.initiative and actor.id not in state.involved and not actor.fallen:
            return actor
    return None


@dataclass(frozen=True, slots=True)
class RollInitiative(Action):
    """The next initiative, after an action is over."""

    KIND: ClassVar[str] = "roll-initiative"
    who: str


def next_initiative(state: Hybrid, table: Table, action: RollInitiative) -> None:
    """After an action, from its landing count; the 5 of the start is not repeated. hybrid.ruling.initiative-reroll"""
    actor = state.roster[action.who]
    actor.landed = False
    if not actor.able:
        return
    table.emit("hybrid.ruling.initiative-reroll", actor.id, number=state.count)
    roll_initiative(state, table, actor, table.tally())


@dataclass(frozen=True, slots=True)
class Count(Action):
    """The clock moves to the next count on which somebody chooses."""

    KIND: ClassVar[str] = "count"


def move_clock(state: Hybrid, table: Table, action: Count) -> None:
    coming = next_to_come(state)
    assert coming is not None
    tick(state, table, coming.who, coming.count)


@dataclass(frozen=True, slots=True)
class Rest(Action):
    """Ten counts of doing nothing give back a point of fatigue."""

    KIND: ClassVar[str] = "rest"
    who: str


def rest(state: Hybrid, table: Table, action: Rest) -> None:
    """A point of fatigue for ten counts of nothing, body and mind each for itself. hybrid.energy.restore.independent"""
    actor = state.roster[action.who]
    reach(state, table, actor.resting + REST)
    actor.resting += REST
    actor.pft = min(actor.max_pft, actor.pft + 1)
    actor.mft = min(actor.max_mft, actor.mft + 1)
    if not tired(actor):
        actor.resting = -1
    table.emit("hybrid.ruling.restore", actor.id, number=1)


STEPS = tuple(
    ActionKind(step, rule)
    for step, rule in ((Begin, begin), (Join, join), (Count, move_clock), (RollInitiative, next_initiative), (Rest, rest))
)


STEP: dict[str, Callable[[str, str], Action]] = {
    "bleed": Bleed, "recover": Recover, "rest": Rest, "hold-preset": HoldPreset, "arrive": Arrive, "respond": Respond,
    "land": Land,
}  # fmt: skip


# --- what people see -------------------------------------------------------------------------------------------
def standing(state: Hybrid, actor: Fighter) -> bool:
    """Does the fighter still take part?"""
    return actor.able


def over(state: Hybrid) -> Outcome | None:
    """One side at most has somebody left who can act, and no blow is in the air that nothing can stop. hybrid.ruling.death"""
    for under_way in state.under_way:
        if under_way.assured:
            return None
    left: Fighter | None = None
    for actor in state.roster.values():
        if (left is None or actor.side != left.side) and actor.able:
            if left is not None:
                return None
            left = actor
    if left is None:
        return Outcome([], "hybrid.ruling.death", "nobody is left standing")
    return Outcome([left.side], "hybrid.ruling.death", f"{left.side} holds the field")


def agenda(state: Hybrid) -> list[Moment]:
    """The timeline: who chooses, what is in the air and since when, whose clock runs out, by count."""
    rows = [Moment(str(state.count), actor.id, "rolls initiative", "now") for actor in state.roster.values() if actor.landed]
    for upcoming in everything_to_come(state):
        status = "now" if upcoming.count == state.count else "next"
        rows.append(Moment(str(upcoming.count), upcoming.who, what_comes(state, upcoming), status))
    return rows


def what_comes(state: Hybrid, upcoming: Upcoming) -> str:
    if upcoming.under_way is not None:
        since = f", in the air since {upcoming.under_way.began}" if upcoming.under_way.began else ""
        return f"{describe_action(upcoming.under_way)} lands{since}"
    if upcoming.kind == "arrive":
        return f"gets there at a {state.roster[upcoming.who].pace}"
    if upcoming.kind:
        return {
            "respond": "responds",
            "bleed": "bleeds",
            "recover": "rolls to recover from shock",
            "rest": "gets some breath back",
            "hold-preset": "pays for holding the preset",
        }[upcoming.kind]
    actor = state.roster[upcoming.who]
    if actor.preset is not None:
        return "holds a preset until then"
    return "waits until then" if actor.wait_until == upcoming.count else "chooses"


ON_TARGET = {
    "close": "closing with", "feint": "a feint", "disarm": "disarming", "grapple": "grappling", "overbear": "overbearing",
    "throw": "throwing", "improve": "tightening the hold on", "break-free": "breaking free of", "aid": "first aid for",
    "pick-up": "picking up a weapon of",
}  # fmt: skip
PLAIN = {
    "rise": "getting up", "release": "freeing the weapon", "dodge": "dodging", "drop": "dropping prone",
    "look": "looking about", "hide": "hiding",
}  # fmt: skip


def describe_action(under_way: UnderWay) -> str:
    if under_way.kind in ("blow", "shot", "mind"):
        aim = under_way.target or under_way.thing or ("a point" if under_way.to else "everybody near")
        return f"{under_way.kind} at {aim} with {under_way.weapon}"
    if under_way.kind in ON_TARGET:
        return f"{ON_TARGET[under_way.kind]} {under_way.target}".rstrip()
    if under_way.kind in ("draw", "familiarise"):
        return f"{'drawing' if under_way.kind == 'draw' else 'getting used to'} {under_way.weapon}"
    return PLAIN.get(under_way.kind, under_way.thing or under_way.kind)
