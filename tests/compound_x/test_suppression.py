"""Suppression: laying it down, the malus, and what moving into the open draws."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.compound_x.helpers import BO, fight, miss, rules

BO_UP = BO + "\nactions = 4"
TOR_UP = "actions = 4\nstats = { dexterity = 8, fortitude = 10 }"


def zone(level: str, at: str = "[30, 0]", by: str = "bo", weapon: str = "ecsc-mk249", radius: int = 1) -> str:
    return (f'zones = [{{ by = "{by}", target = "tor", weapon = "{weapon}", level = "{level}", '
            f"radius = {radius}, at = {at} }}]")  # fmt: skip


def under_fire(
    level: str, tor: str = "", *, scene: str = "", head: str = "", others: tuple[str, ...] = (), at: str = "[30, 0]"
) -> Fight:
    """Tor's turn, in the middle of a zone Bo has laid down."""
    return fight("", f"{TOR_UP}\n{tor}".strip(), BO, *others, up="tor", now=zone(level, at), scene=scene, head=head)


@pytest.mark.rule("cx.suppression.no-roll", "cx.suppression.option", "cx.suppression.heavy", "cx.ruling.suppress-area")
def test_suppression_takes_rounds_and_no_dice_and_ends_the_turn() -> None:
    one = fight("", "", BO_UP, up="bo", order="bo tor ana")
    one.play("suppress bo tor", dice=[])
    laid = one.state.zones[0]
    assert (laid.level, laid.radius, laid.at) == ("heavy", 2.0, (30.0, 0.0))
    assert one.get("bo.weapons.0.rounds") == 90
    assert one.get("bo.aim") == "tor"
    assert one.get("up") == "tor"


@pytest.mark.rule("cx.suppression.light", "cx.suppression.no-roll", "cx.ruling.suppress-area")
def test_light_suppression_fires_three_rounds_or_what_is_left() -> None:
    one = fight('weapons = [{ key = "ecsc-mk8-auto", rounds = 2 }]', "at = [10, 0]")
    one.play("suppress ana tor", dice=[])
    assert one.get("ana.weapons.0.rounds") == 0
    assert one.state.zones[0].level == "light"


@pytest.mark.rule("cx.suppression.levels", "cx.suppression.medium")
def test_a_level_needs_the_weapon_and_the_rounds() -> None:
    with pytest.raises(Refused) as refused:
        fight().play("suppress ana tor level=heavy", dice=[])
    assert refused.value.legal == ("light", "medium")
    short = fight('weapons = [{ key = "ecsc-mk16", rounds = 5 }]')
    with pytest.raises(Refused):
        short.play("suppress ana tor level=medium", dice=[])


@pytest.mark.rule("cx.suppression.aim")
def test_suppression_stays_within_weapon_range() -> None:
    with pytest.raises(Refused, match="out of range"):
        fight("", "at = [90, 0]").play("suppress ana tor", dice=[])


@pytest.mark.rule("cx.suppression.malus")
def test_the_suppressed_shoot_with_one_more_and_never_with_two() -> None:
    anas = zone("light", by="ana", weapon="ecsc-mk16")
    twice = zone("heavy")[:-1] + ", " + anas.removeprefix("zones = [")
    for zones in (zone("heavy"), twice):
        one = fight("", f'{TOR_UP}\naim = "bo"', BO, up="tor", now=zones)
        assert miss(one, "fire tor bo") == 5  # 30 m is the second bracket: 4


@pytest.mark.rule("cx.suppression.trigger", "cx.suppression.open", "cx.armor.unarmored", "cx.suppression.heavy")
def test_moving_in_the_open_under_heavy_fire_is_two_hits_without_accuracy_rolls() -> None:
    one = under_fire("heavy")
    one.play("run tor 30,8", dice=[50, 50])
    assert one.get("tor.health") == 150 - 42 - 42
    assert one.get("tor.at") == [30, 8]
    assert one.get("bo.reactions") == 2
    assert one.get("bo.weapons.0.rounds") == 100


@pytest.mark.rule("cx.suppression.medium", "cx.armor.apl-pierce", "cx.ruling.ap-as", "cx.order.suppression")
def test_medium_fire_strikes_armour_without_a_roll() -> None:
    one = under_fire("medium", 'armour = "medium-full-l3"')
    one.play("run tor 30,8", dice=[])
    assert one.get("tor.armour-points") == 0
    assert one.get("tor.health") == 150 - 25


@pytest.mark.rule("cx.suppression.trigger", "cx.ranged.attack-roll", "cx.crit.activate")
def test_light_fire_is_one_accuracy_roll_without_mode_or_cover_but_with_luck() -> None:
    one = under_fire("light", 'cover = "full"')
    one.play("run tor 30,8", dice=[10, 1, 50])  # 85 + 20, half
    assert one.get("tor.health") == 150 - 52
    assert one.get("bo.weapons.0.rounds") == 100


@pytest.mark.rule("cx.suppression.trigger")
def test_once_between_two_turns_of_the_suppressor() -> None:
    one = under_fire("light")
    one.play("run tor 30,4 actions=1", dice=[2])
    one.play("run tor 30,0 actions=1", dice=[])
    assert one.get("bo.reactions") == 2


@pytest.mark.rule("cx.down.trigger", "cx.ruling.opportunity-timing")
def test_a_mover_who_is_downed_stays_where_he_is_and_has_paid() -> None:
    one = under_fire("medium", "health = 5", others=('id = "kit"\nside = "dock"\nat = [30, 9]',))
    one.play("run tor 30,8", dice=[1])
    assert one.get("tor.at") == [30, 0]
    assert one.get("tor.health") == 0
    assert one.get("tor.actions") == 0


@pytest.mark.rule("cx.down.state")
def test_a_turn_is_over_when_its_owner_is_downed_in_it() -> None:
    one = under_fire("medium", "health = 5", others=('id = "kit"\nside = "dock"\nat = [30, 9]',))
    one.play("run tor 30,8", dice=[1])
    one.step(dice=[])
    assert one.actors == ["bo"]


def test_whoever_gives_up_in_his_turn_passes_it_on() -> None:
    one = under_fire("medium", others=('id = "kit"\nside = "dock"\nat = [30, 9]',))
    one.play("surrender tor")
    one.step(dice=[])
    assert one.actors == ["bo"]


@pytest.mark.rule("cx.suppression.open", "cx.suppression.trigger")
def test_whoever_runs_into_the_area_draws_its_fire_where_he_enters() -> None:
    one = under_fire("medium", "health = 5", at="[30, 5]", others=('id = "kit"\nside = "dock"\nat = [30, 19]',))
    one.play("run tor 30,8", dice=[1])
    assert one.get("tor.at") == [30, 4]


@pytest.mark.rule("cx.suppression.concealed")
def test_running_into_complete_concealment_is_not_the_open() -> None:
    one = under_fire("heavy", scene='[[cover]]\nname = "wall"\nkind = "concealed"\nat = [30, 7]')
    one.play("run tor 30,7 cover=wall", dice=[])
    assert one.get("tor.health") == 150
    assert one.get("tor.cover") == "concealed"


@pytest.mark.rule("cx.suppression.barrier", "cx.suppression.heavy")
def test_whoever_cannot_be_hit_is_not_suppressed() -> None:
    one = fight("", 'cover = "concealed"', BO_UP, up="bo", order="bo tor ana")
    one.play("suppress bo tor", dice=[])
    one.step(dice=[])
    assert miss(one, "fire tor bo blind=yes") == 4 + 6  # blind round the corner, and not suppressed


@pytest.mark.rule("cx.ruling.suppress-duration", "cx.suppression.malus")
def test_suppression_ends_when_the_suppressor_goes_down() -> None:
    one = fight("", f'{TOR_UP}\naim = "bo"', BO + '\nhealth = 1\nstance = "prone"', up="tor", now=zone("heavy"))
    one.play("fire tor bo", dice=[9, 1])
    assert one.state.zones == []


@pytest.mark.rule("cx.suppression.malus", "cx.order.turn-start")
def test_suppression_ends_at_the_suppressors_next_turn() -> None:
    one = fight("", "actions = 4", BO, up="tor", order="ana tor bo", now=zone("heavy"))
    one.play("end-turn tor", dice=[])
    assert len(one.state.zones) == 1
    one.step(dice=[])
    assert one.state.zones == []


@pytest.mark.rule("cx.order.reactions", "cx.ruling.opportunity-unarmed")
def test_a_friend_in_the_area_may_be_spared() -> None:
    kit = 'id = "kit"\nside = "crew"\nactions = 4\nat = [30, 1]'
    one = fight("", "", BO, kit, up="kit", now=zone("heavy"))
    one.play("run kit 30,5", dice=[], answers=["no"])
    assert one.get("kit.health") == 100
    assert one.get("bo.reactions") == 3


@pytest.mark.rule("cx.suppression.trigger")
def test_several_suppressors_each_get_their_shot_in_initiative_order() -> None:
    both = zone("light")[:-1] + ", " + zone("medium", by="ana", weapon="ecsc-mk16").removeprefix("zones = [")
    one = fight("", TOR_UP, BO, up="tor", order="ana tor bo", now=both)
    one.play("run tor 30,8", dice=[50, 2])  # Ana's sure hit first (half of 80), then Bo's accuracy roll
    assert one.get("tor.health") == 110
    assert (one.get("ana.reactions"), one.get("bo.reactions")) == (2, 2)


@pytest.mark.rule("cx.suppression.open")
def test_a_barrier_between_suppressor_and_mover_is_a_relation() -> None:
    one = under_fire("heavy")
    one.play("run tor 30,4 actions=1", dice=[50, 50])
    wall = '[[relation]]\nkind = "barrier"\nbetween = ["bo", "tor"]\nvalue = 1'
    behind = under_fire("heavy", scene=wall)
    behind.play("run tor 30,8", dice=[])
    assert behind.get("tor.health") == 150


CROSSING = 'id = "kit"\nside = "dock"\nactions = 4\nat = [15, 8]\nstats = { dexterity = 8 }'


@pytest.mark.rule("cx.suppression.crossing", "cx.order.reactions")
def test_stepping_between_suppressor_and_target_draws_one_accuracy_roll_if_the_gm_agrees() -> None:
    for answer, dice, left in (("yes", [2], 2), ("no", [], 3)):
        one = fight("", "", BO, CROSSING, up="kit", now=zone("heavy"))
        one.play("run kit 15,2", dice=dice, answers=[answer])
        assert one.get("bo.reactions") == left


def test_crossing_can_be_ruled_out() -> None:
    one = fight("", "", BO, CROSSING, up="kit", now=zone("heavy"), head='[rulings]\nsuppress-crossing = "off"')
    one.play("run kit 15,2", dice=[])
    assert one.get("bo.reactions") == 3


@pytest.mark.parametrize("bo", ["reactions = 0", 'weapons = [{ key = "ecsc-mk249", jammed = true }]'])
def test_without_a_reaction_or_with_a_jammed_gun_nothing_happens(bo: str) -> None:
    from tests.compound_x.helpers import merge

    one = fight("", TOR_UP, merge(BO, bo), up="tor", now=zone("heavy"))
    one.play("run tor 30,8", dice=[])
    assert "cx.suppression.trigger" not in rules(one)


@pytest.mark.rule("cx.suppression.medium", "cx.suppression.levels")
def test_a_refused_level_says_whether_rounds_are_missing_or_the_weapon_cannot() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", rounds = 5 }]', "at = [10, 0]")
    with pytest.raises(Refused, match=r"medium suppression takes 6 rounds, 5 are left .*medium"):
        one.play("suppress ana tor level=medium", dice=[])
    with pytest.raises(Refused, match=r"the ECSC Mk16 has no heavy suppression \[cx.suppression.levels\]"):
        one.play("suppress ana tor level=heavy", dice=[])
