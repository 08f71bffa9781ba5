"""Rows of the log as one viewer may read them, from the end of the journal, without walking all of it.

Acts are numbered per viewer: an act of which a viewer may know nothing has no number, so that the numbers reveal nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import Plain
from starfray.engine.gm import Add, Rename, SetValue, read_literal
from starfray.engine.journal import Draft, Entry
from starfray.engine.ledger import Ledger
from starfray.engine.tape import Taped
from starfray.engine.toml import parse as parse_toml
from starfray.engine.values import GM, Event, Tally
from starfray.engine.view import may_see, shown, side_of
from starfray.fight import Fight
from starfray.language import said
from starfray.words import paired, sentence, spelled

TAIL = 40
_DICE = re.compile(r"^(\d{1,4})d(\d{1,6})\b")
PAGE = 100
MadeRows = dict[int, tuple[Entry, int, list[dict[str, Plain]]]]  # id of an entry → the entry, its number, its rows


@dataclass(slots=True)
class ActNumbers:
    """For one viewer: how many acts up to each entry have something to show. Grows and shrinks with the journal."""

    side: str
    who: str
    entries: list[Entry] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    made: MadeRows = field(default_factory=dict)  # rows of the last tail
    made_for: tuple[object, ...] = ()  # the names and secrets they were made with
    told: dict[int, tuple[Entry, int, dict[str, Plain]]] = field(
        default_factory=dict
    )  # summaries of the last acts, the same way
    told_for: tuple[object, ...] = ()

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
            {
                "amount": reason.amount,
                "rule": reason.rule,
                "note": spelled(seen, said(reason.note)),
                "summary": ledger.summary(reason.rule),
            }
            for reason in tally.reasons
        ],
    }


class Names:
    """Who is who in a row. One whom the viewer saw then and who has hidden since keeps the name the viewer knows."""

    def __init__(self, fight: Fight, seen: Any, events: Sequence[Event], viewer: str) -> None:
        state = fight.state
        named = dict.fromkeys(who for event in events for who in (event.who, event.whom))
        gone = [who for who in named if who in state.roster and who not in seen.roster]
        known = {who: replace(state.roster[who], name=known_name(fight, who, viewer)) for who in gone}
        self.roster = {**seen.roster, **known} if gone else seen.roster


def known_name(fight: Fight, who: str, viewer: str) -> str:
    """What a hidden combatant was called when the viewer last saw it: by the last renaming the viewer was told of, or else as
    it came into the fight.
    """
    side = side_of(fight.state, viewer)
    unseen = False
    for entry in reversed(fight.journal.entries):
        action = entry.action
        if isinstance(action, Add) and any(event.whom == who for event in entry.events):
            return str(fight.state.roster[who].name) if not unseen else added_name(action, who)
        name = renamed(action, who)
        if name is not None:
            if any(may_see(event, side, viewer) for event in entry.events):
                return name
            unseen = True
    first = fight.start.roster.get(who) if unseen else fight.state.roster[who]
    return str(first.name) if first is not None else who


def renamed(action: Action, who: str) -> str | None:
    """The name an act of the GM gives to a combatant, if it does."""
    if isinstance(action, Rename) and action.who == who:
        return action.name
    if isinstance(action, SetValue) and action.path == f"{who}.name":
        return str(read_literal(action.value))
    return None


def added_name(action: Add, who: str) -> str:
    """The name somebody was added with; numbered copies share it."""
    name = str(parse_toml(f"row = {{{action.fields}}}", "add")["row"].get("name", ""))
    number = who.rpartition("-")[2]
    return f"{name} {number}" if name and "count" in action.fields and number.isdigit() else name


def marks_of(act: Entry | Draft, event: Event, taped: Taped | None) -> list[str]:
    """How a row came about, where that is worth a sign: dice typed in, the GM, a policy, an order, time that was up."""
    marks = {}
    if taped is not None and taped.source in ("hand", "gm", "policy", "order", "timeout"):
        marks[taped.source] = True
    marks |= {act.by: True} if act.by in ("auto", "timeout") else {}
    marks |= {"gm": True} if act.kind == "gm" else {}
    marks |= {"corrected": True} if act.corrected and event.faces is not None else {}
    marks |= {"secret": True} if event.only else {}
    return list(marks)


def row(
    fight: Fight,
    seen_state: Any,
    act: Entry | Draft,
    event: Event,
    taped: Taped | None,
    number: int,
    index: int,
    ledger: Ledger,
    viewer: str,
) -> dict[str, Plain]:
    count = _DICE.match(event.note) if event.faces is not None else None
    sides = [int(count[2])] * int(count[1]) if count is not None and int(count[1]) == len(event.faces or []) else None
    words = spelled(
        seen_state, sentence(fight.book, Names(fight, seen_state, [event], viewer), event, taped), only_numbered=True
    )
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
        "by": [{"rule": rule, "summary": ledger.summary(rule)} for rule in event.by],
        "marks": marks_of(act, event, taped),
        "kind": act.kind,
    }


def rows_of(fight: Fight, state: Any, act: Entry | Draft, who: str, number: int, ledger: Ledger) -> list[dict[str, Plain]]:
    events = act.events if isinstance(act, Entry) else act.shown
    found: list[dict[str, Plain]] = []
    for event, taped in paired(events, act.tape):
        seen = shown(fight.state, event, who)
        if seen is not None:
            found.append(row(fight, state, act, seen, taped if seen is event else None, number, len(found), ledger, who))
    return found


def tail(
    fight: Fight, state: Any, who: str, numbers: ActNumbers, least: int = TAIL, before: int = 0, about: str = ""
) -> list[dict[str, Plain]]:
    """Whole acts from the end (or from before act `before`) until at least so many rows are there.

    With `about`, only what tells of that combatant.
    """
    numbers.follow(fight.journal.entries)
    made: MadeRows = {}
    pieces: list[list[dict[str, Plain]]] = []
    at = len(fight.journal.entries)
    if before:
        place = numbers.index_of(before)
        at = place if place >= 0 else at
    elif fight.draft is not None:
        pieces.append(rows_of(fight, state, fight.draft, who, numbers.last + 1, fight.book.ledger()))
    count = sum(map(len, pieces))
    for found in entry_rows(fight, state, who, numbers, at, about, made):
        if count >= least:
            break
        pieces.append(found)
        count += len(found)
    if not before and not about:
        numbers.made = made
    return [entry_row for piece in reversed(pieces) for entry_row in piece]


def entry_rows(
    fight: Fight, state: Any, who: str, numbers: ActNumbers, end: int, about: str, made: MadeRows
) -> Iterator[list[dict[str, Plain]]]:
    """The rows of each act before the entry `end` that has something to show, the last first. The first of them go into
    `made`, from which the next tail takes what is still the same.
    """
    ledger = fight.book.ledger()
    kept = kept_rows(fight, numbers)
    for at in range(end - 1, -1, -1):
        entry, number = fight.journal.entries[at], numbers.counts[at]
        shows = number > (numbers.counts[at - 1] if at else 0)
        if not shows or (about and not tells_of(entry, about)):
            continue
        made_before = kept.get(id(entry))
        if made_before is not None and made_before[1] == number:
            found = made_before[2]
        else:
            found = rows_of(fight, state, entry, who, number, ledger)
        if len(made) < TAIL:
            made[id(entry)] = (entry, number, found)
        yield [entry_row for entry_row in found if not about or about in (entry_row["who"], entry_row["whom"])]


def kept_rows(fight: Fight, numbers: ActNumbers) -> MadeRows:
    """The rows of the last tail, if everybody is still called the same and the same is hidden."""
    now = who_is_who(fight)
    if now != numbers.made_for:
        numbers.made_for, numbers.made = now, {}
    return numbers.made


def who_is_who(fight: Fight) -> tuple[object, ...]:
    """What rows and summaries depend on beside their act: names, sides, secrets."""
    return tuple(
        (combatant.id, combatant.name, combatant.side, combatant.hidden, tuple(combatant.secret))
        for combatant in fight.state.roster.values()
    )


def tells_of(entry: Entry, about: str) -> bool:
    return any(about in (event.who, event.whom) for event in entry.events)


def numbers_for(fight: Fight, who: str) -> ActNumbers:
    return ActNumbers(side_of(fight.state, who), who)


def throw_place(fight: Fight, state: Any, numbers: ActNumbers, number: int, index: int) -> tuple[int, int]:
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
