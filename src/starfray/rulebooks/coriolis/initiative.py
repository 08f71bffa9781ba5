"""Turn order: the roll, surprise, talents, weapon claims, ties, delaying."""

from __future__ import annotations

from starfray.engine.dice import highest
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Option
from starfray.rulebooks.coriolis.actions import DelaySlot
from starfray.rulebooks.coriolis.hooks import initiative_dice
from starfray.rulebooks.coriolis.state import Coriolis, Delay, Fighter, fighter

SURPRISE = 2  # coriolis.initiative.surprise


def score(one: Fighter) -> int:
    """The standing score, and what counts for this turn only."""
    claimed = next((each.initiative for each in one.weapons if each.key == one.claim), 0)
    return one.initiative + (SURPRISE if one.surprise else 0) + claimed


def scores(state: Coriolis) -> dict[str, int]:
    return {one.id: score(one) for one in state.roster.values()}


def roll_initiative(state: Coriolis, table: Table, whos: list[Fighter]) -> None:
    """One die each in roster order, highest acts first. Once per fight. coriolis.initiative.roll"""
    shapes = [highest(initiative_dice(one), 6) for one in whos]
    faces = table.roll_all("coriolis.initiative.roll", [one.id for one in whos], list(shapes))
    for one, face in zip(whos, faces, strict=True):
        one.initiative = face
        if initiative_dice(one) > 1:
            table.emit("coriolis.initiative.talent", one.id, number=face)
        if one.surprise:
            table.emit("coriolis.initiative.surprise", one.id, number=SURPRISE)


def claim_weapons(state: Coriolis, table: Table) -> None:
    """A weapon's bonus may be claimed at the start of any turn, with the weapon in hand. coriolis.initiative.weapon"""
    for one in state.roster.values():
        worth = [each for each in one.weapons if each.in_hand and each.initiative > 0]
        if not worth or not one.able or one.out or not one.person:
            continue
        options = [Option(each.key, f"{each.name} +{each.initiative}", rule="coriolis.initiative.weapon") for each in worth]
        options.append(Option("no", "claim nothing"))
        pick = table.choose("coriolis.initiative.weapon", one.id, options, "Claim a weapon's initiative?", suggested="no")
        if pick != "no":
            one.claim, one.claim_open = pick, True
            table.emit("coriolis.initiative.weapon", one.id, number=score(one), note=pick)


def settle(state: Coriolis, table: Table, was: dict[str, int]) -> None:
    """Put everybody in order. Old ties stand, a new one means dice for all on that score.

    A place chosen by delaying needs no dice: she stays beside the one she named until a score changes.
    coriolis.initiative.ties, coriolis.ruling.initiative.tie-timing
    """
    now = scores(state)
    for one in state.roster.values():
        if one.beside is not None and not stays_beside(one, was, now):
            one.beside = None
    seated = [who for who in in_roster_order(state) if state.roster[who].beside is None]
    order: list[str] = []
    for each in sorted(dict.fromkeys(now[who] for who in seated), reverse=True):
        tied = [who for who in seated if now[who] == each]
        old = [who for who in state.order if who in tied]
        known = len(old) == len(tied) and len(dict.fromkeys(was.get(who) for who in tied)) == 1
        order += old if known else table.rank("coriolis.initiative.ties", tied, 6)
    for one in state.roster.values():
        if one.beside is not None and one.beside.beside in order:
            place = order.index(one.beside.beside)
            order.insert(place if one.beside.before else place + 1, one.id)
    state.order = order


def stays_beside(one: Fighter, was: dict[str, int], now: dict[str, int]) -> bool:
    assert one.beside is not None
    other = one.beside.beside
    return other in now and was.get(one.id) == now[one.id] and was.get(other) == now[other]


def in_roster_order(state: Coriolis) -> list[str]:
    return [one.id for one in state.roster.values() if one.person and one.out != "removed"]


def raise_now(state: Coriolis, table: Table, one: Fighter, points: int) -> None:
    """At once when her slot is still to come, else from the next turn. coriolis.ruling.initiative.raise-now"""
    table.emit("coriolis.melee.defend.raise-initiative", one.id, number=points)
    if one.id == state.up or one.id in state.acted or one.delay is not None:
        one.raises += points
        return
    was = scores(state)
    waiting = [(who, state.order[place - 1 : place], state.order[place + 1 : place + 2]) for place, who in
               enumerate(state.order) if state.roster[who].delay is not None]
    one.initiative += points
    settle(state, table, was)
    for who, before, after in waiting:  # a waiting delayer keeps the place she chose this turn
        state.order.remove(who)
        if after and after[0] in state.order:
            state.order.insert(state.order.index(after[0]), who)
        elif before and before[0] in state.order:
            state.order.insert(state.order.index(before[0]) + 1, who)
        else:
            state.order.append(who)


def delay(state: Coriolis, table: Table, act: DelaySlot) -> None:
    """Act later, directly before or after somebody's whole slot; nobody is interrupted. coriolis.initiative.delay"""
    one, other = fighter(state, act.actor), fighter(state, act.beside)
    later = [who for who in state.order[state.order.index(one.id) + 1 :] if who not in state.acted]
    if state.slot_used:
        raise Refused("coriolis.ruling.initiative.delay-limits", f"{one.id} has already begun her slot", ["end-turn"])
    if other.id not in later:
        raise Refused("coriolis.ruling.initiative.delay-limits", f"{other.id}'s place is not later in this turn", later)
    state.order.remove(one.id)
    place = state.order.index(other.id)
    state.order.insert(place if act.before else place + 1, one.id)
    repeated = one.delay is not None
    one.delay = Delay(beside=other.id, before=act.before)
    table.emit("coriolis.initiative.delay.repeat" if repeated else "coriolis.initiative.delay", one.id, other.id,
               note="before" if act.before else "after")
    table.emit("coriolis.initiative.delay.no-interrupt", one.id, other.id)
