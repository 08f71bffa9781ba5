"""Transcripts run again: every act and die of a text, checked against the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from starfray.engine.actions import Action, parse, to_text
from starfray.engine.codec import clone
from starfray.engine.errors import BadInput, StarfrayError, TapeMismatch
from starfray.engine.gm import EVERYBODYS, parse_gm, perform
from starfray.engine.journal import Entry
from starfray.engine.tables.taped import ReplayTable
from starfray.engine.values import Event
from starfray.fight import Fight
from starfray.files import loads
from starfray.transcript_format import Act, parse_transcript


@dataclass(slots=True)
class Replay:
    """A transcript run again: the fight as it stands after the last act that fitted."""

    ok: bool
    fight: Fight
    problem: str = ""

    @property
    def hash(self) -> str:
        return self.fight.hash

    @property
    def events(self) -> list[Event]:
        return self.fight.events


def replay(text: str, file: str = "transcript", folder: str | Path | None = None) -> Replay:
    """Run a transcript from its fight file, die for die. `ok` only if every act and die fits and the end hash agrees."""
    script = parse_transcript(text, file)
    fight = loads(script.fight, f"{file} (fight)", folder)
    if script.rulebook != fight.book.name:
        raise BadInput(f"the transcript says {script.rulebook}", file=file, line=1, expected=fight.book.name)
    number = 0
    for act in script.acts:
        number += act.kind == "action"
        try:
            _replay_act(fight, act)
        except StarfrayError as error:
            return Replay(False, fight, f"{_where(act, number)}: {error}")
    if fight.hash != script.end:
        return Replay(False, fight, f"the end differs: {fight.hash[:12]} instead of {script.end[:12]}")
    return Replay(True, fight)


def _where(act: Act, number: int) -> str:
    """An act as its line in the transcript calls it; `number` is that of the last action."""
    if act.kind == "action":
        return f"act {number} ({act.text})"
    return f"'{act.kind}: {act.text}' after act {number}" if number else f"'{act.kind}: {act.text}' before act 1"


def _replay_act(fight: Fight, act: Act) -> None:
    action = _act_action(fight, act)
    if act.kind == "action":
        fight.check_turn(action, fight.state)
    elif act.kind == "due" and fight.due != action:
        raise TapeMismatch(act.text, to_text(fight.due) if fight.due else "no step is due")
    copy = clone(fight.state)
    table = ReplayTable(fight.book, copy, act.tape, fight.content)
    perform(fight.book, fight.content, copy, table, action)
    if table.at < len(act.tape):
        raise TapeMismatch(act.tape[table.at].label, "nothing more")
    fight.journal.add(Entry(act.kind, action, act.by, act.tape, list(table.events), fight.state))
    fight.state = copy


def _act_action(fight: Fight, act: Act) -> Action:
    if act.kind == "gm":
        return parse_gm(fight.book, act.text)
    return parse({**fight.book.all_actions, **EVERYBODYS}, act.text)
