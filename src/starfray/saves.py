"""Saves: the position, the act under way with its tape, the journal, the generators, and the versions that wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from starfray.engine import actions
from starfray.engine.actions import Action
from starfray.engine.codec import Plain, as_list, clone, fingerprint, from_plain, read, to_plain
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.house import EVERYBODYS, GM_KINDS
from starfray.engine.journal import Draft, Entry
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, load_content, position_data
from starfray.engine.tape import SOURCES, Taped
from starfray.engine.values import ASK_KINDS, Event, Reason, Tally
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
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError) as error:
        raise BadInput(f"the save is damaged ({type(error).__name__}: {error})", expected="an untouched save") from None


def _restore(book: Rulebook, data: dict[str, Plain], folder: Path) -> Fight:
    packs = read(list[str], data["packs"], "packs")
    content = load_content(book, [folder / pack for pack in packs], book_content(book.name, book.folder))
    state = build(book, data["position"], content, {}, trusted=True)
    if fingerprint(state) != data["hash"]:
        raise BadInput("the position does not match its hash", field="hash", expected="an untouched save")
    start = build(book, data["start"], content, {}, trusted=True)
    fight = Fight(book, content, start, title=read(str, data["title"], "title"), seed=whole(data["seed"], "seed"), packs=packs)
    generators = as_list(data["generators"], "generators")
    if len(generators) != 3:
        raise BadInput("three whole numbers are needed", field="generators", expected="an untouched save")
    fight.generators.restore([whole(each, "generators") for each in generators])
    journal = fight.journal
    journal.entries = read_entries(book, data["journal"])
    journal.undone = [read_entries(book, group) for group in as_list(data["undone"], "undone")]
    journal.abandoned = [read_entries(book, group) for group in as_list(data["abandoned"], "abandoned")]
    journal.version = whole(data["version"], "version")
    same_rules = (read(str, data["rulebook-version"], "rulebook-version"), read(str, data["engine"], "engine")) == (
        book.version,
        VERSION,
    )
    if journal.entries and same_rules:
        journal.entries[0].before = fight.state
    elif journal.entries:  # written by other rules: the position holds, but what came before cannot be run again
        journal.abandoned.append(journal.entries)
        journal.entries = []
        fight.start = clone(state)
    fight.state = state
    fight.queued = [read_queued(each) for each in as_list(data["queued"], "queued")]
    fight.seats.hand = set(read(list[str], data["hand"], "hand"))
    fight.seats.auto = set(read(list[str], data["auto"], "auto"))
    draft = read_draft(book, data["draft"]) if data["draft"] else None
    if draft is not None:
        try:
            fight._run(draft)
        except StarfrayError as error:
            if same_rules:
                raise
            fight.dropped.append(f"{actions.to_text(draft.action)}: {error}")
    return fight


def whole(number: Plain, where: str) -> int:
    """A whole number of at most 64 bits."""
    if type(number) is not int or not 0 <= number < 1 << 64:
        raise BadInput("not a whole number", field=where, expected="a whole number from 0 to 2^64 - 1")
    return number


def read_queued(data: Plain) -> tuple[str, str]:
    text, by = read(tuple[str, str], data, "queued")
    return text, by


def read_entries(book: Rulebook, data: Plain) -> list[Entry]:
    return [read_entry(book, each) for each in as_list(data, "journal")]


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
    tape = [read_taped(each, "tape") for each in data["tape"]]
    events = [read_event(each) for each in data["events"]]
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
    )


def read_taped(data: Plain, where: str) -> Taped:
    entry = from_plain(Taped, data, where)
    if entry.source not in SOURCES or entry.kind not in ASK_KINDS:
        raise BadInput(f"{entry.kind!r} by {entry.source!r}", field=where, expected="an untouched save")
    return entry


def read_event(data: Plain) -> Event:
    words = {name: read(str, data.get(name, ""), f"event.{name}") for name in ("rule", "who", "whom", "note", "only")}
    faces = None if data.get("faces") is None else read(list[int], data["faces"], "event.faces")
    return Event(
        words["rule"],
        words["who"],
        words["whom"],
        read(int, data.get("number", 0), "event.number"),
        words["note"],
        words["only"],
        read_tally(data.get("tally")),
        faces,
    )


def read_tally(data: Plain) -> Tally | None:
    if data is None:
        return None
    tally = Tally()
    tally.total = read(int, data["total"], "tally.total")
    for each in data["reasons"]:
        amount = each["amount"] if isinstance(each["amount"], int) else read(float, each["amount"], "tally.amount")
        tally.reasons.append(Reason(amount, read(str, each["rule"], "tally.rule"), read(str, each["note"], "tally.note")))
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
        read(Literal["action", "due", "gm"], data["kind"], "draft.kind"),
        actions.from_json(all_kinds(book), data["action"]),
        read(str, data["by"], "draft.by"),
        [read_taped(each, "tape") for each in data["tape"]],
        {key: read_taped(each, "given") for key, each in data["given"].items()},
        corrected=read(str, data.get("corrected", ""), "draft.corrected"),
        then=read_draft(book, data["then"]) if data["then"] else None,
    )
