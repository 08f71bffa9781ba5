"""A standing order may be looked up before the options are worked out, but only where nobody would see the question."""

from __future__ import annotations

import starfray
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators, RandomTable

TWO = """
rulebook = "coriolis"
orders = { "coriolis.core.pray" = "never" }
[[combatant]]
id = "a"
side = "red"
orders = { "coriolis.initiative.weapon" = "no" }
[[combatant]]
id = "b"
side = "blue"
"""


def table(explains: bool) -> RandomTable:
    fight = starfray.loads(TWO)
    return RandomTable(fight.book, fight.state, Generators(1), Policies(fight.book.policy()), explains, fight.content)


def test_without_events_the_order_is_told_ones_own_before_everybodys() -> None:
    silent = table(explains=False)
    assert silent.standing_order("coriolis.initiative.weapon", "a") == "no"
    assert silent.standing_order("coriolis.initiative.weapon", "b") == ""
    assert silent.standing_order("coriolis.core.pray", "b") == "never"


def test_with_events_the_question_is_always_asked() -> None:
    assert table(explains=True).standing_order("coriolis.initiative.weapon", "a") == ""
