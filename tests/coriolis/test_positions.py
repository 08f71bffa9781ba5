"""Positions from files and from the GM's hand are whole, or refused."""

from __future__ import annotations

import pytest

from starfray import BadInput
from tests.coriolis.build import duel
from tests.coriolis.ward import call, next_turn, ward

THIRD = '[[combatant]]\nid = "c"\nside = "blue"\nat = [30, 0]\n'


@pytest.mark.rule("coriolis.ruling.broken.reactions")
@pytest.mark.parametrize("how", ["hp = 0", "mp = 0", "unconscious = 2", "dead = true\nhp = 0"])
def test_broken_in_the_file_is_prone_out_of_cover_and_watches_nobody(how: str) -> None:
    fight = duel(b=f"{how}\ncover = 4\noverwatch = {{ toward = [0, 0] }}", more=THIRD)
    assert (fight.get("b.prone"), fight.get("b.cover"), fight.get("b.overwatch")) == (True, 0, None)


@pytest.mark.rule("coriolis.ruling.broken.reactions", "coriolis.broken")
@pytest.mark.parametrize("how", ["set b.hp 0", "set b.mp 0", "set b.unconscious 3", "set b.dead true"])
def test_broken_by_the_gms_hand_means_the_same(how: str) -> None:
    fight = duel(b="cover = 4\noverwatch = { toward = [0, 0] }", more=THIRD)
    fight.gm("set b.hp 1")
    fight.gm(how)
    if how == "set b.hp 0":
        assert any(event.rule == "coriolis.broken" for event in fight.journal.entries[-1].events)
    else:
        fight.gm("set b.hp 0")
    assert (fight.get("b.prone"), fight.get("b.cover"), fight.get("b.overwatch")) == (True, 0, None)


def test_a_vehicle_brought_to_nothing_by_the_gm_stands_still() -> None:
    fight = duel(more='[[combatant]]\nid = "car"\nside = "blue"\nat = [5, 5]\ncraft = { key = "groundcar", running = true }\n')
    fight.gm("set car.hp 0")
    assert fight.get("car.craft.running") is False


@pytest.mark.rule("coriolis.state.crit-recovering")
def test_an_injurys_number_is_enough() -> None:
    fight = duel(a="injuries = [{ number = 22 }]")
    assert (fight.get("a.injuries.0.name"), fight.get("a.injuries.0.skills")) == (
        "Broken fingers",
        {"ranged-combat": -2, "melee-combat": -2},
    )
    fight.play("shot a b", dice=[1] * 5)


@pytest.mark.rule("coriolis.state.crit-dying", "coriolis.ruling.time-scale")
def test_the_time_limit_a_file_leaves_out_is_rolled_when_it_first_counts() -> None:
    fight = ward(patient="hp = 0\ninjuries = [{ number = 55 }]")
    next_turn(fight, dice=[2])
    assert (fight.get("p.injuries.0.limit"), fight.get("p.injuries.0.turns"), fight.get("p.dead")) == (2, 1, False)
    call(fight, "hours 0", dice=[5] + [3])  # days of healing, then when she pushes on
    assert (fight.get("p.injuries.0.healing-days"), fight.get("p.broken-hours")) == (5, 3)


def test_what_was_treated_is_not_filled_in_again() -> None:
    fight = ward(patient="injuries = [{ number = 54, stabilised = true, limit = 2, healing-days = 3 }]")
    assert fight.get("p.injuries.0.damage-per") == ""
    healed = duel(a='injuries = [{ number = 62, stabilised = true, healed = true, permanent = ["leg-lost"] }]')
    assert healed.get("a.injuries.0.skills") == {}


@pytest.mark.parametrize("number", [0, 17, 67, 99, -3])
def test_an_unknown_injury_is_refused(number: int) -> None:
    with pytest.raises(BadInput, match=f"no injury {number}") as caught:
        duel(a=f"injuries = [{{ number = {number} }}]")
    assert caught.value.field.endswith("injuries.0.number")


@pytest.mark.parametrize(
    ("a", "b"), [('grapples = "b"', ""), ("", 'grappled-by = "a"'), ('grapples = "b"', 'grappled-by = "c"')]
)
def test_a_clinch_with_one_end_is_refused(a: str, b: str) -> None:
    with pytest.raises(BadInput, match="says nothing of it"):
        duel(a=a, b=b, gap=1, more=THIRD)


@pytest.mark.parametrize(
    ("a", "b", "gap"),
    [
        ('grapples = "b"', 'grappled-by = "a"', 3),
        ('grapples = "b"', 'grappled-by = "a"\nhp = 0', 1),
        ('grapples = "b"\ngrappled-by = "b"', 'grapples = "a"\ngrappled-by = "a"', 1),
        ('grapples = "a"\ngrappled-by = "a"', "", 1),
    ],
)
def test_a_clinch_that_cannot_be_is_refused(a: str, b: str, gap: float) -> None:
    with pytest.raises(BadInput, match=r"cannot hold|holds and is held"):
        duel(a=a, b=b, gap=gap, more=THIRD)


CAR = '[[combatant]]\nid = "car"\nside = "red"\ncraft = "grav-bike"\nat = [0, 0]\n'


@pytest.mark.parametrize(
    ("a", "b", "more", "says"),
    [
        ("drives = true", "drives = true", "", "two are at the wheel"),
        ("", "", THIRD + 'aboard = "car"\n', "3 are aboard"),
        ("", "", CAR.replace('"car"', '"van"') + 'aboard = "car"\n', "in no other"),
    ],
)
def test_a_crew_that_cannot_be_is_refused(a: str, b: str, more: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        duel(a=f'aboard = "car"\n{a}', b=f'aboard = "car"\n{b}', more=CAR + more)


def test_a_wreck_in_the_file_does_not_run() -> None:
    wreck = CAR.replace('"grav-bike"', '{ key = "grav-bike", running = true }') + "hp = 0\n"
    assert duel(more=wreck).get("car.craft.running") is False


@pytest.mark.rule("coriolis.ruling.cover.lost", "coriolis.action.overwatch.lost-engaged")
def test_whoever_is_engaged_in_the_file_has_no_cover_and_watches_nobody() -> None:
    sheet = "cover = 5\noverwatch = { toward = [1, 1] }"
    for gap, cover in ((1, 0), (3, 5)):
        fight = duel(a=sheet, gap=gap)
        assert (fight.get("a.cover"), fight.get("a.overwatch") is None) == (cover, cover == 0)


@pytest.mark.rule("coriolis.ruling.grapple.release")
@pytest.mark.parametrize("how", ["surrender a", "surrender b", "flee b"])
def test_a_clinch_is_over_for_both_when_one_gives_up_or_leaves(how: str) -> None:
    fight = duel(
        a='grapples = "b"', b='grappled-by = "a"', gap=1, more=THIRD + THIRD.replace('"c"', '"d"').replace("blue", "red")
    )
    fight.play(how, dice=[], answers=["yes"] if how.startswith("flee") else [])
    assert (fight.get("a.grapples"), fight.get("b.grappled-by")) == ("", "")


@pytest.mark.rule("coriolis.ruling.grapple.release")
@pytest.mark.parametrize(
    "how", ["place b 9,0", "remove a", "set b.aboard car", "set a.unconscious 2", "tire a 9", "injure b 65"]
)
def test_a_clinch_is_over_for_both_whatever_the_gm_does_to_either(how: str) -> None:
    car = '[[combatant]]\nid = "car"\nside = "red"\ncraft = "groundcar"\nat = [0, 0]\n'
    fight = duel(a='grapples = "b"', b='grappled-by = "a"', gap=1, more=THIRD + car)
    fight.gm(how)
    assert (fight.get("a.grapples"), fight.get("b.grappled-by")) == ("", "")


@pytest.mark.parametrize(
    "sheet",
    [
        'armour = { key = "x", skills = { lurking = 1 } }',
        'talents = [{ key = "x", skills = { lurking = 1 } }]',
        "skills = { lurking = 2 }",
    ],
)
def test_unknown_skills_are_refused_wherever_they_stand(sheet: str) -> None:
    with pytest.raises(BadInput, match="no skill 'lurking'"):
        duel(a=sheet)


@pytest.mark.parametrize(
    "sheet",
    [
        'claim = "zzz"',
        'poisoned = { zzz = "poison-1" }',
        'drugged = "zzz"',
        'weakened = [{ attribute = "zzz", hours = 2 }]',
        'flanked-by = ["zzz"]',
        'helps = [{ by = "zzz", action = "shot" }]',
        'helps = [{ by = "b", action = "zzz" }]',
        'overwatch = { watching = ["zzz"] }',
        "overwatch = {}",
        'spider = "zzz"',
        'delay = { beside = "zzz" }',
        "drives = true",
        'poisoned = { vulcan-carbine = "venom" }',
        "set-up = true",
        'breakdown = "flees"',
        'helps = [{ by = "a", action = "shot" }]',
        'helps = [{ by = "b", action = "shot", dice = 5 }]',
        'delay = { beside = "a" }',
        "cover = -1",
        "stunned = -1",
        'gear = [{ key = "medkit", left = 11 }]',
        'gear = [{ key = "medkit", count = -1 }]',
        'weapons = [{ key = "knife", in-hand = true, dropped = true }]',
    ],
)
def test_conditions_that_name_nothing_are_refused(sheet: str) -> None:
    with pytest.raises(BadInput) as caught:
        duel(a=sheet)
    assert caught.value.field.startswith("combatant.0."), "the file and line are told"


@pytest.mark.parametrize(
    "now",
    [
        'turn = 0\nfree-actions = ["zzz"]',
        'turn = 0\ncaught-out = ["zzz"]',
        'turn = 1\nspiders = ["zzz"]',
        "turn = -1",
        'turn = 1\nacted = ["b", "b"]',
        'turn = 1\nup = "a"\nacted = ["a"]',
        'turn = 1\nup = "car"',
        'turn = 1\nup = "a"\norder = ["a", "car", "b"]',
    ],
)
def test_clocks_that_cannot_be_are_refused(now: str) -> None:
    with pytest.raises(BadInput) as caught:
        duel(now=now, more=CAR)
    assert caught.value.field.startswith("now.")


def test_somebody_may_join_a_fight_in_which_the_gm_has_had_a_hand() -> None:
    fight = duel(a='grapples = "b"', b='grappled-by = "a"', gap=1)
    fight.gm("set b.hp 3")
    fight.gm("add \"id = 'd', side = 'red', at = [10, 1]\"")
    early = duel(a='sneaks = "short"', now="turn = 0")
    early.gm("place b 60,0").gm("set b.hp 3")
    early.gm("add \"id = 'd', side = 'red', at = [10, 1], sneaks = 'long'\"")
    assert (fight.get("d.hp"), early.get("d.sneaks")) == (6, "long")


def test_a_newcomer_with_one_end_of_a_clinch_is_refused() -> None:
    with pytest.raises(BadInput, match="says nothing of it"):
        duel().gm("add \"id = 'd', side = 'red', at = [10, 1], grapples = 'b'\"")
