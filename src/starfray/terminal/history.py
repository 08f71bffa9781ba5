"""Going back and forth at the terminal table: undo to a person's decision, redo, and mistyped dice put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starfray.engine.actions import to_text
from starfray.engine.errors import BadInput, Refused, StarfrayError
from starfray.engine.journal import Entry
from starfray.engine.values import GM
from starfray.faces import read_faces
from starfray.words import tell

if TYPE_CHECKING:
    from starfray.terminal.table import TerminalTable

BY_PERSONS = ("person", "gm", "hand")


def undo(table: TerminalTable, rest: str, who: str) -> bool:
    """Back to the last decision of a person: an answer of the act under way, or the act before what the computer did."""
    fight = table.fight
    draft = fight.draft
    said = [*draft.tape, *draft.given.values()] if draft is not None else []
    if any(taped.source in BY_PERSONS for taped in said):
        fight.undo()
    elif draft is not None and draft.kind != "due" and draft.action.actor in table.people:
        fight.cancel()
    else:
        acts = [entry for entry in fight.journal.entries if persons(table, entry)]
        if not acts:
            raise Refused("fight.undo", "there is no decision of yours to undo")
        if draft is not None:
            fight.draft = None
        while any(entry is acts[-1] for entry in fight.journal.entries):
            fight.undo()
        if not own(table, acts[-1]):  # an act of the computer or a step: its dice from before the person's answer stay
            fight.reopen()
    table.forget_told()
    table.output.say("Undone.")
    return True


def own(table: TerminalTable, entry: Entry) -> bool:
    """An act of somebody played here, or an edit of the GM."""
    return entry.kind == "gm" or (entry.kind == "action" and entry.action.actor in table.people)


def persons(table: TerminalTable, entry: Entry) -> bool:
    """Did a person decide this, by the act itself or by an answer in it?"""
    return own(table, entry) or any(taped.source in BY_PERSONS for taped in entry.tape)


def redo(table: TerminalTable, rest: str, who: str) -> bool:
    """A person's decision, and what the computer did after it."""
    asked = table.fight.draft
    if asked is not None and table.fight.journal.undone and not asked.given:  # the question undo went back to
        table.fight.draft = None
    try:
        table.fight.redo()
    except StarfrayError:
        table.fight.draft = asked
        raise
    undone = table.fight.journal.undone
    while undone and not persons(table, undone[-1][0]):
        table.fight.redo()
    table.slot = ""
    return True


def correct(table: TerminalTable, rest: str, who: str) -> bool:
    """List the last throws, or put one right: correct 2 6 6 1."""
    throws = last_throws(table)
    if not throws:
        raise Refused("fight.undo", "no dice have fallen yet")
    if not rest:
        for number, (_, _, words) in enumerate(throws, 1):
            table.output.wrap(words, f"  {number:>3} ", "      ")
        table.output.say("  correct NUMBER FACES, as: correct 1 6 6 2", "dim")
        return False
    faces = read_faces(rest)
    if not faces or not 1 <= faces[0] <= len(throws):
        raise BadInput(f"no throw {rest.split()[0]!r}", expected=f"1 to {len(throws)}, then the faces")
    act, place, _ = throws[faces[0] - 1]
    table.fight.correct(act, place, faces[1:])
    for lost in table.fight.dropped:
        table.output.say(f"  {lost}", "yellow")
    table.fight.dropped.clear()
    table.forget_told()
    table.output.say("Corrected; the act is now:")
    number = act if act >= 0 else len(table.fight.journal.entries)
    for sentence in tell(table.fight, table.viewer):
        if sentence.act >= number:
            table.output.wrap(sentence.text, "  ", "      ")
    return True


def last_throws(table: TerminalTable, most: int = 9) -> list[tuple[int, int, str]]:
    """Act, place on its tape, and words; the latest first."""
    acts = [(number, entry.action, entry.tape) for number, entry in enumerate(table.fight.journal.entries)]
    if table.fight.draft is not None:
        acts = [(-1, table.fight.draft.action, table.fight.draft.tape)]
    view = table.view
    found = []
    for number, action, tape in reversed(acts):
        for place in range(len(tape) - 1, -1, -1):
            entry = tape[place]
            seen = table.viewer == GM or (entry.who in view.roster and not entry.secret)
            if entry.kind == "dice" and seen:
                words = f"{' '.join(map(str, entry.faces))}  {entry.who}, {entry.what}, in: {to_text(action)}"
                found.append((number, place, words))
    return found[:most]
