"""Odds of what is more than a figure: a list, a table, somebody as a whole."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.odds import Odds

DUEL = """
rulebook = "coriolis"
[orders]
"coriolis.core.pray" = "never"
[now]
turn = 1
up = "a"
order = ["a", "b"]
[[combatant]]
id = "a"
side = "x"
at = [0, 0]
weapons = ["vulcan-pistol"]
[[combatant]]
id = "b"
side = "y"
at = [15, 0]
weapons = ["knife"]
injuries = [{ number = 11 }]
"""


@pytest.fixture(scope="module")
def shot() -> Odds:
    return starfray.loads(DUEL).odds("shot a b")


@pytest.mark.parametrize("path", ["b", "b.weapons", "b.weapons.0", "b.injuries", "b.attributes", "b.skills"])
def test_whatever_get_reads_has_a_chance_to_stay_as_it_is(shot: Odds, path: str) -> None:
    unchanged = sum(
        part.p for part in shot.outcomes if not any(f"{name}.".startswith(f"{PATHS.get(path, path)}.") for name in part.changes)
    )
    assert shot.chance_of(path, starfray.loads(DUEL).get(path)) == pytest.approx(unchanged)


PATHS = {"b.weapons.0": "b.weapons.knife"}


def test_a_new_injury_makes_the_list_longer(shot: Odds) -> None:
    new = sum(part.p for part in shot.outcomes if any(name.startswith("b.injuries.") for name in part.changes))
    assert 0 < shot.chance_of("b.injuries", lambda rows: [row["number"] for row in rows][:1] == [11] and len(rows) == 2) == new


def test_what_is_no_number_has_no_expectation(shot: Odds) -> None:
    for ask in (shot.expected, shot.change_of):
        with pytest.raises(BadInput, match=r"no (whole )?number"):
            ask("b.weapons")
    with pytest.raises(BadInput, match="there is no figure"):
        shot.chance_of("b.nonsense", 1)
