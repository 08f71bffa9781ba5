"""Treating people: first aid, saving the dying, radiation, and the injector that treats from afar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, distance, somebody, something
from starfray.rulebooks.coriolis.aim import aim, guns_of
from starfray.rulebooks.coriolis.core import SLOW, add_skill, refuse_untrained, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.gear import add_equipment, equipment, improvised, usable, use_up
from starfray.rulebooks.coriolis.hazards import TURNS_PER_MINUTE
from starfray.rulebooks.coriolis.hooks import first_aid_dice
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out
from starfray.rulebooks.coriolis.modifiers import ranged_pool
from starfray.rulebooks.coriolis.ranges import CLOSE, LIMITS, refuse_walled
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Gear, Injury, carried, fighter, shut_in

FIRST_AID, LIFE_SAVING = "coriolis.action.first-aid", "coriolis.state.crit-dying"


def near_patient(state: Coriolis, actor: Fighter, who: str) -> Fighter:
    """coriolis.ruling.first-aid.reach: Close Range."""
    patient = fighter(state, who)
    if patient.dead or not patient.person:
        raise Refused("coriolis.heal.first-aid", f"{who} cannot be treated", [])
    refuse_walled(state, actor, patient)
    if distance(state, actor, patient) > CLOSE:
        nearer = ["leave"] if actor.aboard else ["move"]
        raise Refused("coriolis.ruling.first-aid.reach", f"{who} is not within Close Range", nearer)
    if actor.aboard != patient.aboard and (shut_in(state, actor) or shut_in(state, patient)):
        raise Refused("coriolis.ruling.vehicle.occupants", f"a closed vehicle is between {actor.id} and {who}", ["enter"])
    return patient


def refuse_if_not_down(patient: Fighter) -> None:
    """First aid is for the Broken (or unconscious); rest is for the damaged. coriolis.state.damaged.no-first-aid

    coriolis.state.damaged
    """
    if patient.broken or patient.unconscious:
        return
    rule = "coriolis.state.damaged.no-first-aid" if patient.hp < patient.max_hp else "coriolis.heal.first-aid"
    raise Refused(rule, f"{patient.id} is not Broken", ["rest"])


def trained(actor: Fighter) -> bool:
    return actor.skills.get("medicurgy", 0) >= 1  # coriolis.core.advanced-skills


def refuse_untrained_aid(state: Coriolis, actor: Fighter, patient: Fighter) -> None:
    """First aid takes training, unless the house lets anybody try it on the Broken. coriolis.ruling.first-aid.untrained"""
    if trained(actor):
        return
    if state.ruling("untrained-first-aid") != "allowed":
        refuse_untrained(actor, "medicurgy", "coriolis.state.broken.training-and-gear")
    if not patient.broken:
        raise Refused("coriolis.ruling.first-aid.untrained", f"{patient.id} is not Broken; this takes training", [])


@dataclass(frozen=True, slots=True)
class FirstAid(Action):
    """Get somebody who is Broken back on her feet."""

    KIND: ClassVar[str] = "first-aid"
    target: str
    gear: str = ""


def first_aid(state: Coriolis, table: Table, action: FirstAid) -> None:
    """Slow; a Medicurgy test with the equipment at hand. coriolis.action.first-aid"""
    actor = fighter(state, action.actor)
    patient = near_patient(state, actor, action.target)
    refuse_if_not_down(patient)
    refuse_untrained_aid(state, actor, patient)
    piece = equipment(actor, action.gear, "broken", table.content)
    deed = Deed("first-aid", patient.id)
    declare(state, table, actor, deed)
    table.emit("coriolis.heal.first-aid", actor.id, patient.id, note=piece.name)
    if carried_out(state, table, Declaration("first-aid", actor, patient)):
        give_first_aid(state, table, actor, patient, piece, deed)


def patients(state: Coriolis, actor: Fighter) -> list[Fighter]:
    """Whom a treatment may be meant for, those who need it first."""
    people = [each for each in state.roster.values() if each.person and not each.dead]
    return sorted(people, key=lambda each: not (each.broken or each.unconscious or each.dying))


def first_aid_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    pieces = usable(actor, "broken")
    gear = something("gear", [*pieces, improvised(content)], required=not pieces)
    return [somebody("target", patients(state, actor)), gear]


FIRST_AID_KIND = ActionKind(
    FirstAid, first_aid, FIRST_AID, SLOW, group="healing", fields=first_aid_fields,
    hints=("coriolis.state.broken", "coriolis.state.broken.improvised", "coriolis.state.note", "coriolis.state.damaged",
           "coriolis.heal.first-aid.needs-gear", "coriolis.ruling.med.t-dose", "coriolis.ruling.med.improvise"),
)  # fmt: skip


def give_first_aid(state: Coriolis, table: Table, actor: Fighter, patient: Fighter, piece: Gear, deed: Deed) -> None:
    """The test; the patient gets up or may be treated again. coriolis.heal.first-aid"""
    if not trained(actor):  # on Wits alone
        table.cite("coriolis.state.broken.untrained-option")
    sixes = medicurgy(state, table, actor, piece, "broken", deed, FIRST_AID, talent=first_aid_dice(actor))
    if sixes:
        heal(table, actor, patient, sixes, piece)
    else:
        table.emit("coriolis.state.broken.yo-yo", actor.id, patient.id)


def medicurgy(
    state: Coriolis,
    table: Table,
    actor: Fighter,
    piece: Gear,
    against: str,
    deed: Deed,
    rule: str,
    *,
    talent: int = 0,
    modifier: int = 0,
) -> int:
    """The test behind every treatment; the piece of equipment used gives its one bonus. coriolis.state.same-gear-bonus"""
    tally = table.tally(actor)
    add_skill(tally, actor, "medicurgy")
    add_equipment(table, tally, actor, piece, against)
    if talent:
        tally.add(talent, "coriolis.action.first-aid.modifier", "talent")
    if modifier:
        tally.add(modifier, "coriolis.ruling.crit.treatment", "fatal injury")
    add_help(table, tally, actor, deed)
    use_up(table, actor, piece)
    return skill_test(state, table, actor, tally, rule)


def heal(table: Table, actor: Fighter, patient: Fighter, sixes: int, piece: Gear | None) -> None:
    """Up at once, HP become the count of sixes; a p-dose adds 2. coriolis.heal.first-aid.success"""
    points = sixes
    if piece is not None and piece.heals:
        points += piece.heals
        table.emit("coriolis.ruling.med.p-dose", actor.id, patient.id, piece.heals)
    table.emit("coriolis.heal.first-aid.success", actor.id, patient.id, points)
    stand_up(table, patient, max(patient.hp, points))


def stand_up(table: Table, patient: Fighter, hp: int) -> None:
    """No longer Broken, nor waiting to push on. coriolis.ruling.first-aid.cap, coriolis.ruling.pushing-on.timer"""
    if hp > patient.max_hp:
        table.emit("coriolis.ruling.first-aid.cap", patient.id, number=patient.max_hp)
    if patient.unconscious:
        table.emit("coriolis.ruling.crit.unconscious", patient.id, note="wakes")
    patient.hp = min(hp, patient.max_hp)
    patient.unconscious = 0
    patient.broken_hours = 0
    patient.rise()
    table.emit("coriolis.state.broken.first-aid", patient.id, number=patient.hp)


# --- the dying -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Surgery(Action):
    """Save the life of somebody with a fatal injury."""

    KIND: ClassVar[str] = "surgery"
    target: str
    injury: str = ""
    gear: str = ""


def surgery(state: Coriolis, table: Table, action: Surgery) -> None:
    """Only trained people can save the dying; a separate test per injury. coriolis.state.crit-dying"""
    actor = fighter(state, action.actor)
    patient = near_patient(state, actor, action.target)
    refuse_untrained(actor, "medicurgy", LIFE_SAVING)
    injury = fatal_injury(patient, action.injury)
    piece = equipment(actor, action.gear, "critical", table.content)
    deed = Deed("surgery", patient.id)
    declare(state, table, actor, deed)
    table.emit("coriolis.state.separate-checks", actor.id, patient.id, injury.number, injury.name)
    if carried_out(state, table, Declaration("surgery", actor, patient)):
        operate(state, table, actor, patient, injury, piece, deed)


def fatal_injuries(patients: list[Fighter]) -> Field:
    """Which of them is treated; left out, the one with the least time left."""
    wounds = {str(each.number): each.name for patient in patients for each in patient.dying}
    return Field("injury", "choice", [Option(number, name) for number, name in wounds.items()], required=False)


def surgery_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    dying = [each for each in patients(state, actor) if each.dying]
    return [somebody("target", dying), something("gear", usable(actor, "critical"), required=False), fatal_injuries(dying)]


SURGERY = ActionKind(
    Surgery, surgery, LIFE_SAVING, SLOW, group="healing", fields=surgery_fields,
    hints=("coriolis.state.crit-recovering.meaning", "coriolis.state.crit-recovering.needs-training"),
)  # fmt: skip


def operate(state: Coriolis, table: Table, actor: Fighter, patient: Fighter, injury: Injury, piece: Gear, deed: Deed) -> None:
    """Any six stabilises; failure may be repeated while there is time. coriolis.ruling.crit.treatment"""
    if medicurgy(state, table, actor, piece, "critical", deed, LIFE_SAVING, modifier=injury.modifier):
        stabilise(table, actor, patient, injury)
    else:
        table.emit("coriolis.core.grades", actor.id, patient.id, note="failure")


def fatal_injury(patient: Fighter, named: str) -> Injury:
    """The one named, or the one that kills first."""
    chosen = [each for each in patient.dying if named in ("", str(each.number), each.name)]
    if not chosen:
        names = [each.name for each in patient.dying]
        raise Refused("coriolis.ruling.crit.treatment", f"{patient.id} has no such fatal injury", names)
    return most_urgent(chosen)


def most_urgent(injuries: list[Injury]) -> Injury:
    return min(injuries, key=urgency)


def urgency(injury: Injury) -> tuple[bool, int]:
    """What time is left: turns of the minutes, before any hours."""
    if injury.unit == "minutes":
        return False, injury.limit * TURNS_PER_MINUTE - injury.turns
    return True, injury.limit * (24 if injury.unit == "days" else 1) - injury.hours


def stabilise(table: Table, actor: Fighter, patient: Fighter, injury: Injury) -> None:
    """Any six saves her; she stays Broken if she was. coriolis.ruling.crit.treatment"""
    injury.stabilised = True
    injury.damage_per = ""  # the life-saving test stops the bleeding, too
    table.emit("coriolis.ruling.crit.treatment", actor.id, patient.id, injury.number, injury.name)


# --- radiation -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TreatRadiation(Action):
    """Take radiation off somebody."""

    KIND: ClassVar[str] = "treat-radiation"
    target: str
    gear: str = ""


def treat_radiation(state: Coriolis, table: Table, action: TreatRadiation) -> None:
    """Slow; each six takes off a point, with gear that is of use against radiation. coriolis.med.table"""
    actor = fighter(state, action.actor)
    patient = near_patient(state, actor, action.target)
    if not patient.radiation:
        raise Refused("coriolis.med.table", f"{patient.id} has taken no radiation", [])
    refuse_untrained(actor, "medicurgy")
    piece = equipment(actor, action.gear, "radiation", table.content)
    deed = Deed("treat-radiation", patient.id)
    declare(state, table, actor, deed)
    if carried_out(state, table, Declaration("treat-radiation", actor, patient)):
        take_off_radiation(state, table, actor, patient, piece, deed)


def radiation_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    ill = [each for each in patients(state, actor) if each.radiation]
    return [somebody("target", ill), something("gear", usable(actor, "radiation"), required=False)]


TREAT_RADIATION = ActionKind(
    TreatRadiation, treat_radiation, "coriolis.med.table", SLOW, group="healing", fields=radiation_fields
)


def take_off_radiation(state: Coriolis, table: Table, actor: Fighter, patient: Fighter, piece: Gear, deed: Deed) -> None:
    sixes = medicurgy(state, table, actor, piece, "radiation", deed, "coriolis.med.table")
    taken = min(sixes, patient.radiation)
    patient.radiation -= taken
    table.emit("coriolis.med.table", actor.id, patient.id, taken, f"radiation of {patient.id} now {patient.radiation}")


# --- from afar -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Inject(Action):
    """Fire a ballistic m-injector at a patient and treat her: Broken, or the fatal injury named."""

    KIND: ClassVar[str] = "inject"
    target: str
    weapon: str = ""
    injury: str = ""


def inject(state: Coriolis, table: Table, action: Inject) -> None:
    """One Slow action: a plain shot with a Vulcan weapon, then Medicurgy as with an m-dose. coriolis.ruling.med.injector"""
    actor, patient, gun = aim(state, action.actor, action.target, action.weapon)
    piece = injector(actor)
    if piece.needs not in gun.features:
        raise Refused("coriolis.med.ballistic-m-injector", "an injector needs a Vulcan firearm", [])
    if distance(state, actor, patient) > LIMITS[1]:
        raise Refused("coriolis.ruling.med.injector", f"{patient.id} is further than Short Range", ["move"])
    down = patient.broken or patient.unconscious
    injury = fatal_injury(patient, action.injury) if action.injury or (patient.dying and not down) else None
    if injury is None:
        refuse_if_not_down(patient)
    refuse_untrained(actor, "medicurgy", LIFE_SAVING)
    deed = Deed("inject", patient.id, gun.key)
    declare(state, table, actor, deed)
    table.emit("coriolis.medtech.ballistic-m-injector", actor.id, patient.id)
    if not carried_out(state, table, Declaration("inject", actor, patient, gun)):
        return
    tally = ranged_pool(state, table, actor, patient, gun)
    add_help(table, tally, actor, deed)
    if not skill_test(state, table, actor, tally, "coriolis.ranged.pool"):
        table.emit("coriolis.ruling.med.injector", actor.id, patient.id, note="misses")
        use_up(table, actor, piece)  # spent either way
    elif injury is None:
        give_first_aid(state, table, actor, patient, piece, Deed("inject", patient.id))
    else:
        operate(state, table, actor, patient, injury, piece, Deed("inject", patient.id))


def injector(actor: Fighter) -> Gear:
    piece = carried(actor, "ballistic-m-injector")
    if piece is None:
        raise Refused("coriolis.med.ballistic-m-injector", f"{actor.id} has no injector", [])
    return piece


def no_injector(state: Coriolis, actor: Fighter, content: Content) -> Refused | None:
    """Asked first: no patient and no gun would make a difference."""
    try:
        injector(actor)
    except Refused as refused:
        return refused
    return None


def injector_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    sick = patients(state, actor)
    guns = something("weapon", guns_of(state, actor), required=False)
    return [somebody("target", [each for each in sick if each is not actor]), guns, fatal_injuries(sick)]


INJECT = ActionKind(
    Inject, inject, "coriolis.medtech.ballistic-m-injector", SLOW, group="healing", refusal=no_injector, fields=injector_fields
)
