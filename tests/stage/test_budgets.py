"""What a sheet spends by the book's costs and limits, shown beside its figures with the rule."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.content import book_content
from starfray.room.campaign_checks import sheet_of
from starfray.rulebooks import find, names

BRAWLER = {"attributes": {"battle": 3}, "skills": {"street-fighting": 5, "gun-fu": 5}, "rp": 4}


def budgets(book: str, **data: Any) -> dict[str, tuple[float, float | None, bool]]:
    found = sheet_of(book, data)
    assert found["fault"] == {}
    return {each["label"]: (each["spent"], each["most"], each["over"]) for each in found["budgets"]}


@pytest.mark.rule("icar.close.build.cost")
def test_a_combo_costs_its_difficulty() -> None:
    """Headbutt, kick and punch: 1, 1 and 0."""
    chain = [{"name": "one", "moves": ["headbutt", "kick", "punch"]}, {"name": "two", "moves": ["punch", "punch"]}]
    spent = budgets("icar", archetype="john-smith", **BRAWLER, combos=chain)
    assert (spent["combos"], spent["RP in combos"]) == ((2, 6, False), (2, None, False))


def test_a_seventh_combo_is_refused() -> None:
    chains = [{"name": f"c{number}", "moves": ["punch"]} for number in range(7)]
    fault = sheet_of("icar", {"archetype": "john-smith", **BRAWLER, "combos": chains})["fault"]
    assert (fault["fault"], fault["expected"]) == ("7 combos", "at most 6")


def test_more_moves_than_battle_are_over_unless_the_table_agrees() -> None:
    long = {"name": "long", "moves": ["punch"] * 4}
    assert budgets("icar", archetype="john-smith", **BRAWLER, combos=[long])["moves of long"] == (4, 3, True)
    assert "moves of long" not in budgets("icar", archetype="john-smith", **BRAWLER, combos=[{**long, "agreed": True}])


@pytest.mark.rule("cx.mag.space")
def test_magazines_fill_mag_space() -> None:
    """A printed character: 6 primary magazines and 3 secondary ones, 4 of which have places of their own."""
    spent = budgets("compound-x", archetype="oduya")
    assert (spent["Mag Space"], spent["Hard Points"]) == ((6, 10, False), (0, 0, False))


@pytest.mark.rule("hybrid.skill.cost.raise")
@pytest.mark.rule("hybrid.skill.training.teacher")
def test_ranks_cost_experience_and_hours_with_a_teacher() -> None:
    """Base cost 2, from rank 0 to 2: 4 and 4, and 10 hours each."""
    spent = budgets("hybrid", skills={"hth-punch": 2})
    assert spent == {"EEPs in skills": (8, None, False), "hours with a teacher": (80, None, False)}


@pytest.mark.rule("gurps.core.encumbrance")
def test_a_load_is_set_against_what_can_be_carried() -> None:
    """ST 10: Basic Lift 20 lb, at most 200; a sword of 3 lb."""
    sword = {"key": "own", "name": "Own sword", "skill": "broadsword", "damage": "sw", "type": "cut", "weight": 3.0}
    assert budgets("gurps", weapons=[sword])["load in lb"] == (3.0, 200.0, False)


@pytest.mark.parametrize("book", names())
def test_every_archetype_keeps_within_its_limits_and_says_by_which_rule(book: str) -> None:
    ledger = find(book).ledger()
    for key in book_content(book, find(book).folder).tables["archetypes"]:
        for each in sheet_of(book, {"archetype": key})["budgets"]:
            assert not each["over"], (key, each)
            assert ledger.summary(each["rule"]) == each["why"] != ""
