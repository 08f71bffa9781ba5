"""Hitting once."""

from __future__ import annotations

import pytest

from tests.icar.street import form, needed, refused, rolls, said, street, third


@pytest.mark.rule("icar.close.once.check", "icar.close.once.surprise", "icar.close.once.stun", "icar.close.attribute")
def test_a_surprised_enemy_is_hit_at_twelve_and_loses_the_winners_meat_in_stun() -> None:
    fight = street(b="surprised = true").play("hit a b", dice=[8])
    assert needed(fight) == 8  # 12 - 1 - 3
    assert (fight.get("b.stun"), fight.get("b.hp"), fight.get("b.surprised")) == (6, 10, False)
    assert street(b="surprised = true").play("hit a b", dice=[7]).get("b.stun") == 9


@pytest.mark.rule("icar.close.once.opposed", "icar.close.once.stun", "icar.ruling.exchange-action")
def test_an_aware_enemy_throws_too_and_the_loser_loses_the_winners_meat() -> None:
    fight = street().play("hit a b", dice=[5, 5])  # 9 against 8
    assert (fight.get("b.stun"), fight.get("b.acted")) == (6, "")
    fight = street().play("hit a b", dice=[4, 9])  # 8 against 12: the defender hits back
    assert (fight.get("a.stun"), fight.get("b.stun")) == (9, 9)
    assert rolls(fight) == [("icar.close.once.opposed", "a"), ("icar.close.once.opposed", "b")]


@pytest.mark.rule("icar.ruling.opposed-tie")
def test_equal_totals_are_thrown_again_by_both() -> None:
    fight = street().play("hit a b", dice=[4, 5, 6, 7, 6, 5])  # 8:8, 10:10, 10:8
    assert fight.get("b.stun") == 6


TEN = pytest.mark.rule("icar.ruling.opposed-crit", "icar.crit.pass")
ONE = pytest.mark.rule("icar.ruling.opposed-crit", "icar.crit.fail")


@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        pytest.param([10, 9], "a", marks=TEN),
        pytest.param([2, 10], "b", marks=TEN),
        pytest.param([1, 2], "b", marks=ONE),
        pytest.param([2, 1], "a", marks=ONE),
        pytest.param([10, 1], "a", marks=TEN),
        pytest.param([1, 10], "b", marks=ONE),
        pytest.param([10, 10, 10, 2], "a", marks=TEN),
        pytest.param([1, 1, 1, 9], "b", marks=ONE),
    ],
)
def test_a_lone_ten_wins_and_a_lone_one_loses(dice: list[int], winner: str) -> None:
    strong = "attributes = { battle = 9, meat = 2 }\nskills = { street-fighting = 9 }"
    weak = "attributes = { battle = 1, meat = 2 }"
    fight = street(base=strong if winner == "b" else weak, foe=weak if winner == "b" else strong)
    fight.play("hit a b", dice=dice, answers=["so it goes"])
    loser = "b" if winner == "a" else "a"
    assert (fight.get(f"{winner}.stun"), fight.get(f"{loser}.stun")) == (9, 7)


@pytest.mark.rule("icar.close.once.held-object", "icar.ruling.once-weapon")
def test_anything_in_the_hand_takes_hit_points_too_and_a_knife_no_more_than_a_wrench() -> None:
    fight = street('weapons = ["knife"]', "surprised = true").play("hit a b", dice=[9])
    assert (fight.get("b.stun"), fight.get("b.hp")) == (6, 7)


@pytest.mark.rule("icar.close.once.held-object")
def test_what_lies_about_is_picked_up_and_swung() -> None:
    fight = street(b="surprised = true").play('hit a b "bar stool"', dice=[9])
    assert (fight.get("b.hp"), fight.get("a.hand")) == (7, "bar stool")


@pytest.mark.rule("icar.ruling.once-object-opposed")
def test_in_an_opposed_exchange_the_winners_object_counts() -> None:
    fight = street(b='weapons = ["table-leg"]').play("hit a b", dice=[2, 9])
    assert (fight.get("a.stun"), fight.get("a.hp")) == (9, 8)


@pytest.mark.rule("icar.ruling.once-unaware")
def test_the_unconscious_are_hit_at_twelve_and_the_prone_and_held_fight_back() -> None:
    fight = street(b="asleep = 3\nstun = -2", more=third()).play("hit a b", dice=[8])
    assert fight.get("b.stun") == -5
    fight = street(b='prone = true\nheld-by = "a"').play("hit a b", dice=[2, 9])
    assert fight.get("a.stun") == 9


@pytest.mark.rule("icar.close.attribute-swap", "icar.check.attribute-choice")
def test_another_attribute_serves_if_the_gm_agrees_before_the_dice() -> None:
    fight = street(base="attributes = { battle = 1, shift = 5 }", b="surprised = true")
    fight.play("hit a b attribute=shift", dice=[7], answers=["yes"])
    assert needed(fight) == 7
    fight = street(base="attributes = { battle = 1, shift = 5 }", b="surprised = true")
    fight.play("hit a b attribute=shift", dice=[7], answers=["no"])
    assert needed(fight) == 11
    refused(street(), "hit a b attribute=charm", "icar.check.attribute-choice")


@pytest.mark.rule("icar.ruling.close-reach")
def test_beyond_two_metres_nobody_is_hit() -> None:
    street(gap=2).play("hit a b", dice=[5, 4])
    refused(street(gap=2.5), "hit a b", "icar.ruling.close-reach")


@pytest.mark.rule("icar.close.once.always", "icar.ruling.combo-npc")
def test_one_blow_is_always_there_and_an_npc_without_combos_has_nothing_else() -> None:
    fight = street()
    assert form(fight, "a", "hit").refused is None
    why = form(fight, "a", "combo").refused
    assert why is not None
    assert why.rule == "icar.ruling.combo-npc"
    refused(fight, "combo a b fists", "icar.ruling.combo-npc")
    assert fight.play("hit a b", dice=[9, 2]).get("a.acted") == "hit"


@pytest.mark.rule("icar.ruling.illegal")
def test_nobody_hits_who_is_not_there() -> None:
    for whom in ("nobody", "a"):
        refused(street(), f"hit a {whom}", "icar.ruling.illegal")


@pytest.mark.rule("icar.ruling.actions-per-turn")
def test_one_main_action_a_turn() -> None:
    fight = street("", 'acted = "hit"', now='turn = 1\nground = { order = ["b", "a"] }', more=third())
    assert fight.actors == ["a"]
    fight = street('acted = "hit"\nquick = 1').gm("set a.acted hit")
    refused(fight, "hit a b", "icar.ruling.actions-per-turn")


def test_the_log_says_who_was_hit() -> None:
    fight = street(b="surprised = true").play("hit a b", dice=[8])
    assert "icar.close.once.stun" in said(fight)
