"""Chances the room could not work out are told as what they are."""

from __future__ import annotations

from starfray.room.odds_workers import outcomes
from tests.hybrid.build import duel
from tests.hybrid.test_settling import BETWEEN, BLOW


def test_chances_counted_in_plays_say_so() -> None:
    fight = duel(more=BETWEEN)
    told = outcomes(fight.odds(BLOW, budget=200), fight)
    assert (told["exact"], told["sampled"]) == (False, 1000)
    assert outcomes(fight.odds(BLOW), fight)["sampled"] == 0
