"""A transcript replayed through the public interface, and what happened in it, act by act."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import starfray
from tests.archive.positions import Changes, Values, changes_between, values_of

FIGHT_FOLLOWS = "--- fight"


@dataclass(slots=True)
class Happened:
    """What one act of a fight led to."""

    changes: Changes
    events: list[str]  # those with dice or a figure, in order
    terms: list[str]  # what their tallies are made of, terms of 0 left out


@dataclass(slots=True)
class Played:
    """A fight replayed as far as it goes."""

    start: Values
    acts: list[Happened]
    over: str
    problem: str
    version: str  # of the book that replayed it


def play_again(text: str, folder: Path | None = None) -> Played:
    again = starfray.replay(text, folder=folder)
    positions = positions_of(again.fight, text, folder)
    acts = [
        Happened(changes_between(before, after), *_said([event.plain() for event in entry.events]))
        for entry, before, after in zip(again.fight.journal.entries, positions, positions[1:], strict=False)
    ]
    over = again.fight.over
    outcome = f"{over.rule}: {', '.join(over.winners) or 'nobody'}" if over else ""
    return Played(values_of(positions[0]), acts, outcome, again.problem, again.fight.book.version)


def positions_of(fight: starfray.Fight, text: str, folder: Path | None) -> list[Any]:
    """The position before every act, and the last one. The journal keeps those of recent acts; for the others the fight is
    replayed up to there.
    """
    positions = [entry.before for entry in fight.journal.entries] + [fight.state]
    while None in positions:
        last = max(place for place, position in enumerate(positions) if position is None)
        earlier = starfray.replay(cut(text, last), folder=folder).fight
        positions[last] = earlier.state
        for place, entry in enumerate(earlier.journal.entries):
            positions[place] = positions[place] or entry.before
    return positions


def cut(text: str, acts: int) -> str:
    """A transcript that stops after so many acts."""
    lines = text.split("\n")
    follows = lines.index(FIGHT_FOLLOWS)
    starts = [number for number, line in enumerate(lines[:follows]) if number and line.strip() and line[0] != " "]
    return "\n".join([*lines[: starts[acts]], "end cut", *lines[follows:]])


def _said(events: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    said, terms = [], []
    for event in events:
        if "faces" in event or event.get("number"):
            said.append(event_line(event))
        for reason in event.get("tally", {}).get("reasons", []):
            if reason["amount"]:
                terms.append(f"{reason['rule']} {reason['amount']:+g} in {event['rule']} {event['who']}")
    return said, terms


def event_line(event: dict[str, Any]) -> str:
    """Its rule, who, whom, the dice and the figure, in a line."""
    whom = f" > {event['whom']}" if event.get("whom") else ""
    faces = " rolled " + " ".join(map(str, event["faces"])) if "faces" in event else ""
    return f"{event['rule']} {event['who']}{whom}{faces}: {event.get('number', 0)}"
