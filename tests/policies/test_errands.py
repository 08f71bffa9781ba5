"""A side with a place to go to goes there, in every book that has places."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.errands import errand_of
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.sim.montecarlo import simulate
from starfray.sim.playout import playout
from tests.policies.scenes import BOOKS, archetypes

GROUNDED = [book for book in BOOKS if book != "socs"]  # ships have no places
RUNNER, MATE, FOE = ("runner", "red", "[2, 2]"), ("mate", "red", "[1, 1]"), ("foe", "blue", "[2, 60]")
DOOR = """
[[wall]]
points = [[8, -100], [8, 1.5]]
[[wall]]
points = [[8, 2.5], [8, 100]]
[[wall]]
from = [8, 1.5]
to = [8, 2.5]
kind = "door"
name = "hatch"
"""


def fight(book: str, goal: str, *people: tuple[str, str, str], more: str = "") -> Fight:
    text = [f'rulebook = "{book}"', "map = [60, 100]", *(['kind = "ground"'] if book == "icar" else [])]
    text += [more, "[[goal]]", goal]
    for who, side, at in people:
        text += ["[[combatant]]", f'id = "{who}"', f'archetype = "{archetypes(book)[0]}"', f'side = "{side}"', f"at = {at}"]
        text += ["weapons = []"] if who == "foe" else []  # or some would never get there
    return starfray.loads("\n".join(text))


def ends(made: Fight, side: str) -> int:
    """How many of ten fights end because the side has met its goal."""
    result = simulate(made, 10, seed=1)
    return sum(count for words, count in result.endings.items() if words.startswith(f"{side}: "))


@pytest.mark.parametrize("book", GROUNDED)
def test_whoever_has_a_place_to_reach_goes_there_before_the_foe_is_near(book: str) -> None:
    made = fight(book, 'side = "red"\nkind = "reach"\nat = [16, 2]', RUNNER, FOE)
    assert ends(made, "red") == 10


@pytest.mark.parametrize("book", GROUNDED)
def test_the_way_there_leads_through_doors(book: str) -> None:
    made = fight(book, 'side = "red"\nkind = "reach"\nat = [16, 2]', RUNNER, FOE, more=DOOR)
    assert ends(made, "red") == 10


@pytest.mark.parametrize("book", GROUNDED)
def test_a_place_to_hold_is_taken_and_held(book: str) -> None:
    made = fight(book, 'side = "red"\nkind = "control"\nat = [12, 2]', RUNNER, FOE)
    assert ends(made, "red") == 10


@pytest.mark.parametrize("book", GROUNDED)
def test_a_thing_is_fetched_and_brought_where_it_is_wanted(book: str) -> None:
    made = fight(book, 'side = "red"\nkind = "take"\nname = "the crate"\nat = [12, 2]\nto = [4, 2]', RUNNER, FOE)
    assert ends(made, "red") == 10


@pytest.mark.parametrize("book", GROUNDED)
def test_whom_others_mean_to_stop_gets_away(book: str) -> None:
    made = fight(book, 'side = "blue"\nkind = "stop"\nwho = ["runner"]\nat = [16, 2]', RUNNER, FOE)
    result = simulate(made, 10, seed=1)
    assert result.wins.get("red") == 10


def test_as_many_go_as_the_goal_asks_for_and_the_nearest_first() -> None:
    def sent(goal: str) -> list[str]:
        made = fight("coriolis", goal, RUNNER, MATE, FOE)
        return [who for who, one in made.state.roster.items() if errand_of(made.book, made.state, one) is not None]

    assert sent('side = "red"\nkind = "reach"\nat = [16, 2]') == ["runner"]
    assert sent('side = "red"\nkind = "reach"\nat = [16, 2]\ncount = 2') == ["runner", "mate"]
    assert sent('side = "red"\nkind = "reach"\nat = [16, 2]\nwho = ["mate"]') == ["mate"]
    assert sent('side = "red"\nkind = "control"\nat = [16, 2]') == ["runner"]
    assert sent('side = "red"\nkind = "control"\nat = [2, 59]') == []  # the foe stands there
    assert sent('side = "red"\nkind = "hold"\nturns = 9') == []
    assert sent('side = "red"\nkind = "take"\nat = [16, 2]') == ["runner"]
    assert sent('side = "red"\nkind = "take"\nat = [16, 2]\nto = [0, 9]\nby = "mate"') == ["mate"]
    assert sent('side = "red"\nkind = "stop"\nat = [2, 59]') == []
    assert sent('side = "blue"\nkind = "stop"\nat = [16, 2]\nwho = ["mate"]') == ["mate"]


@pytest.mark.parametrize("book", GROUNDED)
def test_nobody_turns_the_back_on_a_foe_who_is_upon_them(book: str) -> None:
    made = fight(book, 'side = "red"\nkind = "reach"\nat = [40, 2]', RUNNER, ("foe", "blue", "[3, 2]"))
    acts: list[str] = []

    def watch(act: Action, struck: dict[str, str]) -> None:
        if act.actor == "runner":
            acts.append(act.KIND)

    playout(made.book, made.content, clone(made.state), Generators(1), Policies(made.book.policy()), 40, watch)
    assert acts
    assert acts[0] not in ("move", "run")
