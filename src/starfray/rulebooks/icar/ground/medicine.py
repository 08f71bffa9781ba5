"""A medic in the fight: the dying, the stunned, Augs locked in their own bodies."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.icar.core import DEFAULT_TN, agreed_attribute, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.actions import Hypo, Stabilise, Unlock
from starfray.rulebooks.icar.ground.fire import decide
from starfray.rulebooks.icar.ground.people import REACH, metres, parted, person
from starfray.rulebooks.icar.ground.spend import refuse_unless_free, spend
from starfray.rulebooks.icar.state import Actor, Icar

MEDICINE, BIONICS = "medicine", "bionics-engineering"  # icar.ruling.skill-aliases: Bionics systems


def patient_of(state: Icar, medic: Actor, whom: str) -> Actor:
    """Within reach; oneself too. icar.ruling.first-aid-self"""
    one = state.roster.get(whom)
    if one is None or not person(one):
        raise Refused("icar.ruling.illegal", f"{whom!r} is no patient")
    if one is not medic and (parted(state, medic, one) or metres(state, medic, one) > REACH + 1e-9):
        raise Refused("icar.ruling.close-reach", f"{whom} is out of reach", ["move"])
    return one


def treat(state: Icar, table: Table, medic: Actor, patient: Actor, skill: str, wanted: str, rule: str) -> bool:
    """A check at 12, with kit and medical AI. icar.heal.kit, icar.heal.medical-ai"""
    attribute = agreed_attribute(table, medic, skill, wanted)
    tally = table.tally()
    tally.add(DEFAULT_TN, "icar.ruling.tn-unstated")
    take_off_ability(tally, medic, skill, attribute)
    if patient is medic:
        table.emit("icar.ruling.first-aid-self", medic.id)
    for kit in medic.kit:
        if kit.skills.get(skill):
            table.emit("icar.heal.kit", medic.id, note=kit.name)
    return told_check(state, table, medic, tally, rule)


def stabilise(state: Icar, table: Table, act: Stabilise) -> None:
    """Ten tries in all for that patient, whoever tries. icar.hp.stabilise, icar.hp.stabilise-limit"""
    medic = state.roster[act.actor]
    refuse_unless_free(state, medic, act.KIND)
    patient = patient_of(state, medic, act.patient)
    why = why_no_stabilise(patient)
    if why is not None:
        raise why
    refuse_attribute(act.attribute)
    spend(state, table, medic, act.KIND)
    decide(state, medic)
    patient.tries -= 1
    if treat(state, table, medic, patient, MEDICINE, act.attribute, "icar.hp.stabilise"):
        patient.dying = 0
        patient.stable = True
        patient.hp = 0  # icar.ruling.stabilise: healing goes on from there
        table.emit("icar.ruling.stabilise", medic.id, patient.id)
    elif not patient.tries:
        table.emit("icar.hp.stabilise-limit", medic.id, patient.id)


def why_no_stabilise(patient: Actor) -> Refused | None:
    if patient.vaporised:
        return Refused("icar.hp.vaporised", f"nothing is left of {patient.id}")
    if patient.brain_gone:
        return Refused("icar.hp.brain", f"{patient.id}'s brain is gone")
    if not patient.dying:
        return Refused("icar.hp.stabilise", f"{patient.id} is not dying")
    if not patient.tries:
        return Refused("icar.hp.stabilise-limit", "ten tries have failed")
    return None


def hypo(state: Icar, table: Table, act: Hypo) -> None:
    """Stun back to half the maximum, awake at once; who has more keeps it. icar.heal.stun.hypo, icar.ruling.hypo"""
    medic = state.roster[act.actor]
    refuse_unless_free(state, medic, act.KIND)
    if not any(kit.hypo for kit in medic.kit):
        raise Refused("icar.heal.stun.hypo", f"{medic.id} has no kit with a hypo")
    patient = patient_of(state, medic, act.patient)
    why = why_no_hypo(patient)
    if why is not None:
        raise why
    refuse_attribute(act.attribute)
    spend(state, table, medic, act.KIND)
    decide(state, medic)
    if treat(state, table, medic, patient, MEDICINE, act.attribute, "icar.heal.stun.hypo"):
        patient.stun = max(patient.stun, patient.max_stun // 2)
        table.emit("icar.ruling.hypo", medic.id, patient.id, patient.stun)
        if patient.hp > 0:
            patient.asleep = 0


def why_no_hypo(patient: Actor) -> Refused | None:
    return Refused("icar.heal.stun.hypo", f"{patient.id} is {patient.out}") if patient.out else None


def unlock(state: Icar, table: Table, act: Unlock) -> None:
    """A medic with bionics gives an Aug the body back. icar.hack.aug.unlock"""
    medic = state.roster[act.actor]
    refuse_unless_free(state, medic, act.KIND)
    patient = patient_of(state, medic, act.patient)
    if not patient.disabled:
        raise Refused("icar.hack.aug.unlock", f"nothing is switched off in {patient.id}")
    refuse_attribute(act.attribute)
    spend(state, table, medic, act.KIND)
    decide(state, medic)
    if treat(state, table, medic, patient, BIONICS, act.attribute, "icar.hack.aug.unlock"):
        patient.disabled = []
        patient.blinded = 0
        table.emit("icar.ruling.skill-aliases", medic.id, patient.id, note="Bionics Engineering")
