"""Conditions that last: what each turn costs, what they close, and what ends them."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.compound_x.helpers import fight, miss


def ill(condition: str, more: str = "", **marks: int) -> Fight:
    """Tor's turn comes with a condition on him."""
    rest = "".join(f", {name} = {value}" for name, value in marks.items())
    return fight("", f'conditions = [{{ kind = "{condition}"{rest} }}]\n{more}'.strip())


@pytest.mark.rule("cx.presumed.conditions", "cx.order.turn-start")
@pytest.mark.parametrize(("condition", "dc", "dice", "harm"), [
    ("frozen", 50, [7], 7), ("poisoned", 50, [7], 7), ("poisoned", 40, [7], 2), ("poisoned", 40, [3], 0),
    ("poisoned", 75, [7], 12), ("necrosis", 75, [4, 9], 18), ("bleeding", 50, [7], 4), ("plasma-burn", 50, [7], 8),
    ("burning", 40, [7, 8], 15),
])  # fmt: skip
def test_what_a_turn_costs(condition: str, dc: int, dice: list[int], harm: int) -> None:
    one = ill(condition, dc=dc)
    one.play("end-turn ana", dice=[]).step(dice=dice)
    assert one.get("tor.health") == 100 - harm


@pytest.mark.rule("cx.presumed.conditions")
@pytest.mark.parametrize(("answer", "out"), [("yes", True), ("no", False)])
def test_from_the_fifth_turn_on_a_poison_may_fell_its_victim(answer: str, out: bool) -> None:
    one = ill("poisoned", lasted=4)
    one.play("end-turn ana", dice=[]).step(dice=[5], answers=[answer])
    assert one.get("tor.unconscious") is out
    early = ill("poisoned", lasted=3)
    early.play("end-turn ana", dice=[]).step(dice=[5])


@pytest.mark.rule("cx.presumed.skill-check")
@pytest.mark.parametrize(("condition", "enough"), [("frozen", 51), ("necrosis", 76), ("bleeding", 51)])
def test_medicine_ends_frost_and_necrosis(condition: str, enough: int) -> None:
    sick = f'conditions = [{{ kind = "{condition}" }}]'
    one = fight(sick)
    one.play(f"treat ana ana {condition}", dice=[enough - 1])
    assert len(one.state.roster["ana"].conditions) == 1
    one.play(f"treat ana ana {condition}", dice=[enough])
    assert one.state.roster["ana"].conditions == []


@pytest.mark.rule("cx.presumed.stat-check")
def test_a_poison_is_fought_off_by_its_victim_alone() -> None:
    one = fight('conditions = [{ kind = "poisoned" }]\nstats = { fortitude = 10 }')
    one.play("treat ana ana poisoned", dice=[31])  # +20
    assert one.state.roster["ana"].conditions == []
    other = fight("", 'at = [1, 0]\nside = "crew"\nconditions = [{ kind = "poisoned" }]', 'id = "x"\nside = "dock"')
    with pytest.raises(Refused, match="no 'poisoned' to treat"):
        other.play("treat ana tor poisoned")


@pytest.mark.rule("cx.presumed.conditions", "cx.presumed.saves")
def test_pinned_down_one_stays_down_until_a_will_save_or_two_turns() -> None:
    one = fight('conditions = [{ kind = "pinned-down", turns = 2 }]')
    assert one.get("ana.hunkered") is True
    for text in ("run ana 2,0", "unhunker ana"):
        with pytest.raises(Refused, match="pinned down"):
            one.play(text)
    one.play("calm ana", dice=[62])  # +8: not over 70
    one.play("calm ana", dice=[63])
    one.play("unhunker ana", dice=[])


@pytest.mark.rule("cx.presumed.conditions")
def test_greater_fear_leaves_nothing_but_the_save() -> None:
    one = fight("fear = 75")
    with pytest.raises(Refused, match="frozen with fear"):
        one.play("run ana -4,0")
    fight("fear = 50").play("run ana -4,0", dice=[])


@pytest.mark.rule("cx.presumed.conditions", "cx.shield.recharge", "cx.shieldgen.maintain")
def test_disrupted_nobody_works_with_nanites() -> None:
    one = fight('conditions = [{ kind = "disrupted" }]')
    with pytest.raises(Refused, match="disrupted"):
        one.play('use-ability ana "a shield of sparks"')
    low = 'profession = "soldier"\nshield = { key = "a-class", strength = 10 }\nconditions = [{ kind = "disrupted" }]'
    fight("", low).play("end-turn ana", dice=[]).step(dice=[])  # nobody is asked to pay


@pytest.mark.rule("cx.presumed.conditions")
def test_the_lonely_are_slower_and_clumsier() -> None:
    one = fight('conditions = [{ kind = "lonely" }]')
    with pytest.raises(Refused, match="further than 4 m"):
        one.play("run ana 5,0")
    tally = one.preview("skill ana athletics 50").tally
    assert tally is not None
    assert tally.total == -5


@pytest.mark.rule("cx.presumed.conditions", "cx.ruling.grenade-dodge")
def test_whoever_dodges_a_flash_is_dazzled_for_two_turns() -> None:
    bomb = 'weapons = []\ngrenades = [{ key = "flashbang", in-hand = true }]\nskills = { weapons-explosives = 6 }'
    one = fight(bomb, "at = [15, 0]\nstats = { perception = 10, dexterity = 10 }")
    one.play("lob ana 15,0", dice=[9, 99])  # Reflex +28 over 110
    assert one.get("tor.conditions.0.kind") == "dazzled"
    one.play("end-turn ana", dice=[]).step(dice=[])
    tally = one.preview("look-out tor").tally
    assert tally is not None
    assert tally.total == 0  # PER +20
    assert miss(one, "fire tor ana") == 4 - 1 + 3  # the aim does not suffer
