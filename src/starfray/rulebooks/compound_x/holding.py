"""Keeping Actions back at the end of a turn for a trigger declared now."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import Hold
from starfray.rulebooks.compound_x.held import TRIGGERS, VERBS, price
from starfray.rulebooks.compound_x.state import CompoundX, Held, fighter, gun_of
from starfray.rulebooks.compound_x.turn import pass_turn


def hold(state: CompoundX, table: Table, act: Hold) -> None:
    """Keep up to 2 Actions at the end of the turn for a trigger declared now. cx.held.reserve, cx.held.declare"""
    one = fighter(state, act.actor)
    if act.actions not in (1, 2) or one.actions < act.actions:
        raise Refused("cx.held.reserve", f"{one.id} has {one.actions} Actions and may hold 1 or 2 of them", ["end-turn"])
    trigger = next((each for each in TRIGGERS if each == act.trigger), None)
    if trigger is None:
        raise Refused("cx.held.declare", f"no trigger {act.trigger!r}", TRIGGERS)
    if trigger in ("enters", "crosses") and (act.at is None or one.at is None):
        raise Refused("cx.held.declare", f"{trigger!r} needs a place on the map", ["at=X,Y"])
    if trigger == "gm" and not act.text:
        raise Refused("cx.held.declare", "what is the GM to look for?", ['text="…"'])
    if any(verb not in VERBS for verb in act.plan) or price(list(act.plan)) > act.actions:
        raise Refused("cx.ruling.held-content", f"the plan must fit {act.actions} Actions", VERBS)
    if not act.plan and state.rulings.get("held-content", "any") == "declared":
        raise Refused("cx.ruling.held-content", "only what is declared now may be done then", VERBS)
    if act.foe:
        fighter(state, act.foe)
    if act.weapon:
        gun_of(one, act.weapon)
    held = Held(
        actions=act.actions,
        trigger=trigger,
        plan=list(act.plan),
        foe=act.foe,
        at=act.at,
        radius=act.radius,
        text=act.text,
        weapon=act.weapon,
    )
    one.held = held
    table.emit("cx.held.reserve", one.id, number=act.actions)
    table.emit("cx.held.declare", one.id, act.foe, note=act.text or trigger)
    table.emit("cx.reaction.kinds", one.id)
    pass_turn(state, table, one)
