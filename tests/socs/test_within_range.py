"""Who is in the same fight, who can harm whom, and what becomes of Aiming Bonuses of and on those who are out."""

from __future__ import annotations

import pytest

import starfray
from starfray.fight import Fight
from tests.socs.build import big, dogfight, duel, fleet, said, ship, step

QUIET = 'orders = { "socs.fire.roll" = "hold", "socs.maneuver.choose" = "straight" }'


def two_swarms(here: int, there: int, *, linked: bool = False) -> Fight:
    """Kestrels k-1, k-2 … and Hammers h-1, h-2 …, out of range of each other, but for k-1 and h-1 if they are linked."""
    pairs = [(f"k-{one + 1}", f"h-{other + 1}") for one in range(here) for other in range(there)]
    apart = [pair for pair in pairs if not (linked and pair == ("k-1", "h-1"))]
    ranges = ", ".join(f'{{ between = ["{one}", "{other}"], band = "out" }}' for one, other in apart)
    return fleet(
        ship("k", "kestrel", "league", f"count = {here}\n{QUIET}"),
        ship("h", "hammer", "raiders", f"count = {there}\n{QUIET}"),
        now=f"ranges = [{ranges}]",
    )


@pytest.mark.rule("socs.ruling.furball-range", "socs.furball.forms")
def test_two_swarms_out_of_range_of_each_other_are_no_furball() -> None:
    assert not said(step(two_swarms(4, 4)), "socs.furball.forms")
    assert [event.number for event in said(step(two_swarms(7, 4)), "socs.furball.forms")] == [7]
    assert [event.number for event in said(step(two_swarms(7, 8)), "socs.furball.forms")] == [7, 8]


@pytest.mark.rule("socs.ruling.furball-range", "socs.furball.forms")
def test_two_who_are_within_range_make_one_fight_of_two_swarms() -> None:
    assert [event.number for event in said(step(two_swarms(4, 4, linked=True)), "socs.furball.forms")] == [8]


@pytest.mark.rule("socs.furball.collision", "socs.ruling.furball-range")
def test_only_in_the_swarm_that_is_a_furball_do_ships_run_into_each_other() -> None:
    fight = two_swarms(7, 2)
    for who in ("k-1", "h-1"):
        fight.gm(f"order {who} socs.maneuver.choose total-defense")
    step(fight)
    step(fight, [], 18, 18, one_die=[1])  # k-1 and h-1 both lose control; k-1 hits k-2, h-1 nobody
    assert [(event.who, event.whom) for event in said(fight, "socs.furball.collision") if event.whom] == [("k-1", "k-2")]


# --- a draw ------------------------------------------------------------------------------------------------------
PAINT = 'guns = ["pd-turret"]'  # firepower 1
LATE = "turn = 11"


@pytest.mark.rule("socs.ruling.unarmed")
@pytest.mark.parametrize(
    ("red", "black", "now", "drawn"),
    [
        (PAINT, PAINT, "turn = 10", False),
        (PAINT, PAINT, LATE, True),
        (PAINT, "guns = []", LATE, True),
        (PAINT, "", LATE, False),  # a heavy cannon
        ('guns = ["pulse-cannon"]\nshield = 2', "shield = 1", LATE, True),  # 3 - 2 is paint, and so is 2 - 1
        ('guns = ["pulse-cannon"]\nshield = 2', "shield = 1", LATE + '\nhazards = "rocks"', False),
    ],
)
def test_after_ten_turns_a_fight_that_only_blisters_paint_is_a_draw(red: str, black: str, now: str, drawn: bool) -> None:
    fight = duel(red=red, black=black, now=now)
    assert (fight.over is not None) is drawn
    if fight.over is not None:
        assert (fight.over.winners, fight.over.rule) == ([], "socs.ruling.unarmed")


@pytest.mark.rule("socs.ruling.unarmed")
def test_two_stations_that_cannot_get_through_each_others_shields_are_called_off() -> None:
    assert big("anvil", "anvil").over is None
    assert big("anvil", "anvil", now=LATE).over is not None


# --- those who are out -------------------------------------------------------------------------------------------
@pytest.mark.rule("socs.ruling.disabled")
@pytest.mark.parametrize("how", ["set gold.condition destroyed", "set gold.condition disabled", "remove gold"])
def test_who_is_out_by_the_gms_hand_holds_no_aiming_bonus(how: str) -> None:
    gun = 'guns = [{ key = "pulse-cannon", target = "black", sustained = 2 }]'
    fight = dogfight(
        gold=f"position = {{ black = 2 }}\n{gun}\ncontinuing = {{ failures = 1 }}",
        black='position = { gold = 3, red = 1 }\nguns = [{ key = "heavy-cannon", target = "gold", sustained = 4 }]',
    )
    before = fight.hash
    fight.gm(how)
    assert (fight.get("gold.position"), fight.get("gold.guns.0.sustained"), fight.get("gold.continuing")) == ({}, 0, None)
    there = "disabled" in how  # a wreck can still be shot at
    assert fight.get("black.position") == ({"gold": 3, "red": 1} if there else {"red": 1})
    assert fight.get("black.guns.0.sustained") == (4 if there else 0)
    fight.undo()
    assert fight.hash == before


@pytest.mark.rule("socs.ruling.disabled")
def test_who_has_given_up_is_forgotten() -> None:
    fight = dogfight(gold="position = { black = 2 }", black="position = { gold = 3, red = 1 }")
    fight.queue("surrender gold")
    assert (fight.get("gold.out"), fight.get("gold.position"), fight.get("black.position")) == ("surrendered", {}, {"red": 1})


@pytest.mark.parametrize(
    ("red", "now", "expected"),
    [
        ("position = { gold = 2 }", "", "no foe"),
        ("position = { red = 2 }", "", "no foe"),
        ('auto-hit = "gold"', "", "no foe"),
        ('guns = [{ key = "pulse-cannon", target = "gold", sustained = 2 }]', "", "no foe"),
        ("continuing = { failures = 3 }", "", "0 to 2"),
        ("continuing = { failures = -1 }", "", "0 to 2"),
        ("", 'pairs = [["red", "red"]]', "two ships"),
        ("", 'pairs = [["red", "black"], ["black", "red"]]', "every two once"),
        ("", 'ranges = [{ between = ["red", "red"], band = "long" }]', "two ships"),
        ('orders = { "socs.maneuver.choose" = "strait" }', "", "straight"),
    ],
)
def test_files_that_cannot_be_are_refused(red: str, now: str, expected: str) -> None:
    with pytest.raises(starfray.BadInput, match=expected):
        dogfight(red=red, now=now)


def test_a_wreck_in_the_file_holds_no_aiming_bonus() -> None:
    fight = dogfight(red='condition = "disabled"\nposition = { black = 2 }')
    assert fight.get("red.position") == {}


def test_what_a_pilot_rolls_against_can_be_read() -> None:
    fight = duel()
    assert (fight.get("red.maneuver"), fight.get("red.dodge")) == (15 + 3, 7 + 3)
    assert (
        big("petrel", "anvil", a='lost = ["bridge", "engine-room"]').get("a.maneuver")
        == big("petrel", "anvil").get("a.maneuver") - 4
    )


@pytest.mark.rule("socs.ruling.position-directed")
@pytest.mark.parametrize(
    ("path", "words"), [("position.zz", "nobody is called"), ("position.gold", "no foe"), ("guns.0.target", "nobody is called")]
)
def test_the_gm_gives_no_aiming_bonus_on_a_friend_or_nobody(path: str, words: str) -> None:
    fight = dogfight()
    before = fight.hash
    with pytest.raises(starfray.BadInput, match=words):
        fight.gm(f"set red.{path} {'zz' if path.endswith('target') else '2'}")
    assert fight.hash == before
    assert fight.gm("set red.position.black 2").get("red.position") == {"black": 2}


@pytest.mark.rule("socs.limit.cutter-position")
def test_the_gm_gives_no_position_that_the_class_bars() -> None:
    fight = fleet(ship("a", "petrel", "league"), ship("b", "kestrel", "raiders"))
    with pytest.raises(starfray.BadInput, match="gains no Position AB"):
        fight.gm("set a.position.b 2")
