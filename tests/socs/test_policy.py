"""What the book's own policy does, and why; and that its fights end."""

from __future__ import annotations

import pytest

from starfray.engine.codec import clone
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.rulebooks.socs import BOOK
from starfray.sim.playout import playout
from tests.socs.build import big, duel, fleet, ship

NOW = 'phase = "maneuver"\n'
UNARMED = "guns = []"


def flies(fight: Fight, who: str = "red") -> str:
    """The maneuver the policy chooses for a ship."""
    fight.advance()
    ask = next(ask for ask in fight.asks if ask.who == who and ask.rule == "socs.maneuver.choose")
    return BOOK.policy().answer(BOOK, fight.view("all"), ask, Generator(0))


def test_it_reverses_on_a_weaker_foe_who_will_come_on() -> None:
    assert flies(duel(black="position = { red = 3 }", now=NOW)) == "reversal:black"


@pytest.mark.parametrize(
    ("red", "black"),
    [
        ("", "position = { red = 4 }"),  # content: it will fly straight and fire
        ("", "position = { red = 3 }\nadrift = true"),
        ("position = { black = 1 }", "position = { red = 3 }"),  # whoever is aimed at is not maneuvered on
        ('crew = ["raider-pilot"]', 'position = { red = 3 }\ncrew = ["tobin-rask"]\nmr = 4'),  # better than us
    ],
)
def test_it_does_not_reverse_where_no_offensive_will_come(red: str, black: str) -> None:
    lines = [line for line in red.splitlines() if not line.startswith("crew")]
    crew = next((line for line in red.splitlines() if line.startswith("crew")), 'crew = ["tobin-rask"]')
    fight = fleet(
        ship("red", "kestrel", "league", "\n".join([crew, *lines])), ship("black", "hammer", "raiders", black), now=NOW
    )
    assert flies(fight) == "defensive:black"


@pytest.mark.parametrize("lines", [UNARMED, 'guns = [{ key = "pulse-cannon", gunner = "brandt-oku" }]'])
def test_whoever_cannot_fire_runs(lines: str) -> None:
    crew = 'crew = ["tobin-rask", { key = "brandt-oku", dead = true }]'
    fight = fleet(ship("red", "kestrel", "league", f"{crew}\n{lines}"), ship("black", "hammer", "raiders"), now=NOW)
    assert flies(fight) == "open:black"


def test_the_unarmed_run_from_whoever_is_behind_them_and_not_from_the_unarmed() -> None:
    others = (
        ship("mule", "mule", "raiders"),
        ship("black", "hammer", "raiders", "position = { red = 1 }"),
        ship("grey", "hammer", "raiders"),
    )
    assert flies(fleet(ship("red", "mule", "league"), *others, now=NOW)) == "open:black"
    free = fleet(ship("red", "mule", "league"), others[0], ship("grey", "hammer", "raiders"), now=NOW + 'range = "out"')
    assert flies(free) == "straight"


@pytest.mark.parametrize(
    ("red", "grey", "does"),
    [
        ("", "", "open:grey"),  # the first is as good as the other
        ("position = { grey = 2 }", "", "open:black"),  # we are behind grey, and stay there
        ("", "position = { red = 3 }", "open:grey"),  # from whoever is behind us, too
        ("", "guns = []", "offensive:black"),  # grey cannot fire: no need to leave
        ("mr = -3", "", "offensive:black"),  # they would come along
    ],
)
def test_of_several_who_can_fire_at_it_a_better_pilot_leaves_all_but_one_behind(red: str, grey: str, does: str) -> None:
    lines = f'crew = ["tobin-rask"]\n{red}'
    fight = fleet(
        ship("red", "kestrel", "league", lines), ship("black", "hammer", "raiders"), ship("grey", "hammer", "raiders", grey),
        now=NOW,
    )  # fmt: skip
    assert flies(fight) == does


def test_it_comes_within_reach_of_its_guns_before_it_looks_for_a_position() -> None:
    far = NOW + 'range = "long"'
    assert flies(duel(red='guns = ["pulse-cannon"]', now=far)) == "close:black"
    assert flies(duel(red='guns = ["torpedo"]', now=far)) == "offensive:black"
    assert flies(duel(red='guns = ["pulse-cannon"]', now=NOW)) == "offensive:black"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("gnat", "gnat"),
        ("gnat", "halcyon"),
        ("anvil", "anvil"),
        ("mule", "hammer"),
        ("halcyon", "petrel"),
        ("longhaul", "brigand"),
    ],
)
def test_the_unarmed_the_harmless_and_equals_come_to_an_end(one: str, other: str) -> None:
    fight = big(one, other)
    for seed in range(5):
        outcome, _ = playout(BOOK, fight.content, clone(fight.state), Generators(seed), Policies(BOOK.policy()), 1_500)
        assert outcome is not None
