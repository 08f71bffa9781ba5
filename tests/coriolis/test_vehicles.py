"""Vehicles: getting in, driving, ramming, and who is hurt inside."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, Fight, Refused, StarfrayError
from tests.coriolis.build import duel

DRIVER = 'aboard = "car"\ndrives = true\nskills = { pilot = 2, ranged-combat = 2 }'


def car(make: str = "groundcar", x: float = 0, who: str = "car", side: str = "red", more: str = "") -> str:
    """A running vehicle."""
    return (
        f'[[combatant]]\nid = "{who}"\nside = "{side}"\nat = [{x}, 0]\ncraft = {{ key = "{make}", running = true }}\n{more}\n'
    )


def refused(fight: Fight, action: str) -> Refused:
    """The refusal, with nothing touched."""
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


@pytest.mark.rule(
    "coriolis.action.vehicle-enter",
    "coriolis.ruling.vehicle.persons",
    "coriolis.ruling.vehicle.duplicate-rows",
    "coriolis.action.vehicle-drive",
    "coriolis.vehicle.normal-driving",
)
def test_getting_in_starting_and_driving_off_are_three_fast_actions() -> None:
    fight = duel(more=car().replace("running = true", "running = false"))
    assert refused(fight, "start a").rule == "coriolis.ruling.vehicle.persons"
    fight.play("enter a car driver=yes", dice=[])
    assert refused(fight, "drive a 40,0").rule == "coriolis.ruling.vehicle.persons"
    fight.play("start a", dice=[])
    fight.play("drive a 40,0", dice=[])  # no roll
    assert (fight.get("a.ap"), fight.get("car.at"), fight.get("a.at")) == (0, [40, 0], [40, 0])
    fight.gm("set a.ap 3")
    assert refused(fight, "drive a 81,0").rule == "coriolis.action.vehicle-drive"
    assert refused(fight, "start a").rule == "coriolis.action.vehicle-drive"
    fight.play("leave a", dice=[])
    assert (fight.get("a.aboard"), fight.get("a.ap")) == ("", 2)


@pytest.mark.rule("coriolis.action.vehicle-enter", "coriolis.ruling.vehicle.persons", "coriolis.range.close")
def test_a_vehicle_has_seats_one_wheel_and_must_be_near() -> None:
    fight = duel(
        a='weapons = ["vulcan-pistol"]',
        more=car("grav-bike")
        + "".join(
            f'[[combatant]]\nid = "{who}"\nside = "red"\naboard = "car"\n{wheel}\n'
            for who, wheel in (("c", "drives = true"), ("d", ""))
        ),
    )
    assert "seats" in refused(fight, "enter a car").reason
    fight.gm('set d.aboard ""')
    assert refused(fight, "enter a car driver=yes").rule == "coriolis.ruling.vehicle.persons"
    fight.gm("set c.hp 0")
    fight.play("enter a car driver=yes", dice=[])  # whoever lies over the wheel is pushed aside
    assert (fight.get("a.drives"), fight.get("c.drives")) == (True, False)
    assert refused(fight, "enter a car").rule == "coriolis.action.vehicle-enter"
    far = duel(more=car(x=3))
    assert refused(far, "enter a car").rule == "coriolis.range.close"


@pytest.mark.rule("coriolis.vehicle.manoeuvre", "coriolis.core.attributes")
def test_a_manoeuvre_takes_a_pilot_test_with_the_gear_bonus() -> None:
    fight = duel(a=DRIVER, more=car())
    fight.play("drive a 20,0 manoeuvre=yes", dice=[1] * 7)  # Agility 4 + Pilot 2 + groundcar 1: it fails
    assert fight.get("car.at") == [0, 0]
    fight.play("drive a 20,0 manoeuvre=yes", dice=[6] + [1] * 6)
    assert (fight.get("car.at"), fight.get("a.ap")) == ([20, 0], 1)


@pytest.mark.rule("coriolis.vehicle.pilot-advanced", "coriolis.core.advanced-skills")
def test_without_pilot_a_manoeuvre_fails_by_itself_and_ramming_is_refused() -> None:
    fight = duel(a='aboard = "car"\ndrives = true', more=car())
    fight.play("drive a 20,0 manoeuvre=yes", dice=[])
    assert (fight.get("car.at"), fight.get("a.ap")) == ([0, 0], 2)
    assert refused(fight, "ram a b").rule == "coriolis.core.advanced-skills"


@pytest.mark.rule(
    "coriolis.action.ram",
    "coriolis.action.ram.damage",
    "coriolis.ruling.vehicle.which-hp",
    "coriolis.ruling.vehicle.ram-defence",
)
def test_ramming_does_a_fifth_of_the_hit_points_the_vehicle_has_left() -> None:
    fight = duel(a=DRIVER, b='weapons = ["knife"]\narmour = "light-armour-vest"\ncover = 4', gap=30, more=car(more="hp = 11"))
    fight.play("ram a b", dice=[6] + [1] * 6 + [6, 1])  # 11 / 5 is 3; two armour dice, no cover, nobody asked to defend
    assert (fight.get("b.hp"), fight.get("a.ap"), fight.get("car.at")) == (4, 1, [30, 0])


@pytest.mark.rule("coriolis.ruling.vehicle.which-hp")
def test_a_table_may_ram_with_the_maximum() -> None:
    fight = duel(a=DRIVER, gap=30, more=car(more="hp = 11"))
    fight.gm("ruling ram-damage maximum")
    fight.play("ram a b", dice=[6] + [1] * 6)
    assert fight.get("b.hp") == 2  # 18 / 5 is 4


@pytest.mark.rule("coriolis.ruling.vehicle.ram-reach")
def test_ramming_reaches_as_far_as_a_drive_and_ends_beside_the_target_hit_or_miss() -> None:
    assert refused(duel(a=DRIVER, gap=40.1, more=car()), "ram a b").rule == "coriolis.ruling.vehicle.ram-reach"
    fight = duel(a=DRIVER, gap=40, more=car())
    fight.play("ram a b", dice=[1] * 7)
    assert (fight.get("b.hp"), fight.get("car.at")) == (6, [40, 0])


@pytest.mark.rule(
    "coriolis.ruling.vehicle.ram-effects",
    "coriolis.melee.bonus.critical-injury",
    "coriolis.melee.bonus.strike-fear",
    "coriolis.melee.bonus.raise-initiative",
    "coriolis.melee.bonus.increase-damage",
)
def test_against_a_person_extra_sixes_buy_damage_fear_initiative_or_an_injury_at_two() -> None:
    fight = duel(a=DRIVER, gap=10, more=car())
    for never in ("disarm:1", "grapple:1", "critical-injury:1"):
        with pytest.raises(StarfrayError):
            fight.play("ram a b", dice=[6] * 6 + [1], answers=[never])
    fight.play("ram a b", dice=[6] * 6 + [1] + [1, 1], answers=["critical-injury:2 strike-fear:2 raise-initiative:1"])
    assert (fight.get("b.hp"), fight.get("b.mp"), fight.get("a.raises")) == (2, 4, 2)
    assert fight.get("b.injuries.0.number") == 11


@pytest.mark.rule("coriolis.vehicle.passengers", "coriolis.ruling.vehicle.passengers", "coriolis.ruling.vehicle.ram-effects")
def test_at_zero_hit_points_everybody_inside_takes_what_the_hull_let_through() -> None:
    crew = 'aboard = "van"\narmour = "flight-suit"\ndrives = true\nskills = { pilot = 1 }'
    third = '[[combatant]]\nid = "c"\nside = "blue"\naboard = "van"\n'
    fight = duel(a=DRIVER, b=crew, more=car() + car(x=10, who="van", side="blue", more="hp = 2") + third)
    dice = [6, 6] + [1] * 5 + [6, 1] + [1]  # 4 + 1 damage, the hull stops 1, b's suit none, c wears nothing
    fight.play("ram a van", dice=dice, answers=["increase-damage:1"])
    assert (fight.get("van.hp"), fight.get("b.hp"), fight.get("c.hp")) == (0, 2, 2)
    assert fight.get("van.craft.running") is False
    assert not fight.get("b.injuries")
    fight.play("end-turn a", dice=[])
    assert refused(fight, "drive b 12,0").rule == "coriolis.ruling.vehicle.passengers"
    fight.play("leave b", dice=[])


@pytest.mark.rule("coriolis.vehicle.passengers")
def test_passengers_are_safe_while_the_vehicle_lasts() -> None:
    fight = duel(a=DRIVER, b='aboard = "van"', more=car() + car(x=10, who="van", side="blue"))
    fight.play("ram a van", dice=[6] + [1] * 6 + [1, 1])
    assert (fight.get("van.hp"), fight.get("b.hp")) == (14, 6)
    fight.gm("set van.hp 1")
    fight.gm("set a.ap 2")
    fight.play("ram a van", dice=[6] + [1] * 6 + [1, 1])
    assert fight.get("b.hp") == 2


@pytest.mark.rule("coriolis.action.ram.vs-vehicle", "coriolis.ruling.vehicle.too-small")
def test_a_smaller_vehicle_rams_a_bigger_one_for_nothing() -> None:
    fight = duel(a=DRIVER, more=car(more="hp = 18") + car("dune-skimmer", x=10, who="skimmer", side="blue", more="hp = 1"))
    fight.play("ram a skimmer", dice=[])
    assert (fight.get("skimmer.hp"), fight.get("a.ap"), fight.get("car.at")) == (1, 1, [10, 0])


@pytest.mark.rule("coriolis.ruling.vehicle.occupants")
def test_nobody_in_a_closed_vehicle_can_be_named_and_in_an_open_one_its_armour_is_cover() -> None:
    closed = duel(b='aboard = "van"', more=car("cargo-hauler", x=10, who="van", side="blue"))
    for action in ("shot a b", "full-auto a b"):
        assert refused(closed, action).rule == "coriolis.ruling.vehicle.occupants"
    fight = duel(b='aboard = "van"\narmour = "flight-suit"', more=car(x=10, who="van", side="blue"))
    fight.play("shot a b", dice=[6] + [1] * 6 + [6, 6, 1])  # flight suit 1 + groundcar 2
    assert fight.get("b.hp") == 5


@pytest.mark.rule("coriolis.ruling.vehicle.occupants")
def test_people_shoot_out_of_an_open_vehicle_or_with_its_gun_and_fight_nobody_hand_to_hand() -> None:
    fight = duel(a='aboard = "car"\nweapons = ["vulcan-pistol", { key = "knife", in-hand = true }]', gap=1, more=car())
    assert refused(fight, "melee-attack a b knife").rule == "coriolis.ruling.vehicle.occupants"
    inside = duel(a='aboard = "car"', more=car("armoured-carrier"))
    assert refused(inside, "shot a b").rule == "coriolis.ruling.vehicle.occupants"
    inside.play("shot a b vulcan-machine-gun", dice=[6] + [1] * 6)  # the mounted gun is always set up
    assert inside.get("b.hp") == 3


@pytest.mark.rule("coriolis.ranged.mod.size.large", "coriolis.ranged.bonus.increase-damage")
def test_hand_weapons_do_half_damage_to_heavy_hulls_and_a_vehicle_takes_no_injury_or_stress() -> None:
    fight = duel(b='aboard = "van"', more=car("armoured-carrier", x=10, who="van", side="blue"))
    fight.play("shot a van", dice=[6, 6, 6] + [1] * 5 + [1] * 8, answers=["increase-damage:2"])  # size +1; (3 + 2) / 2
    assert fight.get("van.hp") == 43
    fight.gm("set a.ap 3")
    for never in ("critical-injury:2", "suppressive-fire:1", "disarm:1"):
        with pytest.raises(StarfrayError):
            fight.play("shot a van", dice=[6, 6, 6] + [1] * 5, answers=[never])


@pytest.mark.rule("coriolis.ruling.ap.declared", "coriolis.action.vehicle-drive")
def test_a_vehicle_shot_to_a_halt_does_not_drive_on() -> None:
    watcher = 'weapons = ["vulcan-carbine"]\noverwatch = { toward = [0, 0] }'
    fight = duel(a=DRIVER, b=watcher, gap=30, more=car("grav-bike", more="hp = 1"))
    fight.play("drive a 0,20", answers=["car"], dice=[6] + [1] * 3)  # Agility 3 + 1 + carbine 1, Long -1
    assert (fight.get("car.hp"), fight.get("car.at"), fight.get("a.ap")) == (0, [0, 0], 2)


@pytest.mark.rule("coriolis.action.take-cover.not-movement")
def test_nobody_takes_cover_behind_something_outside_the_vehicle() -> None:
    crate = '[[cover]]\nname = "crate"\nkind = "crate"\nat = [0, 0]\n'
    assert refused(duel(a=DRIVER, more=car() + crate), "take-cover a").rule == "coriolis.action.take-cover.not-movement"


def test_a_vehicle_has_no_more_hit_points_than_its_make_and_nobody_fewer_than_no_reloads() -> None:
    with pytest.raises(BadInput, match="expected 0 to 18"):
        duel(more=car(more="hp = 19"))
    with pytest.raises(BadInput, match="reloads"):
        duel(a="reloads = -1")


WATCHER = 'weapons = ["vulcan-carbine"]\noverwatch = { toward = [20, 0] }'


def passing(b: str = "", make: str = "groundcar") -> Fight:
    """a drives from 20,-30 through the arc of b, who stands at 0,0 and watches along x."""
    more = car(make, 20).replace("at = [20, 0]", "at = [20, -30]")
    return duel(a=DRIVER, b=f"{WATCHER}\n{b}", gap=0, more=more)


@pytest.mark.rule("coriolis.ruling.vehicle.arc", "coriolis.action.overwatch-fire")
def test_a_vehicle_that_drives_into_an_arc_is_shot_at_where_it_enters() -> None:
    fight = passing()
    fight.gm("set car.craft.armour 0").gm("set car.armour.rating 0")
    fight.play("drive a 20,0", dice=[6] + [1] * 4, answers=["car"])
    assert (fight.get("car.at"), fight.get("b.ap")) == ([20, 0], 1)
    assert fight.get("car.hp") == fight.get("car.max-hp") - 3


@pytest.mark.rule("coriolis.ruling.vehicle.arc")
def test_a_vehicle_wrecked_on_the_way_stops_there() -> None:
    fight = passing()
    fight.gm("set car.armour.rating 0").gm("set car.hp 1")
    fight.play("drive a 20,0", dice=[6] + [1] * 4, answers=["car"])
    assert (fight.get("car.at"), fight.get("car.hp"), fight.get("a.at")) == (pytest.approx([20, -20]), 0, fight.get("car.at"))


@pytest.mark.rule("coriolis.ruling.vehicle.arc", "coriolis.ruling.vehicle.ram-reach")
def test_who_rams_through_an_arc_is_shot_at_first() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [20, 0]\n'
    more = car("groundcar", 20).replace("at = [20, 0]", "at = [20, -30]") + third
    fight = duel(a=DRIVER, b=WATCHER, gap=0, more=more)
    fight.gm("set car.armour.rating 0").gm("set car.hp 1")
    fight.play("ram a c", dice=[6] + [1] * 4, answers=["car"])
    assert (fight.get("c.hp"), fight.get("car.at")) == (6, pytest.approx([20, -20]))


def wreck_of(b: str = "", more: str = "") -> Fight:
    """b sits in a closed wreck 10 m from a."""
    closed = '[[combatant]]\nid = "car"\nside = "blue"\nat = [10, 0]\nhp = 0\ncraft = { key = "groundcar", open = false }\n'
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [40, 0]\n'
    return duel(b=f'aboard = "car"\n{b}', more=closed + third + more)


@pytest.mark.rule("coriolis.ruling.vehicle.wreck")
def test_somebody_in_a_wreck_can_be_shot_without_its_armour() -> None:
    fight = wreck_of()
    fight.play("shot a b", dice=[6] + [1] * 6)
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.ruling.vehicle.wreck", "coriolis.vehicle.passengers")
def test_a_further_hit_on_a_wreck_goes_on_to_those_inside() -> None:
    fight = wreck_of()
    fight.gm("set car.armour.rating 0")
    fight.play("shot a car", dice=[6] + [1] * 7)
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.ruling.vehicle.wreck", "coriolis.action.melee-attack")
def test_somebody_in_a_wreck_can_be_struck() -> None:
    fight = wreck_of("hp = 6\nap = 0")
    fight.gm("place a 9,0")
    fight.play("melee-attack a b unarmed", dice=[6] + [1] * 5)
    assert fight.get("b.hp") == 5


@pytest.mark.rule("coriolis.action.vehicle-enter")
def test_the_gm_places_a_vehicle_with_all_inside_and_takes_somebody_out_by_placing_her() -> None:
    fight = duel(a='aboard = "car"\ndrives = true', more=car())
    fight.gm("place car 30,30")
    assert (fight.get("a.at"), fight.get("a.aboard")) == ([30.0, 30.0], "car")
    fight.gm("place a 5,5")
    assert (fight.get("a.at"), fight.get("a.aboard"), fight.get("a.drives")) == ([5.0, 5.0], "", False)
    fight.gm("set a.aboard car")
    assert fight.get("a.at") == [30.0, 30.0]
    fight.play("leave a", dice=[])


@pytest.mark.rule("coriolis.action.vehicle-enter")
def test_nobody_sits_in_a_vehicle_that_is_gone_or_gets_into_it() -> None:
    fight = duel(a='aboard = "car"\ndrives = true', more=car()).gm("remove car")
    assert fight.get("a.aboard") == ""
    assert refused(fight, "enter a car").rule == "coriolis.action.vehicle-enter"


@pytest.mark.rule("coriolis.ruling.vehicle.ram-reach", "coriolis.ranged.mod.range.close")
def test_without_a_map_those_inside_come_as_near_as_the_vehicle_that_rams() -> None:
    apart = "".join(f'[[relation]]\nkind = "distance"\nbetween = ["{who}", "b"]\nvalue = 15\n' for who in ("a", "car"))
    text = f"""
rulebook = "coriolis"
[orders]
"coriolis.core.pray" = "never"
[now]
turn = 1
up = "a"
order = ["a", "b"]
{apart}
[[combatant]]
id = "a"
side = "red"
aboard = "car"
drives = true
skills = {{ pilot = 1 }}
[[combatant]]
id = "b"
side = "blue"
weapons = ["vulcan-pistol"]
{car().replace("at = [0, 0]", "")}
"""
    fight = starfray.loads(text)
    fight.play("ram a b", dice=[1] * 5).play("end-turn a", dice=[])
    fight.play("shot b a", dice=[1])  # 3 + 1 - 3


@pytest.mark.rule("coriolis.ruling.broken.reactions")
def test_a_vehicle_that_the_gm_brings_to_nothing_stands_still_and_no_sooner() -> None:
    fight = duel(a=DRIVER, more=car())
    fight.gm("set car.craft.running true").gm("set car.hp 1")
    assert fight.get("car.craft.running") is True
    fight.gm("set car.hp 0")
    assert fight.get("car.craft.running") is False
