"""Reactions: who may cut in before something is done. cx.order.reactions

Opportunity attacks, held Actions and suppression, in initiative order; each is resolved completely before what provoked
it. They are played by functions that never come back here, so a Reaction cannot be provoked by a Reaction.
"""

from __future__ import annotations

from starfray.engine.scene import apart
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.areas import in_area
from starfray.rulebooks.compound_x.held import Happening, crosses, sets_off
from starfray.rulebooks.compound_x.opportunity import offer_opportunity, provoked
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Suppression, grapple_of
from starfray.rulebooks.compound_x.suppression import bite, free_to_react, may_bite


def interrupts(state: CompoundX, table: Table, what: Happening) -> bool:
    """Let everybody react to what is about to happen. Can the actor still carry it out? cx.reaction.timing"""
    actor = what.actor
    if state.reacting:
        return actor.able and not actor.stunned
    was_free = grapple_of(state, actor) is None
    provokes = what.kind not in ("passes", "moves", "acts")
    for place, who in enumerate(state.order):
        one = state.roster.get(who)
        if one is None or one is actor or one.reactions <= 0 or gone(actor):
            continue
        rule = provoked(state, one, what) if provokes else ""
        if rule:
            here = (what.kind, what.piece, place, "opportunity")
            table.remember(here)
            offer_opportunity(state, table, one, what, rule)
            table.forget()
        if what.kind == "leaves" or (rule and gone(actor)):
            continue
        if one.held is not None and free_to_react(state, one) and sets_off(state, table, one, one.held, what):
            from starfray.rulebooks.compound_x.released import offer_held

            here = (what.kind, what.piece, place, "held")
            table.same("cx.order.reactions", here)
            offer_held(state, table, one, what, here)
        for zone in state.zones:
            drawn = drawn_by(state, table, zone, what) if zone.by == who else ""
            if drawn and not gone(actor) and may_bite(state, zone, actor):
                here = (what.kind, what.piece, place, drawn)
                table.same("cx.order.reactions", here)
                bite(state, table, zone, actor, crossing=drawn == "crossing", running=here)
    seized = was_free and grapple_of(state, actor) is not None
    tool = what.item if what.item is not None else what.gun
    if gone(actor) or seized or (tool is not None and tool.dropped):
        table.emit("cx.ruling.opportunity-timing", actor.id, note="the act is lost")
        return False
    return True


def gone(actor: Fighter) -> bool:
    """Downed, passed out or stunned: there is nothing left to react to."""
    return not actor.able or actor.stunned > 0


def drawn_by(state: CompoundX, table: Table, zone: Suppression, what: Happening) -> str:
    """Does the move draw this zone's fire: by moving in the open, or by crossing the line? cx.suppression.open"""
    mover = what.actor
    if what.kind == "moves":
        inside = in_area(zone, mover, mover.at)
        return open_or_not(table, zone, mover, what) if inside and may_bite(state, zone, mover) else ""
    if what.kind != "passes":
        return ""
    if in_area(zone, mover, what.here):
        came_in = what.before is not None and not in_area(zone, mover, what.before)
        return open_or_not(table, zone, mover, what) if came_in and may_bite(state, zone, mover) else ""
    across = crosses_line(state, zone, what) and may_bite(state, zone, mover)
    return "crossing" if across and draws_fire(state, table, zone, mover) else ""


def open_or_not(table: Table, zone: Suppression, mover: Fighter, what: Happening) -> str:
    if what.hidden_end:
        table.emit("cx.suppression.concealed", mover.id)
        return ""
    table.emit("cx.suppression.open", mover.id, zone.by)
    return "open"


def crosses_line(state: CompoundX, zone: Suppression, what: Happening) -> bool:
    """Stepping between a suppressor and the one he suppresses."""
    by = state.roster[zone.by]
    if by.at is None or zone.at is None or what.before is None or what.here is None or apart(by.at, what.here) < 1e-9:
        return False
    return crosses(what.before, what.here, by.at, zone.at)


def draws_fire(state: CompoundX, table: Table, zone: Suppression, mover: Fighter) -> bool:
    """At the GM's discretion. cx.ruling.suppress-crossing"""
    if state.rulings.get("suppress-crossing", "roll") == "off":
        return False
    return table.confirm(
        "cx.suppression.crossing", "gm", f"{mover.id} steps between {zone.by} and {zone.target}. Does it draw fire?", "yes"
    )
