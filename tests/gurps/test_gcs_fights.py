"""Imported fighters in a fight: each strikes with what it has, wards off blows, and plays to the end by policy."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.errors import Refused
from starfray.fight import Fight
from starfray.file_format import write_file
from starfray.sheets import import_sheet
from tests.gurps.fights import total_of
from tests.gurps.gcs_sheets import (
    EVERYBODY,
    archer,
    attributes,
    data,
    dragon,
    gunner,
    melee,
    ranged,
    sheet,
    shield,
    thing,
    trait,
)

FOE = {"id": "bob", "side": "b", "attributes": {"dx": 8}, "hp": 200, "max-hp": 200}


def row_of(whole: Any) -> dict[str, Any]:
    return import_sheet(data(whole), "x.gcs")[1].row


def against(whole: Any, gap: float = 1, foe: dict[str, Any] | None = None, **fields: Any) -> Fight:
    """The imported one, always quicker, and Bob with his bare hands."""
    one = {**row_of(whole), "id": "ann", "side": "a", "at": [0, 0], "speed": 9.0, **fields}
    return starfray.loads(write_file({"rulebook": "gurps", "combatant": [one, {**FOE, **(foe or {}), "at": [gap, 0]}]})).begin()


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("foe", ["sword-and-shield", "marine"])
def test_every_sort_of_sheet_fights_to_the_end(name: str, foe: str) -> None:
    one = {**row_of(EVERYBODY[name]()), "side": "a", "at": [0, 0]}
    other = {"id": "foe", "archetype": foe, "side": "b", "at": [7, 0]}
    fight = starfray.loads(write_file({"rulebook": "gurps", "seed": 5, "combatant": [one, other]})).begin()
    fight.auto(acts=600)
    assert fight.over is not None
    assert starfray.loads(fight.to_text()).hash == fight.hash


@pytest.mark.parametrize("name", EVERYBODY)
def test_every_weapon_of_every_sheet_can_strike(name: str) -> None:
    whole = EVERYBODY[name]()
    whole["equipment"] = [each for each in whole["equipment"] if each["description"] != "Round Shield"]
    for weapon in row_of(whole)["weapons"]:
        fight = against(whole, float(max(weapon["reach"])) if weapon.get("melee", True) else 5, {"dazed": True}, hp=1)
        own = next(each for each in fight.state.roster["ann"].weapons if each.key == weapon["key"])
        if not own.natural and not own.hand:
            fight.play(f"ready ann {own.key}")
            fight.advance()
            while fight.actors != ["ann"]:
                fight.auto(acts=1)
        assert fight.refusal(f"attack ann bob {own.key}") is None, own.key
        assert any(own.key in [option.key for option in field.options] for form in fight.legal("ann") if form.kind == "attack"
                   for field in form.fields if field.name == "weapon")  # fmt: skip


def test_one_sword_is_swung_and_thrust_without_a_ready_between() -> None:
    fight = against(archer())
    assert fight.refusal("attack ann bob shortsword-swung") is None
    assert fight.refusal("attack ann bob shortsword-thrust") is None
    assert [each.hand for each in fight.state.roster["ann"].weapons] == ["right", "right", "", ""]


@pytest.mark.rule("gurps.critical.miss.attack")
def test_what_is_dropped_is_dropped_in_every_use() -> None:
    fight = against(archer())
    fight.play("attack ann bob shortsword-swung", dice=[6, 6, 6, 3, 3, 3])
    swords = [each for each in fight.state.roster["ann"].weapons if each.item == "Shortsword"]
    assert [(each.hand, each.dropped) for each in swords] == [("", True), ("", True)]


@pytest.mark.rule("gurps.core.parry")
def test_one_thing_parries_once_by_its_best_use() -> None:
    staff = thing("Staff", melee("1d cr", 14, usage="Swing", score="10"), melee("1d cr", 14, usage="Guard", score="12"))
    fight = against(sheet(equipment=[staff]), foe={"speed": 12.0})
    fight.play("attack bob ann punch path=0.4,0", dice=[2, 2, 3, 4, 4, 4], answers=["parry-staff-guard"])
    assert total_of(fight, "gurps.core.parry") == 12


def test_a_use_for_both_hands_waits_for_the_other_one() -> None:
    spear = thing("Spear", melee("1d imp", usage="One hand"), melee("1d+1 imp", usage="Two hands", strength="9†"))
    fight = against(sheet(equipment=[spear]))
    assert fight.refusal("attack ann bob spear-two-hands") is None
    fight = against(sheet(equipment=[spear, shield()]))
    assert fight.refusal("attack ann bob spear-one-hand") is None
    with pytest.raises(Refused, match="takes both hands"):
        fight.play("attack ann bob spear-two-hands")


def test_the_shield_on_the_arm_strikes_but_is_never_drawn_or_dropped() -> None:
    fight = against(archer())
    assert fight.refusal("attack ann bob round-shield-shield-bash") is None
    with pytest.raises(Refused, match="is ready"):
        fight.play("ready ann round-shield-shield-bash")
    fight.gm("set ann.shield.unready true")
    with pytest.raises(Refused, match="not ready"):
        fight.play("attack ann bob round-shield-shield-bash")


def test_claws_need_no_hand_and_the_policy_uses_them() -> None:
    fight = against(dragon(), gap=2)
    fight.auto(acts=1)
    assert any("Sharp Claws" in event.note for event in fight.events)
    fight = against(dragon(), gap=9)
    fight.auto(acts=1)
    assert any("Innate Attack" in event.note for event in fight.events)


@pytest.mark.rule("gurps.order.several")
def test_extra_attacks_are_more_blows_in_one_maneuver() -> None:
    many = sheet(traits=[trait("Extra Attack", levels=2), trait("Claws", weapons=[melee("1d cut", 12)])])
    fight = against(many)
    fight.play("attack ann bob claws", dice=[6, 5, 3, 6, 5, 3, 6, 5, 3])
    assert [event.number for event in fight.events if event.rule == "gurps.order.several"] == [2, 3]


@pytest.mark.rule("gurps.core.penetration")
@pytest.mark.parametrize(("damage", "through"), [("1d(0.5) pi", 0), ("1d(∞) pi", 5), ("1d(2) pi", 3), ("1d+1x3 pi", 14)])
def test_divisors_below_one_and_without_end_and_damage_by_multiples(damage: str, through: int) -> None:
    """DR 4; the die shows 5."""
    fight = against(sheet(equipment=[thing("Gun", ranged(damage, 14))]), foe={"dr": 4, "all-out-attack": True})
    fight.play("attack ann bob gun", dice=[3, 3, 3, 5])
    assert [event.number for event in fight.events if event.rule == "gurps.core.penetration"] == [through]


@pytest.mark.rule("gurps.ruling.affliction")
def test_a_weapon_that_only_stuns_does_so() -> None:
    fight = against(gunner(), foe={"all-out-attack": True}, weapons=[
        {**each, "hand": "right"} for each in row_of(gunner())["weapons"] if each["key"] == "stunner"])  # fmt: skip
    fight.play("attack ann bob stunner", dice=[3, 3, 3, 6, 6, 4])
    assert fight.get("bob.stunned") == "physical"


def test_strength_beyond_the_table_kicks_harder() -> None:
    fight = against(sheet(attributes=attributes(52, 10, 10, 10)), foe={"all-out-attack": True})
    fight.play("attack ann bob kick", dice=[3, 3, 1, 1, 1, 1, 1, 1])
    assert fight.get("bob.hp") == 195
