"""Whole fights: policies play to the end, everything replays, saves, undoes; odds are exact."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight
from starfray.engine.actions import Action, parse
from starfray.engine.codec import clone, fingerprint
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from starfray.rulebooks.compound_x import BOOK
from starfray.rulebooks.compound_x.policy import Sensible
from tests.compound_x.helpers import BO, fight

CORRIDOR = Path(__file__).parents[2] / "examples" / "compound-x-corridor.toml"


def played(seed: int) -> Fight:
    text = CORRIDOR.read_text().replace("seed = 11", f"seed = {seed}")
    one = starfray.loads(text)
    one.begin()
    for _ in range(200):
        one.auto(acts=10)
        if one.over:
            break
    return one


@pytest.mark.parametrize("seed", range(1, 13))
def test_policies_play_the_corridor_to_its_end(seed: int) -> None:
    one = played(seed)
    assert one.over is not None
    assert starfray.replay(one.transcript()).fight.hash == one.hash
    assert starfray.loads(one.to_text()).hash == one.hash


def test_every_position_on_the_way_can_be_written_and_read_back() -> None:
    one = starfray.load(CORRIDOR)
    one.begin()
    for _ in range(40):
        one.auto(acts=1)
        assert starfray.loads(one.to_text()).hash == one.hash
        if one.over:
            break


def test_undo_and_redo_give_the_same_positions() -> None:
    one = played(3)
    end = one.hash
    for _ in range(5):
        one.undo()
    assert one.hash != end
    for _ in range(5):
        one.redo()
    assert one.hash == end


def test_a_save_in_the_middle_goes_on_as_if_nothing_had_happened() -> None:
    one = starfray.load(CORRIDOR)
    one.begin()
    one.auto(acts=5)
    other = starfray.restore(one.to_json())
    assert other.hash == one.hash
    one.auto(acts=5)
    other.auto(acts=5)
    assert other.hash == one.hash


@pytest.mark.slow
def test_random_play_never_breaks_a_rule() -> None:
    for seed in range(8):
        one = starfray.loads(CORRIDOR.read_text().replace("seed = 11", f"seed = {seed}"))
        one.seats.policies = Policies(RandomPolicy())
        one.begin()
        one.auto(acts=60)
        assert starfray.replay(one.transcript()).fight.hash == one.hash


def test_the_odds_of_a_burst_are_exact() -> None:
    one = fight('aim = "tor"', 'stance = "prone"\narmour = "light-chest-l1"')
    odds = one.odds("fire ana tor mode=burst")
    assert odds.residual == 0
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    alone = one.odds("fire ana tor")  # 40 % hit; of those 39 % strike armour (40 through), 61 % do half (40); luck on a 10
    assert alone.exact
    assert alone.chance_of("tor.health", lambda now: now < 100) == pytest.approx(0.4)


def twin(state: object, action: Action) -> int:
    """Merged and unmerged runs must agree on every position and its weight; gives how many runs merging saved."""
    policies = Policies(Sensible())
    merged = spread(BOOK, state, action, policies, budget=200_000, merge=True)
    brute = spread(BOOK, state, action, policies, budget=200_000, merge=False)
    assert merged.residual == brute.residual == 0
    weights: list[dict[str, float]] = []
    for found in (merged, brute):
        table: dict[str, float] = {}
        for leaf in found.leaves:
            name = fingerprint(leaf.state)
            table[name] = table.get(name, 0.0) + leaf.weight
        weights.append(table)
    assert weights[0].keys() == weights[1].keys()
    for name, weight in weights[0].items():
        assert weight == pytest.approx(weights[1][name])
    return brute.runs - merged.runs


@pytest.mark.parametrize(
    ("mode", "tor"), [("burst", 'stance = "prone"'), ("burst", 'armour = "light-chest-l1"'), ("auto", "health = 30")]
)
def test_a_burst_merged_bullet_by_bullet_equals_brute_force(mode: str, tor: str) -> None:
    gun = '{ key = "ecsc-mk16", rounds = 4 }'
    one = fight(f'aim = "tor"\nweapons = [{gun}]', tor, 'id = "kit"\nside = "dock"\nat = [30, 9]')
    saved = twin(clone(one.state), parse(BOOK.actions, f"fire ana tor mode={mode}"))
    assert saved > 0


@pytest.mark.slow
def test_a_run_through_held_fire_and_suppression_merged_equals_brute_force() -> None:
    held = 'actions = 0\nheld = { actions = 2, trigger = "enters", plan = ["semi", "semi"], at = [30, 5], radius = 1.0 }'
    zone = 'zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "heavy", radius = 2, at = [30, 5] }]'
    tor = 'actions = 4\nstats = { dexterity = 8, fortitude = 10 }\narmour = "light-chest-l1"'
    one = fight(held, tor, BO, 'id = "kit"\nside = "dock"\nat = [30, 19]', up="tor", now=zone)
    assert twin(clone(one.state), parse(BOOK.actions, "run tor 30,8")) >= 0
    light = fight(held, tor, BO, 'id = "kit"\nside = "dock"\nat = [30, 19]', up="tor", now=zone.replace("heavy", "light"))
    assert twin(clone(light.state), parse(BOOK.actions, "run tor 30,8")) > 0


def test_a_question_is_put_to_the_seat_and_answered_live() -> None:
    held = 'actions = 0\nheld = { actions = 1, trigger = "moves", plan = ["semi"] }\nseat = "ana"'
    one = fight(held, 'actions = 4\ncover = "partial"', up="tor", order="tor ana")
    one.play("run tor 30,4")
    assert [(ask.who, ask.rule) for ask in one.asks] == [("ana", "cx.held.use")]
    one.answer(one.asks[0], "decline")
    assert one.get("tor.at") == [30, 4]


def test_a_view_without_a_hidden_foe_still_works() -> None:
    one = fight("", "", 'id = "kit"\nside = "dock"\nhidden = true\nat = [30, 9]\naim = "ana"')
    seen = one.view("side:crew")
    assert "kit" not in seen.roster
    assert one.odds("fire ana tor", "side:crew").residual == 0
