"""In every demo and many random positions: a form that is open has a legal filling, and none it allows is refused."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.demo_files import demo_names, demo_path
from starfray.engine.actions import Action, action_of, to_text
from starfray.engine.codec import clone, fingerprint
from starfray.engine.errors import Refused, Unset
from starfray.engine.forms import forms_for
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.sampler import fill
from starfray.engine.tables.random import Generators, RandomTable
from starfray.fight import Fight

POSITIONS = 200  # for each book
FILLINGS = 2  # of each form, drawn at random, besides the one it opens with


#: a book without actions (SOCS: everything is decided inside the phases) has no forms to look at
BOOKS = {demo: book.name for demo in demo_names() if (book := starfray.load(demo_path(demo)).book).kinds}


def refusal_in_play(fight: Fight, state: Any, action: Action, seed: int) -> Refused | None:
    """Why playing it, not only asking, is refused."""
    copy = clone(state)
    table = RandomTable(fight.book, copy, Generators(seed), Policies(RandomPolicy()), False, fight.content)
    try:
        fight.book.play(copy, table, action)
    except Unset:  # a distance that nobody has set is asked for
        return None
    except Refused as refused:
        return refused
    return None


def look_at(fight: Fight, who: str, generator: Generator) -> None:
    state, before = fight.state, fingerprint(fight.state)
    for form in forms_for(fight.book, state, who):
        if form.refused is not None:
            continue
        kind = fight.book.kind_of(state, form.kind)
        opened = {field.name: field.default for field in form.fields if field.required or field.default}
        actions: list[Action | None] = [action_of(kind.action, who, opened)]
        actions += [fill(fight.book, state, form, who, generator) for _ in range(FILLINGS)]
        for action in actions:
            assert action is not None, f"{form.kind}: a field has no value to draw"
            assert refusal_in_play(fight, state, action, 1) is None, to_text(action)
    assert fingerprint(state) == before, "looking changed the position"


@pytest.mark.slow
@pytest.mark.parametrize("demo", BOOKS)
def test_open_forms_can_be_filled_in_and_what_they_allow_is_never_refused(demo: str) -> None:
    positions = -(-POSITIONS // sum(book == BOOKS[demo] for book in BOOKS.values()))
    generator, looked = Generator(7), 0
    for seed in range(1, 1 + positions):
        fight = starfray.load(demo_path(demo))
        fight.seed, fight.seats.policies = seed, Policies(RandomPolicy())
        fight.seats.auto = {*fight.state.roster, "gm"}
        fight.begin()
        for _ in range(30):
            if fight.over or not fight.actors or looked >= positions:
                break
            who = fight.actors[generator.below(len(fight.actors))]
            look_at(fight, who, generator)
            looked += 1
            action = RandomPolicy().act(fight.book, fight.state, who, generator)
            if action is None:
                break
            fight.play(action)
    assert looked == positions
