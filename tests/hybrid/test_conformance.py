"""The conformance kit on the pulse count: random fights looked at from all sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.rulebooks.hybrid import BOOK
from starfray.testing.conformance import Effort, check_rulebook
from tests.walls.scenes import DOORS

pytestmark = pytest.mark.slow

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
weapons = ["saber", "short-sword"]
skills = { saber = 11, short-sword = 14, parry-saber = 6, evasion = 5 }
shock = { level = 1, rolls = 14 }
initiative = 8
wait-until = 30
[[combatant]]
id = "imra"
archetype = "imra-solane"
side = "dock"
initiative = 12
"""

HALL = """
rulebook = "hybrid"
map = [30, 20]
[now]
begun = true
count = 10
filters = ["zero-g-combat"]
under-way = [{ actor = "anse", kind = "shot", lands = 12, target = "quill", weapon = "fragmentation-grenade" }]
[[combatant]]
id = "anse"
archetype = "anse-morrow"
side = "marines"
at = [4, 4]
initiative = 10
weapons = [{ key = "fragmentation-grenade", left = 5 }, { key = "heavy-slug-pistol", unfamiliar = 2 }, "laser-pistol"]
pace = "run"
heading = [9, 4]
pace-since = 10
[[combatant]]
id = "quill"
archetype = "sister-quill"
side = "order"
at = [12, 4]
initiative = 11
weapons = ["mind-lash", "kinetic-shove", "psychic-scream", "close-fist"]
[[combatant]]
id = "imra"
archetype = "imra-solane"
side = "order"
at = [5, 5]
initiative = 12
weapons = [{ key = "stun-pistol", unfamiliar = 1 }, "one-edged-dagger", "second-dagger"]
"""

GRIP = """
rulebook = "hybrid"
[now]
begun = true
count = 10
closed = [{ one = "dobrin", other = "kesh" }]
holds = [{ holder = "kesh", held = "dobrin", strength = 12 }]
[[combatant]]
id = "dobrin"
archetype = "dobrin-hask"
side = "dock"
weapons = []
initiative = 10
[[combatant]]
id = "kesh"
archetype = "kesh-varrow"
side = "guild"
weapons = []
initiative = 11
[[combatant]]
id = "guard"
archetype = "station-guard"
side = "guild"
initiative = 9
wait-until = 60
preset = { trigger = "gm", words = "when somebody goes for the door", response = "blow", since = 5 }
[[combatant]]
id = "renko"
archetype = "renko-baal"
side = "dock"
weapons = ["laser-pistol"]
skills = { heavy-slug-pistol = 6 }
initiative = 10
wait-until = 22
pft = 20
resting = 10
"""

FEND = """
rulebook = "hybrid"
[now]
begun = true
count = 10
involved = ["imra", "tavi", "kesh", "dobrin"]
under-way = [{ actor = "imra", kind = "close", lands = 11, target = "tavi" }]
holds = [{ holder = "dobrin", held = "kesh", strength = 5 }]
[[combatant]]
id = "imra"
archetype = "imra-solane"
side = "dock"
initiative = 1
[[combatant]]
id = "tavi"
archetype = "tavi-orlon"
side = "guild"
initiative = 1
wait-until = 40
[[combatant]]
id = "kesh"
archetype = "kesh-varrow"
side = "guild"
initiative = 9
wait-until = 60
preset = { trigger = "anything", response = "close", since = 5 }
[[combatant]]
id = "dobrin"
archetype = "dobrin-hask"
side = "dock"
initiative = 10
[[combatant]]
id = "late"
archetype = "dock-hand"
side = "dock"
"""

#: asked by procedures, outside any fight; and of the GM when a stand-in skill is named, which a walk seldom does
SELDOM = ("hybrid.skill.training.modifiers", "hybrid.task.multiple.when", "hybrid.skill.related")


def test_the_book_keeps_its_contract() -> None:
    effort = Effort(rounds=2, acts=40, samples=100, fights=8, looks=8)
    check_rulebook(BOOK, [DUEL, BOUND, HALL, GRIP, FEND], effort=effort, unreached_ok=[*SELDOM, *DOORS])
