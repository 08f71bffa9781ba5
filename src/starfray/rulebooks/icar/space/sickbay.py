"""A medic at a station gives the option up for somebody aboard: the rules of fights on foot. icar.combat.free-choice"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starfray.engine.rules import ActionKind, Content, Field, Refused, Table, gather, somebody
from starfray.rulebooks.icar.common.person import people, skill_of
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground import medicine
from starfray.rulebooks.icar.ground.medicine import (
    MEDICINE,
    Treatment,
    beyond_healing,
    beyond_hypo,
    no_hypo,
    not_dying,
    not_locked,
)

ON_FOOT = gather(medicine)
NEEDLESS: dict[str, Callable[[Actor], Refused | None]] = {
    "stabilise": not_dying, "hypo": beyond_hypo, "heal": beyond_healing, "unlock": not_locked,
}  # fmt: skip


def patients(state: Icar, medic: Actor, kind: str) -> list[Actor]:
    """Whoever is aboard the same craft and needs it, passengers and oneself included."""
    return [other for other in people(state) if other.aboard == medic.aboard and NEEDLESS[kind](other) is None]


def can_treat(state: Icar, medic: Actor) -> bool:
    """Is there somebody aboard whom this one has the skill and the kit to treat?"""
    able = {"heal": skill_of(medic, MEDICINE) > 0, "hypo": no_hypo(state, medic) is None}
    return any(able.get(kind, True) and patients(state, medic, kind) for kind in NEEDLESS)


def nobody_needs_it(state: Icar, actor: Actor, content: Content, kind: str) -> Refused | None:
    if patients(state, actor, kind):
        return ON_FOOT[kind].refusal(state, actor, content)
    return Refused(ON_FOOT[kind].rule, f"nobody aboard {actor.aboard} needs it", ["stand-by"])


def patient_fields(state: Icar, actor: Actor, content: Content, kind: str) -> list[Field]:
    attribute = ON_FOOT[kind].fields(state, actor, content)[-1]
    return [somebody("patient", patients(state, actor, kind)), attribute]


def treat_aboard(state: Icar, table: Table, action: Treatment) -> None:
    """It takes the turn of whoever does it. icar.combat.turn-length"""
    actor = state.roster[action.actor]
    patient = state.roster.get(action.patient)
    if patient is not None and patient.aboard != actor.aboard:
        near = [other.id for other in patients(state, actor, action.KIND)]
        raise Refused("icar.ruling.close-reach", f"{patient.id} is not aboard {actor.aboard}", near)
    ON_FOOT[action.KIND].play(state, table, action)
    state.space.acted[actor.id] = action.KIND


SICKBAY = {
    name: ActionKind(
        kind.action, treat_aboard, kind.rule, kind.cost, "option", kind.group,
        partial(nobody_needs_it, kind=name), partial(patient_fields, kind=name), kind.hint, kind.hints, kind.more_hints,
    )
    for name, kind in ON_FOOT.items()
}  # fmt: skip
