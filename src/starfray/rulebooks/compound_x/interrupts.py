"""Reactions: who may cut in before something is done. cx.order.reactions

Opportunity attacks, held Actions and suppressing fire are registered here by the chapters they belong to; each is resolved
completely before what provoked it. While one is under way nobody else reacts: a Reaction provokes none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from starfray.engine.rules import Point, Table, apart
from starfray.rulebooks.compound_x.items import Item
from starfray.rulebooks.compound_x.state import ADJACENT, CompoundX, Fighter, Weapon, grapple_of, pay


@dataclass(slots=True)
class Declaration:
    """What somebody is about to do, for those who may react to it.

    kind 'moves' is the start of a move, 'leaves' and 'passes' one piece of its way (from `before` to `here`), before and
    after it is gone; 'attacks' fire or suppression, 'strikes' a blow or maneuver, 'throws' a throw, 'skill' a skill check,
    'acts' any other Action.
    """

    kind: str
    actor: Fighter
    before: Point | None = None
    here: Point | None = None
    piece: int = 0
    hidden_end: bool = False  # the move ends in complete concealment
    target: Fighter | None = None
    gun: Weapon | None = None
    limbs: bool = False  # a skill check with the hands
    spared: str = ""  # who may not react to it: the one who is shoved
    item: Item | None = None  # what it is done with: struck from the hand, the act is lost


@dataclass(frozen=True, slots=True)
class Reaction:
    """One kind of Reaction: to which declarations, by whom at all, and offering it to one of them."""

    to: tuple[str, ...]
    by: Literal["suppressing", "engaged", "holding"]
    offer: Callable[[CompoundX, Table, Fighter, Declaration], None]

    def is_open_to(self, state: CompoundX, reactor: Fighter, what: Declaration) -> bool:
        if self.by == "holding":
            return reactor.held is not None
        if self.by == "suppressing":
            return suppresses(state, reactor.id)
        return concerns(reactor, what)


def concerns(reactor: Fighter, what: Declaration) -> bool:
    """Leaving concerns anybody it begins beside, every other blow those one is in melee with. cx.melee.provokes"""
    if what.kind != "leaves":
        return reactor.id in what.actor.engaged
    return reactor.at is None or what.before is None or beside(reactor.at, what.before)


def beside(here: Point, there: Point) -> bool:
    return apart(here, there) <= ADJACENT + 1e-9


def suppresses(state: CompoundX, who: str) -> bool:
    return any(zone.by == who for zone in state.zones)


#: kind of declaration → the Reactions to it with their places in the order in which one fighter's are offered
REACTIONS: dict[str, list[tuple[int, Reaction]]] = {}


def register(*reactions: Reaction) -> None:
    for place, reaction in enumerate(reactions):
        for kind in reaction.to:
            REACTIONS.setdefault(kind, []).append((place, reaction))


def may_react(state: CompoundX, reactor: Fighter, what: Declaration) -> bool:
    """Is anything at all open to this one? Asked first, because for most nothing is."""
    if reactor.reactions <= 0 or reactor is what.actor:
        return False
    return reactor.held is not None or concerns(reactor, what) or suppresses(state, reactor.id)


def interrupts(state: CompoundX, table: Table, what: Declaration) -> bool:
    """Let everybody react, in initiative order. Can the actor still carry it out? cx.reaction.timing"""
    actor = what.actor
    if state.reacting:
        return actor.able and not actor.stunned
    was_free = grapple_of(state, actor) is None
    if any(may_react(state, reactor, what) for reactor in state.everyone()):
        offer_reactions(state, table, what)
    seized = was_free and grapple_of(state, actor) is not None
    tool = what.item if what.item is not None else what.gun
    if gone(actor) or seized or (tool is not None and tool.dropped):
        table.emit("cx.ruling.opportunity-timing", actor.id, note="the act is lost")
        return False
    return True


def offer_reactions(state: CompoundX, table: Table, what: Declaration) -> None:
    reactions = REACTIONS[what.kind]
    for place, who in enumerate(state.order):
        reactor = state.roster.get(who)
        if reactor is None or not may_react(state, reactor, what):
            continue
        for number, reaction in reactions:
            if reactor.reactions > 0 and reaction.is_open_to(state, reactor, what) and not gone(what.actor):
                table.enter((what.kind, what.piece, place, number))
                reaction.offer(state, table, reactor, what)
                table.leave()


def undertake(state: CompoundX, table: Table, what: Declaration, cost: int = 1) -> bool:
    """It is allowed and paid for; then the others may react. Can it still be carried out?"""
    table.allowed()
    pay(what.actor, cost)
    return interrupts(state, table, what)


def come_out(table: Table, actor: Fighter) -> bool:
    """Concealment works both ways: whoever looks, shoots, throws or strikes out of it is in full cover from then on. Was he
    concealed? cx.ruling.concealed-fire"""
    if actor.cover != "concealed":
        return False
    actor.cover = "full"
    table.emit("cx.ruling.concealed-fire", actor.id)
    return True


def show(state: CompoundX, table: Table, actor: Fighter) -> bool:
    """Coming out of concealment is moving out into the open. Is he still up to what he came out for? cx.suppression.open"""
    return not come_out(table, actor) or interrupts(state, table, Declaration("moves", actor))


def gone(actor: Fighter) -> bool:
    """Downed, passed out or stunned: there is nothing left to react to."""
    return not actor.able or actor.stunned > 0
