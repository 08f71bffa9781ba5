"""Fights to try things on: every example, before its beginning, in the middle, and with a question open."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import starfray
from starfray.engine.actions import to_text
from starfray.engine.codec import Plain, clone, freeze
from starfray.engine.errors import StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.journal import Draft
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.sampler import sample
from tests.engine.toys import THREE

ROOT = Path(__file__).parents[2]
DOCK = ROOT / "src" / "starfray" / "demos" / "dock-9.toml"


@dataclass(slots=True)
class World:
    """A fight in some state, and what can be derived from it once."""

    name: str
    text: str
    fight: starfray.Fight
    frozen: Hashable
    transcript: str
    save: Plain
    position: str
    actions: list[str]

    def fresh(self) -> starfray.Fight:
        """A copy to spoil."""
        old = self.fight
        new = starfray.Fight(old.book, old.content, clone(old.state), title=old.title, seed=old.seed, packs=old.packs)
        new.start = old.start
        new.generators.restore(old.generators.states())
        new.journal.entries = [replace(entry) for entry in old.journal.entries]
        new.journal.undone = [[replace(entry) for entry in group] for group in old.journal.undone]
        new.journal.version = old.journal.version
        new.seats = old.seats.clone()
        if old.draft is not None:
            new.draft = copy_draft(old.draft)
        return new


def copy_draft(old: Draft) -> Draft:
    return replace(
        old,
        tape=[entry.clone() for entry in old.tape],
        given={key: entry.clone() for key, entry in old.given.items()},
        then=copy_draft(old.then) if old.then else None,
    )


def texts() -> dict[str, str]:
    """The fights of the examples folder, the demo, and the toy's."""
    found = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.toml"))}
    return {"toy": THREE, "dock-9": DOCK.read_text(encoding="utf-8"), **found}


def worlds() -> list[World]:
    made = []
    for name, text in texts().items():
        try:
            fight = starfray.loads(text, name, ROOT / "examples")
        except StarfrayError as error:
            print(f"not used: {name}: {error}")
            continue
        made.append(world(f"{name} unbegun", text, fight))
        for number in range(3):
            try:
                made.append(world(f"{name} {number}", text, walked(text, name, number)))
            except Exception as error:  # a book that is broken is reported, and the others are still tried
                print(f"not walked: {name} {number}: {type(error).__name__}: {error}")
    return made


def walked(text: str, name: str, number: int) -> starfray.Fight:
    """A few acts drawn at random; the last world of a fight is left with a question open, if one comes up."""
    fight = starfray.loads(text, name, ROOT / "examples")
    rng = Random(f"{name} {number}")
    generator = Generator(number + 1)
    fight.seats.policies = Policies(RandomPolicy())
    fight.seats.auto = {*fight.state.roster, "gm"} if number < 2 else set()
    fight.advance()
    for _ in range((3, 9, 60)[number]):
        if fight.draft is not None or not fight.actors:
            break
        who = rng.choice(fight.actors)
        action = sample(fight.book, fight.state, who.partition("/")[0], generator)
        if action is None:
            break
        fight.play(action)
    if number == 1 and fight.draft is None and len(fight.journal.entries) > 2:
        fight.undo()
    while len(fight.journal.entries) > 40 and fight.draft is None:
        fight.undo()
    return fight


def world(name: str, text: str, fight: starfray.Fight) -> World:
    generator = Generator(7)
    actions = []
    for who in fight.actors[:3]:
        for _ in range(12):
            action = sample(fight.book, fight.state, who.partition("/")[0], generator)
            if action is not None:
                actions.append(to_text(action))
    known = list(fight.state.roster)
    actions += [f"{kind} {known[0]} {known[-1]}" for kind in list(fight.book.actions)[:12]] + [
        f"surrender {known[0]}",
        f"flee {known[-1]}",
    ]
    return World(name, text, fight, freeze(fight.state), fight.transcript(), fight.to_json(), fight.to_text(), actions)
