"""A small part of the sweep; the whole of it is `make sweep`."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.policies.scenes import BOOKS
from tests.policies.sweep import demos, duels, scenes, sweep

SCENES, DUELS = 6, 6
A_FEW = 10  # acts at random at most: drawing them takes longer than anything else


@pytest.mark.parametrize("book", BOOKS)
def test_the_policy_is_never_refused_and_every_fight_ends(book: str) -> None:
    made = [each for each in scenes(book, 1, 2 * SCENES) if each[2] < A_FEW][:SCENES]
    made += islice(duels(book), 0, 17 * DUELS, 17)
    made += [each for each in demos(book) if each[2] == A_FEW][:1]
    found = sweep(iter(made))
    assert found.played == len(made)
    assert not found.faults, "\n".join(found.faults)
