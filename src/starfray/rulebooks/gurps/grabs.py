"""Grabs: letting go, breaking free. When a hold no longer stands, the turn settles. gurps.ruling.grab"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Refused, Table
from starfray.rulebooks.gurps.core import attribute_tally, strength
from starfray.rulebooks.gurps.dice import by_margin
from starfray.rulebooks.gurps.state import Fighter, Gurps
from starfray.rulebooks.gurps.turn import begin_maneuver, others_first


@dataclass(frozen=True, slots=True)
class LetGo(Action):
    """Free: open the hand that holds somebody."""

    KIND: ClassVar[str] = "let-go"


def let_go(state: Gurps, table: Table, action: LetGo) -> None:
    """Free. gurps.ruling.grab"""
    table.allowed()
    for actor in state.roster.values():
        if actor.grabbed == action.actor:
            actor.grabbed = ""
            table.emit("gurps.ruling.grab", action.actor, actor.id, note="lets go of")


def let_go_refusal(state: Gurps, actor: Fighter, content: Content) -> Refused | None:
    if any(each.grabbed == actor.id for each in state.roster.values()):
        return None
    return Refused("gurps.ruling.grab", f"{actor.id} holds nobody", ["defensive-attack grapple=yes"])


LET_GO = ActionKind(LetGo, let_go, "gurps.ruling.grab", cost_words="free", refusal=let_go_refusal)


@dataclass(frozen=True, slots=True)
class BreakFree(Action):
    """A Quick Contest of ST against whoever holds her."""

    KIND: ClassVar[str] = "break-free"


def break_free(state: Gurps, table: Table, action: BreakFree) -> None:
    """ST against ST, the one who struggles first. gurps.ruling.grab, gurps.order.contest"""
    actor = state.roster[action.actor]
    holder = state.roster[actor.grabbed]
    table.allowed()
    if not begin_maneuver(state, table, actor) or not others_first(state, table, actor) or not actor.grabbed:
        return
    mine = attribute_tally(table, actor, "ST", strength(actor))
    theirs = attribute_tally(table, holder, "ST", strength(holder))
    won = table.roll_difference("gurps.ruling.grab", actor.id, by_margin(mine.total),
                                holder.id, by_margin(theirs.total), mine, theirs, "margin")  # fmt: skip
    table.emit("gurps.order.contest", actor.id, holder.id, won)
    if won > 0:
        actor.grabbed = ""
        table.emit("gurps.ruling.grab", actor.id, holder.id, note="breaks free of")


def break_free_refusal(state: Gurps, actor: Fighter, content: Content) -> Refused | None:
    return None if actor.grabbed in state.roster else Refused("gurps.ruling.grab", f"nobody holds {actor.id}", [])


BREAK_FREE = ActionKind(BreakFree, break_free, "gurps.ruling.grab", cost_words="the turn", refusal=break_free_refusal)
