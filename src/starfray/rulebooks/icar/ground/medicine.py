"""A medic in the fight: the dying, the stunned, Augs locked in their own bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, somebody
from starfray.rulebooks.icar.common.action_economy import MAIN, MAIN_WORDS, spend
from starfray.rulebooks.icar.common.check import attribute_field, refuse_attribute, skill_check
from starfray.rulebooks.icar.common.person import REACH, metres, parted, people, person, skill_of
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.fire import decide

MEDICINE, BIONICS = "medicine", "bionics-engineering"  # icar.ruling.skill-aliases: Bionics systems


@dataclass(frozen=True, slots=True)
class Treatment(Action):
    """Something a medic does for a patient."""

    patient: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Stabilise(Treatment):
    KIND: ClassVar[str] = "stabilise"


@dataclass(frozen=True, slots=True)
class Hypo(Treatment):
    KIND: ClassVar[str] = "hypo"


@dataclass(frozen=True, slots=True)
class HealWounds(Treatment):
    """Hit points back, once a day."""

    KIND: ClassVar[str] = "heal"


@dataclass(frozen=True, slots=True)
class Unlock(Treatment):
    """Free an Aug whom a hacker has locked in or crippled."""

    KIND: ClassVar[str] = "unlock"


def patients(state: Icar, medic: Actor) -> list[Actor]:
    """Friends first, the worst stunned before the others; a medic may help an enemy, too."""
    return sorted(people(state), key=lambda patient: (patient.side != medic.side, patient.stun >= patient.max_stun // 2))


def medicine_fields(state: Icar, medic: Actor, content: Content) -> list[Field]:
    return [somebody("patient", patients(state, medic)), attribute_field(MEDICINE)]


def bionics_fields(state: Icar, medic: Actor, content: Content) -> list[Field]:
    return [somebody("patient", patients(state, medic)), attribute_field(BIONICS)]


def patient_of(state: Icar, action: Treatment, condition: Callable[[Actor], Refused | None]) -> tuple[Actor, Actor]:
    """The medic, and somebody who needs it, within reach; oneself too. icar.ruling.first-aid-self"""
    medic, whom = state.roster[action.actor], action.patient
    patient = state.roster.get(whom)
    if patient is None or not person(patient):
        raise Refused("icar.ruling.illegal", f"{whom!r} is no patient")
    needless = condition(patient)
    if needless is not None:
        raise needless
    if patient is not medic and (parted(state, medic, patient) or metres(state, medic, patient) > REACH + 1e-9):
        raise Refused("icar.ruling.close-reach", f"{whom} is out of reach", ["move"])
    refuse_attribute(action.attribute)
    return medic, patient


def treat(state: Icar, table: Table, medic: Actor, patient: Actor, action: Treatment, skill: str, rule: str) -> bool:
    """The main action: a check at 12, with kit and medical AI. icar.heal.kit, icar.heal.medical-ai"""
    spend(state, table, medic, action.KIND)
    decide(state, medic)
    if patient is medic:
        table.cite("icar.ruling.first-aid-self")
    return skill_check(state, table, medic, skill, action.attribute, rule)


def stabilise(state: Icar, table: Table, action: Stabilise) -> None:
    """Ten tries in all for that patient, whoever tries. icar.hp.stabilise, icar.hp.stabilise-limit"""
    medic, patient = patient_of(state, action, not_dying)
    table.allowed()
    patient.tries -= 1
    if treat(state, table, medic, patient, action, MEDICINE, "icar.hp.stabilise"):
        patient.dying = 0
        patient.stable = True
        patient.hp = 0  # icar.ruling.stabilise: healing goes on from there
        table.emit("icar.ruling.stabilise", medic.id, patient.id)
    elif not patient.tries:
        table.emit("icar.hp.stabilise-limit", medic.id, patient.id)


STABILISE = ActionKind(
    Stabilise, stabilise, "icar.hp.stabilise", MAIN, MAIN_WORDS, "medicine", fields=medicine_fields
)  # fmt: skip


def not_dying(patient: Actor) -> Refused | None:
    if patient.vaporised:
        return Refused("icar.hp.vaporised", f"nothing is left of {patient.id}")
    if patient.brain_gone:
        return Refused("icar.hp.brain", f"{patient.id}'s brain is gone")
    if not patient.dying:
        return Refused("icar.hp.stabilise", f"{patient.id} is not dying")
    if not patient.tries:
        return Refused("icar.hp.stabilise-limit", "ten tries have failed")
    return None


def hypo(state: Icar, table: Table, action: Hypo) -> None:
    """Stun back to half the maximum, awake at once; who has more keeps it. icar.heal.stun.hypo, icar.ruling.hypo"""
    medic, patient = patient_of(state, action, beyond_hypo)
    table.allowed()
    if treat(state, table, medic, patient, action, MEDICINE, "icar.heal.stun.hypo"):
        patient.stun = max(patient.stun, patient.max_stun // 2)
        table.emit("icar.ruling.hypo", medic.id, patient.id, patient.stun)
        if patient.hp > 0:
            patient.asleep = 0


def no_hypo(state: Icar, medic: Actor, content: Content | None = None) -> Refused | None:
    if any(kit.hypo for kit in medic.kit):
        return None
    return Refused("icar.heal.stun.hypo", f"{medic.id} has no kit with a hypo")


HYPO = ActionKind(
    Hypo, hypo, "icar.heal.stun.hypo", MAIN, MAIN_WORDS, "medicine", refusal=no_hypo, fields=medicine_fields
)  # fmt: skip


def beyond_hypo(patient: Actor) -> Refused | None:
    return Refused("icar.heal.stun.hypo", f"{patient.id} is {patient.out}") if patient.out else None


def heal(state: Icar, table: Table, action: HealWounds) -> None:
    """As many hit points as the medic's skill, once a day; a better kit half the maximum besides. icar.ruling.medic-heal"""
    medic, patient = patient_of(state, action, beyond_healing)
    if not skill_of(medic, MEDICINE):
        raise Refused("icar.heal.hp.medic", f"{medic.id} is no medic: Medicine 1 or more")
    table.allowed()
    if not treat(state, table, medic, patient, action, MEDICINE, "icar.heal.hp.medic"):
        return
    gained = skill_of(medic, MEDICINE)
    kit = next((kit for kit in medic.kit if kit.half_heal), None)
    if kit is not None:
        gained += patient.max_hp // 2
        table.emit("icar.heal.kit", medic.id, number=patient.max_hp // 2, note=kit.name)
    gained = min(gained, patient.max_hp - patient.hp)
    patient.hp += gained
    patient.healed = True
    table.emit("icar.ruling.medic-heal", medic.id, patient.id, gained)


HEAL = ActionKind(HealWounds, heal, "icar.heal.hp.medic", MAIN, MAIN_WORDS, "medicine", fields=medicine_fields)


def beyond_healing(patient: Actor) -> Refused | None:
    """Not the dead, the dying, the unhurt, nor whom a medic has treated today."""
    if patient.out and patient.out != "surrendered":
        return Refused("icar.heal.hp.medic", f"{patient.id} is {patient.out}")
    if patient.dying:
        return Refused("icar.hp.stabilise", f"{patient.id} is dying", ["stabilise"])
    if patient.hp >= patient.max_hp:
        return Refused("icar.heal.hp.medic", f"{patient.id} is not wounded")
    return Refused("icar.ruling.medic-heal", "once a day for each patient") if patient.healed else None


def not_locked(patient: Actor) -> Refused | None:
    return None if patient.disabled else Refused("icar.hack.aug.unlock", f"nothing is switched off in {patient.id}")


def unlock(state: Icar, table: Table, action: Unlock) -> None:
    """A medic with bionics gives an Aug the body back. icar.hack.aug.unlock"""
    medic, patient = patient_of(state, action, not_locked)
    table.allowed()
    if treat(state, table, medic, patient, action, BIONICS, "icar.hack.aug.unlock"):
        patient.disabled = []
        patient.blinded = 0
        table.emit("icar.ruling.skill-aliases", medic.id, patient.id, note="Bionics Engineering")


UNLOCK = ActionKind(Unlock, unlock, "icar.hack.aug.unlock", MAIN, MAIN_WORDS, "medicine", fields=bionics_fields)
