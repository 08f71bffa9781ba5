"""A fight that no rule ends and in which nothing comes about any more is called a stalemate: an outcome of its own."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.codec import clone
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.engine.values import Outcome
from starfray.fight import Fight
from starfray.sim.job import Job
from starfray.sim.montecarlo import simulate
from starfray.sim.playout import playout
from starfray.sim.recall import Recall
from starfray.sim.recall_trial import PlainPlayer
from starfray.sim.report import even_share, sim_page, sim_rows
from starfray.sim.samples import samples
from starfray.stalemate import FIRST_ACTS, ROUNDS, RULE, StalemateWatch, is_stalemate
from tests.policies.scenes import scene
from tests.policies.sweep import WALK, Found, play

#: two who are hurt so badly that no step of theirs succeeds, out of each other's reach
CRIPPLED = """
rulebook = "hybrid"
map = [40, 20]
[[combatant]]
id = "guard"
archetype = "station-guard"
side = "red"
pbd = 2
at = [2, 10]
[[combatant]]
id = "hask"
archetype = "dobrin-hask"
side = "blue"
pbd = 3
at = [12, 10]
"""
DUEL = """
rulebook = "coriolis"
map = [60, 60]
[[combatant]]
id = "a"
archetype = "dockside-bruiser"
side = "red"
at = [2, 10]
[[combatant]]
id = "b"
archetype = "dockside-bruiser"
side = "blue"
at = [52, 10]
"""


def watched(fight: Fight, rounds: int = 5) -> StalemateWatch:
    """A watch over a fight that has gone on for a while and has been looked at once."""
    watch = StalemateWatch(fight.book, rounds, FIRST_ACTS)
    assert watch.after("a", fight.state, 0) is None
    return watch


def rounds_of(watch: StalemateWatch, fight: Fight, count: int, begin: int = 1) -> Outcome | None:
    """So many rounds in which nothing happens but that time goes by."""
    found = None
    for clock in range(begin, begin + count):
        for who in fight.state.roster:
            found = found or watch.after(who, fight.state, clock)
    return found


def test_two_who_can_no_longer_reach_each_other_are_in_a_stalemate() -> None:
    fight = starfray.loads(CRIPPLED)
    ends = set()
    for _ in range(2):
        state = clone(fight.state)
        outcome, acts = playout(fight.book, fight.content, state, Generators(1), Policies(fight.book.policy()))
        assert outcome is not None
        assert (outcome.winners, outcome.rule) == ([], RULE)
        assert fight.book.over(state) is None, "no rule of the book has ended it"
        ends.add(acts)
    assert len(ends) == 1, "the same dice, the same end"


def test_a_stalemate_is_nobodys_win_and_no_draw_by_the_rules() -> None:
    fight = starfray.loads(CRIPPLED)
    result = simulate(fight, 4, seed=3)
    assert (result.fights, result.stalemates, result.draws, result.unfinished) == (4, 4, 0, 0)
    assert sum(result.wins.values()) == 0
    assert even_share(result) == 0
    assert result.plain(1.0)["stalemates"] == 4
    assert "fight,,stalemates,1" in sim_rows(result)
    assert "are stalemates: nothing changed any more" in sim_page(fight, result, 3, "default")


def test_nothing_is_called_a_stalemate_where_nobody_wants_it() -> None:
    fight = starfray.loads(CRIPPLED)
    policies = Policies(fight.book.policy())
    never = StalemateWatch(fight.book, 0)
    assert playout(fight.book, fight.content, clone(fight.state), Generators(1), policies, 900, None, never) == (None, 900)


def test_a_stalemate_comes_at_the_same_act_with_a_map_of_positions_and_without() -> None:
    fight = starfray.loads(CRIPPLED)
    with_map, without, small = (Job(fight.book, fight.content, fight.state, {}, 5, 3) for _ in range(3))
    policies = with_map.policies
    with_map.player = Recall(fight.book, fight.content, fight.state, policies)
    small.player = Recall(fight.book, fight.content, fight.state, policies, most=60)
    without.player = PlainPlayer(fight.book, fight.content, fight.state, policies)
    result = without.block(0, 3)
    assert result.stalemates == 3
    assert with_map.block(0, 3) == result
    assert small.block(0, 3) == result


def test_a_kept_stalemate_ends_where_the_simulation_ended_it() -> None:
    fight = starfray.loads(CRIPPLED)
    result = simulate(fight, 2, seed=3, keep=1)
    (longest,) = [each for each in samples(fight, result, {}, 3) if each.kind == "longest"]
    again = starfray.replay(longest.transcript).fight
    acts = -result.longest[0][1]
    assert acts <= len(again.journal.entries) <= acts + 1, "a step that is due comes by itself"


def test_time_alone_is_nothing_new() -> None:
    fight = starfray.loads(DUEL)
    watch = watched(fight)
    assert rounds_of(watch, fight, 4) is None
    assert is_stalemate(rounds_of(watch, fight, 4, 5))


@pytest.mark.parametrize("news", ["hp", "mind", "place", "fled"])
def test_whatever_has_not_been_before_starts_the_count_again(news: str) -> None:
    fight = starfray.loads(DUEL)
    watch = watched(fight)
    assert rounds_of(watch, fight, 4) is None
    a, b = fight.state.roster.values()
    if news == "hp":
        a.hp -= 1
    elif news == "mind":
        a.mp -= 1
    elif news == "place":
        b.at = (50.0, 10.0)
    else:
        a.out = "fled"
    assert rounds_of(watch, fight, 2, 10) is None


def test_going_away_and_coming_back_is_nothing_new() -> None:
    fight = starfray.loads(DUEL)
    watch = watched(fight)
    found = None
    for clock in range(1, 12):
        fight.state.roster["b"].at = (52.0 + clock % 3, 10.0 + clock % 2)
        found = found or rounds_of(watch, fight, 1, clock)
    assert is_stalemate(found)


def test_a_fight_that_is_young_is_never_a_stalemate() -> None:
    fight = starfray.loads(DUEL)
    watch = StalemateWatch(fight.book, 1)
    assert rounds_of(watch, fight, FIRST_ACTS // 2) is None
    assert rounds_of(watch, fight, ROUNDS, FIRST_ACTS) is not None


@pytest.mark.parametrize(("book", "seed"), [("hybrid", 7015), ("socs", 20052)])
def test_scenes_of_the_sweep_that_came_to_no_end_are_stalemates(book: str, seed: int) -> None:
    found = Found()
    play((f"scene {seed}", lambda: scene(book, seed), (0, 6, WALK)[seed % 3]), 1, found)
    assert (found.played, found.stalemates, found.faults) == (1, 1, [])
