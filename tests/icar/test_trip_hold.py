"""Down, held, pinned, and up again."""

from __future__ import annotations

import pytest

from tests.icar.street import FISTS, FLOOR, A, form, needed, refused, rolls, street, third

SAYS = '"down you go"'
SF3 = A.replace("street-fighting = 1", "street-fighting = 3")
HOLD = 'combos = [{ name = "grab", moves = ["punch", "hold", "punch"] }]\n'
DOWN = 'prone = true\ntripped-by = "a"\n'
HELD = 'held-by = "a"\n'
B_FIRST = 'turn = 2\nground = { order = ["b", "a"] }'


@pytest.mark.rule("icar.close.trip", "icar.ruling.down-order")
def test_who_is_tripped_cannot_rise_before_the_next_turn() -> None:
    fight = street(FLOOR).play(f"combo a b floor {SAYS}", dice=[8])
    assert (fight.get("b.prone"), fight.get("b.tripped-by")) == (True, "a")
    refused(fight, "escape b", "icar.ruling.down-order")
    fight.play("stand-by b", dice=[]).step(dice=[])
    assert fight.actors == ["a"]
    assert form(fight, "a", "hit").refused is None
    fight.play("stand-by a", dice=[]).play("escape b", dice=[9, 2])
    assert fight.get("b.prone") is False


@pytest.mark.rule("icar.close.prone.stand", "icar.ruling.down-choice")
def test_standing_up_is_street_fighting_and_shift_against_whoever_tripped() -> None:
    fight = street(b=DOWN, now=B_FIRST)
    refused(fight, "hit b a", "icar.ruling.down-choice")
    fight.play("escape b", dice=[7, 5])  # 3 + 7 against 4 + 5
    assert (fight.get("b.prone"), fight.get("b.acted")) == (False, "escape")
    assert street(b=DOWN, now=B_FIRST).play("escape b", dice=[5, 5]).get("b.prone") is True


@pytest.mark.rule("icar.ruling.stand-opposed")
def test_with_nobody_in_the_way_standing_up_is_a_check_at_twelve() -> None:
    far = street(b=DOWN, now=B_FIRST, gap=9)
    far.play("escape b", dice=[9])
    assert (needed(far), far.get("b.prone")) == (9, False)
    asleep = street("asleep = 4\nstun = -3", DOWN, now=B_FIRST, more=third(side="red"))
    assert asleep.play("escape b", dice=[8]).get("b.prone") is True


@pytest.mark.rule("icar.close.hold", "icar.close.hold.break")
def test_who_is_held_does_not_move_and_breaks_free_by_street_fighting_and_meat() -> None:
    fight = street(b=HELD, now=B_FIRST)
    refused(fight, "move b 3,0", "icar.close.hold")
    fight.play("escape b", dice=[8, 6])  # 3 + 8 against 4 + 6
    assert fight.get("b.held-by") == ""


@pytest.mark.rule("icar.close.hold", "icar.close.swap.hold-ends")
def test_a_hold_ends_the_combo() -> None:
    fight = street(HOLD).play(f"combo a b grab {SAYS}", dice=[8])
    assert (fight.get("b.held-by"), fight.get("b.stun")) == ("a", 6)


@pytest.mark.rule("icar.close.pinned")
@pytest.mark.parametrize(("attribute", "need"), [("meat", 13), ("shift", 12), ("", 12)])
def test_pinned_is_a_hard_check_with_meat_or_shift(attribute: str, need: int) -> None:
    foe = "attributes = { shift = 3, meat = 2 }\nskills = { street-fighting = 1 }\n"
    fight = street(b=DOWN + HELD, foe=foe, now=B_FIRST)
    fight.play(f"escape b {attribute}", dice=[10], answers=["up"])
    assert (needed(fight), fight.get("b.prone"), fight.get("b.held-by")) == (need, False, "")
    refused(street(b=DOWN, now=B_FIRST), "escape b meat", "icar.close.pinned")


@pytest.mark.rule("icar.close.down.combo", "icar.ruling.down-order")
def test_a_combo_at_somebody_down_fails_if_they_get_up_first() -> None:
    fight = street(FISTS, DOWN, now="turn = 2").play(f"combo a b fists {SAYS}", dice=[9, 2])
    assert (fight.get("b.prone"), fight.get("b.stun"), fight.get("a.acted")) == (False, 9, "combo")
    fight = street(FISTS, DOWN, now="turn = 2").play(f"combo a b fists {SAYS}", dice=[2, 9, 8])
    assert (fight.get("b.prone"), fight.get("b.stun"), fight.get("b.acted")) == (True, 3, "escape")
    assert [who for _, who in rolls(fight)] == ["b", "a", "a"]  # each the own die, then the combo


@pytest.mark.rule("icar.ruling.pinned-combo")
def test_a_combo_at_somebody_pinned_waits_for_the_hard_check() -> None:
    fight = street(FISTS, DOWN + HELD, now="turn = 2").play(f"combo a b fists {SAYS}", dice=[9, 8])
    assert rolls(fight) == [("icar.close.pinned", "b"), ("icar.close.combo.check", "a")]


@pytest.mark.rule("icar.ruling.hold-opposed")
def test_a_hold_ends_when_the_holder_does_something_else() -> None:
    fight = street('weapons = ["nelson-h1"]\nhand = ""', HELD)
    assert fight.play("change-weapon a nelson-h1", dice=[]).get("b.held-by") == ""
    fight = street(b=HELD)
    assert fight.play("hit a b", dice=[9, 2]).get("b.held-by") == "a"


@pytest.mark.rule("icar.close.prone.spring", "icar.close.skill.sf3", "icar.ruling.down-choice")
def test_spring_onto_feet_and_break_free_are_ways_up_inside_a_combo() -> None:
    spring = 'combos = [{ name = "up", moves = ["spring-onto-feet", "punch"] }]\n'
    fight = street(b=spring + DOWN, foe=SF3.replace("battle = 3", "battle = 2"), now=B_FIRST)
    fight.play(f"combo b a up {SAYS}", dice=[8])
    assert (fight.get("b.prone"), fight.get("a.stun")) == (False, 8)
    fight = street(b=FISTS + HELD, foe=SF3, now=B_FIRST)
    fight.play(f"combo b a fists {SAYS} swap=1:break-free", dice=[9])
    assert (fight.get("b.held-by"), fight.get("a.stun")) == ("", 8)
    refused(street(b=FISTS + DOWN, foe=SF3, now=B_FIRST), f"combo b a fists {SAYS}", "icar.ruling.down-choice")


@pytest.mark.rule("icar.close.skill.sf4", "icar.close.hold")
def test_hold_reverse_turns_the_hold_around() -> None:
    foe = SF3.replace("street-fighting = 3", "street-fighting = 4")
    fight = street(b=FISTS + HELD, foe=foe, now=B_FIRST)
    fight.play(f"combo b a fists {SAYS} swap=1:hold-reverse", dice=[8])
    assert (fight.get("b.held-by"), fight.get("a.held-by")) == ("", "b")


@pytest.mark.rule("icar.close.prone.spring", "icar.close.skill.sf3")
def test_who_is_pinned_gets_up_by_both_ways_in_one_combo() -> None:
    both = 'combos = [{ name = "up", moves = ["spring-onto-feet", "break-free"] }]\n'
    fight = street(b=both + DOWN + HELD, foe=SF3, now=B_FIRST).play(f"combo b a up {SAYS}", dice=[8])
    assert (fight.get("b.prone"), fight.get("b.held-by")) == (False, "")
    one = 'combos = [{ name = "up", moves = ["spring-onto-feet", "punch"] }]\n'
    refused(street(b=one + DOWN + HELD, foe=SF3, now=B_FIRST), f"combo b a up {SAYS}", "icar.ruling.down-choice")
    fight = street(b=one + DOWN + HELD, foe=SF3, now=B_FIRST)
    assert "2:break-free" in [option.key for option in form(fight, "b", "combo").fields[3].options]
    assert fight.play(f"combo b a up {SAYS} swap=2:break-free", dice=[8]).get("b.held-by") == ""
    refused(street(FISTS, base=SF3), f"combo a b fists {SAYS} swap=2:break-free", "icar.ruling.swap-place")
