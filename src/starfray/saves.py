"""Saves: the position, the act under way with its tape, the journal, the generators, and the versions that wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starfray.engine import actions
from starfray.engine.actions import Action
from starfray.engine.codec import Plain, fingerprint, from_plain, read, to_plain
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput
from starfray.engine.house import EVERYBODYS, GM_KINDS
from starfray.engine.journal import Draft, Entry
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, load_content, position_data
from starfray.engine.tape import Taped
from starfray.engine.values import Event, Reason, Tally
from starfray.fight import Fight
from starfray.rulebooks import find
from starfray.version import SAVE_FORMAT, VERSION


def save(fight: Fight) -> dict[str, Plain]:
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
        "hash": fight.hash,
        "version": journal.version,
        "journal": [write_entry(entry) for entry in journal.entries],
        "undone": [[write_entry(entry) for entry in group] for group in journal.undone],
        "abandoned": [[write_entry(entry) for entry in group] for group in journal.abandoned],
        "draft": write_draft(fight.draft) if fight.draft else None,
        "queued": [list(each) for each in fight.queued],
        "hand": sorted(fight.seats.hand),
        "auto": sorted(fight.seats.auto),
    }


def restore(data: Plain, folder: Path | None = None) -> Fight:
    """The fight of a save, with its open question and everything that can be undone."""
    if not isinstance(data, dict) or data.get("starfray") != SAVE_FORMAT:
        raise BadInput("not a save of this version", field="starfray", expected=f"{SAVE_FORMAT}")
    book = find(read(str, data.get("rulebook", ""), "rulebook"))
    try:
        return _restore(book, data, folder or Path())
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput(f"the save is damaged ({type(error).__name__}: {error})", expected="an untouched save") from None


def _restore(book: Rulebook, data: dict[str, Plain], folder: Path) -> Fight:
    packs = [read(str, pack, "packs") for pack in data["packs"]]
    content = load_content(book, [folder / pack for pack in packs], book_content(book.name, book.folder))
    state = build(book, data["position"], content, {})
    if fingerprint(state) != data["hash"]:
        raise BadInput("the position does not match its hash", field="hash", expected="an untouched save")
    fight = Fight(book, content, build(book, data["start"], content, {}), title=data["title"], seed=data["seed"],
                  packs=packs)
    if len(data["generators"]) != 3 or not all(type(each) is int for each in data["generators"]):
        raise BadInput("three whole numbers are needed", field="generators", expected="an untouched save")
    fight.generators.restore(data["generators"])
    journal = fight.journal
    journal.entries = [read_entry(book, each) for each in data["journal"]]
    journal.undone = [[read_entry(book, each) for each in group] for group in data["undone"]]
    journal.abandoned = [[read_entry(book, each) for each in group] for group in data["abandoned"]]
    journal.version = data["version"]
    if journal.entries:
        if data["rulebook-version"] == book.version and data["engine"] == VERSION:
            journal.entries[0].before = fight.state
        else:  # written by other rules: the position holds, but what came before cannot be run again
            journal.abandoned.append(journal.entries)
            journal.entries = []
    fight.state = state
    fight.draft = read_draft(book, data["draft"]) if data["draft"] else None
    fight.queued = [(text, by) for text, by in data["queued"]]
    fight.seats.hand = set(data["hand"])
    fight.seats.auto = set(data["auto"])
    if fight.draft is not None:
        fight._run(fight.draft)
    return fight


def all_kinds(book: Rulebook) -> dict[str, type[Action]]:
    """Every kind a journal may hold. The GM's and the book's may share a word, so the GM's are marked."""
    return {**book.all_actions, **EVERYBODYS, **{f"gm:{kind}": cls for kind, cls in GM_KINDS.items()}}


def write_action(action: Action) -> Plain:
    data = actions.to_json(action)
    if type(action) is GM_KINDS.get(action.KIND):
        data["kind"] = f"gm:{action.KIND}"
    return data


def write_entry(entry: Entry) -> Plain:
    return {
        "kind": entry.kind,
        "action": write_action(entry.action),
        "by": entry.by,
        "tape": [to_plain(each) for each in entry.tape],
        "events": [event.plain() for event in entry.events],
        "corrected": entry.corrected,
        "number": entry.number,
    }


def read_entry(book: Rulebook, data: Plain) -> Entry:
    action = actions.from_json(all_kinds(book), data["action"])
    tape = [from_plain(Taped, each, "tape") for each in data["tape"]]
    events = [read_event(each) for each in data["events"]]
    return Entry(data["kind"], action, data["by"], tape, events, None, data["corrected"], data["number"])


def read_event(data: Plain) -> Event:
    return Event(data["rule"], data["who"], data.get("whom", ""), data.get("number", 0), data.get("note", ""),
                 data.get("only", ""), read_tally(data.get("tally")), data.get("faces"))


def read_tally(data: Plain) -> Tally | None:
    if data is None:
        return None
    tally = Tally()
    tally.total = data["total"]
    tally.reasons = [Reason(each["amount"], each["rule"], each["note"]) for each in data["reasons"]]
    return tally


def write_draft(draft: Draft) -> Plain:
    return {
        "kind": draft.kind,
        "action": write_action(draft.action),
        "by": draft.by,
        "tape": [to_plain(each) for each in draft.tape],
        "given": {key: to_plain(each) for key, each in draft.given.items()},
        "corrected": draft.corrected,
        "then": write_draft(draft.then) if draft.then else None,
    }


def read_draft(book: Rulebook, data: Any) -> Draft:
    return Draft(
        data["kind"],
        actions.from_json(all_kinds(book), data["action"]),
        data["by"],
        [from_plain(Taped, each, "tape") for each in data["tape"]],
        {key: from_plain(Taped, each, "given") for key, each in data["given"].items()},
        corrected=read(str, data.get("corrected", ""), "draft.corrected"),
        then=read_draft(book, data["then"]) if data["then"] else None,
    )
