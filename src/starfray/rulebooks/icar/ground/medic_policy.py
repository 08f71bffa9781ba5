"""What a sensible medic does for friends, on foot, aboard a vehicle or a craft."""

from __future__ import annotations

from starfray.engine.rules import Action, Tally
from starfray.rulebooks.icar.common.check import NORMAL, chance, take_off_ability
from starfray.rulebooks.icar.common.person import known_metres, parted, within_reach
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.medicine import BIONICS, MEDICINE, Hypo, Stabilise, Unlock, beyond_hypo, not_dying

WORTH_A_TRY = 0.3
NEAR_ENOUGH = 30.0  # metres a medic goes for somebody who is dying


def is_medic(actor: Actor) -> bool:
    return bool(actor.skills.get(MEDICINE) or actor.skills.get(BIONICS))


def friends_of(state: Icar, medic: Actor) -> list[Actor]:
    """Friends out of action, in the fight still."""
    return [
        other
        for other in state.roster.values()
        if (other.dying or other.asleep or other.disabled)
        and other.side == medic.side
        and other is not medic
        and not other.out
        and not (medic.aboard and other.aboard != medic.aboard)
    ]


def treatment(state: Icar, medic: Actor) -> tuple[Action, str] | None:
    """The dying first, then those whose bodies are locked, then the sleepers; all within reach."""
    near = [friend for friend in friends_of(state, medic) if at_hand(state, medic, friend)]
    if not near:
        return None
    if likely(medic, MEDICINE):
        for patient in near:
            if patient.dying and not_dying(patient) is None:
                return Stabilise(medic.id, patient.id), "before it is too late"
    if medic.skills.get(BIONICS) and likely(medic, BIONICS):
        for patient in near:
            if patient.disabled:
                return Unlock(medic.id, patient.id), f"{patient.id} shall have the body back"
    if likely(medic, MEDICINE) and any(kit.hypo for kit in medic.kit):
        for patient in near:
            if patient.asleep and patient.hp > 0 and beyond_hypo(patient) is None:
                return Hypo(medic.id, patient.id), "wake up"
    return None


def whom_to_go_to(state: Icar, medic: Actor) -> str:
    """A friend who is dying and can still be saved, not too far off; '' if there is none."""
    if not medic.skills.get(MEDICINE) or not likely(medic, MEDICINE):
        return ""
    best, whom = NEAR_ENOUGH, ""
    for friend in friends_of(state, medic):
        far = known_metres(state, medic, friend)
        if friend.dying and far is not None and far < best and not_dying(friend) is None and not parted(state, medic, friend):
            best, whom = far, friend.id
    return whom


def at_hand(state: Icar, medic: Actor, friend: Actor) -> bool:
    return within_reach(state, medic, friend) and (bool(medic.aboard) or known_metres(state, medic, friend) is not None)


def likely(medic: Actor, skill: str) -> bool:
    tally = Tally(False)
    tally.add(NORMAL, "icar.ruling.tn-unstated")
    take_off_ability(tally, medic, skill)
    return chance(tally.total) >= WORTH_A_TRY
