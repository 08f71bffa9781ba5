"""Close combat: grapple, throw, overbear, holds."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed

HANDS = "weapons = []\nskills = { hth-grapple = 8, hth-throw = 8, hth-overbear = 8 }"
CLOSE = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'
BARE = "weapons = []"


def gripped(strength: int, holder: str = "a") -> str:
    held = "b" if holder == "a" else "a"
    return CLOSE + f'\nholds = [{{ holder = "{holder}", held = "{held}", strength = {strength} }}]'


@pytest.mark.rule("hybrid.grapple.grapple", "hybrid.hold.start")
def test_the_strength_of_a_hold_is_the_margin_of_the_grapple() -> None:
    fight = duel(a=HANDS, b=BARE, now=CLOSE)
    landed(fight, "grapple a b", [43], ["no"])  # 78 - 15, speed 3 - 4: at least 1 count
    assert (fight.get("count"), chance(fight, "hybrid.grapple.grapple")) == (101, 63)
    assert fight.get("holds") == [{"holder": "a", "held": "b", "strength": 20}]


@pytest.mark.rule("hybrid.grapple.range")
def test_hands_need_arms_reach() -> None:
    fight = duel(a=HANDS, b=BARE)
    before = fight.hash
    with pytest.raises(starfray.Refused, match="arm's reach"):
        fight.play("grapple a b", dice=[])
    assert fight.hash == before


@pytest.mark.rule("hybrid.close.unarmed-options")
def test_full_hands_seize_nobody_until_they_are_emptied() -> None:
    fight = duel(a="skills = { hth-grapple = 8 }", b=BARE, now=CLOSE)
    with pytest.raises(starfray.Refused, match="full"):
        fight.play("grapple a b", dice=[])
    fight.play("discard a short-sword", dice=[])
    fight.play("grapple a b", dice=[])
    assert fight.get("under-way.0.kind") == "grapple"


@pytest.mark.rule("hybrid.grapple.throw", "hybrid.grapple.bonus", "hybrid.ruling.close-damage", "hybrid.ruling.pse")
def test_a_throw_has_minus_5_and_plus_5_with_a_grip_and_does_twice_the_strength_effect() -> None:
    plain = duel(a=HANDS, b=BARE, now=CLOSE)
    landed(plain, "throw a b", [40, 20], ["no"])
    assert (chance(plain, "hybrid.grapple.throw"), plain.get("b.pft"), plain.get("b.prone")) == (72 - 15, 39 - 6, True)
    held = duel(a=HANDS, b=BARE, now=gripped(10))
    landed(held, "throw a b", [40, 20], ["no"])
    assert chance(held, "hybrid.grapple.throw") == 78 - 15


@pytest.mark.rule("hybrid.grapple.overbear", "hybrid.ruling.close-damage")
def test_an_overbear_puts_one_down_even_if_armour_takes_it_all() -> None:
    fight = duel(a=HANDS, b=BARE + '\narmour = ["plate"]\noverridden = { stats = "as they are" }', now=CLOSE)
    landed(fight, "overbear a b", [40, 20], ["no"])  # no knockback die
    assert (fight.get("b.pft"), fight.get("b.prone")) == (39, True)


@pytest.mark.rule("hybrid.defence.parry", "hybrid.grapple.grapple")
def test_a_grapple_is_countered_like_any_attack_and_hands_are_not_bound() -> None:
    fight = duel(a=HANDS, now=CLOSE, b="initiative = 90")
    landed(fight, "grapple a b", [63, 75], ["parry-short-sword"])
    assert (fight.get("holds"), fight.get("binds")) == ([], [])


@pytest.mark.rule("hybrid.hold.improve")
def test_half_of_each_further_margin_strengthens_the_hold_and_no_defence_counts() -> None:
    fight = duel(a=HANDS, b=BARE, now=gripped(10))
    landed(fight, "improve a b", [61])  # DF 28: 82, made by 21
    assert (chance(fight, "hybrid.hold.improve"), fight.get("holds.0.strength")) == (82, 20)
    fight.step(dice=[1, 1])
    landed(fight, "improve a b", [100])
    assert fight.get("holds.0.strength") == 20


@pytest.mark.rule("hybrid.hold.max")
def test_no_hold_is_stronger_than_five_times_strength() -> None:
    weak = HANDS + "\nstats = { pst = 3, dex = 30, pag = 30 }"
    fight = duel(a=weak, b=BARE, now=CLOSE)
    landed(fight, "grapple a b", [1], ["no"])
    assert fight.get("holds.0.strength") == 15


@pytest.mark.rule("hybrid.hold.resist")
def test_the_held_one_wears_the_hold_down_by_margins_and_breaks_it_at_0() -> None:
    fight = duel(a=HANDS, b=BARE, now=gripped(30, "b"))
    landed(fight, "break-free a b", [58])  # 78, made by 20, against no defence
    assert fight.get("holds.0.strength") == 10
    fight.step(dice=[1, 1])
    landed(fight, "break-free a b", [68])
    assert fight.get("holds") == []
    with pytest.raises(starfray.Refused, match="in nobody's grip"):
        fight.step(dice=[1, 1]).play("break-free a b", dice=[])


@pytest.mark.rule("hybrid.ruling.hold-effects")
@pytest.mark.parametrize(
    "action", ["move a run", "dodge a", "evade a", "stance a retreat b", "drop a", "blow a b", "close a c"]
)
def test_one_who_is_held_does_not_get_away_and_has_no_room_for_a_sword(action: str) -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 300'
    fight = duel(b=BARE, now=gripped(10, "b"), more=third)
    with pytest.raises(starfray.Refused, match="held"):
        fight.play(action, dice=[])


@pytest.mark.rule("hybrid.ruling.hold-effects")
def test_a_short_blade_works_in_a_clinch_and_the_holder_lets_go_at_will() -> None:
    fight = duel(a='weapons = ["one-edged-dagger"]', b=BARE, now=gripped(10, "b"))
    fight.play("blow a b", dice=[])
    other = duel(a=HANDS, b=BARE, now=gripped(10))
    other.play("let-go a b", dice=[])
    assert other.get("holds") == []


def test_a_hold_of_strength_0_holds_nobody() -> None:
    fight = duel(b=BARE, now=gripped(0, "b"))
    fight.play("dodge a", dice=[])


@pytest.mark.rule("hybrid.ruling.hold-effects")
def test_a_hold_ends_when_the_holder_goes_down() -> None:
    other = duel(a=HANDS, b=HANDS, now=gripped(10, "b"))
    landed(other, "throw a b", [40, 20], ["no"])
    assert other.get("holds") == []
    lets = duel(a=HANDS, b=BARE, now=gripped(5))
    lets.play("let-go a b", dice=[])
    assert heard(lets, "hybrid.ruling.hold-effects") == ["lets go"]


def test_held_one_is_offered_neither_crouch_nor_dodge_nor_retreat() -> None:
    fight = duel(a=HANDS, b='weapons = ["one-edged-dagger"]\nskills = { one-edged-dagger = 4 }', now=gripped(10))
    fight.play("throw a b", dice=[])
    fight.advance()
    keys = [option.key for option in fight.asks[0].options]
    assert keys == ["parry-one-edged-dagger", "block-one-edged-dagger", "roll-with-blow", "no"]
    fight.answer(fight.asks[0], "no")


def test_a_block_is_not_offered_against_a_grip_that_does_no_damage() -> None:
    fight = duel(a=HANDS, now=CLOSE)
    fight.play("grapple a b", dice=[])
    fight.advance()
    keys = [option.key for option in fight.asks[0].options]
    assert (any(key.startswith("parry") for key in keys), any("block" in key for key in keys)) == (True, False)


@pytest.mark.rule("hybrid.ruling.hold-effects", "hybrid.defence.dodge.fall")
def test_a_holder_who_drops_lets_go() -> None:
    fight = duel(a=HANDS, b=BARE + "\ninitiative = 300\nwait-until = 0", now=gripped(20))
    fight.play("drop a", dice=[])
    fight.step(dice=[1, 1])
    assert (fight.get("a.prone"), fight.get("holds")) == (True, [])


@pytest.mark.parametrize(
    ("action", "lines"), [("improve a b", 'holder = "a", held = "b"'), ("break-free a b", 'holder = "b", held = "a"')]
)
@pytest.mark.rule("hybrid.ruling.off-balance")
def test_balance_comes_back_even_if_the_hold_is_gone_by_then(action: str, lines: str) -> None:
    now = f'begun = true\ncount = 100\nclosed = [{{ one = "a", other = "b" }}]\nholds = [{{ {lines}, strength = 5 }}]'
    fight = duel(a="weapons = []\noff-balance = -4", b="weapons = []\ninitiative = 300\nwait-until = 0", now=now)
    fight.play(action, dice=[]).gm("set holds []")
    fight.step(dice=[], steps=1)
    assert (fight.get("a.landed"), fight.get("a.off-balance")) == (True, 0)


@pytest.mark.rule("hybrid.grapple.overbear", "hybrid.defence.prone.rise")
def test_whoever_is_borne_down_while_getting_up_is_down() -> None:
    now = (
        'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]\n'
        'under-way = [{ actor = "b", kind = "rise", lands = 104, began = 74 }]'
    )
    fight = duel(
        a="weapons = []\nskills = { hth-overbear = 8 }",
        now=now,
        b="weapons = []\nprone = true\ninitiative = 74\nwait-until = 0",
    )
    fight.play("overbear a b", dice=[]).step(dice=[40, 20, 6, 6])
    assert (fight.get("b.prone"), fight.get("under-way"), fight.actors) == (True, [], ["b"])


@pytest.mark.rule("hybrid.ruling.hold-effects", "hybrid.ruling.timeline")
@pytest.mark.parametrize("kind", ["grapple", "overbear", "throw"])
def test_whoever_is_on_the_ground_by_then_seizes_nobody(kind: str) -> None:
    fight = duel(a=HANDS, b=BARE, now=CLOSE)
    fight.play(f"{kind} a b", dice=[])
    fight.gm("set a.prone true")
    fight.step(dice=[], steps=1)  # neither a die nor a question
    assert heard(fight, "hybrid.ruling.timeline") == ["lies on the ground and seizes nobody"]
    assert (fight.get("b.prone"), fight.get("holds"), fight.get("a.landed")) == (False, [], True)
