"""Some may do something small although it is not their turn; nobody waits for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import starfray
from starfray.engine.errors import Refused
from starfray.fight import Fight
from starfray.rulebooks.coriolis import BOOK

TWO = """
rulebook = "coriolis"
[now]
turn = 1
up = "a"
order = ["a", "b"]
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
[[combatant]]
id = "b"
side = "blue"
at = [30, 0]
"""


def fight_with_asides() -> Fight:
    fight = starfray.loads(TWO)
    fight.book = replace(BOOK, asides=lambda state: list(state.roster))
    return fight


def test_besides_the_actor_others_may_act_and_are_no_actors() -> None:
    fight = fight_with_asides()
    assert (fight.actors, fight.asides) == (["a"], ["b"])
    assert any(form.refused is None for form in fight.legal("b"))


def test_without_the_word_of_the_book_nobody_acts_out_of_turn() -> None:
    fight = starfray.loads(TWO)
    before = fight.transcript()
    with pytest.raises(Refused, match="not b's turn"):
        fight.play("move b 31,0")
    assert fight.transcript() == before
    assert fight.asides == []
