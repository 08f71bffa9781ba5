"""The book keeps its contract: played at random, looked at from all sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.engine.actions import parse
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from starfray.rulebooks.compound_x import BOOK
from starfray.testing import Effort, check_rulebook
from tests.compound_x.grounds import BOMBS, CLINCH, FRIEND, GLASS, KNIVES, LINE, SWORDS, WATCH
from tests.compound_x.helpers import BO, fight

CORRIDOR = Path(__file__).parents[2] / "examples" / "compound-x-corridor.toml"

#: a friend inside the zone, a foe about to cross its line, a pump gun, somebody waiting for the GM's word
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
stats = { strength = 6 }
weapons = ["ecsc-mk249"]
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
    assert check_rulebook(BOOK, grounds, effort=effort, show=lambda _: None).ok


def test_plans_that_begin_alike_are_told_apart_when_odds_are_merged() -> None:
    held = 'actions = 0\nheld = { actions = 2, trigger = "acts", plan = ["semi", "semi"] }'
    one = fight(held, 'actions = 4\nstance = "prone"', BO, up="tor")
    action = parse(BOOK.actions, "stand tor")
    ends = []
    for merge in (True, False):
        found = spread(BOOK, one.state, action, Policies(RandomPolicy()), budget=100_000, merge=merge)
        ends.append(sum(leaf.weight for leaf in found.leaves if leaf.state.roster["ana"].hunkered))
    assert ends[0] == pytest.approx(ends[1])
