"""A small part of the sweep; the whole of it is `make sweep`."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.policies.missions import mission
from tests.policies.scenes import BOOKS
from tests.policies.sweep import demos, duels, missions, scenes, sweep

SCENES, MISSIONS, DUELS = 6, 4, 6
A_FEW = 10  # acts at random at most: drawing them takes longer than anything else


@pytest.mark.parametrize("book", BOOKS)
def test_the_policy_is_never_refused_and_every_fight_ends(book: str) -> None:
    made = [each for each in scenes(book, 1, 2 * SCENES) if each[2] < A_FEW][:SCENES]
    made += missions(book, 1, MISSIONS)
    made += islice(duels(book), 0, 17 * DUELS, 17)
    made += [each for each in demos(book) if each[2] == A_FEW][:1]
    found = sweep(iter(made))
    assert found.played == len(made)
    assert not found.faults, "\n".join(found.faults)


@pytest.mark.parametrize("book", BOOKS)
def test_missions_have_goals_squads_late_comers_and_walls_where_there_are_places(book: str) -> None:
    made = [mission(book, seed) for seed in range(1, 13)]
    assert all(one.state.goals for one in made)
    assert any("[[wave]]" in one.to_text() for one in made)
    assert any(who.count("-") == 2 for one in made for who in one.state.roster)  # red-0-1, red-0-2 …
    assert any('"door"' in one.to_text() for one in made) == (book != "socs")
