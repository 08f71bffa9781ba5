"""What the checks share: the book, how much effort to spend, where complaints go, and fights to begin."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starfray import rulebooks
from starfray.engine import trace
from starfray.engine.actions import Action
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.position import AnyPosition, sides
from starfray.engine.rulebook import Rulebook
from starfray.fight import Fight
from starfray.files import load, loads
from starfray.testing.report import Findings, Reach
from starfray.testing.source_questions import questions_in


@dataclass(slots=True)
class Effort:
    """How far a check goes. All of it is counted in acts and plays, never in seconds, so that runs repeat."""

    rounds: int = 4  # walks through each fight
    acts: int = 40  # in one walk
    answers: int = 60  # in a row, where one question follows the other without an act between
    scouts: int = 40  # more walks, at most, if something was not reached
    most_acts: int = 600  # until a fight between the book's own policies must be over
    samples: int = 160  # plays of one action, against its exact odds
    budget: int = 240  # runs of the exact table for one action
    fights: int = 16  # whole fights on each kind of table, to compare
    looks: int = 8  # the expensive checks are made every so many acts
    weighs: int = 1  # the exact odds of a kind of action are looked at so many times at least


@dataclass(slots=True)
class Kit:
    book: Rulebook
    findings: Findings
    effort: Effort
    actions: Reach
    steps: Reach
    questions: Reach
    generator: Generator
    offered: dict[str, int] = field(default_factory=dict)  # kind → positions in which its open form was filled in at random
    accepted: dict[str, int] = field(default_factory=dict)  # kind → positions in which a drawn action was legal
    refused_by: dict[str, str] = field(default_factory=dict)  # kind → why a drawn action was refused last
    weighed: dict[str, int] = field(default_factory=dict)  # kind → how often its exact odds were compared with plays

    def heard_in(self, recording: trace.Recording, what: str) -> None:
        """Check that every id that was said or shown is in the ledger."""
        ledger, ids = self.book.ledger(), recording.all
        self.findings.count("rule ids heard", len(ids))
        for rule in sorted(ids):
            if rule not in ledger:
                self.findings.complain("names", f"the rule id {rule!r} is not in the ledger", what)


def source_places(book: Rulebook) -> list[Path]:
    """The book's folder, and the files its functions come from if they lie elsewhere."""
    places = [book.folder]
    for function in (book.start, book.due, book.actors, book.policy, *(kind.play for kind in book.kinds.values())):
        path = source_of(function)
        if path is None or path in places or path.is_relative_to(book.folder) or "starfray/engine" in path.as_posix():
            continue
        places.append(path)
    return places


def source_of(function: Any) -> Path | None:
    """The file a function is written in; of a compiled one the source that lies beside it."""
    module = sys.modules.get(function.__module__)
    if module is None or not getattr(module, "__file__", None):
        return None
    path = Path(str(module.__file__))
    return path if path.suffix == ".py" else path.with_name(path.name.split(".")[0] + ".py")


def question_reach(book: Rulebook) -> Reach:
    return Reach("questions", questions_in(*source_places(book)))


@contextmanager
def known(book: Rulebook) -> Iterator[None]:
    """Make the book findable by its name for a while, in place of any other of that name."""
    before = rulebooks._registered.get(book.name)
    rulebooks.register(book)
    try:
        yield
    finally:
        if before is None:
            del rulebooks._registered[book.name]
        else:
            rulebooks._registered[book.name] = before


@contextmanager
def listening() -> Iterator[trace.Recording]:
    recording = trace.record()
    try:
        yield recording
    finally:
        trace.stop(recording)


@dataclass(slots=True)
class Ground:
    """One fight text to walk through again and again."""

    name: str
    text: str
    folder: Path

    def fight(self, seed: int) -> Fight:
        fight = loads(self.text, self.name, self.folder)
        return with_seed(fight, seed)


def with_seed(fight: Fight, seed: int) -> Fight:
    return Fight(fight.book, fight.content, fight.state, title=fight.title, seed=seed, packs=fight.packs)


def with_one_hidden(fight: Fight, seed: int) -> Fight:
    """The same fight with one combatant hidden from the other sides."""
    roster = list(fight.state.roster.values())
    roster[seed % len(roster)].hidden = True
    return fork(fight, fight.state)


def ground_of(given: str | Path, number: int) -> Ground:
    """A fight text as it is, or the file a path names."""
    if isinstance(given, str) and "\n" in given:
        return Ground(f"fight {number}", given, Path())
    path = Path(given)
    if not path.is_file():
        raise BadInput(f"no fight file {given}", expected="a path, or the text of a fight")
    load(path)
    return Ground(path.name, path.read_text(encoding="utf-8"), path.parent)


def fork(fight: Fight, state: AnyPosition) -> Fight:
    """A fight of its own from a position."""
    return Fight(fight.book, fight.content, state, title=fight.title, seed=fight.seed, packs=fight.packs)


def viewers(state: AnyPosition) -> list[str]:
    return [f"side:{side}" for side in sides(state)]


def ended(book: Rulebook, state: Any) -> bool:
    return bool(state.ended) or book.over(state) is not None


def due_of(book: Rulebook, state: Any) -> Action | None:
    return None if ended(book, state) else book.due(state)
