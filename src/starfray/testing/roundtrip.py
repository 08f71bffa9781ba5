"""Files, saves, undo and replay: a fight written down is the same fight."""

from __future__ import annotations

import json

from starfray.engine.codec import clone
from starfray.engine.errors import StarfrayError
from starfray.engine.values import Ask
from starfray.fight import Fight
from starfray.files import loads
from starfray.saves import restore
from starfray.testing.context import Ground, Kit
from starfray.testing.random_actions import difference
from starfray.transcript import replay
from starfray.transcript_format import parse_transcript

DEPTH = 12


def check_files(kit: Kit, ground: Ground, fight: Fight) -> None:
    """Position to text and back, fight to JSON and back; keys of copies are equal."""
    check_text(kit, ground, fight)
    reloaded(kit, ground, fight)
    copy = clone(fight.state)
    if kit.book.key(copy) != kit.book.key(fight.state) or hash(kit.book.key(copy)) != hash(kit.book.key(fight.state)):
        kit.findings.complain("files", "two equal positions have different keys")


def check_text(kit: Kit, ground: Ground, fight: Fight) -> None:
    kit.findings.count("positions written and read")
    try:
        read = loads(fight.to_text(), "written", ground.folder)
    except StarfrayError as error:
        kit.findings.complain("files", f"the fight's own text does not load: {error}")
        return
    if read.hash != fight.hash:
        kit.findings.complain(
            "files",
            "the position written as text reads back as another one",
            f"{kit.findings.where}: {difference(fight.state, read.state)}",
        )


def reloaded(kit: Kit, ground: Ground, fight: Fight) -> Fight | None:
    """The fight after a save and a reload through real JSON text."""
    try:
        again = restore(json.loads(json.dumps(fight.to_json())), ground.folder)
    except StarfrayError as error:
        kit.findings.complain("files", f"a save does not load: {error}")
        return None
    kit.findings.count("saves reloaded")
    if again.hash != fight.hash:
        kit.findings.complain(
            "files", "a save reads back as another position", f"{kit.findings.where}: {difference(fight.state, again.state)}"
        )
    if [ask.label for ask in again.asks] != [ask.label for ask in fight.asks]:
        kit.findings.complain(
            "files",
            "a save with an open question reads back with other questions: "
            f"{[ask.label for ask in again.asks]} instead of {[ask.label for ask in fight.asks]}",
        )
    again.seats.policies = fight.seats.policies
    return again


def check_answer_undone(kit: Kit, ground: Ground, fight: Fight, ask: Ask, answer: str) -> None:
    """In a copy of the fight: answer, take it back, and the same question stands in the same position."""
    copy = reloaded(kit, ground, fight)
    if copy is None:
        return
    before, labels, entries = copy.hash, [each.label for each in copy.asks], len(copy.journal.entries)
    copy.answer(ask.id, answer)
    if copy.draft is not None and len(copy.journal.entries) == entries:
        copy.undo()
        if [each.label for each in copy.asks] != labels:
            kit.findings.complain("undo", f"an answer to {ask.rule} taken back does not bring the question back")
    else:
        while len(copy.journal.entries) > entries:
            copy.undo()
    if len(copy.journal.entries) < entries:  # a step in which nobody decided goes back with the act before it
        return
    kit.findings.count("answers undone")
    if copy.hash != before:
        kit.findings.complain("undo", f"an answer to {ask.rule} taken back leaves another position")


def check_end(kit: Kit, ground: Ground, fight: Fight, hashes: list[str]) -> None:
    with kit.findings.guard("files", "writing and reading the fight"):
        check_files(kit, ground, fight)
    with kit.findings.guard("replay", "replaying the transcript"):
        check_replay(kit, ground, fight)
    with kit.findings.guard("undo", "undoing and redoing"):
        check_undo(kit, fight, hashes)


def check_replay(kit: Kit, ground: Ground, fight: Fight) -> None:
    kit.findings.count("transcripts replayed")
    text = fight.transcript()
    if parse_transcript(text).text() != text:
        kit.findings.complain("replay", "a transcript read and written again is another text")
    again = replay(text, folder=ground.folder)
    if not again.ok:
        kit.findings.complain("replay", f"the transcript does not replay: {again.problem}")
    elif [event.plain() for event in again.events] != [event.plain() for event in fight.events]:
        kit.findings.complain("replay", "the transcript replays to the same end, but tells other events on the way")


def check_undo(kit: Kit, fight: Fight, hashes: list[str]) -> None:
    """Back act by act, then forward again, die for die. `hashes` are those of the positions before each journal entry."""
    end, told = fight.hash, [event.plain() for event in fight.events]
    dice = fight.generators.states()
    depth = 0
    while fight.journal.entries and depth < DEPTH + len(hashes) % DEPTH:
        fight.undo()
        depth += 1
        kit.findings.count("acts undone")
        before = hashes[len(fight.journal.entries)]
        if before and fight.hash != before:
            kit.findings.complain(
                "undo", "undoing an act does not restore the position before it", f"{kit.findings.where}, {depth} acts back"
            )
            break
    for _ in range(depth):
        fight.redo()
    if fight.hash != end:
        kit.findings.complain("undo", f"after {depth} acts undone and redone the position is another one")
    if [event.plain() for event in fight.events] != told:
        kit.findings.complain("undo", "after undo and redo other events are told")
    if fight.generators.states() != dice:
        kit.findings.complain("undo", "undo and redo drew fresh dice")
