"""Who sees whom: where one can hide, and what brings a hider to light."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.rulebooks.compound_x.engagement import behind_barrier, flanks, near
from starfray.rulebooks.compound_x.miss_chance import cover_from, smoke_between
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, hostile, in_order, unnoticed
from starfray.rulebooks.compound_x.stats import is_blind
from starfray.rulebooks.compound_x.volley import reveal


def watchers(state: CompoundX, actor: Fighter) -> list[Fighter]:
    return [each for each in in_order(state) if hostile(actor, each) and each.able and not is_blind(each)]


def sees_plainly(state: CompoundX, foe: Fighter, actor: Fighter) -> bool:
    low = cover_from(state, foe, actor) == "full" and (actor.stance != "standing" or actor.hunkered)
    low = low or behind_barrier(state, foe.id, actor.id)
    out_of_sight = actor.cover == "concealed" or low or smoke_between(state, foe, actor) > 0
    return near(state, foe, actor) or not out_of_sight


def in_the_open(state: CompoundX, foe: Fighter, actor: Fighter) -> bool:
    """Would that foe have to be blind not to notice? Not with full cover or smoke between, and not behind the foe's back."""
    if flanks(state, actor, foe) or behind_barrier(state, foe.id, actor.id):
        return False
    behind = actor.cover == "concealed" or cover_from(state, foe, actor) == "full" or smoke_between(state, foe, actor) > 0
    return near(state, foe, actor) or not behind


def come_to_light(state: CompoundX, table: Table, actor: Fighter) -> None:
    """Whoever hid is noticed in the open, by whom he passes or who comes upon him, and is pointed out to everybody.

    A foe he has no idea of keeps it to himself. cx.ruling.hide-ends
    """
    if not actor.stealth or not (actor.hidden or actor.unseen_by):
        return
    seen_by = [foe for foe in watchers(state, actor) if unnoticed(state, actor, foe) and in_the_open(state, foe, actor)]
    known = next((foe for foe in seen_by if not unnoticed(state, foe, actor)), None)
    if known is not None:
        table.emit("cx.ruling.hide-ends", actor.id, known.id)
        reveal(table, actor)
    elif seen_by:
        others = [each.id for each in state.everyone() if unnoticed(state, actor, each) and each not in seen_by]
        actor.hidden, actor.unseen_by = False, others
