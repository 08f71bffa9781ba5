"""Rules outside the turn: starfray.do("coriolis", …)."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray import BadInput


def do(text: str, *dice: int) -> dict[str, Any]:
    return starfray.do("coriolis", text, dice=list(dice)).result


@pytest.mark.rule("coriolis.core.pool", "coriolis.core.grades", "coriolis.core.general-skills", "coriolis.core.pray")
def test_a_plain_test_is_graded_by_its_sixes() -> None:
    assert do("test 3 2 -1", 6, 1, 1, 1) == {"sixes": 1, "grade": "limited success"}
    assert do("test 3", 6, 6, 6) == {"sixes": 3, "grade": "critical success"}
    assert do("test 2 1 pray=yes", 6, 1, 1, 1, 6) == {"sixes": 2, "grade": "limited success"}


@pytest.mark.rule("coriolis.ruling.desperation-six-count", "coriolis.core.advanced-skills", "coriolis.core.zero-dice")
def test_an_advanced_skill_without_training_fails_and_no_dice_are_two_in_desperation() -> None:
    assert do("test 4 0 advanced=yes")["sixes"] == 0
    assert do("test 1 0 -3", 6, 6)["sixes"] == 1
    assert do("test 1 0 -3", 6, 5)["sixes"] == 0


@pytest.mark.rule("coriolis.core.opposed", "coriolis.ruling.opposed-tie")
def test_the_active_side_needs_more_sixes() -> None:
    assert do("opposed 2 2", 6, 1, 6, 1)["wins"] is False
    assert do("opposed 2 2", 6, 6, 6, 1)["wins"] is True


@pytest.mark.rule(
    "coriolis.ruling.crit.severity",
    "coriolis.state.crit-dying",
    "coriolis.ruling.crit.unconscious",
    "coriolis.state.crit-recovering",
)
def test_an_injury_by_its_table() -> None:
    found = do("injury 2", 1, 1, 5, 4, 3, 2, 1, 1)
    assert (found["number"], found["time-limit"], found["hours-unconscious"], found["healing-days"]) == (54, 3, 2, 2)
    assert do("injury", 1, 2)["name"] == "Disorientated"


@pytest.mark.rule(
    "coriolis.action.first-aid", "coriolis.med.p-dose", "coriolis.med.medkit", "coriolis.action.first-aid.modifier"
)
def test_first_aid_on_paper() -> None:
    assert do("first-aid 3 2 medkit", 6, 6, 1, 1, 1, 1, 1) == {"sixes": 2, "hp": 2, "up": True}
    assert do("first-aid 3 2 p-dose", 6, 1, 1, 1, 1, 1, 1) == {"sixes": 1, "hp": 3, "up": True}
    assert do("first-aid 3 1 improvised", 1, 1, 1) == {"sixes": 0, "hp": 0, "up": False}
    for text in ("first-aid 3 0 medkit", "first-aid 3 1 narcotics"):
        with pytest.raises(BadInput):
            do(text)


@pytest.mark.rule("coriolis.state.crit-dying", "coriolis.ruling.crit.treatment", "coriolis.med.star")
def test_surgery_on_paper() -> None:
    assert do("surgery 3 2 trauma-lab -1", *[6] + [1] * 8) == {"sixes": 1, "saved": True}
    with pytest.raises(BadInput, match="no use"):
        do("surgery 3 2 improvised")


@pytest.mark.rule("coriolis.state.crit-recovering")
def test_recovery_on_paper_halves_rounded_up() -> None:
    assert do("recover 2 1 m-dose 7", 6, 1, 1, 1)["days"] == 4
    assert do("recover 2 1 m-dose 7", 1, 1, 1, 1)["days"] == 7


@pytest.mark.rule(
    "coriolis.heal.pushing-on",
    "coriolis.ruling.pushing-on.timer",
    "coriolis.heal.natural",
    "coriolis.ruling.heal.hour",
    "coriolis.heal.natural.crits-remain",
)
def test_rest_on_paper() -> None:
    assert do("rest 0 6 3", 5) == {"hp": 0, "up": False, "hours-to-go": 2}
    assert do("rest 0 6 3", 2) == {"hp": 2, "up": True}
    assert do("rest 4 6 9") == {"hp": 6, "up": True}


@pytest.mark.rule(
    "coriolis.sneak.test", "coriolis.sneak.mod.close", "coriolis.ambush.bonus", "coriolis.sneak.success", "coriolis.sneak.fail"
)
def test_sneaking_on_paper() -> None:
    assert do("sneak 3 1 close", 6, 1) == {"sixes": 1, "unseen": True}
    assert do("sneak 3 1 close ambush=yes", 1, 1, 1, 1)["unseen"] is False
    with pytest.raises(BadInput):
        do("sneak 3 1 far")


@pytest.mark.rule("coriolis.medtech.poison.test", "coriolis.medtech.poison.fail", "coriolis.medtech.poison.win")
def test_poison_on_paper() -> None:
    assert do("poison 2 2", 6, 1, 1, 1)["damage"] == 2
    assert do("poison 2 2", 6, 1, 6, 1, 4) == {"poison": 1, "victim": 1, "damage": 0, "weakened-hours": 4}
    for strength in (0, 9):
        with pytest.raises(BadInput, match="1 to 8"):
            do(f"poison {strength} 2")


@pytest.mark.rule("coriolis.medtech.narcotics", "coriolis.ruling.med.narcotics")
def test_narcotics_on_paper() -> None:
    assert do("narcotics 1", 3) == {"bonus": 1, "hours": 3, "hp-after": 0, "after": -1, "hours-after": 12}


@pytest.mark.rule("coriolis.medtech.table")
def test_prices() -> None:
    assert do("buy trauma-kit 2") == {"name": "Trauma kit", "price": 4000, "tier": "A", "weight": "normal", "restricted": False}
    assert do("buy vulcan-carbine")["price"] == 2000
    assert do("buy combat-armour")["restricted"] is True
    with pytest.raises(BadInput):
        do("buy moon")


@pytest.mark.rule("coriolis.ruling.med.labs", "coriolis.medtech.medlab", "coriolis.medtech.trauma-lab")
def test_refilling_labs_and_kits_and_taking_doses_out() -> None:
    assert do("resupply medlab 40") == {"charges": 100, "price": 2500}
    assert do("resupply trauma-lab") == {"charges": 100, "price": 15000}
    assert do("resupply medkit 4") == {"charges": 10, "price": 300}
    assert do("resupply trauma-kit 9") == {"charges": 10, "price": 200}
    with pytest.raises(BadInput):
        do("resupply m-dose")
    assert do("take-doses trauma-lab 50 8") == {"doses": 8, "dose": "trauma-dose", "left": 42}
    assert do("take-doses medlab 1")["dose"] == "m-dose"
    for text in ("take-doses medlab 3 4", "take-doses medkit 3", "take-doses medlab 101"):
        with pytest.raises(BadInput):
            do(text)
