"""After the fight: treating the wounded, and what the hours bring. Works on the people of a fight, over or saved.

`gm call "tend mira tor surgery"` is a turn's work, `gm call "hours 6"` lets six hours pass for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.dice import total
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.core import SLOW
from starfray.rulebooks.coriolis.declare import Deed
from starfray.rulebooks.coriolis.gear import equipment
from starfray.rulebooks.coriolis.hazards import TURNS_PER_MINUTE, burn_and_bleed, burn_or_bleed, run_clock, run_clocks
from starfray.rulebooks.coriolis.healing import (
    fatal_injury,
    give_first_aid,
    medicurgy,
    operate,
    refuse_if_not_down,
    refuse_untrained_aid,
    refuse_untrained_surgeon,
    take_off_radiation,
    trained,
)
from starfray.rulebooks.coriolis.injury import break_down, lose_hp
from starfray.rulebooks.coriolis.remedies import come_down, needs_spider, spider_works
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Injury

TREATMENTS = {"first-aid": "broken", "surgery": "critical", "recovery": "critical", "radiation": "radiation"}
HOURS_PER = {"hours": 1, "days": 24}
TURNS_PER_HOUR = 60 * TURNS_PER_MINUTE


def people_of(table: Table) -> Coriolis:
    """The fight the procedure is called in."""
    state = table.state
    assert isinstance(state, Coriolis)
    if not state.roster:
        raise BadInput("there is nobody here", expected='a fight, and there: gm call "…"')
    return state


def member(state: Coriolis, who: str, field: str) -> Fighter:
    one = state.roster.get(who)
    if one is None or not one.person:
        raise BadInput(f"nobody is called {who!r}", field=field, expected=suggest(who, state.roster))
    return one


# --- treatment -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tend(Action):
    """Who treats whom, for what (first-aid, surgery, recovery, radiation), with what gear; an injury by its name."""

    KIND: ClassVar[str] = "tend"
    medic: str
    patient: str
    treatment: str = "first-aid"
    gear: str = ""
    injury: str = ""


def tend(table: Table, args: Tend) -> dict[str, Plain]:
    """The same tests as in a fight; first aid and surgery take a turn, in which clocks run on."""
    state = people_of(table)
    one, patient = member(state, args.medic, "medic"), member(state, args.patient, "patient")
    if args.treatment not in TREATMENTS:
        raise BadInput(f"{args.treatment!r}", field="treatment", expected=suggest(args.treatment, TREATMENTS))
    if one.immobile:
        raise Refused("coriolis.broken.no-actions", f"{one.id} can do nothing", [])
    if patient.dead:
        raise Refused("coriolis.heal.first-aid", f"{patient.id} is dead", [])
    deed = Deed(args.treatment, SLOW, patient.id)
    if args.treatment == "first-aid":
        refuse_if_not_down(patient)
        refuse_untrained_aid(state, one, patient)
        give_first_aid(state, table, one, patient, equipment(one, args.gear, "broken"), deed)
    elif args.treatment == "surgery":
        refuse_untrained_surgeon(one)
        injury = fatal_injury(patient, args.injury)
        operate(state, table, one, patient, injury, equipment(one, args.gear, "critical"), deed)
    elif args.treatment == "recovery":
        after_care(state, table, one, patient, args, deed)
    else:
        if not trained(one):
            raise Refused("coriolis.core.advanced-skills", f"{one.id} has no training in medicurgy", [])
        take_off_radiation(state, table, one, patient, equipment(one, args.gear, "radiation"), deed)
    if args.treatment in ("first-aid", "surgery"):
        burn_and_bleed(state, table)
        run_clocks(state, table)
    return condition(patient)


def after_care(state: Coriolis, table: Table, one: Fighter, patient: Fighter, args: Tend, deed: Deed) -> None:
    """Once per injury, not while dying; a six halves the healing time, rounded up. coriolis.ruling.crit.treatment"""
    if not trained(one):
        raise Refused("coriolis.state.crit-recovering.needs-training", f"{one.id} can only give comfort", [])
    injury = recovering(patient, args.injury)
    piece = equipment(one, args.gear, "critical")
    table.emit("coriolis.state.separate-checks", one.id, patient.id, injury.number, injury.name)
    injury.treated = True
    if medicurgy(state, table, one, piece, "critical", deed, "coriolis.state.crit-recovering"):
        injury.healing_days = -(-injury.healing_days // 2)
    table.emit("coriolis.state.crit-recovering", one.id, patient.id, injury.healing_days, injury.name)


def recovering(patient: Fighter, named: str) -> Injury:
    mending = [each for each in patient.injuries if each.healing_days and not each.healed and not each.treated]
    fit = [each for each in mending if not each.dying and named in ("", str(each.number), each.name)]
    if not fit:
        reason = "must be saved first" if patient.dying else "has no such injury that is not treated yet"
        raise Refused("coriolis.ruling.crit.treatment", f"{patient.id} {reason}", [each.name for each in mending])
    return fit[0]


# --- hours -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hours(Action):
    """How many hours (and days) go by, for everybody or for one person. 0: the fight has just ended."""

    KIND: ClassVar[str] = "hours"
    hours: int
    who: str = ""
    days: int = 0


def hours_pass(table: Table, args: Hours) -> dict[str, Plain]:
    """Timers start when the fight ends; then clocks, drugs, waking, pushing on and healing, hour by hour in roster order."""
    state = people_of(table)
    count = args.hours + 24 * args.days
    if not 0 <= count <= 24 * 365:
        raise BadInput(f"{count} hours", field="hours", expected="0 to a year")
    everybody = [member(state, args.who, "who")] if args.who else [one for one in state.roster.values() if one.person]
    for one in everybody:
        if not one.dead:
            start_timers(table, one)
    if count:
        last_turns(state, table, everybody)
    for hour in range(count):
        for one in everybody:
            table.same("coriolis.ruling.heal.hour", (hour, one.id))
            if not one.dead:
                an_hour(state, table, one)
    return {one.id: condition(one) for one in everybody}


def last_turns(state: Coriolis, table: Table, everybody: list[Fighter]) -> None:
    """Before the first hour is over every fire has gone out, and spider doctors have done what they can, turn by turn."""
    for turn in range(TURNS_PER_HOUR):
        table.same("coriolis.ruling.time-scale", turn)
        if not any(one.burning or (one.spider and needs_spider(one)) for one in everybody if not one.dead):
            break
        table.remember(turn)
        for one in everybody:
            burn_or_bleed(state, table, one)
        for one in everybody:
            run_clock(state, table, one)
            if one.spider and needs_spider(one):
                spider_works(table, one)
        table.forget()
    for one in everybody:
        one.stunned = 0


def start_timers(table: Table, one: Fighter) -> None:
    """Rolled when the fight ends, counted from being Broken. coriolis.ruling.pushing-on.timer"""
    if one.broken and not one.broken_hours:
        one.broken_hours = table.roll("coriolis.ruling.pushing-on.timer", one.id, total(1, 6))
    if one.mp <= 0 and not one.stress_hours:
        one.stress_hours = table.roll("coriolis.ruling.stress.zero", one.id, total(1, 6))


def an_hour(state: Coriolis, table: Table, one: Fighter) -> None:
    for injury in one.injuries:
        injury.hours += 1
        limit = 1 if injury.unit == "minutes" else injury.limit * HOURS_PER.get(injury.unit, 0)  # minutes are over by now
        if injury.dying and injury.hours >= limit:
            one.dead = True
            break_down(state, table, one, "coriolis.state.crit-dying")
            return
        if injury.damage_per == "hour":
            table.emit("coriolis.ruling.turn-start", one.id, number=1, note=f"bleeds: {injury.name}")
            lose_hp(state, table, one, 1)
    drugs_wear_off(state, table, one)
    wake(table, one)
    recover_hp(table, one)
    recover_mp(table, one)
    for injury in list(one.injuries):
        if injury.healing_days and not injury.dying and not injury.healed and injury.hours >= 24 * injury.healing_days:
            mend(table, one, injury)


def drugs_wear_off(state: Coriolis, table: Table, one: Fighter) -> None:
    for weakness in list(one.weakened):
        weakness.hours -= 1
        if weakness.hours <= 0:
            one.weakened.remove(weakness)
            table.emit("coriolis.medtech.poison.win", one.id, note=weakness.attribute)
    if one.drugged:
        one.drug_hours -= 1
        if one.drug_hours <= 0:
            come_down(state, table, one)


def wake(table: Table, one: Fighter) -> None:
    """coriolis.ruling.crit.unconscious: until the hours are over."""
    if one.unconscious:
        one.unconscious -= 1
        if not one.unconscious:
            table.emit("coriolis.ruling.crit.unconscious", one.id, note="wakes")
            get_back_up(one)


def get_back_up(one: Fighter) -> None:
    one.prone = one.paralysed or not one.conscious


def recover_hp(table: Table, one: Fighter) -> None:
    """Broken and alone: 1 HP when the hours are over; from then on 1 HP at each full hour. coriolis.heal.pushing-on"""
    if one.broken:
        if not one.broken_hours:  # Broken since: by bleeding, or by coming down
            start_timers(table, one)
            return
        one.broken_hours -= 1
        if not one.broken_hours:
            one.hp = 1
            get_back_up(one)
            table.emit("coriolis.heal.pushing-on", one.id, number=one.hp)
    elif not one.unconscious and one.hp < one.max_hp:
        one.hp += 1
        table.emit("coriolis.heal.natural", one.id, number=one.hp)
        if one.hp == one.max_hp and any(not injury.healed for injury in one.injuries):
            table.emit("coriolis.heal.natural.crits-remain", one.id)


def recover_mp(table: Table, one: Fighter) -> None:
    """Broken by stress: 1 Mind Point when the hours are over; then 1 per hour. coriolis.ruling.stress.zero"""
    if one.mp <= 0:
        if not one.stress_hours:
            start_timers(table, one)
            return
        one.stress_hours -= 1
        if not one.stress_hours:
            one.mp, one.breakdown = 1, ""
            get_back_up(one)
            table.emit("coriolis.ruling.stress.zero", one.id, number=one.mp, note="is herself again")
    elif one.mp < one.max_mp:
        one.mp += 1
        table.emit("coriolis.core.mp", one.id, number=one.mp)


def mend(table: Table, one: Fighter, injury: Injury) -> None:
    """Lasting effects end with the healing days, except the permanent ones. coriolis.state.crit-recovering"""
    table.emit("coriolis.state.crit-recovering", one.id, one.id, note=injury.name)
    crippled = "paralysed-if-untreated" in injury.permanent and not injury.treated
    if not injury.permanent or (injury.paralysed and not crippled):
        one.injuries.remove(injury)
        return
    injury.healed, injury.skills, injury.strain = True, {}, False
    injury.half_move = "half-move" in injury.permanent
    injury.no_two_handed = "no-two-handed" in injury.permanent


def condition(one: Fighter) -> dict[str, Plain]:
    """What came of it, for the caller."""
    return {
        "hp": one.hp, "mp": one.mp, "dead": one.dead, "unconscious": one.unconscious, "radiation": one.radiation,
        "hours-to-go": one.broken_hours, "dying": [each.name for each in one.dying],
        "injuries": {each.name: each.healing_days for each in one.injuries},
    }  # fmt: skip
