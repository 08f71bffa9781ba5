"""Where it hits and how much it hurts: damage, pools, knockback, bleeding, system shock."""

from __future__ import annotations

import pytest

from starfray import Fight
from tests.hybrid.build import chance, duel, heard

CLUB = 'weapons = ["cudgel"]\nskills = { cudgel = 8 }'  # 2d8+3, crushing, speed 8: lands on 104
HAMMERED = 40  # a plain Success against 63


def struck(fight: Fight, *dice: int) -> Fight:
    fight.play("blow a b", dice=[])
    return fight.step(dice=list(dice), answers=["no"])


@pytest.mark.rule("hybrid.damage.order", "hybrid.energy.fatigue.loss", "hybrid.energy.exhaustion.per-ten")
def test_damage_goes_to_fatigue_and_every_tenth_point_costs_exhaustion() -> None:
    fight = struck(duel(b="fatigue-used = 8"), HAMMERED, 20, 6, 6)  # 13 + 3 = 16: 8 to 24 passes 10 and 20
    assert (fight.get("b.pft"), fight.get("b.pex"), fight.get("b.fatigue-used")) == (39 - 16, 63 - 2, 24)


@pytest.mark.parametrize(("die", "damage"), [(3, 48), (6, 32), (15, 24), (31, 20), (32, 16)])  # columns of 63: 3 6 15 31
def test_the_degree_multiplies_the_damage(die: int, damage: int) -> None:
    fight = duel(b='max-pft = 60\noverridden = { max-pft = "an ox" }')
    assert struck(fight, die, 20, 6, 6).get("b.pft") == 60 - damage


@pytest.mark.rule("hybrid.damage.order")
def test_damage_is_rounded_down_once_at_the_end() -> None:
    fight = duel(a="stats = { pst = 12, pen = 12, dex = 18, pag = 15, paw = 12 }")  # PSE 2.5
    assert struck(fight, 15, 20, 6, 3).get("b.pft") == 39 - 18  # (6 + 3 + 1 + 2.5) x 1.5 = 18.75


def test_a_technique_does_a_multiple_of_strength_without_dice() -> None:
    fight = duel(a='weapons = ["close-fist"]\nskills = { hth-punch = 8 }', b="weapons = []")
    assert struck(fight, HAMMERED, 20).get("b.pft") == 39 - 9  # 3 x PSE 3


@pytest.mark.rule("hybrid.damage.order")
@pytest.mark.parametrize(("place", "lost"), [(20, 14), (60, 14), (3, 16), (99, 16)])  # chest, leg; head and hand are bare
def test_armour_takes_its_figure_for_the_type_off_where_it_covers(place: int, lost: int) -> None:
    assert struck(duel(b='armour = ["leather"]'), HAMMERED, place, 6, 6).get("b.pft") == 39 - lost


def test_only_the_best_layer_counts() -> None:
    fight = duel(b='armour = ["leather", "padded"]\nstats = { pst = 15, pen = 12, dex = 15, pag = 16, paw = 12 }')
    assert struck(fight, HAMMERED, 20, 6, 6).get("b.pft") == 40 - 12


def test_armour_that_stops_it_all_leaves_nothing() -> None:
    fight = duel(b='armour = ["plate"]\nstats = { pst = 15, pen = 12, dex = 15, pag = 19, paw = 12 }')
    assert struck(fight, HAMMERED, 20, 1, 1).get("b.pft") == 43


def test_heavy_armour_lowers_agility_and_what_comes_from_it() -> None:
    fight = duel(b='armour = ["double-mail"]')
    assert (fight.get("b.pdf"), fight.get("b.pca"), fight.get("b.max-pft")) == (14, 14, 39)  # (12 + 15) / 2 half up


@pytest.mark.rule("hybrid.damage.order", "hybrid.bleeding.trigger", "hybrid.bleeding.resist", "hybrid.shock.roll")
def test_what_fatigue_does_not_hold_goes_to_the_body() -> None:
    fight = struck(duel(b="pft = 10"), HAMMERED, 20, 6, 6, 52, 60)  # bleeding DF 9: 52; shock DF 12: 60
    assert (fight.get("b.pft"), fight.get("b.pbd"), fight.get("b.bleeding"), fight.get("b.shock")) == (0, 21, [], None)


@pytest.mark.rule("hybrid.bleeding.resist", "hybrid.bleeding.loss")
def test_a_bleeding_wound_costs_a_point_of_fatigue_every_20_counts() -> None:
    fight = struck(duel(b="pft = 15"), HAMMERED, 20, 6, 6, 53, 1, 6, 6)  # lands on 103; a's next choice on 121
    assert (fight.get("b.bleeding"), fight.get("count")) == ([123], 121)
    fight.gm("set b.pft 2")
    fight.play("wait a 150", dice=[])
    fight.step(dice=[])
    assert (fight.get("b.pft"), fight.get("b.bleeding"), fight.get("count")) == (0, [163], 150)


@pytest.mark.rule("hybrid.bleeding.loss", "hybrid.ruling.death")
def test_with_no_fatigue_left_bleeding_takes_the_body() -> None:
    fight = duel(b="pft = 0\npbd = 1\nbleeding = [110]")
    fight.play("wait a 150", dice=[])
    fight.step(dice=[])
    assert fight.get("b.pbd") == 0
    assert fight.over is not None
    assert fight.over.winners == ["red"]


@pytest.mark.rule("hybrid.knockback.trigger", "hybrid.knockback.resist")
def test_a_crushing_blow_for_more_than_half_the_fatigue_may_knock_down() -> None:
    fight = struck(duel(a=CLUB), HAMMERED, 20, 8, 6, 64)  # 20 of 39; DF 15 - 2: 63
    assert (chance(fight, "hybrid.knockback.resist"), fight.get("b.prone")) == (63, True)


def test_exactly_half_does_not_knock_down() -> None:
    fight = duel(a=CLUB, b="stats = { pst = 15, pen = 12, dex = 15, pag = 16, paw = 12 }")  # PFT 40
    assert struck(fight, HAMMERED, 20, 8, 6).get("b.prone") is False  # 20


@pytest.mark.rule("hybrid.knockback.trigger")
def test_more_than_a_quarter_of_the_body_may_knock_down() -> None:
    fight = struck(duel(a=CLUB, b="pft = 5"), HAMMERED, 20, 4, 2, 63, 60)  # 12: 7 PBD of 27; resisted; shock made
    assert (fight.get("b.pbd"), fight.get("b.prone")) == (20, False)


def test_a_cutting_blow_does_not_knock_down() -> None:
    fight = struck(duel(b="pft = 25"), 15, 20, 6, 6)  # Notable: 24 of 39
    assert fight.get("b.prone") is False


@pytest.mark.rule("hybrid.shock.roll", "hybrid.shock.table", "hybrid.ruling.shock-duration")
@pytest.mark.parametrize(
    ("die", "level", "word"), [(61, 1, "jolted"), (84, 1, "jolted"), (85, 2, "stunned"), (100, 2, "stunned")]
)
def test_failing_system_shock_by_25_is_worse(die: int, level: int, word: str) -> None:
    fight = struck(duel(b="pft = 15"), HAMMERED, 20, 6, 6, 1, die, 3, 4)
    assert fight.get("b.shock") == {"level": level, "rolls": 103 + 7 + 45}
    assert heard(fight, "hybrid.shock.table") == [word]


@pytest.mark.rule("hybrid.location.shock")
@pytest.mark.parametrize(("place", "expected"), [(3, 41), (50, 48)])  # DF 12 - 6, 12 - 4
def test_head_and_groin_make_shock_worse(place: int, expected: int) -> None:
    fight = struck(duel(b="pft = 15"), HAMMERED, place, 6, 6, 1, 1)
    assert chance(fight, "hybrid.shock.roll") == expected


@pytest.mark.parametrize(("level", "chance_left"), [(1, 76 - 15), (2, 73 - 15), (3, 70 - 15)])  # DF 23 - 2, - 4, - 6
def test_shock_weighs_on_actions(level: int, chance_left: int) -> None:
    fight = struck(duel(a=f"shock = {{ level = {level}, rolls = 150 }}"), 100)
    assert chance(fight) == chance_left


WOUNDED = [  # of 27: 25, 51, 77, 92 % lost; DF 23 - 2, - 4, - 8, - 20
    pytest.param(20, 76, marks=pytest.mark.rule("hybrid.mod.condition.phys-25")),
    pytest.param(13, 73, marks=pytest.mark.rule("hybrid.mod.condition.phys-50")),
    pytest.param(6, 67, marks=pytest.mark.rule("hybrid.mod.condition.phys-75")),
    pytest.param(2, 27, marks=pytest.mark.rule("hybrid.mod.condition.phys-90")),
]


@pytest.mark.parametrize(("pbd", "success"), WOUNDED)
def test_wounds_weigh_on_actions_and_only_the_worst_row_counts(pbd: int, success: int) -> None:
    assert chance(struck(duel(a=f"pbd = {pbd}"), 100)) == success - 15


@pytest.mark.rule("hybrid.mod.condition.phys-25")
def test_a_quarter_lost_is_enough() -> None:
    stats = "stats = { pst = 16, pen = 12, dex = 15, pag = 14, paw = 12 }"  # PBD 28, PCA 15
    assert chance(struck(duel(a=f"{stats}\npbd = 21"), 100)) == 76 - 15
    assert chance(struck(duel(a=f"{stats}\npbd = 22"), 100)) == 78 - 15


@pytest.mark.rule("hybrid.mod.condition.phys-exhausted")
def test_no_exhaustion_left_weighs_6() -> None:
    assert chance(struck(duel(a="pex = 0"), 100)) == 70 - 15  # DF 23 - 6


@pytest.mark.rule("hybrid.ruling.shock-duration")
def test_a_recovery_roll_clears_shock_or_sets_the_next() -> None:
    fight = duel(b="shock = { level = 2, rolls = 110 }")
    fight.play("wait a 115", dice=[])
    fight.step(dice=[61, 1, 2])
    assert fight.get("b.shock") == {"level": 2, "rolls": 110 + 3 + 45}
    again = duel(b="shock = { level = 2, rolls = 110 }")
    again.play("wait a 115", dice=[])
    again.step(dice=[60])
    assert again.get("b.shock") is None


THIRD = '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 400'


@pytest.mark.rule("hybrid.shock.table", "hybrid.ruling.shock-duration")
def test_failing_by_75_is_unconscious_and_success_wakes_stunned() -> None:
    """Head: DF 5 - 6 = -1, chance 5; 80 fails by 75. The unconscious drop what they were doing and are not asked."""
    fight = duel(
        b="pft = 15\ninitiative = 100\nwait-until = 0\nstats = { pst = 15, pen = 5, dex = 15, pag = 15, paw = 12 }",
        more=THIRD,
        now='begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "blow", lands = 110, target = "a", '
        'weapon = "short-sword" }]',
    )
    struck(fight, HAMMERED, 3, 6, 6, 1, 80, 1, 1)
    assert (fight.get("b.shock"), fight.get("under-way")) == ({"level": 4, "rolls": 103 + 2 + 45}, [])
    fight.step(dice=[1, 1])
    fight.play("wait a 200", dice=[])
    fight.step(dice=[36, 2, 2])  # PEN 5: 36 wakes, stunned, with a clock of its own
    assert (fight.get("b.shock"), fight.get("count"), fight.actors) == ({"level": 2, "rolls": 150 + 4 + 45}, 150, ["b"])


def test_a_lesser_shock_changes_nothing_and_rolls_no_clock() -> None:
    fight = struck(duel(b="pft = 15\nshock = { level = 2, rolls = 150 }"), HAMMERED, 20, 6, 6, 1, 61)
    assert fight.get("b.shock") == {"level": 2, "rolls": 150}


@pytest.mark.rule("hybrid.shock.roll")
def test_an_energy_weapon_always_calls_for_system_shock() -> None:
    fight = struck(duel(a='weapons = ["shock-baton"]\nskills = { shock-baton = 8 }'), HAMMERED, 20, 6, 6, 60)
    assert (fight.get("b.pbd"), chance(fight, "hybrid.shock.roll")) == (27, 60)


@pytest.mark.rule("hybrid.ruling.death")
def test_no_body_left_is_out_of_the_fight() -> None:
    fight = struck(duel(b="pft = 0\npbd = 9"), HAMMERED, 20, 6, 6, 1, 1)
    assert fight.over is not None
    assert fight.over.winners == ["red"]


@pytest.mark.rule("hybrid.ruling.degree-damage")
def test_the_surplus_of_a_degree_may_be_ruled_to_go_straight_to_the_body() -> None:
    fight = duel(head='[rulings]\ndegree-damage = "surplus"')
    struck(fight, 15, 20, 6, 6, 1, 1)  # Notable: 16, and 8 more to PBD
    assert (fight.get("b.pft"), fight.get("b.pbd")) == (39 - 16, 27 - 8)


@pytest.mark.rule("hybrid.ruling.shock-duration")
def test_whoever_wakes_chooses_and_no_longer_waits_for_what_was_before() -> None:
    stats = "stats = { pst = 15, pen = 5, dex = 15, pag = 15, paw = 12 }"
    fight = duel(b=f"pft = 15\ninitiative = 90\nwait-until = 300\n{stats}", more=THIRD)
    struck(fight, HAMMERED, 3, 6, 6, 1, 80, 1, 1)
    fight.step(dice=[1, 1])
    fight.play("wait a 200", dice=[])
    fight.step(dice=[36, 2, 2])
    assert (fight.get("count"), fight.actors) == (150, ["b"])
