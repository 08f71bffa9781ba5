"""The format of saves: a fight, its journal and the act under way as plain data, and back."""

from __future__ import annotations

from typing import Any, Literal

from starfray.engine import actions
from starfray.engine.actions import Action, GmAction
from starfray.engine.codec import Plain, as_list, fingerprint, from_plain, read, to_plain
from starfray.engine.common_action import CommonAction
from starfray.engine.errors import BadInput
from starfray.engine.gm import EVERYBODYS, gm_actions
from starfray.engine.journal import OTHER, Draft, Entry
from starfray.engine.rulebook import Rulebook
from starfray.engine.runner import Running
from starfray.engine.setup import position_data
from starfray.engine.tape import SOURCES, Taped
from starfray.engine.values import ASK_KINDS, Against, Event, Reason, Tally
from starfray.version import SAVE_FORMAT, VERSION


def save(fight: Running) -> dict[str, Plain]:
    """Everything in a fight, with the versions that wrote it."""
    journal = fight.journal
    return {
        "starfray": SAVE_FORMAT,
        "engine": VERSION,
        "rulebook": fight.book.name,
        "rulebook-version": fight.book.version,
        "title": fight.title,
        "seed": fight.seed,
        "packs": fight.packs,
        "generators": fight.generators.states(),
        "start": position_data(fight.book, fight.start, fight.content),
        "position": position_data(fight.book, fight.state, fight.content),
        "hash": fingerprint(fight.state),
        "version": journal.version,
        "journal": [write_entry(entry) for entry in journal.entries],
        "undone": [[write_entry(entry) for entry in group] for group in journal.undone],
        "abandoned": [[write_entry(entry) for entry in group] for group in journal.abandoned],
        "draft": write_draft(fight.draft) if fight.draft else None,
        "queued": [list(act) for act in fight.queued],
        "hand": sorted(fight.seats.hand),
        "auto": sorted(fight.seats.auto),
        **kept_positions(fight),
    }


def kept_positions(fight: Running) -> dict[str, Plain]:
    """Positions that cannot be worked out again, because the rules have changed: before entries, and after what was undone."""
    entries = fight.journal.entries
    before = {
        str(place): position_data(fight.book, entry.before, fight.content)
        for place, entry in enumerate(entries)
        if place and entry.before is not None and OTHER in (entry.past, entries[place - 1].past)
    }
    after = {
        str(place): position_data(fight.book, group[-1].after, fight.content)
        for place, group in enumerate(fight.journal.undone)
        if group[-1].after is not None
    }
    return ({"positions": before} if before else {}) | ({"positions-undone": after} if after else {})


def whole(number: Plain, where: str) -> int:
    """A whole number of at most 64 bits."""
    if type(number) is not int or not 0 <= number < 1 << 64:
        raise BadInput("not a whole number", field=where, expected="a whole number from 0 to 2^64 - 1")
    return number


def read_queued(data: Plain) -> tuple[str, str]:
    text, by = read(tuple[str, str], data, "queued")
    return text, by


def read_entries(book: Rulebook, data: Plain) -> list[Entry]:
    return [read_entry(book, entry) for entry in as_list(data, "journal")]


def all_kinds(book: Rulebook) -> dict[str, type[Action]]:
    """Every kind a journal may hold. The GM's and the book's may share a word, so the GM's are marked."""
    return {**book.all_actions, **EVERYBODYS, **{f"gm:{kind}": cls for kind, cls in gm_actions(book).items()}}


def write_action(action: Action) -> Plain:
    data = actions.to_json(action)
    if isinstance(action, GmAction | CommonAction) and action.KIND not in EVERYBODYS:
        data["kind"] = f"gm:{action.KIND}"
    return data


def write_entry(entry: Entry) -> Plain:
    return {
        **({"past": OTHER} if entry.past == OTHER else {}),
        "kind": entry.kind,
        "action": write_action(entry.action),
        "by": entry.by,
        "tape": [to_plain(taped) for taped in entry.tape],
        "events": [event.plain() for event in entry.events],
        "corrected": entry.corrected,
        "number": entry.number,
    }


def read_entry(book: Rulebook, data: Plain) -> Entry:
    action = actions.from_json(all_kinds(book), data["action"])
    tape = [read_taped(taped, "tape") for taped in data["tape"]]
    events = [read_event(event) for event in data["events"]]
    kind = read(Literal["action", "due", "gm"], data["kind"], "journal.kind")
    return Entry(
        kind,
        action,
        read(str, data["by"], "journal.by"),
        tape,
        events,
        None,
        read(str, data["corrected"], "journal.corrected"),
        whole(data["number"], "journal.number"),
        OTHER if data.get("past") == OTHER else "",
    )


def read_taped(data: Plain, where: str) -> Taped:
    entry = from_plain(Taped, data, where)
    if entry.source not in SOURCES or entry.kind not in ASK_KINDS:
        raise BadInput(f"{entry.kind!r} by {entry.source!r}", field=where, expected="an untouched save")
    return entry


def read_event(data: Plain) -> Event:
    words = {name: read(str, data.get(name, ""), f"event.{name}") for name in ("rule", "who", "whom", "note", "only")}
    faces = None if data.get("faces") is None else read(list[int], data["faces"], "event.faces")
    event = Event(
        words["rule"],
        words["who"],
        words["whom"],
        read(int, data.get("number", 0), "event.number"),
        words["note"],
        words["only"],
        read_tally(data.get("tally")),
        faces,
    )
    event.against = None if data.get("against") is None else read(Against, data["against"], "event.against")
    event.by = read(list[str], data.get("by", []), "event.by")
    return event


def read_tally(data: Plain) -> Tally | None:
    if data is None:
        return None
    tally = Tally()
    tally.total = read(int, data["total"], "tally.total")
    for reason in data["reasons"]:
        amount = reason["amount"] if isinstance(reason["amount"], int) else read(float, reason["amount"], "tally.amount")
        tally.reasons.append(Reason(amount, read(str, reason["rule"], "tally.rule"), read(str, reason["note"], "tally.note")))
    return tally


def write_draft(draft: Draft) -> Plain:
    return {
        "kind": draft.kind,
        "action": write_action(draft.action),
        "by": draft.by,
        "tape": [to_plain(taped) for taped in draft.tape],
        "given": {key: to_plain(taped) for key, taped in draft.given.items()},
        "corrected": draft.corrected,
        "then": write_draft(draft.then) if draft.then else None,
    }


def read_draft(book: Rulebook, data: Any) -> Draft:
    return Draft(
        read(Literal["action", "due", "gm"], data["kind"], "draft.kind"),
        actions.from_json(all_kinds(book), data["action"]),
        read(str, data["by"], "draft.by"),
        [read_taped(taped, "tape") for taped in data["tape"]],
        {key: read_taped(taped, "given") for key, taped in data["given"].items()},
        corrected=read(str, data.get("corrected", ""), "draft.corrected"),
        then=read_draft(book, data["then"]) if data["then"] else None,
    )
