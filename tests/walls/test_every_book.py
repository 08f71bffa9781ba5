"""In every book with lines of sight: policies find their way through a house, forms offer nothing a wall refuses, and what was
played is replayed, saved and undone.
"""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, RandomPolicy
from starfray.sim.montecarlo import simulate
from tests.conformance.test_forms import look_at
from tests.walls.scenes import BOOKS, PEOPLE, house

FIGHTS = 8


def fight_in(book: str, seed: int, *, opened: bool = False) -> starfray.Fight:
    head, west, east = PEOPLE[book]
    people = {"w1": (3.0, 3.0), "w2": (4.0, 12.0), "e1": (17.0, 4.0), "e2": (16.0, 17.0)}
    rows = {who: f'archetype = "{west if who.startswith("w") else east}"' for who in people}
    return house(f'rulebook = "{book}"\n{head}', people, rows, opened=opened, seed=seed)


@pytest.mark.parametrize("book", BOOKS)
def test_the_default_policies_get_through_a_closed_door_and_end_the_fight(book: str) -> None:
    result = simulate(fight_in(book, 1).begin(), FIGHTS)
    assert result.fights == FIGHTS
    assert (result.stalemates, result.unfinished) == (0, 0)


@pytest.mark.parametrize("book", BOOKS)
def test_forms_in_a_house_offer_nothing_that_is_refused(book: str) -> None:
    generator, looked = Generator(7), 0
    for seed in range(1, 4):
        fight = fight_in(book, seed, opened=seed == 2)
        fight.seats.policies = Policies(RandomPolicy())
        fight.seats.auto = {*fight.state.roster, "gm"}
        fight.begin()
        for place, who in zip(((9.3, 9.0), (9.6, 4.0), (10.6, 9.2), (10.4, 15.0)), fight.state.roster, strict=True):
            fight.gm(f"place {who} {place[0]},{place[1]}")
        for _ in range(12):
            if fight.over or not fight.actors:
                break
            who = fight.actors[generator.below(len(fight.actors))]
            look_at(fight, who, generator)
            looked += 1
            action = RandomPolicy().act(fight.book, fight.state, who, generator)
            if action is None:
                break
            fight.play(action)
        assert starfray.replay(fight.transcript()).ok
        assert starfray.restore(fight.to_json()).hash == fight.hash
    assert looked > 12


#: what may name somebody behind a wall: an order of turns, words that are heard, a way to go, what one waits for
ACROSS = {
    "coriolis": {"delay", "shout"},
    "gurps": {"face", "wait"},
    "compound-x": {"hold"},
    "icar": set[str](),
    "hybrid": {"stance", "move", "preset"},
}


@pytest.mark.parametrize("gap", [0.4, 5.0])
@pytest.mark.parametrize("book", BOOKS)
def test_no_form_offers_anybody_behind_a_wall(book: str, gap: float) -> None:
    """A friend and a foe on either side, near enough for hands and far enough for guns."""
    head, west, east = PEOPLE[book]
    people = {"w1": (10 - gap, 5.0), "e1": (10 + gap, 5.0), "w2": (10 + gap, 5.6), "e2": (10 - gap, 6.0)}
    rows = {who: f'archetype = "{west if who.startswith("w") else east}"' for who in people}
    fight = house(f'rulebook = "{book}"\n{head}', people, rows)
    fight.seats.auto = {*people, "gm"}
    fight.begin()
    who = fight.actors[0]
    across = {other for other, (x, _) in people.items() if (x < 10) != (people[who][0] < 10)}
    offered = {
        form.kind
        for form in fight.legal(who)
        for field in form.fields
        if form.refused is None and across & {option.key for option in field.options}
    }
    assert offered <= ACROSS[book]
    same = {form.kind for form in fight.legal(who) if form.refused is None}
    assert len(same) > 3
