"""A boarding goes on as a ground fight aboard: the same rules, at one's place in the vehicle's turn."""

from __future__ import annotations

from starfray.engine.rules import Action, ActionKind, Refused, Table, gather
from starfray.rulebooks.icar.common import action_economy
from starfray.rulebooks.icar.common.records import HACKER
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground import combo, escape, medicine, plain_actions, shields, single_hit, taking
from starfray.rulebooks.icar.ground.combo_choice import UseCombo
from starfray.rulebooks.icar.ground.medicine import Treatment
from starfray.rulebooks.icar.ground.shields import RestartShield
from starfray.rulebooks.icar.ground.single_hit import Hit
from starfray.rulebooks.icar.ground.taking import Take
from starfray.rulebooks.icar.hacking import break_in, daemons
from starfray.rulebooks.icar.hacking.break_in import Hack
from starfray.rulebooks.icar.hacking.targets import HACKING
from starfray.rulebooks.icar.vehicle.crew import foes_aboard

ELSEWHERE = ("stand-by", "quick-task")  # what is done otherwise in a chase, or not at all
#: what people do to each other and for themselves aboard, and hackers in Gaia, by the rules of fights on foot
ON_FOOT = {
    name: kind
    for name, kind in gather(
        single_hit, combo, escape, plain_actions, taking, shields, medicine, action_economy, break_in, daemons
    ).items()
    if name not in ELSEWHERE
}


def fight_aboard(state: Icar, table: Table, action: Action) -> None:
    refuse_elsewhere(state, state.roster[action.actor], action)
    ON_FOOT[action.KIND].play(state, table, action)
    if isinstance(action, Hack) and action.target in state.roster and state.roster[action.target].vehicle is not None:
        table.cite("icar.ruling.vehicle-hack-two-ways")


ABOARD = {
    name: ActionKind(
        kind.action, fight_aboard, kind.rule, kind.cost, kind.cost_words, kind.group, kind.refusal, kind.fields, kind.hint,
        kind.hints, kind.more_hints,
    )
    for name, kind in ON_FOOT.items()
}  # fmt: skip


def not_aboard(state: Icar, actor: Actor, kind: ActionKind, phase: str) -> Refused | None:
    """What of a fight on foot cannot be done from here."""
    if kind.group == HACKING and (actor.role != HACKER or phase != HACKER):
        return Refused("icar.vehicle.hacker.check", "a full hack is for the hacker, at that place", ["take-role", "stand-by"])
    if actor.dangling and kind.name != "say":
        return Refused("icar.ruling.dangling", f"{actor.id} hangs on by the fingers", ["climb"])
    if kind.name in ("hit", "combo") and not foes_aboard(state, actor):
        return Refused("icar.ruling.close-reach", "nobody to fight aboard the same vehicle", ["jump", "stand-by"])
    return None


def refuse_elsewhere(state: Icar, actor: Actor, action: Action) -> None:
    """Only people aboard the same vehicle are within reach. icar.ruling.close-reach"""
    near = [other.id for other in state.roster.values() if other.aboard == actor.aboard and not other.dangling]
    for whom in named(action):
        if whom not in near:
            raise Refused("icar.ruling.close-reach", f"{whom} is not aboard {actor.aboard}", near)


def named(action: Action) -> tuple[str, ...]:
    if isinstance(action, Hit):
        return (action.target,)
    if isinstance(action, UseCombo):
        return (*action.foes, action.victim) if action.victim else action.foes
    if isinstance(action, RestartShield):
        return (action.whose,) if action.whose else ()
    if isinstance(action, Take):
        return (action.owner,) if action.owner else ()
    return (action.patient,) if isinstance(action, Treatment) else ()
