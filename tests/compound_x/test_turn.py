"""Initiative, rounds, the start of a turn, death saving throws, waking up."""

from __future__ import annotations

import pytest

import starfray
from starfray import Refused, TapeError
from tests.compound_x.helpers import BO, fight, rules

THREE = """
rulebook = "compound-x"
[[combatant]]
id = "ana"
side = "crew"
at = [0, 0]
[[combatant]]
id = "bo"
side = "crew"
initiative-bonus = 15
at = [1, 0]
[[combatant]]
id = "tor"
side = "dock"
at = [30, 0]
"""


@pytest.mark.rule("cx.combat.start", "cx.initiative", "cx.initiative.order-fixed", "cx.presumed.soldier-init")
def test_everybody_rolls_d100_once_and_only_soldiers_add_to_it() -> None:
    started = starfray.loads(THREE).begin(dice=[50, 40, 60])
    assert started.state.order == ["tor", "bo", "ana"]
    assert started.get("bo.initiative") == 55


@pytest.mark.rule("cx.ruling.initiative-ties", "cx.combat.start", "cx.initiative.order-fixed", "cx.initiative")
def test_tied_characters_roll_again_until_distinct() -> None:
    started = starfray.loads(THREE).begin(dice=[50, 35, 20, 70, 70, 10, 11])
    assert started.state.order == ["bo", "ana", "tor"]


@pytest.mark.rule("cx.actions.budget", "cx.order.turn-start", "cx.initiative.order-fixed", "cx.presumed.soldier-init")
def test_a_turn_has_four_actions() -> None:
    started = starfray.loads(THREE).begin(dice=[90, 1, 2])
    assert started.get("ana.actions") == 4
    assert started.actors == ["ana"]


@pytest.mark.rule("cx.ruling.reactions-reset")
def test_reactions_return_at_the_top_of_the_round() -> None:
    one = fight("reactions = 0", "reactions = 0")
    one.play("end-turn ana", dice=[])
    one.step(dice=[])
    assert one.get("tor.reactions") == 0
    one.play("end-turn tor", dice=[])
    assert one.get("tor.reactions") == 3
    assert one.get("ana.reactions") == 3
    assert one.get("round") == 2


@pytest.mark.rule("cx.armor.ap-refresh")
def test_armour_points_return_at_the_start_of_the_wearers_turn() -> None:
    one = fight("", 'armour = "light-chest-l1"\narmour-points = 3')
    one.play("end-turn ana", dice=[])
    assert one.get("tor.armour-points") == 3
    one.step(dice=[])
    assert one.get("tor.armour-points") == 40


@pytest.mark.rule("cx.actions.budget", "cx.order.turn-start")
def test_the_dive_is_paid_with_the_first_action_of_the_next_turn() -> None:
    one = fight("", "owed = 1")
    one.play("end-turn ana", dice=[])
    one.step(dice=[])
    assert one.get("tor.actions") == 3
    assert one.get("tor.owed") == 0


def test_one_health_is_enough_to_act() -> None:
    one = fight("", "health = 1")
    one.play("end-turn ana", dice=[])
    one.step(dice=[])
    assert one.actors == ["tor"]


@pytest.mark.parametrize("dice", [[101, 1, 2], [50, 35, 20, 101, 1]])
def test_initiative_and_its_ties_are_rolled_on_d100(dice: list[int]) -> None:
    with pytest.raises(TapeError, match="d100"):
        starfray.loads(THREE).begin(dice=dice)


@pytest.mark.rule("cx.dst.per-turn", "cx.dst.success")
def test_a_downed_character_hangs_on_with_51() -> None:
    one = fight("", "health = 0", 'id = "kit"\nside = "dock"\nat = [30, 5]')
    one.play("end-turn ana", dice=[])
    one.step(dice=[51])
    assert one.get("tor.dst-failures") == 0
    assert one.actors == ["kit"]


@pytest.mark.rule("cx.dst.per-turn", "cx.dst.fail3", "cx.aim.cease.dies", "cx.ruling.dst-allowance")
def test_the_third_failed_death_saving_throw_kills_and_ends_the_aim() -> None:
    one = fight('aim = "tor"', "health = 0\ndst-failures = 2", 'id = "kit"\nside = "dock"\nat = [30, 5]')
    one.play("end-turn ana", dice=[])
    one.step(dice=[50])
    assert one.get("tor.dead") is True
    assert one.get("ana.aim") == ""


@pytest.mark.rule("cx.shock.wake", "cx.presumed.saves")
@pytest.mark.parametrize(("face", "awake"), [(62, False), (63, True)])
def test_waking_takes_more_than_70_with_the_shock_bonus(face: int, awake: bool) -> None:
    one = fight("", 'passed-out = true\nstance = "prone"', 'id = "kit"\nside = "dock"\nat = [30, 5]')
    one.play("end-turn ana", dice=[])
    one.step(dice=[face])
    assert one.get("tor.passed-out") is not awake
    assert one.actors == (["tor"] if awake else ["kit"])


@pytest.mark.rule("cx.shock.limit")
def test_after_15_less_fortitude_rolls_one_wakes_anyway() -> None:
    one = fight("", "passed-out = true\nwake-rolls = 10", 'id = "kit"\nside = "dock"\nat = [30, 5]')
    one.play("end-turn ana", dice=[])
    one.step(dice=[])
    assert one.actors == ["tor"]
    before = fight("", "passed-out = true\nwake-rolls = 9", 'id = "kit"\nside = "dock"\nat = [30, 5]')
    before.play("end-turn ana", dice=[])
    before.step(dice=[1])  # one roll is left to FORT 5
    assert (before.get("tor.passed-out"), before.get("tor.wake-rolls")) == (True, 10)


@pytest.mark.rule("cx.held.lost", "cx.held.reserve", "cx.held.declare", "cx.ruling.reactions-reset")
def test_held_actions_are_lost_at_the_start_of_the_next_turn() -> None:
    one = fight("", "")
    one.play("hold ana moves semi", dice=[])
    one.step(dice=[])
    one.play("end-turn tor", dice=[])
    one.step(dice=[])
    assert one.get("ana.held") is None
    assert one.get("ana.actions") == 4


@pytest.mark.rule("cx.actions.budget")
def test_without_actions_nothing_is_done() -> None:
    one = fight("actions = 0")
    form = next(form for form in one.legal("ana") if form.kind == "aim")
    assert form.refused is not None
    assert form.refused.rule == "cx.actions.budget"
    with pytest.raises(Refused, match=r"ana has 0 Actions left, this takes 1 \[cx\.actions\.budget\]"):
        one.play("aim ana tor", dice=[])


def test_the_fight_is_over_when_only_one_side_can_act() -> None:
    one = fight("", "health = 0", BO)
    assert one.over is not None
    assert one.over.winners == ["crew"]
    assert "cx.down.trigger" not in rules(one)
