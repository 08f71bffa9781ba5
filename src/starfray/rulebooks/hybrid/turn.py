"""The clock: the start of a conflict, who is due on which count, and the next initiative."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome, Tally
from starfray.rulebooks.hybrid.actions import Begin, Bleed, Count, Land, Recover, RollInitiative
from starfray.rulebooks.hybrid.check import chance_of, pass_shape
from starfray.rulebooks.hybrid.figures import agility, perception_tally, reaction
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, action_of

BY_ITSELF, LANDING, CHOICE = 0, 1, 2  # the order on one count: hybrid.ruling.timeline


class Happening:
    """Something that comes up on a count: a clock of its own, a landing, or (step None) a choice."""

    __slots__ = ("count", "order", "step", "who")

    def __init__(self, count: int, order: tuple[int, ...], who: str, step: Action | None) -> None:
        self.count = count
        self.order = order
        self.who = who
        self.step = step


def rank_key(state: Hybrid, one: Fighter) -> tuple[int, int, int]:
    """Higher Speed first, then higher PAG, then the roster. hybrid.ruling.initiative-ties"""
    return (-one.speed, -agility(one), list(state.roster).index(one.id))


def choice_count(state: Hybrid, one: Fighter) -> int | None:
    """The count on which a fighter chooses next; None while something else must happen first."""
    if not one.able or one.landed or action_of(state, one.id) is not None:
        return None
    return max(one.initiative, one.wait_until)


def happenings(state: Hybrid) -> list[Happening]:
    """Everything that is to come by itself or by choice, first things first."""
    found: list[Happening] = []
    for place, one in enumerate(state.roster.values()):
        if one.fallen:
            continue
        if one.bleeding:
            found.append(Happening(min(one.bleeding), (BY_ITSELF, place, 0), one.id, Bleed(GM, one.id)))
        if one.shock is not None:
            found.append(Happening(one.shock.rolls, (BY_ITSELF, place, 1), one.id, Recover(GM, one.id)))
        chooses = choice_count(state, one)
        if chooses is not None:
            found.append(Happening(chooses, (CHOICE, *rank_key(state, one)), one.id, None))
    for each in state.under_way:
        owner = state.roster[each.actor]
        if owner.able or each.assured:
            place = list(state.roster).index(owner.id)
            fixed = each.kind in ("rise", "dodge", "drop")  # phases of the body come by themselves
            order = (BY_ITSELF, place, 2) if fixed else (LANDING, *rank_key(state, owner))
            found.append(Happening(each.lands, order, owner.id, Land(GM, owner.id)))
    for happening in found:
        happening.count = max(happening.count, state.count)
    return sorted(found, key=lambda each: (each.count, each.order))


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
    """Whose choice it is on the present count; others on the same count follow in their order."""
    coming = happenings(state)
    if not coming or coming[0].step is not None or coming[0].count > state.count:
        return []
    return [coming[0].who]


def reach(state: Hybrid, count: int) -> None:
    """The clock moves on; whoever's count has come knows what is going on. hybrid.ruling.aware"""
    state.count = max(state.count, count)
    for one in state.roster.values():
        if one.initiative <= state.count:
            one.aware = True
        chooses = choice_count(state, one)
        if one.stance and chooses is not None and one.stance_since < chooses <= state.count:
            one.stance = []  # hybrid.ruling.stance-duration: until the next choice


# --- steps -----------------------------------------------------------------------------------------------------


def begin(state: Hybrid, table: Table, act: Begin) -> None:
    """In roster order, each completely before the next: perception, then initiative. hybrid.initiative.trigger"""
    state.begun = True
    state.count = 0
    table.emit("hybrid.combat.sequence", GM, note="the conflict begins")
    for one in state.roster.values():
        if one.fallen:
            continue
        chance = chance_of(table, perception_tally(table, one))
        made = table.roll("hybrid.initiative.trigger", one.id, pass_shape(chance.total), chance) == 0
        one.aware = made
        bonus = table.tally()
        if not made:
            bonus.add(5, "hybrid.initiative.failed-perception")
        roll_initiative(state, table, one, bonus)
        table.same("hybrid.initiative.trigger")


def roll_initiative(state: Hybrid, table: Table, one: Fighter, bonus: Tally) -> None:
    """2d6 + 8 - reaction speed, counted from now; what is under 1 becomes speed points. hybrid.initiative.roll"""
    bonus.add(8, "hybrid.initiative.roll")
    bonus.add(-reaction(one), "hybrid.initiative.reaction-speed")
    raw = table.roll("hybrid.initiative.roll", one.id, total(2, 6), bonus) + bonus.total
    floor = 0 if state.rulings.get("initiative-floor") == "zero" else 1  # hybrid.ruling.initiative-floor
    one.speed_points = max(0, floor - raw)  # hybrid.ruling.speed-point-value: old points lapse
    if one.speed_points:
        table.emit("hybrid.initiative.speed-points", one.id, number=one.speed_points)
    one.initiative = state.count + max(floor, raw)
    one.wait_until = 0
    table.emit("hybrid.action.begin", one.id, number=one.initiative, note="chooses on this count")


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
    reach(state, coming[0].count)
    table.emit("hybrid.time.count", coming[0].who, number=state.count)


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
    """The timeline: who chooses, what lands, whose clock runs out, by count."""
    rows = [Moment(str(state.count), one.id, "rolls initiative", "now") for one in state.roster.values() if one.landed]
    for each in happenings(state):
        status = "now" if each.count == state.count else "next"
        rows.append(Moment(str(each.count), each.who, what_comes(state, each), status))
    return rows


def what_comes(state: Hybrid, each: Happening) -> str:
    if isinstance(each.step, Bleed):
        return "bleeds"
    if isinstance(each.step, Recover):
        return "rolls to recover from shock"
    under_way = action_of(state, each.who)
    if isinstance(each.step, Land) and under_way is not None:
        return f"{describe_action(under_way)} lands"
    return "waits until then" if state.roster[each.who].wait_until == each.count else "chooses"


def describe_action(under_way: UnderWay) -> str:
    if under_way.kind == "blow":
        return f"blow at {under_way.target} with {under_way.weapon}"
    if under_way.kind == "close":
        return f"closing with {under_way.target}"
    return {"rise": "getting up", "release": "freeing the weapon", "dodge": "dodging", "drop": "dropping prone",
            "draw": f"drawing {under_way.weapon}"}[under_way.kind]
