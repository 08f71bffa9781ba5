"""Rows of the log as one viewer may read them, from the end of the journal, without walking all of it.

Acts are numbered per viewer: an act of which a viewer may know nothing has no number, so that numbers tell nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain
from starfray.engine.journal import Draft, Entry
from starfray.engine.ledger import Ledger
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Event, Tally
from starfray.engine.view import may_see, shown, side_of
from starfray.fight import Fight
from starfray.words import paired, sentence, spelled

TAIL = 40
_DICE = re.compile(r"^(\d{1,4})d(\d{1,6})\b")
PAGE = 100


@dataclass(slots=True)
class Numbers:
    """For one viewer: how many acts up to each entry have something to show. Grows and shrinks with the journal."""

    side: str
    who: str
    entries: list[Entry] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    made: dict[int, tuple[Entry, int, list[dict[str, Plain]]]] = field(default_factory=dict)  # rows of the last tail
    made_for: tuple[object, ...] = ()  # the names and secrets they were made with

    def follow(self, entries: list[Entry]) -> None:
        keep = common(self.entries, entries)
        del self.entries[keep:]
        del self.counts[keep:]
        count = self.counts[-1] if self.counts else 0
        for entry in entries[keep:]:
            count += any(may_see(event, self.side, self.who) for event in entry.events)
            self.entries.append(entry)
            self.counts.append(count)

    @property
    def last(self) -> int:
        return self.counts[-1] if self.counts else 0

    def index_of(self, number: int) -> int:
        """The place in the journal of the act with this number; -1 if there is none."""
        low, high = 0, len(self.counts)
        while low < high:
            middle = (low + high) // 2
            if self.counts[middle] < number:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.counts) and self.counts[low] == number else -1


def common(old: list[Entry], new: list[Entry]) -> int:
    """How many entries at the start are the same. A journal changes at its end only, so the last one in both tells."""
    least = min(len(old), len(new))
    if least == 0 or old[least - 1] is new[least - 1]:
        return least
    low = 0
    while low < least and old[low] is new[low]:
        low += 1
    return low


def tally_plain(tally: Tally, ledger: Ledger, seen: Any) -> dict[str, Plain]:
    return {
        "total": tally.total,
        "reasons": [
            {"amount": each.amount, "rule": each.rule, "note": spelled(seen, each.note), "summary": ledger.summary(each.rule)}
            for each in tally.reasons
        ],
    }


class Names:
    """Who is who in a row. One whom the viewer saw then and who has hidden since keeps the name."""

    def __init__(self, seen: Any, state: Any, event: Event) -> None:
        gone = [each for each in (event.who, event.whom) if each in state.roster and each not in seen.roster]
        self.roster = {**seen.roster, **{each: state.roster[each] for each in gone}} if gone else seen.roster


def row(
    fight: Fight,
    seen_state: Any,
    act: Entry | Draft,
    event: Event,
    taped: Taped | None,
    number: int,
    index: int,
    ledger: Ledger,
) -> dict[str, Plain]:
    marks = []
    if taped is not None and taped.source in ("hand", "gm", "policy", "order", "timeout"):
        marks.append(taped.source)
    if act.by in ("auto", "timeout") and act.by not in marks:
        marks.append(act.by)
    if act.kind == "gm" and "gm" not in marks:
        marks.append("gm")
    if act.corrected and event.faces is not None:
        marks.append("corrected")
    if event.only:
        marks.append("secret")
    count = _DICE.match(event.note) if event.faces is not None else None
    sides = [int(count[2])] * int(count[1]) if count is not None and int(count[1]) == len(event.faces or []) else None
    words = spelled(seen_state, sentence(fight.book, Names(seen_state, fight.state, event), event, taped), only_numbered=True)
    return {
        "n": number,
        "i": index,
        "sides": sides,
        "text": words,
        "who": event.who,
        "whom": event.whom,
        "rule": event.rule,
        "summary": ledger.summary(event.rule),
        "tally": tally_plain(event.tally, ledger, seen_state) if event.tally is not None else None,
        "faces": list(event.faces) if event.faces is not None else None,
        "marks": marks,
        "kind": act.kind,
    }


def rows_of(fight: Fight, state: Any, act: Entry | Draft, who: str, number: int, ledger: Ledger) -> list[dict[str, Plain]]:
    events = act.events if isinstance(act, Entry) else act.shown
    found: list[dict[str, Plain]] = []
    for event, taped in paired(events, act.tape):
        seen = shown(fight.state, event, who)
        if seen is not None:
            found.append(row(fight, state, act, seen, taped if seen is event else None, number, len(found), ledger))
    return found


def tail(
    fight: Fight, state: Any, who: str, numbers: Numbers, least: int = TAIL, before: int = 0, about: str = ""
) -> list[dict[str, Plain]]:
    """Whole acts from the end (or from before act `before`) until at least so many rows are there.

    With `about`, only what tells of that combatant.
    """
    numbers.follow(fight.journal.entries)
    ledger = fight.book.ledger()
    pieces: list[list[dict[str, Plain]]] = []
    kept = kept_rows(fight, numbers)
    made: dict[int, tuple[Entry, int, list[dict[str, Plain]]]] = {}
    count = 0
    at = len(fight.journal.entries)
    if before:
        place = numbers.index_of(before)
        at = place if place >= 0 else at
    elif fight.draft is not None:
        pieces.append(rows_of(fight, state, fight.draft, who, numbers.last + 1, ledger))
        count += len(pieces[-1])
    while at > 0 and count < least:
        at -= 1
        entry, number = fight.journal.entries[at], numbers.counts[at]
        shows = number > (numbers.counts[at - 1] if at else 0)
        if shows and (not about or tells_of(entry, about)):
            before_it = kept.get(id(entry))
            found = (
                before_it[2]
                if before_it is not None and before_it[1] == number
                else rows_of(fight, state, entry, who, number, ledger)
            )
            if len(made) < TAIL:
                made[id(entry)] = (entry, number, found)
            pieces.append([each for each in found if not about or about in (each["who"], each["whom"])])
            count += len(pieces[-1])
    if not before and not about:
        numbers.made = made
    return [each for piece in reversed(pieces) for each in piece]


def kept_rows(fight: Fight, numbers: Numbers) -> dict[int, tuple[Entry, int, list[dict[str, Plain]]]]:
    """The rows of the last tail, if everybody is still called the same and the same is hidden."""
    now = tuple((one.id, one.name, one.side, one.hidden, tuple(one.secret)) for one in fight.state.roster.values())
    if now != numbers.made_for:
        numbers.made_for, numbers.made = now, {}
    return numbers.made


def tells_of(entry: Entry, about: str) -> bool:
    return any(about in (event.who, event.whom) for event in entry.events)


def numbers_for(fight: Fight, who: str) -> Numbers:
    return Numbers(side_of(fight.state, who), who)


def throw_place(fight: Fight, state: Any, numbers: Numbers, number: int, index: int) -> tuple[int, int]:
    """Where in the journal the throw of a row lies: (entry, place on its tape). Entry -1: the act under way."""
    numbers.follow(fight.journal.entries)
    act: Entry | Draft | None
    if number == numbers.last + 1 and fight.draft is not None:
        place, act = -1, fight.draft
    else:
        place = numbers.index_of(number)
        act = fight.journal.entries[place] if place >= 0 else None
    if act is None:
        return -2, -1
    events = act.events if isinstance(act, Entry) else act.shown
    at = count = 0
    for event, taped in paired(events, act.tape):
        if shown(fight.state, event, numbers.who) is not None:
            if count == index:
                return place, at if taped is not None and taped.kind == "dice" else -1
            count += 1
        at += taped is not None
    return place, -1


def act_text(entry: Entry | Draft) -> str:
    text = to_text(entry.action)
    return text if entry.kind != "gm" else text.replace(f" {GM}", "", 1)
