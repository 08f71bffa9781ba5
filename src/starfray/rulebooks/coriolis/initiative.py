"""Turn order: the roll, surprise, talents, weapon claims, ties, delaying."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.dice import highest
from starfray.engine.rules import Action, Option, Refused, Table
from starfray.rulebooks.coriolis.hooks import initiative_dice
from starfray.rulebooks.coriolis.ranges import CLOSE, hostile, sees, within
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Delay, Fighter, Weapon, fighter

SURPRISE = 2  # coriolis.initiative.surprise


def score(actor: Fighter) -> int:
    """The standing score, and what counts for this turn only."""
    return actor.initiative + (SURPRISE if actor.surprise else 0) + (claimed(actor) if actor.claim else 0)


def claimed(actor: Fighter) -> int:
    """The bonus of the weapon she has claimed."""
    return next((each.initiative for each in (*actor.weapons, UNARMED) if each.key == actor.claim), 0)


def scores(state: Coriolis) -> dict[str, int]:
    return {one.id: score(one) for one in state.roster.values()}


def roll_initiative(state: Coriolis, table: Table, whos: list[Fighter]) -> None:
    """One die each in roster order, highest acts first. Once per fight. coriolis.initiative.roll"""
    dice = [initiative_dice(one) for one in whos]
    faces = table.roll_all("coriolis.initiative.roll", [one.id for one in whos], [highest(number, 6) for number in dice])
    for one, number, face in zip(whos, dice, faces, strict=True):
        one.initiative = face
        if number > 1:
            table.emit("coriolis.initiative.talent", one.id, number=face)
            for talent in one.talents:
                if talent.rule:
                    table.emit(talent.rule, one.id, number=talent.initiative_dice, note=talent.name)
        if one.surprise:
            table.emit("coriolis.initiative.surprise", one.id, number=SURPRISE)


BINDS = "binds you: attack with it this turn, or do nothing"


def claim_weapons(state: Coriolis, table: Table) -> None:
    """A weapon's bonus may be claimed at the start of any turn. coriolis.initiative.weapon"""
    for one in state.roster.values():
        worth = claimable(state, one)
        if not worth or one.stunned or one.immobile:
            continue
        table.merge("coriolis.initiative.weapon", one.id)
        options = [
            Option(each.key, f"{each.name} +{each.initiative}", rule="coriolis.initiative.weapon", note=BINDS) for each in worth
        ]
        options.append(Option("no", "claim nothing"))
        pick = table.choose("coriolis.initiative.weapon", one.id, options, "Claim a weapon's initiative?", suggested="no")
        if pick != "no":
            one.claim = one.owes = pick
            table.emit("coriolis.initiative.weapon", one.id, number=score(one), note=pick)


def claimable(state: Coriolis, actor: Fighter) -> list[Weapon]:
    """In hand; a negative figure is never claimed. coriolis.ruling.initiative.claim-when

    Bare hands need nothing (coriolis.ruling.hands), but somebody to strike: the first action must be the blow.
    """
    if not actor.person:
        return []
    held = [each for each in actor.weapons if each.in_hand and each.initiative > 0]
    bare = actor.hands > 0 and all(each.key != UNARMED.key for each in held)
    if bare and any(could_strike(actor, each) and within(state, actor, each, CLOSE) for each in state.roster.values()):
        held.append(UNARMED)
    return held


def could_strike(actor: Fighter, other: Fighter) -> bool:
    return (
        hostile(actor, other) and sees(actor, other) and other.person and not other.dead and not other.out and not other.aboard
    )


# --- the order -------------------------------------------------------------------------------------------------
def settle(state: Coriolis, table: Table, was: dict[str, int]) -> None:
    """Put everybody in order. Old ties stand, a new one means dice for all on that score.

    A place chosen by delaying needs no dice: she stays beside the one she named until a score changes.
    coriolis.initiative.ties, coriolis.ruling.initiative.tie-timing
    """
    now = scores(state)
    people = [one for one in state.roster.values() if one.person and not one.out]
    for one in people:
        if one.beside is not None and not stays_beside(one, was, now):
            one.beside = None
    seated = [one.id for one in people if one.beside is None]
    order: list[str] = []
    for points in sorted({now[who] for who in seated}, reverse=True):
        order += in_order(state, table, order, [who for who in seated if now[who] == points], points, was)
    seat_beside(order, [one for one in people if one.beside is not None])
    state.standing = order
    state.order = list(order)
    for one in people:  # whoever waits keeps the place she chose this turn: coriolis.ruling.initiative.raise-now
        if one.delay is not None and one.id not in state.acted and one.id != state.up:
            put_beside(state.order, one.id, one.delay)


def in_order(state: Coriolis, table: Table, before: list[str], tied: list[str], points: int, was: dict[str, int]) -> list[str]:
    """Those on one score: as they stood, or as their dice say. `before`: those already placed."""
    if tie_stands(state, tied, was):
        return [who for who in state.standing if who in tied]
    table.merge("coriolis.initiative.ties", (tuple(before), tuple(was.items())))
    seen = [who for who in tied if not table.hides(who)]
    if seen != tied and tie_stands(state, seen, was):  # somebody hidden came to this score: the others roll nothing
        level = [who for who in state.standing if who in seen]
        return table.place("coriolis.initiative.ties", level, [who for who in tied if who not in seen])
    ranked = table.rank("coriolis.initiative.ties", tied, 6)
    if was and len(seen) > 1:
        table.emit("coriolis.ruling.initiative.tie-timing", seen[0], number=points, note=", ".join(seen))
    return ranked


def tie_stands(state: Coriolis, tied: list[str], was: dict[str, int]) -> bool:
    """Were they all on one score before? coriolis.ruling.initiative.tie-timing"""
    return bool(tied) and all(who in state.standing and was.get(who) == was.get(tied[0]) for who in tied)


def stays_beside(actor: Fighter, was: dict[str, int], now: dict[str, int]) -> bool:
    assert actor.beside is not None
    other = actor.beside.beside
    return other in now and was.get(actor.id) == now[actor.id] and was.get(other) == now[other]


def seat_beside(order: list[str], whos: list[Fighter]) -> None:
    """Those fixed beside somebody, and those fixed beside them."""
    left = list(whos)
    while left:
        found = [one for one in left if one.beside is not None and one.beside.beside in order]
        for one in found or left:
            assert one.beside is not None
            put_beside(order, one.id, one.beside)
        left = [one for one in left if found and one not in found]


def put_beside(order: list[str], who: str, place: Delay) -> None:
    """Directly before or after the one named; if she is gone, where one was."""
    if place.beside not in order:
        if who not in order:
            order.append(who)
        return
    if who in order:
        order.remove(who)
    index = order.index(place.beside)
    order.insert(index if place.before else index + 1, who)


def raise_now(state: Coriolis, table: Table, actor: Fighter, points: int) -> None:
    """At once when her slot is still to come, else from the next turn. coriolis.ruling.initiative.raise-now"""
    table.emit("coriolis.melee.defend.raise-initiative", actor.id, number=points)
    if state.turn == 0 or actor.id == state.up or actor.id in state.acted or actor.delay is not None:
        actor.raises += points
        return
    was = scores(state)
    actor.initiative += points
    table.emit("coriolis.ruling.initiative.raise-now", actor.id, number=score(actor))
    settle(state, table, was)


# --- delaying --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class DelaySlot(Action):
    """Act later in this turn: directly after somebody's slot, or before it."""

    KIND: ClassVar[str] = "delay"
    beside: str
    before: bool = False


def wait_for(state: Coriolis, table: Table, action: DelaySlot) -> None:
    """Act later, directly before or after somebody's whole slot; nobody is interrupted. coriolis.initiative.delay"""
    actor, other = fighter(state, action.actor), fighter(state, action.beside)
    later = later_places(state, actor)
    if state.slot_used or actor.id in state.free_actions:
        raise Refused("coriolis.ruling.initiative.delay-limits", f"{actor.id} has already begun her slot", ["end-turn"])
    if other.id not in later:
        raise Refused("coriolis.ruling.initiative.delay-limits", f"{other.id}'s place is not later in this turn", later)
    if action.before and other.id == later[0]:
        raise Refused("coriolis.ruling.initiative.delay-limits", f"{actor.id} is right before {other.id} as it is", later[1:])
    table.allowed()
    repeated = actor.delay is not None
    actor.delay = Delay(beside=other.id, before=action.before)
    put_beside(state.order, actor.id, actor.delay)
    table.emit(
        "coriolis.initiative.delay.repeat" if repeated else "coriolis.initiative.delay",
        actor.id,
        other.id,
        note="before" if action.before else "after",
    )
    table.cite("coriolis.initiative.delay.no-interrupt")


def later_places(state: Coriolis, actor: Fighter) -> list[str]:
    """Whose slots are still to come after hers; nobody who waits for her own.

    coriolis.ruling.initiative.delay-limits
    """
    if actor.id not in state.order:
        return []
    after = state.order[state.order.index(actor.id) + 1 :]
    return [who for who in after if who not in state.acted and not waits_for(state, who, actor.id)]


def waits_for(state: Coriolis, who: str, whom: str) -> bool:
    """Does she wait for that one's slot, or for somebody who does?"""
    seen = [who]
    place = state.roster[who].delay
    while place is not None and place.beside not in seen:
        if place.beside == whom:
            return True
        seen.append(place.beside)
        other = state.roster.get(place.beside)
        place = other.delay if other is not None else None
    return False


def fix_place(state: Coriolis, table: Table, actor: Fighter) -> None:
    """The place at which a delayer acts becomes her score. coriolis.initiative.delay.fixed"""
    if actor.delay is None:
        return
    other = state.roster.get(actor.delay.beside)
    if other is not None:
        actor.initiative = score(other)  # claims and surprise included: coriolis.ruling.initiative.delay-value
        actor.surprise, actor.claim = False, ""  # coriolis.ruling.initiative.surprise-vs-delay: the whole score is replaced
        actor.beside = actor.delay
        put_beside(state.standing, actor.id, actor.delay)
        for each in state.roster.values():  # whoever was fixed beside her stays where she was
            if each.beside is not None and each.beside.beside == actor.id:
                each.beside = None
        table.emit("coriolis.initiative.delay.fixed", actor.id, other.id, actor.initiative)
    actor.delay = None
