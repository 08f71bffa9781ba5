"""Positions from files: what cannot be is refused, and who is out of it does nothing."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import duel

NOW = "begun = true\ncount = 100\n"
BLOW = 'under-way = [{ actor = "a", kind = "blow", lands = 104, target = "b", weapon = "short-sword" }]'
BINDS = 'binds = [{ attacker = "a", attacker-weapon = "short-sword", defender = "b", defender-weapon = "short-sword" }]'
SHEATHED = 'weapons = [{ key = "short-sword", in-hand = false }]'
HOLDS = 'holds = [{ holder = "b", held = "a", strength = 5 }]'


@pytest.mark.parametrize(
    ("lines", "now", "expected"),
    [
        ('prone = true\npace = "run"', "", "on the ground one only crawls"),
        ('pace = "walk"\nchasing = "a"', "", "somebody else"),
        ('stance = ["advance", "advance"]', "", "each stance once"),
        ('stance = ["all-out"]\nmind-evading = true', "", "not all out"),
        ('fooled = ["a"]', "", "somebody else"),
        ('preset = { trigger = "attack", response = "draw" }', "", "a weapon to draw"),
        ("", 'closed = [{ one = "a", other = "a" }]', "two within arm's reach"),
        ("", HOLDS.replace("5", "76"), "0 to 75"),  # 5 x PST 15
        ("evading = true", HOLDS, "who is held"),
        ("", BLOW.replace('"b"', '"a"'), "somebody else"),
        ("", BLOW.replace('"blow"', '"rise"'), "somebody on the ground"),
        (SHEATHED, BLOW, "in the hand"),
        (SHEATHED, BINDS, "in their hands"),
    ],
)
def test_what_the_book_bars_is_refused(lines: str, now: str, expected: str) -> None:
    with pytest.raises(starfray.BadInput, match=expected):
        duel(a=lines, now=NOW + now)


def test_a_hold_of_the_greatest_strength_and_a_weapon_that_is_just_drawn_are_possible() -> None:
    assert duel(now=NOW + HOLDS.replace("5", "75")).get("holds.0.strength") == 75
    drawing = BLOW.replace("lands", "draws = true, lands")
    assert duel(a=SHEATHED, now=NOW + drawing).get("under-way.0.draws") is True


def test_who_is_unconscious_in_the_file_does_nothing_at_all() -> None:
    out = 'shock = { level = 4, rolls = 150 }\nevading = true\nmind-evading = true\npace = "run"\nchasing = "b"\nresting = 95\n'
    preset = 'wait-until = 300\npreset = { trigger = "attack", response = "blow" }'
    third = '[[combatant]]\nid = "c"\nside = "red"\ninitiative = 120'
    fight = duel(a=out + preset, now=NOW + BLOW + "\n" + BINDS, more=third)
    assert [fight.get(f"a.{field}") for field in ("evading", "mind-evading", "pace", "chasing", "preset", "wait-until")] == [
        False, False, "none", "", None, 0,
    ]  # fmt: skip
    assert (fight.get("under-way"), fight.get("binds"), fight.get("a.resting")) == ([], [], -1)
    fight.step(dice=[])
    assert (fight.get("count"), fight.actors) == (120, ["c"])


def test_whom_the_gm_puts_on_the_ground_neither_runs_on_nor_weaves() -> None:
    fight = duel(a='at = [0, 0]\npace = "run"\nheading = [20, 0]\nevading = true', b="at = [1, 0]")
    fight.gm("set a.prone true")
    assert (fight.get("a.pace"), fight.get("a.evading")) == ("none", False)
    assert starfray.loads(fight.to_text()).hash == fight.hash
    fight.undo()
    assert (fight.get("a.pace"), fight.get("a.evading")) == ("run", True)
