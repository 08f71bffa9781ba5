"""Using combos: against NPCs, against one's equals, against several."""

from __future__ import annotations

import pytest

from tests.icar.street import FISTS, FLOOR, A, B, form, needed, refused, rolls, said, street, third

SAYS = '"left and right"'
EQUAL = 'combos = [{ name = "jab", moves = ["punch", "punch"] }]\n'


@pytest.mark.rule(
    "icar.turn.combo",
    "icar.close.combo.check",
    "icar.close.combo.npc-tn",
    "icar.close.combo.stats",
    "icar.close.combo.effect",
    "icar.close.combo.definition",
    "icar.close.skill-rolled",
)
def test_a_combo_against_an_npc_is_rolled_at_ten_less_its_difficulty() -> None:
    fight = street(FLOOR)
    form(fight, "a", "combo")
    fight.play(f"combo a b floor {SAYS}", dice=[7])
    assert needed(fight) == 7  # 10 + 1 - 1 - 3
    assert (fight.get("b.stun"), fight.get("b.hp"), fight.get("b.prone")) == (3, 10, True)
    assert street(FLOOR).play(f"combo a b floor {SAYS}", dice=[6]).get("b.stun") == 9


@pytest.mark.rule("icar.ruling.combo-fail")
def test_a_failed_combo_hurts_nobody_and_costs_the_action() -> None:
    fight = street(FISTS).play(f"combo a b fists {SAYS}", dice=[5])
    assert (fight.get("a.stun"), fight.get("b.stun"), fight.get("a.acted")) == (11, 9, "combo")


@pytest.mark.rule("icar.close.combo.describe-first", "icar.close.swap.must-describe")
def test_without_words_it_fails_and_no_die_is_thrown() -> None:
    fight = street(FISTS)
    form(fight, "a", "combo")
    fight.play("combo a b fists", dice=[])
    assert (fight.get("b.stun"), fight.get("a.acted"), rolls(fight)) == (9, "combo", [])


@pytest.mark.rule("icar.close.combo.choose")
def test_only_ones_own_combos_can_be_used() -> None:
    why = refused(street(FISTS), f"combo a b floor {SAYS}", "icar.close.combo.choose")
    assert "fists" in str(why.legal)


@pytest.mark.rule("icar.ruling.battle-change")
def test_a_combo_longer_than_battle_rests() -> None:
    fight = street('combos = [{ name = "four", moves = ["punch", "punch", "punch", "punch"] }]')
    refused(fight, f"combo a b four {SAYS}", "icar.ruling.battle-change")


@pytest.mark.rule("icar.ruling.example-levels")
def test_a_combo_the_table_has_agreed_on_is_used_whatever_the_levels() -> None:
    fight = street('combos = [{ name = "kicks", moves = ["kick", "kick"], agreed = true }]')
    fight.play(f"combo a b kicks {SAYS}", dice=[8])
    assert fight.get("b.stun") == -3


@pytest.mark.rule("icar.ruling.stamp-prone", "icar.ruling.combo-all")
def test_a_stamp_does_nothing_to_somebody_on_their_feet() -> None:
    stamps = 'combos = [{ name = "stamps", moves = ["stamp", "punch"] }]'
    assert street(stamps).play(f"combo a b stamps {SAYS}", dice=[8]).get("b.stun") == 6
    down = street(stamps, "prone = true\nfell = true").play(f"combo a b stamps {SAYS}", dice=[8])
    assert down.get("b.stun") == 3


@pytest.mark.rule("icar.close.foes.combo-each", "icar.close.foes.penalty", "icar.close.foes.roll-each")
def test_two_foes_are_two_more_on_each_of_two_rolls() -> None:
    two = 'combos = [{ name = "fists", moves = ["punch", "punch"] }, { name = "one", moves = ["punch"] }]'
    fight = street(two, more=third()).play(f"combo a b+c fists+one {SAYS}", dice=[8, 7])
    assert rolls(fight) == [("icar.close.combo.check", "a")] * 2
    assert needed(fight) == 8  # 10 + 2 - 1 - 3
    assert (fight.get("b.stun"), fight.get("c.stun")) == (3, 9)
    refused(street(two, more=third()), f"combo a b+c fists+one+one {SAYS}", "icar.close.foes.combo-each")
    refused(street(two), f"combo a b+b fists {SAYS}", "icar.close.foes.combo-each")


@pytest.mark.rule(
    "icar.close.duel.when",
    "icar.close.duel.compare",
    "icar.close.duel.tie",
    "icar.close.duel.crit",
    "icar.ruling.duel-initiative",
    "icar.close.duel.choose-order",
)
def test_an_npc_with_combos_answers_with_one_and_only_the_winners_takes_effect() -> None:
    fight = street(FISTS, EQUAL)
    fight.play(f"combo a b fists {SAYS}", dice=[5, 6, 4, 4], answers=["jab", "none", "jab jab"])  # 9:9, then 8:7
    assert (fight.get("b.stun"), fight.get("a.stun"), fight.get("b.acted")) == (3, 11, "combo")
    fight = street(FISTS, EQUAL)
    fight.play(f"combo a b fists {SAYS}", dice=[4, 9], answers=["jab", "none", "jab jab"])
    assert (fight.get("b.stun"), fight.get("a.stun")) == (9, 7)


@pytest.mark.rule("icar.close.duel.choose-order")
def test_the_higher_initiative_hears_the_other_first_and_may_choose_again() -> None:
    both = 'combos = [{ name = "fists", moves = ["punch", "punch"] }, { name = "one", moves = ["punch"] }]'
    fight = street(both, EQUAL)
    fight.play(f"combo a b fists {SAYS}", dice=[8, 2], answers=["jab", "none", "jab jab", "one", "none", "just the one"])
    assert fight.get("b.stun") == 6
    later = street(FISTS, EQUAL, now='turn = 1\nground = { order = ["b", "a"] }').play("stand-by b", dice=[])
    later.play(f"combo a b fists {SAYS}", dice=[8, 2], answers=[])
    assert later.get("b.stun") == 3


@pytest.mark.rule("icar.ruling.duel-sides")
def test_who_keeps_the_action_or_has_none_left_defends_with_a_plain_roll() -> None:
    fight = street(FISTS, EQUAL).play(f"combo a b fists {SAYS}", dice=[3, 9], answers=["plain"])
    assert (fight.get("a.stun"), fight.get("b.acted")) == (9, "")  # what a single hit does
    fight = street(FISTS, EQUAL + 'acted = "stand-by"\nweapons = ["wrench"]').play(f"combo a b fists {SAYS}", dice=[3, 9])
    assert (fight.get("a.stun"), fight.get("a.hp")) == (9, 8)


ALONE = pytest.mark.rule("icar.ruling.undescribed", "icar.close.combo.describe-first")


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "a", "b"),
    [
        pytest.param("", "jab jab", [2], 7, 9, marks=ALONE),
        pytest.param("", "jab jab", [1], 11, 9, marks=ALONE),
        pytest.param("left", "", [2], 11, 3, marks=ALONE),
        pytest.param("left", "", [1], 11, 9, marks=ALONE),
        pytest.param("", "", [], 11, 9, marks=pytest.mark.rule("icar.close.combo.describe-first")),
    ],
)
def test_undescribed_in_a_duel(mine: str, theirs: str, dice: list[int], a: int, b: int) -> None:
    fight = street(FISTS, EQUAL).play(f'combo a b fists "{mine}"', dice=dice, answers=["jab", "none", theirs])
    assert (fight.get("a.stun"), fight.get("b.stun")) == (a, b)


@pytest.mark.shown("icar.close.aug.alike")
@pytest.mark.rule("icar.close.aug.damage")
def test_an_aug_may_choose_to_do_as_much_damage_as_stun() -> None:
    fight = street(FISTS + "aug = true")
    form(fight, "a", "combo")
    fight.play(f"combo a b fists {SAYS} crush=yes", dice=[8])
    assert (fight.get("b.stun"), fight.get("b.hp")) == (3, 4)
    refused(street(FISTS), f"combo a b fists {SAYS} crush=yes", "icar.close.aug.damage")


@pytest.mark.rule("icar.ruling.aug-damage")
def test_an_augs_damage_is_the_larger_not_the_sum() -> None:
    mixed = 'combos = [{ name = "mixed", moves = ["headbutt", "kick"] }]\naug = true'
    fight = street(mixed, base=A.replace("street-fighting = 1", "street-fighting = 2"), b="max-hp = 40")
    fight.play(f"combo a b mixed {SAYS} crush=yes", dice=[8])
    assert (fight.get("b.stun"), fight.get("b.hp")) == (3, 34)


@pytest.mark.rule("icar.close.aug.tougher", "icar.ruling.stun-max")
def test_bionics_raise_meat_and_with_it_stun_and_blows() -> None:
    fight = street('suits = ["industrial-borg"]', "surprised = true")
    fight.book.describe(fight.state, fight.state.roster["a"])
    assert (fight.get("a.max-hp"), fight.get("a.max-stun")) == (42, 19)  # Meat 7
    assert fight.play("hit a b", dice=[8]).get("b.stun") == 2


@pytest.mark.rule("icar.close.duel.when")
def test_a_surprised_or_sleeping_equal_is_rolled_at_ten() -> None:
    fight = street(FISTS, EQUAL + "asleep = 2\nstun = -1", more=third()).play(f"combo a b fists {SAYS}", dice=[6])
    assert fight.get("b.stun") == -7
    assert "icar.close.duel.when" not in said(fight)
    awake = street(FISTS, EQUAL).play(f"combo a b fists {SAYS}", dice=[3, 2], answers=["plain"])  # 7 would fail against 10
    assert awake.get("b.stun") == 3


@pytest.mark.rule("icar.close.foes.penalty", "icar.close.duel.compare")
def test_several_equals_are_fought_one_duel_after_the_other_each_at_the_penalty() -> None:
    fight = street(FISTS, EQUAL, more=third(B + EQUAL)).play(
        f"combo a b+c fists {SAYS}", dice=[8, 4, 3, 8], answers=["plain", "plain"]
    )
    assert (fight.get("b.stun"), fight.get("a.stun")) == (3, 9)


@pytest.mark.rule("icar.ruling.flow")
def test_the_flow_takes_on_as_many_as_shift_without_a_penalty() -> None:
    monk = A.replace("shooting = 3", "akarak-art = 4").replace("shift = 3", "shift = 2")
    more = third() + third(who="d", at="[1, 1]")
    fight = street(FISTS, base=monk, more=more).play(f"combo a b+c fists {SAYS}", dice=[6, 6])
    assert (needed(fight), fight.get("c.stun")) == (6, 3)
    fight = street(FISTS, base=monk, more=more).play(f"combo a b+c+d fists {SAYS}", dice=[8, 8, 7])
    assert (needed(fight), fight.get("c.stun"), fight.get("d.stun")) == (8, 3, 9)


@pytest.mark.rule("icar.close.aug.damage")
def test_an_aug_who_wins_the_answer_is_asked_whether_to_crush() -> None:
    for answer, hp in (("yes", 6), ("no", 10)):
        fight = street(FISTS, EQUAL + "aug = true")
        fight.play(f"combo a b fists {SAYS}", dice=[2, 9], answers=["jab", "none", "jab jab", answer])
        assert (fight.get("a.stun"), fight.get("a.hp")) == (7, hp)


@pytest.mark.rule("icar.close.swap.grant", "icar.close.swap.difficulty", "icar.close.hold")
def test_who_answers_a_combo_may_swap_a_move_too() -> None:
    fight = street(FISTS, EQUAL)
    fight.play(f"combo a b fists {SAYS}", dice=[4, 8], answers=["jab", "2:hold", "and I have you"])  # 8 against 3 - 1 + 8
    assert (needed(fight), fight.get("a.held-by"), fight.get("a.stun"), fight.get("b.swapped")) == (-2, "b", 9, 1)


@pytest.mark.rule("icar.close.attribute-swap", "icar.check.attribute-choice")
def test_who_answers_a_combo_may_propose_a_better_attribute_than_battle() -> None:
    quick = B.replace("shift = 2", "shift = 5") + EQUAL
    fight = street(FISTS, foe=quick)
    fight.play(f"combo a b fists {SAYS}", dice=[5, 4], answers=["jab", "none", "jab jab", "shift", "yes"])  # 9 against 10
    assert (needed(fight), fight.get("a.stun")) == (2, 7)
    fight = street(FISTS, foe=quick)
    fight.play(f"combo a b fists {SAYS}", dice=[5, 4], answers=["jab", "none", "jab jab", "shift", "no"])
    assert (needed(fight), fight.get("b.stun")) == (-1, 3)


@pytest.mark.rule("icar.close.combo.describe-first")
def test_an_undescribed_combo_at_somebody_down_throws_nothing_at_all() -> None:
    fight = street(FISTS, 'prone = true\ntripped-by = "a"', now="turn = 2").play("combo a b fists", dice=[])
    assert (rolls(fight), fight.get("b.acted")) == ([], "")
