"""Saves read again: the fight with its journal, its open question, and everything that can be undone."""

from __future__ import annotations

from pathlib import Path

from starfray.engine import actions
from starfray.engine.codec import Plain, as_list, fingerprint, read
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, load_content
from starfray.fight import Fight
from starfray.past import check_past
from starfray.releases import Writer, plays_as_before
from starfray.rulebooks import find
from starfray.save_format import read_draft, read_entries, read_queued, whole
from starfray.version import SAVE_FORMAT


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
    same_book = read(str, data["rulebook-version"], "rulebook-version") == book.version
    same_rules = same_book and plays_as_before(read(str, data["engine"], "engine"))
    if same_rules and fingerprint(state) != data["hash"]:
        raise BadInput("the position does not match its hash", field="hash", expected="an untouched save")
    start = build(book, data["start"], content, {}, trusted=True)
    fight = Fight(book, content, start, title=read(str, data["title"], "title"), seed=whole(data["seed"], "seed"), packs=packs)
    generators = as_list(data["generators"], "generators")
    if len(generators) != 3:
        raise BadInput("three whole numbers are needed", field="generators", expected="an untouched save")
    fight.generators.restore([whole(number, "generators") for number in generators])
    journal = fight.journal
    journal.entries = read_entries(book, data["journal"])
    journal.undone = [read_entries(book, group) for group in as_list(data["undone"], "undone")]
    journal.abandoned = [read_entries(book, group) for group in as_list(data["abandoned"], "abandoned")]
    journal.version = whole(data["version"], "version")
    known = {int(place): build(book, kept, content, {}, trusted=True) for place, kept in data.get("positions", {}).items()}
    for place, kept in data.get("positions-undone", {}).items():
        journal.undone[int(place)][-1].after = build(book, kept, content, {}, trusted=True)
    if not all(0 < place < len(journal.entries) for place in known):
        raise BadInput("a position of no act", field="positions", expected="an untouched save")
    changed = check_past(fight, {0: fight.state, **known, len(journal.entries): state}) if journal.entries else 0
    if changed:
        was = Writer(data["engine"], book.name, data["rulebook-version"])
        fight.dropped.append(
            f"written by {was}; by the rules of today {changed} of its {len(journal.entries)} acts would go another way: "
            "they are kept as they were and can only be taken back together"
        )
    fight.state = state
    fight.queued = [read_queued(act) for act in as_list(data["queued"], "queued")]
    fight.seats.hand = set(read(list[str], data["hand"], "hand"))
    fight.seats.auto = set(read(list[str], data["auto"], "auto"))
    draft = read_draft(book, data["draft"]) if data["draft"] else None
    if draft is not None:
        try:
            fight.run_draft(draft)
        except StarfrayError as error:
            if same_rules:
                raise
            fight.dropped.append(f"{actions.to_text(draft.action)}: {error}")
    return fight
