"""More rules with what it takes and without: blows and Guard, reloading, areas under fire."""

from __future__ import annotations

import pytest

from starfray import Refused
from tests.compound_x.helpers import BO, fight

SWORD = 'melee = ["gs101-sword"]\nweapons = []'


# --- blows ------------------------------------------------------------------------------------------------------------
BLOWS = [  # dice, health of somebody with bare hands; the sword strikes at +2 for 54
    ([5, 4], 46), ([5, 5, 49], 46), ([5, 6, 50], 73), ([5, 7], 100), ([2, 1], 46), ([2, 4], 100), ([9, 10, 49], 46),
    ([10, 10, 6, 50], 58), ([10, 10, 5, 49, 67], 26), ([10, 9, 6, 77], 16),
]  # fmt: skip


def check_blows() -> None:
    for dice, health in BLOWS:
        one = fight(SWORD, "at = [1, 0]\nweapons = []")
        one.play("strike ana tor", dice=dice)
        assert one.get("tor.health") == health, dice
        assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.melee.guard-tie", "cx.melee.hit", "cx.melee.guard", "cx.melee.attack")
def test_a_blow_must_come_to_more_than_guard() -> None:
    check_blows()


@pytest.mark.rule("cx.melee.intended", "cx.ruling.intended-full", "cx.melee.armor-applies", "cx.ruling.melee-vs-unarmored")
def test_three_over_guard_it_lands_where_it_was_meant_to() -> None:
    check_blows()


@pytest.mark.rule("cx.order.melee", "cx.melee.lethal", "cx.ruling.melee-action-cost", "cx.ruling.melee-crit-bypass")
def test_first_accuracy_then_guard_then_luck_then_the_place() -> None:
    check_blows()


GUARDS = [  # what Tor has in hand, the figure added to his Guard
    ("weapons = []", 0), ('weapons = ["matthews-11-35-carbine"]', -1), ('weapons = ["ecsc-mk8-auto"]', 1),
    ('weapons = []\nmelee = ["g1-knife"]', 1), ('weapons = []\nmelee = ["gs101-sword"]', 2),
    ('weapons = []\nstance = "prone"', -2),
    ('weapons = ["ecsc-mk8-auto"]\nmelee = [{ key = "gs101-sword", in-hand = true }]', 2),
    ('weapons = []\nthrown = [{ key = "throwing-knife", in-hand = true }]', 0),
]  # fmt: skip


def check_guards() -> None:
    for tor, number in GUARDS:
        one = fight("weapons = []", f"at = [1, 0]\n{tor}")
        one.play("strike ana tor", dice=[1, 10])
        guard = next(event.tally for event in one.events if event.rule == "cx.melee.guard" and event.faces)
        assert guard is not None
        assert guard.total == number, tor


@pytest.mark.rule("cx.melee.guard.unarmed", "cx.melee.guard.noncqb", "cx.melee.guard.cqb", "cx.melee.guard.melee")
def test_what_is_in_hand_guards() -> None:
    check_guards()


@pytest.mark.rule("cx.stance.prone-guard", "cx.ruling.guard-choice", "cx.melee.guard-listing")
def test_the_better_of_two_things_guards_and_lying_down_takes_two_off() -> None:
    check_guards()


# --- reloading --------------------------------------------------------------------------------------------------------
def check_reloading() -> None:
    for face, left in ((30, 0), (31, 2), (90, 2), (91, 3), (1, 0), (100, 3)):
        one = fight('weapons = [{ key = "ecsc-mk16", rounds = 0 }]')
        one.play("reload ana", dice=[face])
        assert (one.get("ana.actions"), one.get("ana.weapons.0.rounds")) == (left, 30), face


@pytest.mark.rule("cx.reload.check", "cx.reload.success", "cx.reload.failure", "cx.reload.crit")
def test_the_check_says_how_long_reloading_takes() -> None:
    check_reloading()
    for gun in ('{ key = "ecsc-mk16" }', '{ key = "ecsc-mk16", rounds = 3, magazines = 0 }'):
        with pytest.raises(Refused):
            fight(f"weapons = [{gun}]").play("reload ana")
    with pytest.raises(Refused, match="takes no"):
        fight('weapons = [{ key = "ecsc-mk16", rounds = 3 }]').play("reload ana load=slug")


@pytest.mark.rule("cx.reload.dc", "cx.actions.reload-mag", "cx.ruling.reload-check", "cx.reload.need")
def test_reloading_runs_on_into_the_next_turn() -> None:
    check_reloading()
    for actions, left in ((1, 1), (2, 0), (3, 0)):
        one = fight(f'actions = {actions}\nweapons = [{{ key = "ecsc-mk16", rounds = 1, magazines = 2 }}]')
        one.play("reload ana", dice=[31])
        assert (one.get("ana.weapons.0.reloading"), one.get("ana.weapons.0.magazines")) == (left, 1 + left)
    with pytest.raises(Refused, match="is full"):
        fight().play("reload ana")


# --- areas under fire -------------------------------------------------------------------------------------------------
def zone(level: str, radius: int = 1) -> str:
    shown = f'by = "bo", target = "tor", weapon = "ecsc-mk249", level = "{level}", radius = {radius}, at = [20, 0]'
    return f"zones = [{{ {shown} }}]"


def check_fire_drawn() -> None:
    for level, at, dice, reactions in (
        ("light", "20, 0", [2], 2), ("medium", "20, 0", [60], 2), ("heavy", "20, 0", [60, 60], 2), ("light", "23, 0", [], 3),
        ("heavy", "20, 3", [], 3),
    ):  # fmt: skip
        one = fight("", f"at = [{at}]\nactions = 4", BO, up="tor", order="tor bo ana", now=zone(level))
        x, y = (int(part) for part in at.split(", "))
        one.play(f"run tor {x + 2},{y}", dice=dice)
        assert one.get("bo.reactions") == reactions, (level, at)
        assert one.get("zones.0.bitten") == (["tor"] if reactions == 2 else [])
        one.play(f"run tor {x + 4},{y}", dice=[])
    spent = fight("", "at = [20, 0]\nactions = 4", f"{BO}\nreactions = 0", up="tor", order="tor bo ana", now=zone("heavy"))
    spent.play("run tor 22,0", dice=[])
    assert spent.get("tor.health") == 100


@pytest.mark.rule("cx.suppression.trigger", "cx.ruling.suppress-trigger", "cx.suppression.open", "cx.order.suppression")
def test_moving_in_an_area_under_fire_draws_it_once() -> None:
    check_fire_drawn()


@pytest.mark.rule("cx.suppression.light", "cx.suppression.medium", "cx.suppression.heavy", "cx.ruling.suppress-autohit")
def test_light_fire_is_rolled_for_medium_hits_once_and_heavy_twice() -> None:
    check_fire_drawn()
    for level, rounds in (("light", 3), ("medium", 6), ("heavy", 10)):
        one = fight('stats = { strength = 6 }\nweapons = [{ key = "ecsc-mk249", rounds = 50 }]', "")
        one.play(f"suppress ana tor level={level}", dice=[])
        assert (one.get("ana.weapons.0.rounds"), one.get("zones.0.level")) == (50 - rounds, level)
