"""After the fight: treating the wounded, and what the hours bring. Works on the people of a fight, over or saved.

`gm call "tend mira tor surgery"` is a turn's work, `gm call "hours 6"` lets six hours pass for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, BadInput, Plain, Refused, Table, suggest, total
from starfray.rulebooks.coriolis.core import refuse_untrained
from starfray.rulebooks.coriolis.declare import Deed
from starfray.rulebooks.coriolis.gear import equipment
from starfray.rulebooks.coriolis.hazards import TURNS_PER_MINUTE, burn_and_bleed, burn_or_bleed, run_clock, run_clocks
from starfray.rulebooks.coriolis.healing import (
    LIFE_SAVING,
    fatal_injury,
    give_first_aid,
    medicurgy,
    operate,
    refuse_if_not_down,
    refuse_untrained_aid,
    take_off_radiation,
    trained,
)
from starfray.rulebooks.coriolis.injury import break_down, lose_hp, roll_healing, roll_limit
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
    actor = state.roster.get(who)
    if actor is None or not actor.person:
        raise BadInput(f"nobody is called {who!r}", field=field, expected=suggest(who, state.roster))
    return actor


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
    deed = Deed(args.treatment, patient.id)
    if args.treatment == "first-aid":
        refuse_if_not_down(patient)
        refuse_untrained_aid(state, one, patient)
        give_first_aid(state, table, one, patient, equipment(one, args.gear, "broken", table.content), deed)
    elif args.treatment == "surgery":
        refuse_untrained(one, "medicurgy", LIFE_SAVING)
        injury = fatal_injury(patient, args.injury)
        operate(state, table, one, patient, injury, equipment(one, args.gear, "critical", table.content), deed)
    elif args.treatment == "recovery":
        after_care(state, table, one, patient, args, deed)
    else:
        refuse_untrained(one, "medicurgy")
        take_off_radiation(state, table, one, patient, equipment(one, args.gear, "radiation", table.content), deed)
    if args.treatment in ("first-aid", "surgery"):
        burn_and_bleed(state, table)
        run_clocks(state, table)
    return condition(patient)


def after_care(state: Coriolis, table: Table, actor: Fighter, patient: Fighter, args: Tend, deed: Deed) -> None:
    """Once per injury, not while dying; a six halves the healing time, rounded up. coriolis.ruling.crit.treatment"""
    if not trained(actor):
        raise Refused("coriolis.state.crit-recovering.needs-training", f"{actor.id} can only give comfort", [])
    for each in patient.injuries:
        roll_healing(table, patient, each)
    injury = recovering(patient, args.injury)
    piece = equipment(actor, args.gear, "critical", table.content)
    table.emit("coriolis.state.separate-checks", actor.id, patient.id, injury.number, injury.name)
    injury.treated = True
    if medicurgy(state, table, actor, piece, "critical", deed, "coriolis.state.crit-recovering"):
        injury.healing_days = -(-injury.healing_days // 2)
    table.emit("coriolis.state.crit-recovering", actor.id, patient.id, injury.healing_days, injury.name)


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
            table.merge("coriolis.ruling.heal.hour", (hour, one.id))
            if not one.dead:
                an_hour(state, table, one)
    return {one.id: condition(one) for one in everybody}


def last_turns(state: Coriolis, table: Table, everybody: list[Fighter]) -> None:
    """Before the first hour is over every fire has gone out, and spider doctors have done what they can, turn by turn."""
    for turn in range(TURNS_PER_HOUR):
        table.merge("coriolis.ruling.time-scale", turn)
        if not any(one.burning or (one.spider and needs_spider(one)) for one in everybody if not one.dead):
            break
        table.enter(turn)
        for one in everybody:
            burn_or_bleed(state, table, one)
        for one in everybody:
            run_clock(state, table, one)
            if one.spider and needs_spider(one):
                spider_works(table, one)
        table.leave()
    for one in everybody:
        one.stunned = 0


def start_timers(table: Table, actor: Fighter) -> None:
    """Rolled when the fight ends, counted from being Broken. coriolis.ruling.pushing-on.timer

    What a file does not say of an injury is rolled now, too.
    """
    for injury in actor.injuries:
        roll_limit(table, actor, injury)
        roll_healing(table, actor, injury)
    if actor.broken and not actor.broken_hours:
        actor.broken_hours = table.roll("coriolis.ruling.pushing-on.timer", actor.id, total(1, 6))
    if actor.mp <= 0 and not actor.stress_hours:
        actor.stress_hours = table.roll("coriolis.ruling.stress.zero", actor.id, total(1, 6))


def an_hour(state: Coriolis, table: Table, actor: Fighter) -> None:
    for injury in actor.injuries:
        injury.hours += 1
        limit = 1 if injury.unit == "minutes" else injury.limit * HOURS_PER.get(injury.unit, 0)  # minutes are over by now
        if injury.dying and injury.hours >= limit:
            actor.dead = True
            break_down(state, table, actor, "coriolis.state.crit-dying")
            return
        if injury.damage_per == "hour":
            table.emit("coriolis.ruling.turn-start", actor.id, number=1, note=f"bleeds: {injury.name}")
            lose_hp(state, table, actor, 1)
    poison_wears_off(table, actor)
    wake(table, actor)
    recover_hp(table, actor)
    recover_mp(table, actor)
    drug_wears_off(state, table, actor)  # what it costs is not healed in the hour in which it is paid
    for injury in list(actor.injuries):
        if injury.healing_days and not injury.dying and not injury.healed and injury.hours >= 24 * injury.healing_days:
            mend(table, actor, injury)


def poison_wears_off(table: Table, actor: Fighter) -> None:
    for weakness in list(actor.weakened):
        weakness.hours -= 1
        if weakness.hours <= 0:
            actor.weakened.remove(weakness)
            table.emit("coriolis.medtech.poison.win", actor.id, note=weakness.attribute)


def drug_wears_off(state: Coriolis, table: Table, actor: Fighter) -> None:
    if actor.drugged:
        actor.drug_hours -= 1
        if actor.drug_hours <= 0:
            come_down(state, table, actor)
            start_timers(table, actor)


def wake(table: Table, actor: Fighter) -> None:
    """coriolis.ruling.crit.unconscious: until the hours are over."""
    if actor.unconscious:
        actor.unconscious -= 1
        if not actor.unconscious:
            table.emit("coriolis.ruling.crit.unconscious", actor.id, note="wakes")
            actor.rise()


def recover_hp(table: Table, actor: Fighter) -> None:
    """Broken and alone: 1 HP when the hours are over; from then on 1 HP at each full hour. coriolis.heal.pushing-on

    coriolis.state.broken
    """
    if actor.broken:
        if not actor.broken_hours:  # Broken since: by bleeding, or by coming down
            start_timers(table, actor)
            return
        actor.broken_hours -= 1
        if not actor.broken_hours:
            actor.hp = 1
            actor.rise()
            table.emit("coriolis.heal.pushing-on", actor.id, number=actor.hp)
    elif not actor.unconscious and actor.hp < actor.max_hp:
        actor.hp += 1
        table.emit("coriolis.heal.natural", actor.id, number=actor.hp)
        if actor.hp == actor.max_hp and any(not injury.healed for injury in actor.injuries):
            table.emit("coriolis.heal.natural.crits-remain", actor.id)


def recover_mp(table: Table, actor: Fighter) -> None:
    """Broken by stress: 1 Mind Point when the hours are over; then 1 per hour. coriolis.ruling.stress.zero"""
    if actor.mp <= 0:
        if not actor.stress_hours:
            start_timers(table, actor)
            return
        actor.stress_hours -= 1
        if not actor.stress_hours:
            actor.mp, actor.breakdown = 1, ""
            actor.rise()
            table.emit("coriolis.ruling.stress.zero", actor.id, number=actor.mp, note="is herself again")
    elif actor.mp < actor.max_mp:
        actor.mp += 1
        table.emit("coriolis.core.mp", actor.id, number=actor.mp)


def mend(table: Table, actor: Fighter, injury: Injury) -> None:
    """Lasting effects end with the healing days, except the permanent ones. coriolis.state.crit-recovering"""
    table.emit("coriolis.state.crit-recovering", actor.id, actor.id, note=injury.name)
    crippled = "paralysed-if-untreated" in injury.permanent and not injury.treated
    if not injury.permanent or (injury.paralysed and not crippled):
        actor.injuries.remove(injury)
        return
    injury.healed, injury.skills, injury.strain = True, {}, False
    injury.half_move = "half-move" in injury.permanent
    injury.no_two_handed = "no-two-handed" in injury.permanent


def condition(actor: Fighter) -> dict[str, Plain]:
    """What came of it, for the caller."""
    return {
        "hp": actor.hp, "mp": actor.mp, "dead": actor.dead, "unconscious": actor.unconscious, "radiation": actor.radiation,
        "hours-to-go": actor.broken_hours, "dying": [each.name for each in actor.dying],
        "injuries": {each.name: each.healing_days for each in actor.injuries},
    }  # fmt: skip
