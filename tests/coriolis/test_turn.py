"""Initiative, slots, action points."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.coriolis.build import duel


def three() -> Fight:
    rows = "".join(f'[[combatant]]\nid = "{who}"\nside = "{side}"\nat = [{x}, 0]\n' for who, side, x in
                   (("a", "red", 0), ("b", "blue", 50), ("c", "blue", 90)))
    orders = '[orders]\n"coriolis.initiative.weapon" = "never"\n'
    return starfray.loads(f'rulebook = "coriolis"\n{orders}{rows}')


@pytest.mark.rule("coriolis.initiative.roll", "coriolis.initiative.ties", "coriolis.ap.refresh")
def test_highest_first_and_ties_by_plain_dice() -> None:
    fight = three().begin(dice=[4, 6, 4] + [2, 2] + [1, 5])  # a and c tie, tie again, then c wins
    assert fight.get("order") == ["b", "c", "a"]
    assert fight.actors == ["b"]


@pytest.mark.rule("coriolis.initiative.talent")
def test_a_combat_veteran_keeps_the_higher_of_two_dice() -> None:
    fight = three()
    fight.gm('add "id = \'v\', side = \'red\', at = [0, 9], talents = [\'combat-veteran\']"')
    fight.gm("remove c")
    fight.begin(dice=[4, 3, 1, 5])  # coriolis.example.combat-veteran
    assert fight.get("v.initiative") == 5


@pytest.mark.rule("coriolis.initiative.surprise")
def test_surprise_is_two_more_in_the_first_turn_only() -> None:
    fight = three()
    fight.gm("set b.surprise true")
    fight.begin(dice=[5, 4, 1])
    assert fight.get("order") == ["b", "a", "c"]
    for who in "bac":
        fight.play(f"end-turn {who}", dice=[])
    fight.step(dice=[])
    assert fight.get("b.initiative") == 4
    assert fight.get("order") == ["a", "b", "c"]


@pytest.mark.rule("coriolis.ap.normal")
def test_three_action_points_and_no_more() -> None:
    fight = duel()
    fight.play("shot a b", dice=[1] * 7)
    with pytest.raises(Refused, match="1 AP, this takes 2"):
        fight.play("shot a b", dice=[])


@pytest.mark.rule("fight.turn")
def test_only_whose_slot_it_is_may_act() -> None:
    with pytest.raises(Refused, match="not b's turn"):
        duel().play("shot b a", dice=[])


@pytest.mark.rule("coriolis.ruling.crit.stunned")
def test_a_stunned_fighter_loses_the_slot_that_is_still_to_come() -> None:
    fight = duel()
    fight.play("shot a b", dice=[6, 6, 6, 1, 1, 1, 1] + [1, 1], answers=["critical-injury:2"])  # 11: stunned 1 turn
    assert (fight.get("b.stunned"), fight.get("b.ap")) == (1, 0)
    fight.play("end-turn a", dice=[])
    fight.step()
    assert (fight.get("turn"), fight.get("b.stunned"), fight.get("b.ap")) == (2, 0, 3)


@pytest.mark.rule("coriolis.action.move", "coriolis.action.draw", "coriolis.action.pick-up", "coriolis.action.go-prone")
def test_moving_drawing_and_lying_down_are_fast() -> None:
    fight = duel(a='weapons = ["vulcan-pistol", { key = "knife", dropped = true }]')
    fight.gm("set a.weapons.0.in-hand true")
    fight.play("pick-up a knife", dice=[])
    fight.play("move a 0,10", dice=[])
    fight.play("go-prone a", dice=[])
    assert (fight.get("a.ap"), fight.get("a.prone"), fight.get("a.weapons.knife.in-hand")) == (0, True, True)
    fight.gm("set a.ap 3")
    with pytest.raises(Refused, match="further than 5 m"):
        fight.play("move a 0,16", dice=[])  # crawling: coriolis.ruling.move.halving
    fight.gm("set a.weapons.knife.in-hand false")
    fight.play("draw a knife", dice=[])
