"""Treating people: first aid, saving the dying, radiation, and the injector that treats from afar."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import distance
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import FirstAid, Inject, Surgery, TreatRadiation
from starfray.rulebooks.coriolis.aim import aim
from starfray.rulebooks.coriolis.core import SLOW, add_skill, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.gear import add_equipment, equipment, use_up
from starfray.rulebooks.coriolis.hazards import TURNS_PER_MINUTE
from starfray.rulebooks.coriolis.hooks import first_aid_dice
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.modifiers import ranged_pool
from starfray.rulebooks.coriolis.ranges import CLOSE, LIMITS
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Gear, Injury, carried, fighter, shut_in

FIRST_AID, LIFE_SAVING = "coriolis.action.first-aid", "coriolis.state.crit-dying"


def near_patient(state: Coriolis, one: Fighter, who: str) -> Fighter:
    """coriolis.ruling.first-aid.reach: Close Range."""
    patient = fighter(state, who)
    if patient.dead or not patient.person:
        raise Refused("coriolis.heal.first-aid", f"{who} cannot be treated", [])
    if distance(state, one, patient) > CLOSE:
        raise Refused("coriolis.ruling.first-aid.reach", f"{who} is not within Close Range", ["move"])
    if one.aboard != patient.aboard and (shut_in(state, one) or shut_in(state, patient)):
        raise Refused("coriolis.ruling.vehicle.occupants", f"a closed vehicle is between {one.id} and {who}", ["enter"])
    return patient


def refuse_if_not_down(patient: Fighter) -> None:
    """First aid is for the Broken (or unconscious); rest is for the damaged. coriolis.state.damaged.no-first-aid"""
    if patient.broken or patient.unconscious:
        return
    rule = "coriolis.state.damaged.no-first-aid" if patient.hp < patient.max_hp else "coriolis.heal.first-aid"
    raise Refused(rule, f"{patient.id} is not Broken", ["rest"])


def trained(one: Fighter) -> bool:
    return one.skills.get("medicurgy", 0) >= 1  # coriolis.core.advanced-skills


def refuse_untrained_aid(state: Coriolis, one: Fighter, patient: Fighter) -> None:
    """First aid takes training, unless the house lets anybody try it on the Broken. coriolis.ruling.first-aid.untrained"""
    if trained(one):
        return
    if state.rulings.get("untrained-first-aid") != "allowed":
        raise Refused("coriolis.state.broken.training-and-gear", f"{one.id} has no training in medicurgy", [])
    if not patient.broken:
        raise Refused("coriolis.ruling.first-aid.untrained", f"{patient.id} is not Broken; this takes training", [])


def refuse_untrained_surgeon(one: Fighter) -> None:
    if not trained(one):
        raise Refused("coriolis.state.crit-dying", f"{one.id} has no training in medicurgy", [])


def first_aid(state: Coriolis, table: Table, act: FirstAid) -> None:
    """Slow; a Medicurgy test with the equipment at hand. coriolis.action.first-aid"""
    one = fighter(state, act.actor)
    patient = near_patient(state, one, act.target)
    refuse_if_not_down(patient)
    refuse_untrained_aid(state, one, patient)
    piece = equipment(one, act.gear, "broken")
    deed = Deed("first-aid", SLOW, patient.id)
    declare(state, table, one, deed)
    table.emit("coriolis.heal.first-aid", one.id, patient.id, note=piece.name)
    if carried_out(state, table, Happening("first-aid", one, patient)):
        give_first_aid(state, table, one, patient, piece, deed)


def give_first_aid(state: Coriolis, table: Table, one: Fighter, patient: Fighter, piece: Gear, deed: Deed) -> None:
    """The test; the patient gets up or may be treated again. coriolis.heal.first-aid"""
    if not trained(one):  # on Wits alone
        table.emit("coriolis.state.broken.untrained-option", one.id, patient.id)
    sixes = medicurgy(state, table, one, piece, "broken", deed, FIRST_AID, talent=first_aid_dice(one))
    if sixes:
        heal(table, one, patient, sixes, piece)
    else:
        table.emit("coriolis.state.broken.yo-yo", one.id, patient.id)


def medicurgy(
    state: Coriolis,
    table: Table,
    one: Fighter,
    piece: Gear,
    against: str,
    deed: Deed,
    rule: str,
    *,
    talent: int = 0,
    modifier: int = 0,
) -> int:
    """The test behind every treatment; the piece of equipment used gives its one bonus. coriolis.state.same-gear-bonus"""
    tally = table.tally(one)
    add_skill(tally, one, "medicurgy")
    add_equipment(table, tally, one, piece, against)
    if talent:
        tally.add(talent, "coriolis.action.first-aid.modifier", "talent")
    if modifier:
        tally.add(modifier, "coriolis.ruling.crit.treatment", "fatal injury")
    add_help(table, tally, one, deed)
    use_up(table, one, piece)
    return skill_test(state, table, one, tally, rule)


def heal(table: Table, one: Fighter, patient: Fighter, sixes: int, piece: Gear | None) -> None:
    """Up at once, HP become the count of sixes; a p-dose adds 2. coriolis.heal.first-aid.success"""
    points = sixes
    if piece is not None and piece.heals:
        points += piece.heals
        table.emit("coriolis.ruling.med.p-dose", one.id, patient.id, piece.heals)
    table.emit("coriolis.heal.first-aid.success", one.id, patient.id, points)
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
    patient.prone = patient.paralysed or not patient.conscious
    table.emit("coriolis.state.broken.first-aid", patient.id, number=patient.hp)


# --- the dying -------------------------------------------------------------------------------------------------


def surgery(state: Coriolis, table: Table, act: Surgery) -> None:
    """Only trained people can save the dying; a separate test per injury. coriolis.state.crit-dying"""
    one = fighter(state, act.actor)
    patient = near_patient(state, one, act.target)
    refuse_untrained_surgeon(one)
    injury = fatal_injury(patient, act.injury)
    piece = equipment(one, act.gear, "critical")
    deed = Deed("surgery", SLOW, patient.id)
    declare(state, table, one, deed)
    table.emit("coriolis.state.separate-checks", one.id, patient.id, injury.number, injury.name)
    if carried_out(state, table, Happening("surgery", one, patient)):
        operate(state, table, one, patient, injury, piece, deed)


def operate(state: Coriolis, table: Table, one: Fighter, patient: Fighter, injury: Injury, piece: Gear, deed: Deed) -> None:
    """Any six stabilises; failure may be repeated while there is time. coriolis.ruling.crit.treatment"""
    if medicurgy(state, table, one, piece, "critical", deed, LIFE_SAVING, modifier=injury.modifier):
        stabilise(table, one, patient, injury)
    else:
        table.emit("coriolis.core.grades", one.id, patient.id, note="failure")


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


def stabilise(table: Table, one: Fighter, patient: Fighter, injury: Injury) -> None:
    """Any six saves her; she stays Broken if she was. coriolis.ruling.crit.treatment"""
    injury.stabilised = True
    injury.damage_per = ""  # the life-saving test stops the bleeding, too
    table.emit("coriolis.ruling.crit.treatment", one.id, patient.id, injury.number, injury.name)


# --- radiation -------------------------------------------------------------------------------------------------


def treat_radiation(state: Coriolis, table: Table, act: TreatRadiation) -> None:
    """Slow; each six takes off a point, with gear that is of use against radiation. coriolis.med.table"""
    one = fighter(state, act.actor)
    patient = near_patient(state, one, act.target)
    if not patient.radiation:
        raise Refused("coriolis.med.table", f"{patient.id} has taken no radiation", [])
    if not trained(one):
        raise Refused("coriolis.core.advanced-skills", f"{one.id} has no training in medicurgy", [])
    piece = equipment(one, act.gear, "radiation")
    deed = Deed("treat-radiation", SLOW, patient.id)
    declare(state, table, one, deed)
    if carried_out(state, table, Happening("treat-radiation", one, patient)):
        take_off_radiation(state, table, one, patient, piece, deed)


def take_off_radiation(state: Coriolis, table: Table, one: Fighter, patient: Fighter, piece: Gear, deed: Deed) -> None:
    sixes = medicurgy(state, table, one, piece, "radiation", deed, "coriolis.med.table")
    taken = min(sixes, patient.radiation)
    patient.radiation -= taken
    table.emit("coriolis.med.table", one.id, patient.id, taken, f"radiation of {patient.id} now {patient.radiation}")


# --- from afar -------------------------------------------------------------------------------------------------


def inject(state: Coriolis, table: Table, act: Inject) -> None:
    """One Slow action: a plain shot with a Vulcan weapon, then Medicurgy as with an m-dose. coriolis.ruling.med.injector"""
    one, patient, gun = aim(state, act.actor, act.target, act.weapon)
    piece = carried(one, "ballistic-m-injector")
    if piece is None:
        raise Refused("coriolis.med.ballistic-m-injector", f"{one.id} has no injector", [])
    if piece.needs not in gun.features:
        raise Refused("coriolis.med.ballistic-m-injector", "an injector needs a Vulcan firearm", [])
    if distance(state, one, patient) > LIMITS[1]:
        raise Refused("coriolis.ruling.med.injector", f"{patient.id} is further than Short Range", ["move"])
    down = patient.broken or patient.unconscious
    injury = fatal_injury(patient, act.injury) if act.injury or (patient.dying and not down) else None
    if injury is None:
        refuse_if_not_down(patient)
    refuse_untrained_surgeon(one)
    deed = Deed("inject", SLOW, patient.id, gun.key)
    declare(state, table, one, deed)
    table.emit("coriolis.medtech.ballistic-m-injector", one.id, patient.id)
    if not carried_out(state, table, Happening("inject", one, patient, gun)):
        return
    tally = ranged_pool(state, table, one, patient, gun)
    add_help(table, tally, one, deed)
    if not skill_test(state, table, one, tally, "coriolis.ranged.pool"):
        table.emit("coriolis.ruling.med.injector", one.id, patient.id, note="misses")
        use_up(table, one, piece)  # spent either way
    elif injury is None:
        give_first_aid(state, table, one, patient, piece, Deed("inject", SLOW, patient.id))
    else:
        operate(state, table, one, patient, injury, piece, Deed("inject", SLOW, patient.id))
