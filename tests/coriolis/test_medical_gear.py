"""Tables 5.5 and 6.4: what each piece gives, what it uses up, and the machines that need no doctor."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput
from starfray.engine.codec import clone
from tests.coriolis.ward import ARTERY, KIDNEY, next_turn, refused, ward

BASE = 6  # Wits 4 + Medicurgy 2


def treats(gear: str, dice: int, action: str = "first-aid m p", patient: str = "hp = 0") -> starfray.Fight:
    """One treatment with exactly so many dice, the first a six."""
    fight = ward(f"gear = [{gear}]", patient)
    fight.play(action, dice=[6] + [1] * (dice - 1))
    return fight


@pytest.mark.parametrize(
    ("gear", "bonus"),
    [
        pytest.param("improvised", -1, marks=pytest.mark.rule("coriolis.med.improvised")),
        pytest.param("doctors-bag", 0, marks=pytest.mark.rule("coriolis.med.doctors-bag", "coriolis.medtech.doctors-bag")),
        pytest.param("herbal-remedy", -1, marks=pytest.mark.rule("coriolis.medtech.herbal-remedy")),
        pytest.param("m-dose", 1, marks=pytest.mark.rule("coriolis.med.m-dose", "coriolis.medtech.m-dose")),
        pytest.param("medkit", 2, marks=pytest.mark.rule("coriolis.med.medkit", "coriolis.medtech.medkit")),
        pytest.param("medlab", 3, marks=pytest.mark.rule("coriolis.med.med-lab", "coriolis.medtech.medlab")),
        pytest.param("trauma-dose", 2, marks=pytest.mark.rule("coriolis.med.t-dose", "coriolis.medtech.trauma-dose")),
        pytest.param("trauma-kit", 3, marks=pytest.mark.rule("coriolis.med.traumakit", "coriolis.medtech.trauma-kit")),
        pytest.param("trauma-lab", 4, marks=pytest.mark.rule("coriolis.med.trauma-lab", "coriolis.medtech.trauma-lab")),
        pytest.param("p-dose", 2, marks=pytest.mark.rule("coriolis.med.p-dose", "coriolis.medtech.p-dose")),
    ],
)
def test_each_piece_has_its_modifier(gear: str, bonus: int) -> None:
    fight = treats(f'"{gear}"', BASE + bonus)
    assert fight.get("p.hp") == (3 if gear == "p-dose" else 1)


@pytest.mark.parametrize(("gear", "bonus"), [("trauma-lab", 5), ("p-dose", 3)])
@pytest.mark.rule("coriolis.med.star")
def test_the_starred_figure_is_for_critical_injuries(gear: str, bonus: int) -> None:
    fight = treats(f'"{gear}"', BASE + bonus, "surgery m p", f"hp = 0\ninjuries = [{KIDNEY}]")
    assert fight.get("p.injuries.0.stabilised") is True
    assert fight.get("p.hp") == 0, "a p-dose gives no Hit Points when an injury is treated"


@pytest.mark.rule("coriolis.med.improvised", "coriolis.medtech.herbal-remedy")
def test_improvised_gear_and_herbs_are_useless_against_critical_injuries() -> None:
    fight = ward('gear = ["improvised", "herbal-remedy"]', f"hp = 0\ninjuries = [{KIDNEY}]")
    assert refused(fight, "surgery m p gear=improvised").rule == "coriolis.med.improvised"
    assert refused(fight, "surgery m p gear=herbal-remedy").rule == "coriolis.medtech.herbal-remedy"
    assert refused(fight, "surgery m p").rule == "coriolis.action.first-aid.equipment-required"


@pytest.mark.rule("coriolis.med.improvised", "coriolis.medtech.doctors-bag", "coriolis.med.table")
def test_radiation_is_treated_six_by_six_but_not_with_a_doctors_bag() -> None:
    fight = ward('gear = ["improvised", "doctors-bag"]', "radiation = 7")
    assert refused(fight, "treat-radiation m p gear=improvised").rule == "coriolis.med.improvised"
    assert refused(fight, "treat-radiation m p gear=doctors-bag").rule == "coriolis.medtech.doctors-bag"
    fight = treats('"medkit"', BASE + 2, "treat-radiation m p", "radiation = 7")
    assert (fight.get("p.radiation"), fight.get("m.ap"), fight.get("m.gear.0.left")) == (6, 0, 9)
    fight = ward(patient="radiation = 0")
    assert refused(fight, "treat-radiation m p").rule == "coriolis.med.table"


@pytest.mark.rule("coriolis.core.pool", "coriolis.core.success")
def test_each_full_five_points_of_radiation_cost_a_die_in_every_test() -> None:
    fight = ward('gear = ["medkit"]\nradiation = 9\nweapons = ["vulcan-pistol"]')
    fight.play("first-aid m p", dice=[6] + [1] * 6)
    fight.gm("set m.ap 3")
    fight.gm("set m.radiation 10")
    fight.gm("place foe 15,0")
    fight.play("shot m foe", dice=[1] * 3)  # Agility 4 + pistol 1 - 2
    with pytest.raises(BadInput, match="0 to 10"):
        ward("radiation = 11")


@pytest.mark.rule("coriolis.medtech.no-stacking", "coriolis.ruling.med.stacking")
def test_only_the_highest_bonus_counts_and_only_that_piece_is_used() -> None:
    fight = ward('gear = ["medkit", "p-dose", { key = "trauma-dose", count = 2 }, "m-dose"]')
    fight.play("first-aid m p trauma-dose", dice=[6] + [1] * 7)
    assert [fight.get(f"m.gear.{n}.count") for n in range(4)] == [1, 1, 1, 1]
    fight = ward('gear = ["m-dose", "trauma-dose"]')
    fight.play("first-aid m p", dice=[6] + [1] * 7)
    assert [fight.get(f"m.gear.{n}.count") for n in range(2)] == [1, 0]


@pytest.mark.rule("coriolis.ruling.med.kit-doses", "coriolis.med.improvised")
def test_a_kit_uses_a_dose_success_or_not_and_an_empty_medkit_is_improvised_gear() -> None:
    fight = ward('gear = [{ key = "medkit", left = 1 }]', f"hp = 0\ninjuries = [{KIDNEY}]")
    fight.play("first-aid m p", dice=[1] * 8)
    assert fight.get("m.gear.0.left") == 0
    fight.gm("set m.ap 3")
    fight.play("first-aid m p", dice=[1] * 5)
    fight.gm("set m.ap 3")
    assert refused(fight, "surgery m p gear=medkit").rule == "coriolis.medtech.medkit"
    assert refused(fight, "surgery m p").rule == "coriolis.action.first-aid.equipment-required"
    treats('"improvised"', BASE - 1)


@pytest.mark.rule("coriolis.ruling.med.stacking", "coriolis.medtech.trauma-kit", "coriolis.ruling.med.kit-doses")
def test_a_trauma_kit_without_doses_is_refused_and_takes_loose_ones() -> None:
    fight = ward('gear = [{ key = "trauma-kit", left = 0 }]')
    assert refused(fight, "first-aid m p trauma-kit").rule == "coriolis.medtech.trauma-kit"
    fight = ward('gear = [{ key = "trauma-kit", left = 0 }, "trauma-dose"]')
    fight.play("first-aid m p", dice=[6] + [1] * 8)
    assert fight.get("m.gear.1.count") == 0


@pytest.mark.rule("coriolis.medtech.doctors-bag")
def test_a_doctors_bag_lasts_ten_treatments() -> None:
    fight = ward('gear = [{ key = "doctors-bag", left = 1 }]')
    fight.play("first-aid m p", dice=[1] * 6)
    fight.gm("set m.ap 3")
    assert refused(fight, "first-aid m p doctors-bag").rule == "coriolis.medtech.doctors-bag"


@pytest.mark.rule("coriolis.ruling.med.herbal")
def test_with_a_doctors_bag_the_herbs_are_saved() -> None:
    fight = ward('gear = ["doctors-bag", "herbal-remedy"]')
    fight.play("first-aid m p herbal-remedy", dice=[6] + [1] * 5)
    assert (fight.get("m.gear.0.left"), fight.get("m.gear.1.count")) == (9, 1)
    fight = ward('gear = ["herbal-remedy"]')
    fight.play("first-aid m p herbal-remedy", dice=[6] + [1] * 4)
    assert fight.get("m.gear.0.count") == 0


@pytest.mark.rule("coriolis.ruling.med.labs")
def test_a_lab_without_charges_gives_no_bonus() -> None:
    fight = ward('gear = [{ key = "medlab", left = 1 }]')
    fight.play("first-aid m p", dice=[1] * (BASE + 3))
    assert fight.get("m.gear.0.left") == 0
    fight.gm("set m.ap 3")
    fight.play("first-aid m p", dice=[1] * BASE)


@pytest.mark.rule("coriolis.ruling.med.p-dose")
def test_a_p_dose_adds_two_hit_points_to_a_successful_first_aid() -> None:
    fight = treats('"p-dose"', BASE + 2)
    assert fight.get("p.hp") == 3
    fight = ward('gear = ["p-dose"]')
    fight.play("first-aid m p", dice=[1] * 8)
    assert (fight.get("p.hp"), fight.get("m.gear.0.count")) == (0, 0)


@pytest.mark.rule("coriolis.med.healing-scarab", "coriolis.ruling.med.scarab")
def test_a_scarab_raises_the_broken_without_a_roll() -> None:
    fight = ward('gear = ["healing-scarab"]\nskills = {}')
    fight.play("apply m healing-scarab p", dice=[])
    assert (fight.get("p.hp"), fight.get("p.prone"), fight.get("m.ap"), fight.get("m.gear.0.count")) == (2, False, 0, 0)
    assert refused(ward('gear = ["healing-scarab"]', "hp = 1"), "apply m healing-scarab p").rule == "coriolis.ruling.med.scarab"
    assert refused(ward(), "apply m healing-scarab p").rule == "coriolis.ruling.med.scarab"


@pytest.mark.rule(
    "coriolis.med.spider-doctor",
    "coriolis.medtech.spider-doctor",
    "coriolis.ruling.med.spider",
    "coriolis.ruling.crit.treatment",
)
def test_a_spider_treats_what_is_worst_from_the_next_turn_on() -> None:
    fight = ward(
        'gear = ["spider-doctor"]\nskills = {}',
        f"hp = 0\nprone = true\ninjuries = [{ARTERY}]",
        more='[[combatant]]\nid = "c"\nside = "red"\nat = [50, 0]\n',
    )
    fight.play("apply m spider-doctor p", dice=[])
    assert (fight.get("m.ap"), fight.get("p.spider"), fight.get("p.spider-charges")) == (0, "m", 10)
    fight.play("end-turn m", dice=[])
    assert fight.due is None, "not before the next turn"
    next_turn(fight)
    fight.play("end-turn m", dice=[])
    fight.step(dice=[1] * 7)  # Wits 5 + Medicurgy 3 - 1 for the fatal injury
    next_turn(fight)
    fight.play("end-turn m", dice=[])
    fight.step(dice=[6] + [1] * 6)
    assert (fight.get("p.injuries.0.stabilised"), fight.get("p.hp")) == (True, 0)
    next_turn(fight)
    fight.gm("set m.hp 0")
    fight.step(dice=[6, 6] + [1] * 6)  # right after m's place, even if she is Broken; now the Broken state, 8 dice
    assert (fight.get("p.hp"), fight.get("p.spider-charges")) == (2, 7)


@pytest.mark.rule(
    "coriolis.medtech.ballistic-m-injector",
    "coriolis.med.ballistic-m-injector",
    "coriolis.ruling.med.injector",
    "coriolis.ranged.pool",
)
def test_an_injector_is_shot_and_then_works_like_an_m_dose() -> None:
    gun = 'gear = ["ballistic-m-injector"]\nweapons = ["vulcan-pistol"]'
    fight = ward(gun, gap=15)
    fight.play("inject m p", dice=[6] + [1] * 3 + [6, 6] + [1] * 5)  # Agility 4 + pistol 1, prone -1
    assert (fight.get("p.hp"), fight.get("m.ap"), fight.get("m.gear.0.count")) == (2, 0, 0)
    fight = ward(gun, gap=15)
    fight.play("inject m p", dice=[1] * 4)
    assert (fight.get("p.hp"), fight.get("m.gear.0.count")) == (0, 0), "spent either way"
    assert refused(ward(gun, gap=21), "inject m p").rule == "coriolis.ruling.med.injector"
    assert refused(ward(gun, "hp = 2", gap=15), "inject m p").rule == "coriolis.state.damaged.no-first-aid"
    stunner = 'gear = ["ballistic-m-injector"]\nweapons = ["stun-gun"]'
    assert refused(ward(stunner, gap=15), "inject m p").rule == "coriolis.med.ballistic-m-injector"
    assert refused(ward('weapons = ["vulcan-pistol"]', gap=15), "inject m p").rule == "coriolis.med.ballistic-m-injector"


@pytest.mark.rule("coriolis.ruling.crit.treatment", "coriolis.medtech.ballistic-m-injector")
def test_an_injector_may_save_the_dying() -> None:
    gun = 'gear = ["ballistic-m-injector"]\nweapons = ["vulcan-pistol"]'
    fight = ward(gun, f"hp = 0\ninjuries = [{ARTERY}]", gap=15)
    fight.play("inject m p injury=55", dice=[6] + [1] * 3 + [6] + [1] * 5)  # at somebody prone; 6 + 1 - 1
    assert (fight.get("p.injuries.0.stabilised"), fight.get("p.hp")) == (True, 0)


@pytest.mark.rule("coriolis.ruling.med.bio-monitor", "coriolis.action.help.bonus")
def test_a_medicurg_far_away_helps_through_a_bio_monitor() -> None:
    far = '[[combatant]]\nid = "h"\nside = "red"\nat = [500, 0]\nskills = { medicurgy = 1 }\n'
    fight = ward(patient='hp = 0\ngear = ["bio-monitor"]', more=far)
    fight.gm('set up "h"')
    fight.play("help h m first-aid", dice=[])
    fight.gm('set up "m"')
    fight.play("first-aid m p", dice=[6] + [1] * 8)
    fight = ward(more=far)
    fight.gm('set up "h"')
    assert refused(fight, "help h m first-aid").rule == "coriolis.ruling.med.bio-monitor"


@pytest.mark.rule("coriolis.action.first-aid.modifier")
def test_a_field_medicurg_has_a_die_more_on_first_aid_only() -> None:
    fight = ward('gear = ["medkit"]\ntalents = ["field-medicurg"]', f"hp = 0\ninjuries = [{KIDNEY}]")
    fight.play("first-aid m p", dice=[6] + [1] * 8)
    fight.gm("set m.ap 3")
    fight.play("surgery m p", dice=[6] + [1] * 7)


@pytest.mark.rule("coriolis.ruling.med.kit-doses")
def test_the_last_dose_of_one_kit_opens_the_next() -> None:
    fight = ward('gear = [{ key = "medkit", count = 2, left = 1 }]')
    fight.play("first-aid m p", dice=[1] * (BASE + 2))
    assert fight.get("m.gear.0.count") == 1
    fight.gm("set m.ap 3").play("first-aid m p", dice=[1] * (BASE + 2))
    assert fight.get("m.gear.0.left") == 9


@pytest.mark.rule("coriolis.medtech.spider-doctor")
def test_a_spider_that_waits_for_the_next_turn_and_one_at_work_are_different_positions() -> None:
    fight = ward('gear = ["spider-doctor"]')
    fight.gm("set turn 3").play("apply m spider-doctor p", dice=[])
    waiting = fight.book.key(fight.state)
    next_turn(fight)
    works = clone(fight.state)  # the next turn, and everything else as it was when the spider was put on
    works.roster["m"].ap, works.slot_used = 0, True
    assert (works.turn, works.roster["p"].spider_turn) == (4, 0)
    assert fight.book.key(works) != waiting


FAR = '[[combatant]]\nid = "h"\nside = "red"\nat = [500, 0]\nskills = { medicurgy = 1 }\n'
SECOND = '[[combatant]]\nid = "q"\nside = "red"\nat = [0, 1]\nhp = 0\ngear = ["bio-monitor"]\n'


@pytest.mark.rule("coriolis.ruling.med.bio-monitor", "coriolis.medtech.bio-monitor", "coriolis.action.help.lost")
def test_with_two_monitors_the_helper_says_whom_she_means() -> None:
    fight = ward(patient='hp = 0\ngear = ["bio-monitor"]', more=SECOND + FAR)
    fight.gm('set up "h"')
    assert refused(fight, "help h m first-aid").legal == ("p", "q")
    fight.play("help h m first-aid q", dice=[])
    fight.gm('set up "m"')
    assert fight.preview("first-aid m q").tally.total == 4 + 2 + 2 + 1  # type: ignore[union-attr]
    fight.play("first-aid m p", dice=[1] * 8)  # the help was meant for q
    assert fight.get("m.helps") == []


@pytest.mark.rule("coriolis.ruling.med.bio-monitor", "coriolis.action.help")
def test_a_patient_is_named_for_treatments_only_and_must_wear_the_monitor() -> None:
    fight = ward(patient='hp = 0\ngear = ["bio-monitor"]', more=SECOND.replace('gear = ["bio-monitor"]', "") + FAR)
    fight.gm('set up "h"')
    assert refused(fight, "help h m first-aid q").rule == "coriolis.ruling.med.bio-monitor"
    assert refused(fight, "help h m shot p").rule == "coriolis.action.help"


@pytest.mark.rule("coriolis.med.improvised", "coriolis.ruling.med.improvise", "coriolis.state.broken.improvised")
def test_improvised_gear_is_always_at_hand_for_the_broken() -> None:
    fight = ward("gear = []")
    fight.play("first-aid m p improvised", dice=[6] + [1] * 4)  # 4 + 2 - 1
    assert (fight.get("p.hp"), fight.get("m.gear")) == (1, [])


@pytest.mark.rule("coriolis.med.improvised", "coriolis.ruling.med.improvise")
def test_nothing_is_improvised_against_injuries_or_radiation() -> None:
    fight = ward("gear = []", f"hp = 0\nradiation = 3\ninjuries = [{ARTERY}]")
    for action in ("surgery m p gear=improvised", "treat-radiation m p improvised"):
        assert refused(fight, action).rule == "coriolis.med.improvised"


@pytest.mark.rule("coriolis.med.improvised")
def test_after_the_fight_too() -> None:
    fight = ward("gear = []")
    fight.gm('call "tend m p first-aid improvised"', dice=[6, 6] + [1] * 3)
    assert fight.get("p.hp") == 2
