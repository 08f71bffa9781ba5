"""Magic outside a fight: what spells cost, casting, rites."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from tests.gurps.fights import duel


def do(text: str, dice: list[int] | None = None) -> dict[str, Any]:
    return starfray.do("gurps", text, dice=dice or []).result


@pytest.mark.rule("gurps.magic.easy", "gurps.magic.easy.components", "gurps.magic.easy.examples")
def test_an_easy_spell_costs_1_fp_in_all() -> None:
    result = do("spell-cost 11")
    assert (result["effective"], result["fp"], result["damage-dice"], result["knockback-dice"]) == (12, 1, 1, 2)
    assert (result["yards"], result["rounds"], result["targets"]) == (1, 1, 1)


@pytest.mark.rule(
    "gurps.magic.moderate",
    "gurps.magic.moderate.components",
    "gurps.magic.moderate.examples",
    "gurps.ruling.magic-easy-sum",
    "gurps.magic.total",
)
def test_a_moderate_part_costs_2_and_2_beside_the_1_for_the_easy_ones() -> None:
    result = do("spell-cost 14 range=moderate effect=moderate")
    assert (result["effective"], result["fp"], result["damage-dice"], result["knockback-dice"]) == (11, 5, 3, 5)


@pytest.mark.rule("gurps.magic.very-difficult", "gurps.magic.very-difficult.components", "gurps.magic.very-difficult.examples")
def test_a_very_difficult_part_costs_3_and_3() -> None:
    result = do("spell-cost 20 range=very-difficult duration=very-difficult target=very-difficult effect=very-difficult")
    assert (result["effective"], result["fp"], result["damage-dice"], result["knockback-dice"]) == (9, 12, 5, 7)


@pytest.mark.rule("gurps.magic.heroic", "gurps.magic.heroic.components", "gurps.magic.heroic.examples")
def test_a_heroic_part_costs_5_and_5() -> None:
    result = do("spell-cost 30 range=heroic")
    assert (result["effective"], result["fp"]) == (26, 3)  # 5 + 1, less 3 at skill 26


@pytest.mark.rule("gurps.ruling.magic-scales")
def test_how_far_bowshot_sight_and_a_crowd_are() -> None:
    result = do("spell-cost 20 range=moderate duration=moderate target=moderate")
    assert (result["yards"], result["rounds"], result["targets"]) == (100, 10, 5)
    result = do("spell-cost 20 range=very-difficult target=very-difficult")
    assert (result["yards"], result["targets"]) == (1000, 30)


@pytest.mark.rule("gurps.magic.concentrate", "gurps.ruling.magic-first-second", "gurps.magic.core-skill")
@pytest.mark.parametrize(("seconds", "effective"), [(1, 13), (2, 14), (3, 15), (9, 15)])
def test_each_second_of_thought_helps_the_first_included_up_to_3(seconds: int, effective: int) -> None:
    assert do(f"spell-cost 12 concentrate={seconds}")["effective"] == effective


@pytest.mark.rule("gurps.magic.cost.fifteen", "gurps.ruling.magic-effective")
def test_from_skill_15_it_costs_1_less() -> None:
    assert do("spell-cost 16 effect=moderate")["fp"] == 2  # effective 15: 3 - 1
    assert do("spell-cost 15 effect=moderate")["fp"] == 3


@pytest.mark.rule("gurps.magic.cost.twenty")
def test_from_skill_20_it_costs_2_less() -> None:
    assert do("spell-cost 21 effect=moderate")["fp"] == 1


@pytest.mark.rule("gurps.magic.cost.beyond")
def test_and_1_less_for_every_full_five_beyond() -> None:
    assert do("spell-cost 28 range=moderate effect=moderate")["fp"] == 2  # effective 25: 5 - 3
    assert do("spell-cost 33 range=moderate effect=moderate")["fp"] == 1  # 30: 5 - 4


@pytest.mark.rule("gurps.ruling.magic-cost-floor")
def test_never_less_than_nothing() -> None:
    assert do("spell-cost 30")["fp"] == 0


@pytest.mark.rule("gurps.magic.improvised")
def test_an_improvised_spell_is_at_minus_4_where_that_is_played() -> None:
    assert do("spell-cost 14 improvised=yes")["effective"] == 11


@pytest.mark.rule("gurps.magic.campaign")
def test_the_campaign_may_change_what_magic_costs() -> None:
    assert do("spell-cost 12 effect=moderate campaign=double")["fp"] == 6
    assert do("spell-cost 12 effect=moderate campaign=half")["fp"] == 2


@pytest.mark.rule("gurps.magic.casting-time", "gurps.magic.moderate.effect", "gurps.ruling.magic-failure-cost")
def test_casting_takes_a_second_of_thought_and_a_second_to_cast() -> None:
    result = do("cast-spell 14 effect=moderate does=damage", [3, 3, 3, 2, 3, 4])
    assert (result["degree"], result["fp"], result["seconds"], result["points"]) == ("success", 3, 2, 9)


@pytest.mark.rule("gurps.ruling.magic-failure-cost")
def test_a_plain_failure_costs_1_fp_and_a_critical_one_all() -> None:
    assert do("cast-spell 12 effect=moderate", [5, 5, 5])["fp"] == 1
    assert do("cast-spell 12 effect=moderate", [6, 6, 6])["fp"] == 3


def test_no_spell_without_a_second_of_thought() -> None:
    with pytest.raises(Refused, match="second of concentration"):
        do("cast-spell 12 concentrate=0", [3, 3, 3])


# --- rites -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "gurps.magic.ceremonial",
    "gurps.magic.ceremonial.time",
    "gurps.magic.ceremonial.cost",
    "gurps.magic.ceremonial.roll",
    "gurps.magic.ceremonial.spent",
    "gurps.order.ceremony",
    "gurps.ruling.ceremonial-concentrate",
    "gurps.ruling.ceremonial-cost",
    "gurps.ruling.ceremonial-gate",
)
def test_a_rite_takes_ten_times_as_long_and_costs_the_same() -> None:
    result = do("ceremony 18 effect=moderate own=3 novices=0 does=damage", [3, 3, 4, 1, 2, 3])
    assert (result["cost"], result["energy"], result["seconds"], result["effective"]) == (2, 3, 20, 19)
    assert (result["points"], result["spent"]) == (6, 3)
    assert do("ceremony 18 effect=moderate own=3 novices=0 concentrate=3", [3, 3, 4])["seconds"] == 40


@pytest.mark.rule(
    "gurps.magic.ceremonial.mage-skilled",
    "gurps.magic.ceremonial.nonmage-skilled",
    "gurps.magic.ceremonial.mage-unskilled",
    "gurps.magic.ceremonial.spectators",
)
def test_who_gives_how_much() -> None:
    result = do("ceremony 20 own=1 mages=7+12 skilled=3+1 novices=2 spectators=250", [3, 3, 4])
    assert result["energy"] == 1 + 19 + 4 + 2 + 100
    for text in ("skilled=4", "novices=4"):
        with pytest.raises(BadInput, match="0 to 3"):
            do(f"ceremony 20 {text}", [3, 3, 4])


@pytest.mark.rule("gurps.magic.ceremonial.energy", "gurps.ruling.ceremonial-steps")
def test_80_percent_more_still_give_3() -> None:
    parts = "range=moderate duration=moderate effect=moderate"  # 2 x 3 + 1 = 7, less 1 at 16: 6
    assert do(f"ceremony 21 {parts} own=6 novices=0", [3, 3, 4])["bonus"] == 0
    assert do(f"ceremony 21 {parts} own=11 novices=0", [3, 3, 4])["bonus"] == 3


@pytest.mark.rule("gurps.magic.ceremonial.energy-more")
@pytest.mark.parametrize(("energy", "bonus"), [(18, 5), (24, 6), (60, 12)])
def test_every_further_100_percent_give_1_more(energy: int, bonus: int) -> None:
    parts = "range=moderate duration=moderate effect=moderate"
    assert do(f"ceremony 21 {parts} own={energy} novices=0", [3, 3, 4])["bonus"] == bonus


@pytest.mark.rule("gurps.magic.ceremonial.pass-out", "gurps.ruling.pass-out")
def test_a_failure_by_5_or_more_and_the_leader_passes_out() -> None:
    assert do("ceremony 15 own=1 novices=0 modifier=-5", [5, 5, 5])["passes-out"] is False  # 11 missed by 4
    assert do("ceremony 15 own=1 novices=0 modifier=-5", [6, 5, 5])["passes-out"] is True
    with pytest.raises(Refused, match="casts it at 9"):
        do("ceremony 11 effect=moderate", [3, 3, 4])


@pytest.mark.rule("gurps.magic.ceremonial.maintain")
def test_the_circle_can_keep_it_up() -> None:
    result = do("ceremony 18 effect=moderate own=9 novices=0 maintain=3", [3, 3, 4])
    assert result["spent"] == 9 + 3 * 2


def test_too_little_energy_and_nothing_is_begun() -> None:
    with pytest.raises(Refused, match="2 energy for a cost of 4"):
        do("ceremony 19 range=moderate effect=moderate own=2 novices=0", [3, 3, 4])


@pytest.mark.rule("gurps.magic.ceremonial")
def test_a_rite_needs_willing_assistants() -> None:
    with pytest.raises(Refused, match="willing assistants"):
        do("ceremony 18 effect=moderate own=3", [])


@pytest.mark.rule("gurps.magic.ceremonial.cost", "gurps.magic.cost.fifteen")
def test_the_modifiers_of_a_rite_count_for_its_cost() -> None:
    assert do("ceremony 18 effect=moderate own=3 novices=0", [3, 3, 4])["cost"] == 2  # 17: one less than 3
    assert do("ceremony 18 effect=moderate own=3 novices=0 modifier=-3", [3, 3, 4])["cost"] == 3  # 14


@pytest.mark.rule("gurps.magic.ceremonial.pass-out", "gurps.fp.hp-loss")
def test_the_leader_s_share_and_his_passing_out_are_those_of_the_sheet() -> None:
    fight = duel({"fp": "0"}).gm('call "ceremony 15 own=1 novices=0 modifier=-5" who=ann', dice=[6, 5, 5])
    assert (fight.get("ann.fp"), fight.get("ann.hp")) == (-1, fight.get("ann.max-hp") - 1)
    assert (fight.get("ann.unconscious"), fight.get("ann.posture")) == (True, "lying")


@pytest.mark.rule("gurps.fp.hp-loss")
def test_a_spell_cast_outside_the_fight_is_paid_with_what_follows() -> None:
    fight = duel({"fp": "1"}).gm('call "cast-spell 14 effect=moderate" who=ann', dice=[3, 3, 4])
    assert (fight.get("ann.fp"), fight.get("ann.hp")) == (-2, fight.get("ann.max-hp") - 2)
