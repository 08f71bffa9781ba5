"""The clock: the start of a conflict, who is due on which count, and the timeline people see."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.actions import Action
from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.hybrid.actions import (
    Arrive,
    Begin,
    Bleed,
    Count,
    HoldPreset,
    Land,
    Recover,
    Respond,
    Rest,
    RollInitiative,
)  # fmt: skip
from starfray.rulebooks.hybrid.check import chance_of
from starfray.rulebooks.hybrid.clock import arrival, choice_count, out_of_turn, tick
from starfray.rulebooks.hybrid.energy import REST, resting
from starfray.rulebooks.hybrid.figures import SITUATIONS, agility, perception_tally, speed_now
from starfray.rulebooks.hybrid.initiative import LATE, PRESET_DF, next_price, roll_initiative
from starfray.rulebooks.hybrid.perceiving import find_hidden
from starfray.rulebooks.hybrid.state import BODILY, Fighter, Hybrid, UnderWay

BY_ITSELF, LANDING, CHOICE = 0, 1, 2  # the order on one count: hybrid.ruling.timeline
STEP: dict[str, Callable[[str, str], Action]] = {
    "bleed": Bleed, "recover": Recover, "rest": Rest, "hold-preset": HoldPreset, "arrive": Arrive, "respond": Respond,
    "land": Land,
}  # fmt: skip


class Happening:
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


def step_of(each: Happening) -> Action | None:
    """What happens then; None: somebody chooses."""
    return STEP[each.kind](GM, each.who) if each.kind else None


def order_of(state: Hybrid, each: Happening) -> tuple[int, ...]:
    """On one count: what comes by itself, landings, choices; of the latter two higher Speed first, then higher PAG (MAG in a
    mental conflict), then the roster. hybrid.ruling.timeline, hybrid.ruling.initiative-ties
    """
    if each.group == BY_ITSELF:
        return (BY_ITSELF, each.place, each.number)
    one = state.roster[each.who]
    return (each.group, -speed_now(state, one), -(one.stats.mag if state.mental else agility(one)), each.place, each.number)


class Timeline:
    """What is to come is told to it, as it is found. What should have come before is due now."""

    def __init__(self, state: Hybrid) -> None:
        self.state = state

    def add(
        self, count: int, group: int, place: int, number: int, who: str, kind: str, under_way: UnderWay | None = None
    ) -> None:
        raise NotImplementedError


class Everything(Timeline):
    def __init__(self, state: Hybrid) -> None:
        super().__init__(state)
        self.found: list[Happening] = []

    def add(
        self, count: int, group: int, place: int, number: int, who: str, kind: str, under_way: UnderWay | None = None
    ) -> None:
        self.found.append(Happening(max(count, self.state.count), group, place, number, who, kind, under_way))


class First(Timeline):
    """Takes down nothing but what comes first."""

    def __init__(self, state: Hybrid) -> None:
        super().__init__(state)
        self.first: Happening | None = None

    def add(
        self, count: int, group: int, place: int, number: int, who: str, kind: str, under_way: UnderWay | None = None
    ) -> None:
        first = self.first
        if first is not None and count > first.count:
            return
        each = Happening(max(count, self.state.count), group, place, number, who, kind, under_way)
        if first is None or comes_before(self.state, each, first):
            self.first = each


def look_ahead(state: Hybrid, timeline: Timeline) -> None:
    """Everything that is to come by itself or by choice, in no order."""
    for place, one in enumerate(state.roster.values()):
        busy = False
        for each in state.under_way:
            if each.actor == one.id:
                busy = True
                if one.able or each.assured:
                    add_landing(timeline, each, place)
        if one.fallen:
            continue
        add_own(timeline, state, one, place)
        chooses = None if busy else choice_count(state, one)
        if chooses is not None:
            fired = one.preset is not None and one.preset.fired
            timeline.add(chooses, CHOICE, place, 0, one.id, "respond" if fired else "")


def add_landing(timeline: Timeline, each: UnderWay, place: int) -> None:
    if each.kind in BODILY:  # phases of the body come by themselves
        timeline.add(each.lands, BY_ITSELF, place, 5, each.actor, "land", each)
    else:
        timeline.add(each.lands, LANDING, place, int(each.second), each.actor, "land", each)


def add_own(timeline: Timeline, state: Hybrid, one: Fighter, place: int) -> None:
    """Bleeding, recovery, rest, the price of a preset, getting where one is going."""
    if one.bleeding:
        timeline.add(min(one.bleeding), BY_ITSELF, place, 0, one.id, "bleed")
    if one.shock is not None:
        timeline.add(one.shock.rolls, BY_ITSELF, place, 1, one.id, "recover")
    if resting(one):
        timeline.add(one.resting + REST, BY_ITSELF, place, 2, one.id, "rest")
    if not one.able:
        return
    price = next_price(one)
    if price is not None:
        timeline.add(price, BY_ITSELF, place, 3, one.id, "hold-preset")
    there = arrival(state, one)
    if there is not None:
        timeline.add(there, BY_ITSELF, place, 4, one.id, "arrive")


def happenings(state: Hybrid) -> list[Happening]:
    """Everything that is to come, first things first."""
    timeline = Everything(state)
    look_ahead(state, timeline)
    return sorted(timeline.found, key=lambda each: (each.count, order_of(state, each)))


def next_happening(state: Hybrid) -> Happening | None:
    timeline = First(state)
    look_ahead(state, timeline)
    return timeline.first


def comes_before(state: Hybrid, one: Happening, other: Happening) -> bool:
    if one.count != other.count:
        return one.count < other.count
    return one.group < other.group or (one.group == other.group and order_of(state, one) < order_of(state, other))


def due(state: Hybrid) -> Action | None:
    if not state.begun:
        return Begin(GM)
    for one in state.roster.values():
        if one.landed:
            return RollInitiative(GM, one.id)
    coming = next_happening(state)
    if coming is None:
        return None
    if not coming.kind and coming.count > state.count:
        return Count(GM)
    return step_of(coming)


def actors(state: Hybrid) -> list[str]:
    """Whose choice it is on the present count; then those who might give up a preset. Others on the count follow."""
    coming = next_happening(state)
    if coming is None or coming.kind or coming.count > state.count:
        return []
    holding = [one.id for one in state.roster.values() if may_give_up(state, one) and one.id != coming.who]
    return [coming.who, *holding]


def asides(state: Hybrid) -> list[str]:
    """Those whose choice lies ahead: a glance takes no time, who waits may retreat or evade. hybrid.ruling.wait"""
    return [one.id for one in state.roster.values() if one.able and out_of_turn(state, one)] if state.begun else []


def may_give_up(state: Hybrid, one: Fighter) -> bool:
    return one.able and one.preset is not None and not one.preset.fired and one.preset.since < state.count


# --- steps -----------------------------------------------------------------------------------------------------


def begin(state: Hybrid, table: Table, act: Begin) -> None:
    """In roster order, each completely before the next: perception, then initiative. hybrid.initiative.trigger"""
    state.begun = True
    state.count = 0
    table.emit("hybrid.combat.sequence", GM, note="the conflict begins")
    table.emit("hybrid.time.fine", GM)
    table.emit("hybrid.ruling.character-speed", GM, note="mind" if state.mental else "body")
    for place, one in enumerate(list(state.roster.values())):
        if one.fallen:
            continue
        df = perception_tally(state, table, one)
        if one.situation:
            number = sum(SITUATIONS[each] for each in one.situation)
            table.emit("hybrid.initiative.perception-mods", one.id, number=number)
        if one.preset is not None:
            df.add(PRESET_DF, "hybrid.initiative.preset.perception", "preset")
        chance = chance_of(table, df)
        die = table.roll("hybrid.initiative.trigger", one.id, total(1, 100), chance)
        one.aware = die <= chance.total
        find_hidden(state, table, one, chance.total - die)
        table.same("hybrid.initiative.trigger", (place, one.aware))
        bonus = table.tally()
        if not one.aware:
            bonus.add(LATE, "hybrid.initiative.failed-perception")
        roll_initiative(state, table, one, bonus, 2 if one.preset is not None and one.aware else 1)
        if one.preset is not None:
            one.preset.fired = True
        table.same("hybrid.initiative.trigger", place)


def next_initiative(state: Hybrid, table: Table, act: RollInitiative) -> None:
    """After an action, from its landing count; the 5 of the start is not repeated. hybrid.ruling.initiative-reroll"""
    one = state.roster[act.who]
    one.landed = False
    if not one.able:
        return
    table.emit("hybrid.ruling.initiative-reroll", one.id, number=state.count)
    roll_initiative(state, table, one, table.tally())


def move_clock(state: Hybrid, table: Table, act: Count) -> None:
    coming = next_happening(state)
    assert coming is not None
    tick(state, table, coming.who, coming.count)


# --- what people see -------------------------------------------------------------------------------------------


def standing(state: Hybrid, one: Fighter) -> bool:
    """Does this one still take part?"""
    return one.able


def clock(state: Hybrid) -> int:
    return state.count


def over(state: Hybrid) -> Outcome | None:
    """One side at most has somebody left who can act, and no blow is in the air that nothing can stop. hybrid.ruling.death"""
    for each in state.under_way:
        if each.assured:
            return None
    left: Fighter | None = None
    for one in state.roster.values():
        if (left is None or one.side != left.side) and one.able:
            if left is not None:
                return None
            left = one
    if left is None:
        return Outcome([], "hybrid.ruling.death", "nobody is left standing")
    return Outcome([left.side], "hybrid.ruling.death", f"{left.side} holds the field")


def agenda(state: Hybrid) -> list[Moment]:
    """The timeline: who chooses, what is in the air and since when, whose clock runs out, by count."""
    rows = [Moment(str(state.count), one.id, "rolls initiative", "now") for one in state.roster.values() if one.landed]
    for each in happenings(state):
        status = "now" if each.count == state.count else "next"
        rows.append(Moment(str(each.count), each.who, what_comes(state, each), status))
    return rows


def what_comes(state: Hybrid, each: Happening) -> str:
    if each.under_way is not None:
        since = f", in the air since {each.under_way.began}" if each.under_way.began else ""
        return f"{describe_action(each.under_way)} lands{since}"
    if each.kind == "arrive":
        return f"gets there at a {state.roster[each.who].pace}"
    if each.kind:
        return {
            "respond": "responds",
            "bleed": "bleeds",
            "recover": "rolls to recover from shock",
            "rest": "gets some breath back",
            "hold-preset": "pays for holding the preset",
        }[each.kind]
    one = state.roster[each.who]
    if one.preset is not None:
        return "holds a preset until then"
    return "waits until then" if one.wait_until == each.count else "chooses"


ON_TARGET = {
    "close": "closing with", "feint": "a feint", "disarm": "disarming", "grapple": "grappling", "overbear": "overbearing",
    "throw": "throwing", "improve": "tightening the hold on", "break-free": "breaking free of", "aid": "first aid for",
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
