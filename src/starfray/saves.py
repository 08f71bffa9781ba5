"""Saves read again: the fight with its journal, its open question, and everything that can be undone."""

from __future__ import annotations

from pathlib import Path

from starfray.engine import actions
from starfray.engine.codec import Plain, as_list, clone, fingerprint, read
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, load_content
from starfray.fight import Fight
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


def replays(fight: Fight, mark: str) -> bool:
    """Do the acts, run again from the start, tell what they told then and lead to the position that was saved? Versions that
    were not raised would otherwise make an undo go back to another fight.
    """
    state = clone(fight.state)
    try:
        for entry in fight.journal.entries:
            told = fight.retold(state, entry)
            if [event.plain() for event in told] != [event.plain() for event in entry.events]:
                return False
    except StarfrayError:
        return False
    return fingerprint(state) == mark


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
    fight.generators.restore([whole(number, "generators") for number in generators])
    journal = fight.journal
    journal.entries = read_entries(book, data["journal"])
    journal.undone = [read_entries(book, group) for group in as_list(data["undone"], "undone")]
    journal.abandoned = [read_entries(book, group) for group in as_list(data["abandoned"], "abandoned")]
    journal.version = whole(data["version"], "version")
    same_book = read(str, data["rulebook-version"], "rulebook-version") == book.version
    same_rules = same_book and plays_as_before(read(str, data["engine"], "engine"))
    if journal.entries and same_rules and replays(fight, data["hash"]):
        journal.entries[0].before = fight.state
    elif journal.entries:  # written by other rules: the position holds, but what came before cannot be run again
        was = Writer(data["engine"], book.name, data["rulebook-version"])
        fight.dropped.append(
            f"written by {was}, by other rules: the {len(journal.entries)} acts before can be read, not undone"
        )
        journal.abandoned.append(journal.entries)
        journal.entries = []
        fight.start = clone(state)
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
