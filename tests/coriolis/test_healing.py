"""Broken, first aid, the four wounded states, the dying."""

from __future__ import annotations

import pytest

from starfray import Refused
from tests.coriolis.build import duel
from tests.coriolis.ward import ARTERY, KIDNEY, WRIST, call, next_turn, refused, ward


@pytest.mark.rule("coriolis.broken", "coriolis.ruling.broken.reactions")
def test_at_zero_hit_points_she_falls_out_of_cover_and_loses_overwatch_and_help() -> None:
    extra = (
        'cover = 4\noverwatch = { toward = [0, 0] }\nhelps = [{ by = "c", action = "shot" }]\nap = 2\n'
        'weapons = ["knife"]\nhp = 3'
    )
    fight = duel(b=extra, more='[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]\n')
    fight.play("shot a b", dice=[6] + [1] * 6 + [1] * 4)
    fallen = [fight.get(f"b.{each}") for each in ("hp", "prone", "cover", "overwatch", "helps", "ap", "weapons.knife.in-hand")]
    assert fallen == [0, True, 0, None, [], 2, True]


@pytest.mark.rule("coriolis.broken.no-further-damage", "coriolis.broken.crits", "coriolis.ranged.bonus.critical-injury")
def test_a_broken_person_loses_no_more_but_can_still_be_injured() -> None:
    fight = duel(b="hp = 0\nprone = true", more='[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]\n')
    fight.play("shot a b", dice=[6, 6, 6] + [1] * 3 + [1, 2], answers=["critical-injury:2"])
    assert (fight.get("b.hp"), fight.get("b.injuries.0.number")) == (0, 12)


@pytest.mark.rule("coriolis.ruling.fight-end", "coriolis.broken")
def test_a_broken_person_acts_no_more_nor_tests_anything() -> None:
    fight = ward(patient="hp = 1\nburning = 3")
    next_turn(fight, [6, 1, 1])
    assert (fight.get("p.hp"), fight.get("turn")) == (0, 2)
    assert [form.kind for form in fight.legal("p") if form.refused is None] == ["shout"]
    fight = duel(b='weapons = ["knife"]\nhp = 1', gap=1)
    fight.gm("set a.hp 1")
    assert refused(fight, "shot b a").rule == "fight.turn"
    fight.gm("set a.hp 0")
    assert fight.over is not None


@pytest.mark.rule("coriolis.broken.no-actions")
def test_whoever_is_broken_in_her_own_slot_loses_it() -> None:
    fight = duel(
        a='weapons = ["knife"]\nhp = 2',
        b='weapons = ["sword"]',
        gap=1,
        more='[[combatant]]\nid = "c"\nside = "red"\nat = [60, 0]\n',
    )
    fight.play("move a 0,6", dice=[6] + [1] * 6, answers=["sword", "no"])
    assert (fight.get("a.hp"), fight.get("a.at")) == (0, [0, 0])
    fight.step(dice=[])
    assert fight.actors == ["b"]


@pytest.mark.rule(
    "coriolis.heal.first-aid",
    "coriolis.heal.first-aid.success",
    "coriolis.action.first-aid",
    "coriolis.action.first-aid.modifier",
    "coriolis.state.broken.first-aid",
    "coriolis.med.medkit",
)
def test_first_aid_takes_a_whole_turn_and_each_six_is_a_hit_point() -> None:
    fight = ward()
    fight.play("first-aid m p", dice=[6, 6] + [1] * 6)  # Wits 4 + Medicurgy 2 + medkit 2
    assert (fight.get("p.hp"), fight.get("p.prone"), fight.get("m.ap")) == (2, False, 0)
    fight.play("end-turn m", dice=[])
    assert fight.actors == ["p"], "her slot is still to come, with the AP she has"
    fight = ward()
    fight.play("first-aid m p", dice=[1] * 8)
    assert (fight.get("p.hp"), fight.get("p.prone")) == (0, True)


@pytest.mark.rule("coriolis.ruling.first-aid.cap")
def test_no_more_than_the_maximum() -> None:
    fight = ward('gear = ["p-dose"]', "hp = 0\nattributes = { strength = 2, agility = 1 }")
    fight.play("first-aid m p", dice=[6, 6] + [1] * 6)
    assert fight.get("p.hp") == 3


@pytest.mark.rule("coriolis.action.first-aid.equipment-required", "coriolis.heal.first-aid.needs-gear")
def test_without_any_equipment_there_is_no_test() -> None:
    fight = ward("gear = []")
    assert refused(fight, "first-aid m p").rule == "coriolis.action.first-aid.equipment-required"
    assert refused(fight, "first-aid m p medkit").rule == "coriolis.action.first-aid.equipment-required"
    assert "improvised" in refused(fight, "first-aid m p").legal
    form = next(form for form in fight.legal("m") if form.kind == "first-aid")
    assert [option.key for field in form.fields if field.name == "gear" for option in field.options] == ["improvised"]
    assert "coriolis.heal.first-aid.needs-gear" in form.hints


@pytest.mark.rule("coriolis.heal.first-aid", "coriolis.state.damaged.no-first-aid", "coriolis.state.damaged")
def test_first_aid_is_for_the_broken_only() -> None:
    assert refused(ward(patient="hp = 1"), "first-aid m p").rule == "coriolis.state.damaged.no-first-aid"
    fight = ward(patient="prone = true")
    assert refused(fight, "first-aid m p").rule == "coriolis.heal.first-aid"
    form = next(form for form in fight.legal("m") if form.kind == "first-aid")
    assert "coriolis.state.damaged" in form.hints, "damaged people work at full ability"


@pytest.mark.rule("coriolis.ruling.first-aid.reach")
def test_the_patient_must_be_within_close_range() -> None:
    assert refused(ward(gap=2.1), "first-aid m p").rule == "coriolis.ruling.first-aid.reach"


@pytest.mark.rule("coriolis.state.broken.training-and-gear", "coriolis.state.crit-dying", "coriolis.core.advanced-skills")
def test_treatment_takes_training() -> None:
    layman = 'skills = { observation = 2 }\ngear = ["medkit"]'
    assert refused(ward(layman), "first-aid m p").rule == "coriolis.state.broken.training-and-gear"
    assert refused(ward(layman, f"injuries = [{KIDNEY}]"), "surgery m p").rule == "coriolis.state.crit-dying"
    assert refused(ward(layman, "radiation = 1"), "treat-radiation m p").rule == "coriolis.core.advanced-skills"


@pytest.mark.rule("coriolis.state.broken.untrained-option", "coriolis.ruling.first-aid.untrained")
def test_a_table_may_let_laypeople_try_on_the_broken() -> None:
    layman = 'skills = { observation = 2 }\ngear = ["improvised"]'
    fight = ward(layman)
    fight.gm("ruling untrained-first-aid allowed")
    assert next(form for form in fight.legal("m") if form.kind == "first-aid").refused is None
    fight.play("first-aid m p", dice=[6, 1, 1])  # Wits 4 - 1
    assert fight.get("p.hp") == 1
    fight = ward(layman, "unconscious = 3")
    fight.gm("ruling untrained-first-aid allowed")
    assert refused(fight, "first-aid m p").rule == "coriolis.ruling.first-aid.untrained"


@pytest.mark.shown(
    "coriolis.state.note",
    "coriolis.state.crit-recovering.meaning",
    "coriolis.state.crit-recovering.needs-training",
    "coriolis.med.c-dose-removed",
    "coriolis.med.truncated-note",
    "coriolis.ruling.med.author-notes",
    "coriolis.ruling.med.t-dose",
)
def test_what_the_book_only_remarks_on_stands_beside_the_forms() -> None:
    hints = {form.kind: form.hints for form in ward().legal("m")}
    assert "coriolis.state.note" in hints["first-aid"]
    assert "coriolis.state.crit-recovering.meaning" in hints["surgery"]
    assert "coriolis.med.c-dose-removed" in hints["apply"]


@pytest.mark.rule("coriolis.state.broken.yo-yo")
def test_nobody_counts_how_often_somebody_is_raised() -> None:
    fight = ward()
    fight.play("first-aid m p", dice=[1] * 8)
    for _ in range(3):
        fight.gm("set m.ap 3")
        fight.gm("set p.hp 0")
        fight.play("first-aid m p", dice=[6] + [1] * 7)
        assert fight.get("p.hp") == 1


@pytest.mark.rule("coriolis.state.four", "coriolis.state.crit-dying")
def test_the_four_states_stand_side_by_side() -> None:
    fight = duel(a='weapons = ["sword"]', b="hp = 2", gap=1, more='[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]\n')
    fight.play("melee-attack a b", dice=[6, 6, 6] + [1] * 4 + [4, 1] + [2, 1, 1, 1], answers=["no", "critical-injury:2"])
    assert (fight.get("b.hp"), fight.get("b.injuries.0.limit"), fight.get("b.injuries.0.healing-days")) == (0, 2, 3)
    assert fight.state.roster["b"].dying


@pytest.mark.rule(
    "coriolis.state.crit-dying",
    "coriolis.state.separate-checks",
    "coriolis.ruling.crit.treatment",
    "coriolis.state.same-gear-bonus",
)
def test_any_six_saves_the_dying_who_stay_broken() -> None:
    fight = ward(patient=f"hp = 0\ninjuries = [{KIDNEY}, {ARTERY}]")
    fight.play("surgery m p", dice=[6] + [1] * 6)  # the artery first: 4 + 2 + medkit 2 - 1
    assert [fight.get(f"p.injuries.{n}.stabilised") for n in (0, 1)] == [False, True]
    assert (fight.get("p.hp"), fight.get("m.ap")) == (0, 0)
    fight.gm("set m.ap 3")
    fight.play('surgery m p injury="Lacerated kidney"', dice=[1] * 8)
    fight.gm("set m.ap 3")
    fight.play("surgery m p 41", dice=[6] + [1] * 7)  # failure may be repeated
    assert fight.get("p.injuries.0.stabilised") is True
    fight.gm("set m.ap 3")
    assert refused(fight, "surgery m p").rule == "coriolis.ruling.crit.treatment"


@pytest.mark.rule("coriolis.heal.first-aid.success")
def test_first_aid_carries_no_penalty_for_the_fatal_injury() -> None:
    fight = ward(patient=f"hp = 0\ninjuries = [{ARTERY}]")
    fight.play("first-aid m p", dice=[6] + [1] * 7)
    assert (fight.get("p.hp"), fight.get("p.injuries.0.stabilised")) == (1, False)


@pytest.mark.rule("coriolis.ruling.time-scale", "coriolis.state.crit-dying")
def test_a_minute_is_four_turns_and_then_she_is_dead() -> None:
    fight = ward(patient=f"hp = 0\ninjuries = [{ARTERY}]")
    for turn in (2, 3, 4):
        next_turn(fight)
        assert (fight.get("turn"), fight.get("p.dead")) == (turn, False)
    next_turn(fight)
    assert fight.get("p.dead") is True
    assert refused(fight, "surgery m p").rule == "coriolis.heal.first-aid"


@pytest.mark.rule("coriolis.ruling.turn-start", "coriolis.ruling.crit.treatment")
def test_a_bleeding_gut_costs_a_point_a_turn_until_the_life_saving_test() -> None:
    gut = '{ number = 53, name = "Bleeding gut", fatal = true, limit = 6, unit = "minutes", damage-per = "turn" }'
    fight = ward(patient=f'hp = 3\narmour = "exo-shell"\ninjuries = [{gut}]')
    next_turn(fight)
    assert fight.get("p.hp") == 2, "armour does not help"
    fight.play("surgery m p", dice=[6] + [1] * 7)
    next_turn(fight)
    assert fight.get("p.hp") == 2


@pytest.mark.rule("coriolis.ruling.crit.unconscious", "coriolis.heal.first-aid.success")
def test_the_unconscious_are_treated_as_broken_and_woken_by_first_aid() -> None:
    fight = ward(patient="hp = 4\nunconscious = 5\nprone = true")
    assert fight.state.roster["p"].immobile
    fight.play("first-aid m p", dice=[6, 6] + [1] * 6)
    assert (fight.get("p.hp"), fight.get("p.unconscious"), fight.get("p.prone")) == (4, 0, False)
    fight = ward(patient="hp = 1\nunconscious = 5\nprone = true")
    fight.play("first-aid m p", dice=[6, 6] + [1] * 6)
    assert fight.get("p.hp") == 2


@pytest.mark.rule("coriolis.ruling.stress.zero", "coriolis.ruling.stress.track", "coriolis.core.mp")
def test_broken_by_stress_is_for_a_commander_not_for_a_medicurg() -> None:
    fight = ward('skills = { command = 2, medicurgy = 2 }\ngear = ["medkit"]', "mp = 0\nprone = true")
    assert refused(fight, "first-aid m p").rule == "coriolis.heal.first-aid"
    fight.play("rally m p", dice=[6, 6, 1, 1, 1])  # Empathy 3 + Command 2
    assert (fight.get("p.mp"), fight.get("p.prone"), fight.get("m.ap")) == (2, False, 0)
    fight.gm("set m.ap 3")
    assert refused(fight, "rally m p").rule == "coriolis.ruling.stress.zero"
    shaken = duel(
        a='weapons = [{ key = "stun-grenade", in-hand = true }]',
        b="mp = 2\ncover = 3",
        more='[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]\n',
    )
    shaken.play("throw a b stun-grenade", dice=[6] + [1] * 5 + [6, 6, 6, 1, 1, 1])
    assert (shaken.get("b.mp"), shaken.get("b.prone"), shaken.get("b.cover"), shaken.get("b.hp")) == (0, True, 0, 6)
    with pytest.raises(Refused):
        shaken.play("shot b a", dice=[])
    call(shaken, "hours 3 b", [2])
    assert shaken.get("b.mp") == 2, "1 Mind Point after D6 hours, then 1 per hour"


@pytest.mark.rule("coriolis.ruling.stress.zero")
def test_a_rally_out_of_reach_or_untrained_is_refused() -> None:
    far = ward("skills = { command = 1 }", "mp = 0", gap=3)
    assert refused(far, "rally m p").rule == "coriolis.range.close"
    assert refused(ward(patient="mp = 0"), "rally m p").rule == "coriolis.core.advanced-skills"
    assert refused(ward("skills = { command = 1 }", "mp = 1"), "rally m p").rule == "coriolis.ruling.stress.zero"


@pytest.mark.rule("coriolis.ruling.crit.treatment", "coriolis.state.separate-checks")
def test_without_a_name_surgery_goes_for_the_injury_with_the_least_time_left() -> None:
    cases = (
        ("limit = 3, unit = 'minutes', turns = 11", "limit = 2, unit = 'minutes'"),
        ("limit = 1, unit = 'days', hours = 22", "limit = 4, unit = 'hours'"),
        ("limit = 6, unit = 'minutes'", "limit = 1, unit = 'hours'"),
    )
    for first, second in cases:
        wounds = f"{{ number = 55, name = 'A', fatal = true, {first} }}, {{ number = 56, name = 'B', fatal = true, {second} }}"
        fight = ward(patient=f"hp = 0\nprone = true\ninjuries = [{wounds}]")
        fight.play("surgery m p", dice=[6] + [1] * 6)  # 4 + 2 + 2 - 1
        assert [each.name for each in fight.state.roster["p"].injuries if each.stabilised] == ["A"]


def test_the_forms_name_the_injury_and_the_gun_there_is_a_choice_of() -> None:
    fight = ward(
        'gear = ["medkit", "ballistic-m-injector"]\nweapons = [{ key = "vulcan-pistol", empty = true },'
        ' { key = "vulcan-cricket", in-hand = true, empty = false }, { key = "crossbow", empty = true }]',
        f"hp = 0\nprone = true\ninjuries = [{ARTERY}, {KIDNEY}, {WRIST}]",
    )
    forms = {form.kind: form for form in fight.legal("m")}
    offered = {(kind, field.name): [option.key for option in field.options] for kind in forms for field in forms[kind].fields}
    assert offered["surgery", "injury"] == offered["inject", "injury"] == ["55", "41"]
    assert offered["reload", "weapon"] == ["vulcan-pistol", "crossbow"]
    fight.play("surgery m p injury=41", dice=[6] + [1] * 7)
    assert [each.stabilised for each in fight.state.roster["p"].injuries] == [False, True, False]


@pytest.mark.rule("coriolis.heal.first-aid")
def test_nobody_tends_the_dead() -> None:
    fight = duel(a='skills = { medicurgy = 2 }\ngear = ["medkit"]', b="hp = 0\ndead = true", gap=1)
    with pytest.raises(Refused, match="b is dead") as found:
        fight.gm('call "tend a b"', dice=[])
    assert found.value.rule == "coriolis.heal.first-aid"
