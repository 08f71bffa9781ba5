"""The book keeps its contract, and its rules do what the ledger says."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Refused
from starfray.samplebook import BOOK
from starfray.testing import check_rulebook

DEMOS = sorted((BOOK.folder / "demos").glob("*.toml"))
DUEL = """
rulebook = "samplebook"
[[combatant]]
id = "ines"
archetype = "marksman"
side = "crew"
[[combatant]]
id = "boro"
archetype = "guard"
side = "watch"
[now]
turn = 1
"""


def test_the_book_passes_the_conformance_kit() -> None:
    assert DEMOS
    assert check_rulebook(BOOK, fights=[*DEMOS, DUEL]).ok


@pytest.mark.parametrize("demo", DEMOS, ids=lambda path: path.stem)
def test_the_computer_plays_every_demo_to_its_end(demo: Path) -> None:
    fight = starfray.load(demo)
    assert fight.auto(acts=500).over is not None


def test_each_five_or_six_is_a_hit_and_costs_the_weapons_damage() -> None:
    fight = starfray.loads(DUEL)
    fight.play("shoot ines boro rifle", dice=[5, 6, 1, 4], answers=["no"])
    assert fight.get("boro.hp") == 2


def test_one_is_not_shot_at_with_what_one_has_not() -> None:
    with pytest.raises(Refused) as refused:
        starfray.loads(DUEL).play("shoot ines boro cannon", dice=[])
    assert refused.value.rule == "samplebook.weapon"
