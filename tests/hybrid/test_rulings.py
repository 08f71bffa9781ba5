"""The switches, each choice of them; and rulings that show in the course of a blow."""

from __future__ import annotations

import pytest

from starfray.rulebooks.hybrid import BOOK
from tests.hybrid.build import chance, duel, heard, landed


def ruled(key: str, choice: str) -> str:
    return f'[rulings]\n{key} = "{choice}"'


@pytest.mark.rule("hybrid.ruling.skill-type-df")
def test_the_df_of_a_skills_components_may_count() -> None:
    fight = duel(head=ruled("skill-type-df", "yes"))
    landed(fight, "blow a b", [100], ["no"])
    assert chance(fight) == 77 - 15  # simple tool: -1
    assert struck("skill-type-df", "no") == 78 - 15


def struck(key: str, choice: str, action: str = "blow a b", lines: str = "") -> int:
    fight = duel(a=lines, head=ruled(key, choice))
    landed(fight, action, [100], ["no"])
    return chance(fight)


@pytest.mark.rule("hybrid.ruling.jump")
def test_a_jump_costs_4_or_as_in_an_older_text_3() -> None:
    assert (struck("jump", "-4", "blow a b how=jump"), struck("jump", "-3", "blow a b how=jump")) == (73 - 15, 75 - 15)


@pytest.mark.rule("hybrid.ruling.unranked")
def test_the_unranked_have_half_or_the_plain_chance() -> None:
    found = [struck("unranked", choice, lines="skills = {}") for choice in ("half", "plain")]
    assert found == [33 - 15, 67 - 15]


@pytest.mark.rule("hybrid.ruling.general-support-percent")
def test_support_skills_may_count_as_df() -> None:
    for choice, needed in (("percent", 75 + 10), ("df", 77)):
        fight = duel(b="skills = { short-sword = 8, parry-short-sword = 5 }", head=ruled("general-support-percent", choice))
        landed(fight, "blow a b", [63, 1], ["parry-short-sword"])
        assert chance(fight, "hybrid.defence.parry") == needed  # DF 20 + 10 / 4


@pytest.mark.rule("hybrid.ruling.df-below-table")
def test_under_the_table_there_is_no_chance_or_the_curve_goes_on() -> None:
    weak = "stats = { pst = 1, pen = 12, dex = 1, pag = 1 }\nskills = { short-sword = 0 }\npbd = 1"
    found = [struck("df-below-table", choice, lines=weak) for choice in ("first-row", "formula")]
    assert found == [0 - 15, -52 - 15]  # DF -19


@pytest.mark.rule("hybrid.ruling.combat-fatigue", "hybrid.energy.fatigue.loss")
def test_each_attack_may_cost_a_point_of_fatigue() -> None:
    fight = duel(head=ruled("combat-fatigue", "each-attack"))
    fight.play("blow a b", dice=[])
    assert fight.get("a.pft") == 38
    free = duel()
    free.play("blow a b", dice=[])
    assert free.get("a.pft") == 39


def test_an_open_die_makes_worse_failures_possible() -> None:
    fight = duel(head=ruled("d100-closed", "open"))
    landed(fight, "blow a b", [100, 39], ["no"])  # 139 - 63 = 76
    assert heard(fight, "hybrid.check.degree.effect") == ["Very Notable Failure"]


def test_failure_columns_may_be_beginnings() -> None:
    for choice, word in (("upper-ends", "Failure"), ("beginnings", "Solid Failure")):
        fight = duel(a='skills = { short-sword = 0 }\npace = "dash"', head=ruled("failure-columns", choice))
        landed(fight, "blow a b", [83], ["no"])  # 48 - 15 = 33, failed by 50
        assert heard(fight, "hybrid.check.degree.effect") == [word]


@pytest.mark.rule("hybrid.ruling.initiative-floor", "hybrid.ruling.speed-point-value", "hybrid.initiative.speed-points")
@pytest.mark.parametrize(("choice", "initiative", "points"), [("one", 1, 3), ("zero", 0, 2)])
def test_an_initiative_below_1_becomes_points_that_join_those_unspent(choice: str, initiative: int, points: int) -> None:
    fast = 'speed = 22\noverridden = { speed = "quicksilver" }\nspeed-points = 1\nlanded = true'
    fight = duel(a=fast, head=ruled("initiative-floor", choice))
    fight.step(dice=[1, 1])  # 2 + 8 - 11 = -1
    assert (fight.get("a.initiative"), fight.get("a.speed-points")) == (100 + initiative, points)


def test_there_are_about_ten_switches_and_the_first_choice_is_the_default() -> None:
    assert 8 <= len(BOOK.rulings) <= 15
    for ruling in BOOK.rulings:
        assert len(ruling.choices) == 2
        fight = duel(head=ruled(ruling.key, ruling.choices[0]))
        landed(fight, "blow a b", [40, 20, 3, 4], ["no"])
        assert fight.get("b.pft") == 39 - 11


# --- rulings that show in a blow -------------------------------------------------------------------------------


@pytest.mark.rule("hybrid.ruling.dice-order")
def test_the_order_of_dice_in_a_blow_with_everything() -> None:
    """Attack, block, block dice, location, damage, roll with it … here: attack, location, damage, bleeding, shock, 2d6."""
    fight = duel(b="pft = 0")
    landed(fight, "blow a b", [40, 1, 3, 4, 53, 100, 2, 3], ["no"])
    rolls = [event.rule.removeprefix("hybrid.") for event in fight.events if event.faces is not None]
    assert rolls == ["tohit.chance", "location.roll", "damage.order", "bleeding.resist", "shock.roll", "ruling.shock-duration"]


@pytest.mark.rule("hybrid.defence.roll-with-blow.conditions")
def test_rolling_with_the_blow_is_declared_and_needs_awareness() -> None:
    fight = duel()
    landed(fight, "blow a b", [100], ["roll-with-blow"])  # a miss: nothing is rolled, nothing lost
    assert fight.get("b.initiative") == 90
    unaware = duel(b="aware = false\ninitiative = 300\nwait-until = 0")
    landed(unaware, "blow a b", [100])
    assert chance(unaware) == 78


@pytest.mark.rule("hybrid.ruling.one-defence")
def test_an_evasion_goes_with_one_ward_which_takes_4() -> None:
    fight = duel(b="evading = true")
    landed(fight, "blow a b", [40, 1], ["parry-short-sword"])
    assert chance(fight, "hybrid.defence.parry") == 69 - (48 - 40)


@pytest.mark.rule("hybrid.ruling.total-concentration", "hybrid.attack.all-out")
def test_all_out_is_all_there_is_to_total_concentration() -> None:
    fight = duel()
    fight.play("stance a all-out b", dice=[])
    landed(fight, "blow a b", [100], ["no"])
    assert chance(fight) == 78 - 15 + 15


@pytest.mark.rule("hybrid.ruling.called-location", "hybrid.location.shock")
def test_an_eye_counts_as_the_head_and_a_foot_costs_15() -> None:
    eye = duel(b="pft = 0")
    landed(eye, "blow a b at=eye", [1, 1, 1, 52, 41], ["no"])  # bleeding, then shock at 12 - 6
    assert heard(eye, "hybrid.location.table") == ["head"]
    assert chance(eye, "hybrid.shock.roll") == 41
    foot = duel()
    landed(foot, "blow a b at=left-foot", [100], ["no"])
    assert chance(foot) == 48 - 15


@pytest.mark.rule("hybrid.ruling.armour")
def test_the_best_piece_counts_and_nothing_wears_down() -> None:
    fight = duel(b='armour = ["leather", "ballistic-vest"]')
    landed(fight, "blow a b", [40, 20, 3, 4], ["no"])  # 11 cutting: leather 2, vest 4
    assert fight.get("b.pft") == 39 - 7


@pytest.mark.rule("hybrid.ruling.location-side")
@pytest.mark.parametrize(("die", "side"), [(59, "left"), (60, "right")])
def test_an_odd_die_is_left_and_an_even_one_right(die: int, side: str) -> None:
    fight = duel()
    landed(fight, "blow a b", [40, die, 3, 4], ["no"])
    assert heard(fight, "hybrid.ruling.location-side") == [side]


@pytest.mark.rule("hybrid.ruling.off-balance")
def test_balance_comes_back_with_the_end_of_the_next_action() -> None:
    fight = duel(a="off-balance = -4")
    landed(fight, "look a", [50])
    assert fight.get("a.off-balance") == 0


@pytest.mark.rule("hybrid.ruling.defence-units")
def test_defence_off_the_df_counts_for_grips_disarms_and_fends_alike() -> None:
    close = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'
    hands = duel(a="weapons = []\nskills = { hth-grapple = 8 }", b="weapons = []", now=close, head=ruled("defence-units", "df"))
    landed(hands, "grapple a b", [100], ["no"])
    assert chance(hands, "hybrid.grapple.grapple") == 48  # DF 15 + 8 - 15
    disarm = duel(head=ruled("defence-units", "df"))
    landed(disarm, "disarm a b", [100])
    assert chance(disarm, "hybrid.attack.disarm") == 32  # DF 23 - 4 - 15
    fend = duel(a='weapons = ["one-edged-dagger"]', head=ruled("defence-units", "df"))
    fend.play("close a b", dice=[])
    fend.step(dice=[100], answers=["fend-short-sword", "no"], steps=1)
    assert chance(fend) == 48


@pytest.mark.rule("hybrid.ruling.negative-effect")
def test_a_miss_beside_a_parry_is_as_bad_as_it_is() -> None:
    fight = duel(a='skills = { short-sword = 0 }\npace = "dash"')
    landed(fight, "blow a b", [100], ["parry-short-sword"])  # 48 - 15 = 33, failed by 67
    assert heard(fight, "hybrid.check.degree.effect") == ["Notable Failure"]


@pytest.mark.rule("hybrid.ruling.initiative-ties")
def test_grips_that_land_together_stop_each_other_as_little_as_blows() -> None:
    hands = "weapons = []\nskills = { hth-throw = 8 }"
    air = 'under-way = [{ actor = "b", kind = "throw", lands = 101, target = "a", weapon = "throw" }]'
    close = f'begun = true\ncount = 100\nclosed = [{{ one = "a", other = "b" }}]\n{air}'
    fight = duel(a=hands, b=hands + "\npft = 0\npbd = 12\nwait-until = 0\ninitiative = 100", now=close)
    landed(fight, "throw a b", [1, 20, 1], ["no"])  # b is out of the fight: attack, location, shock
    assert (fight.get("b.pbd"), fight.get("under-way.0.assured")) == (0, True)
    fight.step(dice=[1, 1, 50, 20], answers=["no"])  # a's initiative; b's throw at DF 15 + 8 - 5 - 4 lands all the same
    assert (chance(fight, "hybrid.grapple.throw"), fight.get("a.prone")) == (65 - 15, True)


def test_without_a_rank_an_action_takes_2_counts_more_only_where_that_matters() -> None:
    for choice, count in (("half", 109), ("plain", 107)):
        fight = duel(a="skills = {}", head=ruled("unranked", choice))
        landed(fight, "blow a b", [100], ["no"])
        assert fight.get("count") == count


@pytest.mark.parametrize(
    ("action", "answers", "rule"),
    [("blow a b", ["parry-short-sword"], "hybrid.check.degree.effect"), ("look a", [], "hybrid.perception.results")],
)
def test_an_open_die_is_open_beside_a_parry_and_for_a_look(action: str, answers: list[str], rule: str) -> None:
    fight = duel(head=ruled("d100-closed", "open"))
    landed(fight, action, [100, 40], answers)  # 140 against 63 or 60
    assert heard(fight, rule)[0].startswith("Very Notable Failure")


@pytest.mark.rule("hybrid.ruling.combat-fatigue")
def test_two_blows_at_once_may_cost_two_points() -> None:
    pair = 'weapons = ["one-edged-dagger", "second-dagger"]\nskills = { one-edged-dagger = 8 }'
    fight = duel(a=pair, b='weapons = ["one-edged-dagger"]', head=ruled("combat-fatigue", "each-attack"))
    fight.play("florentine a b one-edged-dagger second-dagger", dice=[])
    assert fight.get("a.pft") == 37


@pytest.mark.rule("hybrid.ruling.skill-type-df")
def test_the_df_of_components_counts_for_perception_and_filters_too() -> None:
    head = ruled("skill-type-df", "yes")
    looking = duel(a="skills = { general-perception = 6 }", head=head)
    landed(looking, "look a", [100])
    assert chance(looking, "hybrid.perception.use") == 69  # 12 + 6 - 2
    capped = duel(a='skills = { short-sword = 8, zero-g-combat = 4 }\nfilters = ["zero-g-combat"]', head=head)
    landed(capped, "blow a b unlock=yes", [71, 100], ["no"])
    assert chance(capped, "hybrid.skill.filter.unlock") == 70  # 15 + 4 - 2
