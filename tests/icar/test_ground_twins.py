"""Odds merged on the way equal odds walked branch by branch; and what the exact table says is what the formula says."""

from __future__ import annotations

import pytest

from starfray import Fight
from starfray.engine.actions import parse
from starfray.engine.codec import freeze
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from tests.icar.street import FISTS, A, street, third

pytestmark = pytest.mark.slow

GUNS = A.replace("shooting = 3", "shooting = 3, gun-fu = 4").replace("street-fighting = 1", "street-fighting = 4")
SHOTS = 'combos = [{ name = "x", moves = ["fire", "punch", "fire"] }]\nweapons = ["nelson-h1"]\n'
EQUAL = 'combos = [{ name = "jab", moves = ["punch"] }]\n'


def same_odds(fight: Fight, text: str, *, mixed: bool = False) -> tuple[int, int]:
    action = parse(fight.book.all_actions, text)
    policies = Policies(RandomPolicy() if mixed else fight.book.policy())
    found, runs = [], []
    for merge in (True, False):
        result = spread(fight.book, fight.state, action, policies, budget=200_000, merge=merge)
        assert result.residual == 0
        chances: dict[object, float] = {}
        for leaf in result.leaves:
            name = freeze(leaf.state)
            chances[name] = chances.get(name, 0.0) + leaf.weight
        found.append(chances)
        runs.append(result.runs)
    merged, walked = found
    assert sum(merged.values()) == pytest.approx(1, abs=1e-12)
    assert merged.keys() == walked.keys()
    assert all(merged[name] == pytest.approx(walked[name], abs=1e-12) for name in walked)
    return runs[0], runs[1]


def test_a_combo_at_three() -> None:
    few, many = same_odds(street(FISTS, more=third() + third(who="d", at="[1, 1]")), 'combo a b+c+d fists "all of you"')
    assert few < many


def test_shots_inside_a_combo() -> None:
    fight = street(SHOTS, "max-hp = 40\nmax-stun = 40", base=GUNS, now="turn = 1\nground = { acting = true }")
    same_odds(fight, 'combo a b x "bang"')


def test_a_duel_after_an_escape() -> None:
    fight = street(FISTS, EQUAL + 'prone = true\ntripped-by = "a"', now="turn = 2", more=third(A + EQUAL))
    same_odds(fight, 'combo a b+c fists "and you"')


def test_a_duel_whose_answers_are_drawn() -> None:
    same_odds(street(FISTS, EQUAL), 'combo a b fists "so"', mixed=True)


def test_a_duel_in_which_both_choose_swap_and_choose_again() -> None:
    both = 'combos = [{ name = "one", moves = ["punch"] }, { name = "two", moves = ["punch", "trip"] }]\n'
    same_odds(street(both, both), 'combo a b one "so"', mixed=True)


def test_shots_at_three() -> None:
    fight = street('weapons = ["nelson-h1"]', more=third() + third(who="d"))
    few, many = same_odds(fight, "fire a b+c+d")
    assert few <= many


def test_shots_landing_together() -> None:
    fight = street('weapons = ["arms-5"]', more=third() + third(who="d"))
    fight.play("fire a b+c", dice=[9, 9])
    same_odds(fight, "shots-land gm", mixed=True)


def test_initiative_with_ties() -> None:
    few, many = same_odds(street(now="", more=third(A)), "begin gm")
    assert few <= many


@pytest.mark.parametrize(("skill", "chance"), [(0, 0.3), (1, 0.4), (5, 0.8), (9, 0.9)])
def test_the_chance_of_a_single_hit_on_somebody_surprised(skill: int, chance: float) -> None:
    base = f"attributes = {{ battle = 4 }}\nskills = {{ street-fighting = {skill} }}"
    odds = street(base=base, b="surprised = true").odds("hit a b")
    assert odds.chance_of("b.stun", lambda stun: stun != 9) == pytest.approx(chance)


def test_the_chance_of_an_opposed_blow_by_hand() -> None:
    """1 + 3 against 1 + 2: the attacker is one ahead."""
    won = lost = 0
    for mine in range(1, 11):
        for theirs in range(1, 11):
            if mine == theirs and mine in (1, 10):
                continue
            if mine == 10 or (theirs == 1 and mine != 1):
                won += 1
            elif mine == 1 or theirs == 10 or mine + 1 < theirs:
                lost += 1
            elif mine + 1 > theirs:
                won += 1
    odds = street().odds("hit a b")
    assert odds.exact
    assert odds.chance_of("b.stun", lambda stun: stun != 9) == pytest.approx(won / (won + lost))


def test_a_check_with_the_pool() -> None:
    fight = street('seat = "ana"', "surprised = true", head='[rulings]\ndice-pool = "on"', now="turn = 1\npool = 2")
    same_odds(fight, "hit a b")


def settled(mine: int, theirs: int, ahead: int, shows: int) -> int:
    """1: the attacker wins, 0: the other does, -1: thrown again. `shows` is the attacker's die with what was drawn to it."""
    if 10 in (mine, theirs) and mine != theirs:
        return int(mine == 10)
    if 1 in (mine, theirs) and mine != theirs:
        return int(theirs == 1)
    if mine == theirs and mine in (1, 10):
        return -1
    return -1 if shows + ahead == theirs else int(shows + ahead > theirs)


def wins(pool: int, ahead: int) -> float:
    """By hand: dice are drawn while 4 or less show; ties start anew with what is left in the pool."""
    won, again = 0.0, dict.fromkeys(range(pool + 1), 0.0)
    hands = [(mine, mine, pool, 0.1) for mine in range(1, 11)]
    while hands:
        mine, shows, left, share = hands.pop()
        if left and mine not in (1, 10) and shows <= 4:
            hands += [(mine, shows + die, left - 1, share / 10) for die in range(1, 11)]
            continue
        for theirs in range(1, 11):
            result = settled(mine, theirs, ahead, shows)
            won += share / 10 if result > 0 else 0.0
            again[left] += share / 10 if result < 0 else 0.0
    won += sum(again[left] * wins(left, ahead) for left in range(pool))
    return won / (1 - again[pool])


@pytest.mark.parametrize("pool", [1, 2])
def test_an_opposed_check_with_the_pool_is_what_it_is_by_hand(pool: int) -> None:
    fight = street('seat = "ana"', head='[rulings]\ndice-pool = "on"', now=f"turn = 1\npool = {pool}")
    odds = fight.odds("hit a b")
    assert odds.exact
    assert odds.chance_of("b.stun", lambda stun: stun != 9) == pytest.approx(wins(pool, 1), abs=1e-12)


def test_an_opposed_check_of_two_players_with_the_pool_ends() -> None:
    fight = street('seat = "ana"', 'seat = "ben"', head='[rulings]\ndice-pool = "on"', now="turn = 1\npool = 1")
    odds = fight.odds("hit a b")
    assert odds.exact
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
