"""The fights that come with Starfray: for every book one for every size of table, each with what a page tells of it."""

from __future__ import annotations

import pytest

from starfray.demo_files import demo_acts, demo_names, demo_path
from starfray.files import load
from starfray.room.library import demos
from starfray.rulebooks import names
from starfray.sim.job import Job

GOALS = ("hold-the-lock", "cold-crate", "to-the-airlock", "the-envoy", "nobody-leaves")
NEW = (*GOALS, "back-door", "lower-bay", "night-landing", "one-on-one", "pump-room", "red-flight", "four-blades")


@pytest.mark.parametrize("book", names())
def test_every_book_has_a_fight_for_every_size_of_table(book: str) -> None:
    players = {demo["players"] for demo in demos() if demo["book"] == book}
    assert 1 in players
    assert players & {2, 3}
    assert players & {4, 5}


def test_every_fight_says_what_it_is_about_and_how_long_it_takes() -> None:
    assert set(demo_acts()) == set(demo_names())
    for demo in demos():
        assert demo["about"]
        assert demo["minutes"] % 5 == 0 < demo["minutes"]
        assert 1 <= demo["players"] <= demo["people"]
    minutes = {demo["demo"]: demo["minutes"] for demo in demos()}
    assert minutes["ten-paces"] == 5
    assert minutes["dock-9"] == 20  # 59 acts of 20 seconds


@pytest.mark.parametrize("demo", NEW)
def test_a_fight_comes_to_an_end(demo: str) -> None:
    fight = load(demo_path(demo))
    found = Job(fight.book, fight.content, fight.state, {}, 1).block(0, 2)
    assert found.unfinished == 0
    assert demo_acts()[demo] / 5 < found.acts / 2 < 5 * demo_acts()[demo]


@pytest.mark.parametrize("demo", GOALS)
def test_a_fight_about_something_is_decided_by_it_or_by_arms(demo: str) -> None:
    """Policies play for it, and either side may win."""
    fight = load(demo_path(demo))
    found = Job(fight.book, fight.content, fight.state, {}, 1).block(0, 60)
    by_goal = sum(found.endings.values())
    assert by_goal >= 3
    assert all(wins > 5 for wins in found.wins.values())
