"""The newest acts as one viewer may know them, each as a summary: what a page shows as cards."""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.journal import Entry
from starfray.engine.view import may_see, own_of, side_of
from starfray.room.room_fight import RoomFight
from starfray.room.rows import ActNumbers, Names, who_is_who
from starfray.summary import ActSummary, summary

NEWEST = 30


def acts(fight: RoomFight, seen: Any, who: str, numbers: ActNumbers) -> list[dict[str, Plain]]:
    """The summaries of the last acts that have something to show this viewer, the oldest first."""
    entries = fight.journal.entries
    numbers.follow(entries)
    now = who_is_who(fight)
    if now != numbers.told_for:
        numbers.told_for, numbers.told = now, {}
    found: list[dict[str, Plain]] = []
    kept = {}
    for at in range(len(entries) - 1, -1, -1):
        if len(found) >= NEWEST:
            break
        entry, number = entries[at], numbers.counts[at]
        if number == (numbers.counts[at - 1] if at else 0):
            continue
        told = numbers.told.get(id(entry))
        if told is None or told[1] != number:
            after = entries[at + 1].before if at + 1 < len(entries) else fight.state
            told = (entry, number, act_part(fight, seen, entry, after, who, number, numbers.side))
        kept[id(entry)] = told
        found.append(told[2])
    numbers.told = kept
    return found[::-1]


def act_part(fight: RoomFight, seen: Any, entry: Entry, after: Any, who: str, number: int, side: str) -> dict[str, Plain]:
    events = [event for event in entry.events if may_see(event, side, who)]
    told = summed(fight, Names(fight, seen, events, who), entry, after, who)
    return {"n": number, **told.plain(), "auto": entry.by in ("auto", "timeout"), "rows": [0, len(events) - 1]}


def readers(state: Any, who: str) -> list[str]:
    """Those whose players have this view: an act may be about them."""
    side, own = side_of(state, who), own_of(state, who)
    return [each.id for each in state.roster.values() if each.id in own or (side and each.side == side)]


def summed(fight: RoomFight, names: Names, entry: Entry, after: Any, who: str) -> ActSummary:
    """Without the positions themselves, of old acts, only what the events tell."""
    book, events = fight.book, entry.events
    own = readers(fight.state, who)

    def told(before: Any, now: Any) -> ActSummary:
        return summary(
            book,
            before,
            now,
            events,
            who,
            kind=entry.kind,
            action=entry.action,
            tape=entry.tape,
            names=names,
            own=own,
            looks=fight.looks,
        )

    if after is None:
        return told(None, fight.state)
    try:
        return told(entry.before, after)
    except BadInput:  # the viewer came later than the act
        return told(None, fight.state)
