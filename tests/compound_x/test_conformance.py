"""The book keeps its contract: played at random, looked at from all sides."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

import pytest

import starfray
from starfray.engine.actions import parse
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from starfray.rulebooks.compound_x import BOOK
from starfray.testing import Effort, check_rulebook
from tests.compound_x.grounds import BOMBS, CLINCH, FRIEND, GLASS, KNIVES, LINE, SWORDS, WATCH
from tests.walls.scenes import DOORS

pytestmark = pytest.mark.slow

CORRIDOR = Path(__file__).parents[2] / "examples" / "compound-x-corridor.toml"

#: a bipod to unfold, a friend inside the zone, a foe about to cross its line, a pump gun, somebody waiting for the GM's word
CROSSFIRE = """
rulebook = "compound-x"
seed = 5
[now]
round = 1
order = ["kai", "mo", "bo", "tor"]
up = "kai"
started = true
zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "light", radius = 2, at = [16, 0] }]
[[combatant]]
id = "bo"
side = "crew"
at = [0, 0]
stance = "prone"
stats = { strength = 6 }
weapons = [{ key = "ecsc-mk249", attachments = ["bipod"] }]
[[combatant]]
id = "kai"
side = "crew"
actions = 4
at = [16, 1]
weapons = ["anvil-arms-hunting-shotgun"]
[[combatant]]
id = "tor"
side = "dock"
at = [16, 0]
cover = "partial"
held = { actions = 1, trigger = "gm", plan = ["semi"], text = "somebody coughs" }
weapons = ["matthews-11-35-carbine"]
[[combatant]]
id = "mo"
side = "dock"
actions = 4
at = [8, 1]
weapons = ["matthews-11-35-carbine"]
"""


def test_the_book_keeps_its_contract() -> None:
    effort = Effort(rounds=4, acts=40, samples=150, budget=300, fights=8, looks=8)
    grounds: list[str | Path] = [CORRIDOR, CROSSFIRE, CLINCH, KNIVES, BOMBS, WATCH, SWORDS, LINE, GLASS, FRIEND]
    assert check_rulebook(BOOK, grounds, effort=effort, unreached_ok=DOORS, show=lambda _: None).ok


#: Ana is afraid: with two held Actions she may run, cower or calm down, in any order
AFRAID = """
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "tor"
started = true
[[relation]]
kind = "distance"
between = ["ana", "tor"]
value = 20
[[combatant]]
id = "ana"
side = "crew"
fear = 50
stats = { dexterity = 2 }
held = { actions = 2, trigger = "acts" }
[[combatant]]
id = "tor"
side = "dock"
actions = 4
stance = "prone"
"""


def test_what_is_done_with_held_actions_is_told_apart_when_odds_are_merged() -> None:
    one = starfray.loads(AFRAID)
    action = parse(BOOK.actions, "stand tor")
    ends: list[dict[Hashable, float]] = []
    for merge in (True, False):
        found = spread(BOOK, one.state, action, Policies(RandomPolicy()), budget=20_000, merge=merge)
        assert found.residual == 0
        chances: dict[Hashable, float] = {}
        for leaf in found.leaves:
            key = BOOK.key(leaf.state)
            chances[key] = chances.get(key, 0.0) + leaf.weight
        ends.append(chances)
    assert ends[0] == pytest.approx(ends[1])
    assert len(ends[0]) > 5
