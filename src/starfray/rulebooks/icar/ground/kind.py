"""Close combat and fire fights as one kind of fight."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.table import Table
from starfray.engine.values import Form
from starfray.rulebooks.icar.ground import basics, combo, escape, fire, hit, medicine, shields, spend, turn
from starfray.rulebooks.icar.ground.actions import ACTIONS, STEPS
from starfray.rulebooks.icar.ground.cards import describe
from starfray.rulebooks.icar.ground.legal import legal as forms_of
from starfray.rulebooks.icar.ground.phase import why_not_yet
from starfray.rulebooks.icar.ground.policy import Brawler, worth
from starfray.rulebooks.icar.ground.setup import start_ground
from starfray.rulebooks.icar.hacking import break_in, daemons
from starfray.rulebooks.icar.hacking.actions import ACTIONS as HACKING
from starfray.rulebooks.icar.kind import Kind, Rule
from starfray.rulebooks.icar.state import Icar

HACKING_RULES: dict[str, Rule] = {
    "hack": break_in.hack,
    "release": daemons.release,
    "search": daemons.search,
    "destroy": daemons.destroy,
    "impersonate": break_in.impersonate,
}
#: what waits until those who shoot have thrown. icar.ruling.mixed-combat
LATER: dict[str, Rule] = {
    "hit": hit.hit,
    "combo": combo.use_combo,
    "escape": escape.escape,
    "restart-shield": shields.restart,
    "stabilise": medicine.stabilise,
    "hypo": medicine.hypo,
    "unlock": medicine.unlock,
    "attempt": basics.attempt,
    **HACKING_RULES,
}


def at_own_place(state: Icar, table: Table, act: Action) -> None:
    early = why_not_yet(state, state.roster[act.actor])
    if early is not None:
        raise early
    LATER[act.KIND](state, table, act)


def legal(state: Icar, who: str) -> list[Form]:
    """The forms, and of those that have to wait why not yet."""
    found = forms_of(state, who)
    early = why_not_yet(state, state.roster[who])
    for form in found:
        if form.kind in LATER and form.refused is None:
            form.refused = early
    return found


RULES: dict[str, Rule] = {
    "begin": turn.begin,
    "shots-land": fire.shots_land,
    "carry-out": basics.carry_out_move,
    "turn-end": turn.turn_end,
    "fire": fire.fire,
    "hold-fire": fire.hold_fire,
    "aim": fire.aim,
    "move": basics.move,
    "change-magazine": basics.change_magazine,
    "change-weapon": basics.change_weapon,
    "recover-stun": basics.recover_stun,
    "get-in": basics.get_in,
    "get-out": basics.get_out,
    "say": spend.say,
    "quick-task": spend.quick_task,
    "shield-on": shields.shield_on,
    "stand-by": basics.stand_by,
    **dict.fromkeys(LATER, at_own_place),
}

KIND = Kind(
    actions={**ACTIONS, **HACKING},
    steps=STEPS,
    rules=RULES,
    start=start_ground,
    due=turn.due,
    actors=turn.actors,
    legal=legal,
    over=turn.over,
    standing=turn.standing,
    clock=turn.clock,
    agenda=turn.agenda,
    describe=describe,
    policy=Brawler,
    worth=worth,
)
