"""What the ways an act can end come to, in figures and words: worked out once for each way, and the same as one by one."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.changes import changes, flat
from starfray.engine.codec import clone, freeze
from starfray.engine.outcomes import Telling
from starfray.engine.pictures import Pictures
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import Spread, spread
from starfray.engine.tables.merge_graph import Leaf

ACTS = [("dock-9", "shot mira jarl"), ("market-riot", ""), ("halcyon", ""), ("skyway", ""), ("the-clinch", "")]


def ends_of(demo: str, act: str) -> tuple[starfray.Fight, Spread]:
    fight = starfray.load(demo_path(demo)).begin()
    policies = Policies(fight.book.policy())
    action = fight.parse(act) if act else policies.act(fight.book, fight.state, fight.actors[0], fight.generators.policy)
    assert action is not None
    return fight, spread(fight.book, fight.state, action, policies, budget=150, content=fight.content)


@pytest.mark.parametrize(("demo", "act"), ACTS)
def test_outcomes_differ_from_the_start_as_all_their_figures_do(demo: str, act: str) -> None:
    fight, found = ends_of(demo, act)
    expected: dict[str, float] = {}
    start = flat(fight.state)
    for leaf in found.leaves:
        name = repr(sorted(changes(start, flat(leaf.state)).items()))
        expected[name] = expected.get(name, 0.0) + leaf.weight
    told = Telling(fight.book, fight.state, found.pictures).outcomes(found.leaves)
    assert {repr(sorted(outcome.changes.items())): outcome.p for outcome in told} == expected


@pytest.mark.parametrize(("demo", "act"), ACTS)
def test_words_are_those_of_the_position_looked_at_alone(demo: str, act: str) -> None:
    fight, found = ends_of(demo, act)
    told = Telling(fight.book, fight.state, found.pictures).outcomes(found.leaves)
    alone = [Telling(fight.book, fight.state, Pictures()).outcomes([leaf])[0] for leaf in found.leaves]
    assert {outcome.summary for outcome in told} == {outcome.summary for outcome in alone}


def test_two_of_one_name_are_compared_by_the_name_people_read() -> None:
    fight = starfray.load(demo_path("dock-9")).begin()
    first, second = fight.state.roster["bruiser-1"], fight.state.roster["bruiser-2"]
    first.name = second.name = "Bruiser"
    hurt = clone(fight.state)
    hurt.roster["bruiser-2"].hp -= 1
    assert told_of(fight, hurt) == f"Bruiser HP {second.max_hp}/{second.max_hp} → {second.hp - 1}/{second.max_hp}"
    hidden = clone(fight.state)
    hidden.roster["bruiser-1"].hp -= 1
    assert told_of(fight, hidden) == "no change", "the card that stands below it has the last word"


def told_of(fight: starfray.Fight, state: Any) -> str:
    pictures = Pictures()
    return Telling(fight.book, fight.state, pictures).outcomes([leaf_of(state)])[0].summary


def leaf_of(state: Any) -> Any:
    return Leaf(state, 1.0)


def test_somebody_who_comes_or_goes_is_told_line_by_line() -> None:
    fight = starfray.load(demo_path("dock-9")).begin()
    gone = clone(fight.state)
    gone.roster = {who: actor for who, actor in gone.roster.items() if who != "tor"}
    assert told_of(fight, gone).startswith(f"Tor HP {fight.get('tor.hp')}/{fight.get('tor.max-hp')} → none; ")
    both = fight.state
    fight.state = gone
    assert f"Tor HP none → {fight.book.describe(both, both.roster['tor'])[0].value}" in told_of(fight, both)


def test_equal_records_share_a_number_and_others_do_not() -> None:
    fight = starfray.load(demo_path("dock-9")).begin()
    mira = fight.state.roster["mira"]
    same, hurt = clone(mira), clone(mira)
    hurt.hp -= 1
    pictures = Pictures()
    assert pictures.number(same, mira) == pictures.number(mira) == pictures.number(clone(mira))
    assert pictures.number(hurt, mira) != pictures.number(mira)
    assert pictures.number_of_picture(freeze(hurt)) == pictures.number(hurt)
