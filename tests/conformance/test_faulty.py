"""One planted fault each: the kit finds it and says what it is."""

from __future__ import annotations

import importlib

import pytest

from starfray.engine.rulebook import Rulebook
from starfray.testing import Effort, Nonconforming, check_rulebook
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import FIGHTS

pytestmark = pytest.mark.slow

#: variant → the check that must fail, and words its complaint must hold
FAULTS = {
    "spends_before_refusing": ("acts", "takes effect before table.allowed()"),
    "throws_its_own_dice": ("fence", "imports random"),
    "copies_share_a_list": ("repeat", "playing measure on a copy changed the original"),
    "forgets_a_field": ("files", "the position written as text reads back as another one"),
    "shows_the_hidden": ("secrets", "a hidden combatant stands in the view of another side, at order."),
    "shows_a_secret_figure": ("secrets", "the view of another side depends on the secret figure hp"),
    "names_no_rule": ("names", "the rule id 'duel.mesure' is not in the ledger"),
    "offers_the_refused": ("acts", "feint, drawn as legal, raised Refused: feints are beneath us"),
    "never_ends": ("ends", "acts of the book's own policies the fight is still not over"),
    "leaves_nobody_to_act": ("ends", "nobody may act, nothing is due, and the fight is not over"),
    "merges_too_much": ("exact", "merging changes the odds of strike: table.merge() leaves out something"),
    "counts_outside": ("repeat", "run again with the same tape, strike tells another story"),
    "looks_at_the_table": ("live", "measure with the same dice and answers"),
    "trips_over_bad_targets": ("acts", "feint, bent out of shape, raised KeyError: 'nobody'"),
    "has_an_idle_action": ("reach", "actions never reached: bow"),
    "asks_about_the_hidden": ("secrets", "the question duel.hide names a hidden combatant to another side"),
}
#: what follows from a fault by itself and is rightly complained of as well
FOLLOWS = {
    "spends_before_refusing": {"refusals", "secrets", "exact", "reach"},  # whoever asks whether it is legal pays for it
    "throws_its_own_dice": {"repeat", "live", "exact", "replay", "undo", "secrets"},
    "copies_share_a_list": {"repeat", "live", "exact", "replay", "undo", "files"},
    "forgets_a_field": {"replay", "undo"},
    "offers_the_refused": {"reach", "exact"},
    "leaves_nobody_to_act": {"reach"},
    "never_ends": {"live"},
    "merges_too_much": {"exact"},
    "counts_outside": {"replay", "undo", "files", "reach"},
    "looks_at_the_table": {"live", "exact", "replay"},
}


def variant(name: str) -> Rulebook:
    book = importlib.import_module(f"tests.toys.faulty.{name}").BOOK
    assert isinstance(book, Rulebook)
    return book


#: enough to find a fault in so small a book
SOME_EFFORT = Effort(acts=24, samples=100, budget=300, most_acts=120, fights=8, looks=5)


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_and_named_and_nothing_else_is(name: str) -> None:
    check, words = FAULTS[name]
    unseen: list[str] = []
    with pytest.raises(Nonconforming) as caught:
        check_rulebook(variant(name), FIGHTS, effort=SOME_EFFORT, unreached_ok=["pass"], show=unseen.append)
    complaints = caught.value.report.complaints
    assert any(words in each.what for each in complaints if each.check == check), str(caught.value)
    assert words in str(caught.value)
    assert {each.check for each in complaints} <= {check, *FOLLOWS.get(name, set())}, str(caught.value)


def test_the_honest_book_passes_with_the_same_effort() -> None:
    assert check_rulebook(HONEST, FIGHTS, effort=SOME_EFFORT, unreached_ok=["pass"]).ok
