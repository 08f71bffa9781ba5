"""What differs between two positions: found part by part, it is what lists of all figures tell."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.changes import Comparison, changes, differences, flat
from starfray.engine.codec import clone


@pytest.mark.parametrize("demo", ["dock-9", "market-riot", "two-wasps", "halcyon", "blue-corridor", "loading-ramp", "skyway"])
def test_positions_of_whole_fights_compared_by_parts_or_by_all_their_figures_differ_alike(demo: str) -> None:
    fight = starfray.load(demo_path(demo))
    fight.begin()
    seen = [clone(fight.state)]
    for _ in range(12):
        fight.auto(acts=1)
        seen.append(clone(fight.state))
    assert seen[0] != seen[-1]
    for first in (seen[0], seen[6], seen[-1]):
        start = Comparison(first)
        for other in seen:
            assert start.changes(other) == changes(flat(first), flat(other))


def test_a_record_that_comes_or_goes_is_one_change_and_stands_where_its_figures_stood() -> None:
    fight = starfray.loads("""
rulebook = "coriolis"
[[combatant]]
id = "mira"
archetype = "convoy-gunner"
side = "crew"
at = [0, 0]
""")
    with_gun = fight.state.roster["mira"]
    without = clone(with_gun)
    gun = without.weapons.pop(0)
    without.hp -= 1
    gone, come = differences(with_gun, without, "mira"), differences(without, with_gun, "mira")
    assert gone["mira.hp"] == (with_gun.hp, without.hp)
    assert gone[f"mira.weapons.{gun.key}"][1] is None
    assert come[f"mira.weapons.{gun.key}"][0] is None
    assert [path for path in gone if path.startswith("mira.weapons")] == [f"mira.weapons.{gun.key}"]
