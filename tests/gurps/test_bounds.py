"""Figures and words no procedure has a place for are refused, never bent to the nearest that fits."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput

BENT = (
    "morale strength=6",
    "morale strength=-6",
    "hike 5 hours=-2",
    "hike 5 hours=30",
    "hike -1",
    "hike 5 terrain=swamp",
    "hike 5 max-hp=0",
    "rest minutes=-10 fp=3 max-fp=10",
    "rest minutes=10 fp=12 max-fp=10",
    "bleeding ht=10 hp=5 max-hp=10 minutes=0",
    "bleeding ht=10 hp=5 max-hp=10 minutes=601",
    "mortal-wound 10 half-hours=0",
    "study job=-4",
    "study foreign-days=-1",
    "task 12 haste=95",
    "task 12 tl=-3 equipment=best",
    "task 12 difficulty=impossible",
    "object-hp 0",
    "object-dr steel-mild 1 end=top",
    "knockback damage=-3 st=10",
    "group-roll 10 people=-1",
    "stun-points 10 lost=-1",
    "stun-points 10 sp=-3",
    "spell-cost 15 campaign=free",
    "spell-cost 15 range=far",
    "cast-spell 15 does=good",
    "ceremony 20 own=-3 spectators=5",
    "ceremony 20 spectators=-5",
    "ceremony 20 spectators=5 maintain=-1",
)


@pytest.mark.parametrize("text", BENT)
def test_what_does_not_fit_is_refused_before_a_die_falls(text: str) -> None:
    with pytest.raises(BadInput):
        starfray.do("gurps", text, dice=[])
