"""After the fight: treatment, hours, days; and what a party takes along."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import BadInput, Refused
from starfray.files import write_back
from tests.coriolis.ward import ARTERY, KIDNEY, WRIST, call, ward

GUT = (
    '{ number = 46, name = "Pierced intestines", fatal = true, limit = 6, unit = "hours", damage-per = "hour",'
    " healing-days = 3 }"
)


@pytest.mark.rule(
    "coriolis.heal.pushing-on", "coriolis.ruling.pushing-on.timer", "coriolis.ruling.heal.hour", "coriolis.heal.natural"
)
def test_the_broken_push_on_after_some_hours_and_then_heal_a_point_an_hour() -> None:
    fight = ward()
    call(fight, "hours 0", [3])  # the fight has ended: the timer is rolled
    assert (fight.get("p.broken-hours"), fight.get("p.hp")) == (3, 0)
    call(fight, "hours 2")
    assert (fight.get("p.hp"), fight.get("p.prone")) == (0, True)
    call(fight, "hours 1")
    assert (fight.get("p.hp"), fight.get("p.prone")) == (1, False)
    call(fight, "hours 1")
    assert fight.get("p.hp") == 2
    call(fight, "hours 20")
    assert fight.get("p.hp") == 6


@pytest.mark.rule("coriolis.ruling.pushing-on.timer", "coriolis.heal.first-aid.success")
def test_first_aid_cancels_the_timer() -> None:
    fight = ward()
    call(fight, "hours 0", [6])
    call(fight, "tend m p", [6] + [1] * 7)
    assert (fight.get("p.hp"), fight.get("p.broken-hours")) == (1, 0)
    fight.gm("set p.hp 0")
    call(fight, "hours 0", [2])
    assert fight.get("p.broken-hours") == 2


@pytest.mark.rule("coriolis.heal.natural.crits-remain", "coriolis.state.crit-recovering")
def test_injuries_outlast_the_hit_points_until_their_days_are_over() -> None:
    fight = ward(patient=f"hp = 5\ninjuries = [{WRIST}]")
    call(fight, "hours 1")
    assert (fight.get("p.hp"), len(fight.state.roster["p"].injuries)) == (6, 1)
    call(fight, "hours 22 days=2")
    assert len(fight.state.roster["p"].injuries) == 1
    call(fight, "hours 1")
    assert fight.get("p.injuries") == []


@pytest.mark.rule(
    "coriolis.state.crit-recovering",
    "coriolis.state.separate-checks",
    "coriolis.ruling.crit.treatment",
    "coriolis.state.crit-recovering.needs-training",
    "coriolis.med.improvised",
)
def test_after_care_halves_the_days_once_per_injury_and_not_for_the_dying() -> None:
    fight = ward('gear = ["medkit", "improvised"]', f"injuries = [{KIDNEY}, {WRIST}]")
    with pytest.raises(Refused, match="cannot be used"):
        call(fight, "tend m p recovery improvised")
    call(fight, "tend m p recovery", [6] + [1] * 7)  # the wrist: the kidney is still killing her
    assert [fight.get(f"p.injuries.{n}.healing-days") for n in (0, 1)] == [9, 2]
    with pytest.raises(Refused, match="saved first"):
        call(fight, "tend m p recovery")
    call(fight, "tend m p surgery", [6] + [1] * 7)
    call(fight, "tend m p recovery", [1] * 8)
    assert fight.get("p.injuries.0.healing-days") == 9
    with pytest.raises(Refused, match="not treated yet"):
        call(fight, "tend m p recovery")
    layman = ward('skills = { force = 1 }\ngear = ["medkit"]', f"injuries = [{WRIST}]")
    with pytest.raises(Refused, match="comfort"):
        call(layman, "tend m p recovery")


@pytest.mark.rule("coriolis.state.crit-dying", "coriolis.ruling.time-scale")
def test_time_limits_run_on_by_the_hour_and_by_the_attempt() -> None:
    fight = ward(patient=f"hp = 0\nbroken-hours = 6\ninjuries = [{KIDNEY}]")
    call(fight, "hours 23 days=1")
    assert fight.get("p.dead") is False
    call(fight, "hours 1")
    assert fight.get("p.dead") is True
    fight = ward(patient=f"hp = 0\nbroken-hours = 6\ninjuries = [{ARTERY}]")
    call(fight, "hours 1")
    assert fight.get("p.dead") is True, "minutes are over within the hour"
    fight = ward(patient=f"hp = 0\ninjuries = [{ARTERY}]")
    for _ in range(4):
        call(fight, "tend m p surgery", [1] * 7)
    assert fight.get("p.dead") is True, "four turns are a minute"
    with pytest.raises(Refused):
        call(fight, "tend m p surgery")


@pytest.mark.rule("coriolis.ruling.turn-start", "coriolis.ruling.crit.treatment")
def test_pierced_intestines_cost_a_point_an_hour_until_the_life_saving_test() -> None:
    fight = ward(patient=f"hp = 2\ninjuries = [{GUT}]")
    call(fight, "hours 1")
    assert fight.get("p.hp") == 2, "a point lost, a point healed"
    fight.gm("set p.hp 1")
    call(fight, "hours 1", [4])  # Broken by it: a timer of her own
    assert (fight.get("p.hp"), fight.get("p.broken-hours")) == (0, 4)
    call(fight, "tend m p surgery", [6] + [1] * 7)
    call(fight, "hours 5")
    assert fight.get("p.hp") == 2


@pytest.mark.rule("coriolis.ruling.crit.unconscious")
def test_the_unconscious_wake_when_their_hours_are_over() -> None:
    fight = ward(patient="hp = 3\nunconscious = 2\nprone = true")
    call(fight, "hours 1")
    assert (fight.get("p.unconscious"), fight.get("p.hp")) == (1, 3)
    call(fight, "hours 1")
    assert (fight.get("p.unconscious"), fight.get("p.prone"), fight.get("p.hp")) == (0, False, 4)


@pytest.mark.rule("coriolis.ruling.med.narcotics", "coriolis.medtech.poison.win")
def test_coming_down_costs_two_points_and_twelve_hours_of_weakness() -> None:
    fight = ward(patient='hp = 6\ndrugged = "wits"\ndrug-hours = 2\narmour = "exo-shell"')
    call(fight, "hours 1")
    assert (fight.get("p.drugged"), fight.get("p.hp")) == ("wits", 6)
    call(fight, "hours 1")
    assert (fight.get("p.drugged"), fight.get("p.hp"), fight.get("p.weakened.0.hours")) == ("", 4, 12)  # 2 lost, none healed
    call(fight, "hours 11")
    assert len(fight.state.roster["p"].weakened) == 1
    call(fight, "hours 1")
    assert fight.get("p.weakened") == []
    low = ward(patient='hp = 1\ndrugged = "wits"\ndrug-hours = 1')
    call(low, "hours 1", [2])  # 1 healed in the hour that ends, 2 lost at its end
    assert (low.get("p.hp"), low.get("p.broken-hours")) == (0, 2)


@pytest.mark.rule("coriolis.ruling.stress.zero", "coriolis.core.mp")
def test_who_broke_under_stress_comes_back_by_herself() -> None:
    fight = ward(patient="mp = 0\nprone = true")
    call(fight, "hours 2 p", [2])
    assert (fight.get("p.mp"), fight.get("p.prone")) == (1, False)
    call(fight, "hours 30 p")
    assert fight.get("p.mp") == 6


@pytest.mark.rule("coriolis.state.crit-recovering")
def test_what_is_permanent_stays() -> None:
    leg = (
        '{ number = 62, name = "Destroyed leg", stabilised = true, skills = { dexterity = -2 }, healing-days = 1,'
        ' permanent = ["leg-lost", "half-move"] }'
    )
    spine = (
        '{ number = 51, name = "Broken spine", stabilised = true, healing-days = 1, permanent = ["paralysed-if-untreated"] }'
    )
    fight = ward(patient=f"injuries = [{leg}, {spine}]\nprone = true")
    call(fight, "hours 24 p")
    left = fight.state.roster["p"].injuries
    assert [(each.healed, each.half_move, each.skills, each.paralysed) for each in left] == [
        (True, True, {}, ""),
        (True, False, {}, "waist"),
    ]
    treated = ward(patient=f"injuries = [{spine}]\nprone = true")
    call(treated, "tend m p recovery", [1] * 8)
    call(treated, "hours 24 p")
    assert treated.get("p.injuries") == [], "medical aid within the healing time"


@pytest.mark.rule("coriolis.med.table")
def test_radiation_is_tended_too() -> None:
    fight = ward(patient="radiation = 4")
    call(fight, "tend m p radiation", [6, 6] + [1] * 6)
    assert fight.get("p.radiation") == 2


@pytest.mark.rule("coriolis.broken.no-actions", "coriolis.state.damaged.no-first-aid")
def test_nobody_is_tended_by_the_broken_or_for_nothing() -> None:
    fight = ward('gear = ["medkit"]\nhp = 0')
    with pytest.raises(Refused, match="can do nothing"):
        call(fight, "tend m p")
    with pytest.raises(Refused, match="not Broken"):
        call(ward(patient="hp = 2"), "tend m p")
    for text in ("tend m nobody", "tend m p massage", "hours -1", "hours 1 nobody"):
        with pytest.raises(BadInput):
            call(fight, text)
    with pytest.raises(BadInput, match="nobody here"):
        starfray.do("coriolis", "hours 3", dice=[])


def test_clocks_and_doses_go_home_with_the_party(tmp_path: Path) -> None:
    fight = ward('gear = [{ key = "medkit", left = 4 }]', f"hp = 0\nradiation = 2\ninjuries = [{KIDNEY}]")
    call(fight, "hours 1", [5])
    write_back(fight, tmp_path / "party.toml", ["m", "p"])
    text = (
        'rulebook = "coriolis"\nparty = "party.toml"\n[[combatant]]\nparty = "m"\nside = "red"\n'
        '[[combatant]]\nparty = "p"\nside = "red"\n'
    )
    home = starfray.loads(text, folder=tmp_path)
    assert (home.get("p.broken-hours"), home.get("p.radiation"), home.get("p.injuries.0.hours")) == (4, 2, 1)
    assert home.get("m.gear.0.left") == 4
    call(home, "hours 4")
    assert home.get("p.hp") == 1


@pytest.mark.rule("coriolis.ruling.turn-start", "coriolis.heal.natural")
def test_a_fire_burns_on_turn_by_turn_before_the_first_hour_is_over() -> None:
    fight = ward(patient="hp = 5\nburning = 2\nstunned = 2", foe="burning = 3")
    call(fight, "hours 1 who=p", dice=[6, 1] + [1, 1])
    assert (fight.get("p.burning"), fight.get("p.hp"), fight.get("p.stunned"), fight.get("foe.burning")) == (0, 5, 0, 3)
    call(ward(patient="burning = 1"), "hours 0", dice=[])  # the fight has just ended


@pytest.mark.rule("coriolis.ruling.med.spider", "coriolis.ruling.crit.treatment")
def test_a_spider_goes_on_treating_when_the_fight_is_over() -> None:
    fight = ward(patient=f'hp = 0\nprone = true\nspider = "m"\nspider-charges = 5\ninjuries = [{ARTERY}]')
    dice = [2] + [1] * 7 + [6] + [1] * 6 + [6, 6] + [1] * 6  # pushing on; 8 dice less 1 twice over, then first aid
    call(fight, "hours 1 who=p", dice=dice)
    assert (fight.get("p.dead"), fight.get("p.hp"), fight.get("p.spider-charges")) == (False, 3, 2)


@pytest.mark.rule("coriolis.ruling.med.spider", "coriolis.state.crit-dying")
def test_time_runs_out_for_the_dying_while_a_spider_works_in_vain() -> None:
    fight = ward(patient=f'hp = 0\nprone = true\nspider = "m"\nspider-charges = 9\ninjuries = [{ARTERY}]')
    call(fight, "hours 1 who=p", dice=[2] + [1] * 7 * 3)  # a minute is four turns; in the fourth she is dead
    assert (fight.get("p.dead"), fight.get("p.spider-charges")) == (True, 6)


@pytest.mark.rule("coriolis.state.broken", "coriolis.heal.pushing-on")
def test_being_broken_is_not_dying() -> None:
    fight = ward(patient="hp = 0")
    call(fight, "hours 4", [4])
    assert (fight.get("p.hp"), fight.get("p.dead"), fight.get("p.prone")) == (1, False, False)
