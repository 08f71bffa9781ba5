"""What a defender may do about a blow: normal defence, evasion, crouch, parry, block, rolling with it."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from tests.hybrid.build import chance, duel, heard

ASK = "hybrid.ruling.defence-declare"
MISS = [100]
RETREATING = ["retreat-parry-short-sword", "retreat-block-short-sword"]


def offered(fight: Fight) -> list[str]:
    """What the defender is offered when a's blow lands."""
    fight.play("blow a b", dice=[])
    try:
        fight.step(dice=[], answers=["?"])
    except starfray.TapeError as error:
        words = str(error)
        return words.partition("is not one of ")[2].split(", ") if "is not one of" in words else []
    raise AssertionError("nobody was asked")


def struck(fight: Fight, dice: list[int], answer: str) -> Fight:
    fight.play("blow a b", dice=[])
    return fight.step(dice=dice, answers=[answer])


@pytest.mark.rule("hybrid.tohit.chance", "hybrid.tohit.melee", "hybrid.defence.normal")
def test_the_chance_to_hit_is_the_weapons_less_the_normal_defence() -> None:
    assert chance(struck(duel(), MISS, "no")) == 78 - 15


@pytest.mark.rule(
    "hybrid.ruling.defence-declare",
    "hybrid.defence.parry",
    "hybrid.defence.block",
    "hybrid.defence.crouch",
    "hybrid.defence.roll-with-blow.use",
    "hybrid.defence.retreat",
)
def test_a_waiting_defender_has_every_defence_there_is_time_for() -> None:
    fight = duel()
    fight.play("blow a b", dice=[])
    fight.advance()
    (ask,) = fight.asks
    assert (ask.who, ask.rule) == ("b", ASK)
    keys = [option.key for option in ask.options]
    assert keys == ["parry-short-sword", "block-short-sword", *RETREATING, "crouch", "dodge", "drop", "roll-with-blow", "no"]
    assert ask.facts == {
        "parry-short-sword": 75,
        "block-short-sword": 76,
        "retreat-parry-short-sword": 81,
        "retreat-block-short-sword": 82,
    }
    fight.answer(ask, "no")


@pytest.mark.parametrize(
    ("ready_since", "options"),
    [
        # 98 + 5 <= 103; 99 + 4 <= 103 < 99 + 5
        (98, ["parry-short-sword", "block-short-sword", *RETREATING, "crouch", "dodge", "drop", "roll-with-blow", "no"]),
        (99, ["parry-short-sword", "block-short-sword", *RETREATING, "dodge", "drop", "roll-with-blow", "no"]),
        (100, ["dodge", "drop", "roll-with-blow", "no"]),
        (103, ["dodge", "drop", "roll-with-blow", "no"]),
        (104, ["roll-with-blow", "no"]),
        (110, ["roll-with-blow", "no"]),  # recovering
    ],
)
def test_a_timed_defence_needs_the_counts_between_initiative_and_landing(ready_since: int, options: list[str]) -> None:
    assert offered(duel(b=f"initiative = {ready_since}")) == options


@pytest.mark.rule("hybrid.ruling.usable-initiative", "hybrid.defence.parry")
def test_the_time_of_a_parry_is_spent_even_if_the_blow_misses() -> None:
    fight = struck(duel(), MISS, "parry-short-sword")
    assert fight.get("b.initiative") == 94
    fight.step(dice=[1, 1])
    assert (fight.get("count"), fight.actors) == (103, ["b"])  # and may choose again at once


@pytest.mark.rule("hybrid.oppose.sn", "hybrid.oppose.definition")
def test_the_attacks_margin_is_taken_off_the_parry() -> None:
    fight = struck(duel(), [43, 40], "parry-short-sword")  # 63 - 43 = 20; 75 - 20 = 55, made by 15
    assert (chance(fight, "hybrid.defence.parry"), fight.get("b.pft")) == (55, 39)
    assert (fight.get("a.off-balance"), fight.get("binds")) == (0, [])


def test_a_failed_parry_lets_the_blow_through() -> None:
    fight = struck(duel(), [43, 56, 20, 3, 4], "parry-short-sword")
    assert fight.get("b.pft") == 39 - (3 + 4 + 1 + 3)


def test_a_parry_made_by_25_does_not_throw_the_attacker_off_balance() -> None:
    assert struck(duel(), [43, 30], "parry-short-sword").get("a.off-balance") == 0


@pytest.mark.rule("hybrid.defence.parry.off-balance")
@pytest.mark.parametrize(("die", "df"), [(29, -4), (6, -4), (5, -6)])  # parry 55: made by 26, 49, 50
def test_a_parry_made_by_more_than_25_throws_the_attacker_off_balance(die: int, df: int) -> None:
    fight = struck(duel(), [43, die], "parry-short-sword")
    assert fight.get("a.off-balance") == df


def test_off_balance_lasts_through_the_next_action_and_no_longer() -> None:
    fight = duel(a="initiative = 100\noff-balance = -4", b="initiative = 102")
    struck(fight, MISS, "no")
    assert (chance(fight), fight.get("a.off-balance")) == (73 - 15, 0)  # DF 23 - 4


def test_one_off_balance_can_be_thrown_off_balance_again() -> None:
    fight = struck(duel(a="off-balance = -4"), [43, 1], "parry-short-sword")
    assert fight.get("a.off-balance") == -6


@pytest.mark.rule("hybrid.skill.support")
def test_a_support_skill_adds_2_percent_per_rank() -> None:
    fight = duel(b="skills = { short-sword = 8, parry-short-sword = 5 }")
    struck(fight, [63, 85], "parry-short-sword")
    assert chance(fight, "hybrid.defence.parry") == 75 + 10


@pytest.mark.rule("hybrid.mod.florentine.physical-physical")
def test_one_who_is_acting_parries_at_minus_6_and_his_own_blow_comes_later_at_minus_4() -> None:
    fight = duel(
        b="initiative = 90\nwait-until = 0",
        now='begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "blow", lands = 110, target = "a", '
        'weapon = "short-sword" }]',
    )
    fight.play("blow a b", dice=[])
    fight.step(dice=[63, 50, 6, 6], answers=["parry-short-sword"])
    assert chance(fight, "hybrid.defence.parry") == 65  # DF 15 + 8 - 3 - 6
    assert (fight.get("b.initiative"), fight.get("under-way.0.lands")) == (94, 114)
    fight.step(dice=MISS, answers=["no"])
    assert (fight.get("count"), chance(fight)) == (114, 73 - 15)


def test_one_who_is_acting_cannot_crouch() -> None:
    fight = duel(
        b="initiative = 90\nwait-until = 0",
        now='begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "blow", lands = 110, target = "a", '
        'weapon = "short-sword" }]',
    )
    assert offered(fight) == ["parry-short-sword", "block-short-sword", "roll-with-blow", "no"]


@pytest.mark.rule("hybrid.defence.crouch")
def test_a_crouch_doubles_the_defence_against_this_blow() -> None:
    fight = struck(duel(), MISS, "crouch")
    assert (chance(fight), fight.get("b.initiative")) == (78 - 30, 95)


@pytest.mark.rule("hybrid.defence.evade", "hybrid.defence.evade.start", "hybrid.defence.evade.florentine")
def test_evading_doubles_the_defence_and_costs_4_on_what_else_is_rolled() -> None:
    fight = duel()
    fight.play("evade a", dice=[])
    assert fight.actors == ["a"]  # the choice is still open
    struck(fight, MISS, "no")
    assert chance(fight) == 73 - 15
    fight.gm("set b.wait-until 0")
    fight.step(dice=[6, 6])
    fight.play("blow b a", dice=[])
    fight.step(dice=MISS, answers=["no"])
    assert chance(fight) == 78 - 30


@pytest.mark.rule("hybrid.defence.evade.start", "hybrid.ruling.defence-multiplier")
def test_an_evasion_is_ended_at_a_choice_and_needs_feet() -> None:
    fight = duel(a="evading = true")
    with pytest.raises(starfray.Refused, match="already"):
        fight.play("evade a", dice=[])
    fight.play("evade a stop=yes", dice=[])
    assert fight.get("a.evading") is False
    with pytest.raises(starfray.Refused, match="ground"):
        duel(a="prone = true").play("evade a", dice=[])


@pytest.mark.rule("hybrid.defence.prone.down")
def test_on_the_ground_the_defence_is_half() -> None:
    fight = duel(b="prone = true")
    assert chance(struck(fight, MISS, "no")) == 78 - 7


@pytest.mark.rule("hybrid.defence.prone.rise")
def test_getting_up_takes_30_counts() -> None:
    fight = duel(a="prone = true")
    fight.play("rise a", dice=[])
    assert (fight.get("under-way.0.lands"), fight.get("a.prone")) == (130, True)
    fight.step(dice=[1, 1])
    assert (fight.get("a.prone"), fight.get("a.initiative")) == (False, 138)
    with pytest.raises(starfray.Refused, match="feet"):
        fight.play("rise a", dice=[])


def test_one_who_is_getting_up_has_half_a_defence_and_nothing_else() -> None:
    fight = duel(
        b="prone = true\ninitiative = 90\nwait-until = 0",
        now='begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "rise", lands = 120 }]',
    )
    fight.play("blow a b", dice=[])
    fight.step(dice=MISS)  # nobody is asked
    assert chance(fight) == 78 - 7


@pytest.mark.rule("hybrid.defence.block", "hybrid.ruling.block")
def test_a_block_turns_the_weapons_damage_into_armour() -> None:
    """Block DF 15 + 8 - 2 = 21: 76, not opposed; 40 is a plain Success; 1 + 2 + 1 + 3 = 7 stopped."""
    fight = struck(duel(), [40, 40, 1, 2, 20, 6, 6], "block-short-sword")
    assert chance(fight, "hybrid.defence.block") == 76
    assert fight.get("b.pft") == 39 - (16 - 7)


@pytest.mark.rule("hybrid.ruling.block")
def test_the_degree_of_a_block_multiplies_what_it_stops() -> None:
    fight = struck(duel(), [40, 7, 1, 2, 20, 6, 6], "block-short-sword")  # Very Notable: 2 x 7
    assert fight.get("b.pft") == 39 - (16 - 14)


def test_a_failed_block_stops_nothing_and_rolls_no_damage() -> None:
    fight = struck(duel(), [40, 77, 20, 6, 6], "block-short-sword")
    assert fight.get("b.pft") == 39 - 16


def test_a_shield_blocks_and_does_not_strike() -> None:
    fight = duel(a='weapons = ["buckler"]')
    with pytest.raises(starfray.Refused, match="nothing at hand"):
        fight.play("blow a b", dice=[])
    guard = duel(b='weapons = ["short-sword", "buckler"]\nskills = { short-sword = 8, shield = 4 }')
    assert "block-buckler" in offered(guard)


@pytest.mark.rule("hybrid.defence.parry.bound")
@pytest.mark.parametrize("die", [51, 55])  # parry 55: made by 4, 0
def test_a_parry_made_by_less_than_5_binds_the_weapons(die: int) -> None:
    fight = struck(duel(), [43, die], "parry-short-sword")
    assert fight.get("binds") == [
        {"attacker": "a", "attacker-weapon": "short-sword", "defender": "b", "defender-weapon": "short-sword"}
    ]


def test_a_parry_made_by_5_binds_nothing() -> None:
    assert struck(duel(), [43, 50], "parry-short-sword").get("binds") == []


BOUND = (
    'begun = true\ncount = 100\nbinds = [{ attacker = "b", attacker-weapon = "short-sword", defender = "a", '
    'defender-weapon = "short-sword" }]'
)


@pytest.mark.rule("hybrid.ruling.bound")
def test_a_bound_weapon_neither_strikes_nor_parries() -> None:
    fight = duel(now=BOUND)
    with pytest.raises(starfray.Refused, match="bound"):
        fight.play("blow a b", dice=[])
    other = duel(a='weapons = ["short-sword", "mace"]', now=BOUND)
    other.play("blow a b mace", dice=[])
    with pytest.raises(starfray.TapeError, match="crouch, dodge, drop, roll-with-blow, no"):
        other.step(dice=[], answers=["parry-short-sword"])


@pytest.mark.rule("hybrid.defence.parry.release", "hybrid.oppose.sn")
def test_the_one_who_parried_frees_the_weapon_by_an_opposed_roll() -> None:
    fight = duel(now=BOUND)
    fight.play("release a", dice=[])
    assert fight.get("under-way.0.lands") == 103
    fight.step(dice=[68, 68])  # b makes 78 by 10: a needs 68
    assert (chance(fight, "hybrid.defence.parry.release"), fight.get("binds")) == (68, [])


def test_a_failed_release_leaves_the_weapons_bound() -> None:
    fight = duel(now=BOUND)
    fight.play("release a", dice=[])
    fight.step(dice=[68, 69])
    assert len(fight.state.binds) == 1


@pytest.mark.rule("hybrid.defence.parry.release")
def test_only_the_one_who_parried_can_release() -> None:
    with pytest.raises(starfray.Refused, match="bound by a parry"):
        duel(now=BOUND.replace('"b"', '"x"').replace('"a"', '"b"').replace('"x"', '"a"')).play("release a", dice=[])


@pytest.mark.rule(
    "hybrid.defence.roll-with-blow.roll",
    "hybrid.defence.roll-with-blow.shock",
    "hybrid.defence.roll-with-blow.initiative",
    "hybrid.ruling.roll-with-blow",
)
def test_rolling_with_the_blow_softens_shock_and_costs_the_action_under_way() -> None:
    """Hit 40, chest, 16 PBD (more than half: DF 15 - 4); the roll made; bleeding resisted; shock DF 12 + 5; 2d6."""
    fight = duel(
        b="pft = 0\ninitiative = 99\nwait-until = 0",
        now='begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "blow", lands = 110, target = "a", '
        'weapon = "short-sword" }]',
    )
    struck(fight, [40, 20, 6, 6, 58, 1, 70, 3, 4], "roll-with-blow")
    assert (chance(fight, "hybrid.defence.roll-with-blow.roll"), chance(fight, "hybrid.shock.roll")) == (58, 70)
    assert (fight.get("under-way"), fight.get("b.initiative"), fight.get("b.pbd")) == ([], 103 + 7 + 8 - 2, 11)


def test_a_missed_blow_costs_nothing_to_one_who_meant_to_roll() -> None:
    fight = struck(duel(), MISS, "roll-with-blow")
    assert fight.get("b.initiative") == 90


@pytest.mark.rule("hybrid.defence.roll-with-blow.roll", "hybrid.defence.roll-with-blow.initiative")
def test_rolling_is_rolled_on_any_hit_and_costs_the_initiative_even_if_it_fails() -> None:
    fight = struck(duel(), [40, 20, 6, 6, 68, 3, 4], "roll-with-blow")
    assert (chance(fight, "hybrid.defence.roll-with-blow.roll"), fight.get("b.initiative")) == (67, 116)


@pytest.mark.rule("hybrid.ruling.defence-units")
def test_the_defence_may_be_ruled_to_come_off_the_df() -> None:
    fight = duel(head='[rulings]\ndefence-units = "df"')
    assert chance(struck(fight, MISS, "no")) == 48  # DF 23 - 15 = 8


@pytest.mark.rule("hybrid.check.degree.effect")
def test_a_miss_does_nothing() -> None:
    fight = struck(duel(), MISS, "no")
    assert (heard(fight, "hybrid.check.degree.effect"), fight.get("b.pft")) == (["Failure"], 39)
