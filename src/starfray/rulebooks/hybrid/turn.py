"""The clock: the start of a conflict, who is due on which count, and the timeline people see."""

from __future__ import annotations

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
from starfray.rulebooks.hybrid.clock import arrival, choice_count, tick
from starfray.rulebooks.hybrid.energy import REST, resting
from starfray.rulebooks.hybrid.figures import SITUATIONS, agility, perception_tally, speed_now
from starfray.rulebooks.hybrid.initiative import LATE, PRESET_DF, next_price, roll_initiative
from starfray.rulebooks.hybrid.perceiving import find_hidden
from starfray.rulebooks.hybrid.state import BODILY, Fighter, Hybrid, UnderWay

BY_ITSELF, LANDING, CHOICE = 0, 1, 2  # the order on one count: hybrid.ruling.timeline


class Happening:
    """Something that comes up on a count: a clock of its own, a landing, or (step None) a choice."""

    __slots__ = ("count", "order", "step", "under_way", "who")

    def __init__(
        self, count: int, order: tuple[int, ...], who: str, step: Action | None, under_way: UnderWay | None = None
    ) -> None:
        self.count = count
        self.order = order
        self.who = who
        self.step = step
        self.under_way = under_way


def rank_key(state: Hybrid, one: Fighter, place: int) -> tuple[int, int, int]:
    """Higher Speed first, then higher PAG (MAG in a mental conflict), then the roster. hybrid.ruling.initiative-ties"""
    return (-speed_now(state, one), -(one.stats.mag if state.mental else agility(one)), place)


def happenings(state: Hybrid) -> list[Happening]:
    """Everything that is to come by itself or by choice, first things first."""
    found: list[Happening] = []
    places = {who: place for place, who in enumerate(state.roster)}
    for place, one in enumerate(state.roster.values()):
        if one.fallen:
            continue
        found += by_itself(state, one, place)
        chooses = choice_count(state, one)
        if chooses is not None:
            fired = one.preset is not None and one.preset.fired
            step = Respond(GM, one.id) if fired else None
            found.append(Happening(chooses, (CHOICE, *rank_key(state, one, place)), one.id, step))
    for each in state.under_way:
        owner = state.roster[each.actor]
        if owner.able or each.assured:
            place = places[owner.id]
            fixed = each.kind in BODILY  # phases of the body come by themselves
            order = (BY_ITSELF, place, 5) if fixed else (LANDING, *rank_key(state, owner, place), each.second)
            found.append(Happening(each.lands, order, owner.id, Land(GM, owner.id), each))
    for happening in found:
        happening.count = max(happening.count, state.count)
    return sorted(found, key=lambda each: (each.count, each.order))


def by_itself(state: Hybrid, one: Fighter, place: int) -> list[Happening]:
    """Bleeding, recovery, rest, the price of a preset, getting where one is going."""
    found: list[Happening] = []
    if one.bleeding:
        found.append(Happening(min(one.bleeding), (BY_ITSELF, place, 0), one.id, Bleed(GM, one.id)))
    if one.shock is not None:
        found.append(Happening(one.shock.rolls, (BY_ITSELF, place, 1), one.id, Recover(GM, one.id)))
    if resting(one):
        found.append(Happening(one.resting + REST, (BY_ITSELF, place, 2), one.id, Rest(GM, one.id)))
    price = next_price(one) if one.able else None
    if price is not None:
        found.append(Happening(price, (BY_ITSELF, place, 3), one.id, HoldPreset(GM, one.id)))
    there = arrival(state, one) if one.able else None
    if there is not None:
        found.append(Happening(there, (BY_ITSELF, place, 4), one.id, Arrive(GM, one.id)))
    return found


def due(state: Hybrid) -> Action | None:
    if not state.begun:
        return Begin(GM)
    for one in state.roster.values():
        if one.landed:
            return RollInitiative(GM, one.id)
    coming = happenings(state)
    if not coming:
        return None
    if coming[0].step is None and coming[0].count > state.count:
        return Count(GM)
    return coming[0].step


def actors(state: Hybrid) -> list[str]:
    """Whose choice it is on the present count; then those who might give up a preset. Others on the count follow."""
    coming = happenings(state)
    if not coming or coming[0].step is not None or coming[0].count > state.count:
        return []
    holding = [one.id for one in state.roster.values() if may_give_up(state, one) and one.id != coming[0].who]
    return [coming[0].who, *holding]


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
    coming = happenings(state)
    tick(state, table, coming[0].who, coming[0].count)


# --- what people see -------------------------------------------------------------------------------------------


def standing(state: Hybrid, one: Fighter) -> bool:
    """Does this one still take part?"""
    return one.able


def clock(state: Hybrid) -> int:
    return state.count


def over(state: Hybrid) -> Outcome | None:
    """One side at most has somebody left who can act, and no blow is in the air that nothing can stop. hybrid.ruling.death"""
    if any(each.assured for each in state.under_way):
        return None
    left = list(dict.fromkeys(one.side for one in state.roster.values() if one.able))
    if len(left) > 1:
        return None
    return Outcome(left, "hybrid.ruling.death", f"{left[0]} holds the field" if left else "nobody is left standing")


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
    if isinstance(each.step, Arrive):
        return f"gets there at a {state.roster[each.who].pace}"
    if isinstance(each.step, Respond):
        return "responds"
    if each.step is not None:
        return {"bleed": "bleeds", "recover": "rolls to recover from shock", "rest": "gets some breath back",
                "hold-preset": "pays for holding the preset"}[each.step.KIND]
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


