"""The conformance kit on the pulse count: random fights looked at from all sides."""

from __future__ import annotations

from pathlib import Path

from starfray.rulebooks.hybrid import BOOK
from starfray.testing.conformance import Effort, check_rulebook

DUEL = Path(__file__).parents[2] / "examples" / "hybrid-duel.toml"

BOUND = """
rulebook = "hybrid"
[now]
begun = true
count = 10
under-way = [{ actor = "imra", kind = "close", lands = 15, target = "tavi" }]
binds = [{ attacker = "kesh", attacker-weapon = "cudgel", defender = "tavi", defender-weapon = "saber" }]
[[combatant]]
id = "kesh"
archetype = "kesh-varrow"
side = "dock"
weapons = ["cudgel", "one-edged-dagger"]
bleeding = [12]
prone = true
[[combatant]]
id = "tavi"
archetype = "tavi-orlon"
side = "guild"
shock = { level = 1, rolls = 14 }
[[combatant]]
id = "imra"
archetype = "imra-solane"
side = "dock"
initiative = 12
"""


def test_the_book_keeps_its_contract() -> None:
    effort = Effort(rounds=2, acts=30, samples=100, fights=8, looks=8)
    check_rulebook(BOOK, [DUEL, BOUND], effort=effort)
