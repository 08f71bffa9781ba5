"""The standard duel of every book can go as many ways as recorded: `make perft` records it anew."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.gm import parse_gm
from starfray.engine.values import Field, Form, Option
from starfray.rulebooks import FOLDERS
from starfray.testing.perft import Count, counts, ends, fillings, words_for
from tests.perft.record import DEPTHS, HERE, count, recorded


@pytest.mark.slow
@pytest.mark.parametrize("book", sorted(DEPTHS))
def test_the_duel_goes_as_many_ways_as_recorded(book: str) -> None:
    assert count(book) == recorded()[book], "if this was meant: make perft"


def test_every_book_has_its_numbers() -> None:
    assert set(recorded()) == set(DEPTHS) == set(FOLDERS.values())


@pytest.mark.parametrize(("dice", "ways"), [("1d6", 6), ("2d6", 11), ("1d100", 100)])
def test_an_act_ends_once_for_every_class_of_its_throw(dice: str, ways: int) -> None:
    fight = starfray.load(HERE / "duels" / "coriolis.toml")
    assert len(list(ends(fight.book, fight.content, fight.state, parse_gm(fight.book, f"roll {dice}")))) == ways


def test_a_step_that_is_due_is_all_that_may_be_done() -> None:
    """Two people draw a D6 each for initiative; equals draw lots."""
    fight = starfray.load(HERE / "duels" / "coriolis.toml")
    assert counts(fight, 1) == [Count(acts=1, ways=6 * 6 + 6, positions=6 * 6 + 6)]


def test_a_form_is_filled_in_every_way_with_at_most_one_of_what_may_be_left_out() -> None:
    form = Form(
        "shot",
        fields=[
            Field("target", "combatant", [Option("a"), Option("b")]),
            Field("shots", "number", low=1, high=3),
            Field("aimed", "flag", required=False),
        ],
    )
    found = [tuple(values.values()) for values in fillings(form)]
    assert found == [(target, shots, *more) for target in "ab" for shots in ("1", "3") for more in [(), ("yes",), ("no",)]]


def test_a_place_and_words_are_tried_as_the_form_opens_with_them() -> None:
    assert words_for(Field("to", "point", default="3,4")) == ["3,4"]
    assert words_for(Field("to", "point")) == []
    assert words_for(Field("why", "text")) == ["as the table sees it"]
