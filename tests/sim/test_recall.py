"""The map a simulation draws: with it every fight goes as it goes without, die for die."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import starfray
from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.dice import total
from starfray.engine.errors import HiddenChange
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy, PolicyFault
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.sim.job import Job
from starfray.sim.playout import playout
from starfray.sim.position_map import Throw, merged
from starfray.sim.recall import Recall
from starfray.sim.recall_trial import PlainPlayer, TrialPlayer
from tests.sim.test_policies import OWN
from tests.sim.test_solve import DUEL

DEMOS = sorted((Path(starfray.__file__).parent / "demos").glob("*.toml"))
SMALL = DUEL.replace("hp = 1\n", 'weapons = [{ key = "vulcan-pistol", crit = 0 }]\n')


def jobs(fight: Fight, **bounds: int) -> tuple[Job, Job, Recall]:
    """The same job with a map and without."""
    with_map, without = (Job(fight.book, fight.content, fight.state, {}, 5, 3) for _ in range(2))
    recall = with_map.player = Recall(fight.book, fight.content, fight.state, with_map.policies, **bounds)
    without.player = PlainPlayer(fight.book, fight.content, fight.state, without.policies)
    return with_map, without, recall


@pytest.mark.slow
@pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.stem)
def test_a_demo_comes_out_the_same_with_a_map_and_without(path: Path) -> None:
    with_map, without, _ = jobs(starfray.load(path))
    assert with_map.block(0, 6) == without.block(0, 6)
    assert with_map.ends(3, 8) == without.ends(3, 8)


def test_most_of_a_duel_is_found_on_the_map() -> None:
    with_map, without, recall = jobs(starfray.loads(SMALL))
    assert with_map.block(0, 300) == without.block(0, 300)
    assert recall.added < recall.acts / 4


def test_a_map_that_is_full_is_left_where_it_ends() -> None:
    with_map, without, recall = jobs(starfray.loads(SMALL), most=20)
    assert with_map.block(0, 60) == without.block(0, 60)
    assert not recall.growing
    assert len(recall.places) <= 11, "two combatants in each"
    assert with_map.ends(0, 20) == without.ends(0, 20)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_a_fight_on_the_map_stops_at_its_limit(limit: int) -> None:
    fight = starfray.loads(SMALL)
    policies = Policies(fight.book.policy())
    recall = Recall(fight.book, fight.content, fight.state, policies)
    for _ in range(2):
        played = recall.play(Generators(3), limit)
        state = clone(fight.state)
        assert (played.outcome, played.acts) == playout(fight.book, fight.content, state, Generators(3), policies, limit)
        assert played.state == state


class Fickle(Policy):
    """Says that it is steady, and draws."""

    name = "fickle"
    steady = True

    def act(self, book: Any, view: Any, who: str, generator: Generator) -> Action | None:
        generator.below(2)
        found: Action | None = book.policy().act(book, view, who, generator)
        return found


def test_a_policy_that_draws_and_says_it_is_steady_is_named() -> None:
    fight = starfray.loads(SMALL)
    recall = Recall(fight.book, fight.content, fight.state, Policies(Fickle()))
    with pytest.raises(PolicyFault, match="fickle: draws, but says that it is steady"):
        recall.play(Generators(1), 100)


def test_only_steady_policies_are_recalled(tmp_path: Path) -> None:
    fight = starfray.loads(SMALL)
    own = tmp_path / "own.py"
    own.write_text(
        OWN
        + """
class Same(Passive):
    steady = True
""",
        encoding="utf-8",
    )
    recalled = {
        name: isinstance(Job(fight.book, fight.content, fight.state, {"": name}, 1).player, TrialPlayer)
        for name in ("default", "greedy", "random", f"{own}:Passive", f"{own}:Same")
    }
    assert list(recalled.values()) == [True, True, False, False, True]


def test_the_same_position_and_dice_that_lead_to_other_throws_are_an_alarm() -> None:
    old, new = Throw(total(1, 6), False), Throw(total(2, 6), False)
    step = Action("a")
    assert merged(None, new, step) is new
    with pytest.raises(HiddenChange, match="other throws"):
        merged(old, new, step)
