"""Dodging and dropping prone; called shots, spins and jumps."""

from __future__ import annotations

import pytest

import starfray
from starfray.rulebooks.hybrid.skill_check import success_chance
from tests.hybrid.build import chance, duel, heard

MISS = [100]


@pytest.mark.rule("hybrid.defence.dodge.phases", "hybrid.ruling.dodge-roll")
@pytest.mark.parametrize(("lands", "times"), [(103, 2), (104, 2), (105, 3), (114, 3), (115, 1), (119, 1)])
def test_a_dodge_begun_on_100_multiplies_the_defence_by_its_phase(lands: int, times: int) -> None:
    blow = f'{{ actor = "b", kind = "blow", lands = {lands}, target = "a", weapon = "short-sword" }}'
    fight = duel(now=f"begun = true\ncount = 100\nunder-way = [{blow}]")
    fight.play("dodge a", dice=[])
    fight.step(dice=MISS)  # one who dodges is asked nothing
    assert (fight.get("count"), chance(fight)) == (lands, 78 - times * 15)


@pytest.mark.rule("hybrid.defence.dodge.phases", "hybrid.defence.dodge.fall")
def test_a_dodge_in_answer_to_a_blow_doubles_the_defence_and_ends_on_the_ground() -> None:
    fight = duel()
    fight.play("blow a b", dice=[])
    fight.step(dice=MISS, answers=["dodge"])
    assert (chance(fight), fight.get("under-way.0.lands")) == (78 - 30, 123)
    fight.step(dice=[1, 1])  # a's initiative; unranked in Dodge and Acrobatics b rolls nothing
    fight.play("wait a 130", dice=[])
    fight.step(dice=[1, 1])  # b's initiative from 123
    assert (fight.get("b.prone"), fight.get("b.initiative")) == (True, 123 + 2 + 8 - 2)


@pytest.mark.rule("hybrid.defence.dodge.recover", "hybrid.defence.evade.dodge")
@pytest.mark.parametrize(("die", "prone"), [(79, False), (80, True)])  # DF 15 + 6 + 3
def test_the_skilled_may_end_a_dodge_on_their_feet_and_better_out_of_an_evasion(die: int, prone: bool) -> None:
    fight = duel(a="evading = true\nskills = { short-sword = 8, dodge = 6, acrobatics = 4 }")
    fight.play("dodge a", dice=[])
    assert fight.get("a.evading") is False
    fight.step(dice=[die])
    assert fight.get("a.prone") is prone


@pytest.mark.rule("hybrid.defence.prone.drop", "hybrid.defence.dodge.fall")
def test_dropping_triples_the_defence_for_5_counts_then_one_is_prone() -> None:
    fight = duel()
    fight.play("blow a b", dice=[])
    fight.step(dice=MISS, answers=["drop"])
    assert chance(fight) == 78 - 45
    fight.step(dice=[1, 1, 1, 1])
    assert (fight.get("b.prone"), fight.get("b.initiative")) == (True, 108 + 8)


@pytest.mark.rule("hybrid.ruling.defence-multiplier", "hybrid.ruling.stance-duration")
def test_nobody_dodges_from_the_ground_or_going_all_out() -> None:
    with pytest.raises(starfray.Refused, match="ground"):
        duel(a="prone = true").play("dodge a", dice=[])
    fight = duel()
    fight.play("stance a all-out", dice=[])
    with pytest.raises(starfray.Refused, match="all-out"):
        fight.play("drop a", dice=[])


CALLED = [
    ("eye", -18, "head"), ("right-hand", -15, "right hand"), ("head", -12, "head"), ("left-upper-leg", -9, "left upper leg"),
    ("right-lower-arm", -9, "right lower arm"), ("chest", -6, "chest"),
]  # fmt: skip
UNPRINTED = [("abdomen", -6, "abdomen"), ("groin", -12, "groin"), ("left-foot", -15, "left foot")]


@pytest.mark.rule("hybrid.attack.called", "hybrid.location.table")
@pytest.mark.parametrize(("called", "df", "place"), CALLED)
def test_a_called_shot_names_the_place_and_rolls_no_location(called: str, df: int, place: str) -> None:
    named(called, df, place)


@pytest.mark.rule("hybrid.ruling.called-location", "hybrid.location.table")
@pytest.mark.parametrize(("called", "df", "place"), UNPRINTED)
def test_places_the_printed_list_leaves_out_can_be_called_too(called: str, df: int, place: str) -> None:
    named(called, df, place)


def named(called: str, df: int, place: str) -> None:
    fight = duel(b="aware = false\ninitiative = 190")
    fight.play(f"blow a b at={called}", dice=[])
    fight.step(dice=[23, 3, 4])  # at worst DF 23 - 18 = 5: 36
    assert (chance(fight), heard(fight, "hybrid.location.table")) == (success_chance(23 + df), [place])


@pytest.mark.rule("hybrid.attack.called")
def test_a_place_that_is_not_in_the_table_cannot_be_called() -> None:
    with pytest.raises(starfray.Refused, match="nose"):
        duel().play("blow a b at=nose", dice=[])


@pytest.mark.rule("hybrid.attack.spin")
def test_a_spin_has_minus_2_and_half_as_much_time_and_damage_again() -> None:
    fight = duel()
    fight.play("blow a b how=spin", dice=[])
    assert fight.get("under-way.0.lands") == 100 + 11 - 4  # 7 x 1.5, rounded up
    fight.step(dice=[40, 20, 3, 3], answers=["no"])
    assert (chance(fight), fight.get("b.pft")) == (76 - 15, 39 - 15)  # 10 x 1.5


@pytest.mark.rule("hybrid.attack.jump")
def test_a_jump_has_minus_4() -> None:
    fight = duel()
    fight.play("blow a b how=jump", dice=[])
    fight.step(dice=[40, 20, 3, 4], answers=["no"])
    assert (chance(fight), fight.get("b.pft")) == (73 - 15, 39 - 16)  # 11 x 1.5 = 16.5
